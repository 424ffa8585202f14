//! Scores courses by expected fire dealt less suffered, in this turn and some turns straight on. Begin at [`steer`].
use super::{
    MOST_STEPS, STEP_DEG,
    lanes::Lanes,
    leader,
    mind::{Mind, Wish},
    order, plot_of,
    safety::Danger,
};
use crate::{
    Choice, Term, TermKind, Weighed,
    aims::Aims,
    berth::{Berth, fire, fire_so_far},
    expect::at_most,
    reasons::{best, term},
    torpedoes::{self, A_TURN_IN},
    worth,
};
use geometry::{Bearing, Front, Point, Pose, Wedge, range_in};
use naval::model::{Division, Element, Plot, Run, Ship, doctrine::Prizes};
use naval::rules::moves::{self, Foresight};
use naval::rules::{survey, torpedo};
use naval::{Inches, view::Outlook};
use play::Rule;

const FIRE: Rule = Rule::new("6.5.1");
const ARCS: Rule = Rule::new("6.4");
const PLOTS: Rule = Rule::new("5.7");
const RANGE: Rule = Rule::new("6.1");
const SIGHT: Rule = Rule::new("4.3");
const TRACKS: Rule = Rule::new("7.4");
const RAMMED: Rule = Rule::new("5.11");
const CLOSE: Rule = Rule::new("7.6");
const LEAVING: Rule = Rule::new("9.3");
const STEADY: Rule = Rule::new("5.10.2");
const CHAIN: Rule = Rule::new("5.8.2");
const LIMITS: Rule = Rule::new("9.2");

/// Weight of each later turn straight on for losing contact.
const LATER: [f64; 6] = [0.9, 0.81, 0.73, 0.66, 0.59, 0.53];
/// Further weight of the fire in later turns: no division goes straight on for so long.
const OF_LATER: f64 = 0.4;
/// Weight of fire suffered at an aggression of 0.5: all ships within the enemy's reach share its guns.
const FEAR: f64 = 0.8;
/// Cost of an inch beyond the wanted ranges, inside them, and inside the card's least range. All grow with the fire.
const OFF_STATION: f64 = 0.06;
const TOO_CLOSE: f64 = 0.35;
const TOO_NEAR: f64 = 0.4;
/// Increase of the costs of station and place in line for each point of fire exchanged.
const OF_STAKES: f64 = 2.0;
/// The range is checked again after this many turns straight on.
const SOON: usize = 2;
/// The enemy stays in sight at this distance inside the sighting range.
const IN_SIGHT_IN: f64 = 0.5;
/// Cost of an inch away from the place in the line, up to [`MOST_OFF_POST_IN`].
const OFF_POST: f64 = 0.03;
const MOST_OFF_POST_IN: f64 = 6.0;
/// Cost of any change of course or speed, and extra cost of a right angle, as shares of the fire exchanged.
const CHANGE: f64 = 0.06;
const A_RIGHT_ANGLE: f64 = 0.12;
/// Points of fire added to the exchange for these costs.
const IN_ANY_CASE: f64 = 0.3;
/// Cost of a change where there is no fire.
const IDLE_CHANGE: f64 = 0.004;
/// Cost of stopping within the enemy's reach when the ship could move.
const STOPPED: f64 = 1.0;
/// Extra cost of each right angle beyond this: a turn about must pay.
const WIDE_DEG: f64 = 45.0;
const ABOUT: f64 = 0.12;
/// Cost of an inch inside the distance a special rule requires, after the enemy turns up to this far towards the
/// division. Then the spare distance.
const CLOSED_ON: f64 = 0.5;
const TOWARD_DEG: f64 = 45.0;
const MARGIN_IN: f64 = 0.3;
/// If the best course is in this much danger, lower speeds and turns wider than the card's are tried.
const ENDANGERED: f64 = -0.8;
/// Width is increased by this many steps at a time.
const WIDER_STEPS: i32 = 2;
/// Factor for a turn against the current turn.
const AGAINST: f64 = 2.0;
/// Probability that an enemy marker is not a dummy. [7.4.6]
const TRUE_MARKER: f64 = 2.0 / 3.0;
/// Assumed factors, number to hit and run in inches of torpedoes about which nothing is known.
const UNKNOWN: (f64, i32, f64) = (2.0, 7, 15.0);
/// Weight of the rules of thumb where fire does not decide.
const WISH: f64 = 0.02;
/// No ship fires farther than this.
const FARTHEST_IN: f64 = 25.0;
/// Speed reduction that is always tried.
const SLOWER: Inches = Inches(50);
/// Speed reductions tried in danger.
const MUCH_SLOWER: [Inches; 2] = [Inches(125), Inches(250)];
/// A danger worse than this leads off the table or ashore, in points.
const GRAVE: f64 = -14.5;
/// A ship that heads within this angle of straight away is running.
const AWAY_DEG: f64 = 60.0;
/// Contact is lost gradually: none of it this far within reach and sight, all of it at their limit.
const LOSING_IN: f64 = 2.0;
/// Wider turns than this are tried in double steps.
const FINE_STEPS: i32 = 6;

