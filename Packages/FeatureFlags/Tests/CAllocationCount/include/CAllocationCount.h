#ifndef C_ALLOCATION_COUNT_H
#define C_ALLOCATION_COUNT_H

// Whether allocations are counted in this program; not under a sanitizer.
int allocationsAreCounted(void);

// How often this thread has asked for memory.
long allocationCount(void);

#endif
