//! The crate against the figures of an independent implementation, record by record.
use geometry::*;
use serde_json::Value;

use super::net_turn_deg;

/// The records of one kind, each with its name.
fn records(kind: &str) -> Vec<Value> {
    let figures: Value = serde_json::from_str(include_str!("../figures/geometry.json")).unwrap();
    let records = figures[kind].as_array().unwrap().clone();
    assert!(records.len() >= 5, "{kind}: only {} records", records.len());
    records
}

fn convention(kind: &str, ship_type: &Value) -> f64 {
    let figures: Value = serde_json::from_str(include_str!("../figures/geometry.json")).unwrap();
    figures["conventions"][kind][ship_type.as_str().unwrap()].as_f64().unwrap()
}

fn base(ship: &Value) -> Base {
    let length_in = convention("base_length", &ship["type"]);
    Base { length_in, width_in: 0.5, funnel_in: 0.15 * length_in }
}

fn point(record: &Value) -> Point {
    Point::new(record["x"].as_f64().unwrap(), record["y"].as_f64().unwrap())
}

fn pose(record: &Value) -> Pose {
    Pose { at: point(record), heading: Bearing::new(record["heading"].as_f64().unwrap()) }
}

#[track_caller]
fn assert_close(got: f64, record: &Value, what: &str) {
    let expected = record.as_f64().unwrap();
    assert!((got - expected).abs() <= 0.011, "{what}: {got}, the record says {expected}");
}

#[track_caller]
fn same_bearing(got: Bearing, record: &Value, what: &str) {
    let expected = Bearing::new(record.as_f64().unwrap());
    assert!(got.angle_to(expected) <= 0.011, "{what}: {}, the record says {}", got.degrees(), expected.degrees());
}

#[track_caller]
fn same_pose(got: Pose, record: &Value, what: &str) {
    assert_close(got.at.x(), &record["x"], what);
    assert_close(got.at.y(), &record["y"], what);
    same_bearing(got.heading, &record["heading"], what);
}

/// The pieces of a plot such as `1-CL60-1`.
fn plotted(plot: &str, radius_in: f64) -> Vec<Piece> {
    plot.split('-').map(|element| element_of(element, radius_in)).collect()
}

fn element_of(element: &str, radius_in: f64) -> Piece {
    if let Ok(length_in) = element.parse() {
        return Piece::Straight { length_in };
    }
    let (kind, degrees) = element.split_at(2);
    let hand = if kind.ends_with('R') { TurnSide::Right } else { TurnSide::Left };
    Piece::Arc { radius_in, degrees: degrees.parse().unwrap(), hand }
}

/// The part of `remaining` and a plot that a ship runs at a speed, and the part left over.
fn run(from: Pose, remaining: Vec<Piece>, plot: &str, radius_in: f64, speed_in: f64) -> (Path, Vec<Piece>) {
    let pieces = remaining.into_iter().chain(plotted(plot, radius_in));
    let (done, remaining) = Path::from_pieces(from, pieces).split_at(speed_in);
    let rest = speed_in - done.length_in();
    (done.straight(rest), remaining)
}

#[track_caller]
fn assert_remaining(remaining: &[Piece], record: &Value, id: &str) {
    match remaining {
        [] => assert!(record.is_null(), "{id}: nothing remains, the record has {record}"),
        [shape] => {
            assert_close(shape.turn_deg().abs(), &record["degrees"], id);
            assert_eq!(shape.turn_deg() > 0.0, record["turn"].as_str().unwrap().ends_with('R'), "{id}");
        }
        more => panic!("{id}: {more:?} remain"),
    }
}

