package found.strings;

/** Several ways to reverse a text. */
public class StringReverser {

  /** With a builder. */
  public String reverse(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  /** With a char array. */
  public String reverseInPlace(String text) {
    char[] chars = text.toCharArray();
    int left = 0;
    int right = chars.length;
    while (left < right) {
      char tmp = chars[left];
      chars[left] = chars[right];
      chars[right] = tmp;
      left++;
      right--;
    }
    return new String(chars);
  }

  public static void reverse(char[] chars) {
    for (int i = 0; i < chars.length / 2; i++) {
      char c = chars[i];
      chars[i] = chars[chars.length - 1 - i];
      chars[chars.length - 1 - i] = c;
    }
  }

  public String repeated(String text, int times) {
    String result = "";
    for (int i = 0; i < times; i++) {
      result += text;
    }
    return result;
  }

  public static void main(String[] args) {
    StringReverser r = new StringReverser();
    System.out.println(r.reverse("stressed"));
    System.out.println(r.repeated("ab", 3));
  }
}
