/* The reply of an SMT-LIB 2 solver to check-sat and get-value. */
#ifndef SMT_REPLY_H
#define SMT_REPLY_H

#include <jansson.h>

#include "problem.h"

/* Parses "sat" followed by one or more lists ((name value) ...), where a
 * value is true, false, a whole number or (- number). Returns a new JSON
 * object name -> value, or NULL: the solver said unsat or unknown, reported
 * an error, or the text is no reply. */
json_t *smt_reply_parse(const char *reply, struct problem *problem);

#endif
