// options: --classpath=docs/java/13_jar/rates.jar

import org.rates.Rates;

/** A class of a jar: its members can be called, and nothing is promised. */
class Exchange {
  //@ ensures 0 <= result && result <= Rates.MOST;
  static int rate(Rates rates, String currency) {
    if (rates == null) {
      return 0;
    }
    int rate = rates.of(currency);
    return rate < 0 || rate > Rates.MOST ? 0 : rate;
  }

  //@ ensures 0 <= result; //~ postcondition:may-not-hold
  static int trusting(Rates rates, String currency) {
    if (rates == null) {
      return 0;
    }
    return rates.of(currency);
  }

  static int first(Rates rates) {
    int[] all = new int[3];
    if (rates != null) {
      rates.copyTo(all);
    }
    return all[0]; //~ insufficient-permission
  }
}
