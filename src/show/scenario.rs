//! The page of a scenario: its forces, what is special about it and what decides it. [9.2]
use serde_json::{Value, json};

use super::{Fold, keys_json, keys_of_victory, said, secret, status};
use naval::view::View;

/// Forces, visibility, special rules and what decides a scenario.
pub fn scenario(view: &View) -> String {
    let setup = &view.setup;
    let (title, date, introduction) = (&setup.title, setup.date, setup.introduction.trim());
    let mut text = format!("{title} ({date})\n\n{introduction}\n\n{}", status(view, Fold::Open));
    if !setup.special_rules.is_empty() {
        text += "\n\nSpecial rules [9.2]:";
    }
    for (of, rule) in view.special_rules() {
        let agreeing = format!(": `set rule {of} on because \"agreed\"`");
        text += &format!("\n  {of}. {rule}{}{}", said(setup, of, &agreeing), secret(setup, of));
    }
    if !setup.victory.is_empty() {
        text += &format!("\n\nVictory [9.2]:\n  - {}", setup.victory.join("\n  - "));
    }
    let verdict = view.verdict();
    if !verdict.entries.is_empty() || !verdict.left.is_empty() {
        text += &format!("\n\n{}", keys_of_victory(view));
    }
    text
}

/// The same as JSON.
pub fn scenario_json(view: &View) -> Value {
    let setup = &view.setup;
    json!({
        "id": setup.scenario, "title": setup.title, "date": setup.date, "turns": setup.turns,
        "introduction": setup.introduction, "special_rules": setup.special_rules, "victory": setup.victory,
        "sources": setup.sources, "decide": keys_json(view), "left": view.verdict().left, "rules": setup.rules,
        "sides": setup.sides, "divisions": setup.divisions,
        "ships": setup.ships.iter().map(|ship| &ship.card.id).collect::<Vec<_>>(),
    })
}
