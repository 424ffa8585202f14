//! Rulings on one line each: dice and result, without repetition.
use super::*;

/// Applies a command and returns its brief result, as entry 12.
fn brief_texts(battle: &mut Battle, command: &Command, faces: &[u8]) -> Vec<String> {
    let before = battle.state.clone();
    let events = battle.does(command, faces);
    show::brief::brief_lines(&before, &events, 12, 0)
}

#[test]
fn a_salvo_has_a_line_with_its_entry_dice_and_hits() {
    let mut battle = declared();
    assert_eq!(
        brief_texts(&mut battle, &fire("asahi"), &[3, 9, 4, 2]),
        ["#12 Asahi>Retvizan 8.0\"  3 9 | 4 | 2  1 pen"]
    );
    assert_eq!(brief_texts(&mut battle, &fire("retvizan"), &[8, 20]), ["#12 Retvizan>Asahi 8.0\"  8 20  no hit"]);
    // A strike that does not penetrate is not a hit, and neither is a shot that fails its size.
    let mut battle = declared();
    assert_eq!(
        brief_texts(&mut battle, &fire("asahi"), &[3, 9, 4, 11]),
        ["#12 Asahi>Retvizan 8.0\"  3 9 | 4 | 11  stopped by armour"]
    );
    let mut battle = declared();
    assert_eq!(
        brief_texts(&mut battle, &fire("asahi"), &[3, 9, 12]),
        ["#12 Asahi>Retvizan 8.0\"  3 9 | 12  size failed"]
    );
}

#[test]
fn a_salvo_closes_declarations_silently_and_a_bare_closing_is_shown() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    let declares = brief_texts(&mut battle, &Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(declares, ["#12 Asahi>Retvizan 8.0\", broadside; both sighted"]);
    let answers = brief_texts(&mut battle, &Command::Target(order("retvizan", "asahi", "8")), &[]);
    assert_eq!(answers, ["#12 Retvizan>Asahi 8.0\", broadside"], "a ship already in sight is not sighted again");
    let closing = brief_texts(&mut battle, &Command::Declared { side: None }, &[]);
    assert_eq!(closing.len(), 2, "{closing:?}");
    assert!(closing[0].contains("has declared all its fire"), "{closing:?}");
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(brief_texts(&mut battle, &fire("asahi"), &[8, 20, 19]).len(), 1);
}

#[test]
fn volleys_and_damage_have_a_line_each() {
    let mut boat = card("Bditelni", "russia", ShipType::TBD);
    boat.defence = 4;
    let mut ship = card("Asahi", "japan", ShipType::BB);
    ship.medium = battery(86, "6");
    let mut battle = Battle::at(&setup(vec![ship], vec![boat]), Segment::Gunfire);
    let mut line = order("asahi", "bditelni", "4");
    line.battery = Some(BatteryKind::Medium);
    assert_eq!(
        brief_texts(&mut battle, &Command::Target(line), &[]).last().unwrap(),
        "#12 Asahi>Bditelni medium 4.0\", broadside; both sighted"
    );
    battle.does(&Command::Declared { side: None }, &[]);
    assert_eq!(
        brief_texts(&mut battle, &fire("asahi"), &[2]),
        ["#12 Asahi>Bditelni medium 4.0\"  2 sure, 2 or less: 2  3 hits"]
    );
    let mut battle = declared();
    battle.does(&fire("asahi"), &[3, 9, 4, 2]);
    battle.segment(1, Segment::Damage);
    assert_eq!(
        brief_texts(&mut battle, &Command::Damage { unit: None }, &[9]),
        ["#12 Retvizan hit, D20 9: F, fire; F1 fire, 1 burning"]
    );
}

#[test]
fn what_was_reported_when_typed_is_not_repeated() {
    let mut battle = declared();
    let before = battle.state.clone();
    let all = Command::Fire { units: Vec::new(), apart: false };
    let events = battle.does(&all, &[3, 9, 4, 2, 8, 20]);
    let whole = show::brief::brief_lines(&before, &events, 12, 0);
    assert_eq!(whole.len(), 2, "{whole:?}");
    let first = events.iter().position(|event| matches!(event.fact, Fact::HitsMarked(_))).unwrap() + 1;
    assert_eq!(show::brief::brief_lines(&before, &events[..first], 12, 0), whole[..1]);
    assert_eq!(show::brief::brief_lines(&before, &events, 12, first), whole[1..]);
    assert!(show::brief::brief_lines(&before, &events, 12, events.len()).is_empty());
}

#[test]
fn ships_sighted_in_succession_share_a_sentence() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    let before = battle.state.clone();
    let (from, to) = (Id::from("asahi"), Id::from("retvizan"));
    let measured = Command::Measure { from, to, range: "8".parse().unwrap(), bearing: None };
    let mut events = battle.does(&measured, &[]);
    let both = show::brief::brief_lines(&before, &events, 12, 0);
    assert_eq!(both, ["Asahi to Retvizan: 8.0\". [2.7]", "Asahi and Retvizan are sighted. [4.3]"]);
    // One ship alone is not a list, and ships lost from sight are separate from ships sighted.
    let first = events.iter().position(|event| matches!(event.fact, Fact::Sighted { .. })).unwrap();
    assert_eq!(show::brief::brief_lines(&before, &events, 12, first + 1), ["Retvizan is sighted. [4.3]"]);
    events[first + 1].fact = Fact::LostFromSight { ship: Id::from("retvizan") };
    let parted = show::brief::brief_lines(&before, &events, 12, first);
    assert_eq!(parted, ["Asahi is sighted. [4.3]", "Retvizan is lost from sight. [4.3]"]);
    // A different paragraph needs a different sentence.
    events[first + 1].fact = Fact::Sighted { ship: Id::from("retvizan") };
    events[first + 1].rule = "4.4".parse().unwrap();
    let parted = show::brief::brief_lines(&before, &events, 12, first);
    assert_eq!(parted, ["Asahi is sighted. [4.3]", "Retvizan is sighted. [4.4]"]);
}
