//! Steel and Crystal in a session: the shortest implementation of [`PlayableGame`].
mod chances;
mod story;

use serde_json::json;

use crate::{
    AfterLine, Answer, LineOutcome, Order, PlayableGame, PromptView, QuestionText, Refusal, RuledCommand, Session,
    SessionQuestion, Table, elsewhere,
    line::split_dice,
    naval::books,
    story::{not_explainable, revealed_since},
};
use crystal::{
    AreaId, Command, Crystal, General, Phase, Reason, State, Step, Style,
    notation::{self, SessionVerb, SessionWord},
};
use play::{Hint, NotDecidedOf, verbs::LineProperties};
use show::{
    crystal as words,
    help::{self, HelpColumns, HelpLine},
};

pub use story::{event_lines, log_of};

/// The prefix of the rulebook's paragraphs.
const RULEBOOK: &str = "SC";
/// The rules in brief, at the top of the help. The help ends with `DICE_HELP`.
const RULES_IN_BRIEF: &str = "\
Steel and Crystal: one army, one map, one campaign. Take what the scenario names \
before the turns run out.
A turn: event, recruitment, movement, exploration, conflict, conquest. Enter or \
`next` does what needs no choice.
";
const DICE_HELP: &str = "Dice rolled at the table follow a line: `fight dice 4`.";
const COLUMNS: HelpColumns = HelpColumns { indent: 2, word: 19, meaning: 25, second_word: 17 };

pub enum CampaignDrawing {
    Map { blank: bool, file: Option<String> },
    Chart { blank: bool, file: Option<String> },
    Chronicle { table: bool, maps: bool },
}

/// Returns the roll that is due, if the player has no choice.
pub fn due_roll(state: &State) -> Option<Command> {
    match (state.phase, state.field.step) {
        (Phase::Event, _) => Some(Command::Event),
        (Phase::Exploration, _) => Some(Command::Explore),
        (Phase::Conflict, Step::Idle) => Some(Command::Battle),
        (Phase::Conflict, Step::Magic) => Some(Command::Magic),
        (Phase::Conflict, Step::Clash) => Some(Command::Fight),
        (Phase::Conflict, Step::Spell | Step::Losses { .. } | Step::Over) => None,
        (Phase::Loss { .. } | Phase::Recruitment | Phase::Movement, _) => None,
        (Phase::Retreat | Phase::Conquest | Phase::Over, _) => None,
    }
}

impl PlayableGame for Crystal {
    const NAME: &'static str = "crystal";
    type Seat = ();
    type Drawing = CampaignDrawing;

    fn nature(line: &str) -> LineProperties {
        SessionVerb::properties(line)
    }
    fn read(state: &State, line: &str) -> Result<Order<Command>, Refusal> {
        let (line, dice) = split_dice(line)?;
        let command = notation::parse(state, line).map_err(|error| {
            elsewhere::refuse(
                "Steel and Crystal",
                |word| notation::rows().any(|row| row.begins(word)),
                line,
                error.into(),
            )
        })?;
        Ok(Order { command, dice, is_final: true })
    }
    fn print(state: &State, command: &Command) -> String {
        notation::print(state, command)
    }
    fn complete(known: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let moves = crystal::choices(known).into_iter().map(|command| notation::print(known, &command));
        let words = SessionVerb::ALL.iter().map(|word| word.row()).map(|row| match row.slots {
            [] => row.word.to_owned(),
            [..] => format!("{} ", row.word),
        });
        crate::line::complete_lines(moves.chain(words).collect(), line, cursor)
    }
    fn answer(session: &mut Session<'_, Crystal>, line: &str) -> Result<Answer, Refusal> {
        let amend_example = || Hint::form("amend 12 because \"wrong area\" buy 1 BD");
        match notation::session_word(session.state(), line) {
            None => session.carry_out_typed(line),
            Some(Err((verb, error))) => Err(Session::<Crystal>::refuse_command(verb, line, error, amend_example)),
            Some(Ok(word)) => session.answer_session_command(word),
        }
    }

    fn word_question(_: &Session<'_, Crystal>, question: &SessionQuestion<'_, Crystal>) -> QuestionText {
        let (above, line) = match question {
            SessionQuestion::Faces { at, requests: [request, ..], .. } => {
                (words::drawing_method(request.sides), words::dice_prompt(at, request))
            }
            SessionQuestion::Faces { .. } => Default::default(),
            SessionQuestion::Revealed { since } => (None, revealed_since(*since)),
        };
        QuestionText { above, line, may_go_back: true }
    }
    fn refusal_of(_: Option<&Session<'_, Crystal>>, at: &State, _: &Command, halt: NotDecidedOf<Crystal>) -> Refusal {
        let refused = |reason: &_, rule| words::refusal(at, reason, rule);
        Refusal::rules(show::dice_prompts::halt_error(&halt, refused, |request| words::purpose(at, request)))
    }
    fn report(session: &Session<'_, Crystal>, outcome: &LineOutcome<'_, Crystal>) -> Answer {
        match outcome {
            LineOutcome::Ruled(RuledCommand { before, events, .. }) => {
                let state = session.state();
                let keys = json!({ "phase": state.phase, "turn": state.turn, "result": state.result });
                Answer::text(event_lines(before, events)).with_game_events::<Crystal>(events).with_keys(keys)
            }
            LineOutcome::Amended(amended) => amended.full_report(session, story::each_event_line, ""),
            other => other.common_text(session),
        }
    }

