//! Text and command agree for any command, and no line makes the parser panic.
use naval::model::{
    BatteryKind, Bearing, BearingLine, ContactKind, Corner, Edge, Fate, Fine, MarkerId, Place, TapeEnd, TapeReading,
    TurnSide, chart::VisibilityQuality, command::*,
};
use naval::{Command, Id, Segment, SideId, notation::*};
use proptest::prelude::*;

use super::battle;

fn ship_id() -> impl Strategy<Value = Id> {
    prop::sample::select(vec!["asahi", "azuma", "koenig", "naniwa", "retvizan", "rurik", "light", "ikazuchi"])
        .prop_map(Id::from)
}
fn unit_id() -> impl Strategy<Value = Id> {
    prop_oneof![4 => ship_id(), 1 => prop::sample::select(vec!["jd", "2nd", "1st-tbd"]).prop_map(Id::from)]
}
fn side_id() -> impl Strategy<Value = SideId> {
    prop::sample::select(vec!["japan", "russia"]).prop_map(SideId::from)
}
fn length() -> impl Strategy<Value = naval::Inches> {
    (0..=10_000).prop_map(naval::Inches)
}
fn bearing() -> impl Strategy<Value = Bearing> {
    prop::sample::select(vec![Bearing::Bow, Bearing::Broadside, Bearing::Port, Bearing::Starboard, Bearing::Stern])
}
fn any_words() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,6}( dice 3| \"[a-z]+\"|> | to gunfire|\\\\n|\\n){0,2}", "\\PC{1,20}"]
        .prop_filter("something is said", |words| !words.trim().is_empty())
}
fn quality() -> impl Strategy<Value = Option<VisibilityQuality>> {
    prop::sample::select(vec![
        None,
        Some(VisibilityQuality::Poor),
        Some(VisibilityQuality::VeryPoor),
        Some(VisibilityQuality::Extreme),
    ])
}
fn met_ship() -> impl Strategy<Value = MetShip> {
    (ship_id(), 0_u16..=90).prop_map(|(ship, angle_deg)| MetShip { ship, angle_deg })
}
fn tape_reading() -> impl Strategy<Value = TapeReading> {
    let corner = prop::sample::select(Corner::WORDS.map(|(_, corner)| corner).to_vec()).prop_map(TapeEnd::Corner);
    (prop_oneof![corner, ship_id().prop_map(TapeEnd::Ship)], length())
        .prop_map(|(from, range)| TapeReading { from, range })
}
fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        prop::sample::select(vec![Fate::Fighting, Fate::Sinking, Fate::Exploded, Fate::Sunk, Fate::Abandoned]),
        any::<bool>().prop_map(Fate::exited),
        (1_u16..=1000).prop_map(|enters_turn| Fate::Waiting { enters_turn }),
    ]
}
fn rudder() -> impl Strategy<Value = Rudder> {
    let circling_side = prop::sample::select(vec![None, Some(TurnSide::Left), Some(TurnSide::Right)]);
    let jammed = (circling_side, prop::option::of(any::<u8>()));
    prop_oneof![Just(Rudder::Free), jammed.prop_map(|(circles, turns)| Rudder::Jammed { circles, turns })]
}
fn setting() -> impl Strategy<Value = Setting> {
    prop_oneof![
        length().prop_map(Setting::Speed),
        length().prop_map(Setting::TopSpeed),
        any::<u8>().prop_map(Setting::Fires),
        any::<u8>().prop_map(Setting::Flotation),
        any::<u8>().prop_map(Setting::MountsLost),
        prop::collection::vec(prop::sample::select(vec!["a", "fore-port", "x"]).prop_map(Id::from), 1..4)
            .prop_map(Setting::Mounts),
        any::<u8>().prop_map(Setting::GunQuartersLost),
        any::<u8>().prop_map(Setting::Torpedoes),
        any::<bool>().prop_map(Setting::Sighted),
        any::<bool>().prop_map(Setting::Lit),
        fate().prop_map(Setting::Fate),
        rudder().prop_map(Setting::Rudder),
        length().prop_map(Setting::SightingBase),
        quality().prop_map(Setting::Visibility),
        (0..=60_i32, 0..=40_i32, 0..360_i32).prop_map(|(x, y, heading)| {
            Setting::At(Place::new(f64::from(x) / 2.0, f64::from(y) / 4.0, f64::from(heading)))
        }),
        (any::<u8>(), any::<bool>()).prop_map(|(number, on)| Setting::SpecialRule { of: number, on }),
        (any::<u8>(), any::<Option<bool>>()).prop_map(|(number, holds)| Setting::Condition { number, holds }),
        (any::<u8>(), prop::option::of(side_id())).prop_map(|(number, side)| Setting::Sentence { of: number, side }),
    ]
}
fn block() -> impl Strategy<Value = Option<LineBlock>> {
    prop::sample::select(vec![None, Some(LineBlock::Smoke), Some(LineBlock::Land)])
}
fn conditions() -> impl Strategy<Value = Conditions> {
    let degrees = || prop_oneof![Just(0_u16), 0_u16..=360];
    let all = [
        DeniedCondition::Turned,
        DeniedCondition::TargetTurned,
        DeniedCondition::Courses,
        DeniedCondition::Through,
        DeniedCondition::Downwind,
        DeniedCondition::Block,
    ];
    let denied = prop::sample::subsequence(all.to_vec(), 0..=all.len());
    (degrees(), degrees(), degrees(), prop::option::of(ship_id()), any::<bool>(), quality(), block(), denied).prop_map(
        |(turned_deg, target_turned_deg, courses_deg, through, downwind, visibility, blocked_by, mut denied)| {
            denied.retain(|what| match what {
                DeniedCondition::Turned => turned_deg == 0,
                DeniedCondition::TargetTurned => target_turned_deg == 0,
                DeniedCondition::Courses => courses_deg == 0,
                DeniedCondition::Through => through.is_none(),
                DeniedCondition::Downwind => !downwind,
                DeniedCondition::Block => blocked_by.is_none(),
            });
            Conditions { turned_deg, target_turned_deg, courses_deg, through, downwind, visibility, blocked_by, denied }
        },
    )
}
fn fire_order() -> impl Strategy<Value = FireOrder> {
    let battery =
        prop::sample::select(vec![None, Some(BatteryKind::Big), Some(BatteryKind::Medium), Some(BatteryKind::Light)]);
    (unit_id(), unit_id(), prop::option::of(length()), prop::option::of(bearing()), battery, conditions()).prop_map(
        |(firer, target, range, bearing, battery, conditions)| FireOrder {
            firer,
            target,
            range,
            bearing,
            battery,
            conditions,
        },
    )
}
fn marker() -> impl Strategy<Value = MarkerId> {
    prop_oneof![Just(MarkerId::from("Q")), "[A-PR-Z][0-9]{0,2}".prop_map(MarkerId::new)]
}
fn division_id() -> impl Strategy<Value = Id> {
    prop::sample::select(vec!["jd", "2nd", "1st-tbd"]).prop_map(Id::from)
}
fn bearing_lines() -> impl Strategy<Value = Vec<BearingLine>> {
    let line = (0_u16..=360, 1..=600)
        .prop_map(|(bearing_deg, interval)| BearingLine { bearing_deg, interval: naval::Inches(interval) });
    // An arrowhead has two bearings.
    let have_different_bearings = |lines: &Vec<BearingLine>| {
        let bearings: Vec<u16> = lines.iter().map(|line| line.bearing_deg % 360).collect();
        bearings.len() < 2 || bearings[0] != bearings[1]
    };
    prop::collection::vec(line, 0..=2).prop_filter("two lines on one bearing", have_different_bearings)
}
fn command() -> impl Strategy<Value = Command> {
    let name = prop::sample::select(vec!["screen", "van", "bearing", "speed", "rear guard", "2"]).prop_map(Id::from);
    let segment = prop::sample::select(Segment::ALL.to_vec());
    let edge = prop::sample::select(vec![Edge::North, Edge::East, Edge::South, Edge::West]);
    let light = prop::sample::select(vec![Light::Searchlight, Light::Starshell]);
    let item = prop::sample::select(vec!["fire", "F2", "FL1", "mount", "2G1"]).prop_map(Id::from);
    prop_oneof![
        (prop::option::of(segment), prop::option::of(any_words())).prop_map(|(to, waive)| Command::Next { to, waive }),
        (unit_id(), unit_id(), length(), prop::option::of(bearing()))
            .prop_map(|(from, to, range, bearing)| Command::Measure { from, to, range, bearing }),
        (unit_id(), prop::collection::vec(unit_id(), 0..3)).prop_map(|(unit, by)| Command::Sight {
            unit,
            seen: true,
            by
        }),
        unit_id().prop_map(|unit| Command::Sight { unit, seen: false, by: Vec::new() }),
        (unit_id(), unit_id(), light, length(), any::<bool>()).prop_map(|(by, target, with, range, clear)| {
            Command::Illuminate { by, target, with, range: Some(range), clear }
        }),
        fire_order().prop_map(Command::Target),
        prop::option::of(side_id()).prop_map(|side| Command::Declared { side }),
        (prop::collection::hash_set(unit_id(), 0..4), any::<bool>())
            .prop_map(|(units, apart)| Command::Fire { units: units.into_iter().collect(), apart }),
        (prop::collection::hash_set(unit_id(), 0..4), any::<bool>(), 1..=u8::MAX).prop_map(
            |(units, apart, salvoes)| Command::FireSome { units: units.into_iter().collect(), apart, salvoes }
        ),
        (
            unit_id(),
            unit_id(),
            any::<u8>(),
            length(),
            bearing(),
            marker(),
            any::<bool>(),
            block(),
            any::<bool>(),
            prop::option::of(any_words())
        )
            .prop_map(|(by, target, factors, run, bearing, marker, dummy, blocked_by, said_clear, because)| {
                Command::Launch {
                    by,
                    target,
                    factors,
                    run,
                    bearing,
                    marker,
                    dummy,
                    blocked_by,
                    clear: said_clear && blocked_by.is_none(),
                    because,
                }
            }),
        (prop::collection::vec(met_ship(), 1..3), prop::collection::vec(met_ship(), 0..3))
            .prop_map(|(targets, in_line)| Command::Meet { marker: "Q".into(), targets, in_line }),
        Just(Command::Miss { marker: "Q".into() }),
        (side_id(), any::<bool>()).prop_map(|(side, hold)| Command::TorpedoCheck { side, hold }),
        prop::option::of(side_id()).prop_map(|side| Command::NoneInReach { side }),
        (division_id(), prop::option::of(length()), prop::option::of(any::<u8>()))
            .prop_map(|(unit, range, repeaters)| Command::Orders { unit, range, repeaters }),
        (
            unit_id(),
            unit_id(),
            prop::sample::select(vec![
                None,
                Some(ContactKind::Ram),
                Some(ContactKind::BowToBow),
                Some(ContactKind::Scrape)
            ])
        )
            .prop_map(|(left, right, how)| Command::Collide { one: left, other: right, how }),
        (unit_id(), unit_id(), length(), any::<u8>(), any::<bool>()).prop_map(|(by, target, range, factors, clear)| {
            Command::CoupDeGrace { by, target, range: Some(range), factors, clear }
        }),
        (ship_id(), item).prop_map(|(ship, item)| Command::Repair { ship, item }),
        prop::option::of(ship_id()).prop_map(|ship| Command::Fires { ship }),
        prop::option::of(unit_id()).prop_map(|unit| Command::Damage { unit }),
        Just(Command::React { division: "1st-tbd".into() }),
        (name.clone(), prop::collection::vec(division_id(), 1..4), bearing_lines())
            .prop_map(|(formation, divisions, lines)| { Command::Formation { formation, divisions, lines } }),
        Just(Command::Disband { formation: "screen".into() }),
        (bearing_lines(), prop::option::of(length())).prop_map(|(lines, speed)| Command::Reform {
            formation: "screen".into(),
            lines,
            speed
        }),
        (division_id(), ship_id()).prop_map(|(division, ship)| Command::Flag { division, ship }),
        (unit_id(), length()).prop_map(|(unit, speed)| Command::Speed { unit, speed }),
        (ship_id(), prop::option::of(edge), prop::option::of(any_words()))
            .prop_map(|(ship, by, because)| Command::Exit { ship, by, because }),
        any_words().prop_map(|words| Command::Note { words }),
        (unit_id(), setting(), any_words()).prop_map(|(unit, setting, because)| Command::Set {
            unit,
            setting,
            because
        }),
        prop::option::of(side_id()).prop_map(|side| Command::Generate { side }),
        (side_id(), prop::option::of((length(), 0..360_i32))).prop_map(|(side, from)| {
            let from = from.map(|(distance, bearing)| (distance, Fine::nearest(f64::from(bearing))));
            Command::Approach { side, from }
        }),
        (division_id(), prop::option::of((0..60_i32, 0..40_i32)), prop::option::of(length())).prop_map(
            |(division, at, speed)| {
                let at = at.map(|(x, y)| (Fine::nearest(f64::from(x)), Fine::nearest(f64::from(y))));
                Command::Deploy { division, at, speed }
            }
        ),
        (prop::collection::vec((unit_id(), length()), 0..3), prop::option::of(1_u16..=999))
            .prop_map(|(speeds, turns)| Command::QuickStart { speeds, turns }),
        prop::collection::vec((unit_id(), 0..=360_u16), 1..3).prop_map(|text| Command::Course { said: text }),
        prop::collection::vec((unit_id(), 0..=360_u16), 1..3).prop_map(|text| Command::Turned { said: text }),
        prop::option::of(side_id()).prop_map(|side| Command::HalfMoves { side }),
        (division_id(), [tape_reading(), tape_reading()], 0..360_i32, prop::option::of(any_words())).prop_map(
            |(division, by, heading, because)| {
                Command::Fix { division, by, heading: Fine::nearest(f64::from(heading)), because }
            }
        ),
        ship_id().prop_map(|ship| Command::Ashore { ship }),
        ship_id().prop_map(|ship| Command::Smoke { ship }),
        any::<bool>().prop_map(|on| Command::Checks { on }),
        prop::option::of(any_words()).prop_map(|because| Command::End { because }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_command_parses_back(command in command(), faces in prop::option::of(prop::collection::vec(0_u8..=100, 1..6))) {
        let state = battle();
        let mut line = print(&state, &command);
        if let Some(faces) = &faces {
            line.push_str(" dice");
            faces.iter().for_each(|face| line.push_str(&format!(" {face}")));
        }
        prop_assert_eq!(parse(&state, &line), Ok(TypedCommand { command, dice: faces, declared: false }), "{}", line);
    }

    #[test]
    fn a_printed_command_parses_back_after_another_order(command in command()) {
        let state = battle();
        let first = Command::Note { words: "a; \"b\" > c # d".to_owned() };
        let line = format!("{}; {} # e; f", print(&state, &first), print(&state, &command));
        let Ok(Line::Orders(phrases)) = split_line(&state, &line) else { panic!("{line}") };
        let read: Vec<Order> = phrases.iter().map(|phrase| phrase.read(&state, None).unwrap()).collect();
        let typed = |command| Order::Command(TypedCommand { command, dice: None, declared: false });
        prop_assert_eq!(read, [typed(first), typed(command)], "{}", line);
    }

    #[test]
    fn no_line_makes_the_parser_panic(line in "\\PC{0,40}|([a-z>\"“1-9.-]{0,5} ){0,6}|(fire|t|set|meet|next|launch|note)( [a-zQ0-9\"“,>]{0,6}){0,7}") {
        let state = battle();
        if let Err(error) = parse(&state, &line) {
            prop_assert!(line.get(error.at.clone()).is_some() && !error.what.is_empty() && error.hint.is_some(), "{:?}", error);
            prop_assert!(error.caret(&line).contains('^'));
        }
        for cursor in 0..=line.len() + 1 {
            let (start, _) = complete(&state, &line, cursor);
            prop_assert!(line.is_char_boundary(start) && start <= cursor);
        }
        let answers: Vec<String> = line.split(' ').map(str::to_owned).collect();
        for row in all_verbs() {
            let _ = question(&state, row.word, &answers);
            let _ = guided_line(row.word, &answers);
        }
    }
}
