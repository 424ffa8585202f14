//! Plots course and speed for every division. [3.3.1, 5.7] Begin at [`scored_plots`].
mod alarm;
mod boats;
mod chase;
mod courses;
mod posture;
mod rejoin;
mod safety;
mod scoring;
mod tracks;

pub use super::relative_position::distance_in;
use super::{
    Choice, Memory, PendingDecision, Reasons, ScoredOption, TermKind,
    aims::Aims,
    fleet,
    reasons::{choose_best, term},
    turning::{STEP_DEG, turn_by},
    weights::Weights,
};
pub use alarm::is_alarmed;
use geometry::{Bearing, Point, range_in};
use naval::model::{Division, Element, Plot, Ship, ShipMove, Turn, TurnKind, doctrine::Doctrine};
use naval::rules::moves;
use naval::{Command, Id, Inches, view::PlayerView};
use play::Rule;
use posture::{DesiredMove, Posture};
use safety::Danger;
use tracks::PredictedTracks;

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
const HALF_CIRCLE_STEPS: i32 = 12;
/// A division closer than this to its place in the line is in line.
const OFF_POST_IN: f64 = 1.5;
/// A follower follows if the danger is less than this.
const MAX_FOLLOW_DANGER: f64 = 1.6;
/// Less danger than this counts as none.
const NO_DANGER: f64 = 0.05;

/// Plots every division that still needs a plot. A division in a formation does what the division ahead does.
pub fn plain_plots(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let card = Doctrine::default_card();
    let posture = Posture::assess(view, &card, &Memory::default());
    plot_each(view, &posture, decision, steer)
}

/// Plots divisions by a card, with scored courses for leaders. With `attacks`, boats do not wait behind large ships.
pub fn scored_plots(
    view: &mut PlayerView,
    memory: &Memory,
    (card, weights): (&Doctrine, &Weights),
    attacks: bool,
    decision: &PendingDecision,
) -> Vec<Choice> {
    let posture = Posture::assess(view, card, memory).with_weights(weights);
    let posture = if attacks { posture.with_boats_attacking() } else { posture };
    plot_each(view, &posture, decision, |view, posture, division, planned| {
        let station =
            fleet::station_in_line(view, division, planned).or_else(|| posture.screen_station(view, division));
        let scored = scoring::steer(view, posture, division, planned, station);
        scored.or_else(|| steer_to_station(view, posture, division, planned, station))
    })
}

/// Shifts the flag of a division whose flagship would hold it back, if it can go straight on in this turn. [5.9.1, Q57]
pub fn flag_shifts(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let shift_for = |view: &PlayerView, unit: &Id| {
        let state = view.state();
        let division = state.division(unit)?;
        let ship = moves::faster_leader(state, division)?.id.clone();
        let runs = moves::predicted_runs(state, division, &Plot::straight(moves::speed_without_plot(state, division)))?;
        let leaves = runs.iter().any(|run| moves::edge_crossed(state, run).is_some());
        let command = Command::Flag { division: unit.clone(), ship };
        let option = ScoredOption::from_terms(command, vec![term(TermKind::Speed, 1.0, FLAGSHIP)]);
        (!leaves && !moves::runs_ashore(state, &runs)).then_some(option)
    };
    decision
        .units
        .iter()
        .filter_map(|unit| shift_for(view, unit).and_then(|option| choose_best(view, vec![option])))
        .collect()
}

/// Detaches a ship faster than its division if only it can reach an enemy that must not leave the table. [5.9.3]
pub fn detachments(view: &mut PlayerView, memory: &Memory, card: &Doctrine, decision: &PendingDecision) -> Vec<Choice> {
    let posture = Posture::assess(view, card, memory);
    let detach_from = |view: &PlayerView, unit: &Id| {
        let (aims, division) = (Aims::from_view(view), view.state().division(unit)?);
        let target = posture.quarry(view, &aims, division)?;
        let (ship, course) = chase::fast_chaser(view, &aims, division, &target)?;
        let degrees = ship.at?.pose().heading.signed_difference(course) / f64::from(STEP_DEG);
        let degrees = degrees.round() as i32 * STEP_DEG;
        let turn = Turn { manner: TurnKind::Ships, ..turn_by(view, division, degrees) };
        let elements = if degrees == 0 { Vec::new() } else { vec![Element::Turn(turn)] };
        let plot = Plot { elements, speed: Some(ship.speed_allowance()), ..Plot::default() };
        let command = Command::Plot { unit: ship.id.clone(), plot, advance: false, launches: Vec::new() };
        Some(ScoredOption::from_terms(command, vec![term(TermKind::Objective, 1.0, ALONE)]))
    };
    let units = decision.units.iter();
    units.filter_map(|unit| detach_from(view, unit).and_then(|option| choose_best(view, vec![option]))).collect()
}

