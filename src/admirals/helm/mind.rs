//! What a captain wants each division to do: fight at a range, attack, keep clear, leave or search. See [`Mind::wish`].
use super::{
    alarm::{is_alarmed, is_of_the_moment},
    chase::{self, Prey},
    distance_in,
};
use crate::{
    Memory,
    aims::Aims,
    foe::{Foe, nearest},
    worth::{self, first_strength, strength},
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::model::doctrine::{Alarm, Cripples, Doctrine, SmokeDoctrine, Steadiness, Twilight};
use naval::model::{Division, Edge, Ship, WindForce};
use naval::rules::{gunnery, moves, survey};
use naval::{Id, Inches, view::Outlook};

/// A side abandons a cripple when its strength falls below this share of its break-off strength.
const LEAVES_HER: f64 = 0.6;
/// After breaking off, a side fights again only when its strength exceeds the break-off strength by this much.
const MENDED: f64 = 0.15;
/// After an alarm of the moment has ended, the side stays away for this many turns.
const STAYS_OFF_TURNS: u16 = 4;
/// A ship this close to the cripple is standing by it.
const BESIDE_IN: f64 = 5.0;
/// No smoke is made when the enemy is farther away than this.
const SMOKE_IN: f64 = 14.0;
/// At night, a side that avoids night action turns away from ships seen within this range.
const BY_NIGHT_IN: f64 = 8.0;
/// Half-width of the band around the wanted range. Outside it, ships go as fast as they can.
const BAND_IN: f64 = 2.0;
/// Inside the band, ships stay this far below top speed if own smoke would blow across their line of fire. [6.5.1.3]
const SMOKELESS: Inches = Inches(105);
/// Angle from straight downwind within which own smoke veils an enemy if either ship turns by one template step.
const DOWN_THE_WIND_DEG: f64 = 45.0;
/// Without a range on the doctrine card, a division may close to this share of its best gun range.
const NEARER: f64 = 0.6;
/// Course correction for each inch of range error, measured from the beam.
const DEG_AN_INCH: f64 = 20.0;
/// An enemy that heads within this angle of straight away counts as running.
const AWAY_DEG: f64 = 60.0;
/// Light cruisers fight light enemies within this range instead of screening behind the line.
const LIGHT_IN: f64 = 10.0;
/// Speed the leader gives up for a straggler. At most twice this below what its slowest ship can make.
const WAITS: Inches = Inches(50);
/// Least speed of a leader that waits. A slower ship could be finished off with torpedoes. [7.6]
pub const LEAST: Inches = Inches(125);
/// A follower farther than this from the division ahead is left behind.
const LEFT_BEHIND_IN: f64 = 6.0;
/// Boats wait this far behind the line, and up to [`FARTHEST_BEHIND_IN`] if the enemy is near.
const BEHIND_IN: f64 = 4.0;
const FARTHEST_BEHIND_IN: f64 = 7.0;
/// A line that points within this angle of the enemy counts as heading towards it.
const END_ON_DEG: f64 = 45.0;
/// A division this close to its station, after the line's own move, counts as on station.
const AT_POST_IN: f64 = 0.5;
/// A division up to this far ahead of its station waits: at [`LEAST_WAY`] speed, turning up to [`BENT_DEG`].
const WAITS_WITHIN_IN: f64 = 14.0;
const LEAST_WAY: f64 = 0.4;
const BENT_DEG: f64 = 30.0;
/// Range at which divisions without big guns fight.
const BATTERY_RANGE_IN: f64 = 6.0;
/// Batteries start firing this far inside their maximum range.
const IN_REACH_IN: f64 = 0.5;
/// Stations are at least this far from the edge of the table.
const OFF_EDGE_IN: f64 = 4.0;
/// A side with no enemy in sight searches the centre and the enemy's edge, and switches after this many turns.
const SEARCH_TURNS: u16 = 8;
/// Turns kept in reserve beyond the time needed to reach the exit edge.
const SPARE_TURNS: f64 = 4.0;
/// A division arrives at its exit edge at most this many turns before it may leave.
const EARLIER_TURNS: f64 = 1.0;
/// While it waits there, it stays this far inside the edge.
const SHORT_IN: f64 = 0.1;
/// Distance that a full turn about adds to the way to an edge.
const ROUND_IN: f64 = 3.0;
/// The search point at the enemy's edge is this far inside it.
const INSET_IN: f64 = 8.0;

/// A captain's decisions for a whole side this turn.
pub struct Mind<'d> {
    pub card: &'d Doctrine,
    draws_off: bool,
    pub has_line: bool,
    /// Remaining strength as a share of the initial strength.
    share: f64,
    /// The division and position of the cripple that the side protects.
    cripple: Option<(Id, Point)>,
}

