import static org.junit.Assert.assertEquals;
class Tests { void t() { A a = new A(); assertEquals(1, a.f()); } }