/// Returns the best plot. `None` if no enemy is within reach, so that rules of thumb decide.
pub fn steer(
    at: &mut Outlook,
    mind: &Mind,
    division: &Division,
    planned: &[Run],
    post: Option<Point>,
) -> Option<Choice> {
    let pose = leader(at, division)?.at?.pose();
    let wish = mind.wish(at, &Aims::of(at), division, pose);
    let fights =
        at.state().ships_of_division(&division.id).any(|ship| ship.in_action() && !ship.card.kind.is_torpedo_craft());
    if wish.fixed || !fights || !in_reach(at, division) {
        return None;
    }
    let options = {
        let before = Before::of(at, mind, division, pose, planned, post);
        let most = i32::from(mind.card.turns.most_deg) / STEP_DEG;
        let mut options = options(at, mind, division, &wish, &before, (&[Inches::ZERO, SLOWER], -1..most));
        // A lower speed does not help to get clear of an enemy.
        let in_danger =
            |term: &Term| term.kind == TermKind::Danger && term.rule != RAMMED && term.points.points() <= ENDANGERED;
        let is_in_danger = |options: &[Weighed]| {
            let best = options.iter().max_by_key(|option| option.value);
            best.is_some_and(|option| option.terms.iter().any(in_danger))
        };
        // A wider turn is tried before a lower speed, and none wider than needed to get clear.
        let mut widest = most;
        while widest < MOST_STEPS && is_in_danger(&options) {
            let wider = (widest + WIDER_STEPS).min(MOST_STEPS);
            options.extend(self::options(at, mind, division, &wish, &before, (&[Inches::ZERO], widest..wider)));
            widest = wider;
        }
        if is_in_danger(&options) {
            options.extend(self::options(at, mind, division, &wish, &before, (&MUCH_SLOWER, -1..most)));
        }
        options
    };
    let grave = |term: &Term| term.kind == TermKind::Danger && term.points.points() <= GRAVE;
    // If every course leads off the table or ashore, rules of thumb find a lower speed or stop. [5.12, 9.3]
    best(at, options).filter(|choice| !choice.reasons.options[choice.reasons.chosen].terms.iter().any(grave))
}

/// Returns scored courses and speeds: these reductions of speed, turns of more steps than `start` and at most `end`.
fn options(
    at: &Outlook,
    mind: &Mind,
    division: &Division,
    wish: &Wish,
    before: &Before,
    (speeds, steps): (&[Inches], std::ops::Range<i32>),
) -> Vec<Weighed> {
    let mut options = Vec::new();
    for slower in speeds {
        let speed = (wish.speed - *slower).max(Inches::ZERO);
        let each = (-MOST_STEPS + 1..=MOST_STEPS).filter(|step| step.abs() <= FINE_STEPS || step % 2 == 0);
        for step in each.filter(|step| steps.start < step.abs() && step.abs() <= steps.end) {
            let plot = plot_of(at, division, step * STEP_DEG, &Wish { speed, ..*wish });
            options.extend(weighed(at, mind, division, plot, wish, before));
        }
    }
    options
}