#[test]
fn r5_7_a_ship_runs_its_plot_leg_by_leg() {
    for record in records("plots") {
        let id = record["id"].as_str().unwrap();
        let radius = record["turn_radius"].as_f64().unwrap();
        let (mut pose_now, mut remaining) = (pose(&record["start"]), Vec::new());
        for turn in record["turns"].as_array().unwrap() {
            let speed = turn["speed"].as_f64().unwrap();
            let (done, left) = run(pose_now, remaining, turn["plot"].as_str().unwrap(), radius, speed);
            same_pose(done.end(), &turn["end"], id);
            assert_close(done.length_in(), &turn["run"], id);
            assert_close(done.turned_deg(), &turn["turned_degrees"], id);
            assert_close(net_turn_deg(&done), &turn["net_degrees"], id);
            assert_remaining(&left, &turn["carried"], id);
            (pose_now, remaining) = (done.end(), left);
        }
    }
}

#[test]
fn r5_7_3_followers_run_along_their_leaders_track() {
    let columns = records("columns").into_iter().filter(|record| record["group"] != "ships turns");
    for record in columns {
        let id = record["id"].as_str().unwrap();
        let radius = record["turn_radius"].as_f64().unwrap();
        let interval = record["interval_between_centres"].as_f64().unwrap();
        let ships = record["ships"].as_u64().unwrap() as u32;
        let (mut track, mut remaining) = (Path::new(pose(&record["start"][0])), Vec::new());
        for turn in record["turns"].as_array().unwrap() {
            let speed = turn["speed"].as_f64().unwrap();
            let (done, left) = run(track.end(), remaining, turn["plot"].as_str().unwrap(), radius, speed);
            track.extend(done.pieces());
            for ship in 0..ships {
                let spacing = f64::from(ship) * interval;
                let end = track.length_in() - spacing;
                let moved = Motion::along(track.part(end - speed, end));
                same_pose(track.follower(spacing), &turn["end"][ship as usize], id);
                same_pose(moved.end(), &turn["end"][ship as usize], id);
                assert!((moved.speed_in() - speed).abs() < 1e-9, "{id}: a follower ran {}", moved.speed_in());
            }
            assert_remaining(&left, &turn["carried"], id);
            track = track.tail(interval * f64::from(ships));
            remaining = left;
        }
    }
}

#[test]
fn r5_7_2_in_a_ships_turn_every_ship_turns_where_it_is() {
    let is_single = |record: &Value| record["group"] == "ships turns" && record["turns"][0]["leader"] == 1;
    for record in records("columns").into_iter().filter(is_single) {
        let id = record["id"].as_str().unwrap();
        let radius = record["turn_radius"].as_f64().unwrap();
        for (ship, start) in record["start"].as_array().unwrap().iter().enumerate() {
            let (mut pose_now, mut remaining) = (pose(start), Vec::new());
            for turn in record["turns"].as_array().unwrap() {
                let speed = turn["speed"].as_f64().unwrap();
                let (done, left) = run(pose_now, remaining, turn["plot"].as_str().unwrap(), radius, speed);
                same_pose(done.end(), &turn["end"][ship], id);
                (pose_now, remaining) = (done.end(), left);
            }
        }
    }
}

#[test]
fn r6_4_4_every_arc_that_any_part_of_the_base_touches() {
    for record in records("arcs") {
        let id = record["id"].as_str().unwrap();
        let (firer, target) = (&record["firer"], &record["target"]);
        let from = base(firer).funnel(pose(firer));
        let to = base(target).funnel(pose(target));
        assert_close(range_in(from, to), &record["range"], id);
        let bearing = Bearing::between(from, to).unwrap();
        same_bearing(bearing, &record["bearing"], id);
        same_bearing(bearing.relative_to(pose(firer).heading), &record["relative_bearing"], id);
        let expected: Vec<&str> = record["arcs"].as_array().unwrap().iter().map(|arc| arc.as_str().unwrap()).collect();
        let observer = Pose { at: from, ..pose(firer) };
        let arcs = super::arcs();
        let mut touched: Vec<&str> = arcs_touched(observer, &arcs, &base(target), pose(target)).copied().collect();
        touched.sort_by_key(|arc| expected.iter().position(|text| text == arc));
        assert_eq!(touched, expected, "{id}");
    }
}

