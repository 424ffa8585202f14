//! What a division is about: to fight at a range, to attack, to keep out of the way, to leave, or to look for the enemy.
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

/// Who stands by a cripple leaves her below this share of the strength at which he breaks off.
const LEAVES_HER: f64 = 0.6;
/// Who has broken off fights again when so much more of his strength is left than that at which he breaks off.
const MENDED: f64 = 0.15;
/// Who has broken off for an alarm of the moment stays away for so many turns after it.
const STAYS_OFF_TURNS: u16 = 4;
/// Stands by within this.
const BESIDE_IN: f64 = 5.0;
/// Smoke is made no farther from the enemy than this.
const SMOKE_IN: f64 = 14.0;
/// Ships that are seen by night within this are kept away from.
const BY_NIGHT_IN: f64 = 8.0;
/// Outside the band about the wished range this far ships go as fast as they can.
const BAND_IN: f64 = 2.0;
/// In it no faster than this below the top, where their own smoke would be blown before the guns. [6.5.1.3]
const SMOKELESS: Inches = Inches(105);
/// Who lies so near to where the wind blows is fired at through it, if either turns by a step of a template.
const DOWN_THE_WIND_DEG: f64 = 45.0;
/// Who goes by no card comes nearer than the wished range, but not below this share of it.
const NEARER: f64 = 0.6;
/// Each inch off the wished range is so many degrees off the beam.
const DEG_AN_INCH: f64 = 20.0;
/// Who heads within so much of straight away runs.
const AWAY_DEG: f64 = 60.0;
/// Light enemies within this are fought by light cruisers, whose line or none.
const LIGHT_IN: f64 = 10.0;
/// Who leads goes so much slower while somebody has fallen off, but no slower than twice that below what the slowest can make, and
/// not so slow that she could be finished off. [7.6]
const WAITS: Inches = Inches(50);
pub const LEAST: Inches = Inches(125);
/// Nobody waits for who lies farther than this from the division ahead.
const LEFT_BEHIND_IN: f64 = 6.0;
/// Boats keep so far from the ships that they wait behind, or farther where the enemy is near.
const BEHIND_IN: f64 = 4.0;
const FARTHEST_BEHIND_IN: f64 = 7.0;
/// A line heads towards the enemy within this.
const END_ON_DEG: f64 = 45.0;
/// Who lies so near to the post beside the way that the line makes is there.
const AT_POST_IN: f64 = 0.5;
/// Who is no farther ahead of it than this lets it come up, by no less than this share of the line's way, and edges over to it.
const WAITS_WITHIN_IN: f64 = 14.0;
const LEAST_WAY: f64 = 0.4;
const BENT_DEG: f64 = 30.0;
/// Fire is opened, and batteries fight, within this.
const BATTERY_RANGE_IN: f64 = 6.0;
/// Batteries begin so far within their reach.
const IN_REACH_IN: f64 = 0.5;
/// Posts lie so far within the table.
const OFF_EDGE_IN: f64 = 4.0;
/// A side that finds nobody looks about the middle and the enemy's waters by turns.
const SEARCH_TURNS: u16 = 8;
/// So many turns more than the way out needs are kept in hand.
const SPARE_TURNS: f64 = 4.0;
/// Who may not leave yet comes to the edge so much before he may.
const EARLIER_TURNS: f64 = 1.0;
/// And waits so far within it.
const SHORT_IN: f64 = 0.1;
/// To turn about costs so much way.
const ROUND_IN: f64 = 3.0;
/// So far within the edge it looks.
const INSET_IN: f64 = 8.0;

/// What a side as a whole is about.
pub struct Mind<'d> {
    pub card: &'d Doctrine,
    draws_off: bool,
    pub has_line: bool,
    /// What is left of the strength with which the side began.
    share: f64,
    /// The division and place of a cripple that is stood by.
    cripple: Option<(Id, Point)>,
}

/// A course and a speed that are wished.
#[derive(Clone, Copy)]
pub struct Wish {
    pub course: Bearing,
    pub speed: Inches,
    /// The edge that may be crossed.
    pub out: Option<Edge>,
    pub smoke: bool,
    /// Nothing is weighed: the course is held.
    pub fixed: bool,
    /// All ships turn at once.
    pub together: bool,
    /// Boats that wait: they keep out of fire.
    pub wary: bool,
}

