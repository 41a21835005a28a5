import java.util.AbstractList;
import java.util.List;

// What would inherit members that no contract describes is refused, with its objects.
class Below extends AbstractList<String> { //~ unsupported
    public String get(int index) {
        return null;
    }

    public int size() {
        return 0;
    }
}

// `java.awt.List` is another class.
class Other {
    static java.awt.List other() { //~ unknown-name
        return null;
    }

    static List<String> list() {
        return null;
    }
}

// It is not imported.
class NotImported {
    static Deque<String> names() { //~ unknown-name
        return null;
    }
}
