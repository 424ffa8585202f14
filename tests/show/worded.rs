//! The texts of rulings, refusals and pages: exact where a referee reads them most, and well formed everywhere.
mod brief;
mod needs;
mod odds;
mod wrapping;

use std::sync::Arc;

use naval::model::{
    BatteryCount, BatteryKind, BattleEnd, Bearing, DrawnDivision, Duty, Fate, Fraction, Harm, HeldHit, HitKind,
    HitState, Label, Light, Purpose, Rudder, Salvo, Setting, ShipType, Sum, TableReason, Task, TorpedoAttack,
    TorpedoAttackKind, chart::VisibilityQuality, command::LineBlock, generator::DrawnShip, state::Marker,
};
use naval::{
    Command, Fact, Id, NavalEvent, Reason, Segment,
    rulebook::{Paragraph, Rulebook, Status},
    view::{BoundReason, SuspectRange, View},
};
use num_bigint::BigUint;
use num_rational::Ratio;
use play::{DiceRequest, Event, NotDecided, Roll, Rule, Source};

use naval_kit::fixture::*;

const RULE: Rule = Rule::new("6.5.1");

fn fire_duty(firer: &str) -> Duty {
    let task = Task::Fire { firer: id(firer), battery: BatteryKind::Big, target: id("rurik") };
    Duty { rule: Rule::new("3.3.5"), task }
}

fn id<Kind>(word: &str) -> Id<Kind> {
    Id::new(word)
}

fn die(sides: u8, face: u8, source: Source, purpose: Purpose) -> Roll<Purpose> {
    Roll { sides, face, source, purpose }
}

fn noted(fact: Fact, rule: &str, dice: Vec<Roll<Purpose>>) -> NavalEvent {
    Event { fact, rule: rule.parse().unwrap(), dice }
}

#[test]
fn one_turn_and_one_ship_are_singular() {
    let state = Battle::new(&duel()).state;
    let runs = |turns: u16| show::event::event_text(&state, &noted(Fact::QuickStarted { turns }, "5.14", Vec::new()));
    assert_eq!(runs(1), "All move at their speeds until a ship is sighted, at most 1 turn. [5.14]");
    assert_eq!(runs(2), "All move at their speeds until a ship is sighted, at most 2 turns. [5.14]");
    let hint = |state: &naval::State| {
        let division = state.ship(&id("asahi")).unwrap().division.clone();
        let reason = Reason::Table(TableReason::NotOfDivision { ship: id("retvizan"), division });
        show::refusal::refusal(state, &reason, RULE).hint.unwrap().to_string()
    };
    assert_eq!(hint(&state), "its only ship is Asahi.");
    let mut two = state.clone();
    Arc::make_mut(&mut two.divisions[0]).ships.push(id("retvizan"));
    assert_eq!(hint(&two), "its ships are Asahi and Retvizan.");
}

#[test]
fn r2_4_six_boats_on_one_base_are_noted_as_they_are_generated() {
    let state = Battle::new(&duel()).state;
    let raised_text = |boats: usize, one_base: bool| {
        let card = |index: usize| Arc::new(card(&format!("T{index}"), "japan", ShipType::TBD));
        let ships = (0..boats).map(|index| DrawnShip { card: card(index), number: None }).collect();
        let (name, side) = ("Japan 1st".to_owned(), id("japan"));
        let raised = DrawnDivision { id: id("japan-1"), name, side, ships, one_base, signalling: 0, initiative: 0 };
        show::event::event_text(&state, &noted(Fact::DivisionRaised(raised), "10.1.2", Vec::new()))
    };
    assert!(raised_text(6, true).contains("6 boats share one base, which holds 5. [2.4]"), "{}", raised_text(6, true));
    for (boats, one_base) in [(5, true), (6, false)] {
        assert!(!raised_text(boats, one_base).contains("[2.4]"), "{boats} {one_base}");
    }
}

/// Applies a command and returns the text of its result.
fn told_events(battle: &mut Battle, command: &Command, faces: &[u8]) -> String {
    let before = battle.state.clone();
    let events = battle.does(command, faces);
    show::event::events_text(&before, &events)
}

fn fire(unit: &str) -> Command {
    Command::Fire { units: vec![unit.into()], apart: false }
}

/// Both sides have declared at 8.0".
fn declared() -> Battle {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    battle.does(&Command::Target(order("retvizan", "asahi", "8")), &[]);
    battle.does(&Command::Declared { side: None }, &[]);
    battle
}

/// Asserts that a text has words, and that no line ends in a space or has more than 100 columns.
#[track_caller]
fn assert_well_formed(text: &str) {
    assert!(!text.trim().is_empty(), "no text");
    for line in text.lines() {
        assert_eq!(line, line.trim_end(), "a space ends the line");
        assert!(line.chars().count() <= 100, "{} columns: {line}", line.chars().count());
    }
}

#[test]
fn a_salvo_shows_its_numbers_with_their_paragraphs_and_dice() {
    let mut battle = declared();
    assert_eq!(
        told_events(&mut battle, &fire("asahi"), &[3, 9, 4, 2]),
        "\
Asahi fires its big guns at Retvizan, 8.0\", broadside. [6.5.1]
  dice 2:                 2 mounts bear [6.4.1]
  to hit 7 or less:       7 at 8.0\" [6.5.1]       typed 3 9 -> 1
  size 11 or less:        Retvizan 11 [6.5.1.5]   typed 4 -> 1
  penetration 10 or less: power 18 [6.5.1]  armour -8 [6.5.1.5]
                          typed 2 -> 1
  1 penetrating hit on Retvizan by Asahi, held for the Damage Segment. [6.5.1.2]"
    );
}

#[test]
fn a_salvo_that_misses_says_so_and_rolls_no_further() {
    let mut battle = declared();
    assert_eq!(
        told_events(&mut battle, &fire("retvizan"), &[8, 20]),
        "\
Retvizan fires its big guns at Asahi, 8.0\", broadside. [6.5.1]
  dice 2:                 2 mounts bear [6.4.1]
  to hit 7 or less:       7 at 8.0\" [6.5.1]   typed 8 20 -> 0
  size 11 or less:        Asahi 11 [6.5.1.5]
  penetration 10 or less: power 18 [6.5.1]  armour -8 [6.5.1.5]
  No hit."
    );
}