impl<'d> Mind<'d> {
    pub fn of(at: &Outlook, card: &'d Doctrine, memory: &Memory) -> Mind<'d> {
        let own = || at.state().ships_of_side(at.side());
        let has_line = own().any(|ship| ship.in_action() && ship.card.kind.is_large() && ship.at.is_some());
        let share = worth::share(own());
        // Nor does he turn back as soon as what alarmed him is gone.
        let turn = at.state().turn;
        let lately = |alarm: Alarm| is_of_the_moment(alarm) && memory.was_alarmed_within(alarm, STAYS_OFF_TURNS, turn);
        let raised = |alarm: Alarm| is_alarmed(at, alarm) || lately(alarm);
        let alarmed = card.withdraw.when.iter().any(|alarm| raised(*alarm));
        // Who has broken off does not turn back for a mount that was mended.
        let was = memory.least.is_some_and(|least| least.points() < card.withdraw.strength);
        let broken = share < card.withdraw.strength + if was { MENDED } else { 0.0 };
        let stays = card.cripples == Cripples::StandBy && LEAVES_HER * card.withdraw.strength <= share;
        let cripple = stays.then(|| own().find_map(cripple)).flatten();
        let draws_off = (broken || alarmed) && cripple.is_none();
        Mind { card, draws_off, has_line, share, cripple }
    }

    /// The same, boats attacking as if they had no heavy ship to wait behind.
    pub fn attacking(self) -> Mind<'d> {
        Mind { has_line: false, ..self }
    }

    /// What a division wishes to do from where its leader lies.
    pub fn wish(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose) -> Wish {
        let state = at.state();
        let top = ships(at, division).map(Ship::allowance).min().unwrap_or_default();
        let foe = nearest(at, aims, pose.at, |ship| fits(at, division, ship));
        // Nobody waits for his fellows while the enemy runs out of his reach.
        let pace = self.pace(at, division);
        let faster = pace < moves::speed(state, division);
        let chases = |foe: Foe| {
            let [near, far] = self.seek(at, division);
            // Who has begun to leave them behind goes on with it until the enemy is well in reach.
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
            // Boats do not look for the enemy ahead of a line of theirs by day.
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
        // Who is faster draws ahead of a line that goes slower for its own smoke.
        let speed = if veiled && foe.speed_in <= smokeless.as_f64() { fastest.min(smokeless) } else { fastest };
        plain(abeam(pose, &foe, range), speed)
    }

    /// The enemy whom a division chases, that he may not leave the table: not by one who waits for the light, or keeps off.
    pub fn prey(&self, at: &Outlook, aims: &Aims, division: &Division) -> Option<Prey> {
        let shy = at.state().setup.night && !self.card.night.seek;
        if shy || self.draws_off || self.waits(at) || !aims.stops_any() {
            return None;
        }
        let pose = column_head(at, division)?;
        let prey = chase::prey(at, aims, division, |one| self.reach(at, one))?;
        Some(prey).filter(|prey| self.keeps_off(at, pose, &prey.foe).is_none())
    }

    /// From how far off a division fights whom it chases: batteries from where they reach.
    fn reach(&self, at: &Outlook, division: &Division) -> f64 {
        let big = ships(at, division).any(|ship| ship.card.big.is_some());
        if big { self.seek(at, division)[1] } else { gunnery::BATTERY_REACH.as_f64() - IN_REACH_IN }
    }

    /// Nearer and farther than this he does not fight of his own will, in inches: the card's ranges; where it has none, from
    /// six tenths of the range to which the guns of the division are made for to a little more than that.
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

    /// The ranges at which a division fights, in inches: those of the card, else that to which its guns are made for. A card
    /// speaks of the guns of the line: light cruisers fight as theirs reach.
    pub fn seek(&self, at: &Outlook, division: &Division) -> [f64; 2] {
        let by_card = self.card.range.filter(|_| is_line(at, division));
        by_card.map_or_else(|| [wished_range(at, division); 2], |range| range.seek)
    }

    /// Where light cruisers keep while a line of theirs fights and only large enemies are near: behind it. [5.8]
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

    /// The most that a division goes: who leads others waits for the slowest of them, and for who has fallen off. [5.5, 5.8.2]
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

    /// How much he gives not to lose the enemy, as a share of what the fight would bring in each turn: what his card has him
    /// dare, all of it where the battle is won by what becomes of enemies, nothing where he draws off, waits, or is to leave.
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

    /// He waits where the light of the battle changes, until he is seen no farther than three quarters as far as he sees.
    /// [4.3]
    pub fn waits(&self, at: &Outlook) -> bool {
        let state = at.state();
        let (sight, _) = state.setup.visibility_in(state.turn);
        let seen = |side: &naval::SideId| state.light_on(side).map_or(sight, |light| light.range);
        let favours = state.enemy_of(at.side()).is_none_or(|enemy| seen(at.side()) * 4 <= seen(&enemy.id) * 3);
        self.card.light == Twilight::Wait && !state.setup.light.is_empty() && !favours && !state.setup.night
    }

    /// Toward a cripple of another division, unless it is near her already or the enemy is near.
    fn stands_by(&self, division: &Division, pose: Pose, near: Option<Foe>) -> Option<Bearing> {
        let (_, place) = self.cripple.as_ref().filter(|(of, _)| *of != division.id)?;
        let beside = range_in(pose.at, *place) <= BESIDE_IN;
        let fights = near.is_some_and(|foe| foe.range_in < BESIDE_IN);
        (!beside && !fights).then(|| toward(pose, *place))
    }

    /// Away from an enemy by night where the card does not look for him, and no farther after one who draws off than it
    /// goes.
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

    /// The edge by which the division is to leave now: as the scenario asks, or because its side draws off or it is spent.
    fn way_out(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose, speed: Inches) -> Option<Edge> {
        let state = at.state();
        let home = state.side(at.side())?.friendly_edge;
        // Whoever may not leave yet fights on, and does not lie in wait at the edge: the last of them comes to it when he may.
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
            // Who is free to fight fights as long as there is time left.
            let urgent = f64::from(state.setup.turns.saturating_sub(state.turn)) <= turns + SPARE_TURNS;
            let fights = self.fights_first() && !urgent;
            return Some(edge).filter(|edge| in_time && !fights && may_leave(*edge));
        }
        let spent = ships(at, division).all(is_spent);
        (self.draws_off || spent || chase::is_no_match(at, division, pose.at))
            .then_some(home)
            .filter(|edge| may_leave(*edge))
    }

