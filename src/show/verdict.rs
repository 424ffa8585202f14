//! The winner, condition by condition, and beside it the points. [9.2, 10.5]
use serde_json::{Value, json};

use super::{ended, list, sentence, victory, victory::Names};
use naval::model::victory::{Condition, How, Left, Wins};
use naval::model::{End, Truth};
use naval::rules::verdict::{Finding, Found, FoundPoints, FoundShips, Judged, Verdict, parts};
use naval::{Id, view::View};

/// Returns the conditions of victory, how each stands, and the verdict.
pub fn verdict(view: &View) -> String {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let mut text = Vec::new();
    if !verdict.entries.is_empty() {
        text.push("Conditions of victory [9.2]:".to_owned());
    }
    for one in conditions(&name, &verdict) {
        text.extend(sentence(&one.says, 2));
        text.extend(one.stands.iter().flat_map(|line| sentence(line, 5)));
    }
    text.extend(outcome(&name, &verdict).iter().flat_map(|line| sentence(line, 0)));
    text.join("\n")
}

/// Returns the verdict as JSON, with every sentence.
pub fn verdict_json(view: &View) -> Value {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let mut value = json!(verdict);
    for (entry, told) in value["entries"].as_array_mut().into_iter().flatten().zip(conditions(&name, &verdict)) {
        entry["says"] = json!(told.says);
        entry["stands"] = json!(told.stands);
    }
    value["says"] = json!(outcome(&name, &verdict));
    value
}

/// Returns the conditions alone, before the battle begins.
pub fn keys_of_victory(view: &View) -> String {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let mut text = vec!["As the program judges it:".to_owned()];
    text.extend(conditions(&name, &verdict).iter().flat_map(|one| sentence(&one.says, 2)));
    text.extend(verdict.left.iter().flat_map(|left| sentence(&left_says(&name, left, &verdict), 2)));
    text.join("\n")
}

/// Returns the conditions as JSON, each with its sentence.
pub fn keys_json(view: &View) -> Value {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let key = |(Judged { number, entry, .. }, told): (&Judged, Told)| json!({ "id": number, "of": entry.of, "wins": entry.wins, "says": told.says });
    verdict.entries.iter().zip(conditions(&name, &verdict)).map(key).collect()
}

/// The text of one condition.
pub struct Told {
    /// `1. Russia wins outright if ...`
    pub says: String,
    /// Its state, part by part.
    pub stands: Vec<String>,
}

/// Returns every condition with its state.
pub fn conditions(name: Names, verdict: &Verdict) -> Vec<Told> {
    let name = |id: &str| named(name, verdict, id);
    let one = |judged: &Judged| Told {
        says: format!("{}. {}", judged.number, victory::entry(&judged.entry, &name)),
        stands: stands(judged, &name, verdict.known_to.is_some()),
    };
    verdict.entries.iter().map(one).collect()
}

/// Returns a name from the scenario, which everyone may read.
fn named(name: Names, verdict: &Verdict, id: &str) -> String {
    let known = verdict.names.iter().find(|one| one.id == *id);
    known.map_or_else(|| name(id), |one| one.name.clone())
}

fn stands(judged: &Judged, name: Names, by_a_side: bool) -> Vec<String> {
    let Wins::Side(wins) = &judged.entry.wins else {
        return vec![leader(judged, name)];
    };
    let parts = parts(&wins.condition, &judged.finding);
    let head = match (judged.ruled, &parts[..]) {
        (Some(true), _) => "yes, as the referee has ruled; by the table:".to_owned(),
        (Some(false), _) => "no, as the referee has ruled; by the table:".to_owned(),
        (None, [(_, only)]) if only.truth == judged.truth => return vec![standing(only, name, by_a_side)],
        (None, _) => format!("{}:", truth(judged.truth)),
    };
    let part = |(condition, finding): (&Condition, &Finding)| {
        format!("- {}: {}", victory::condition(condition, name), standing(finding, name, by_a_side))
    };
    std::iter::once(head).chain(parts.into_iter().map(part)).collect()
}

/// `yes: Japan, 6 to 4`
fn leader(judged: &Judged, name: Names) -> String {
    match (&judged.finding.found, &judged.side) {
        (Found::Points(found), Some(side)) => format!("{}: {}, {}", truth(judged.truth), name(side), score(found)),
        (Found::Points(found), None) => format!("{}: {}", truth(judged.truth), score(found)),
        (Found::Parts | Found::Turn(_) | Found::Ships(_) | Found::Hits { .. } | Found::Later, _) => {
            standing(&judged.finding, name, true)
        }
    }
}

fn truth(truth: Truth) -> &'static str {
    match truth {
        Truth::Holds => "yes",
        Truth::Fails => "no",
        Truth::Open => "open",
    }
}

