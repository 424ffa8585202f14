//! What a side is told of the conditions before the end: what it knows, and nothing that damage hides.
use naval::model::{BattleEnd, Harm, Hit, HitState};
use naval::rules::verdict::{Evidence, Verdict, imagined_setup, simulated_verdict, verdict_for_side};
use naval::view::{self, View};

use super::*;

fn begun(name: &str) -> State {
    Naval::initial_state(&naval_kit::scenario(name))
}

fn told(state: &State, side: &str) -> Verdict {
    verdict_for_side(state, &view::known_to(state, &side.into()), &side.into())
}

fn truths(found: &Verdict) -> Vec<Truth> {
    found.entries.iter().map(|judged| judged.truth).collect()
}

const HOLDS: Truth = Truth::Holds;
const FAILS: Truth = Truth::Fails;
const OPEN: Truth = Truth::Open;

/// Ulsan: two Russians lie stopped for good. They know it, and so does the referee; Japan sees ships in her sights.
#[test]
fn r9_2_damage_that_a_side_has_not_seen_leaves_a_condition_open() {
    let mut state = Driven::after(begun("ulsan"), &["immobile rurik", "immobile rossia"]);
    for ship in ["rurik", "rossia", "gromoboi"] {
        state = Driven::after(state, &[]);
        Naval::apply(&mut state, &Fact::Sighted { ship: ship.into() });
    }
    assert_eq!(truths(&verdict(&state)), [FAILS, HOLDS, HOLDS]);
    assert_eq!(truths(&told(&state, "russia")), [FAILS, HOLDS, OPEN]);
    assert_eq!(truths(&told(&state, "japan")), [FAILS, OPEN, OPEN]);
    assert_eq!((told(&state, "japan").side, told(&state, "japan").open), (None, vec![2, 3]));
    // With no damage at all Japan is told the same, word for word.
    let mut whole = begun("ulsan");
    for ship in ["rurik", "rossia", "gromoboi"] {
        Naval::apply(&mut whole, &Fact::Sighted { ship: ship.into() });
    }
    assert_eq!(told(&whole, "japan"), told(&state, "japan"));
    // Ships seen to sink are no secret.
    let sunk = Driven::after(state, &["sunk rurik", "sunk rossia"]);
    assert_eq!(truths(&told(&sunk, "japan")), [FAILS, HOLDS, OPEN]);
}

/// Out of sight, nobody knows whether she has left, sunk or stayed.
#[test]
fn r4_4_a_ship_out_of_sight_leaves_a_condition_open() {
    let state = Driven::after(begun("ulsan"), &["exit rossia north", "exit gromoboi north"]);
    assert_eq!(truths(&told(&state, "russia"))[0], HOLDS);
    assert_eq!(truths(&told(&state, "japan"))[0], OPEN);
    let mut seen = begun("ulsan");
    for ship in ["rossia", "gromoboi"] {
        Naval::apply(&mut seen, &Fact::Sighted { ship: ship.into() });
    }
    let seen = Driven::after(seen, &["exit rossia north", "exit gromoboi north"]);
    assert_eq!(truths(&told(&seen, "japan"))[0], HOLDS);
    assert_eq!(told(&seen, "japan").side, Some("russia".into()));
}

/// Forces of unknown strength are not counted out loud: there may always be more.
#[test]
fn r5_13_forces_unseen_are_not_counted() {
    let found = told(&begun("heligoland-1914"), "britain");
    let Evidence::Ships(ships) = &found.entries[1].finding.parts[1].found else { panic!("{found:?}") };
    assert_eq!((ships.among, ships.more), (0, true));
    let says = flat(&show::briefing::briefing(&View::for_side(&begun("heligoland-1914"), &"britain".into())));
    assert!(says.contains("at most 2 light cruisers of Germany are sunk") && says.contains("unseen"), "{says}");
}

/// A side's own score is a floor, the enemy's is known from what he did to it; who leads is told after the end.
#[test]
fn r10_5_a_side_knows_its_own_losses_and_a_floor_of_its_points() {
    // Germany knows what Russia has scored on it, Russia only what it has seen.
    for (lines, germany, russia) in [
        (&["sunk luebeck", "sunk s141"][..], HOLDS, OPEN),
        (&["sunk luebeck", "sunk s141", "sunk s142"][..], FAILS, OPEN),
    ] {
        let away = ["exit augsburg south", "exit roon south"];
        let state = Driven::after(begun("gotland"), &[&away[..], lines].concat());
        let points = |side: &str| told(&state, side).entries[1].finding.parts[1].truth;
        assert_eq!((points("germany"), points("russia")), (germany, russia), "{lines:?}");
    }
}

