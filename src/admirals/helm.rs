//! Plots course and speed for every division. [3.3.1, 5.7] Begin at [`weighed_plots`].
mod alarm;
mod chase;
mod lanes;
mod mind;
mod rejoin;
mod safety;
mod weighed;

use super::{
    Choice, Due, Memory, Reasons, TermKind, Weighed,
    aims::Aims,
    fleet,
    reasons::{best, term},
    turning::{STEP_DEG, turned},
};
pub use alarm::is_alarmed;
use geometry::{Bearing, Point, range_in};
use lanes::Lanes;
use mind::{Mind, Wish};
use naval::model::{Division, Edge, Element, Manner, Plot, Run, Ship, Turn, doctrine::Doctrine};
use naval::rules::{moves, survey};
use naval::{Command, Id, Inches, view::Outlook};
use play::Rule;
use safety::Danger;

const PLOTS: Rule = Rule::new("5.7");
const FOLLOW: Rule = Rule::new("5.7.4");
const MIMIC: Rule = Rule::new("5.7.5");
const LEAVING: Rule = Rule::new("9.3");
const SPEED: Rule = Rule::new("5.5");
const FIRE: Rule = Rule::new("6.5.1");
const FLAGSHIP: Rule = Rule::new("5.9.1");
const ALONE: Rule = Rule::new("5.9.3");
const STEADY: Rule = Rule::new("5.10.2");
/// Half a circle, in template steps.
const MOST_STEPS: i32 = 12;
/// A division closer than this to its place in the line is in line.
const OFF_POST_IN: f64 = 1.5;
/// A follower follows if the danger is less than this.
const FOLLOWS_ON: f64 = 1.6;
/// Less danger than this counts as none.
const NONE: f64 = 0.05;
/// Factor for fire suffered by boats that are not attacking.
const WARY: f64 = 2.0;
/// Cost of a full turn about.
const ROUND: f64 = 1.0;

/// Plots every division that still needs a plot. A division in a formation does what the division ahead does.
pub fn plots(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let card = Doctrine::plain();
    let mind = Mind::of(at, &card, &Memory::default());
    each(at, &mind, due, steer)
}

/// The same according to a card, with scored courses for leaders. With `attacks`, boats do not wait behind large ships.
pub fn weighed_plots(at: &mut Outlook, memory: &Memory, card: &Doctrine, attacks: bool, due: &Due) -> Vec<Choice> {
    let mind = Mind::of(at, card, memory);
    let mind = if attacks { mind.attacking() } else { mind };
    each(at, &mind, due, |at, mind, division, planned| {
        let post = fleet::post(at, division, planned).or_else(|| mind.screens(at, division));
        let weighed = weighed::steer(at, mind, division, planned, post);
        weighed.or_else(|| steer_by(at, mind, division, planned, post))
    })
}

/// Shifts the flag of a division whose flagship would hold it back, if it can go straight on in this turn. [5.9.1, Q57]
pub fn flags(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let shifted = |at: &Outlook, unit: &Id| {
        let state = at.state();
        let division = state.division(unit)?;
        let ship = moves::leads_instead(state, division)?.id.clone();
        let runs = moves::foreseen(state, division, &Plot::straight(moves::speed(state, division)))?;
        let leaves = runs.iter().any(|run| moves::edge_crossed(state, run).is_some());
        let command = Command::Flag { division: unit.clone(), ship };
        let option = Weighed::by(command, vec![term(TermKind::Speed, 1.0, FLAGSHIP)]);
        (!leaves && !moves::runs_ashore(state, &runs)).then_some(option)
    };
    due.units.iter().filter_map(|unit| shifted(at, unit).and_then(|option| best(at, vec![option]))).collect()
}

