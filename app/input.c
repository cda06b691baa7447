#include <string.h>

#include "deadline.h"
#include "input_driver.h"
#include "language.h"

struct input *input_open(const struct screen *screen, struct problem *problem)
{
#ifdef HAVE_WAYLAND
	if (!screen_x11(screen))
		return input_open_wayland(problem);
#endif
	(void)screen;
	return input_open_x11(problem);
}

void input_close(struct input *input)
{
	if (!input)
		return;
	input->driver->release(input);
	input->driver->close(input);
}

enum input_end input_begin(struct input *input,
			   const struct input_target *target,
			   struct problem *problem)
{
	input->target = *target;
	return input->driver->begin(input, problem);
}

void input_set_pace(struct input *input, double pace)
{
	input->target.pace = pace;
}

enum input_end input_step_aside(struct input *input, struct problem *problem)
{
	return input->driver->step_aside
		       ? input->driver->step_aside(input, problem)
		       : INPUT_DONE;
}

enum input_end input_stopped(struct input *input, const char *how,
			     struct problem *problem)
{
	input->driver->release(input);
	problem_set(problem, PROBLEM_LIMIT, "%s", how);
	return INPUT_STOPPED;
}

enum input_end input_failed(struct input *input, const char *how,
			    struct problem *problem)
{
	input->driver->release(input);
	problem_set(problem, PROBLEM_ENVIRONMENT, "%s", how);
	return INPUT_FAILED;
}

enum input_end input_check_window(struct input *input, int result,
				  const struct screen_window *found,
				  struct problem *problem)
{
	const struct screen_window *window = &input->target.window;

	if (result < 0)
		return input_failed(input, _("the game's window is gone"),
				    problem);
	/* where windows are not told of, their programs are at most */
	if (found->frame != window->frame ||
	    strcmp(found->program, window->program) != 0)
		return input_failed(
			input, _("another window lies over the game"), problem);
	if (memcmp(&found->scr_box, &window->scr_box, sizeof found->scr_box))
		return input_failed(input, _("the game's window was moved"),
				    problem);
	return INPUT_DONE;
}

enum input_end input_ask(struct input *input)
{
	const struct input_target *target = &input->target;

	if (!target->may_press || target->may_press(target->data))
		return INPUT_DONE;
	input->driver->release(input);
	return INPUT_REFUSED;
}

enum input_end input_wait(struct input *input, double seconds,
			  struct problem *problem)
{
	struct deadline deadline = deadline_in(seconds, NULL);
	enum input_end end = input->driver->watch(input, problem);

	while (end == INPUT_DONE && !deadline_passed(&deadline)) {
		input->driver->nap(input, deadline_left(&deadline));
		end = input->driver->watch(input, problem);
	}
	return end;
}

enum input_end input_do(struct input *input, const struct play_action *action,
			struct problem *problem)
{
	enum input_end end = input->driver->watch(input, problem);

	if (end == INPUT_DONE && action->what == PLAY_DO_WAIT)
		return input_wait(input, action->number / 1000.0, problem);
	if (end == INPUT_DONE)
		end = input->driver->act(input, action, problem);
	if (end != INPUT_DONE)
		return end;
	return input_wait(input, action->pause * input->target.pace, problem);
}