/// Plots each division. `steer` plots those that follow no other division.
fn plot_each(
    view: &mut PlayerView,
    posture: &Posture,
    decision: &PendingDecision,
    steer: impl Fn(&mut PlayerView, &Posture, &Division, &[ShipMove]) -> Option<Choice>,
) -> Vec<Choice> {
    let mut planned: Vec<ShipMove> = Vec::new();
    let mut chosen = Vec::new();
    let mut units: Vec<(usize, usize, &Id)> = decision
        .units
        .iter()
        .map(|unit| (fleet::plotting_rank(view, unit), place_in_formation(view, unit), unit))
        .collect();
    // Stable: formation by formation, the force flag's line first, so that none plots across it. Leaders come first in
    // each. Otherwise in the order of the divisions.
    units.sort_by_key(|(group, place, _)| (*group, *place));
    for (_, _, unit) in units {
        let Some(division) = view.state().division(unit).cloned() else { continue };
        let choice =
            follow_formation(view, posture, &division, &planned).or_else(|| steer(view, posture, &division, &planned));
        if let Some(Command::Plot { plot, .. }) = choice.as_ref().map(|choice| &choice.command) {
            planned.extend(moves::predicted_runs(view.state(), &division, plot).into_iter().flatten());
        }
        chosen.extend(choice);
    }
    chosen
}

fn place_in_formation(view: &PlayerView, unit: &Id) -> usize {
    view.state().divisions_in_formation_of(unit).iter().position(|division| division.id == *unit).unwrap_or_default()
}

fn plot_command(division: &Division, plot: Plot) -> Command {
    Command::Plot { unit: division.id.clone(), plot, advance: false, launches: Vec::new() }
}

/// Follows the division ahead in the formation. Off that track, a division steers for its place astern. It mimics the
/// leading division if that keeps it in place, or if the formation is not one column.
fn follow_formation(
    view: &mut PlayerView,
    posture: &Posture,
    division: &Division,
    planned: &[ShipMove],
) -> Option<Choice> {
    let state = view.state();
    let group = state.divisions_in_formation_of(&division.id);
    let has_ships = |division: &&&Division| state.ships_of(&division.id).any(|ship| ship.has_position());
    let place = group.iter().position(|member| member.id == division.id).filter(|place| 0 < *place)?;
    let ahead = group[..place].iter().rev().find(has_ships)?.id.clone();
    let lead = group.iter().find(has_ships)?.id.clone();
    let is_in_group = |id: &Id| group.iter().any(|member| member.id == *id);
    let others: Vec<ShipMove> = planned
        .iter()
        .filter(|run| !state.ship(&run.ship).is_some_and(|ship| is_in_group(&ship.division)))
        .cloned()
        .collect();
    let in_file = state
        .formations
        .iter()
        .any(|formation| formation.divisions.contains(&division.id) && formation.lines.is_empty());
    let station = in_file.then(|| rejoin::station(view, &ahead, planned)).flatten();
    let single_element = |element: Element| Plot { elements: vec![element], ..Plot::default() };
    let mut options = Vec::new();
    for (element, points, rule) in [(Element::Follow(ahead), 2.0, FOLLOW), (Element::Mimic(lead), 1.0, MIMIC)] {
        let plot = single_element(element);
        // A division that follows on the track of the one ahead does not collide with it.
        let tracks = PredictedTracks::from_plots(view, division, if rule == FOLLOW { &others[..] } else { planned });
        let runs = moves::predicted_runs(view.state(), division, &plot).unwrap_or_default();
        let is_safe = Danger::assess(view, &runs, &tracks, None, posture).total() < MAX_FOLLOW_DANGER;
        let keeps_station = || station.is_none_or(|station| rejoin::is_in_place(view, division, &plot, station));
        let keeps = rule == FOLLOW || keeps_station();
        options.extend((is_safe && keeps).then(|| {
            ScoredOption::from_terms(plot_command(division, plot), vec![term(TermKind::Formation, points, rule)])
        }));
    }
    choose_best(view, options)
        .or_else(|| station.and_then(|station| rejoin::best_plot(view, posture, division, planned, station)))
}

