//! The order of a turn and of declarations, and the duties without positions: 3.3, 5.10, 5.11, 7.5.1, 8.6.
mod settings;

use naval::model::{
    Alternation, BatteryKind, CollisionRow, ContactKind, Fate, FireOrder, FormationReason, Harm, Light, Setting, Setup,
    ShipType, TableReason, Visibility,
};
use naval::rules::gunnery::{side_to_declare, sides_still_to_declare};
use naval::rules::{control::possible_repairs, turn::duties};
use naval::{Command, Fact, Id, Inches, NavalEvent, Reason, Segment, view::View};

use naval_kit::{fixture::*, table::Table};

fn next() -> Command {
    Command::Next { to: None, waive: None }
}

fn next_to(segment: Segment) -> Command {
    Command::Next { to: Some(segment), waive: None }
}

fn measure(from: &str, to: &str, range: &str) -> Command {
    Command::Measure { from: from.into(), to: to.into(), range: inches(range), bearing: None }
}

fn speed(unit: &str, speed: &str) -> Command {
    Command::Speed { unit: unit.into(), speed: inches(speed) }
}

fn set(unit: &str, setting: Setting) -> Command {
    Command::Set { unit: unit.into(), setting, because: "ruled".to_owned() }
}

fn end_declarations(side: Option<&str>) -> Command {
    Command::Declared { side: side.map(Id::from) }
}

fn with_battery(mut order: FireOrder, battery: BatteryKind) -> FireOrder {
    order.battery = Some(battery);
    order
}

fn duty_texts(battle: &Battle) -> Vec<String> {
    duties(&battle.state).iter().map(|duty| show::labels::duty_text(&battle.state, duty)).collect()
}

fn rolled_sighting_base() -> Setup {
    let mut setup = duel();
    setup.visibility = Visibility::Rolled(["6", "8", "10", "12", "15", "20"].map(inches).to_vec());
    setup
}

fn sighting_base_rolls(events: &[NavalEvent]) -> usize {
    facts(events).iter().filter(|fact| matches!(fact, Fact::SightingBaseFound { .. })).count()
}

#[test]
fn r3_3_1_the_sighting_base_is_known_before_the_first_plot() {
    // The first order of turn 1 rolls the die; later orders do not.
    let mut battle = Battle::new(&rolled_sighting_base());
    let events = battle.does(&speed("asahi", "2.5"), &[2]);
    assert!(matches!(events[0].fact, Fact::SightingBaseFound { .. }), "before the plot: {events:?}");
    assert_eq!((sighting_base_rolls(&events), events[0].rule.to_string().as_str()), (1, "3.3.1"));
    assert_eq!(battle.state.sighting_base, Some(inches("8")));
    assert_eq!(sighting_base_rolls(&battle.does(&speed("retvizan", "2.5"), &[])), 0);
    assert_eq!(sighting_base_rolls(&battle.does(&next_to(Segment::Damage), &[])), 0);
    // In every later turn it is rolled as the Plotting Segment opens.
    let events = battle.does(&next(), &[6]);
    assert_eq!((battle.state.segment, battle.state.turn), (Segment::Plotting, 2));
    assert_eq!((sighting_base_rolls(&events), battle.state.sighting_base), (1, Some(inches("20"))));
}

#[test]
fn r3_3_1_a_base_set_by_the_referee_applies_to_that_turn_only() {
    let mut battle = Battle::new(&rolled_sighting_base());
    battle.does(&next(), &[2]);
    battle.does(&next_to(Segment::Plotting), &[6]);
    battle.does(&set("battle", Setting::SightingBase(inches("3"))), &[]);
    assert_eq!(
        sighting_base_rolls(&battle.does(&next_to(Segment::Damage), &[])),
        0,
        "the referee's value is not rolled again"
    );
    assert_eq!((battle.state.turn, battle.state.sighting_base), (2, Some(inches("3"))));
    battle.does(&next(), &[1]);
    assert_eq!((battle.state.turn, battle.state.sighting_base), (3, Some(inches("6"))));
    // A base set before the first order applies to turn 1.
    let mut battle = Battle::new(&rolled_sighting_base());
    battle.does(&set("battle", Setting::SightingBase(inches("3"))), &[]);
    battle.does(&next_to(Segment::Damage), &[]);
    assert_eq!(battle.state.sighting_base, Some(inches("3")));
}

