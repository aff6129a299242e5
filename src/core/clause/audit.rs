//! Compares a spec with a changed document: whether the text that each clause and ruling cites is still there, and
//! where. Only digests of the old document are known, so text is found by trying the lines where it may be.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::lines::{self, Folded, fold};
use super::{GameSpec, Origin};

/// The most lines tried as one cited range whose line breaks have changed, and the most shown for lost text.
const MOST_LINES: usize = 100;
/// The most lines between known ones that are searched for such a range.
const MOST_BETWEEN: usize = 1000;
/// The most lines between known ones that are searched for a part of a citation whose line breaks have changed.
const FEW_BETWEEN: usize = 24;
/// The most ways in which the pieces of one citation are tried.
const MOST_WAYS: usize = 4096;
/// The most places of one text that are compared. Text that is found more often says nothing about where lines went.
const MOST_PLACES: usize = 16;

/// A game's clauses and rulings, compared with a document.
#[derive(Debug)]
pub struct Audit<'s> {
    /// The clauses and then the rulings that cite lines of the document, in the order of the spec.
    pub findings: Vec<Finding<'s>>,
    /// The lines that no clause claims, blank ones left out.
    pub new: Vec<usize>,
}

/// A clause or a ruling, compared with a document.
#[derive(Debug)]
pub struct Finding<'s> {
    /// Its id.
    pub id: &'s str,
    /// Whether it is a ruling.
    pub ruling: bool,
    /// The lines that it cites.
    pub cited: &'s str,
    /// The fate of the cited text.
    pub text: Text,
}

/// The fate of the text that a clause or ruling cites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// It is in the same lines.
    Untouched,
    /// It is in these lines instead.
    Moved(Vec<usize>),
    /// It is gone; these lines are in its place, if the place is known and has any text.
    Touched(Vec<usize>),
}

impl Audit<'_> {
    /// Whether the document agrees with the spec: every text is where it was, and every line is claimed.
    pub fn agrees(&self) -> bool {
        self.new.is_empty() && self.findings.iter().all(|finding| finding.text == Text::Untouched)
    }
}

/// Compares a game's clauses and rulings with a document. Retired clauses are left out.
pub fn audit<'s>(spec: &'s GameSpec, document: &str) -> Audit<'s> {
    let citations = citations(spec);
    let mut search = Search::new(document, &citations);
    search.settle(&citations);
    search.elsewhere(&citations);
    search.settle(&citations);
    let mut claimed = BTreeSet::new();
    let mut findings = Vec::with_capacity(citations.len());
    for (citation, found) in citations.iter().zip(&search.found) {
        let (text, claims) = match found {
            Some(place) if search.printed(place).eq(search.printed(&citation.lines)) => {
                (Text::Untouched, place.clone())
            }
            Some(place) => (Text::Moved(place.clone()), place.clone()),
            None => {
                let (place, claims) = search.expected(&citation.lines);
                (Text::Touched(place), claims)
            }
        };
        if !citation.ruling {
            claimed.extend(claims);
        }
        findings.push(Finding { id: citation.id, ruling: citation.ruling, cited: citation.cited, text });
    }
    let all: Vec<usize> = (1..=search.lines.len()).collect();
    Audit { findings, new: search.printed(&all).filter(|line| !claimed.contains(line)).collect() }
}

/// A clause or ruling that cites lines.
struct Citation<'s> {
    id: &'s str,
    ruling: bool,
    cited: &'s str,
    digest: &'s str,
    lines: Vec<usize>,
}

impl Citation<'_> {
    /// The first and last line, if the lines are a single range.
    fn range(&self) -> Option<(usize, usize)> {
        let whole = self.lines.windows(2).all(|pair| pair[1] == pair[0] + 1);
        Some((*self.lines.first().filter(|_| whole)?, *self.lines.last()?))
    }
}