/// Returns the course closest to the wanted one with nothing in the way.
fn steer(view: &mut PlayerView, posture: &Posture, division: &Division, planned: &[ShipMove]) -> Option<Choice> {
    steer_to_station(view, posture, division, planned, None)
}

/// Returns the course closest to the wanted one, or to `station` if the division has nothing else to do.
fn steer_to_station(
    view: &mut PlayerView,
    posture: &Posture,
    division: &Division,
    planned: &[ShipMove],
    station: Option<Point>,
) -> Option<Choice> {
    // The course found is tried at once. Only if it is refused is each course checked beforehand.
    for checks_legality in [false, true] {
        let (tried, is_found) = ThumbPlan::prepare(view, posture, division, planned, station)?.try_courses(
            view,
            posture,
            division,
            checks_legality,
        );
        if !is_found {
            return choose_best(view, tried).or_else(|| keep_course(view, division));
        }
        let chosen = tried.len() - 1;
        let command = tried[chosen].command.clone();
        if view.try_order(&command) {
            return Some(Choice { command, reasons: Reasons { chosen, options: tried } });
        }
    }
    keep_course(view, division)
}

/// Returns every course at the wanted speed for each division steered by a rule of thumb, the best first. [5.7]
pub fn courses_by_thumb(
    view: &PlayerView,
    memory: &Memory,
    card: &Doctrine,
    decision: &PendingDecision,
    choices: &[Choice],
) -> Vec<Vec<ScoredOption>> {
    let posture = Posture::assess(view, card, memory);
    let is_by_thumb = |unit: &Id| {
        let plots_unit =
            |choice: &&Choice| matches!(&choice.command, Command::Plot { unit: other, .. } if other == unit);
        let chosen =
            choices.iter().find(plots_unit).and_then(|choice| choice.reasons.options.get(choice.reasons.chosen));
        chosen.is_some_and(|option| option.terms.iter().any(|term| term.kind == TermKind::Course))
    };
    let courses_for = |unit: &Id| {
        let division = view.state().division(unit)?;
        let thumb = ThumbPlan::prepare(view, &posture, division, &[], fleet::station_in_line(view, division, &[]))?;
        let to_option = |degrees: &i32| thumb.score_turn(view, &posture, division, *degrees, Inches::ZERO).0;
        let mut options: Vec<ScoredOption> = thumb.turns.iter().map(to_option).collect();
        options.sort_by_key(|option| std::cmp::Reverse(option.value));
        Some(options)
    };
    decision.units.iter().filter(|unit| is_by_thumb(unit)).filter_map(courses_for).collect()
}

/// Speed reductions tried if every course at the wanted speed leads into danger.
const SLOWER: [Inches; 3] = [Inches::ZERO, Inches::whole(1), Inches::whole(4)];

/// A division's wanted move by a rule of thumb, and the alternative courses.
struct ThumbPlan<'s> {
    desired: DesiredMove,
    /// Angle from the current course to the wanted one, to starboard positive.
    exact: f64,
    /// In degrees, the closest to the wanted course first.
    turns: Vec<i32>,
    tracks: PredictedTracks,
    predictor: moves::PlotPredictor<'s>,
}

