package veriframe;

/**
 * Stands above each class of the program whose objects are equal only to themselves: no class
 * above or below it declares `equals` or `hashCode`; and above the classes of boxes, as `Integer`. Only
 * annotations can name it.
 */
public interface ByIdentity {
}