#[test]
fn r3_3_1_a_tracked_plot_rolls_the_base_and_a_referees_note_does_not() {
    let mut table = Table::set_up(|setup| {
        setup.visibility = Visibility::Rolled(["6", "8", "10", "12", "15", "20"].map(inches).to_vec());
    });
    table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
    assert!(table.rolled("note \"all sit down\"", &[]).len() == 1, "a note is not a player's order");
    let facts = table.rolled("plot asahi 2 speed 2", &[5]);
    assert!(matches!(facts[0], Fact::SightingBaseFound { .. }) && facts.len() == 2, "{facts:?}");
    assert!(table.rolled("next", &[]).iter().all(|fact| !matches!(fact, Fact::SightingBaseFound { .. })));
}

/// Two battleships against one and a light cruiser, played strictly, all in sight of each other.
fn strict() -> Battle {
    let mut setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Retvizan", "russia", ShipType::BB), card("Novik", "russia", ShipType::CL)],
    );
    setup.options.alternation = Alternation::Strict;
    let mut battle = Battle::at(&setup, Segment::Illumination);
    for unit in ["jd", "rd"] {
        battle.set(unit, Setting::Sighted(true));
    }
    // Two ships with big guns against one: Japan begins, and no die is rolled for it.
    battle.does(&next(), &[]);
    battle
}

#[test]
fn r3_3_5_no_battery_is_allocated_before_the_big_guns_of_both_sides() {
    let mut battle = strict();
    let medium = |firer: &str| Command::Target(with_battery(order(firer, "novik", "9"), BatteryKind::Medium));
    let first = |sides: &[&str]| Reason::BigGunsFirst { sides: sides.iter().map(|side| Id::from(*side)).collect() };
    assert_eq!(battle.refuses(&medium("asahi")), (first(&["japan", "russia"]), "3.3.5".to_owned()));
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    // One big-gun ship has not declared: neither side may allocate batteries yet.
    assert_eq!(battle.refuses(&medium("asahi")).0, first(&["japan"]));
    let russian = Command::Target(with_battery(order("novik", "asahi", "9"), BatteryKind::Medium));
    assert_eq!(battle.refuses(&russian).0, first(&["japan"]));
    assert_eq!(battle.state.this_move.secondary_first, None);
    // The last big-gun declaration rolls the die; a tie is rolled again.
    battle.does(&Command::Target(order("mikasa", "retvizan", "8")), &[4, 4, 2, 5]);
    assert_eq!(battle.state.this_move.secondary_first, Some(Id::from("russia")));
    let out_of_turn = |side: &str, due: &str| Reason::OutOfTurn { side: side.into(), due: due.into() };
    assert_eq!(battle.refuses(&medium("asahi")), (out_of_turn("japan", "russia"), "3.3.5".to_owned()));
    battle.does(&Command::Target(order("novik", "mikasa", "9")), &[]);
    assert_eq!(battle.refuses(&medium("asahi")).0, out_of_turn("japan", "russia"), "it declares all of its own first");
    battle.does(&end_declarations(Some("russia")), &[]);
    battle.does(&medium("asahi"), &[]);
}

/// Ship by ship: naming a division does not declare all its big guns at once. [3.3.5, Q45]
#[test]
fn r3_3_5_a_division_declares_its_big_guns_ship_by_ship_too() {
    let mut battle = strict();
    let out_of_turn = Reason::OutOfTurn { side: "japan".into(), due: "russia".into() };
    assert_eq!(battle.refuses(&Command::Target(order("jd", "retvizan", "8"))), (out_of_turn, "3.3.5".to_owned()));
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    // Russia has no ship left to declare, so the division may declare all remaining guns.
    battle.does(&Command::Target(order("jd", "retvizan", "8")), &[1, 2]);
    // Under loose alternation no side waits.
    let mut setup = strict().state.setup.as_ref().clone();
    setup.options.alternation = Alternation::Loose;
    let mut battle = Battle::at(&setup, Segment::Illumination);
    for unit in ["jd", "rd"] {
        battle.set(unit, Setting::Sighted(true));
    }
    battle.does(&next(), &[]);
    battle.does(&Command::Target(order("jd", "retvizan", "8")), &[]);
}

#[test]
fn r3_3_5_strict_fire_waits_until_all_is_declared() {
    let mut battle = strict();
    let fire = Command::Fire { units: Vec::new(), apart: false };
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    let (reason, rule) = battle.refuses(&fire);
    assert_eq!(reason, Reason::NotDeclared { sides: vec!["japan".into(), "russia".into()] });
    assert_eq!(rule, "3.3.5");
    // The first `declared` closes the big guns, the second the other batteries.
    battle.does(&end_declarations(None), &[6, 1]);
    assert!(battle.state.this_move.closed_sides.is_empty());
    assert!(matches!(battle.refuses(&fire).0, Reason::NotDeclared { .. }));
    battle.does(&end_declarations(Some("japan")), &[]);
    assert_eq!(battle.refuses(&fire).0, Reason::NotDeclared { sides: vec!["russia".into()] });
    battle.does(&end_declarations(Some("russia")), &[]);
    battle.does(&fire, &[20, 20, 20]);
}

