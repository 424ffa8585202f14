//! A report on luck: what a battle promised, and what orders and dice made of it.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{outcomes, plain_table};
use naval::model::luck::{Account, Amount, Cause, Item, Kind};
use naval::{Id, NavalEvent, Segment, State};
use play::Millionths;

/// An item with its events and the state before them.
pub struct Told<'a> {
    pub item: &'a Item,
    pub before: &'a State,
    pub events: &'a [NavalEvent],
}

/// How the dice are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Each roll, those that changed most first.
    Throw,
    Ship,
    Kind,
    Turn,
}

/// At most this many rolls are listed as text. JSON has all.
const MOST_TOLD: usize = 12;

/// With fewer battles than this, the error is hardly known.
const ENOUGH: usize = 10;

/// A row of a table: its label and its amount with the error.
type Row = (String, Amount);

/// Returns the report as text.
pub fn luck(account: &Account, told: &[Told], by: By, player: &str) -> String {
    let Some(first) = told.first() else { return "Nothing was ordered, and nothing thrown.".to_owned() };
    let (state, exact) = (first.before, account.battles == 0);
    let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.name.as_str()).collect();
    let mut lines = vec![state.setup.title.clone()];
    lines.push(if exact {
        format!("{}'s luck in points of 10.5, each throw against its exact mean; this is not the score.", sides[0])
    } else {
        let (n, moments) = (account.battles, account.moments);
        format!("{}'s margin in points of 10.5: {n} battles of two {player}s from each of {moments} moments.", sides[0])
    });
    if !exact && account.battles < ENOUGH {
        let n = account.battles;
        lines.push(format!("{n} battles are few: even the error is uncertain."));
    }
    lines.push(String::new());
    lines.push(table("", summary(account, state)));
    let rows: Vec<Row> = match by {
        By::Throw => throws(told),
        By::Ship => grouped(told, |item| Some(ship_of(item)), |ship, state| name_of(ship.as_ref(), state)),
        By::Kind => grouped(told, |item| kind_of(&item.cause), |kind, _| kind_word(*kind).to_owned()),
        By::Turn => grouped(told, |item| Some(item.turn), |turn, _| format!("turn {turn}")),
    };
    let all = rows.len();
    let most = if by == By::Throw { MOST_TOLD } else { all };
    if 0 < all {
        lines.push(String::new());
        lines.push(table(heading(by), rows.into_iter().take(most).collect()));
    }
    if most < all {
        lines.push(format!("and {} throws more; --json has all, --by ship|kind|turn sums them up", all - most));
    }
    if 0 < all && by == By::Throw {
        lines.push("Entries as `kaiser log` counts them; a side counts at its prompt only what it is told.".to_owned());
    }
    lines.join("\n")
}

fn heading(by: By) -> &'static str {
    match by {
        By::Throw => "turn, entry: the throws that changed most",
        By::Ship => "dice of",
        By::Kind => "dice for",
        By::Turn => "dice of",
    }
}

fn table(head: &str, rows: Vec<Row>) -> String {
    let error = |amount: &Amount| amount.error.map_or_else(String::new, |error| format!("{:.2}", error.points()));
    let estimated = rows.iter().any(|(_, amount)| amount.error.is_some());
    let columns = if estimated { &[head, "points", "se"][..] } else { &[head, "points"] };
    let cells = |(what, amount): (String, Amount)| {
        let mut cells = vec![what, points(amount.points), error(&amount)];
        cells.truncate(columns.len());
        cells
    };
    let rows = rows.into_iter().map(cells).collect();
    plain_table(columns, &[1, 2], rows)
}

/// Returns the expected margin, what each side's orders and all dice added, and the final margin.
fn summary(account: &Account, state: &State) -> Vec<Row> {
    let sum = |is: &dyn Fn(&Cause) -> bool| {
        Amount::sum(account.items.iter().filter(|item| is(&item.cause)).map(|item| &item.brought))
    };
    let dice = sum(&|cause| matches!(cause, Cause::Dice { .. }));
    let whole = |points| Amount { points, ..Amount::default() };
    if account.battles == 0 {
        return vec![("all dice".to_owned(), whole(dice.points))];
    }
    let mut rows = vec![("expected at the start".to_owned(), account.expected.clone())];
    for side in &state.setup.sides {
        let orders = sum(&|cause| *cause == Cause::Orders(side.id.clone()));
        rows.push((format!("orders of {}", side.name), orders));
    }
    let ruled = sum(&|cause| *cause == Cause::Ruling);
    if ruled.points != Millionths(0) {
        rows.push(("the referee's word".to_owned(), ruled));
    }
    rows.push(("luck".to_owned(), dice));
    rows.push(("final margin".to_owned(), whole(account.margin)));
    rows
}

/// Returns every roll, those that changed most first.
fn throws(told: &[Told]) -> Vec<Row> {
    let mut dice: Vec<&Told> = told.iter().filter(|one| kind_of(&one.item.cause).is_some()).collect();
    dice.retain(|one| one.item.brought.points != Millionths(0));
    dice.sort_by_key(|one| (std::cmp::Reverse(one.item.brought.points.0.abs()), one.item.entry));
    dice.into_iter().map(|one| (words(one), one.item.brought.clone())).collect()
}