#[test]
fn modifiers_follow_the_base_and_rolled_dice_differ_from_typed() {
    let mut to_hit = Sum::from_base(7, Label::AtRange(inches("8")), RULE);
    to_hit.times(Fraction::from(2), Label::Text("hit her last turn".to_owned()), Rule::new("6.5.1.3"));
    let mut penetration = Sum::from_base(6, Label::Power, RULE);
    penetration.plus(-8, Label::Armour, Rule::new("6.5.1.5"));
    let mut dice = Sum::from_base(2, Label::MountsBear, Rule::new("6.4.1"));
    dice.times(Fraction::new(3, 2), Label::Text("not under big-gun fire".to_owned()), Rule::new("6.5.1.3"));
    let salvo = Salvo {
        firer: id("asahi"),
        target: id("retvizan"),
        range: inches("8"),
        dice,
        to_hit,
        size: Sum::from_base(0, Label::SizeOf("Retvizan".to_owned()), RULE),
        penetration,
        on_successes: 2,
        strikes: 1,
        penetrating: 0,
        non_penetrating: 1,
    };
    let hit = |face, source| die(20, face, source, Purpose::ToHit(id("asahi")));
    let size = |face| die(20, face, Source::Rolled, Purpose::Size(id("asahi")));
    let dice = vec![hit(3, Source::Typed), hit(9, Source::Rolled), hit(15, Source::Rolled), size(1), size(4)];
    let event = noted(Fact::SalvoFired(Box::new(salvo)), "6.5.1", dice);
    assert_eq!(
        show::event::event_text(&naval::begin(&duel()), &event),
        "\
Asahi fires its big guns at Retvizan, 8.0\". [6.5.1]
  dice 3:            2 mounts bear [6.4.1]
                     x1.5 not under big-gun fire [6.5.1.3]
  to hit 14 or less: 7 at 8.0\" [6.5.1]  x2 hit her last turn [6.5.1.3]
                     typed 3, rolled 9 15 -> 2
  size 1 or less:    Retvizan 0 [6.5.1]
                     a natural 1 always succeeds [6.5.1.4]
                     rolled 1 4 -> 1
  penetration -2:    power 6 [6.5.1]  armour -8 [6.5.1.5]
                     no roll: it cannot penetrate [8.2.2]"
    );
}

#[test]
fn a_volley_shows_strength_defence_quotient_and_die() {
    let mut boat = card("Bditelni", "russia", ShipType::TBD);
    boat.defence = 4;
    let mut ship = card("Asahi", "japan", ShipType::BB);
    ship.medium = battery(86, "6");
    let mut battle = Battle::at(&setup(vec![ship], vec![boat]), Segment::Gunfire);
    let mut line = order("asahi", "bditelni", "4");
    line.battery = Some(BatteryKind::Medium);
    battle.does(&Command::Target(line), &[]);
    battle.does(&Command::Declared { side: None }, &[]);
    assert_eq!(
        told_events(&mut battle, &fire("asahi"), &[2]),
        "\
Asahi fires its medium guns at Bditelni, 4.0\". [6.5.3]
  Asahi medium 86: medium battery 86 [6.2.4]
  86 against defence 4: 21.5, rounded 22 [6.5.2]
  2 sure hits and one more on 2 or less (D10) [6.5.3]   typed 2 -> 3 hits
  Against russia division, for its reaction next turn: 1 battery of japan
    division. [6.5.8]
  3 hits on Bditelni by Asahi, held for the Damage Segment. [6.5.3]"
    );
}

#[test]
fn torpedoes_show_the_same_three_rolls() {
    let mut size = Sum::from_base(11, Label::SizeOf("Retvizan".to_owned()), Rule::new("7.4.8"));
    size.result = 4;
    let attack = TorpedoAttack {
        marker: Some(id("q")),
        by: id("asahi"),
        target: id("retvizan"),
        manner: TorpedoAttackKind::Launched,
        factors: Sum::from_base(2, Label::Text("2 factors".to_owned()), Rule::new("7.4.3")),
        to_hit: Sum::from_base(8, Label::ToHitAtRun(inches("2")), Rule::new("7.4.3")),
        size,
        penetration: Sum::from_base(18, Label::Power, Rule::new("7.4.3")),
        on_successes: 1,
        strikes: 0,
        hits: 0,
    };
    let hit = |face| die(20, face, Source::Typed, Purpose::TorpedoToHit(id("asahi")));
    let size = die(20, 5, Source::Typed, Purpose::TorpedoSize(id("asahi")));
    let event = noted(Fact::TorpedoesAttacked(Box::new(attack)), "7.4.3", vec![hit(8), hit(9), size]);
    assert_eq!(
        show::event::event_text(&naval::begin(&duel()), &event),
        "\
Torpedoes of Asahi (marker Q) attack Retvizan. [7.4.3]
  dice 2:                 2 factors [7.4.3]
  to hit 8 or less:       8 base at a run of 2.0\" [7.4.3]   typed 8 9 -> 1
  size 4 or less:         Retvizan 11 [7.4.8]               typed 5 -> 0
  penetration 18 or less: power 18 [7.4.3]
  No hit."
    );
}

#[test]
fn damage_fires_and_repairs_say_what_they_leave() {
    let mut battle = declared();
    battle.does(&fire("asahi"), &[3, 9, 4, 2]);
    battle.segment(1, Segment::Damage);
    assert_eq!(
        told_events(&mut battle, &Command::Damage { unit: None }, &[9]),
        "\
Retvizan, on rjw japanese guns: D20 typed 9 -> F, fire. [8.2.1]
  Retvizan takes F1: fire, 1 burning. [8.5]
All hits on Retvizan are resolved. [3.3.8]"
    );
    battle.set("asahi", Setting::Fires(3));
    battle.segment(2, Segment::DamageControl);
    assert_eq!(
        told_events(&mut battle, &Command::Repair { ship: id("asahi"), item: id("fire") }, &[2, 9, 10]),
        "\
Asahi repairs F1 (fire) on 2 or less (D10): typed 2 -> repaired. [8.6.1]
Fires of Asahi: D10 typed 9 10 -> 1 more hit, held for the Damage Segment; 1
  more fire. [8.5.3]
  Asahi takes F4: fire, 3 burning, its weapons are silent. [8.5.3]"
    );
    // The die of the fire being fought is shown with the damage it caused.
    let fought = |faces: &[u8]| {
        let mut battle = Battle::new(&duel());
        battle.set("asahi", Setting::Fires(2));
        battle.segment(2, Segment::DamageControl);
        let all = told_events(&mut battle, &Command::Repair { ship: id("asahi"), item: id("fire") }, faces);
        all.lines().find(|line| line.starts_with("Fires of")).map(str::to_owned).unwrap_or_default()
    };
    let [spreads, both, neither] = [&[9, 3], &[9, 9], &[8, 3]].map(|faces| fought(faces));
    assert!(spreads.starts_with("Fires of Asahi: D10 typed 3, the fire being fought D10 9 -> 1 more hit"), "{spreads}");
    assert!(both.starts_with("Fires of Asahi: D10 typed 9, the fire being fought D10 9 -> 2 more hits"), "{both}");
    assert_eq!(neither, "Fires of Asahi: D10 typed 3 -> no new damage. [8.5.3]");
}

