//! Remembers the results of the parts of expressions, by what the parts read.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// How many bytes to keep before everything is discarded: a match may have thousands of steps, and each adds something.
const MOST_KEPT: usize = 1 << 23;
/// The approximate size of a print or a branch besides its bytes.
const ENTRY: usize = 48;

/// For each part, a tree of the values that were read, with the results.
pub struct Memory {
    parts: usize,
    /// The number of each print; equal prints have the same number.
    prints: HashMap<Box<[u8]>, usize, RandomState>,
    /// The number of each variable's print in this step, if it has been asked for.
    found: Vec<Option<usize>>,
    /// The nodes of the trees. The first ones are the roots of the parts, in their order.
    nodes: Vec<Branch>,
    /// The next node, by the node that reads a variable and the number of the print found there.
    branches: HashMap<(usize, usize), usize, RandomState>,
    /// The approximate size of everything kept.
    bytes: usize,
    /// A buffer for making prints.
    print: Vec<u8>,
}

/// What a part does after what it has read so far.
#[derive(Clone, Copy, PartialEq)]
enum Branch {
    /// Not known yet.
    Unknown,
    /// It reads this variable.
    Reads(usize),
    /// It gives this result; `None` if it fails.
    Is(Option<bool>),
}

impl Memory {
    /// Creates an empty memory for this many parts and variables.
    pub fn new(parts: usize, variables: usize) -> Self {
        Self {
            parts,
            prints: HashMap::default(),
            found: vec![None; variables],
            nodes: vec![Branch::Unknown; parts],
            branches: HashMap::default(),
            bytes: 0,
            print: Vec::new(),
        }
    }

    /// Begins the next step. For each variable, `was` gives the variable, if any, that had the same value in the
    /// previous step.
    pub fn next(&mut self, was: impl Iterator<Item = Option<usize>>) {
        if self.bytes > MOST_KEPT {
            *self = Self::new(self.parts, self.found.len());
        }
        self.found = was.map(|was| self.found[was?]).collect();
    }

    /// The result of a part in this step, if it is known. `print` writes the value of a variable.
    pub fn known(&mut self, part: usize, print: impl Fn(usize, &mut Vec<u8>)) -> Option<Option<bool>> {
        let mut at = part;
        loop {
            match self.nodes[at] {
                Branch::Unknown => return None,
                Branch::Is(truth) => return Some(truth),
                Branch::Reads(variable) => {
                    let found = self.number(variable, &print);
                    at = *self.branches.get(&(at, found))?;
                }
            }
        }
    }

    /// Keeps the result of a part that read these variables, in this order.
    pub fn keep(&mut self, part: usize, reads: &[usize], truth: Option<bool>, print: impl Fn(usize, &mut Vec<u8>)) {
        let mut at = part;
        for variable in reads {
            if self.nodes[at] == Branch::Unknown {
                self.nodes[at] = Branch::Reads(*variable);
            }
            // An earlier evaluation that had read the same up to here then read something else: the part iterates over
            // a map, which has no order. Do not keep this result; the results already kept stay right.
            if self.nodes[at] != Branch::Reads(*variable) {
                return;
            }
            let found = self.number(*variable, &print);
            let new = self.nodes.len();
            at = *self.branches.entry((at, found)).or_insert(new);
            if at == new {
                self.nodes.push(Branch::Unknown);
                self.bytes += ENTRY;
            }
        }
        if self.nodes[at] == Branch::Unknown {
            self.nodes[at] = Branch::Is(truth);
        }
    }

    /// The number of the print of a variable.
    fn number(&mut self, variable: usize, print: &impl Fn(usize, &mut Vec<u8>)) -> usize {
        if let Some(number) = self.found[variable] {
            return number;
        }
        self.print.clear();
        print(variable, &mut self.print);
        let next = self.prints.len();
        let number = match self.prints.get(self.print.as_slice()) {
            Some(number) => *number,
            None => {
                self.prints.insert(self.print.as_slice().into(), next);
                self.bytes += self.print.len() + ENTRY;
                next
            }
        };
        self.found[variable] = Some(number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the prints of variables that have these values.
    fn values<'v>(values: &'v [&'v str]) -> impl Fn(usize, &mut Vec<u8>) {
        |variable, into| into.extend(values[variable].bytes())
    }

    fn nothing(memory: &mut Memory) {
        memory.next([None, None].into_iter());
    }

    #[test]
    fn what_was_read_in_another_order_is_not_kept() {
        let mut memory = Memory::new(1, 2);
        memory.keep(0, &[0, 1], Some(true), values(&["a", "b"]));
        nothing(&mut memory);
        memory.keep(0, &[1, 0], Some(false), values(&["c", "c"]));
        // If the second is not what it was then, nothing is known.
        nothing(&mut memory);
        assert_eq!(memory.known(0, values(&["c", "d"])), None);
        nothing(&mut memory);
        assert_eq!(memory.known(0, values(&["a", "b"])), Some(Some(true)));
    }

    #[test]
    fn what_stays_is_not_printed_again() {
        let mut memory = Memory::new(1, 2);
        memory.keep(0, &[0, 1], None, values(&["a", "a"]));
        memory.next([Some(1), None].into_iter());
        let print = |variable: usize, into: &mut Vec<u8>| {
            assert_eq!(variable, 1, "the first is what the second was");
            into.push(b'a');
        };
        assert_eq!(memory.known(0, print), Some(None));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut memory = Memory::new(1, 2);
        for turn in 0..12 {
            let long = format!("{turn}{}", "x".repeat(1 << 20));
            memory.next([Some(1), None].into_iter());
            assert_eq!(memory.known(0, values(&[&long, &long])), None);
            memory.keep(0, &[0, 1], Some(true), values(&[&long, &long]));
            assert!(memory.bytes < MOST_KEPT + (3 << 20));
            assert!(memory.found.iter().flatten().all(|number| *number < memory.prints.len()));
        }
        assert!(memory.prints.len() < 12, "the memory was cleared at least once");
    }
}
