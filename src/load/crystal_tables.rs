//! The tables of a campaign: events, exploration, spells; a face left out or named by a stranger is a flaw. And troops,
//! as the files of Steel and Crystal write them: `2SK 3BD`.
use crate::{Fields, Node, Path, Report, nearest};
use crystal::{EventEffect, Finding, Happening, Kind, KnownSpell, Spell, Troops};

/// The lines of a table by face; every face from `from` to `to` must be there.
fn faces<'v>(value: &'v Node, path: &Path, report: &mut Report, (from, to): (u8, u8)) -> Option<Vec<(&'v Node, Path)>> {
    let Some(table) = value.as_map() else {
        report.flaw(path, "a table belongs here: a line for each face");
        return None;
    };
    let number = |key: &Node| key.as_count().or_else(|| key.as_str().and_then(|key| key.parse().ok()));
    let mut lines = Vec::new();
    for (key, _) in table {
        if !number(key).is_some_and(|face| (u64::from(from)..=u64::from(to)).contains(&face)) {
            let shown = key.as_str().map_or_else(|| format!("{:?}", number(key).unwrap_or_default()), str::to_owned);
            report.flaw(path, format!("{shown} is no face of this table")).lawful(format!("{from} to {to}"));
        }
    }
    for face in from..=to {
        match table.iter().find(|(key, _)| number(key) == Some(u64::from(face))) {
            Some((_, line)) => lines.push((line, path.key(&face.to_string()))),
            None => {
                let flaw = report.flaw(path, format!("face {face} is left out"));
                flaw.lawful(format!("a line for each of {from} to {to}"));
            }
        }
    }
    (lines.len() == usize::from(to - from) + 1).then_some(lines)
}

fn happenings<E>(
    (fields, key): (&mut Fields, &'static str),
    report: &mut Report,
    range: (u8, u8),
    effect: impl Fn(&str) -> Result<E, Vec<&'static str>>,
) -> Option<Vec<Happening<E>>> {
    let (value, path) = fields.must(report, key)?;
    let lines = faces(value, &path, report, range)?;
    let mut read = Vec::new();
    for (line, path) in lines {
        let Some(mut fields) = Fields::of(line, path.clone(), report) else { continue };
        let text: Option<String> = fields.need(report, "text");
        let word: Option<String> = fields.need(report, "effect");
        fields.done(report);
        let (Some(text), Some(word)) = (text, word) else { continue };
        match effect(&word) {
            Ok(effect) => read.push(Happening { text, effect }),
            Err(lawful) => {
                let first = word.split_whitespace().next().unwrap_or_default().to_owned();
                let near = nearest(&first, lawful.iter().map(|form| form.split(' ').next().unwrap_or(form)));
                let near =
                    near.and_then(|near| lawful.iter().find(|form| form.split(' ').next() == Some(near.as_str())));
                let flaw = report.flaw(&path.key("effect"), format!("\"{word}\" is no effect of this table"));
                flaw.lawful(lawful.join(", ")).nearest = near.map(|near| (*near).to_owned());
            }
        }
    }
    (read.len() == usize::from(range.1 - range.0) + 1).then_some(read)
}

const EVENTS: [&str; 9] = [
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
const FINDINGS: [&str; 5] = ["none", "area_gp +1", "garrison +1", "garrison -1", "ambush 3"];
/// Gold found where an ambush fails, unless the table says otherwise. [SC-A17]
const AMBUSH_GP: u32 = 3;

fn signed<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.strip_prefix('+').unwrap_or(word).parse().ok()
}

fn event(text: &str) -> Option<EventEffect> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["none"] => EventEffect::None,
        ["lose_unit", count] => EventEffect::LoseUnit(signed(count)?),
        ["lose_costliest", count] => EventEffect::LoseCostliest(signed(count)?),
        ["treasure", by] => EventEffect::Treasure(signed(by)?),
        ["expansion", by] => EventEffect::Expansion(signed(by)?),
        ["add", kind, count] => EventEffect::Add(signed(count)?, Kind::coded(kind)?),
        ["mp", mp] => EventEffect::Mp(signed(mp)?),
        ["discount", units] => EventEffect::Discount(signed(units)?),
        ["wizard_or_gp", gp] => EventEffect::WizardOrGp(signed(gp)?),
        _ => return None,
    })
}

fn finding(text: &str) -> Option<Finding> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["none"] => Finding::None,
        ["area_gp", by] => Finding::AreaGp(signed(by)?),
        ["garrison", by] => Finding::Garrison(signed(by)?),
        ["ambush"] => Finding::Ambush(AMBUSH_GP),
        ["ambush", gp] => Finding::Ambush(signed(gp)?),
        _ => return None,
    })
}

