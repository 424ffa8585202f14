//! The viewer of a battle: the referee, the table or a side.
use naval::{
    SideId, State, notation,
    view::{TABLE_VIEWER, Viewer},
};
use session::Refusal;

/// The word for the viewer of everything.
const REFEREE: &str = "referee";

/// Returns the named viewer: a side, `table` or `referee`. Without a name, the reader. See [`viewer_for`].
pub fn viewer_named(state: &State, reader: &Viewer, name: Option<&str>) -> Result<Viewer, Refusal> {
    let Some(name) = name else { return Ok(reader.clone()) };
    let named = match notation::find_side(&state.setup, name) {
        Ok(side) => Viewer::Side(side),
        Err(_) if name.eq_ignore_ascii_case(TABLE_VIEWER) => Viewer::Table,
        Err(_) if name.eq_ignore_ascii_case(REFEREE) => Viewer::Referee,
        Err(error) => return Err(error.into()),
    };
    check_may_view(state, reader, named)
}

/// Returns the viewer of `side`, which may also name the table. Without `side`, the reader. A side may name only itself
/// and the table, because it knows everything that the table does.
pub fn viewer_for(state: &State, reader: &Viewer, side: Option<&SideId>) -> Result<Viewer, Refusal> {
    let Some(named) = side else { return Ok(reader.clone()) };
    check_may_view(state, reader, Viewer::from_name(Some(named.as_str())))
}

fn check_may_view(state: &State, reader: &Viewer, named: Viewer) -> Result<Viewer, Refusal> {
    if reader.is_referee() || *reader == named || (named.is_table() && reader.side().is_some()) {
        return Ok(named);
    }
    let what = format!("The view of {} is not for {}.", named.name(state), reader.name(state));
    Err(Refusal::not_yours(what).line("pass to referee"))
}
