//! Special rules of a scenario: their effects, prohibitions, and what they leave to the players. [9.2]
use super::{after_blank_line, count, dice_note, edge_adjective, fire_hints::broadside_hint, lines::with_full_stop};
use naval::model::{Setup, TurnSide};
use naval::rules::special::{
    Reminder, RuleEffect, RuleFact, Sector, SpecialReason, SpecialRule, SteerLimit, secret_to, sentence,
};
use naval::{Fact, Inches, NavalEvent, State, notation::typed_name, view::View};
use play::Hint;

/// Returns the note after a special rule: left to the players, or only if they agree. `agreeing` is the command by
/// which they agree, or empty.
pub fn rule_note(setup: &Setup, of: u8, agreeing: &str) -> String {
    let keys = || setup.rules.iter().filter(|rule| rule.of == of);
    if is_left_to_the_table(setup, of) {
        " (binding; judged by the players)".to_owned()
    } else if keys().any(|rule| rule.optional) {
        format!(" (only if both agree{agreeing})")
    } else {
        String::new()
    }
}

/// Returns the special rules that the viewer may know, each with its number, and how it applies.
pub(super) fn noted_rules(view: &View) -> Vec<(u8, String)> {
    let rules = view.special_rules().map(|(number, rule)| {
        let secrecy = if view.is_referee() { secrecy_note(&view.setup, number) } else { String::new() };
        let decided = if view.end.is_some() { "not agreed in this battle" } else { "only if both agree" };
        let note = rule_note(&view.setup, number, "").replace("only if both agree", decided);
        (number, format!("{number}. {rule}{}{secrecy}", ruling_note(view, number).unwrap_or(&note)))
    });
    rules.collect()
}

/// Returns the note that the players or the referee have ruled a rule on or off.
fn ruling_note(view: &View, of: u8) -> Option<&'static str> {
    let mut rules = (0..).zip(&view.setup.rules).filter(|(_, rule)| rule.of == of);
    let agreement = rules.find_map(|(index, _)| view.rule_state(index)?.agreement)?;
    Some(if agreement { " (on, as ruled)" } else { " (off, as ruled)" })
}

/// Whether no key carries out a rule, except keys that only recall it.
pub fn is_left_to_the_table(setup: &Setup, of: u8) -> bool {
    setup.rules.iter().filter(|rule| rule.of == of).all(|rule| matches!(rule.does, RuleEffect::Words { .. }))
}

/// Returns the special rules that the viewer may know, for a page.
pub(super) fn listed_rules(view: &View) -> Vec<String> {
    let mut lines: Vec<String> = view.special_rules().map(|(number, text)| format!("  {number}. {text}")).collect();
    if !lines.is_empty() {
        lines.insert(0, "Special rules [9.2]".to_owned());
    }
    after_blank_line(lines)
}

/// Returns reminders of what the players must judge now, one line for each rule.
pub(super) fn reminder_lines(reminders: &[Reminder]) -> Vec<String> {
    let secret =
        |reminder: &Reminder| reminder.secret_to.as_ref().map(|side| format!(" ({side} only)")).unwrap_or_default();
    let line = |reminder: &Reminder| {
        format!("Remember special rule {}{}: {} [9.2]", reminder.of, secret(reminder), with_full_stop(&reminder.text))
    };
    reminders.iter().map(line).collect()
}

/// Explains why a special rule ended the battle.
pub(super) fn ended_sentence(setup: &Setup, of: u8) -> String {
    let text = setup.special_rules.get(usize::from(of).saturating_sub(1)).map_or("", String::as_str);
    format!("Special rule {of} ends the scenario: {}", with_full_stop(text))
}

fn rule(state: &State, index: u16) -> Option<&SpecialRule> {
    state.setup.rules.get(usize::from(index))
}

/// `special rule 2 (The British see no farther than 12 inches)`
fn quoted_rule(state: &State, index: u16) -> String {
    let number = rule(state, index).map_or(0, |rule| rule.of);
    let quote = sentence(&state.setup, index).map(|quote| format!(" ({})", quote.trim_end_matches('.')));
    format!("special rule {number}{}", quote.unwrap_or_default())
}

