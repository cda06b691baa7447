/* Orders for qsort(), and what needs no whole order. */
#ifndef ORDER_H
#define ORDER_H

/* Numbers, least first. */
int order_doubles(const void *a, const void *b);
int order_floats(const void *a, const void *b);

/* What would stand at a place of `count` numbers in order (0 the least), which
 * are put in another order: sooner than by sorting all of them (quickselect:
 * Hoare 1961). 0 <= at < count. */
double order_pick_double(double *numbers, int count, int at);
float order_pick_float(float *numbers, int count, int at);

#endif
