; Merged and restricted contents of arrays of @E.
(declare-fun merge@n (@A Int @A) @A)
(declare-fun restrict@n (@A Int Int) @A)

(assert (forall ((a @A) (m Int) (b @A) (i Int)) (!
    (= (select (merge@n a m b) i) (ite (< i m) (select a i) (select b i)))
  :pattern ((select (merge@n a m b) i))
  :pattern ((merge@n a m b) (select a i))
  :pattern ((merge@n a m b) (select b i)))))
(assert (forall ((a @A) (l Int) (h Int) (i Int)) (!
    (= (select (restrict@n a l h) i) (ite (and (<= l i) (< i h)) (select a i) @0))
  :pattern ((select (restrict@n a l h) i))
  :pattern ((restrict@n a l h) (select a i)))))
