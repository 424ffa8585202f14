//! Prompts for the campaign's dice, with the meanings of their faces.
use crate::{dice_prompts::dice_text, joined, span};
use crystal::{BattleStrengths, Purpose, State, rules, table_losses};
use play::DiceRequest;

/// Returns the prompt for dice, with the meanings of the faces if they differ from battle to battle.
///
/// `state` is the state in which the command halted: see [`state_at_halt`](play::state_at_halt).
pub fn dice_prompt(state: &State, request: &DiceRequest<Purpose>) -> String {
    let rule = if request.purpose == Purpose::EnemyRevives { rules::VICTIMS } else { request.rule };
    format!("{} [{rule}], {}", purpose(state, request), dice_text(request.count, request.sides))
}

/// Returns how to draw a number at the table, with D6 or cards. `None` for a D6, which is rolled as it is.
pub fn drawing_method(sides: u8) -> Option<String> {
    let how = match sides {
        6 => return None,
        0..6 => format!("roll a D6, roll again above {sides}"),
        7..=36 => {
            format!(
                "roll two D6 for 6 x (first - 1) + second, or a die with at least {sides} sides, roll again above {sides}"
            )
        }
        37.. => format!("draw one of {sides} numbered cards"),
    };
    Some(format!("A number from 1 to {sides}, all equally likely: {how}."))
}

/// Returns the purpose of dice, without the paragraph.
pub fn purpose(state: &State, request: &DiceRequest<Purpose>) -> String {
    let works = || request.at_most.map_or_else(String::new, |most| format!(", {most} or less works"));
    match request.purpose {
        Purpose::Event => "event".to_owned(),
        Purpose::Expansion(by) => format!("expansion of {}, which grows on 5 or more", state.scenario().enemy_name(by)),
        Purpose::NearestArea(by) => {
            let near = state.nearest_to_grow(by).into_iter().map(|id| (id.to_string(), 1));
            format!("which area {} takes{}", state.scenario().enemy_name(by), face_meanings(request, near))
        }
        Purpose::Interception => format!("interception on {} or less", state.setup.rules.intercept_max),
        Purpose::Exploration => "exploration".to_owned(),
        Purpose::Ambush => "ambush, a unit lost on 3 or less".to_owned(),
        Purpose::Rounds => "rounds of the battle, one more than the die".to_owned(),
        Purpose::EnemySpell => {
            let spells = state.scenario().enemy_spells.iter().map(|known| (known.spell.name().to_owned(), 1));
            format!("the enemy's wizard{}", face_meanings(request, spells))
        }
        Purpose::EnemySpellWorks => format!("the enemy's spell{}", works()),
        Purpose::EnemyRevives => {
            let fallen = state.field.roster.iter().zip(&state.field.foes_lost);
            let fallen = fallen.map(|(rank, count)| (rank.troop.to_string(), *count));
            format!("which enemy is revived{}", face_meanings(request, fallen))
        }
        Purpose::Victim => {
            let own = state.field.own.fighting().map(|(kind, count)| (kind.to_string(), count));
            format!("which of your units is struck{}", face_meanings(request, own))
        }
        Purpose::Evoked => {
            let rows = state.scenario().evoke.iter();
            let rows = rows.map(|row| (if row.0.is_empty() { "none".to_owned() } else { row.to_string() }, 1));
            format!("what is evoked{}", face_meanings(request, rows))
        }
        Purpose::SpellWorks => format!("your spell{}", works()),
        Purpose::Clash => clash_purpose(state, request),
        Purpose::FoeFalls => {
            let weakest = state.field.ranks_left().map(|(_, rank, _)| rank.troop.combat_factor).min();
            let weak = state.field.ranks_left().filter(|(_, rank, _)| Some(rank.troop.combat_factor) == weakest);
            format!(
                "which enemy falls{}",
                face_meanings(request, weak.map(|(_, rank, count)| (rank.troop.to_string(), count)))
            )
        }
        Purpose::Exhaustion => "exhaustion: your wizard dies if both dice add up to 2".to_owned(),
    }
}

/// Returns the purpose of a die without the state.
pub fn purpose_name(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Event => "event",
        Purpose::Expansion(_) => "expansion",
        Purpose::NearestArea(_) => "which area is taken",
        Purpose::Interception => "interception",
        Purpose::Exploration => "exploration",
        Purpose::Ambush => "ambush",
        Purpose::Rounds => "rounds of the battle",
        Purpose::EnemySpell => "the enemy's wizard",
        Purpose::EnemySpellWorks => "the enemy's spell",
        Purpose::EnemyRevives => "which enemy is revived",
        Purpose::Victim => "which of your units is struck",
        Purpose::Evoked => "what is evoked",
        Purpose::SpellWorks => "your spell",
        Purpose::Clash => "the battle step",
        Purpose::FoeFalls => "which enemy falls",
        Purpose::Exhaustion => "exhaustion",
    }
}

/// Returns for whom a die is rolled: you, an empire, the enemy in a battle, or nobody.
pub fn dice_owner(state: &State, purpose: Purpose) -> String {
    match purpose {
        Purpose::Expansion(by) | Purpose::NearestArea(by) => state.scenario().enemy_name(by),
        Purpose::Interception
        | Purpose::EnemySpell
        | Purpose::EnemySpellWorks
        | Purpose::EnemyRevives
        | Purpose::Victim
        | Purpose::Evoked => "the enemy".to_owned(),
        Purpose::Exploration
        | Purpose::Ambush
        | Purpose::Rounds
        | Purpose::SpellWorks
        | Purpose::Clash
        | Purpose::FoeFalls
        | Purpose::Exhaustion => "you".to_owned(),
        Purpose::Event => crate::dice_ledger::NOBODY.to_owned(),
    }
}

/// Returns the battle step: its odds, and the losses of enemy and player for each face.
fn clash_purpose(state: &State, request: &DiceRequest<Purpose>) -> String {
    let odds = BattleStrengths::on_field(&state.setup.rules, &state.field).odds;
    let rows = (1..=6).map(|row| {
        let (defender, attacker) = table_losses(row, odds.column);
        let (foes, own) = if odds.swapped { (attacker, defender) } else { (defender, attacker) };
        (format!("{foes}/{own}"), 1)
    });
    format!("the battle step at {}:1, units that the enemy and you lose{}", odds.column, face_meanings(request, rows))
}

/// Returns the meanings of a die's faces, each with its run of faces: ` (1-2=BD, 3=HC)`. Empty if the meanings do
/// not cover all faces of the die.
fn face_meanings(request: &DiceRequest<Purpose>, meanings: impl Iterator<Item = (String, u8)>) -> String {
    let mut runs: Vec<(String, u32)> = Vec::new();
    for (meaning, count) in meanings.filter(|(_, count)| *count > 0) {
        match runs.last_mut().filter(|(last, _)| *last == meaning) {
            Some((_, faces)) => *faces += u32::from(count),
            None => runs.push((meaning, u32::from(count))),
        }
    }
    if runs.iter().map(|(_, faces)| faces).sum::<u32>() != u32::from(request.sides) {
        return String::new();
    }
    let mut to = 0;
    let meanings_by_face = runs.iter().map(|(meaning, faces)| {
        let from = to + 1;
        to += faces;
        format!("{}={meaning}", span(from, to))
    });
    format!(" ({})", joined(meanings_by_face, ", "))
}
