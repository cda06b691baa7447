/* Numbers out of JSON, bounded, with a sentence where they do not fit. */
#ifndef JSON_FIELDS_H
#define JSON_FIELDS_H

#include <jansson.h>

#include "problem.h"

/* Both included. */
struct json_range {
	int low, high;
};

/* object[name], a whole number within low .. high. Returns 0, or -1. */
int json_field_int(const json_t *object, const char *name, int low, int high,
		   int *value, struct problem *problem);

/* The same; where the field is missing or null, *value stays. */
int json_field_int_if(const json_t *object, const char *name, int low, int high,
		      int *value, struct problem *problem);

/* object[name] = [x, y] with 0 <= x < columns and 0 <= y < rows, into at[0]
 * and at[1]. */
int json_field_at(const json_t *object, const char *name, int columns, int rows,
		  int *at, struct problem *problem);

/* A list of exactly `count` whole numbers within the range; `name` is for the
 * sentence. */
int json_ints(const json_t *list, const char *name, int count,
	      struct json_range range, int *values, struct problem *problem);

/* A list of exactly `count` items, each such a number or null, which is -1 in
 * `values`. */
int json_ints_or_null(const json_t *list, const char *name, int count,
		      struct json_range range, int *values,
		      struct problem *problem);

/* object[name]: a list of exactly `count` numbers, null for one that is not
 * shown (-1 in `values`). Where the field is missing all are -1. */
int json_field_totals(const json_t *object, const char *name, int count,
		      struct json_range range, int *values,
		      struct problem *problem);

/* The same for one number. */
int json_field_total(const json_t *object, const char *name, int low, int high,
		     int *value, struct problem *problem);

/* As much of a UTF-8 text as there is room for, never half a character: that
 * would be none for JSON on the way back. */
void json_copy_text(const char *text, char *copy, size_t size);

/* The way back: null for a negative number. A new reference. */
json_t *json_from_total(int value);
json_t *json_from_totals(const int *values, int count);

/* The numbers as they are. A new reference. */
json_t *json_from_ints(const int *values, int count);

/* Put `item` (`value`) at the end of the list (into the object) and take it
 * over. Where memory runs out, for it or for what was to be put (NULL), the
 * list or object is dropped and stays NULL: look at it once, at the end. */
void json_put_item(json_t **list, json_t *item);
void json_put_field(json_t **object, const char *name, json_t *value);

#endif
