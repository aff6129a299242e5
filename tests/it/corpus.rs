//! Real card data, if it is available: what is expected for each row. Rows are given by number and digest, since the
//! data itself is not committed. The expectations follow from the document's letters and forms; the figures are the
//! fewest gems and movements that pay for the cost without a board.

use std::collections::BTreeMap;

use rulebound::clause::lines::short_hash;
use serde_json::json;

use crate::shared;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    /// The cost is read, and this many gems and movements pay for it.
    Pays(u64, u64),
    /// The cost is refused at this offset.
    Refused(u64),
}
use Expected::{Pays, Refused};

/// Row, digest, the expectation under the default readings, and the expectation if spirit is an element.
const COSTS: &[(usize, &str, Expected, Expected)] = &[
    (1, "da0900ea", Pays(1, 1), Pays(1, 1)),
    (2, "b674b284", Pays(1, 1), Pays(1, 1)),
    (3, "0ac7fc3d", Pays(2, 1), Pays(2, 1)),
    (4, "cf36d120", Pays(1, 1), Pays(1, 1)),
    (5, "02e90388", Pays(2, 2), Pays(2, 2)),
    (6, "7103c79c", Pays(3, 1), Pays(3, 1)),
    (7, "98b92720", Pays(1, 0), Pays(1, 0)),
    (8, "07c49c3c", Refused(0), Pays(1, 0)),
    (9, "7c2c17fd", Pays(1, 0), Pays(1, 0)),
    (10, "520c56ff", Refused(7), Pays(2, 1)),
    (11, "93f860cc", Refused(8), Pays(4, 2)),
    (12, "93a1a91a", Refused(7), Pays(3, 1)),
    (13, "7ea25c20", Pays(3, 2), Pays(3, 2)),
    (14, "087dac8f", Pays(3, 2), Pays(2, 1)),
    (15, "384d1ccf", Refused(4), Pays(3, 1)),
    (16, "1cecca67", Pays(2, 1), Pays(2, 1)),
    (17, "29091415", Pays(2, 0), Pays(2, 0)),
    (18, "9e575bfe", Refused(3), Pays(2, 0)),
    (19, "3fbb4e7e", Pays(2, 0), Pays(2, 0)),
    (20, "d0b6ad08", Refused(3), Pays(2, 0)),
    (21, "cd557603", Refused(9), Pays(2, 0)),
    (22, "3c215ca6", Refused(12), Refused(12)),
    (23, "e11692fa", Pays(2, 1), Pays(2, 1)),
    (24, "9c868441", Pays(1, 1), Pays(1, 1)),
    (25, "910d31ac", Refused(5), Refused(5)),
    (26, "68b7d55c", Refused(6), Refused(6)),
    (27, "17483d67", Pays(2, 2), Pays(2, 2)),
];

/// The three rows that only the readings of printed cards accept: lone capitals and the comma.
const PRINTED: &[(usize, Expected)] = &[(22, Pays(2, 2)), (25, Pays(1, 1)), (26, Pays(2, 2))];

#[test]
fn every_printed_cost_of_motion_is_read_and_paid_or_refused_as_expected() {
    let Some(folder) = shared::beside("corpus") else { return };
    let text = std::fs::read_to_string(folder.join("motion-costs.tsv")).expect("the corpus has costs");
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), COSTS.len(), "this test does not list the rows of the corpus");
    let suite = shared::suite();
    let readings = |list: &[(&str, &str)]| -> BTreeMap<String, String> {
        list.iter().map(|(ruling, reading)| (format!("motion.rulings.{ruling}"), (*reading).to_owned())).collect()
    };
    let default = suite.book("motion", &readings(&[])).unwrap();
    let spirit = suite.book("motion", &readings(&[("internal", "with-spirit")])).unwrap();
    let printed = suite
        .book(
            "motion",
            &readings(&[("internal", "with-spirit"), ("lone-capital", "any-number"), ("comma", "same-as-bar")]),
        )
        .unwrap();
    let found = |book: &dyn rulebound::kernel::AnyBook, cost: &str| match book.parse("cost", cost).result {
        Err(refused) => Refused(refused.offset as u64),
        Ok(_) => {
            let plan = book.solve(&[], &json!({"costs": [cost]})).expect("a cost that is read can be solved").plan;
            assert_eq!(plan["payable"], true, "{cost}");
            Pays(plan["gems"].as_u64().unwrap(), plan["movements"].as_u64().unwrap())
        }
    };
    let mut wrong = Vec::new();
    for (row, digest, as_default, with_spirit) in COSTS {
        let line = rows[row - 1];
        assert_eq!(short_hash(line), *digest, "row {row} is not the row that this test was written for");
        let cost = line.split('\t').nth(1).unwrap();
        let mut expect = |name: &str, book, expected: Expected| {
            let found = found(book, cost);
            if found != expected {
                wrong.push(format!("row {row}, {name}: expected {expected:?}, found {found:?}"));
            }
        };
        expect("default", default, *as_default);
        expect("with spirit", spirit, *with_spirit);
        let as_printed = PRINTED.iter().find(|(r, _)| r == row).map_or(*with_spirit, |(_, expected)| *expected);
        expect("as printed", printed, as_printed);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
