//! Text printed before dice are rolled: the number needed and its parts, for every kind of roll.
use naval::model::{Label, Purpose, Setting, Sum, Visibility, ship::*};
use naval::{Command, Fact, Naval, NavalEvent, Segment};
use play::{self, Rule};

use super::{declared, die, fire, id, noted};
use naval_kit::fixture::*;
use play::Source;

/// The text before each roll of a command, each once.
fn texts_before_rolls(battle: &Battle, command: &Command, faces: &[u8]) -> Vec<String> {
    let events = battle.decide(command, faces).unwrap_or_else(|halt| panic!("{command:?} halted: {halt:?}"));
    let (mut state, mut shown) = (battle.state.clone(), Vec::new());
    for event in &events {
        for roll in &event.dice {
            shown.extend(show::needs::dice_needs(&state, event, &roll.purpose));
        }
        play::apply_all::<Naval>(&mut state, std::slice::from_ref(event));
    }
    shown.dedup();
    shown
}

#[test]
fn r6_5_1_3_a_salvo_shows_its_four_numbers_before_the_first_die() {
    let text = texts_before_rolls(&declared(), &fire("asahi"), &[3, 9, 4, 2]);
    assert_eq!(
        text,
        ["Asahi at Retvizan, 8.0\", broadside:
  dice 2:                 2 mounts bear [6.4.1]
  to hit 7 or less:       7 at 8.0\" [6.5.1]
  size 11 or less:        Retvizan 11 [6.5.1.5]
  penetration 10 or less: power 18 [6.5.1]  armour -8 [6.5.1.5]"]
    );
}

#[test]
fn r6_5_2_batteries_show_strength_defence_and_quotient() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    let mut line = order("asahi", "retvizan", "4");
    line.battery = Some(BatteryKind::Medium);
    battle.does(&Command::Target(line), &[]);
    assert_eq!(
        texts_before_rolls(&battle, &fire("asahi"), &[9]),
        ["Asahi, medium guns at Retvizan, 4.0\":
  Asahi medium 24: medium battery 24 [6.2.4]
  24 against defence 35: 24/35, rounded 1 [6.5.2]
  a hit on 1 or less (D10) [6.5.2]"]
    );
}

#[test]
fn r7_4_3_torpedoes_show_their_four_numbers() {
    let mut battle = Battle::at(&duel(), Segment::Torpedo);
    battle.set("retvizan", Setting::Speed(inches("1")));
    let coup = Command::CoupDeGrace {
        by: id("asahi"),
        target: id("retvizan"),
        range: Some(inches("5")),
        factors: 1,
        clear: false,
    };
    let text = texts_before_rolls(&battle, &coup, &[3, 4, 5]);
    assert_eq!(text.len(), 1, "{text:?}");
    for part in ["Torpedoes of Asahi at Retvizan:", "to hit 12 or less:", "x3 a cripple [7.6]", "size 11", "[7.7]"] {
        assert!(text[0].contains(part), "no {part} in {}", text[0]);
    }
}

#[test]
fn r8_6_1_a_repair_shows_its_number_and_its_penalties() {
    let mut battle = Battle::at(&duel(), Segment::DamageControl);
    battle.set("asahi", Setting::MountsLost(1));
    let repair = |item: &str| Command::Repair { ship: id("asahi"), item: id(item) };
    let item = battle.ship("asahi").hits[0].id.to_string();
    let text = texts_before_rolls(&battle, &repair(&item), &[5]);
    assert!(
        text[0].contains("on 2 or less (D10):\n  2 damage control [8.6.1]  beyond repair on 9 or 10 [8.6.2]"),
        "{text:?}"
    );

    battle.set("asahi", Setting::Fires(2));
    let text = texts_before_rolls(&battle, &repair("fire"), &[5, 6]);
    assert_eq!(
        text,
        [
            "Asahi repairs F1 (fire) on 2 or less (D10):
  2 damage control [8.6.1]  a 9 adds one hit, a 10 one fire [8.5.3]",
            "Each fire of Asahi: a 9 adds one hit, a 10 one fire. [8.5.3]"
        ]
    );
}

#[test]
fn r8_6_4_a_bonus_is_in_the_sum() {
    let mut setup = duel();
    setup.options.damage_control_bonus = true;
    let mut battle = Battle::at(&setup, Segment::DamageControl);
    battle.set("asahi", Setting::Fires(1));
    battle.set("asahi", Setting::Speed(inches("1")));
    let text = texts_before_rolls(&battle, &Command::Fires { ship: Some(id("asahi")) }, &[5]);
    assert!(text[0].starts_with("Asahi repairs F1 (fire) on 3 or less (D10):"), "{text:?}");
    assert!(text[0].contains("undisturbed +1 [8.6.4]"), "{text:?}");
}

#[test]
fn r5_15_2_a_reaction_shows_batteries_and_initiative() {
    let fact = |initiative| Fact::ReactionTested {
        division: id("rd"),
        batteries: 4,
        initiative,
        roll: 0,
        reacts: true,
        away_from: None,
        with: Vec::new(),
    };
    let purpose = Purpose::Reaction(id("rd"));
    let need_for = |initiative| {
        let event = noted(fact(initiative), "5.15.1", vec![die(10, 4, Source::Typed, purpose.clone())]);
        show::needs::dice_needs(&naval::begin(&duel()), &event, &purpose).unwrap()
    };
    assert_eq!(
        need_for(-1),
        "russia division turns away on 3 or less (D10) [5.15.1]:\n  4 batteries fired on it [5.15.5]  initiative -1 [5.15.2]"
    );
    assert_eq!(need_for(0).lines().nth(1), Some("  4 batteries fired on it [5.15.5]"));
    assert!(need_for(9).contains("on 10 or less"), "{}", need_for(9));
}

#[test]
fn r4_3_the_sighting_die_shows_every_result() {
    let mut setup = duel();
    setup.visibility = Visibility::Rolled(["10", "12", "14", "16", "18", "20"].map(inches).to_vec());
    let text = texts_before_rolls(&Battle::new(&setup), &Command::Next { to: None, waive: None }, &[3]);
    assert!(text[0].contains("1 for 10.0\", 2 for 12.0\"") && text[0].contains("[3.3.1]"), "{text:?}");
}

#[test]
fn r8_2_1_a_hit_shows_its_table_and_the_results_for_each_mount() {
    let mut battle = declared();
    battle.does(&fire("asahi"), &[3, 9, 4, 2]);
    battle.segment(1, Segment::Damage);
    let damage = Command::Damage { unit: None };
    let text = texts_before_rolls(&battle, &damage, &[1, 4]);
    assert!(text[0].starts_with("Retvizan is hit: read the die on rjw japanese guns"), "{text:?}");
    assert_eq!(text[1], "Mounts of Retvizan by the die: 1-3 a, 4-6 y. [8.2.4]");
    let text = texts_before_rolls(&battle, &damage, &[13, 1, 9, 2]);
    assert!(text[1].contains("special large") && text[2].contains("magazine"), "{text:?}");
    let text = texts_before_rolls(&battle, &damage, &[13, 2, 5]);
    assert!(text[2].contains("as many turns as the D6 shows"), "{text:?}");
}

#[test]
fn seven_mounts_share_a_die_that_is_rolled_again() {
    let mut setup = duel();
    let mut target = (*setup.ships[1].card).clone();
    if let Some(big) = &mut target.big {
        big.mounts =
            (1..=7).map(|index| mount(&format!("m{index}"), &[FiringArc::Port, FiringArc::Starboard])).collect();
    }
    setup.ships[1].card = target.into();
    let fact = Fact::HitTaken { ship: id("retvizan"), id: id("m1"), harm: Harm::Mount(id("m1")) };
    let purpose = Purpose::Mount(id("retvizan"));
    let event: NavalEvent = noted(fact, "8.2.4", vec![die(10, 1, Source::Typed, purpose.clone())]);
    let shown = show::needs::dice_needs(&naval::begin(&setup), &event, &purpose).unwrap();
    assert!(shown.contains("1 m1, 2 m2") && shown.contains("again if higher."), "{shown}");
}

#[test]
fn a_note_cites_no_sums_and_a_repair_cites_its_number() {
    let event = noted(Fact::Noted { words: "x".into() }, "9.2", Vec::new());
    assert_eq!(show::needs::cited_sums(&naval::begin(&duel()), &event), None);
    let needed = Sum::from_base(2, Label::DamageControl, Rule::new("8.6.1"));
    let fact = Fact::RepairRolled { ship: id("asahi"), item: id("v1"), needed, result: HitState::Active };
    let shown = show::needs::cited_sums(&naval::begin(&duel()), &noted(fact, "8.6.1", Vec::new())).unwrap();
    assert!(shown.starts_with("Asahi repairs v1 on 2 or less (D10):"), "{shown}");
}
