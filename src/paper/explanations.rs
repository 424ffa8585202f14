//! Explains special rules and victory conditions whose sentences leave a question open at the table. [9.2]
use crate::name;
use naval::model::victory::{VictoryCondition as Needs, VictoryEntry, VictoryRule, VictoryTest};
use naval::rules::special::{AWAY_DEG, AppliedBy, Broadside, RuleCondition, RuleEffect, SpecialRule, SteerLimit};
use naval::{model::ShipSet, view::View};

/// Returns the explanation of a special rule, in brackets, or nothing if its sentence is clear.
pub fn explain_rule(view: &View, number: u8) -> String {
    let keys = view.setup.rules.iter().filter(|rule| rule.of == number);
    let meanings: Vec<String> = keys.filter_map(|rule| rule_meaning(view, rule)).collect();
    if meanings.is_empty() { String::new() } else { format!(" ({})", meanings.join(" ")) }
}

fn rule_meaning(view: &View, rule: &SpecialRule) -> Option<String> {
    let sentence = view.setup.special_rules.get(usize::from(rule.of).saturating_sub(1));
    match &rule.does {
        RuleEffect::Kept(keepers) if keepers.contains(&AppliedBy::Light) => Some("Replaces the sighting range, if that is greater. A burning ship is seen at twice this distance, and a ship that sees it may fire at it.".to_owned()),
        RuleEffect::Kept(keepers) if keepers.contains(&AppliedBy::WithoutPoints) => {
            Some("Worth nothing. Orders are checked as usual.".to_owned())
        }
        RuleEffect::Kept(_) => None,
        RuleEffect::Course { ships, steer } => course_meaning(view, ships, steer).map(|course| format!("{}{course}", timing_text(view, rule))),
        RuleEffect::NoExit { .. } if sentence.is_some_and(|sentence| sentence.contains("half their mounts")) => {
            Some("Half or more of what the card has, crossed off and not repaired. A player who uses this rule shows the cards. Until then no plot may take them over an edge, but a jammed rudder may. Rurik counts as sunk when sinking or abandoned, but not while afloat, even stopped.".to_owned())
        }
        RuleEffect::Fire { on: Some(Broadside::Port | Broadside::Starboard), .. } => {
            Some("Guns that bear ahead and astern do not change. The picture of a card shows half, the figures under its boxes the whole.".to_owned())
        }
        RuleEffect::Words { .. } if sentence.is_some_and(|sentence| sentence.contains("on the engaged side")) => Some("Meaning: the player may not plot the ship alone or the line without it. Nor may turns together (SR, SL), in one turn or over several, add up to 180\u{b0} and put it in the lead. Nor may a plot leave more than 2\u{2033} between its base and that of the ship ahead of it, while it is the ship of the line nearest to an enemy. Effects of damage, a jammed rudder and orders that do not arrive are no choice.".to_owned()),
        RuleEffect::Words { .. }
        | RuleEffect::Sight { .. }
        | RuleEffect::Speed { .. }
        | RuleEffect::Stay { .. }
        | RuleEffect::Fire { .. }
        | RuleEffect::Hold { .. }
        | RuleEffect::NoExit { .. }
        | RuleEffect::Orders { .. }
        | RuleEffect::DamageControl { .. }
        | RuleEffect::Harmed { .. }
        | RuleEffect::OpenLand(_)
        | RuleEffect::LostAshore { .. }
        | RuleEffect::Entry { .. }
        | RuleEffect::Mines { .. }
        | RuleEffect::Drift { .. }
        | RuleEffect::SetDown { .. }
        | RuleEffect::Smoke { .. }
        | RuleEffect::PointsForFire { .. }
        | RuleEffect::Ends { .. }
        | RuleEffect::Duds { .. } => None,
    }
}

/// Describes how a plot must end.
fn course_meaning(view: &View, ships: &ShipSet, steer: &SteerLimit) -> Option<String> {
    let ships = ship_set_name(view, ships);
    match steer {
        SteerLimit::Away(enemies) => Some(format!(
            "the plot of {ships} must end on a course within {AWAY_DEG}\u{b0} of straight away from the nearest ship of {} in sight. Take the ship nearest to the leader, and its position at the time of plotting. A turn counts in full, finished or not, in column or together. With none in sight any course is allowed.",
            ship_set_name(view, enemies)
        )),
        SteerLimit::Toward(enemies) => Some(format!(
            "the plot of {ships} must end on a course within {AWAY_DEG}\u{b0} of straight towards where the nearest ship of {} was last seen.",
            ship_set_name(view, enemies)
        )),
        SteerLimit::Between(_) | SteerLimit::Never(_) | SteerLimit::AtMostDeg(_) | SteerLimit::Turn { .. } => None,
    }
}

