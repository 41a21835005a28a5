// </script><script>document.title = "broken"</script> <img src="http://example.org/x.png"> 'q' "q" &amp;
class Hostile {
  int x;

  /*@ predicate valid() { return acc(x) && x >= 0; } */

  //@ requires valid(); ensures valid();
  void set(int v) {
    String s = "</style></script><script>document.title = 'broken'</script>\"'<b>&lt;";
    x = v;
  }
}