/// The course and speed a captain would choose for a division before fire and danger are scored.
#[derive(Clone, Copy)]
pub struct Wish {
    pub course: Bearing,
    pub speed: Inches,
    /// The edge the division may cross to leave the table.
    pub out: Option<Edge>,
    pub smoke: bool,
    /// The course is taken as it is. Alternatives are not scored.
    pub fixed: bool,
    /// All ships turn together instead of in column.
    pub together: bool,
    /// Boats waiting for their chance: they avoid enemy fire.
    pub wary: bool,
}

impl<'d> Mind<'d> {
    pub fn of(at: &Outlook, card: &'d Doctrine, memory: &Memory) -> Mind<'d> {
        let own = || at.state().ships_of_side(at.side());
        let has_line = own().any(|ship| ship.in_action() && ship.card.kind.is_large() && ship.at.is_some());
        let share = worth::share(own());
        // A momentary alarm keeps working for some turns, so that the side does not turn back at once.
        let turn = at.state().turn;
        let lately = |alarm: Alarm| is_of_the_moment(alarm) && memory.was_alarmed_within(alarm, STAYS_OFF_TURNS, turn);
        let raised = |alarm: Alarm| is_alarmed(at, alarm) || lately(alarm);
        let alarmed = card.withdraw.when.iter().any(|alarm| raised(*alarm));
        // Hysteresis: one repaired mount must not bring a beaten side back into the fight.
        let was = memory.least.is_some_and(|least| least.points() < card.withdraw.strength);
        let broken = share < card.withdraw.strength + if was { MENDED } else { 0.0 };
        let stays = card.cripples == Cripples::StandBy && LEAVES_HER * card.withdraw.strength <= share;
        let cripple = stays.then(|| own().find_map(cripple)).flatten();
        let draws_off = (broken || alarmed) && cripple.is_none();
        Mind { card, draws_off, has_line, share, cripple }
    }

    /// The same, except that boats attack as if there were no heavy ships to wait behind.
    pub fn attacking(self) -> Mind<'d> {
        Mind { has_line: false, ..self }
    }

