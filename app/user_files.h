/* Where a user's files lie (the XDG base directory specification). */
#ifndef USER_FILES_H
#define USER_FILES_H

#include "buffer.h"

enum user_folder {
	USER_CONFIG, /* $XDG_CONFIG_HOME or ~/.config */
	USER_CACHE,  /* $XDG_CACHE_HOME or ~/.cache */
	USER_STATE,  /* $XDG_STATE_HOME or ~/.local/state */
};

/* Appends the path of our file `name` there, such as
 * "/home/ada/.config/solveglass/config.ini". Returns 0, or -1 where there is
 * no home or no memory. */
int user_file(struct buffer *path, enum user_folder folder, const char *name);

#endif
