//! Moments of a journal that would show hidden pieces revealed by commands that were undone.
use super::{BoardGame, BoardViewer, ViewerOf, is_hidden, pieces_on};
use crate::Refusal;
use boards::coal_and_steel::rules::HIDING;
use play::journal::{Entry, HistoryLine, Journal};

/// Refuses a viewer the state just after an entry, if it would show more than the viewer may know.
///
/// While pieces are hidden, a side sees neither a board with a piece revealed by a command that was undone, nor the
/// open board at an undone end. The refusal names the nearest earlier moment that the side may see. The referee is
/// never refused here.
pub fn check_visible<G: BoardGame>(
    journal: &Journal<G>,
    entry: Option<usize>,
    viewer: ViewerOf<G>,
) -> Result<(), Refusal> {
    let Some(entry) = entry.filter(|_| viewer != BoardViewer::Referee && is_hidden::<G>(journal.state())) else {
        return Ok(());
    };
    let Some((number, revealed)) = undone_reveal(journal, entry) else { return Ok(()) };
    let what = format!("Entry {number} was undone and had revealed {revealed}, so the board after it is hidden.");
    let all = if G::may_look(journal.state()) { ", or --side all" } else { "" };
    Err(Refusal::not_yours(what).rule(HIDING).form(format!("--at {}, as it was before{all}", number - 1)))
}

/// Returns the first entry effective just after `entry`, but not now, that revealed a piece or the complete board.
fn undone_reveal<G: BoardGame>(journal: &Journal<G>, entry: usize) -> Option<(usize, String)> {
    let (done, mut first) = (journal.active_after(entry), None);
    journal.walk(|line, before| {
        if first.is_none() && done.binary_search(&line.number).is_ok() {
            first = reveal_undone_by(line, before).map(|revealed| (line.number, revealed));
        }
    });
    first
}

/// Says what an entry had revealed that no longer holds.
fn reveal_undone_by<G: BoardGame>(line: &HistoryLine<'_, G>, before: &G::State) -> Option<String> {
    if line.is_active && line.changed.is_none() {
        return None;
    }
    let changed = line.changed_commands();
    let rulings = match line.entry {
        Entry::Did { events, .. } => vec![(before, events.as_slice())],
        Entry::Amended { .. } => changed.iter().map(|ruled| (&ruled.before, ruled.outcome.events())).collect(),
        Entry::TakenBack { .. } | Entry::Redid { .. } => Vec::new(),
        Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Vec::new(),
    };
    let squares: Vec<String> = rulings.iter().flat_map(|(before, events)| G::revealed(before, events)).collect();
    let ends = |(before, events): &(&G::State, &[play::EventOf<G>])| {
        let mut after = (*before).clone();
        play::apply_all::<G>(&mut after, events);
        G::is_over(&after)
    };
    if rulings.iter().any(ends) {
        return Some("every piece, as the end of a game does".to_owned());
    }
    (!squares.is_empty()).then(|| pieces_on(&squares))
}