#[test]
fn a_reaction_shows_its_initiative() {
    let fact = Fact::ReactionTested {
        division: id("rd"),
        batteries: 4,
        initiative: -1,
        roll: 5,
        reacts: false,
        away_from: Some(id("jd")),
        with: Vec::new(),
    };
    let event = noted(fact, "5.15.2", vec![die(10, 4, Source::Typed, Purpose::Reaction(id("rd")))]);
    assert_eq!(
        show::event::event_text(&naval::begin(&duel()), &event),
        "Reaction of russia division, on 4 or less (D10): typed 4, less initiative -1 =\n  5 -> it holds its course. [5.15.2]"
    );
}

fn marker(dummy: bool) -> Marker {
    Marker {
        id: id("q"),
        launcher: id("asahi"),
        side: id("japan"),
        factors: 2,
        target: id("retvizan"),
        run: inches("10"),
        bearing: Bearing::Port,
        turn: 1,
        dummy,
        answered_turn: None,
        second_half: false,
        dot: None,
        track: None,
    }
}

/// Facts that the tests above do not show, some in several forms.
fn other_facts() -> Vec<Fact> {
    let ship = || id("asahi");
    let held = |kind, firer: Option<&str>| {
        Fact::HitsMarked(HeldHit {
            target: id("retvizan"),
            firer: firer.map(Id::new),
            kind,
            battery: None,
            range: None,
            count: 2,
        })
    };
    let mut number = Sum::from_base(2, Label::Text("damage control 2".to_owned()), Rule::new("8.6.1"));
    number.plus(1, Label::Text("idle and not fired on".to_owned()), Rule::new("8.6.4"));
    let mut facts = vec![
        Fact::SegmentBegan { turn: 3, segment: Segment::Gunfire },
        Fact::DutiesWaived { because: "the tape is lost".into(), duties: vec![fire_duty("asahi")] },
        Fact::SightingBaseFound { base: inches("12"), quality: Some(VisibilityQuality::VeryPoor) },
        Fact::ShipEntered { ship: ship() },
        Fact::LostFromSight { ship: ship() },
        Fact::Illuminated { by: ship(), target: id("retvizan"), with: Light::Searchlight },
        Fact::Illuminated { by: ship(), target: id("retvizan"), with: Light::Starshell },
        Fact::DeclaredOutOfTurn { side: id("japan"), due: id("russia") },
        Fact::DeclarationVoided { firer: ship(), battery: BatteryKind::Medium, target: id("retvizan") },
        Fact::DeclarationsClosed { side: id("japan") },
        Fact::BigGunOrder { first: id("japan") },
        Fact::SecondaryFireOrder { first: id("japan") },
        held(HitKind::Penetrating, Some("asahi")),
        held(HitKind::NonPenetrating, Some("asahi")),
        held(HitKind::Effective, None),
        held(HitKind::Torpedo, Some("asahi")),
        held(HitKind::FireSpread, None),
        Fact::BatteriesCounted(BatteryCount { target: id("rd"), firer: id("jd"), batteries: 3 }),
        Fact::TorpedoesLaunched(marker(false)),
        Fact::TorpedoesLaunched(marker(true)),
        Fact::TorpedoTargetDrawn { marker: Some(id("q")), ship: ship() },
        Fact::TorpedoTargetDrawn { marker: None, ship: ship() },
        Fact::TorpedoesRanOn { marker: id("q") },
        Fact::MarkerRemoved { marker: id("q"), spent: true },
        Fact::MarkerRemoved { marker: id("q"), spent: false },
        Fact::TorpedoCheckMade { side: id("japan"), attack: true, held: false },
        Fact::TorpedoCheckMade { side: id("japan"), attack: false, held: false },
        Fact::TorpedoCheckMade { side: id("japan"), attack: false, held: true },
        Fact::TurnedAway { division: id("rd"), from: id("jd") },
        Fact::LaunchCancelled { marker: id("q"), unused: Vec::new() },
        Fact::HitRolled { target: ship(), table: id("special-large"), code: "MG".into() },
        Fact::NoEffect { ship: ship() },
        Fact::MagazineHeld { ship: ship() },
        Fact::HitsWasted { target: ship(), count: 2 },
        Fact::FiresRolled { ship: ship(), hits: 0, new_fires: 0 },
        Fact::SpeedChanged { ship: ship(), speed: inches("2") },
        Fact::ShipExited { ship: ship(), friendly: true, edge: None, turn: None },
        Fact::ShipExited { ship: ship(), friendly: false, edge: None, turn: None },
        Fact::Noted { words: "Asahi made smoke".into() },
        Fact::ScenarioEnded { end: BattleEnd::Duration },
        Fact::ScenarioEnded { end: BattleEnd::Exited(id("japan")) },
        Fact::ScenarioEnded { end: BattleEnd::Ruled("night fell".into()) },
        Fact::ScenarioEnded { end: BattleEnd::Decided { by: 1, side: id("japan") } },
    ];
    for result in [HitState::Active, HitState::Repaired, HitState::Unrepairable] {
        facts.push(Fact::RepairRolled { ship: ship(), item: id("F1"), needed: number.clone(), result });
    }
    let lost = |fate| Fact::ShipLost { ship: ship(), fate };
    facts.extend(fates().map(lost));
    let taken = |harm| Fact::HitTaken { ship: ship(), id: id("X1"), harm };
    facts.extend(harms().map(taken));
    let set = |setting| Fact::ValueSet { unit: ship(), setting, because: "engine room flooded".into() };
    facts.extend(settings().into_iter().map(set));
    facts
}

fn fates() -> impl Iterator<Item = Fate> {
    let exits = [true, false].map(Fate::exited);
    let rest =
        [Fate::Fighting, Fate::Sinking, Fate::Exploded, Fate::Sunk, Fate::Abandoned, Fate::Waiting { enters_turn: 4 }];
    rest.into_iter().chain(exits)
}

fn harms() -> impl Iterator<Item = Harm> {
    let guns = (1..=4).map(|quarters| Harm::Guns { quarters });
    let rest = [
        Harm::Mount(id("a")),
        Harm::Fire,
        Harm::Flotation { hits: 2 },
        Harm::Speed(inches("0.5")),
        Harm::Steering { until_turn: 4, circles: None },
        Harm::Bridge,
        Harm::FireControl,
    ];
    rest.into_iter().chain(guns)
}

fn settings() -> Vec<Setting> {
    vec![
        Setting::Speed(inches("2")),
        Setting::TopSpeed(inches("2")),
        Setting::Fires(1),
        Setting::Flotation(2),
        Setting::MountsLost(1),
        Setting::GunQuartersLost(2),
        Setting::Torpedoes(1),
        Setting::Sighted(true),
        Setting::Sighted(false),
        Setting::Lit(true),
        Setting::Lit(false),
        Setting::Fate(Fate::Sunk),
        Setting::Rudder(Rudder::Free),
        Setting::Rudder(Rudder::Jammed { circles: None, turns: Some(2) }),
        Setting::SightingBase(inches("12")),
        Setting::Visibility(None),
        Setting::Visibility(Some(VisibilityQuality::Poor)),
    ]
}

