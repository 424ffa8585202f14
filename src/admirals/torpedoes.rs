//! Decides when torpedoes are launched. [7.4]
use super::{
    Choice, Due, TermKind, Weighed,
    aims::Aims,
    berth::Berth,
    between::{is_plain, places},
    expect::at_most,
    reasons::{best, only, term},
    worth,
};
use geometry::{Front, Motion, Pose, range_in};
use naval::model::doctrine::{Doctrine, Prizes};
use naval::model::{Bearing, MarkerId, Place, Ship, state::Marker};
use naval::{Command, Id, Inches, rules::torpedo, view::Outlook};
use play::Rule;

const LAUNCH: Rule = Rule::new("7.4");
/// Inches that torpedoes run in a turn. [7.4.2]
pub const A_TURN_IN: f64 = 5.0;
/// An enemy this far beyond the range of finishing shots may still come near enough. [7.6]
const NEARLY_IN: f64 = 2.0;

/// Launches all factors of a base at the nearest large enemy met in their first band on a steady course.
pub fn launches(at: &mut Outlook, due: &Due) -> Vec<Choice> {
    let mut bases: Vec<Id> = due.units.iter().map(|unit| at.state().base_of(unit)).collect();
    bases.dedup();
    let mut chosen = Vec::new();
    for base in bases {
        let found = shots(at, &base)
            .into_iter()
            .find_map(|command| only(at, command, vec![term(TermKind::Torpedoes, 1.0, LAUNCH)]));
        chosen.extend(found);
    }
    chosen
}

/// Assumed turns of the enemy in degrees, with their probability: straight on, to either hand, and away.
const GUESSES: [(f64, f64); 4] = [(0.0, 0.5), (60.0, 0.15), (-60.0, 0.15), (120.0, 0.2)];

/// Launches whose expected value exceeds the card's threshold. [7.4]
pub fn weighed_launches(at: &mut Outlook, card: &Doctrine, due: &Due) -> Vec<Choice> {
    let mut bases: Vec<Id> = due.units.iter().map(|unit| at.state().base_of(unit)).collect();
    bases.dedup();
    let mut chosen: Vec<Choice> = Vec::new();
    let mut marked: Option<Id> = None;
    for base in bases {
        let mut options: Vec<Weighed> =
            shots(at, &base).into_iter().filter_map(|shot| weighed(at, card, shot)).collect();
        options.retain(|option| least_worth(at, card, &base) <= option.value.points());
        // Mass attack: all at the first launch's target if that has any value.
        if card.torpedoes.mass
            && let Some(marked) = &marked
            && options.iter().any(|option| is_at(&option.command, marked))
        {
            options.retain(|option| is_at(&option.command, marked));
        }
        let choice = best(at, options);
        if let Some(Command::Launch { target, .. }) = choice.as_ref().map(|choice| &choice.command) {
            marked = marked.or_else(|| Some(target.clone()));
        }
        chosen.extend(choice);
    }
    chosen
}

/// Returns every launch of each base with an expected effect, the best first. It tries every enemy in sight, either
/// side, all factors, one boat's, half or one, and each band. [7.4]
pub fn every(at: &Outlook, card: &Doctrine, due: &Due) -> Vec<Vec<Weighed>> {
    let mut bases: Vec<Id> = due.units.iter().map(|unit| at.state().base_of(unit)).collect();
    bases.dedup();
    bases.iter().map(|base| every_of(at, card, base)).collect()
}

