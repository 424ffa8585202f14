//! Troops as the files of Steel and Crystal write them: `2SK 3BD`.
use crate::{Fields, Path, Report};
use crystal::Troops;

/// A list of troops under a key; none when it is left out.
pub(super) fn troops(fields: &mut Fields, report: &mut Report, key: &'static str) -> Option<Troops> {
    let (value, path) = fields.get(key)?;
    let text: String = report.typed(value, &path)?;
    troops_of(&text, &path, report)
}

pub(super) fn troops_of(text: &str, path: &Path, report: &mut Report) -> Option<Troops> {
    let faults = match Troops::read_all(text) {
        Ok(troops) => return Some(troops),
        Err(faults) => faults,
    };
    for fault in faults {
        let flaw = report.flaw(path, fault.what);
        let (near, lawful) = match fault.hint {
            Some(hint) => match hint.split_once("; ") {
                Some((near, lawful)) => (Some(near.to_owned()), Some(lawful.to_owned())),
                None => (None, Some(hint)),
            },
            None => (None, None),
        };
        (flaw.nearest, flaw.lawful) = (near, lawful);
    }
    None
}
