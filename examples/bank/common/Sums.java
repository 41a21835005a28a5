package bank.common;

/** Sums and counts over sequences, for contracts, and what is known of them. */
public final class Sums {
  private Sums() {
  }

  /** The sum of all elements. */
  /*@ decreases |s|;
    @ ghost pure static int sum(seq<int> s) {
    @   return |s| == 0 ? 0 : sum(s[..|s| - 1]) + s[|s| - 1];
    @ }
    @*/

  /** How often a number occurs. */
  /*@ ensures 0 <= \result && \result <= |s|;
    @ decreases |s|;
    @ ghost pure static int count(seq<int> s, int v) {
    @   return |s| == 0 ? 0 : count(s[..|s| - 1], v) + (s[|s| - 1] == v ? 1 : 0);
    @ }
    @*/

  /** Whether all elements lie between two bounds. */
  /*@ ghost pure static boolean within(seq<int> s, int low, int high) {
    @   return (\forall int i; 0 <= i && i < |s|; low <= s[i] && s[i] <= high);
    @ }
    @*/

  /** Whether the elements never go down. */
  /*@ ghost pure static boolean sorted(seq<int> s) {
    @   return (\forall int i, j; 0 <= i && i < j && j < |s|; s[i] <= s[j]);
    @ }
    @*/

  /** The sum of a sequence with one more element. */
  /*@ ensures sum(s ++ [v]) == sum(s) + v;
    @ lemma static void sumOfAppended(seq<int> s, int v) {
    @   assert (s ++ [v])[..|s|] == s;
    @ }
    @*/

  /** The sum of two sequences is the sum of their sums. */
  /*@ ensures sum(s ++ t) == sum(s) + sum(t);
    @ decreases |t|;
    @ lemma static void sumOfConcatenated(seq<int> s, seq<int> t) {
    @   if (|t| == 0) {
    @     assert s ++ t == s;
    @   } else {
    @     sumOfConcatenated(s, t[..|t| - 1]);
    @     assert (s ++ t)[..|s ++ t| - 1] == s ++ t[..|t| - 1];
    @   }
    @ }
    @*/

  /** The sum of a sequence with one more element in front. */
  /*@ ensures sum([v] ++ s) == v + sum(s);
    @ lemma static void sumOfPrepended(int v, seq<int> s) {
    @   assert sum(seq<int>()) == 0;
    @   sumOfConcatenated([v], s);
    @ }
    @*/

  /** What a changed element does to the sum. */
  /*@ requires 0 <= i && i < |s|;
    @ ensures sum(s[i := v]) == sum(s) - s[i] + v;
    @ decreases |s|;
    @ lemma static void sumOfUpdated(seq<int> s, int i, int v) {
    @   if (i == |s| - 1) {
    @     assert s[i := v][..i] == s[..i];
    @   } else {
    @     sumOfUpdated(s[..|s| - 1], i, v);
    @     assert s[i := v][..|s| - 1] == s[..|s| - 1][i := v];
    @   }
    @ }
    @*/

  /** The counts of a sequence with one more element. */
  /*@ ensures (\forall int k; count(s ++ [v], k) == count(s, k) + (k == v ? 1 : 0));
    @ lemma static void countOfAppended(seq<int> s, int v) {
    @   assert (s ++ [v])[..|s|] == s;
    @   assert (\forall int k; using count(s ++ [v], k) in
    @     count(s ++ [v], k) == count(s, k) + (k == v ? 1 : 0));
    @ }
    @*/

  /** A number occurs if and only if its count is positive. */
  /*@ ensures (v in s) <==> 0 < count(s, v);
    @ decreases |s|;
    @ lemma static void countOfElement(seq<int> s, int v) {
    @   if (0 < |s|) {
    @     countOfElement(s[..|s| - 1], v);
    @     assert s == s[..|s| - 1] ++ [s[|s| - 1]];
    @   }
    @ }
    @*/
}
