//! Changes that document 001 has seen, in the other direction where the document is the later one.

use super::{changed, expected, named, same};

/// Earlier, players began with four points. The state has them before the match begins.
#[test]
fn starting_points_of_skirmish() {
    let expected = expected("skirmish", &|scenario| {
        let own = scenario["readings"].get("skirmish.rulings.starting-points").is_some();
        scenario["setup"].get("start").is_some() && !own
    });
    assert!(expected.len() > 10);
    same("starting-points", &expected, &changed("skirmish", &["--reading", "starting-points=four"]));
}

/// Earlier, a hand had no limit: that shows where somebody with nine cards draws. A player who cannot draw has nothing
/// to lose by it, unless a card is discarded anyway.
#[test]
fn the_hand_limit_of_skirmish() {
    let expected = named(&[
        "skirmish/defeat/full-hand-empty-deck-discarded",
        "skirmish/skills/beyond-limit-until-full",
        "skirmish/skills/hand-limit",
        "skirmish/skills/leftmost",
    ]);
    same("hand-limit", &expected, &changed("skirmish", &["--without", "skirmish.skills.hand-limit"]));
}

/// Later, exactly a third was not enough. Of the six armors only 72 and 102 can be divided by three. The list at first
/// lacked the scenario in which a third is rounded up.
#[test]
fn at_or_below_a_third_of_skirmish() {
    let expected = named(&["skirmish/combat/third-rounded-up", "skirmish/combat/wounded"]);
    same("below-third", &expected, &changed("skirmish", &["--reading", "below-third=below"]));
}

/// Earlier, Defiance meant twice. Where the condition is read each time, it no longer holds after the first, and where
/// a character is not wounded, nothing is repeated.
#[test]
fn defiance_of_skirmish() {
    let expected = named(&[
        "skirmish/combat/third-rounded-up",
        "skirmish/combat/wounded-fraction",
        "skirmish/combat/wounded-raised",
        "skirmish/keywords/condition-read-once",
        "skirmish/keywords/defiance-who-anybody",
        "skirmish/keywords/targets-again-same-unfit",
    ]);
    let change = "skirmish.keywords.defiance.defiance_times=2";
    same("defiance", &expected, &changed("skirmish", &["--set", change]));
}

/// Armors were raised. A Huge one is surpassed in one scenario, and in another the damage moves with it.
#[test]
fn a_higher_armor_of_skirmish() {
    let expected = named(&["skirmish/scores/tier-damage-remaining-kept", "skirmish/scores/tiers-armor"]);
    same("armor", &expected, &changed("skirmish", &["--set", "skirmish.scores.tiers.tiers.Huge.armor=97"]));
}

/// Earlier, counter-attacks came afterwards: that shows where a defender that reaches its attacker faints, and where a
/// player is asked whether to counter-attack before the attack has done its damage. The list at first lacked a lowered
/// armor and one that equals the damage, and had a defender that had fainted before.
#[test]
fn simultaneous_counter_attacks_of_skirmish() {
    let expected = named(&[
        "skirmish/combat/counter-declined-may",
        "skirmish/combat/faint",
        "skirmish/combat/lowered-armor-next-damage",
        "skirmish/combat/simultaneous",
        "skirmish/combat/surpasses-reached",
        "skirmish/defeat/both-lose",
        "skirmish/defeat/both-lose-whose-turn-loses",
        "skirmish/defeat/both-lose-whose-turn-wins",
        "skirmish/defeat/fainted-not-all",
        "skirmish/effects/fainted-effects-kept",
        "skirmish/keywords/bounty-leader-ever",
        "skirmish/keywords/bounty-leader-now",
        "skirmish/scores/six-hits",
        "skirmish/scores/withstand-stands-after",
        "skirmish/turns/turn-ends-when-spent-asked",
    ]);
    same("counter-timing", &expected, &changed("skirmish", &["--reading", "counter-timing=afterwards"]));
}
