//! Coal, and the Kaiser in a session. Begin with the [`PlayableGame`] implementation below. Its parts:
//! - a line: `line` reads and gives it, `expand` makes commands, `before_command` asks and lets admirals act first,
//!   `completion` adds salts and cards, `questions` and `dice_questions` ask, `permissions` says who may, `skipped`,
//!   `suspects` and `hints` warn, `reports` and `out_of_turn` tell the result
//! - orders of several ships or lines: `joint_declarations`, `obey`, `take`, `file_orders`, `held_orders`, `turn_file`
//! - correcting: `fire_amendments`, `amendment_reports`
//! - computer players and seats: `admirals`, `advice`, `seat`, `seals`, `password`
//! - looking: `queries`, `why`, `odds`, `log`, `books`, `moment`
//! - pages, books and sheets: `walk`, `follower`, `turn_sheet`, `what_if`
//!
//! From the outside in, a line goes through `carry_out_line` (one command) or `carry_out_orders` (several),
//! `carry_out_with_admirals`, `carry_out`, and `decide_and_record`. `carry_out_as_referee` gives an admiral's order.
mod admirals;
mod advice;
pub mod advice_brief;
mod advice_terms;
mod amendment_reports;
mod before_command;
pub mod books;
mod completion;
mod dice_questions;
mod expand;
mod file_orders;
mod fire_amendments;
mod follower;
mod held_orders;
mod hints;
mod joint_declarations;
mod line;
mod log;
mod moment;
mod obey;
pub mod odds;
mod out_of_turn;
mod password;
mod permissions;
mod queries;
mod questions;
mod reports;
mod seals;
mod seat;
mod skipped;
mod suspects;
mod take;
mod turn_file;
mod turn_sheet;
mod walk;
mod what_if;
mod why;

use std::borrow::Cow;

use crate::{
    AmendedCommand, Answer, AskPoint, AutomaticStep, DiceOwner, EarlyDice, EarlyEnd, EntryCorrection, LineOutcome,
    Order, Permission, PlayableGame, PromptView, QuestionText, Refusal, RulingDetail, Session, SessionQuestion, Stage,
    Table, story::revealed_since,
};
use naval::{
    Command, Naval, NavalEvent, NavalHalt, Reason, State,
    model::Purpose,
    notation::{self, Line, MapRequest, MirrorRequest, Order as Meaning, PrintRequest},
    view,
};
use play::{DiceRequest, Hint, verbs::LineProperties};

pub use admirals::Admiral;
pub use advice::reasons;
use expand::{firing_refusal, not_an_order, order_from};
pub use follower::Follower;
pub use log::{LogScope, log_of};
pub use moment::{BattleAt, Moment, TurnSegment, battle_at, commands_before, effective_state_until, entry_shown_to};
pub use password::{RefereePassword, current_password};
pub use queries::{COMMAND_GROUPS, no_war_refusal, verdict_and_points};
pub use seals::count_seals;
pub use seat::{BattleSeat, is_of_this_edition, player_json, players_in_header, players_seated_later};
pub use turn_file::SheetSecret;
pub use turn_sheet::turn_sheet;
pub use walk::{for_each_book_step, for_each_step};
pub use what_if::{BranchPoint, branch_point};

pub enum Drawing {
    Map(MapRequest),
    Print(PrintRequest),
    /// The mirror: HTML pages of the current state, for everybody and for each side.
    Mirror(MirrorRequest),
}

type BattleSession<'s> = Session<'s, Naval>;

pub fn as_table<'t>(session: &'t mut BattleSession<'_>) -> &'t mut dyn Table {
    session
}

impl PlayableGame for Naval {
    const NAME: &'static str = "naval";
    type Seat = BattleSeat;
    type Drawing = Drawing;

