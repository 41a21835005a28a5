// Guards against: an object that a library's interface makes known to the library, and that it runs as it likes.
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.io.File;
import java.io.FileFilter;
import java.util.Enumeration;
import javax.swing.JButton;
import javax.swing.JPanel;

class Counted implements FileFilter, ActionListener {
  int n;

  //@ ensures acc(n) * n == 0;
  Counted() {
    n = 0;
  }

  public boolean accept(File file) {
    n = n + 1; //~ insufficient-permission
    return true;
  }

  public void actionPerformed(ActionEvent e) { }

  //@ requires acc(n) * n < 100;
  //@ ensures acc(n) * n == \old(n) + 1;
  void count() {
    n = n + 1;
  }
}

class Demands implements FileFilter {
  int n;

  //@ requires acc(n);
  //@ ensures acc(n);
  public boolean accept(File file) { //~ override-contract
    n = 1;
    return true;
  }
}

class Handed {
  static void asItself(JButton button, Counted counted) {
    button.addActionListener(counted); //~ unsupported
  }

  static void asWhatIsAbove(JButton button, ActionListener listener) {
    button.addActionListener(listener); //~ unsupported
  }

  static void called(FileFilter filter, File file) {
    filter.accept(file); //~ unsupported
  }

  static void own() {
    Counted counted = new Counted();
    counted.count();
    //@ assert counted.n == 1;
  }

  static void inherited(Listed listed) {
    listed.asIterator(); //~ unsupported
  }
}

class Listed implements Enumeration<String> {
  public boolean hasMoreElements() {
    return false;
  }

  public String nextElement() {
    return "";
  }

  void all() {
    asIterator(); //~ unsupported
  }
}

class Panel extends JPanel { //~ unsupported
}
