/* Loads libz3 at run time, from a path set by the program.
 *
 * Instead of libz3 the program is linked with jumps, one for each function of
 * Z3's API (see x86_64.S and aarch64.S). Each jump goes through a slot. The
 * initial target of a slot is veriframe_z3_find, which looks the function up in
 * libz3 and fills the slot, so later calls cost one indirect jump.
 *
 * The program forbids `unsafe`, so it calls this file through two functions of
 * Z3's API that the z3 crate wraps safely. The name below is not a parameter of
 * Z3; all other names are forwarded to libz3.
 *
 *   Z3_global_param_set("veriframe.libz3", path)   loads the library, at most once
 *   Z3_global_param_get("veriframe.libz3", &text)  true: the reason of a failure
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PARAMETER "veriframe.libz3"

/* The target of a jump, and the name of its function. */
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

/* Looks up a function of libz3. If it is missing, there is no way to continue:
 * the process exits as after an internal error. */
static void *find(const char *name) {
  void *function = library == NULL ? NULL : dlsym(library, name);
  if (function == NULL) {
    const char *reason = library == NULL ? failure : "libz3 lacks it";
    fprintf(stderr, "error: %s cannot be called: %s\n", name, reason);
    _exit(3);
  }
  return function;
}

/* Fills a slot with the address of its function. */
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
