//! Reads the tables of a campaign (events, exploration, spells) and troops such as `2SK 3BD`. A missing or unknown die
//! result in a table is an error.
use std::collections::BTreeMap;

use serde::{Deserialize, de::DeserializeOwned};

use crate::{Deferred, KeyPath, Node, Report, nearest};
use crystal::{EventEffect, Finding, Kind, KnownSpell, Spell, TableLine, Troops};

pub(super) type ByRoll<T> = BTreeMap<String, T>;

#[derive(Deserialize)]
pub(super) struct TableEntryRecord {
    text: String,
    effect: String,
}

/// Returns the lines of a table by die result. Every result of the range must be present.
fn table_lines<T: DeserializeOwned>(
    (table, key): (&Deferred<ByRoll<T>>, &str),
    report: &mut Report,
    (from, to): (u8, u8),
) -> Option<Vec<(T, KeyPath)>> {
    let path = KeyPath::default().key(key);
    let Some(entries) = table.node().filter(|_| !report.has_placeholder(&path))?.as_map() else {
        report.add_error(&path, "a table is needed here, with a line for each result");
        return None;
    };
    let number = |key: &Node| key.as_unsigned().or_else(|| key.as_str().and_then(|key| key.parse().ok()));
    for (key, _) in entries {
        if !number(key).is_some_and(|face| (u64::from(from)..=u64::from(to)).contains(&face)) {
            let shown = key.as_str().map_or_else(|| format!("{:?}", number(key).unwrap_or_default()), str::to_owned);
            report.add_error(&path, format!("{shown} is not a result of this table")).legal(format!("{from} to {to}"));
        }
    }
    let mut lines = Vec::new();
    for face in from..=to {
        match entries.iter().find(|(key, _)| number(key) == Some(u64::from(face))) {
            Some((_, line)) => {
                let path = path.key(&face.to_string());
                lines.extend(report.read_typed(line, &path).map(|line| (line, path)));
            }
            None => {
                let error = report.add_error(&path, format!("result {face} is missing"));
                error.legal(format!("a line for each of {from} to {to}"));
            }
        }
    }
    (lines.len() == usize::from(to - from) + 1).then_some(lines)
}

fn read_entries<E>(
    table: (&Deferred<ByRoll<TableEntryRecord>>, &str),
    report: &mut Report,
    range: (u8, u8),
    effect: impl Fn(&str) -> Result<E, Vec<&'static str>>,
) -> Option<Vec<TableLine<E>>> {
    let mut read = Vec::new();
    for (TableEntryRecord { text, effect: word }, path) in table_lines(table, report, range)? {
        match effect(&word) {
            Ok(effect) => read.push(TableLine { text, effect }),
            Err(legal) => {
                let first = word.split_whitespace().next().unwrap_or_default().to_owned();
                let near = nearest(&first, legal.iter().map(|form| form.split(' ').next().unwrap_or(form)));
                let near =
                    near.and_then(|near| legal.iter().find(|form| form.split(' ').next() == Some(near.as_str())));
                let error = report.add_error(&path.key("effect"), format!("\"{word}\" is not an effect of this table"));
                error.legal(legal.join(", ")).nearest = near.map(|near| (*near).to_owned());
            }
        }
    }
    (read.len() == usize::from(range.1 - range.0) + 1).then_some(read)
}

const EVENT_FORMS: [&str; 9] = [
    "none",
    "lose_unit 1",
    "lose_costliest 1",
    "treasure -3",
    "expansion +1",
    "add SK 1",
    "mp +1",
    "discount 1",
    "wizard_or_gp 8",
];
const FINDING_FORMS: [&str; 5] = ["none", "area_gp +1", "garrison +1", "garrison -1", "ambush 3"];
/// Default gold found where an ambush fails. [SC-A17]
const AMBUSH_GP: u32 = 3;

fn parse_signed<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.strip_prefix('+').unwrap_or(word).parse().ok()
}

fn parse_event(text: &str) -> Option<EventEffect> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["none"] => EventEffect::None,
        ["lose_unit", count] => EventEffect::LoseUnit(parse_signed(count)?),
        ["lose_costliest", count] => EventEffect::LoseCostliest(parse_signed(count)?),
        ["treasure", change] => EventEffect::Treasure(parse_signed(change)?),
        ["expansion", change] => EventEffect::Expansion(parse_signed(change)?),
        ["add", kind, count] => EventEffect::Add(parse_signed(count)?, Kind::from_code(kind)?),
        ["mp", mp] => EventEffect::Mp(parse_signed(mp)?),
        ["discount", units] => EventEffect::Discount(parse_signed(units)?),
        ["wizard_or_gp", gp] => EventEffect::WizardOrGp(parse_signed(gp)?),
        _ => return None,
    })
}

fn parse_finding(text: &str) -> Option<Finding> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["none"] => Finding::None,
        ["area_gp", change] => Finding::AreaGp(parse_signed(change)?),
        ["garrison", change] => Finding::Garrison(parse_signed(change)?),
        ["ambush"] => Finding::Ambush(AMBUSH_GP),
        ["ambush", gp] => Finding::Ambush(parse_signed(gp)?),
        _ => return None,
    })
}

