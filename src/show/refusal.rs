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
    block_word, count, fate_word, list, marker_name, name_list, shot::broadside_hint, special, type_word,
    unambiguous_marker,
};
use naval::model::{Bearing, Setting, Ship, TableReason};
use naval::{
    Id, Reason, Segment, State,
    notation::{self, typed_name},
};
use play::{Hint, LineError, Rule};

/// Returns a refusal by the rules as an error.
pub fn refusal(state: &State, reason: &Reason, rule: Rule) -> LineError {
    LineError { hint: hint(state, reason), ..LineError::new(explanation(state, reason, rule)).rule(rule) }
}

/// Explains why a ship cannot fire at an enemy now. `None` if it can.
pub(super) fn why_no_fire(state: &State, firer: &Id, target: &Id) -> Option<String> {
    let (reason, rule) = trial::refusal_with_rule(state, &fire_at(firer, target))?;
    Some(format!("{} [{rule}]", explanation(state, &reason, rule)))
}

/// Returns the refused action and the reason.
fn explanation(state: &State, reason: &Reason, rule: Rule) -> String {
    use Reason::*;
    let name = state.name_printer();
    match reason {
        BattleOver => "the scenario is over: nothing more can be ordered.".into(),
        Table(reason) => table::explanation(state, reason),
        TooFastToPlot { why, .. } => explanation(state, why, rule),
        Preplot { turn, why } => format!("turn {turn} of the ten: {}", explanation(state, why, rule)),
        Special(reason) => special::explanation(state, reason),
        Formation(reason) => formations::explanation(state, reason),
        UnknownUnit { unit } => format!("no ship, division or side is called {unit}."),
        UnknownSide { side } => format!("no side is called {side}."),
        NotAShip { unit } => format!("{} is no single ship.", name(unit)),
        WrongSegment { needed, now, verb } => format!("`{verb}` belongs in the {needed}; this is the {now}."),
        // Do not cite the refusal's own paragraph twice.
        DutiesDue { duties } => match &duties[..] {
            [duty] if duty.rule == rule => {
                format!("the {} cannot close: {}.", state.segment, super::labels::current_duty(state, duty))
            }
            duties => format!("the {} cannot close: {}.", state.segment, first_duties(state, duties)),
        },
        SameSide { one, other } if one == other => format!("both names mean {}, on her own side.", name(one)),
        SameSide { one, other } => format!("{} and {} are on the same side.", name(one), name(other)),
        NotInAction { ship } => format!("{} is not in action: {}.", name(ship), fate_of(state, ship)),
        NoSuchBattery { ship, battery: Some(battery) } => {
            format!("{} has no {battery} guns that can fire.", name(ship))
        }
        NoSuchBattery { ship, battery: None } => format!("{} has no guns that can fire.", name(ship)),
        BatteryDeclared { ship, battery, target } => {
            format!("{}'s {battery} guns are declared at {} already.", name(ship), name(target))
        }
        OppositeBroadside { ship, target, bearing } => {
            format!(
                "{} lies on one hand of {}: guns are declared at her {}.",
                name(target),
                name(ship),
                bearing_text(*bearing)
            )
        }
        OutOfRange { ship, range, max, .. } => format!("{} cannot fire: range {range}\" exceeds {max}\".", name(ship)),
        NoneBear { ship, battery, bearing } => {
            format!("none of {}'s {battery} guns bears {}.", name(ship), bearing_text(*bearing))
        }
        AmbiguousBroadside { ship, target, port, starboard } => format!(
            "on which broadside {} fires at {} must be said: {port} of her mounts bear to port, {starboard} to \
             starboard.",
            name(ship),
            name(target)
        ),
        NoRange { ship, target } => {
            format!("the range from {} to {} is not known this turn.", name(ship), name(target))
        }
        NotSighted { ship, target } => sight::unsighted_explanation(state, ship, target),
        NotSeenByShip { ship, target, range: Some(range), sight } => {
            format!("{} does not see {}: the range is {range}\", her sight {sight}\".", name(ship), name(target))
        }
        NotSeenByShip { ship, target, range: None, sight } => format!(
            "whether {} sees {} nobody has said: her side does, and her own sight is {sight}\".",
            name(ship),
            name(target)
        ),
        NotLit { target, .. } if Segment::Illumination < state.segment => format!(
            "lights were shown in the Illumination Segment, which is past; {} is seen now if she burns or fires.",
            state.name(target)
        ),
        NotLit { ship, target } => {
            format!("{} cannot see {} by night: she is not lit, burning or firing.", name(ship), name(target))
        }
        Blocked { ship, target, by } => {
            format!("{} cannot fire at {}: {} lies between.", name(ship), name(target), block_word(*by))
        }
        BigGunTarget { target, firer } => format!(
            "medium and light guns may not fire at {}: {} has declared big guns at her.",
            name(target),
            name(firer)
        ),
        TurnedTooFar { ship, degrees } => {
            format!("{} cannot fire her big guns: she turned {degrees} degrees this turn.", name(ship))
        }
        WeaponsBarred { ship, fires: 1 } => format!("{} may use no weapon: 1 fire burns aboard her.", name(ship)),
        WeaponsBarred { ship, fires } => format!("{} may use no weapon: {fires} fires burn aboard her.", name(ship)),
        OutOfTurn { side, due } => format!("{} may not declare yet: it is for {} to declare.", name(side), name(due)),
        SideClosed { side } => format!("{} has closed its declarations for this turn.", name(side)),
        BigGunsClosed { side } => format!("{} has declared all its big guns.", name(side)),
        BigGunsFirst { sides } => {
            format!(
                "medium and light guns come after all big guns: {} may still declare some.",
                name_list(state, sides)
            )
        }
        NotDeclared { sides } => {
            format!("{} could still declare fire; `fire` would leave those guns silent.", name_list(state, sides))
        }
        NothingDeclared { unit: Some(unit) } if has_closed(state, unit) => {
            format!("{} has declared no fire that is still to be resolved, and its side declares no more.", name(unit))
        }
        NothingDeclared { unit: Some(unit) } => {
            format!("{} has declared no fire that is still to be resolved.", name(unit))
        }
        NothingDeclared { unit: None } => "no declared fire is left to be resolved.".into(),
        AlreadyFired { ship } => format!("{} has fired what she declared this turn.", name(ship)),
        CoupMade { ship } => format!("{} has given her one coup de grâce this turn.", name(ship)),
        CannotIlluminate { ship, target, range, max } => {
            format!("{} cannot light {}: range {range}\" exceeds {max}\".", name(ship), name(target))
        }
        NoStarshell { ship, from: Some(from) } => {
            format!("{} has no starshell before {from}: this is {}.", name(ship), state.setup.date)
        }
        NoStarshell { ship, from: None } => format!("{} has no starshell.", name(ship)),
        LightUsed { ship } => format!("{} has used that light this turn.", name(ship)),
        NoTorpedoes { ship } => format!("{} carries no torpedoes.", name(ship)),
        FactorsLeft { ship, left, wanted } => {
            format!("{} has {} left, not {wanted}.", name(ship), count(*left, "torpedo factor"))
        }
        TorpedoArc { ship, bearing } => {
            format!("{} cannot launch {}: torpedoes leave to port or to starboard.", name(ship), bearing_text(*bearing))
        }
        RunTooLong { ship, run, max } => {
            format!("the torpedoes of {} cannot run {run}\": they reach {max}\".", name(ship))
        }
        MarkerInUse { marker } => format!("marker {} is on the table already.", marker_name(marker)),
        SecondMarker { base, bearing, marker } => format!(
            "{} has marker {} {} this turn: boats on one base use one marker to a side, dummies included.",
            name(base),
            marker_name(marker),
            bearing_text(*bearing)
        ),
        DummyWithFactors { marker, factors } => format!(
            "marker {} cannot be a dummy and carry {}: a dummy spends nothing.",
            marker_name(marker),
            count(*factors, "torpedo factor")
        ),
        AboveCard { ship, setting, most } => {
            let is_damaged =
                matches!(most, Setting::Speed(most) if state.ship(ship).is_some_and(|ship| *most < ship.card.speed));
            let why = match most {
                Setting::Fires(_) => "she is abandoned at",
                _ if is_damaged => "as she is she makes no more than",
                _ => "her card ends at",
            };
            let (asked, most) = (notation::setting(state, setting), notation::setting(state, most));
            format!("{} cannot be set to {asked}: {why} {most}.", name(ship))
        }
        AmbiguousMounts { ship, count: lost, .. } => {
            format!("{} cannot lose {} unless it is said which.", name(ship), count(*lost, "mount"))
        }
        NoSuchMount { ship, mount, .. } => format!("{} has no mount {mount} to lose.", name(ship)),
        UnknownMarker { marker } => format!("no marker {} is on the table.", marker_name(marker)),
        MeetingsKnown { marker } => {
            format!("marker {} has been answered for this turn.", unambiguous_marker(state, marker))
        }
        OutOfReach { marker, radius } => format!(
            "torpedoes of marker {} have run {radius}\" and reach no farther this turn.",
            unambiguous_marker(state, marker)
        ),
        CoastBattery { battery } => format!("{} stands ashore.", name(battery)),
        NotLight { ship } => format!("{} is no light ship{}.", name(ship), kind_text(state, ship)),
        NotInTargetFormation { marker, ship } => {
            format!(
                "{} is not of the formation that marker {} was launched at.",
                name(ship),
                unambiguous_marker(state, marker)
            )
        }
        TorpedoCheckMade { side } => format!("{} has rolled for its large-ship torpedoes this turn.", name(side)),
        NoneInTorpedoRange { side } => {
            format!("no large ship of {} that may attack sees an enemy large ship within torpedo range.", name(side))
        }
        TooFast { ship, speed } => {
            format!("{} makes {speed}\": a coup de grâce needs a target at 1.0\" or less.", name(ship))
        }
        TooFar { ship, range, max } => format!("{} is too far away: range {range}\" exceeds {max}\".", name(ship)),
        RepairTried { ship } => format!("{} has made her one repair attempt this turn.", name(ship)),
        FiresFirst { ship } => format!("{} is burning: a fire comes before every other repair.", name(ship)),
        NothingToRepair { ship, item, .. } => format!("{} has no hit {item} to repair.", name(ship)),
        Unrepairable { ship, item } => format!("hit {item} of {} is past repair.", name(ship)),
        NoFires { ship: Some(ship) } => format!("{} is not burning.", name(ship)),
        NoFires { ship: None } => "no ship is burning.".into(),
        FiresRolled { ship: Some(ship) } => format!("the fires of {} have been rolled this turn.", name(ship)),
        FiresRolled { ship: None } => "the fires of all burning ships have been rolled this turn.".into(),
        NoHeldHits { unit: Some(unit) } => format!("no hits are held on {}.", name(unit)),
        NoHeldHits { unit: None } => "no hits are held.".into(),
        NotFiredAt { division } => {
            format!("{} has nothing to react to: no large ship's battery fired at it last turn.", name(division))
        }
        ReactionTested { division } => format!("the reaction of {} has been tested this turn.", name(division)),
        AboveAllowance { ship, speed, max } => {
            let burning =
                state.ship(ship).filter(|ship| ship.are_weapons_barred() && ship.speed_allowance() < ship.top_speed());
            match burning {
                Some(on) => format!(
                    "{} cannot make {speed}\": with {} she makes {max}\" at most.",
                    name(ship),
                    count(on.fires(), "fire")
                ),
                None => format!("{} cannot make {speed}\": her top speed is {max}\".", name(ship)),
            }
        }
        NoReason => "words are needed here.".into(),
        NotFinished => "the battle is not over by itself: to end it here needs a reason.".into(),
        NotALaunch => "that cannot be: this is no launch.".into(),
        NoShipMet => "that cannot be: name at least one ship that was met, or say miss.".into(),
        MetTwice => "that cannot be: a ship or base is named twice.".into(),
        NoFactors => "that cannot be: an attack takes at least one torpedo factor.".into(),
        NoDamageTable => "that cannot be: the charts have no damage table for this hit.".into(),
        NoDamageRow => "that cannot be: the damage table leaves this face out.".into(),
        ZeroRange => "a range of 0 is no range.".into(),
        ZeroRun { ship, .. } => format!("a run of 0 is no run for {}'s torpedoes.", name(ship)),
        AngleTooLarge { degrees } => format!("{degrees} degrees is too large: an angle to the keel is 0 to 180."),
    }
}

