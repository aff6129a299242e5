//! A thread that judges large answers.

use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, Scope};

/// The stack of a thread that runs or judges scenarios, in bytes: that of a main thread.
pub const STACK: usize = 8 * 1024 * 1024;

type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// A thread that does one piece of work after another. The allocator keeps memory for each thread that has used some, so
/// what takes much memory is not done by the threads that ask: there are many of these.
pub struct Large<'a> {
    work: Option<Sender<Work<'a>>>,
}

impl<'a> Large<'a> {
    /// Starts the thread, which ends when this is dropped. If it cannot be started, whoever asks does the work.
    pub fn start<'scope>(scope: &'scope Scope<'scope, 'a>) -> Self {
        let (work, todo) = channel::<Work<'a>>();
        let thread =
            Builder::new().stack_size(STACK).spawn_scoped(scope, move || todo.into_iter().for_each(|one| one()));
        Self { work: thread.ok().map(|_| work) }
    }

    /// Waits for the result of some work; `None` if it panicked.
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
