// Transfers between accounts that are separate from each other.

/*@ predicate valid(Account a; int amount) = a.balance |-> amount &*& 0 <= amount; @*/

class Account {
    int balance;

    Account()
    //@ requires true;
    //@ ensures valid(this, 0);
    {
        //@ close valid(this, 0);
    }

    int amount()
    //@ requires valid(this, ?a);
    //@ ensures valid(this, a) &*& result == a;
    {
        //@ open valid(this, a);
        int found = balance;
        //@ close valid(this, a);
        return found;
    }

    void deposit(int n)
    //@ requires valid(this, ?a) &*& 0 <= n;
    //@ ensures valid(this, a + n);
    {
        //@ open valid(this, a);
        balance = balance + n;
        //@ close valid(this, a + n);
    }

    void transfer(Account to, int n)
    //@ requires valid(this, ?a) &*& to != null &*& valid(to, ?b) &*& 0 <= n &*& n <= a;
    //@ ensures valid(this, a - n) &*& valid(to, b + n);
    {
        //@ open valid(this, a);
        balance = balance - n;
        //@ close valid(this, a - n);
        to.deposit(n);
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Account a = new Account();
        Account b = new Account();
        a.deposit(100);
        a.transfer(b, 40);
        int x = a.amount();
        int y = b.amount();
        //@ assert x == 60;
        //@ assert y == 40;
    }
}
