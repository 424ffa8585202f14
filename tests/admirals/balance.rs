//! Battles whose conditions were mended, fought by captains: neither side has won before it begins. [9.2]
use admirals::{BattleStart, Commander, Level, Player, continue_from, seed_of};
use naval::model::{Setup, battle_results::BattleResult, doctrine::Doctrine};

use super::battles::{many, never};

/// Battles of each; `LONG=200 cargo test --test admirals_tests balance` fights so many.
const BATTLES: u64 = 24;
/// Of the dice of the battles.
const SEED: u64 = 1914;

/// A built-in scenario with parts of its file replaced.
fn with(id: &str, parts: &[(&str, &str)]) -> Setup {
    let sources = naval_kit::builtin();
    let mut text = sources.text(&format!("scenarios/{id}.yaml")).unwrap().to_owned();
    for (old, new) in parts {
        assert_eq!(text.matches(old).count(), 1, "{id}: {old}");
        text = text.replace(old, new);
    }
    load::scenario_text_checked(&sources, id, &text).unwrap().value
}

/// Battles that a side wins, and that nobody wins, by captains with the cards of their sides.
fn wins(setup: &Setup, sides: [&str; 2]) -> [u64; 3] {
    let cards = load::doctrines(&naval_kit::builtin()).unwrap();
    let who =
        setup.sides.iter().map(|side| Commander::new(Level::Captain, Doctrine::for_side(&cards, setup, &side.id)));
    let policies: Vec<_> = who.map(|who| who.policy()).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let start = BattleStart::from_setup(setup);
    let mut wins = [0; 3];
    for number in 1..=many(BATTLES) {
        let BattleResult { winner: won, end, .. } =
            continue_from(&start, &players, seed_of(SEED, number), false, &never).fought;
        assert!(end.is_some(), "{} {number} does not end", setup.title);
        let won = won.and_then(|(side, _)| sides.iter().position(|one| side == **one));
        wins[won.unwrap_or(2)] += 1;
    }
    wins
}

/// Whether so many of all battles are between these shares in a hundred.
fn is_between(wins: u64, shares: [u64; 2]) -> bool {
    let all = many(BATTLES);
    (shares[0] * all..=shares[1] * all).contains(&(100 * wins))
}

#[test]
fn r9_2_germany_does_not_win_nearly_all_battles_of_the_falklands() {
    let sides = ["britain", "germany"];
    let [britain, germany, nobody] = wins(&with("falklands", &[]), sides);
    let told = format!("{britain} {germany} {nobody}");
    assert!(is_between(germany, [5, 50]) && is_between(britain, [20, 75]), "{told}");
    // The near miss: it was enough that one armoured cruiser was afloat when the light cruisers had left.
    let both = "{ships: {every: true, among: [scharnhorst, gneisenau], are: [afloat, {not: {mounts_lost: 1}}, {not: {slower_by: 0.5}}]}}";
    let one = "{ships: {at_least: 1, among: [scharnhorst, gneisenau], are: [afloat]}}";
    let [_, germany, _] = wins(&with("falklands", &[(both, one)]), sides);
    assert!(is_between(germany, [75, 100]), "{germany}");
}

#[test]
fn r9_2_novik_does_not_always_escape_at_korsakov() {
    let sides = ["russia", "japan"];
    let [russia, japan, nobody] = wins(&with("korsakov", &[]), sides);
    let told = format!("{russia} {japan} {nobody}");
    assert!(is_between(russia, [30, 80]) && is_between(japan, [10, 60]), "{told}");
    // The near miss: on a table of 84 inches, Chitose out of the strait on turn 26, it was away before.
    let parts = [
        ("width: 100", "width: 84"),
        ("enters_turn: 20", "enters_turn: 26"),
        ("{x: 98.5, y: 30, heading: 250}", "{x: 82.5, y: 36, heading: 250}"),
        (", {not: {flotation_hits: 2}}", ""),
    ];
    let [russia, ..] = wins(&with("korsakov", &parts), sides);
    assert_eq!(russia, many(BATTLES));
}
