//! 5.3.2 to 5.3.4: a flotilla changes between line ahead and lines of bearing.
use super::kinds::is_flotilla;
use crate::model::{
    BearingLine, ColumnState, Division, Fine, Follower, Formation, FormationChange, FormationId, FormationReason, Half,
    Place, ShipMove, TableReason, TrackLeg, base::base_of,
};
use crate::rules::columns::{self, helm};
use crate::rules::columns::{helm::DivisionMove, placed_course::course_of};
use crate::rules::{half_move, special, steering::pace};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, State};
use geometry::{Bearing, Path, Piece, Point, Pose, shortest_route};
use play::Rule;

const FORMATIONS: Rule = Rule::new("5.2");
const FLOTILLAS: Rule = Rule::new("5.3");
const SHAPES: Rule = Rule::new("5.3.2");
const FARTHEST: Rule = Rule::new("5.3.3");
const PLOTTED: Rule = Rule::new("5.3.4");
const SPEED: Rule = Rule::new("5.4");
const SHIFTED: Rule = Rule::new("5.9.1");
/// The step in which the leading ship's way is tried, in inches.
const STEP_IN: f64 = 0.05;
/// How often the last step is halved.
const HALVINGS: u8 = 12;
/// A station this nearly straight ahead needs no turn, because positions are rounded.
const ON_COURSE_IN: f64 = 0.02;
const ON_COURSE_DEG: f64 = 0.05;
/// A base that falls short steers for a point that it can reach within this many moves.
const MOVES_AHEAD: u8 = 40;

/// Plots a flotilla's change to lines of bearing or line ahead, instead of its divisions' plots.
///
/// Refused outside the Plotting Segment. The formation must be a flotilla with at least two divisions in action, all
/// tracked, the first without a turn to finish, none under a new flag. Every ship must make the speed, above 0.
pub(crate) fn plot(
    draft: &mut NavalDraft<'_>,
    id: &FormationId,
    lines: &[BearingLine],
    speed: Option<Inches>,
) -> Result<(), NavalHalt> {
    half_move::check_plotting(draft, &id.to_kind(), "reform", FORMATIONS)?;
    let (state, formation_id) = (draft.state(), || id.clone());
    let formation = state.formation(id).cloned();
    let formation =
        draft.need(formation, FLOTILLAS, || FormationReason::NoSuchFormation { formation: formation_id() })?;
    let is_no_flotilla = !is_flotilla(state, &formation);
    draft.refuse_if(is_no_flotilla, SHAPES, || FormationReason::NotAFlotilla { formation: formation_id() })?;
    let divisions: Vec<&Division> = state.divisions_in_action(&formation.divisions).map(|(_, member)| member).collect();
    draft.refuse_if(divisions.len() < 2, SHAPES, || FormationReason::TooFewInAction { formation: formation_id() })?;
    let unplaced = divisions.iter().find(|member| !state.has_position(&member.id));
    draft.refuse_found(unplaced, SHAPES, |unplaced| TableReason::NoPosition { unit: unplaced.id.clone() })?;
    let shifted = divisions.iter().find(|member| state.checks && member.new_flag_turn == Some(state.turn));
    draft.refuse_found(shifted, SHIFTED, |member| FormationReason::FlagShifted { division: member.id.clone() })?;
    let turning = divisions.first().filter(|member| member.course.carried.is_some());
    draft.refuse_found(turning, SHAPES, |member| FormationReason::TurnUnfinished { division: member.id.clone() })?;
    // By default the flotilla moves at the speed of its slowest ship. [5.3.3, Q61]
    let slowest = divisions.iter().map(|division| pace::fastest_of_all(state, division)).min();
    let speed = speed.or(slowest).unwrap_or(Inches::ZERO);
    // The slowest division first, so that a refusal names a speed that all can make.
    let mut in_order = divisions.clone();
    in_order.sort_by_key(|division| pace::fastest_of_all(state, division));
    in_order.into_iter().try_for_each(|division| pace::check_speed_of_all(state, division, speed))?;
    draft.refuse_if(speed <= Inches::ZERO, SPEED, || FormationReason::NoSpeed { unit: id.to_kind() })?;
    let change = FormationChange { lines: lines.to_vec(), speed };
    within_special_rules(state, &formation, &change, &divisions)?;
    draft.record(PLOTTED, Fact::ChangePlotted { formation: formation.id, change });
    Ok(())
}