/// The event table, 2 to 12. [SC-6]
pub(super) fn events(fields: &mut Fields, report: &mut Report) -> Option<Vec<Happening<EventEffect>>> {
    happenings((fields, "events"), report, (2, 12), |text| {
        event(text).filter(|effect| effect.is_sound()).ok_or_else(|| EVENTS.to_vec())
    })
}

/// The exploration table, 1 to 6. [SC-10]
pub(super) fn exploration(fields: &mut Fields, report: &mut Report) -> Option<Vec<Happening<Finding>>> {
    happenings((fields, "exploration"), report, (1, 6), |text| {
        finding(text).filter(|effect| effect.is_sound()).ok_or_else(|| FINDINGS.to_vec())
    })
}

/// What a wizard of the player's can cast; without a word of it, all five. [SC-22]
pub(super) fn spells(fields: &mut Fields, report: &mut Report) -> Vec<KnownSpell> {
    const ALL: [(Spell, u8); 5] =
        [(Spell::Revive, 4), (Spell::Blast, 4), (Spell::Fireball, 2), (Spell::Armor, 3), (Spell::Weakness, 3)];
    let Some((value, path)) = fields.get("spells") else {
        return ALL.map(|(spell, works_to)| KnownSpell { spell, works_to }).to_vec();
    };
    let mut known: Vec<KnownSpell> = Vec::new();
    for (item, path) in report.items(value, &path) {
        let Some(spell) = report.typed::<KnownSpell>(item, &path) else { continue };
        if !spell.has_face() {
            report.flaw(&path.key("works_to"), format!("{} is no face", spell.works_to)).lawful("1 to 6");
        }
        if !spell.is_players() {
            let names: Vec<&str> = ALL.iter().map(|(spell, _)| spell.name()).collect();
            report.flaw(&path.key("spell"), "only an enemy's wizard evokes").lawful(names.join(", "));
        }
        if known.iter().any(|other| other.spell == spell.spell) {
            report.flaw(&path.key("spell"), format!("the spell `{}` comes twice", spell.spell.name()));
        }
        known.push(spell);
    }
    known
}

/// The enemy wizard's table, 1 to 6; without a word of it, the one of the rules. [SC-23]
pub(super) fn enemy_spells(fields: &mut Fields, report: &mut Report) -> Option<Vec<KnownSpell>> {
    const TABLE: [(Spell, u8); 6] = [
        (Spell::Revive, 6),
        (Spell::Revive, 6),
        (Spell::Blast, 4),
        (Spell::Blast, 4),
        (Spell::Fireball, 2),
        (Spell::Evoke, 6),
    ];
    let Some((value, path)) = fields.get("enemy_spells") else {
        return Some(TABLE.map(|(spell, works_to)| KnownSpell { spell, works_to }).to_vec());
    };
    let lines = faces(value, &path, report, (1, 6))?;
    let mut table = Vec::new();
    for (line, path) in lines {
        let Some(spell) = report.typed::<KnownSpell>(line, &path) else { continue };
        if !spell.has_face() {
            report.flaw(&path.key("works_to"), format!("{} is no face", spell.works_to)).lawful("1 to 6");
        }
        if !spell.is_enemys() {
            report.flaw(&path.key("spell"), "no enemy casts that").lawful("revive, blast, fireball, evoke");
        }
        table.push(spell);
    }
    (table.len() == 6).then_some(table)
}

/// Who comes when the enemy's wizard evokes; without a word of it, the table of the rules. [SC-23]
pub(super) fn evoke(fields: &mut Fields, report: &mut Report) -> Option<Vec<Troops>> {
    const TABLE: [&str; 6] = ["", "", "BD", "BD", "HC", "2SP LC"];
    let path = Path::default().key("evoke");
    let Some((value, path)) = fields.get("evoke") else {
        return TABLE.iter().map(|text| troops_of(text, &path, report)).collect();
    };
    let lines = faces(value, &path, report, (1, 6))?;
    let mut table = Vec::new();
    for (line, path) in lines {
        let Some(text) = report.typed::<String>(line, &path) else { continue };
        let text = if text == "none" { String::new() } else { text };
        table.extend(troops_of(&text, &path, report));
    }
    (table.len() == 6).then_some(table)
}

/// A list of troops under a key; none when it is left out.
pub(super) fn troops(fields: &mut Fields, report: &mut Report, key: &'static str) -> Option<Troops> {
    let (value, path) = fields.get(key)?;
    let text: String = report.typed(value, &path)?;
    troops_of(&text, &path, report)
}

fn troops_of(text: &str, path: &Path, report: &mut Report) -> Option<Troops> {
    let faults = match Troops::read_all(text) {
        Ok(troops) => return Some(troops),
        Err(faults) => faults,
    };
    for fault in faults {
        let flaw = report.flaw(path, fault.what);
        let Some(hint) = fault.hint else { continue };
        match hint.split_once("; ") {
            Some((near, lawful)) => flaw.nearest(near).lawful(lawful),
            None => flaw.lawful(&hint),
        };
    }
    None
}