/// The side that began is due again if another ship becomes able to fire and makes the sides equal. [3.3.5, Q4]
#[test]
fn r3_3_5_the_side_that_began_is_due_when_both_have_become_equal() {
    let side = |names: [&str; 2], side: &str| names.map(|name| card(name, side, ShipType::BB)).to_vec();
    let mut setup = setup(side(["Asahi", "Mikasa"], "japan"), side(["Retvizan", "Pobeda"], "russia"));
    setup.options.alternation = Alternation::Strict;
    let next_is = |battle: &Battle| side_to_declare(&battle.state).map(|side| side.to_string());
    for (ablaze, began, other) in [("pobeda", "asahi", "retvizan"), ("mikasa", "retvizan", "asahi")] {
        let mut battle = Battle::at(&setup, Segment::Illumination);
        for unit in ["jd", "rd"] {
            battle.set(unit, Setting::Sighted(true));
        }
        battle.set(ablaze, Setting::Fires(3));
        battle.does(&next(), &[]);
        battle.does(&Command::Target(order(began, other, "8")), &[]);
        battle.does(&Command::Target(order(other, began, "8")), &[]);
        battle.set(ablaze, Setting::Fires(0));
        let side = battle.ship(began).side.to_string();
        assert_eq!(next_is(&battle), Some(side), "{ablaze}");
        // Under loose alternation either side may declare.
        let mut setup = battle.state.setup.as_ref().clone();
        setup.options.alternation = Alternation::Loose;
        battle.state.setup = setup.into();
        assert_eq!(next_is(&battle), None, "{ablaze}");
    }
}

#[test]
fn r3_3_5_without_big_guns_the_die_is_rolled_at_the_beginning() {
    let mut setup = setup(vec![card("Akashi", "japan", ShipType::CP)], vec![card("Novik", "russia", ShipType::CL)]);
    setup.options.alternation = Alternation::Strict;
    let mut battle = Battle::at(&setup, Segment::Illumination);
    battle.does(&next(), &[2, 3]);
    assert_eq!(
        (battle.state.this_move.big_first.clone(), battle.state.this_move.secondary_first.clone()),
        (None, Some("russia".into()))
    );
}

#[test]
fn r3_3_5_a_side_is_undeclared_while_an_undeclared_ship_could_fire() {
    let open =
        |battle: &Battle| sides_still_to_declare(&battle.state).iter().map(Id::to_string).collect::<Vec<String>>();
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    assert!(open(&battle).is_empty(), "no enemy is in sight");
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(open(&battle), ["russia"], "a typed range sights both ways");
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    assert!(open(&battle).is_empty(), "each has declared");
    // After `declared`, with three fires or out of range, no declaration is due.
    for (then, left) in [
        (end_declarations(Some("russia")), 0),
        (end_declarations(Some("japan")), 1),
        (set("retvizan", Setting::Fires(3)), 0),
        (set("retvizan", Setting::Fires(2)), 1),
        (measure("asahi", "retvizan", "16"), 1),
        (measure("asahi", "retvizan", "16.01"), 0),
    ] {
        let mut battle = Battle::at(&duel(), Segment::Gunfire);
        battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
        battle.does(&then, &[]);
        assert_eq!(open(&battle).len(), left, "{then:?}");
    }
}

#[test]
fn r3_3_5_a_tracked_ship_is_judged_by_its_position() {
    // Medium guns reach 10.0 and no farther; the funnels are as far apart as the ships.
    for (apart, open) in [(10.0, 1), (10.02, 0)] {
        let mut table = Table::new();
        table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
        table.place("novik", ShipType::CL, "b", (20.0 + apart, 20.0, 0.0));
        table.lines(&["next to gunfire"]);
        // The battleship's own big guns are declared, so only the cruiser is left.
        table.lines(&["target asahi at novik"]);
        assert_eq!(sides_still_to_declare(&table.state).len(), open, "{apart}");
    }
}

/// Two Japanese divisions against one Russian division. None has a position.
fn measured() -> Setup {
    let mut setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Iwate", "japan", ShipType::CA)],
        vec![card("Retvizan", "russia", ShipType::BB)],
    );
    let mut second = setup.divisions[0].clone();
    (second.id, second.name) = ("2nd".into(), "2nd Division".to_owned());
    (second.ships, second.flagship) = (vec!["iwate".into()], "iwate".into());
    setup.divisions[0].ships.truncate(1);
    setup.divisions.push(second);
    setup
}