/// Whether a ship of the division and an enemy in sight are within reach of either.
fn in_reach(at: &Outlook, division: &Division) -> bool {
    let own: Vec<&Ship> = at.state().ships_of_division(&division.id).filter(|ship| ship.is_tracked()).collect();
    let near = |one: &Ship, other: &Ship| {
        let apart = one.at.zip(other.at).map(|(one, other)| range_in(one.point(), other.point()));
        apart.is_some_and(|apart| apart <= reach_in(one).max(reach_in(other)))
    };
    enemies(at).any(|enemy| own.iter().any(|ship| near(ship, enemy)))
}

fn reach_in(ship: &Ship) -> f64 {
    let big = ship.card.big.as_ref().and_then(|big| big.bands.last()).map_or(0.0, |band| band.to.as_f64());
    if ship.has_mounts_left() { big.min(FARTHEST_IN) } else { naval::rules::gunnery::BATTERY_REACH.as_f64() }
}

fn enemies(at: &Outlook) -> impl Iterator<Item = &Ship> {
    at.state().afloat().filter(|ship| ship.side != *at.side() && ship.sighted && ship.at.is_some())
}

/// What is known before any plot is scored.
struct Before<'r> {
    pose: Pose,
    /// All fire exchanged from the current positions, in points.
    stakes: f64,
    /// Where the leader's place in the line will be.
    post: Option<Point>,
    /// The division's own ships in their current positions.
    own: Vec<Berth<'r>>,
    /// Enemies in sight after this turn and each later one, all going straight on.
    foes: Vec<Vec<Berth<'r>>>,
    /// The same for the enemy that is chased, if any.
    prey: Option<Vec<Vec<Berth<'r>>>>,
    /// How far the enemy is seen, and how far own ships are seen.
    sight: [f64; 2],
    /// The ranges at which the division fights, no farther than it sees.
    band: [f64; 2],
    /// Cost of a turn without an enemy in reach and sight: expected fire at these ranges times the contact weight.
    contact: f64,
    /// The smaller of gun range and sighting range.
    reach: f64,
    /// Whether the division is a light screen behind its own line.
    behind: bool,
    /// Enemies that a special rule requires the division to keep away from, with the distance. [9.2]
    limits: Vec<(Inches, Vec<&'r Ship>)>,
    lanes: Lanes,
    foresight: Foresight<'r>,
}

impl<'r> Before<'r> {
    fn of(
        at: &'r Outlook,
        mind: &Mind,
        division: &'r Division,
        pose: Pose,
        planned: &[Run],
        post: Option<Point>,
    ) -> Before<'r> {
        let sight = [false, true].map(|own| sight_in(at, own));
        let prizes = mind.card.prizes;
        let lies = |ship| Berth::as_she_lies(ship, prizes);
        let own: Vec<Berth> = at.state().ships_of_division(&division.id).filter_map(lies).collect();
        let now: Vec<Berth> = enemies(at).filter_map(lies).collect();
        let stakes = stakes(at, mind, division);
        let met: Vec<Berth> = enemies(at).filter_map(|ship| Some(Berth::of(ship, ship.at?.pose(), prizes))).collect();
        let after = |turn: usize| met.iter().map(|foe| straight_on(foe, turn as f64)).collect();
        let foes: Vec<Vec<Berth>> = (1..=LATER.len() + 1).map(after).collect();
        let prey = mind.prey(at, &Aims::of(at), division).map(|prey| {
            let alone = |foes: &Vec<Berth<'r>>| foes.iter().filter(|foe| foe.ship.id == prey.ship).copied().collect();
            foes.iter().map(alone).collect::<Vec<Vec<Berth>>>()
        });
        let prey = prey.filter(|turns| turns.iter().all(|foes| !foes.is_empty()));
        let post = post.filter(|_| prey.is_none());
        let [from, to] = mind.band(at, division);
        let to = to.min(sight[0] - IN_SIGHT_IN);
        let band = [from.min(to), to];
        let behind = prey.is_none() && mind.screens(at, division).is_some();
        let reach = own.iter().map(|one| reach_in(one.ship)).fold(0.0, f64::max).min(sight[0]);
        let wished = f64::midpoint(band[0], band[1]);
        let contact = mind.wants_contact(at, division) * broadside(at, &own, &now, wished);
        let limits = moves::kept_beyond(at.state(), division);
        let lanes = Lanes::of(at, division, planned);
        let foresight = Foresight::of(at.state(), division);
        Before { pose, stakes, post, own, foes, prey, sight, band, contact, reach, behind, limits, lanes, foresight }
    }
}

