//! Scores courses by expected fire dealt less suffered, in this turn and some turns straight on. Begin at [`steer`].
use super::{
    HALF_CIRCLE_STEPS, STEP_DEG, chase, distance_in, leader, plot_command,
    posture::{DesiredMove, Posture},
    safety::Danger,
    tracks::PredictedTracks,
    turning_plot,
};
use crate::{
    Choice, ScoredOption, Term, TermKind,
    aims::Aims,
    expect::chance_at_most,
    expected_position::{ExpectedPosition, expected_fire, expected_fire_at},
    reasons::{choose_best, term},
    torpedoes::{self, RUN_PER_TURN_IN},
    weights::Weights,
    worth,
};
use geometry::{Bearing, Front, Point, Pose, Wedge, range_in};
use naval::model::{Division, Edge, Element, Plot, Ship, ShipMove, doctrine::Prizes};
use naval::rules::moves::{self, PlotPredictor};
use naval::rules::{survey, torpedo};
use naval::{Inches, view::PlayerView};
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

/// Weight of each later turn. All ships are assumed to go straight on.
const LATER_TURN_WEIGHTS: [f64; 6] = [0.9, 0.81, 0.73, 0.66, 0.59, 0.53];
/// The range is checked again after this many turns straight on.
const RECHECK_TURNS: usize = 2;
/// The enemy stays in sight at this distance inside the sighting range.
const SIGHT_MARGIN_IN: f64 = 0.5;
/// Width of the wanted ranges if sight limits them.
const SIGHT_BAND_IN: f64 = 2.0;
const MAX_OFF_POST_IN: f64 = 6.0;
/// The part of a turn beyond this costs extra for each right angle: turning about must be worth it.
const WIDE_DEG: f64 = 45.0;
const MAX_ENEMY_TURN_DEG: f64 = 45.0;
/// Added to the distance that a special rule requires.
const KEEP_OFF_MARGIN_IN: f64 = 0.3;
/// If the best course is in this much danger, lower speeds and turns wider than the card's are tried.
const DANGER_THRESHOLD: f64 = -0.8;
/// In danger, the widest turn that is tried grows by this many template steps at a time.
const WIDER_STEPS: i32 = 2;
/// Probability that an enemy marker is not a dummy. [7.4.6]
const REAL_MARKER_SHARE: f64 = 2.0 / 3.0;
/// Assumed factors, number to hit and run in inches of torpedoes about which nothing is known.
const UNKNOWN_TORPEDO: (f64, i32, f64) = (2.0, 7, 15.0);
/// No ship fires farther than this.
const MAX_GUN_RANGE_IN: f64 = 25.0;
/// Speed reduction that is always tried.
const SLOWER: Inches = Inches(50);
/// Speed reductions tried in danger.
const MUCH_SLOWER: [Inches; 2] = [Inches(125), Inches(250)];
/// A danger worse than this leads off the table or ashore, in points.
const GRAVE_DANGER: f64 = -14.5;
/// A ship that heads within this angle of straight away is running.
const RUNNING_DEG: f64 = 60.0;
/// Contact is lost gradually: none of it this far within reach and sight, all of it at their limit.
const CONTACT_FADE_IN: f64 = 2.0;
/// A division bars an enemy's way if it is this much nearer to the edge.
const BAR_LEAD_IN: f64 = 2.0;
/// A division farther behind than this counts as this far behind.
const MAX_BEHIND_IN: f64 = 12.0;
/// Wider turns than this are tried in double steps.
const MAX_FINE_STEPS: i32 = 6;

