//! Coal, and the Kaiser in a session. Begin with the [`AtTable`] implementation below; `line` answers lines.
mod admirals;
mod advice;
mod amended;
mod amends;
mod before;
pub mod books;
mod declared;
mod expand;
mod faces;
mod filled;
mod line;
mod looks;
mod may;
mod moment;
mod obey;
pub mod odds;
mod offers;
mod out_of_turn;
mod passed;
mod questions;
mod seals;
mod seat;
mod slips;
mod story;
mod told;
mod why;
mod word;

use std::borrow::Cow;

use crate::{
    Act, AtTable, Change, Deed, Ending, Face, Followed, Given, Moment, Order, Outcome, Question, Refusal, Session,
    Stage, Table, Telling, Told, WhoseDice, Wording, story::revealed_since,
};
use naval::{
    Command, Naval, NavalEvent, NavalHalt, State,
    model::Purpose,
    notation::{self, Line, MapAsked, Order as Meant, PrintAsked},
    view,
};
use play::{Ask, verbs::Nature};

pub use admirals::Admiral;
pub use advice::reasons;
use expand::{no_order, nobody_fires, typed_order};
pub use looks::{GROUPS, no_war, points};
pub use moment::{When, deeds_until, moment_of};
pub use seals::seals_made;
pub use seat::{Seat, is_of_this_edition, player_json, players_of, seated_later};
pub use story::{Scope, story};

/// What a battle can be asked to draw.
pub enum Drawing {
    Map(MapAsked),
    Print(PrintAsked),
}

/// The session of a battle.
type Battle<'s> = Session<'s, Naval>;

/// Returns a battle's session as the front end sees it.
pub fn at_table<'t>(session: &'t mut Battle<'_>) -> &'t mut dyn Table {
    session
}

impl AtTable for Naval {
    const NAME: &'static str = "naval";
    type Seat = Seat;
    type Drawing = Drawing;

    fn nature(line: &str) -> Nature {
        notation::nature(line)
    }
    fn read(state: &State, line: &str) -> Result<Order<Command>, Refusal> {
        let in_line = |fault| Refusal::in_line(line, fault);
        let Line::Orders(phrases) = notation::cut(state, line).map_err(in_line)? else { return Err(no_order()) };
        let [phrase] = &phrases[..] else {
            return Err(Refusal::read("several orders cannot stand in the place of one").hint("type each by itself"));
        };
        if let Some(problem) = phrase.bare_verb().and_then(|verb| nobody_fires(state, verb)) {
            return Err(problem);
        }
        match phrase.read(state, None).map_err(in_line)? {
            Meant::Command(typed) => Ok(typed_order(typed)),
            Meant::Look(_) | Meant::Straight { .. } | Meant::Again => Err(no_order()),
            Meant::Volley(_) | Meant::Tape(_) => Ok(typed_order(phrase.command(state, None).map_err(in_line)?)),
        }
    }
    fn print(state: &State, command: &Command) -> String {
        notation::print(state, command)
    }
    fn complete(known: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let (start, mut words) = notation::complete(known, line, cursor);
        if let [only] = &mut words[..] {
            only.push(' ');
        }
        (start, words)
    }
    fn is_line(session: &Battle<'_>, line: &str) -> bool {
        session.is_line(line)
    }
    fn answer(session: &mut Battle<'_>, line: &str) -> Result<Told, Refusal> {
        session.answer(line)
    }

