//! Why an order of the campaign is refused.
use super::sentences::{area_name, possible_losses, result_text, status};
use crate::list;
use crystal::{Army, Reason, Spell, State};
use play::{Hint, LineError, Rule};

/// Explains why a command is refused, with a hint what to type.
pub fn refusal(state: &State, reason: &Reason, rule: Rule) -> LineError {
    use Reason::*;
    let (setup, shop_or_done) = (&state.setup, typed_forms(["shop", "done"]));
    let losses = format!("type `lose` with units of {}.", possible_losses(state)).into();
    let (what, hint) = match reason {
        Over(ending) => {
            let hint = "type " + Hint::form("undo") + ", " + Hint::form("log") + " or " + Hint::form("chronicle") + ".";
            (format!("The campaign is over. {}.", result_text(*ending)), hint)
        }
        NotNow { .. } => ("This is not possible now.".to_owned(), status(state).into()),
        NoSuchArea { area: id } => {
            let areas = &state.scenario().areas;
            let range = areas.first().zip(areas.last()).map(|(first, last)| format!("{} to {}", first.id, last.id));
            (format!("There is no area {id}."), format!("areas are numbered {}.", range.unwrap_or_default()).into())
        }
        AlreadyThere { area: id } => (format!("The army is already in {}.", area_name(setup, *id)), Hint::line("stay")),
        NotAdjacent { from, to, adjacent } => {
            let what = format!("{} does not border on {}.", area_name(setup, *to), area_name(setup, *from));
            (what, typed_forms(adjacent.iter().map(|id| format!("move {id}"))))
        }
        NoPoints { to, cost, left } => {
            (format!("{} costs {cost} MP, and {left} are left.", area_name(setup, *to)), typed_forms(["stay", "ways"]))
        }
        NotForSale { kind } => (format!("{} is not for sale.", kind.name()), Hint::line("shop")),
        NothingBought => ("Nothing would be bought.".to_owned(), typed_forms(["buy 1 BD", "done"])),
        NoGold { kind, count, gp, treasure } => {
            (format!("{count} {kind} cost {gp} GP, and the treasure holds {treasure}."), shop_or_done)
        }
        AtMax { kind, held, max: 0 } => {
            (format!("No area of yours raises {kind} (you have {held}, MAX is 0)."), shop_or_done)
        }
        AtMax { kind, held, max } => (format!("You have {held} {kind}, and MAX is {max}."), shop_or_done),
        OneWizard => ("An army has one wizard at most.".to_owned(), shop_or_done),
        NoWizard => ("You have no wizard to cast it.".to_owned(), Hint::line("fight")),
        SpellSpent => {
            ("Your wizard has already cast or held back its one spell this round.".to_owned(), Hint::line("fight"))
        }
        UnknownSpell { spell } => {
            let known = state.scenario().spells.iter().map(|known| format!("cast {}", known.spell.name()));
            (format!("Your wizard does not know {}.", spell.name()), typed_forms(known.chain(["hold".to_owned()])))
        }
        Targets { spell, needed, given } => {
            let targets = if *needed == 1 { "target" } else { "targets" };
            let named = if *given == 1 { "is named" } else { "are named" };
            let cast = if *needed == 1 { "cast blast at HC" } else { "cast fireball at SK, BD" };
            let what = format!("The spell {} needs {needed} {targets}, and {given} {named}.", spell.name());
            (what, typed_forms([cast, "armies"]))
        }
        NoSuchTarget { spell, troop } => {
            let possible = match spell {
                Spell::Revive => units(&state.field.own_lost),
                Spell::Armor => units(state.army()),
                Spell::Blast | Spell::Fireball | Spell::Weakness | Spell::Evoke => {
                    state.field.ranks_left().map(|(_, rank, count)| format!("{count} {}", rank.troop)).collect()
                }
            };
            let hint = match (spell, &possible[..]) {
                (Spell::Revive, []) => "no unit of yours fell last round: type `hold`, or cast another spell.".into(),
                (_, possible) => format!("name one of: {}.", list(possible)).into(),
            };
            let named = troop.name.as_ref().map_or_else(|| troop.to_string(), ToString::to_string);
            (format!("The spell {} finds no {named}.", spell.name()), hint)
        }
        WizardNoLoss => ("The wizard may not be chosen as a loss.".to_owned(), losses),
        WrongLosses { owed, named } => (
            format!("{owed} must be given up, and {named} {} named.", if *named == 1 { "is" } else { "are" }),
            format!("type `lose` with {owed} of {}.", possible_losses(state)).into(),
        ),
        NotThere { kind, held } => (format!("You have {held} {kind}."), losses),
        NoRetreat { to, open } => {
            let what = format!("The army cannot retreat to {}.", area_name(setup, *to));
            (what, typed_forms(open.iter().map(|id| format!("retreat {id}"))))
        }
        NotListed { kind, area: id } => {
            let kinds = state.free_units().into_iter().map(|kind| format!("free {kind}"));
            let what = format!("{} has no {kind} that can join you.", area_name(setup, *id));
            (what, typed_forms(kinds.chain(["free none".to_owned()])))
        }
    };
    LineError::new(what).rule(rule).hint(hint)
}

/// Returns the commands to choose from: ``type `stay` or `ways`.``
fn typed_forms<T: AsRef<str>>(forms: impl IntoIterator<Item = T>) -> Hint {
    let forms: Vec<String> = forms.into_iter().map(|form| format!("`{}`", form.as_ref())).collect();
    format!("type {}.", play::verbs::or_list(&forms.iter().map(String::as_str).collect::<Vec<_>>())).into()
}

/// Returns fighting units, each type with its number.
fn units(army: &Army) -> Vec<String> {
    army.fighting().map(|(kind, count)| format!("{count} {kind}")).collect()
}