pub(super) fn rule_event_sentence(before: &State, event: &NavalEvent, fact: &RuleFact) -> Option<String> {
    let number = rule(before, fact.rule()).map_or(0, |rule| rule.of);
    let rule_text = || with_full_stop(sentence(&before.setup, fact.rule()).unwrap_or_default());
    let (name, dice) = (|id| before.name(id), dice_note(&event.dice));
    Some(match fact {
        RuleFact::Began { .. } => format!("Special rule {number} takes effect: {}", rule_text()),
        RuleFact::Ended { .. } => format!("Special rule {number} is over: {}", rule_text()),
        RuleFact::Diced { rule: at, so: applies } => {
            let entry = rule(before, *at).is_some_and(|rule| matches!(rule.does, RuleEffect::Entry { .. }));
            let outcome = match (entry, applies) {
                (true, true) => "they are on the way",
                (true, false) => "they stay away",
                (false, true) => "it applies",
                (false, false) => "it does not apply",
            };
            format!("Special rule {number}{dice}: {outcome}. {}", rule_text())
        }
        RuleFact::Recalled { .. } => format!("Remember special rule {number}: {}", rule_text()),
        RuleFact::Counted { rule: at, ship } => {
            let rule = rule(before, *at)?;
            let RuleEffect::Speed { tired: Some(limit), .. } = &rule.does else { return None };
            let turns = 1 + before.rule_state(*at).map_or(0, |rule_state| rule_state.count_of(ship));
            let limit_text = count(limit.turns, "turn");
            format!("{} has made more than {}\" for {turns} of {limit_text}.", name(ship), limit.above)
        }
        RuleFact::Lifted { ship, .. } => format!("Special rule {number} no longer applies to {}.", name(ship)),
        RuleFact::Mined { ship, struck: 0, .. } => format!("{} runs among mines{dice}: no mine hits.", name(ship)),
        RuleFact::Mined { ship, struck, .. } => {
            let hits = count(*struck, "torpedo hit");
            format!("{} runs among mines{dice}: {hits}, held for the Damage Segment.", name(ship))
        }
        RuleFact::Drifted { rule: index, ship, at } => {
            let sets_down = rule(before, *index).is_some_and(|rule| matches!(rule.does, RuleEffect::SetDown { .. }));
            let cause =
                if sets_down { format!("Special rule {number} sets") } else { "The current carries".to_owned() };
            format!("{cause} {} to {}, {}.", name(ship), at.x, at.y)
        }
        RuleFact::Smoked { ship, .. } => format!("{} makes smoke along its track.", name(ship)),
        RuleFact::Scored { side, ship, points, .. } => {
            let points = if *points < 0 { format!("loses {}", -points) } else { format!("gains {points}") };
            let (ship, side) = (name(ship), name(side));
            format!("{ship} fired as special rule {number} counts: {side} {points} points.")
        }
        RuleFact::Duds { firer, duds, .. } => format!("{} of {}'s hits do not burst{dice}.", duds, name(firer)),
    })
}

/// Returns the numbers that the dice of a special rule need.
pub(super) fn special_needs(before: &State, event: &NavalEvent) -> Option<String> {
    let Fact::Special(fact) = &event.fact else { return None };
    let rule = rule(before, fact.rule())?;
    if let RuleFact::Diced { .. } = fact {
        let die = rule.die?;
        let needed = match (die.at_most, die.at_least) {
            (Some(most), _) => format!("{most} or less"),
            (None, Some(least)) => format!("{least} or more"),
            (None, None) => "any roll".to_owned(),
        };
        Some(format!(
            "On {needed} this applies: {}",
            with_full_stop(sentence(&before.setup, fact.rule()).unwrap_or_default())
        ))
    } else if let RuleFact::Mined { ship, .. } = fact {
        Some(format!("Each 1 on a D10 is a mine that hits {}.", before.name(ship)))
    } else if let (RuleFact::Duds { firer, .. }, RuleEffect::Duds { at_most, .. }) = (fact, &rule.does) {
        Some(format!("D6 for each hit by {}: on {at_most} or less it does not burst.", before.name(firer)))
    } else {
        None
    }
}

/// Returns what a special rule forbids, with its text.
pub(super) fn explanation(state: &State, reason: &SpecialReason) -> String {
    use SpecialReason::*;
    let name = state.name_printer();
    let quoted = |index: &u16| with_full_stop(&quoted_rule(state, *index));
    match reason {
        Course { unit, rule } => format!("This plot of {} is not allowed: {}", name(unit), quoted(rule)),
        Place { unit, rule } => format!("{} would end its move where it may not: {}", name(unit), quoted(rule)),
        Ahead { unit, rule } => {
            format!(
                "{} cannot be plotted ahead: it is not yet known whether this keeps to {}",
                name(unit),
                quoted(rule)
            )
        }
        Speed { ship, rule, speed, .. } => format!("{} cannot make {speed}\": {}", name(ship), quoted(rule)),
        HeldBack { ship, target, rule } => {
            format!("{} may not fire at {}: {}", name(ship), name(target), quoted(rule))
        }
        AmbiguousBroadside { ship, target, rule } => {
            format!("Name the broadside on which {} fires at {}: {}", name(ship), name(target), quoted(rule))
        }
        NoSmoke { ship } => {
            format!("{} may not make smoke that was not plotted, or has made it this turn.", name(ship))
        }
        Unknown { of, sentences: 0 } => format!("There is no special rule {of}: this scenario has none."),
        Unknown { of, .. } => format!("There is no special rule {of}."),
    }
}

