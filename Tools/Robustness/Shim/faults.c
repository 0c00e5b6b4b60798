// Fails one chosen call of a program that it is preloaded into, or kills the program there. Only the
// tools for tests use it.
//
// FAULTS_PROGRAM    the name of the program, if others that it starts are to be left alone
// FAULTS_KIND       what fails, one of `names` below; without it nothing is counted and nothing fails
// FAULTS_AT         the number of the call that fails, from 1; 0 fails none and counts every kind
// FAULTS_ONWARDS    1 fails every later call too, such as on a full disk
// FAULTS_ERRNO      the error of a call that is not an allocation
// FAULTS_REPORT     a file for `struct report`, which is right however the program ends
// FAULTS_HOME       the folder whose files have to be synchronized
// FAULTS_LINKED_IN  where libraries are in the program, as triples of a name and two offsets in hex
//
// Kind "kill" sends SIGKILL before and after each rename, unlink, link, truncation and fsync.
//
// Allocations count when one of the chosen C libraries asks for them. Swift's own allocations are
// left alone: its runtime ends the program when one fails, and no program can change that. The same
// holds for what Dispatch opens and waits for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The order of FaultPoint.Kind.
enum kind {
  sqlite, sodium, gnutls, postgresql, curl,
  file_open, file_read, file_write, file_truncate, file_sync, file_rename, file_unlink, file_link,
  file_mode, file_close, file_lock, file_map,
  socket_open, socket_connect, socket_receive, socket_send, socket_poll,
  killing,
  none
};
static const char *const names[] = {
    "sqlite", "sodium", "gnutls", "postgresql", "curl",
    "open", "read", "write", "truncate", "sync", "rename", "unlink", "link",
    "mode", "close", "lock", "map",
    "socket", "connect", "receive", "send", "poll",
    "kill"};
// Whose allocations they are, for the first of the kinds.
static const char *const libraries[] = {"libsqlite3", "libsodium", "libgnutls", "libpq", "libcurl"};

enum { most_kinds = 32, most_entries = 32, path_size = 240 };

// A file whose content, or a folder whose entries, would not survive a loss of power.
struct entry { uint64_t device, inode; char path[path_size]; };

// FaultReport reads it.
static struct report {
  _Atomic uint64_t counters[most_kinds];
  char failed[path_size];
  // The first file that got its name before its content was synchronized.
  char misordered[path_size];
  struct entry unsynchronized[most_entries];
} own_report, *report = &own_report;

static enum kind failing = none;
static int is_counting;
static uint64_t fails_at;
static int onwards;
static int error = EIO;
static const char *home = "";
// The libraries that are linked into the program.
static struct { char name[16]; uintptr_t start, end; } linked_in[8];
static size_t linked_in_count;

static int read_linked_in(struct dl_phdr_info *program, size_t size, void *text) {
  const char *rest = text;
  int length;
  (void)size;
  while (linked_in_count < 8 &&
         sscanf(rest, " %15s %lx %lx%n", linked_in[linked_in_count].name,
                &linked_in[linked_in_count].start, &linked_in[linked_in_count].end, &length) == 3) {
    linked_in[linked_in_count].start += program->dlpi_addr;
    linked_in[linked_in_count].end += program->dlpi_addr;
    linked_in_count++;
    rest += length;
  }
  return 1;  // The first object is the program.
}

