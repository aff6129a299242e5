//! The minimum, compared with brute force under every combination of terms, and with the engine: it must be the least
//! legal payment. `PROPTEST_CASES` sets a larger number of cases.

mod brute;
mod cases;
mod engine;
mod payments;
mod search;

use brute::units;
use cases::{Case, case};
use proptest::prelude::*;
use rulebound::games::motion::minimum::*;
use search::{MOST, anywhere, on_board};

fn compare(c: &Case) -> Result<(), TestCaseError> {
    let p =
        MinimumProblem { entries: &c.entries, kept: &c.kept, board: c.board.as_ref(), supply: c.supply, mode: &c.mode };
    let slots: usize = c.entries.iter().chain(&c.kept).flat_map(|e| &e.wants).map(|w| units(w.count).max(1)).sum();
    if slots > 6 || (c.mode.repeatedly && slots > 4) {
        return Ok(());
    }
    let answer = minimum(&p, 100_000);
    let brute = match &c.board {
        Some(b) => on_board(&p, b),
        None => anywhere(&p),
    };
    match (&answer, brute) {
        (MinimumFound::Plan(plan), b) => {
            prop_assert_eq!(obeys(&p, plan), Ok(()));
            let got = (plan.gems, plan.movements.len());
            if got.1 > MOST
                && c.mode.repeatedly
                && b.is_none_or(|b| if c.mode.movements_first { (got.1, got.0) < (b.1, b.0) } else { got < b })
            {
                return Ok(());
            }
            prop_assert_eq!(Some(got), b, "{:?}", plan);
        }
        (MinimumFound::Unpayable, b) => prop_assert_eq!(None, b, "unpayable"),
        (MinimumFound::Undecided { .. }, b) => prop_assert!(false, "undecided, brute {:?}", b),
    }
    Ok(())
}

fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { 25 };
    ProptestConfig { cases, failure_persistence: None, ..asked }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn under_the_default_terms(c in case(0.0, 0)) { compare(&c)? }

    #[test]
    fn under_a_few_other_terms(c in case(0.12, 1)) { compare(&c)? }

    #[test]
    fn under_many_other_terms(c in case(0.3, 3)) { compare(&c)? }

    #[test]
    fn single_payments_under_a_few_other_terms(c in case(0.12, 1)) { payments::compare(&c)? }

    #[test]
    fn single_payments_under_many_other_terms(c in case(0.3, 3)) { payments::compare(&c)? }
}
