//! Decides when torpedoes are launched. [7.4]
use super::{
    Choice, PendingDecision, ScoredOption, TermKind,
    aims::Aims,
    expect::chance_at_most,
    expected_position::ExpectedPosition,
    reasons::{choose_best, choose_only, term},
    relative_position::{is_bearing_known, places},
    worth,
};
use geometry::{Front, Motion, Pose, range_in};
use naval::model::doctrine::{Doctrine, Prizes};
use naval::model::{Bearing, MarkerId, Place, Ship, state::Marker};
use naval::{Command, Id, Inches, rules::torpedo, view::PlayerView};
use play::Rule;

const LAUNCH: Rule = Rule::new("7.4");
/// Inches that torpedoes run in a turn. [7.4.2]
pub const RUN_PER_TURN_IN: f64 = 5.0;
/// An enemy this far beyond the range of finishing shots may still come near enough. [7.6]
const APPROACH_MARGIN_IN: f64 = 2.0;

/// Launches from each base at the nearest worthwhile enemy that keeps its course into the first band, if possible with
/// all factors.
pub fn launches(view: &mut PlayerView, decision: &PendingDecision) -> Vec<Choice> {
    let mut bases: Vec<Id> = decision.units.iter().map(|unit| view.state().base_id(unit)).collect();
    bases.dedup();
    let mut chosen = Vec::new();
    for base in bases {
        let found = possible_launches(view, &base)
            .into_iter()
            .find_map(|command| choose_only(view, command, vec![term(TermKind::Torpedoes, 1.0, LAUNCH)]));
        chosen.extend(found);
    }
    chosen
}

/// Assumed turns of the enemy in degrees, with their probability: straight on, to either hand, and away.
const LIKELY_TURNS: [(f64, f64); 4] = [(0.0, 0.5), (60.0, 0.15), (-60.0, 0.15), (120.0, 0.2)];

/// Chooses launches whose expected value reaches the card's threshold. [7.4]
pub fn scored_launches(view: &mut PlayerView, card: &Doctrine, decision: &PendingDecision) -> Vec<Choice> {
    let mut bases: Vec<Id> = decision.units.iter().map(|unit| view.state().base_id(unit)).collect();
    bases.dedup();
    let mut chosen: Vec<Choice> = Vec::new();
    let mut mass_target: Option<Id> = None;
    for base in bases {
        let mut options: Vec<ScoredOption> =
            possible_launches(view, &base).into_iter().filter_map(|shot| score_launch(view, card, shot)).collect();
        options.retain(|option| launch_threshold(view, card, &base) <= option.value.points());
        // Mass attack: all at the first launch's target if that has any value.
        if card.torpedoes.mass
            && let Some(target_id) = &mass_target
            && options.iter().any(|option| targets_ship(&option.command, target_id))
        {
            options.retain(|option| targets_ship(&option.command, target_id));
        }
        let choice = choose_best(view, options);
        if let Some(Command::Launch { target, .. }) = choice.as_ref().map(|choice| &choice.command) {
            mass_target = mass_target.or_else(|| Some(target.clone()));
        }
        chosen.extend(choice);
    }
    chosen
}

/// Returns every launch of each base with an expected effect, the best first. It tries every enemy in sight, either
/// side, all factors, one boat's, half or one, and each band. [7.4]
pub fn all_launch_options(view: &PlayerView, card: &Doctrine, decision: &PendingDecision) -> Vec<Vec<ScoredOption>> {
    let mut bases: Vec<Id> = decision.units.iter().map(|unit| view.state().base_id(unit)).collect();
    bases.dedup();
    bases.iter().map(|base| launch_options_of(view, card, base)).collect()
}

fn launch_options_of(view: &PlayerView, card: &Doctrine, base: &Id) -> Vec<ScoredOption> {
    let state = view.state();
    let Some(launcher) = state.ships_of(base).find(|ship| ship.is_in_action()) else { return Vec::new() };
    let (Some(torpedo), Some(marker)) = (&launcher.card.torpedo, free_marker(view)) else { return Vec::new() };
    let enemies = state.ships_in_action().filter(|ship| ship.side != *view.side() && ship.sighted);
    let enemies = enemies.filter(|ship| is_bearing_known(view, launcher, ship));
    let mut options: Vec<ScoredOption> = Vec::new();
    for target in enemies {
        for (bearing, band) in [Bearing::Port, Bearing::Starboard]
            .into_iter()
            .flat_map(|side| torpedo.bands.iter().map(move |band| (side, band)))
        {
            let launch = |factors| launch_order(base, &target.id, factors, band.to, bearing, &marker);
            let all = factor_counts(view, base, launcher).into_iter();
            options.extend(all.filter_map(|factors| score_launch(view, card, launch(factors))));
        }
    }
    options.retain(|option| 0 < option.value.0);
    // Stable: ties stay with the first target.
    options.sort_by_key(|option| std::cmp::Reverse(option.value));
    options
}

