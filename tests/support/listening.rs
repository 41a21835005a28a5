//! Listening to the events of a run by one function.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use veriframe::internals::events::{CheckedMember, Event, Listener, Listeners};

/// Calls a function with each event of all checks.
pub struct Each<F>(pub F);

struct OfCheck<F>(Arc<Each<F>>);

impl<F> fmt::Debug for Each<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Each")
    }
}

impl<F: Fn(&Event<'_>) + Send + Sync + 'static> Listeners for Each<F> {
    fn listener(self: Arc<Self>, _: &CheckedMember<'_>) -> Rc<RefCell<dyn Listener>> {
        Rc::new(RefCell::new(OfCheck(self)))
    }
}

impl<F: Fn(&Event<'_>)> Listener for OfCheck<F> {
    fn on_event(&mut self, event: &Event<'_>) {
        (self.0.0)(event);
    }
}
