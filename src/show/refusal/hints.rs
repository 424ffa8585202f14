//! What lies nearest to a refused order and is lawful.
use std::fmt::Display;

use super::{
    FEW, formations, has_closed,
    sight::{self, enemies_in_action, side_of},
    table, trial,
};
use crate::{
    fire::marker_of,
    lines::{count, list},
    special,
};
use naval::{
    BatteryKind, Bearing, Command, Fraction, HeldHit, HitState, Id, Inches, Reason, Ship, State, Target,
    command::Conditions, notation, state::Marker,
};

/// What to type instead.
pub(super) fn hint(state: &State, reason: &Reason) -> Option<String> {
    use Reason::*;
    Some(match reason {
        Over => "`note` and `set` still write in the log; `tally` counts the points.".into(),
        Table(reason) => return table::hint(state, reason),
        TooFastToPlot { division, plot, .. } => table::slower(state, division, plot),
        Special(reason) => return special::hint(state, reason),
        Formation(reason) => formations::hint(state, reason),
        UnknownUnit { unit } => return nearest(state, unit),
        NotAShip { unit } => {
            told(state.ships_of(unit).map(|ship| &ship.id), "`status` lists every ship.", "name one of her ships:")
        }
        WrongSegment { needed, .. } => format!("type `next to {}`.", needed.word()),
        StillOwed { .. } => "do it, or type `next waive \"why it is left undone\"`.".into(),
        SameSide { one, .. } => return enemies(state, one),
        NotInAction { .. } => "`status` lists the ships that are.".into(),
        NoSuchBattery { ship, battery: Some(_) } => return batteries(state, ship),
        NoSuchBattery { ship, battery: None } => format!("`card {ship}` shows her damage."),
        BatteryDeclared { ship, .. } => format!("`fire {ship}` resolves it; a battery has one target a turn."),
        OnOtherHand { ship, target, .. } => {
            format!("if that was a slip, `measure {ship} {target} RANGE arc ARC` moves what is declared.")
        }
        OutOfRange { ship, battery, max, .. } => return out_of_range(state, ship, *battery, *max),
        NoneBear { ship, battery, .. } => return bears(state, ship, *battery),
        WhichBroadside { ship, target, .. } => format!("end with port or starboard: `target {ship} at {target} port`."),
        NoRange { ship, target } => format!(
            "type `target {ship} at {target} range ...` with what the tape says, or `measure {ship} {target} ...` \
             first."
        ),
        NotSighted { ship, target } => return sight::not_sighted(state, ship, target),
        OutOfHerSight { ship, target, .. } => return sight::who_sees(state, ship, target),
        NotLit { ship, target } => {
            format!("light her in the Illumination Segment: `illuminate {ship} {target} searchlight range ...`.")
        }
        Blocked { ship, target, .. } => return enemies_but(state, ship, target),
        BigGunTarget { target, firer } => return enemies_but(state, firer, target),
        TurnedTooFar { .. } => "her medium and light guns may fire.".into(),
        WeaponsBarred { ship, .. } => format!("fight a fire in the Damage Control Segment: `repair {ship} fire`."),
        OutOfTurn { due, .. } => format!("declare for {}, or type `declared {due}` when it has done.", state.name(due)),
        SideClosed { .. } => "`fire all` resolves what is declared; `undo` reopens.".into(),
        BigGunsClosed { .. } => {
            "its medium and light guns come when the other side has declared its big guns too.".into()
        }
        BigGunsFirst { .. } => "declare them, or close them with `declared`.".into(),
        NotDeclared { .. } => "declared".into(),
        NothingDeclared { unit: Some(unit) } if has_closed(state, unit) => "`next` closes the segment.".into(),
        NothingDeclared { unit: Some(unit) } => return target_line(state, unit),
        NothingDeclared { unit: None } => {
            let range = if is_laid_out(state) { "" } else { " range RANGE" };
            format!("declare with `target SHIP at SHIP{range}`, or type `next`.")
        }
        AlreadyFired { .. } | FiresRolled { .. } => "`next` closes the segment.".into(),
        CoupMade { .. } => "she may give another next turn; `next` closes the segment.".into(),
        CannotIlluminate { max, .. } => format!("her light reaches {max}\"."),
        NoStarshell { ship, .. } => format!("use her searchlight: `illuminate {ship} TARGET searchlight range ...`."),
        LightUsed { .. } => "a ship lights one target a turn with each kind of light.".into(),
        NoTorpedoes { ship } | FactorsLeft { ship, left: 0, .. } => return with_torpedoes(state, ship),
        FactorsLeft { left, .. } => format!("launch with `factors {left}` or fewer."),
        TorpedoArc { .. } => "end the line with `port` or `starboard`.".into(),
        RunTooLong { max, .. } => format!("type `run {max}` or less."),
        MarkerInUse { marker } => format!("name another, such as `marker {}`.", free_marker(state, marker)),
        SecondMarker { base, bearing, .. } => second_marker(state, base, *bearing),
        DummyWithFactors { factors, .. } => {
            format!("leave out `factors {factors}` for a dummy, or leave out `dummy` to launch.")
        }
        BeyondCard { ship, most, .. } => {
            format!("type `set {ship} {} because \"...\"`, or less.", notation::setting(state, most))
        }
        WhichMount { ship, mounts, .. } => {
            format!("she has {}: type `set {ship} mounts {} because \"...\"`.", list(mounts), mounts[0])
        }
        NoSuchMount { have, .. } if have.is_empty() => "she has no big guns.".into(),
        NoSuchMount { have, .. } => format!("her mounts are {}, each named once.", list(have)),
        UnknownMarker { .. } | MarkerAnswered { .. } => markers(state),
        OutOfReach { marker, .. } => format!("when they met nobody: `miss {}`.", notation::typed_name(state, marker)),
        NotLight { .. } => "light ships are CL, CP, TBD and TB.".into(),
        NotLarge { .. } => "large ships are BB, OBB, BC and CA.".into(),
        NotOfTarget { marker, .. } => match state.markers.iter().find(|one| one.id == *marker) {
            Some(marker) => format!(
                "its target is {}; after `line` stand others on the same line of bearing.",
                state.name(&marker.target)
            ),
            None => markers(state),
        },
        CheckMade { .. } => "one die a side and turn.".into(),
        NoneInTorpedoRange { .. } if is_laid_out(state) => {
            "that is so as they lie; where the tape says otherwise, `measure SHIP SHIP RANGE` tells the program.".into()
        }
        NoneInTorpedoRange { .. } => "`measure SHIP SHIP RANGE` tells the program a range.".into(),
        TooFast { .. } => "launch torpedoes, or fire at her.".into(),
        TooFar { max, .. } => format!("a range up to {max}\" will do."),
        RepairTried { .. } => "she may try again next turn.".into(),
        FiresFirst { ship } => format!("type `repair {ship} fire`."),
        NothingToRepair { have, .. } if have.is_empty() => "nothing of hers can be repaired.".into(),
        NothingToRepair { ship, have, .. } => format!("she has {}: type `repair {ship} {}`.", list(have), have[0]),
        Unrepairable { ship, .. } => return repairable(state, ship),
        NoFires { ship: Some(_) } => {
            let burning = state.afloat().filter(|ship| 0 < ship.fires());
            told(burning.map(|ship| &ship.id), "no ship is burning.", "burning:")
        }
        NoFires { ship: None } | NoHeldHits { unit: None } | NotFiredAt { .. } => "type `next`.".into(),
        NoHeldHits { unit: Some(_) } => held(state),
        ReactionTested { .. } => "one test a division and turn.".into(),
        AboveAllowance { max, .. } | TooMuchAcceleration { max, .. } => {
            format!("a speed of {max} or less will do, for her and for the division she stays in.")
        }
        NoReason => "put them in quotes, as in `because \"engine room flooded\"`.".into(),
        NotFinished => "type `end because \"night fell\"`, in your own words.".into(),
        Unlawful { .. } => return None,
        ZeroRange => "ranges run from funnel to funnel, such as `range 8.0`.".into(),
        ZeroRun { max, .. } => format!("they run as far as you plot, up to {max}\", such as `run {max}`."),
        AngleTooLarge { .. } => "0 and 180 are end on, 90 is broadside on.".into(),
        QualityUnknown { .. } => "visibility is poor, very-poor or extreme.".into(),
    })
}