    /// How far the last ship that is to leave has to go to an edge, with the turn towards it.
    fn last_out(&self, at: &Outlook, aims: &Aims, division: &Division, pose: Pose, edge: Edge) -> f64 {
        let group = at.state().group_of(&division.id);
        let all = group.iter().flat_map(|one| ships(at, one).filter(|ship| aims.way_out(ship).is_some()));
        let far = all.filter_map(|ship| Some(distance_in(at, ship.at?.point(), edge)));
        far.fold(distance_in(at, pose.at, edge), f64::max) + ROUND_IN * pose.heading.difference(edge.outward()) / 180.0
    }

    /// A card that manoeuvres, and stands by a cripple while there is one.
    fn fights_first(&self) -> bool {
        self.cripple.is_some() && self.card.course == Steadiness::Free
    }

    /// Boats attack by night, or where no heavy ship of theirs is there to wait behind: toward where he will be, and across
    /// his course when he is in reach. By day they wait.
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

/// A division that has fallen off, and not so far that nobody waits for it any more.
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

/// Heads away from there, and makes way.
fn runs_from(from: Point, foe: &Foe) -> bool {
    let line = Bearing::to(from, foe.pose.at);
    1.0 < foe.speed_in && line.is_ok_and(|line| line.difference(foe.pose.heading) < AWAY_DEG)
}

/// The most at which a division does not come to an edge before it may cross it.
fn not_before(at: &Outlook, division: &Division, pose: Pose, edge: Edge) -> Inches {
    let state = at.state();
    let from = ships(at, division).filter_map(|ship| moves::may_leave_from(state, ship, edge)).max().unwrap_or(0);
    let turns = f64::from(from.saturating_sub(state.turn));
    let most = (distance_in(at, pose.at, edge) - SHORT_IN).max(0.0) / turns.max(1.0);
    if 0.0 < turns { Inches::nearest(most) } else { Inches::whole(99) }
}

/// A division with a large ship that was built to have big guns.
fn is_line(at: &Outlook, division: &Division) -> bool {
    ships(at, division).any(|ship| ship.card.kind.is_large() && ship.card.big.is_some())
}

/// The own large ship nearest to a point, and how fast she goes.
fn own_line(at: &Outlook, from: Point) -> Option<(Pose, f64)> {
    let heavy = at.state().ships_of_side(at.side()).filter(|ship| ship.is_tracked() && ship.card.kind.is_large());
    let near = |ship: &Ship| ship.at.map(|place| range_in(place.point(), from));
    let line = heavy.filter_map(|ship| Some((near(ship)?, ship.at?.pose(), ship.speed.as_f64())));
    line.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, line, speed)| (line, speed))
}