/// Returns the best plot. `None` if no enemy is within reach, so that rules of thumb decide.
pub fn steer(
    view: &mut PlayerView,
    posture: &Posture,
    division: &Division,
    planned: &[ShipMove],
    station: Option<Point>,
) -> Option<Choice> {
    let pose = leader(view, division)?.at?.pose();
    let desired = posture.desired_move(view, &Aims::from_view(view), division, pose);
    let fights = view
        .state()
        .ships_of_division(&division.id)
        .any(|ship| ship.is_in_action() && !ship.card.kind.is_torpedo_craft());
    if desired.course_is_fixed || !fights || !in_reach(view, division) {
        return None;
    }
    let options = {
        let before = Context::prepare(view, posture, division, pose, planned, station);
        let max_steps = i32::from(posture.card.turns.most_deg) / STEP_DEG;
        let score = |speeds: &[Inches], steps: (i32, i32)| {
            scored_options(view, posture, division, &desired, &before, (speeds, steps))
        };
        let mut options = score(&[Inches::ZERO, SLOWER], (-1, max_steps));
        // A lower speed does not help to get clear of an enemy.
        let in_danger = |term: &Term| {
            term.kind == TermKind::Danger && term.rule != RAMMED && term.points.points() <= DANGER_THRESHOLD
        };
        let is_in_danger = |options: &[ScoredOption]| {
            let best_option = options.iter().max_by_key(|option| option.value);
            best_option.is_some_and(|option| option.terms.iter().any(in_danger))
        };
        // A wider turn is tried before a lower speed, and none wider than needed to get clear.
        let mut widest = max_steps;
        while widest < HALF_CIRCLE_STEPS && is_in_danger(&options) {
            let wider = (widest + WIDER_STEPS).min(HALF_CIRCLE_STEPS);
            options.extend(score(&[Inches::ZERO], (widest, wider)));
            widest = wider;
        }
        if is_in_danger(&options) {
            options.extend(score(&MUCH_SLOWER, (-1, max_steps)));
        }
        options
    };
    let grave = |term: &Term| term.kind == TermKind::Danger && term.points.points() <= GRAVE_DANGER;
    // If every course leads off the table or ashore, rules of thumb find a lower speed or stop. [5.12, 9.3]
    choose_best(view, options).filter(|choice| !choice.reasons.options[choice.reasons.chosen].terms.iter().any(grave))
}

/// Returns scored courses and speeds: these reductions of speed, turns of more steps than
/// `more_than` and of at most `at_most`.
fn scored_options(
    view: &PlayerView,
    posture: &Posture,
    division: &Division,
    desired: &DesiredMove,
    before: &Context,
    (speeds, (more_than, at_most)): (&[Inches], (i32, i32)),
) -> Vec<ScoredOption> {
    let mut options = Vec::new();
    for slower in speeds {
        let speed = (desired.speed - *slower).max(Inches::ZERO);
        let steps_tried =
            (-HALF_CIRCLE_STEPS + 1..=HALF_CIRCLE_STEPS).filter(|step| step.abs() <= MAX_FINE_STEPS || step % 2 == 0);
        for step in steps_tried.filter(|step| more_than < step.abs() && step.abs() <= at_most) {
            let plot = turning_plot(view, division, step * STEP_DEG, &DesiredMove { speed, ..*desired });
            options.extend(score_plot(view, posture, division, plot, desired, before));
        }
    }
    options
}

/// Whether a ship of the division and an enemy in sight are within reach of either.
fn in_reach(view: &PlayerView, division: &Division) -> bool {
    let own: Vec<&Ship> = view.state().ships_of_division(&division.id).filter(|ship| ship.has_position()).collect();
    let is_in_reach = |ship: &Ship, enemy: &Ship| {
        let distance_in =
            ship.at.zip(enemy.at).map(|(own_place, enemy_place)| range_in(own_place.point(), enemy_place.point()));
        distance_in.is_some_and(|apart| apart <= reach_in(ship).max(reach_in(enemy)))
    };
    enemies(view).any(|enemy| own.iter().any(|ship| is_in_reach(ship, enemy)))
}

fn reach_in(ship: &Ship) -> f64 {
    let big = ship.card.big.as_ref().and_then(|big| big.bands.last()).map_or(0.0, |band| band.to.as_f64());
    if ship.has_mounts_left() { big.min(MAX_GUN_RANGE_IN) } else { naval::rules::gunnery::BATTERY_REACH.as_f64() }
}