/// What there is, behind the words for some, or the words for nothing.
fn told(things: impl IntoIterator<Item: Display>, none: &str, some: &str) -> String {
    let mut things = things.into_iter().peekable();
    if things.peek().is_none() { none.to_owned() } else { format!("{some} {}.", list(things)) }
}

/// The first few of some ships, or what is said where there are none.
fn few<'s>(ships: impl Iterator<Item = &'s Ship>, none: &str, some: &str) -> String {
    told(ships.map(|ship| &ship.id).take(FEW), none, some)
}

/// The name most like what was typed.
pub(super) fn nearest(state: &State, typed: &Id) -> Option<String> {
    /// Bytes of the longest name that is taken for another mistyped.
    const LONGEST: usize = 200;
    let divisions = state.divisions.iter().map(|division| &division.id);
    let sides = state.setup.sides.iter().map(|side| &side.id);
    let ids = state.ships.iter().map(|ship| &ship.id).chain(divisions).chain(sides);
    let short = typed.as_str().len() <= LONGEST;
    let like = |id: &Id| if short { strsim::jaro_winkler(id.as_str(), typed.as_str()) } else { 0.0 };
    let best = ids.max_by(|one, other| like(one).total_cmp(&like(other)))?;
    Some(if like(best) > 0.7 { format!("did you mean `{best}`?") } else { "`status` lists every name.".to_owned() })
}