fn weighed(
    at: &Outlook,
    mind: &Mind,
    division: &Division,
    plot: Plot,
    wish: &Wish,
    before: &Before,
) -> Option<Weighed> {
    let Before { pose, stakes, post, .. } = *before;
    let [sees, is_seen] = before.sight;
    let (fear, prizes) = (mind.card.fear() * FEAR, mind.card.prizes);
    let runs = before.foresight.runs(&plot)?;
    let own: Vec<&Run> = runs.iter().filter(|run| division.ships.contains(&run.ship)).collect();
    let berths = |turns: f64| -> Vec<Berth> {
        let berth = |run: &&Run| {
            let turned_deg = if turns == 0.0 { run.turned.as_f64() } else { 0.0 };
            let end = run.to.pose();
            let pose = Pose { at: end.ahead(run.speed.as_f64() * turns), ..end };
            let now = before.own.iter().find(|one| one.ship.id == run.ship).copied();
            let now = now.or_else(|| Some(Berth::of(at.state().ship(&run.ship)?, pose, prizes)))?;
            Some(now.moved(pose, turned_deg))
        };
        own.iter().filter_map(berth).collect()
    };
    // At the end of the turn, and after each later turn.
    let berths: Vec<Vec<Berth>> = (0..=LATER.len()).map(|turn| berths(turn as f64)).collect();
    let exchange = |turn: usize| {
        let (own, foes) = (&berths[turn][..], &before.foes[turn][..]);
        (most(at, own, foes, sees), fear * most(at, foes, own, is_seen))
    };
    let (dealt, suffered) = exchange(0);
    let lie: f64 = LATER
        .iter()
        .zip(1..)
        .map(|(share, turn)| {
            let (dealt, suffered) = exchange(turn);
            OF_LATER * share * (dealt - suffered)
        })
        .sum();
    let line = own.iter().filter_map(|run| at.state().ship(&run.ship)).any(|ship| ship.card.kind.is_large());
    let sort = match (line, mind.has_line, before.behind) {
        _ if before.prey.is_some() => Sort::Alone,
        (true, ..) => Sort::Line,
        (false, true, true) => Sort::Behind,
        (false, true, false) => Sort::Screen,
        (false, false, _) => Sort::Alone,
    };
    let ends = [before.band[1], before.reach];
    let sought = before.prey.as_ref().unwrap_or(&before.foes);
    let lost = |turn: usize| out_of_reach(&berths[turn], &sought[turn], sort, ends);
    let lost: f64 = LATER.iter().zip(1..).map(|(share, turn)| share * lost(turn)).sum();
    let end = own.first().map_or(pose, |run| run.to.pose());
    let aside = end.heading.difference(wish.course) / 180.0;
    let danger = Danger::of(at, &runs, &before.lanes, wish.out);
    let turned = Bearing::difference(end.heading, pose.heading);
    let soon = own.first().map_or(end, |run| Pose { at: end.ahead(run.speed.as_f64() * SOON as f64), ..end });
    let off = |end: Pose, turn: usize| off_station(mind, before.band, (end, sort), &sought[turn]);
    let station = (off(end, 0) + off(soon, SOON)) / 2.0 * (1.0 + OF_STAKES * stakes);
    let slower = plot.speed.map_or(0.0, |speed| (wish.speed - speed).as_f64().max(0.0));
    let stopped = if 0.0 < slower && plot.speed == Some(Inches::ZERO) { STOPPED } else { 0.0 };
    let steady = unsteady(division, &plot, slower, stakes) + stopped;
    let closed_on = closed_on(&before.limits, &own);
    let from_post = post.map_or(0.0, |post| (range_in(end.at, post) - 1.0).clamp(0.0, MOST_OFF_POST_IN));
    let tracks = tracks(at, &own, prizes);
    let hardly =
        |berth: &Berth| own.iter().any(|run| run.ship == berth.ship.id && run.speed <= torpedo::CRIPPLED_SPEED);
    let slow: Vec<Berth> = berths[0].iter().copied().filter(hardly).collect();
    let finished = mind.card.fear() * torpedoes::finished_off(at, &before.foes[0], &slow, prizes);
    let mut terms = vec![
        term(TermKind::Dealt, dealt, FIRE),
        term(TermKind::Suffered, -suffered, FIRE),
        term(TermKind::Lie, lie, ARCS),
        term(TermKind::Danger, -danger.hazard, LEAVING),
        term(TermKind::Course, -WISH * aside - turned * 1e-6, PLOTS),
    ];
    if danger.enemies != 0.0 {
        terms.push(term(TermKind::Danger, -danger.enemies, RAMMED));
    }
    if station != 0.0 {
        terms.push(term(TermKind::Station, -station, RANGE));
    }
    if closed_on != 0.0 {
        terms.push(term(TermKind::Station, -CLOSED_ON * closed_on, LIMITS));
    }
    if lost * before.contact != 0.0 {
        terms.push(term(TermKind::Contact, -lost * before.contact, SIGHT));
    }
    if steady != 0.0 {
        terms.push(term(TermKind::Steady, -steady, STEADY));
    }
    if from_post != 0.0 {
        terms.push(term(TermKind::Formation, -OFF_POST * from_post * (1.0 + OF_STAKES * stakes), CHAIN));
    }
    if finished != 0.0 {
        terms.push(term(TermKind::Torpedoes, -finished, CLOSE));
    }
    if tracks != 0.0 {
        terms.push(term(TermKind::Tracks, -tracks, TRACKS));
    }
    Some(Weighed::by(order(division, plot), terms))
}