/// Checks a change of formation against the scenario's special rules, as for a plot. [9.2]
fn within_special_rules(
    state: &State,
    formation: &Formation,
    change: &FormationChange,
    divisions: &[&Division],
) -> Result<(), (Rule, Reason)> {
    let Some(changing) = formation_move(state, formation, change) else { return Ok(()) };
    divisions.iter().try_for_each(|division| {
        let is_member = |run: &&ShipMove| division.ships.contains(&run.ship);
        let runs: Vec<ShipMove> =
            changing.moves.iter().flat_map(|(_, outcome)| &outcome.runs).filter(is_member).cloned().collect();
        let plotted = special::steer::PlottedMove { elements: &[], runs: &runs, follows: None, ahead: false };
        special::steer::check_plot(state, division, &plotted)
    })
}

pub(crate) struct FormationMove {
    formation: FormationId,
    pub(crate) moves: Vec<(Id, DivisionMove)>,
    /// The division with the longest way.
    farthest: Id,
    /// Divisions that do not reach their stations this turn, empty once the flotilla has formed.
    short: Vec<Id>,
}

struct StationMover {
    ship: Id,
    division: Id,
    from: Pose,
    /// The ship's station if the leading ship does not move.
    station: Point,
    astern: f64,
    radius_in: f64,
}

/// How far a base can move in this move, and what counts as movement.
#[derive(Clone, Copy)]
struct MoveBudget {
    inches: f64,
    /// Arcs count as movement. [T10]
    turns_cost: bool,
}

impl MoveBudget {
    fn cost(self, piece: &Piece) -> f64 {
        match piece {
            Piece::Arc { .. } if !self.turns_cost => 0.0,
            Piece::Arc { .. } | Piece::Straight { .. } => piece.length_in(),
        }
    }
    fn path_cost_in(self, way: &Path) -> f64 {
        way.pieces().map(|piece| self.cost(&piece)).sum()
    }
    fn allows(self, way: &Path) -> bool {
        self.path_cost_in(way) <= self.inches + 1e-6
    }
    /// Returns the part of a path that can be run in this move.
    fn part_of(self, way: &Path) -> Path {
        let mut left = self.inches;
        let mut pieces = Vec::new();
        for piece in way.pieces() {
            let cost = self.cost(&piece);
            let share = if cost <= left { 1.0 } else { left / cost };
            left -= cost * share;
            pieces.push(match piece {
                Piece::Straight { length_in } => Piece::Straight { length_in: length_in * share },
                Piece::Arc { radius_in, degrees, hand } => Piece::Arc { radius_in, degrees: degrees * share, hand },
            });
            if share < 1.0 {
                break;
            }
        }
        Path::from_pieces(way.start(), pieces)
    }
}

impl StationMover {
    /// Returns the path to the base's station after the leading ship has moved `ahead` inches.
    fn path_to_station(&self, lead: Pose, ahead: f64, reach: MoveBudget) -> Path {
        let station = Pose { at: self.station.moved(lead.heading, ahead), heading: lead.heading };
        let (astern, aside) = helm::astern_and_aside(self.from, station.at);
        let heads_alike = self.from.heading.angle_to(station.heading) <= ON_COURSE_DEG;
        if heads_alike && astern <= 0.0 && aside.abs() <= ON_COURSE_IN {
            return Path::new(self.from).straight(-astern);
        }
        shortest_route(self.from, station, self.radius_in, reach.turns_cost)
    }
    /// Returns this move's path: to the station, or towards the first point where the base can catch up with it.
    fn path_this_move(&self, lead: Pose, ahead: f64, reach: MoveBudget) -> Path {
        let whole = self.path_to_station(lead, ahead, reach);
        if reach.allows(&whole) {
            return whole;
        }
        let later = |moves: u8| {
            let moves = f64::from(moves);
            let way = self.path_to_station(lead, ahead * moves, reach);
            (reach.path_cost_in(&way) <= reach.inches * moves).then_some(way)
        };
        reach.part_of(&(2..=MOVES_AHEAD).find_map(later).unwrap_or(whole))
    }
}

