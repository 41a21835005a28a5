class B extends Nowhere implements I { public void s() { } }
