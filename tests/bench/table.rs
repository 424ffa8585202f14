//! The tracked table at the level of the rules: up to 200 ships, their torpedoes, and the survey of every pair.
use std::sync::Arc;

use divan::{Bencher, black_box};
use naval::model::{
    Bearing, DivisionSetup, Element, Fine, Land, Place, Plot, ShipMove, ShipSetup, Smoke, TrackLeg, Turn, TurnKind,
    TurnSide, state::Marker,
};
use naval::{Command, Fact, Id, Inches, Naval, Segment, State, rules::survey::placed_bases};
use play::{self, EventOf, Game, Script};

const SHIPS: [u32; 4] = [12, 48, 100, 200];
const SALVOES: u32 = 40;

/// A pseudo-random number in [0, 1), the same every time.
fn scattered(seed: u32, salt: u32) -> f64 {
    f64::from(seed.wrapping_mul(2_654_435_761).wrapping_add(salt.wrapping_mul(40_503)) % 10_007) / 10_007.0
}

fn place(seed: u32) -> Place {
    Place::new(6.0 + 60.0 * scattered(seed, 1), 6.0 + 36.0 * scattered(seed, 2), 360.0 * scattered(seed, 3))
}

/// Squares of the table, ten by five: each has room for a division, its move, and an island at its western edge.
const ACROSS_IN: f64 = 7.2;
const DOWN_IN: f64 = 9.6;
const SQUARES: u32 = 50;

/// The south-western corner of a square. Successive indices give squares that are apart.
fn square(index: u32) -> (f64, f64) {
    let square = (index * 7) % SQUARES;
    (ACROSS_IN * f64::from(square % 10), DOWN_IN * f64::from(square / 10))
}

/// Position of a division's flagship: it heads north or south, with 3 inches to the square's edge ahead.
fn berth(division: u32) -> Place {
    let (west, south) = square(division);
    let northwards = !division.is_multiple_of(3);
    let y = if northwards { south + DOWN_IN - 3.0 } else { south + 3.0 };
    Place::new(west + ACROSS_IN / 2.0, y, if northwards { 0.0 } else { 180.0 })
}

fn name(kind: char, index: u32) -> Id {
    Id::new(format!("{kind}{index}"))
}

/// Divisions of four on two sides, each with a plot of two legs and two turns. 40 salvoes, 20 smoke tracks, 5 islands.
pub fn battle(ships: u32) -> State {
    let duel = load::scenario(&naval_kit::builtin(), "asahi-retvizan").expect("built in");
    let mut setup = load::scenario(&naval_kit::builtin(), "sandbox").expect("built in");
    for division in 0..ships / 4 {
        let names: Vec<Id> = (0..4).map(|index| name('s', 4 * division + index)).collect();
        for id in &names {
            let mut card = (*duel.ships[0].card).clone();
            card.id = id.clone();
            setup.ships.push(ShipSetup::undamaged(card.into(), None));
        }
        setup.divisions.push(DivisionSetup {
            id: name('d', division),
            name: format!("Division {division}"),
            side: setup.sides[division as usize % 2].id.clone(),
            flagship: names[0].clone(),
            ships: names,
            one_base: false,
            signalling: 0,
            initiative: 0,
            enters_turn: 1,
            speed: Inches::whole(2),
            at: Some(berth(division)),
            course: None,
        });
    }
    for isle in 0..5 {
        let (west, south) = square(9 * isle + 4);
        let corner = |dx: f64, dy: f64| (Inches::nearest(west + 1.0 + dx), Inches::nearest(south + 4.0 + dy));
        let corners = vec![corner(-1.0, -1.0), corner(1.0, -0.5), corner(0.6, 1.0), corner(-0.5, 1.5)];
        setup.land.push(Land { id: name('l', isle), name: format!("Isle {isle}"), corners });
    }
    let mut state = Naval::initial_state(&setup);
    for division in 0..ships / 4 {
        let turn = |hand, degrees| Element::Turn(Turn { manner: TurnKind::Column, hand, degrees, radius: None });
        let leg = || Element::Straight(Inches(50));
        let hand = if division.is_multiple_of(2) { TurnSide::Left } else { TurnSide::Right };
        let elements = vec![leg(), turn(hand, 60), leg(), turn(TurnSide::Right, 30)];
        let plot = Plot { elements, speed: Some(Inches::whole(2)), smoke: Vec::new() };
        Naval::apply(&mut state, &Fact::PlotFiled { division: name('d', division), plot, advance: false });
    }
    for salvo in 0..SALVOES {
        let enemy = 1 + 2 * (salvo % (ships / 8));
        Naval::apply(&mut state, &Fact::TorpedoesLaunched(marker(salvo, enemy)));
    }
    for index in 0..20 {
        let legs = vec![
            TrackLeg::Straight { length: Fine::nearest(1.0) },
            TrackLeg::Arc { degrees: Fine::nearest(60.0), radius: Inches(50) },
            TrackLeg::Straight { length: Fine::nearest(1.0) },
        ];
        state.smoke.push(Smoke {
            by: format!("s{index}").as_str().into(),
            from: place(500 + index),
            legs,
            turn: 1,
            seen: true,
        });
    }
    state
}