fn orders(unit: &str, range: Option<&str>, repeaters: Option<u8>) -> Command {
    Command::Orders { unit: unit.into(), range: range.map(inches), repeaters }
}

#[test]
fn r5_10_a_division_moved_by_hand_needs_a_check_if_it_changes_speed() {
    let mut battle = Battle::new(&measured());
    // The same speed is no change; the force flagship's division never checks.
    battle.does(&speed("2nd", "2"), &[]);
    battle.does(&speed("jd", "2.5"), &[]);
    let mut same = Battle { state: battle.state.clone() };
    same.does(&next(), &[]);
    assert_eq!(duty_texts(&same), Vec::<String>::new());
    assert!(matches!(same.refuses(&speed("2nd", "1.9")).0, Reason::WrongSegment { .. }), "plots came before");
    battle.does(&speed("2nd", "1.9"), &[]);
    battle.does(&next(), &[]);
    let owed = "2nd Division changes course or speed and needs a command check: orders 2nd range ..., measured \
                from the force flag [5.10.3]";
    assert_eq!(duty_texts(&battle), [owed]);
    let (reason, rule) = battle.refuses(&next());
    assert_eq!(reason, Reason::DutiesDue { duties: duties(&battle.state) });
    assert_eq!(rule, "3.2");
    // 6 or less: the chart's base, one less for ten inches to the flagship, one more for a repeater.
    for (range, repeaters, face, received) in [
        (Some("0.01"), None, 6, true),
        (Some("0.01"), None, 7, false),
        (Some("9.99"), None, 6, true),
        (Some("10"), None, 6, false),
        (Some("10"), Some(1), 6, true),
    ] {
        let mut battle = Battle { state: battle.state.clone() };
        let faces: &[u8] = if received { &[face] } else { &[face, 3] };
        let events = battle.does(&orders("2nd", range, repeaters), faces);
        assert!(
            matches!(&events[0].fact, Fact::OrdersChecked { received: passed, .. } if *passed == received),
            "{range:?} {repeaters:?} {face}: {events:?}"
        );
        // The referee moves the ship, so no new plot is filed. Without orders it keeps its old speed.
        assert_eq!(events.len(), if received { 1 } else { 3 }, "{events:?}");
        assert_eq!(battle.ship("iwate").speed, inches(if received { "1.9" } else { "2" }));
        assert!(duty_texts(&battle).is_empty());
        battle.does(&next(), &[]);
    }
}

#[test]
fn r5_10_a_turn_made_by_hand_needs_a_check_too() {
    let mut battle = Battle::new(&measured());
    let plot = |line: &str, battle: &Battle| naval::notation::parse(&battle.state, line).unwrap().command;
    let events = battle.does(&plot("plot 2nd 1-CL60 speed 2", &battle), &[]);
    assert!(
        matches!(
            &facts(&events)[..],
            [Fact::PlotFiled { advance: false, .. }, Fact::SpeedChanged { .. }, Fact::ChangedByHand { .. }]
        ),
        "{events:?}"
    );
    battle.does(&next(), &[]);
    assert_eq!(duty_texts(&battle).len(), 1);
    battle.does(&orders("2nd", Some("5"), None), &[1]);
    assert!(duty_texts(&battle).is_empty());
    let (reason, rule) = battle.refuses(&orders("2nd", None, None));
    assert_eq!((reason, rule.as_str()), (FormationReason::OrdersChecked { division: "2nd".into() }.into(), "5.10.3"));
    // A turn of the firer that `target` states requires a check. A turn of the target does not.
    let mut late = Battle::at(&measured(), Segment::Gunfire);
    let mut shot = order("iwate", "retvizan", "8");
    shot.conditions.turned_deg = 30;
    let mut at_turned_target = order("iwate", "retvizan", "8");
    at_turned_target.conditions.target_turned_deg = 30;
    let mut quiet = Battle { state: late.state.clone() };
    quiet.does(&Command::Target(at_turned_target), &[]);
    assert!(duty_texts(&quiet).iter().all(|text| !text.contains("orders")), "{:?}", duty_texts(&quiet));
    late.does(&Command::Target(shot), &[]);
    assert!(duty_texts(&late).iter().any(|text| text.contains("orders 2nd")));
    late.does(&orders("2nd", Some("5"), None), &[1]);
    assert!(duty_texts(&late).iter().all(|text| !text.contains("orders")));
}