/// After the end both sides are told everything.
#[test]
fn r10_5_when_the_battle_is_over_every_side_hears_the_verdict() {
    let mut state = Driven::after(begun("ulsan"), &["immobile rurik", "immobile rossia"]);
    let before = told(&state, "japan");
    assert_eq!((before.side, before.known_to), (None, Some("japan".into())));
    Naval::apply(&mut state, &Fact::ScenarioEnded { end: BattleEnd::Duration });
    for side in ["japan", "russia"] {
        assert_eq!(told(&state, side), verdict(&state));
        assert_eq!(View::for_side(&state, &side.into()).verdict(), verdict(&state));
    }
}

/// 8.6.3: a ship without way is not immobile while she may be mended; her own side is told so too.
#[test]
fn r10_5_7_what_may_be_mended_is_not_yet_lost() {
    let mut state = Driven::after(begun("ulsan"), &["immobile rossia"]);
    let hit = Hit { id: "V1".into(), turn: 1, effect: Harm::Speed(Inches(300)), state: HitState::Active };
    state.ship_mut(&"rurik".into()).unwrap().hits.push(hit);
    assert_eq!(truths(&told(&state, "russia"))[1], FAILS);
    state.ship_mut(&"rurik".into()).unwrap().hits[0].state = HitState::Unrepairable;
    assert_eq!(truths(&told(&state, "russia"))[1], HOLDS);
}

/// Every entry has its sentence, and the names of ships in it are those of the scenario, seen or not.
#[test]
fn r9_2_every_key_is_said_as_a_sentence() {
    let said = |name: &str, side: Option<&str>| {
        let state = begun(name);
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
        ("otranto", &["is sunk or (is immobile and does not lie within 12.0\" of Sankt Georg)"]),
        ("tsushima", &["2. Japan wins if Japan has 2 times the other's points or more."]),
        ("heligoland-1917", &["2. Germany wins if Germany leads by points, with Sweepers counted 2 times."]),
        ("cape-sarych", &["2. Russia wins narrowly if Russia has scored more penetrating big-gun hits."]),
    ] {
        for sentence in sentences {
            let says = flat(&said(name, None));
            assert!(says.contains(sentence), "{name}: {sentence}\n{says}");
        }
    }
    let says = said("goeben-1914", Some("britain"));
    assert!(says.contains("Goeben") && !says.contains("goeben"), "{says}");
    // No scenario leaves an id or a debug word in its sentences.
    for line in load::scenario_list(&naval_kit::builtin()).unwrap() {
        let says = said(line.id.as_str(), None);
        assert!(says.lines().all(|line| line.chars().count() <= 80 && !line.ends_with(' ')), "{says}");
        assert!(!says.contains('{') && !says.contains('_') && !says.contains("  None"), "{says}");
    }
}

/// In a battle that a side imagines enemies are missing whom it never saw: what hangs on them is neither won nor ends it.
#[test]
fn r9_2_what_hangs_on_enemies_whom_a_side_never_saw_is_open_in_battles_that_it_imagines() {
    let russians = |count| {
        let among = Ships { side: Some("russia".into()), ..Ships::default() };
        VictoryCondition::Ships(ShipsCondition { count, among, are: vec![VictoryTest::Sunk] })
    };
    let once = |condition| entry("japan", JudgedWhen::Once, condition);
    let state = Driven::after(begun("ulsan"), &["sunk rurik"]);
    let conditions = [
        (russians(HowMany::AtLeast(1)), HOLDS),
        (russians(HowMany::AtMost(1)), OPEN),
        (VictoryCondition::Not(Box::new(russians(HowMany::AtLeast(2)))), OPEN),
        (every(&["rurik"], vec![VictoryTest::Sunk]), HOLDS),
    ];
    for (condition, found) in conditions {
        let state = decided_by(&state, vec![once(condition)]);
        assert_eq!(truths(&verdict(&state)), [HOLDS], "by all that is so");
        assert_eq!(truths(&simulated_verdict(&state, &"japan".into())), [found]);
        assert_eq!(truths(&simulated_verdict(&state, &"russia".into())), [HOLDS], "its own it knows");
        let ends = |side: &str| imagined_setup(&state, &side.into()).decide.as_ref().unwrap()[0].is_at_once();
        assert_eq!((ends("japan"), ends("russia")), (found == HOLDS, true));
    }
}
