//! The predicate instances that inference has exchanged for their bodies on a path, and the other
//! way round, with what each exchange resulted in.
//!
//! A contract that frames many getters evaluates each in the same heap, and each opens or closes
//! the same predicate. What was learned by the first exchange is on the path, as long as this list
//! is; so a later one of the same heap needs no evaluation of the body.

use super::chunk::predicate::Instance;
use super::heap::Heap;
use rpds::HashTrieMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use veriframe_logic::Term;

/// A heap that is identified, not compared.
#[derive(Clone, Debug)]
struct Identified(Heap);

impl PartialEq for Identified {
    fn eq(&self, other: &Identified) -> bool {
        self.0.is_copy_of(&other.0)
    }
}

impl Eq for Identified {}

impl Hash for Identified {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.identity().hash(state);
    }
}

/// What is exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Exchange {
    /// The chunk of an instance, by its serial, for the body.
    Opening(u64),
    /// The body for an amount of an instance.
    Closing(Instance, Term),
}

/// The heap that remains to be consumed from, and that in which expressions are evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heaps(Identified, Identified);

/// The result of an exchange.
#[derive(Debug)]
pub(crate) struct Exchanged {
    /// The heap that remains to be consumed from.
    pub remainder: Heap,
    /// The heap in which expressions are evaluated.
    pub evaluated: Heap,
    /// The snapshot of the body.
    pub snapshot: Term,
    /// The number from which on the chunks are those that the exchange made: what is searched in a
    /// body is searched in them.
    pub since: u64,
}

/// The exchanges on a path. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Exchanges(HashTrieMap<(Heaps, Exchange), Rc<Exchanged>>);

impl Exchanges {
    /// The result of an exchange in these heaps, if there was one.
    pub(crate) fn of(
        &self,
        remainder: &Heap,
        evaluated: &Heap,
        exchange: Exchange,
    ) -> Option<Rc<Exchanged>> {
        self.0.get(&key(remainder, evaluated, exchange)).cloned()
    }

    /// Records an exchange in these heaps.
    pub(crate) fn note(
        &mut self,
        remainder: &Heap,
        evaluated: &Heap,
        exchange: Exchange,
        result: Exchanged,
    ) {
        let key = key(remainder, evaluated, exchange);
        self.0.insert_mut(key, Rc::new(result));
    }
}

fn key(remainder: &Heap, evaluated: &Heap, exchange: Exchange) -> (Heaps, Exchange) {
    let [remainder, evaluated] = [remainder, evaluated].map(|heap| Identified(heap.clone()));
    (Heaps(remainder, evaluated), exchange)
}