/// Which enemies' ranges a division keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Large ships: large enemies, or all if no large ones are in sight.
    Line,
    /// Light ships beside their own line: light enemies.
    Screen,
    /// Light ships behind their line: none.
    Behind,
    /// Light ships without a line: all enemies.
    Alone,
}

impl Sort {
    /// Returns the enemies whose ranges are kept.
    fn sought<'f, 's>(self, foes: &'f [Berth<'s>]) -> impl Iterator<Item = &'f Berth<'s>> {
        let is_large = |foe: &Berth| foe.ship.card.kind.is_large();
        let any = foes.iter().any(is_large);
        foes.iter().filter(move |foe| match self {
            Sort::Line => is_large(foe) || !any,
            Sort::Screen => !is_large(foe),
            Sort::Behind => false,
            Sort::Alone => true,
        })
    }
}

/// Returns the cost of being outside the wanted ranges of the nearest enemy, in points.
fn off_station(mind: &Mind, [from, to]: [f64; 2], (end, sort): (Pose, Sort), foes: &[Berth]) -> f64 {
    let ranged = sort.sought(foes).map(|foe| (range_in(end.at, foe.pose.at), foe));
    let Some((near, foe)) = ranged.min_by(|one, other| one.0.total_cmp(&other.0)) else { return 0.0 };
    let least = mind.card.range.map_or(0.0, |range| range.least);
    // A chaser does not turn away from prey that runs: the lost distance could not be recovered.
    let too_close = if runs_from(end, foe) { 0.0 } else { TOO_CLOSE * (from - near).max(0.0) };
    OFF_STATION * (near - to).max(0.0) + too_close + TOO_NEAR * (least - near).max(0.0)
}

/// Whether an enemy heads away and makes way.
fn runs_from(end: Pose, foe: &Berth) -> bool {
    let away = |line: Bearing| line.difference(foe.pose.heading) < AWAY_DEG;
    1.0 < foe.ship.speed.as_f64() && Bearing::to(end.at, foe.pose.at).is_ok_and(away)
}

