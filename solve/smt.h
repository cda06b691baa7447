/* Z3, wrapped: the only module that includes z3.h. */
#ifndef SMT_H
#define SMT_H

#endif