pub fn enemies(view: &PlayerView) -> impl Iterator<Item = &Ship> {
    view.state().ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted && ship.at.is_some())
}

/// The facts known before any plot is scored.
struct Context<'r> {
    pose: Pose,
    /// All fire exchanged from the current positions, in points.
    stakes: f64,
    /// Where the leader's place in the line will be.
    line_place: Option<Point>,
    /// The division's own ships in their current positions.
    own: Vec<ExpectedPosition<'r>>,
    /// Enemies in sight after this turn and each later one, all going straight on.
    foes: Vec<Vec<ExpectedPosition<'r>>>,
    /// The positions of `foes`, but only those of the enemy that is chased. `None` if none is.
    prey: Option<Vec<Vec<ExpectedPosition<'r>>>>,
    /// How far the enemy is seen, and how far own ships are seen.
    sight: [f64; 2],
    /// The ranges at which the division fights, no farther than it sees.
    band: [f64; 2],
    /// Cost of a turn without an enemy in reach and sight: expected fire at these ranges times the contact weight.
    contact: f64,
    /// The smaller of gun range and sighting range.
    reach: f64,
    /// Whether the division is a light screen behind its own line.
    is_behind_line: bool,
    /// The edge by which an enemy must not leave, and its distance from it after this turn and `RECHECK_TURNS` later.
    bar: Option<(Edge, [f64; 2])>,
    /// Enemies that a special rule requires the division to keep away from, with the distance. [9.2]
    limits: Vec<(Inches, Vec<&'r Ship>)>,
    tracks: PredictedTracks,
    predictor: PlotPredictor<'r>,
}

impl<'r> Context<'r> {
    fn prepare(
        view: &'r PlayerView,
        posture: &Posture,
        division: &'r Division,
        pose: Pose,
        planned: &[ShipMove],
        station: Option<Point>,
    ) -> Context<'r> {
        let sight = [false, true].map(|own| sight_in(view, own));
        let prizes = posture.card.prizes;
        let position_of = |ship| ExpectedPosition::from_current(ship, prizes);
        let own: Vec<ExpectedPosition> = view.state().ships_of_division(&division.id).filter_map(position_of).collect();
        let now: Vec<ExpectedPosition> = enemies(view).filter_map(position_of).collect();
        let stakes = fire_exchanged(view, posture, division);
        let enemies_now: Vec<ExpectedPosition> =
            enemies(view).filter_map(|ship| Some(ExpectedPosition::from_pose(ship, ship.at?.pose(), prizes))).collect();
        let after = |turn: usize| enemies_now.iter().map(|foe| straight_on(foe, turn as f64)).collect();
        let foes: Vec<Vec<ExpectedPosition>> = (1..=LATER_TURN_WEIGHTS.len() + 1).map(after).collect();
        let prey = posture.quarry(view, &Aims::from_view(view), division).map(|prey| {
            let only_prey = |foes: &Vec<ExpectedPosition<'r>>| {
                foes.iter().filter(|foe| foe.ship.id == prey.ship).copied().collect()
            };
            foes.iter().map(only_prey).collect::<Vec<Vec<ExpectedPosition>>>()
        });
        let prey = prey.filter(|turns| turns.iter().all(|foes| !foes.is_empty()));
        let station = station.filter(|_| prey.is_none());
        let bar = chase::edge_to_bar(view, &Aims::from_view(view), division).filter(|_| prey.is_none());
        let bar = bar.filter(|_| 0.0 < posture.contact_weight(view, division));
        let [from, to] = posture.preferred_band(view, division);
        let farthest_seen = sight[0] - SIGHT_MARGIN_IN;
        // In bad light the wanted ranges may be beyond sight. The division then fights anywhere near its limit.
        let band =
            if farthest_seen < to { [from.min(farthest_seen - SIGHT_BAND_IN), farthest_seen] } else { [from, to] };
        let behind = prey.is_none() && posture.screen_station(view, division).is_some();
        let reach = own.iter().map(|position| reach_in(position.ship)).fold(0.0, f64::max).min(sight[0]);
        let wanted_range = f64::midpoint(band[0], band[1]);
        let contact = posture.contact_weight(view, division) * broadside_fire(view, &own, &now, wanted_range);
        let limits = moves::distances_to_keep(view.state(), division);
        let tracks = PredictedTracks::predict(view, division, planned);
        let predictor = PlotPredictor::new(view.state(), division);
        Context {
            pose,
            stakes,
            line_place: station,
            own,
            foes,
            prey,
            sight,
            band,
            contact,
            reach,
            is_behind_line: behind,
            bar,
            limits,
            tracks,
            predictor,
        }
    }
}

