; Contents of arrays of @E, read as sequences.
;
; The axioms that convert between indices of the array and of the sequence have a
; higher weight: equal indices may be different terms, and then only the bound on
; the depth of terms stops instantiation.
(declare-fun seq_of@n (@A Int Int) @Q)

(assert (forall ((a @A) (l Int) (h Int)) (! (and
    (=> (<= h l) (= (seq_len@n (seq_of@n a l h)) 0))
    (=> (<= l h) (= (seq_len@n (seq_of@n a l h)) (- h l)))
    (=> (= h (+ l 1)) (= (seq_of@n a l h) (seq_unit@n (select a l)))))
  :pattern ((seq_of@n a l h)))))
(assert (forall ((a @A) (l Int) (h Int) (i Int)) (!
    (=> (and (<= 0 i) (< i (- h l))) (= (seq_at@n (seq_of@n a l h) i) (select a (+ l i))))
  :pattern ((seq_at@n (seq_of@n a l h) i)) :weight 3)))
(assert (forall ((a @A) (l Int) (h Int) (i Int)) (!
    (=> (and (<= l i) (< i h)) (= (seq_at@n (seq_of@n a l h) (- i l)) (select a i)))
  :pattern ((seq_of@n a l h) (select a i)) :weight 3)))
(assert (forall ((a @A) (i Int) (v @E) (l Int) (h Int)) (!
    (= (seq_of@n (store a i v) l h) (seq_upd@n (seq_of@n a l h) (- i l) v))
  :pattern ((seq_of@n (store a i v) l h)))))

; Prefixes, suffixes and concatenations.
(assert (forall ((a @A) (l Int) (h Int) (n Int)) (!
    (=> (<= n (- h l)) (= (seq_take@n (seq_of@n a l h) n) (seq_of@n a l (+ l n))))
  :pattern ((seq_take@n (seq_of@n a l h) n)))))
(assert (forall ((a @A) (l Int) (h Int) (n Int)) (!
    (=> (and (< 0 n) (<= n (- h l))) (= (seq_drop@n (seq_of@n a l h) n) (seq_of@n a (+ l n) h)))
  :pattern ((seq_drop@n (seq_of@n a l h) n)))))
(assert (forall ((a @A) (l Int) (m Int) (h Int)) (!
    (=> (and (<= l m) (<= m h)) (= (seq_of@n a l h) (seq_cat@n (seq_of@n a l m) (seq_of@n a m h))))
  :pattern ((seq_of@n a l m) (seq_of@n a m h)))))
(assert (forall ((a @A) (l Int) (m Int) (h Int)) (!
    (=> (and (<= l m) (= h (+ m 1)))
      (= (seq_of@n a l h) (seq_cat@n (seq_of@n a l m) (seq_unit@n (select a m)))))
  :pattern ((seq_of@n a l m) (seq_of@n a l h)))))
