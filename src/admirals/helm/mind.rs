//! What a division is about: to fight at a range, to attack, to keep out of the way, to leave, or to look for the enemy.
use crate::{
    aims::Aims,
    foe::{Foe, nearest},
    worth::{first_strength, strength},
};
use geometry::{Bearing, Point, Pose, range_in};
use naval::{
    Division, Edge, Id, Inches, Ship, WindForce,
    doctrine::{Alarm, Cripples, Doctrine, SmokeDoctrine, Steadiness, Twilight},
    movement, survey,
    view::Outlook,
};

/// Who stands by a cripple leaves her below this share of the strength at which he breaks off.
const LEAVES_HER: f64 = 0.6;
/// Stands by within this.
const BESIDE_IN: f64 = 5.0;
/// Smoke is made no farther from the enemy than this.
const SMOKE_IN: f64 = 14.0;
/// Ships that are seen by night within this are kept away from.
const BY_NIGHT_IN: f64 = 8.0;
/// A line across the course within this crosses the T.
const T_IN: f64 = 14.0;
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
/// Boats keep so far from the ships that they wait behind.
const BEHIND_IN: f64 = 4.0;
/// Fire is opened, and batteries fight, within this.
const BATTERY_RANGE_IN: f64 = 6.0;
/// A side that finds nobody looks about the middle and the enemy's waters by turns.
const SEARCH_TURNS: u16 = 8;
/// So many turns more than the way out needs are kept in hand.
const SPARE_TURNS: f64 = 4.0;
/// So far within the edge it looks.
const INSET_IN: f64 = 8.0;

/// What a side as a whole is about.
pub struct Mind<'d> {
    pub card: &'d Doctrine,
    draws_off: bool,
    has_line: bool,
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
}

