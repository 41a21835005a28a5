import java.util.concurrent.Callable;
class W implements Callable<A> { public A call() { return new A(); } }
