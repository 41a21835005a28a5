//! What to write instead of constructs that the language has not yet, or only in the other notation.

/// What to write instead of a construct of the language itself, or of one whose name has a part of the
/// program in it.
pub fn instead(what: &str) -> Option<&'static str> {
    exact(what).or_else(|| named(what))
}

fn exact(what: &str) -> Option<&'static str> {
    Some(match what {
        "`forall*`" => "write `acc(a[lo..hi])`, or a recursive predicate",
        "the operator `--*`" => "write a predicate for the part that is missing",
        "permission to a single element of an array" => "write `acc(a[i..i + 1])`",
        "a lemma that overrides another one"
        | "a predicate or pure method that overrides one of a library's class" => {
            "give it another name"
        }
        "a type of more than 16 collections in each other" => {
            "declare a class with a field for the inner ones"
        }
        "the type `float`" | "the type `double`" | "a floating-point literal" => {
            "compute with integers, as in cents instead of euros"
        }
        "a `try` statement" => {
            "ask for the condition before, and say in `requires` when a method may be called"
        }
        "`synchronized`" | "`volatile`" => {
            "leave the word out if one thread alone uses it: programs are sequential"
        }
        "`transient`" | "`strictfp`" => "leave the word out",
        "`goto`" | "`const`" | "`_`" => "choose another name",
        "`native`" => "declare the method in a library's file, in a folder that `--spec` names",
        "a pattern behind `instanceof`" => "ask with `instanceof`, and cast, as in `A a = (A) o;`",
        "a pure method with type arguments in place of the parameters of what it overrides"
        | "a predicate with type arguments in place of the parameters of what it overrides" => {
            "give the parameter the type `Object`, and cast, or choose another name"
        }
        "a call of `equals` that means `Object`'s own" => {
            "compare with `==`, or give the other method another name"
        }
        "a call of a library's method by `super`" => {
            "keep an object of the library's class in a field, and call its method"
        }
        "a string literal" | "the class `String`" => {
            "strings are for `.java` files; here `String` stands only in `static void main(String[] args)`"
        }
        "a character literal" => "characters are for `.java` files: write the number",
        "the type `long`" | "the type `short`" | "the type `byte`" => {
            "machine integers other than `int` are for `.java` files: write `int`"
        }
        "the type `char`" => "characters are for `.java` files: write `int`",
        "a `switch` statement" => "it is for `.java` files: write `if` statements",
        "a `do` loop" => "it is for `.java` files: write a `while` loop, with the body once before",
        "a `throw` statement" => {
            "it is for `.java` files: write `assert false;` where no path may come"
        }
        "the operator `**` of powers" => {
            "multiply, as in `y * y`, or write a method with a loop; `*` alone separates conjuncts"
        }
        "an `enum`" => {
            "it is for `.java` files: write a class with constants, as in `static final int RED := 0;`"
        }
        _ => return None,
    })
}

fn named(what: &str) -> Option<&'static str> {
    if what.starts_with("`instanceof` of the type `") || what.starts_with("a cast to `") {
        return Some("keep the array in a field of a class, and ask for the class");
    }
    if what.starts_with("a number of more than ") {
        return Some("compute it from smaller ones");
    }
    if what.ends_with("`, which every `enum` has,") {
        return Some("compare with the constants by `==`");
    }
    if what.ends_with(", which is inherited from two supertypes and one by type arguments only,") {
        return Some("define it in this class");
    }
    if what.contains(", which the library's class `") {
        return Some("define it in the class");
    }
    let is_operator = ["the bit operator `", "the shift operator `"]
        .iter()
        .any(|start| what.starts_with(start));
    if is_operator && what.ends_with(" on numbers is") {
        return Some("compute it by `*`, `/` and `%`; of truth values, both sides are evaluated");
    }
    if what.ends_with(" on numbers of these types") {
        return Some("convert the distance of a shift to `int`, as in `n << (int) d`");
    }
    if is_operator {
        return Some("compute it with `*`, `/` and `%` by powers of two");
    }
    None
}
