//! Builds a scene from a view.
use super::scene::{Land, Marker, Minefield, Ship, Smoke, Torpedo, Wind, band};
use super::{Reach, Scene, ShipStatus};
use crate::{capital, fire::marker_name};
use geometry::{Bearing, Point, Table};
use naval::model::{Fate, Half, Place, ShipMove, WindForce, base, state};
use naval::rules::special::{RuleEffect, SpecialRule};
use naval::{Inches, Segment, SideId, rules::torpedo::sector, view::View};

/// Returns the scene of a view. Anything that the view does not hold leaves no trace.
pub fn scene(view: &View) -> Scene {
    let table = Table { width_in: view.setup.table.width.as_f64(), depth_in: view.setup.table.height.as_f64() };
    let builder = SceneBuilder { view };
    let on_table = view.own_ships().chain(view.enemies()).filter_map(|ship| builder.ship(ship));
    let lost = view.lost_from_sight().filter_map(|(ship, seen)| {
        Some(Ship { status: ShipStatus::LastSeen(seen.turn), ..builder.ship_at(ship, seen.at?) })
    });
    Scene {
        title: format!("{}.", view.setup.title.trim_end_matches('.')),
        moment: moment(view),
        seen_by: (!view.is_referee()).then(|| view.viewer_name().to_owned()),
        sides: view.setup.sides.iter().map(|side| side.name.clone()).collect(),
        land: view.setup.land.iter().map(Land::from_model).collect(),
        mines: minefields(view),
        smoke: builder.smoke(),
        ships: on_bases(view, on_table.chain(lost).collect()),
        markers: builder.markers(),
        torpedoes: builder.torpedoes(),
        sight_in: view.sighting_base.map(|base| base.as_f64()),
        wind: Some(builder.wind()),
        night: view.setup.night,
        ..Scene::empty(table)
    }
}

/// Adds notes beside the names of visible ships: speeds, and flotation hits of ships whose cards the viewer may see.
pub fn add_notes(scene: &mut Scene, view: &View, speeds: bool, damage: bool) {
    let is_there = |ship: &&mut Ship| matches!(ship.status, ShipStatus::Seen | ShipStatus::Unsighted);
    for map_ship in scene.ships.iter_mut().filter(is_there) {
        let is_drawn_ship = |ship: &&naval::model::Ship| ship.id.as_str() == map_ship.id;
        let own = view.own_ships().find(is_drawn_ship);
        let known = own.or_else(|| view.enemies().find(is_drawn_ship));
        let flooded = own.filter(|ship| map_ship.base_mates.is_empty() && 0 < ship.flotation_hits());
        map_ship.notes.extend(known.filter(|_| speeds).map(|ship| format!("{}\"", ship.speed)));
        map_ship.notes.extend(
            flooded
                .filter(|_| damage)
                .map(|ship| format!("flotation {}/{}", ship.flotation_hits(), ship.card.flotation)),
        );
    }
}

fn moment(view: &View) -> String {
    let half = if view.half == Some(Half::Second) { ".5" } else { "" };
    let now = if view.end.is_some() { "The battle is over".to_owned() } else { view.segment.to_string() };
    let night = if view.setup.night { " Night." } else { "" };
    format!("Turn {}{half}, {}.{night} {now}.", view.turn, view.clock().format("%H:%M"))
}

/// Returns the minefields of special rules that the viewer knows and that are in play. Secret fields and fields
/// struck by the referee are not in the view. This also omits rules that the players have not agreed to use. [9.2]
fn minefields(view: &View) -> Vec<Minefield> {
    let rules = view.setup.rules.iter().zip(0..);
    let is_played = |rule: &SpecialRule, index| {
        let agreed = view.rule_state(index).and_then(|rule_state| rule_state.agreement);
        agreed.unwrap_or(!rule.optional)
    };
    let fields = rules.filter(|(rule, index)| is_played(rule, *index)).filter_map(|(rule, _)| {
        let RuleEffect::Mines { areas, lanes, lane_half_width, .. } = &rule.does else { return None };
        let points = |corners: &Vec<(Inches, Inches)>| -> Vec<Point> {
            corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect()
        };
        let legs = |lane: &Vec<(Inches, Inches)>| -> Vec<Vec<Point>> {
            points(lane).windows(2).map(|leg| band(leg[0], leg[1], lane_half_width.as_f64())).collect()
        };
        Some(Minefield { areas: areas.iter().map(points).collect(), lanes: lanes.iter().flat_map(legs).collect() })
    });
    fields.collect()
}

impl Land {
    fn from_model(land: &naval::model::Land) -> Land {
        let outline = land.corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect();
        Land { name: land.name.clone(), outline }
    }
}

struct SceneBuilder<'a> {
    view: &'a View<'a>,
}

