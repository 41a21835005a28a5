//! What is believed of the code of members with contracts of the user's (`--spec`): no more than these say. Each
//! program is wrong in Java, so that its member `m` must not be verified.

use crate::support;
use support::{folder, veriframe};

/// Contracts of library classes and a program.
struct Attack {
    what: &'static str,
    specified: (&'static str, &'static str),
    program: &'static str,
}

const CALLED: [Attack; 4] = [
    Attack {
        what: "a constructor that is given a number calls what the class below it overrides",
        specified: (
            "spec/java/util/Random.java",
            "package java.util;\npublic class Random {\n  public Random();\n  public Random(long seed);\n  \
             public void setSeed(long seed);\n}\n",
        ),
        program: "import java.util.Random;\nclass Fixed extends Random {\n  Fixed() { super(7L); }\n  \
             public void setSeed(long seed) { StringBuilder t = new StringBuilder(); t.deleteCharAt(3); }\n  \
             //@ ensures \\result == 0;\n  static int m() {\n    \
             try { Fixed f = new Fixed(); } catch (RuntimeException e) { return 1; }\n    return 0;\n  }\n}\n",
    },
    Attack {
        what: "a static member that is given a number calls what was made before",
        specified: (
            "spec/lib/Base.java",
            "package lib;\npublic class Base {\n  public Base();\n  public void run();\n  \
             public static void go(int n);\n}\n",
        ),
        program: "import lib.Base;\nclass Mine extends Base {\n  \
             public void run() { StringBuilder t = new StringBuilder(); t.deleteCharAt(3); }\n  \
             //@ ensures \\result == 0;\n  static int m() {\n    \
             try { Base.go(3); } catch (RuntimeException e) { return 1; }\n    return 0;\n  }\n}\n",
    },
    Attack {
        what: "a member of a class that the shipped contracts describe, too",
        specified: (
            "spec/java/util/Optional.java",
            "package java.util;\npublic final class Optional<T> {\n  //@ ensures \\result != null;\n  \
             public static <T> Optional<T> of(T value);\n  \
             public void ifPresent(java.util.function.Consumer<T> action);\n}\n",
        ),
        program: "import java.util.Optional;\nimport java.util.function.Consumer;\n\
             class Bad implements Consumer<String> {\n  \
             public void accept(String s) { StringBuilder t = new StringBuilder(); t.deleteCharAt(3); }\n}\n\
             class A {\n  //@ ensures \\result == 0;\n  static int m() {\n    \
             Optional<String> one = Optional.of(\"a\");\n    Bad bad = new Bad();\n    \
             try { one.ifPresent(bad); } catch (RuntimeException e) { return 1; }\n    return 0;\n  }\n}\n",
    },
    Attack {
        what: "a member of which the contracts of the class below say nothing",
        specified: (
            "spec/lib/Reg.java",
            "package lib;\npublic class Reg extends RuntimeException {\n  public Reg();\n  \
             public static void add(Runnable r);\n}\n",
        ),
        program: "import lib.Reg;\nclass Mine implements Runnable {\n  \
             public void run() { StringBuilder t = new StringBuilder(); t.deleteCharAt(3); }\n}\n\
             class A {\n  //@ requires x != null;\n  //@ ensures \\result == 0;\n  static int m(Throwable x) {\n    \
             try { String s = x.getMessage(); } catch (RuntimeException e) { return 1; }\n    return 0;\n  }\n}\n",
    },
];

#[test]
fn what_a_specified_member_calls_is_not_known() {
    for Attack {
        what,
        specified,
        program,
    } in CALLED
    {
        let files = folder(&[specified, ("A.java", program)]);
        let mut command = veriframe();
        command.current_dir(files.path()).args(["verify", "A.java"]);
        command.args(["--spec", "spec", "--int", "wrapping"]);
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}: {text}");
        assert!(text.contains(".m)"), "{what}: {text}");
    }
}