/// Names a set of ships: `Scharnhorst and Gneisenau`, `Britain with CL on its card`.
fn ship_set_name(view: &View, ships: &ShipSet) -> String {
    let named = ships.ids.iter().chain(&ships.divisions).map(|id| name(view, id));
    let side = ships.side.iter().map(|side| view.name(side).to_owned());
    let names: Vec<String> = named.chain(side).collect();
    let types: Vec<String> = ships.types.iter().map(ToString::to_string).collect();
    let type_text = if types.is_empty() { String::new() } else { format!(" with {} on its card", types.join(" or ")) };
    format!("{}{type_text}", if names.is_empty() { "any ship".to_owned() } else { names.join(" and ") })
}

/// Describes when a rule is checked and how long it applies.
fn timing_text(view: &View, rule: &SpecialRule) -> String {
    let Some(after) = &rule.after else { return String::new() };
    let near = match after {
        RuleCondition::Near(near) => {
            let is_one = |set: &ShipSet| matches!((&set.ids[..], &set.divisions[..], &set.side), ([_], [], None));
            let any = |set: &ShipSet| if is_one(set) { "" } else { "any ship of " };
            let target =
                near.of.as_ref().map(|set| format!(" to {}{}", any(set), ship_set_name(view, set))).unwrap_or_default();
            format!("Measure after movement, from any ship of {}{target}. ", ship_set_name(view, &near.ships))
        }
        RuleCondition::All(_) | RuleCondition::Any(_) | RuleCondition::Not(_) | RuleCondition::Ships(_) => {
            String::new()
        }
    };
    let lasts = match rule.lasts {
        None => "from then on",
        Some(1) => "in the next turn",
        Some(_) => "in the turns after it",
    };
    let once = if rule.again { "Each time" } else { "The first time only" };
    format!("{near}{once}, {lasts} ")
}

/// Returns the definitions that the victory conditions need, each once.
pub fn explain_victory<'e>(entries: impl Iterator<Item = &'e VictoryEntry>) -> Vec<&'static str> {
    let mut notes = Vec::new();
    for entry in entries {
        if let VictoryRule::Side(side) = &entry.wins {
            collect_from_condition(&side.condition, &mut notes);
        }
    }
    notes
}

fn collect_from_condition(condition: &Needs, notes: &mut Vec<&'static str>) {
    match condition {
        Needs::All(parts) | Needs::Any(parts) => parts.iter().for_each(|part| collect_from_condition(part, notes)),
        Needs::Not(part) => collect_from_condition(part, notes),
        Needs::Ships(ships) => ships.are.iter().for_each(|test| collect_from_test(test, notes)),
        Needs::Turn(_) | Needs::Points(_) | Needs::More(..) => {}
    }
}

fn collect_from_test(test: &VictoryTest, notes: &mut Vec<&'static str>) {
    let words = match test {
        VictoryTest::SlowerBy(_) => {
            "Slower: its top speed, reduced by fires and unrepaired damage [8.5.1], compared with its card's."
        }
        VictoryTest::MountsLost(_) => "Mounts are lost while they are crossed off and not repaired.",
        VictoryTest::BatteryLost(_) => "Points of battery are lost while their boxes are crossed and not repaired.",
        VictoryTest::CanMake(_) | VictoryTest::Below(_) => {
            "A ship can make its top speed, reduced by fires and unrepaired damage [8.5.1]."
        }
        VictoryTest::All(parts) | VictoryTest::Any(parts) => {
            return parts.iter().for_each(|part| collect_from_test(part, notes));
        }
        VictoryTest::Not(part) => return collect_from_test(part, notes),
        VictoryTest::Sunk
        | VictoryTest::Immobile
        | VictoryTest::Lost
        | VictoryTest::Afloat
        | VictoryTest::CanMove
        | VictoryTest::Exited(_)
        | VictoryTest::FlotationHits(_)
        | VictoryTest::Within(_)
        | VictoryTest::Inside(_)
        | VictoryTest::Beyond(_) => return,
    };
    if !notes.contains(&words) {
        notes.push(words);
    }
}