#[test]
fn a_fact_is_a_sentence_that_cites_its_paragraph() {
    let state = naval::begin(&duel());
    for fact in other_facts() {
        for dice in [Vec::new(), vec![die(10, 4, Source::Rolled, Purpose::Magazine(id("asahi")))]] {
            let event = noted(fact.clone(), "9.2", dice);
            let text = show::event::event_text(&state, &event);
            assert_well_formed(&text);
            assert!(text.replace('\n', " ").contains("[9.2]"), "no paragraph: {text}");
            assert!(!text.contains("  [") && !text.contains("..") && !text.contains(" ."), "{text}");
        }
    }
}

#[test]
fn an_event_as_json_has_its_paragraph_fact_and_dice() {
    let event = noted(
        Fact::Measured { from: id("asahi"), to: id("retvizan"), range: inches("8"), bearing: None, replaces: None },
        "6.5.1",
        vec![die(20, 3, Source::Typed, Purpose::ToHit(id("asahi")))],
    );
    let json = show::event::event_json(&naval::begin(&duel()), &event);
    assert_eq!(json["rule"], "6.5.1");
    assert_eq!(json["fact"]["measured"]["range"], 8.0);
    assert_eq!((&json["dice"][0]["sides"], &json["dice"][0]["face"]), (&20.into(), &3.into()));
    assert_eq!(json["dice"][0]["source"], "typed");
}

#[test]
fn a_refusal_names_the_unit_the_reason_and_what_to_type() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    battle.apply(&Fact::Sighted { ship: id("retvizan") });
    battle.apply(&Fact::Measured {
        from: id("asahi"),
        to: id("retvizan"),
        range: inches("8"),
        bearing: None,
        replaces: None,
    });
    let reason =
        Reason::OutOfRange { ship: id("asahi"), battery: BatteryKind::Big, range: inches("26"), max: inches("25") };
    let refusal = show::refusal::refusal(&battle.state, &reason, Rule::new("6.1"));
    assert_eq!(
        refusal.as_error(None),
        "\
error: Asahi cannot fire: range 26.0\" exceeds 25.0\". [6.1]
hint:  Retvizan is 8.0\" away: type `target asahi at retvizan`."
    );
    let beyond =
        Reason::AboveCard { ship: id("retvizan"), setting: Setting::Flotation(9), most: Setting::Flotation(4) };
    assert_eq!(
        show::refusal::refusal(&battle.state, &beyond, Rule::new("8.7")).as_error(None),
        "\
error: Retvizan cannot be set to flotation 9: its card's limit is flotation 4. [8.7]
hint:  type `set retvizan flotation 4 because \"...\"`, or less."
    );
    let unknown = Reason::UnknownUnit { unit: id("retvisan") };
    assert_eq!(
        show::refusal::refusal(&battle.state, &unknown, Rule::new("6.2")).as_error(None),
        "error: There is no ship, division or side retvisan. [6.2]\nhint:  did you mean `retvizan`?"
    );
    let unknown = Reason::UnknownSide { side: id("asahi") };
    assert_eq!(
        show::refusal::refusal(&battle.state, &unknown, Rule::new("1.3")).as_error(None),
        "error: There is no side asahi. [1.3]\nhint:  the sides are japan and russia."
    );
}

/// Reasons whose refusal has a hint, with each form of those that have several.
fn reasons() -> Vec<Reason> {
    let ship = || id("asahi");
    let target = || id("retvizan");
    let marker = || id("q");
    let range = inches("12");
    let max = inches("10");
    let mut reasons = vec![
        Reason::BattleOver,
        Reason::UnknownUnit { unit: id("zzz") },
        Reason::UnknownSide { side: id("zzz") },
        Reason::NotAShip { unit: id("jd") },
        Reason::DutiesDue { duties: vec![fire_duty("asahi"), fire_duty("retvizan")] },
        Reason::SameSide { one: ship(), other: ship() },
        Reason::NotInAction { ship: ship() },
        Reason::NoSuchBattery { ship: ship(), battery: None },
        Reason::NoRange { ship: ship(), target: target() },
        Reason::NotSighted { ship: ship(), target: target() },
        Reason::NotLit { ship: ship(), target: target() },
        Reason::Blocked { ship: ship(), target: target(), by: LineBlock::Smoke },
        Reason::Blocked { ship: ship(), target: target(), by: LineBlock::Land },
        Reason::BigGunTarget { target: target(), firer: ship() },
        Reason::TurnedTooFar { ship: ship(), degrees: 90 },
        Reason::WeaponsBarred { ship: ship(), fires: 3 },
        Reason::OutOfTurn { side: id("japan"), due: id("russia") },
        Reason::SideClosed { side: id("japan") },
        Reason::NothingDeclared { unit: None },
        Reason::NothingDeclared { unit: Some(ship()) },
        Reason::AlreadyFired { ship: ship() },
        Reason::CoupMade { ship: ship() },
        Reason::CannotIlluminate { ship: ship(), target: target(), range, max },
        Reason::NoStarshell { ship: ship(), from: None },
        Reason::NoStarshell { ship: ship(), from: chrono::NaiveDate::from_ymd_opt(1918, 1, 1) },
        Reason::LightUsed { ship: ship() },
        Reason::NoTorpedoes { ship: ship() },
        Reason::FactorsLeft { ship: ship(), left: 1, wanted: 2 },
        Reason::FactorsLeft { ship: ship(), left: 0, wanted: 2 },
        Reason::TorpedoArc { ship: ship(), bearing: Bearing::Bow },
        Reason::RunTooLong { ship: ship(), run: range, max },
        Reason::MarkerInUse { marker: marker() },
        Reason::SecondMarker { base: id("jd"), bearing: Bearing::Port, marker: marker() },
        Reason::DummyWithFactors { marker: marker(), factors: 3 },
        Reason::UnknownMarker { marker: marker() },
        Reason::AboveCard { ship: ship(), setting: Setting::Flotation(9), most: Setting::Flotation(4) },
        Reason::AboveCard { ship: ship(), setting: Setting::Fires(9), most: Setting::Fires(5) },
        Reason::MeetingsKnown { marker: marker() },
        Reason::OutOfReach { marker: marker(), radius: max },
        Reason::NotLight { ship: ship() },
        Reason::CoastBattery { battery: ship() },
        Reason::NotInTargetFormation { marker: marker(), ship: ship() },
        Reason::TorpedoCheckMade { side: id("japan") },
        Reason::NoneInTorpedoRange { side: id("japan") },
        Reason::TooFast { ship: target(), speed: inches("2") },
        Reason::TooFar { ship: target(), range, max },
        Reason::RepairTried { ship: ship() },
        Reason::FiresFirst { ship: ship() },
        Reason::NothingToRepair { ship: ship(), item: id("F9"), have: vec![] },
        Reason::NothingToRepair { ship: ship(), item: id("F9"), have: vec![id("F1"), id("S1")] },
        Reason::Unrepairable { ship: ship(), item: id("F1") },
        Reason::NoFires { ship: None },
        Reason::NoFires { ship: Some(ship()) },
        Reason::FiresRolled { ship: Some(ship()) },
        Reason::FiresRolled { ship: None },
        Reason::NoHeldHits { unit: None },
        Reason::NoHeldHits { unit: Some(ship()) },
        Reason::NotFiredAt { division: id("rd") },
        Reason::ReactionTested { division: id("rd") },
        Reason::AboveAllowance { ship: ship(), speed: inches("4"), max: inches("2.5") },
        Reason::NoReason,
        Reason::OppositeBroadside { ship: ship(), target: target(), bearing: Bearing::Port },
        Reason::ZeroRange,
        Reason::ZeroRun { ship: ship(), max: inches("4") },
        Reason::AngleTooLarge { degrees: 200 },
    ];
    for needed in Segment::ALL {
        reasons.push(Reason::WrongSegment { needed, now: Segment::Plotting, verb: "fire" });
    }
    for battery in [BatteryKind::Big, BatteryKind::Medium, BatteryKind::Light] {
        reasons.push(Reason::NoSuchBattery { ship: ship(), battery: Some(battery) });
        reasons.push(Reason::BatteryDeclared { ship: ship(), battery, target: target() });
        reasons.push(Reason::OutOfRange { ship: ship(), battery, range, max });
        for bearing in [Bearing::Bow, Bearing::Broadside, Bearing::Port, Bearing::Starboard, Bearing::Stern] {
            reasons.push(Reason::NoneBear { ship: ship(), battery, bearing });
        }
    }
    reasons
}

