//! What a scenario tells its players: the introduction, special rules and conditions of victory. [9.2]
use serde_json::{Value, json};

use super::{
    count, fold_paragraph, list,
    scenario::{optional_rules, when_it_ends},
    sentence,
    special::noted_rules,
    verdict,
};
use naval::model::Handicap;
use naval::view::View;

/// The conditions of victory as the viewer may know them.
pub struct VictoryBrief {
    /// The scenario's sentences that no condition decides.
    pub sentences: Vec<String>,
    /// The sentence that introduces several conditions, until the first turn is over.
    pub lead: Option<&'static str>,
    /// Each condition, with how it stands from turn 2 on.
    pub conditions: Vec<String>,
    /// The result so far, from turn 2 on.
    pub outcome: Vec<String>,
    /// When the battle ends, and the handicap.
    pub ending: String,
}

/// Returns a paragraph for each special rule the viewer may know, with its number, and for each optional rule in force.
pub fn rule_paragraphs(view: &View) -> Vec<(Option<u8>, String)> {
    let special = noted_rules(view).into_iter().map(|(number, rule)| (Some(number), rule));
    special.chain(optional_rules(view).into_iter().map(|rule| (None, format!("Optional rule: {rule}")))).collect()
}

/// Returns the conditions of victory. `None` without any.
pub fn victory_brief(view: &View) -> Option<VictoryBrief> {
    let judged = view.verdict();
    if judged.sentences.is_empty() && judged.entries.is_empty() {
        return None;
    }
    let name = |id: &str| unit_name(view, id);
    // If a sentence has conditions, those are shown instead, in the order in which they are judged.
    let decided: Vec<usize> =
        judged.entries.iter().filter_map(|judgement| judgement.entry.of.map(usize::from)).collect();
    let sentences = (1..).zip(&judged.sentences).filter(|(number, _)| !decided.contains(number));
    // Before the end of the first turn the conditions have no state to report.
    let has_begun = view.end.is_some() || 1 < view.turn;
    let several = 1 < judged.entries.len();
    let conditions = verdict::conditions(&name, &judged).into_iter().zip(&judged.entries).map(|(wording, judged)| {
        let state = if has_begun { wording.states.join(" ") } else { String::new() };
        let condition_text = if several { &*wording.sentence } else { wording.sentence.trim_start_matches("1. ") };
        let moral = if judged.entry.is_moral() { " (reported as well)" } else { "" };
        format!("{condition_text}{moral} {state}").trim_end().to_owned()
    });
    let no_winner_text = if several && !has_begun { " If no condition is met, neither side wins." } else { "" };
    Some(VictoryBrief {
        sentences: sentences.map(|(_, sentence)| sentence.clone()).collect(),
        lead: (several && !has_begun).then_some("When the battle is over, the first of these that is met decides it:"),
        conditions: conditions.collect(),
        outcome: if has_begun { verdict::outcome_sentences(&name, &judged) } else { Vec::new() },
        ending: format!("{}{no_winner_text}", ending_text(view)),
    })
}

/// Describes when the battle ends and which points the weaker force receives. [9.3, 10.4, 10.5.6]
fn ending_text(view: &View) -> String {
    let ends = when_it_ends(&view.setup);
    let tally = view.tally();
    match (view.setup.options.handicap, &tally.handicap.to) {
        (Handicap::None, _) => ends,
        (Handicap::Weaker | Handicap::Equalise, Some(side)) => {
            let (name, points) = (view.name(side), tally.handicap.points);
            format!(
                "{ends} {name} begins with {points} points. They count to the end, even if no ship is hit and all go home at once [10.5.6]."
            )
        }
        (Handicap::Weaker, None) => format!(
            "{ends} Beforehand add up what each side would gain by sinking all enemy ships. The weaker force is given the difference [10.5.6]."
        ),
        (Handicap::Equalise, None) => format!(
            "{ends} Beforehand add up what each side would gain by sinking all enemy ships. The side that can gain less is given the difference [10.5.6]."
        ),
    }
}

/// Returns the name of a ship, division or side that the viewer knows or may read in the scenario.
pub fn unit_name(view: &View, id: &str) -> String {
    let listed = view.setup.ships.iter().find(|ship| ship.card.id == *id);
    match listed.filter(|_| !view.ships.iter().any(|ship| ship.id == *id)) {
        Some(ship) => ship.card.name.clone(),
        None => view.name(id).to_owned(),
    }
}

/// Returns everything that the scenario tells the viewer, as the answer to `briefing`.
pub fn scenario_brief(view: &View) -> String {
    let mut text = vec![heading(view)];
    if !view.setup.introduction.trim().is_empty() {
        text.extend([String::new(), fold_paragraph(&view.setup.introduction, 0)]);
    }
    let rules = rule_paragraphs(view);
    if !rules.is_empty() {
        text.extend([String::new(), "Special rules [9.2]".to_owned()]);
        text.extend(rules.iter().flat_map(|(_, rule)| sentence(rule, 2)));
    }
    if let Some(VictoryBrief { sentences, lead, conditions, outcome, ending }) = victory_brief(view) {
        text.extend([String::new(), "Victory [9.2]".to_owned()]);
        let lead = lead.map(str::to_owned);
        let lines = sentences.into_iter().chain(lead).chain(conditions).chain(outcome).chain([ending]);
        text.extend(lines.flat_map(|line| sentence(&line, 2)));
    }
    text.join("\n")
}

pub fn scenario_brief_json(view: &View) -> Value {
    let victory = victory_brief(view).map(|VictoryBrief { sentences, lead: _, conditions, outcome, ending }| {
        json!({ "sentences": sentences, "conditions": conditions, "outcome": outcome, "ending": ending })
    });
    let rules: Vec<String> = rule_paragraphs(view).into_iter().map(|(_, rule)| rule).collect();
    let (title, introduction) = (&view.setup.title, view.setup.introduction.trim());
    json!({
        "title": title, "date": view.setup.date, "introduction": introduction, "rules": rules, "victory": victory,
    })
}

/// `Ulsan, 14 August 1904`
fn heading(view: &View) -> String {
    format!("{}, {}", view.setup.title.trim_end_matches('.'), view.setup.date.format("%-d %B %Y"))
}

/// Whether a battle begins or goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    New,
    Resumed,
}

/// Returns the lines for a person who sits down: which battle begins, and that `briefing` shows what the scenario tells
/// the viewer. `None` if it tells nothing.
pub fn opening_lines(view: &View, opening: Opening) -> Option<String> {
    let setup = &view.setup;
    let introduction = (!setup.introduction.trim().is_empty()).then(|| "introduction".to_owned());
    let rules = match (view.special_rules().count(), optional_rules(view).len()) {
        (0, 0) => None,
        (0, optional) => Some(count(optional, "optional rule")),
        (special, _) => Some(count(special, "special rule")),
    };
    let has_conditions = !setup.victory.is_empty() || setup.decide.as_ref().is_some_and(|decide| !decide.is_empty());
    let victory = has_conditions.then(|| "conditions of victory".to_owned());
    let parts: Vec<String> = [introduction, rules, victory].into_iter().flatten().collect();
    if parts.is_empty() {
        return None;
    }
    let offer = format!("`briefing` shows {}.", list(parts));
    Some(if opening == Opening::New { format!("{}.\n{offer}", heading(view)) } else { offer })
}
