import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.util.regex.Pattern;
import javax.swing.JFrame;

/** Members of Java's packages of which nothing is promised but the types. */
class LibraryPackages implements ActionListener {
  private int clicks;

  //@ ensures acc(clicks) * clicks == 0;
  LibraryPackages() {
    clicks = 0;
  }

  /** Demands nothing, as Java calls it whenever it likes. */
  public void actionPerformed(ActionEvent e) { }

  //@ requires acc(clicks) * clicks < 10;
  //@ ensures acc(clicks) * clicks == \old(clicks) + 1;
  void click() {
    clicks = clicks + 1;
  }

  static int painted(BufferedImage image, int x, int y) {
    if (image == null) {
      return 0;
    }
    Graphics2D graphics = image.createGraphics();
    if (graphics != null) {
      graphics.setColor(new Color(9, 90, 166));
      graphics.drawLine(x, y, x, y);
    }
    return image.getRGB(x, y);
  }

  static String line() throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
    return reader.readLine();
  }

  static boolean isWord(String text) {
    Pattern words = Pattern.compile("[a-z]+");
    return words != null && text != null && words.matcher(text).matches(); //~ null-dereference
  }

  static void shown(JFrame frame) {
    if (frame != null) {
      frame.setTitle("a");
      frame.setVisible(true);
    }
  }

  //@ ensures \result; //~ postcondition
  static boolean absolute(String text) {
    return URI.create(text).isAbsolute(); //~ null-dereference
  }

  //@ requires pixels != null * acc(pixels.elems) * pixels.length == 4;
  //@ ensures acc(pixels.elems); //~ postcondition:insufficient-permission
  static void kept(BufferedImage image, int[] pixels) {
    if (image != null) {
      image.setRGB(0, 0, 2, 2, pixels, 0, 2);
    }
  }
}
