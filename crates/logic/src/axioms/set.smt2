; Finite sets of @E.
(declare-fun set_empty@n () @S)
(declare-fun set_ins@n (@S @E) @S)
(declare-fun set_cup@n (@S @S) @S)
(declare-fun set_cap@n (@S @S) @S)
(declare-fun set_minus@n (@S @S) @S)
(declare-fun set_sub@n (@S @S) Bool)
(declare-fun set_has@n (@S @E) Bool)
(declare-fun set_size@n (@S) Int)
(declare-fun set_eq@n (@S @S) Bool)
; An element, and an element in which two sets differ.
(declare-fun set_some@n (@S) @E)
(declare-fun set_odd@n (@S @S) @E)
(declare-fun set_diff@n (@S @S) @E)

; Membership.
(assert (forall ((x @E)) (! (not (set_has@n set_empty@n x)) :pattern ((set_has@n set_empty@n x)))))
(assert (forall ((s @S) (y @E) (x @E)) (!
    (= (set_has@n (set_ins@n s y) x) (or (@eq x y) (set_has@n s x)))
  :pattern ((set_has@n (set_ins@n s y) x))
  :pattern ((set_ins@n s y) (set_has@n s x)))))
(assert (forall ((s @S) (y @E)) (! (set_has@n (set_ins@n s y) y) :pattern ((set_ins@n s y)))))
(assert (forall ((s @S) (t @S) (x @E)) (!
    (= (set_has@n (set_cup@n s t) x) (or (set_has@n s x) (set_has@n t x)))
  :pattern ((set_has@n (set_cup@n s t) x))
  :pattern ((set_cup@n s t) (set_has@n s x))
  :pattern ((set_cup@n s t) (set_has@n t x)))))
(assert (forall ((s @S) (t @S) (x @E)) (!
    (= (set_has@n (set_cap@n s t) x) (and (set_has@n s x) (set_has@n t x)))
  :pattern ((set_has@n (set_cap@n s t) x))
  :pattern ((set_cap@n s t) (set_has@n s x) (set_has@n t x)))))
(assert (forall ((s @S) (t @S) (x @E)) (!
    (= (set_has@n (set_minus@n s t) x) (and (set_has@n s x) (not (set_has@n t x))))
  :pattern ((set_has@n (set_minus@n s t) x))
  :pattern ((set_minus@n s t) (set_has@n s x))
  :pattern ((set_minus@n s t) (set_has@n t x)))))

; Subsets.
(assert (forall ((s @S) (t @S) (x @E)) (!
    (=> (and (set_sub@n s t) (set_has@n s x)) (set_has@n t x))
  :pattern ((set_sub@n s t) (set_has@n s x))
  :pattern ((set_sub@n s t) (set_has@n t x)))))
(assert (forall ((s @S) (t @S)) (! (and
    (or (set_sub@n s t) (and (set_has@n s (set_odd@n s t)) (not (set_has@n t (set_odd@n s t)))))
    (=> (set_sub@n s t) (<= (set_size@n s) (set_size@n t)))
    (=> (and (set_sub@n s t) (= (set_size@n s) (set_size@n t))) (= s t)))
  :pattern ((set_sub@n s t)))))

; Sizes.
(assert (= (set_size@n set_empty@n) 0))
(assert (forall ((s @S)) (! (and
    (<= 0 (set_size@n s))
    (=> (= (set_size@n s) 0) (= s set_empty@n))
    (=> (not (= (set_size@n s) 0)) (set_has@n s (set_some@n s))))
  :pattern ((set_size@n s)))))
(assert (forall ((s @S) (y @E)) (! (and
    (=> (set_has@n s y) (= (set_ins@n s y) s))
    (=> (not (set_has@n s y)) (= (set_size@n (set_ins@n s y)) (+ (set_size@n s) 1))))
  :pattern ((set_ins@n s y)))))
(assert (forall ((s @S) (t @S)) (!
    (= (+ (set_size@n (set_cup@n s t)) (set_size@n (set_cap@n s t))) (+ (set_size@n s) (set_size@n t)))
  :pattern ((set_size@n (set_cup@n s t)))
  :pattern ((set_size@n (set_cap@n s t))))))
(assert (forall ((s @S) (t @S)) (!
    (= (set_size@n (set_minus@n s t)) (- (set_size@n s) (set_size@n (set_cap@n s t))))
  :pattern ((set_size@n (set_minus@n s t))))))

; Sizes of intersections, and so of differences: with a part, with an insertion. They
; equate sizes, not sets: equations of sets make new insertions without end.
(assert (forall ((s @S)) (! (= (set_cap@n s set_empty@n) set_empty@n) :pattern ((set_cap@n s set_empty@n)))))
(assert (forall ((s @S)) (! (= (set_cap@n set_empty@n s) set_empty@n) :pattern ((set_cap@n set_empty@n s)))))
(assert (forall ((s @S) (t @S)) (! (and
    (<= (set_size@n (set_cap@n s t)) (set_size@n s)) (<= (set_size@n (set_cap@n s t)) (set_size@n t)))
  :pattern ((set_size@n (set_cap@n s t))))))
(assert (forall ((s @S) (t @S)) (!
    (=> (set_sub@n t s) (= (set_size@n (set_cap@n s t)) (set_size@n t)))
  :pattern ((set_sub@n t s) (set_size@n (set_cap@n s t))))))
(assert (forall ((s @S) (t @S)) (!
    (=> (set_sub@n t s) (= (set_size@n (set_cap@n t s)) (set_size@n t)))
  :pattern ((set_sub@n t s) (set_size@n (set_cap@n t s))))))
(assert (forall ((s @S) (t @S) (y @E)) (!
    (= (set_size@n (set_cap@n s (set_ins@n t y)))
      (+ (set_size@n (set_cap@n s t)) (ite (and (set_has@n s y) (not (set_has@n t y))) 1 0)))
  :pattern ((set_size@n (set_cap@n s (set_ins@n t y)))))))
(assert (forall ((s @S) (t @S) (y @E)) (!
    (= (set_size@n (set_cap@n (set_ins@n t y) s))
      (+ (set_size@n (set_cap@n t s)) (ite (and (set_has@n s y) (not (set_has@n t y))) 1 0)))
  :pattern ((set_size@n (set_cap@n (set_ins@n t y) s))))))

; Equality.
(assert (forall ((s @S) (t @S)) (! (and
    (=> (set_eq@n s t) (= s t))
    (or (set_eq@n s t) (not (= (set_has@n s (set_diff@n s t)) (set_has@n t (set_diff@n s t))))))
  :pattern ((set_eq@n s t)))))
