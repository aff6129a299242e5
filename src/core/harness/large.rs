//! A thread that judges large answers.

use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, Scope};

/// Stack size, in bytes, of a thread that runs or judges scenarios: the same as a main thread's.
pub const STACK: usize = 8 * 1024 * 1024;

type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// A thread that does memory-hungry work, one piece at a time. The allocator keeps memory for each thread that has
/// used some, so the many other threads leave such work to this one.
pub struct Large<'a> {
    work: Option<Sender<Work<'a>>>,
}

impl<'a> Large<'a> {
    /// Starts the thread, which ends when this is dropped. If it cannot be started, the calling thread does the work.
    pub fn start<'scope>(scope: &'scope Scope<'scope, 'a>) -> Self {
        let (work, todo) = channel::<Work<'a>>();
        let thread =
            Builder::new().stack_size(STACK).spawn_scoped(scope, move || todo.into_iter().for_each(|one| one()));
        Self { work: thread.ok().map(|_| work) }
    }

    /// Has the thread do `work`, and waits for the result; `None` if the work panicked.
    pub fn result<T: Send + 'a>(&self, work: impl FnOnce() -> T + Send + 'a) -> Option<T> {
        let Some(thread) = &self.work else { return Some(work()) };
        let (give, take) = channel();
        let work = move || {
            let _ = give.send(work());
        };
        thread.send(Box::new(work)).ok()?;
        take.recv().ok()
    }
}
