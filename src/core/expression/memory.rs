//! What parts of expressions have come to, by what they read.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// About what a print or a branch takes besides its bytes.
const ENTRY: usize = 48;

/// Of each part, a tree of what it read and of what it came to.
pub struct Memory {
    /// Prints by number.
    prints: HashMap<Box<[u8]>, usize, RandomState>,
    /// The first are the roots of the parts, in their order.
    nodes: Vec<Node>,
    /// From a node that reads, by the number of what is found.
    branches: HashMap<(usize, usize), usize, RandomState>,
    /// About how much all of it takes.
    pub bytes: usize,
    /// Where a print is made.
    print: Vec<u8>,
}

/// How a part goes on after what it has read so far.
#[derive(Clone, Copy, PartialEq)]
enum Node {
    /// Nobody knows.
    Unknown,
    /// It reads this variable.
    Reads(usize),
    /// It comes to this; to nothing where it fails.
    Is(Option<bool>),
}

impl Memory {
    /// Nothing is known of so many parts.
    pub fn new(parts: usize) -> Self {
        Self {
            prints: HashMap::default(),
            nodes: vec![Node::Unknown; parts],
            branches: HashMap::default(),
            bytes: 0,
            print: Vec::new(),
        }
    }

    /// The number of a print: one for all that are equal.
    pub fn number(&mut self, print: impl FnOnce(&mut Vec<u8>)) -> usize {
        self.print.clear();
        print(&mut self.print);
        if let Some(number) = self.prints.get(self.print.as_slice()) {
            return *number;
        }
        let number = self.prints.len();
        self.prints.insert(self.print.as_slice().into(), number);
        self.bytes += self.print.len() + ENTRY;
        number
    }

    /// What a part is known to come to where `number` finds what it reads, if that is known.
    pub fn known(&mut self, part: usize, number: &mut impl FnMut(&mut Self, usize) -> usize) -> Option<Option<bool>> {
        let mut at = part;
        loop {
            match self.nodes[at] {
                Node::Unknown => return None,
                Node::Is(truth) => return Some(truth),
                Node::Reads(variable) => {
                    let found = number(self, variable);
                    at = *self.branches.get(&(at, found))?;
                }
            }
        }
    }

    /// Keeps what a part came to when it read these variables, in this order.
    pub fn keep(
        &mut self,
        part: usize,
        reads: &[usize],
        truth: Option<bool>,
        number: &mut impl FnMut(&mut Self, usize) -> usize,
    ) {
        let mut at = part;
        for variable in reads {
            if self.nodes[at] == Node::Unknown {
                self.nodes[at] = Node::Reads(*variable);
            }
            // After the same it read something else before: it went through a map, which has no order. Then this is
            // not kept; all that is kept stays right.
            if self.nodes[at] != Node::Reads(*variable) {
                return;
            }
            let found = number(self, *variable);
            let new = self.nodes.len();
            at = *self.branches.entry((at, found)).or_insert(new);
            if at == new {
                self.nodes.push(Node::Unknown);
                self.bytes += ENTRY;
            }
        }
        if self.nodes[at] == Node::Unknown {
            self.nodes[at] = Node::Is(truth);
        }
    }
}
