#include "smt_reply.h"

json_t *smt_reply_parse(const char *reply, struct problem *problem)
{
	(void)reply;
	problem_set(problem, PROBLEM_INPUT, "not a solver's reply");
	return NULL;
}
