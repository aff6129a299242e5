//! The suite notices every clause, number and reading; the whole table is a snapshot for review.

use rulebound::games::GAMES;
use rulebound::harness::{CoreSuite, cover};

use crate::shared;

#[test]
fn nothing_of_the_rules_can_change_unnoticed() {
    let suite = shared::suite();
    for game in GAMES.iter() {
        let found = cover::cover(suite, game, "").unwrap_or_else(|faults| panic!("{}", faults.list[0].line()));
        assert_eq!(found.gaps(), Vec::<String>::new());
        let ids = suite.ids(&format!("{}/", game.name())).expect("they can be listed");
        let scenarios = suite.scenarios(&ids).expect("they are read");
        let core = CoreSuite::read(suite, game.name()).expect("it can be read").expect("there is one");
        let spec = suite.game_spec(game.name()).expect("it is there");
        assert_eq!(
            core,
            CoreSuite::find(spec, &scenarios, &found, &core),
            "rewrite it with `rulebound cover --core --write`, and review what changes"
        );
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(shared::root().join("snapshots").join(game.name()));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("coverage", cover::render(&found)));
    }
}
