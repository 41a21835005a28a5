; Sequences of @E. All functions are total: `take` and `drop` clamp their bound,
; and `upd` out of bounds changes nothing.
;
; Axioms that shift indices require both parts to be nonempty. Otherwise the
; whole equals one of the parts, and the axiom would match its own instances.
(declare-fun seq_empty@n () @S)
(declare-fun seq_unit@n (@E) @S)
(declare-fun seq_cat@n (@S @S) @S)
(declare-fun seq_len@n (@S) Int)
(declare-fun seq_at@n (@S Int) @E)
(declare-fun seq_take@n (@S Int) @S)
(declare-fun seq_drop@n (@S Int) @S)
(declare-fun seq_upd@n (@S Int @E) @S)
(declare-fun seq_has@n (@S @E) Bool)
(declare-fun seq_eq@n (@S @S) Bool)
; The index of a value, and an index at which two sequences differ.
(declare-fun seq_find@n (@S @E) Int)
(declare-fun seq_diff@n (@S @S) Int)

; Length.
(assert (forall ((s @S)) (! (and (<= 0 (seq_len@n s)) (=> (= (seq_len@n s) 0) (= s seq_empty@n))) :pattern ((seq_len@n s)))))
(assert (= (seq_len@n seq_empty@n) 0))

; Singletons.
(assert (forall ((x @E)) (! (and (= (seq_len@n (seq_unit@n x)) 1) (= (seq_at@n (seq_unit@n x) 0) x)) :pattern ((seq_unit@n x)))))

; Concatenation.
(assert (forall ((s @S) (t @S)) (! (and
    (= (seq_len@n (seq_cat@n s t)) (+ (seq_len@n s) (seq_len@n t)))
    (=> (= (seq_len@n s) 0) (= (seq_cat@n s t) t))
    (=> (= (seq_len@n t) 0) (= (seq_cat@n s t) s)))
  :pattern ((seq_cat@n s t)))))
(assert (forall ((s @S) (t @S) (i Int)) (! (and
    (=> (and (<= 0 i) (< i (seq_len@n s))) (= (seq_at@n (seq_cat@n s t) i) (seq_at@n s i)))
    (=> (and (< 0 (seq_len@n s)) (<= (seq_len@n s) i) (< i (+ (seq_len@n s) (seq_len@n t))))
      (= (seq_at@n (seq_cat@n s t) i) (seq_at@n t (- i (seq_len@n s))))))
  :pattern ((seq_at@n (seq_cat@n s t) i)))))
(assert (forall ((s @S) (t @S) (i Int)) (!
    (=> (and (<= 0 i) (< i (seq_len@n s))) (= (seq_at@n (seq_cat@n s t) i) (seq_at@n s i)))
  :pattern ((seq_at@n s i) (seq_cat@n s t)))))
(assert (forall ((s @S) (t @S) (i Int)) (!
    (=> (and (< 0 (seq_len@n s)) (<= 0 i) (< i (seq_len@n t)))
      (= (seq_at@n (seq_cat@n s t) (+ i (seq_len@n s))) (seq_at@n t i)))
  :pattern ((seq_at@n t i) (seq_cat@n s t)))))

; Prefixes.
(assert (forall ((s @S) (n Int)) (! (and
    (=> (<= n 0) (= (seq_len@n (seq_take@n s n)) 0))
    (=> (and (<= 0 n) (<= n (seq_len@n s))) (= (seq_len@n (seq_take@n s n)) n))
    (=> (<= (seq_len@n s) n) (= (seq_take@n s n) s)))
  :pattern ((seq_take@n s n)))))
(assert (forall ((s @S) (n Int) (i Int)) (!
    (=> (and (<= 0 i) (< i n) (< i (seq_len@n s))) (= (seq_at@n (seq_take@n s n) i) (seq_at@n s i)))
  :pattern ((seq_at@n (seq_take@n s n) i))
  :pattern ((seq_at@n s i) (seq_take@n s n)))))

; Suffixes.
(assert (forall ((s @S) (n Int)) (! (and
    (=> (<= n 0) (= (seq_drop@n s n) s))
    (=> (and (<= 0 n) (<= n (seq_len@n s))) (= (seq_len@n (seq_drop@n s n)) (- (seq_len@n s) n)))
    (=> (<= (seq_len@n s) n) (= (seq_len@n (seq_drop@n s n)) 0)))
  :pattern ((seq_drop@n s n)))))
(assert (forall ((s @S) (n Int) (i Int)) (!
    (=> (and (< 0 n) (<= 0 i) (< i (- (seq_len@n s) n))) (= (seq_at@n (seq_drop@n s n) i) (seq_at@n s (+ i n))))
  :pattern ((seq_at@n (seq_drop@n s n) i)))))
(assert (forall ((s @S) (n Int) (i Int)) (!
    (=> (and (< 0 n) (<= n i) (< i (seq_len@n s))) (= (seq_at@n (seq_drop@n s n) (- i n)) (seq_at@n s i)))
  :pattern ((seq_at@n s i) (seq_drop@n s n)))))