__attribute__((constructor)) static void begin(void) {
  const char *kind = getenv("FAULTS_KIND");
  char *text;
  char *program = getenv("FAULTS_PROGRAM");
  // What the program starts, such as an editor, is left alone.
  if (!kind || (program && strcmp(program, program_invocation_short_name) != 0)) return;
  if ((text = getenv("FAULTS_AT"))) fails_at = strtoull(text, NULL, 10);
  if ((text = getenv("FAULTS_ONWARDS"))) onwards = text[0] == '1';
  if ((text = getenv("FAULTS_ERRNO"))) error = atoi(text);
  if ((text = getenv("FAULTS_HOME"))) home = text;
  if ((text = getenv("FAULTS_LINKED_IN"))) dl_iterate_phdr(read_linked_in, text);
  if ((text = getenv("FAULTS_REPORT"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, text, O_RDWR | O_CLOEXEC, 0);
    void *page = file < 0 ? MAP_FAILED
                          : (void *)syscall(SYS_mmap, NULL, sizeof own_report,
                                            (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED,
                                            (long)file, 0L);
    if (page != MAP_FAILED) report = page;
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
  uint64_t number = atomic_fetch_add(&report->counters[kind], 1) + 1;
  return fails_at > 0 && (number == fails_at || (onwards && number > fails_at));
}

static void copy_path(char *to, const char *path) { snprintf(to, path_size, "%s", path); }

// Who makes the call; each function below that fails says so first.
static __thread void *caller;
#define ENTER caller = __builtin_return_address(0)

static int is_in(void *address, const char *library);

// Notes the path of the call that fails, after "sqlite " where SQLite makes it.
static void note(const char *path) {
  snprintf(report->failed, path_size, "%s%s", is_in(caller, "libsqlite3") ? "sqlite " : "", path);
}

static int path_fails(enum kind kind, const char *path) {
  if (!fails(kind)) return 0;
  note(path);
  errno = error;
  return 1;
}

static void path_of(int descriptor, char path[path_size]) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long size = syscall(SYS_readlinkat, AT_FDCWD, link, path, (long)path_size - 1);
  path[size > 0 ? size : 0] = 0;
}

static int descriptor_fails(enum kind kind, int descriptor) {
  char path[path_size];
  if (!fails(kind)) return 0;
  path_of(descriptor, path);
  note(path);
  errno = error;
  return 1;
}

static void may_be_killed(const char *path) {
  if (path_fails(killing, path)) syscall(SYS_kill, getpid(), SIGKILL);
}

// The file name of the library to which the code at an address belongs.
static const char *library_of(void *address) {
  struct dl_find_object found;
  if (_dl_find_object(address, &found) != 0) return "";
  const char *name = found.dlfo_link_map->l_name;
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}

// Whether an address is in a library, whose name is without "lib" where it is linked in.
static int is_in(void *address, const char *library) {
  for (size_t i = 0; i < linked_in_count; i++)
    if ((uintptr_t)address >= linked_in[i].start && (uintptr_t)address < linked_in[i].end)
      return strcmp(linked_in[i].name, library + 3) == 0;
  return strncmp(library_of(address), library, strlen(library)) == 0;
}

static int allocation_fails(void *caller) {
  if (!is_counting && failing > curl) return 0;
  for (enum kind each = sqlite; each <= curl; each++)
    if (is_watched(each) && is_in(caller, libraries[each])) return fails(each);
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

// Standard streams, pipes and devices are left alone: a regular file is what can be damaged.
static int is_file(int descriptor) {
  struct stat status;
  return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static int is_socket(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

static int file_fails(enum kind kind, int descriptor) {
  return is_watched(kind) && is_file(descriptor) && descriptor_fails(kind, descriptor);
}

// A connection that failed stays broken, in both directions.
static int connection_fails(enum kind kind, int descriptor) {
  if (!is_watched(kind) || !is_socket(descriptor) || !descriptor_fails(kind, descriptor)) return 0;
  syscall(SYS_shutdown, descriptor, SHUT_RDWR);
  return 1;
}

static atomic_flag is_busy = ATOMIC_FLAG_INIT;

static struct entry *find(struct stat *status) {
  for (struct entry *each = report->unsynchronized; each < report->unsynchronized + most_entries;
       each++)
    if (each->inode == status->st_ino && each->device == status->st_dev) return each;
  return NULL;
}

// Notes that a file, or a folder, has changed.
static void add(struct stat *status, const char *path) {
  struct stat free_entry = {0};
  while (atomic_flag_test_and_set(&is_busy)) {}
  struct entry *entry = find(status);
  if (!entry && strncmp(path, home, strlen(home)) == 0) {
    if ((entry = find(&free_entry))) {
      copy_path(entry->path, path);
      entry->device = status->st_dev;
      entry->inode = status->st_ino;
    } else {
      copy_path(report->misordered, "(there are too many files)");
    }
  }
  atomic_flag_clear(&is_busy);
}

static void remove_entry(struct stat *status) {
  while (atomic_flag_test_and_set(&is_busy)) {}
  struct entry *entry = find(status);
  if (entry) entry->inode = entry->device = 0;
  atomic_flag_clear(&is_busy);
}

static void wrote(int descriptor) {
  struct stat status;
  char path[path_size];
  if (failing == none && !is_counting) return;
  if (descriptor <= 2 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
  path_of(descriptor, path);
  add(&status, path);
}

static void synchronized(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) == 0) remove_entry(&status);
}

// Notes that an entry of a folder has changed.
static void changed_folder(const char *path) {
  struct stat status;
  char folder[4096], entry[4096];
  snprintf(folder, sizeof folder, "%s", path);
  snprintf(entry, sizeof entry, "%s (its name)", path);
  if (path[0] == '/' && stat(dirname(folder), &status) == 0) add(&status, entry);
}

static void will_name(const char *from, const char *to) {
  struct stat status;
  if (stat(from, &status) == 0 && S_ISREG(status.st_mode) && find(&status))
    copy_path(report->misordered, to);
}

static void will_unlink(const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && status.st_nlink == 1) remove_entry(&status);
}

// Dispatch looks at its threads in /proc, and ends the program when it cannot.
#define OPEN_FAILS(path) \
  (is_watched(file_open) && !is_in(__builtin_return_address(0), "libdispatch") && \
   path_fails(file_open, path))
void *mmap(void *at, size_t size, int access, int flags, int file, off_t offset) {
  ENTER;
  if (file_fails(file_map, file)) return MAP_FAILED;
  if (ALLOCATION_FAILS) return errno = ENOMEM, MAP_FAILED;
  return (void *)syscall(SYS_mmap, at, size, (long)access, (long)flags, (long)file, (long)offset);
}

void *mmap64(void *at, size_t size, int access, int flags, int file, off_t offset) {
  ENTER;
  if (file_fails(file_map, file)) return MAP_FAILED;
  if (ALLOCATION_FAILS) return errno = ENOMEM, MAP_FAILED;
  return (void *)syscall(SYS_mmap, at, size, (long)access, (long)flags, (long)file, (long)offset);
}
#define NEXT(name) static typeof(name) *next; if (!next) next = (typeof(name) *)dlsym(RTLD_NEXT, #name)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    ENTER; \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (OPEN_FAILS(path)) return -1; \
    NEXT(name); \
    int file = next(path, flags, mode); \
    if (file >= 0 && flags & O_CREAT && flags & O_EXCL) changed_folder(path); \
    return file; \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    ENTER; \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (OPEN_FAILS(path)) return -1; \
    NEXT(name); \
    int file = next(folder, path, flags, mode); \
    if (file >= 0 && flags & O_CREAT && flags & O_EXCL) changed_folder(path); \
    return file; \
  }
OPENAT(openat)
OPENAT(openat64)

#define FILE_CALL(kind, result, name, parameters, arguments, then) \
  result name parameters { \
    ENTER; \
    if (file_fails(kind, file)) return -1; \
    NEXT(name); \
    result value = next arguments; \
    if (value > 0) then; \
    return value; \
  }
#define READ(name) \
  FILE_CALL(file_read, ssize_t, name, (int file, void *to, size_t size, off_t at), \
            (file, to, size, at), (void)0)
#define WRITE(name) \
  FILE_CALL(file_write, ssize_t, name, (int file, const void *from, size_t size, off_t at), \
            (file, from, size, at), wrote(file))
READ(pread)
READ(pread64)
WRITE(pwrite)
WRITE(pwrite64)

ssize_t read(int file, void *to, size_t size) {
  ENTER;
  if (file_fails(file_read, file) || connection_fails(socket_receive, file)) return -1;
  NEXT(read);
  return next(file, to, size);
}

ssize_t readv(int file, const struct iovec *parts, int count) {
  ENTER;
  if (file_fails(file_read, file) || connection_fails(socket_receive, file)) return -1;
  NEXT(readv);
  return next(file, parts, count);
}

ssize_t write(int file, const void *from, size_t size) {
  ENTER;
  if (file_fails(file_write, file) || connection_fails(socket_send, file)) return -1;
  NEXT(write);
  ssize_t written = next(file, from, size);
  if (written > 0) wrote(file);
  return written;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  ENTER;
  if (file_fails(file_write, file) || connection_fails(socket_send, file)) return -1;
  NEXT(writev);
  ssize_t written = next(file, parts, count);
  if (written > 0) wrote(file);
  return written;
}

// Calls at which the program may be killed, too; `then` follows a success.
#define STEP(fails, name, parameters, arguments, path, before, then) \
  int name parameters { \
    ENTER; \
    if (fails) return -1; \
    may_be_killed(path); \
    NEXT(name); \
    before; \
    int value = next arguments; \
    if (value == 0) then; \
    may_be_killed(path); \
    return value; \
  }

// Folders are synchronized too.
#define SYNC(name) \
  STEP(descriptor_fails(file_sync, file), name, (int file), (file), #name, (void)0, \
       synchronized(file))
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name) \
  STEP(file_fails(file_truncate, file), name, (int file, off_t size), (file, size), #name, \
       (void)0, wrote(file))
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define NAME(kind, name, parameters, arguments) \
  STEP(path_fails(kind, to), name, parameters, arguments, to, will_name(from, to), \
       changed_folder(to))
NAME(file_rename, rename, (const char *from, const char *to), (from, to))
NAME(file_rename, renameat, (int folder, const char *from, int other, const char *to),
     (folder, from, other, to))
NAME(file_rename, renameat2,
     (int folder, const char *from, int other, const char *to, unsigned flags),
     (folder, from, other, to, flags))
NAME(file_link, link, (const char *from, const char *to), (from, to))
NAME(file_link, linkat,
     (int folder, const char *from, int other, const char *to, int flags),
     (folder, from, other, to, flags))

#define UNLINK(name, parameters, arguments) \
  STEP(path_fails(file_unlink, path), name, parameters, arguments, path, will_unlink(path), (void)0)
UNLINK(unlink, (const char *path), (path))
UNLINK(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
UNLINK(remove, (const char *path), (path))
UNLINK(rmdir, (const char *path), (path))

#define PATH_CALL(fails, name, parameters, arguments) \
  int name parameters { \
    ENTER; \
    if (fails) return -1; \
    NEXT(name); \
    return next arguments; \
  }
PATH_CALL(path_fails(file_link, path), mkdir, (const char *path, mode_t mode), (path, mode))
PATH_CALL(path_fails(file_link, to), symlink, (const char *from, const char *to), (from, to))
PATH_CALL(path_fails(file_mode, path), chmod, (const char *path, mode_t mode), (path, mode))
PATH_CALL(path_fails(file_mode, path), fchmodat,
          (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags))
PATH_CALL(file_fails(file_mode, file), fchmod, (int file, mode_t mode), (file, mode))
PATH_CALL(!(operation & LOCK_UN) && file_fails(file_lock, file), flock, (int file, int operation), (file, operation))

#define FCNTL(name) \
  int name(int file, int command, ...) { \
    ENTER; \
    va_list rest; \
    va_start(rest, command); \
    void *argument = va_arg(rest, void *); \
    va_end(rest); \
    int locks = (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || \
                 command == F_OFD_SETLKW) && ((struct flock *)argument)->l_type != F_UNLCK; \
    if (locks && file_fails(file_lock, file)) return -1; \
    NEXT(name); \
    return next(file, command, argument); \
  }
FCNTL(fcntl)
FCNTL(fcntl64)

// Only where something was written that is not synchronized; the descriptor is free nevertheless.
int close(int file) {
  struct stat status;
  ENTER;
  NEXT(close);
  int fails = is_watched(file_close) && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
              find(&status) && descriptor_fails(file_close, file);
  int value = next(file);
  if (!fails) return value;
  errno = error;
  return -1;
}

#define SOCKET_CALL(kind, result, name, parameters, arguments) \
  result name parameters { \
    ENTER; \
    if (path_fails(kind, #name)) return -1; \
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
    ENTER; \
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
  ENTER;
  if (operation == EPOLL_CTL_ADD && !is_in(__builtin_return_address(0), "libdispatch") &&
      path_fails(socket_poll, "epoll_ctl"))
    return -1;
  NEXT(epoll_ctl);
  return next(epoll, operation, file, event);
}
