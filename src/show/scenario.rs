//! The page of a scenario that nobody has begun.
use serde_json::{Value, json};

use super::{keys_json, keys_of_victory, said, secret, status};
use naval::{special, view::View};

/// Forces, visibility, special rules and what decides a scenario.
pub fn scenario(view: &View) -> (String, Value) {
    let setup = &view.setup;
    let (title, date, introduction) = (&setup.title, setup.date, setup.introduction.trim());
    let mut text = format!("{title} ({date})\n\n{introduction}\n\n{}", status(view));
    if !setup.special_rules.is_empty() {
        text += "\n\nSpecial rules [9.2]:";
    }
    for (of, rule) in special::sentences(setup, None) {
        text += &format!("\n  {of}. {rule}{}{}", said(setup, of), secret(setup, of));
    }
    if !setup.victory.is_empty() {
        text += &format!("\n\nVictory [9.2]:\n  - {}", setup.victory.join("\n  - "));
    }
    let verdict = view.verdict();
    if !verdict.entries.is_empty() || !verdict.left.is_empty() {
        text += &format!("\n\n{}", keys_of_victory(view));
    }
    let value = json!({
        "id": setup.scenario, "title": title, "date": date, "turns": setup.turns, "introduction": setup.introduction,
        "special_rules": setup.special_rules, "victory": setup.victory, "sources": setup.sources,
        "decide": keys_json(view), "left": verdict.left, "rules": setup.rules, "sides": setup.sides,
        "divisions": setup.divisions, "ships": setup.ships.iter().map(|ship| &ship.card.id).collect::<Vec<_>>(),
    });
    (text, value)
}
