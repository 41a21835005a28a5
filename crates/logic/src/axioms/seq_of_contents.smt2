; Merged and restricted contents, read as sequences.
(assert (forall ((a @A) (m Int) (b @A) (l Int) (h Int)) (!
    (= (seq_of@n (merge@n a m b) l h)
      (seq_cat@n (seq_of@n a l (ite (<= m h) m h)) (seq_of@n b (ite (<= l m) m l) h)))
  :pattern ((seq_of@n (merge@n a m b) l h)))))
(assert (forall ((a @A) (f Int) (t Int) (l Int) (h Int)) (!
    (=> (and (<= f l) (<= h t)) (= (seq_of@n (restrict@n a f t) l h) (seq_of@n a l h)))
  :pattern ((seq_of@n (restrict@n a f t) l h)))))
