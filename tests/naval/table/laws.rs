//! Laws of the table: north, left and right, and which side measures make no difference.
use naval::model::{
    Bearing, FiringArc, Land, MarkerId, Place, Ranges, ShipType, Visibility, VisibilityStep, Wind, WindForce,
};
use naval::{Fact, Id, Inches};
use proptest::prelude::*;

use super::Table;

/// A frame for a drawn position: turned by quarters, mirrored, and shifted.
#[derive(Clone, Copy, Debug)]
struct Frame {
    quarters: u8,
    mirrored: bool,
    moved: (f64, f64),
}

const AS_DRAWN: Frame = Frame { quarters: 0, mirrored: false, moved: (0.0, 0.0) };

impl Frame {
    fn to_frame(self, (x, y): (f64, f64)) -> (f64, f64) {
        let (mut x, mut y) = (if self.mirrored { -x } else { x }, y);
        for _ in 0..self.quarters {
            (x, y) = (y, -x);
        }
        (100.0 + x + self.moved.0, 100.0 + y + self.moved.1)
    }
    fn heading_in_frame(self, degrees: f64) -> f64 {
        let degrees = if self.mirrored { -degrees } else { degrees };
        (degrees + 90.0 * f64::from(self.quarters)).rem_euclid(360.0)
    }
    fn hand<'a>(self, (left, right): (&'a str, &'a str)) -> (&'a str, &'a str) {
        if self.mirrored { (right, left) } else { (left, right) }
    }
}

#[derive(Clone, Debug)]
struct DrawnShip {
    at: (f64, f64),
    heading: f64,
    /// In steps of 15 degrees, negative to the left; 0 is straight on.
    turn: i16,
    smoke: bool,
    burns: bool,
}

#[derive(Clone, Debug)]
struct Position {
    ships: Vec<DrawnShip>,
    wind_deg: u16,
    isle: (f64, f64),
    /// The dot of the torpedo markers, the launcher's heading, and whether it launches to port.
    launch: (f64, f64, f64, bool),
    ranges: Ranges,
}

fn place() -> impl Strategy<Value = (f64, f64)> {
    let inches = || (-80_000..80_000_i32).prop_map(|place| f64::from(place) / 10_000.0);
    (inches(), inches())
}

fn heading() -> impl Strategy<Value = f64> {
    (0..36_000_i32).prop_map(|degrees| f64::from(degrees) / 100.0)
}

fn position() -> impl Strategy<Value = Position> {
    let wide = || (-140_000..140_000_i32).prop_map(|place| f64::from(place) / 10_000.0);
    let ship = ((wide(), wide()), heading(), -4..=4_i16, prop::bool::weighted(0.2), prop::bool::weighted(0.3))
        .prop_map(|(at, heading, turn, smoke, burns)| DrawnShip { at, heading, turn, smoke, burns });
    let ranges = prop::sample::select(vec![Ranges::Miniature, Ranges::Counter]);
    // Ships close enough to overlap bear on both sides and collide by dice, so this law excludes them.
    let apart = |ships: &Vec<DrawnShip>| {
        let are_near =
            |left: &DrawnShip, right: &DrawnShip| (left.at.0 - right.at.0).hypot(left.at.1 - right.at.1) < 6.5;
        ships.iter().enumerate().all(|(index, ship)| ships[index + 1..].iter().all(|other| !are_near(ship, other)))
    };
    let ships = prop::collection::vec(ship, 6).prop_filter("ships lie apart", apart);
    // Corners of land are whole hundredths of an inch, drawn and shifted, so that no frame rounds them differently.
    let isle = (-800..800_i32, -800..800_i32).prop_map(|(x, y)| (f64::from(x) / 100.0, f64::from(y) / 100.0));
    let drawn = (ships, 0..360_u16, isle, place(), heading(), any::<bool>(), ranges).prop_map(
        |(ships, wind_deg, isle, dot, launch_deg, port, ranges)| Position {
            ships,
            wind_deg,
            isle,
            launch: (dot.0, dot.1, launch_deg, port),
            ranges,
        },
    );
    // No ship begins on land [5.12]: isle and base cannot touch if their middles are over 2.2 inches apart.
    let afloat = |drawn: &Position| {
        let off = |ship: &DrawnShip| (ship.at.0 - drawn.isle.0).hypot(ship.at.1 - drawn.isle.1);
        drawn.ships.iter().all(|ship| 2.2 < off(ship))
    };
    drawn.prop_filter("ships begin afloat", afloat)
}

