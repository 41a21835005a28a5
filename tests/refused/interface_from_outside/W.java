import java.util.concurrent.Flow;
class W implements Flow.Publisher<A> { public A call() { return new A(); } }
