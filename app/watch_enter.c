#include "watch_enter.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "user_files.h"

static const char *const agreed_name = "may-enter";

bool watch_enter_agreed(void)
{
	struct buffer path;
	bool agreed;

	buffer_init(&path);
	agreed = user_file(&path, USER_CONFIG, agreed_name) == 0 &&
		 access(buffer_text(&path), F_OK) == 0;
	buffer_fini(&path);
	return agreed;
}

void watch_enter_agree(void)
{
	struct buffer folder, path;
	int fd = -1;

	buffer_init(&folder);
	buffer_init(&path);
	if (user_file(&folder, USER_CONFIG, "") == 0 &&
	    user_file(&path, USER_CONFIG, agreed_name) == 0) {
		mkdir(buffer_text(&folder), 0700);
		fd = open(buffer_text(&path), O_WRONLY | O_CREAT | O_CLOEXEC,
			  0600);
	}
	if (fd >= 0)
		close(fd);
	buffer_fini(&folder);
	buffer_fini(&path);
}

bool watch_enter_start(struct watch_child *child, unsigned long window)
{
	char id[32];
	char *argv[] = { (char *)"solveglass",
			 (char *)"play",
			 (char *)"--yes",
			 (char *)"--window",
			 id,
			 NULL };

	snprintf(id, sizeof id, "0x%lx", window);
	return watch_child_start(child, argv);
}
