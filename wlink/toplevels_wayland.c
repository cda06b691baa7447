#include "toplevels_wayland.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ext-foreign-toplevel-list-v1-client.h"
#include "wlr-foreign-toplevel-management-unstable-v1-client.h"

/* One window of either protocol. */
struct told {
	struct told *next;
	struct asking *asking;
	struct wl_proxy *handle;
	struct wlink_toplevel toplevel;
	char identifier[64];
	bool active;
};

struct asking {
	struct wlink *link;
	struct told *list;
};

static struct told *add(struct asking *asking, void *handle)
{
	struct told *told = calloc(1, sizeof *told);

	if (!told)
		return NULL;
	*told = (struct told){ .next = asking->list,
			       .asking = asking,
			       .handle = handle };
	asking->list = told;
	return told;
}

static void put_title(void *data, const char *title)
{
	struct told *told = data;

	snprintf(told->toplevel.title, sizeof told->toplevel.title, "%s",
		 title);
}

static void put_program(void *data, const char *program)
{
	struct told *told = data;

	snprintf(told->toplevel.program, sizeof told->toplevel.program, "%s",
		 program);
}

static void on_title(void *data, struct zwlr_foreign_toplevel_handle_v1 *handle,
		     const char *title)
{
	(void)handle;
	put_title(data, title);
}

static void on_program(void *data,
		       struct zwlr_foreign_toplevel_handle_v1 *handle,
		       const char *program)
{
	(void)handle;
	put_program(data, program);
}

static void on_output(void *data,
		      struct zwlr_foreign_toplevel_handle_v1 *handle,
		      struct wl_output *proxy)
{
	struct told *told = data;
	const struct wlink_output *outputs = told->asking->link->outputs;

	(void)handle;
	for (int i = 0; i < WLINK_OUTPUTS_MAX && !told->toplevel.output; i++)
		if (proxy && outputs[i].proxy == proxy)
			told->toplevel.output = &outputs[i];
}

static void on_output_left(void *data,
			   struct zwlr_foreign_toplevel_handle_v1 *handle,
			   struct wl_output *proxy)
{
	(void)data;
	(void)handle;
	(void)proxy;
}

static void on_state(void *data, struct zwlr_foreign_toplevel_handle_v1 *handle,
		     struct wl_array *states)
{
	struct told *told = data;
	const uint32_t *list = states->data;

	(void)handle;
	for (size_t i = 0; i < states->size / sizeof *list; i++)
		told->active |= list[i] ==
				ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED;
}

static void on_nothing(void *data,
		       struct zwlr_foreign_toplevel_handle_v1 *handle)
{
	(void)data;
	(void)handle;
}

static const struct zwlr_foreign_toplevel_handle_v1_listener handle_listener = {
	.title = on_title,
	.app_id = on_program,
	.output_enter = on_output,
	.output_leave = on_output_left,
	.state = on_state,
	.done = on_nothing,
	.closed = on_nothing,
};

static void on_toplevel(void *data,
			struct zwlr_foreign_toplevel_manager_v1 *manager,
			struct zwlr_foreign_toplevel_handle_v1 *handle)
{
	struct told *told = add(data, handle);

	(void)manager;
	if (told)
		zwlr_foreign_toplevel_handle_v1_add_listener(
			handle, &handle_listener, told);
}

static void on_finished(void *data,
			struct zwlr_foreign_toplevel_manager_v1 *manager)
{
	(void)data;
	(void)manager;
}

static const struct zwlr_foreign_toplevel_manager_v1_listener
	manager_listener = { on_toplevel, on_finished };

int wlink_active_toplevel(struct wlink *link, struct wlink_toplevel *active,
			  struct problem *problem)
{
	struct asking asking = { .link = link };
	struct zwlr_foreign_toplevel_manager_v1 *manager;
	int result = 1;

	if (!link->wlr_toplevels)
		return 1;
	manager = wl_registry_bind(link->registry, link->wlr_toplevels,
				   &zwlr_foreign_toplevel_manager_v1_interface,
				   1);
	zwlr_foreign_toplevel_manager_v1_add_listener(
		manager, &manager_listener, &asking);
	if (wlink_sync(link, problem) < 0)
		result = -1;
	zwlr_foreign_toplevel_manager_v1_stop(manager);
	while (asking.list) {
		struct told *told = asking.list;

		asking.list = told->next;
		if (result == 1 && told->active) {
			*active = told->toplevel;
			result = 0;
		}
		zwlr_foreign_toplevel_handle_v1_destroy(
			(struct zwlr_foreign_toplevel_handle_v1 *)told->handle);
		free(told);
	}
	zwlr_foreign_toplevel_manager_v1_destroy(manager);
	return result;
}

static void on_listed_nothing(void *data,
			      struct ext_foreign_toplevel_handle_v1 *handle)
{
	(void)data;
	(void)handle;
}

static void on_listed_text(void *data,
			   struct ext_foreign_toplevel_handle_v1 *handle,
			   const char *text)
{
	(void)data;
	(void)handle;
	(void)text;
}

static void on_identifier(void *data,
			  struct ext_foreign_toplevel_handle_v1 *handle,
			  const char *identifier)
{
	struct told *told = data;

	(void)handle;
	snprintf(told->identifier, sizeof told->identifier, "%s", identifier);
}

static const struct ext_foreign_toplevel_handle_v1_listener listed_listener = {
	.closed = on_listed_nothing,
	.done = on_listed_nothing,
	.title = on_listed_text,
	.app_id = on_listed_text,
	.identifier = on_identifier,
};

static void on_listed(void *data, struct ext_foreign_toplevel_list_v1 *list,
		      struct ext_foreign_toplevel_handle_v1 *handle)
{
	struct told *told = add(data, handle);

	(void)list;
	if (told)
		ext_foreign_toplevel_handle_v1_add_listener(
			handle, &listed_listener, told);
}

static void on_list_finished(void *data,
			     struct ext_foreign_toplevel_list_v1 *list)
{
	(void)data;
	(void)list;
}

static const struct ext_foreign_toplevel_list_v1_listener list_listener = {
	on_listed, on_list_finished
};

struct ext_foreign_toplevel_handle_v1 *
wlink_find_toplevel(struct wlink *link, const char *identifier)
{
	struct asking asking = { .link = link };
	struct ext_foreign_toplevel_handle_v1 *found = NULL;
	struct ext_foreign_toplevel_list_v1 *list;

	if (!link->ext_toplevels)
		return NULL;
	list = wl_registry_bind(link->registry, link->ext_toplevels,
				&ext_foreign_toplevel_list_v1_interface, 1);
	ext_foreign_toplevel_list_v1_add_listener(list, &list_listener,
						  &asking);
	wlink_sync(link, NULL);
	ext_foreign_toplevel_list_v1_stop(list);
	while (asking.list) {
		struct told *told = asking.list;
		struct ext_foreign_toplevel_handle_v1 *handle =
			(struct ext_foreign_toplevel_handle_v1 *)told->handle;

		asking.list = told->next;
		if (!found && !strcmp(told->identifier, identifier)) {
			/* it outlives the list, which nobody listens to */
			wl_proxy_set_user_data(told->handle, NULL);
			found = handle;
		} else {
			ext_foreign_toplevel_handle_v1_destroy(handle);
		}
		free(told);
	}
	ext_foreign_toplevel_list_v1_destroy(list);
	return found;
}
