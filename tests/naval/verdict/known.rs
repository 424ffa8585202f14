//! What a side learns of the conditions before the end: its own knowledge, and no hidden damage.
use naval::model::{BattleEnd, Harm, Hit, HitState};
use naval::rules::verdict::{Evidence, Verdict, simulated_verdict, simulation_setup, verdict_for_side};
use naval::view::{self, View};

use super::*;

fn begin(name: &str) -> State {
    Naval::initial_state(&naval_kit::scenario(name))
}

fn verdict_for(state: &State, side: &str) -> Verdict {
    verdict_for_side(state, &view::known_to(state, &side.into()), &side.into())
}

fn truths(found: &Verdict) -> Vec<Truth> {
    found.entries.iter().map(|judged| judged.truth).collect()
}

const HOLDS: Truth = Truth::Holds;
const FAILS: Truth = Truth::Fails;
const OPEN: Truth = Truth::Open;

/// Ulsan: two Russian ships are permanently stopped. Russia and the referee know it; Japan only sees the ships.
#[test]
fn r9_2_damage_unknown_to_a_side_leaves_a_condition_open() {
    let mut state = Driven::state_after(begin("ulsan"), &["immobile rurik", "immobile rossia"]);
    for ship in ["rurik", "rossia", "gromoboi"] {
        state = Driven::state_after(state, &[]);
        Naval::apply(&mut state, &Fact::Sighted { ship: ship.into() });
    }
    assert_eq!(truths(&verdict(&state)), [FAILS, HOLDS, HOLDS]);
    assert_eq!(truths(&verdict_for(&state, "russia")), [FAILS, HOLDS, OPEN]);
    assert_eq!(truths(&verdict_for(&state, "japan")), [FAILS, OPEN, OPEN]);
    assert_eq!((verdict_for(&state, "japan").side, verdict_for(&state, "japan").open), (None, vec![2, 3]));
    // With no damage at all Japan reads exactly the same text.
    let mut whole = begin("ulsan");
    for ship in ["rurik", "rossia", "gromoboi"] {
        Naval::apply(&mut whole, &Fact::Sighted { ship: ship.into() });
    }
    assert_eq!(verdict_for(&whole, "japan"), verdict_for(&state, "japan"));
    // Ships seen to sink are not secret.
    let sunk = Driven::state_after(state, &["sunk rurik", "sunk rossia"]);
    assert_eq!(truths(&verdict_for(&sunk, "japan")), [FAILS, HOLDS, OPEN]);
}

/// Out of sight it is unknown whether the ship has left, sunk or stayed.
#[test]
fn r4_4_a_ship_out_of_sight_leaves_a_condition_open() {
    let state = Driven::state_after(begin("ulsan"), &["exit rossia north", "exit gromoboi north"]);
    assert_eq!(truths(&verdict_for(&state, "russia"))[0], HOLDS);
    assert_eq!(truths(&verdict_for(&state, "japan"))[0], OPEN);
    let mut seen = begin("ulsan");
    for ship in ["rossia", "gromoboi"] {
        Naval::apply(&mut seen, &Fact::Sighted { ship: ship.into() });
    }
    let seen = Driven::state_after(seen, &["exit rossia north", "exit gromoboi north"]);
    assert_eq!(truths(&verdict_for(&seen, "japan"))[0], HOLDS);
    assert_eq!(verdict_for(&seen, "japan").side, Some("russia".into()));
}

/// Forces of unknown strength are not counted: there may always be more.
#[test]
fn r5_13_unsighted_forces_are_not_counted() {
    let found = verdict_for(&begin("heligoland-1914"), "britain");
    let Evidence::Ships(ships) = &found.entries[1].finding.parts[1].found else { panic!("{found:?}") };
    assert_eq!((ships.among, ships.more), (0, true));
    let text = flat(&show::briefing::briefing(&View::for_side(&begin("heligoland-1914"), &"britain".into())));
    assert!(text.contains("at most 2 light cruisers of Germany are sunk") && text.contains("unseen"), "{text}");
}

/// A side knows all points that the enemy has scored on it. Of its own points it knows only a minimum.
#[test]
fn r10_5_a_side_knows_its_own_losses_and_a_minimum_of_its_points() {
    // Germany knows all points that Russia has scored on it, Russia only those that it has seen.
    for (lines, germany, russia) in [
        (&["sunk luebeck", "sunk s141"][..], HOLDS, OPEN),
        (&["sunk luebeck", "sunk s141", "sunk s142"][..], FAILS, OPEN),
    ] {
        let away = ["exit augsburg south", "exit roon south"];
        let state = Driven::state_after(begin("gotland"), &[&away[..], lines].concat());
        let points = |side: &str| verdict_for(&state, side).entries[1].finding.parts[1].truth;
        assert_eq!((points("germany"), points("russia")), (germany, russia), "{lines:?}");
    }
}