/// Reads the event table, 2 to 12. [SC-6]
pub(super) fn events(
    table: &Deferred<ByRoll<TableEntryRecord>>,
    report: &mut Report,
) -> Option<Vec<TableLine<EventEffect>>> {
    read_entries((table, "events"), report, (2, 12), |text| {
        parse_event(text).filter(|effect| effect.is_in_range()).ok_or_else(|| EVENT_FORMS.to_vec())
    })
}

/// Reads the exploration table, 1 to 6. [SC-10]
pub(super) fn exploration(
    table: &Deferred<ByRoll<TableEntryRecord>>,
    report: &mut Report,
) -> Option<Vec<TableLine<Finding>>> {
    read_entries((table, "exploration"), report, (1, 6), |text| {
        parse_finding(text).filter(|effect| effect.is_sound()).ok_or_else(|| FINDING_FORMS.to_vec())
    })
}

/// Reads the spells of the player's wizard. Default: all five. [SC-22]
pub(super) fn spells(list: &Deferred<Vec<KnownSpell>>, report: &mut Report) -> Vec<KnownSpell> {
    const ALL: [(Spell, u8); 5] =
        [(Spell::Revive, 4), (Spell::Blast, 4), (Spell::Fireball, 2), (Spell::Armor, 3), (Spell::Weakness, 3)];
    if list.node().is_none() {
        return ALL.map(|(spell, works_to)| KnownSpell { spell, works_to }).to_vec();
    }
    let mut known: Vec<KnownSpell> = Vec::new();
    for (spell, path) in list.read_items(report, &KeyPath::default().key("spells")) {
        if !spell.is_possible() {
            report
                .add_error(&path.key("works_to"), format!("{} is not a result of a D6", spell.works_to))
                .legal("1 to 6");
        }
        if !spell.is_for_player() {
            let names: Vec<&str> = ALL.iter().map(|(spell, _)| spell.name()).collect();
            report.add_error(&path.key("spell"), "only an enemy wizard can evoke").legal(names.join(", "));
        }
        if known.iter().any(|other| other.spell == spell.spell) {
            report.add_error(&path.key("spell"), format!("the spell `{}` appears twice", spell.spell.name()));
        }
        known.push(spell);
    }
    known
}

/// Reads the enemy wizard's table, 1 to 6. Default: the table of the rules. [SC-23]
pub(super) fn enemy_spells(by_face: &Deferred<ByRoll<KnownSpell>>, report: &mut Report) -> Option<Vec<KnownSpell>> {
    const TABLE: [(Spell, u8); 6] = [
        (Spell::Revive, 6),
        (Spell::Revive, 6),
        (Spell::Blast, 4),
        (Spell::Blast, 4),
        (Spell::Fireball, 2),
        (Spell::Evoke, 6),
    ];
    if by_face.node().is_none() {
        return Some(TABLE.map(|(spell, works_to)| KnownSpell { spell, works_to }).to_vec());
    }
    let mut table = Vec::new();
    for (spell, path) in table_lines((by_face, "enemy_spells"), report, (1, 6))? {
        if !spell.is_possible() {
            report
                .add_error(&path.key("works_to"), format!("{} is not a result of a D6", spell.works_to))
                .legal("1 to 6");
        }
        if !spell.is_for_enemy() {
            report.add_error(&path.key("spell"), "an enemy cannot cast that").legal("revive, blast, fireball, evoke");
        }
        table.push(spell);
    }
    (table.len() == 6).then_some(table)
}

/// Reads the troops that an enemy wizard evokes. Default: the table of the rules. [SC-23]
pub(super) fn evoke(by_face: &Deferred<ByRoll<String>>, report: &mut Report) -> Option<Vec<Troops>> {
    const TABLE: [&str; 6] = ["", "", "BD", "BD", "HC", "2SP LC"];
    if by_face.node().is_none() {
        return TABLE.iter().map(|text| troops(text, &KeyPath::default().key("evoke"), report)).collect();
    }
    let mut table = Vec::new();
    for (text, path) in table_lines((by_face, "evoke"), report, (1, 6))? {
        table.extend(troops(if text == "none" { "" } else { &text }, &path, report));
    }
    (table.len() == 6).then_some(table)
}

/// Reads a list of troops. Returns `None` after reporting errors.
pub(super) fn troops(text: &str, path: &KeyPath, report: &mut Report) -> Option<Troops> {
    let problems = match Troops::read_all(text) {
        Ok(troops) => return Some(troops),
        Err(problems) => problems,
    };
    for problem in problems {
        let error = report.add_error(path, problem.what);
        let Some(hint) = problem.hint.map(|hint| hint.to_string()) else { continue };
        match hint.split_once("; ") {
            Some((near, legal)) => error.nearest(near).legal(legal),
            None => error.legal(&hint),
        };
    }
    None
}
