#include "order.h"

int order_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int order_floats(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

/* One that is neither the least nor the greatest of three. What is not a number
 * compares as nothing does, and stops both ends below, so that they stay
 * within. */
#define MIDDLE_OF(a, b, c)                                                     \
	((a) < (b) ? ((b) < (c)   ? (b)                                        \
		      : (a) < (c) ? (c)                                        \
				  : (a))                                       \
		   : ((a) < (c)   ? (a)                                        \
		      : (b) < (c) ? (c)                                        \
				  : (b)))

#define PICK(type, numbers, count, at)                                         \
	int low = 0, high = (count)-1;                                         \
                                                                               \
	while (low < high) {                                                   \
		int i = low, j = high;                                         \
		type pivot =                                                   \
			MIDDLE_OF((numbers)[low], (numbers)[(low + high) / 2], \
				  (numbers)[high]);                            \
                                                                               \
		while (i <= j) {                                               \
			while ((numbers)[i] < pivot)                           \
				i++;                                           \
			while (pivot < (numbers)[j])                           \
				j--;                                           \
			if (i <= j) {                                          \
				type swap = (numbers)[i];                      \
                                                                               \
				(numbers)[i++] = (numbers)[j];                 \
				(numbers)[j--] = swap;                         \
			}                                                      \
		}                                                              \
		if ((at) <= j)                                                 \
			high = j;                                              \
		else if ((at) >= i)                                            \
			low = i;                                               \
		else                                                           \
			break;                                                 \
	}                                                                      \
	return (numbers)[at];

double order_pick_double(double *numbers, int count, int at)
{
	PICK(double, numbers, count, at)
}

float order_pick_float(float *numbers, int count, int at)
{
	PICK(float, numbers, count, at)
}
