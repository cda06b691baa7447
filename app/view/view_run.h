/* What the program calls in the module of the window. */
#ifndef VIEW_RUN_H
#define VIEW_RUN_H

#include "module.h"

/* Opens the window on the files that the options name and returns when it is
 * closed. */
module_function view_run;

#endif
