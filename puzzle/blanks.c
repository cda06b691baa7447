#include "blanks.h"

#include "json_fields.h"

int blanks_from_json(const json_t *json, int limit, int *minimum, int *maximum,
		     struct problem *problem)
{
	*minimum = BLANKS_NO_MINIMUM;
	*maximum = BLANKS_NO_MAXIMUM;
	if (json_field_int_if(json, "minimum", -limit, limit, minimum,
			      problem) < 0)
		return -1;
	return json_field_int_if(json, "maximum", -limit, limit, maximum,
				 problem);
}

void blanks_to_json(int minimum, int maximum, json_t **json)
{
	if (minimum != BLANKS_NO_MINIMUM)
		json_put_field(json, "minimum", json_integer(minimum));
	if (maximum != BLANKS_NO_MAXIMUM)
		json_put_field(json, "maximum", json_integer(maximum));
}

int blanks_fit_text(int minimum, int maximum, struct problem *problem)
{
	if (minimum == BLANKS_NO_MINIMUM && maximum == BLANKS_NO_MAXIMUM)
		return 0;
	return problem_set(problem, PROBLEM_INPUT,
			   "the text form has no minimum and maximum; "
			   "use JSON");
}