#[test]
fn r5_10_force_flag_needs_no_check_and_tracked_divisions_check_moving() {
    let battle = Battle::new(&measured());
    let (reason, rule) = battle.refuses(&orders("jd", None, None));
    assert_eq!((reason, rule.as_str()), (FormationReason::NeedsNoCheck { division: "jd".into() }.into(), "5.10.1"));
    let late = Battle::at(&measured(), Segment::Gunfire);
    assert!(matches!(late.refuses(&orders("2nd", None, None)).0, Reason::WrongSegment { .. }));
    // Tracked divisions check as they move, so no check is due.
    let mut setup = measured();
    for (division, x) in setup.divisions.iter_mut().zip([10.0, 60.0, 20.0]) {
        division.at = Some(naval::model::Place::new(x, 24.0, 0.0));
    }
    let battle = Battle::new(&setup);
    let (reason, rule) = battle.refuses(&orders("2nd", None, None));
    assert_eq!(
        (reason, rule.as_str()),
        (FormationReason::CheckedWhenMoving { division: "2nd".into() }.into(), "5.10.3")
    );
    let mut open = Table::new();
    open.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
    assert!(open.refusal("orders asahi").contains("OptionOff"), "no checks on an open table");
}

/// All ships in sight in the Torpedo Segment, without positions.
fn torpedoes() -> Battle {
    let mut battle = Battle::at(&measured(), Segment::Torpedo);
    for unit in ["jd", "2nd", "rd"] {
        battle.set(unit, Setting::Sighted(true));
    }
    battle
}

#[test]
fn r7_5_1_a_measured_side_must_say_once_whether_an_enemy_is_in_reach() {
    let battle = torpedoes();
    let duties = duty_texts(&battle);
    assert_eq!(duties.len(), 2, "one for each side: {duties:?}");
    assert!(duties[0].contains("none in reach japan") && duties[0].ends_with("[7.5.1]"), "{duties:?}");
    assert!(matches!(battle.refuses(&next()).0, Reason::DutiesDue { duties } if duties.len() == 2));
    // `none in reach`, for one side or both.
    let none_in_reach = |side: Option<&str>| Command::NoneInReach { side: side.map(Id::from) };
    let mut variant = Battle { state: battle.state.clone() };
    variant.does(&none_in_reach(Some("japan")), &[]);
    assert_eq!(duty_texts(&variant).len(), 1);
    let (reason, rule) = variant.refuses(&none_in_reach(Some("japan")));
    assert_eq!(
        (reason, rule.as_str()),
        (TableReason::TorpedoReachKnown { side: Some("japan".into()) }.into(), "7.5.1")
    );
    variant.does(&none_in_reach(None), &[]);
    variant.does(&next(), &[]);
    // Measured ranges: at 4.0, the torpedoes' reach, both dice are rolled; at 4.01 Iwate still needs an answer.
    for (iwate, range, dice) in [(None, "4", 2), (Some("4.01"), "4.01", 0)] {
        let mut battle = Battle { state: battle.state.clone() };
        battle.does(&measure("asahi", "retvizan", range), &[]);
        assert_eq!(
            duty_texts(&battle).len(),
            if iwate.is_some() { 2 } else { 0 },
            "{range}: {:?}",
            duty_texts(&battle)
        );
        if let Some(range) = iwate {
            let events = battle.does(&measure("iwate", "retvizan", range), &[]);
            let is_none_in_reach = |event: &&NavalEvent| matches!(event.fact, Fact::NoneInTorpedoReach { .. });
            assert_eq!(events.iter().filter(is_none_in_reach).count(), 2, "one for each side");
        }
        assert!(duty_texts(&battle).is_empty(), "{range}: {:?}", duty_texts(&battle));
        battle.does(&next(), &vec![10; dice]);
    }
}