fn score_plot(
    view: &PlayerView,
    posture: &Posture,
    division: &Division,
    plot: Plot,
    desired: &DesiredMove,
    before: &Context,
) -> Option<ScoredOption> {
    let Context { pose, stakes, line_place, .. } = *before;
    let [sees_to_in, seen_to_in] = before.sight;
    let (suffered_weight, prizes) = (posture.card.suffered_weight() * posture.weights.suffered, posture.card.prizes);
    let runs = before.predictor.predicted_runs(&plot)?;
    let own: Vec<&ShipMove> = runs.iter().filter(|run| division.ships.contains(&run.ship)).collect();
    let positions_after = |turns: f64| -> Vec<ExpectedPosition> {
        let position_after = |run: &&ShipMove| {
            let turned_deg = if turns == 0.0 { run.turned.as_f64() } else { 0.0 };
            let end = run.to.pose();
            let pose = Pose { at: end.ahead(run.speed.as_f64() * turns), ..end };
            let known_position = before.own.iter().find(|position| position.ship.id == run.ship).copied();
            let now = known_position
                .or_else(|| Some(ExpectedPosition::from_pose(view.state().ship(&run.ship)?, pose, prizes)))?;
            Some(now.moved_to(pose, turned_deg))
        };
        own.iter().filter_map(position_after).collect()
    };
    // At the end of the turn, and after each later turn.
    let positions: Vec<Vec<ExpectedPosition>> =
        (0..=LATER_TURN_WEIGHTS.len()).map(|turn| positions_after(turn as f64)).collect();
    let exchange = |turn: usize| {
        let (own, foes) = (&positions[turn][..], &before.foes[turn][..]);
        (best_fire(view, own, foes, sees_to_in), suffered_weight * best_fire(view, foes, own, seen_to_in))
    };
    let (dealt, suffered) = exchange(0);
    let later_exchange: f64 = LATER_TURN_WEIGHTS
        .iter()
        .zip(1..)
        .map(|(share, turn)| {
            let (dealt, suffered) = exchange(turn);
            posture.weights.later_fire * share * (dealt - suffered)
        })
        .sum();
    let is_line = own.iter().filter_map(|run| view.state().ship(&run.ship)).any(|ship| ship.card.kind.is_large());
    let role = match (is_line, posture.has_line, before.is_behind_line) {
        _ if before.prey.is_some() => Role::Alone,
        (true, ..) => Role::Line,
        (false, true, true) => Role::Behind,
        (false, true, false) => Role::Screen,
        (false, false, _) => Role::Alone,
    };
    let ends = [before.band[1], before.reach];
    let wanted_foes = before.prey.as_ref().unwrap_or(&before.foes);
    let contact_lost = |turn: usize| out_of_reach(&positions[turn], &wanted_foes[turn], role, ends);
    let lost: f64 = LATER_TURN_WEIGHTS.iter().zip(1..).map(|(share, turn)| share * contact_lost(turn)).sum();
    let end = own.first().map_or(pose, |run| run.to.pose());
    let aside = end.heading.angle_to(desired.course) / 180.0;
    let danger = Danger::assess(view, &runs, &before.tracks, desired.exit_edge, posture);
    let turned = Bearing::angle_to(end.heading, pose.heading);
    let soon = own.first().map_or(end, |run| Pose { at: end.ahead(run.speed.as_f64() * RECHECK_TURNS as f64), ..end });
    let off_station_at = |end: Pose, turn: usize| off_station(posture, before.band, (end, role), &wanted_foes[turn]);
    let station = (off_station_at(end, 0) + off_station_at(soon, RECHECK_TURNS)) / 2.0
        * (1.0 + posture.weights.stakes_factor * stakes);
    let slower = plot.speed.map_or(0.0, |speed| (desired.speed - speed).as_f64().max(0.0));
    let stopped = if 0.0 < slower && plot.speed == Some(Inches::ZERO) { posture.weights.stopped } else { 0.0 };
    let cost_of_change = change_cost(division, &plot, slower, stakes, posture.weights) + stopped;
    let closed_on = encroachment(&before.limits, &own);
    let open_way_in = before.bar.map_or(0.0, |(edge, enemy_in)| {
        let behind_in = |end: Pose, enemy_in: f64| {
            (distance_in(view, end.at, edge) + BAR_LEAD_IN - enemy_in).clamp(0.0, MAX_BEHIND_IN)
        };
        f64::midpoint(behind_in(end, enemy_in[0]), behind_in(soon, enemy_in[1]))
    });
    let from_line_place =
        line_place.map_or(0.0, |line_place| (range_in(end.at, line_place) - 1.0).clamp(0.0, MAX_OFF_POST_IN));
    let torpedo_damage = torpedo_danger(view, &own, prizes);
    let is_slow = |position: &ExpectedPosition| {
        own.iter().any(|run| run.ship == position.ship.id && run.speed <= torpedo::CRIPPLED_SPEED)
    };
    let slow: Vec<ExpectedPosition> = positions[0].iter().copied().filter(is_slow).collect();
    let finished = posture.card.suffered_weight() * torpedoes::finishing_danger(view, &before.foes[0], &slow, prizes);
    let mut terms = vec![
        term(TermKind::Dealt, dealt, FIRE),
        term(TermKind::Suffered, -suffered, FIRE),
        term(TermKind::Lookahead, later_exchange, ARCS),
        term(TermKind::Danger, -danger.hazard, LEAVING),
        term(TermKind::Course, -posture.weights.desired_course * aside - turned * 1e-6, PLOTS),
    ];
    if danger.mines != 0.0 {
        terms.push(term(TermKind::Danger, -danger.mines, LIMITS));
    }
    if danger.enemies != 0.0 {
        terms.push(term(TermKind::Danger, -danger.enemies, RAMMED));
    }
    if station != 0.0 {
        terms.push(term(TermKind::Station, -station, RANGE));
    }
    if open_way_in != 0.0 {
        let cost = posture.weights.bar * open_way_in * (1.0 + posture.weights.stakes_factor * stakes);
        terms.push(term(TermKind::Objective, -cost, LEAVING));
    }
    if closed_on != 0.0 {
        terms.push(term(TermKind::Station, -posture.weights.closed_on * closed_on, LIMITS));
    }
    if lost * before.contact != 0.0 {
        terms.push(term(TermKind::Contact, -lost * before.contact, SIGHT));
    }
    if cost_of_change != 0.0 {
        terms.push(term(TermKind::ChangeCost, -cost_of_change, STEADY));
    }
    if from_line_place != 0.0 {
        terms.push(term(
            TermKind::Formation,
            -posture.weights.off_post * from_line_place * (1.0 + posture.weights.stakes_factor * stakes),
            CHAIN,
        ));
    }
    if finished != 0.0 {
        terms.push(term(TermKind::Torpedoes, -finished, CLOSE));
    }
    if torpedo_damage != 0.0 {
        terms.push(term(TermKind::TorpedoTracks, -torpedo_damage, TRACKS));
    }
    Some(ScoredOption::from_terms(plot_command(division, plot), terms))
}

