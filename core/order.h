/* Orders for qsort(). */
#ifndef ORDER_H
#define ORDER_H

/* Numbers, least first. */
int order_doubles(const void *a, const void *b);
int order_floats(const void *a, const void *b);

#endif