    /// Returns the move a captain wants for a division whose leader is at `pose`.
    pub fn wish(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose) -> Wish {
        let state = at.state();
        let top = ships(at, division).map(Ship::allowance).min().unwrap_or_default();
        let foe = nearest(at, aims, pose.at, |ship| fits(at, division, ship));
        // Do not wait for slower followers while the enemy is running out of range.
        let pace = self.pace(at, division);
        let faster = pace < moves::speed(state, division);
        let chases = |foe: Foe| {
            let [near, far] = self.seek(at, division);
            // Hysteresis: once followers are left behind, go on until the enemy is well within range.
            runs_from(pose.at, &foe) && if faster { f64::midpoint(near, far) - BAND_IN } else { far } < foe.range_in
        };
        let fastest = if foe.is_some_and(chases) { moves::fastest(state, division) } else { pace };
        let near = foe.filter(|foe| foe.in_sight && foe.range_in <= SMOKE_IN);
        let plain = |course: Bearing, speed: Inches| {
            let closing = self.card.smoke == SmokeDoctrine::Closing;
            let far = |foe: Foe| self.seek(at, division)[1] + BAND_IN < foe.range_in;
            let smoke = closing && near.is_some_and(far) && state.setup.wind.force != WindForce::High;
            Wish { course, speed, out: None, smoke, fixed: false, together: false, wary: false }
        };
        if let Some(there) = self.stands_by(division, pose, near) {
            return plain(there, fastest);
        }
        if let Some(edge) = self.way_out(at, aims, division, pose, fastest) {
            let covers = self.draws_off && self.card.smoke != SmokeDoctrine::Never;
            let smoke = covers && near.is_some() && state.setup.wind.force != WindForce::High;
            let large = ships(at, division).all(|ship| ship.card.kind.is_large());
            let together = self.draws_off && self.card.turns.together && large;
            let course = clear_of(edge.outward(), pose, foe);
            let speed = fastest.min(not_before(at, division, pose, edge));
            return Wish { smoke, out: Some(edge), fixed: true, together, ..plain(course, speed) };
        }
        let prey = self.prey(at, aims, division);
        if let Some(prey) = prey.as_ref().filter(|prey| self.reach(at, division) < prey.foe.range_in) {
            let course = clear_of(prey.course, pose, foe);
            return Wish { fixed: true, ..plain(course, moves::fastest(state, division)) };
        }
        let chases = prey.is_some();
        let foe = prey.map(|prey| prey.foe).or(foe);
        let boats = ships(at, division).all(|ship| ship.card.kind.is_torpedo_craft());
        let Some(foe) = foe else {
            let there = searched(at);
            // By day, boats do not search ahead of their own line.
            let waits = boats && self.has_line && !state.setup.night;
            let expects = chase::expects(at, aims, division);
            let (course, speed) = match waits {
                true => behind(at, pose, there, fastest),
                false => (if expects { pose.heading } else { toward(pose, there) }, fastest),
            };
            return plain(course, speed);
        };
        if boats {
            if let Some(course) = self.attack(at, division, pose, &foe) {
                return plain(course, fastest);
            }
            let (course, speed) = behind(at, pose, foe.pose.at, fastest);
            return Wish { wary: true, ..plain(course, speed) };
        }
        if !chases && self.screens(at, division).is_some() {
            let (course, speed) = behind(at, pose, foe.pose.at, fastest);
            return plain(course, speed);
        }
        if let Some(course) = self.keeps_off(at, pose, &foe) {
            return Wish { fixed: true, ..plain(course, fastest) };
        }
        let [from, to] = self.seek(at, division);
        let range = if self.waits(at) {
            self.card.range.map_or(to, |range| range.open + BAND_IN)
        } else {
            to.min(foe.range_in).max(from)
        };
        let veiled = (foe.range_in - range).abs() <= BAND_IN && is_downwind(at, pose, &foe);
        let smokeless = (top - SMOKELESS).max(Inches::ZERO);
        // A faster enemy would draw ahead of a line that slows down for its own smoke.
        let speed = if veiled && foe.speed_in <= smokeless.as_f64() { fastest.min(smokeless) } else { fastest };
        plain(abeam(pose, &foe, range), speed)
    }

    /// Returns the enemy that a division chases to keep it from leaving the table. `None` if the side avoids night
    /// action, breaks off, waits for better light or keeps away from that enemy.
    pub fn prey(&self, at: &Outlook, aims: &Aims, division: &Division) -> Option<Prey> {
        let shy = at.state().setup.night && !self.card.night.seek;
        if shy || self.draws_off || self.waits(at) || !aims.stops_any() {
            return None;
        }
        let pose = column_head(at, division)?;
        let prey = chase::prey(at, aims, division, |one| self.reach(at, one))?;
        Some(prey).filter(|prey| self.keeps_off(at, pose, &prey.foe).is_none())
    }

    /// Returns the range at which a division engages its prey. Without big guns: just inside battery range.
    fn reach(&self, at: &Outlook, division: &Division) -> f64 {
        let big = ships(at, division).any(|ship| ship.card.big.is_some());
        if big { self.seek(at, division)[1] } else { gunnery::BATTERY_REACH.as_f64() - IN_REACH_IN }
    }