#[test]
fn a_reason_is_a_sentence_with_its_paragraph_and_a_hint() {
    let mut battle = Battle::new(&duel());
    let empty = battle.state.clone();
    battle.apply(&Fact::TorpedoesLaunched(marker(false)));
    battle.set("asahi", Setting::Fires(2));
    battle.apply(&Fact::Sighted { ship: id("retvizan") });
    for state in [&empty, &battle.state] {
        for reason in reasons() {
            let refusal = show::refusal::refusal(state, &reason, RULE);
            assert!(refusal.what.ends_with('.') && !refusal.what.ends_with(".."), "{}", refusal.what);
            assert_eq!(refusal.rule, Some(RULE));
            let text = refusal.as_error(None);
            assert!(text.lines().next().unwrap().ends_with(" [6.5.1]"), "{text}");
            let hint = refusal.hint.as_ref().map(ToString::to_string).unwrap_or_else(|| panic!("no hint: {text}"));
            assert!(hint.ends_with(['.', '?']), "{hint}");
            assert!(text.contains("\nhint:  "), "{text}");
        }
    }
}

/// A refusal ends with its paragraph. Its text cites only paragraphs that the table of reasons allows for its reason.
#[test]
fn a_refusal_cites_only_paragraphs_that_its_reason_may() {
    let mut battle = Battle::new(&duel());
    battle.apply(&Fact::TorpedoesLaunched(marker(false)));
    // Duties that are still due are shown with their own paragraphs.
    for reason in reasons().into_iter().filter(|reason| !matches!(reason, Reason::DutiesDue { .. })) {
        let legal = naval_kit::citations::citable_paragraphs(&reason);
        assert!(!legal.is_empty(), "{reason:?}");
        for rule in legal {
            let refusal = show::refusal::refusal(&battle.state, &reason, Rule::new(rule));
            let text = refusal.as_error(None);
            assert!(text.lines().next().unwrap().ends_with(&format!(" [{rule}]")), "{text}");
            let cited = refusal.what.split('[').skip(1).filter_map(|part| part.split(']').next());
            let cited = cited.flat_map(|rules| rules.split(", "));
            let numbers: Vec<&str> =
                cited.filter(|rule| rule.starts_with(|mark: char| mark.is_ascii_digit())).collect();
            assert!(numbers.iter().all(|number| legal.contains(number)), "{text}");
        }
    }
    // The near miss: a different reason's paragraph would be found, because the table distinguishes them.
    assert!(
        !naval_kit::citations::citable_paragraphs(&Reason::WeaponsBarred { ship: id("asahi"), fires: 3 })
            .contains(&"6.5.1")
    );
}

#[test]
fn an_impossible_order_is_refused_without_a_hint() {
    let state = Battle::new(&duel()).state;
    for (reason, expected) in [
        (Reason::NotALaunch, "This is not a launch"),
        (Reason::NoShipMet, "Name at least one ship that was met, or type `miss`"),
        (Reason::MetTwice, "A ship or base is named twice"),
        (Reason::NoFactors, "An attack takes at least one torpedo factor"),
        (Reason::NoDamageTable, "The charts have no damage table for this hit"),
        (Reason::NoDamageRow, "The damage table has no result for this roll"),
        (TableReason::NoShipTypeRow.into(), "The Ship Type Table has no result for this roll"),
    ] {
        let refusal = show::refusal::refusal(&state, &reason, RULE);
        assert_eq!((refusal.what, refusal.hint), (format!("{expected}."), None));
    }
}

#[test]
fn silenced_guns_name_the_judgement_that_silences_them() {
    let setting_text = |setting: Setting, unit: &str| {
        let mut battle = Battle::at(&duel(), Segment::Gunfire);
        battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
        battle.set(unit, setting);
        let before = battle.state.clone();
        let events = battle.does(&Command::Fire { units: vec![], apart: false }, &[]);
        show::event::events_text(&before, &events).lines().last().unwrap().to_owned()
    };
    for (setting, unit, why) in [
        (Setting::Fires(3), "asahi", "fires aboard bar all weapons. [8.5.1]"),
        (Setting::Fate(Fate::Abandoned), "asahi", "Asahi is no longer in action. [8.5.2]"),
        (Setting::Fate(Fate::Exploded), "retvizan", "Retvizan is no longer in action. [8.7]"),
        (Setting::MountsLost(2), "asahi", "none of Asahi's big guns bears on the broadside. [6.4.1]"),
    ] {
        let text = setting_text(setting, unit);
        let whole = format!("Asahi's big guns do not fire: {why}");
        assert!(whole.ends_with(text.trim()), "{text} / {whole}");
    }
}

