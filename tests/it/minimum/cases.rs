//! Random problems, small enough for brute force and close enough to payable to be worth testing.

use super::brute::*;
use proptest::prelude::*;
use rulebound::games::motion::minimum::*;

#[derive(Clone)]
pub(super) struct Case {
    pub(super) entries: Vec<Entry>,
    pub(super) kept: Vec<Entry>,
    pub(super) board: Option<Board>,
    pub(super) supply: Option<u32>,
    pub(super) mode: Mode,
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let set = |s: Set, names: &str| -> String {
            names.chars().enumerate().filter(|&(i, _)| has(s, i)).map(|(_, c)| c).collect()
        };
        for (name, list) in [("entry", &self.entries), ("kept", &self.kept)] {
            for e in list {
                let stays = if e.stays { " stays" } else { "" };
                write!(f, "\n  {name} card {}{stays} {:?} spheres {} wants", e.card, e.kind, set(e.spheres, "fwelso"))?;
                for w in &e.wants {
                    write!(f, " {}:{:?}", set(w.elements, "fwels"), w.count)?
                }
            }
        }
        if let Some(b) = &self.board {
            write!(f, "\n  board")?;
            for s in 0..6 {
                for e in 0..5 {
                    if b.0[s][e] > 0 {
                        write!(f, " {}{} in {}", b.0[s][e], set(1 << e, "fwels"), set(1 << s, "fwelso"))?
                    }
                }
            }
        }
        let m = &self.mode;
        write!(
            f,
            "\n  supply {:?} elements {} spheres {} chain {:?}",
            self.supply,
            set(m.elements, "fwels"),
            set(m.spheres, "fwelso"),
            m.chain
        )?;
        for (n, b) in [
            ("self_move", m.self_move),
            ("share_in", m.share_in),
            ("share_out", m.share_out),
            ("share_held", m.share_held),
            ("held_may_move", m.held_may_move),
            ("moved_may_hold", m.moved_may_hold),
            ("one_sphere", m.one_sphere),
            ("all_one_type", m.all_one_type),
            ("all_needs_one", m.all_needs_one),
            ("all_spares_held", m.all_spares_held),
            ("exactly", m.exactly),
            ("repeatedly", m.repeatedly),
            ("idle", m.idle),
            ("movements-first", m.movements_first),
            ("all-alone", m.all_alone),
            ("stay-apart", m.stay_apart),
            ("share-own", m.share_own),
        ] {
            if b {
                write!(f, " {n}")?
            }
        }
        writeln!(f)
    }
}

