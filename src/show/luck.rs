//! A report on luck: the expected margin of a battle, and how orders and dice changed it.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{dice_outcomes, plain_table};
use naval::model::luck::{Amount, Cause, MarginBreakdown, MarginItem, RollKind};
use naval::{Id, NavalEvent, Segment, State};
use play::Millionths;

/// An item with its events and the state before them.
pub struct ItemInContext<'a> {
    pub item: &'a MarginItem,
    pub before: &'a State,
    pub events: &'a [NavalEvent],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// Each roll alone, those that changed the margin most first.
    Roll,
    Ship,
    Kind,
    Turn,
}

/// At most this many rolls are listed as text. JSON has all.
const MAX_ROLLS_LISTED: usize = 12;

/// With fewer battles than this, the report warns that even the standard error is uncertain.
const ENOUGH_BATTLES: usize = 10;

/// A row of a table: its label and its amount with the error.
type LuckRow = (String, Amount);

pub fn luck_text(account: &MarginBreakdown, items: &[ItemInContext], by: Grouping, player: &str) -> String {
    let Some(first) = items.first() else { return "No orders were given and no dice rolled.".to_owned() };
    let (state, exact) = (first.before, account.battles == 0);
    let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.name.as_str()).collect();
    let mut lines = vec![state.setup.title.clone()];
    lines.push(if exact {
        format!("{}'s luck in points [10.5], each roll against its exact mean. This is not the score.", sides[0])
    } else {
        let (n, moments) = (account.battles, account.moments);
        let battles = format!("{n} battles of two {player}s from each of {moments} moments");
        format!("{}'s lead in points [10.5], and its standard error: {battles}.", sides[0])
    });
    if !exact && account.battles < ENOUGH_BATTLES {
        let n = account.battles;
        lines.push(format!("{n} battles are few: even the error is uncertain."));
    }
    lines.push(String::new());
    lines.push(table("", summary_rows(account, state)));
    let rows: Vec<LuckRow> = match by {
        Grouping::Roll => rolls_by_size(items),
        Grouping::Ship => grouped(items, |item| Some(ship_of(item)), |ship, state| name_of(ship.as_ref(), state)),
        Grouping::Kind => grouped(items, |item| kind_of(&item.cause), |kind, _| kind_word(*kind).to_owned()),
        Grouping::Turn => grouped(items, |item| Some(item.turn), |turn, _| format!("turn {turn}")),
    };
    let all = rows.len();
    let most = if by == Grouping::Roll { MAX_ROLLS_LISTED } else { all };
    if 0 < all {
        lines.push(String::new());
        lines.push(table(heading(by), rows.into_iter().take(most).collect()));
    }
    if most < all {
        lines.push(format!("and {} more rolls", all - most));
    }
    if 0 < all && by == Grouping::Roll {
        lines.push("Entries as numbered by `kaiser log`.".to_owned());
    }
    lines.join("\n")
}

fn heading(by: Grouping) -> &'static str {
    match by {
        Grouping::Roll => "turn, entry: the rolls that changed most",
        Grouping::Ship => "dice of",
        Grouping::Kind => "dice for",
        Grouping::Turn => "dice of",
    }
}

fn table(head: &str, rows: Vec<LuckRow>) -> String {
    let error = |amount: &Amount| amount.error.map_or_else(String::new, |error| format!("{:.2}", error.points()));
    let estimated = rows.iter().any(|(_, amount)| amount.error.is_some());
    let columns = if estimated { &[head, "points", "error"][..] } else { &[head, "points"] };
    let cells = |(label, amount): (String, Amount)| {
        let mut cells = vec![label, points(amount.points), error(&amount)];
        cells.truncate(columns.len());
        cells
    };
    let rows = rows.into_iter().map(cells).collect();
    plain_table(columns, &[1, 2], rows)
}

/// Returns the expected margin, what each side's orders and all dice added, and the final margin.
fn summary_rows(account: &MarginBreakdown, state: &State) -> Vec<LuckRow> {
    let sum = |matches: &dyn Fn(&Cause) -> bool| {
        Amount::sum(account.items.iter().filter(|item| matches(&item.cause)).map(|item| &item.change))
    };
    let dice = sum(&|cause| matches!(cause, Cause::Dice { .. }));
    let exact = |points| Amount { points, ..Amount::default() };
    if account.battles == 0 {
        return vec![("all dice".to_owned(), exact(dice.points))];
    }
    let mut rows = vec![("expected at the start".to_owned(), account.expected.clone())];
    for side in &state.setup.sides {
        let orders = sum(&|cause| *cause == Cause::Orders(side.id.clone()));
        rows.push((format!("orders of {}", side.name), orders));
    }
    let ruled = sum(&|cause| *cause == Cause::Ruling);
    if ruled.points != Millionths(0) {
        rows.push(("the referee's rulings".to_owned(), ruled));
    }
    rows.push(("luck".to_owned(), dice));
    rows.push(("final margin".to_owned(), exact(account.margin)));
    rows
}

/// Returns every roll that changed the margin, the greatest change first.
fn rolls_by_size(items: &[ItemInContext]) -> Vec<LuckRow> {
    let mut dice: Vec<&ItemInContext> = items.iter().filter(|item| kind_of(&item.item.cause).is_some()).collect();
    dice.retain(|item| item.item.change.points != Millionths(0));
    dice.sort_by_key(|item| (std::cmp::Reverse(item.item.change.points.0.abs()), item.item.entry));
    dice.into_iter().map(|item| (roll_text(item), item.item.change.clone())).collect()
}

