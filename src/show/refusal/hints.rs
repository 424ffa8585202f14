//! What lies nearest to a refused order and is lawful.
use super::{
    sight::{self, enemies_in_action, side_of},
    trial,
};
use crate::{
    damage::fate_word,
    fire::marker_of,
    labels,
    lines::{count, list, type_word},
};
use naval::{
    BatteryKind, Bearing, Command, Duty, Fraction, Harm, HeldHit, Hit, HitState, Id, Inches, Ship, State, Target,
    command::Conditions, state::Marker,
};

/// The first few of some ships, or what is said where there are none.
fn few<'s>(ships: impl Iterator<Item = &'s Ship>, none: &str, some: &str) -> String {
    let names: Vec<&str> = ships.map(|ship| ship.id.as_str()).take(FEW).collect();
    if names.is_empty() { none.to_owned() } else { format!("{some} {}.", list(&names)) }
}

/// So many ships or duties are told one by one; of more duties the first, and how many there are besides.
const FEW: usize = 4;

/// Each of the duties, with its paragraph.
pub(super) fn owed(state: &State, duties: &[Duty]) -> Vec<String> {
    duties.iter().map(|duty| labels::duty(state, duty)).collect()
}

/// What is owed, short enough to be read.
pub(super) fn first_of(duties: &[String]) -> String {
    match duties {
        [first, rest @ ..] if FEW < duties.len() => format!("{first}, and {} more; `duties` lists them", rest.len()),
        few => list(few),
    }
}

pub(super) fn words(ids: &[Id]) -> Vec<&str> {
    ids.iter().map(Id::as_str).collect()
}

/// `to port`, `ahead`.
pub(super) fn on(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Bow => "into her bow arc",
        Bearing::Broadside => "on her broadside",
        Bearing::Port => "to port",
        Bearing::Starboard => "to starboard",
        Bearing::Stern => "into her stern arc",
    }
}

/// A rudder is mended like any other hit, a fire first. [8.6]
pub(super) fn jammed_hint(state: &State, ship: &Id) -> String {
    let jams = |hit: &&Hit| hit.state == HitState::Active && matches!(hit.effect, Harm::Steering { .. });
    let hit = state.ship(ship).and_then(|ship| ship.hits.iter().find(jams));
    match hit {
        Some(hit) => {
            format!("in the Damage Control Segment `repair {ship} {}` may free it; until then no plot is owed.", hit.id)
        }
        None => "no plot is owed for her until it is free.".to_owned(),
    }
}

pub(super) fn burning(fires: usize) -> String {
    match fires {
        1 => "1 fire burns aboard her".to_owned(),
        many => format!("{many} fires burn aboard her"),
    }
}

/// `: she is a CA, an armoured cruiser`
pub(super) fn kind_of(state: &State, ship: &Id) -> String {
    let says = |ship: &Ship| {
        let (kind, word) = (ship.card.kind, type_word(ship.card.kind));
        format!(": she is a {kind}, {} {word}", if word.starts_with(['a', 'o']) { "an" } else { "a" })
    };
    state.ships_of(ship).next().map(says).unwrap_or_default()
}

pub(super) fn fate_of(state: &State, unit: &Id) -> String {
    let fate = state.ships_of(unit).find(|ship| !ship.in_action()).map(|ship| &ship.fate);
    fate.map_or_else(|| "she is not on the table".to_owned(), fate_word)
}

/// The name most like what was typed.
pub(super) fn nearest(state: &State, typed: &Id) -> Option<String> {
    let ships = state.ships.iter().map(|ship| ship.id.as_str());
    let divisions = state.divisions.iter().map(|division| division.id.as_str());
    let sides = state.setup.sides.iter().map(|side| side.id.as_str());
    /// Bytes of the longest name that is taken for another mistyped.
    const LONGEST: usize = 200;
    if LONGEST < typed.as_str().len() {
        return Some("`status` lists every name.".to_owned());
    }
    let like = |name: &str| strsim::jaro_winkler(name, typed.as_str());
    let best = ships.chain(divisions).chain(sides).max_by(|one, other| like(one).total_cmp(&like(other)))?;
    Some(if like(best) > 0.7 { format!("did you mean `{best}`?") } else { "`status` lists every name.".to_owned() })
}