/// Returns the moves of all flotillas that change formation in this move. [5.3.3]
pub(crate) fn formation_moves(state: &State) -> Vec<FormationMove> {
    let changing = state.formations.iter().filter_map(|formation| Some((formation, formation.change.as_ref()?)));
    changing.filter_map(|(formation, change)| formation_move(state, formation, change)).collect()
}

/// Records how flotillas changed their formations. [5.3.3, Q61]
///
/// The leading division keeps its course. The division with the longest way moves at the flotilla's speed, each other
/// one no farther than its station, all on their turning circles.
pub(crate) fn record_changes(draft: &mut NavalDraft<'_>, formation_moves: Vec<FormationMove>) {
    for FormationMove { formation, moves, farthest, short } in formation_moves {
        for (division, outcome) in moves {
            draft.record_all(FARTHEST, outcome.runs.into_iter().map(Fact::Moved));
            draft.record(FARTHEST, Fact::CourseRecorded { division, course: outcome.course });
        }
        // The second half continues the change, even of a flotilla that formed in the first.
        if draft.state().half != Some(Half::First) {
            draft.record(FARTHEST, Fact::FormationChanged { formation, farthest, short });
        }
    }
}

/// Returns where a change of formation moves every base. [5.3.3, Q61]
fn formation_move(state: &State, formation: &Formation, change: &FormationChange) -> Option<FormationMove> {
    let divisions: Vec<&Division> = state.divisions_in_action(&formation.divisions).map(|(_, member)| member).collect();
    let lead = columns::place_of(state, divisions.first()?)?.pose();
    let slowest = divisions.iter().map(|division| pace::slowest(state, division)).min();
    let speed = if state.checks { change.speed.min(slowest.unwrap_or(change.speed)) } else { change.speed };
    let movers = stations(state, &divisions, lead, &change.lines);
    // A half move covers half the way. [3.4.2]
    let inches = speed.as_f64() / if state.half.is_some() { 2.0 } else { 1.0 };
    let reach = MoveBudget { inches, turns_cost: state.setup.options.turn_costs_movement };
    let ahead = leader_advance(lead, &movers, reach);
    let arrives = |base: &StationMover| reach.allows(&base.path_to_station(lead, ahead, reach));
    let short =
        divisions.iter().filter(|division| movers.iter().any(|base| base.division == division.id && !arrives(base)));
    let short: Vec<Id> = short.map(|division| division.id.clone()).collect();
    let cost_in = |base: &&StationMover| reach.path_cost_in(&base.path_to_station(lead, ahead, reach));
    let farthest = movers.iter().max_by(|left, right| cost_in(left).total_cmp(&cost_in(right)))?.division.clone();
    let run_of = |division: &&Division| {
        let own_movers = movers.iter().filter(|base| base.division == division.id);
        let ways: Vec<(&StationMover, Path)> =
            own_movers.map(|base| (base, base.path_this_move(lead, ahead, reach))).collect();
        let made = division_speed(state, &ways, reach).min(speed);
        ways.iter().map(|(base, way)| base_run(base, way, made)).collect()
    };
    let runs: Vec<Vec<ShipMove>> = divisions.iter().map(run_of).collect();
    let ordered = Some(speed_afterwards(state, &runs, speed));
    let moves = divisions.iter().zip(runs).map(|(division, runs)| {
        let course = if short.contains(&division.id) {
            unfinished_course(state, &runs)
        } else {
            column_course(&movers, &division.id)
        };
        (division.id.clone(), DivisionMove::from_runs(runs, ColumnState { ordered, ..course }))
    });
    Some(FormationMove { formation: formation.id.clone(), moves: moves.collect(), farthest, short: short.clone() })
}

