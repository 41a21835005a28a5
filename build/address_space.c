/* Ends a process that has too little address space, before it needs any.
 *
 * The allocator reserves a gigabyte at once, and stacks take hundreds of megabytes, most of
 * which are never used. With less, a run would end wherever a thread or a stack is needed, or
 * before `main`, where the runtime allocates: so this runs before both, and allocates nothing.
 * It is linked with the program alone, not with the library.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Two gibibytes, in kilobytes. */
#define LEAST 2097152UL

/* The exit code of an internal error. */
#define INTERNAL 3

__attribute__((constructor)) static void refuse_narrow_address_space(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur / 1024 >= LEAST)
    return;
  char text[320];
  int length = snprintf(
      text, sizeof text,
      "error: the address space of a process is limited to %lu kB here (`ulimit -v`), and veriframe "
      "needs at least %lu kB, most of which it only reserves: raise this limit; --memory limits what "
      "is used\n",
      (unsigned long)(limit.rlim_cur / 1024), LEAST);
  if (length > 0 && write(STDERR_FILENO, text, (size_t)length) < 0)
    _exit(INTERNAL);
  _exit(INTERNAL);
}
