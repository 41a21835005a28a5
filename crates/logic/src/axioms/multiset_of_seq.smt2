; The multiset of a sequence's elements.
(declare-fun bag_of@n (@Q) @S)

(assert (forall ((s @Q)) (! (= (bag_size@n (bag_of@n s)) (seq_len@n s)) :pattern ((bag_of@n s)))))
(assert (= (bag_of@n seq_empty@n) bag_empty@n))
(assert (forall ((x @E)) (! (= (bag_of@n (seq_unit@n x)) (bag_unit@n x)) :pattern ((bag_of@n (seq_unit@n x))))))
(assert (forall ((s @Q) (t @Q)) (!
    (= (bag_of@n (seq_cat@n s t)) (bag_cup@n (bag_of@n s) (bag_of@n t)))
  :pattern ((bag_of@n (seq_cat@n s t))))))
(assert (forall ((s @Q) (i Int) (v @E)) (!
    (=> (and (<= 0 i) (< i (seq_len@n s)))
      (= (bag_of@n (seq_upd@n s i v))
        (bag_cup@n (bag_minus@n (bag_of@n s) (bag_unit@n (seq_at@n s i))) (bag_unit@n v))))
  :pattern ((bag_of@n (seq_upd@n s i v))))))
(assert (forall ((s @Q) (x @E)) (!
    (= (< 0 (bag_count@n (bag_of@n s) x)) (seq_has@n s x))
  :pattern ((bag_count@n (bag_of@n s) x))
  :pattern ((bag_of@n s) (seq_has@n s x)))))
; An element of a sequence is in every multiset that is equated with the
; sequence's. (The trigger contains the equation.)
(assert (forall ((s @Q) (i Int) (m @S)) (!
    (=> (and (bag_eq@n (bag_of@n s) m) (<= 0 i) (< i (seq_len@n s))) (< 0 (bag_count@n m (seq_at@n s i))))
  :pattern ((bag_eq@n (bag_of@n s) m) (seq_at@n s i)) :weight 3)))
(assert (forall ((s @Q) (i Int) (m @S)) (!
    (=> (and (bag_eq@n m (bag_of@n s)) (<= 0 i) (< i (seq_len@n s))) (< 0 (bag_count@n m (seq_at@n s i))))
  :pattern ((bag_eq@n m (bag_of@n s)) (seq_at@n s i)) :weight 3)))

; Prefixes and suffixes.
(assert (forall ((s @Q) (n Int)) (!
    (= (bag_of@n s) (bag_cup@n (bag_of@n (seq_take@n s n)) (bag_of@n (seq_drop@n s n))))
  :pattern ((bag_of@n (seq_take@n s n)) (bag_of@n (seq_drop@n s n))))))
(assert (forall ((s @Q) (m Int) (n Int)) (!
    (=> (and (<= 0 m) (= n (+ m 1)) (<= n (seq_len@n s)))
      (= (bag_of@n (seq_take@n s n)) (bag_cup@n (bag_of@n (seq_take@n s m)) (bag_unit@n (seq_at@n s m)))))
  :pattern ((bag_of@n (seq_take@n s m)) (bag_of@n (seq_take@n s n))))))
(assert (forall ((s @Q) (m Int) (n Int)) (!
    (=> (and (<= 0 m) (= n (+ m 1)) (<= n (seq_len@n s)))
      (= (bag_of@n (seq_drop@n s m)) (bag_cup@n (bag_of@n (seq_drop@n s n)) (bag_unit@n (seq_at@n s m)))))
  :pattern ((bag_of@n (seq_drop@n s m)) (bag_of@n (seq_drop@n s n))))))