/// Asahi's torpedoes reach 4, Iwate's 10; the two are 2 apart and far from Retvizan.
#[test]
fn q58_a_range_of_a_ship_without_reach_answers_only_for_that_ship() {
    let mut far = card("Iwate", "japan", ShipType::CA);
    let torpedo = far.torpedo.as_mut().unwrap();
    torpedo.bands = vec![naval::model::Band { to: inches("10"), to_hit: 4 }];
    let setup = setup(vec![card("Asahi", "japan", ShipType::BB), far], vec![card("Retvizan", "russia", ShipType::BB)]);
    let mut start = Battle::at(&setup, Segment::Torpedo);
    for unit in ["jd", "rd"] {
        start.set(unit, Setting::Sighted(true));
    }
    let check = Command::TorpedoCheck { side: "japan".into(), hold: false };
    let is_unanswered = |events: &[NavalEvent]| {
        !facts(events).iter().any(|fact| matches!(fact, Fact::NoneInTorpedoReach { side } if *side == *"japan"))
    };
    // The nearest ship has no reach; the other has, up to 10.
    for (range, reaches) in [("8.5", true), ("10", true), ("10.01", false)] {
        let mut battle = Battle { state: start.state.clone() };
        let events = battle.does(&measure("asahi", "retvizan", "8"), &[]);
        assert!(is_unanswered(&events) && duty_texts(&battle).iter().any(|duty| duty.contains("none in reach japan")));
        let events = battle.does(&measure("iwate", "retvizan", range), &[]);
        assert_eq!(is_unanswered(&events), reaches, "{range}");
        assert!(duty_texts(&battle).iter().all(|duty| !duty.contains("none in reach japan")));
        assert_eq!(battle.decide(&check, &[2]).is_ok(), reaches, "{range}");
    }
    // Beyond Iwate's reach plus its distance from Asahi, no second measurement is due.
    for (range, owes) in [("12.5", true), ("12.51", false)] {
        let mut battle = Battle { state: start.state.clone() };
        battle.does(&measure("asahi", "retvizan", range), &[]);
        assert_eq!(duty_texts(&battle).iter().any(|duty| duty.contains("none in reach japan")), owes, "{range}");
    }
    // A ship that may not attack needs no answer.
    for (harm, is_required) in [(Setting::Fires(2), true), (Setting::Fires(3), false), (Setting::Torpedoes(0), false)] {
        let mut harmed = Battle { state: start.state.clone() };
        harmed.set("iwate", harm.clone());
        harmed.does(&measure("asahi", "retvizan", "8"), &[]);
        assert_eq!(
            duty_texts(&harmed).iter().any(|duty| duty.contains("none in reach japan")),
            is_required,
            "{harm:?}"
        );
        harmed.does(&measure("iwate", "retvizan", "9"), &[]);
        assert_eq!(harmed.decide(&check, &[2]).is_ok(), is_required, "{harm:?}");
    }
    // `none in reach` excludes an attack, but a range typed after it still counts.
    let mut word = Battle { state: start.state.clone() };
    word.does(&Command::NoneInReach { side: Some("japan".into()) }, &[]);
    word.does(&measure("iwate", "retvizan", "9"), &[]);
    assert!(word.decide(&check, &[2]).is_ok());
}

#[test]
fn r7_5_1_ranges_of_all_pairs_or_one_within_reach_settle_the_question() {
    let at_gunfire = |ranges: &[(&str, &str)]| {
        let mut battle = torpedoes();
        battle.segment(1, Segment::Gunfire);
        for (ship, range) in ranges {
            battle.does(&measure(ship, "retvizan", range), &[]);
        }
        battle.segment(1, Segment::Torpedo);
        duty_texts(&battle).len()
    };
    assert_eq!(at_gunfire(&[("asahi", "14")]), 2, "Iwate may be nearer");
    assert_eq!(at_gunfire(&[("asahi", "14"), ("iwate", "12")]), 0, "every pair is known");
    assert_eq!(at_gunfire(&[("asahi", "4")]), 0, "the dice are due anyhow");
    assert_eq!(at_gunfire(&[("asahi", "4.01")]), 2, "a range beyond reach does not answer for Iwate");
    // With no enemy sighted, no torpedoes or no large ship, ranges do not matter.
    let mut unseen = torpedoes();
    unseen.set("rd", Setting::Sighted(false));
    assert_eq!(duty_texts(&unseen).len(), 1, "only Russia sees an enemy");
    let mut ablaze = torpedoes();
    ablaze.set("retvizan", Setting::Fires(3));
    assert_eq!(duty_texts(&ablaze).len(), 1, "only Japan could attack");
    let cruisers = setup(vec![card("Akashi", "japan", ShipType::CP)], vec![card("Novik", "russia", ShipType::CL)]);
    let mut light = Battle::at(&cruisers, Segment::Torpedo);
    for unit in ["jd", "rd"] {
        light.set(unit, Setting::Sighted(true));
    }
    assert!(duty_texts(&light).is_empty());
}

#[test]
fn r7_5_1_a_consorts_range_settles_it_if_beyond_reach_plus_column_length() {
    // Battleships 2.0 long and 0.5 apart are 2.5 from middle to middle; torpedoes reach 4.
    let names = ["Asahi", "Mikasa", "Fuji"];
    let owed = |ships: usize, range: &str| {
        let japan = names[..ships].iter().map(|name| card(name, "japan", ShipType::BB)).collect();
        let mut battle = Battle::at(&setup(japan, vec![card("Retvizan", "russia", ShipType::BB)]), Segment::Gunfire);
        for unit in ["jd", "rd"] {
            battle.set(unit, Setting::Sighted(true));
        }
        battle.does(&measure("asahi", "retvizan", range), &[]);
        battle.segment(1, Segment::Torpedo);
        duty_texts(&battle).len()
    };
    assert_eq!((owed(2, "6.5"), owed(2, "6.51")), (2, 0));
    assert_eq!((owed(3, "9"), owed(3, "9.01")), (2, 0), "Fuji is two places astern of the observer");
}

