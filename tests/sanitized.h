/* Is the program watched by a sanitizer, which makes it larger, and how many
 * times slower at most? By their makers' word ASan twice on the average (thrice
 * where it was measured here), TSan 5 to 15 times. */
#ifndef SANITIZED_H
#define SANITIZED_H

#if defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1, SANITIZED_SLOWER = 15 };
#elif defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1, SANITIZED_SLOWER = 3 };
#else
enum { SANITIZED = 0, SANITIZED_SLOWER = 1 };
#endif

#endif
