// Guards against: taking printing for harmless where the type of what is printed is erased.
class Erased {
  static <T> void show(T t) {
    System.out.println(t); //~ unsupported
  }
}
