//! Which side's view of a battle is shown.
use naval::{SideId, State, notation, view::Viewer};
use session::Refusal;

pub fn viewer_named(state: &State, reader: &Viewer, name: Option<&str>) -> Result<Viewer, Refusal> {
    viewer_for(state, reader, name.map(|name| notation::find_side(&state.setup, name)).transpose()?.as_ref())
}

/// Returns the viewer for the reader, or for `side` if the reader is the referee. A side may name only itself.
pub fn viewer_for(state: &State, reader: &Viewer, side: Option<&SideId>) -> Result<Viewer, Refusal> {
    let Some(named) = side else { return Ok(reader.clone()) };
    if !reader.is_referee() && reader.side() != Some(named) {
        let what = format!("The view of {} is not for {}.", state.name(named), reader.name(state));
        return Err(Refusal::not_yours(what).line("pass to referee"));
    }
    Ok(Viewer::Side(named.clone()))
}
