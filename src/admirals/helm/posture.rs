//! The aim of each division: fight at a range, attack, keep clear, leave or search. See [`Posture::desired_move`].
use super::{
    alarm::{is_alarmed, is_of_the_moment},
    boats::{
        BOATS_CLEAR_IN, are_spent_boats, attack_pays, course_to_station, fighting_ships, middle_of_line, station_behind,
    },
    chase::{self, ChaseTarget},
    courses::{bearing_to, bend_around, course_holding_range, is_downwind, search_point},
    distance_in,
};
use crate::{
    Memory,
    aims::Aims,
    enemy_contact::{EnemyContact, nearest},
    weights::Weights,
    worth::{self, initial_strength, remaining_strength},
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::model::doctrine::{Alarm, Cripples, Doctrine, SmokeDoctrine, Steadiness, Twilight};
use naval::model::{Division, Edge, Ship, WindForce};
use naval::rules::{gunnery, moves, special::KnownMines};
use naval::{Id, Inches, view::PlayerView};

/// A side abandons a cripple when its strength falls below this share of its break-off strength.
const ABANDON_CRIPPLE_SHARE: f64 = 0.6;
/// After breaking off, a side fights again only when its strength exceeds the break-off strength by this much.
const RESUME_MARGIN: f64 = 0.15;
/// After an alarm of the moment has ended, the side stays away for this many turns.
const ALARM_TURNS: u16 = 4;
/// A ship this close to the cripple is standing by it.
const BESIDE_CRIPPLE_IN: f64 = 5.0;
/// No smoke is made when the enemy is farther away than this.
const SMOKE_RANGE_IN: f64 = 14.0;
/// At night, a side that avoids night action turns away from ships seen within this range.
const NIGHT_AVOID_IN: f64 = 8.0;
/// Half-width of the band around the wanted range. Outside it, ships go as fast as they can.
const RANGE_BAND_IN: f64 = 2.0;
/// Inside the band, ships stay this far below top speed if own smoke would blow across their line of fire. [6.5.1.3]
const SMOKELESS_MARGIN: Inches = Inches(105);
/// Without a range on the doctrine card, a division may close to this share of its best gun range.
const CLOSEST_SHARE: f64 = 0.6;
/// An enemy that heads within this angle of straight away counts as running.
const RUNNING_DEG: f64 = 60.0;
/// Light cruisers fight light enemies within this range instead of screening behind the line.
const LIGHT_ENEMY_IN: f64 = 10.0;
/// Speed that a leader gives up for a straggler. It stays within twice this of the slowest following ship's allowance.
const WAIT_FOR_STRAGGLER: Inches = Inches(50);
/// Least speed of a leader that waits. A slower ship could be finished off with torpedoes. [7.6]
pub const LEAST_SPEED: Inches = Inches(125);
/// A follower farther than this from the division ahead is left behind.
const STRAGGLER_RANGE_IN: f64 = 6.0;
/// Boats farther than [`BOATS_CLEAR_IN`] plus this from the enemy do not hurry yet.
const BOATS_CLEAR_MARGIN_IN: f64 = 2.0;
/// Range that divisions without big guns steer for.
const BATTERY_RANGE_IN: f64 = 6.0;
/// Batteries start firing this far inside their maximum range.
const BATTERY_MARGIN_IN: f64 = 0.5;
/// Turns kept in reserve beyond the time needed to reach the exit edge.
const EXIT_RESERVE_TURNS: f64 = 4.0;
/// A division arrives at its exit edge at most this many turns before it may leave.
const EXIT_LEAD_TURNS: f64 = 1.0;
/// A division that waits to leave stays this far inside the edge.
const EXIT_WAIT_IN: f64 = 0.1;
/// Distance that a full turn about adds to the way to an edge.
const TURN_ABOUT_IN: f64 = 3.0;

/// Courses are searched for mines this many turns ahead, and at least this far.
const MINES_AHEAD_TURNS: f64 = 4.0;
const LEAST_MINES_AHEAD_IN: f64 = 4.0;

/// A captain's decisions for a whole side this turn.
pub struct Posture<'d> {
    pub card: &'d Doctrine,
    pub weights: &'d Weights,
    breaks_off: bool,
    /// Whether boats attack by day in any case.
    pub attacks: bool,
    pub has_line: bool,
    /// Remaining strength as a share of the initial strength.
    strength_share: f64,
    /// The division and position of the cripple that the side protects.
    cripple: Option<(Id, Point)>,
    /// The mines that the side knows.
    pub mines: KnownMines,
}

