/* What of the program needs GTK, as modules that are loaded where they are
 * asked for: nothing else waits for GTK, or needs it. */
#ifndef MODULE_H
#define MODULE_H

#include "command.h"

typedef enum status module_function(const struct options *options);

/* Runs NAME_run of solveglass-NAME.so, which lies beside the program as it was
 * built, or where it is installed. STATUS_FAILED where it is not there, with
 * `left_out` on standard error, or cannot be loaded. */
enum status module_run(const char *name, const struct options *options,
		       const char *left_out);

#endif