fn standing(finding: &Finding, name: Names, by_a_side: bool) -> String {
    let found = match &finding.found {
        Found::Parts => String::new(),
        Found::Turn(turn) => format!("it is turn {turn}"),
        Found::Ships(found) => ships(found, name, by_a_side),
        Found::Points(found) => score(found),
        Found::Hits { own, other } => format!("{own} to {other}"),
        Found::Later => "told when the battle is over".to_owned(),
    };
    if found.is_empty() { truth(finding.truth).to_owned() } else { format!("{}: {found}", truth(finding.truth)) }
}

fn score(found: &FoundPoints) -> String {
    match found.other {
        Some(other) => format!("{} to {other}", found.own),
        None if found.at_least => format!("{} scored, as far as it is known", found.own),
        None => format!("{} scored", found.own),
    }
}

/// `1 of 2, Rossia; not known of Gromoboi`
fn ships(found: &FoundShips, name: Names, by_a_side: bool) -> String {
    let called = |ids: &[Id]| list(ids.iter().map(|id| name(id)));
    let FoundShips { are, open, among, more } = found;
    let mut says = Vec::new();
    // For a single ship, yes or no is enough.
    if *more || *among != 1 {
        let of = if *more { format!("{} seen", are.len()) } else { format!("{} of {among}", are.len()) };
        says.push(if are.is_empty() { of } else { format!("{of}, {}", called(are)) });
    }
    if !open.is_empty() {
        let why = if by_a_side { "not known of" } else { "not measured, or not written down, of" };
        says.push(format!("{why} {}", called(open)));
    }
    if *more {
        says.push("there may be others unseen".to_owned());
    }
    says.join("; ")
}

/// Returns the verdict, moral victories, open questions and what is left to the referee, one sentence each.
pub fn outcome(name: Names, verdict: &Verdict) -> Vec<String> {
    let mut says = vec![decided(name, verdict)];
    let wins = |side| victory::wins(&name(side), How::Moral);
    says.extend(verdict.besides.iter().map(|one| format!("Besides, {} (condition {}).", wins(&one.side), one.by)));
    says.extend(verdict.left.iter().map(|left| left_says(name, left, verdict)));
    if let Some(End::Ruled(words)) = &verdict.over {
        says.push(format!("The referee ended the battle: {} His word stands above these conditions.", ended(words)));
    }
    says
}

fn left_says(name: Names, left: &Left, verdict: &Verdict) -> String {
    let words = usize::from(left.of).checked_sub(1).and_then(|at| verdict.sentences.get(at));
    let why = left.why.as_deref().unwrap_or("the scenario has no key for it");
    let sentence = words.map(|words| format!(" \"{}\"", words.trim())).unwrap_or_default();
    let ruled = verdict.ruled.iter().find(|ruled| ruled.of == left.of);
    match ruled.map(|ruled| ruled.side.as_ref()) {
        None => format!("Left to the referee:{sentence} Why: {}", ended(why)),
        Some(Some(side)) => format!("Left to the referee:{sentence} He has ruled that {} wins by it.", name(side)),
        Some(None) => format!("Left to the referee:{sentence} He has ruled that nobody wins by it."),
    }
}

/// Returns the winner according to the conditions, in one line.
pub fn decided(name: Names, verdict: &Verdict) -> String {
    let when = match (&verdict.over, &verdict.known_to) {
        (Some(_), _) => "Verdict: ".to_owned(),
        (None, None) => "If the battle ended now: ".to_owned(),
        (None, Some(side)) => format!("If the battle ended now, as far as {} can tell: ", name(side)),
    };
    let which = if verdict.open.len() == 1 { "condition" } else { "conditions" };
    let says = match (&verdict.side, verdict.by) {
        (Some(side), None) => {
            let of = verdict.ruled.iter().find(|ruled| ruled.side.as_ref() == Some(side)).map_or(0, |ruled| ruled.of);
            format!("{}, as the referee has ruled (sentence {of}).", victory::wins(&name(side), How::Plain))
        }
        (Some(side), Some(by)) => format!("{} (condition {by}).", victory::wins(&name(side), verdict.how)),
        (None, _) if !verdict.open.is_empty() => format!("open; it hangs on {which} {}.", list(&verdict.open)),
        (None, _) if verdict.entries.is_empty() && verdict.left.is_empty() => {
            "nobody wins; the scenario has no conditions of victory.".to_owned()
        }
        (None, _) if verdict.entries.is_empty() => "the referee says who wins.".to_owned(),
        (None, _) if !verdict.left.is_empty() => {
            "nobody wins by these conditions; the referee judges what is left to him.".to_owned()
        }
        (None, _) => "nobody wins.".to_owned(),
    };
    format!("{when}{says} [9.2]")
}
