#include <sqlite3.h>

// Swift cannot see the macro SQLITE_TRANSIENT, which casts -1 to a function pointer.
static inline sqlite3_destructor_type floor_sqlite_transient(void) { return SQLITE_TRANSIENT; }