/// Returns the cost of a change of course and speed, which grows with the fire exchanged and the width of the turn. It
/// doubles for a turn against the current one. Wide turns also cost without fire.
pub fn unsteady(division: &Division, plot: &Plot, slower_in: f64, stakes: f64) -> f64 {
    let turn =
        plot.elements.iter().find_map(|element| if let Element::Turn(turn) = element { Some(turn) } else { None });
    let idle = if plot.is_straight() { 0.0 } else { IDLE_CHANGE };
    let slower = CHANGE * slower_in / SLOWER.as_f64();
    let Some(turn) = turn else { return slower * (IN_ANY_CASE + stakes) + idle };
    let carried = division.course.carried.as_ref().map(|carried| carried.turn.hand);
    let against = if carried.is_some_and(|hand| hand != turn.hand) { AGAINST } else { 1.0 };
    let degrees = f64::from(turn.degrees);
    let share = slower + against * (CHANGE + A_RIGHT_ANGLE * degrees / 90.0);
    share * (IN_ANY_CASE + stakes) + idle + ABOUT * (degrees - WIDE_DEG).max(0.0) / 90.0
}

/// Returns all fire exchanged from the current positions, in points. A leader counts the ships of its whole formation.
pub fn stakes(at: &Outlook, mind: &Mind, division: &Division) -> f64 {
    let prizes = mind.card.prizes;
    let lies = |ship| Berth::as_she_lies(ship, prizes);
    let led = at.state().group_of(&division.id);
    let led = led.iter().flat_map(|one| at.state().ships_of_division(&one.id));
    let led: Vec<Berth> = led.filter_map(lies).collect();
    let now: Vec<Berth> = enemies(at).filter_map(lies).collect();
    let [sees, is_seen] = [false, true].map(|own| sight_in(at, own));
    most(at, &led, &now, sees) + mind.card.fear() * FEAR * most(at, &now, &led, is_seen)
}

/// Returns the expected damage by enemies that keep their course: the mean of this turn and the next.
pub fn suffered(at: &Outlook, mind: &Mind, runs: &[Run]) -> f64 {
    let prizes = mind.card.prizes;
    let is_seen = sight_in(at, true);
    let met: Vec<Berth> = enemies(at).filter_map(|ship| Some(Berth::of(ship, ship.at?.pose(), prizes))).collect();
    let own: Vec<(Berth, f64)> = runs
        .iter()
        .filter_map(|run| Some((Berth::of(at.state().ship(&run.ship)?, run.to.pose(), prizes), run.speed.as_f64())))
        .collect();
    let after = |turns: f64| {
        let foes: Vec<Berth> = met.iter().map(|foe| straight_on(foe, turns + 1.0)).collect();
        let ahead = |(berth, speed): &(Berth<'_>, f64)| Pose { at: berth.pose.ahead(speed * turns), ..berth.pose };
        let own: Vec<Berth> = own.iter().map(|one| one.0.moved(ahead(one), 0.0)).collect();
        most(at, &foes, &own, is_seen)
    };
    mind.card.fear() * f64::midpoint(after(0.0), after(1.0))
}

/// Returns how far inside the distance of a special rule ships could come if an enemy turns towards them.
fn closed_on(limits: &[(Inches, Vec<&Ship>)], own: &[&Run]) -> f64 {
    let short = |least: f64, enemy: &Ship, run: &Run| {
        let Some(pose) = enemy.at.map(|place| place.pose()) else { return 0.0 };
        let toward = Bearing::to(pose.at, run.to.point()).map_or(0.0, |line| pose.heading.signed_difference(line));
        let course = pose.heading.turned(toward.clamp(-TOWARD_DEG, TOWARD_DEG));
        let then = pose.at.moved(course, enemy.speed.as_f64());
        (least + MARGIN_IN - range_in(then, run.to.point())).max(0.0)
    };
    let each = limits.iter().flat_map(|(least, enemies)| {
        enemies.iter().flat_map(|enemy| own.iter().map(|run| short(least.as_f64(), enemy, run)))
    });
    each.fold(0.0, f64::max)
}

/// Returns the expected damage by torpedoes on the table, wherever they were aimed. [7.4.2, 7.4.5]
fn tracks(at: &Outlook, runs: &[&Run], prizes: Prizes) -> f64 {
    let state = at.state();
    let (factors, to_hit, run_in) = UNKNOWN;
    let open = state.markers.iter().filter(|marker| marker.side != *at.side());
    let open =
        open.filter_map(|marker| Some((marker.dot?.point(), f64::from(state.turn - marker.turn.min(state.turn)))));
    open.map(|(dot, turns)| {
        let sector = Wedge::about(0.0, 180.0);
        let front = Front { dot, radius_in: A_TURN_IN * turns, growth_in: A_TURN_IN, run_in, sector };
        let met = |run: &&&Run| {
            let ship = state.ship(&run.ship)?;
            let met = front.intercepts(&survey::motion_of(run))?;
            let angle = geometry::keel_angle_deg(met.pose, dot).unwrap_or(90.0);
            let size = torpedoes::size_met(ship, angle);
            Some(TRUE_MARKER * factors * at_most(to_hit) * at_most(size) * worth::of_torpedo(ship, prizes) / 2.0)
        };
        runs.iter().filter_map(|run| met(&run)).fold(0.0, f64::max)
    })
    .sum()
}

/// Returns a ship after `turns` turns straight on.
fn straight_on<'s>(now: &Berth<'s>, turns: f64) -> Berth<'s> {
    now.moved(Pose { at: now.pose.ahead(now.ship.speed.as_f64() * turns), ..now.pose }, 0.0)
}