/// Returns each base's station if the leading ship does not move. All steer its course.
fn stations(state: &State, divisions: &[&Division], lead: Pose, lines: &[BearingLine]) -> Vec<StationMover> {
    let mut movers = Vec::new();
    let interval = state.setup.options.interval.as_f64();
    // Inches from the leading ship's middle to the stern of the ship ahead, for line ahead.
    let mut stern: Option<f64> = None;
    for (index, division) in divisions.iter().enumerate() {
        let mut first: Option<f64> = None;
        for (ship, _) in helm::bases(state, division) {
            let Some(place) = ship.at else { continue };
            let half = base_of(state, ship).length_in / 2.0;
            let in_line = lines.is_empty() || first.is_some();
            let astern = match stern {
                Some(stern) if in_line => stern + interval + half,
                Some(_) | None => 0.0,
            };
            stern = Some(astern + half);
            let first = *first.get_or_insert(astern);
            let leader_station = station_of_leader(lead, index, lines);
            let station = leader_station.moved(lead.heading, -astern);
            let (base, ship, division) = (ship, ship.id.clone(), division.id.clone());
            let (from, radius_in) = (place.pose(), helm::turn_radius(state, base).as_f64());
            movers.push(StationMover { ship, division, from, station, astern: astern - first, radius_in });
        }
    }
    movers
}

/// Returns a division leader's station on the lines of bearing: in sequence on one line, alternately on two.
fn station_of_leader(lead: Pose, index: usize, lines: &[BearingLine]) -> Point {
    match (index.checked_sub(1), lines) {
        (None, _) | (_, []) => lead.at,
        (Some(index), lines) => {
            let line = lines[index % lines.len()];
            let rank = (index / lines.len() + 1) as f64;
            lead.at.moved(Bearing::new(f64::from(line.bearing_deg)), line.interval.as_f64() * rank)
        }
    }
}

/// Returns the leading ship's farthest move that lets every base arrive, at least half the flotilla's way. [5.3.3, Q61]
fn leader_advance(lead: Pose, movers: &[StationMover], reach: MoveBudget) -> f64 {
    let all_arrive = |ahead: &f64| movers.iter().all(|base| reach.allows(&base.path_to_station(lead, *ahead, reach)));
    let least = reach.inches / 2.0;
    let steps = (least / STEP_IN).ceil() as u32;
    let found = (0..=steps).map(|step| (reach.inches - f64::from(step) * STEP_IN).max(least)).find(all_arrive);
    let Some(mut low) = found else { return least };
    let mut high = (low + STEP_IN).min(reach.inches);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if all_arrive(&middle) { low = middle } else { high = middle }
    }
    low
}

/// Returns the speed of a division taking its station: each ship counts as making the longest way. [5.3.3, Q42]
fn division_speed(state: &State, ways: &[(&StationMover, Path)], reach: MoveBudget) -> Inches {
    let way = ways.iter().map(|(_, way)| reach.path_cost_in(way)).fold(0.0, f64::max);
    let first_half =
        || ways.iter().filter_map(|(base, _)| state.ship(&base.ship)).map(|ship| ship.speed.as_f64() / 2.0);
    Inches::nearest(match state.half {
        None => way,
        Some(Half::First) => way * 2.0,
        Some(Half::Second) => way + first_half().fold(0.0, f64::max),
    })
}

/// Returns the flotilla's speed after this move: the ordered speed, limited to what every ship can reach from the way
/// it made. All continue at this speed without a plot, and plotting it changes nothing. [5.3.3, 5.5, 5.10.2, Q61]
fn speed_afterwards(state: &State, runs: &[Vec<ShipMove>], speed: Inches) -> Inches {
    let gains = |run: &ShipMove| Some(pace::highest_speed_after(state, state.ship(&run.ship)?, run.speed));
    let most = runs.iter().flatten().filter_map(gains).min().filter(|_| state.checks);
    most.map_or(speed, |most| most.min(speed))
}

fn base_run(base: &StationMover, way: &Path, speed: Inches) -> ShipMove {
    ShipMove {
        ship: base.ship.clone(),
        from: Place::rounded(base.from),
        to: Place::rounded(way.end()),
        legs: way.pieces().map(TrackLeg::from_piece).collect(),
        speed,
        turned: Fine::nearest(way.turned_deg()),
        smoke: false,
    }
}

fn unfinished_course(state: &State, runs: &[ShipMove]) -> ColumnState {
    let places: Vec<(Id, Place)> = runs.iter().map(|run| (run.ship.clone(), run.to)).collect();
    course_of(state, &ColumnState::default(), &places)
}

fn column_course(movers: &[StationMover], division: &Id) -> ColumnState {
    let own = movers.iter().filter(|base| base.division == *division);
    let column = own.map(|base| Follower::new(base.ship.clone(), Fine::nearest(base.astern)));
    ColumnState { column: column.collect(), ..ColumnState::default() }
}