pub(super) fn want(alls: u32) -> impl Strategy<Value = Want> {
    (
        1u8..8,
        prop_oneof![10 => Just(Count::One), alls => Just(Count::All), 1 => (0u32..3).prop_map(Count::Number)],
        0..4u8,
    )
        .prop_map(|(elements, count, narrow)| Want {
            elements: if narrow > 0 { 1 << (elements % 3) } else { elements },
            count,
        })
}
pub(super) fn entry(kept: bool, alls: u32) -> impl Strategy<Value = Entry> {
    (
        0usize..3,
        prop_oneof![Just(EntryKind::In), Just(EntryKind::Out), Just(EntryKind::Hold)],
        1u8..8,
        prop::collection::vec(want(alls), 1..4),
        0..3u8,
        any::<bool>(),
    )
        .prop_map(move |(card, kind, spheres, wants, narrow, stays)| Entry {
            card,
            index: 0,
            kind: if kept { EntryKind::Hold } else { kind },
            spheres: if narrow > 0 { 1 << (spheres % 3) } else { spheres },
            wants,
            stays: kept || stays,
        })
}
pub(super) fn mode(p: f64) -> impl Strategy<Value = Mode> {
    (
        prop::collection::vec(prop::bool::weighted(p), 17),
        prop_oneof![Just(Chain::Any), Just(Chain::DifferentCards), Just(Chain::Never)],
        prop_oneof![3 => Just(3u8), 3 => Just(7u8)],
        prop_oneof![2 => Just(3u8), 4 => Just(7u8), 1 => Just(0x23u8)],
    )
        .prop_map(|(b, chain, elements, spheres)| Mode {
            elements,
            spheres,
            self_move: b[0],
            chain,
            share_in: b[1],
            share_out: b[2],
            share_held: b[3],
            held_may_move: b[4],
            moved_may_hold: b[5],
            one_sphere: b[6] ^ true,
            all_one_type: b[7],
            all_needs_one: b[8],
            all_spares_held: b[9],
            exactly: b[10],
            repeatedly: b[11],
            idle: b[12],
            movements_first: b[13],
            all_alone: b[14] ^ true,
            stay_apart: b[15] && !b[1] && !b[2],
            share_own: b[16],
        })
}
pub(super) fn board() -> impl Strategy<Value = Board> {
    prop::collection::vec((prop_oneof![6 => 0usize..3, 1 => Just(5usize)], 0usize..3), 0..6).prop_map(|gems| {
        let mut b = Board::default();
        for (s, e) in gems {
            b.0[s][e] += 1
        }
        b
    })
}
pub(super) fn case(p: f64, alls: u32) -> impl Strategy<Value = Case> {
    (
        prop::collection::vec(entry(false, alls), 1..5),
        prop::collection::vec(entry(true, alls), 0..3),
        prop::option::weighted(0.7, board()),
        prop::option::weighted(0.3, 0u32..3),
        mode(p),
        prop::collection::vec((0u8..6, 0usize..6), 8),
    )
        .prop_map(|(mut entries, mut kept, mut board, supply, mode, picks)| {
            // at most five slots; fewer gems if paths are long
            let slots =
                |es: &[Entry]| -> usize { es.iter().flat_map(|e| &e.wants).map(|w| units(w.count).max(1)).sum() };
            let most = if mode.repeatedly {
                3
            } else if board.is_none() {
                4
            } else {
                5
            };
            // the entries of one card agree on whether it stays
            for at in 1..entries.len() {
                let first = entries.iter().find(|entry| entry.card == entries[at].card).unwrap();
                entries[at].stays = first.stays;
            }
            while slots(&entries) + slots(&kept) > most && entries.len() > 1 {
                entries.pop();
            }
            if let Some(b) = &mut board {
                fit(b, &entries, &kept, &mode, &picks)
            }
            if mode.repeatedly
                && let Some(b) = &mut board
            {
                let mut n = 0;
                for c in b.0.iter_mut().flatten() {
                    if n + *c > 3 {
                        *c = 3 - n
                    }
                    n += *c
                }
            }
            // cards in play are not among the cards that are played
            let all = entries.iter_mut().chain(&mut kept);
            all.enumerate().for_each(|(index, entry)| entry.index = index);
            kept.iter_mut().for_each(|entry| entry.card += 3);
            Case { entries, kept, board, supply, mode }
        })
}

/// Replaces most of the gems by gems that the wants could use.
pub(super) fn fit(b: &mut Board, entries: &[Entry], kept: &[Entry], m: &Mode, picks: &[(u8, usize)]) {
    let mut picks = picks.iter();
    let noise = b.clone();
    *b = Board::default();
    let mut n = 0;
    for e in entries.iter().chain(kept) {
        for w in &e.wants {
            let Some(&(keep, pick)) = picks.next() else { break };
            let es = bits(w.elements & m.elements);
            let ss = bits(if e.kind == EntryKind::In { m.spheres } else { e.spheres & m.spheres });
            if keep == 0 || es.is_empty() || ss.is_empty() || n >= 5 {
                continue;
            }
            b.0[ss[pick % ss.len()]][es[pick % es.len()]] += 1;
            n += 1;
        }
    }
    for s in 0..6 {
        for e in 0..5 {
            for k in 0..noise.0[s][e] {
                if n < 5 && picks.next().is_some_and(|x| x.0 < 3 + k as u8) {
                    b.0[s][e] += 1;
                    n += 1
                }
            }
        }
    }
}
