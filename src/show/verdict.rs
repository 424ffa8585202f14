//! The winner, condition by condition. [9.2, 10.5]
use serde_json::{Value, json};

use super::{list, sentence, victory, victory::NameFn, with_full_stop};
use naval::model::victory::{LeftToReferee, VictoryCondition, VictoryDegree, VictoryRule};
use naval::model::{BattleEnd, Truth};
use naval::rules::verdict::{Evidence, Finding, FoundPoints, FoundShips, JudgedEntry, Verdict, leaf_findings};
use naval::{Id, view::View};

/// Returns the victory conditions, how each stands, and the verdict.
pub fn verdict_text(view: &View) -> String {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let mut text = Vec::new();
    if !verdict.entries.is_empty() {
        text.push("Victory conditions [9.2]:".to_owned());
    }
    for condition in conditions(&name, &verdict) {
        text.extend(sentence(&condition.sentence, 2));
        text.extend(condition.states.iter().flat_map(|line| sentence(line, 5)));
    }
    text.extend(outcome_sentences(&name, &verdict).iter().flat_map(|line| sentence(line, 0)));
    text.join("\n")
}

/// Returns the verdict as JSON, with every sentence.
pub fn verdict_json(view: &View) -> Value {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let mut value = json!(verdict);
    for (entry, condition) in value["entries"].as_array_mut().into_iter().flatten().zip(conditions(&name, &verdict)) {
        entry["says"] = json!(condition.sentence);
        entry["stands"] = json!(condition.states);
    }
    value["says"] = json!(outcome_sentences(&name, &verdict));
    value
}

/// Returns what decides the battle, before it begins.
pub fn keys_of_victory(view: &View) -> String {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let mut text = vec!["As the program judges it:".to_owned()];
    text.extend(conditions(&name, &verdict).iter().flat_map(|condition| sentence(&condition.sentence, 2)));
    text.extend(verdict.left.iter().flat_map(|left| sentence(&left_to_referee(&name, left, &verdict), 2)));
    text.join("\n")
}

/// Returns the conditions as JSON, each with its sentence.
pub fn keys_json(view: &View) -> Value {
    let (verdict, name) = (view.verdict(), |word: &str| view.name(word).to_owned());
    let key = |(JudgedEntry { number, entry, .. }, condition): (&JudgedEntry, ConditionText)| json!({ "id": number, "of": entry.of, "wins": entry.wins, "says": condition.sentence });
    verdict.entries.iter().zip(conditions(&name, &verdict)).map(key).collect()
}

pub struct ConditionText {
    /// `1. Russia wins outright if ...`
    pub sentence: String,
    /// Its state, part by part.
    pub states: Vec<String>,
}

pub fn conditions(name: NameFn, verdict: &Verdict) -> Vec<ConditionText> {
    let name = |id: &str| scenario_name(name, verdict, id);
    let condition_text = |judged: &JudgedEntry| ConditionText {
        sentence: format!("{}. {}", judged.number, victory::entry_sentence(&judged.entry, &name)),
        states: state_lines(judged, &name, verdict.known_to.is_some()),
    };
    verdict.entries.iter().map(condition_text).collect()
}

/// Returns a name from the scenario, which everyone may read.
fn scenario_name(name: NameFn, verdict: &Verdict, id: &str) -> String {
    let known = verdict.names.iter().find(|named| named.id == *id);
    known.map_or_else(|| name(id), |named| named.name.clone())
}

fn state_lines(judged: &JudgedEntry, name: NameFn, for_one_side: bool) -> Vec<String> {
    let VictoryRule::Side(wins) = &judged.entry.wins else {
        return vec![leader_text(judged, name)];
    };
    let parts = leaf_findings(&wins.condition, &judged.finding);
    let head = match (judged.ruled, &parts[..]) {
        (Some(true), _) => "yes, by the referee's ruling. On the table:".to_owned(),
        (Some(false), _) => "no, by the referee's ruling. On the table:".to_owned(),
        (None, [(_, only)]) if only.truth == judged.truth => return vec![finding_text(only, name, for_one_side)],
        (None, _) => format!("{}:", truth_word(judged.truth)),
    };
    let part = |(condition, finding): (&VictoryCondition, &Finding)| {
        format!("- {}: {}", victory::condition_text(condition, name), finding_text(finding, name, for_one_side))
    };
    std::iter::once(head).chain(parts.into_iter().map(part)).collect()
}

/// `yes: Japan, 6 to 4`
fn leader_text(judged: &JudgedEntry, name: NameFn) -> String {
    match (&judged.finding.found, &judged.side) {
        (Evidence::Points(found), Some(side)) => {
            format!("{}: {}, {}", truth_word(judged.truth), name(side), score_text(found))
        }
        (Evidence::Points(found), None) => format!("{}: {}", truth_word(judged.truth), score_text(found)),
        (Evidence::Parts | Evidence::Turn(_) | Evidence::Ships(_) | Evidence::Hits { .. } | Evidence::Later, _) => {
            finding_text(&judged.finding, name, true)
        }
    }
}

fn truth_word(truth: Truth) -> &'static str {
    match truth {
        Truth::Holds => "yes",
        Truth::Fails => "no",
        Truth::Open => "open",
    }
}

