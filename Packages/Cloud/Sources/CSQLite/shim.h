#include <sqlite3.h>

// Swift cannot see the macro SQLITE_TRANSIENT, which casts -1 to a function pointer.
static inline sqlite3_destructor_type koober_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Swift cannot call functions of variable arguments. Ends the statistics about memory, for which all
// threads take turns at one lock; before anything else is done with SQLite.
static inline int koober_sqlite_without_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