impl<'s> ThumbPlan<'s> {
    fn prepare(
        view: &'s PlayerView,
        posture: &Posture,
        division: &'s Division,
        planned: &[ShipMove],
        station: Option<Point>,
    ) -> Option<ThumbPlan<'s>> {
        let pose = leader(view, division)?.at?.pose();
        let desired = posture.desired_move(view, &Aims::from_view(view), division, pose);
        let off_station =
            station.filter(|station| !desired.course_is_fixed && OFF_POST_IN < range_in(pose.at, *station));
        let course = off_station.and_then(|station| Bearing::between(pose.at, station).ok()).unwrap_or(desired.course);
        let desired = DesiredMove { course, ..desired };
        let exact = pose.heading.signed_difference(desired.course);
        // A stopped division turns only if a rule requires it.
        let is_stopped = desired.speed == Inches::ZERO;
        let nearest = if is_stopped { 0 } else { (exact / f64::from(STEP_DEG)).round() as i32 };
        // Without danger, a line does not turn farther than its card allows.
        let max_steps = i32::from(posture.card.turns.most_deg) / STEP_DEG;
        let nearest = nearest.clamp(-max_steps, max_steps);
        // A full circle: a rule may require a turn the other way round. [9.2]
        let steps =
            (0..=2 * HALF_CIRCLE_STEPS).flat_map(|offset| if offset == 0 { vec![0] } else { vec![offset, -offset] });
        let turns = steps.map(|offset| (nearest + offset) * STEP_DEG).filter(|degrees| degrees.abs() <= 180).collect();
        let tracks = PredictedTracks::predict(view, division, planned);
        Some(ThumbPlan { desired, exact, turns, tracks, predictor: moves::PlotPredictor::new(view.state(), division) })
    }

    /// Tries courses from the wanted one outwards until one at the wanted speed is clear, and legal if
    /// `checks_legality`. It is then the last entry and the result is `true`. Otherwise returns all, with lower speeds
    /// if none is clear.
    fn try_courses(
        &self,
        view: &PlayerView,
        posture: &Posture,
        division: &Division,
        checks_legality: bool,
    ) -> (Vec<ScoredOption>, bool) {
        let mut tried: Vec<ScoredOption> = Vec::new();
        for slower in SLOWER {
            if slower != Inches::ZERO && self.speed(slower) == self.desired.speed {
                break;
            }
            let mut is_clear = false;
            for degrees in &self.turns {
                let (option, danger) = self.score_turn(view, posture, division, *degrees, slower);
                // Divisions that avoid fire or slow down score every course.
                let would_do = danger.total() < NO_DANGER && !self.desired.avoids_fire && slower == Inches::ZERO;
                if would_do && (!checks_legality || view.allows(&option.command)) {
                    tried.push(option);
                    return (tried, true);
                }
                // A lower speed does not help to get clear of an enemy.
                is_clear = is_clear || (!would_do && danger.obstacles() < NO_DANGER && view.allows(&option.command));
                tried.extend((!would_do).then_some(option));
            }
            if is_clear {
                break;
            }
        }
        (tried, false)
    }

    fn speed(&self, slower: Inches) -> Inches {
        (self.desired.speed - slower).max(Inches::ZERO)
    }

    /// Returns a scored turn with the speed reduced by `slower`, and the danger of that turn.
    fn score_turn(
        &self,
        view: &PlayerView,
        posture: &Posture,
        division: &Division,
        degrees: i32,
        slower: Inches,
    ) -> (ScoredOption, Danger) {
        let ThumbPlan { ref desired, exact, ref tracks, .. } = *self;
        let speed = self.speed(slower);
        let plot = turning_plot(view, division, degrees, &DesiredMove { speed, ..*desired });
        let runs = self.predictor.predicted_runs(&plot).unwrap_or_default();
        let are_boats = view.state().ships_of_division(&division.id).all(|ship| ship.card.kind.is_torpedo_craft());
        // Boats ignore the danger of enemies.
        let danger = Danger::assess(view, &runs, tracks, desired.exit_edge, posture);
        let danger = if are_boats { Danger { enemies: 0.0, ..danger } } else { danger };
        let suffered = if desired.avoids_fire { scoring::expected_damage(view, posture, &runs) } else { 0.0 };
        let too_close_in = if desired.avoids_fire { boats::inside_battery_reach_in(view, &runs) } else { 0.0 };
        let aside = Bearing::new(f64::from(degrees)).angle_to(Bearing::new(exact));
        let mut terms = vec![term(TermKind::Course, -aside / 30.0, PLOTS)];
        let turn_cost =
            if desired.avoids_fire { posture.weights.turn_about * f64::from(degrees.abs()) / 180.0 } else { 0.0 };
        terms.extend((0.0 < turn_cost).then(|| term(TermKind::ChangeCost, -turn_cost, STEADY)));
        terms.extend((0.0 < danger.total()).then(|| term(TermKind::Danger, -danger.total(), LEAVING)));
        terms.extend(
            (0.0 < too_close_in).then(|| term(TermKind::Station, -posture.weights.battery_reach * too_close_in, FIRE)),
        );
        terms
            .extend((0.0 < suffered).then(|| term(TermKind::Suffered, -posture.weights.avoided_fire * suffered, FIRE)));
        terms.extend((speed < desired.speed).then(|| term(TermKind::Speed, -slower.as_f64(), SPEED)));
        (ScoredOption::from_terms(plot_command(division, plot), terms), danger)
    }
}

