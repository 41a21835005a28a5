import java.util.Scanner;

// Its first use reads, and what ends it is an `Error`.
enum Read {
    A;

    Read() {
        int n = new Scanner(System.in).nextInt(); //~ unsupported
    }
}

class Uses {
    static Read uses() {
        return Read.A;
    }

    static int caught() {
        try {
            Read first = uses();
            return 3;
        } catch (Error e) {
            return 4;
        }
    }

    static int used() {
        try {
            Read first = Read.A; //~ unsupported
            return 3;
        } catch (Error e) {
            return 4;
        }
    }
}
