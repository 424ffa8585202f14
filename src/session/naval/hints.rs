//! Hints that work: a line offered by a refusal is checked by the rules first.
use super::odds;
use crate::{DiceSource, PlayableGame as _, Refusal, Session, line::verb_and_rest};
use naval::{
    Command, Fact, Naval, NavalHalt, Reason, Segment, State,
    notation::{self, Receiver, SessionVerb, SessionWord},
};
use play::{Hint, NotDecided};

/// Maximum hints followed, each from an offered line to the one that must come before it.
const MAX_HINT_STEPS: usize = 3;

impl Session<'_, Naval> {
    /// Replaces a hint whose line would itself be refused, from what the viewer knows. The new hint is a line that
    /// could be typed, or the form of the order.
    pub(super) fn with_legal_hint(&self, mut refusal: Refusal) -> Refusal {
        let known = self.known_state();
        for _ in 0..MAX_HINT_STEPS {
            let refused = |hint: &Hint| hint.lines().find_map(|line| self.check_hint_line(&known, line).err());
            let Some(better_hint) = refusal.error.hint.as_ref().and_then(refused) else { return refusal };
            refusal.error.hint = better_hint;
        }
        refusal.hint(duties_hint())
    }

    /// Returns how the referee returns to a past segment of this turn, for an order that belongs there.
    pub(super) fn hint_to_go_back(&self, command: &Command, halt: &NavalHalt) -> Option<Hint> {
        let NotDecided::Refused { reason: Reason::WrongSegment { needed, .. }, .. } = halt else { return None };
        let state = self.state();
        if !self.seat.viewer.is_referee() || state.end.is_some() {
            return None;
        }
        let (mut ended_by, mut is_needed_segment) = (None, state.turn == 1 && *needed == Segment::Plotting);
        for applied in self.journal().commands() {
            for event in applied.events {
                let Fact::SegmentBegan { turn, segment, .. } = &event.fact else { continue };
                if std::mem::take(&mut is_needed_segment) {
                    ended_by = Some(applied.entry);
                }
                is_needed_segment = (*turn, segment) == (state.turn, needed);
                if is_needed_segment {
                    ended_by = None;
                }
            }
        }
        let ended_by = ended_by?;
        Some(if matches!(command, Command::Plot { .. } | Command::Speed { .. }) {
            let back = Hint::line(format!("undo {ended_by} because \"a plot was forgotten\""));
            back + " returns to the plots. Otherwise they cannot change."
        } else {
            let back = Hint::line(format!("undo {ended_by} because \"it was forgotten\""));
            let before = format!(" returns to the {needed}. The next one comes after ");
            back + before + Hint::later("next to plotting") + "."
        })
    }

    /// Returns the hint for a viewer who may not type the missing range. [H-2.7-10]
    pub(super) fn no_range_hint(&self, halt: &NavalHalt) -> Option<Hint> {
        use Reason::{NoRange, NotSeenByShip};
        let NotDecided::Refused { reason: NoRange { .. } | NotSeenByShip { .. }, .. } = halt else { return None };
        (!self.seat.may_measure(self.state())).then(|| Hint::line("targets") + " lists enemies in sight and range")
    }

    /// Checks a line that a hint offers. If it would be refused, the error is the hint that replaces that hint, if any.
    fn check_hint_line(&self, known: &State, line: &str) -> Result<(), Option<Hint>> {
        let Ok(row) = notation::find_verb(verb_and_rest(line).0) else { return Ok(()) };
        let form = || Err(Some(Hint::form(format!("{} is typed as {}", row.word, notation::usage(row)))));
        if row.receiver == Receiver::Session {
            let session_word = notation::session_word(&self.view(), self.seat.viewer.side(), line);
            let is_refused = match (SessionVerb::by_name(row.word), session_word.ok().flatten()) {
                (Some(SessionVerb::Card | SessionVerb::Odds), None) => true,
                (_, Some(SessionWord::Odds(subject))) => odds::odds_answer(&self.view(), &subject).is_err(),
                (Some(verb @ (SessionVerb::Rest | SessionVerb::All)), _) => {
                    self.straight_plots(self.state(), verb == SessionVerb::All).is_err()
                }
                (Some(_) | None, _) => false,
            };
            return if is_refused { form() } else { Ok(()) };
        }
        let Ok(order) = Naval::read(known, line) else { return form() };
        let Ok(command) = self.complete(known, &order.command) else { return form() };
        if let Err(refusal) = self.may_order(&command) {
            // Against admirals, no other person could give the order, so `duties` is offered.
            return Err(if self.seat.plays_against_admirals() { Some(duties_hint()) } else { refusal.error.hint });
        }
        let halted = play::decide::<Naval>(known, &command, &mut DiceSource::with_supposed(&[])).err();
        let Some(halt @ NotDecided::Refused { reason, .. }) = &halted else { return Ok(()) };
        let before = show::dice_prompts::naval_halt_error(known, halt).hint;
        match (reason, command) {
            (Reason::WrongSegment { needed, .. }, _) => {
                let words = Hint::words(format!("{} belongs to the {needed}: ", row.word));
                Err(Some(if let Some(before) = before { words + before } else { words }))
            }
            (_, Command::Next { .. }) => Err(before),
            (_, Command::Plot { .. }) if before.is_some() => Err(before),
            _ => form(),
        }
    }
}

fn duties_hint() -> Hint {
    Hint::line("duties") + " lists what is due"
}
