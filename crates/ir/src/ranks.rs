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