fn targets_ship(command: &Command, ship: &Id) -> bool {
    matches!(command, Command::Launch { target, .. } if target == ship)
}

/// Returns the least value at which boats launch. It is lower if they may not be able to launch again.
fn launch_threshold(view: &PlayerView, card: &Doctrine, base: &Id) -> f64 {
    let state = view.state();
    let is_damaged = state.ships_of(base).any(|ship| ship.is_in_action() && ship.top_speed() * 3 < ship.card.speed * 2);
    let is_near_end = state.setup.turns <= state.turn + 3;
    card.torpedoes.launch_at * if is_damaged || is_near_end { 0.25 } else { 1.0 }
}

/// Scores a launch by its expected damage over the target's likely moves. [7.4.2, 7.4.3, 7.4.5]
fn score_launch(view: &PlayerView, card: &Doctrine, command: Command) -> Option<ScoredOption> {
    let Command::Launch { by, target, factors, run, bearing, .. } = &command else { return None };
    let state = view.state();
    let launcher = state.ships_of(by).find(|ship| ship.is_in_action())?;
    let (torpedo, ship) = (launcher.card.torpedo.as_ref()?, state.ship(target)?);
    let [place, there] = places(view, launcher, ship)?;
    let to_hit = torpedo.bands.iter().find(|band| *run <= band.to).or(torpedo.bands.last())?.to_hit;
    let (pose, speed_in) = (there.pose(), ship.speed.as_f64());
    let mut hits = 0.0;
    for (turned, likely) in LIKELY_TURNS {
        let motion = Motion::straight(Pose { heading: pose.heading.turned(turned), ..pose }, speed_in);
        let front = front(place, *bearing, *run);
        let Some(meeting) = front.intercepts(&motion) else { continue };
        let angle = geometry::keel_angle_deg(meeting.pose, place.point()).unwrap_or(90.0);
        let size = size_shown(ship, angle);
        let penetrates = chance_at_most(torpedo.power - ship.card.armour.torpedo);
        hits += likely * f64::from(*factors) * chance_at_most(to_hit) * chance_at_most(size) * penetrates;
    }
    let worth = hits * worth::torpedo_value(ship, card.prizes);
    Some(ScoredOption::from_terms(command, vec![term(TermKind::Torpedoes, worth, LAUNCH)]))
}

/// Returns the size a ship shows to torpedoes. If it combs the tracks, it shows a smaller one. [7.4.5]
pub fn size_shown(ship: &Ship, keel_angle_deg: f64) -> i32 {
    let end_on = if ship.card.kind.is_light() { 2 } else { 4 };
    let size = ship.card.size.torpedo;
    if keel_angle_deg.min(180.0 - keel_angle_deg) <= 30.5 { size.min(end_on) } else { size }
}

/// Returns the expected damage by torpedoes to ships slow enough to be finished off, in points. Enemies keep their
/// course. Each attacks the ship that it would hurt most. [7.6]
pub fn finishing_danger(
    view: &PlayerView,
    foes: &[ExpectedPosition],
    slow: &[ExpectedPosition],
    prizes: Prizes,
) -> f64 {
    let damage_by = |foe: &ExpectedPosition, target: &ExpectedPosition| {
        let Ship { card, torpedoes_left, .. } = foe.ship;
        let tubes = card.torpedo.as_ref().filter(|_| !card.kind.is_light() || 0 < *torpedoes_left)?;
        let large = view.state().setup.charts.large_torpedo.first();
        let band = if card.kind.is_light() { tubes.bands.first() } else { large }?;
        let nearness = (torpedo::CRIPPLE_RANGE.as_f64() + APPROACH_MARGIN_IN - range_in(foe.pose.at, target.pose.at))
            / APPROACH_MARGIN_IN;
        let Ship { card, .. } = target.ship;
        let penetrates = chance_at_most(tubes.power - card.armour.torpedo);
        let hits =
            chance_at_most(torpedo::CRIPPLE_TIMES * band.to_hit) * chance_at_most(card.size.torpedo) * penetrates;
        Some(nearness.clamp(0.0, 1.0) * hits * worth::torpedo_value(target.ship, prizes))
    };
    foes.iter().map(|foe| slow.iter().filter_map(|target| damage_by(foe, target)).fold(0.0, f64::max)).sum()
}