#[test]
fn r7_4_2_the_front_meets_ships_in_its_sector() {
    for record in records("torpedoes") {
        let id = record["id"].as_str().unwrap();
        let dot = point(&record["dot"]);
        let edge = |index: usize| record["sector"][index].as_f64().unwrap();
        let radius_in = 5.0 * record["elapsed_turns"].as_f64().unwrap();
        let run_in = record["run"].as_f64().unwrap();
        let front = Front { dot, radius_in, growth_in: 5.0, run_in, sector: Wedge::new(edge(0), edge(1)) };
        let ships = record["ships"].as_array().unwrap();
        let motion = |ship: &Value| Motion::straight(pose(ship), ship["speed"].as_f64().unwrap());
        for (ship, answer) in ships.iter().zip(record["answers"].as_array().unwrap()) {
            same_pose(motion(ship).end(), &answer["end"], id);
            let meeting = front.intercepts(&motion(ship));
            assert_eq!(meeting.is_some(), answer["intercepted"].as_bool().unwrap(), "{id} {}", ship["name"]);
            let Some(meeting) = meeting else { continue };
            assert!((meeting.time - answer["s"].as_f64().unwrap()).abs() < 1e-4, "{id}: met at {}", meeting.time);
            assert_close(meeting.range_in, &answer["range"], id);
            same_pose(meeting.pose, &answer["at"], id);
            let angle = keel_angle_deg(meeting.pose, dot).unwrap();
            assert_close(angle, &answer["angle_to_keel"], id);
            assert_eq!(angle <= 30.0 + SLACK_DEG, answer["combing"].as_bool().unwrap(), "{id}");
            let line = SightLine::towards(dot, motion(ship).end().at, (radius_in + 5.0).min(run_in));
            let others = ships
                .iter()
                .filter(|other| other["name"] != ship["name"] && line.touches(&base(other), motion(other).end()));
            let others: Vec<&Value> = others.map(|other| &other["name"]).collect();
            let ships: Vec<&Value> = answer["others_on_bearing_line"].as_array().unwrap().iter().collect();
            assert_eq!(others, ships, "{id} {}", ship["name"]);
        }
    }
}

#[test]
fn r5_11_bases_overlap_at_the_end_of_the_move() {
    let mut crossed = 0;
    for record in records("collisions") {
        let id = record["id"].as_str().unwrap();
        let ships = record["ships"].as_array().unwrap();
        let moved: Vec<Motion> = ships
            .iter()
            .map(|ship| {
                let radius = convention("turn_radius", &ship["type"]);
                let speed = ship["speed"].as_f64().unwrap();
                Motion::along(run(pose(ship), Vec::new(), ship["plot"].as_str().unwrap(), radius, speed).0)
            })
            .collect();
        for (motion, ship) in moved.iter().zip(ships) {
            same_pose(motion.end(), &ship["end"], id);
        }
        let bases = [base(&ships[0]), base(&ships[1])];
        let overlap = bases[0].overlaps(moved[0].end(), &bases[1], moved[1].end());
        assert_eq!(overlap, record["overlap"].as_bool().unwrap(), "{id}");
        let mover = |index: usize| Mover { base: &bases[index], motion: &moved[index] };
        let first = first_overlap(mover(0), mover(1));
        if record["group"] == "crossed on the way, clear at the end" {
            crossed += 1;
            assert!(first.is_some_and(|time| time > 0.0 && time < 1.0), "{id}: {first:?}");
        } else if overlap {
            assert!(first.is_some(), "{id}");
        }
    }
    assert_eq!(crossed, 2);
}

#[test]
fn r5_10_4_repeaters_are_nearer_to_both() {
    for record in records("repeaters") {
        let (flag, checker) = (point(&record["flag"]), point(&record["checker"]));
        for other in record["others"].as_array().unwrap() {
            let limit = range_in(checker, flag);
            let between = [flag, checker].iter().all(|end| range_in(point(other), *end) < limit);
            assert_eq!(between, other["repeater"].as_bool().unwrap(), "{} {}", record["id"], other["name"]);
        }
    }
}
