// Fails one chosen call of a program that it is preloaded into. Only the tools for tests use it.
//
// FAULTS_KIND     what fails: allocation, open, read, write, sync, rename or socket
// FAULTS_LIBRARY  of allocations only those of this library, such as libsqlite3
// FAULTS_AT       the number of the call that fails, from 1; 0 fails none
// FAULTS_ONWARDS  1 fails every later call too, such as on a full disk
// FAULTS_ERRNO    the error of a call that is not an allocation
// FAULTS_COUNTER  a file of eight bytes that gets the number of calls, however the program ends
//
// Allocations count when the chosen C library asks for them. Swift's own allocations are left alone:
// its runtime ends the program when one fails, and no program can change that. The same holds for
// what Dispatch opens.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { none, allocation, file_open, file_read, file_write, file_sync, file_rename, sockets };
static const char *const names[] = {"",     "allocation", "open",   "read",
                                    "write", "sync",       "rename", "socket"};

static enum kind failing = none;
static const char *library = "libsqlite3";
static uint64_t fails_at;
static int onwards;
static int error = EIO;
static _Atomic uint64_t own_counter;
static _Atomic uint64_t *counter = &own_counter;

__attribute__((constructor)) static void begin(void) {
  const char *kind = getenv("FAULTS_KIND");
  const char *text;
  if (!kind) return;
  if ((text = getenv("FAULTS_LIBRARY"))) library = text;
  if ((text = getenv("FAULTS_AT"))) fails_at = strtoull(text, NULL, 10);
  if ((text = getenv("FAULTS_ONWARDS"))) onwards = text[0] == '1';
  if ((text = getenv("FAULTS_ERRNO"))) error = atoi(text);
  if ((text = getenv("FAULTS_COUNTER"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, text, O_RDWR | O_CLOEXEC, 0);
    void *page = file < 0 ? MAP_FAILED
                          : (void *)syscall(SYS_mmap, NULL, 8L, (long)(PROT_READ | PROT_WRITE),
                                            (long)MAP_SHARED, (long)file, 0L);
    if (page != MAP_FAILED) counter = page;
    if (file >= 0) syscall(SYS_close, file);
  }
  for (enum kind each = allocation; each <= sockets; each++)
    if (strcmp(kind, names[each]) == 0) failing = each;
}

// Counts a call and says whether it is to fail.
static int fails(enum kind kind) {
  if (kind != failing) return 0;
  uint64_t number = atomic_fetch_add(counter, 1) + 1;
  return fails_at > 0 && (number == fails_at || (onwards && number > fails_at));
}

static int fails_with_error(enum kind kind) {
  if (!fails(kind)) return 0;
  errno = error;
  return 1;
}

// Whether the code at an address belongs to a library.
static int is_in(void *address, const char *library) {
  struct dl_find_object found;
  if (_dl_find_object(address, &found) != 0) return 0;
  const char *name = found.dlfo_link_map->l_name;
  const char *slash = strrchr(name, '/');
  return strncmp(slash ? slash + 1 : name, library, strlen(library)) == 0;
}

#define ALLOCATION_FAILS \
  (failing == allocation && is_in(__builtin_return_address(0), library) && fails(allocation))

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, NULL;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, NULL;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, NULL;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, NULL;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (ALLOCATION_FAILS) return ENOMEM;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

char *strdup(const char *text) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, NULL;
  size_t size = strlen(text) + 1;
  char *copy = __libc_malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

void *mmap(void *at, size_t size, int access, int flags, int file, off_t offset) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, MAP_FAILED;
  return (void *)syscall(SYS_mmap, at, size, (long)access, (long)flags, (long)file, (long)offset);
}

void *mmap64(void *at, size_t size, int access, int flags, int file, off_t offset) {
  if (ALLOCATION_FAILS) return errno = ENOMEM, MAP_FAILED;
  return (void *)syscall(SYS_mmap, at, size, (long)access, (long)flags, (long)file, (long)offset);
}