/// Detaches a ship faster than its division if only it can reach an enemy that must not leave the table. [5.9.3]
pub fn detached(at: &mut Outlook, memory: &Memory, card: &Doctrine, due: &Due) -> Vec<Choice> {
    let mind = Mind::of(at, card, memory);
    let ahead = |at: &Outlook, unit: &Id| {
        let (aims, division) = (Aims::of(at), at.state().division(unit)?);
        let prey = mind.prey(at, &aims, division)?;
        let (ship, course) = chase::outruns(at, &aims, division, &prey)?;
        let degrees = ship.at?.pose().heading.signed_difference(course) / f64::from(STEP_DEG);
        let degrees = degrees.round() as i32 * STEP_DEG;
        let turn = Turn { manner: Manner::Ships, ..turned(at, division, degrees) };
        let elements = if degrees == 0 { Vec::new() } else { vec![Element::Turn(turn)] };
        let plot = Plot { elements, speed: Some(ship.allowance()), ..Plot::default() };
        let command = Command::Plot { unit: ship.id.clone(), plot, advance: false, launches: Vec::new() };
        Some(Weighed::by(command, vec![term(TermKind::Objective, 1.0, ALONE)]))
    };
    let units = due.units.iter();
    units.filter_map(|unit| ahead(at, unit).and_then(|option| best(at, vec![option]))).collect()
}

/// Plots each division. `steer` plots those that lead.
fn each(
    at: &mut Outlook,
    mind: &Mind,
    due: &Due,
    steer: impl Fn(&mut Outlook, &Mind, &Division, &[Run]) -> Option<Choice>,
) -> Vec<Choice> {
    let mut planned: Vec<Run> = Vec::new();
    let mut chosen = Vec::new();
    let mut units: Vec<(usize, usize, &Id)> =
        due.units.iter().map(|unit| (fleet::precedence(at, unit), place_in_formation(at, unit), unit)).collect();
    // Stable: formation by formation, the force flag's line first, so that none plots across it. Leaders come first in
    // each. Otherwise in the order of the divisions.
    units.sort_by_key(|(group, place, _)| (*group, *place));
    for (_, _, unit) in units {
        let Some(division) = at.state().division(unit).cloned() else { continue };
        let choice = lean(at, mind, &division, &planned).or_else(|| steer(at, mind, &division, &planned));
        if let Some(Command::Plot { plot, .. }) = choice.as_ref().map(|choice| &choice.command) {
            planned.extend(moves::foreseen(at.state(), &division, plot).into_iter().flatten());
        }
        chosen.extend(choice);
    }
    chosen
}

fn place_in_formation(at: &Outlook, unit: &Id) -> usize {
    at.state().group_of(unit).iter().position(|one| one.id == *unit).unwrap_or_default()
}

fn order(division: &Division, plot: Plot) -> Command {
    Command::Plot { unit: division.id.clone(), plot, advance: false, launches: Vec::new() }
}

/// Follows the division ahead in the formation. Off that track, a division steers for its place astern. It mimics the
/// leading division if that keeps it in place, or if the formation is not one column.
fn lean(at: &mut Outlook, mind: &Mind, division: &Division, planned: &[Run]) -> Option<Choice> {
    let state = at.state();
    let group = state.group_of(&division.id);
    let fit = |one: &&&Division| state.ships_of(&one.id).any(|ship| ship.is_tracked());
    let place = group.iter().position(|one| one.id == division.id).filter(|place| 0 < *place)?;
    let ahead = group[..place].iter().rev().find(fit)?.id.clone();
    let lead = group.iter().find(fit)?.id.clone();
    let of_group = |id: &Id| group.iter().any(|one| one.id == *id);
    let others: Vec<Run> = planned
        .iter()
        .filter(|run| !state.ship(&run.ship).is_some_and(|ship| of_group(&ship.division)))
        .cloned()
        .collect();
    let in_file = state.formations.iter().any(|one| one.divisions.contains(&division.id) && one.lines.is_empty());
    let station = in_file.then(|| rejoin::station(at, &ahead, planned)).flatten();
    let lean = |element: Element| Plot { elements: vec![element], ..Plot::default() };
    let mut options = Vec::new();
    for (element, points, rule) in [(Element::Follow(ahead), 2.0, FOLLOW), (Element::Mimic(lead), 1.0, MIMIC)] {
        let plot = lean(element);
        // A division that follows on the track of the one ahead does not collide with it.
        let lanes = Lanes::planned(at, division, if rule == FOLLOW { &others[..] } else { planned });
        let runs = moves::foreseen(at.state(), division, &plot).unwrap_or_default();
        let safe = Danger::of(at, &runs, &lanes, None).all() < FOLLOWS_ON;
        let keeps = || station.is_none_or(|station| rejoin::keeps(at, division, &plot, station));
        let keeps = rule == FOLLOW || keeps();
        options.extend(
            (safe && keeps).then(|| Weighed::by(order(division, plot), vec![term(TermKind::Formation, points, rule)])),
        );
    }
    best(at, options).or_else(|| station.and_then(|station| rejoin::plotted(at, mind, division, planned, station)))
}

