//! The fixed parts of regression tests in Java.

/// What is imported, by a word in the text.
pub(super) const IMPORTS: [(&str, &str); 6] = [
    (
        "assertTrue(",
        "static org.junit.jupiter.api.Assertions.assertTrue",
    ),
    ("Array.", "java.lang.reflect.Array"),
    ("Constructor<", "java.lang.reflect.Constructor"),
    ("Field ", "java.lang.reflect.Field"),
    (
        "InvocationTargetException",
        "java.lang.reflect.InvocationTargetException",
    ),
    ("Method ", "java.lang.reflect.Method"),
];

/// The methods that a test has if it calls them.
pub(super) const HELPERS: [(&str, &str); 6] = [
    (
        "make(",
        r#"
    /** An object whose constructor has not run. */
    private static Object make(Class<?> of) throws Exception {
        Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        Object allocator = unsafe.get(null);
        return allocator.getClass().getMethod("allocateInstance", Class.class)
            .invoke(allocator, of);
    }
"#,
    ),
    (
        "set(",
        r#"
    private static void set(Class<?> of, Object object, String field, Object value)
            throws Exception {
        Field found = of.getDeclaredField(field);
        found.setAccessible(true);
        found.set(object, value);
    }
"#,
    ),
    (
        "get(",
        r#"
    private static Object get(Class<?> of, Object object, String field) throws Exception {
        Field found = of.getDeclaredField(field);
        found.setAccessible(true);
        return found.get(object);
    }
"#,
    ),
    (
        "number(",
        r#"
    private static long number(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).longValue();
    }
"#,
    ),
    (
        "call(",
        r#"
    private static Object call(Class<?> of, String method, Class<?>[] types, Object receiver,
            Object... args) throws Throwable {
        Method found = of.getDeclaredMethod(method, types);
        found.setAccessible(true);
        try {
            return found.invoke(receiver, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
"#,
    ),
    (
        "create(",
        r#"
    private static Object create(Class<?> of, Class<?>[] types, Object... args)
            throws Throwable {
        Constructor<?> found = of.getDeclaredConstructor(types);
        found.setAccessible(true);
        try {
            return found.newInstance(args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
"#,
    ),
];