/// Which enemies' ranges a division keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Large ships: large enemies. If none are in sight, other ships, and if there are only boats, these.
    Line,
    /// Light ships beside their own line: light enemies.
    Screen,
    /// Light ships behind their line: none.
    Behind,
    /// Light ships without a line, or any division that chases: all enemies given.
    Alone,
}

impl Role {
    /// Returns the enemies whose ranges are kept.
    fn wanted_enemies<'f, 's>(
        self,
        foes: &'f [ExpectedPosition<'s>],
    ) -> impl Iterator<Item = &'f ExpectedPosition<'s>> {
        let is_large = |foe: &ExpectedPosition| foe.ship.card.kind.is_large();
        let any_large = foes.iter().any(is_large);
        let only_boats = foes.iter().all(|foe| foe.ship.card.kind.is_torpedo_craft());
        foes.iter().filter(move |foe| match self {
            Role::Line => is_large(foe) || (!any_large && (only_boats || !foe.ship.card.kind.is_torpedo_craft())),
            Role::Screen => !is_large(foe),
            Role::Behind => false,
            Role::Alone => true,
        })
    }
}

/// Returns the cost of being outside the wanted ranges of the nearest enemy, in points.
fn off_station(posture: &Posture, [from, to]: [f64; 2], (end, role): (Pose, Role), foes: &[ExpectedPosition]) -> f64 {
    let ranged = role.wanted_enemies(foes).map(|foe| (range_in(end.at, foe.pose.at), foe));
    let Some((near, foe)) = ranged.min_by(|left, right| left.0.total_cmp(&right.0)) else { return 0.0 };
    let least = posture.card.range.map_or(0.0, |range| range.least);
    // A chaser does not turn away from prey that runs: the lost distance could not be recovered.
    let too_close = if runs_from(end, foe) { 0.0 } else { posture.weights.inside_band * (from - near).max(0.0) };
    posture.weights.beyond_band * (near - to).max(0.0)
        + too_close
        + posture.weights.inside_least * (least - near).max(0.0)
}

