/* The configuration file, $XDG_CONFIG_HOME/solveglass/config.ini: flags by
 * their names, for all commands that take them or, in a section, for one.
 *
 *   time = 5
 *   quiet = yes
 *   [play]
 *   pace = 40
 */
#ifndef CONFIG_H
#define CONFIG_H

#include "command.h"

/* Sets what the file says for a command, before its command line is parsed.
 * `path` NULL: the user's own file, and none is no failure. Returns 0, or -1
 * where a line of it makes no sense:
 * "/home/ada/.config/solveglass/config.ini:3: no such option: 'tiem'". What
 * made sense is set all the same. */
int config_apply(struct options *options, const struct command *command,
		 const char *path, struct problem *problem);

#endif
