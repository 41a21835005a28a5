/** Literals, escapes and digits in all forms that Java has for integers, characters and texts. */
class ReadingLiterals {
    //@ ensures \result == 15 + 5 + 31 + 7;
    static int bases() {
        return 017 + 0b101 + 0x1_F + 0_7;
    }

    //@ ensures \result == 65 + 65 + 9;
    static int characters() {
        return '\u0041' + '\101' + '\t';
    }

    //@ ensures \result == 39 + 92 + 32 + 8 + 12 + 0 + 34;
    static int escapes() {
        return '\'' + '\\' + '\s' + '\b' + '\f' + '\0' + '\"';
    }

    //@ ensures \result == -1;
    static int allBits() {
        return 0xFFFFFFFF;
    }

    //@ ensures \result == -2147483648;
    static int least() {
        return 0x8000_0000;
    }

    //@ ensures \result == 4294967295;
    static long wide() {
        return 0xFFFF_FFFFL;
    }

    //@ ensures \result == -1;
    static long wideBits() {
        return 0xFFFF_FFFF_FFFF_FFFFL;
    }

    //@ ensures \result == 7 + 8 + 3;
    static long suffixes() {
        return 07l + 010L + 0b11L;
    }

    //@ ensures \result == -2147483648;
    static int negated() {
        return -2147483648;
    }

    //@ ensures \result == -9223372036854775808;
    static long negatedLong() {
        return -9223372036854775808L;
    }

    //@ ensures \result == 37777777777L % 8;
    static int octalBits() {
        return 037777777777 == -1 ? 1 : 0;
    }

    //@ ensures \result == 3;
    static int length() {
        return "a\tb".length();
    }

    //@ ensures \result == 2;
    static int escapedLength() {
        return "\1012".length();
    }

    //@ ensures \result;
    static boolean same() {
        return "a\u0062\143".equals("abc");
    }

    //@ ensures \result == 8364;
    static int euro() {
        return '€';
    }

    //@ ensures \result == 3;
    static int größe() {
        int $a_1 = 1, überall = 2;
        return $a_1 + überall;
    }

    //@ ensures \result == 0;
    static int comment() {
        int n = 0; /* n = 1; // */ /**/ /***/
        return n; // n = 3; */ /*
    }
}
