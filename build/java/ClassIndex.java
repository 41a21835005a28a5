// Writes the index of the exported classes of the JDK that runs it, from that JDK's own modules:
//
//     java build/java/ClassIndex.java > library/java-17.txt
//
// A line is a class: its name, what it is, its type parameters, and its direct supertypes but for `Object`;
// then, of some, the public methods and constants, each behind a tabulator. What is not public, or inside of another
// class, is left out, and what it has given to those below. A `?` stands for what is not a type parameter of
// the class or a class without type arguments, and a `!` behind a member says that it declares exceptions.
// A test compares the index with the JDK of the machine.

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

public class ClassIndex {
  /**
   * Where classes have members in the index. None may run code of a program that it is not handed: by a
   * name, by reflection or by serialisation, or in another thread. That no setting and no list of services names a
   * class of the program is assumed (docs/java.md).
   */
  private static final Set<String> PACKAGES =
      Set.of(
          "java.awt",
          "java.awt.event",
          "java.awt.font",
          "java.awt.geom",
          "java.awt.image",
          "java.io",
          "java.math",
          "java.net",
          "java.nio.charset",
          "java.nio.file",
          "java.text",
          "java.time",
          "java.time.format",
          "java.time.temporal",
          "java.util",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "java.util.regex",
          "javax.imageio",
          "javax.sound.sampled",
          "javax.swing");