/// Returns what to plot instead in one of the ten turns.
fn preplot_advice(turn: usize, why: &Reason) -> String {
    let (Reason::AboveAllowance { max, .. } | Reason::Table(TableReason::GainsTooMuch { max, .. })) = why else {
        return format!("write turn {turn} otherwise, and `preplot` all ten again.");
    };
    format!("give turn {turn} a speed of {max} or less, and `preplot` all ten again.")
}

/// Returns what to type instead.
fn hint(state: &State, reason: &Reason) -> Option<Hint> {
    use Reason::*;
    Some(match reason {
        BattleOver => {
            Hint::line("tally") + " counts the points; the referee may still write in the log, note WORDS or set SHIP."
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
            list_or(state.ships_of(unit).map(|ship| &ship.id), none, "name one of her ships:")
        }
        WrongSegment { needed, now, .. } if *needed < *now && *needed != Segment::Plotting => {
            Hint::says(format!("the {needed} is over; the next one comes after "))
                + Hint::line("next to plotting")
                + "."
        }
        WrongSegment { needed, .. } => "type " + Hint::line(format!("next to {}", needed.word())) + ".",
        DutiesDue { duties } => duty_hint(state, duties),
        SameSide { one, .. } => return enemies(state, one),
        NotInAction { .. } => Hint::line("status") + " lists the ships that are.",
        NoSuchBattery { ship, battery: Some(_) } => return batteries(state, ship),
        NoSuchBattery { ship, battery: None } => {
            Hint::line(format!("card {}", typed_name(state, ship))) + " shows her damage."
        }
        BatteryDeclared { ship, .. } => {
            Hint::line(format!("fire {}", typed_name(state, ship))) + " resolves it; a battery has one target a turn."
        }
        OppositeBroadside { ship, target, .. } => {
            let form = format!("measure {} {} RANGE arc ARC", typed_name(state, ship), typed_name(state, target));
            "if that was a slip, " + Hint::form(form) + " moves what is declared."
        }
        OutOfRange { ship, battery, max, .. } => return out_of_range(state, ship, *battery, *max),
        NoneBear { ship, battery, .. } => return bearing_arcs(state, ship, *battery),
        AmbiguousBroadside { ship, target, .. } => broadside_hint(state, ship, target),
        NoRange { ship, target } => {
            let (ship, target) = (typed_name(state, ship), typed_name(state, target));
            let (shot, tape) = (format!("target {ship} at {target} range ..."), format!("measure {ship} {target} ..."));
            "type " + Hint::form(shot) + " with what the tape says, or " + Hint::form(tape) + " first."
        }
        NotSighted { ship, target } => return sight::sighting_hint(state, ship, target),
        NotSeenByShip { ship, target, .. } => return sight::seers_hint(state, ship, target),
        NotLit { ship, target } => {
            let (ship, target) = (typed_name(state, ship), typed_name(state, target));
            let form = Hint::form(format!("illuminate {ship} {target} searchlight range ..."));
            "light her in the Illumination Segment: " + form + "."
        }
        Blocked { ship, target, .. } => return other_enemies(state, ship, target),
        BigGunTarget { target, firer } => return other_enemies(state, firer, target),
        TurnedTooFar { .. } => "her medium and light guns may fire.".into(),
        WeaponsBarred { ship, .. } => {
            let line = Hint::later(format!("repair {} fire", typed_name(state, ship)));
            "fight a fire in the Damage Control Segment: " + line + "."
        }
        OutOfTurn { due, .. } => {
            let done = Hint::line(format!("declared {}", typed_name(state, due)));
            Hint::says(format!("declare for {}, or type ", state.name(due))) + done + " when it has done."
        }
        SideClosed { .. } if state.this_move.declarations.iter().any(|declaration| !declaration.fired) => {
            Hint::line("fire all") + " resolves what is declared; " + Hint::line("undo") + " reopens."
        }
        SideClosed { .. } if state.this_move.declarations.iter().any(|declaration| declaration.fired) => {
            "the guns have fired: " + Hint::line("next") + " closes the segment."
        }
        SideClosed { .. } => Hint::line("undo") + " reopens them; " + Hint::line("next") + " closes the segment.",
        BigGunsClosed { .. } => {
            "its medium and light guns come when the other side has declared its big guns too.".into()
        }
        BigGunsFirst { .. } => "declare them, or close them with " + Hint::line("declared") + ".",
        NotDeclared { .. } => Hint::line("declared"),
        NothingDeclared { unit: Some(unit) } if has_closed(state, unit) => next_closes(),
        NothingDeclared { unit: Some(unit) } => return declaration_hint(state, unit),
        NothingDeclared { unit: None } => {
            let range = if has_positions(state) { "" } else { " range RANGE" };
            let form = Hint::form(format!("target SHIP at SHIP{range}"));
            "declare with " + form + ", or type " + Hint::line("next") + "."
        }
        AlreadyFired { .. } | FiresRolled { .. } => next_closes(),
        CoupMade { .. } => "she may give another next turn; " + next_closes(),
        CannotIlluminate { max, .. } => format!("her light reaches {max}\".").into(),
        NoStarshell { ship, .. } => {
            let form = format!("illuminate {} TARGET searchlight range ...", typed_name(state, ship));
            "use her searchlight: " + Hint::form(form) + "."
        }
        LightUsed { .. } => "a ship lights one target a turn with each kind of light.".into(),
        NoTorpedoes { ship } | FactorsLeft { ship, left: 0, .. } => return with_torpedoes(state, ship),
        FactorsLeft { left, .. } => format!("launch with `factors {left}` or fewer.").into(),
        TorpedoArc { .. } => "end the line with `port` or `starboard`.".into(),
        RunTooLong { max, .. } => format!("type `run {max}` or less.").into(),
        MarkerInUse { marker } => format!("name another, such as `marker {}`.", free_marker(state, marker)).into(),
        SecondMarker { base, bearing, .. } => second_marker(state, base, *bearing),
        DummyWithFactors { factors, .. } => {
            format!("leave out `factors {factors}` for a dummy, or leave out `dummy` to launch.").into()
        }
        AboveCard { ship, most, .. } => {
            let most = notation::setting(state, most);
            "type " + Hint::form(format!("set {} {most} because \"...\"", typed_name(state, ship))) + ", or less."
        }
        AmbiguousMounts { ship, mounts, .. } => {
            let form = format!("set {} mounts {} because \"...\"", typed_name(state, ship), mounts[0]);
            Hint::says(format!("she has {}: type ", list(mounts))) + Hint::form(form) + "."
        }
        NoSuchMount { have, .. } if have.is_empty() => "she has no big guns.".into(),
        NoSuchMount { have, .. } => format!("her mounts are {}, each named once.", list(have)).into(),
        UnknownMarker { .. } | MeetingsKnown { .. } => markers(state),
        OutOfReach { marker, .. } => {
            "when they met nobody: " + Hint::line(format!("miss {}", notation::typed_name(state, marker))) + "."
        }
        CoastBattery { .. } => {
            "a coast battery makes no way and joins nobody; only guns reach it, and it fires as a ship does.".into()
        }
        NotLight { .. } => "light ships are CL, CP, TBD and TB.".into(),
        NotInTargetFormation { marker, .. } => match state.markers.iter().find(|launched| launched.id == *marker) {
            Some(marker) => Hint::says(format!(
                "its target is {}; after `line` stand others on the same line of bearing.",
                state.name(&marker.target)
            )),
            None => markers(state),
        },
        TorpedoCheckMade { .. } => "one die a side and turn.".into(),
        NoneInTorpedoRange { .. } if has_positions(state) => {
            "that is so as they lie; where the tape says otherwise, " + measure_form() + " tells the program."
        }
        NoneInTorpedoRange { .. } => measure_form() + " tells the program a range.",
        TooFast { .. } => "launch torpedoes, or fire at her.".into(),
        TooFar { max, .. } => format!("a range up to {max}\" will do.").into(),
        RepairTried { ship } => repair_tried(state, ship).into(),
        FiresFirst { ship } => "type " + Hint::line(format!("repair {} fire", typed_name(state, ship))) + ".",
        NothingToRepair { have, .. } if have.is_empty() => "nothing of hers can be repaired.".into(),
        NothingToRepair { ship, have, .. } => {
            let line = format!("repair {} {}", typed_name(state, ship), have[0]);
            Hint::says(format!("she has {}: type ", list(have))) + Hint::line(line) + "."
        }
        Unrepairable { ship, .. } => return repairable(state, ship),
        NoFires { ship: Some(_) } => {
            let burning = state.afloat().filter(|ship| 0 < ship.fires());
            list_or(burning.map(|ship| &ship.id), "no ship is burning.", "burning:")
        }
        NoFires { ship: None } | NoHeldHits { unit: None } | NotFiredAt { .. } => "type " + Hint::line("next") + ".",
        NoHeldHits { unit: Some(_) } => held_hits_hint(state),
        ReactionTested { .. } => "one test a division and turn.".into(),
        AboveAllowance { max, .. } => {
            format!("a speed of {max} or less will do, for her and for the division she stays in.").into()
        }
        NoReason => "put them in quotes, as in `because \"engine room flooded\"`.".into(),
        NotFinished => "type " + Hint::line("end because \"night fell\"") + ", in your own words.",
        NotALaunch | NoShipMet | MetTwice | NoFactors | NoDamageTable | NoDamageRow => return None,
        ZeroRange => "ranges run from funnel to funnel, such as `range 8.0`.".into(),
        ZeroRun { max, .. } => format!("they run as far as you plot, up to {max}\", such as `run {max}`.").into(),
        AngleTooLarge { .. } => "0 and 180 are end on, 90 is broadside on.".into(),
    })
}

fn next_closes() -> Hint {
    Hint::line("next") + " closes the segment."
}

fn measure_form() -> Hint {
    Hint::form("measure SHIP SHIP RANGE")
}

/// `to port`, `into her bow arc`.
fn bearing_text(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Bow => "into her bow arc",
        Bearing::Broadside => "on her broadside",
        Bearing::Port => "to port",
        Bearing::Starboard => "to starboard",
        Bearing::Stern => "into her stern arc",
    }
}

/// `: she is a CA, an armoured cruiser`
fn kind_text(state: &State, ship: &Id) -> String {
    let says = |ship: &Ship| {
        let (kind, word) = (ship.card.kind, type_word(ship.card.kind));
        format!(": she is a {kind}, {} {word}", if word.starts_with(['a', 'o']) { "an" } else { "a" })
    };
    state.ships_of(ship).next().map(says).unwrap_or_default()
}

fn fate_of(state: &State, unit: &Id) -> String {
    let fate = state.ships_of(unit).find(|ship| !ship.is_in_action()).map(|ship| &ship.fate);
    fate.map_or_else(|| "she is not on the table".to_owned(), fate_word)
}
