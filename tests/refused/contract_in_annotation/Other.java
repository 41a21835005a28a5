class Other {
  //@Override
  //@Path("/post")
  //@SuppressWarnings("unused")
  /*@Nullable*/
  static int fine() { return 2; }
}
