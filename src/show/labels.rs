//! Labels and duties as text. No other module words them.
use naval::model::{BatteryKind, Duty, Fraction, Label, Sum, Task, TurnSide};
use naval::rules::{melee::NEAR_IN, torpedo};
use naval::{Fact, Id, SideId, State, notation::typed_name};
use play::Rule;
use serde_json::{Value, json};
use std::fmt::{self, Display};

use super::{count, joined, list};

/// Returns the base of a sum: `2 mounts bear`, `power 6`, `damage control`.
pub(super) fn base_text(sum: &Sum) -> String {
    label_text(&sum.base_label, sum.base)
}

/// Returns the text of a label. `base` is the base number of the sum.
pub(super) fn label_text(label: &Label, base: Fraction) -> String {
    match label {
        Label::MountsBear if base == Fraction::ONE => "1 mount bears",
        Label::MountsBear => return format!("{base} mounts bear"),
        Label::AtRange(range) => return format!("{base} at {range}\""),
        Label::SizeOf(name) => return format!("{name} {base}"),
        Label::Power => return format!("power {base}"),
        Label::Battery(battery) => return format!("{battery} battery {base}"),
        Label::OneTorpedoFactor => "one torpedo factor",
        Label::TorpedoFactors if base == Fraction::ONE => "torpedo factor",
        Label::TorpedoFactors => "torpedo factors",
        Label::ToHitAt(range) => return format!("base at {range}\""),
        Label::ToHitAtRun(run) => return format!("base at a run of {run}\""),
        Label::Size => "size",
        Label::PowerOfTheTorpedo => "power of the torpedo",
        Label::DamageControl => "damage control",
        Label::DamageControlByRule(of) => return format!("damage control, special rule {of}"),
        Label::OrdersReceived => "orders received",
        Label::Armour => "armour",
        Label::ArmourAgainstTorpedoes => "armour against torpedoes",
        Label::HalfMoveNearEnemy => "half move, an enemy within 5.0\"",
        Label::SpecialRule(of) => return format!("special rule {of}"),
        Label::IntoArc(arc) => return format!("into the {arc} arc"),
        Label::ExtremelyPoorVisibility => "extremely poor visibility",
        Label::LightGunsAt(kind) => return format!("light guns at a {kind}"),
        Label::ACripple => "a cripple",
        Label::OnTheSameLineOfBearing => "on the same line of bearing",
        Label::CombingTheTracks => "combing the tracks",
        Label::NoBonusUsedWeapons => "no bonus: it used its weapons",
        Label::NoBonusFiredUpon => "no bonus: it was fired upon",
        Label::NoBonusTooFast => "no bonus: faster than 2.00\" a turn",
        Label::Undisturbed => "undisturbed",
        Label::Signalling => "signalling",
        Label::SignallingBridgeHit => "signalling, bridge hit",
        Label::Repeaters(number) => return count(*number, "repeater"),
        Label::PlottedATurnAhead => "plotted a turn ahead",
        Label::FromTheForceFlag(range) => return format!("{range}\" from the force flag"),
        Label::Night => "night",
        Label::FiredOnLastTurn => "fired on last turn",
        Label::Text(words) => words,
    }
    .to_owned()
}

/// Adds the text of every label to the sums in a fact's JSON.
pub(super) fn add_label_text(fact: &Fact, value: &mut Value) {
    for (place, sum) in fact.sums() {
        let Some(value) = value.pointer_mut(&place) else { continue };
        value["base_says"] = json!(base_text(sum));
        for (index, term) in sum.terms.iter().enumerate() {
            value["terms"][index]["says"] = json!(label_text(&term.label, sum.base));
        }
    }
}

pub(super) struct DutyText {
    text: String,
    rule: Rule,
}

impl DutyText {
    /// Returns a separate line, with the paragraph after the full stop.
    pub fn line(&self) -> String {
        format!("{}. [{}]", self.text, self.rule)
    }
}

/// `Asahi has declared its big guns at Rurik: fire asahi [3.3.5]`.
impl Display for DutyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}

/// Returns one line for each duty. Fire duties of a side share one: `Izumo and Azuma of Japan have fire to resolve`.
pub(super) fn duty_texts(known: &State, duties: &[Duty]) -> Vec<DutyText> {
    let firer = |duty: &Duty| match &duty.task {
        Task::Fire { firer, .. } => Some(firer.clone()),
        _ => None,
    };
    let side = |firer: &Id| known.ship(firer).map(|ship| ship.side.clone());
    let several = 1 < duties.iter().filter_map(firer).count();
    let (mut lines, mut listed_sides): (Vec<DutyText>, Vec<SideId>) = (Vec::new(), Vec::new());
    for duty in duties {
        let Some(side_id) = firer(duty).filter(|_| several).and_then(|firer| side(&firer)) else {
            lines.push(DutyText { text: current_duty(known, duty), rule: duty.rule });
            continue;
        };
        if listed_sides.contains(&side_id) {
            continue;
        }
        let firers = duties.iter().filter_map(firer).filter(|id| side(id).as_ref() == Some(&side_id));
        let firers = play::distinct(firers);
        let has = if firers.len() == 1 { "has" } else { "have" };
        let text =
            format!("{} of {} {has} fire to resolve: fire all", names_or_count(known, &firers), known.name(&side_id));
        lines.push(DutyText { text, rule: duty.rule });
        listed_sides.push(side_id);
    }
    lines
}