    /// Returns the range band, nearest and farthest in inches, outside which a captain does not choose to fight.
    /// Without a range on the card it runs from 60% of the best gun range to 2 inches beyond it.
    pub fn band(&self, at: &Outlook, division: &Division) -> [f64; 2] {
        match self.card.range.filter(|_| is_line(at, division)) {
            Some(range) if self.waits(at) => [range.open + BAND_IN / 2.0; 2],
            Some(_) => self.seek(at, division),
            None => {
                let wished = wished_range(at, division);
                [NEARER * wished, wished + BAND_IN]
            }
        }
    }

    /// Returns the ranges, nearest and farthest in inches, that a division steers for. The card's ranges apply to
    /// battle lines only. All others use their best gun range.
    pub fn seek(&self, at: &Outlook, division: &Division) -> [f64; 2] {
        let by_card = self.card.range.filter(|_| is_line(at, division));
        by_card.map_or_else(|| [wished_range(at, division); 2], |range| range.seek)
    }

    /// Returns the station of light cruisers behind their own line while only large enemies are near. [5.8]
    pub fn screens(&self, at: &Outlook, division: &Division) -> Option<Point> {
        let light = ships(at, division).all(|ship| ship.card.kind.is_light() && !ship.card.kind.is_torpedo_craft());
        let pose = column_head(at, division)?;
        let enemies = || at.state().afloat().filter(|ship| ship.side != *at.side() && ship.sighted && ship.in_action());
        let near = |ship: &Ship| ship.at.is_some_and(|place| range_in(place.point(), pose.at) <= LIGHT_IN);
        let no_match = || !enemies().any(|ship| !ship.card.kind.is_large() && near(ship));
        let large = || enemies().filter(|ship| ship.card.kind.is_large()).filter_map(|ship| Some(ship.at?.point()));
        if !light || !self.has_line || !no_match() {
            return None;
        }
        let from = |there: &Point| range_in(*there, pose.at);
        let foe = large().min_by(|one, other| from(one).total_cmp(&from(other)))?;
        let (line, speed) = own_line(at, pose.at)?;
        Some(post_behind(at, pose.at, line, speed, foe))
    }

    /// Returns a division's highest speed. A leader waits for its slowest follower and stragglers. [5.5, 5.8.2]
    fn pace(&self, at: &Outlook, division: &Division) -> Inches {
        let state = at.state();
        let own = moves::fastest(state, division);
        let group = state.group_of(&division.id);
        let fit = |one: &&&Division| state.ships_of(&one.id).any(|ship| ship.is_tracked());
        if group.iter().find(fit).is_none_or(|one| one.id != division.id) {
            return own;
        }
        let led = || group.iter().filter(fit).filter(|one| one.id != division.id);
        let slowest = led().map(|one| moves::fastest(state, one)).min().unwrap_or(own);
        let least =
            led().flat_map(|one| ships(at, one)).map(Ship::allowance).min().map_or(LEAST, |top| top - WAITS - WAITS);
        let of_group = |one: &&naval::model::Formation| one.divisions.contains(&division.id);
        let off = state.formations.iter().filter(of_group).any(|one| one.off.iter().any(|off| is_near(at, one, off)));
        let slowest = if off { slowest - WAITS } else { slowest };
        own.min(slowest.max(least.max(LEAST)))
    }

    /// Returns the weight of contact as a share of a turn's expected gain. 0 if the side or division does not want to
    /// fight, 1 if victory depends on the fate of enemies, otherwise the card's aggression.
    pub fn wants_contact(&self, at: &Outlook, division: &Division) -> f64 {
        let aims = Aims::of(at);
        let shy = at.state().setup.night && !self.card.night.seek;
        let leaves = ships(at, division).any(|ship| aims.way_out(ship).is_some()) && !self.fights_first();
        let spent = ships(at, division).all(is_spent);
        match self.draws_off || self.waits(at) || shy || leaves || spent {
            true => 0.0,
            false if aims.hunts_any() || aims.stops_any() => 1.0,
            false => self.card.aggression,
        }
    }

