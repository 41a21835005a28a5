//! The order of the positions in a part of a program.

use veriframe_base::source::FileId;

/// The order of positions, in buffers that are used again.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    /// File and offset, in order of occurrence.
    keys: Vec<u64>,
    /// A bit for each position from the first one on.
    marked: Vec<u64>,
    /// By word of `marked`: the number of marked positions before it.
    before: Vec<u32>,
    /// By index: the number of smaller positions, not counting equal ones twice.
    ranks: Vec<u32>,
}

impl Ranks {
    /// The maximum number of words of `marked` for each position.
    const MAX_WORDS: u64 = 4;

    /// Computes the rank of each position.
    pub fn compute(&mut self, positions: impl Iterator<Item = (FileId, u32)>) -> &[u32] {
        let key = |(file, at): (FileId, u32)| (u64::from(file.number()) << 32) | u64::from(at);
        self.keys.clear();
        self.keys.extend(positions.map(key));
        self.ranks.clear();
        let first = self.keys.iter().copied().min().unwrap_or(0);
        let last = self.keys.iter().copied().max().unwrap_or(0);
        let words = (last - first) / 64 + 1;
        if words <= Self::MAX_WORDS * self.keys.len() as u64 {
            self.count_marked(first, words as usize)
        } else {
            self.count_sorted()
        }
        &self.ranks
    }

    /// The ranks of positions that are close together: sorting would take longer.
    fn count_marked(&mut self, first: u64, words: usize) {
        let place = |key: u64| (((key - first) / 64) as usize, (key - first) % 64);
        self.marked.clear();
        self.marked.resize(words, 0);
        for &key in &self.keys {
            let (word, bit) = place(key);
            if let Some(word) = self.marked.get_mut(word) {
                *word |= 1 << bit;
            }
        }
        let mut all = 0;
        self.before.clear();
        self.before.extend(self.marked.iter().map(|word| {
            let before = all;
            all += word.count_ones();
            before
        }));
        let rank = |&key: &u64| {
            let (word, bit) = place(key);
            let before = self.before.get(word).copied().unwrap_or_default();
            let here = self.marked.get(word).copied().unwrap_or_default();
            before + (here & ((1 << bit) - 1)).count_ones()
        };
        self.ranks.extend(self.keys.iter().map(rank));
    }

    /// The ranks of positions that are far apart, as those of inherited contracts can be.
    fn count_sorted(&mut self) {
        let mut sorted = self.keys.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let rank = |key: &u64| sorted.partition_point(|other| other < key) as u32;
        self.ranks.extend(self.keys.iter().map(rank));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_close_and_of_distant_positions_are_counted_alike() {
        let mut random = 1u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random >> 8
        };
        for (count, range) in [
            (0, 1),
            (1, 1),
            (2, 64),
            (50, 70),
            (300, 1 << 24),
            (300, 5_000),
        ] {
            let at: Vec<u32> = (0..count).map(|_| next() % range).collect();
            let mut different = at.clone();
            different.sort_unstable();
            different.dedup();
            let expected: Vec<u32> = at
                .iter()
                .map(|at| different.iter().take_while(|other| *other < at).count() as u32)
                .collect();
            let file = FileId::numbered(3);
            let mut ranks = Ranks::default();
            assert_eq!(ranks.compute(at.iter().map(|&at| (file, at))), expected);
            ranks.ranks.clear();
            ranks.count_sorted();
            assert_eq!(ranks.ranks, expected, "{count} of {range}");
        }
    }

    #[test]
    fn positions_in_a_later_file_have_higher_ranks() {
        let positions = [(7, 1), (2, 9), (7, 0), (2, 9)];
        let positions = positions.map(|(file, at)| (FileId::numbered(file), at));
        let mut ranks = Ranks::default();
        assert_eq!(ranks.compute(positions.into_iter()), [2, 0, 1, 0]);
    }
}