/// Keeps the division's course as the rules allow, otherwise stops it.
fn keep_course(view: &mut PlayerView, division: &Division) -> Option<Choice> {
    let steady_run =
        naval::rules::turn::straight_on_for(view.state(), false).into_iter().find(|(unit, ..)| *unit == division.id);
    let straight =
        steady_run.map(|(_, straight, speed)| Plot { speed: speed.or(Some(straight)), ..Plot::straight(straight) });
    let no_elements = |speed| Plot { speed: Some(speed), ..Plot::default() };
    let fastest = moves::fastest(view.state(), division);
    let slower = [fastest, Inches::ZERO].map(no_elements);
    // If a special rule requires another course, tries turns of all ships at once, then the same turns at speed 0. [9.2]
    let degrees = || (1..=HALF_CIRCLE_STEPS).flat_map(|step| [step, -step]).map(|step| step * STEP_DEG);
    let together = [fastest, Inches::ZERO].into_iter().flat_map(|speed| degrees().map(move |degrees| (speed, degrees)));
    let together = together.map(|(speed, degrees)| {
        let turn = Turn { manner: TurnKind::Ships, ..turn_by(view, division, degrees) };
        Plot { elements: vec![Element::Turn(turn)], ..no_elements(speed) }
    });
    let options = straight.into_iter().chain(slower).chain(together).enumerate().map(|(index, plot)| {
        ScoredOption::from_terms(plot_command(division, plot), vec![term(TermKind::Speed, -(index as f64), SPEED)])
    });
    let options = options.collect();
    choose_best(view, options)
}

fn leader<'s>(view: &'s PlayerView, division: &Division) -> Option<&'s Ship> {
    let column = division.course.column.iter().map(|entry| &entry.ship).chain(&division.ships);
    column.filter_map(|id| view.state().ship(id)).find(|ship| ship.has_position() && ship.division == division.id)
}

/// Returns a plot that turns at once, in column if the division is in column, and then goes straight on.
fn turning_plot(view: &PlayerView, division: &Division, degrees: i32, desired: &DesiredMove) -> Plot {
    let smoke: Vec<Id> = if desired.smoke { last_ship(view, division).into_iter().collect() } else { Vec::new() };
    match degrees {
        0 if division.course.carried.is_none() => Plot { smoke, ..Plot::straight(desired.speed) },
        // An unfinished turn leaves less than the full speed for a straight.
        0 => Plot { elements: Vec::new(), speed: Some(desired.speed), smoke },
        _ => {
            let turn = turn_by(view, division, degrees);
            let manner = if desired.turn_together { TurnKind::Ships } else { turn.manner };
            Plot { elements: vec![Element::Turn(Turn { manner, ..turn })], speed: Some(desired.speed), smoke }
        }
    }
}

fn last_ship(view: &PlayerView, division: &Division) -> Option<Id> {
    let mut ships = division.ships.iter().rev().filter_map(|id| view.state().ship(id));
    ships.find(|ship| ship.has_position() && Inches::ZERO < ship.top_speed()).map(|ship| ship.id.clone())
}