  private static final Set<String> OTHERS =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Math",
          "java.lang.Short",
          "java.lang.StrictMath",
          "java.lang.String",
          "java.lang.StringBuffer",
          "java.lang.StringBuilder");

  private static final Set<String> LEFT_OUT =
      Set.of(
          "java.awt.AWTKeyStroke",
          "java.awt.EventQueue",
          "java.io.ObjectInputFilter",
          "java.io.ObjectInputStream",
          "java.io.ObjectOutputStream",
          "java.io.ObjectStreamClass",
          "java.io.ObjectStreamField",
          "java.net.URLClassLoader",
          "java.util.ListResourceBundle",
          "java.util.PropertyResourceBundle",
          "java.util.ResourceBundle",
          "java.util.ServiceLoader",
          "java.util.Timer",
          "java.util.TimerTask",
          "java.util.concurrent.atomic.AtomicIntegerFieldUpdater",
          "java.util.concurrent.atomic.AtomicLongFieldUpdater",
          "java.util.concurrent.atomic.AtomicReferenceFieldUpdater",
          "javax.swing.JEditorPane",
          "javax.swing.JFormattedTextField",
          "javax.swing.JTable",
          "javax.swing.JTextPane",
          "javax.swing.LookAndFeel",
          "javax.swing.SwingWorker",
          "javax.swing.Timer",
          "javax.swing.UIDefaults",
          "javax.swing.UIManager");

  /** The classes that have lines. */
  private static final Set<Class<?>> LISTED = new HashSet<>();

  /** The objects that constants of several classes are. */
  private static final Set<Object> SHARED = Collections.newSetFromMap(new IdentityHashMap<>());

  public static void main(String[] args) throws Exception {
    Map<String, Class<?>> classes = new TreeMap<>();
    for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
      if (module.descriptor().name().startsWith("java.")) {
        add(module, classes);
      }
    }
    LISTED.addAll(classes.values());
    Map<Object, Class<?>> holders = new IdentityHashMap<>();
    for (Class<?> of : classes.values()) {
      for (Field field : hasMembers(of) ? objects(of) : List.<Field>of()) {
        Object object = field.get(null);
        Class<?> other = holders.putIfAbsent(object, of);
        if (other != null && other != of) {
          SHARED.add(object);
        }
      }
    }
    Set<String> lines = new TreeSet<>();
    for (Class<?> of : classes.values()) {
      lines.add(line(of));
    }
    lines.forEach(System.out::println);
  }

  private static void add(ModuleReference module, Map<String, Class<?>> classes) throws Exception {
    Set<String> exported =
        module.descriptor().exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    try (var reader = module.open()) {
      for (String path : reader.list().filter(name -> name.endsWith(".class")).toList()) {
        String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
        String around = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        if (exported.contains(around) && !name.contains("$")) {
          Class<?> found = Class.forName(name, false, ClassLoader.getSystemClassLoader());
          if (Modifier.isPublic(found.getModifiers()) && !found.isAnnotation()) {
            classes.put(name, found);
          }
        }
      }
    }
  }

  private static boolean hasMembers(Class<?> of) {
    boolean isListed = PACKAGES.contains(of.getPackageName()) || OTHERS.contains(of.getName());
    return isListed && !LEFT_OUT.contains(of.getName());
  }

  private static String line(Class<?> of) throws Exception {
    StringBuilder line = new StringBuilder(of.getName()).append(' ').append(kind(of)).append(" <");
    line.append(
        Arrays.stream(of.getTypeParameters())
            .map(TypeVariable::getName)
            .collect(Collectors.joining(",")));
    line.append('>');
    Set<String> above = new LinkedHashSet<>();
    supertypes(of, above);
    above.forEach(one -> line.append(' ').append(one));
    if (hasMembers(of)) {
      Map<String, String> members = new TreeMap<>();
      for (Constructor<?> made : of.getConstructors()) {
        add(made, "", members);
      }
      methods(of, members);
      constants(of, members);
      members.values().forEach(member -> line.append('\t').append(member));
    }
    return line.toString();
  }

  /** The public methods that a class declares, and those of superclasses that are not listed. */
  private static void methods(Class<?> of, Map<String, String> members) {
    for (Method method : of.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        String before = Modifier.isStatic(method.getModifiers()) ? "static " : "";
        String result = written(method.getGenericReturnType(), of);
        add(method, before + result + " ", members);
      }
    }
    Class<?> above = of.getSuperclass();
    if (above != null && !isListed(above)) {
      methods(above, members);
    }
  }

  /**
   * Numbers and booleans with their values, and objects, each of them another one. What names of files consist of
   * depends on the machine.
   */
  private static void constants(Class<?> of, Map<String, String> members) throws Exception {
    for (Field field : constants(of)) {
      Class<?> type = field.getType();
      if (type == int.class || type == long.class || type == short.class || type == boolean.class) {
        String head = "static " + type.getTypeName() + " " + field.getName();
        members.put(field.getName(), head + "=" + field.get(null));
      }
    }
    Map<Object, List<String>> objects = new IdentityHashMap<>();
    for (Field field : objects(of)) {
      String head = "static " + field.getType().getTypeName() + " " + field.getName();
      objects.computeIfAbsent(field.get(null), one -> new ArrayList<>()).add(head);
    }
    objects.keySet().removeAll(SHARED);
    for (List<String> names : objects.values()) {
      // Of several names of one object, the one that is written as constants are.
      List<String> written = names.stream().filter(ClassIndex::isUpperCase).toList();
      List<String> one = written.isEmpty() ? names : written;
      if (one.size() == 1) {
        members.put(one.get(0), one.get(0));
      }
    }
  }

  private static List<Field> constants(Class<?> of) {
    int constant = Modifier.PUBLIC | Modifier.STATIC | Modifier.FINAL;
    return Arrays.stream(of.getDeclaredFields())
        .filter(field -> of != java.io.File.class && (field.getModifiers() & constant) == constant)
        .toList();
  }

  /** The constants of a class whose objects have no types that the index lists but those of the constants' types. */
  private static List<Field> objects(Class<?> of) throws Exception {
    List<Field> found = new ArrayList<>();
    for (Field field : of.isInterface() ? List.<Field>of() : constants(of)) {
      Class<?> type = field.getType();
      boolean isOther =
          !type.isArray() && !type.isEnum() && !type.getName().startsWith("java.lang.") && LISTED.contains(type);
      if (type.isPrimitive() || type.getTypeParameters().length > 0 || type != of && !isOther) {
        continue;
      }
      Object object = field.get(null);
      boolean isOwn = type == of && object != null && object.getClass() == of;
      if (isOwn || isOther && object != null && above(type).containsAll(above(object.getClass()))) {
        found.add(field);
      }
    }
    return found;
  }

  /** The listed classes and interfaces of which the objects of a class are. */
  private static Set<Class<?>> above(Class<?> of) {
    Set<Class<?>> found = new LinkedHashSet<>();
    List<Class<?>> todo = new ArrayList<>(List.of(of));
    while (!todo.isEmpty()) {
      Class<?> next = todo.remove(todo.size() - 1);
      todo.addAll(Arrays.asList(next.getInterfaces()));
      if (next.getSuperclass() != null) {
        todo.add(next.getSuperclass());
      }
      if (LISTED.contains(next)) {
        found.add(next);
      }
    }
    return found;
  }

  private static boolean isUpperCase(String constant) {
    String name = constant.substring(constant.lastIndexOf(' ') + 1);
    return name.equals(name.toUpperCase(Locale.ROOT));
  }

  private static boolean isListed(Class<?> of) {
    return Modifier.isPublic(of.getModifiers()) && of.getDeclaringClass() == null;
  }

  /** The direct supertypes but for `Object`, a superclass first, and for those that are not listed theirs. */
  private static void supertypes(Class<?> of, Set<String> found) {
    Class<?> above = of.getSuperclass();
    if (above != null && above != Object.class) {
      if (isListed(above)) {
        found.add(written(of.getGenericSuperclass(), of));
      } else {
        supertypes(above, found);
      }
    }
    for (int i = 0; i < of.getInterfaces().length; i++) {
      if (isListed(of.getInterfaces()[i])) {
        found.add(written(of.getGenericInterfaces()[i], of));
      } else {
        supertypes(of.getInterfaces()[i], found);
      }
    }
  }

  private static void add(Executable of, String head, Map<String, String> members) {
    StringBuilder member = new StringBuilder(of instanceof Method ? of.getName() : "").append('(');
    Type[] types = of.getGenericParameterTypes();
    Class<?>[] erased = of.getParameterTypes();
    for (int i = 0; i < erased.length; i++) {
      Type generic = types.length == erased.length ? types[i] : erased[i];
      member.append(i == 0 ? "" : ",").append(written(generic, of.getDeclaringClass()));
    }
    String signature = member.append(of.isVarArgs() ? "...)" : ")").toString();
    String end = of.getExceptionTypes().length == 0 ? "" : "!";
    members.putIfAbsent(signature, head + signature + end);
  }

  private static String kind(Class<?> of) {
    if (of.isInterface()) {
      return "interface";
    }
    int modifiers = of.getModifiers();
    return Modifier.isFinal(modifiers) ? "final" : Modifier.isAbstract(modifiers) ? "abstract" : "class";
  }

  /**
   * A type with the type parameters of a class, and with `?` for what depends on others and for wildcards: Java
   * infers them, so that it may be more than its erasure.
   */
  private static String written(Type type, Class<?> in) {
    if (type instanceof TypeVariable<?> variable) {
      return variable.getGenericDeclaration() == in ? variable.getName() : "?";
    }
    if (type instanceof GenericArrayType array) {
      return written(array.getGenericComponentType(), in) + "[]";
    }
    if (type instanceof ParameterizedType applied) {
      return Arrays.stream(applied.getActualTypeArguments())
          .map(argument -> argument(argument, in))
          .collect(Collectors.joining(",", applied.getRawType().getTypeName() + "<", ">"));
    }
    if (type instanceof Class<?> array && array.isArray()) {
      return written(array.getComponentType(), in) + "[]";
    }
    if (type instanceof Class<?> raw && raw.getTypeParameters().length > 0) {
      return raw.getName()
          + Collections.nCopies(raw.getTypeParameters().length, "?").stream()
              .collect(Collectors.joining(",", "<", ">"));
    }
    return type.getTypeName();
  }

  /** A type argument: a type parameter of a class or a class without type arguments, or `?`. */
  private static String argument(Type argument, Class<?> in) {
    boolean isPlain =
        argument instanceof TypeVariable<?>
            || argument instanceof Class<?> found && !found.isArray() && found.getTypeParameters().length == 0;
    return isPlain ? written(argument, in) : "?";
  }
}
