/* What several sources of evidence showed of a picture, as one. */
#ifndef TOKENS_AGREE_H
#define TOKENS_AGREE_H

#include "tokens.h"

/* Of tokens that several sources showed (token->sources: by how many) appends
 * those that may stand beside each other: words that are numbers, `sure[i]` how
 * surely token i is one, and boxes with one number or none, of those at one
 * place what most sources show. Returns 0, or -1 where memory lacks. */
int tokens_agree(const struct token_list *all, const double *sure,
		 struct token_list *list);

#endif
