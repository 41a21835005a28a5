; Finite maps from @E to @V; the domains are sets.
(declare-fun map_empty@n () @S)
(declare-fun map_upd@n (@S @E @V) @S)
(declare-fun map_at@n (@S @E) @V)
(declare-fun map_dom@n (@S) @D)
(declare-fun map_eq@n (@S @S) Bool)
; A key at which two maps differ.
(declare-fun map_diff@n (@S @S) @E)

; Domains.
(assert (= (map_dom@n map_empty@n) set_empty@k))
(assert (forall ((m @S)) (!
    (=> (= (map_dom@n m) set_empty@k) (= m map_empty@n))
  :pattern ((map_dom@n m)))))

; Update.
(assert (forall ((m @S) (k @E) (v @V)) (! (and
    (= (map_dom@n (map_upd@n m k v)) (set_ins@k (map_dom@n m) k))
    (= (map_at@n (map_upd@n m k v) k) v))
  :pattern ((map_upd@n m k v)))))
(assert (forall ((m @S) (k @E) (v @V) (j @E)) (!
    (=> (not (@eq j k)) (= (map_at@n (map_upd@n m k v) j) (map_at@n m j)))
  :pattern ((map_at@n (map_upd@n m k v) j))
  :pattern ((map_at@n m j) (map_upd@n m k v)))))

; Equality.
(assert (forall ((m @S) (o @S)) (! (and
    (=> (map_eq@n m o) (= m o))
    (or (map_eq@n m o)
      (not (= (set_has@k (map_dom@n m) (map_diff@n m o)) (set_has@k (map_dom@n o) (map_diff@n m o))))
      (and (set_has@k (map_dom@n m) (map_diff@n m o)) (set_has@k (map_dom@n o) (map_diff@n m o))
        (not (@veq (map_at@n m (map_diff@n m o)) (map_at@n o (map_diff@n m o)))))))
  :pattern ((map_eq@n m o)))))