/// After the end both sides learn everything.
#[test]
fn r10_5_when_the_battle_is_over_every_side_learns_the_verdict() {
    let mut state = Driven::state_after(begin("ulsan"), &["immobile rurik", "immobile rossia"]);
    let before = verdict_for(&state, "japan");
    assert_eq!((before.side, before.known_to), (None, Some("japan".into())));
    Naval::apply(&mut state, &Fact::ScenarioEnded { end: BattleEnd::Duration });
    for side in ["japan", "russia"] {
        assert_eq!(verdict_for(&state, side), verdict(&state));
        assert_eq!(View::for_side(&state, &side.into()).verdict(), verdict(&state));
    }
}

/// 8.6.3: a stopped ship that may be repaired is not immobile; its own side sees this too.
#[test]
fn r10_5_7_repairable_damage_does_not_count_as_permanent() {
    let mut state = Driven::state_after(begin("ulsan"), &["immobile rossia"]);
    let hit = Hit { id: "V1".into(), turn: 1, effect: Harm::Speed(Inches(300)), state: HitState::Active };
    state.ship_mut(&"rurik".into()).unwrap().hits.push(hit);
    assert_eq!(truths(&verdict_for(&state, "russia"))[1], FAILS);
    state.ship_mut(&"rurik".into()).unwrap().hits[0].state = HitState::Unrepairable;
    assert_eq!(truths(&verdict_for(&state, "russia"))[1], HOLDS);
}

/// Every entry has its sentence, with the ships' names from the scenario, sighted or not.
#[test]
fn r9_2_every_key_is_shown_as_a_sentence() {
    let phrases = |name: &str, side: Option<&str>| {
        let state = begin(name);
        let view = side.map_or_else(|| View::referee(&state), |side| View::for_side(&state, &side.into()));
        show::verdict::verdict_text(&view)
    };
    for (name, sentences) in [
        (
            "ulsan",
            &[
                "1. Russia wins outright if both Rossia and Gromoboi have left by the northern",
                "2. Japan wins if at least 2 ships of Russia are sunk or immobile.",
                "3. Whichever side leads by points wins.",
            ][..],
        ),
        (
            "goeben-1914",
            &[
                "1. Germany wins at once if Goeben has left by the eastern or southern edge and can",
                "2. Britain wins if Goeben cannot make 2.0\".",
            ],
        ),
        ("jutland-1830", &["2. Germany wins a moral victory if no battleship or old battleship of Germany is"]),
        ("falklands", &["no battlecruiser of Britain has a top speed below 2.75\"."]),
        ("coronel", &["is 0.5\" or more slower than at the start or has lost half its mounts"]),
        ("otranto", &["is sunk or (is immobile and is not within 12.0\" of Sankt Georg)"]),
        ("tsushima", &["2. Japan wins if Japan has 2 times the other's points or more."]),
        ("heligoland-1917", &["2. Germany wins if Germany leads by points, with Sweepers counted 2 times."]),
        ("cape-sarych", &["2. Russia wins narrowly if Russia has scored more penetrating big-gun hits."]),
    ] {
        for sentence in sentences {
            let text = flat(&phrases(name, None));
            assert!(text.contains(sentence), "{name}: {sentence}\n{text}");
        }
    }
    let text = phrases("goeben-1914", Some("britain"));
    assert!(text.contains("Goeben") && !text.contains("goeben"), "{text}");
    // No scenario leaves an id or a debug word in its sentences.
    for line in load::scenario_list(&naval_kit::builtin()).unwrap() {
        let text = phrases(line.id.as_str(), None);
        assert!(text.lines().all(|line| line.chars().count() <= 80 && !line.ends_with(' ')), "{text}");
        assert!(!text.contains('{') && !text.contains('_') && !text.contains("  None"), "{text}");
    }
}

/// A sampled battle lacks enemies never seen, so a condition on them stays open and does not end the battle.
#[test]
fn r9_2_conditions_on_enemies_never_seen_are_open_in_sampled_battles() {
    let russians = |count| {
        let among = ShipSet { side: Some("russia".into()), ..ShipSet::default() };
        VictoryCondition::Ships(ShipsCondition { count, among, are: vec![VictoryTest::Sunk] })
    };
    let once = |condition| entry("japan", JudgedWhen::Once, condition);
    let state = Driven::state_after(begin("ulsan"), &["sunk rurik"]);
    let conditions = [
        (russians(HowMany::AtLeast(1)), HOLDS),
        (russians(HowMany::AtMost(1)), OPEN),
        (VictoryCondition::Not(Box::new(russians(HowMany::AtLeast(2)))), OPEN),
        (all_ships(&["rurik"], vec![VictoryTest::Sunk]), HOLDS),
    ];
    for (condition, found) in conditions {
        let state = decided_by(&state, vec![once(condition)]);
        assert_eq!(truths(&verdict(&state)), [HOLDS], "in the true state");
        assert_eq!(truths(&simulated_verdict(&state, &"japan".into())), [found]);
        assert_eq!(truths(&simulated_verdict(&state, &"russia".into())), [HOLDS], "it knows its own ships");
        let ends = |side: &str| simulation_setup(&state, &side.into()).decide.as_ref().unwrap()[0].is_at_once();
        assert_eq!((ends("japan"), ends("russia")), (found == HOLDS, true));
    }
}
