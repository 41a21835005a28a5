//! Deterministic pseudo-random numbers.

/// A linear congruential generator (Knuth's MMIX constants).
pub struct Random(u64);

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Random {
        Random(
            seed.wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407),
        )
    }

    /// A number below `limit`, which must be positive.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // The low bits of a linear congruential generator have short periods.
        (self.0 >> 33) as usize % limit
    }

    /// A random item.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// A random permutation of the numbers below `count`.
    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}