/// Returns the course closest to the wanted one with nothing in the way.
fn steer(at: &mut Outlook, mind: &Mind, division: &Division, planned: &[Run]) -> Option<Choice> {
    steer_by(at, mind, division, planned, None)
}

/// The same, for its place in the line if it has one and nothing else to do.
fn steer_by(
    at: &mut Outlook,
    mind: &Mind,
    division: &Division,
    planned: &[Run],
    post: Option<Point>,
) -> Option<Choice> {
    // The course found is tried at once. Only if it is refused is each course checked beforehand.
    for asks in [false, true] {
        let (tried, is_found) = Thumb::of(at, mind, division, planned, post)?.tried(at, mind, division, asks);
        if !is_found {
            return best(at, tried).or_else(|| holds_on(at, division));
        }
        let chosen = tried.len() - 1;
        let command = tried[chosen].command.clone();
        if at.suppose(&command) {
            return Some(Choice { command, reasons: Reasons { chosen, options: tried } });
        }
    }
    holds_on(at, division)
}

/// Returns every course at the wanted speed for each division steered by a rule of thumb, the best first. [5.7]
pub fn every(at: &Outlook, memory: &Memory, card: &Doctrine, due: &Due, choices: &[Choice]) -> Vec<Vec<Weighed>> {
    let mind = Mind::of(at, card, memory);
    let by_thumb = |unit: &Id| {
        let of_her = |choice: &&Choice| matches!(&choice.command, Command::Plot { unit: other, .. } if other == unit);
        let chosen = choices.iter().find(of_her).and_then(|choice| choice.reasons.options.get(choice.reasons.chosen));
        chosen.is_some_and(|option| option.terms.iter().any(|term| term.kind == TermKind::Course))
    };
    let of = |unit: &Id| {
        let division = at.state().division(unit)?;
        let thumb = Thumb::of(at, &mind, division, &[], fleet::post(at, division, &[]))?;
        let weighed = |degrees: &i32| thumb.weighed(at, &mind, division, *degrees, Inches::ZERO).0;
        let mut options: Vec<Weighed> = thumb.turns.iter().map(weighed).collect();
        options.sort_by_key(|option| std::cmp::Reverse(option.value));
        Some(options)
    };
    due.units.iter().filter(|unit| by_thumb(unit)).filter_map(of).collect()
}

/// Speed reductions tried if every course at the wanted speed leads into danger.
const SLOWER: [Inches; 3] = [Inches::ZERO, Inches::whole(1), Inches::whole(4)];

/// A division's wanted move by a rule of thumb, and the alternative courses.
struct Thumb<'s> {
    wish: Wish,
    /// Angle from the current course to the wanted one, to starboard positive.
    exact: f64,
    /// In degrees, the closest to the wanted course first.
    turns: Vec<i32>,
    lanes: Lanes,
    foresight: moves::Foresight<'s>,
}