impl<'d> Mind<'d> {
    pub fn of(at: &Outlook, card: &'d Doctrine) -> Mind<'d> {
        let own = || at.state().ships_of_side(at.side());
        let now: f64 = own().filter(|ship| ship.in_action()).map(strength).sum();
        let first: f64 = own().map(first_strength).sum();
        let has_line = own().any(|ship| ship.in_action() && ship.card.kind.is_large() && ship.at.is_some());
        let share = now / first.max(f64::EPSILON);
        let alarmed = card.withdraw.when.iter().any(|alarm| is_alarmed(at, *alarm, now));
        let broken = share < card.withdraw.strength;
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
        let fastest = movement::fastest(state, division);
        let top = ships(at, division).map(Ship::allowance).min().unwrap_or_default();
        let foe = nearest(at, aims, pose.at, |ship| fits(at, division, ship));
        let near = foe.filter(|foe| foe.in_sight && foe.range_in <= SMOKE_IN);
        let plain = |course: Bearing, speed: Inches| {
            let closing = self.card.smoke == SmokeDoctrine::Closing;
            let far = |foe: Foe| self.seek(at, division)[1] + BAND_IN < foe.range_in;
            let smoke = closing && near.is_some_and(far) && state.setup.wind.force != WindForce::High;
            Wish { course, speed, out: None, smoke, fixed: false, together: false }
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
            return Wish { smoke, out: Some(edge), fixed: true, together, ..plain(course, fastest) };
        }
        let Some(foe) = foe else { return plain(toward(pose, searched(at)), fastest) };
        if ships(at, division).all(|ship| ship.card.kind.is_torpedo_craft()) {
            return plain(self.boats(at, division, pose, &foe), fastest);
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

    /// Nearer and farther than this he does not fight of his own will, in inches: the card's ranges; where it has none, from
    /// six tenths of the range to which the guns of the division are made for to a little more than that.
    pub fn band(&self, at: &Outlook, division: &Division) -> [f64; 2] {
        match self.card.range {
            Some(range) if self.waits(at) => [range.open + BAND_IN / 2.0; 2],
            Some(_) => self.seek(at, division),
            None => {
                let wished = wished_range(at, division);
                [NEARER * wished, wished + BAND_IN]
            }
        }
    }

    /// The ranges at which a division fights, in inches: those of the card, else that to which its guns are made for.
    pub fn seek(&self, at: &Outlook, division: &Division) -> [f64; 2] {
        self.card.range.map_or_else(|| [wished_range(at, division); 2], |range| range.seek)
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
            false if aims.hunts_any() => 1.0,
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
        let line = Bearing::to(pose.at, foe.pose.at).ok()?;
        let runs = line.difference(foe.pose.heading) < 60.0 && 1.0 < foe.speed_in;
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
        // Whoever may not leave yet fights on, and does not lie in wait at the edge.
        let may_leave = |edge: Edge| ships(at, division).all(|ship| movement::may_leave(state, ship, edge));
        let asked = ships(at, division).find_map(|ship| aims.way_out(ship));
        if let Some((by, from)) = asked {
            let far = |edge: &Edge| distance_in(at, pose.at, *edge);
            let edge = by.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(home);
            let turns = far(&edge) / speed.as_f64().max(0.5);
            let in_time = f64::from(from) <= f64::from(state.turn) + turns;
            // Who is free to fight fights as long as there is time left.
            let urgent = f64::from(state.setup.turns.saturating_sub(state.turn)) <= turns + SPARE_TURNS;
            let fights = self.fights_first() && !urgent;
            return Some(edge).filter(|edge| in_time && !fights && may_leave(*edge));
        }
        let spent = ships(at, division).all(is_spent);
        (self.draws_off || spent).then_some(home).filter(|edge| may_leave(*edge))
    }

    /// A card that manoeuvres, and stands by a cripple while there is one.
    fn fights_first(&self) -> bool {
        self.cripple.is_some() && self.card.course == Steadiness::Free
    }

    /// Boats attack by night, or where no heavy ship of theirs is there to wait behind; by day they wait.
    fn boats(&self, at: &Outlook, division: &Division, pose: Pose, foe: &Foe) -> Bearing {
        let armed = ships(at, division).any(|ship| 0 < ship.torpedoes_left);
        let attacks = armed && (at.state().setup.night || !self.has_line || foe.speed_in <= 1.0);
        if attacks {
            return self.attack(at, division, pose, foe);
        }
        let heavy = at.state().ships_of_side(at.side()).filter(|ship| ship.is_tracked() && ship.card.kind.is_large());
        let near = |ship: &Ship| ship.at.map(|place| range_in(place.point(), pose.at));
        let line = heavy.filter_map(|ship| Some((near(ship)?, ship.at?.pose(), ship.speed.as_f64())));
        let Some((_, line, speed)) = line.min_by(|one, other| one.0.total_cmp(&other.0)) else {
            return toward(pose, foe.pose.at).opposite();
        };
        let away = Bearing::to(foe.pose.at, line.at).unwrap_or(line.heading);
        let post = line.ahead(speed).moved(away, BEHIND_IN);
        if range_in(post, pose.at) < speed.max(1.0) { line.heading } else { toward(pose, post) }
    }

    /// Toward where he will be, and across his course when he is in reach.
    fn attack(&self, at: &Outlook, division: &Division, pose: Pose, foe: &Foe) -> Bearing {
        let bands = ships(at, division).filter_map(|ship| ship.card.torpedo.as_ref()?.bands.first());
        let reach = bands.map(|band| band.to.as_f64()).fold(0.0, f64::max);
        if foe.range_in <= reach {
            return abeam(pose, foe, foe.range_in);
        }
        let speed = movement::speed(at.state(), division).as_f64().max(1.0);
        toward(pose, foe.after((foe.range_in / speed).min(3.0)))
    }
}

/// Whether what the card names has come about, as far as the side knows.
fn is_alarmed(at: &Outlook, alarm: Alarm, strength_now: f64) -> bool {
    let state = at.state();
    let own = || state.ships_of_side(at.side());
    let large = || own().filter(|ship| ship.in_action() && ship.card.kind.is_large());
    let enemies = || state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted && ship.in_action());
    match alarm {
        Alarm::FirstHeavyHit => large().any(|ship| !ship.hit_by.is_empty()),
        Alarm::HalfSpeed => large().any(|ship| ship.top_speed() * 2 <= ship.card.speed),
        Alarm::FlagLost => {
            let flag = state.side(at.side()).and_then(|side| side.force_flag.as_ref());
            flag.and_then(|flag| state.ship(flag)).is_some_and(|ship| !ship.in_action())
        }
        Alarm::Dark => state.setup.night,
        Alarm::Forts => enemies().filter(|ship| ship.card.kind.is_battery()).any(|fort| {
            let reach = fort.card.big.as_ref().and_then(|big| big.bands.last()).map_or(0.0, |band| band.to.as_f64());
            let near = |ship: &Ship| {
                ship.at.zip(fort.at).is_some_and(|(one, other)| range_in(one.point(), other.point()) <= reach)
            };
            large().any(near)
        }),
        Alarm::FleetSighted => 2.0 * strength_now < enemies().map(strength).sum(),
        Alarm::TCrossed => {
            let across = |ship: &Ship, pose: Pose| {
                let Some(there) = ship.at.map(|place| place.pose()) else { return false };
                let ahead = Bearing::to(pose.at, there.at).is_ok_and(|line| line.difference(pose.heading) < 45.0);
                let courses = there.heading.difference(pose.heading);
                ahead && (45.0..=135.0).contains(&courses) && range_in(pose.at, there.at) <= T_IN
            };
            let line = enemies().filter(|ship| ship.card.kind.is_large());
            let line: Vec<&Ship> = line.collect();
            let crossed = |pose: Pose| 3 <= line.iter().filter(|ship| across(ship, pose)).count();
            large().filter_map(|ship| ship.at).any(|place| crossed(place.pose()))
        }
    }
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

/// The way out, bent away from an enemy who lies across it.
fn clear_of(out: Bearing, pose: Pose, foe: Option<Foe>) -> Bearing {
    const NEAR_IN: f64 = 5.0;
    let Some(foe) = foe.filter(|foe| foe.range_in <= NEAR_IN) else { return out };
    let aside = toward(pose, foe.pose.at).signed_difference(out);
    if aside.abs() < 60.0 { out.turned(30.0_f64.copysign(aside)) } else { out }
}

/// How far a point lies from an edge of the table.
pub fn distance_in(at: &Outlook, point: Point, edge: Edge) -> f64 {
    let table = survey::surface(at.state());
    match edge {
        Edge::North => table.depth_in - point.y(),
        Edge::East => table.width_in - point.x(),
        Edge::South => point.y(),
        Edge::West => point.x(),
    }
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
