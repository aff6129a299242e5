//! The clauses as cited by the code: every id has a constant here; for example, `clauses::basics::END` is
//! `{{game}}.basics.end`.

rulebound_core::clauses! {
    basics {
        END = "end",
    }
}
