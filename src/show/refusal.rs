//! Every refusal as a sentence for the referee: unit, reason and figures, with the nearest legal command.
mod formations;
mod hints;
mod orders;
mod sight;
mod table;
mod trial;

pub use self::orders::{meant_range, order_error};

use self::hints::*;
use super::{
    block_word, count, fate_word, fire_hints::broadside_hint, list, marker_name, name_list, special, type_word,
    unambiguous_marker,
};
use naval::model::{Bearing, Setting, Ship, TableReason};
use naval::{
    Id, Reason, Segment, State,
    notation::{self, typed_name},
};
use play::{Hint, LineError, Rule};

pub fn refusal(state: &State, reason: &Reason, rule: Rule) -> LineError {
    LineError { hint: hint(state, reason), ..LineError::new(explanation(state, reason, rule)).rule(rule) }
}

/// Explains why a ship cannot fire at an enemy now. `None` if it can.
pub(super) fn fire_refusal_text(state: &State, firer: &Id, target: &Id) -> Option<String> {
    let (reason, rule) = trial::refusal_with_rule(state, &fire_at(firer, target))?;
    Some(format!("{} [{rule}]", explanation(state, &reason, rule)))
}

/// Returns the refused action and the reason.
fn explanation(state: &State, reason: &Reason, rule: Rule) -> String {
    use Reason::*;
    let name = state.name_printer();
    match reason {
        BattleOver => "The scenario is over: nothing more can be ordered.".into(),
        Table(reason) => table::explanation(state, reason),
        TooFastToPlot { why, .. } => explanation(state, why, rule),
        Preplot { turn, why } => format!("Turn {turn} of the ten: {}", explanation(state, why, rule)),
        Special(reason) => special::explanation(state, reason),
        Formation(reason) => formations::explanation(state, reason),
        UnknownUnit { unit } => format!("There is no ship, division or side {unit}."),
        UnknownSide { side } => format!("There is no side {side}."),
        NotAShip { unit } => format!("{} is not a single ship.", name(unit)),
        WrongSegment { needed, now, verb } => format!("`{verb}` belongs in the {needed}. This is the {now}."),
        // Do not cite the refusal's own paragraph twice.
        DutiesDue { duties } => match &duties[..] {
            [duty] if duty.rule == rule => {
                format!("The {} cannot close: {}.", state.segment, super::labels::current_duty(state, duty))
            }
            duties => format!("The {} cannot close: {}.", state.segment, first_duties(state, duties)),
        },
        SameSide { one, other } if one == other => format!("Both names mean the same unit, {}.", name(one)),
        SameSide { one, other } => format!("{} and {} are on the same side.", name(one), name(other)),
        NotInAction { ship } => format!("{} is not in action: {}.", name(ship), fate_of(state, ship)),
        NoSuchBattery { ship, battery: Some(battery) } => {
            format!("{} has no {battery} guns that can fire.", name(ship))
        }
        NoSuchBattery { ship, battery: None } => format!("{} has no guns that can fire.", name(ship)),
        BatteryDeclared { ship, battery, target } => {
            format!("{}'s {battery} guns are already declared at {}.", name(ship), name(target))
        }
        OppositeBroadside { ship, target, bearing } => {
            format!(
                "{} is on one side of {}: guns are already declared at it {}.",
                name(target),
                name(ship),
                bearing_text(*bearing)
            )
        }
        OutOfRange { ship, range, max, .. } => format!("{} cannot fire: range {range}\" exceeds {max}\".", name(ship)),
        NoneBear { ship, battery, bearing } => {
            format!("None of {}'s {battery} guns bears {}.", name(ship), bearing_text(*bearing))
        }
        AmbiguousBroadside { ship, target, port, starboard } => format!(
            "{} must fire at {} to port or to starboard: {port} of its mounts bear to port, {starboard} to starboard.",
            name(ship),
            name(target)
        ),
        NoRange { ship, target } => {
            format!("The range from {} to {} is not known this turn.", name(ship), name(target))
        }
        NotSighted { ship, target } => sight::unsighted_explanation(state, ship, target),
        NotSeenByShip { ship, target, range: Some(range), sight } => {
            format!("{} does not see {}: the range is {range}\", its sight {sight}\".", name(ship), name(target))
        }
        NotSeenByShip { ship, target, range: None, sight } => format!(
            "It is not known whether {0} sees {1}: {0}'s side does, and {0}'s own sight is {sight}\".",
            name(ship),
            name(target)
        ),
        NotLit { target, .. } if Segment::Illumination < state.segment => format!(
            "The Illumination Segment is over: {} can now be seen only if it burns or fires.",
            state.name(target)
        ),
        NotLit { ship, target } => {
            format!("{} cannot see {} at night: it is not lit, burning or firing.", name(ship), name(target))
        }
        Blocked { ship, target, by } => {
            format!("{} cannot fire at {}: {} is in the way.", name(ship), name(target), block_word(*by))
        }
        BigGunTarget { target, firer } => format!(
            "Medium and light guns may not fire at {}: {} has declared big guns at it.",
            name(target),
            name(firer)
        ),
        TurnedTooFar { ship, degrees } => {
            format!("{} cannot fire its big guns: it turned {degrees} degrees this turn.", name(ship))
        }
        WeaponsBarred { ship, fires: 1 } => format!("{} may not use weapons: 1 fire burns aboard.", name(ship)),
        WeaponsBarred { ship, fires } => format!("{} may not use weapons: {fires} fires burn aboard.", name(ship)),
        OutOfTurn { side, due } => format!("{} may not declare yet: {} declares first.", name(side), name(due)),
        SideClosed { side } => format!("{} has closed its declarations for this turn.", name(side)),
        BigGunsClosed { side } => format!("{} has declared all its big guns.", name(side)),
        BigGunsFirst { sides } => {
            format!(
                "Medium and light guns come after all big guns: {} may still declare big guns.",
                name_list(state, sides)
            )
        }
        NotDeclared { sides } => {
            format!("{} could still declare fire: `fire` would leave those guns silent.", name_list(state, sides))
        }
        NothingDeclared { unit: Some(unit) } if has_closed(state, unit) => {
            format!("{} has no declared fire left to resolve, and its side has closed its declarations.", name(unit))
        }
        NothingDeclared { unit: Some(unit) } => {
            format!("{} has no declared fire left to resolve.", name(unit))
        }
        NothingDeclared { unit: None } => "No declared fire is left to resolve.".into(),
        AlreadyFired { ship } => format!("{} has already fired this turn.", name(ship)),
        CoupMade { ship } => format!("{} has already made its one coup de grâce this turn.", name(ship)),
        CannotIlluminate { ship, target, range, max } => {
            format!("{} cannot illuminate {}: range {range}\" exceeds {max}\".", name(ship), name(target))
        }
        NoStarshell { ship, from: Some(from) } => {
            format!("{} has no starshell before {from}: this is {}.", name(ship), state.setup.date)
        }
        NoStarshell { ship, from: None } => format!("{} has no starshell.", name(ship)),
        LightUsed { ship } => format!("{} has already used that light this turn.", name(ship)),
        NoTorpedoes { ship } => format!("{} carries no torpedoes.", name(ship)),
        FactorsLeft { ship, left, wanted } => {
            format!("{} has {} left, not {wanted}.", name(ship), count(*left, "torpedo factor"))
        }
        TorpedoArc { ship, bearing } => {
            format!(
                "{} cannot launch {}: torpedoes are launched to port or starboard.",
                name(ship),
                bearing_text(*bearing)
            )
        }
        RunTooLong { ship, run, max } => {
            format!("The torpedoes of {} cannot run {run}\": they reach {max}\".", name(ship))
        }
        MarkerInUse { marker } => format!("Marker {} is already on the table.", marker_name(marker)),
        SecondMarker { base, bearing, marker } => format!(
            "{} has marker {} {} this turn: boats on one base use one marker on each side, dummies included.",
            name(base),
            marker_name(marker),
            bearing_text(*bearing)
        ),
        DummyWithFactors { marker, factors } => format!(
            "Marker {} cannot be a dummy and carry {}: a dummy uses no factors.",
            marker_name(marker),
            count(*factors, "torpedo factor")
        ),
        AboveCard { ship, setting, most } => {
            let is_damaged =
                matches!(most, Setting::Speed(most) if state.ship(ship).is_some_and(|ship| *most < ship.card.speed));
            let why = match most {
                Setting::Fires(_) => "it is abandoned at",
                _ if is_damaged => "with its damage the limit is",
                _ => "its card's limit is",
            };
            let (value, most) = (notation::setting(state, setting), notation::setting(state, most));
            format!("{} cannot be set to {value}: {why} {most}.", name(ship))
        }
        AmbiguousMounts { ship, count: lost, .. } => {
            format!("{} cannot lose {} unless you name which.", name(ship), count(*lost, "mount"))
        }
        NoSuchMount { ship, mount, .. } => format!("{} has no mount {mount} to lose.", name(ship)),
        UnknownMarker { marker } => format!("No marker {} is on the table.", marker_name(marker)),
        MeetingsKnown { marker } => {
            format!("Marker {} is already resolved this turn.", unambiguous_marker(state, marker))
        }
        OutOfReach { marker, radius } => format!(
            "Torpedoes of marker {} have run {radius}\" and reach no farther this turn.",
            unambiguous_marker(state, marker)
        ),
        CoastBattery { battery } => format!("{} is a coast battery.", name(battery)),
        NotLight { ship } => format!("{} is not a light ship{}.", name(ship), kind_text(state, ship)),
        NotInTargetFormation { marker, ship } => {
            format!(
                "{} is not in the formation that marker {} was launched at.",
                name(ship),
                unambiguous_marker(state, marker)
            )
        }
        TorpedoCheckMade { side } => {
            format!("{} has already rolled for its large ships' torpedoes this turn.", name(side))
        }
        NoneInTorpedoRange { side } => {
            format!("No large ship of {} that may attack sees an enemy large ship within torpedo range.", name(side))
        }
        TooFast { ship, speed } => {
            format!("{} moves at {speed}\": a coup de grâce needs a target at 1.0\" or less.", name(ship))
        }
        TooFar { ship, range, max } => format!("{} is too far away: range {range}\" exceeds {max}\".", name(ship)),
        RepairTried { ship } => format!("{} has already made its one repair attempt this turn.", name(ship)),
        FiresFirst { ship } => format!("{} is burning: fight fires before other repairs.", name(ship)),
        NothingToRepair { ship, item, .. } => format!("{} has no hit {item} to repair.", name(ship)),
        Unrepairable { ship, item } => format!("Hit {item} of {} is beyond repair.", name(ship)),
        NoFires { ship: Some(ship) } => format!("{} is not burning.", name(ship)),
        NoFires { ship: None } => "No ship is burning.".into(),
        FiresRolled { ship: Some(ship) } => format!("The fires of {} have already been rolled this turn.", name(ship)),
        FiresRolled { ship: None } => "The fires of all burning ships have already been rolled this turn.".into(),
        NoHeldHits { unit: Some(unit) } => format!("No hits are held on {}.", name(unit)),
        NoHeldHits { unit: None } => "No hits are held.".into(),
        NotFiredAt { division } => {
            format!("{} has nothing to react to: no large ship's battery fired at it last turn.", name(division))
        }
        ReactionTested { division } => format!("The reaction of {} has already been tested this turn.", name(division)),
        AboveAllowance { ship, speed, max } => {
            let burning =
                state.ship(ship).filter(|ship| ship.are_weapons_barred() && ship.speed_allowance() < ship.top_speed());
            match burning {
                Some(burning_ship) => format!(
                    "{} cannot make {speed}\": with {} its top speed is {max}\".",
                    name(ship),
                    count(burning_ship.fires(), "fire")
                ),
                None => format!("{} cannot make {speed}\": its top speed is {max}\".", name(ship)),
            }
        }
        NoReason => "Text is missing here.".into(),
        NotFinished => "The battle is not over. To end it now, give a reason.".into(),
        NotALaunch => "This is not a launch.".into(),
        NoShipMet => "Name at least one ship that was met, or type `miss`.".into(),
        MetTwice => "A ship or base is named twice.".into(),
        NoFactors => "An attack takes at least one torpedo factor.".into(),
        NoDamageTable => "The charts have no damage table for this hit.".into(),
        NoDamageRow => "The damage table has no result for this roll.".into(),
        ZeroRange => "A range must be more than 0.".into(),
        ZeroRun { ship, .. } => format!("The run of {}'s torpedoes must be more than 0.", name(ship)),
        AngleTooLarge { degrees } => format!("{degrees} degrees is too large: an angle to the keel is 0 to 180."),
    }
}

