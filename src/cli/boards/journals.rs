//! Reads journals of board games: verify, log, show.
use std::collections::{BTreeMap, BTreeSet};
use std::{marker::PhantomData, path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::{BoardGameKind, begin, board_view, of_game};
use crate::args::{MapArgs, Past, Play};
use crate::journal_commands::{GameSummary, JournalCommands};
use crate::journal_dice::{JournalDice, read_dice};
use crate::setup_origin::{self, ExpectedSetup, ExtraFindings};
use crate::{
    battle_journal::BattleJournals, false_dice::ForgedScope, notices, open, output::Out, prompt::Keyboard, proof,
};
use ::boards::{CommonCommand, Sided};
use load::Sources;
use play::journal::{Entry, Journal, Notice};
use session::Refusal;
use session::boards::{BoardGame, EngineOf, can_place, impossible_time, log_of, table};
use show::dice_ledger::{DiceGrouping, NOBODY};

pub fn journal_commands(game: BoardGameKind) -> &'static dyn JournalCommands {
    of_game!(game, G => &GameJournals::<G>(PhantomData))
}

/// Returns why a notice about hidden pieces is impossible: a look when nothing is hidden or looking is not allowed, or
/// a setup when none is due.
fn hidden_notice_error<G: BoardGame>(notice: &Notice, state: &G::State) -> Option<&'static str> {
    match notice {
        Notice::PiecesPlanned { side, pieces } => {
            let is_due = G::mover(state).is_some_and(|mover| mover.name() == side);
            let is_possible = is_due && can_place::<G>(state, pieces).unwrap_or(false);
            (!is_possible).then_some("sets up pieces that the side cannot place then")
        }
        Notice::PiecesLookedAt { .. } if !table::is_hidden::<G>(state) => {
            Some("looks at hidden pieces, but no piece is hidden")
        }
        Notice::PiecesLookedAt { at } if !board_view::looks_at_hidden::<G::Side>(at) => {
            Some("looks at hidden pieces with a command that does not")
        }
        Notice::PiecesLookedAt { .. } => {
            (!G::may_look(state)).then_some("looks at hidden pieces, but may not (peek=off)")
        }
        Notice::Player { .. } | Notice::Dice { .. } | Notice::Detail { .. } | Notice::Clock { .. } => None,
        Notice::Thought { .. } | Notice::Tagged { .. } | Notice::Passed { .. } | Notice::CutShort { .. } => None,
        Notice::SealOpened { .. }
        | Notice::PrivatePublished { .. }
        | Notice::PasswordSet { .. }
        | Notice::WrongPassword { .. } => None,
        Notice::TurnFileHeld(_) | Notice::TurnFileDropped(_) | Notice::TurnFileOpened { .. } => None,
    }
}

/// Returns the first command that is recorded as part of an earlier typed line, but was not automatic or did not follow
/// the last active line. Only the engine's moves and answers, planned set-ups and due commands are automatic.
fn misplaced_command<G: BoardGame>(journal: &Journal<G>) -> Option<usize> {
    let followers: BTreeMap<usize, bool> = notices::misplaced_commands(journal).collect();
    let (mut machines, mut planned_sides, mut found) = (BTreeSet::new(), BTreeSet::new(), None);
    if followers.is_empty() {
        return None;
    }
    journal.walk(|line, state| match line.entry {
        Entry::Noticed { what: Notice::Player { side, machine: Some(_), .. } } => drop(machines.insert(side.clone())),
        Entry::Noticed { what: Notice::Player { side, machine: None, .. } } => drop(machines.remove(side)),
        Entry::Noticed { what: Notice::PiecesPlanned { side, .. } } => drop(planned_sides.insert(side.clone())),
        Entry::TakenBack { .. } => planned_sides.clear(),
        Entry::Did { command, .. } => {
            let Some(follows_last_line) = followers.get(&line.number) else { return };
            let mover = G::mover(state).map_or("", Sided::name);
            let is_persons_command = || match G::common(command) {
                Some(CommonCommand::Resign { side }) => !machines.contains(side.name()),
                Some(CommonCommand::OfferDraw) => true,
                Some(CommonCommand::AcceptDraw | CommonCommand::Flag { .. }) | None => {
                    G::choices(state).contains(command)
                }
            };
            let is_due = G::due_command(state).is_some_and(|due| due == *command);
            let is_automatic = machines.contains(mover) || planned_sides.contains(mover) || is_due;
            if !follows_last_line || !(is_automatic || !machines.is_empty() && !is_persons_command()) {
                found = found.or(Some(line.number));
            }
        }
        Entry::Redid { .. } | Entry::Amended { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } => {}
        Entry::Opened | Entry::Closed => {}
    });
    found
}

