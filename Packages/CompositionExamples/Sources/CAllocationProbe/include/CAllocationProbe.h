#ifndef CALLOCATIONPROBE_H
#define CALLOCATIONPROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Says whether this program can count: not under a sanitizer, which replaces `malloc` itself.
bool allocationProbeWorks(void);

/// Begins to count what this thread allocates.
void allocationProbeBegin(void);

/// Stops counting; returns how often this thread called malloc, calloc, realloc or a relative.
uint64_t allocationProbeEnd(void);

/// Begins to remember every class instance that this thread creates, or that any thread does, and
/// forgets earlier ones.
void objectProbeBegin(bool onAllThreads);

/// Stops remembering, on the thread that began, and forgets everything.
void objectProbeEnd(void);

/// Returns how many instances were created since the beginning, and did not fit into the memory.
uint64_t objectProbeOverflow(void);

/// Hands the metadata of every remembered instance to the visitor: alive ones, or all created.
void objectProbeVisit(bool onlyAlive, void *_Nullable context,
                      void (*_Nonnull visit)(void *_Nullable context,
                                             const void *_Nonnull metadata));

#endif
