; Finite multisets of @E.
(declare-fun bag_empty@n () @S)
(declare-fun bag_unit@n (@E) @S)
(declare-fun bag_cup@n (@S @S) @S)
(declare-fun bag_cap@n (@S @S) @S)
(declare-fun bag_minus@n (@S @S) @S)
(declare-fun bag_sub@n (@S @S) Bool)
(declare-fun bag_count@n (@S @E) Int)
(declare-fun bag_size@n (@S) Int)
(declare-fun bag_eq@n (@S @S) Bool)
; An element, and an element whose multiplicities differ.
(declare-fun bag_some@n (@S) @E)
(declare-fun bag_odd@n (@S @S) @E)
(declare-fun bag_diff@n (@S @S) @E)

; Multiplicities.
(assert (forall ((m @S) (x @E)) (! (and
    (<= 0 (bag_count@n m x)) (<= (bag_count@n m x) (bag_size@n m)))
  :pattern ((bag_count@n m x)))))
(assert (forall ((x @E)) (! (= (bag_count@n bag_empty@n x) 0) :pattern ((bag_count@n bag_empty@n x)))))
(assert (forall ((x @E) (y @E)) (!
    (= (bag_count@n (bag_unit@n y) x) (ite (@eq x y) 1 0))
  :pattern ((bag_count@n (bag_unit@n y) x)))))
(assert (forall ((y @E)) (! (and (= (bag_count@n (bag_unit@n y) y) 1) (= (bag_size@n (bag_unit@n y)) 1))
  :pattern ((bag_unit@n y)))))
(assert (forall ((m @S) (k @S) (x @E)) (!
    (= (bag_count@n (bag_cup@n m k) x) (+ (bag_count@n m x) (bag_count@n k x)))
  :pattern ((bag_count@n (bag_cup@n m k) x)))))
(assert (forall ((m @S) (k @S) (x @E)) (!
    (= (bag_count@n (bag_cap@n m k) x)
      (ite (<= (bag_count@n m x) (bag_count@n k x)) (bag_count@n m x) (bag_count@n k x)))
  :pattern ((bag_count@n (bag_cap@n m k) x)))))
(assert (forall ((m @S) (k @S) (x @E)) (!
    (= (bag_count@n (bag_minus@n m k) x)
      (ite (<= (bag_count@n m x) (bag_count@n k x)) 0 (- (bag_count@n m x) (bag_count@n k x))))
  :pattern ((bag_count@n (bag_minus@n m k) x)))))

; Inclusion.
(assert (forall ((m @S) (k @S) (x @E)) (!
    (=> (bag_sub@n m k) (<= (bag_count@n m x) (bag_count@n k x)))
  :pattern ((bag_sub@n m k) (bag_count@n m x))
  :pattern ((bag_sub@n m k) (bag_count@n k x)))))
(assert (forall ((m @S) (k @S)) (! (and
    (or (bag_sub@n m k) (< (bag_count@n k (bag_odd@n m k)) (bag_count@n m (bag_odd@n m k))))
    (=> (bag_sub@n m k) (<= (bag_size@n m) (bag_size@n k)))
    (=> (and (bag_sub@n m k) (= (bag_size@n m) (bag_size@n k))) (= m k)))
  :pattern ((bag_sub@n m k)))))

; Sizes.
(assert (= (bag_size@n bag_empty@n) 0))
(assert (forall ((m @S)) (! (and
    (<= 0 (bag_size@n m))
    (=> (= (bag_size@n m) 0) (= m bag_empty@n))
    (=> (not (= (bag_size@n m) 0)) (< 0 (bag_count@n m (bag_some@n m)))))
  :pattern ((bag_size@n m)))))
(assert (forall ((m @S) (k @S)) (!
    (= (bag_size@n (bag_cup@n m k)) (+ (bag_size@n m) (bag_size@n k)))
  :pattern ((bag_size@n (bag_cup@n m k))))))
(assert (forall ((m @S) (k @S)) (!
    (= (bag_size@n (bag_minus@n m k)) (- (bag_size@n m) (bag_size@n (bag_cap@n m k))))
  :pattern ((bag_size@n (bag_minus@n m k))))))