impl SceneBuilder<'_> {
    fn side(&self, id: &SideId) -> usize {
        self.view.setup.sides.iter().position(|side| side.id == *id).unwrap_or(0)
    }

    /// Returns a ship as the map shows it. `None` if it is not on the table.
    fn ship(&self, ship: &naval::model::Ship) -> Option<Ship> {
        let status = match &ship.fate {
            Fate::Waiting { .. } | Fate::Exited { .. } => return None,
            Fate::Fighting if ship.sighted => ShipStatus::Seen,
            Fate::Fighting => ShipStatus::Unsighted,
            Fate::Sinking | Fate::Abandoned => ShipStatus::Hulk,
            Fate::Exploded | Fate::Sunk => ShipStatus::Sunk,
        };
        Some(Ship {
            division: Some(ship.division.to_string()),
            track: ship.run.as_deref().map(track).unwrap_or_default(),
            fires: u16::try_from(ship.fires()).unwrap_or(u16::MAX),
            status,
            ..self.ship_at(ship, ship.at?)
        })
    }

    fn ship_at(&self, ship: &naval::model::Ship, at: Place) -> Ship {
        let bare = Ship::at_pose(base::base_of(self.view, ship), at.pose(), self.side(&ship.side));
        Ship { id: ship.id.to_string(), name: ship.card.name.clone(), number: ship.number, ..bare }
    }

    fn smoke(&self) -> Vec<Smoke> {
        let bands = self.view.standing_smoke().map(|smoke| {
            Smoke::along(&base::path_of(smoke.from, &smoke.legs), base::WIDTH_IN, smoke.turn < self.view.turn)
        });
        bands.collect()
    }

    fn markers(&self) -> Vec<Marker> {
        let seen = self.view.force_markers.iter().map(|marker| Marker {
            name: marker.id.to_string(),
            side: self.side(&marker.side),
            pose: marker.at.pose(),
            track: Vec::new(),
        });
        seen.collect()
    }

    fn torpedoes(&self) -> Vec<Torpedo> {
        let own = self.view.own_markers().filter_map(|marker| self.own_torpedo(marker));
        let enemy = self.view.enemy_markers().filter_map(|marker| {
            Some(Torpedo {
                name: marker_name(&marker.id),
                side: self.side(&marker.side),
                dot: marker.dot?.point(),
                radius_in: 0.0,
                run_in: 0.0,
                reach: Reach::Unknown,
                dummy: false,
            })
        });
        own.chain(enemy).collect()
    }

    fn own_torpedo(&self, marker: &state::Marker) -> Option<Torpedo> {
        let dot = marker.dot?;
        let fan = sector(dot, marker.bearing);
        let fan = Reach::Sector { from: fan.from(), width_deg: fan.to().relative_to(fan.from()).degrees() };
        let reach = marker.track.map_or(fan, |track| Reach::Line(Bearing::new(track.as_f64())));
        let (now, plotting) = (self.view.current_moment(), self.view.segment == Segment::Plotting);
        let run = marker.distance_run_after(if plotting { now.start_half_turns() } else { now.end_half_turns() });
        Some(Torpedo {
            name: marker_name(&marker.id),
            side: self.side(&marker.side),
            dot: dot.point(),
            radius_in: run.as_f64(),
            run_in: marker.run.as_f64(),
            reach,
            dummy: marker.dummy,
        })
    }

    fn wind(&self) -> Wind {
        let wind = &self.view.setup.wind;
        let blows = wind.force != WindForce::Calm;
        Wind { from: blows.then(|| Bearing::new(f64::from(wind.from_deg))), says: capital(&crate::wind_text(wind)) }
    }
}

fn track(run: &ShipMove) -> Vec<Point> {
    const STEP_DEG: f64 = 5.0;
    base::path_of(run.from, &run.legs).points(STEP_DEG)
}

/// Puts boats of one division at one position on one base, named after the division if that is known. [2.4]
fn on_bases(view: &View, ships: Vec<Ship>) -> Vec<Ship> {
    let mut bases: Vec<Ship> = Vec::with_capacity(ships.len());
    for ship in ships {
        let together = |other: &Ship| {
            other.division.is_some()
                && other.division == ship.division
                && other.pose == ship.pose
                && (other.status == ShipStatus::Sunk) == (ship.status == ShipStatus::Sunk)
        };
        match bases.iter_mut().find(|other| together(other)) {
            Some(base) => {
                base.fires += ship.fires;
                base.base_mates.push(ship.id);
            }
            None => bases.push(ship),
        }
    }
    for base in bases.iter_mut().filter(|base| !base.base_mates.is_empty()) {
        // The rest of the division may be afloat.
        if base.status == ShipStatus::Sunk {
            base.base_mates.iter().for_each(|mate| base.name += &format!(", {}", view.name(mate)));
            continue;
        }
        let division = view.own_divisions().find(|division| Some(division.id.as_str()) == base.division.as_deref());
        let others = || format!("{} and {} more", base.name, base.base_mates.len());
        base.name = division.map_or_else(others, |division| division.name.clone());
    }
    bases
}