; Update.
(assert (forall ((s @S) (i Int) (v @E)) (! (and
    (= (seq_len@n (seq_upd@n s i v)) (seq_len@n s))
    (=> (and (<= 0 i) (< i (seq_len@n s))) (= (seq_at@n (seq_upd@n s i v) i) v))
    (=> (not (and (<= 0 i) (< i (seq_len@n s)))) (= (seq_upd@n s i v) s)))
  :pattern ((seq_upd@n s i v)))))
(assert (forall ((s @S) (i Int) (v @E) (j Int)) (!
    (=> (not (= i j)) (= (seq_at@n (seq_upd@n s i v) j) (seq_at@n s j)))
  :pattern ((seq_at@n (seq_upd@n s i v) j))
  :pattern ((seq_at@n s j) (seq_upd@n s i v)))))

; Prefixes and suffixes of concatenations.
(assert (forall ((s @S) (t @S) (n Int)) (! (and
    (=> (<= n (seq_len@n s)) (= (seq_take@n (seq_cat@n s t) n) (seq_take@n s n)))
    (=> (and (< 0 (seq_len@n s)) (<= (seq_len@n s) n)) (= (seq_take@n (seq_cat@n s t) n) (seq_cat@n s (seq_take@n t (- n (seq_len@n s)))))))
  :pattern ((seq_take@n (seq_cat@n s t) n)))))
(assert (forall ((s @S) (t @S) (n Int)) (! (and
    (=> (<= n (seq_len@n s)) (= (seq_drop@n (seq_cat@n s t) n) (seq_cat@n (seq_drop@n s n) t)))
    (=> (and (< 0 (seq_len@n s)) (<= (seq_len@n s) n)) (= (seq_drop@n (seq_cat@n s t) n) (seq_drop@n t (- n (seq_len@n s))))))
  :pattern ((seq_drop@n (seq_cat@n s t) n)))))
(assert (forall ((s @S) (m Int) (n Int)) (! (and
    (=> (<= n m) (= (seq_take@n (seq_take@n s m) n) (seq_take@n s n)))
    (=> (<= m n) (= (seq_take@n (seq_take@n s m) n) (seq_take@n s m))))
  :pattern ((seq_take@n (seq_take@n s m) n)))))
(assert (forall ((s @S) (m Int) (n Int)) (!
    (=> (and (< 0 m) (< m (seq_len@n s)) (< 0 n)) (= (seq_drop@n (seq_drop@n s m) n) (seq_drop@n s (+ m n))))
  :pattern ((seq_drop@n (seq_drop@n s m) n)))))
(assert (forall ((s @S) (i Int) (v @E) (n Int)) (! (and
    (=> (<= n i) (= (seq_take@n (seq_upd@n s i v) n) (seq_take@n s n)))
    (=> (< i n) (= (seq_take@n (seq_upd@n s i v) n) (seq_upd@n (seq_take@n s n) i v))))
  :pattern ((seq_take@n (seq_upd@n s i v) n)))))
(assert (forall ((s @S) (i Int) (v @E) (n Int)) (! (and
    (=> (< i n) (= (seq_drop@n (seq_upd@n s i v) n) (seq_drop@n s n)))
    (=> (and (< 0 n) (<= n i) (< i (seq_len@n s))) (= (seq_drop@n (seq_upd@n s i v) n) (seq_upd@n (seq_drop@n s n) (- i n) v))))
  :pattern ((seq_drop@n (seq_upd@n s i v) n)))))

; Membership.
(assert (forall ((s @S) (x @E)) (!
    (=> (seq_has@n s x) (and
      (<= 0 (seq_find@n s x)) (< (seq_find@n s x) (seq_len@n s)) (= (seq_at@n s (seq_find@n s x)) x)))
  :pattern ((seq_has@n s x)))))
(assert (forall ((s @S) (x @E) (i Int)) (!
    (=> (and (<= 0 i) (< i (seq_len@n s)) (@eq (seq_at@n s i) x)) (seq_has@n s x))
  :pattern ((seq_has@n s x) (seq_at@n s i)))))
(assert (forall ((x @E)) (! (not (seq_has@n seq_empty@n x)) :pattern ((seq_has@n seq_empty@n x)))))
(assert (forall ((x @E) (y @E)) (! (= (seq_has@n (seq_unit@n y) x) (@eq x y)) :pattern ((seq_has@n (seq_unit@n y) x)))))
(assert (forall ((s @S) (t @S) (x @E)) (!
    (= (seq_has@n (seq_cat@n s t) x) (or (seq_has@n s x) (seq_has@n t x)))
  :pattern ((seq_has@n (seq_cat@n s t) x)))))

; Equality.
(assert (forall ((s @S) (t @S)) (! (and
    (=> (seq_eq@n s t) (= s t))
    (or (seq_eq@n s t)
      (not (= (seq_len@n s) (seq_len@n t)))
      (and (<= 0 (seq_diff@n s t)) (< (seq_diff@n s t) (seq_len@n s))
        (not (@eq (seq_at@n s (seq_diff@n s t)) (seq_at@n t (seq_diff@n s t)))))))
  :pattern ((seq_eq@n s t)))))
