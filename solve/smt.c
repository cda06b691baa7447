#include "smt.h"

#include "solve.h"

void solve_warm_up(void)
{
}
