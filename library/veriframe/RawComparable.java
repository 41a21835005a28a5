package veriframe;

/**
 * `Comparable` without type arguments: of its objects nobody knows with what they can be compared. Programs name it by
 * that name.
 */
public interface RawComparable {
}