#[test]
fn a_dice_question_names_ship_roll_number_and_dice() {
    let state = naval::begin(&duel());
    let ask = DiceRequest::pool(2, 20, 7, Purpose::ToHit(id("asahi")), RULE);
    assert_eq!(show::dice_prompts::prompt(&state, &ask), "Asahi, to hit 7 or less [6.5.1], 2 D20");
    let halt =
        show::dice_prompts::naval_halt_error(&state, &NotDecided::NeedsRoll { request: ask.clone(), missing: 1 });
    assert_eq!(halt.what, "This order needs 1 D20 more (Asahi, to hit 7 or less).");
    let halt = show::dice_prompts::naval_halt_error(&state, &NotDecided::NoSuchFace { request: ask, face: 21 });
    assert!(halt.as_error(None).starts_with("error: 21 is not a D20 result (Asahi, to hit 7 or less). [2.5]\nhint:"));
    let ship = id("asahi");
    let ship_purposes: Vec<fn(Id) -> Purpose> = vec![
        Purpose::Size,
        Purpose::Penetration,
        Purpose::TorpedoToHit,
        Purpose::TorpedoSize,
        Purpose::TorpedoPenetration,
        Purpose::Volley,
        Purpose::Damage,
        Purpose::Special,
        Purpose::Magazine,
        Purpose::Flash,
        Purpose::Mount,
        Purpose::Steering,
        Purpose::BridgeOrFireControl,
        Purpose::GunsGone,
        Purpose::Fire,
        Purpose::FireFought,
        Purpose::Repair,
        Purpose::AfterFire,
        Purpose::AfterRepair,
    ];
    for purpose in ship_purposes {
        let text = show::dice_prompts::prompt(&state, &DiceRequest::roll_one(10, purpose(ship.clone()), RULE));
        assert!(text.contains("Asahi") && text.ends_with(" [6.5.1], 1 D10"), "{text}");
    }
}

#[test]
fn the_prompt_names_turn_clock_segment_and_who_is_due() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    assert_eq!(show::status::prompt(&View::referee(&battle.state)), "T1 05:00 Gunfire> ");
    battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    assert_eq!(show::status::prompt(&View::referee(&battle.state)), "T1 05:00 Gunfire, Russia to declare> ");
    battle.segment(3, Segment::DamageControl);
    assert_eq!(show::status::prompt(&View::referee(&battle.state)), "T3 05:08 Damage Control> ");
    assert_eq!(
        show::status::banner(&View::referee(&battle.state)),
        "Turn 3, 05:08. Damage Control Segment [3.3.7]. Sighting range 20.0\"."
    );
    battle.apply(&Fact::ScenarioEnded { end: BattleEnd::Duration });
    assert_eq!(show::status::prompt(&View::referee(&battle.state)), "T3 05:08 over> ");
    assert_eq!(
        show::status::banner(&View::referee(&battle.state)),
        "Turn 3, 05:08. The scenario is over: turn 30 was the last."
    );
}

/// A battle with damage of every kind.
fn damaged_battle() -> Battle {
    let mut battle = declared();
    battle.does(&fire("asahi"), &[3, 9, 4, 2]);
    battle.apply(&Fact::TorpedoesLaunched(marker(false)));
    battle.set("asahi", Setting::Fires(3));
    for (index, harm) in harms().enumerate() {
        battle.apply(&Fact::HitTaken { ship: id("asahi"), id: Id::new(format!("X{index}")), harm });
    }
    let repaired = |item: &str, result| Fact::RepairRolled {
        ship: id("asahi"),
        item: id(item),
        needed: Sum::from_base(2, Label::Text("damage control 2".to_owned()), RULE),
        result,
    };
    battle.apply(&repaired("F1", HitState::Repaired));
    battle.apply(&repaired("F2", HitState::Unrepairable));
    battle
}

#[test]
fn status_shows_every_ship_and_what_is_pending() {
    let battle = damaged_battle();
    let text = show::status::status(&View::referee(&battle.state), show::status::StatusDetail::Open);
    assert_well_formed(&text);
    for part in [
        "Asahi",
        "Retvizan",
        "X ST F3 M1 S4 FC B",
        "X may not fire, ST rudder jammed, F fires",
        "Held on Retvizan: 1 penetrating hit.",
        "Marker Q: Asahi at Retvizan",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    let json = show::json::status_json(&View::referee(&battle.state));
    assert_eq!((&json["turn"], &json["segment"]), (&1.into(), &"gunfire".into()));
    assert_eq!(json["ships"][0]["id"], "asahi");
    assert_eq!(json["ships"][0]["fires"], 3);
    assert_eq!(json["ships"][1]["big"], serde_json::json!({"bow": 1, "broadside": 2, "stern": 1}));
    assert_eq!(json["markers"][0]["id"], "q");
    assert_eq!(json["duties"][0]["rule"], "3.3.5");
    assert_well_formed(&show::status::duties_text(&View::referee(&battle.state)));
    assert_well_formed(&show::status::duties_text(&View::referee(&naval::begin(&duel()))));
}

#[test]
fn a_card_shows_figures_and_damage() {
    let battle = damaged_battle();
    let text = show::card::card_text(&View::referee(&battle.state), &id("asahi"));
    assert_well_formed(&text);
    for part in [
        "ASAHI",
        "Armour -8/0",
        "24/24",
        "12 in /40",
        "a [X]  y [ ]",
        "now 0-1-1",
        "F1/ fire",
        "(F2) fire",
        "[X][X][ ]",
        "2.25\" at 2, sinks at 3",
    ] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= show::lines::WIDTH), "{text}");
    let json = show::card::card_json(&View::referee(&battle.state), &id("asahi")).unwrap();
    assert_eq!((&json["id"], &json["armour"]["gun"]), (&"asahi".into(), &8.into()));
    assert_eq!(json["live"]["fires"], 3);
    assert_eq!(json["mounts_bearing"], serde_json::json!([1, 2, 1]));
    assert_eq!(show::card::card_text(&View::referee(&battle.state), &id("jd")), "There is no ship jd in this battle.");
    assert_eq!(show::card::card_json(&View::referee(&battle.state), &id("nobody")), None);
}

#[test]
fn a_blank_card_of_every_type_is_well_made() {
    for kind in ShipType::ALL {
        let mut built = card("Asahi", "japan", kind);
        assert_well_formed(&show::card::card_blank(&built));
        (built.torpedo, built.big, built.medium, built.light) = (None, None, None, None);
        let text = show::card::card_blank(&built);
        assert_well_formed(&text);
        assert!(text.contains(&format!("{kind} of the Asahi class")), "{text}");
    }
}