/// Whether an enemy heads away and makes way.
fn runs_from(end: Pose, foe: &ExpectedPosition) -> bool {
    let away = |line: Bearing| line.angle_to(foe.pose.heading) < RUNNING_DEG;
    1.0 < foe.ship.speed.as_f64() && Bearing::between(end.at, foe.pose.at).is_ok_and(away)
}

/// Returns the cost of a change of course and speed, which grows with the fire exchanged and the width of the turn. A turn in
/// the opposite direction to an unfinished one costs `reversed` times as much. Wide turns also cost without fire.
pub fn change_cost(division: &Division, plot: &Plot, slower_in: f64, stakes: f64, weights: &Weights) -> f64 {
    let turn =
        plot.elements.iter().find_map(|element| if let Element::Turn(turn) = element { Some(turn) } else { None });
    let idle = if plot.is_straight() { 0.0 } else { weights.idle_change };
    let slower = weights.change * slower_in / SLOWER.as_f64();
    let Some(turn) = turn else { return slower * (weights.base_stakes + stakes) + idle };
    let carried = division.course.carried.as_ref().map(|carried| carried.turn.hand);
    let against = if carried.is_some_and(|hand| hand != turn.hand) { weights.reversed } else { 1.0 };
    let degrees = f64::from(turn.degrees);
    let share = slower + against * (weights.change + weights.right_angle * degrees / 90.0);
    share * (weights.base_stakes + stakes) + idle + weights.wide_turn * (degrees - WIDE_DEG).max(0.0) / 90.0
}

/// Returns all fire exchanged from the current positions, in points. Counts the ships of the division's whole formation.
pub fn fire_exchanged(view: &PlayerView, posture: &Posture, division: &Division) -> f64 {
    let prizes = posture.card.prizes;
    let position_of = |ship| ExpectedPosition::from_current(ship, prizes);
    let led_ships = view.state().divisions_in_formation_of(&division.id);
    let led_ships = led_ships.iter().flat_map(|division| view.state().ships_of_division(&division.id));
    let led_ships: Vec<ExpectedPosition> = led_ships.filter_map(position_of).collect();
    let now: Vec<ExpectedPosition> = enemies(view).filter_map(position_of).collect();
    let [sees_to_in, seen_to_in] = [false, true].map(|own| sight_in(view, own));
    best_fire(view, &led_ships, &now, sees_to_in)
        + posture.card.suffered_weight() * posture.weights.suffered * best_fire(view, &now, &led_ships, seen_to_in)
}