pub(super) fn members(state: &State, unit: &Id) -> String {
    let ships: Vec<&str> = state.ships_of(unit).map(|ship| ship.id.as_str()).collect();
    if ships.is_empty() {
        "`status` lists every ship.".to_owned()
    } else {
        format!("name one of her ships: {}.", list(&ships))
    }
}

pub(super) fn enemies(state: &State, unit: &Id) -> Option<String> {
    enemies_in_action(state, unit).next()?;
    Some(few(enemies_in_action(state, unit), "", "her enemies are"))
}

pub(super) fn enemies_but(state: &State, unit: &Id, target: &Id) -> Option<String> {
    let seen = |ship: &&Ship| sight::sees(state, unit, ship) && ship.id != *target && ship.division != *target;
    Some(few(enemies_in_action(state, unit).filter(seen), "she sees no other enemy.", "she sees besides:"))
}

pub(super) fn target_line(state: &State, unit: &Id) -> Option<String> {
    if is_laid_out(state) {
        let takes = |enemy: &&Ship| trial::takes(state, &fire_at(unit, &enemy.id));
        let mut seen = enemies_in_action(state, unit).filter(|ship| sight::sees(state, unit, ship)).peekable();
        return Some(match (seen.peek().is_some(), seen.find(takes)) {
            (_, Some(enemy)) => format!("type `target {unit} at {}`.", enemy.id),
            (true, None) => "she can fire at none of those whom she sees.".to_owned(),
            (false, None) => "she sees no enemy.".to_owned(),
        });
    }
    let enemy = enemies_in_action(state, unit)
        .find(|ship| sight::sees(state, unit, ship))
        .or_else(|| enemies_in_action(state, unit).next());
    let range = |enemy: &Id| if state.measured(unit, enemy).is_some() { "" } else { " range RANGE" };
    enemy.map(|enemy| format!("type `target {unit} at {}{}`.", enemy.id, range(&enemy.id)))
}

/// A declaration with nothing typed but who fires at whom.
fn fire_at(firer: &Id, target: &Id) -> Command {
    let conditions = Conditions::default();
    let (firer, target) = (firer.clone(), target.clone());
    Command::Target(Target { firer, target, range: None, bearing: None, battery: None, conditions })
}

/// Whether ships have positions: then no hint invents what a tape may say.
pub(super) fn is_laid_out(state: &State) -> bool {
    state.ships.iter().any(|ship| ship.at.is_some())
}

/// Words about the tape for a battle that is moved by hand; none where ships have positions.
pub(super) fn tape_words<'t>(state: &State, words: &'t str) -> &'t str {
    if is_laid_out(state) { "" } else { words }
}

pub(super) fn batteries(state: &State, ship: &Id) -> Option<String> {
    let ship = state.ship(ship)?;
    let mut able: Vec<String> = Vec::new();
    if !ship.mounts_left().is_empty() {
        able.push("big".to_owned());
    }
    for kind in [BatteryKind::Medium, BatteryKind::Light] {
        if ship.battery_strength(kind) > Fraction::ZERO {
            able.push(kind.to_string());
        }
    }
    Some(if able.is_empty() { "all her guns are out.".to_owned() } else { format!("she has {}.", list(&able)) })
}

/// The nearest measured enemy within reach, else how far the battery reaches.
pub(super) fn out_of_range(state: &State, ship: &Id, battery: BatteryKind, max: Inches) -> Option<String> {
    let within = enemies_in_action(state, ship)
        .filter(|enemy| sight::sees(state, ship, enemy))
        .filter_map(|enemy| Some((state.measured(ship, &enemy.id)?, enemy)))
        .filter(|(range, _)| *range <= max)
        .min_by_key(|(range, _)| *range);
    Some(match within {
        Some((range, enemy)) => {
            format!("{} is {range}\" away: type `target {ship} at {}`.", enemy.card.name, enemy.id)
        }
        None => format!("her {battery} guns reach {max}\"; no sighted enemy is known to be that near."),
    })
}