/// At most this many names are listed. If there are more, the list shows one fewer and counts the rest.
const MAX_NAMES_LISTED: usize = 4;

/// `Izumo, Azuma and 5 more`.
pub(super) fn names_or_count<'i>(known: &State, ids: impl IntoIterator<Item = &'i Id>) -> String {
    let names: Vec<&str> = ids.into_iter().map(|id| known.name(id)).collect();
    match names.len() {
        count if MAX_NAMES_LISTED < count => {
            format!("{} and {} more", names[..MAX_NAMES_LISTED - 1].join(", "), count + 1 - MAX_NAMES_LISTED)
        }
        _ => list(names),
    }
}

/// `Naniwa; the medium guns of Izumo and Azuma`: ships with idle guns. `None` if no guns are idle.
pub fn idle_guns_text(known: &State, idle: &[(Id, Vec<BatteryKind>)]) -> Option<String> {
    let has_declared = |ship: &Id| known.this_move.declarations.iter().any(|declaration| declaration.firer == *ship);
    let idle: Vec<&(Id, Vec<BatteryKind>)> = idle.iter().filter(|(_, guns)| !guns.is_empty()).collect();
    let mut groups: Vec<String> = Vec::new();
    let silent_ships: Vec<&Id> = idle.iter().filter(|(ship, _)| !has_declared(ship)).map(|(ship, _)| ship).collect();
    groups.extend((!silent_ships.is_empty()).then(|| names_or_count(known, silent_ships)));
    let partly_idle: Vec<&&(Id, Vec<BatteryKind>)> = idle.iter().filter(|(ship, _)| has_declared(ship)).collect();
    let kinds = play::distinct(partly_idle.iter().map(|(_, guns)| guns));
    groups.extend(kinds.into_iter().map(|kind| {
        let ships: Vec<&Id> = partly_idle.iter().filter(|(_, guns)| guns == kind).map(|(ship, _)| ship).collect();
        format!("the {} guns of {}", list(kind), names_or_count(known, ships))
    }));
    (!groups.is_empty()).then(|| groups.join("; "))
}

/// Returns a duty with its paragraph: `Asahi has declared its big guns at Rurik: fire asahi [3.3.5]`.
pub fn duty_text(known: &State, duty: &Duty) -> String {
    format!("{} [{}]", uncited_duty(known, duty), duty.rule)
}

/// Returns a duty as a separate line, with the paragraph after the full stop.
pub fn duty_line(known: &State, duty: &Duty) -> String {
    format!("{}. [{}]", current_duty(known, duty), duty.rule)
}

const NEAREST_TWO: &str = "measure the nearest two";

/// Returns the duty now, and what to type for it. It names the nearest two ships. Records must not, because the
/// nearest two depend on the moment.
pub(super) fn current_duty(known: &State, duty: &Duty) -> String {
    let words = uncited_duty(known, duty);
    with_nearest_two(known, duty, words)
}

/// Returns the words of a duty, with the names of the two ships whose range settles it.
pub(super) fn with_nearest_two(known: &State, duty: &Duty, words: String) -> String {
    match pair_to_measure(known, duty) {
        Some(two) => words.replacen(NEAREST_TWO, &two, 1),
        None => words,
    }
}

/// Returns the unmeasured pair whose range settles whether torpedoes are in reach. If nothing was measured this
/// turn, that is the nearest two.
fn pair_to_measure(known: &State, duty: &Duty) -> Option<String> {
    let Task::MeasureReach { side } = &duty.task else { return None };
    let (own, enemy) = torpedo::nearest_unmeasured_pair(known, side)?;
    let (own, enemy) = (known.name(&own), known.name(&enemy));
    Some(if torpedo::is_measured(known, side) {
        format!("measure {own} and {enemy} (type m and the range)")
    } else {
        format!("{NEAREST_TWO}, {own} and {enemy} (type m and the range)")
    })
}

/// Returns the duty on paper: what to do, without a command to type.
pub fn duty_on_paper(known: &State, duty: &Duty) -> String {
    format!("{}. [{}]", duty_and_command(known, duty).0, duty.rule)
}

