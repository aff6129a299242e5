//! In- and out-entries: letters are matched to movements.

use super::super::action::Move;
use super::super::demand::{Chain, Count, Entry, Kind, OFF, Set};
use super::{Beyond, Matching, Question, paths, reach, units};

/// Most nodes of the search under restricted chaining.
const MOST_NODES: u32 = 200_000;

/// A letter that asks for one movement.
struct Unit {
    card: usize,
    entry: usize,
    moves: u64,
}

fn serves(one: &Move, kind: Kind, spheres: Set, elements: Set) -> bool {
    let place = if kind == Kind::In { one.to } else { one.from };
    elements >> one.gem as u8 & 1 == 1 && (spheres & !OFF) >> place as u8 & 1 == 1
}

/// Whether every letter finds a movement, and every movement a letter if it has to.
pub(super) fn satisfied(question: &Question<'_>, entries: &[Entry], kept: &[Entry]) -> Result<bool, Beyond> {
    let mode = question.mode;
    let every = || entries.iter().chain(kept);
    let mask = |fits: &dyn Fn(&Move) -> bool| -> u64 {
        question.moves.iter().enumerate().filter(|(_, m)| fits(m)).fold(0, |mask, (i, _)| mask | 1 << i)
    };
    let make = |kind: Kind| -> Vec<Unit> {
        units(every(), kind)
            .into_iter()
            .map(|(entry, want)| Unit {
                card: entry.card,
                entry: entry.index,
                moves: mask(&|m| serves(m, kind, entry.spheres, want.elements)),
            })
            .collect()
    };
    let into = make(Kind::In);
    let out = make(Kind::Out);
    // Movements that an `A` counts without asking for one: (card, movements).
    let mut all: Vec<(usize, u64)> = Vec::new();
    let mut all_in = 0u64;
    for entry in every() {
        for want in entry.wants.iter().filter(|w| w.count == Count::All) {
            let fits = match entry.kind {
                Kind::Out => mask(&|m| serves(m, Kind::Out, entry.spheres, want.elements)),
                Kind::In => mask(&|m| {
                    serves(m, Kind::In, entry.spheres, want.elements) && reach(entry) >> m.from as u8 & 1 == 1
                }),
                Kind::Hold => continue,
            };
            if entry.kind == Kind::In {
                // Every matching gem from elsewhere has to come here, not to some other sphere.
                let leaves = mask(&|m| want.elements >> m.gem as u8 & 1 == 1 && reach(entry) >> m.from as u8 & 1 == 1);
                if !mode.repeatedly && leaves & !fits != 0 {
                    return Ok(false);
                }
                all_in |= fits
            } else {
                all.push((entry.card, fits))
            }
            if mode.repeatedly && !paths::all_end(question, entry, want) {
                return Ok(false);
            }
            // A gem that stays is either spared or refused elsewhere, so that it is enough to look at those that leave.
            let bears_on = |m: &Move| {
                want.elements >> m.gem as u8 & 1 == 1
                    && reach(entry) >> m.from as u8 & 1 == 1
                    && question.board.0[m.from as usize][m.gem as usize] > 0
            };
            if mode.all_needs_one && !question.moves.iter().any(bears_on) {
                return Ok(false);
            }
        }
    }
    let count = question.moves.len();
    if !matched(&into, count, mode.share_in) || !matched(&out, count, mode.share_out) {
        return Ok(false);
    }
    if mode.chain == Chain::Any || (all_in != 0 && mode.chain == Chain::DifferentCards) {
        let absorbed = all.iter().fold(all_in, |mask, (_, fits)| mask | fits);
        return Ok(!question.needed || covered(&into, &out, absorbed, count));
    }
    let mut search = Search::new(question, into, out, &all, all_in);
    search.run(0)
}

/// Whether every letter finds a movement of its own; with `share`, of its own within its entry.
fn matched(letters: &[Unit], moves: usize, share: bool) -> bool {
    let fits = |unit: &Unit| (0..moves).filter(|m| unit.moves >> m & 1 == 1).collect();
    if !share {
        return letters.len() <= moves && Matching::new(vec![1; moves], letters.iter().map(fits).collect()).saturates();
    }
    let mut rest = letters;
    while let Some(first) = rest.first() {
        let same = |unit: &&Unit| (unit.card, unit.entry) == (first.card, first.entry);
        let length = rest.iter().take_while(same).count();
        if !Matching::new(vec![1; moves], rest[..length].iter().map(fits).collect()).saturates() {
            return false;
        }
        rest = &rest[length..];
    }
    true
}