fn every_of(at: &Outlook, card: &Doctrine, base: &Id) -> Vec<Weighed> {
    let state = at.state();
    let Some(launcher) = state.ships_of(base).find(|ship| ship.in_action()) else { return Vec::new() };
    let (Some(torpedo), Some(marker)) = (&launcher.card.torpedo, free_marker(at)) else { return Vec::new() };
    let enemies = state.afloat().filter(|ship| ship.side != *at.side() && ship.sighted);
    let enemies = enemies.filter(|ship| is_plain(at, launcher, ship));
    let mut options: Vec<Weighed> = Vec::new();
    for target in enemies {
        for (bearing, band) in [Bearing::Port, Bearing::Starboard]
            .into_iter()
            .flat_map(|side| torpedo.bands.iter().map(move |band| (side, band)))
        {
            let launch = |factors| launch(base, &target.id, factors, band.to, bearing, &marker);
            let all = counts(at, base, launcher).into_iter();
            options.extend(all.filter_map(|factors| weighed(at, card, launch(factors))));
        }
    }
    options.retain(|option| 0 < option.value.0);
    // Stable: ties stay with the first target.
    options.sort_by_key(|option| std::cmp::Reverse(option.value));
    options
}

fn is_at(command: &Command, ship: &Id) -> bool {
    matches!(command, Command::Launch { target, .. } if target == ship)
}

/// Returns the least value of a launch. It is lower if the boats may not be able to launch again.
fn least_worth(at: &Outlook, card: &Doctrine, base: &Id) -> f64 {
    let state = at.state();
    let hurt = state.ships_of(base).any(|ship| ship.in_action() && ship.top_speed() * 3 < ship.card.speed * 2);
    let last = state.setup.turns <= state.turn + 3;
    card.torpedoes.launch_at * if hurt || last { 0.25 } else { 1.0 }
}

/// Scores a launch by its expected damage over the target's likely moves. [7.4.2, 7.4.3, 7.4.5]
fn weighed(at: &Outlook, card: &Doctrine, command: Command) -> Option<Weighed> {
    let Command::Launch { by, target, factors, run, bearing, .. } = &command else { return None };
    let state = at.state();
    let launcher = state.ships_of(by).find(|ship| ship.in_action())?;
    let (torpedo, ship) = (launcher.card.torpedo.as_ref()?, state.ship(target)?);
    let [place, there] = places(at, launcher, ship)?;
    let to_hit = torpedo.bands.iter().find(|band| *run <= band.to).or(torpedo.bands.last())?.to_hit;
    let (pose, speed_in) = (there.pose(), ship.speed.as_f64());
    let mut hits = 0.0;
    for (turned, likely) in GUESSES {
        let motion = Motion::straight(Pose { heading: pose.heading.turned(turned), ..pose }, speed_in);
        let front = front(place, *bearing, *run);
        let Some(met) = front.intercepts(&motion) else { continue };
        let angle = geometry::keel_angle_deg(met.pose, place.point()).unwrap_or(90.0);
        let size = size_met(ship, angle);
        let through = at_most(torpedo.power - ship.card.armour.torpedo);
        hits += likely * f64::from(*factors) * at_most(to_hit) * at_most(size) * through;
    }
    let worth = hits * worth::of_torpedo(ship, card.prizes);
    Some(Weighed::by(command, vec![term(TermKind::Torpedoes, worth, LAUNCH)]))
}

/// Returns the size a ship shows to torpedoes. If it combs the tracks, it shows a smaller one. [7.4.5]
pub fn size_met(ship: &Ship, keel_angle_deg: f64) -> i32 {
    let end_on = if ship.card.kind.is_light() { 2 } else { 4 };
    let size = ship.card.size.torpedo;
    if keel_angle_deg.min(180.0 - keel_angle_deg) <= 30.5 { size.min(end_on) } else { size }
}

/// Returns the expected damage by torpedoes to ships slow enough to be finished off, in points. Enemies keep their
/// course. Each attacks the ship that it would hurt most. [7.6]
pub fn finished_off(at: &Outlook, foes: &[Berth], slow: &[Berth], prizes: Prizes) -> f64 {
    let by = |foe: &Berth, target: &Berth| {
        let Ship { card, torpedoes_left, .. } = foe.ship;
        let tubes = card.torpedo.as_ref().filter(|_| !card.kind.is_light() || 0 < *torpedoes_left)?;
        let large = at.state().setup.charts.large_torpedo.first();
        let band = if card.kind.is_light() { tubes.bands.first() } else { large }?;
        let near = (torpedo::CRIPPLE_RANGE.as_f64() + NEARLY_IN - range_in(foe.pose.at, target.pose.at)) / NEARLY_IN;
        let Ship { card, .. } = target.ship;
        let through = at_most(tubes.power - card.armour.torpedo);
        let hits = at_most(torpedo::CRIPPLE_TIMES * band.to_hit) * at_most(card.size.torpedo) * through;
        Some(near.clamp(0.0, 1.0) * hits * worth::of_torpedo(target.ship, prizes))
    };
    foes.iter().map(|foe| slow.iter().filter_map(|target| by(foe, target)).fold(0.0, f64::max)).sum()
}