/// Returns what to do, and what to type for it, without a paragraph.
pub(super) fn uncited_duty(known: &State, duty: &Duty) -> String {
    match duty_and_command(known, duty) {
        (text, Some(line)) => format!("{text}: {line}"),
        (text, None) => text,
    }
}

/// Returns what to do, and what to type for it, if anything.
pub(super) fn duty_and_command(known: &State, duty: &Duty) -> (String, Option<String>) {
    let name = known.name_printer();
    // Quoted if a comma in the name could be read as part of the sentence.
    let quoted_name = |division: &str| {
        let name = known.name(division);
        if name.contains(',') { format!("\"{name}\"") } else { name.to_owned() }
    };
    let typed = |text: String, line: String| (text, Some(line));
    match &duty.task {
        Task::RollWeather => typed("the visibility is not rolled".to_owned(), "generate visibility".to_owned()),
        Task::RaiseForce { side } => {
            typed(format!("{} has no force", name(side)), format!("generate {side}", side = typed_name(known, side)))
        }
        Task::SayApproach { side, bearing_deg } => typed(
            format!("{} has not stated where it enters", name(side)),
            format!("approach {side} 24 bearing {bearing_deg}", side = typed_name(known, side)),
        ),
        Task::Deploy { division } => typed(
            format!("{} is not placed", name(division)),
            format!("deploy {division}", division = typed_name(known, division)),
        ),
        Task::Preplot { division, straight } => typed(
            format!("the plots of {} for the ten turns before contact are missing", quoted_name(division)),
            format!("preplot {} {straight} x10", typed_name(known, division)),
        ),
        Task::Plot { division, straight, speed } => {
            let speed = speed.map(|speed| format!(" speed {speed}")).unwrap_or_default();
            typed(
                format!("the plot of {} is missing", quoted_name(division)),
                format!("plot {division} {straight}{speed}", division = typed_name(known, division)),
            )
        }
        Task::PlotAnew { ship, sentence } => {
            let rule = sentence.as_deref().unwrap_or("a special rule forbids it");
            let text = format!("{0} would leave the table, and a special rule says: {rule} Plot {0} again", name(ship));
            (text, None)
        }
        Task::CheckOrders { division, range_known } => {
            let range = if *range_known { "" } else { " range ..., measured from the force flag" };
            typed(
                if known.division(division).is_some_and(|unit| unit.is_alone) {
                    format!("{} acts alone and needs a command check", name(division))
                } else {
                    format!("{} changes course or speed and needs a command check", name(division))
                },
                format!("orders {division}{range}", division = typed_name(known, division)),
            )
        }
        Task::React { division, batteries } => typed(
            format!(
                "{} was fired on by {} last turn and may turn away before it moves",
                name(division),
                count(*batteries, "battery")
            ),
            format!("react {division}", division = typed_name(known, division)),
        ),
        Task::Fire { firer, battery, target } => typed(
            format!("{} has declared its {battery} guns at {}", name(firer), name(target)),
            format!("fire {firer}", firer = typed_name(known, firer)),
        ),
        Task::Meet { marker, launcher, ran, run } => typed(
            format!("marker {marker} of {}, run {ran} of {run}", name(launcher)),
            format!("meet {marker} at SHIP angle DEGREES, or miss {marker}", marker = typed_name(known, marker)),
        ),
        Task::MeasureReach { side } => typed(
            format!("{} has not measured whether a large ship is in torpedo range", name(side)),
            format!("{NEAREST_TWO}, or `none in reach {side}`", side = typed_name(known, side)),
        ),
        Task::Repair { ship, hits } => {
            let first = hits.first().map_or("", Id::as_str);
            typed(
                format!("{} may try one repair ({})", name(ship), joined(hits, ", ")),
                format!("repair {ship} {first}", ship = typed_name(known, ship)),
            )
        }
        Task::LeadAnew { division, flagship, most, next } => typed(
            format!("{} limits {} to {most}\"", name(flagship), quoted_name(division)),
            format!("flag {} {}, or a plot", typed_name(known, division), typed_name(known, next)),
        ),
        Task::HoldJammed { ship, circles, has_position, until_turn } => {
            let helm = match circles {
                Some(TurnSide::Left) => "circles to port",
                Some(TurnSide::Right) => "circles to starboard",
                None if *has_position => "keeps straight on",
                None => "keeps its last movement, straight on or round its turning circle,",
            };
            (format!("{} {helm} through turn {until_turn}", name(ship)), None)
        }
        Task::StopBoats { one, other } => {
            let text = format!(
                "boats such as {one} and {other} that come within {NEAR_IN:.1}\" with no larger ship between them stop \
                 there, turn broadside on and do not move next turn: apply this by hand"
            );
            (text, None)
        }
    }
}
