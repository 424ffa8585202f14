//! What wins the battle for a side, read from the scenario's victory conditions. [9.2]
use geometry::{Bearing, Point, range_in};
use naval::model::victory::{
    HowMany, Landmark, Nearness, ShipsCondition, SideWins, TurnCondition, VictoryCondition, VictoryRule, VictoryTest,
};
use naval::model::{Edge, Fate, Place, Ship, ShipSet, zone::Zone};
use naval::rules::survey;
use naval::{Inches, SideId, view::PlayerView};

use crate::relative_position::distance_in;

/// A ship makes for a point this far inside the place that it must reach.
const INSIDE_IN: f64 = 0.5;

pub struct Aims<'s> {
    /// Own ships that must leave the table or reach a place.
    leave: Vec<ExitAim<'s>>,
    /// Enemies that must be sunk or damaged.
    hunt: Vec<&'s ShipSet>,
    /// Enemies whose exit can still win the battle for their side, and the edges by which they must not leave.
    stop: Vec<ExitAim<'s>>,
}

struct ExitAim<'s> {
    ships: &'s ShipSet,
    count: HowMany,
    /// An empty list: any.
    edges: &'s [Edge],
    from_turn: u16,
    to_turn: u16,
    way: Way<'s>,
}

/// How ships fulfil an exit aim.
#[derive(Clone, Copy)]
enum Way<'s> {
    /// They leave the table by an edge.
    Exit,
    /// They come closer to an edge than another ship.
    Pass,
    /// They come within a distance of land or of a ship.
    Near(&'s Nearness),
    Inside(&'s Zone),
}

/// What an own ship must reach.
enum Goal {
    /// An edge of the table.
    Edge,
    /// A point of the table.
    Place(Point),
}

/// The turns in which a condition must hold, both ends included.
#[derive(Clone, Copy)]
struct Window {
    from: u16,
    to: u16,
}

impl Window {
    fn narrowed_to(self, turn: &TurnCondition) -> Window {
        let (from, to) = match *turn {
            TurnCondition::At(turn) => (turn, turn),
            TurnCondition::From(from) => (from, u16::MAX),
            TurnCondition::To(to) => (1, to),
            TurnCondition::Between { from, to } => (from, to),
        };
        Window { from: self.from.max(from), to: self.to.min(to) }
    }
}

impl<'s> ExitAim<'s> {
    /// Whether too few have left or arrived, but enough still may. Ships not yet seen count as able to.
    fn is_undecided(&self, view: &PlayerView) -> bool {
        let ships = || view.state().ships.iter().filter(|ship| self.ships.holds(ship));
        let exited = ships().filter(|ship| matches!(ship.fate, Fate::Exited { .. })).count();
        let unseen = self.ships.ids.iter().filter(|id| view.state().ship(id).is_none()).count();
        let may_leave = ships().filter(|ship| ship.is_in_action() && self.is_in_time(view, ship)).count() + unseen;
        let needed = match self.count {
            HowMany::AtLeast(count) => usize::from(count),
            _ => ships().count() + unseen,
        };
        exited < needed && needed <= exited + may_leave
    }

    /// Whether a ship can cross one of the edges in time. Other ways need no time.
    fn is_in_time(&self, view: &PlayerView, ship: &Ship) -> bool {
        let turns = f64::from((self.to_turn + 1).saturating_sub(view.state().turn));
        let reach_in = turns * ship.speed_allowance().as_f64();
        let is_near =
            |place: Place| self.edges().iter().any(|edge| distance_in(view, place.point(), *edge) <= reach_in);
        !matches!(self.way, Way::Exit) || ship.at.is_none_or(is_near)
    }

    fn edges(&self) -> &'s [Edge] {
        if self.edges.is_empty() { &Edge::ALL } else { self.edges }
    }

    /// Returns what a ship must reach. `None` if it is where it must be, or the place is not known.
    fn goal(&self, view: &PlayerView, ship: &Ship) -> Option<Goal> {
        let here = ship.at.map(Place::point);
        match self.way {
            Way::Exit | Way::Pass => Some(Goal::Edge),
            Way::Near(Nearness { of: Landmark::Ship(id), inches }) => {
                point_near(here?, view.state().ship(id)?.at?.point(), *inches)
            }
            Way::Near(Nearness { of: Landmark::Land, inches }) => {
                let here = here?;
                let shores = survey::land(view.state());
                let points = shores.iter().map(|area| area.nearest_edge_point(here));
                let nearest = points.min_by(|left, right| range_in(here, *left).total_cmp(&range_in(here, *right)))?;
                point_near(here, nearest, *inches)
            }
            Way::Inside(Zone::Circle(circle)) => {
                point_near(here?, Point::new(circle.x.as_f64(), circle.y.as_f64()), circle.radius)
            }
            Way::Inside(Zone::Rectangle(zone)) => {
                let here = here?;
                let inside = |place: f64, from: Inches, to: Inches| {
                    let middle = f64::midpoint(from.as_f64(), to.as_f64());
                    place.clamp((from.as_f64() + INSIDE_IN).min(middle), (to.as_f64() - INSIDE_IN).max(middle))
                };
                let goal =
                    Point::new(inside(here.x(), zone.from.0, zone.to.0), inside(here.y(), zone.from.1, zone.to.1));
                (INSIDE_IN < range_in(here, goal)).then_some(Goal::Place(goal))
            }
        }
    }
}