/// Returns the expected damage by enemies that keep their course: the mean of this turn and the next.
pub fn expected_damage(view: &PlayerView, posture: &Posture, runs: &[ShipMove]) -> f64 {
    let prizes = posture.card.prizes;
    let seen_to_in = sight_in(view, true);
    let enemies_now: Vec<ExpectedPosition> =
        enemies(view).filter_map(|ship| Some(ExpectedPosition::from_pose(ship, ship.at?.pose(), prizes))).collect();
    let own: Vec<(ExpectedPosition, f64)> = runs
        .iter()
        .filter_map(|run| {
            Some((
                ExpectedPosition::from_pose(view.state().ship(&run.ship)?, run.to.pose(), prizes),
                run.speed.as_f64(),
            ))
        })
        .collect();
    let after = |turns: f64| {
        let foes: Vec<ExpectedPosition> = enemies_now.iter().map(|foe| straight_on(foe, turns + 1.0)).collect();
        let ahead = |(position, speed): &(ExpectedPosition<'_>, f64)| Pose {
            at: position.pose.ahead(speed * turns),
            ..position.pose
        };
        let own: Vec<ExpectedPosition> = own.iter().map(|ship| ship.0.moved_to(ahead(ship), 0.0)).collect();
        best_fire(view, &foes, &own, seen_to_in)
    };
    posture.card.suffered_weight() * f64::midpoint(after(0.0), after(1.0))
}

/// Returns how far inside the distance of a special rule ships could come if an enemy turns towards them.
fn encroachment(limits: &[(Inches, Vec<&Ship>)], own: &[&ShipMove]) -> f64 {
    let short = |least: f64, enemy: &Ship, run: &ShipMove| {
        let Some(pose) = enemy.at.map(|place| place.pose()) else { return 0.0 };
        let toward = Bearing::between(pose.at, run.to.point()).map_or(0.0, |line| pose.heading.signed_difference(line));
        let course = pose.heading.turned(toward.clamp(-MAX_ENEMY_TURN_DEG, MAX_ENEMY_TURN_DEG));
        let enemy_point = pose.at.moved(course, enemy.speed.as_f64());
        (least + KEEP_OFF_MARGIN_IN - range_in(enemy_point, run.to.point())).max(0.0)
    };
    let encroachments = limits.iter().flat_map(|(least, enemies)| {
        enemies.iter().flat_map(|enemy| own.iter().map(|run| short(least.as_f64(), enemy, run)))
    });
    encroachments.fold(0.0, f64::max)
}

/// Returns the expected damage by torpedoes on the table, whatever their target. [7.4.2, 7.4.5]
fn torpedo_danger(view: &PlayerView, runs: &[&ShipMove], prizes: Prizes) -> f64 {
    let state = view.state();
    let (factors, to_hit, run_in) = UNKNOWN_TORPEDO;
    let enemy_markers = state.markers.iter().filter(|marker| marker.side != *view.side());
    let dots = enemy_markers
        .filter_map(|marker| Some((marker.dot?.point(), f64::from(state.turn - marker.turn.min(state.turn)))));
    dots.map(|(dot, turns)| {
        let sector = Wedge::ALL_ROUND;
        let front = Front { dot, radius_in: RUN_PER_TURN_IN * turns, growth_in: RUN_PER_TURN_IN, run_in, sector };
        let expected_damage = |run: &&&ShipMove| {
            let ship = state.ship(&run.ship)?;
            let meeting = front.intercepts(&survey::motion_of(run))?;
            let angle = geometry::keel_angle_deg(meeting.pose, dot).unwrap_or(90.0);
            let size = torpedoes::size_shown(ship, angle);
            Some(
                REAL_MARKER_SHARE
                    * factors
                    * chance_at_most(to_hit)
                    * chance_at_most(size)
                    * worth::torpedo_value(ship, prizes)
                    / 2.0,
            )
        };
        runs.iter().filter_map(|run| expected_damage(&run)).fold(0.0, f64::max)
    })
    .sum()
}

