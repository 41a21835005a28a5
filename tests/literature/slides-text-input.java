// 004, fuzz testing: an input that is a text, of which each path asks characters; its examples replay
//$ explore --member Header.kind
//> returns 2
//> if s != null && s.length() >= 2 && s.charAt(0) == 'P' && s.charAt(1) == '6'
//> for example s = "P6
//= 0
//$ explore --member Header.tagged
//> returns ("<" + s).length() == 3
//> for example s = "
//= 0
//$ run --entry Header.kind --arg P6x
//> returns 2
//= 0
//$ test --member Header.magic
//> with the input s = "P6
//= 1
class Header {
  static int kind(String s) {
    if (s == null || s.length() < 2) { return 0; }
    if (s.charAt(0) != 'P') { return 1; }
    return s.charAt(1) == '6' ? 2 : 3;
  }
  static int magic(String s) { return 1 / (2 - kind(s)); }
  static boolean tagged(String s) { return s != null && ("<" + s).length() == 3; }
}