fn frame() -> impl Strategy<Value = Frame> {
    let shift = || (-2_000..2_000_i32).prop_map(|place| f64::from(place) / 100.0);
    (0..4_u8, any::<bool>(), shift(), shift()).prop_map(|(quarters, mirrored, x, y)| Frame {
        quarters,
        mirrored,
        moved: (x, y),
    })
}

/// The text of a ruling without the whole degrees between courses, and those degrees.
fn without_courses(words: &str) -> (String, i32) {
    const KEY: &str = "courses_deg: ";
    let Some(index) = words.find(KEY).map(|start| start + KEY.len()) else { return (words.to_owned(), 0) };
    let digits = words[index..].bytes().take_while(u8::is_ascii_digit).count();
    (format!("{}{}", &words[..index], &words[index + digits..]), words[index..index + digits].parse().unwrap())
}

/// The text of a ruling, and numbers that may differ in the last digit.
type Ruling = (String, Vec<f64>);

fn arcs(frame: Frame, arcs: &[FiringArc]) -> Vec<&'static str> {
    let (port, starboard) = frame.hand(("port", "starboard"));
    let word = |arc: &FiringArc| match arc {
        FiringArc::Bow => "bow",
        FiringArc::Stern => "stern",
        FiringArc::Port if port == "port" => "port",
        FiringArc::Starboard if starboard == "starboard" => "starboard",
        FiringArc::Port => "starboard",
        FiringArc::Starboard => "port",
    };
    let mut words: Vec<&str> = arcs.iter().map(word).collect();
    words.sort_unstable();
    words
}

/// A position set up and moved for one turn, and its events.
fn play_in_frame(position: &Position, frame: Frame) -> (Table, Vec<String>, Vec<Fact>) {
    let mut table = Table::set_up(|setup| {
        setup.table.width = Inches::whole(200);
        setup.table.height = Inches::whole(200);
        setup.options.ranges = position.ranges;
        let step = VisibilityStep { from_turn: 1, range: Inches::whole(9), quality: None };
        setup.visibility = Visibility::Steps(vec![step]);
        let from_deg = frame.heading_in_frame(f64::from(position.wind_deg)) as u16;
        setup.wind = Wind { force: WindForce::Moderate, from_deg };
        let (x, y) = position.isle;
        let corners = [(-1.0, -0.5), (1.0, -0.5), (0.5, 0.75)].map(|(dx, dy)| frame.to_frame((x + dx, y + dy)));
        let corners = corners.map(|(x, y)| (Inches::nearest(x), Inches::nearest(y))).to_vec();
        setup.land = vec![Land { id: "isle".into(), name: "Isle".to_owned(), corners }];
    });
    let names: Vec<String> = (1..=position.ships.len()).map(|index| format!("s{index}")).collect();
    for (index, (name, ship)) in names.iter().zip(&position.ships).enumerate() {
        let (x, y) = frame.to_frame(ship.at);
        let kind = if index % 3 == 2 { ShipType::CL } else { ShipType::BB };
        table.place(name, kind, if index % 2 == 0 { "a" } else { "b" }, (x, y, frame.heading_in_frame(ship.heading)));
        if ship.burns {
            table.set(name, naval::model::Setting::Fires(1));
        }
        let (left, right) = frame.hand(("CL", "CR"));
        let degrees = 15 * ship.turn.unsigned_abs();
        let steered = match ship.turn {
            0 => "2".to_owned(),
            turn if turn < 0 => format!("0.5-{left}{degrees}"),
            _ => format!("0.5-{right}{degrees}"),
        };
        let smoke = if ship.smoke { format!(" smoke {name}") } else { String::new() };
        table.lines(&[&format!("plot {name} {steered} speed 2{smoke}")]);
    }
    let (x, y, launch_deg, port) = position.launch;
    let (x, y) = frame.to_frame((x, y));
    let bearing = if port != frame.mirrored { Bearing::Port } else { Bearing::Starboard };
    for target in names.iter().skip(1).step_by(2) {
        table.apply(&Fact::TorpedoesLaunched(naval::model::state::Marker {
            id: target.as_str().into(),
            launcher: "s1".into(),
            side: "a".into(),
            factors: 0,
            target: target.as_str().into(),
            run: Inches::whole(4),
            bearing,
            turn: 1,
            dummy: false,
            answered_turn: None,
            second_half: false,
            dot: Some(Place::new(x, y, frame.heading_in_frame(launch_deg))),
            track: None,
        }));
    }
    let facts = table.lines(&["next to gunfire"]);
    (table, names, facts)
}