pub(super) fn bears(state: &State, ship: &Id, battery: BatteryKind) -> Option<String> {
    let ship = state.ship(ship)?;
    let arcs = [Bearing::Bow, Bearing::Port, Bearing::Starboard, Bearing::Stern];
    let able: Vec<String> = match battery {
        BatteryKind::Big => {
            let able = arcs.into_iter().filter(|arc| 0 < ship.mounts_bearing(*arc));
            able.map(|arc| format!("{arc} ({})", count(ship.mounts_bearing(arc) as i64, "mount"))).collect()
        }
        BatteryKind::Medium | BatteryKind::Light => vec!["port".to_owned(), "starboard".to_owned()],
    };
    Some(if able.is_empty() { "all her mounts are out.".to_owned() } else { format!("they bear {}.", list(&able)) })
}

pub(super) fn with_torpedoes(state: &State, ship: &Id) -> Option<String> {
    let side = side_of(state, ship)?;
    let armed = state.ships_of_side(side).filter(|ship| ship.in_action() && 0 < ship.torpedoes_left);
    Some(few(armed, "no ship of her side has torpedoes left.", "torpedoes are left in"))
}

/// A letter that the side of this marker has not put down.
pub(super) fn free_marker(state: &State, taken: &Id) -> char {
    let other = |letter: &char| taken.as_str().replacen(Marker::letter(taken), &letter.to_string(), 1);
    let free = |letter: &char| {
        let other = other(letter);
        state.markers.iter().all(|one| !one.id.as_str().eq_ignore_ascii_case(&other))
    };
    ('a'..='z').find(free).map_or('A', |letter| letter.to_ascii_uppercase())
}

/// What a base may do that has a marker to this side.
pub(super) fn second_marker(state: &State, base: &Id, bearing: Bearing) -> String {
    let again = "`undo` that launch and type one line with the factors of all";
    let other = match bearing {
        Bearing::Port => Some(Bearing::Starboard),
        Bearing::Starboard => Some(Bearing::Port),
        Bearing::Bow | Bearing::Broadside | Bearing::Stern => None,
    };
    let taken = |side: &Bearing| {
        state.markers.iter().any(|one| one.launcher == *base && one.turn == state.turn && one.bearing == *side)
    };
    match other.filter(|side| !taken(side)) {
        Some(side) => format!("type `{side}` for the other side, or {again}."),
        None => format!("{again}."),
    }
}

pub(super) fn markers(state: &State) -> String {
    let open = state.markers.iter().filter(|marker| marker.answered_turn != Some(state.turn));
    let names: Vec<String> = open.map(|marker| marker_of(state, &marker.id)).collect();
    if names.is_empty() { "no marker is open.".to_owned() } else { format!("open: {}.", list(&names)) }
}

pub(super) fn repairable(state: &State, ship: &Id) -> Option<String> {
    let ship = state.ship(ship)?;
    let open = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
    let ids: Vec<&str> = open.map(|hit| hit.id.as_str()).collect();
    Some(if ids.is_empty() {
        "nothing of hers can be repaired.".to_owned()
    } else {
        format!("{} can be repaired: `repair {} {}`.", list(&ids), ship.id, ids[0])
    })
}

pub(super) fn on_fire(state: &State) -> String {
    let burning: Vec<&str> = state.afloat().filter(|ship| 0 < ship.fires()).map(|ship| ship.id.as_str()).collect();
    if burning.is_empty() { "no ship is burning.".to_owned() } else { format!("burning: {}.", list(&burning)) }
}

pub(super) fn held(state: &State) -> String {
    let mut targets: Vec<&str> = Vec::new();
    for HeldHit { target, .. } in &state.held {
        if !targets.contains(&target.as_str()) {
            targets.push(target.as_str());
        }
    }
    if targets.is_empty() { "no hits are held.".to_owned() } else { format!("hits are held on {}.", list(&targets)) }
}
