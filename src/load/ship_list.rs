//! The ships of the library in short: what a list shows.
use crate::class_file::{DIRECTORY, Known, read_file};
use crate::{Flaws, NamedShip, Report, ShipClass, ShipLine, Sources, flaw::all, typed::fitting};

/// Every ship of the library, file by file.
pub fn ship_list(sources: &Sources) -> Result<Vec<ShipLine>, Flaws> {
    let files = all(sources.within(DIRECTORY).into_iter().map(|(path, text)| classes(sources, path, text)))?;
    Ok(files.into_iter().flatten().flat_map(lines_of).collect())
}

/// The classes of a file, as far as a list needs them: what they say is checked where one of them cannot be read.
fn classes(sources: &Sources, path: &str, text: &str) -> Result<Vec<ShipClass>, Flaws> {
    let (report, root) = Report::open(path, text)?;
    let classes = root.as_list().and_then(|items| items.iter().map(fitting).collect());
    match classes.filter(|_| report.clean()) {
        Some(classes) => Ok(classes),
        None => read_file(path, text, None, &Known::of(sources)?),
    }
}

fn lines_of(class: ShipClass) -> Vec<ShipLine> {
    let ShipClass { class, navy, war, kind, built_as, ships, speed_kn, speed_service_kn, .. } = class;
    let line = |ship: NamedShip| ShipLine {
        id: ship.id.clone(),
        name: ship.name.clone(),
        class: class.clone(),
        navy: navy.clone(),
        kind,
        war: war.clone(),
        built_as: built_as.clone(),
        speed_kn: speed_service_kn.unwrap_or(speed_kn),
        completed: ship.completed,
        lost: ship.lost,
        ship,
    };
    ships.into_iter().map(line).collect()
}
