//! What a reading changes, shown by a scenario.

use super::{Effect, Side, effects};
use crate::scenario::Scenario;

/// What changes in a scenario that chooses a reading, compared with the default reading of the same ruling. `None` if
/// nothing does, or if the scenario chooses no reading of the ruling.
pub fn example(side: &Side, scenario: &Scenario, ruling: &str) -> Option<Effect> {
    let mut by_default = scenario.clone();
    by_default.readings.remove(ruling)?;
    effects::compare(scenario, side.figures(scenario), &side.run(&by_default), &side.run(scenario))
}