/// Positions are kept to 0.0001 inch and degree, and each frame rounds differently. Contact of a base with an arc, of a
/// line with smoke or land, and the band of a range must not change within this distance.
const NUDGES: [(f64, f64, f64); 6] = [
    (0.0, 0.0, 0.004),
    (0.0, 0.0, -0.004),
    (0.0004, 0.0, 0.0),
    (-0.0004, 0.0, 0.0),
    (0.0, 0.0004, 0.0),
    (0.0, -0.0004, 0.0),
];

/// The ships that torpedoes reach, and the ships in line with them.
fn reached(facts: &[Fact]) -> Vec<(MarkerId, Id, Vec<Id>)> {
    let meeting_of = |fact: &Fact| match fact {
        Fact::TorpedoesMet(meeting) => {
            let line = meeting.in_line.iter().map(|other| other.ship.clone()).collect();
            Some((meeting.marker.clone(), meeting.ship.clone(), line))
        }
        _ => None,
    };
    facts.iter().filter_map(meeting_of).collect()
}

/// Whether the edge of an arc, of smoke or land, of a range band, of downwind or of a torpedo's reach is so close to
/// some ship that rounding decides.
fn depends_on_rounding(position: &Position) -> bool {
    let (table, names, facts) = play_in_frame(position, AS_DRAWN);
    let ids: Vec<Id> = names.iter().map(Id::new).collect();
    let is_near_edge_of_reach = NUDGES.into_iter().any(|(x, y, turn)| {
        let (dot_x, dot_y, heading, port) = position.launch;
        let launch = (dot_x + x, dot_y + y, (heading + turn).rem_euclid(360.0), port);
        let (_, _, other) = play_in_frame(&Position { launch, ..position.clone() }, AS_DRAWN);
        reached(&facts) != reached(&other)
    });
    if is_near_edge_of_reach {
        return true;
    }
    let is_near_edge_of_downwind = |bearing: f64| {
        let off = (bearing - f64::from(position.wind_deg)).rem_euclid(180.0);
        let off = off.min(180.0 - off);
        (off - 30.0).abs() < 0.02
    };
    let nudged = |unit: &Id, (x, y, turn): (f64, f64, f64)| {
        let mut state = table.state.clone();
        let ship = state.ships.iter_mut().map(std::sync::Arc::make_mut).find(|ship| ship.id == *unit).unwrap();
        let place = ship.at.unwrap();
        ship.at = Some(Place::new(place.x.as_f64() + x, place.y.as_f64() + y, place.heading.as_f64() + turn));
        state
    };
    ids.iter().any(|id| {
        NUDGES.into_iter().any(|nudge| {
            let state = nudged(id, nudge);
            ids.iter().filter(|other| *other != id).any(|other| {
                let was = naval::rules::lines::between(&table.state, id, other).unwrap();
                let is = naval::rules::lines::between(&state, id, other).unwrap();
                // All bands end at whole and half inches.
                let band = |range: Inches| (range.0 + 49) / 50;
                is_near_edge_of_downwind(was.bearing.as_f64())
                    || (was.arcs, was.blocked_by, band(was.range)) != (is.arcs, is.blocked_by, band(is.range))
            })
        })
    })
}

