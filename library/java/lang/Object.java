package java.lang;

/**
 * What every object has where no class says otherwise: it is meant by calls on objects of
 * classes of the program whose subclasses do not define such a member either.
 */
public class Object {
  //@ ensures \result == (this == other);
  public /*@ pure @*/ boolean equals(Object other);

  public /*@ pure @*/ int hashCode();

  //@ ensures \result != null;
  public String toString();
}