    fn nature(line: &str) -> LineProperties {
        notation::line_properties(line)
    }
    fn read(state: &State, line: &str) -> Result<Order<Command>, Refusal> {
        let in_line = |fault| Refusal::in_line(line, fault);
        let Line::Orders(phrases) = notation::split_line(state, line).map_err(in_line)? else {
            return Err(not_an_order());
        };
        let [phrase] = &phrases[..] else {
            return Err(Refusal::read("Only one order is possible here.").hint("type each separately"));
        };
        if let Some(refusal) = phrase.bare_verb().and_then(|verb| firing_refusal(state, verb)) {
            return Err(refusal);
        }
        match phrase.read(state, None).map_err(in_line)? {
            Meaning::Command(typed) => Ok(order_from(typed)),
            Meaning::Question(_) | Meaning::Straight { .. } | Meaning::Again => Err(not_an_order()),
            Meaning::Volley(_) | Meaning::Ranges(_) => Ok(order_from(phrase.command(state, None).map_err(in_line)?)),
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
    fn is_command_line(session: &BattleSession<'_>, line: &str) -> bool {
        session.is_line(line)
    }
    fn answer(session: &mut BattleSession<'_>, line: &str) -> Result<Answer, Refusal> {
        session.answer(line)
    }
    fn answer_block(session: &mut BattleSession<'_>, lines: Vec<String>) -> Result<Answer, Refusal> {
        session.take_block(&lines)
    }

    fn known_state<'s>(session: &'s BattleSession<'_>) -> Cow<'s, State> {
        let state = session.state();
        session.seat.viewer.knows_as().map_or(Cow::Borrowed(state), |side| Cow::Owned(view::known_to(state, &side)))
    }
    fn whose_dice(session: &BattleSession<'_>, command: &Command) -> DiceOwner {
        // An admiral's guns fire together with the person's. [3.3.5]
        let fires = matches!(command, Command::Fire { .. } | Command::FireSome { .. });
        if fires && session.seat.plays_against_admirals() { DiceOwner::OfOthersToo } else { DiceOwner::Own }
    }
    fn may(session: &BattleSession<'_>, act: Permission<'_>) -> Result<(), Refusal> {
        match act {
            Permission::Begin(verb) => session.may_begin(verb),
            Permission::ActAsReferee => session.referee_only(),
            Permission::Amend => session.may_amend(),
            Permission::Reevaluate { entry, amended } => session.check_reevaluation(entry, amended),
        }
    }
    fn undo_from(session: &BattleSession<'_>, named: Option<usize>) -> Result<usize, Refusal> {
        session.undo_entry(named)
    }
    fn redo_to(session: &BattleSession<'_>, named: Option<usize>) -> Result<usize, Refusal> {
        session.entry_to_change(named, "redo", |session, to| session.redo_to(to))
    }
    fn expand(
        session: &BattleSession<'_>,
        state: &State,
        order: &Order<Command>,
        amended: Option<usize>,
    ) -> Result<Command, Refusal> {
        let command = session.complete(state, &order.command)?;
        if let Some(entry) = amended {
            session.check_amendment(entry, state, &command)?;
            return Ok(session.keep_salts(entry, command));
        }
        session.may_order(&command)?;
        session.may_type(order.dice.as_deref())?;
        Ok(command)
    }
    fn ask_choices(
        session: &mut BattleSession<'_>,
        command: &Command,
        moment: AskPoint<'_, Naval>,
    ) -> Result<Option<Command>, Refusal> {
        match moment {
            AskPoint::Rolled(state, events) => session.ask_torpedo_attack(state, command, events),
            AskPoint::Typed { is_final } => session.complete_by_questions(command, is_final).map(Some),
        }
    }
    fn finished_part(
        state: &State,
        command: &Command,
        faces: (&[u8], &EarlyDice<Purpose>),
        ending: EarlyEnd<'_, Naval>,
    ) -> Option<(Command, Vec<NavalEvent>)> {
        match ending {
            EarlyEnd::Stopped => dice_questions::finished_salvoes(state, command, faces),
            // Shortens the refused `next` to the first segment with duties left. [3.2]
            EarlyEnd::Refused(halt) => skipped::shorten_next(state, command, faces.0, halt),
        }
    }
    fn joint_rolls(
        session: &BattleSession<'_>,
        state: &State,
        command: &Command,
        known: (&[u8], &EarlyDice<Purpose>),
        request: &DiceRequest<Purpose>,
    ) -> Vec<DiceRequest<Purpose>> {
        // Full reports print a roll's calculation before asking for it, so each roll is asked for alone.
        match (session.detail, &request.purpose) {
            (RulingDetail::Full, _) => Vec::new(),
            (RulingDetail::Brief, Purpose::Damage(_)) => dice_questions::damage_rolls(state, command, known, request),
            (RulingDetail::Brief, _) => {
                dice_questions::joint_fire_rolls(state, command, known, request, |purpose| session.is_secret(purpose))
            }
        }
    }
    fn word_question(session: &BattleSession<'_>, question: &SessionQuestion<'_, Naval>) -> QuestionText {
        match question {
            SessionQuestion::Faces { at, requests: [request], missing, pending } => {
                let above = pending.and_then(|(before, event)| session.target_numbers(before, event, request));
                QuestionText { above, line: session.word_roll_question(at, request, *missing), may_go_back: false }
            }
            SessionQuestion::Faces { at, requests, missing, .. } => session.word_joint_question(at, requests, *missing),
            SessionQuestion::Revealed { since } => {
                QuestionText { line: revealed_since(*since), ..QuestionText::default() }
            }
        }
    }
    fn refusal_of(session: Option<&BattleSession<'_>>, state: &State, command: &Command, halt: NavalHalt) -> Refusal {
        let open_refusal = || Refusal::rules(show::refusal::order_error(state, command, &halt));
        let Some(session) = session else { return open_refusal() };
        let refusal = session.secret_halt(state, &halt).unwrap_or_else(open_refusal);
        let better_hint = session.hint_to_go_back(command, &halt).or_else(|| session.no_range_hint(&halt));
        let better_hint = better_hint.or_else(|| session.held_fire_hint(&halt));
        if better_hint.is_some() { refusal.maybe_hint(better_hint) } else { refusal }
    }
    fn hint_instead_of(entry: usize, at: &State, command: &Command, reason: &Reason) -> Option<Hint> {
        // A range measured after the entry does not count in it.
        if let (Reason::NoRange { .. }, Command::Target(_)) = (reason, command) {
            let form = format!("amend {entry} {} range ...", notation::print(at, command));
            return Some("type " + Hint::form(form) + " with the measured range.");
        }
        let Reason::Blocked { .. } = reason else { return None };
        Some("to take it back: " + Hint::line(format!("amend {entry} because \"a slip\" note \"no shot\"")))
    }
    fn read_amended(
        session: &BattleSession<'_>,
        amended: &AmendedCommand<'_, Naval>,
        line: &str,
    ) -> Result<EntryCorrection<Naval>, Refusal> {
        if let Some((entry, line)) = session.declaration_of(amended.entry, line)? {
            return Ok(EntryCorrection::Elsewhere { entry, line });
        }
        if let Some(change) = amendment_reports::unit_dice_correction(amended.at, line)? {
            return Ok(change);
        }
        match notation::amended_command(amended.at, amended.command, line) {
            Some(typed) => Ok(EntryCorrection::Command(order_from(typed))),
            None => Naval::read(amended.at, line).map(EntryCorrection::Command),
        }
    }
    fn report(session: &BattleSession<'_>, outcome: &LineOutcome<'_, Naval>) -> Answer {
        session.report(outcome)
    }

    fn prompt_view(session: &BattleSession<'_>) -> PromptView {
        let reader = &session.seat.viewer;
        // No handover is needed for what everyone may see.
        let viewer = (!reader.is_table()).then(|| session.viewer_name());
        let banner = session.banner();
        PromptView {
            welcome: "`help` lists commands, `duties` what to do next. Tab completes, Ctrl-D quits.",
            opening: [session.opening_lines(), Some(banner.clone()), session.held_note()]
                .into_iter()
                .flatten()
                .map(Answer::text)
                .collect(),
            status: banner,
            prompt: session.prompt(),
            viewer: Some((session.viewer_name().to_owned(), session.seat.handovers)),
            is_secret: !reader.is_referee(),
            curtain_question: viewer.map(|viewer| format!("Pass the keyboard to {viewer}, who presses Enter: ")),
            is_awaited: !reader.is_referee() && session.seat.admirals.is_empty(),
            ..PromptView::default()
        }
    }
    fn next_automatic_step(session: &mut BattleSession<'_>, stage: Stage) -> Result<Option<AutomaticStep>, Refusal> {
        if stage == Stage::Leaving {
            return Ok(None);
        }
        match session.next_turn_file_step()? {
            None => session.next_admiral_step(),
            step => Ok(step),
        }
    }
}
