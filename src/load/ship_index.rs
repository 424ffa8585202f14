//! The index of the library: what a list of ships shows, written beforehand, so that no YAML is read for it.
//!
//! It holds for the very texts that it was made of: a file with another checksum is read itself.
use chrono::NaiveDate;

use super::{
    class::NamedShip,
    flaw::Flaws,
    ship_list::{Head, ShipLine, heads, ships_of},
    ships::DIRECTORY,
    sources::Sources,
};
use naval::{measure::Id, ship::ShipType};

pub(super) const FILE: &str = "data/ships/index.tsv";

const HEADING: &str = "# Written by a test from the ship files beside it. `=` file and checksum; `+` class, navy, war, type, knots in service;\n# then id, name and days of a ship: completed, lost, interned, transferred.\n";

/// The index as it must be for these texts.
///
/// # Errors
/// Every flaw of a ship file whose heads cannot be read.
pub fn ship_index(sources: &Sources) -> Result<String, Flaws> {
    let mut index = HEADING.to_owned();
    for (path, text) in sources.within(DIRECTORY) {
        index.push_str(&format!("=\t{path}\t{:08x}\n", crc32fast::hash(text.as_bytes())));
        for head in heads(sources, path, text)? {
            index.push_str(&class_lines(head));
        }
    }
    Ok(index)
}

fn class_lines(head: Head) -> String {
    let knots = head.speed_service_kn.unwrap_or(head.speed_kn);
    let mut lines = format!("+\t{}\t{}\t{}\t{}\t{knots}\n", head.class, head.navy, head.war, head.kind);
    for line in ships_of(head) {
        let ship = line.ship;
        let days = [ship.completed, ship.lost, ship.interned, ship.transferred];
        let days = days.map(|day| day.map(|day| day.to_string()).unwrap_or_default());
        lines.push_str(format!("{}\t{}\t{}", ship.id, ship.name, days.join("\t")).trim_end());
        lines.push('\n');
    }
    lines
}

/// The ships of a file, if the index was made of this very text.
pub(super) fn lines_of(index: &str, path: &str, text: &str) -> Option<Vec<ShipLine>> {
    let head = format!("\n=\t{path}\t{:08x}\n", crc32fast::hash(text.as_bytes()));
    let part = &index[index.find(&head)? + head.len()..];
    let mut lines = Vec::new();
    let mut class = None;
    for line in part.lines().take_while(|line| !line.starts_with("=\t")) {
        match line.strip_prefix("+\t") {
            Some(words) => class = Some(Class::read(words)?),
            None => lines.push(class.as_ref()?.ship(line)?),
        }
    }
    Some(lines)
}

/// The line of a class.
struct Class {
    name: String,
    navy: Id,
    war: Id,
    kind: ShipType,
    knots: f64,
}

impl Class {
    fn read(words: &str) -> Option<Class> {
        let mut words = words.split('\t');
        let (name, navy, war) = (words.next()?.to_owned(), Id::new(words.next()?), Id::new(words.next()?));
        let kind = words.next()?;
        let kind = ShipType::ALL.into_iter().find(|one| one.to_string() == kind)?;
        Some(Class { name, navy, war, kind, knots: words.next()?.parse().ok()? })
    }

    fn ship(&self, line: &str) -> Option<ShipLine> {
        let mut words = line.split('\t');
        let (id, name) = (Id::new(words.next()?), words.next()?.to_owned());
        let mut days = [None; 4];
        for day in &mut days {
            *day = day_of(words.next())?;
        }
        let [completed, lost, interned, transferred] = days;
        let ship = NamedShip {
            id: id.clone(),
            name: name.clone(),
            completed,
            lost,
            interned,
            transferred,
            known_to: None,
            how: None,
            same_hull: None,
            director: None,
            note: None,
        };
        Some(ShipLine {
            id,
            name,
            class: self.name.clone(),
            navy: self.navy.clone(),
            kind: self.kind,
            war: self.war.clone(),
            speed_kn: self.knots,
            completed,
            lost,
            ship,
        })
    }
}

/// A day, or that none is known; nothing for words that are no day.
fn day_of(word: Option<&str>) -> Option<Option<NaiveDate>> {
    match word.filter(|word| !word.is_empty()) {
        Some(word) => word.parse().ok().map(Some),
        None => Some(None),
    }
}
