#include "CProgramCommit.h"

#ifndef PROGRAM_COMMIT
#define PROGRAM_COMMIT 0
#endif

const char *program_commit(void) { return PROGRAM_COMMIT; }