/// Whether every movement can serve a letter of its own or is counted by an `A`.
fn covered(into: &[Unit], out: &[Unit], absorbed: u64, moves: usize) -> bool {
    let letters: Vec<&Unit> = into.iter().chain(out).collect();
    let fits: Vec<Vec<usize>> = (0..moves)
        .filter(|m| absorbed >> m & 1 == 0)
        .map(|m| (0..letters.len()).filter(|u| letters[*u].moves >> m & 1 == 1).collect())
        .collect();
    Matching::new(vec![1; letters.len()], fits).saturates()
}

/// Restricted chaining: movements of one kind are interchangeable, so letters are given to kinds.
/// Of `n` movements of a kind, a card may use at most `n` for in- and out-letters together if its
/// own may not be chained; so may nobody at all where nothing is chained.
struct Search<'a> {
    question: &'a Question<'a>,
    /// For each kind: how many movements, and the number of one of them.
    kinds: Vec<(u32, usize)>,
    letters: Vec<(bool, usize, u64)>,
    cards: usize,
    all: Vec<(usize, u64)>,
    all_in: u64,
    used: Vec<[Vec<u32>; 2]>,
    nodes: u32,
}

impl<'a> Search<'a> {
    fn new(question: &'a Question<'a>, into: Vec<Unit>, out: Vec<Unit>, all: &[(usize, u64)], all_in: u64) -> Self {
        let mut kinds: Vec<(u32, usize)> = Vec::new();
        for (index, one) in question.moves.iter().enumerate() {
            match kinds.iter_mut().find(|(_, first)| question.moves[*first] == *one) {
                Some((count, _)) => *count += 1,
                None => kinds.push((1, index)),
            }
        }
        let mut letters: Vec<(bool, usize, u64)> = into.into_iter().map(|u| (true, u.card, u.moves)).collect();
        letters.extend(out.into_iter().map(|u| (false, u.card, u.moves)));
        letters.sort_by_key(|(_, _, moves)| moves.count_ones());
        let cards = letters.iter().map(|l| l.1).chain(all.iter().map(|a| a.0)).max().map_or(0, |c| c + 1);
        let used = vec![[vec![0; cards], vec![0; cards]]; kinds.len()];
        Self { question, kinds, letters, cards, all: all.to_vec(), all_in, used, nodes: 0 }
    }

    fn run(&mut self, at: usize) -> Result<bool, Beyond> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(Beyond(
                "this payment has too many ways to be assigned under restricted chaining; it is not decided".to_owned(),
            ));
        }
        let Some((into, card, moves)) = self.letters.get(at).copied() else { return Ok(self.complete()) };
        for kind in 0..self.kinds.len() {
            if moves >> self.kinds[kind].1 & 1 == 0 {
                continue;
            }
            self.used[kind][usize::from(!into)][card] += 1;
            if self.fits(kind, card) && self.run(at + 1)? {
                return Ok(true);
            }
            self.used[kind][usize::from(!into)][card] -= 1;
        }
        Ok(false)
    }

    fn sums(&self, kind: usize) -> (u32, u32) {
        (self.used[kind][0].iter().sum(), self.used[kind][1].iter().sum())
    }

    fn fits(&self, kind: usize, card: usize) -> bool {
        let (count, mode) = (self.kinds[kind].0, self.question.mode);
        let (into, out) = self.sums(kind);
        let fits = (mode.share_in || into <= count) && (mode.share_out || out <= count);
        let own = match mode.chain {
            Chain::Never => into + out <= count,
            Chain::DifferentCards => self.used[kind][0][card] + self.used[kind][1][card] <= count,
            Chain::Any => true,
        };
        fits && own
    }

    /// Every letter has a movement: whether every movement has a letter, and `A` its share.
    fn complete(&self) -> bool {
        (0..self.kinds.len()).all(|kind| {
            let (count, first) = self.kinds[kind];
            let (into, out) = self.sums(kind);
            let idle = count.saturating_sub(out);
            let taker = self.all.iter().filter(|(_, fits)| fits >> first & 1 == 1).map(|(card, _)| *card).next();
            match taker {
                Some(_) if self.question.mode.chain == Chain::Never => into + out + idle <= count,
                Some(card) => (0..self.cards).all(|c| {
                    let all = if c == card { idle } else { 0 };
                    self.used[kind][0][c] + self.used[kind][1][c] + all <= count
                }),
                None => !self.question.needed || self.all_in >> first & 1 == 1 || into + out >= count,
            }
        })
    }
}