/// The number of cases from the environment, or else `usual`.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// Everything that positions decide in one turn, in words without left and right.
fn rulings(position: &Position, frame: Frame) -> Vec<Ruling> {
    let (table, names, moved) = play_in_frame(position, frame);
    let mut rulings: Vec<Ruling> = Vec::new();
    for fact in moved {
        match fact {
            Fact::TorpedoesMet(meeting) => {
                let mut line: Vec<String> = meeting.in_line.iter().map(|other| other.ship.to_string()).collect();
                line.sort();
                let numbers = vec![meeting.time.as_f64(), meeting.range.as_f64(), meeting.angle.as_f64()];
                rulings.push((format!("{} meets {} with {line:?}", meeting.marker, meeting.ship), numbers));
            }
            Fact::Sighted { ship } => rulings.push((format!("{ship} is sighted"), Vec::new())),
            _ => {}
        }
    }
    for name in &names {
        for other in names.iter().filter(|other| *other != name) {
            let found = naval::rules::lines::between(&table.state, &Id::new(name), &Id::new(other)).unwrap();
            let back = naval::rules::lines::between(&table.state, &Id::new(other), &Id::new(name)).unwrap();
            assert_eq!((found.range, found.blocked_by), (back.range, back.blocked_by), "{name} and {other}");
            let words = format!("{name} to {other}: {:?} {:?}", arcs(frame, &found.arcs), found.blocked_by);
            rulings.push((words, vec![found.range.as_f64()]));
        }
        for other in &names {
            let declared = table.facts_on_copy(&format!("target {name} at {other}"));
            rulings.push(match declared {
                Ok(facts) => {
                    let word = |fact: &Fact| match fact {
                        Fact::FireDeclared(fire) => {
                            let (port, starboard) = frame.hand(("port", "starboard"));
                            let arc = match fire.bearing {
                                Bearing::Port => port.to_owned(),
                                Bearing::Starboard => starboard.to_owned(),
                                Bearing::Bow | Bearing::Stern | Bearing::Broadside => fire.bearing.to_string(),
                            };
                            Some(format!("{name} fires {} at {other} {arc} {:?}", fire.battery, fire.conditions))
                        }
                        _ => None,
                    };
                    (facts.iter().filter_map(word).collect(), Vec::new())
                }
                Err(refusal) => {
                    let reason = refusal.split(['{', ' ']).nth(3).unwrap_or_default().to_owned();
                    (format!("{name} may not fire at {other}: {reason}"), Vec::new())
                }
            });
        }
    }
    rulings
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(48), max_global_rejects: 1024 + cases(48), max_local_rejects: 65_536 + 64 * cases(48), ..ProptestConfig::default() })]

    #[test]
    fn rigid_motions_and_reflections_change_no_ruling(position in position(), frame in frame()) {
        prop_assume!(!depends_on_rounding(&position));
        let (drawn, moved) = (rulings(&position, AS_DRAWN), rulings(&position, frame));
        prop_assert_eq!(drawn.len(), moved.len());
        for (left, right) in drawn.iter().zip(&moved) {
            // An angle between courses that ends in a half may be rounded either way.
            let ((words, courses), (again, turned)) = (without_courses(&left.0), without_courses(&right.0));
            prop_assert_eq!(words, again);
            prop_assert!((courses - turned).abs() <= 1, "{} and {}", left.0, right.0);
            for (number, again) in left.1.iter().zip(&right.1) {
                prop_assert!((number - again).abs() <= 0.011, "{}: {number} and {again}", left.0);
            }
        }
    }
}

/// A ship anywhere, on any course, and its plots for the next turns: straight legs.
fn straight_runs() -> impl Strategy<Value = ((f64, f64), f64, Vec<u32>)> {
    (place(), heading(), prop::collection::vec(0..=300_u32, 1..5))
}

/// The final position of the ship, run in whole moves or in half moves.
fn run_straight(((x, y), heading, legs): &((f64, f64), f64, Vec<u32>), halves: bool) -> (f64, f64, f64) {
    let mut table = Table::set_up(|setup| setup.options.half_moves = true);
    table.place("Ship", ShipType::CP, "a", (36.0 + x, 24.0 + y, *heading));
    table.place("Close", ShipType::CP, "b", (36.0 + x + 4.5, 24.0 + y, 0.0));
    for leg in legs {
        table.set("close", naval::model::Setting::Sighted(true));
        let (x, y, _) = table.position_of("ship");
        let near = format!("set close at {:.2} {y:.2} heading 0 because \"close\"", x + 4.5);
        table.lines(&[&near, "plot close 0", &format!("plot ship {}", f64::from(*leg) / 100.0)]);
        if halves {
            table.lines(&["half", "next to damage", "next"]);
        }
        table.lines(&["next to plotting"]);
    }
    table.position_of("ship")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// 3.4, 3.4.2: on straight courses two half moves equal one move, to 0.0001 of an inch and of a degree.
    #[test]
    fn r3_4_2_two_half_moves_are_one_move_on_any_straight_course(runs in straight_runs()) {
        let (whole, halved) = (run_straight(&runs, false), run_straight(&runs, true));
        // Each half is recorded separately, rounded to the last digit kept.
        let slack = 0.000_1 * runs.2.len() as f64 + 1e-9;
        for (left, right) in [(whole.0, halved.0), (whole.1, halved.1), (whole.2, halved.2)] {
            prop_assert!((left - right).abs() <= slack, "{whole:?} and {halved:?}");
        }
    }
}
