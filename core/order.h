/* Orders for qsort(). */
#ifndef ORDER_H
#define ORDER_H

/* Doubles, least first. */
int order_doubles(const void *a, const void *b);

#endif
