//! Every reason as a sentence for the referee: who, what, why with its figures, and the nearest lawful thing to type.
mod formations;
mod hints;
mod sight;
mod table;
mod trial;

use self::hints::*;
use super::{
    fire::{block_word, marker_name, marker_of},
    labels::duty_words,
    lines::{Refusal, count, list},
    special,
};
use naval::{Id, Reason, Setting, State, notation};
use play::Rule;

/// A refusal of the rules as an error.
pub fn refusal(state: &State, reason: &Reason, rule: Rule) -> Refusal {
    let (what, hint) = sentence(state, reason, rule);
    Refusal { what, rule: Some(rule), hint }
}

fn sentence(state: &State, reason: &Reason, rule: Rule) -> (String, Option<String>) {
    let name = |id: &'_ Id| state.name(id).to_owned();
    let hint = |text: String| Some(text);
    match reason {
        Reason::Over => (
            "the scenario is over: nothing more can be ordered.".into(),
            hint("`note` and `set` still write in the log; `tally` counts the points.".into()),
        ),
        Reason::Table(reason) => table::sentence(state, reason),
        Reason::TooFastToPlot { why, division, plot } => {
            table::too_fast(state, sentence(state, why, rule).0, division, plot)
        }
        Reason::Special(reason) => special::refused(state, reason),
        Reason::Formation(reason) => formations::sentence(state, reason),
        Reason::UnknownUnit { unit } => (format!("no ship, division or side is called {unit}."), nearest(state, unit)),
        Reason::NotAShip { unit } => (format!("{} is no single ship.", name(unit)), hint(members(state, unit))),
        Reason::WrongSegment { needed, now, verb } => (
            format!("`{verb}` belongs in the {needed}; this is the {now}."),
            hint(format!("type `next to {}`.", needed.word())),
        ),
        Reason::StillOwed { duties } => {
            // The paragraph of the refusal itself is not cited twice.
            let owed = match &duties[..] {
                [duty] if duty.rule == rule => duty_words(state, duty),
                duties => first_of(&owed(state, duties)),
            };
            let what = format!("the {} cannot close: {owed}.", state.segment);
            (what, hint("do it, or type `next waive \"why it is left undone\"`.".into()))
        }
        Reason::SameSide { one, other } => {
            (format!("{} and {} are on the same side.", name(one), name(other)), enemies(state, one))
        }
        Reason::NotInAction { ship } => (
            format!("{} is not in action: {}.", name(ship), fate_of(state, ship)),
            hint("`status` lists the ships that are.".into()),
        ),
        Reason::NoSuchBattery { ship, battery: Some(battery) } => {
            (format!("{} has no {battery} guns that can fire.", name(ship)), batteries(state, ship))
        }
        Reason::NoSuchBattery { ship, battery: None } => {
            (format!("{} has no guns that can fire.", name(ship)), hint(format!("`card {ship}` shows her damage.")))
        }
        Reason::BatteryDeclared { ship, battery, target } => (
            format!("{}'s {battery} guns are declared at {} already.", name(ship), name(target)),
            hint(format!("`fire {ship}` resolves it; a battery has one target a turn.")),
        ),
        Reason::OnOtherHand { ship, target, bearing } => (
            format!("{} lies on one hand of {}: guns are declared at her {}.", name(target), name(ship), on(*bearing)),
            hint(format!("if that was a slip, `measure {ship} {target} RANGE arc ARC` moves what is declared.")),
        ),
        Reason::OutOfRange { ship, battery, range, max } => (
            format!("{} cannot fire: range {range}\" exceeds {max}\".", name(ship)),
            out_of_range(state, ship, *battery, *max),
        ),
        Reason::NoneBear { ship, battery, bearing } => {
            (format!("none of {}'s {battery} guns bears {}.", name(ship), on(*bearing)), bears(state, ship, *battery))
        }
        Reason::WhichBroadside { ship, target, port, starboard } => (
            format!(
                "on which broadside {} fires at {} must be said: {port} of her mounts bear to port, {starboard} to starboard.",
                name(ship),
                name(target)
            ),
            hint(format!("end with port or starboard: `target {ship} at {target} port`.")),
        ),
        Reason::NoRange { ship, target } => (
            format!("the range from {} to {} is not known this turn.", name(ship), name(target)),
            hint(format!(
                "type `target {ship} at {target} range ...` with what the tape says, or `measure {ship} {target} ...` first."
            )),
        ),
        Reason::NotSighted { ship, target } => {
            (sight::nobody_sees(state, ship, target), sight::not_sighted(state, ship, target))
        }
        Reason::OutOfHerSight { ship, target, range: Some(range), sight } => (
            format!("{} does not see {}: the range is {range}\", her sight {sight}\".", name(ship), name(target)),
            sight::who_sees(state, ship, target),
        ),
        Reason::OutOfHerSight { ship, target, range: None, sight } => (
            format!(
                "whether {} sees {} nobody has said: her side does, and her own sight is {sight}\".",
                name(ship),
                name(target)
            ),
            sight::who_sees(state, ship, target),
        ),
        Reason::NotLit { ship, target } => (
            format!("{} cannot see {} by night: she is not lit, burning or firing.", name(ship), name(target)),
            hint(format!("light her in the Illumination Segment: `illuminate {ship} {target} searchlight range ...`.")),
        ),
        Reason::Blocked { ship, target, by } => (
            format!("{} cannot fire at {}: {} lies between.", name(ship), name(target), block_word(*by)),
            enemies_but(state, ship, target),
        ),
        Reason::BigGunTarget { target, firer } => (
            format!(
                "medium and light guns may not fire at {}: {} has declared big guns at her.",
                name(target),
                name(firer)
            ),
            enemies_but(state, firer, target),
        ),
        Reason::TurnedTooFar { ship, degrees } => (
            format!("{} cannot fire her big guns: she turned {degrees} degrees this turn.", name(ship)),
            hint("her medium and light guns may fire.".into()),
        ),
        Reason::WeaponsBarred { ship, fires } => (
            format!("{} may use no weapon: {}.", name(ship), burning(*fires)),
            hint(format!("fight a fire in the Damage Control Segment: `repair {ship} fire`.")),
        ),
        Reason::OutOfTurn { side, due } => (
            format!("{} may not declare yet: it is for {} to declare.", name(side), name(due)),
            hint(format!("declare for {}, or type `declared {due}` when it has done.", name(due))),
        ),
        Reason::SideClosed { side } => (
            format!("{} has closed its declarations for this turn.", name(side)),
            hint("`fire all` resolves what is declared; `undo` reopens.".into()),
        ),
        Reason::BigGunsClosed { side } => (
            format!("{} has declared all its big guns.", name(side)),
            hint("its medium and light guns come when the other side has declared its big guns too.".into()),
        ),
        Reason::BigGunsFirst { sides } => (
            format!(
                "medium and light guns come after all big guns: {} may still declare some.",
                list(&sides.iter().map(name).collect::<Vec<String>>())
            ),
            hint("declare them, or close them with `declared`.".into()),
        ),
        Reason::NotDeclared { sides } => (
            format!(
                "{} could still declare fire; `fire` would leave those guns silent.",
                list(&sides.iter().map(name).collect::<Vec<String>>())
            ),
            hint("declared".into()),
        ),
        Reason::NothingDeclared { unit: Some(unit) } if has_closed(state, unit) => (
            format!("{} has declared no fire that is still to be resolved, and its side declares no more.", name(unit)),
            hint("`next` closes the segment.".into()),
        ),
        Reason::NothingDeclared { unit: Some(unit) } => {
            (format!("{} has declared no fire that is still to be resolved.", name(unit)), target_line(state, unit))
        }
        Reason::NothingDeclared { unit: None } => (
            "no declared fire is left to be resolved.".into(),
            hint(format!("declare with `target SHIP at SHIP{}`, or type `next`.", tape_words(state, " range RANGE"))),
        ),
        Reason::AlreadyFired { ship } => (
            format!("{} has fired what she declared this turn.", name(ship)),
            hint("`next` closes the segment.".into()),
        ),
        Reason::CoupMade { ship } => (
            format!("{} has given her one coup de grace this turn.", name(ship)),
            hint("she may give another next turn; `next` closes the segment.".into()),
        ),
        Reason::CannotIlluminate { ship, target, range, max } => (
            format!("{} cannot light {}: range {range}\" exceeds {max}\".", name(ship), name(target)),
            hint(format!("her light reaches {max}\".")),
        ),
        Reason::NoStarshell { ship, from: Some(from) } => (
            format!("{} has no starshell before {from}: this is {}.", name(ship), state.setup.date),
            hint(format!("use her searchlight: `illuminate {ship} TARGET searchlight range ...`.")),
        ),
        Reason::NoStarshell { ship, from: None } => (
            format!("{} has no starshell.", name(ship)),
            hint(format!("use her searchlight: `illuminate {ship} TARGET searchlight range ...`.")),
        ),
        Reason::LightUsed { ship } => (
            format!("{} has used that light this turn.", name(ship)),
            hint("a ship lights one target a turn with each kind of light.".into()),
        ),
        Reason::NoTorpedoes { ship } => (format!("{} carries no torpedoes.", name(ship)), with_torpedoes(state, ship)),
        Reason::FactorsLeft { ship, left, wanted } => (
            format!("{} has {} left, not {wanted}.", name(ship), count(*left, "torpedo factor")),
            if *left > 0 {
                hint(format!("launch with `factors {left}` or fewer."))
            } else {
                with_torpedoes(state, ship)
            },
        ),
        Reason::TorpedoArc { ship, bearing } => (
            format!("{} cannot launch {}: torpedoes leave to port or to starboard.", name(ship), on(*bearing)),
            hint("end the line with `port` or `starboard`.".into()),
        ),
        Reason::RunTooLong { ship, run, max } => (
            format!("the torpedoes of {} cannot run {run}\": they reach {max}\".", name(ship)),
            hint(format!("type `run {max}` or less.")),
        ),
        Reason::MarkerInUse { marker } => (
            format!("marker {} is on the table already.", marker_name(marker)),
            hint(format!("name another, such as `marker {}`.", free_marker(state, marker))),
        ),
        Reason::SecondMarker { base, bearing, marker } => (
            format!(
                "{} has marker {} {} this turn: boats on one base use one marker to a side, dummies included.",
                name(base),
                marker_name(marker),
                on(*bearing)
            ),
            hint(second_marker(state, base, *bearing)),
        ),
        Reason::DummyWithFactors { marker, factors } => (
            format!(
                "marker {} cannot be a dummy and carry {}: a dummy spends nothing.",
                marker_name(marker),
                count(*factors, "torpedo factor")
            ),
            hint(format!("leave out `factors {factors}` for a dummy, or leave out `dummy` to launch.")),
        ),
        Reason::BeyondCard { ship, setting, most } => {
            let hurt =
                matches!(most, Setting::Speed(most) if state.ship(ship).is_some_and(|ship| *most < ship.card.speed));
            let why = match most {
                Setting::Fires(_) => "she is abandoned at",
                _ if hurt => "as she is she makes no more than",
                _ => "her card ends at",
            };
            let (asked, most) = (notation::setting(state, setting), notation::setting(state, most));
            (
                format!("{} cannot be set to {asked}: {why} {most}.", name(ship)),
                hint(format!("type `set {ship} {most} because \"...\"`, or less.")),
            )
        }
        Reason::WhichMount { ship, count: lost, mounts } => (
            format!("{} cannot lose {} unless it is said which.", name(ship), count(*lost, "mount")),
            hint(format!("she has {}: type `set {ship} mounts {} because \"...\"`.", list(&words(mounts)), mounts[0])),
        ),
        Reason::NoSuchMount { ship, mount, have } => (
            format!("{} has no mount {mount} to lose.", name(ship)),
            hint(if have.is_empty() {
                "she has no big guns.".into()
            } else {
                format!("her mounts are {}, each named once.", list(&words(have)))
            }),
        ),
        Reason::UnknownMarker { marker } => {
            (format!("no marker {} is on the table.", marker_name(marker)), hint(markers(state)))
        }
        Reason::MarkerAnswered { marker } => {
            (format!("marker {} has been answered for this turn.", marker_of(state, marker)), hint(markers(state)))
        }
        Reason::OutOfReach { marker, radius } => (
            format!(
                "torpedoes of marker {} have run {radius}\" and reach no farther this turn.",
                marker_of(state, marker)
            ),
            hint(format!("when they met nobody: `miss {}`.", notation::typed_name(state, marker))),
        ),
        Reason::NotLight { ship } => (
            format!("{} is no light ship{}.", name(ship), kind_of(state, ship)),
            hint("light ships are CL, CP, TBD and TB.".into()),
        ),
        Reason::NotOfTarget { marker, ship } => {
            let of = state.markers.iter().find(|one| one.id == *marker).map(|one| name(&one.target));
            (
                format!(
                    "{} is not of the formation that marker {} was launched at.",
                    name(ship),
                    marker_of(state, marker)
                ),
                hint(of.map_or_else(
                    || markers(state),
                    |of| format!("its target is {of}; after `line` stand others on the same line of bearing."),
                )),
            )
        }
        Reason::CheckMade { side } => (
            format!("{} has rolled for its large-ship torpedoes this turn.", name(side)),
            hint("one die a side and turn.".into()),
        ),
        Reason::NoneInTorpedoRange { side } => (
            format!("no large ship of {} that may attack sees an enemy large ship within torpedo range.", name(side)),
            hint(if is_laid_out(state) {
                "that is so as they lie; where the tape says otherwise, `measure SHIP SHIP RANGE` tells the program."
                    .into()
            } else {
                "`measure SHIP SHIP RANGE` tells the program a range.".into()
            }),
        ),
        Reason::TooFast { ship, speed } => (
            format!("{} makes {speed}\": a coup de grace needs a target at 1.0\" or less.", name(ship)),
            hint("launch torpedoes, or fire at her.".into()),
        ),
        Reason::TooFar { ship, range, max } => (
            format!("{} is too far away: range {range}\" exceeds {max}\".", name(ship)),
            hint(format!("a range up to {max}\" will do.")),
        ),
        Reason::RepairTried { ship } => (
            format!("{} has made her one repair attempt this turn.", name(ship)),
            hint("she may try again next turn.".into()),
        ),
        Reason::FiresFirst { ship } => (
            format!("{} is burning: a fire comes before every other repair.", name(ship)),
            hint(format!("type `repair {ship} fire`.")),
        ),
        Reason::NothingToRepair { ship, item, have } => (
            format!("{} has no hit {item} to repair.", name(ship)),
            hint(if have.is_empty() {
                "nothing of hers can be repaired.".into()
            } else {
                format!("she has {}: type `repair {ship} {}`.", list(&words(have)), have[0])
            }),
        ),
        Reason::Unrepairable { ship, item } => {
            (format!("hit {item} of {} is past repair.", name(ship)), repairable(state, ship))
        }
        Reason::NoFires { ship: Some(ship) } => (format!("{} is not burning.", name(ship)), hint(on_fire(state))),
        Reason::NoFires { ship: None } => ("no ship is burning.".into(), hint("type `next`.".into())),
        Reason::FiresRolled { ship } => (
            format!("the fires of {} have been rolled this turn.", name(ship)),
            hint("`next` closes the segment.".into()),
        ),
        Reason::NoHeldHits { unit: Some(unit) } => (format!("no hits are held on {}.", name(unit)), hint(held(state))),
        Reason::NoHeldHits { unit: None } => ("no hits are held.".into(), hint("type `next`.".into())),
        Reason::NotFiredAt { division } => (
            format!("{} has nothing to react to: no large ship's battery fired at it last turn.", name(division)),
            hint("type `next`.".into()),
        ),
        Reason::ReactionTested { division } => (
            format!("the reaction of {} has been tested this turn.", name(division)),
            hint("one test a division and turn.".into()),
        ),
        Reason::AboveAllowance { ship, speed, max } => (
            format!("{} cannot make {speed}\": her top speed is {max}\".", name(ship)),
            hint(format!("a speed of {max} or less will do, for her and for the division she stays in.")),
        ),
        Reason::NoReason => (
            "words are needed here.".into(),
            hint("put them in quotes, as in `because \"engine room flooded\"`.".into()),
        ),
        Reason::NotFinished => (
            "the battle is not over by itself: to end it here needs a reason.".into(),
            hint("type `end because \"night fell\"`, in your own words.".into()),
        ),
        Reason::Unlawful { what } => (format!("that cannot be: {}.", what.trim_end_matches('.')), None),
        Reason::ZeroRange => {
            ("a range of 0 is no range.".into(), hint("ranges run from funnel to funnel, such as `range 8.0`.".into()))
        }
        Reason::ZeroRun { ship, max } => (
            format!("a run of 0 is no run for {}'s torpedoes.", name(ship)),
            hint(format!("they run as far as you plot, up to {max}\", such as `run {max}`.")),
        ),
        Reason::AngleTooLarge { degrees } => (
            format!("{degrees} degrees is too large: an angle to the keel is 0 to 180."),
            hint("0 and 180 are end on, 90 is broadside on.".into()),
        ),
    }
}

/// Whether the side of a unit has closed its declarations. [3.3.5]
fn has_closed(state: &State, unit: &Id) -> bool {
    state.ships_of(unit).any(|ship| state.this_move.closed.contains(&ship.side))
}