#[test]
fn r3_3_5_a_measured_ship_beyond_sight_or_reach_needs_no_target() {
    let japan = vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)];
    let due = |range: Option<&str>| {
        let mut battle =
            Battle::at(&setup(japan.clone(), vec![card("Retvizan", "russia", ShipType::BB)]), Segment::Sighting);
        battle.does(&measure("asahi", "retvizan", "12"), &[]);
        if let Some(range) = range {
            battle.does(&measure("mikasa", "retvizan", range), &[]);
        }
        battle.does(&next_to(Segment::Gunfire), &[]);
        naval::rules::gunnery::side_to_declare(&battle.state).map(|side| side.to_string())
    };
    let japan_first = Some("japan".to_owned());
    assert_eq!(due(None), japan_first, "Mikasa has no measured range yet");
    assert_eq!((due(Some("16")), due(Some("16.01"))), (japan_first, None), "guns reach 16");
    assert_eq!(due(Some("20.01")), None, "out of sight");
}

/// Asahi and Retvizan have positions; Iwate has only a measured range, far off last turn.
#[test]
fn r7_5_1_a_pair_with_positions_needs_no_answer_for_one_that_was_far() {
    let owed = |range: &str, placed: bool| {
        let mut battle = torpedoes();
        if placed {
            for (ship, x) in [("asahi", 10.0), ("retvizan", 40.0)] {
                battle.set(ship, Setting::At(naval::model::Place::new(x, 24.0, 0.0)));
            }
        }
        battle.segment(1, Segment::Gunfire);
        battle.does(&measure("iwate", "retvizan", range), &[]);
        for unit in ["jd", "2nd", "rd"] {
            battle.set(unit, Setting::Sighted(true));
        }
        battle.segment(2, Segment::Torpedo);
        duty_texts(&battle).len()
    };
    assert_eq!(owed("40", true), 0, "the measured pair was far off");
    assert_eq!((owed("5", true), owed("40", false)), (2, 2), "Iwate is near, or Asahi has no range");
}

#[test]
fn r7_5_1_positions_make_an_answer_unnecessary() {
    let mut table = Table::new();
    table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 0.0));
    table.place("retvizan", ShipType::BB, "b", (35.0, 20.0, 0.0));
    table.lines(&["next to torpedo"]);
    assert!(table.ship("asahi").sighted && duties(&table.state).is_empty());
    assert!(table.refusal("none in reach").contains("TorpedoReachKnown"));
}

#[test]
fn r8_6_possible_repairs_are_listed_and_do_not_block_the_segment() {
    let hit = |ship: &str, id: &str, harm| Fact::HitTaken { ship: ship.into(), id: id.into(), harm };
    let mut battle = Battle::at(&duel(), Segment::DamageControl);
    assert!(possible_repairs(&battle.state).is_empty());
    battle.apply(&hit("asahi", "FC1", Harm::FireControl));
    battle.apply(&hit("retvizan", "F1", Harm::Fire));
    battle.apply(&hit("retvizan", "B1", Harm::Bridge));
    let open: Vec<String> =
        possible_repairs(&battle.state).iter().map(|repair| show::labels::duty_text(&battle.state, repair)).collect();
    assert_eq!(open, ["Asahi may try one repair (FC1): repair asahi FC1 [8.6]"], "a burning ship fights its fire");
    assert!(show::status::duties_text(&View::referee(&battle.state)).contains("Open: Asahi may try one repair"));
    assert!(duty_texts(&battle).is_empty());
    battle.does(&Command::Repair { ship: "asahi".into(), item: "FC1".into() }, &[5]);
    assert!(possible_repairs(&battle.state).is_empty(), "one attempt a turn");
    battle.does(&next(), &[5]);
}

fn collide(left: &str, right: &str, how: Option<ContactKind>) -> Command {
    Command::Collide { one: left.into(), other: right.into(), how }
}

