import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

interface Shape {
  int area();
}

class Square implements Shape {
  final int side;

  Square(int side) {
    this.side = side;
  }

  public int area() {
    return side * side;
  }
}

class Wide extends Square {
  Wide(int side) {
    super(side);
  }

  public int area() {
    return super.area() * 2;
  }
}

enum Color { RED, GREEN }

public class Main {
  static int calls = 3;
  static final int LIMIT = 20;

  static int fib(int n) {
    calls++;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static String kind(int n) {
    switch (n % 3) {
      case 0:
        return "fizz";
      case 1:
        return "one";
      default:
        return "two";
    }
  }

  public static void main(String[] args) {
    System.out.println("fib " + fib(10) + ", calls " + calls);
    Shape[] shapes = new Shape[] {new Square(3), new Wide(2)};
    int sum = 0;
    for (Shape shape : shapes) {
      sum += shape.area();
    }
    System.out.println(sum);
    boolean[] composite = new boolean[LIMIT];
    for (int i = 2; i < LIMIT; i++) {
      if (composite[i]) {
        continue;
      }
      System.out.print(i);
      System.out.print(' ');
      for (int j = i * i; j < LIMIT; j += i) {
        composite[j] = true;
      }
    }
    System.out.println();
    List<String> names = new ArrayList<>();
    names.add("b");
    names.add(0, "a");
    names.set(1, names.get(1) + 'c' + true + 7L + null);
    System.out.println(names.get(0) + names.get(1) + names.size());
    Map<String, String> words = new HashMap<>();
    words.put("x" + 1, "first");
    words.put("x1", "second");
    System.out.println(words.size() + " " + words.get("x1") + " " + words.get("y"));
    System.out.println(-7 / 2 + " " + -7 % 2 + " " + (char) ('a' + 2) + " " + (byte) 200);
    System.out.println(Color.GREEN + " " + "hello".substring(1, 3).hashCode() + " " + "b".compareTo("a"));
    System.out.println(Math.max(3, 4) + Math.floorMod(-7, 3) + Integer.MAX_VALUE % 10);
    for (int i = 0; i < 4; i++) {
      System.out.print(kind(i) + (i < 3 ? "," : "\n"));
    }
    int steps = 0;
    int n = 27;
    while (true) {
      if (n == 1) break;
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      steps++;
    }
    System.out.println("steps " + steps);
  }
}