#[test]
fn q51_neither_card_nor_status_shows_a_batterys_speed_or_flotation() {
    let kinds = [ShipType::CB, ShipType::MM];
    let texts = kinds.map(|kind| {
        let fort = card("Fort", "japan", kind);
        let text = show::card::card_blank(&fort);
        let row = |text: &str| text.lines().find(|line| line.starts_with("Fort")).unwrap().to_owned();
        let battle = Battle::new(&setup(vec![fort], vec![card("Retvizan", "russia", ShipType::BB)]));
        let status = row(&show::status::status(&View::referee(&battle.state), show::status::StatusDetail::Open));
        (["Speed", "Flotation", "Size", "Medium"].map(|part| text.contains(part)), status.contains("0/3"))
    });
    assert_eq!(texts, [([false, false, true, true], false), ([true; 4], true)]);
    let mut battle =
        Battle::new(&setup(vec![card("Fort", "japan", ShipType::CB)], vec![card("Retvizan", "russia", ShipType::BB)]));
    for (fate, words) in [(Fate::Exploded, "explodes and fires"), (Fate::Abandoned, "is abandoned by its crew")] {
        let event = noted(Fact::ShipLost { ship: id("fort"), fate }, "8.4", Vec::new());
        let text = show::event::event_text(&battle.state, &event);
        assert!(text.contains(words), "{text}");
    }
    battle.apply(&Fact::ShipLost { ship: id("fort"), fate: Fate::Abandoned });
    assert_well_formed(&show::status::status(&View::referee(&battle.state), show::status::StatusDetail::Open));
}

#[test]
fn the_log_has_headings_and_numbers_and_crosses_out_undone_entries() {
    let mut battle = Battle::at(&duel(), Segment::Gunfire);
    use show::log::EntryFate;
    let mut log = show::log::Log::default();
    let line = "target asahi at retvizan range 8";
    let before = battle.state.clone();
    let events = battle.does(&Command::Target(order("asahi", "retvizan", "8")), &[]);
    log.push_command(1, &before, line, &show::event::events_text(&before, &events), EntryFate::Effective);
    log.push_command(2, &before, line, &show::event::events_text(&before, &events[3..]), EntryFate::Undone);
    log.push_remark(3, "undid 2");
    battle.segment(2, Segment::Plotting);
    let note = [noted(Fact::Noted { words: "so be it".into() }, "9.2", Vec::new())];
    log.push_command(4, &battle.state, "note", &show::event::events_text(&battle.state, &note), EntryFate::Effective);
    assert_eq!(
        log.finish(),
        "\
Turn 1, 05:00: Gunfire Segment
   1  target asahi at retvizan range 8
      Asahi to Retvizan: 8.0\". [2.7]
      Asahi is sighted. [4.3]
      Retvizan is sighted. [4.3]
      Asahi declares its big guns at Retvizan, 8.0\", broadside. [6.5.1.1]
   2  target asahi at retvizan range 8 (undone)
      ~ Asahi declares its big guns at Retvizan, 8.0\", broadside. [6.5.1.1]
   3  (undid 2)

Turn 2, 05:04: Plotting Segment
   4  note
      Note: so be it. [9.2]"
    );
    assert_eq!(
        show::log::entry_text(12, line, &show::event::events_text(&before, &events[3..]), EntryFate::Effective),
        "  12  target asahi at retvizan range 8\n      Asahi declares its big guns at Retvizan, 8.0\", broadside. [6.5.1.1]"
    );
}

