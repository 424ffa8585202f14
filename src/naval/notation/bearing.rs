//! Where a target bears: the name of an arc, or degrees off the bow. [6.4.4]
use super::{
    Fault,
    reader::{BEARINGS, Reader},
};
use crate::ship::{Arcs, Bearing, arcs_at};
use play::Rule;

const ARCS: Rule = Rule::new("6.4.4");

/// Whether the next words say where a target bears.
pub(super) fn at_bearing(r: &Reader) -> bool {
    matches!(r.key(), "arc" | "bearing") || BEARINGS.iter().any(|(word, _)| *word == r.key())
}

/// `arc bow`, `stern`, or `bearing 31`: degrees clockwise from the firer's bow, on an edge hers to choose. (Q12)
pub(super) fn bearing_of(r: &mut Reader) -> Result<Bearing, Fault> {
    if r.key() != "bearing" {
        r.pass(&["arc"]);
        return r.choose("The arc", &BEARINGS);
    }
    r.skip();
    let here = r.here();
    let degrees = r.degrees("The relative bearing")?;
    let arcs: Vec<Bearing> = arcs_at(i32::from(degrees)).into_iter().map(of_arc).collect();
    match arcs[..] {
        [one] => Ok(one),
        _ => {
            let both: Vec<String> = arcs.iter().map(|arc| format!("arc {arc}")).collect();
            let what = format!("A bearing of {degrees} lies on the edge of two arcs: the firer picks one.");
            Err(Fault { rule: Some(ARCS), ..Fault::new(here, what) }.hint(both.join(" or ")))
        }
    }
}

fn of_arc(arc: Arcs) -> Bearing {
    match arc {
        Arcs::Bow => Bearing::Bow,
        Arcs::Port => Bearing::Port,
        Arcs::Starboard => Bearing::Starboard,
        Arcs::Stern => Bearing::Stern,
    }
}
