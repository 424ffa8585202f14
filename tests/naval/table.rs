//! Tables with and without positions, against independent figures and paragraph by paragraph.
mod batteries;
mod by_hand;
mod cited;
mod companies;
mod corrections;
mod fire_by_hand;
mod fixes;
mod flags;
mod fleet;
mod formations;
mod generated;
mod gunnery;
mod halves;
mod laws;
mod lost_divisions;
mod meetings;
mod melees;
mod orders;
mod own_sight;
mod paces;
mod plots;
mod plots_ahead;
mod plots_by_hand;
mod precontact;
mod reach_by_hand;
mod reactions;
mod records;
mod rudders;
mod shores_by_hand;
mod sighting;
mod steered_by_hand;
mod stragglers;
mod together;
mod torpedoes;
mod vectors;
mod who_fires;

pub use naval_kit::table::{Table, flat, near};

use naval::{Naval, notation};
use play::{NotDecided, Script};

/// The refusal of a line with its hint, as the referee reads it; the table does not change.
fn refused(table: &Table, line: &str) -> String {
    let typed = notation::parse(&table.state, line).unwrap();
    match play::decide::<Naval>(&table.state, &typed.command, &mut Script::typed([])) {
        Err(NotDecided::Refused { reason, rule }) => {
            let message = show::refusal::refusal(&table.state, &reason, rule);
            format!("{} {}", message.what, message.hint.map(|hint| hint.to_string()).unwrap_or_default())
        }
        other => panic!("{line}: {other:?}"),
    }
}