pub(super) fn hint(state: &State, reason: &SpecialReason) -> Option<Hint> {
    use SpecialReason::*;
    Some(match reason {
        Course { unit, rule: at } => return rule(state, *at).and_then(|rule| steering(rule, &typed_name(state, unit))),
        Place { rule: at, .. } => return rule(state, *at).and_then(bounds).map(Hint::from),
        Ahead { unit, .. } => {
            "plot it when its turn comes: " + Hint::form(format!("plot {} ...", typed_name(state, unit))) + "."
        }
        Speed { ship, max, .. } => {
            let line = Hint::line(format!("plot {} {max}", typed_name(state, ship)));
            Hint::words(format!("it may make up to {max}\": ")) + line + ", or plot its division no faster."
        }
        HeldBack { rule: at, .. } => match rule(state, *at).and_then(|rule| rule.to_turn) {
            Some(turn) => format!("it may from turn {} on.", turn + 1).into(),
            None => Hint::line("duties") + " shows the special rules that apply. Try other targets or weapons.",
        },
        AmbiguousBroadside { ship, target, .. } => broadside_hint(state, ship, target),
        NoSmoke { ship } => {
            let ship = typed_name(state, ship);
            let line = Hint::later(format!("plot {ship} 2 smoke {ship}"));
            "in the next Plotting Segment a plot may end with smoke [4.6], as in " + line + "."
        }
        Unknown { sentences: 0, .. } => return None,
        Unknown { sentences, .. } => {
            let form = Hint::form(format!("set rule {sentences} off because \"...\""));
            Hint::words(format!("they are numbered 1 to {sentences}: ")) + form + "."
        }
    })
}

/// Returns courses that a special rule allows.
fn steering(rule: &SpecialRule, unit: &str) -> Option<Hint> {
    let RuleEffect::Course { steer, .. } = &rule.does else { return None };
    let sector = |arc: &Sector| format!("{} and {}", arc.from_deg, arc.to_deg);
    Some(match steer {
        SteerLimit::Between(legal) => {
            let legal = sector(legal);
            let text = format!("let the plot end on a course between {legal} degrees, by a turn such as ");
            Hint::words(text) + Hint::line(format!("plot {unit} CR45")) + "."
        }
        SteerLimit::Never(forbidden) => {
            format!("keep out of the courses between {} degrees.", sector(forbidden)).into()
        }
        SteerLimit::Turn { at_least_deg, hand } => {
            let word = if *hand == Some(TurnSide::Left) { "CL" } else { "CR" };
            let degrees = at_least_deg.div_ceil(15) * 15;
            let line = Hint::line(format!("plot {unit} {word}{degrees}"));
            Hint::words(format!("plot at least {at_least_deg} degrees: ")) + line + "."
        }
        SteerLimit::AtMostDeg(most) => {
            let line = Hint::line(format!("plot {unit} CR{most}"));
            Hint::words(format!("turn at most {most} degrees: ")) + line + "."
        }
        SteerLimit::Away(_) => "let the plot end within 45 degrees of straight away from the nearest of them.".into(),
        SteerLimit::Toward(_) => {
            "let the plot end within 45 degrees of straight towards where the nearest was last seen.".into()
        }
    })
}

/// Returns where a special rule lets a plot end.
fn bounds(rule: &SpecialRule) -> Option<String> {
    let RuleEffect::Stay { within, beyond, west_of, .. } = &rule.does else { return None };
    let part = |word: &str, inches: &Option<Inches>| inches.map(|inches| format!("{word} {inches}\""));
    let all = [part("within", within), part("more than", beyond), west_of.map(|x| format!("no farther east than {x}"))];
    let all: Vec<String> = all.into_iter().flatten().collect();
    let out = if beyond.is_some() { ", or from inside, a turn away at once" } else { "" };
    Some(format!("plot a move that ends {}{out}.", all.join(" and ")))
}

/// Returns the rule that a ship would break by leaving the table, quoted. [9.3]
pub fn against_leaving(state: &State, rule: u16, edge: Option<naval::model::Edge>) -> String {
    let edge_text = edge.map(|edge| format!(" by the {} edge", edge_adjective(edge))).unwrap_or_default();
    format!("leaving the table{edge_text} breaks {}", quoted_rule(state, rule))
}

/// Returns the side that alone knows a rule, for the referee's page.
pub fn secrecy_note(setup: &Setup, of: u8) -> String {
    secret_to(setup, of).map(|side| format!(" (shown only to {side})")).unwrap_or_default()
}
