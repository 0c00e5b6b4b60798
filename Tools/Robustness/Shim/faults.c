// Fails one chosen call of a program that it is preloaded into. Only the tools for tests use it.
//
// FAULTS_KIND     what fails, one of `names` below; without it nothing is counted and nothing fails
// FAULTS_AT       the number of the call that fails, from 1; 0 fails none and counts every kind
// FAULTS_ONWARDS  1 fails every later call too, such as on a full disk
// FAULTS_ERRNO    the error of a call that is not an allocation
// FAULTS_COUNTERS a file with eight bytes for each kind, which get the number of its calls, however
//                 the program ends
//
// Allocations count when one of the chosen C libraries asks for them. Swift's own allocations are
// left alone: its runtime ends the program when one fails, and no program can change that. The same
// holds for what Dispatch opens and waits for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The order of FaultPoint.Kind.
enum kind {
  sqlite, sodium, gnutls, postgresql, curl,
  file_open, file_read, file_write, file_sync, file_rename,
  socket_open, socket_connect, socket_receive, socket_send, socket_poll,
  none
};
static const char *const names[] = {"sqlite",  "sodium",  "gnutls", "postgresql", "curl",
                                    "open",    "read",    "write",  "sync",       "rename",
                                    "socket",  "connect", "receive", "send",      "poll"};
// Whose allocations they are, for the first of the kinds.
static const char *const libraries[] = {"libsqlite3", "libsodium", "libgnutls", "libpq", "libcurl"};

static enum kind failing = none;
static int is_counting;
static uint64_t fails_at;
static int onwards;
static int error = EIO;
static _Atomic uint64_t own_counters[none];
static _Atomic uint64_t *counters = own_counters;

