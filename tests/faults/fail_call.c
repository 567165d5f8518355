/* Makes one call of a kind fail, for scripts/inject-faults: preloaded (LD_PRELOAD) into the program.
 *
 *   OCELLI_FAULT=write:17   the 17th write after the start of main() fails, as on a full disk
 *   OCELLI_FAULT=write:17+  it fails, and every later one
 *   OCELLI_FAULT_COUNTS=F   at the end, F gets a line "kind calls" for each kind
 *
 * Calls that a library makes inside itself cannot be reached, such as the write() of glibc's own printf().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { MALLOC, WRITE, NOTHING_WRITTEN, FSYNC, RENAME, OPEN, READ, THREAD, KINDS };
static const char* const kNames[KINDS] = {"malloc", "write", "zero", "fsync", "rename", "open", "read", "thread"};

static atomic_long calls[KINDS];
static atomic_int armed;
static int faulty = KINDS, lasting;
static long faulty_call;
static char* counts_file;

/* Whether this call is to fail. */
static int fails(enum kind kind) {
  if (!atomic_load_explicit(&armed, memory_order_relaxed)) return 0;
  const long call = 1 + atomic_fetch_add_explicit(&calls[kind], 1, memory_order_relaxed);
  return (int)kind == faulty && (call == faulty_call || (lasting && call > faulty_call));
}

/* Programs that the program starts run without faults. */
static char* taken(const char* variable) {
  const char* const value = getenv(variable);
  char* const copy = value ? strdup(value) : NULL;
  unsetenv(variable);
  return copy;
}

static void read_wish(void) {
  const char* const wish = taken("OCELLI_FAULT");
  counts_file = taken("OCELLI_FAULT_COUNTS");
  const char* const colon = wish ? strchr(wish, ':') : NULL;
  if (!colon) return;
  for (int i = 0; i < KINDS; ++i)
    if (strlen(kNames[i]) == (size_t)(colon - wish) && !strncmp(kNames[i], wish, (size_t)(colon - wish))) faulty = i;
  char* end;
  faulty_call = strtol(colon + 1, &end, 10);
  lasting = *end == '+';
}

static void write_counts(void) {
  atomic_store(&armed, 0);
  FILE* const stream = counts_file ? fopen(counts_file, "w") : NULL;
  if (!stream) return;
  for (int i = 0; i < KINDS; ++i) fprintf(stream, "%s %ld\n", kNames[i], atomic_load(&calls[i]));
  fclose(stream);
}

/* The function that this library stands before. dlsym() may allocate, while calls are not counted yet. */
#define NEXT(name) ((__typeof__(&name))next(&next_##name, #name))
static void* next(_Atomic(void*)* known, const char* name) {
  void* function = atomic_load_explicit(known, memory_order_acquire);
  if (function) return function;
  function = dlsym(RTLD_NEXT, name);
  atomic_store_explicit(known, function, memory_order_release);
  return function;
}

#define FAILING(kind, result, name, parameters, arguments, error, failure) \
  static _Atomic(void*) next_##name;                                       \
  result name parameters {                                                 \
    if (fails(kind)) {                                                     \
      errno = error;                                                       \
      return failure;                                                      \
    }                                                                      \
    return NEXT(name) arguments;                                           \
  }

/* glibc's own names, so that no dlsym() is needed, which calls malloc() itself. */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static void* no_memory(void) {
  errno = ENOMEM;
  return NULL;
}
void* malloc(size_t size) { return fails(MALLOC) ? no_memory() : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(MALLOC) ? no_memory() : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails(MALLOC) ? no_memory() : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) {
  return fails(MALLOC) ? no_memory() : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(MALLOC) ? no_memory() : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  if (fails(MALLOC)) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

static _Atomic(void*) next_write;
ssize_t write(int file, const void* bytes, size_t size) {
  if (size > 0 && fails(NOTHING_WRITTEN)) return 0;
  if (fails(WRITE)) {
    errno = ENOSPC;
    return -1;
  }
  return NEXT(write)(file, bytes, size);
}
FAILING(WRITE, ssize_t, writev, (int file, const struct iovec* parts, int count), (file, parts, count), ENOSPC, -1)
FAILING(WRITE, ssize_t, pwrite, (int file, const void* bytes, size_t size, off_t at), (file, bytes, size, at), ENOSPC, -1)
FAILING(WRITE, ssize_t, pwrite64, (int file, const void* bytes, size_t size, off64_t at), (file, bytes, size, at), ENOSPC, -1)
FAILING(FSYNC, int, fsync, (int file), (file), EIO, -1)
FAILING(FSYNC, int, fdatasync, (int file), (file), EIO, -1)
FAILING(RENAME, int, rename, (const char* from, const char* to), (from, to), EIO, -1)
FAILING(READ, ssize_t, read, (int file, void* bytes, size_t size), (file, bytes, size), EIO, -1)
FAILING(READ, ssize_t, readv, (int file, const struct iovec* parts, int count), (file, parts, count), EIO, -1)
FAILING(READ, ssize_t, pread, (int file, void* bytes, size_t size, off_t at), (file, bytes, size, at), EIO, -1)
FAILING(READ, ssize_t, pread64, (int file, void* bytes, size_t size, off64_t at), (file, bytes, size, at), EIO, -1)
FAILING(OPEN, FILE*, fopen, (const char* path, const char* mode), (path, mode), EMFILE, NULL)
FAILING(OPEN, FILE*, fopen64, (const char* path, const char* mode), (path, mode), EMFILE, NULL)

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }
#define FAILING_OPEN(name, parameters, ...)                 \
  static _Atomic(void*) next_##name;                        \
  int name parameters {                                     \
    va_list rest;                                           \
    va_start(rest, flags);                                  \
    const mode_t mode = mode_of(flags, rest);               \
    va_end(rest);                                           \
    if (fails(OPEN)) {                                      \
      errno = EMFILE;                                       \
      return -1;                                            \
    }                                                       \
    return NEXT(name)(__VA_ARGS__, flags, mode);            \
  }
FAILING_OPEN(open, (const char* path, int flags, ...), path)
FAILING_OPEN(open64, (const char* path, int flags, ...), path)
FAILING_OPEN(openat, (int folder, const char* path, int flags, ...), folder, path)
FAILING_OPEN(openat64, (int folder, const char* path, int flags, ...), folder, path)

static _Atomic(void*) next_pthread_create;
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  return fails(THREAD) ? EAGAIN : NEXT(pthread_create)(thread, attributes, run, argument);
}

/* Calls count from main() on: what the loader and the constructors of libraries do is theirs. */
typedef int (*main_function)(int, char**, char**);
static main_function program;
static int armed_main(int count, char** words, char** environment) {
  atomic_store(&armed, 1);
  return program(count, words, environment);
}

typedef int (*start_function)(main_function, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);
int __libc_start_main(main_function start, int count, char** words, void (*begin)(void), void (*end)(void),
                      void (*loader_end)(void), void* stack_end) {
  const start_function begin_program = (start_function)dlsym(RTLD_NEXT, "__libc_start_main");
  program = start;
  read_wish();
  atexit(write_counts);
  return begin_program(armed_main, count, words, begin, end, loader_end, stack_end);
}