impl<'s> Thumb<'s> {
    fn of(
        at: &'s Outlook,
        mind: &Mind,
        division: &'s Division,
        planned: &[Run],
        post: Option<Point>,
    ) -> Option<Thumb<'s>> {
        let pose = leader(at, division)?.at?.pose();
        let wish = mind.wish(at, &Aims::of(at), division, pose);
        let to_post = post.filter(|post| !wish.fixed && OFF_POST_IN < range_in(pose.at, *post));
        let course = to_post.and_then(|post| Bearing::to(pose.at, post).ok()).unwrap_or(wish.course);
        let wish = Wish { course, ..wish };
        let exact = pose.heading.signed_difference(wish.course);
        // A stopped division turns only if a rule requires it.
        let lies = wish.speed == Inches::ZERO;
        let nearest = if lies { 0 } else { (exact / f64::from(STEP_DEG)).round() as i32 };
        // Without danger, a line does not turn farther than its card allows.
        let most = i32::from(mind.card.turns.most_deg) / STEP_DEG;
        let nearest = nearest.clamp(-most, most);
        // A full circle: a rule may require a turn the other way round. [9.2]
        let steps = (0..=2 * MOST_STEPS).flat_map(|off| if off == 0 { vec![0] } else { vec![off, -off] });
        let turns = steps.map(|off| (nearest + off) * STEP_DEG).filter(|degrees| degrees.abs() <= 180).collect();
        let lanes = Lanes::of(at, division, planned);
        Some(Thumb { wish, exact, turns, lanes, foresight: moves::Foresight::of(at.state(), division) })
    }

    /// Tries courses from the wanted one outwards until one at the wanted speed is clear, and legal if `asks`. It is
    /// then the last entry and the result is `true`. Otherwise returns all, with lower speeds if none is clear.
    fn tried(&self, at: &Outlook, mind: &Mind, division: &Division, asks: bool) -> (Vec<Weighed>, bool) {
        let mut tried: Vec<Weighed> = Vec::new();
        for slower in SLOWER {
            if slower != Inches::ZERO && self.speed(slower) == self.wish.speed {
                break;
            }
            let mut is_clear = false;
            for degrees in &self.turns {
                let (option, danger) = self.weighed(at, mind, division, *degrees, slower);
                // Divisions that avoid fire or slow down score every course.
                let would_do = danger.all() < NONE && !self.wish.wary && slower == Inches::ZERO;
                if would_do && (!asks || at.allows(&option.command)) {
                    tried.push(option);
                    return (tried, true);
                }
                // A lower speed does not help to get clear of an enemy.
                is_clear = is_clear || (!would_do && danger.hazard < NONE && at.allows(&option.command));
                tried.extend((!would_do).then_some(option));
            }
            if is_clear {
                break;
            }
        }
        (tried, false)
    }

    fn speed(&self, slower: Inches) -> Inches {
        (self.wish.speed - slower).max(Inches::ZERO)
    }

    /// Scores a turn at a reduced speed, and its danger.
    fn weighed(
        &self,
        at: &Outlook,
        mind: &Mind,
        division: &Division,
        degrees: i32,
        slower: Inches,
    ) -> (Weighed, Danger) {
        let Thumb { ref wish, exact, ref lanes, .. } = *self;
        let speed = self.speed(slower);
        let plot = plot_of(at, division, degrees, &Wish { speed, ..*wish });
        let runs = self.foresight.runs(&plot).unwrap_or_default();
        let boats = at.state().ships_of_division(&division.id).all(|ship| ship.card.kind.is_torpedo_craft());
        // Boats ignore the danger of enemies.
        let danger = Danger::of(at, &runs, lanes, wish.out);
        let danger = if boats { Danger { enemies: 0.0, ..danger } } else { danger };
        let suffered = if wish.wary { weighed::suffered(at, mind, &runs) } else { 0.0 };
        let aside = Bearing::new(f64::from(degrees)).difference(Bearing::new(exact));
        let mut terms = vec![term(TermKind::Course, -aside / 30.0, PLOTS)];
        let steady = if wish.wary { ROUND * f64::from(degrees.abs()) / 180.0 } else { 0.0 };
        terms.extend((0.0 < steady).then(|| term(TermKind::Steady, -steady, STEADY)));
        terms.extend((0.0 < danger.all()).then(|| term(TermKind::Danger, -danger.all(), LEAVING)));
        terms.extend((0.0 < suffered).then(|| term(TermKind::Suffered, -WARY * suffered, FIRE)));
        terms.extend((speed < wish.speed).then(|| term(TermKind::Speed, -slower.as_f64(), SPEED)));
        (Weighed::by(order(division, plot), terms), danger)
    }
}