fn front(from: Place, bearing: Bearing, run: Inches) -> Front {
    let run_in = run.as_f64().min(A_TURN_IN);
    Front { dot: from.point(), radius_in: 0.0, growth_in: A_TURN_IN, run_in, sector: torpedo::sector(from, bearing) }
}

/// Returns launches that would meet an enemy, the nearest first, with all factors before fewer.
fn shots(at: &Outlook, base: &Id) -> Vec<Command> {
    let state = at.state();
    let Some(launcher) = state.ships_of(base).find(|ship| ship.in_action()) else { return Vec::new() };
    let Some(band) = launcher.card.torpedo.as_ref().and_then(|torpedo| torpedo.bands.first()) else {
        return Vec::new();
    };
    // Small ships are not worth torpedoes unless they decide the battle.
    let aims = Aims::of(at);
    let pays = |ship: &Ship| ship.card.kind.is_large() || aims.hunts(ship, at.side());
    let worth = |ship: &&Ship| ship.side != *at.side() && ship.sighted && pays(ship);
    let mut met: Vec<(f64, Id, Bearing)> = Vec::new();
    for target in state.afloat().filter(worth).filter(|target| is_plain(at, launcher, target)) {
        let Some([place, there]) = places(at, launcher, target) else { continue };
        let motion = Motion::straight(there.pose(), target.speed.as_f64());
        for bearing in [Bearing::Port, Bearing::Starboard] {
            let meeting = front(place, bearing, band.to).intercepts(&motion);
            met.extend(meeting.map(|meeting| (meeting.range_in, target.id.clone(), bearing)));
        }
    }
    met.sort_by(|one, other| one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
    let Some(marker) = free_marker(at) else { return Vec::new() };
    let counts = counts(at, base, launcher);
    let launch =
        |(target, bearing, factors): (&Id, Bearing, u8)| launch(base, target, factors, band.to, bearing, &marker);
    let each =
        met.iter().take(2).flat_map(|(_, target, bearing)| counts.iter().map(move |count| (target, *bearing, *count)));
    each.map(launch).collect()
}

/// Returns the numbers of factors tried: all of a base, one boat's, half of all, and one.
fn counts(at: &Outlook, base: &Id, launcher: &Ship) -> Vec<u8> {
    let own = at.state().ships_of(base).filter(|ship| ship.in_action());
    let left = own.fold(0_u8, |sum, ship| sum.saturating_add(ship.torpedoes_left));
    let mut counts = vec![left, launcher.torpedoes_left, left / 2, 1];
    counts.retain(|factors| 0 < *factors);
    counts.dedup();
    counts
}

fn launch(by: &Id, target: &Id, factors: u8, run: Inches, bearing: Bearing, marker: &MarkerId) -> Command {
    Command::Launch {
        by: by.clone(),
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

/// Returns a marker that the side is not using.
fn free_marker(at: &Outlook) -> Option<MarkerId> {
    let own: Vec<&str> =
        at.state().markers.iter().filter(|one| one.side == *at.side()).map(|one| Marker::letter(&one.id)).collect();
    let letters =
        ('A'..='Z').map(String::from).chain(('A'..='Z').flat_map(|one| (1..=9).map(move |two| format!("{one}{two}"))));
    letters.into_iter().find(|letter| !own.iter().any(|one| one.eq_ignore_ascii_case(letter))).map(MarkerId::new)
}
