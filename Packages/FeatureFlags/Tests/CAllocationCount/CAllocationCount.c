// Counts on the way to the C library: the linker finds this `malloc` before the shared one.
#include "CAllocationCount.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static _Thread_local long count;

long allocationCount(void) { return count; }

#ifdef HAS_SANITIZER
int allocationsAreCounted(void) { return 0; }
#else
int allocationsAreCounted(void) { return 1; }

extern void *__libc_malloc(size_t size);

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}
#endif
