//! Captains fight battles with corrected victory conditions: neither side has won before the battle begins. [9.2]
use admirals::{BattleStart, Commander, Level, Player, continue_from, seed_of};
use naval::model::{Setup, battle_results::BattleResult, doctrine::Doctrine};

use super::battles::{battle_count, never};

/// Battles of each kind. `LONG=200 cargo test --test admirals_tests balance` fights 200.
const BATTLES: u64 = 24;
/// The seed of the battles' dice.
const SEED: u64 = 1914;

/// A built-in scenario with parts of its file replaced.
fn edited_scenario(id: &str, parts: &[(&str, &str)]) -> Setup {
    let sources = naval_kit::builtin();
    let mut text = sources.text(&format!("scenarios/{id}.yaml")).unwrap().to_owned();
    for (old, new) in parts {
        assert_eq!(text.matches(old).count(), 1, "{id}: {old}");
        text = text.replace(old, new);
    }
    load::scenario_text_checked(&sources, id, &text).unwrap().value
}

/// Counts the battles that each side wins, and the undecided ones, between captains with their sides' cards.
fn wins(setup: &Setup, sides: [&str; 2]) -> [u64; 3] {
    let cards = load::doctrines(&naval_kit::builtin()).unwrap();
    let commanders =
        setup.sides.iter().map(|side| Commander::new(Level::Captain, Doctrine::for_side(&cards, setup, &side.id)));
    let policies: Vec<_> = commanders.map(|commander| commander.policy()).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let start = BattleStart::from_setup(setup);
    let mut wins = [0; 3];
    for number in 1..=battle_count(BATTLES) {
        let BattleResult { winner, end, .. } =
            continue_from(&start, &players, seed_of(SEED, number), false, &never).result;
        assert!(end.is_some(), "{} {number} does not end", setup.title);
        let winner = winner.and_then(|(side, _)| sides.iter().position(|other| side == **other));
        wins[winner.unwrap_or(2)] += 1;
    }
    wins
}

/// Whether this many of all battles is between these percentages.
fn is_between(wins: u64, shares: [u64; 2]) -> bool {
    let all = battle_count(BATTLES);
    (shares[0] * all..=shares[1] * all).contains(&(100 * wins))
}

#[test]
fn r9_2_germany_does_not_win_nearly_all_battles_of_the_falklands() {
    let sides = ["britain", "germany"];
    let [britain, germany, undecided] = wins(&edited_scenario("falklands", &[]), sides);
    let text = format!("{britain} {germany} {undecided}");
    assert!(is_between(germany, [5, 50]) && is_between(britain, [20, 75]), "{text}");
    // The contrast: earlier, one armoured cruiser afloat was enough once the light cruisers had left.
    let current = "{ships: {every: true, among: [scharnhorst, gneisenau], are: [afloat, {not: {mounts_lost: 1}}, {not: {slower_by: 0.5}}]}}";
    let earlier = "{ships: {at_least: 1, among: [scharnhorst, gneisenau], are: [afloat]}}";
    let [_, germany, _] = wins(&edited_scenario("falklands", &[(current, earlier)]), sides);
    assert!(is_between(germany, [75, 100]), "{germany}");
}

#[test]
fn r9_2_novik_does_not_always_escape_at_korsakov() {
    let sides = ["russia", "japan"];
    let [russia, japan, undecided] = wins(&edited_scenario("korsakov", &[]), sides);
    let text = format!("{russia} {japan} {undecided}");
    assert!(is_between(russia, [30, 80]) && is_between(japan, [10, 60]), "{text}");
    // The contrast: in the earlier file, with a table of 84 inches and Chitose due on turn 26, Novik always got away.
    let parts = [
        ("width: 100", "width: 84"),
        ("enters_turn: 20", "enters_turn: 26"),
        ("{x: 98.5, y: 30, heading: 250}", "{x: 82.5, y: 36, heading: 250}"),
        (", {not: {flotation_hits: 2}}", ""),
    ];
    let [russia, ..] = wins(&edited_scenario("korsakov", &parts), sides);
    assert_eq!(russia, battle_count(BATTLES));
}