/// Returns turn, entry and outcome of a roll.
fn words(told: &Told) -> String {
    const WIDEST: usize = 52;
    let Told { item, before, events } = told;
    let head = format!("{} #{} ", item.turn, item.entry);
    let room = WIDEST - head.chars().count().min(WIDEST);
    let outcomes = outcomes(before, events);
    let said = match (&outcomes[..], kind_of(&item.cause)) {
        ([], Some(kind)) => format!("{} {}", name_of(ship_of(item).as_ref(), before), kind_word(kind)),
        (all, _) => in_room(all, room),
    };
    head + &said
}

/// Returns outcomes in at most `room` characters: the firer's name is cut, and only outcomes that fit are listed.
fn in_room(outcomes: &[(String, String)], room: usize) -> String {
    const CUT: &str = "...";
    let width = |text: &str| text.chars().count();
    let one = |(who, done): &(String, String)| {
        let left = room.saturating_sub(width(done) + 1);
        if width(who) <= left {
            return format!("{who} {done}");
        }
        format!("{}{CUT} {done}", who.chars().take(left.saturating_sub(CUT.len())).collect::<String>())
    };
    let mut said = String::new();
    for (at, outcome) in outcomes.iter().enumerate() {
        let says = one(outcome);
        let more = format!(", {} more", outcomes.len() - at);
        let behind = if at + 1 < outcomes.len() { width(&more) } else { 0 };
        if at == 0 {
            said = says;
        } else if width(&said) + 2 + width(&says) + behind <= room {
            said = format!("{said}, {says}");
        } else {
            return format!("{said}{more}");
        }
    }
    said
}

fn grouped<K: Ord>(told: &[Told], key: impl Fn(&Item) -> Option<K>, word: impl Fn(&K, &State) -> String) -> Vec<Row> {
    let mut groups: BTreeMap<K, Vec<&Told>> = BTreeMap::new();
    for one in told.iter().filter(|one| kind_of(&one.item.cause).is_some()) {
        key(one.item).into_iter().for_each(|key| groups.entry(key).or_default().push(one));
    }
    let sum = |(key, of): (K, Vec<&Told>)| {
        let state = of.last().map(|one| one.before);
        let name = state.map_or_else(String::new, |state| word(&key, state));
        (name, Amount::sum(of.iter().map(|one| &one.item.brought)))
    };
    groups.into_iter().map(sum).collect()
}

fn kind_of(cause: &Cause) -> Option<Kind> {
    match cause {
        Cause::Dice { kind, .. } => Some(*kind),
        Cause::Orders(_) | Cause::Ruling => None,
    }
}

fn ship_of(item: &Item) -> Option<Id> {
    match &item.cause {
        Cause::Dice { ship, .. } => ship.clone(),
        Cause::Orders(_) | Cause::Ruling => None,
    }
}

fn name_of(ship: Option<&Id>, state: &State) -> String {
    ship.map_or_else(|| "no ship".to_owned(), |ship| state.name(ship).to_owned())
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Gunfire => "gunfire",
        Kind::Torpedoes => "torpedoes",
        Kind::Damage => "damage",
        Kind::Fires => "fires",
        Kind::DamageControl => "damage control",
        Kind::Movement => "orders, reaction, collisions",
        Kind::Other => "sighting and special rules",
    }
}

fn points(value: Millionths) -> String {
    format!("{:+.2}", value.points())
}

fn segment(segment: Segment) -> &'static str {
    segment.word()
}

/// Returns the report as JSON, in millionths of a point.
pub fn luck_json(account: &Account, told: &[Told], player: &str, command: &str) -> Value {
    let amount = |amount: &Amount| json!({ "millionths": amount.points.0, "se": amount.error.map(|error| error.0) });
    let item = |one: &Told| {
        let Item { entry, turn, cause, brought, .. } = one.item;
        let mut value = json!({ "entry": entry, "turn": turn, "segment": segment(one.item.segment) });
        match cause {
            Cause::Orders(side) => (value["cause"], value["side"]) = (json!("orders"), json!(side)),
            Cause::Ruling => value["cause"] = json!("ruling"),
            Cause::Dice { kind, ship } => {
                (value["cause"], value["kind"], value["ship"]) = (json!("dice"), json!(kind_word(*kind)), json!(ship));
                value["what"] = json!(words(one));
            }
        }
        value["brought"] = amount(brought);
        value
    };
    let sides = told.first().map(|one| one.before.setup.sides.iter().map(|side| &side.id).collect::<Vec<_>>());
    json!({
        "margin_of": sides, "level": player, "battles": account.battles, "moments": account.moments,
        "expected": amount(&account.expected), "items": told.iter().map(item).collect::<Vec<_>>(),
        "margin": account.margin.0, "command": command,
    })
}
