//! Events beside a game: players, and looks at hidden pieces. All are in the journal.
use super::{BoardGame, BoardViewer, EngineOf, EnginePlayer, ViewerOf};
use crate::{Refusal, Session};
use boards::{PerSide, Sided, coal_and_steel::rules::HIDING};
use play::Hint;
use play::journal::{Entry, Journal, Notice};

/// Returns the engine that plays according to the journal. Refused if the journal uses options unknown to this program.
pub fn engine_in<G: BoardGame>(journal: &Journal<G>) -> Result<Option<EngineOf<G>>, Refusal> {
    let mut players: PerSide<Option<&str>> = PerSide::default();
    for entry in journal.entries() {
        let Entry::Noticed { what: Notice::Player { side, machine, .. } } = entry else { continue };
        if let Some(side) = G::Side::from_name(side) {
            players[side] = machine.as_deref();
        }
    }
    let machine = G::Side::BOTH.into_iter().find_map(|side| Some((side, players[side]?)));
    machine.map(|(side, words)| EnginePlayer::from_words(side, words, G::UNIT)).transpose()
}

/// Refused if the engine's side may not be taken over from here: the new player would see its pieces, and no one may.
pub fn check_take_over<G: BoardGame>(journal: &Journal<G>, next: Option<&EngineOf<G>>) -> Result<(), Refusal> {
    let replaced = engine_in(journal)?.filter(|machine| next.map(|next| next.side) != Some(machine.side));
    if let Some(machine) = replaced.filter(|_| is_hidden::<G>(journal.state()) && !G::may_look(journal.state())) {
        let side = machine.side.name();
        let what = format!("The engine plays {side}, and another player would see its hidden pieces (peek=off).");
        return Err(Refusal::not_yours(what).rule(HIDING).hint("omit --machine"));
    }
    Ok(())
}

/// Returns the viewer for looking at a journal from outside. With hidden pieces, `Mover` is the engine's opponent.
/// Refused if the viewer would see hidden pieces that no one may look at.
pub fn viewer_from_outside<G: BoardGame>(journal: &Journal<G>, viewer: ViewerOf<G>) -> Result<ViewerOf<G>, Refusal> {
    let machine = engine_in(journal)?.map(|machine| machine.side);
    let viewer = match (viewer, machine.filter(|_| G::HIDES)) {
        (BoardViewer::Mover, Some(side)) => BoardViewer::Side(side.other()),
        (BoardViewer::Mover, None) => BoardViewer::Mover,
        (viewer @ (BoardViewer::Side(_) | BoardViewer::Referee), _) => viewer,
    };
    let peeks = viewer == BoardViewer::Referee || machine.is_some_and(|side| viewer == BoardViewer::Side(side));
    if peeks && is_hidden::<G>(journal.state()) && !G::may_look(journal.state()) {
        Err(look_refused())
    } else {
        Ok(viewer)
    }
}

pub fn is_hidden<G: BoardGame>(state: &G::State) -> bool {
    G::HIDES && !G::is_over(state)
}

/// Returns the refusal to look at hidden pieces.
pub fn look_refused() -> Refusal {
    let what = "The pieces are hidden and may not be viewed (peek=off).";
    Refusal::not_yours(what)
        .rule(HIDING)
        .hint(Hint::line("board").without_backticks() + ", as the side to move sees it")
}

/// Returns `the piece on e5` or `the pieces on e5 and f6`.
pub fn pieces_on(squares: &[String]) -> String {
    match squares {
        [square] => format!("the piece on {square}"),
        several => format!("the pieces on {}", several.join(" and ")),
    }
}

impl<G: BoardGame> Session<'_, G> {
    /// Records each side's player that differs from the journal.
    pub fn record_players(&mut self) -> Result<(), Refusal> {
        let machine = engine_in(self.journal())?;
        for side in G::Side::BOTH {
            let player_text = |machine: &Option<EngineOf<G>>| {
                machine.as_ref().filter(|machine| machine.side == side).map(|machine| machine.options_text.clone())
            };
            let (before, now) = (player_text(&machine), player_text(&self.seat.engine));
            if before != now {
                self.record_notice(Notice::Player { side: side.name().to_owned(), machine: now, player: None })?;
            }
        }
        Ok(())
    }

    /// Whether the sides share the keyboard, so that the screen is wiped at each handover.
    pub(super) fn hands_over_keyboard(&self) -> bool {
        G::HIDES && self.seat.engine.is_none()
    }

    /// Whether pieces are hidden and no one may look at them.
    pub fn is_look_forbidden(&self) -> bool {
        is_hidden::<G>(self.state()) && !G::may_look(self.state())
    }

    /// Records a look at what is hidden, before anything is shown. Refused if looking is forbidden.
    pub fn record_look(&mut self, words: &str) -> Result<(), Refusal> {
        if !is_hidden::<G>(self.state()) {
            return Ok(());
        }
        if !G::may_look(self.state()) {
            return Err(look_refused());
        }
        let at = words.split_whitespace().collect::<Vec<_>>().join(" ").replace(char::is_control, "");
        self.record_notice(Notice::PiecesLookedAt { at })
    }

    /// Records a look if this viewer sees more than the player may.
    pub fn record_look_as(&mut self, viewer: ViewerOf<G>, words: &str) -> Result<(), Refusal> {
        let own = self.default_viewer();
        let peeks = match viewer {
            BoardViewer::Referee => true,
            BoardViewer::Side(side) => {
                own != viewer && !(own == BoardViewer::Mover && G::mover(self.state()) == Some(side))
            }
            BoardViewer::Mover => false,
        };
        if peeks { self.record_look(words) } else { Ok(()) }
    }

    /// Refused if commands from an entry on may not be undone, because one of them revealed a hidden piece.
    pub(super) fn check_undo(&self, from: usize) -> Result<(), Refusal> {
        let journal = self.journal();
        if !G::HIDES || G::may_undo_reveal(journal.state()) {
            return Ok(());
        }
        let refused = |what: String| {
            let hint = "play on. `note WORDS` records what should have been";
            Err(Refusal::not_yours(what).rule(HIDING).hint(hint))
        };
        if G::is_over(journal.state()) {
            return refused("The game is over and every piece was seen: it cannot be undone (undo=off).".to_owned());
        }
        let commands = journal.commands();
        let mut state = G::initial_state(&journal.header().setup);
        for applied in &commands {
            let squares = G::revealed(&state, applied.events);
            if from <= applied.entry && !squares.is_empty() {
                let pieces = pieces_on(&squares);
                return refused(format!(
                    "Entry {} revealed {pieces}, so it cannot be undone (undo=off).",
                    applied.entry
                ));
            }
            play::apply_all::<G>(&mut state, applied.events);
        }
        Ok(())
    }
}
