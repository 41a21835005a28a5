package p;
public strictfp class Bad { { O.set(); } public Bad() { } }