/// Returns a ship after `turns` turns straight on.
fn straight_on<'s>(now: &ExpectedPosition<'s>, turns: f64) -> ExpectedPosition<'s> {
    now.moved_to(Pose { at: now.pose.ahead(now.ship.speed.as_f64() * turns), ..now.pose }, 0.0)
}

/// Returns how far own ships or the enemy's are seen in this turn and the next, in inches. At night that depends on
/// lights, so there is no limit. [4.3]
fn sight_in(view: &PlayerView, own: bool) -> f64 {
    let state = view.state();
    let side = if own { Some(view.side()) } else { state.enemy_of(view.side()).map(|side| &side.id) };
    let Some(side) = side.filter(|_| !state.setup.night) else { return f64::INFINITY };
    let (next, _) = state.setup.visibility_in(state.turn + 1);
    let light = |turn: u16| state.light_in(turn, side).map(|light| light.range);
    let all = [state.sighting_base, Some(next), light(state.turn), light(state.turn + 1)];
    let least = all.into_iter().flatten().filter(|range| Inches::ZERO < *range).min();
    least.map_or(f64::INFINITY, Inches::as_f64)
}

/// Returns the fire of ships in a turn, each broadside on to the enemy it hurts most at this range.
fn broadside_fire(view: &PlayerView, own: &[ExpectedPosition], foes: &[ExpectedPosition], range_in: f64) -> f64 {
    let best_fire = |firer: &ExpectedPosition| {
        let abeam = Pose { at: firer.pose.at.moved(firer.pose.heading.turned(90.0), range_in), ..firer.pose };
        let fire_at =
            |foe: &ExpectedPosition| expected_fire(&view.state().setup.charts, firer, &foe.moved_to(abeam, 0.0));
        foes.iter().map(fire_at).fold(0.0, f64::max)
    };
    own.iter().map(best_fire).sum()
}

/// Returns how far contact is lost: 0 if a wanted enemy is well within reach and sight, 1 beyond.
/// Distance lost to an enemy that runs is not recovered, so there the loss begins at the farthest wanted range.
fn out_of_reach(own: &[ExpectedPosition], foes: &[ExpectedPosition], role: Role, [wanted_max, reach]: [f64; 2]) -> f64 {
    let loss = |own: &ExpectedPosition, foe: &ExpectedPosition| {
        let within = (reach - CONTACT_FADE_IN).max(0.0);
        let fade_start = if wanted_max < within && runs_from(own.pose, foe) { wanted_max.max(0.0) } else { within };
        (range_in(own.pose.at, foe.pose.at) - fade_start) / (reach - fade_start).max(CONTACT_FADE_IN)
    };
    let wanted: Vec<&ExpectedPosition> = role.wanted_enemies(foes).collect();
    if role != Role::Line && wanted.is_empty() {
        return 0.0;
    }
    let all = own.iter().flat_map(|own| wanted.iter().map(move |foe| loss(own, foe)));
    all.fold(1.0, f64::min).max(0.0)
}

/// Returns the fire of ships in a turn on others no farther than `sight_in`, each on the target it hurts most.
fn best_fire(view: &PlayerView, firers: &[ExpectedPosition], targets: &[ExpectedPosition], sight_in: f64) -> f64 {
    let best_on_target = |firer: &ExpectedPosition| {
        let ranged = targets.iter().map(|target| (range_in(firer.pose.at, target.pose.at), target));
        let seen = ranged.filter(|(range, _)| *range <= sight_in);
        seen.map(|(range, target)| expected_fire_at(&view.state().setup.charts, firer, target, range))
            .fold(0.0, f64::max)
    };
    firers.iter().map(best_on_target).sum()
}