    /// Whether the captain waits for better light: until its ships are seen at no more than three quarters of the range
    /// at which they see the enemy. [4.3]
    pub fn waits(&self, at: &Outlook) -> bool {
        let state = at.state();
        let (sight, _) = state.setup.visibility_in(state.turn);
        let seen = |side: &naval::SideId| state.light_on(side).map_or(sight, |light| light.range);
        let favours = state.enemy_of(at.side()).is_none_or(|enemy| seen(at.side()) * 4 <= seen(&enemy.id) * 3);
        self.card.light == Twilight::Wait && !state.setup.light.is_empty() && !favours && !state.setup.night
    }

    /// Returns the course to a cripple of another division, unless this one is beside it already or the enemy is close.
    fn stands_by(&self, division: &Division, pose: Pose, near: Option<Foe>) -> Option<Bearing> {
        let (_, place) = self.cripple.as_ref().filter(|(of, _)| *of != division.id)?;
        let beside = range_in(pose.at, *place) <= BESIDE_IN;
        let fights = near.is_some_and(|foe| foe.range_in < BESIDE_IN);
        (!beside && !fights).then(|| toward(pose, *place))
    }

    /// Returns a course that avoids the enemy: away from it at night if the card avoids night action, or straight on if
    /// the card's limit of pursuit is reached.
    fn keeps_off(&self, at: &Outlook, pose: Pose, foe: &Foe) -> Option<Bearing> {
        let state = at.state();
        if state.setup.night && !self.card.night.seek && foe.range_in <= BY_NIGHT_IN {
            return Some(toward(pose, foe.pose.at).opposite());
        }
        let runs = runs_from(pose.at, foe);
        let pursue = &self.card.pursue;
        let ended = pursue.turn.is_some_and(|turn| turn < state.turn)
            || pursue.strength.is_some_and(|least| self.share < least)
            || (pursue.in_sight && !foe.in_sight);
        let far = self.card.range.is_none_or(|range| range.seek[1] < foe.range_in);
        (runs && ended && far).then_some(pose.heading)
    }

    /// Returns the edge by which to leave now: as the scenario requires, in breaking off, or spent or outmatched.
    fn way_out(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose, speed: Inches) -> Option<Edge> {
        let state = at.state();
        let home = state.side(at.side())?.friendly_edge;
        // A division that may not leave yet fights on. Its last ship reaches the edge when it may.
        let turns = |edge: Edge| self.last_out(at, aims, division, pose, edge) / speed.as_f64().max(0.5);
        let there = |edge: Edge| f64::from(state.turn) + turns(edge);
        let in_time = |turn: u16, edge: Edge| f64::from(turn) <= there(edge) + EARLIER_TURNS;
        let may_leave = |edge: Edge| {
            ships(at, division).all(|ship| {
                moves::may_leave(state, ship, edge)
                    || moves::may_leave_from(state, ship, edge).is_some_and(|turn| in_time(turn, edge))
            })
        };
        let asked = ships(at, division).find_map(|ship| aims.way_out(ship));
        if let Some((by, from)) = asked {
            let far = |edge: &Edge| distance_in(at, pose.at, *edge);
            let edge = by.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(home);
            let turns = turns(edge);
            let in_time = f64::from(from) <= f64::from(state.turn) + turns;
            // A division that protects a cripple fights as long as there is time left.
            let urgent = f64::from(state.setup.turns.saturating_sub(state.turn)) <= turns + SPARE_TURNS;
            let fights = self.fights_first() && !urgent;
            return Some(edge).filter(|edge| in_time && !fights && may_leave(*edge));
        }
        let spent = ships(at, division).all(is_spent);
        (self.draws_off || spent || chase::is_no_match(at, division, pose.at))
            .then_some(home)
            .filter(|edge| may_leave(*edge))
    }

