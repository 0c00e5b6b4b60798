// Counts exactly, by standing in for the functions of the C library and of the Swift runtime that
// every allocation goes through. The linker finds these definitions before the shared ones; each
// of them does the same work and counts on the way.
#define _GNU_SOURCE
#include "CAllocationProbe.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define PROBE_WORKS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define PROBE_WORKS 0
#endif
#endif
#ifndef PROBE_WORKS
#define PROBE_WORKS 1
#endif

bool allocationProbeWorks(void) { return PROBE_WORKS; }

static _Thread_local bool counting;
static _Thread_local uint64_t allocations;

void allocationProbeBegin(void) {
  allocations = 0;
  counting = true;
}

uint64_t allocationProbeEnd(void) {
  counting = false;
  return allocations;
}

// Instances, in the order of their creation; `address` is 0 once the instance is released.
typedef struct {
  const void *metadata;
  const void *address;
} Instance;

enum { capacity = 65536 };
static Instance instances[capacity];
static _Atomic size_t instanceCount;
static uint64_t overflow;
static _Thread_local bool remembering;
static _Atomic bool rememberingAll;
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void acquire(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
  }
}

static void release(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

void objectProbeBegin(bool onAllThreads) {
  acquire();
  instanceCount = 0;
  overflow = 0;
  release();
  remembering = true;
  rememberingAll = onAllThreads;
}

void objectProbeEnd(void) {
  remembering = false;
  rememberingAll = false;
  acquire();
  instanceCount = 0;
  release();
}

uint64_t objectProbeOverflow(void) { return overflow; }

void objectProbeVisit(bool onlyAlive, void *context,
                      void (*visit)(void *context, const void *metadata)) {
  for (size_t i = 0; i < instanceCount; i++) {
    if (!onlyAlive || instances[i].address) {
      visit(context, instances[i].metadata);
    }
  }
}

#if PROBE_WORKS

static void remember(const void *metadata, const void *address) {
  acquire();
  if (instanceCount < capacity) {
    instances[instanceCount++] = (Instance){metadata, address};
  } else {
    overflow++;
  }
  release();
}

static void forget(const void *address) {
  acquire();
  for (size_t i = instanceCount; i > 0; i--) {
    if (instances[i - 1].address == address) {
      instances[i - 1].address = NULL;
      break;
    }
  }
  release();
}

// The C library's own names for what is replaced below.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocations += counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += counting;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations += counting;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations += counting;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations += counting;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  allocations += counting;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

// The Swift runtime's functions, both with the C calling convention. The first word of the
// metadata of a class is its kind, 0; contexts of closures and boxes have other kinds.
typedef void *(*AllocateObject)(const void *metadata, size_t size, size_t alignmentMask);
typedef void (*DeallocateInstance)(void *object, size_t size, size_t alignmentMask);

static AllocateObject allocateObject;
static DeallocateInstance deallocateInstance;

void *swift_allocObject(const void *metadata, size_t size, size_t alignmentMask) {
  if (!allocateObject) {
    allocateObject = (AllocateObject)dlsym(RTLD_NEXT, "swift_allocObject");
  }
  void *object = allocateObject(metadata, size, alignmentMask);
  if ((remembering || rememberingAll) && *(const uintptr_t *)metadata == 0) {
    remember(metadata, object);
  }
  return object;
}

void swift_deallocClassInstance(void *object, size_t size, size_t alignmentMask) {
  if (!deallocateInstance) {
    deallocateInstance = (DeallocateInstance)dlsym(RTLD_NEXT, "swift_deallocClassInstance");
  }
  if (instanceCount) {
    forget(object);
  }
  deallocateInstance(object, size, alignmentMask);
}

#endif
