//! What a reading changes, shown by a scenario.

use super::{Effect, Side, effects};
use crate::harness::engine::Request;
use crate::scenario::Scenario;

/// What changes in a scenario that chooses a reading, compared with the default reading of the same ruling. `None` if
/// nothing does, or if the scenario chooses no reading of the ruling.
pub fn example(side: &Side, scenario: &Scenario, ruling: &str) -> Option<Effect> {
    let mut by_default = Request::new(&side.suite, scenario);
    by_default.readings.remove(ruling)?;
    let old = side.run_request(by_default, None, false);
    effects::compare(scenario, side, (&old, &side.run(scenario, None, false)))
}
