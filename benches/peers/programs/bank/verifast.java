// Accounts of a bank in a linked list: deposits, and the sum of all balances.

/*@
predicate accounts(Account a; int total) =
    a == null ?
        total == 0
    :
        a.number |-> _ &*& a.balance |-> ?b &*& a.next |-> ?next &*& 0 <= b &*&
        accounts(next, ?rest) &*& 0 <= rest &*& total == b + rest;

predicate bank(Bank b; int assets) = b.first |-> ?first &*& accounts(first, assets) &*& 0 <= assets;
@*/

class Account {
    int number;
    int balance;
    Account next;

    static int sum(Account a)
    //@ requires accounts(a, ?t);
    //@ ensures accounts(a, t) &*& result == t;
    {
        //@ open accounts(a, t);
        int found = 0;
        if (a != null) {
            int rest = sum(a.next);
            found = a.balance + rest;
        }
        //@ close accounts(a, t);
        return found;
    }

    // The amount that was booked: nothing, if there is no such account.
    static int deposit(Account a, int n, int amount)
    //@ requires accounts(a, ?t) &*& 0 <= amount;
    //@ ensures accounts(a, t + result) &*& 0 <= result &*& result <= amount;
    {
        //@ open accounts(a, t);
        int booked = 0;
        if (a == null) {
        } else if (a.number == n) {
            a.balance = a.balance + amount;
            booked = amount;
        } else {
            booked = deposit(a.next, n, amount);
        }
        //@ close accounts(a, t + booked);
        return booked;
    }
}

class Bank {
    Account first;

    Bank()
    //@ requires true;
    //@ ensures bank(this, 0);
    {
        //@ close accounts(null, 0);
        //@ close bank(this, 0);
    }

    void open_(int n)
    //@ requires bank(this, ?t);
    //@ ensures bank(this, t);
    {
        //@ open bank(this, t);
        Account a = new Account();
        a.number = n;
        a.next = first;
        first = a;
        //@ close accounts(a, t);
        //@ close bank(this, t);
    }

    boolean deposit(int n, int amount)
    //@ requires bank(this, ?t) &*& 0 < amount;
    //@ ensures bank(this, ?u) &*& (u == t + amount || u == t || !result) &*& t <= u &*& u <= t + amount;
    {
        //@ open bank(this, t);
        int booked = Account.deposit(first, n, amount);
        //@ close bank(this, t + booked);
        return booked == amount;
    }

    int sum()
    //@ requires bank(this, ?t);
    //@ ensures bank(this, t) &*& result == t;
    {
        //@ open bank(this, t);
        int s = Account.sum(first);
        //@ close bank(this, t);
        return s;
    }

    static void client()
    //@ requires true;
    //@ ensures true;
    {
        Bank b = new Bank();
        b.open_(1);
        b.open_(2);
        b.deposit(1, 100);
        int s = b.sum();
        //@ assert 0 <= s &*& s <= 100;
    }
}
