//! How much of large answers may be in memory at once.
//!
//! In memory an answer takes several times its length as a line, and it is copied while it is judged. An answer beyond
//! the budget stays in the pipe until others have been judged. Small answers, which are almost all, do not count.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The length up to which a line does not count.
const SMALL: usize = 64 * 1024;
/// What may be in memory at once. A single answer may be larger.
const MOST: usize = 24 * 1024 * 1024;
/// What a value weighs, besides its text.
const OF_VALUE: usize = 64;

/// The weight of all large answers in memory.
#[derive(Debug, Default)]
pub struct Budget {
    used: Mutex<usize>,
    freed: Condvar,
}

/// The weight of an answer that is in memory, given back when this is dropped.
#[derive(Debug)]
pub struct Held {
    budget: Arc<Budget>,
    weight: usize,
}

impl Budget {
    /// Waits until there is room for an answer of this many bytes and values. Meanwhile nothing is read, so the engine
    /// is not silent: `heard` is counted up.
    pub fn take(self: &Arc<Self>, bytes: usize, values: usize, heard: &AtomicU64) -> Option<Held> {
        if bytes <= SMALL {
            return None;
        }
        let weight = bytes + values * OF_VALUE;
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        while *used > 0 && *used + weight > MOST {
            heard.fetch_add(1, Ordering::Relaxed);
            let waited = self.freed.wait_timeout(used, Duration::from_millis(20));
            used = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *used += weight;
        Some(Held { budget: Arc::clone(self), weight })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        *self.budget.used.lock().unwrap_or_else(PoisonError::into_inner) -= self.weight;
        self.budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_answer_waits_for_another_and_a_small_one_does_not() {
        let (budget, heard) = (Arc::new(Budget::default()), AtomicU64::new(0));
        assert!(budget.take(SMALL, 10, &heard).is_none());
        let first = budget.take(MOST, 100_000, &heard);
        assert!(first.is_some() && budget.take(SMALL, 10, &heard).is_none());
        std::thread::scope(|scope| {
            let second = scope.spawn(|| budget.take(MOST, 0, &heard));
            while heard.load(Ordering::Relaxed) < 3 {
                std::thread::yield_now();
            }
            assert!(!second.is_finished());
            drop(first);
            assert!(second.join().is_ok_and(|held| held.is_some()));
        });
        assert_eq!(*budget.used.lock().unwrap(), 0);
    }
}