(assert (forall ((m @S) (k @S)) (! (and
    (<= (bag_size@n (bag_cap@n m k)) (bag_size@n m)) (<= (bag_size@n (bag_cap@n m k)) (bag_size@n k)))
  :pattern ((bag_size@n (bag_cap@n m k))))))

; Sizes of intersections, and so of differences: with a part, with an element.
(assert (forall ((m @S) (k @S)) (!
    (=> (bag_sub@n k m) (= (bag_size@n (bag_cap@n m k)) (bag_size@n k)))
  :pattern ((bag_sub@n k m) (bag_size@n (bag_cap@n m k))))))
(assert (forall ((m @S) (k @S)) (!
    (=> (bag_sub@n k m) (= (bag_size@n (bag_cap@n k m)) (bag_size@n k)))
  :pattern ((bag_sub@n k m) (bag_size@n (bag_cap@n k m))))))
(assert (forall ((m @S) (y @E)) (!
    (= (bag_size@n (bag_cap@n m (bag_unit@n y))) (ite (< 0 (bag_count@n m y)) 1 0))
  :pattern ((bag_size@n (bag_cap@n m (bag_unit@n y)))))))
(assert (forall ((m @S) (y @E)) (!
    (= (bag_size@n (bag_cap@n (bag_unit@n y) m)) (ite (< 0 (bag_count@n m y)) 1 0))
  :pattern ((bag_size@n (bag_cap@n (bag_unit@n y) m))))))
(assert (forall ((m @S) (k @S) (y @E)) (!
    (= (bag_size@n (bag_cap@n m (bag_cup@n k (bag_unit@n y))))
      (+ (bag_size@n (bag_cap@n m k)) (ite (< (bag_count@n k y) (bag_count@n m y)) 1 0)))
  :pattern ((bag_size@n (bag_cap@n m (bag_cup@n k (bag_unit@n y))))))))
(assert (forall ((m @S) (k @S) (y @E)) (!
    (= (bag_size@n (bag_cap@n m (bag_cup@n (bag_unit@n y) k)))
      (+ (bag_size@n (bag_cap@n m k)) (ite (< (bag_count@n k y) (bag_count@n m y)) 1 0)))
  :pattern ((bag_size@n (bag_cap@n m (bag_cup@n (bag_unit@n y) k)))))))
(assert (forall ((m @S) (k @S) (y @E)) (!
    (= (bag_size@n (bag_cap@n (bag_cup@n k (bag_unit@n y)) m))
      (+ (bag_size@n (bag_cap@n k m)) (ite (< (bag_count@n k y) (bag_count@n m y)) 1 0)))
  :pattern ((bag_size@n (bag_cap@n (bag_cup@n k (bag_unit@n y)) m))))))
(assert (forall ((m @S) (k @S) (y @E)) (!
    (= (bag_size@n (bag_cap@n (bag_cup@n (bag_unit@n y) k) m))
      (+ (bag_size@n (bag_cap@n k m)) (ite (< (bag_count@n k y) (bag_count@n m y)) 1 0)))
  :pattern ((bag_size@n (bag_cap@n (bag_cup@n (bag_unit@n y) k) m))))))

; Equality.
(assert (forall ((m @S) (k @S)) (! (and
    (=> (bag_eq@n m k) (= m k))
    (or (bag_eq@n m k) (not (= (bag_count@n m (bag_diff@n m k)) (bag_count@n k (bag_diff@n m k))))))
  :pattern ((bag_eq@n m k)))))

; An element added to a multiset is in every multiset equal to the sum.
(assert (forall ((m @S) (k @S) (y @E)) (! (and
    (< 0 (bag_count@n (bag_cup@n k (bag_unit@n y)) y)) (< 0 (bag_count@n (bag_cup@n (bag_unit@n y) k) y)))
  :pattern ((bag_eq@n (bag_cup@n k (bag_unit@n y)) m))
  :pattern ((bag_eq@n m (bag_cup@n k (bag_unit@n y))))
  :pattern ((bag_eq@n (bag_cup@n (bag_unit@n y) k) m))
  :pattern ((bag_eq@n m (bag_cup@n (bag_unit@n y) k))))))
