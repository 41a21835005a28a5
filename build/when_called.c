/* Loads Z3 when one of its functions is first called.
 *
 * Every function of Z3's interface that the program calls is a jump through a
 * slot (build/when_called.rs writes them). A slot begins by leading here: the
 * library is loaded, the slot is set to the function, and the call goes on
 * there. Most runs never need Z3, and to load it takes longer than they do.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

/* Where a call goes, and the name of the function that it asks for. */
struct slot {
  void *target;
  const char *name;
};

void veriframe_z3_find(struct slot *slot);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

/* An internal error's exit code: without Z3 there is no verdict. */
static void stop(const char *reason) {
  fprintf(stderr, "error: Z3 cannot be loaded: %s\n", reason);
  fprintf(stderr, "help: build veriframe again, so that it finds a Z3 that is there\n");
  _exit(3);
}

static void load(void) {
  library = dlopen(Z3_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    /* It is elsewhere, perhaps, on another machine than that of the build. */
    library = dlopen(Z3_NAME, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    stop(dlerror());
  }
}

/* Sets a slot to the function that it names. */
void veriframe_z3_find(struct slot *slot) {
  pthread_once(&once, load);
  void *function = dlsym(library, slot->name);
  if (function == NULL) {
    stop(dlerror());
  }
  __atomic_store_n(&slot->target, function, __ATOMIC_RELEASE);
}
