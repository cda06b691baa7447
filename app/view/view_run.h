/* What the program calls in the module of the window. */
#ifndef VIEW_RUN_H
#define VIEW_RUN_H

#include "command.h"

typedef enum status view_run_function(const struct options *options);

/* Opens the window on the files that the options name and returns when it is
 * closed. */
view_run_function view_run;

#endif