    /// Returns how far the last ship that must leave is from an edge, including the turn towards it.
    fn last_out(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose, edge: Edge) -> f64 {
        let group = at.state().group_of(&division.id);
        let all = group.iter().flat_map(|one| ships(at, one).filter(|ship| aims.way_out(ship).is_some()));
        let far = all.filter_map(|ship| Some(distance_in(at, ship.at?.point(), edge)));
        far.fold(distance_in(at, pose.at, edge), f64::max) + ROUND_IN * pose.heading.difference(edge.outward()) / 180.0
    }

    /// Whether the card manoeuvres freely and the side protects a cripple.
    fn fights_first(&self) -> bool {
        self.cripple.is_some() && self.card.course == Steadiness::Free
    }

    /// Returns the course of attacking boats: towards the enemy, or across its course within reach. Boats attack at
    /// night, without own heavy ships, or an enemy at 1 inch a turn or less. Otherwise they wait.
    fn attack(&self, at: &Outlook, division: &Division, pose: Pose, foe: &Foe) -> Option<Bearing> {
        let armed = ships(at, division).any(|ship| 0 < ship.torpedoes_left);
        if !armed || !(at.state().setup.night || !self.has_line || foe.speed_in <= 1.0) {
            return None;
        }
        let bands = ships(at, division).filter_map(|ship| ship.card.torpedo.as_ref()?.bands.first());
        let reach = bands.map(|band| band.to.as_f64()).fold(0.0, f64::max);
        if foe.range_in <= reach {
            return Some(abeam(pose, foe, foe.range_in));
        }
        let speed = moves::speed(at.state(), division).as_f64().max(1.0);
        Some(toward(pose, foe.after((foe.range_in / speed).min(3.0))))
    }
}

/// Whether a division that has dropped out is still close enough to be waited for.
fn is_near(at: &Outlook, formation: &naval::model::Formation, off: &Id) -> bool {
    let lies = |id: &Id| {
        let mut ships = at.state().ships_of(id).filter(|ship| ship.is_tracked()).filter_map(|ship| ship.at);
        ships.next().map(|place| place.point())
    };
    let Some(place) = formation.divisions.iter().position(|one| one == off) else { return true };
    let own = lies(off);
    let tail = |id: &Id| {
        let ships = at.state().ships_of(id).filter(|ship| ship.is_tracked()).filter_map(|ship| ship.at);
        ships.map(|place| own.map_or(0.0, |own| range_in(own, place.point()))).min_by(f64::total_cmp)
    };
    formation.divisions[..place].iter().rev().find_map(tail).is_none_or(|apart| apart <= LEFT_BEHIND_IN)
}

/// Whether an enemy heads away from a point and makes way.
fn runs_from(from: Point, foe: &Foe) -> bool {
    let line = Bearing::to(from, foe.pose.at);
    1.0 < foe.speed_in && line.is_ok_and(|line| line.difference(foe.pose.heading) < AWAY_DEG)
}

/// Returns the highest speed at which a division does not reach an edge before it may cross it.
fn not_before(at: &Outlook, division: &Division, pose: Pose, edge: Edge) -> Inches {
    let state = at.state();
    let from = ships(at, division).filter_map(|ship| moves::may_leave_from(state, ship, edge)).max().unwrap_or(0);
    let turns = f64::from(from.saturating_sub(state.turn));
    let most = (distance_in(at, pose.at, edge) - SHORT_IN).max(0.0) / turns.max(1.0);
    if 0.0 < turns { Inches::nearest(most) } else { Inches::whole(99) }
}

/// Whether a division has a large ship that was built with big guns.
fn is_line(at: &Outlook, division: &Division) -> bool {
    ships(at, division).any(|ship| ship.card.kind.is_large() && ship.card.big.is_some())
}

