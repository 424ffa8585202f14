//! Reads values that only session commands take.
use super::{
    arguments::{Addressee, HelpTopic, Keyboard, MapPart},
    kind::Reader,
    line::all_verbs,
    names::NameKind,
    read::{coordinate, name},
};
use crate::Id;
use play::{Hint, LineError, verbs};

/// Maximum radius of a ring around a ship, in inches. (house)
const MAX_RING_RADIUS_IN: f64 = 200.0;
const FILE_ENDINGS: [&str; 3] = [".svg", ".png", ".pdf"];

/// Reads a side, otherwise a ship or division.
pub fn addressee(r: &mut Reader) -> Result<Addressee, LineError> {
    match name(r, NameKind::Side) {
        Ok(side) => Ok(Addressee::Side(side.to_kind())),
        Err(_) => name(r, NameKind::Unit).map(Addressee::Unit),
    }
}

/// Reads the referee (or the start of that word), the table, or a side.
pub fn keyboard(r: &mut Reader) -> Result<Keyboard, LineError> {
    let key = r.key();
    let holder = match key {
        "table" => Keyboard::Table,
        _ if 2 < key.len() && "referee".starts_with(key) => Keyboard::Referee,
        _ => return name(r, NameKind::Side).map(|side| Keyboard::Side(side.to_kind())),
    };
    r.skip();
    Ok(holder)
}

/// Reads the name of a command, or `all` for every command. `all straight` is the verb of that name.
pub fn help(r: &mut Reader) -> Result<HelpTopic, LineError> {
    let word = r.word("The command")?;
    if word.key == "all" && r.key() != "straight" {
        return Ok(HelpTopic::All);
    }
    if word.key == "all" {
        r.skip();
    }
    verbs::find(all_verbs(), &word.key, word.at).map(|row| HelpTopic::Verb(row.word))
}

/// Reads a ship and the radii of rings around it.
pub fn rings(r: &mut Reader) -> Result<(Id, Vec<f64>), LineError> {
    let ship = name(r, NameKind::Unit)?;
    let (mut radii, at) = (Vec::new(), r.next_place());
    while r.at_number() {
        let here = r.next_place();
        let radius = coordinate(r, "The radius of a ring")?;
        if !(0.0 < radius && radius <= MAX_RING_RADIUS_IN) {
            let error = LineError::located(here, "A ring's radius must be above 0, up to 200 inches.");
            return Err(error.hint(Hint::form("map rings asahi 5 10 15")));
        }
        radii.push(radius);
    }
    if radii.is_empty() {
        return Err(
            LineError::located(at, "The radii of the rings are missing.").hint(Hint::form("map rings asahi 5 10 15"))
        );
    }
    Ok((ship, radii))
}

/// Reads a ship or division and a distance around it in inches.
pub fn near(r: &mut Reader) -> Result<(Id, f64), LineError> {
    let unit = name(r, NameKind::Unit)?;
    let at = r.next_place();
    let hint = Hint::line(format!("map near {unit} 10"));
    if !r.at_number() {
        return Err(LineError::located(at, "The distance around it is missing.").hint(hint));
    }
    let reach = coordinate(r, "The distance around it")?;
    if 0.0 < reach {
        Ok((unit, reach))
    } else {
        Err(LineError::located(at, "The distance must be above 0.").hint(hint))
    }
}

/// Reads the name of a ship, division or side, or two corners.
pub fn map_part(r: &mut Reader) -> Result<MapPart, LineError> {
    if !r.at_number() {
        return name(r, NameKind::Unit).map(MapPart::At).or_else(|error| {
            let side = name(r, NameKind::Side).map_err(|_| error)?;
            Ok(MapPart::Side(side.to_kind()))
        });
    }
    let at = r.next_place();
    let mut corners = [0.0; 4];
    for inches in &mut corners {
        if !r.at_number() {
            let message = "A part of the table needs two corners: four numbers in inches.";
            return Err(LineError::located(at.start..r.read_up_to(), message).hint(Hint::line("map 20 10 40 30")));
        }
        *inches = coordinate(r, "The corner")?;
    }
    Ok(MapPart::Between(corners))
}

/// Reads a file name, which may have several words. It ends after a word such as `a.svg`, or before a key of two words.
pub fn file(r: &mut Reader, what: &str) -> Result<String, LineError> {
    let mut name = vec![r.word(what)?.text.into_owned()];
    while let Some(word) = r.peek() {
        let last = name.last().map_or_else(String::new, |word| word.to_lowercase());
        let mut keys = r.row.slots.iter().flat_map(|slot| slot.keys).filter(|key| key.contains(' '));
        if FILE_ENDINGS.iter().any(|ending| last.ends_with(ending)) || keys.any(|key| r.at_words(key)) {
            break;
        }
        name.push(word.text.clone().into_owned());
        r.skip();
    }
    Ok(name.join(" "))
}