/// Returns what to plot instead in one of the ten turns.
fn preplot_advice(turn: usize, why: &Reason) -> String {
    let (Reason::AboveAllowance { max, .. } | Reason::Table(TableReason::GainsTooMuch { max, .. })) = why else {
        return format!("change turn {turn}, and `preplot` all ten again.");
    };
    format!("give turn {turn} a speed of {max} or less, and `preplot` all ten again.")
}

/// Returns what to type instead.
fn hint(state: &State, reason: &Reason) -> Option<Hint> {
    use Reason::*;
    Some(match reason {
        BattleOver => {
            Hint::line("tally")
                + " counts the points. The referee may still add to the log with note WORDS or set SHIP."
        }
        Table(reason) => return table::hint(state, reason),
        TooFastToPlot { division, plot, why } => table::slower_plot(state, division, plot, why),
        Preplot { turn, why } => preplot_advice(*turn, why).into(),
        Special(reason) => return special::hint(state, reason),
        Formation(reason) => formations::hint(state, reason),
        UnknownUnit { unit } => return nearest(state, unit),
        UnknownSide { .. } => list_or(state.setup.sides.iter().map(|side| &side.id), "", "the sides are"),
        NotAShip { unit } => {
            let none = Hint::line("status") + " lists every ship.";
            list_or(state.ships_of(unit).map(|ship| &ship.id), none, "name one of its ships:")
        }
        WrongSegment { needed, now, .. } if *needed < *now && *needed != Segment::Plotting => {
            Hint::words(format!("the {needed} is over: the next one comes after "))
                + Hint::line("next to plotting")
                + "."
        }
        WrongSegment { needed, .. } => "type " + Hint::line(format!("next to {}", needed.word())) + ".",
        DutiesDue { duties } => duty_hint(state, duties),
        SameSide { one, .. } => return enemies(state, one),
        NotInAction { .. } => Hint::line("status") + " lists the ships in action.",
        NoSuchBattery { ship, battery: Some(_) } => return batteries(state, ship),
        NoSuchBattery { ship, battery: None } => {
            Hint::line(format!("card {}", typed_name(state, ship))) + " shows its damage."
        }
        BatteryDeclared { ship, .. } => {
            Hint::line(format!("fire {}", typed_name(state, ship))) + " resolves it. A battery has one target a turn."
        }
        OppositeBroadside { ship, target, .. } => {
            let form = format!("measure {} {} RANGE arc ARC", typed_name(state, ship), typed_name(state, target));
            "if that side is wrong, " + Hint::form(form) + " moves the declared fire."
        }
        OutOfRange { ship, battery, max, .. } => return out_of_range(state, ship, *battery, *max),
        NoneBear { ship, battery, .. } => return bearing_arcs(state, ship, *battery),
        AmbiguousBroadside { ship, target, .. } => broadside_hint(state, ship, target),
        NoRange { ship, target } => {
            let (ship, target) = (typed_name(state, ship), typed_name(state, target));
            let (shot, tape) = (format!("target {ship} at {target} range ..."), format!("measure {ship} {target} ..."));
            "type " + Hint::form(shot) + " with the measured range, or " + Hint::form(tape) + " first."
        }
        NotSighted { ship, target } => return sight::sighting_hint(state, ship, target),
        NotSeenByShip { ship, target, .. } => return sight::seers_hint(state, ship, target),
        NotLit { ship, target } => {
            let (ship, target) = (typed_name(state, ship), typed_name(state, target));
            let form = Hint::form(format!("illuminate {ship} {target} searchlight range ..."));
            "illuminate it in the Illumination Segment: " + form + "."
        }
        Blocked { ship, target, .. } => return other_enemies(state, ship, target),
        BigGunTarget { target, firer } => return other_enemies(state, firer, target),
        TurnedTooFar { .. } => "its medium and light guns may fire.".into(),
        WeaponsBarred { ship, .. } => {
            let line = Hint::later(format!("repair {} fire", typed_name(state, ship)));
            "fight a fire in the Damage Control Segment: " + line + "."
        }
        OutOfTurn { due, .. } => {
            let done = Hint::line(format!("declared {}", typed_name(state, due)));
            Hint::words(format!("declare for {}, or type ", state.name(due))) + done + " when it has finished."
        }
        SideClosed { .. } if state.this_move.declarations.iter().any(|declaration| !declaration.fired) => {
            Hint::line("fire all") + " resolves the declared fire. " + Hint::line("undo") + " reopens declarations."
        }
        SideClosed { .. } if state.this_move.declarations.iter().any(|declaration| declaration.fired) => {
            "the guns have fired: " + Hint::line("next") + " closes the segment."
        }
        SideClosed { .. } => Hint::line("undo") + " reopens them. " + Hint::line("next") + " closes the segment.",
        BigGunsClosed { .. } => {
            "declare its medium and light guns once the other side has declared its big guns.".into()
        }
        BigGunsFirst { .. } => "declare them, or end them with " + Hint::line("declared") + ".",
        NotDeclared { .. } => Hint::line("declared"),
        NothingDeclared { unit: Some(unit) } if has_closed(state, unit) => next_closes(),
        NothingDeclared { unit: Some(unit) } => return declaration_hint(state, unit),
        NothingDeclared { unit: None } => {
            let range = if has_positions(state) { "" } else { " range RANGE" };
            let form = Hint::form(format!("target SHIP at SHIP{range}"));
            "declare with " + form + ", or type " + Hint::line("next") + "."
        }
        AlreadyFired { .. } | FiresRolled { .. } => next_closes(),
        CoupMade { .. } => "it may try again next turn. " + next_closes(),
        CannotIlluminate { max, .. } => format!("its light reaches {max}\".").into(),
        NoStarshell { ship, .. } => {
            let form = format!("illuminate {} TARGET searchlight range ...", typed_name(state, ship));
            "use its searchlight: " + Hint::form(form) + "."
        }
        LightUsed { .. } => "a ship illuminates one target a turn with each kind of light.".into(),
        NoTorpedoes { ship } | FactorsLeft { ship, left: 0, .. } => return with_torpedoes(state, ship),
        FactorsLeft { left, .. } => format!("launch with `factors {left}` or fewer.").into(),
        TorpedoArc { .. } => "end the line with `port` or `starboard`.".into(),
        RunTooLong { max, .. } => format!("type `run {max}` or less.").into(),
        MarkerInUse { marker } => format!("name another, such as `marker {}`.", free_marker(state, marker)).into(),
        SecondMarker { base, bearing, .. } => second_marker(state, base, *bearing),
        DummyWithFactors { factors, .. } => {
            format!("omit `factors {factors}` for a dummy, or omit `dummy` to launch.").into()
        }
        AboveCard { ship, most, .. } => {
            let most = notation::setting(state, most);
            "type " + Hint::form(format!("set {} {most} because \"...\"", typed_name(state, ship))) + ", or less."
        }
        AmbiguousMounts { ship, mounts, .. } => {
            let form = format!("set {} mounts {} because \"...\"", typed_name(state, ship), mounts[0]);
            Hint::words(format!("it has {}: type ", list(mounts))) + Hint::form(form) + "."
        }
        NoSuchMount { have, .. } if have.is_empty() => "it has no big guns.".into(),
        NoSuchMount { have, .. } => format!("its mounts are {}: name each once.", list(have)).into(),
        UnknownMarker { .. } | MeetingsKnown { .. } => markers(state),
        OutOfReach { marker, .. } => {
            "if they met no ship: " + Hint::line(format!("miss {}", notation::typed_name(state, marker))) + "."
        }
        CoastBattery { .. } => {
            "a coast battery cannot move or join ships. Only guns reach it, and it fires as a ship does.".into()
        }
        NotLight { .. } => "light ships are CL, CP, TBD and TB.".into(),
        NotInTargetFormation { marker, .. } => match state.markers.iter().find(|launched| launched.id == *marker) {
            Some(marker) => Hint::words(format!(
                "its target is {}. After `line`, name others on the same line of bearing.",
                state.name(&marker.target)
            )),
            None => markers(state),
        },
        TorpedoCheckMade { .. } => "each side rolls one die a turn.".into(),
        NoneInTorpedoRange { .. } if has_positions(state) => {
            "the positions show this. If the tape disagrees, " + measure_form() + " records the range."
        }
        NoneInTorpedoRange { .. } => measure_form() + " records a range.",
        TooFast { .. } => "launch torpedoes, or fire at it.".into(),
        TooFar { max, .. } => format!("the range may be up to {max}\".").into(),
        RepairTried { ship } => repair_tried(state, ship).into(),
        FiresFirst { ship } => "type " + Hint::line(format!("repair {} fire", typed_name(state, ship))) + ".",
        NothingToRepair { have, .. } if have.is_empty() => "none of its hits can be repaired.".into(),
        NothingToRepair { ship, have, .. } => {
            let line = format!("repair {} {}", typed_name(state, ship), have[0]);
            Hint::words(format!("it has {}: type ", list(have))) + Hint::line(line) + "."
        }
        Unrepairable { ship, .. } => return repairable(state, ship),
        NoFires { ship: Some(_) } => {
            let burning = state.ships_in_action().filter(|ship| 0 < ship.fires());
            list_or(burning.map(|ship| &ship.id), "no ship is burning.", "burning:")
        }
        NoFires { ship: None } | NoHeldHits { unit: None } | NotFiredAt { .. } => "type " + Hint::line("next") + ".",
        NoHeldHits { unit: Some(_) } => held_hits_hint(state),
        ReactionTested { .. } => "each division tests once a turn.".into(),
        AboveAllowance { max, .. } => {
            format!("a speed of {max} or less is legal, for the ship and the division it stays in.").into()
        }
        NoReason => "put it in quotes, as in `because \"engine room flooded\"`.".into(),
        NotFinished => "type " + Hint::line("end because \"night fell\"") + ", with your own reason.",
        NotALaunch | NoShipMet | MetTwice | NoFactors | NoDamageTable | NoDamageRow => return None,
        ZeroRange => "measure from funnel to funnel, such as `range 8.0`.".into(),
        ZeroRun { max, .. } => format!("plot a run of up to {max}\", such as `run {max}`.").into(),
        AngleTooLarge { .. } => "0 and 180 are end on, 90 is broadside on.".into(),
    })
}

fn next_closes() -> Hint {
    Hint::line("next") + " closes the segment."
}

fn measure_form() -> Hint {
    Hint::form("measure SHIP SHIP RANGE")
}

/// `to port`, `in the bow arc`.
fn bearing_text(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Bow => "in the bow arc",
        Bearing::Broadside => "on the broadside",
        Bearing::Port => "to port",
        Bearing::Starboard => "to starboard",
        Bearing::Stern => "in the stern arc",
    }
}

/// `: it is a CA, an armoured cruiser`
fn kind_text(state: &State, ship: &Id) -> String {
    let kind_note = |ship: &Ship| {
        let (kind, word) = (ship.card.kind, type_word(ship.card.kind));
        format!(": it is a {kind}, {} {word}", if word.starts_with(['a', 'o']) { "an" } else { "a" })
    };
    state.ships_of(ship).next().map(kind_note).unwrap_or_default()
}

fn fate_of(state: &State, unit: &Id) -> String {
    let fate = state.ships_of(unit).find(|ship| !ship.is_in_action()).map(|ship| &ship.fate);
    fate.map_or_else(|| "it is not on the table".to_owned(), fate_word)
}