fn citations(spec: &GameSpec) -> Vec<Citation<'_>> {
    let clauses = spec.clauses.values().filter(|clause| clause.retired.is_none());
    let clauses = clauses.map(|clause| (&clause.id, false, &clause.origin, &clause.digest));
    let rulings = spec.rulings.values().map(|ruling| (&ruling.id, true, &ruling.origin, &ruling.digest));
    let cites = clauses.chain(rulings).filter_map(|(id, ruling, origin, digest)| match (origin, digest) {
        (Origin::Lines(cited), Some(digest)) => {
            Some(Citation { id, ruling, cited, digest, lines: lines::parse(cited).ok()? })
        }
        _ => None,
    });
    cites.collect()
}

/// A run of old lines, and the new lines that have or may have its text.
#[derive(Clone, Debug)]
struct Piece {
    old: Vec<usize>,
    new: Vec<usize>,
    /// Whether each old line is one new line.
    by_line: bool,
}

/// The ways to place a piece.
struct Ways {
    /// As far from their old place as the known lines on either side are, with at most one change inside.
    shifted: Vec<Piece>,
    /// If line breaks have changed: any range between the known lines.
    between: Vec<Piece>,
}

impl Ways {
    fn shifted(&self) -> Vec<&Piece> {
        self.shifted.iter().collect()
    }

    /// Ranges with at most as many lines as before, some of which may have been blank; or with all that there are.
    fn likely(&self) -> Vec<&Piece> {
        let all = self.between.iter().map(|way| way.new.len()).max();
        let likely = |way: &&Piece| way.new.len() <= way.old.len() || Some(way.new.len()) == all;
        if all.is_none() { self.shifted() } else { self.between.iter().filter(likely).collect() }
    }

    fn all(&self) -> Vec<&Piece> {
        self.shifted.iter().chain(&self.between).collect()
    }
}

/// The document, and what is known about where the lines of the old one are in it.
struct Search {
    /// The lines, with white space folded.
    lines: Vec<String>,
    /// The line after the last one that is cited.
    old_end: usize,
    /// Lines of the old document, each with the first and last line that have its text.
    map: BTreeMap<usize, (usize, usize)>,
    /// Whether the text of each citation is in the lines that are cited.
    same: Vec<bool>,
    /// Where the text of each citation is.
    found: Vec<Option<Vec<usize>>>,
}