__attribute__((constructor)) static void begin(void) {
  const char *kind = getenv("FAULTS_KIND");
  const char *text;
  if (!kind) return;
  if ((text = getenv("FAULTS_AT"))) fails_at = strtoull(text, NULL, 10);
  if ((text = getenv("FAULTS_ONWARDS"))) onwards = text[0] == '1';
  if ((text = getenv("FAULTS_ERRNO"))) error = atoi(text);
  if ((text = getenv("FAULTS_COUNTERS"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, text, O_RDWR | O_CLOEXEC, 0);
    void *page = file < 0 ? MAP_FAILED
                          : (void *)syscall(SYS_mmap, NULL, sizeof own_counters,
                                            (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED,
                                            (long)file, 0L);
    if (page != MAP_FAILED) counters = page;
    if (file >= 0) syscall(SYS_close, file);
  }
  for (enum kind each = 0; each < none; each++)
    if (strcmp(kind, names[each]) == 0) failing = each;
  is_counting = fails_at == 0;
}

static int is_watched(enum kind kind) { return is_counting || kind == failing; }

// Counts a call and says whether it is to fail.
static int fails(enum kind kind) {
  if (!is_watched(kind)) return 0;
  uint64_t number = atomic_fetch_add(&counters[kind], 1) + 1;
  return fails_at > 0 && (number == fails_at || (onwards && number > fails_at));
}

static int fails_with_error(enum kind kind) {
  if (!fails(kind)) return 0;
  errno = error;
  return 1;
}

// The file name of the library to which the code at an address belongs.
static const char *library_of(void *address) {
  struct dl_find_object found;
  if (_dl_find_object(address, &found) != 0) return "";
  const char *name = found.dlfo_link_map->l_name;
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}

static int is_in(void *address, const char *library) {
  return strncmp(library_of(address), library, strlen(library)) == 0;
}

static int allocation_fails(void *caller) {
  if (!is_counting && failing > curl) return 0;
  const char *library = library_of(caller);
  for (enum kind each = sqlite; each <= curl; each++)
    if (strncmp(library, libraries[each], strlen(libraries[each])) == 0) return fails(each);
  return 0;
}

#define ALLOCATION_FAILS allocation_fails(__builtin_return_address(0))

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

static int is_socket(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

#define FILE_FAILS(kind, descriptor) \
  (is_watched(kind) && is_file(descriptor) && fails_with_error(kind))
// A connection that failed stays broken, in both directions.
static int connection_fails(enum kind kind, int descriptor) {
  if (!is_watched(kind) || !is_socket(descriptor) || !fails(kind)) return 0;
  syscall(SYS_shutdown, descriptor, SHUT_RDWR);
  errno = error;
  return 1;
}
// Dispatch looks at its threads in /proc, and ends the program when it cannot.
#define OPEN_FAILS \
  (is_watched(file_open) && !is_in(__builtin_return_address(0), "libdispatch") && \
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
FILE_CALL(file_write, ssize_t, pwrite, (int file, const void *from, size_t size, off_t at),
          (file, from, size, at))
FILE_CALL(file_write, ssize_t, pwrite64, (int file, const void *from, size_t size, off_t at),
          (file, from, size, at))
FILE_CALL(file_write, int, ftruncate, (int file, off_t size), (file, size))
FILE_CALL(file_write, int, ftruncate64, (int file, off_t size), (file, size))

ssize_t read(int file, void *to, size_t size) {
  if (FILE_FAILS(file_read, file) || connection_fails(socket_receive, file)) return -1;
  NEXT(read);
  return next(file, to, size);
}

ssize_t readv(int file, const struct iovec *parts, int count) {
  if (FILE_FAILS(file_read, file) || connection_fails(socket_receive, file)) return -1;
  NEXT(readv);
  return next(file, parts, count);
}

ssize_t write(int file, const void *from, size_t size) {
  if (FILE_FAILS(file_write, file) || connection_fails(socket_send, file)) return -1;
  NEXT(write);
  return next(file, from, size);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (FILE_FAILS(file_write, file) || connection_fails(socket_send, file)) return -1;
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

#define SOCKET_CALL(kind, result, name, parameters, arguments) \
  result name parameters { \
    if (fails_with_error(kind)) return -1; \
    NEXT(name); \
    return next arguments; \
  }
SOCKET_CALL(socket_open, int, socket, (int domain, int type, int protocol),
            (domain, type, protocol))
SOCKET_CALL(socket_open, int, accept, (int file, struct sockaddr *address, socklen_t *size),
            (file, address, size))
SOCKET_CALL(socket_open, int, accept4,
            (int file, struct sockaddr *address, socklen_t *size, int flags),
            (file, address, size, flags))
SOCKET_CALL(socket_connect, int, connect,
            (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
#define CONNECTION_CALL(kind, result, name, parameters, arguments) \
  result name parameters { \
    if (connection_fails(kind, file)) return -1; \
    NEXT(name); \
    return next arguments; \
  }
CONNECTION_CALL(socket_receive, ssize_t, recv, (int file, void *to, size_t size, int flags),
            (file, to, size, flags))
CONNECTION_CALL(socket_receive, ssize_t, recvfrom,
            (int file, void *to, size_t size, int flags, struct sockaddr *address, socklen_t *length),
            (file, to, size, flags, address, length))
CONNECTION_CALL(socket_receive, ssize_t, recvmsg, (int file, struct msghdr *message, int flags),
            (file, message, flags))
CONNECTION_CALL(socket_send, ssize_t, send, (int file, const void *from, size_t size, int flags),
            (file, from, size, flags))
CONNECTION_CALL(socket_send, ssize_t, sendto,
            (int file, const void *from, size_t size, int flags, const struct sockaddr *address,
             socklen_t length),
            (file, from, size, flags, address, length))
CONNECTION_CALL(socket_send, ssize_t, sendmsg, (int file, const struct msghdr *message, int flags),
            (file, message, flags))
SOCKET_CALL(socket_poll, int, poll, (struct pollfd *files, nfds_t count, int milliseconds),
            (files, count, milliseconds))

// Only what is added needs memory. Dispatch ends the program when it cannot wait.
int epoll_ctl(int epoll, int operation, int file, struct epoll_event *event) {
  if (operation == EPOLL_CTL_ADD && !is_in(__builtin_return_address(0), "libdispatch") &&
      fails_with_error(socket_poll))
    return -1;
  NEXT(epoll_ctl);
  return next(epoll, operation, file, event);
}