/// Returns turn, entry and outcome of a roll.
fn roll_text(in_context: &ItemInContext) -> String {
    const WIDEST: usize = 62;
    let ItemInContext { item, before, events } = in_context;
    let head = format!("{} #{} ", item.turn, item.entry);
    let room = WIDEST - head.chars().count().min(WIDEST);
    let outcomes = dice_outcomes(before, events);
    let outcome = match (&outcomes[..], kind_of(&item.cause)) {
        ([], Some(kind)) => format!("{} {}", name_of(ship_of(item).as_ref(), before), kind_word(kind)),
        (all, _) => outcomes_in_width(all, room),
    };
    head + &outcome
}

/// Returns outcomes in at most `room` characters: a long subject is cut, and only outcomes that fit are listed.
fn outcomes_in_width(outcomes: &[(String, String)], room: usize) -> String {
    const CUT: &str = "...";
    let width = |text: &str| text.chars().count();
    let outcome_text = |(subject, outcome): &(String, String)| {
        let left = room.saturating_sub(width(outcome) + 1);
        if width(subject) <= left {
            return format!("{subject} {outcome}");
        }
        // The longer of the two is cut.
        if width(subject) < width(outcome) {
            let left = room.saturating_sub(width(subject) + 1 + CUT.len());
            return format!("{subject} {}{CUT}", outcome.chars().take(left).collect::<String>());
        }
        format!("{}{CUT} {outcome}", subject.chars().take(left.saturating_sub(CUT.len())).collect::<String>())
    };
    let mut text = String::new();
    for (index, outcome) in outcomes.iter().enumerate() {
        let part = outcome_text(outcome);
        let more = format!(", {} more", outcomes.len() - index);
        let more_width = if index + 1 < outcomes.len() { width(&more) } else { 0 };
        if index == 0 {
            text = part;
        } else if width(&text) + 2 + width(&part) + more_width <= room {
            text = format!("{text}, {part}");
        } else {
            return format!("{text}{more}");
        }
    }
    text
}

fn grouped<K: Ord>(
    items: &[ItemInContext],
    key: impl Fn(&MarginItem) -> Option<K>,
    word: impl Fn(&K, &State) -> String,
) -> Vec<LuckRow> {
    let mut groups: BTreeMap<K, Vec<&ItemInContext>> = BTreeMap::new();
    for item in items.iter().filter(|item| kind_of(&item.item.cause).is_some()) {
        key(item.item).into_iter().for_each(|key| groups.entry(key).or_default().push(item));
    }
    let sum = |(key, members): (K, Vec<&ItemInContext>)| {
        let state = members.last().map(|item| item.before);
        let name = state.map_or_else(String::new, |state| word(&key, state));
        (name, Amount::sum(members.iter().map(|item| &item.item.change)))
    };
    groups.into_iter().map(sum).collect()
}

fn kind_of(cause: &Cause) -> Option<RollKind> {
    match cause {
        Cause::Dice { kind, .. } => Some(*kind),
        Cause::Orders(_) | Cause::Ruling => None,
    }
}

fn ship_of(item: &MarginItem) -> Option<Id> {
    match &item.cause {
        Cause::Dice { ship, .. } => ship.clone(),
        Cause::Orders(_) | Cause::Ruling => None,
    }
}

fn name_of(ship: Option<&Id>, state: &State) -> String {
    ship.map_or_else(|| "no ship".to_owned(), |ship| state.name(ship).to_owned())
}

fn kind_word(kind: RollKind) -> &'static str {
    match kind {
        RollKind::Gunfire => "gunfire",
        RollKind::Torpedoes => "torpedoes",
        RollKind::Damage => "damage",
        RollKind::Fires => "fires",
        RollKind::DamageControl => "damage control",
        RollKind::Movement => "orders, reaction, collisions",
        RollKind::Other => "sighting and special rules",
    }
}

fn points(value: Millionths) -> String {
    format!("{:+.2}", value.points())
}

fn segment(segment: Segment) -> &'static str {
    segment.word()
}

/// Returns the report as JSON, in millionths of a point.
pub fn luck_json(account: &MarginBreakdown, items: &[ItemInContext], player: &str, command: &str) -> Value {
    let amount = |amount: &Amount| json!({ "millionths": amount.points.0, "se": amount.error.map(|error| error.0) });
    let item = |in_context: &ItemInContext| {
        let MarginItem { entry, turn, cause, change, .. } = in_context.item;
        let mut value = json!({ "entry": entry, "turn": turn, "segment": segment(in_context.item.segment) });
        match cause {
            Cause::Orders(side) => (value["cause"], value["side"]) = (json!("orders"), json!(side)),
            Cause::Ruling => value["cause"] = json!("ruling"),
            Cause::Dice { kind, ship } => {
                (value["cause"], value["kind"], value["ship"]) = (json!("dice"), json!(kind_word(*kind)), json!(ship));
                value["what"] = json!(roll_text(in_context));
            }
        }
        value["brought"] = amount(change);
        value
    };
    let sides = items.first().map(|item| item.before.setup.sides.iter().map(|side| &side.id).collect::<Vec<_>>());
    json!({
        "margin_of": sides, "level": player, "battles": account.battles, "moments": account.moments,
        "expected": amount(&account.expected), "items": items.iter().map(item).collect::<Vec<_>>(),
        "margin": account.margin.0, "command": command,
    })
}
