/* The language of messages, by gettext (domain "solveglass", po/). The program
 * begins it; the library does not, and speaks English. Numbers keep their form
 * in every language. */
#ifndef LANGUAGE_H
#define LANGUAGE_H

#include <libintl.h>

/* A message in the person's language; what no catalog has stays English. With
 * numbers: ngettext. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _(message) language_text(message)
/* Marks a message that is translated where it is used. */
#define N_(message) message

static inline const char *language_text(const char *message)
	__attribute__((format_arg(1)));

static inline const char *language_text(const char *message)
{
	/* gettext answers "" with the catalog's head */
	return message[0] ? gettext(message) : message;
}

/* Chooses the language that the environment names. Catalogs are looked for
 * beside the program, so that it may be installed anywhere. */
void language_begin(void);

/* From now on English: for what other programs read, and where no file can be
 * opened any more. language_begin takes it back. Not while threads run. */
void language_plain(void);

#endif
