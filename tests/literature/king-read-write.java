// 004, section 6: READ takes a value, a symbol under symbolic execution, and WRITE shows one
//$ run --entry Rw.main
//< 20
//< 22
//> 42
//= 0
//$ explore --member Rw.main --int unbounded
//> prints a@14#1 + b@15#1
//= 0
import java.util.Scanner;
class Rw {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    int a = in.nextInt();
    int b = in.nextInt();
    System.out.println(a + b);
  }
}