/// Returns the own large ship nearest to a point, with its speed in inches.
fn own_line(at: &Outlook, from: Point) -> Option<(Pose, f64)> {
    let heavy = at.state().ships_of_side(at.side()).filter(|ship| ship.is_tracked() && ship.card.kind.is_large());
    let near = |ship: &Ship| ship.at.map(|place| range_in(place.point(), from));
    let line = heavy.filter_map(|ship| Some((near(ship)?, ship.at?.pose(), ship.speed.as_f64())));
    line.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, line, speed)| (line, speed))
}

/// A distance at which no battery can fire. [6.5.2]
fn out_of_his_reach() -> f64 {
    gunnery::BATTERY_REACH.as_f64() + 1.0
}

/// Returns the station behind a line after its next move, on the table and if possible beyond the enemy's batteries. If
/// the line heads towards the enemy, it is abeam, on the ships' own side.
fn post_behind(at: &Outlook, from: Point, line: Pose, speed: f64, foe: Point) -> Point {
    let away = Bearing::to(foe, line.at).unwrap_or(line.heading);
    let beam = |hand: f64| line.heading.turned(90.0 * hand);
    let hand = Bearing::to(line.at, from).map_or(1.0, |there| line.heading.signed_difference(there)).signum();
    let away = if away.difference(line.heading.opposite()) < END_ON_DEG { beam(hand) } else { away };
    let clear = out_of_his_reach();
    let in_reach = clear - range_in(foe, line.at);
    let post = line.ahead(speed).moved(away, in_reach.clamp(BEHIND_IN, FARTHEST_BEHIND_IN));
    // Abeam of a line that heads towards the enemy, the station would be as near to the enemy as the line.
    let out = Bearing::to(foe, post).unwrap_or(away);
    let post = post.moved(out, (clear - range_in(foe, post)).max(0.0));
    let table = survey::surface(at.state());
    let within = |place: f64, length: f64| {
        place.clamp(OFF_EDGE_IN.min(length), (length - OFF_EDGE_IN).max(OFF_EDGE_IN.min(length)))
    };
    Point::new(within(post.x(), table.width_in), within(post.y(), table.depth_in))
}

/// Returns course and speed to the station behind the line, then along with it. Without a line: away from the enemy.
fn behind(at: &Outlook, pose: Pose, foe: Point, fastest: Inches) -> (Bearing, Inches) {
    let Some((line, speed)) = own_line(at, pose.at) else { return (toward(pose, foe).opposite(), fastest) };
    let post = post_behind(at, pose.at, line, speed, foe);
    let off = range_in(post, pose.at);
    let course = toward(pose, post);
    let along = off * course.difference(line.heading).to_radians().cos();
    let most = |inches: f64| fastest.min(Inches::nearest(inches.max(0.0)));
    // Ships ahead of the station wait for it without turning round, if they are out of the enemy's battery range.
    let waits = along < 0.0 && off < WAITS_WITHIN_IN && out_of_his_reach() <= range_in(foe, pose.at);
    if off < speed.max(1.0) + AT_POST_IN || waits {
        let aside = off * course.difference(line.heading).to_radians().sin();
        let bent = line.heading.signed_difference(course).clamp(-BENT_DEG, BENT_DEG) * (aside - 1.0).clamp(0.0, 1.0);
        return (line.heading.turned(bent), most(along.max(speed * LEAST_WAY)));
    }
    (course, most(off))
}

fn column_head(at: &Outlook, division: &Division) -> Option<Pose> {
    Some(super::leader(at, division)?.at?.pose())
}

/// Returns the division and position of a large ship that has lost half its speed.
fn cripple(ship: &Ship) -> Option<(Id, Point)> {
    let is = ship.in_action() && ship.card.kind.is_large() && ship.top_speed() * 2 <= ship.card.speed;
    ship.at.filter(|_| is).map(|place| (ship.division.clone(), place.point()))
}

fn ships<'s>(at: &'s Outlook, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    at.state().ships_of_division(&division.id).filter(|ship| ship.in_action())
}

