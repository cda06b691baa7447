#include "json_fields.h"

#include <string.h>

static int bounded(const json_t *json, const char *name, int low, int high,
		   int *value, struct problem *problem)
{
	json_int_t number = json_integer_value(json);

	if (!json)
		return problem_set(problem, PROBLEM_INPUT, "no \"%s\"", name);
	if (!json_is_integer(json))
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" is not a whole number", name);
	if (number < low || number > high)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" is not within %d to %d: "
				   "'%lld'",
				   name, low, high, (long long)number);
	*value = (int)number;
	return 0;
}

int json_field_int(const json_t *object, const char *name, int low, int high,
		   int *value, struct problem *problem)
{
	return bounded(json_object_get(object, name), name, low, high, value,
		       problem);
}

int json_field_int_if(const json_t *object, const char *name, int low, int high,
		      int *value, struct problem *problem)
{
	const json_t *item = json_object_get(object, name);

	if (!item || json_is_null(item))
		return 0;
	return bounded(item, name, low, high, value, problem);
}

int json_field_at(const json_t *object, const char *name, int columns, int rows,
		  int *at, struct problem *problem)
{
	const json_t *pair = json_object_get(object, name);

	if (json_array_size(pair) != 2)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" is not [x,y]", name);
	if (bounded(json_array_get(pair, 0), name, 0, columns - 1, &at[0],
		    problem) < 0)
		return -1;
	return bounded(json_array_get(pair, 1), name, 0, rows - 1, &at[1],
		       problem);
}

int json_ints(const json_t *list, const char *name, int count,
	      struct json_range range, int *values, struct problem *problem)
{
	if (!json_is_array(list) || json_array_size(list) != (size_t)count)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" is not a list of %d numbers, but "
				   "of %zu",
				   name, count, json_array_size(list));
	for (int i = 0; i < count; i++)
		if (bounded(json_array_get(list, (size_t)i), name, range.low,
			    range.high, &values[i], problem) < 0)
			return -1;
	return 0;
}

int json_ints_or_null(const json_t *list, const char *name, int count,
		      struct json_range range, int *values,
		      struct problem *problem)
{
	if (!json_is_array(list) || json_array_size(list) != (size_t)count)
		return problem_set(problem, PROBLEM_INPUT,
				   "\"%s\" is not a list of %d, but of %zu",
				   name, count, json_array_size(list));
	for (int i = 0; i < count; i++) {
		const json_t *item = json_array_get(list, (size_t)i);

		values[i] = -1;
		if (!json_is_null(item) &&
		    bounded(item, name, range.low, range.high, &values[i],
			    problem) < 0)
			return -1;
	}
	return 0;
}

int json_field_totals(const json_t *object, const char *name, int count,
		      struct json_range range, int *values,
		      struct problem *problem)
{
	const json_t *list = json_object_get(object, name);

	for (int i = 0; i < count; i++)
		values[i] = -1;
	if (!list)
		return 0;
	return json_ints_or_null(list, name, count, range, values, problem);
}

int json_field_total(const json_t *object, const char *name, int low, int high,
		     int *value, struct problem *problem)
{
	*value = -1;
	return json_field_int_if(object, name, low, high, value, problem);
}

void json_copy_text(const char *text, char *copy, size_t size)
{
	size_t length = strlen(text);

	if (length >= size) {
		length = size - 1;
		while (length && (text[length] & 0xc0) == 0x80)
			length--;
	}
	memcpy(copy, text, length);
	copy[length] = '\0';
}

json_t *json_from_total(int value)
{
	return value < 0 ? json_null() : json_integer(value);
}

json_t *json_from_totals(const int *values, int count)
{
	json_t *list = json_array();

	for (int i = 0; i < count; i++)
		json_put_item(&list, json_from_total(values[i]));
	return list;
}

json_t *json_from_ints(const int *values, int count)
{
	json_t *list = json_array();

	for (int i = 0; i < count; i++)
		json_put_item(&list, json_integer(values[i]));
	return list;
}

void json_put_item(json_t **list, json_t *item)
{
	/* a NULL list takes nothing; the item is given away in any case */
	if (json_array_append_new(*list, item) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

void json_put_field(json_t **object, const char *name, json_t *value)
{
	if (json_object_set_new(*object, name, value) == 0)
		return;
	json_decref(*object);
	*object = NULL;
}
