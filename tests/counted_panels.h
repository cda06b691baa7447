/* The rules by which ../shared/data's counted.jsonl was counted: those of a
 * site with "precise" on, and what the id of a panel names of its settings.
 * (The panels' JSON does not carry them: some stand there twice, with two
 * numbers.) */
#ifndef COUNTED_PANELS_H
#define COUNTED_PANELS_H

#include <stddef.h>
#include <string.h>

static inline const char *counted_rules(const char *id)
{
	static const struct {
		const char *start, *rules;
	} settings[] = {
		{ "imprecise-", "game" },
		{ "szp-", "precise,shapeless-zero" },
		{ "no-ncn-", "precise,strict-eliminators" },
	};
	static const char fat[] = "-fat";
	size_t length = strlen(id);

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		if (!strncmp(id, settings[i].start, strlen(settings[i].start)))
			return settings[i].rules;
	if (length >= strlen(fat) && !strcmp(id + length - strlen(fat), fat))
		return "precise,fat-starts";
	return "precise";
}

#endif
