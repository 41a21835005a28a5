interface I { /*@ pure @*/ int f(); void s(); }