    fn known<'s>(session: &'s Battle<'_>) -> Cow<'s, State> {
        let state = session.state();
        session.seat.reader.knows_as().map_or(Cow::Borrowed(state), |side| Cow::Owned(view::known_to(state, &side)))
    }
    fn whose_dice(session: &Battle<'_>, command: &Command) -> WhoseDice {
        // An admiral's guns fire together with the person's. [3.3.5]
        let fires = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
        if fires && session.seat.plays_against_admirals() { WhoseDice::OfOthersToo } else { WhoseDice::Own }
    }
    fn may(session: &Battle<'_>, act: Act<'_>) -> Result<(), Refusal> {
        match act {
            Act::Begin(verb) => session.may_begin(verb),
            Act::Rule => session.referee_only(),
            Act::Amend => session.may_amend(),
            Act::RuleAgain { entry, behind } => session.may_rule_again(entry, behind),
        }
    }
    fn undo_from(session: &Battle<'_>, named: Option<usize>) -> Result<usize, Refusal> {
        session.may_take_back_from(named)
    }
    fn redo_to(session: &Battle<'_>, named: Option<usize>) -> Result<usize, Refusal> {
        session.may_change(named, "redo", |session, to| session.redo_to(to))
    }
    fn expand(
        session: &Battle<'_>,
        at: &State,
        order: &Order<Command>,
        amends: Option<usize>,
    ) -> Result<Command, Refusal> {
        let command = session.completed(at, &order.command)?;
        if let Some(entry) = amends {
            session.may_amend_as(entry, at, &command)?;
            return Ok(session.resealed(entry, command));
        }
        session.may_order(&command)?;
        session.may_type(order.dice.as_deref())?;
        Ok(command)
    }
    fn before(
        session: &mut Battle<'_>,
        command: &Command,
        moment: Moment<'_, Naval>,
    ) -> Result<Option<Command>, Refusal> {
        match moment {
            Moment::Fallen(state, events) => session.lets_be(state, command, events),
            Moment::Typed { is_final } => session.before_it_is_ruled(command, is_final).map(Some),
        }
    }
    fn finished(
        state: &State,
        command: &Command,
        faces: (&[u8], &Given<Purpose>),
        ending: Ending<'_, Naval>,
    ) -> Option<(Command, Vec<NavalEvent>)> {
        match ending {
            Ending::Stopped => faces::finished(state, command, faces),
            // Up to the segment that has duties left. [3.2]
            Ending::Refused(halt) => passed::as_far_as(state, command, faces.0, halt),
        }
    }
    fn together(
        session: &Battle<'_>,
        state: &State,
        command: &Command,
        known: (&[u8], &Given<Purpose>),
        ask: &Ask<Purpose>,
    ) -> Vec<Ask<Purpose>> {
        // In full reports, each roll is preceded by its sum.
        match (session.telling, &ask.purpose) {
            (Telling::Full, _) => Vec::new(),
            (Telling::Brief, Purpose::Damage(_)) => faces::blows(state, command, known, ask),
            (Telling::Brief, _) => faces::alike(state, command, known, ask, |purpose| session.is_untold(purpose)),
        }
    }
    fn asked(session: &Battle<'_>, question: &Question<'_, Naval>) -> Wording {
        match question {
            Question::Faces { at, asks: [ask], missing, decides } => {
                let above = decides.and_then(|(before, event)| session.numbers(before, event, ask));
                Wording { above, line: session.asked_for_one(at, ask, *missing), may_go_back: false }
            }
            Question::Faces { at, asks, missing, .. } => session.asked_for_several(at, asks, *missing),
            Question::Revealed { since } => Wording { line: revealed_since(*since), ..Wording::default() },
        }
    }
    fn refused(session: Option<&Battle<'_>>, at: &State, command: &Command, halt: NavalHalt) -> Refusal {
        let openly = || Refusal::rules(show::refusal::halt_of(at, command, &halt));
        let Some(session) = session else { return openly() };
        let problem = session.halted_untold(at, &halt).unwrap_or_else(openly);
        let back = session.way_back(command, &halt).or_else(|| session.instead_of_a_range(&halt));
        if back.is_some() { problem.maybe_hint(back) } else { problem }
    }
    fn read_amended(session: &Battle<'_>, deed: &Deed<'_, Naval>, line: &str) -> Result<Change<Naval>, Refusal> {
        if let Some((entry, line)) = session.declaration_of(deed.entry, line)? {
            return Ok(Change::Elsewhere { entry, line });
        }
        if let Some(change) = amended::faces_of_one(deed.at, line)? {
            return Ok(change);
        }
        match notation::changed(deed.at, deed.now, line) {
            Some(typed) => Ok(Change::Whole(typed_order(typed))),
            None => Naval::read(deed.at, line).map(Change::Whole),
        }
    }
    fn told(session: &Battle<'_>, outcome: &Outcome<'_, Naval>) -> Told {
        session.tells(outcome)
    }

    fn face(session: &Battle<'_>) -> Face {
        let reader = &session.seat.reader;
        // No handover is needed for what everyone may see.
        let who = (!reader.is_table()).then(|| session.who());
        let standing = session.banner();
        Face {
            welcome: "`help` lists the commands, `duties` what is owed, Tab completes, Ctrl-D leaves.",
            opening: vec![Told::text(&standing)],
            standing,
            prompt: show::status::prompt(&session.view()),
            reader: Some((session.who().to_owned(), session.seat.passed)),
            is_secret: !reader.is_referee(),
            curtain: who.map(|who| format!("Pass the keyboard to {who}, who presses Enter: ")),
            is_awaited: !reader.is_referee() && session.seat.admirals.is_empty(),
            ..Face::default()
        }
    }
    fn follow(session: &mut Battle<'_>, stage: Stage) -> Result<Option<Followed>, Refusal> {
        if stage == Stage::Leaving { Ok(None) } else { session.admiral_follows() }
    }
}
