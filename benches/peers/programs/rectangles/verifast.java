// Rectangles that are moved, widened and joined.

/*@
predicate rectangle(Rectangle r; int x, int y, int w, int h) =
    r.left |-> x &*& r.top |-> y &*& r.width |-> w &*& r.height |-> h &*& 0 <= w &*& 0 <= h;
@*/

class Rectangle {
    int left;
    int top;
    int width;
    int height;

    Rectangle(int a, int b, int c, int d)
    //@ requires 0 <= c &*& 0 <= d;
    //@ ensures rectangle(this, a, b, c, d);
    {
        left = a;
        top = b;
        width = c;
        height = d;
        //@ close rectangle(this, a, b, c, d);
    }

    void move(int dx, int dy)
    //@ requires rectangle(this, ?x, ?y, ?w, ?h);
    //@ ensures rectangle(this, x + dx, y + dy, w, h);
    {
        //@ open rectangle(this, x, y, w, h);
        left = left + dx;
        top = top + dy;
        //@ close rectangle(this, x + dx, y + dy, w, h);
    }

    void widen(int n)
    //@ requires rectangle(this, ?x, ?y, ?w, ?h) &*& 0 <= n;
    //@ ensures rectangle(this, x - n, y, w + 2 * n, h);
    {
        //@ open rectangle(this, x, y, w, h);
        left = left - n;
        width = width + 2 * n;
        //@ close rectangle(this, x - n, y, w + 2 * n, h);
    }

    // Makes this rectangle large enough to contain the other one from left to right.
    void cover(Rectangle r)
    //@ requires rectangle(this, ?x, ?y, ?w, ?h) &*& r != null &*& rectangle(r, ?a, ?b, ?c, ?d);
    /*@
    ensures rectangle(this, ?xx, ?yy, ?ww, ?hh) &*& rectangle(r, a, b, c, d) &*&
        xx <= x &*& xx <= a &*& a + c <= xx + ww &*& x + w <= xx + ww;
    @*/
    {
        //@ open rectangle(this, x, y, w, h);
        //@ open rectangle(r, a, b, c, d);
        int end = left + width;
        if (end < r.left + r.width) {
            end = r.left + r.width;
        }
        if (r.left < left) {
            left = r.left;
        }
        width = end - left;
        //@ close rectangle(r, a, b, c, d);
        //@ close rectangle(this, _, _, _, _);
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Rectangle a = new Rectangle(0, 0, 3, 4);
        Rectangle b = new Rectangle(5, 5, 2, 2);
        a.move(1, 1);
        a.widen(1);
        b.cover(a);
        //@ assert rectangle(a, 0, _, 5, _);
        //@ assert rectangle(b, ?x, _, ?w, _) &*& x <= 0 &*& 7 <= x + w;
    }
}