fn front(from: Place, bearing: Bearing, run: Inches) -> Front {
    let run_in = run.as_f64().min(RUN_PER_TURN_IN);
    Front {
        dot: from.point(),
        radius_in: 0.0,
        growth_in: RUN_PER_TURN_IN,
        run_in,
        sector: torpedo::sector(from, bearing),
    }
}

/// Returns launches that would meet an enemy, the nearest first, with all factors before fewer.
fn possible_launches(view: &PlayerView, base: &Id) -> Vec<Command> {
    let state = view.state();
    let Some(launcher) = state.ships_of(base).find(|ship| ship.is_in_action()) else { return Vec::new() };
    let Some(band) = launcher.card.torpedo.as_ref().and_then(|torpedo| torpedo.bands.first()) else {
        return Vec::new();
    };
    // Small ships are not worth torpedoes unless they decide the battle.
    let aims = Aims::from_view(view);
    let is_worthwhile = |ship: &Ship| ship.card.kind.is_large() || aims.hunts(ship, view.side());
    let is_target = |ship: &&Ship| ship.side != *view.side() && ship.sighted && is_worthwhile(ship);
    let mut encounters: Vec<(f64, Id, Bearing)> = Vec::new();
    for target in state.ships_in_action().filter(is_target).filter(|target| is_bearing_known(view, launcher, target)) {
        let Some([place, there]) = places(view, launcher, target) else { continue };
        let motion = Motion::straight(there.pose(), target.speed.as_f64());
        for bearing in [Bearing::Port, Bearing::Starboard] {
            let meeting = front(place, bearing, band.to).intercepts(&motion);
            encounters.extend(meeting.map(|meeting| (meeting.range_in, target.id.clone(), bearing)));
        }
    }
    encounters.sort_by(|left, right| left.0.total_cmp(&right.0).then_with(|| left.1.cmp(&right.1)));
    let Some(marker) = free_marker(view) else { return Vec::new() };
    let counts = factor_counts(view, base, launcher);
    let launch =
        |(target, bearing, factors): (&Id, Bearing, u8)| launch_order(base, target, factors, band.to, bearing, &marker);
    let attempts = encounters
        .iter()
        .take(2)
        .flat_map(|(_, target, bearing)| counts.iter().map(move |count| (target, *bearing, *count)));
    attempts.map(launch).collect()
}

/// Returns the numbers of factors tried: all of a base, one boat's, half of all, and one.
fn factor_counts(view: &PlayerView, base: &Id, launcher: &Ship) -> Vec<u8> {
    let own_ships = view.state().ships_of(base).filter(|ship| ship.is_in_action());
    let left = own_ships.fold(0_u8, |sum, ship| sum.saturating_add(ship.torpedoes_left));
    let mut counts = vec![left, launcher.torpedoes_left, left / 2, 1];
    counts.retain(|factors| 0 < *factors);
    counts.dedup();
    counts
}

fn launch_order(base: &Id, target: &Id, factors: u8, run: Inches, bearing: Bearing, marker: &MarkerId) -> Command {
    Command::Launch {
        by: base.clone(),
        target: target.clone(),
        factors,
        run,
        bearing,
        marker: marker.clone(),
        dummy: false,
        blocked_by: None,
        clear: false,
        because: None,
    }
}

fn free_marker(view: &PlayerView) -> Option<MarkerId> {
    let own: Vec<&str> = view
        .state()
        .markers
        .iter()
        .filter(|marker| marker.side == *view.side())
        .map(|marker| Marker::letter(&marker.id))
        .collect();
    let letters = ('A'..='Z')
        .map(String::from)
        .chain(('A'..='Z').flat_map(|letter| (1..=9).map(move |digit| format!("{letter}{digit}"))));
    letters.into_iter().find(|letter| !own.iter().any(|used| used.eq_ignore_ascii_case(letter))).map(MarkerId::new)
}