/// Keeps the division's course as the rules allow, otherwise stops it.
fn holds_on(at: &mut Outlook, division: &Division) -> Option<Choice> {
    let ways =
        naval::rules::turn::straight_on_for(at.state(), false).into_iter().find(|(unit, ..)| *unit == division.id);
    let straight =
        ways.map(|(_, straight, speed)| Plot { speed: speed.or(Some(straight)), ..Plot::straight(straight) });
    let free = |speed| Plot { speed: Some(speed), ..Plot::default() };
    let fastest = moves::fastest(at.state(), division);
    let slower = [fastest, Inches::ZERO].map(free);
    // If a special rule requires another course for all ships at once, they turn together, and stop where it lets them
    // go no farther. [9.2]
    let degrees = || (1..=MOST_STEPS).flat_map(|step| [step, -step]).map(|step| step * STEP_DEG);
    let together = [fastest, Inches::ZERO].into_iter().flat_map(|speed| degrees().map(move |degrees| (speed, degrees)));
    let together = together.map(|(speed, degrees)| {
        let turn = Turn { manner: Manner::Ships, ..turned(at, division, degrees) };
        Plot { elements: vec![Element::Turn(turn)], ..free(speed) }
    });
    let options = straight
        .into_iter()
        .chain(slower)
        .chain(together)
        .enumerate()
        .map(|(at, plot)| Weighed::by(order(division, plot), vec![term(TermKind::Speed, -(at as f64), SPEED)]));
    let options = options.collect();
    best(at, options)
}

/// Returns the lead ship of a division.
fn leader<'s>(at: &'s Outlook, division: &Division) -> Option<&'s Ship> {
    let column = division.course.column.iter().map(|one| &one.ship).chain(&division.ships);
    column.filter_map(|id| at.state().ship(id)).find(|ship| ship.is_tracked() && ship.division == division.id)
}

/// Returns a plot that turns at once, in column if the division is in column, and then goes straight on.
fn plot_of(at: &Outlook, division: &Division, degrees: i32, wish: &Wish) -> Plot {
    let smoke: Vec<Id> = if wish.smoke { sternmost(at, division).into_iter().collect() } else { Vec::new() };
    match degrees {
        0 if division.course.carried.is_none() => Plot { smoke, ..Plot::straight(wish.speed) },
        // An unfinished turn leaves less than the full speed for a straight.
        0 => Plot { elements: Vec::new(), speed: Some(wish.speed), smoke },
        _ => {
            let turn = turned(at, division, degrees);
            let manner = if wish.together { Manner::Ships } else { turn.manner };
            Plot { elements: vec![Element::Turn(Turn { manner, ..turn })], speed: Some(wish.speed), smoke }
        }
    }
}

fn sternmost(at: &Outlook, division: &Division) -> Option<Id> {
    let mut ships = division.ships.iter().rev().filter_map(|id| at.state().ship(id));
    ships.find(|ship| ship.is_tracked() && Inches::ZERO < ship.top_speed()).map(|ship| ship.id.clone())
}

/// Returns the distance from a point to an edge of the table, in inches.
pub fn distance_in(at: &Outlook, point: Point, edge: Edge) -> f64 {
    let table = survey::surface(at.state());
    match edge {
        Edge::North => table.depth_in - point.y(),
        Edge::East => table.width_in - point.x(),
        Edge::South => point.y(),
        Edge::West => point.x(),
    }
}
