class Other {
  //@Override
  //@SuppressWarnings("unused")
  /*@Nullable*/
  static int fine() { return 2; }
}