impl Search {
    fn new(document: &str, citations: &[Citation<'_>]) -> Self {
        let old_end = citations.iter().flat_map(|citation| &citation.lines).max().map_or(1, |last| last + 1);
        let (lines, found) = (document.lines().map(fold).collect(), vec![None; citations.len()]);
        let mut search = Self { lines, old_end, map: BTreeMap::new(), same: Vec::new(), found };
        search.same = citations.iter().map(|citation| search.has(citation.digest, &citation.lines)).collect();
        search.map = search.in_order(citations).into_iter().map(|(old, new)| (old, (new, new))).collect();
        search
    }

    /// The given lines without blank ones.
    fn printed<'n>(&'n self, numbers: &'n [usize]) -> impl Iterator<Item = usize> + 'n {
        let blank = |number: usize| self.lines.get(number - 1).is_some_and(String::is_empty);
        numbers.iter().copied().filter(move |number| !blank(*number))
    }

    /// The digest of lines, if the document has them all.
    fn digest(&self, numbers: &[usize]) -> Option<String> {
        let mut folded = Folded::default();
        for number in numbers {
            folded.push_folded(self.lines.get(number.checked_sub(1)?)?);
        }
        Some(folded.digest())
    }

    /// Whether these lines have the text with this digest.
    fn has(&self, digest: &str, numbers: &[usize]) -> bool {
        self.digest(numbers).is_some_and(|found| found == digest)
    }

    /// Where each cited range has its text: the index of the citation, the first line of the range, and the first line
    /// of each place. If the text is where it was, no other place is looked for.
    fn places(&self, citations: &[Citation<'_>]) -> Vec<(usize, (usize, usize), Vec<usize>)> {
        let mut of_length: BTreeMap<usize, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
        let mut places = Vec::new();
        for (index, citation) in citations.iter().enumerate() {
            let Some((first, last)) = citation.range() else { continue };
            // A blank line at an end could as well be another blank line.
            let ends = self.printed(&[first, last]).count() == 2;
            if self.same[index] && ends {
                places.push((index, (first, last), vec![first]));
                continue;
            }
            let known = of_length.entry(last + 1 - first).or_insert_with_key(|length| self.all_of_length(*length));
            let found = known.get(citation.digest).filter(|found| found.len() <= MOST_PLACES);
            places.push((index, (first, last), found.cloned().unwrap_or_default()));
        }
        places
    }

    /// The first line of every range of a length that neither begins nor ends with a blank line, by digest.
    fn all_of_length(&self, length: usize) -> BTreeMap<String, Vec<usize>> {
        let mut all: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for first in 1..=(self.lines.len() + 1).saturating_sub(length) {
            let range: Vec<usize> = (first..first + length).collect();
            if self.printed(&[first, first + length - 1]).count() == 2
                && let Some(digest) = self.digest(&range)
            {
                all.entry(digest).or_default().push(first);
            }
        }
        all
    }

    /// Old lines with the lines that have their text: those which most of the cited ranges agree on, without changing
    /// the order of the lines.
    fn in_order(&self, citations: &[Citation<'_>]) -> Vec<(usize, usize)> {
        let mut votes: BTreeMap<(usize, Reverse<usize>), usize> = BTreeMap::new();
        for (_, (first, last), places) in self.places(citations) {
            for place in places {
                for offset in 0..=last - first {
                    *votes.entry((first + offset, Reverse(place + offset))).or_default() += 2;
                }
            }
        }
        heaviest(&votes, self.lines.len())
    }

    /// Finds the text of citations with the help of what was found before, as long as there is more to be found.
    fn settle(&mut self, citations: &[Citation<'_>]) {
        let mut before = usize::MAX;
        loop {
            let lost: Vec<usize> = (0..citations.len()).filter(|at| self.found[*at].is_none()).collect();
            if lost.len() == before {
                return;
            }
            before = lost.len();
            for at in lost {
                if let Some(pieces) = self.place(at, &citations[at]) {
                    self.keep(at, &pieces);
                }
            }
        }
    }

    /// Looks for ranges out of order: in lines where nothing else was found.
    fn elsewhere(&mut self, citations: &[Citation<'_>]) {
        let mut taken: BTreeSet<usize> = self.found.iter().flatten().flatten().copied().collect();
        for (at, (first, last), places) in self.places(citations) {
            let lines = |place: usize| place..=place + last - first;
            let free = places.into_iter().filter(|place| lines(*place).all(|line| !taken.contains(&line)));
            if self.found[at].is_none()
                && let Some(place) = free.min_by_key(|place| place.abs_diff(first))
            {
                taken.extend(lines(place));
                let (old, new) = (citations[at].lines.clone(), lines(place).collect());
                self.keep(at, &[Piece { old, new, by_line: true }]);
            }
        }
    }

    fn keep(&mut self, at: usize, pieces: &[Piece]) {
        // Where line breaks have changed, nothing shows where one piece ends and the next begins.
        if pieces.iter().all(|piece| piece.by_line) {
            for (old, new) in pieces.iter().flat_map(|piece| piece.old.iter().zip(&piece.new)) {
                self.map.entry(*old).or_insert((*new, *new));
            }
        } else if let [Piece { old, new, .. }] = pieces
            && let ([old], [first, .., last]) = (old.as_slice(), new.as_slice())
        {
            self.map.entry(*old).or_insert((*first, *last));
        }
        self.found[at] = Some(pieces.iter().flat_map(|piece| piece.new.iter().copied()).collect());
    }

    /// The known lines on both sides of old lines: before them, the old line and the last line that has its text; after
    /// them, the old line and the first line that has its text. The ends of the documents count as known.
    fn around(&self, first: usize, last: usize) -> ((usize, usize), (usize, usize)) {
        let before = self.map.range(..first).next_back().map_or((0, 0), |(old, (_, new))| (*old, *new));
        let end = self.lines.iter().rposition(|line| !line.is_empty()).map_or(1, |last| last + 2);
        let after = self.map.range(last + 1..).next().map_or((self.old_end, end), |(old, (new, _))| (*old, *new));
        (before, after)
    }

    /// Where the text of a citation is.
    fn place(&self, at: usize, citation: &Citation<'_>) -> Option<Vec<Piece>> {
        let ways: Vec<Ways> = self.pieces(&citation.lines).map(|piece| self.ways(piece)).collect();
        let is_there = |place: &[usize]| {
            if place == citation.lines { self.same[at] } else { self.has(citation.digest, place) }
        };
        let ordered = citation.lines.is_sorted();
        // Likelier ways first: most of them cannot all be tried.
        let found = [Ways::shifted, Ways::likely, Ways::all].iter().find_map(|choose| {
            let ways: Vec<Vec<&Piece>> = ways.iter().map(choose).collect();
            join(&ways, ordered, &is_there, &mut Vec::new(), &mut { MOST_WAYS })
        });
        found.or_else(|| self.broken(citation)).or_else(|| {
            let (old, new) = (citation.lines.clone(), citation.lines.clone());
            self.same[at].then(|| vec![Piece { old, new, by_line: false }])
        })
    }

    /// Old lines, cut into known ones and runs of unknown ones.
    fn pieces<'l>(&'l self, old: &'l [usize]) -> impl Iterator<Item = &'l [usize]> {
        let unknown = |line: &usize| !self.map.contains_key(line);
        old.chunk_by(move |one, next| *next == one + 1 && unknown(one) && unknown(next))
    }

    /// The lines that may have the text of a piece.
    fn ways(&self, old: &[usize]) -> Ways {
        let (first, last) = (old[0], old[old.len() - 1]);
        let piece = |new: Vec<usize>, by_line: bool| Piece { old: old.to_vec(), new, by_line };
        if let Some((from, to)) = self.map.get(&first) {
            return Ways { shifted: vec![piece((*from..=*to).collect(), from == to)], between: Vec::new() };
        }
        let (before, after) = self.around(first, last);
        let below = |line: &usize| (line + before.1).checked_sub(before.0);
        let above = |line: &usize| (line + after.1).checked_sub(after.0);
        // Near a change, a blank line more or less could hide which line is which.
        let by_line = before.1 + after.0 == before.0 + after.1;
        let mut shifted: Vec<Piece> = Vec::new();
        for cut in (0..=old.len()).rev() {
            let (start, end) = old.split_at(cut);
            let way: Option<Vec<usize>> = start.iter().map(below).chain(end.iter().map(above)).collect();
            let way = way.filter(|way| way.is_sorted_by(|one, next| one < next));
            shifted.extend(way.map(|new| piece(new, by_line)));
        }
        shifted.dedup_by(|one, other| one.new == other.new);
        let between: Vec<usize> = (before.1 + 1..after.1).collect();
        let printed: Vec<usize> = self.printed(&between).collect();
        let mut between = Vec::new();
        if printed.len() <= FEW_BETWEEN {
            for start in 0..printed.len() {
                between.extend((start + 1..=printed.len()).map(|end| piece(printed[start..end].to_vec(), false)));
            }
        }
        Ways { shifted, between }
    }

    /// The lines between known ones that have the text of a range whose line breaks have changed.
    fn broken(&self, citation: &Citation<'_>) -> Option<Vec<Piece>> {
        let (first, last) = citation.range()?;
        let (before, after) = self.around(first, last);
        let between: Vec<usize> = (before.1 + 1..after.1).collect();
        let printed: Vec<usize> = self.printed(&between).collect();
        let starts = if (FEW_BETWEEN..MOST_BETWEEN).contains(&printed.len()) { printed.len() } else { 0 };
        (0..starts).find_map(|start| {
            let mut folded = Folded::default();
            let length = printed[start..].iter().take(MOST_LINES).position(|number| {
                folded.push_folded(&self.lines[number - 1]);
                folded.digest() == citation.digest
            })?;
            let new = printed[start..=start + length].to_vec();
            Some(vec![Piece { old: citation.lines.clone(), new, by_line: false }])
        })
    }

    /// The lines at the place of text that is lost; and those of them that the text may still claim, because there are
    /// no more lines than before.
    fn expected(&self, old: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let (mut place, mut claims) = (BTreeSet::new(), Vec::new());
        for piece in self.pieces(old) {
            let (first, last) = (piece[0], piece[piece.len() - 1]);
            let (before, after) = self.around(first, last);
            let (between, were) = (before.1 + 1..after.1, after.0 - before.0 - 1);
            let lines: Vec<usize> = match self.map.get(&first) {
                Some((from, to)) => (*from..=*to).collect(),
                None if between.len() == were => piece.iter().map(|line| line + before.1 - before.0).collect(),
                None => between.clone().filter(|_| between.len() <= MOST_LINES).collect(),
            };
            if between.len() <= were {
                claims.extend(&lines);
            }
            place.extend(lines);
        }
        (self.printed(&place.into_iter().collect::<Vec<_>>()).collect(), claims)
    }
}

/// One way for each piece, such that the lines of all pieces together have the text. `most` is how often to try.
fn join<'w>(
    ways: &[Vec<&'w Piece>],
    ordered: bool,
    is_there: &dyn Fn(&[usize]) -> bool,
    chosen: &mut Vec<&'w Piece>,
    most: &mut usize,
) -> Option<Vec<Piece>> {
    let Some((first, rest)) = ways.split_first() else {
        *most = most.checked_sub(1)?;
        let place: Vec<usize> = chosen.iter().flat_map(|piece| piece.new.iter().copied()).collect();
        return is_there(&place).then(|| chosen.iter().map(|piece| (*piece).clone()).collect());
    };
    first.iter().find_map(|way| {
        let last = chosen.iter().rev().find_map(|piece| piece.new.last());
        if *most == 0 || ordered && last.is_some_and(|last| way.new.first().is_some_and(|next| next <= last)) {
            return None;
        }
        chosen.push(way);
        let found = join(rest, ordered, is_there, chosen, most);
        chosen.pop();
        found
    })
}

/// The pairs of an old and a new line with the most votes in which both lines rise. Lines that stay count more.
fn heaviest(votes: &BTreeMap<(usize, Reverse<usize>), usize>, lines: usize) -> Vec<(usize, usize)> {
    // For each new line, the votes of the best chain up to it and the number of its last pair, as a Fenwick tree.
    let mut best = vec![(0, 0); lines + 1];
    let until = |best: &[(usize, usize)], line: usize| {
        let (mut most, mut at) = ((0, 0), line);
        while at > 0 {
            most = most.max(best[at]);
            at &= at - 1;
        }
        most
    };
    let mut pairs = Vec::with_capacity(votes.len());
    for (&(old, Reverse(new)), votes) in votes {
        let (weight, before) = until(&best, new - 1);
        pairs.push((old, new, before));
        let this = (weight + votes + usize::from(old == new), pairs.len());
        let mut at = new;
        while at <= lines {
            best[at] = best[at].max(this);
            at += at & at.wrapping_neg();
        }
    }
    let (mut chain, mut at) = (Vec::new(), until(&best, lines).1);
    while at > 0 {
        let (old, new, before) = pairs[at - 1];
        chain.push((old, new));
        at = before;
    }
    chain
}