/// Whether an enemy is a fit opponent: boats and large ships fight only large ships, others fight any.
fn fits(at: &Outlook, division: &Division, enemy: &Ship) -> bool {
    let boats = ships(at, division).all(|ship| ship.card.kind.is_torpedo_craft());
    enemy.card.kind.is_large() || (!boats && !ships(at, division).any(|ship| ship.card.kind.is_large()))
}

/// Whether a ship has lost over half its speed or over 80% of its strength.
fn is_spent(ship: &Ship) -> bool {
    ship.top_speed() * 2 < ship.card.speed || strength(ship) * 5.0 < first_strength(ship)
}

/// Returns the median of the ships' wanted gun ranges: 0.5 inch inside the second band. Default: battery range.
fn wished_range(at: &Outlook, division: &Division) -> f64 {
    let ends = ships(at, division).filter_map(|ship| {
        let bands = &ship.card.big.as_ref()?.bands;
        bands.get(1).or(bands.first()).map(|band| band.to.as_f64() - 0.5)
    });
    let mut ends: Vec<f64> = ends.collect();
    ends.sort_by(f64::total_cmp);
    ends.get(ends.len() / 2).copied().unwrap_or(BATTERY_RANGE_IN)
}

fn toward(pose: Pose, point: Point) -> Bearing {
    Bearing::to(pose.at, point).unwrap_or(pose.heading)
}

/// Whether own smoke is blown towards the enemy. [6.5.1.3]
fn is_downwind(at: &Outlook, pose: Pose, foe: &Foe) -> bool {
    let wind = &at.state().setup.wind;
    let blows = Bearing::new(f64::from(wind.from_deg)).opposite();
    wind.force != WindForce::Calm && toward(pose, foe.pose.at).difference(blows) <= DOWN_THE_WIND_DEG
}

/// Returns a course that closes or opens to the range. At that range the enemy is kept abeam, on the hand that needs
/// the smaller turn and runs the enemy's way rather than against it.
fn abeam(pose: Pose, foe: &Foe, range: f64) -> Bearing {
    let there = toward(pose, foe.after(1.0));
    let off = foe.range_in - range;
    if 6.0 < off {
        return toward(pose, foe.after(2.0));
    }
    let beam = 90.0 - (off * DEG_AN_INCH).clamp(-60.0, 60.0);
    let cost = |course: Bearing| course.difference(pose.heading) + 0.5 * course.difference(foe.pose.heading);
    let (one, other) = (there.turned(beam), there.turned(-beam));
    if cost(one) <= cost(other) { one } else { other }
}

/// Returns the way out, bent away from an enemy across it: the closer the enemy, the more, up to 70 degrees off.
fn clear_of(out: Bearing, pose: Pose, foe: Option<Foe>) -> Bearing {
    const FROM_IN: f64 = 8.0;
    const WHOLE_IN: f64 = 4.0;
    const ABEAM_DEG: f64 = 70.0;
    let Some(foe) = foe.filter(|foe| foe.range_in < FROM_IN) else { return out };
    let line = toward(pose, foe.pose.at);
    let aside = line.signed_difference(out);
    let least = ABEAM_DEG * ((FROM_IN - foe.range_in) / (FROM_IN - WHOLE_IN)).min(1.0);
    if aside.abs() < least { line.turned(least.copysign(aside)) } else { out }
}

/// Returns where to search for an unseen enemy: in turns the centre of the table and near the enemy's edge.
fn searched(at: &Outlook) -> Point {
    let state = at.state();
    let table = survey::surface(state);
    let (x, y) = (table.width_in / 2.0, table.depth_in / 2.0);
    let his = state.enemy_of(at.side()).map(|side| side.friendly_edge).filter(|_| state.turn / SEARCH_TURNS % 2 == 1);
    match his {
        None => Point::new(x, y),
        Some(Edge::North) => Point::new(x, table.depth_in - INSET_IN),
        Some(Edge::East) => Point::new(table.width_in - INSET_IN, y),
        Some(Edge::South) => Point::new(x, INSET_IN),
        Some(Edge::West) => Point::new(INSET_IN, y),
    }
}
