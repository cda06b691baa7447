/* File names are bytes; these make text of them. */
#ifndef NAMES_H
#define NAMES_H

#include <jansson.h>
#include <stdint.h>

#include "buffer.h"

/* Appends `bytes` as valid UTF-8: what is none becomes U+FFFD. For JSON, which
 * can write every character. */
void names_valid(struct buffer *out, const char *bytes);

/* The same without control characters and marks that turn text around, for
 * what people look at. */
void names_clean(struct buffer *out, const char *bytes);

/* The string of JSON that names_valid makes; a new reference, NULL where memory
 * lacks. For whatever may quote a file's bytes: jansson takes no others. */
json_t *names_json(const char *bytes);

/* Appends `path` so that no two paths give the same text and that the text is
 * one harmless file name on any system: a letter, digit or one of " ._-,()"
 * or valid UTF-8 beyond ASCII stays, '/' becomes '+', all else "%XX". A name
 * is never empty and never starts with '.' or '-'. Where it would exceed
 * NAMES_LENGTH_MAX bytes its end is replaced by '%~' and a hash of the whole
 * path. */
void names_flat(struct buffer *out, const char *path);
enum { NAMES_LENGTH_MAX = 180 };

/* Appends a relative path as a URL's path: what is not unreserved becomes
 * "%XX" (RFC 3986, 2.3). */
void names_url(struct buffer *out, const char *path);

/* 64 bits of bytes, the same on every machine; not for secrets. Goes on from
 * `seed`: 0 at first. */
uint64_t names_hash(uint64_t seed, const void *bytes, size_t length);

#endif