#[test]
fn r5_11_two_overlapping_ships_are_rolled_for() {
    for (how, blows, faces) in [
        (None, (CollisionRow::Rammer, CollisionRow::Rammed), 3),
        (Some(ContactKind::BowToBow), (CollisionRow::Rammed, CollisionRow::Rammed), 3),
        (Some(ContactKind::Scrape), (CollisionRow::Glancing, CollisionRow::Glancing), 3),
    ] {
        let mut table = measured_duel();
        let facts = table.rolled(&collide_line(how), &vec![1; faces]);
        let Fact::CollisionTested(collision) = &facts[0] else { panic!("{facts:?}") };
        assert!(collision.collides);
        assert_eq!(collision.blows, blows);
        assert!(table.refusal("collide asahi retvizan").contains("CollisionTested"), "once a move");
        assert!(table.refusal("collide retvizan asahi").contains("CollisionTested"), "either way round");
    }
    let mut table = measured_duel();
    let facts = table.rolled("collide asahi retvizan", &[2]);
    assert!(matches!(&facts[..], [Fact::CollisionTested(test)] if !test.collides), "a 2 passes clear: {facts:?}");
    assert!(table.refusal("collide asahi asahi").contains("NamedTwice"));
    table.lines(&["next"]);
    assert!(table.refusal("collide asahi retvizan").contains("WrongSegment"));
}

fn collide_line(how: Option<ContactKind>) -> String {
    let word = match how {
        None => "",
        Some(ContactKind::Ram) => " ram",
        Some(ContactKind::BowToBow) => " bow",
        Some(ContactKind::Scrape) => " scrape",
    };
    format!("collide asahi retvizan{word}")
}

/// Two ships without positions in the Movement Segment, with the charts of the game.
fn measured_duel() -> Table {
    let mut setup = naval_kit::scenario("asahi-retvizan");
    setup.divisions.iter_mut().for_each(|division| division.at = None);
    let mut table = Table { state: <naval::Naval as play::Game>::initial_state(&setup) };
    table.lines(&["next"]);
    table
}

#[test]
fn r5_11_only_the_first_of_a_division_risks_a_stopped_ship_by_hand() {
    let mut setup = setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Mikasa", "japan", ShipType::BB)],
        vec![card("Retvizan", "russia", ShipType::BB)],
    );
    setup.charts = std::sync::Arc::new(load::charts(&naval_kit::builtin(), "rjw").unwrap());
    let mut battle = Battle::new(&setup);
    battle.does(&speed("retvizan", "0"), &[]);
    battle.segment(1, Segment::Movement);
    battle.does(&collide("asahi", "retvizan", None), &[10]);
    let (reason, rule) = battle.refuses(&collide("mikasa", "retvizan", None));
    assert_eq!(reason, TableReason::CollisionRiskTaken { division: "jd".into(), ship: "retvizan".into() }.into());
    assert_eq!(rule, "5.11");
    // A moving ship is risked by each ship of the division.
    battle.segment(1, Segment::Plotting);
    battle.does(&speed("retvizan", "0.5"), &[]);
    battle.segment(1, Segment::Movement);
    battle.does(&collide("mikasa", "retvizan", None), &[10]);
}

/// If only one ship is stopped, it is the rammed one, whichever is named first. [5.11, Q47]
#[test]
fn r5_11_a_stopped_ship_does_not_ram() {
    for (stopped, blows) in [
        (&["asahi"][..], (CollisionRow::Rammed, CollisionRow::Rammer)),
        (&["retvizan"][..], (CollisionRow::Rammer, CollisionRow::Rammed)),
        (&["asahi", "retvizan"][..], (CollisionRow::Rammer, CollisionRow::Rammed)),
        (&[][..], (CollisionRow::Rammer, CollisionRow::Rammed)),
    ] {
        let mut table = measured_duel();
        for ship in stopped {
            table.lines(&[&format!("set {ship} speed 0 because \"engines\"")]);
        }
        let facts = table.rolled("collide asahi retvizan", &[10]);
        assert!(matches!(&facts[0], Fact::CollisionTested(test) if test.blows == blows), "{stopped:?}: {facts:?}");
    }
    // A stopped ship may still be scraped.
    let mut table = measured_duel();
    table.lines(&["set asahi speed 0 because \"engines\""]);
    let facts = table.rolled("collide asahi retvizan scrape", &[10]);
    assert!(
        matches!(&facts[0], Fact::CollisionTested(test) if test.blows == (CollisionRow::Glancing, CollisionRow::Glancing))
    );
}

#[test]
fn r5_11_positions_determine_whether_and_how_two_ships_met() {
    let mut table = Table::new();
    table.place("asahi", ShipType::BB, "a", (20.0, 20.0, 90.0));
    table.place("retvizan", ShipType::BB, "b", (30.0, 20.0, 0.0));
    table.lines(&["next"]);
    assert!(table.refusal("collide asahi retvizan").contains("BasesClear"));
    // The position puts the bow of Asahi into the side of Retvizan.
    table.lines(&["set asahi at 29 20 heading 90 because \"measured\""]);
    let facts = table.rolled("collide retvizan asahi", &[10]);
    let Fact::CollisionTested(collision) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!(
        collision.blows,
        (CollisionRow::Rammed, CollisionRow::Rammer),
        "by the positions, not by who is named first"
    );
}
