//! Builds session commands that need more than the values of their slots.
use super::{
    arguments::{MapMark, MapPart, MapRequest, MirrorRequest, OddsSubject, PrintRequest, TakeRequest},
    kind::Reader,
    verb::target,
};
use crate::{Id, SideId};
use play::LineError;

/// The slot of the target in `odds`.
const TARGET: usize = 1;

/// Reads the odds of a shot, of a declaration, or of fires.
pub fn odds(r: &mut Reader) -> Result<OddsSubject, LineError> {
    let (is_fires, is_aimed) = (r.filled.is_empty_word(TARGET), r.filled.is_filled(TARGET));
    if is_aimed && !is_fires {
        return target(r).map(|target| OddsSubject::Shot(Box::new(target)));
    }
    if let Some(stray) = (TARGET + 1..r.row.slots.len()).find_map(|slot| r.filled.place(slot)) {
        return Err(if is_fires {
            r.misused(stray, "`odds` for fires takes only the name of a ship.")
        } else {
            r.missing(r.row.slots[TARGET].what)
        });
    }
    let unit: Id = r.filled.take()?;
    if !is_fires {
        return Ok(OddsSubject::Declared(unit));
    }
    match r.state.ship(&unit) {
        Some(_) => Ok(OddsSubject::Fires(unit)),
        None => {
            let at = r.filled.taken_from().unwrap_or_default();
            Err(r.misused(at, format!("{} is a division, and fires burn on a single ship.", r.state.name(&unit))))
        }
    }
}

/// Reads a map from its slots, in their order.
pub fn map(r: &mut Reader) -> Result<MapRequest, LineError> {
    let arcs: Vec<Id> = r.filled.take()?;
    let rings: Vec<(Id, Vec<f64>)> = r.filled.take()?;
    let sight: Vec<Id> = r.filled.take()?;
    let (wakes, speeds, damage) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let near: Option<(Id, f64)> = r.filled.take()?;
    let (side, ascii, tiles, used): (_, _, Option<&str>, _) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let tiles = tiles.map(str::to_owned);
    let (file, width, part): (_, _, Option<MapPart>) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let part = match (near, part) {
        (Some(_), Some(_)) => {
            let at = r.filled.taken_from().unwrap_or_default();
            return Err(r.misused(at, "A map can show only one part of the table."));
        }
        (Some((unit, reach)), None) => Some(MapPart::Near(unit, reach)),
        (None, part) => part,
    };
    let arcs = arcs.into_iter().map(|ship| (MapMark::Arcs, ship));
    let rings = rings.into_iter().map(|(ship, radii)| (MapMark::Rings(radii), ship));
    let sight = sight.into_iter().map(|ship| (MapMark::Sight, ship));
    let marks = arcs.chain(rings).chain(sight).collect();
    Ok(MapRequest { part, marks, wakes, speeds, damage, ascii, side, tiles, used, file, width })
}

/// Reads what `mirror` is asked for from its slots, in their order.
pub fn mirror(r: &mut Reader) -> Result<MirrorRequest, LineError> {
    let (stops, side, folder): (bool, Option<SideId>, Option<String>) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    match (stops, side, folder) {
        (false, None, None) => Ok(MirrorRequest::Show),
        (true, None, None) => Ok(MirrorRequest::Stop),
        (false, Some(side), None) => Ok(MirrorRequest::Readdress(side)),
        (false, None, Some(folder)) => Ok(MirrorRequest::WriteTo(folder)),
        (..) => {
            let at = r.filled.taken_from().unwrap_or_default();
            Err(r.misused(at, "`mirror` takes a folder, `off` or `new` and a side, and only one of them."))
        }
    }
}

/// Reads a print from its slots, in their order.
pub fn print(r: &mut Reader) -> Result<PrintRequest, LineError> {
    let (words, per_page, side) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    Ok(PrintRequest { words, per_page, side, file: r.filled.take()?, units: r.filled.take()? })
}

/// Reads what `take` takes from its slots, in their order.
pub fn take(r: &mut Reader) -> Result<TakeRequest, LineError> {
    let (side, faults, name): (Option<SideId>, Option<String>, Option<String>) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    match (side, name, faults) {
        (None, Some(name), faults) => Ok(TakeRequest::File { name, faults }),
        (Some(side), None, None) => Ok(TakeRequest::Back(side)),
        (None, None, None) => Ok(TakeRequest::Block),
        (None, None, Some(_)) => Err(r.missing("The turn file")),
        (Some(_), _, _) => Err(LineError::located(0..r.end, "`take back` takes only the name of a side.")),
    }
}
