/* Loads libz3 at run time, from the path that the program chose.
 *
 * The program is not linked with libz3 but with jumps, one for each function of
 * Z3's interface (x86_64.S and aarch64.S beside this file say how). A jump goes through a slot. A
 * slot first leads to veriframe_z3_find, which looks the function up in libz3
 * and sets the slot, so that each later call costs one indirect jump.
 *
 * The program, in which `unsafe` is forbidden, talks to this file through two
 * functions of Z3's interface that the z3 crate wraps as safe ones: the names
 * below are no parameters of Z3, and all other names are passed on to it.
 *
 *   Z3_global_param_set("veriframe.libz3", path)   loads the file, at most once
 *   Z3_global_param_get("veriframe.libz3", &text)  true: why that failed
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PARAMETER "veriframe.libz3"

/* Where a call goes, and the name of the function that is called. */
struct slot {
  void *target;
  const char *name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *library;
static char failure[1024] = "nobody has chosen a library";
static bool tried;

static void load(const char *path) {
  pthread_mutex_lock(&lock);
  if (!tried) {
    tried = true;
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
      const char *reason = dlerror();
      snprintf(failure, sizeof failure, "%s", reason ? reason : path);
    }
  }
  pthread_mutex_unlock(&lock);
}

/* A function of libz3. Without it there is no verdict and nothing to return
 * to: the process ends as after any internal error. */
static void *find(const char *name) {
  void *function = library == NULL ? NULL : dlsym(library, name);
  if (function == NULL) {
    const char *reason = library == NULL ? failure : "libz3 lacks it";
    fprintf(stderr, "error: %s cannot be called: %s\n", name, reason);
    _exit(3);
  }
  return function;
}

/* Sets a slot to the function that it names. */
void veriframe_z3_find(struct slot *slot) {
  __atomic_store_n(&slot->target, find(slot->name), __ATOMIC_RELEASE);
}

void Z3_global_param_set(const char *name, const char *value) {
  if (strcmp(name, PARAMETER) == 0) {
    load(value);
    return;
  }
  void (*pass_on)(const char *, const char *);
  *(void **)&pass_on = find("Z3_global_param_set");
  pass_on(name, value);
}

bool Z3_global_param_get(const char *name, const char **value) {
  if (strcmp(name, PARAMETER) == 0) {
    *value = failure;
    return library == NULL;
  }
  bool (*pass_on)(const char *, const char **);
  *(void **)&pass_on = find("Z3_global_param_get");
  return pass_on(name, value);
}
