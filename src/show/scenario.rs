//! The page of a scenario: forces, special rules and victory conditions. [9.2]
use serde_json::{Value, json};

use super::{StatusDetail, keys_json, keys_of_victory, rule_note, secrecy_note, status};
use naval::model::{BattleKind, Setup};
use naval::view::View;

/// Returns the scenario's forces, visibility, special rules and victory conditions.
pub fn scenario_page(view: &View) -> String {
    let setup = &view.setup;
    let (title, date, introduction) = (&setup.title, setup.date, setup.introduction.trim());
    let mut text = format!("{title} ({date})\n\n{introduction}\n\n{}", status(view, StatusDetail::Open));
    if !setup.special_rules.is_empty() {
        text += "\n\nSpecial rules [9.2]:";
    }
    for (number, rule) in view.special_rules() {
        let agreeing = format!(": `set rule {number} on because \"agreed\"`");
        text += &format!("\n  {number}. {rule}{}{}", rule_note(setup, number, &agreeing), secrecy_note(setup, number));
    }
    let optional = optional_rules(view);
    if !optional.is_empty() {
        text += &format!("\n\nOptional rules in force:\n  - {}", optional.join("\n  - "));
    }
    if !setup.victory.is_empty() {
        text += &format!("\n\nVictory [9.2]:\n  - {}", setup.victory.join("\n  - "));
    }
    text += &format!("\n\n{}", when_it_ends(setup));
    let verdict = view.verdict();
    if !verdict.entries.is_empty() || !verdict.left.is_empty() {
        text += &format!("\n\n{}", keys_of_victory(view));
    }
    text
}

/// Returns when a battle of this kind is over. [9.3, 10.4, Q60]
pub fn when_it_ends(setup: &Setup) -> String {
    let turns = setup.turns;
    match setup.kind {
        BattleKind::Historical => format!(
            "The battle ends after turn {turns}. It ends earlier, at the end of a turn, if no ship of one side can move any more, on the table or still to come, and at least one has left by its friendly edge [9.3]. If no ship has left by that edge, the other side may end the battle."
        ),
        BattleKind::Generated => format!(
            "The battle ends after turn {turns} [10.4]. It continues if a side has no ship left, but the players may agree to end it."
        ),
        BattleKind::Drill => "The players end the drill when they like.".to_owned(),
    }
}

/// Returns the effect of each optional rule in force.
pub fn optional_rules(view: &View) -> Vec<&'static str> {
    let options = &view.setup.options;
    let all = [
        (options.d100, "Medium and light guns roll a D100, and strength divided by defence is not rounded [6.5.11]."),
        (options.half_moves, "A turn may be played in halves when the enemy is close [3.4]."),
        (options.melees, "Boats that meet stop and fight [5.16]."),
        (options.damage_control_bonus, "Ships that neither fire nor are fired at repair better [8.6.4]."),
    ];
    all.into_iter().filter(|(is_on, _)| *is_on).map(|(_, effect)| effect).collect()
}

pub fn scenario_json(view: &View) -> Value {
    let setup = &view.setup;
    json!({
        "id": setup.scenario, "title": setup.title, "date": setup.date, "kind": setup.kind, "turns": setup.turns,
        "introduction": setup.introduction, "special_rules": setup.special_rules, "victory": setup.victory,
        "sources": setup.sources, "decide": keys_json(view), "left": view.verdict().left, "rules": setup.rules,
        "options": setup.options,
        "sides": setup.sides, "divisions": setup.divisions,
        "ships": setup.ships.iter().map(|ship| &ship.card.id).collect::<Vec<_>>(),
    })
}
