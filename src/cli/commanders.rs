//! Which player plays each side, as typed: `russia=captain`, `russia=captain:jessen`, `russia=admiral:jessen@5000`.
use serde_json::Value;

use super::args::values::{self, TypedPlayer};
use admirals::{Commander, Level};
use load::Sources;
use naval::model::{Setup, Side, doctrine::Doctrine};
use naval::{SideId, notation};
use play::verbs::{did_you_mean, nearest};
use session::Refusal;
use session::naval::player_json;
pub use session::naval::players_in_header;

/// Returns the player named for each side, if any, in the order of the sides, from `SIDE=LEVEL` or `SIDE=LEVEL:CARD`.
/// Without a card the side's own admiral's card is used.
pub fn commanders(sources: &Sources, setup: &Setup, policies: &[String]) -> Result<Vec<Option<Commander>>, Refusal> {
    let mut players = vec![None; setup.sides.len()];
    let cards = load::doctrines(sources)?;
    for policy in policies {
        let (side, player) = values::read_policy(policy)?;
        let level = if player.is_empty() { Level::default().name() } else { player };
        let example = |side: &SideId| format!("{side}={level}");
        let index = side_named(setup, side, example)?;
        let hint = |level: Option<&str>| format!("{side}={}", level.unwrap_or(Level::default().name()));
        if player.is_empty() {
            return Err(Refusal::usage(format!("The player for {side} is missing (SIDE=LEVEL).")).hint(hint(None)));
        }
        players[index] = Some(parse_commander(&cards, setup, &setup.sides[index].id, player, &hint)?);
    }
    Ok(players)
}

/// As [`commanders`], but a side that is not named gets a captain with its own admiral's card.
pub fn all_commanders(sources: &Sources, setup: &Setup, policies: &[String]) -> Result<Vec<Commander>, Refusal> {
    let cards = load::doctrines(sources)?;
    let named = commanders(sources, setup, policies)?;
    let default = |(side, commander): (&Side, Option<Commander>)| {
        commander.unwrap_or_else(|| Commander::new(Level::Captain, Doctrine::for_side(&cards, setup, &side.id)))
    };
    Ok(setup.sides.iter().zip(named).map(default).collect())
}

/// Returns this player for every side, from `LEVEL` or `LEVEL:CARD`. Without a card each side uses its own admiral's.
pub fn on_every_side(sources: &Sources, setup: &Setup, player: &str) -> Result<Vec<Commander>, Refusal> {
    let cards = load::doctrines(sources)?;
    let hint = |level: Option<&str>| level.unwrap_or(Level::Captain.name()).to_owned();
    setup.sides.iter().map(|side| parse_commander(&cards, setup, &side.id, player, &hint)).collect()
}

/// Returns the index of the side typed in full or by its start, as at the prompt. `example` makes the hint.
///
/// # Errors
/// A usage error if no side or more than one fits.
pub fn side_named(setup: &Setup, name: &str, example: impl FnOnce(&SideId) -> String) -> Result<usize, Refusal> {
    let place = |side: SideId| setup.sides.iter().position(|candidate| candidate.id == side);
    notation::find_side(setup, name).ok().and_then(place).ok_or_else(|| {
        let names: Vec<&str> = setup.sides.iter().map(|side| side.id.as_str()).collect();
        let problem = Refusal::usage(format!("There is no side \"{name}\", only {}.", names.join(" and ")));
        let near = nearest(name, names.iter().copied());
        let meant = setup.sides.iter().find(|side| near.is_some_and(|near| side.id == *near));
        problem.maybe_hint(meant.or(setup.sides.first()).map(|side| example(&side.id)))
    })
}

fn parse_commander(
    cards: &[Doctrine],
    setup: &Setup,
    side: &SideId,
    player: &str,
    hint: &dyn Fn(Option<&str>) -> String,
) -> Result<Commander, Refusal> {
    let TypedPlayer { name: player_name, level, card, nodes } = values::read_player(player);
    let level = Level::from_name(level).ok_or_else(|| {
        let all: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        let what = format!("There is no player \"{level}\", only {}.", all.join(", "));
        Refusal::usage(what).hint(hint(nearest(level, all)))
    })?;
    let doctrine = match card {
        Some(name) => card_named(cards, name)?.clone(),
        None => Doctrine::for_side(cards, setup, side),
    };
    let commander = Commander::new(level, doctrine);
    match (nodes, level) {
        (None, _) => Ok(commander),
        (Some(nodes), Level::Admiral) => match nodes.parse() {
            Ok(nodes) if 0 < nodes => Ok(Commander { nodes, ..commander }),
            _ => {
                let what = format!("An admiral simulates a number of orders, not \"{nodes}\".");
                Err(Refusal::usage(what).hint(format!("{player_name}@5000 (default {})", Commander::DEFAULT_NODES)))
            }
        },
        (Some(_), Level::Random | Level::Midshipman | Level::Captain) => {
            let what = format!("{player}: a {} does not simulate orders.", level.title());
            Err(Refusal::usage(what).hint(format!("use {player_name}, or admiral@5000")))
        }
    }
}

pub fn card_named<'c>(cards: &'c [Doctrine], name: &str) -> Result<&'c Doctrine, Refusal> {
    cards.iter().find(|card| card.id.as_str().eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names = cards.iter().map(|card| card.id.as_str());
        let hint = did_you_mean(name, names, "`kaiser doctrine list` lists the cards");
        Refusal::not_there(format!("There is no doctrine card \"{name}\".")).hint(hint)
    })
}

/// Returns the players for the header (line 1) of a journal, or `None` without any.
pub fn players_json<'s>(played: impl Iterator<Item = (&'s SideId, &'s Commander)>) -> Option<Value> {
    let players: Vec<Value> = played.map(|(side, commander)| player_json(side, commander)).collect();
    (!players.is_empty()).then_some(Value::Array(players))
}