/// A salvo launched at a division from three inches east of its flagship.
fn marker(salvo: u32, target: u32) -> Marker {
    let flagship = berth(target);
    Marker {
        id: name('m', salvo).to_kind(),
        launcher: "nobody".into(),
        side: "a".into(),
        factors: 2,
        target: name('d', target),
        run: Inches::whole(10),
        bearing: Bearing::Port,
        turn: 1,
        dummy: false,
        answered_turn: None,
        second_half: false,
        dot: Some(Place::new(flagship.x.as_f64() + 3.0, flagship.y.as_f64(), 0.0)),
        track: None,
    }
}

/// Every ship must run its two inches, every leader turn, and every salvo meet a ship; else the figure means nothing.
fn assert_all_moved(ships: u32, events: &[EventOf<Naval>]) {
    let runs = events.iter().filter_map(|event| match &event.fact {
        Fact::Moved(run) => Some(run),
        _ => None,
    });
    let is_full_run = |run: &&ShipMove| {
        let ran_in: f64 = run.legs.iter().map(|leg| leg.length_in()).sum();
        (ran_in - 2.0).abs() < 0.01 && run.from != run.to
    };
    assert_eq!(runs.clone().filter(is_full_run).count(), ships as usize, "every ship runs as plotted");
    let turning = runs.filter(|run| Fine::ZERO < run.turned).count();
    assert!(ships as usize / 4 <= turning, "at least the leaders turn: {turning}");
    let is_met = |salvo: &u32| {
        let marker: naval::model::MarkerId = name('m', *salvo).to_kind();
        events.iter().any(|event| matches!(&event.fact, Fact::TorpedoesMet(meeting) if meeting.marker == marker))
    };
    assert_eq!((0..SALVOES).filter(is_met).count(), SALVOES as usize, "every salvo meets a ship");
}

/// The complete Movement Segment, decided: every division follows its plot, every salvo is tested against its targets.
#[divan::bench(args = SHIPS)]
fn a_movement_segment(bencher: Bencher, ships: u32) {
    bencher.bench(movement_segment(ships));
}

/// Returns a function that decides the Movement Segment of a battle with this many ships.
pub fn movement_segment(ships: u32) -> impl Fn() -> Vec<EventOf<Naval>> {
    let state = battle(ships);
    let next = Command::Next { to: Some(Segment::Movement), waive: None };
    let decide =
        move || play::decide::<Naval>(black_box(&state), &next, &mut Script::default()).expect("no dice are needed");
    assert_all_moved(ships, &decide());
    decide
}

/// The Sighting Segment, decided: which ships see which through smoke and past land.
#[divan::bench(args = SHIPS)]
fn a_sighting_segment(bencher: Bencher, ships: u32) {
    bencher.bench(sighting_segment(ships));
}

/// Returns a function that decides the Sighting Segment of a battle with this many ships.
pub fn sighting_segment(ships: u32) -> impl Fn() -> Vec<EventOf<Naval>> {
    let mut state = battle(ships);
    Naval::apply(&mut state, &Fact::SegmentBegan { turn: 1, segment: Segment::Movement });
    let next = Command::Next { to: Some(Segment::Sighting), waive: None };
    move || play::decide::<Naval>(black_box(&state), &next, &mut Script::default()).expect("legal")
}

/// Range, bearing and line of sight of all pairs, and the arcs both ways; some lines are clear and some are not.
#[divan::bench(args = SHIPS)]
fn surveys_of_all_pairs(bencher: Bencher, ships: u32) {
    bencher.bench(surveys(ships));
}

/// Returns a function that surveys all pairs of this many ships and counts the clear lines.
pub fn surveys(ships: u32) -> impl Fn() -> u32 {
    let state = Arc::new(battle(ships));
    let clear_lines = move || {
        let (sea, bases) = (naval::rules::lines::current_sea(&state), placed_bases(&state));
        let ranges = state.setup.options.ranges;
        assert_eq!(bases.len(), ships as usize);
        let mut clear = 0;
        for (index, base) in bases.iter().enumerate() {
            for other in &bases[..index] {
                clear += u32::from(black_box(sea.survey(ranges, base, other)).blocked_by.is_none());
                black_box(other.arcs(ranges, base));
            }
        }
        clear
    };
    assert!((1..ships * (ships - 1) / 2).contains(&clear_lines()));
    clear_lines
}
