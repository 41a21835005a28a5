package veriframe;

/**
 * `Comparator` without type arguments: of its objects nobody knows what they compare. Programs name it by that name.
 */
public interface RawComparator {
}
