/* What every bench says to --help. */
#ifndef USAGE_H
#define USAGE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where --help is among the arguments, prints what they are, and ends. */
static inline void usage(int argc, char **argv, const char *text)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--help")) {
			printf("Usage: %s %s\n", argv[0], text);
			exit(0);
		}
}

#endif