/// However long a sentence is, the text below it begins a new line, and no page is wider than 80.
#[test]
fn the_log_folds_each_sentence_once_and_joins_none() {
    let battle = Battle::new(&duel());
    let sum = "  2 damage control [8.6.1]  no bonus: it used its weapons +0 [8.6.2]";
    for length in 1..200 {
        let words = format!("{}end", "word ".repeat(40)).chars().take(length).collect::<String>();
        let words = words.trim_end();
        let note = noted(Fact::Noted { words: words.into() }, "8.5.3", Vec::new());
        let shown = show::event::event_texts(&battle.state, &[note]);
        assert_eq!(shown, [format!("Note: {words}. [8.5.3]")], "one line, however long");
        let page = show::log::entry_text(
            7,
            "repair",
            &format!("{}\n{sum}\n{}", shown[0], shown[0]),
            show::log::EntryFate::Effective,
        );
        let lines: Vec<&str> = page.lines().skip(1).collect();
        let index =
            lines.iter().position(|line| line.trim_start() == sum.trim_start()).unwrap_or_else(|| panic!("{page}"));
        assert_eq!((lines[index].len() - sum.len(), lines.len()), (6, 2 * index + 1), "{page}");
        assert_eq!(lines[..index], lines[index + 1..], "{page}");
        let flat: Vec<&str> = lines[..index].iter().flat_map(|line| line.split_whitespace()).collect();
        assert_eq!(flat.join(" "), shown[0], "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= show::lines::WIDTH), "{page}");
        // Except for the last line of a sentence, each line is as full as it can be.
        for pair in lines[..index].windows(2) {
            // A citation stays with the word before it.
            let mut words = pair[1].split_whitespace();
            let next = words.next().unwrap().len()
                + words.next().filter(|word| word.starts_with('[')).map_or(0, |rule| 1 + rule.len());
            assert!(show::lines::WIDTH < pair[0].len() + 2 + 1 + next, "{page}");
        }
    }
}

/// Guns on both sides of a ship at one enemy have a line each, in the status and in the report. [6.4.2]
#[test]
fn two_batteries_share_a_line_only_if_they_bear_to_the_same_side() {
    for (hands, lines) in [([Bearing::Port, Bearing::Port], 1), ([Bearing::Port, Bearing::Starboard], 2)] {
        let mut battle = Battle::at(&duel(), Segment::Gunfire);
        let guns = [BatteryKind::Medium, BatteryKind::Light].into_iter().zip(hands);
        let declared: Vec<NavalEvent> = guns
            .map(|(battery, bearing)| {
                let declaration = naval::model::Declaration {
                    firer: id("asahi"),
                    battery,
                    target: id("retvizan"),
                    range: inches("4"),
                    bearing,
                    conditions: Default::default(),
                    said: Vec::new(),
                    fired: false,
                };
                noted(Fact::FireDeclared(declaration), "6.2", Vec::new())
            })
            .collect();
        let brief = show::brief::brief_lines(&battle.state, &declared, 1, 0).join("\n");
        declared.iter().for_each(|event| battle.apply(&event.fact));
        let status = show::status::status(&View::referee(&battle.state), show::status::StatusDetail::Open);
        assert_eq!(status.matches("Asahi declares").count(), lines, "{status}");
        assert_eq!(brief.matches("Asahi>Retvizan").count(), lines, "{brief}");
    }
}

#[test]
fn the_tally_cites_every_line() {
    let mut battle = Battle::new(&setup(
        vec![card("Asahi", "japan", ShipType::BB)],
        vec![card("Rurik", "russia", ShipType::CA), card("Novik", "russia", ShipType::CL)],
    ));
    battle.apply(&Fact::ShipLost { ship: id("rurik"), fate: Fate::Sinking });
    battle.set("novik", Setting::Fires(1));
    let text = show::tally::tally_text(&View::referee(&battle.state));
    assert_well_formed(&text);
    for part in ["sunk [8.7]", "[10.5.4]", "[10.5.6]", "[8.5.4]", "Japan leads on points."] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    battle.apply(&Fact::ScenarioEnded { end: BattleEnd::Duration });
    assert!(show::tally::tally_text(&View::referee(&battle.state)).ends_with("Japan leads on points."));
    assert_eq!(show::tally::tally_json(&View::referee(&battle.state))["sides"][0]["points"], 6);
}

#[test]
fn every_chart_can_be_shown_by_name() {
    let charts = charts();
    let list = show::chart::table_list(&charts, &[("ratings", "flags")]);
    assert_well_formed(&list);
    // Below 80 columns each is a list item, the last one too.
    let narrow = show::narrow::lay_out(&list, 60);
    for item in ["gunnery: title Big-gun modifiers [6.5.1.3]", "ratings: title flags"] {
        assert!(narrow.lines().any(|line| line == item), "{narrow}");
    }
    let list = show::chart::table_list_json(&charts);
    for line in list.as_array().unwrap() {
        let name = line["id"].as_str().unwrap();
        assert_well_formed(&show::chart::table(&charts, name).unwrap());
        assert_eq!(show::chart::table_json(&charts, name).unwrap()["id"], name);
    }
    assert!(show::chart::table(&charts, "special-large").unwrap().contains("8-10  NE    no effect"));
    assert_eq!((show::chart::table(&charts, "no-such"), show::chart::table_json(&charts, "no-such")), (None, None));
}

fn book() -> Rulebook {
    let paragraph = |rule: &str, status, switch: Option<&str>, prompt: Option<&str>| Paragraph {
        rule: rule.parse().unwrap(),
        title: format!("Title of {rule}"),
        says: "A gun fires when it bears and when the range is known to her. ".repeat(5).trim().to_owned(),
        status,
        switch: switch.map(str::to_owned),
        prompt: prompt.map(str::to_owned),
    };
    let prompt = "does any part of the smoke lie between the two ships when the tape is laid from funnel to funnel?";
    Rulebook {
        paragraphs: vec![
            paragraph("6", Status::Heading, None, None),
            paragraph("6.5.1", Status::Done, None, None),
            paragraph("6.5.11", Status::Done, Some("d100"), None),
            paragraph("8.5.1", Status::Referee, None, Some(prompt)),
            paragraph("9", Status::Physical, None, None),
            paragraph("10", Status::Later, None, None),
        ],
    }
}

#[test]
fn the_rulebook_has_pages_and_a_map_of_what_is_refereed() {
    let book = book();
    for paragraph in &book.paragraphs {
        let text = show::rulebook::paragraph(paragraph, &[]);
        assert_well_formed(&text);
        assert!(text.starts_with(&format!("[{}] Title of", paragraph.rule)), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= show::lines::WIDTH), "{text}");
    }
    assert!(show::rulebook::paragraph(&book.paragraphs[2], &[]).contains("`d100`"));
    let coverage = show::rulebook::coverage(&book);
    assert_well_formed(&coverage);
    let sums = "6 paragraphs: the program 2, the referee 1, the table 1, none yet 1; headings 1.";
    assert!(coverage.ends_with(sums), "{coverage}");
    // The column `decided by` names who decides and not the status: "decided by done" says nothing.
    let row = |rule: &str| coverage.lines().find(|line| line.starts_with(rule)).unwrap().to_owned();
    for (rule, by) in [
        ("[6] ", "(a heading)"),
        ("[6.5.1] ", "the program"),
        ("[8.5.1] ", "the referee"),
        ("[9] ", "the table"),
        ("[10] ", "none yet"),
    ] {
        assert!(row(rule).ends_with(by), "{coverage}");
    }
    let json = show::rulebook::coverage_json(&book);
    assert_eq!((&json[1]["rule"], &json[1]["status"]), (&"6.5.1".into(), &"done".into()));
    assert_eq!(json[1]["title"], "Title of 6.5.1");
    assert_eq!(show::rulebook::paragraph_json(&book.paragraphs[1])["id"], "6.5.1");
    assert_well_formed(&show::rulebook::paragraphs(&book.search("bears")));
}

/// A card names the navy in the same way.
#[test]
fn a_navy_is_named_after_its_country() {
    for (id, name) in
        [("usa", "United States"), ("austria-hungary", "Austria-Hungary"), ("britain", "Britain"), ("siam", "Siam")]
    {
        assert_eq!(show::lines::navy_name(&id.into()), name);
        let text = show::card::card_blank(&card("Wyoming", id, ShipType::BB));
        assert!(text.contains(&format!("class, {name}")), "{text}");
    }
}

/// If several ranges contradict each other, no range fits: the pairs are named, without limits. [2.7]
#[test]
fn r2_7_ranges_that_contradict_each_other_are_named_without_limits() {
    let cruisers = |names: [&str; 2], navy: &str| names.map(|name| card(name, navy, ShipType::CA)).to_vec();
    let state = naval::begin(&setup(cruisers(["Izumo", "Azuma"], "japan"), cruisers(["Rossia", "Rurik"], "russia")));
    let bounds_text = |least: &str, most: Option<&str>| {
        let ground = |from: &str, range: &str| BoundReason::Measured {
            from: id(from),
            to: id("rurik"),
            range: inches(range),
            half_turns_ago: 0,
        };
        let doubt = SuspectRange {
            from: id("izumo"),
            to: id("rossia"),
            typed: inches("7.6"),
            least: inches(least),
            most: most.map(inches),
            grounds: vec![ground("izumo", "30"), ground("azuma", "8")],
            meant: None,
        };
        show::suspects::suspect_range_warning(&state, &doubt)
    };
    let pairs = "7.6\" from Izumo to Rossia does not fit: Izumo to Rurik is 30.0\", Azuma to Rurik is 8.0\".";
    assert_eq!(bounds_text("24.84", Some("12.76")), format!("Measure again? {pairs} [2.7]"));
    // The near misses: one range that fits, two limits, and no upper limit.
    assert_eq!(
        bounds_text("12.76", Some("12.76")),
        format!("Measure again? {pairs} From 12.76\" to 12.76\" would fit. [2.7]")
    );
    assert_eq!(
        bounds_text("2", Some("12.76")),
        format!("Measure again? {pairs} From 2.0\" to 12.76\" would fit. [2.7]")
    );
    assert_eq!(bounds_text("2", None), format!("Measure again? {pairs} 2.0\" and more would fit. [2.7]"));
}