    fn prompt_view(session: &Session<'_, Crystal>) -> PromptView {
        let state = session.state();
        let status_text = words::status(state);
        PromptView {
            welcome: "`help` shows the rules and commands, Enter makes due rolls, Tab completes, Ctrl-D quits.",
            opening: vec![Answer::text(format!("{}\n{status_text}", words::chart_text(state)))],
            status: status_text,
            shown_after: AfterLine::Status,
            empty_line_means: Some("next"),
            prompt: words::prompt(state),
            ..PromptView::default()
        }
    }
}

pub fn as_table<'t>(session: &'t mut Session<'_, Crystal>) -> &'t mut dyn Table {
    session
}

impl Session<'_, Crystal> {
    fn answer_session_command(&mut self, word: SessionWord) -> Result<Answer, Refusal> {
        use SessionWord::*;
        let state = self.state();
        match word {
            Help { words: None } => {
                let words = notation::help();
                let words = words.chunks(2).map(|cells| HelpLine::Words(COLUMNS, cells.to_vec()));
                Ok(Answer::page(help::help_page(
                    [HelpLine::Text(RULES_IN_BRIEF)].into_iter().chain(words).chain([HelpLine::Text(DICE_HELP)]),
                )))
            }
            Help { words: Some(words) } => match notation::help_on(&words.to_lowercase()) {
                Some(page) => Ok(Answer::text(page)),
                None if words.split_whitespace().next().is_some_and(books::is_number) => self.rules(&words),
                None => self.rules(&format!("{} {words}", books::SEARCH)),
            },
            Rules { words } => self.rules(words.as_deref().unwrap_or(RULEBOOK)),
            Note { words } => self.add_note(&words),
            Status => {
                let answer = Answer::text(words::status(state));
                Ok(answer.with_keys(json!({ "turn": state.turn, "phase": state.phase })))
            }
            Map { blank, file } => self.draw(&CampaignDrawing::Map { blank, file }),
            Chart { blank: false, file: None } => {
                Ok(Answer::text(words::chart_text(state)).with_key("chart", words::chart_json(state)))
            }
            Chart { blank, file } => self.draw(&CampaignDrawing::Chart { blank, file }),
            Chronicle { table, maps } => self.draw(&CampaignDrawing::Chronicle { table, maps }),
            Hint { general } => self.hint(&general.map_or("search".to_owned(), |name| name.to_lowercase())),
            Shop => Ok(Answer::text(words::shop_text(state)).with_key("shop", words::shop_json(state))),
            Ways => Ok(Answer::text(words::routes(state)).with_key("ways", words::routes_json(state))),
            Armies { area } => self.armies(area.unwrap_or(state.army_at)),
            Odds { of } => self.odds(&of.unwrap_or_default().to_lowercase()),
            OddsPlan { areas, policy } => self.plan_odds(&areas, &policy.unwrap_or_default().to_lowercase()),
            Next => match due_roll(state) {
                Some(command) => self.carry_out_command(command),
                None => Err(self.nothing_due()),
            },
            Log => {
                let (text, value) = log_of(self.journal(), usize::MAX);
                Ok(Answer::text(text).with_key("log", value))
            }
            Why { entry } => self.explain_entry(entry),
            Undo(word) | Redo(word) | Amend(word) | Dice(word) | Quit(word) => self.answer_common(word),
        }
    }

    /// Returns why `next` does nothing: the campaign is over, or the player has a choice.
    fn nothing_due(&self) -> Refusal {
        let state = self.state();
        match state.result {
            Some(ending) => Refusal::rules(words::refusal(state, &Reason::Over(ending), ending.rule())),
            None => Refusal::cannot("You must choose.").hint(words::status(state)),
        }
    }

    /// Shows the sums and dice of an entry, by default the last.
    fn explain_entry(&self, entry: Option<usize>) -> Result<Answer, Refusal> {
        let journal = self.journal();
        let commands = journal.commands();
        let applied = match entry {
            Some(number) => commands.iter().find(|applied| applied.entry == number),
            None => commands.last(),
        };
        let applied = applied.ok_or_else(|| not_explainable(journal, entry))?;
        let before = journal.state_before(applied.entry);
        let (line, lines) = (notation::print(&before, applied.command), event_lines(&before, applied.events));
        Ok(Answer::text(format!("{}  {line}\n{lines}", applied.entry)).with_key("events", json!(applied.events)))
    }

    /// Shows the armies that would fight in an area.
    fn armies(&self, area: AreaId) -> Result<Answer, Refusal> {
        let state = self.state();
        check_area(state, area)?;
        Ok(Answer::text(words::armies_text(state, area)).with_key("armies", words::armies_json(state, area)))
    }

    /// Shows paragraphs by number or by a search.
    fn rules(&self, words: &str) -> Result<Answer, Refusal> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let (text, value) = books::rules_in(self.sources, RULEBOOK, &words)?;
        Ok(Answer::text(text).with_key("rules", value))
    }

    /// Shows what a general would order now.
    fn hint(&self, name: &str) -> Result<Answer, Refusal> {
        let style = Style::from_name(name)?;
        let order = General::new(style).order(self.state()).ok_or_else(|| self.nothing_due())?;
        let line = notation::print(self.state(), &order);
        Ok(Answer::text(format!("{line} (the general `{}`)", style.name())).with_key("hint", json!(line)))
    }
}

/// Refuses an area that is not on the map.
fn check_area(state: &State, area: AreaId) -> Result<(), Refusal> {
    if state.scenario().area(area).is_some() {
        return Ok(());
    }
    let hint = state.scenario().areas.last().map_or_else(String::new, |last| format!("1 to {}", last.id));
    Err(Refusal::not_there(format!("There is no area {area}.")).rule(crystal::rules::AREA).hint(hint))
}