fn finding_text(finding: &Finding, name: NameFn, for_one_side: bool) -> String {
    let found = match &finding.found {
        Evidence::Parts => String::new(),
        Evidence::Turn(turn) => format!("it is turn {turn}"),
        Evidence::Ships(found) => ships_text(found, name, for_one_side),
        Evidence::Points(found) => score_text(found),
        Evidence::Hits { own, other } => format!("{own} to {other}"),
        Evidence::Later => "shown when the battle is over".to_owned(),
    };
    if found.is_empty() {
        truth_word(finding.truth).to_owned()
    } else {
        format!("{}: {found}", truth_word(finding.truth))
    }
}

fn score_text(found: &FoundPoints) -> String {
    match found.other {
        Some(other) => format!("{} to {other}", found.own),
        None if found.at_least => format!("{} scored, from what is known", found.own),
        None => format!("{} scored", found.own),
    }
}

/// `1 of 2, Rossia; not known of Gromoboi`
fn ships_text(found: &FoundShips, name: NameFn, for_one_side: bool) -> String {
    let named = |ids: &[Id]| list(ids.iter().map(|id| name(id)));
    let FoundShips { are, open, among, more } = found;
    let mut parts = Vec::new();
    // For a single ship, yes or no is enough.
    if *more || *among != 1 {
        let count_text = if *more { format!("{} seen", are.len()) } else { format!("{} of {among}", are.len()) };
        parts.push(if are.is_empty() { count_text } else { format!("{count_text}, {}", named(are)) });
    }
    if !open.is_empty() {
        let why = if for_one_side { "not known of" } else { "not measured or not recorded of" };
        parts.push(format!("{why} {}", named(open)));
    }
    if *more {
        parts.push("others may be unseen".to_owned());
    }
    parts.join("; ")
}

/// Returns the verdict, moral victories, open questions and what is left to the referee, one sentence each.
pub fn outcome_sentences(name: NameFn, verdict: &Verdict) -> Vec<String> {
    let mut sentences = vec![winner_sentence(name, verdict)];
    let wins = |side| victory::wins_text(&name(side), VictoryDegree::Moral);
    sentences.extend(
        verdict
            .besides
            .iter()
            .map(|moral_victory| format!("Also, {} (condition {}).", wins(&moral_victory.side), moral_victory.by)),
    );
    sentences.extend(verdict.left.iter().map(|left| left_to_referee(name, left, verdict)));
    if let Some(BattleEnd::Ruled(words)) = &verdict.over {
        sentences.push(format!(
            "The referee ended the battle: {} The conditions are judged as they stood.",
            with_full_stop(words)
        ));
    }
    sentences
}

fn left_to_referee(name: NameFn, left: &LeftToReferee, verdict: &Verdict) -> String {
    let words = usize::from(left.of).checked_sub(1).and_then(|index| verdict.sentences.get(index));
    let why = left.why.as_deref().unwrap_or("the scenario has no key for it");
    let sentence = words.map(|words| format!(" \"{}\"", words.trim())).unwrap_or_default();
    let ruled = verdict.ruled.iter().find(|ruled| ruled.of == left.of);
    match ruled.map(|ruled| ruled.side.as_ref()) {
        None => format!("Left to the referee:{sentence} Why: {}", with_full_stop(why)),
        Some(Some(side)) => format!("Left to the referee:{sentence} Ruling: {} wins by it.", name(side)),
        Some(None) => format!("Left to the referee:{sentence} Ruling: neither side wins by it."),
    }
}

/// Returns who wins, by the conditions or a ruling, in one line.
pub fn winner_sentence(name: NameFn, verdict: &Verdict) -> String {
    let when = match (&verdict.over, &verdict.known_to) {
        (Some(_), _) => "Verdict: ".to_owned(),
        (None, None) => "If the battle ended now: ".to_owned(),
        (None, Some(side)) => format!("If the battle ended now, from what {} knows: ", name(side)),
    };
    let which = if verdict.open.len() == 1 { "condition" } else { "conditions" };
    let outcome = match (&verdict.side, verdict.by) {
        (Some(side), None) => {
            let sentence_number =
                verdict.ruled.iter().find(|ruled| ruled.side.as_ref() == Some(side)).map_or(0, |ruled| ruled.of);
            format!(
                "{}, by the referee's ruling (sentence {sentence_number}).",
                victory::wins_text(&name(side), VictoryDegree::Plain)
            )
        }
        (Some(side), Some(by)) => format!("{} (condition {by}).", victory::wins_text(&name(side), verdict.how)),
        (None, _) if !verdict.open.is_empty() => format!("the result depends on {which} {}.", list(&verdict.open)),
        (None, _) if verdict.entries.is_empty() && verdict.left.is_empty() => {
            "neither side wins: the scenario has no victory conditions.".to_owned()
        }
        (None, _) if verdict.entries.is_empty() => "the referee decides who wins.".to_owned(),
        (None, _) if !verdict.left.is_empty() => {
            "neither side wins by these conditions. The referee judges the rest.".to_owned()
        }
        (None, _) => "neither side wins.".to_owned(),
    };
    format!("{when}{outcome} [9.2]")
}