/// The course and speed a captain would choose for a division before fire and danger are scored.
#[derive(Clone, Copy)]
pub struct DesiredMove {
    pub course: Bearing,
    pub speed: Inches,
    /// The edge the division may cross to leave the table.
    pub exit_edge: Option<Edge>,
    pub smoke: bool,
    /// The course is taken as it is. Alternatives are not scored.
    pub course_is_fixed: bool,
    /// All ships turn together instead of in column.
    pub turn_together: bool,
    /// Boats waiting for their chance: they avoid enemy fire.
    pub avoids_fire: bool,
}

impl<'d> Posture<'d> {
    pub fn assess(view: &PlayerView, card: &'d Doctrine, memory: &Memory) -> Posture<'d> {
        let own_ships = || view.state().ships_of_side(view.side());
        let has_line = own_ships().any(|ship| ship.is_in_action() && ship.card.kind.is_large() && ship.at.is_some());
        let strength_share = worth::remaining_share(own_ships());
        // A momentary alarm keeps working for some turns, so that the side does not turn back at once.
        let turn = view.state().turn;
        let was_raised_lately =
            |alarm: Alarm| is_of_the_moment(alarm) && memory.was_alarmed_within(alarm, ALARM_TURNS, turn);
        let is_raised = |alarm: Alarm| is_alarmed(view, alarm) || was_raised_lately(alarm);
        let has_alarm = card.withdraw.when.iter().any(|alarm| is_raised(*alarm));
        // Hysteresis: one repaired mount must not bring a beaten side back into the fight.
        let was_broken = memory.lowest_share.is_some_and(|least| least.points() < card.withdraw.strength);
        let is_beaten = strength_share < card.withdraw.strength + if was_broken { RESUME_MARGIN } else { 0.0 };
        let helps_cripple =
            card.cripples == Cripples::StandBy && ABANDON_CRIPPLE_SHARE * card.withdraw.strength <= strength_share;
        let cripple = helps_cripple.then(|| own_ships().find_map(crippled_at)).flatten();
        let breaks_off = (is_beaten || has_alarm) && cripple.is_none();
        let mines = KnownMines::from_state(view.state());
        Posture { card, weights: &Weights::HOUSE, breaks_off, attacks: false, has_line, strength_share, cripple, mines }
    }

    pub fn with_weights(self, weights: &'d Weights) -> Posture<'d> {
        Posture { weights, ..self }
    }

    /// Returns the posture with boats that attack as if there were no heavy ships to wait behind.
    pub fn with_boats_attacking(self) -> Posture<'d> {
        Posture { has_line: false, attacks: true, ..self }
    }

    /// Returns the move a captain wants for a division whose leader is at `pose`. Between mines it keeps to the lanes.
    pub fn desired_move(&self, view: &PlayerView, aims: &Aims, division: &Division, pose: Pose) -> DesiredMove {
        let desired = self.move_without_mines(view, aims, division, pose);
        let ahead_in = (MINES_AHEAD_TURNS * desired.speed.as_f64()).max(LEAST_MINES_AHEAD_IN);
        let in_lane = self.mines.course_in_lane(pose, desired.course, ahead_in);
        DesiredMove { course: in_lane.unwrap_or(desired.course), ..desired }
    }

    fn move_without_mines(&self, view: &PlayerView, aims: &Aims, division: &Division, pose: Pose) -> DesiredMove {
        let state = view.state();
        let top_speed = fighting_ships(view, division).map(Ship::speed_allowance).min().unwrap_or_default();
        let foe = nearest(view, aims, pose.at, |ship| is_fit_opponent(view, division, ship));
        // Do not wait for slower followers while the enemy is running out of range.
        let speed_in_company = self.speed_in_company(view, division);
        let outruns_company = speed_in_company < moves::speed_without_plot(state, division);
        let is_chasing = |foe: EnemyContact| {
            let [near, far] = self.seek_range(view, division);
            // Hysteresis: once followers are left behind, go on until the enemy is well within range.
            is_running_from(pose.at, &foe)
                && if outruns_company { f64::midpoint(near, far) - RANGE_BAND_IN } else { far } < foe.range_in
        };
        let fastest = if foe.is_some_and(is_chasing) { moves::fastest(state, division) } else { speed_in_company };
        let near_foe = foe.filter(|foe| foe.in_sight && foe.range_in <= SMOKE_RANGE_IN);
        let move_at = |course: Bearing, speed: Inches| {
            let closing = self.card.smoke == SmokeDoctrine::Closing;
            let is_beyond_range = |foe: EnemyContact| self.seek_range(view, division)[1] + RANGE_BAND_IN < foe.range_in;
            let smoke = closing && near_foe.is_some_and(is_beyond_range) && state.setup.wind.force != WindForce::High;
            DesiredMove {
                course,
                speed,
                exit_edge: None,
                smoke,
                course_is_fixed: false,
                turn_together: false,
                avoids_fire: false,
            }
        };
        if let Some(course) = self.course_to_cripple(division, pose, near_foe) {
            return move_at(course, fastest);
        }
        if let Some(place) = self.place_to_reach(view, aims, division) {
            let speed = fastest.min(Inches::nearest(range_in(pose.at, place).max(1.0)));
            return DesiredMove {
                course_is_fixed: true,
                ..move_at(bend_around(bearing_to(pose, place), pose, foe), speed)
            };
        }
        if let Some(edge) = self.exit_edge(view, aims, division, pose, fastest) {
            let covers_retreat = self.breaks_off && self.card.smoke != SmokeDoctrine::Never;
            let smoke = covers_retreat && near_foe.is_some() && state.setup.wind.force != WindForce::High;
            let all_large = fighting_ships(view, division).all(|ship| ship.card.kind.is_large());
            let together = self.breaks_off && self.card.turns.together && all_large;
            let course = bend_around(edge.outward(), pose, foe);
            let speed = fastest.min(speed_before_exit(view, division, pose, edge));
            return DesiredMove {
                smoke,
                exit_edge: Some(edge),
                course_is_fixed: true,
                turn_together: together,
                ..move_at(course, speed)
            };
        }
        let prey = self.quarry(view, aims, division);
        if let Some(prey) = prey.as_ref().filter(|prey| self.engagement_range(view, division) < prey.foe.range_in) {
            let course = bend_around(prey.course, pose, foe);
            return DesiredMove { course_is_fixed: true, ..move_at(course, moves::fastest(state, division)) };
        }
        let is_chasing = prey.is_some();
        let foe = prey.map(|prey| prey.foe).or(foe);
        let are_boats = fighting_ships(view, division).all(|ship| ship.card.kind.is_torpedo_craft());
        let Some(foe) = foe else {
            let target = search_point(view);
            // By day, boats do not search ahead of the line of their side.
            let stays_behind_line = are_boats && self.has_line && !state.setup.night;
            let expects_arrival = chase::expects_prey(view, aims, division);
            let (course, speed) = match stays_behind_line {
                true => course_to_station(view, &self.mines, pose, target, fastest),
                false => (if expects_arrival { pose.heading } else { bearing_to(pose, target) }, fastest),
            };
            return move_at(course, speed);
        };
        if are_boats {
            if let Some(course) = self.attack_course(view, division, pose, &foe) {
                return move_at(course, fastest);
            }
            let (course, speed) = course_to_station(view, &self.mines, pose, foe.pose.at, fastest);
            let speed = if foe.range_in < BOATS_CLEAR_IN + BOATS_CLEAR_MARGIN_IN { fastest } else { speed };
            return DesiredMove { avoids_fire: true, ..move_at(course, speed) };
        }
        if !is_chasing && self.screen_station(view, division).is_some() {
            let (course, speed) = course_to_station(view, &self.mines, pose, foe.pose.at, fastest);
            return move_at(course, speed);
        }
        if let Some(course) = self.course_away(view, pose, &foe) {
            return DesiredMove { course_is_fixed: true, ..move_at(course, fastest) };
        }
        let [from, to] = self.seek_range(view, division);
        let range = if self.waits_for_light(view) {
            self.card.range.map_or(to, |range| range.open + RANGE_BAND_IN)
        } else {
            to.min(foe.range_in).max(from)
        };
        let is_veiled_by_smoke = (foe.range_in - range).abs() <= RANGE_BAND_IN && is_downwind(view, pose, &foe);
        let smokeless = (top_speed - SMOKELESS_MARGIN).max(Inches::ZERO);
        // A faster enemy would draw ahead of a line that slows down for its own smoke.
        let speed =
            if is_veiled_by_smoke && foe.speed_in <= smokeless.as_f64() { fastest.min(smokeless) } else { fastest };
        move_at(course_holding_range(pose, &foe, range), speed)
    }

    /// Returns the enemy that a division chases to keep it from leaving the table. `None` if the side avoids night
    /// action, breaks off, waits for better light or keeps away from that enemy.
    pub fn quarry(&self, view: &PlayerView, aims: &Aims, division: &Division) -> Option<ChaseTarget> {
        let avoids_night_action = view.state().setup.night && !self.card.night.seek;
        if avoids_night_action || self.breaks_off || self.waits_for_light(view) || !aims.stops_any() {
            return None;
        }
        let pose = leader_pose(view, division)?;
        let prey = chase::chase_target(view, aims, division, |candidate| self.engagement_range(view, candidate))?;
        Some(prey).filter(|prey| self.course_away(view, pose, &prey.foe).is_none())
    }

    /// Returns the range at which a division engages its prey. Without big guns: just inside battery range.
    fn engagement_range(&self, view: &PlayerView, division: &Division) -> f64 {
        let has_big_guns = fighting_ships(view, division).any(|ship| ship.card.big.is_some());
        if has_big_guns {
            self.seek_range(view, division)[1]
        } else {
            gunnery::BATTERY_REACH.as_f64() - BATTERY_MARGIN_IN
        }
    }

    /// Returns the range band, nearest and farthest in inches, outside which a captain does not choose to fight.
    /// Without a range on the card it runs from 60% of the best gun range to 2 inches beyond it.
    pub fn preferred_band(&self, view: &PlayerView, division: &Division) -> [f64; 2] {
        match self.card.range.filter(|_| has_big_gun_ship(view, division)) {
            Some(range) if self.waits_for_light(view) => [range.open + RANGE_BAND_IN / 2.0; 2],
            Some(_) => self.seek_range(view, division),
            None => {
                let best = best_gun_range(view, division);
                [CLOSEST_SHARE * best, best + RANGE_BAND_IN]
            }
        }
    }

    /// Returns the ranges, nearest and farthest in inches, that a division steers for. The card's ranges apply to
    /// battle lines only. All others use their best gun range.
    pub fn seek_range(&self, view: &PlayerView, division: &Division) -> [f64; 2] {
        let by_card = self.card.range.filter(|_| has_big_gun_ship(view, division));
        by_card.map_or_else(|| [best_gun_range(view, division); 2], |range| range.seek)
    }

    /// Returns the station of light cruisers behind their own line while no light enemy is near. [5.8]
    pub fn screen_station(&self, view: &PlayerView, division: &Division) -> Option<Point> {
        let all_light =
            fighting_ships(view, division).all(|ship| ship.card.kind.is_light() && !ship.card.kind.is_torpedo_craft());
        let pose = leader_pose(view, division)?;
        let enemies = || {
            view.state()
                .ships_in_action()
                .filter(|ship| ship.side != *view.side() && ship.sighted && ship.is_in_action())
        };
        let is_near = |ship: &Ship| ship.at.is_some_and(|place| range_in(place.point(), pose.at) <= LIGHT_ENEMY_IN);
        let no_light_enemy = || !enemies().any(|ship| !ship.card.kind.is_large() && is_near(ship));
        let large_enemies =
            || enemies().filter(|ship| ship.card.kind.is_large()).filter_map(|ship| Some(ship.at?.point()));
        if !all_light || !self.has_line || !no_light_enemy() {
            return None;
        }
        let distance_to = |there: &Point| range_in(*there, pose.at);
        let foe = large_enemies().min_by(|left, right| distance_to(left).total_cmp(&distance_to(right)))?;
        let (line, speed) = middle_of_line(view, pose.at)?;
        Some(station_behind(view, &self.mines, pose.at, (line, speed), foe))
    }

    /// Returns a division's highest speed. A leader waits for its slowest follower and stragglers. [5.5, 5.8.2]
    fn speed_in_company(&self, view: &PlayerView, division: &Division) -> Inches {
        let state = view.state();
        let own_speed = moves::fastest(state, division);
        let group = state.divisions_in_formation_of(&division.id);
        let has_ships = |member: &&&Division| state.ships_of(&member.id).any(|ship| ship.has_position());
        if group.iter().find(has_ships).is_none_or(|member| member.id != division.id) {
            return own_speed;
        }
        let followers = || group.iter().filter(has_ships).filter(|member| member.id != division.id);
        let slowest = followers().map(|follower| moves::fastest(state, follower)).min().unwrap_or(own_speed);
        let floor = followers()
            .flat_map(|follower| fighting_ships(view, follower))
            .map(Ship::speed_allowance)
            .min()
            .map_or(LEAST_SPEED, |top| top - WAIT_FOR_STRAGGLER - WAIT_FOR_STRAGGLER);
        let is_own_formation = |formation: &&naval::model::Formation| formation.divisions.contains(&division.id);
        let has_straggler = state
            .formations
            .iter()
            .filter(is_own_formation)
            .any(|formation| formation.off.iter().any(|straggler_id| can_catch_up(view, formation, straggler_id)));
        let slowest = if has_straggler { slowest - WAIT_FOR_STRAGGLER } else { slowest };
        own_speed.min(slowest.max(floor.max(LEAST_SPEED)))
    }

    /// Returns the weight of contact as a share of a turn's expected gain. 0 if the side or division does not want to
    /// fight, 1 if victory depends on the fate of enemies, otherwise the card's aggression.
    pub fn contact_weight(&self, view: &PlayerView, division: &Division) -> f64 {
        let aims = Aims::from_view(view);
        let avoids_night_action = view.state().setup.night && !self.card.night.seek;
        let must_leave =
            fighting_ships(view, division).any(|ship| aims.exit_for(ship).is_some()) && !self.protects_cripple();
        let is_spent_force = fighting_ships(view, division).all(is_spent);
        match self.breaks_off || self.waits_for_light(view) || avoids_night_action || must_leave || is_spent_force {
            true => 0.0,
            false if aims.hunts_any() || aims.stops_any() => 1.0,
            false => self.card.aggression,
        }
    }

    /// Whether the captain waits for better light: until its ships are seen at no more than three quarters of the range
    /// at which they see the enemy. [4.3]
    pub fn waits_for_light(&self, view: &PlayerView) -> bool {
        let state = view.state();
        let (sight, _) = state.setup.visibility_in(state.turn);
        let range_at_which_seen = |side: &naval::SideId| state.light_on(side).map_or(sight, |light| light.range);
        let is_favoured = state
            .enemy_of(view.side())
            .is_none_or(|enemy| range_at_which_seen(view.side()) * 4 <= range_at_which_seen(&enemy.id) * 3);
        self.card.light == Twilight::Wait && !state.setup.light.is_empty() && !is_favoured && !state.setup.night
    }

    /// Returns the course to a cripple of another division, unless this one is beside it already or the enemy is close.
    fn course_to_cripple(&self, division: &Division, pose: Pose, near: Option<EnemyContact>) -> Option<Bearing> {
        let (_, place) = self.cripple.as_ref().filter(|(cripple_division, _)| *cripple_division != division.id)?;
        let is_beside = range_in(pose.at, *place) <= BESIDE_CRIPPLE_IN;
        let enemy_is_close = near.is_some_and(|foe| foe.range_in < BESIDE_CRIPPLE_IN);
        (!is_beside && !enemy_is_close).then(|| bearing_to(pose, *place))
    }

    /// Returns a course that avoids the enemy: away from it at night if the card avoids night action, or straight on if
    /// the card's limit of pursuit is reached.
    fn course_away(&self, view: &PlayerView, pose: Pose, foe: &EnemyContact) -> Option<Bearing> {
        let state = view.state();
        if state.setup.night && !self.card.night.seek && foe.range_in <= NIGHT_AVOID_IN {
            return Some(bearing_to(pose, foe.pose.at).opposite());
        }
        let is_running = is_running_from(pose.at, foe);
        let pursue = &self.card.pursue;
        let pursuit_over = pursue.turn.is_some_and(|turn| turn < state.turn)
            || pursue.strength.is_some_and(|least| self.strength_share < least)
            || (pursue.in_sight && !foe.in_sight);
        let is_out_of_range = self.card.range.is_none_or(|range| range.seek[1] < foe.range_in);
        (is_running && pursuit_over && is_out_of_range).then_some(pose.heading)
    }

    /// Returns the edge by which to leave now: required by the scenario, or home if breaking off, spent or outmatched.
    fn exit_edge(
        &self,
        view: &PlayerView,
        aims: &Aims,
        division: &Division,
        pose: Pose,
        speed: Inches,
    ) -> Option<Edge> {
        let state = view.state();
        let home = state.side(view.side())?.friendly_edge;
        // A division that may not leave yet fights on. It turns to the edge so late that it need not wait there long.
        let turns_to =
            |edge: Edge| self.last_ship_distance_in(view, aims, division, pose, edge) / speed.as_f64().max(0.5);
        let arrival_turn = |edge: Edge| f64::from(state.turn) + turns_to(edge);
        let arrives_late_enough = |turn: u16, edge: Edge| f64::from(turn) <= arrival_turn(edge) + EXIT_LEAD_TURNS;
        let may_leave = |edge: Edge| {
            fighting_ships(view, division).all(|ship| {
                moves::may_leave(state, ship, edge)
                    || moves::first_turn_to_leave(state, ship, edge).is_some_and(|turn| arrives_late_enough(turn, edge))
            })
        };
        let required = fighting_ships(view, division).find_map(|ship| aims.exit_for(ship));
        if let Some((edges, from_turn)) = required {
            let edge = nearest_edge(view, pose.at, edges).unwrap_or(home);
            let turns = turns_to(edge);
            let must_go_now = f64::from(from_turn) <= f64::from(state.turn) + turns;
            // A division that protects a cripple fights as long as there is time left.
            let urgent = f64::from(state.setup.turns.saturating_sub(state.turn)) <= turns + EXIT_RESERVE_TURNS;
            let fights = self.protects_cripple() && !urgent;
            return Some(edge).filter(|edge| must_go_now && !fights && may_leave(*edge));
        }
        let is_spent_force = fighting_ships(view, division).all(is_spent) || are_spent_boats(view, division);
        (self.breaks_off || is_spent_force || chase::is_outmatched(view, division, pose.at))
            .then_some(home)
            .filter(|edge| may_leave(*edge))
    }

    /// Returns the point of the table that a ship of the division must reach to win. [9.2]
    fn place_to_reach(&self, view: &PlayerView, aims: &Aims, division: &Division) -> Option<Point> {
        let mut ships = fighting_ships(view, division);
        ships.find_map(|ship| aims.place_for(view, ship)).filter(|_| !self.protects_cripple())
    }

    /// Returns how far the last ship that must leave is from an edge, including the turn towards it.
    fn last_ship_distance_in(
        &self,
        view: &PlayerView,
        aims: &Aims,
        division: &Division,
        pose: Pose,
        edge: Edge,
    ) -> f64 {
        let group = view.state().divisions_in_formation_of(&division.id);
        let all =
            group.iter().flat_map(|member| fighting_ships(view, member).filter(|ship| aims.exit_for(ship).is_some()));
        let distances = all.filter_map(|ship| Some(distance_in(view, ship.at?.point(), edge)));
        distances.fold(distance_in(view, pose.at, edge), f64::max)
            + TURN_ABOUT_IN * pose.heading.angle_to(edge.outward()) / 180.0
    }

    /// Returns the course of attacking boats: towards the enemy or, within torpedo reach, with it abeam. Boats attack
    /// at night, or if `attacks` is set. By day they attack if it pays and there are no own heavy ships, or the enemy
    /// makes at most 1 inch. Otherwise `None`: they wait.
    pub fn attack_course(
        &self,
        view: &PlayerView,
        division: &Division,
        pose: Pose,
        foe: &EnemyContact,
    ) -> Option<Bearing> {
        let armed = fighting_ships(view, division).any(|ship| 0 < ship.torpedoes_left);
        let has_chance = !self.has_line || foe.speed_in <= 1.0;
        if !armed
            || !(view.state().setup.night
                || self.attacks
                || has_chance && attack_pays(view, division, foe, self.card.prizes))
        {
            return None;
        }
        let bands = fighting_ships(view, division).filter_map(|ship| ship.card.torpedo.as_ref()?.bands.first());
        let reach = bands.map(|band| band.to.as_f64()).fold(0.0, f64::max);
        if foe.range_in <= reach {
            return Some(course_holding_range(pose, foe, foe.range_in));
        }
        let speed = moves::speed_without_plot(view.state(), division).as_f64().max(1.0);
        Some(bearing_to(pose, foe.position_after((foe.range_in / speed).min(3.0))))
    }

    /// Whether the card manoeuvres freely and the side protects a cripple.
    fn protects_cripple(&self) -> bool {
        self.cripple.is_some() && self.card.course == Steadiness::Free
    }
}

/// Whether a division that has dropped out is still close enough to be waited for.
fn can_catch_up(view: &PlayerView, formation: &naval::model::Formation, straggler_id: &Id) -> bool {
    let position_of = |id: &Id| {
        let mut ships = view.state().ships_of(id).filter(|ship| ship.has_position()).filter_map(|ship| ship.at);
        ships.next().map(|place| place.point())
    };
    let Some(place) = formation.divisions.iter().position(|id| id == straggler_id) else { return true };
    let straggler = position_of(straggler_id);
    let nearest_gap = |id: &Id| {
        let ships = view.state().ships_of(id).filter(|ship| ship.has_position()).filter_map(|ship| ship.at);
        ships.map(|place| straggler.map_or(0.0, |own| range_in(own, place.point()))).min_by(f64::total_cmp)
    };
    formation.divisions[..place].iter().rev().find_map(nearest_gap).is_none_or(|apart| apart <= STRAGGLER_RANGE_IN)
}

/// Returns the edge of a list that is nearest to a point. `None` if the list is empty.
fn nearest_edge(view: &PlayerView, point: Point, edges: &[Edge]) -> Option<Edge> {
    let distance_to = |edge: &Edge| distance_in(view, point, *edge);
    edges.iter().copied().min_by(|left, right| distance_to(left).total_cmp(&distance_to(right)))
}

/// Whether an enemy heads away from a point and makes way.
fn is_running_from(from: Point, foe: &EnemyContact) -> bool {
    let line = Bearing::between(from, foe.pose.at);
    1.0 < foe.speed_in && line.is_ok_and(|line| line.angle_to(foe.pose.heading) < RUNNING_DEG)
}

/// Returns the highest speed at which a division does not reach an edge before it may leave. 99 if it already may.
fn speed_before_exit(view: &PlayerView, division: &Division, pose: Pose, edge: Edge) -> Inches {
    let state = view.state();
    let from = fighting_ships(view, division)
        .filter_map(|ship| moves::first_turn_to_leave(state, ship, edge))
        .max()
        .unwrap_or(0);
    let turns = f64::from(from.saturating_sub(state.turn));
    let max_speed_in = (distance_in(view, pose.at, edge) - EXIT_WAIT_IN).max(0.0) / turns.max(1.0);
    if 0.0 < turns { Inches::nearest(max_speed_in) } else { Inches::whole(99) }
}

/// Whether a division has a large ship that was built with big guns.
fn has_big_gun_ship(view: &PlayerView, division: &Division) -> bool {
    fighting_ships(view, division).any(|ship| ship.card.kind.is_large() && ship.card.big.is_some())
}

fn leader_pose(view: &PlayerView, division: &Division) -> Option<Pose> {
    Some(super::leader(view, division)?.at?.pose())
}

/// Returns the division and position of a large ship that has lost half its speed.
fn crippled_at(ship: &Ship) -> Option<(Id, Point)> {
    let is_crippled = ship.is_in_action() && ship.card.kind.is_large() && ship.top_speed() * 2 <= ship.card.speed;
    ship.at.filter(|_| is_crippled).map(|place| (ship.division.clone(), place.point()))
}

/// Whether an enemy is a fit opponent: boats and large ships fight only large ships, others fight any.
fn is_fit_opponent(view: &PlayerView, division: &Division, enemy: &Ship) -> bool {
    let boats = fighting_ships(view, division).all(|ship| ship.card.kind.is_torpedo_craft());
    enemy.card.kind.is_large() || (!boats && !fighting_ships(view, division).any(|ship| ship.card.kind.is_large()))
}

/// Whether a ship has lost over half its speed or over 80% of its strength.
fn is_spent(ship: &Ship) -> bool {
    ship.top_speed() * 2 < ship.card.speed || remaining_strength(ship) * 5.0 < initial_strength(ship)
}

/// Returns the median of the ships' wanted gun ranges: 0.5 inch short of the far end of the second band, or of the only
/// one. Default: battery range.
fn best_gun_range(view: &PlayerView, division: &Division) -> f64 {
    let ends = fighting_ships(view, division).filter_map(|ship| {
        let bands = &ship.card.big.as_ref()?.bands;
        bands.get(1).or(bands.first()).map(|band| band.to.as_f64() - 0.5)
    });
    let mut ends: Vec<f64> = ends.collect();
    ends.sort_by(f64::total_cmp);
    ends.get(ends.len() / 2).copied().unwrap_or(BATTERY_RANGE_IN)
}
