//! Three invented scenes and their parts.
use geometry::{Bearing, Path, Point, Pose, Table, TurnSide};
use show::map::{
    Scene,
    scene::{Land, Marker, Reach, Ship, ShipStatus, Smoke, Torpedo, Wind},
};

pub const TABLE: Table = Table { width_in: 72.0, depth_in: 48.0 };

/// A ship at the end of a track, on a base of this many inches.
pub fn ship(name: &str, side: usize, length_in: f64, way: &Path) -> Ship {
    Ship {
        id: name.to_lowercase(),
        base_mates: Vec::new(),
        division: None,
        name: name.to_owned(),
        number: None,
        side,
        pose: way.end(),
        length_in,
        width_in: 0.5,
        funnel_in: 0.15 * length_in,
        track: way.points(5.0),
        fires: 0,
        status: ShipStatus::Seen,
        notes: Vec::new(),
    }
}

/// A column of ships on their leader's track.
fn column(names: &[&str], side: usize, length_in: f64, track: &Path, run_in: f64) -> Vec<Ship> {
    let spacing = length_in + 0.5;
    let way = |index: usize| {
        let end = track.length_in() - spacing * index as f64;
        track.part(end - run_in, end)
    };
    names.iter().enumerate().map(|(index, name)| ship(name, side, length_in, &way(index))).collect()
}

fn named(title: &str, moment: &str) -> Scene {
    Scene {
        title: title.to_owned(),
        moment: moment.to_owned(),
        sides: vec!["Japan".to_owned(), "Russia".to_owned()],
        ..Scene::empty(TABLE)
    }
}

/// Two lines of battle in the open, one of them turning, with rings round the leader.
pub fn line_of_battle() -> Scene {
    let mut scene = named("Line of battle", "Turn 5, 05:39. Gunfire Segment.");
    let japan = Path::new(Pose::new(18.0, 30.0, 90.0)).straight(14.0).turn(1.0, 45.0, TurnSide::Right).straight(3.0);
    let russia = Path::new(Pose::new(16.0, 13.0, 75.0)).straight(22.0);
    scene.ships = column(&["Izumo", "Azuma", "Tokiwa", "Iwate"], 0, 1.5, &japan, 4.0);
    scene.ships.extend(column(&["Rossia", "Gromoboi", "Rurik"], 1, 1.5, &russia, 3.5));
    scene.ships[6].fires = 2;
    scene.ships[6].status = ShipStatus::Seen;
    scene.sight_in = Some(20.0);
    scene.add_rings("izumo", &[5.0, 10.0, 15.0]).unwrap();
    scene.add_sighting("izumo").unwrap();
    scene.wind = Some(Wind { from: Some(Bearing::new(225.0)), says: "Moderate wind from 225".to_owned() });
    scene
}

/// Smoke, an island and a coast; a hulk, a wreck, and a ship lost from sight.
pub fn smoke_and_land() -> Scene {
    let mut scene = named("Smoke and land", "Turn 9, 17:12. Sighting Segment.");
    scene.seen_by = Some("Japan".to_owned());
    let corners = |corners: &[(f64, f64)]| corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
    let island = [(44.0, 30.0), (47.5, 33.5), (52.0, 34.0), (53.5, 31.0), (50.5, 28.5), (47.0, 27.5)];
    let coast = [(0.0, 48.0), (0.0, 40.0), (5.0, 41.5), (9.0, 44.0), (16.0, 44.5), (20.0, 48.0)];
    scene.land = vec![
        Land { name: "Round Island".to_owned(), outline: corners(&island) },
        Land { name: "The Cape".to_owned(), outline: corners(&coast) },
    ];
    let screen = Path::new(Pose::new(30.0, 12.0, 0.0)).straight(5.0).turn(0.5, 90.0, TurnSide::Right).straight(6.0);
    let older = Path::new(Pose::new(24.0, 12.0, 0.0)).straight(6.0);
    scene.smoke = vec![Smoke::along(&screen, 0.5, false), Smoke::along(&older, 0.5, true)];
    let boats = ship("1st Destroyers", 0, 2.0, &screen);
    let column_ahead =
        Path::new(Pose::new(8.0, 24.0, 60.0)).straight(12.0).turn(1.0, 30.0, TurnSide::Left).straight(4.0);
    scene.ships = column(&["Asahi", "Mikasa", "Shikishima"], 0, 2.0, &column_ahead, 4.0);
    scene.ships.push(boats);
    scene.ships[2].fires = 1;
    scene.ships[1].status = ShipStatus::Unsighted;
    let still = |x, y, heading| Path::new(Pose::new(x, y, heading));
    let enemies = [
        ("Retvizan", still(40.0, 40.0, 210.0).straight(3.0), ShipStatus::Seen),
        ("Tsesarevich", still(58.0, 40.0, 250.0), ShipStatus::LastSeen(7)),
        ("Bayan", still(33.0, 27.0, 135.0), ShipStatus::Hulk),
        ("Novik", still(62.0, 20.0, 300.0), ShipStatus::Sunk),
    ];
    for (name, way, status) in enemies {
        scene.ships.push(Ship { status, ..ship(name, 1, 1.5, &way) });
    }
    scene.wind = Some(Wind { from: None, says: "Calm".to_owned() });
    scene
}

/// Running torpedoes, force markers, two boats almost in one place, and the arcs of Retvizan.
pub fn torpedoes() -> Scene {
    let mut scene = named("Torpedoes", "Turn 12, 22:04. Torpedo Segment.");
    let battle = Path::new(Pose::new(30.0, 30.0, 180.0)).straight(12.0);
    scene.ships = column(&["Tsesarevich", "Retvizan", "Pobieda"], 1, 2.0, &battle, 3.0);
    let attack = Path::new(Pose::new(16.0, 12.0, 30.0)).straight(5.0);
    scene.ships.push(ship("Hayatori", 0, 1.0, &attack));
    let beside = Path::new(Pose::new(16.1, 12.1, 30.0)).straight(5.0);
    scene.ships.push(ship("Asagiri", 0, 1.0, &beside));
    let torpedo = |name: &str, dot: (f64, f64), radius_in: f64, reach: Reach, side: usize| Torpedo {
        name: name.to_owned(),
        side,
        dot: Point::new(dot.0, dot.1),
        radius_in,
        run_in: 10.0,
        reach,
        dummy: name == "Q",
    };
    scene.torpedoes = vec![
        torpedo("P", (18.5, 16.3), 5.0, Reach::Sector { from: Bearing::new(30.0), width_deg: 60.0 }, 0),
        torpedo("Q", (42.0, 14.0), 10.0, Reach::Sector { from: Bearing::new(300.0), width_deg: 60.0 }, 0),
        torpedo("R", (28.0, 24.0), 5.0, Reach::Line(Bearing::new(240.0)), 1),
    ];
    let way = Path::new(Pose::new(56.0, 10.0, 330.0)).straight(4.0);
    scene.markers = vec![
        Marker { name: "1".to_owned(), side: 0, pose: way.end(), track: way.points(5.0) },
        Marker { name: "2".to_owned(), side: 0, pose: Pose::new(62.0, 36.0, 270.0), track: Vec::new() },
    ];
    scene.add_arcs("retvizan").unwrap();
    scene
}
