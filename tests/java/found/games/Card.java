package found.games;

/** A playing card. */
public class Card {

  /** The suits. */
  public enum Suit { CLUBS, DIAMONDS, HEARTS, SPADES }

  private final Suit suit;
  private final int rank;

  public Card(Suit suit, int rank) {
    if (suit == null || rank < 2 || rank > 14) {
      throw new IllegalArgumentException("no such card");
    }
    this.suit = suit;
    this.rank = rank;
  }

  public boolean beats(Card other, Suit trump) {
    if (suit == other.suit) {
      return rank > other.rank;
    }
    return suit == trump;
  }

  public boolean isRed() {
    return suit == Suit.DIAMONDS || suit == Suit.HEARTS;
  }

  static String rankName(int rank) {
    if (rank <= 10) {
      return String.valueOf(rank);
    }
    return rank == 11 ? "J" : rank == 12 ? "Q" : rank == 13 ? "K" : "A";
  }

  static int value(int rank) {
    return rank == 14 ? 11 : Math.min(rank, 10);
  }
}