/// Returns how far own ships or the enemy's are seen in this turn and the next, in inches. At night that depends on
/// lights, so there is no limit. [4.3]
fn sight_in(at: &Outlook, own: bool) -> f64 {
    let state = at.state();
    let side = if own { Some(at.side()) } else { state.enemy_of(at.side()).map(|side| &side.id) };
    let Some(side) = side.filter(|_| !state.setup.night) else { return f64::INFINITY };
    let (next, _) = state.setup.visibility_in(state.turn + 1);
    let light = |turn: u16| state.light_in(turn, side).map(|light| light.range);
    let all = [state.sighting_base, Some(next), light(state.turn), light(state.turn + 1)];
    let least = all.into_iter().flatten().filter(|range| Inches::ZERO < *range).min();
    least.map_or(f64::INFINITY, Inches::as_f64)
}

/// Returns the fire of ships in a turn, each broadside on to the enemy it hurts most at this range.
fn broadside(at: &Outlook, own: &[Berth], foes: &[Berth], range_in: f64) -> f64 {
    let best = |one: &Berth| {
        let abeam = Pose { at: one.pose.at.moved(one.pose.heading.turned(90.0), range_in), ..one.pose };
        let of = |foe: &Berth| fire(&at.state().setup.charts, one, &foe.moved(abeam, 0.0));
        foes.iter().map(of).fold(0.0, f64::max)
    };
    own.iter().map(best).sum()
}

/// Returns how far contact is lost: 0 if a wanted enemy is well within reach and sight, 1 beyond.
/// Distance lost to an enemy that runs is not recovered, so there the loss begins at the farthest wanted range.
fn out_of_reach(own: &[Berth], foes: &[Berth], sort: Sort, [to, reach]: [f64; 2]) -> f64 {
    let lost = |one: &Berth, foe: &Berth| {
        let within = (reach - LOSING_IN).max(0.0);
        let from = if to < within && runs_from(one.pose, foe) { to.max(0.0) } else { within };
        (range_in(one.pose.at, foe.pose.at) - from) / (reach - from).max(LOSING_IN)
    };
    let sought: Vec<&Berth> = sort.sought(foes).collect();
    if sort != Sort::Line && sought.is_empty() {
        return 0.0;
    }
    let all = own.iter().flat_map(|one| sought.iter().map(move |foe| lost(one, foe)));
    all.fold(1.0, f64::min).max(0.0)
}

/// Returns the fire of ships in a turn on others no farther than `sight_in`, each on the target it hurts most.
fn most(at: &Outlook, from: &[Berth], to: &[Berth], sight_in: f64) -> f64 {
    let best = |one: &Berth| {
        let ranged = to.iter().map(|other| (range_in(one.pose.at, other.pose.at), other));
        let seen = ranged.filter(|(range, _)| *range <= sight_in);
        seen.map(|(range, other)| fire_so_far(&at.state().setup.charts, one, other, range)).fold(0.0, f64::max)
    };
    from.iter().map(best).sum()
}
