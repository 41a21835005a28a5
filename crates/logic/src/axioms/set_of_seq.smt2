; The set of a sequence's elements.
(declare-fun set_of@n (@Q) @S)

(assert (forall ((s @Q) (x @E)) (!
    (= (set_has@n (set_of@n s) x) (seq_has@n s x))
  :pattern ((set_has@n (set_of@n s) x))
  :pattern ((set_of@n s) (seq_has@n s x)))))
(assert (forall ((s @Q) (i Int)) (!
    (=> (and (<= 0 i) (< i (seq_len@n s))) (set_has@n (set_of@n s) (seq_at@n s i)))
  :pattern ((set_of@n s) (seq_at@n s i)))))
(assert (= (set_of@n seq_empty@n) set_empty@n))
(assert (forall ((s @Q)) (! (<= (set_size@n (set_of@n s)) (seq_len@n s)) :pattern ((set_size@n (set_of@n s))))))
