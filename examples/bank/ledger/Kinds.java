package bank.ledger;

/** The kinds of entries as numbers, for the ledger's arrays. */
public final class Kinds {
  /** How many kinds there are. */
  public static final int COUNT = 5;

  private Kinds() {
  }

  /** The number of a kind. */
  //@ requires kind != null;
  //@ ensures 0 <= \result && \result < Kinds.COUNT;
  //@ ensures \result == 0 <==> kind == EntryKind.DEPOSIT;
  //@ ensures \result == 1 <==> kind == EntryKind.WITHDRAWAL;
  //@ ensures \result == 2 <==> kind == EntryKind.TRANSFER;
  //@ ensures \result == 3 <==> kind == EntryKind.FEE;
  //@ ensures \result == 4 <==> kind == EntryKind.INTEREST;
  public static /*@ pure @*/ int code(EntryKind kind) {
    return kind == EntryKind.DEPOSIT ? 0
        : kind == EntryKind.WITHDRAWAL ? 1
        : kind == EntryKind.TRANSFER ? 2
        : kind == EntryKind.FEE ? 3
        : 4;
  }

  /** The kind of a number: what `code` gives, turned round. */
  //@ requires 0 <= code && code < Kinds.COUNT;
  //@ ensures \result != null && code(\result) == code;
  public static EntryKind ofCode(int code) {
    switch (code) {
      case 0:
        return EntryKind.DEPOSIT;
      case 1:
        return EntryKind.WITHDRAWAL;
      case 2:
        return EntryKind.TRANSFER;
      case 3:
        return EntryKind.FEE;
      case 4:
        return EntryKind.INTEREST;
      default:
        throw new IllegalArgumentException("no such kind");
    }
  }

  /** A letter for a kind. */
  //@ requires kind != null;
  //@ ensures kind == EntryKind.DEPOSIT || kind == EntryKind.INTEREST ==> \result == '+';
  //@ ensures kind == EntryKind.WITHDRAWAL || kind == EntryKind.FEE ==> \result == '-';
  //@ ensures kind == EntryKind.TRANSFER ==> \result == '=';
  public static char sign(EntryKind kind) {
    char sign;
    switch (code(kind)) {
      case 0:
      case 4:
        sign = '+';
        break;
      case 1:
      case 3:
        sign = '-';
        break;
      case 2:
        sign = '=';
        break;
      default:
        throw new IllegalStateException("kinds are complete");
    }
    return sign;
  }
}
