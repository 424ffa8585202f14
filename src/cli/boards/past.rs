//! Reads journals of board games: verify, log, show.
use std::collections::{BTreeMap, BTreeSet};
use std::{marker::PhantomData, path::Path, process::ExitCode};

use serde_json::{Value, json};

use super::{Which, begin, of_game, sight};
use crate::args::{MapArgs, Past, Play};
use crate::journalled::{Glance, Journalled};
use crate::origin::{self, Ending, Model};
use crate::{forged::Forged, notices, open, output::Out, past::Battle, prompt::Keyboard, proof};
use ::boards::{Common, Sided};
use load::Sources;
use play::journal::{Entry, Journal, Notice};
use session::Refusal;
use session::boards::{Companion, MachineOf, can_set_out, impossible_time, story, table};

/// Returns the journal commands of one of the games.
pub fn journalled(game: Which) -> &'static dyn Journalled {
    of_game!(game, G => &Of::<G>(PhantomData))
}

/// Returns why a notice about hidden pieces is impossible: a look when nothing is hidden or looking is not allowed, or
/// a setup when none is due.
fn impossible_with_hidden_men<G: Companion>(what: &Notice, state: &G::State) -> Option<&'static str> {
    match what {
        Notice::SetOut { side, men } => {
            let is_due = G::mover(state).is_some_and(|mover| mover.name() == side);
            let is_possible = is_due && can_set_out::<G>(state, men).unwrap_or(false);
            (!is_possible).then_some("sets out men that the side has not to place then")
        }
        Notice::Looked { .. } if !table::is_hidden::<G>(state) => Some("looks at what is hidden, and nothing is"),
        Notice::Looked { at } if !sight::is_look::<G::Side>(at) => {
            Some("looks at what is hidden by no command that does")
        }
        Notice::Looked { .. } => (!G::may_peek(state)).then_some("looks at what is hidden, and nobody may (peek=off)"),
        Notice::Player { .. } | Notice::Dice { .. } | Notice::Telling { .. } | Notice::Clock { .. } => None,
        Notice::Thought { .. } | Notice::Tagged { .. } | Notice::Passed { .. } | Notice::CutShort { .. } => None,
        Notice::Revealed { .. } | Notice::LaidOpen { .. } | Notice::Word { .. } | Notice::WrongWord { .. } => None,
        Notice::TurnFileHeld(_) | Notice::TurnFileDropped(_) | Notice::TurnFileOpened { .. } => None,
    }
}

/// Returns the first command that belongs to an earlier typed line although a person gave it. Automatic are only the
/// engine's moves and answers, setting out pieces and due commands. They are undone with the line that they follow.
fn stranger<G: Companion>(journal: &Journal<G>) -> Option<usize> {
    let followers: BTreeMap<usize, bool> = notices::strangers(journal).collect();
    let (mut machines, mut set_out, mut found) = (BTreeSet::new(), BTreeSet::new(), None);
    if followers.is_empty() {
        return None;
    }
    journal.walk(|line, state| match line.entry {
        Entry::Noticed { what: Notice::Player { side, machine: Some(_), .. } } => drop(machines.insert(side.clone())),
        Entry::Noticed { what: Notice::Player { side, machine: None, .. } } => drop(machines.remove(side)),
        Entry::Noticed { what: Notice::SetOut { side, .. } } => drop(set_out.insert(side.clone())),
        Entry::TakenBack { .. } => set_out.clear(),
        Entry::Did { command, .. } => {
            let Some(is_of_last) = followers.get(&line.number) else { return };
            let mover = G::mover(state).map_or("", Sided::name);
            let is_a_persons = || match G::common(command) {
                Some(Common::Resign { side }) => !machines.contains(side.name()),
                Some(Common::OfferDraw) => true,
                Some(Common::AcceptDraw | Common::Flag { .. }) | None => G::choices(state).contains(command),
            };
            let is_due = G::due(state).is_some_and(|due| due == *command);
            let moves = machines.contains(mover) || set_out.contains(mover) || is_due;
            if !is_of_last || !(moves || !machines.is_empty() && !is_a_persons()) {
                found = found.or(Some(line.number));
            }
        }
        Entry::Redid { .. } | Entry::Amended { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } => {}
        Entry::Opened | Entry::Closed => {}
    });
    found
}

/// A board game by its type.
struct Of<G>(PhantomData<G>);

impl<G: Companion<State: 'static>> Journalled for Of<G> {
    fn go_on(&self, sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
        begin::go_on::<G>(sources, keyboard, play, out)
    }

    fn glance(&self, file: &Path) -> Result<Glance, Refusal> {
        begin::glance::<G>(file)
    }

    fn verify(&self, sources: &Sources, file: &Path, forged: Forged, out: &mut Out) -> Result<u8, Refusal> {
        let built_in = G::setup(&[], None)?;
        // The person who begins chooses switches and position. They are listed, and a setup has nothing else.
        let model =
            |setup: &G::Setup| Ok(Model { chosen: origin::chosen(setup, &built_in), ..Model::built_in(setup.clone()) });
        let sides = G::Side::BOTH.map(|side| side.name());
        let plays = |side: &str, words: &str, player: Option<&Value>| {
            let side = G::Side::named(side);
            player.is_none() && side.is_some_and(|side| MachineOf::<G>::playing(side, words, G::UNIT).is_ok())
        };
        let ending = |journal: &Journal<G>| {
            notices::are_possible(journal, notices::Table::Board, &sides, plays, impossible_with_hidden_men::<G>)?;
            let stranger = stranger(journal).map(|number| (number, notices::OF_NO_LINE));
            if let Some((number, what)) = stranger.or_else(|| impossible_time(journal)) {
                return Err(Refusal::journal(format!("entry {number} {what}")).hint(notices::NO_PROGRAM));
            }
            Ok(Ending::standing(G::status(journal.state())))
        };
        proof::of_journal::<G>(sources, file, forged, out, model, ending)
    }

    fn log(&self, past: &Past, _: bool, out: &mut Out) -> Result<(), Refusal> {
        if past.at.is_some() || past.side.is_some() {
            let what = "the log of a board game is whole, and hides what both sides may not know";
            return Err(Refusal::usage(what).hint("leave --at and --side out, or kaiser show"));
        }
        let seen = open::look::<G>(&past.file, |words| out.say(words))?;
        out.told(story(&seen.journal));
        Ok(())
    }

    fn show(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        let seen = open::look::<G>(&past.file, |words| out.say(words))?;
        let eyes = table::open_to(&seen.journal, sight::eyes(past.side.as_deref())?)?;
        let state = sight::moment(&seen.journal, past.at.as_deref(), eyes)?;
        let (board, status) = (G::diagram(&state, eyes), G::status(&state));
        out.paint(&sight::page(&board, None, None));
        // The text of a position shows every kind. While pieces are hidden, the board shows what these eyes may see.
        let position = G::position(&state).filter(|_| !table::is_hidden::<G>(seen.journal.state()));
        let value = json!({ "game": G::NAME, "status": status, "position": position, "board": board });
        out.both(status, &value);
        Ok(())
    }

    fn map(&self, asked: &MapArgs, out: &mut Out) -> Result<(), Refusal> {
        sight::map_of::<G>(asked, out)
    }

    /// Refused, as for a battle.
    fn chronicle(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        Battle.chronicle(past, out)
    }

    /// Refused, as for any journal that is not a battle's.
    fn tally(&self, past: &Past, out: &mut Out) -> Result<(), Refusal> {
        Battle.tally(past, out)
    }
}