/// Beyond this no battery fires. [6.5.2]
fn out_of_his_reach() -> f64 {
    gunnery::BATTERY_REACH.as_f64() + 1.0
}

/// On the side of a line that is turned from the enemy, after its next move, out of reach of his batteries where that can be;
/// on the table. Who waits behind a line that heads towards the enemy keeps abeam of it, on the side on which he is.
fn post_behind(at: &Outlook, from: Point, line: Pose, speed: f64, foe: Point) -> Point {
    let away = Bearing::to(foe, line.at).unwrap_or(line.heading);
    let beam = |hand: f64| line.heading.turned(90.0 * hand);
    let hand = Bearing::to(line.at, from).map_or(1.0, |there| line.heading.signed_difference(there)).signum();
    let away = if away.difference(line.heading.opposite()) < END_ON_DEG { beam(hand) } else { away };
    let clear = out_of_his_reach();
    let in_reach = clear - range_in(foe, line.at);
    let post = line.ahead(speed).moved(away, in_reach.clamp(BEHIND_IN, FARTHEST_BEHIND_IN));
    // Abeam of a line that heads towards the enemy it would lie as near to him.
    let out = Bearing::to(foe, post).unwrap_or(away);
    let post = post.moved(out, (clear - range_in(foe, post)).max(0.0));
    let table = survey::surface(at.state());
    let within = |place: f64, length: f64| {
        place.clamp(OFF_EDGE_IN.min(length), (length - OFF_EDGE_IN).max(OFF_EDGE_IN.min(length)))
    };
    Point::new(within(post.x(), table.width_in), within(post.y(), table.depth_in))
}

/// To the post behind the line, and along with it there, no faster than brings them to it; away from the enemy where no line
/// is left.
fn behind(at: &Outlook, pose: Pose, foe: Point, fastest: Inches) -> (Bearing, Inches) {
    let Some((line, speed)) = own_line(at, pose.at) else { return (toward(pose, foe).opposite(), fastest) };
    let post = post_behind(at, pose.at, line, speed, foe);
    let off = range_in(post, pose.at);
    let course = toward(pose, post);
    let along = off * course.difference(line.heading).to_radians().cos();
    let most = |inches: f64| fastest.min(Inches::nearest(inches.max(0.0)));
    // Who is ahead of the post waits for it, and does not turn round, but out of his reach.
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

/// A large ship that has lost half her speed, and where she lies.
fn cripple(ship: &Ship) -> Option<(Id, Point)> {
    let is = ship.in_action() && ship.card.kind.is_large() && ship.top_speed() * 2 <= ship.card.speed;
    ship.at.filter(|_| is).map(|place| (ship.division.clone(), place.point()))
}

fn ships<'s>(at: &'s Outlook, division: &'s Division) -> impl Iterator<Item = &'s Ship> {
    at.state().ships_of_division(&division.id).filter(|ship| ship.in_action())
}

/// Large ships are for large ships, and everybody is for boats.
fn fits(at: &Outlook, division: &Division, enemy: &Ship) -> bool {
    let boats = ships(at, division).all(|ship| ship.card.kind.is_torpedo_craft());
    enemy.card.kind.is_large() || (!boats && !ships(at, division).any(|ship| ship.card.kind.is_large()))
}

/// Half her speed is gone, or all her guns.
fn is_spent(ship: &Ship) -> bool {
    ship.top_speed() * 2 < ship.card.speed || strength(ship) * 5.0 < first_strength(ship)
}

/// The end of the second band of the greater part of her guns, a little within it; batteries fight nearer.
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

/// Own smoke is blown toward him. [6.5.1.3]
fn is_downwind(at: &Outlook, pose: Pose, foe: &Foe) -> bool {
    let wind = &at.state().setup.wind;
    let blows = Bearing::new(f64::from(wind.from_deg)).opposite();
    wind.force != WindForce::Calm && toward(pose, foe.pose.at).difference(blows) <= DOWN_THE_WIND_DEG
}

/// Closes or opens to the range, and at that range keeps the enemy abeam, on the hand that needs the smaller turn and
/// runs his way rather than against him.
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

/// The way out, bent away from an enemy who lies across it, the more, the nearer he is: until he is nearly abeam.
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

/// Where an enemy of whom nothing is known may be: by turns about the middle and off his own edge.
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