fn enemies(state: &State, unit: &Id) -> Option<String> {
    enemies_in_action(state, unit).next()?;
    Some(few(enemies_in_action(state, unit), "", "her enemies are"))
}

fn enemies_but(state: &State, unit: &Id, target: &Id) -> Option<String> {
    let seen = |ship: &&Ship| sight::sees(state, unit, ship) && ship.id != *target && ship.division != *target;
    Some(few(enemies_in_action(state, unit).filter(seen), "she sees no other enemy.", "she sees besides:"))
}

fn target_line(state: &State, unit: &Id) -> Option<String> {
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
fn is_laid_out(state: &State) -> bool {
    state.ships.iter().any(|ship| ship.at.is_some())
}

fn batteries(state: &State, ship: &Id) -> Option<String> {
    let ship = state.ship(ship)?;
    let able = |kind: &BatteryKind| match kind {
        BatteryKind::Big => !ship.mounts_left().is_empty(),
        BatteryKind::Medium | BatteryKind::Light => ship.battery_strength(*kind) > Fraction::ZERO,
    };
    let kinds = [BatteryKind::Big, BatteryKind::Medium, BatteryKind::Light].into_iter().filter(able);
    Some(told(kinds, "all her guns are out.", "she has"))
}

/// The nearest measured enemy within reach, else how far the battery reaches.
fn out_of_range(state: &State, ship: &Id, battery: BatteryKind, max: Inches) -> Option<String> {
    let within = enemies_in_action(state, ship)
        .filter(|enemy| sight::sees(state, ship, enemy))
        .filter_map(|enemy| Some((state.measured(ship, &enemy.id)?, enemy)))
        .filter(|(range, _)| *range <= max)
        .min_by_key(|(range, _)| *range);
    Some(match within {
        Some((range, enemy)) => format!("{} is {range}\" away: type `target {ship} at {}`.", enemy.card.name, enemy.id),
        None => format!("her {battery} guns reach {max}\"; no sighted enemy is known to be that near."),
    })
}

fn bears(state: &State, ship: &Id, battery: BatteryKind) -> Option<String> {
    let ship = state.ship(ship)?;
    let arcs = [Bearing::Bow, Bearing::Port, Bearing::Starboard, Bearing::Stern];
    let able: Vec<String> = match battery {
        BatteryKind::Big => {
            let able = arcs.into_iter().filter(|arc| 0 < ship.mounts_bearing(*arc));
            able.map(|arc| format!("{arc} ({})", count(ship.mounts_bearing(arc), "mount"))).collect()
        }
        BatteryKind::Medium | BatteryKind::Light => vec!["port".to_owned(), "starboard".to_owned()],
    };
    Some(told(able, "all her mounts are out.", "they bear"))
}

fn with_torpedoes(state: &State, ship: &Id) -> Option<String> {
    let side = side_of(state, ship)?;
    let armed = state.ships_of_side(side).filter(|ship| ship.in_action() && 0 < ship.torpedoes_left);
    Some(few(armed, "no ship of her side has torpedoes left.", "torpedoes are left in"))
}

/// A letter that the side of this marker has not put down.
fn free_marker(state: &State, taken: &Id) -> char {
    let other = |letter: &char| taken.as_str().replacen(Marker::letter(taken), &letter.to_string(), 1);
    let free = |letter: &char| {
        let other = other(letter);
        state.markers.iter().all(|one| !one.id.as_str().eq_ignore_ascii_case(&other))
    };
    ('a'..='z').find(free).map_or('A', |letter| letter.to_ascii_uppercase())
}

/// What a base may do that has a marker to this side.
fn second_marker(state: &State, base: &Id, bearing: Bearing) -> String {
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

fn markers(state: &State) -> String {
    let open = state.markers.iter().filter(|marker| marker.answered_turn != Some(state.turn));
    told(open.map(|marker| marker_of(state, &marker.id)), "no marker is open.", "open:")
}

fn repairable(state: &State, ship: &Id) -> Option<String> {
    let ship = state.ship(ship)?;
    let open = ship.hits.iter().filter(|hit| hit.state == HitState::Active);
    let ids: Vec<&str> = open.map(|hit| hit.id.as_str()).collect();
    Some(if ids.is_empty() {
        "nothing of hers can be repaired.".to_owned()
    } else {
        format!("{} can be repaired: `repair {} {}`.", list(&ids), ship.id, ids[0])
    })
}

fn held(state: &State) -> String {
    let mut targets: Vec<&Id> = Vec::new();
    for HeldHit { target, .. } in &state.held {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    told(targets, "no hits are held.", "hits are held on")
}