// Standard streams, pipes and devices are left alone: a regular file is what can be damaged.
static int is_file(int descriptor) {
  struct stat status;
  return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

#define FILE_FAILS(kind, descriptor) \
  (failing == (kind) && is_file(descriptor) && fails_with_error(kind))
// Dispatch looks at its threads in /proc, and ends the program when it cannot.
#define OPEN_FAILS \
  (failing == file_open && !is_in(__builtin_return_address(0), "libdispatch") && \
   fails_with_error(file_open))
#define NEXT(name) static typeof(name) *next; if (!next) next = (typeof(name) *)dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (OPEN_FAILS) return -1; \
    NEXT(name); \
    return next(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (OPEN_FAILS) return -1; \
    NEXT(name); \
    return next(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

#define FILE_CALL(kind, result, name, parameters, arguments) \
  result name parameters { \
    if (FILE_FAILS(kind, file)) return -1; \
    NEXT(name); \
    return next arguments; \
  }
FILE_CALL(file_read, ssize_t, pread, (int file, void *to, size_t size, off_t at),
          (file, to, size, at))
FILE_CALL(file_read, ssize_t, pread64, (int file, void *to, size_t size, off_t at),
          (file, to, size, at))
FILE_CALL(file_read, ssize_t, readv, (int file, const struct iovec *parts, int count),
          (file, parts, count))
FILE_CALL(file_write, ssize_t, pwrite, (int file, const void *from, size_t size, off_t at),
          (file, from, size, at))
FILE_CALL(file_write, ssize_t, pwrite64, (int file, const void *from, size_t size, off_t at),
          (file, from, size, at))
FILE_CALL(file_write, int, ftruncate, (int file, off_t size), (file, size))
FILE_CALL(file_write, int, ftruncate64, (int file, off_t size), (file, size))

ssize_t read(int file, void *to, size_t size) {
  if (FILE_FAILS(file_read, file)) return -1;
  NEXT(read);
  return next(file, to, size);
}

ssize_t write(int file, const void *from, size_t size) {
  if (FILE_FAILS(file_write, file)) return -1;
  NEXT(write);
  return next(file, from, size);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (FILE_FAILS(file_write, file)) return -1;
  NEXT(writev);
  return next(file, parts, count);
}

// Folders are synchronized too.
int fsync(int file) {
  if (fails_with_error(file_sync)) return -1;
  NEXT(fsync);
  return next(file);
}

int fdatasync(int file) {
  if (fails_with_error(file_sync)) return -1;
  NEXT(fdatasync);
  return next(file);
}

int rename(const char *from, const char *to) {
  if (fails_with_error(file_rename)) return -1;
  NEXT(rename);
  return next(from, to);
}

int renameat(int folder, const char *from, int other, const char *to) {
  if (fails_with_error(file_rename)) return -1;
  NEXT(renameat);
  return next(folder, from, other, to);
}

int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) {
  if (fails_with_error(file_rename)) return -1;
  NEXT(renameat2);
  return next(folder, from, other, to, flags);
}

int mkdir(const char *path, mode_t mode) {
  if (fails_with_error(file_rename)) return -1;
  NEXT(mkdir);
  return next(path, mode);
}

int socket(int domain, int type, int protocol) {
  if (fails_with_error(sockets)) return -1;
  NEXT(socket);
  return next(domain, type, protocol);
}

int accept(int listener, struct sockaddr *address, socklen_t *size) {
  if (fails_with_error(sockets)) return -1;
  NEXT(accept);
  return next(listener, address, size);
}

int accept4(int listener, struct sockaddr *address, socklen_t *size, int flags) {
  if (fails_with_error(sockets)) return -1;
  NEXT(accept4);
  return next(listener, address, size, flags);
}

ssize_t recv(int socket, void *to, size_t size, int flags) {
  if (fails_with_error(sockets)) return -1;
  NEXT(recv);
  return next(socket, to, size, flags);
}

ssize_t send(int socket, const void *from, size_t size, int flags) {
  if (fails_with_error(sockets)) return -1;
  NEXT(send);
  return next(socket, from, size, flags);
}
