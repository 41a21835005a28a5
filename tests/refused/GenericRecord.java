// A record with type parameters refuses itself, and not its file.
// verified: GenericRecord.good, Other.fine
// refused: Pair.compareTo
class GenericRecord {
  static int good() { return 1; }

  record Pair<T extends Comparable<T>, U>(T first, java.util.List<U> rest) implements Comparable<Pair<T, U>> {
    Pair {
      if (first == null) { throw new IllegalArgumentException(); }
    }

    public int compareTo(Pair<T, U> other) { return first.compareTo(other.first); }
  }
}

class Other { static int fine() { return 2; } }