struct GameJournals<G>(PhantomData<G>);

impl<G: BoardGame<State: 'static>> JournalCommands for GameJournals<G> {
    fn resume(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
        begin::resume_game::<G>(sources, keyboard, play, out)
    }

    fn summarise(&self, file: &Path) -> Result<GameSummary, Refusal> {
        begin::summarise::<G>(file)
    }

    fn verify(&self, sources: &Sources, file: &Path, forged: ForgedScope, out: &mut Out) -> Result<u8, Refusal> {
        let built_in = G::setup(&[], None)?;
        // A setup has only switches and a position, which the person who begins chooses. The report lists the choices.
        let model = |setup: &G::Setup| {
            Ok(ExpectedSetup {
                chosen: setup_origin::choices(setup, &built_in),
                ..ExpectedSetup::built_in(setup.clone())
            })
        };
        let sides = G::Side::BOTH.map(|side| side.name());
        let is_player = |side: &str, words: &str, player: Option<&Value>| {
            let side = G::Side::from_name(side);
            player.is_none() && side.is_some_and(|side| EngineOf::<G>::from_words(side, words, G::UNIT).is_ok())
        };
        let ending = |journal: &Journal<G>| {
            notices::check_notices(journal, notices::SessionKind::Board, &sides, is_player, hidden_notice_error::<G>)?;
            let misplaced = misplaced_command(journal).map(|number| (number, notices::MISPLACED_COMMAND));
            if let Some((number, what)) = misplaced.or_else(|| impossible_time(journal)) {
                return Err(Refusal::journal(format!("entry {number} {what}")).hint(notices::NO_PROGRAM_HINT));
            }
            Ok(ExtraFindings::from_outcome(G::status(journal.state())))
        };
        proof::verify_journal::<G>(sources, file, forged, out, model, ending)
    }

    fn fallen_dice(&self, file: &Path, by: DiceGrouping, out: &mut Out) -> Result<JournalDice, Refusal> {
        // The only die of a board game decides who begins. [TF-4]
        read_dice::<G>(file, by, out, |_, _| NOBODY.to_owned(), |_| "first move")
    }

    fn log(&self, past: &Past, _: bool, out: &mut Out) -> Result<(), Refusal> {
        if past.at.is_some() || past.side.is_some() {
            let what = "The log of a board game is always complete, and hides what either side may not know.";
            return Err(Refusal::usage(what).hint("omit --at and --side, or use `kaiser show`"));
        }
        let seen = open::open_with_notes::<G>(&past.file, |words| out.say(words))?;
        out.print_page(log_of(&seen.journal));
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let seen = open::open_with_notes::<G>(&past.file, |words| out.say(words))?;
        let viewer = table::viewer_from_outside(&seen.journal, board_view::named_viewer(past.side.as_deref())?)?;
        let state = board_view::state_after_entry(&seen.journal, past.at.as_deref(), viewer)?;
        let (board, status) = (G::diagram(&state, viewer), G::status(&state));
        out.paint(&board_view::board_page(&board, None, None));
        // A position's text names every piece's kind, so it is left out while any is hidden. The board hides these.
        let position = G::position(&state).filter(|_| !table::is_hidden::<G>(seen.journal.state()));
        let value = json!({ "game": G::NAME, "status": status, "position": position, "board": board });
        out.print(status, &value);
        Ok(())
    }

    fn map(&self, args: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
        board_view::print_map::<G>(args, out)
    }

    /// Refuses a board game, which has no chronicle.
    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        BattleJournals.chronicle(past, out)
    }

    /// Refuses a board game, which has no points.
    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        BattleJournals.tally(past, out)
    }
}
