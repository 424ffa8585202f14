//! Why an order of the campaign is refused.
use super::sentences::{area_name, possible_losses, result_text, status};
use crate::{joined, list};
use crystal::{Army, Reason, Spell, State};
use play::{Hint, LineError, Rule};

/// Explains why a command is refused, with the nearest legal command.
pub fn refusal(state: &State, reason: &Reason, rule: Rule) -> LineError {
    use Reason::*;
    let setup = &state.setup;
    let (what, hint) = match reason {
        Over(ending) => {
            (format!("the campaign is over: {}", result_text(*ending)), Hint::form("undo, log, or chronicle"))
        }
        NotNow { .. } => ("that cannot be done now".to_owned(), status(state).into()),
        NoSuchArea { area: id } => {
            let areas = &state.scenario().areas;
            let range = areas.first().zip(areas.last()).map(|(first, last)| format!("{} to {}", first.id, last.id));
            (format!("there is no area {id}"), format!("areas are numbered {}", range.unwrap_or_default()).into())
        }
        AlreadyThere { area: id } => (format!("the army is already in {}", area_name(setup, *id)), Hint::line("stay")),
        NotAdjacent { from, to, adjacent } => {
            let what = format!("{} does not border on {}", area_name(setup, *to), area_name(setup, *from));
            (what, Hint::form(format!("move {}", joined(adjacent, ", or move "))))
        }
        NoPoints { to, cost, left } => {
            (format!("{} costs {cost} MP, and {left} are left", area_name(setup, *to)), Hint::form("stay, or ways"))
        }
        NotForSale { kind } => (format!("{} is not for sale", kind.name()), Hint::line("shop")),
        NothingBought => ("nothing would be bought".to_owned(), Hint::form("buy 1 BD, or done")),
        NoGold { kind, count, gp, treasure } => {
            (format!("{count} {kind} cost {gp} GP, and the treasure holds {treasure}"), Hint::form("shop, or done"))
        }
        AtMax { kind, held, max: 0 } => {
            (format!("no area of yours raises {kind} (you have {held}, MAX is 0)"), Hint::form("shop, or done"))
        }
        AtMax { kind, held, max } => (format!("you have {held} {kind}, and MAX is {max}"), Hint::form("shop, or done")),
        OneWizard => ("an army has one wizard at most".to_owned(), Hint::form("shop, or done")),
        NoWizard => ("you have no wizard to cast it".to_owned(), Hint::line("fight")),
        SpellSpent => {
            ("your wizard has already cast or held back its one spell this round".to_owned(), Hint::line("fight"))
        }
        UnknownSpell { spell } => {
            let known = joined(state.scenario().spells.iter().map(|known| known.spell.name()), ", cast ");
            (format!("your wizard does not know {}", spell.name()), Hint::form(format!("cast {known}, or hold")))
        }
        Targets { spell, needed, given } => {
            let targets = if *needed == 1 { "target" } else { "targets" };
            let named = if *given == 1 { "is named" } else { "are named" };
            let hint = if *needed == 1 { "cast blast at HC; armies" } else { "cast fireball at SK, BD; armies" };
            (format!("{} needs {needed} {targets}, and {given} {named}", spell.name()), Hint::form(hint))
        }
        NoSuchTarget { spell, troop } => {
            let there = match spell {
                Spell::Revive => units(&state.field.own_lost),
                Spell::Armor => units(state.army()),
                Spell::Blast | Spell::Fireball | Spell::Weakness | Spell::Evoke => {
                    state.field.ranks_left().map(|(_, rank, count)| format!("{count} {}", rank.troop)).collect()
                }
            };
            let hint = match (spell, &there[..]) {
                (Spell::Revive, []) => "no unit of yours fell last round: hold, or cast another spell".into(),
                (_, there) => format!("of: {}", list(there)).into(),
            };
            let named = troop.name.as_ref().map_or_else(|| troop.to_string(), ToString::to_string);
            (format!("{} finds no {named}", spell.name()), hint)
        }
        WizardNoLoss => (
            "the wizard may not be chosen as a loss".to_owned(),
            Hint::form(format!("lose units of {}", possible_losses(state))),
        ),
        WrongLosses { owed, named } => (
            format!("{owed} must be given up, and {named} {} named", if *named == 1 { "is" } else { "are" }),
            Hint::form(format!("lose {owed} of {}", possible_losses(state))),
        ),
        NotThere { kind, held } => {
            (format!("you have {held} {kind}"), Hint::form(format!("lose units of {}", possible_losses(state))))
        }
        NoRetreat { to, open } => {
            let open = joined(open.iter().map(|id| format!("retreat {id}")), ", or ");
            (format!("the army cannot retreat to {}", area_name(setup, *to)), Hint::form(open))
        }
        NotListed { kind, area: id } => {
            let kinds = joined(state.free_units().iter().map(|kind| format!("free {kind}")), ", or ");
            (
                format!("{} has no {kind} that can join you", area_name(setup, *id)),
                Hint::form(format!("{kinds}, or free none")),
            )
        }
    };
    LineError::new(what).rule(rule).hint(hint)
}

/// Returns fighting units, each type with its number.
fn units(army: &Army) -> Vec<String> {
    army.fighting().map(|(kind, count)| format!("{count} {kind}")).collect()
}
