//! Through whose eyes a battle is shown.
use naval::{SideId, State, notation, view::Viewer};
use session::Refusal;

/// The eyes of whoever reads, or, for the referee, of the side of that name. A side may not name another.
pub fn eyes(state: &State, reader: &Viewer, name: Option<&str>) -> Result<Viewer, Refusal> {
    eyes_of(state, reader, name.map(|name| notation::side(&state.setup, name)).transpose()?.as_ref())
}

/// The eyes of whoever reads, or, for the referee, of a side. A side may not name another.
pub fn eyes_of(state: &State, reader: &Viewer, side: Option<&SideId>) -> Result<Viewer, Refusal> {
    let Some(named) = side else { return Ok(reader.clone()) };
    if !reader.is_referee() && reader.side() != Some(named) {
        let what = format!("that is not for {} to see", reader.word().map_or("", |word| state.name(word)));
        return Err(Refusal::not_yours(what).line("pass to referee"));
    }
    Ok(Viewer::Side(named.clone()))
}