/// Returns the point within a distance of another that is nearest to `here`. `None` if `here` is within it.
fn point_near(here: Point, of: Point, within: Inches) -> Option<Goal> {
    let missing_in = range_in(here, of) - within.as_f64();
    let course = Bearing::between(here, of).ok()?;
    (0.0 < missing_in).then(|| Goal::Place(here.moved(course, missing_in + INSIDE_IN)))
}

impl<'s> Aims<'s> {
    pub fn from_view(view: &'s PlayerView) -> Aims<'s> {
        let mut aims = Aims { leave: Vec::new(), hunt: Vec::new(), stop: Vec::new() };
        let mut enemy_aims = Aims { leave: Vec::new(), hunt: Vec::new(), stop: Vec::new() };
        let always = Window { from: 1, to: view.state().setup.turns };
        for entry in view.state().setup.decide.iter().flatten() {
            if let VictoryRule::Side(SideWins { side, condition, .. }) = &entry.wins {
                // What makes the enemy win must not come true.
                let is_own = side == view.side();
                let (wanted, unwanted) =
                    if is_own { (&mut aims, &mut enemy_aims) } else { (&mut enemy_aims, &mut aims) };
                wanted.add_condition(condition, true, always);
                unwanted.add_condition(condition, false, always);
            }
        }
        let is_open = |aim: &ExitAim| view.state().turn <= aim.to_turn && aim.is_undecided(view);
        aims.stop = enemy_aims.leave.into_iter().filter(|aim| matches!(aim.way, Way::Exit) && is_open(aim)).collect();
        aims.leave.retain(|aim| !matches!(aim.way, Way::Exit) || is_open(aim));
        aims
    }

    /// Adds what a side must do so that a condition becomes true, or so that it does not if it is not `wanted`.
    fn add_condition(&mut self, condition: &'s VictoryCondition, wanted: bool, window: Window) {
        match condition {
            VictoryCondition::All(parts) | VictoryCondition::Any(parts) => {
                let turns = parts.iter().filter_map(|part| match part {
                    VictoryCondition::Turn(turn) if matches!(condition, VictoryCondition::All(_)) => Some(turn),
                    _ => None,
                });
                let window = turns.fold(window, Window::narrowed_to);
                parts.iter().for_each(|part| self.add_condition(part, wanted, window));
            }
            VictoryCondition::Not(part) => self.add_condition(part, !wanted, window),
            VictoryCondition::Ships(ships) => {
                let is_count_least = matches!(ships.count, HowMany::AtLeast(_) | HowMany::Every);
                ships
                    .are
                    .iter()
                    .for_each(|test| self.add_ship_condition(ships, test, is_count_least == wanted, window));
            }
            VictoryCondition::Turn(_) | VictoryCondition::Points(_) | VictoryCondition::More(..) => {}
        }
    }

    /// Adds a test that ships of a condition must meet, or must not meet if it is not `wanted`.
    fn add_ship_condition(
        &mut self,
        condition: &'s ShipsCondition,
        test: &'s VictoryTest,
        wanted: bool,
        window: Window,
    ) {
        let ShipsCondition { count, among: ref ships, .. } = *condition;
        let mut leave = |edges: &'s [Edge], window: Window, way: Way<'s>| {
            let aim = ExitAim { ships, count, edges, from_turn: window.from, to_turn: window.to, way };
            self.leave.extend(wanted.then_some(aim));
        };
        match test {
            VictoryTest::Exited(exit) => {
                let from = window.from.max(exit.from.unwrap_or(1));
                leave(&exit.by, Window { from, to: window.to.min(exit.to.unwrap_or(u16::MAX)) }, Way::Exit);
            }
            VictoryTest::Beyond(past) => leave(std::slice::from_ref(&past.edge), window, Way::Pass),
            VictoryTest::Within(near) => leave(&[], window, Way::Near(near)),
            VictoryTest::Inside(zone) => leave(&[], window, Way::Inside(zone)),
            VictoryTest::Sunk
            | VictoryTest::Immobile
            | VictoryTest::Lost
            | VictoryTest::Below(_)
            | VictoryTest::SlowerBy(_)
            | VictoryTest::FlotationHits(_)
            | VictoryTest::MountsLost(_)
            | VictoryTest::BatteryLost(_) => self.hunt.extend(wanted.then_some(ships)),
            VictoryTest::Afloat | VictoryTest::CanMove | VictoryTest::CanMake(_) => {
                self.hunt.extend((!wanted).then_some(ships));
            }
            VictoryTest::All(parts) | VictoryTest::Any(parts) => {
                parts.iter().for_each(|part| self.add_ship_condition(condition, part, wanted, window))
            }
            VictoryTest::Not(part) => self.add_ship_condition(condition, part, !wanted, window),
        }
    }

    /// Returns the point that an own ship must reach. `None` if it is there, need not be anywhere, or must leave.
    pub fn place_for(&self, view: &PlayerView, ship: &Ship) -> Option<Point> {
        let aims = self.leave.iter().filter(|aim| view.state().turn <= aim.to_turn && aim.ships.holds(ship));
        let goal = aims.filter_map(|aim| aim.goal(view, ship)).next()?;
        if let Goal::Place(point) = goal { Some(point) } else { None }
    }

    /// Returns the edges by which an own ship must leave (empty: any), and the earliest turn. `None` if it may stay.
    pub fn exit_for(&self, ship: &Ship) -> Option<(&'s [Edge], u16)> {
        let leaves = |aim: &&ExitAim| matches!(aim.way, Way::Exit | Way::Pass) && aim.ships.holds(ship);
        self.leave.iter().find(leaves).map(|leave| (leave.edges, leave.from_turn))
    }

    /// Returns the edges by which an enemy must not leave (an empty list: any). `None` if it may leave.
    pub fn closed_edges_for(&self, enemy: &Ship) -> Option<&'s [Edge]> {
        self.stop.iter().find(|leave| leave.ships.holds(enemy)).map(|leave| leave.edges)
    }

    pub fn stops_any(&self) -> bool {
        !self.stop.is_empty()
    }

    pub fn hunts_any(&self) -> bool {
        !self.hunt.is_empty()
    }

    /// Whether the fate of this enemy decides the battle.
    pub fn hunts(&self, enemy: &Ship, side: &SideId) -> bool {
        enemy.side != *side && self.hunt.iter().any(|ships| ships.holds(enemy))
    }
}
