//! Steel and Crystal in a session: the shortest implementation of [`AtTable`].
mod chances;
mod story;

use serde_json::json;

use crate::{
    After, AtTable, Face, Order, Outcome, Question, Refusal, Ruling, Session, Table, Told, Wording, elsewhere,
    line::with_dice,
    naval::books,
    story::{no_command, revealed_since},
};
use crystal::{
    AreaId, Command, Crystal, General, Phase, Reason, State, Step, Style,
    notation::{self, SessionVerb, SessionWord},
};
use play::{HaltOf, Hint, verbs::Nature};
use show::{
    crystal as words,
    help::{self, Columns, Line},
};

pub use story::{story, told};

/// The prefix of the rulebook's paragraphs.
const BOOK: &str = "SC";
/// The rules in brief, at the top of the help. `FACES` is its last line.
const SHORT: &str = "\
Steel and Crystal: one army, one map, one campaign. Take what the scenario names \
before the turns run out.
A turn: event, recruitment, movement, exploration, conflict, conquest. Enter or \
`next` does what needs no choice.
";
const FACES: &str = "Faces thrown on the table follow a line: `fight dice 4`.";
const COLUMNS: Columns = Columns { indent: 2, word: 19, does: 25, other: 17 };

/// What a campaign can be asked to draw.
pub enum Drawing {
    Map { blank: bool, file: Option<String> },
    Chart { blank: bool, file: Option<String> },
    Chronicle { table: bool, maps: bool },
}

/// Returns the roll that is due, if the player has no choice.
pub fn due(state: &State) -> Option<Command> {
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

impl AtTable for Crystal {
    const NAME: &'static str = "crystal";
    type Seat = ();
    type Drawing = Drawing;

    fn nature(line: &str) -> Nature {
        SessionVerb::nature(line)
    }
    fn read(state: &State, line: &str) -> Result<Order<Command>, Refusal> {
        let (line, dice) = with_dice(line)?;
        let command = notation::parse(state, line).map_err(|fault| {
            elsewhere::refused(
                "Steel and Crystal",
                |word| notation::rows().any(|row| row.begins(word)),
                line,
                fault.into(),
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
        crate::line::completed(moves.chain(words).collect(), line, cursor)
    }
    fn answer(session: &mut Session<'_, Crystal>, line: &str) -> Result<Told, Refusal> {
        let amends = || Hint::form("amend 12 because \"wrong area\" buy 1 BD");
        match notation::session_word(session.state(), line) {
            None => session.typed(line),
            Some(Err((verb, fault))) => Err(Session::<Crystal>::misread(verb, line, fault, amends)),
            Some(Ok(word)) => session.word(word),
        }
    }

    fn asked(_: &Session<'_, Crystal>, question: &Question<'_, Crystal>) -> Wording {
        let (above, line) = match question {
            Question::Faces { at, asks: [ask, ..], .. } => (words::how_drawn(ask.sides), words::ask(at, ask)),
            Question::Faces { .. } => Default::default(),
            Question::Revealed { since } => (None, revealed_since(*since)),
        };
        Wording { above, line, may_go_back: true }
    }
    fn refused(_: Option<&Session<'_, Crystal>>, at: &State, _: &Command, halt: HaltOf<Crystal>) -> Refusal {
        let refused = |reason: &_, rule| words::refused(at, reason, rule);
        Refusal::rules(show::ask::halted(&halt, refused, |ask| words::purpose(at, ask)))
    }
    fn told(session: &Session<'_, Crystal>, outcome: &Outcome<'_, Crystal>) -> Told {
        match outcome {
            Outcome::Ruled(Ruling { before, events, .. }) => {
                let state = session.state();
                let keys = json!({ "phase": state.phase, "turn": state.turn, "result": state.result });
                Told::text(told(before, events)).events_of::<Crystal>(events).with(keys)
            }
            Outcome::Amended(amended) => amended.in_full(session, story::each_told, ""),
            other => other.in_common_words(session),
        }
    }

    fn face(session: &Session<'_, Crystal>) -> Face {
        let state = session.state();
        let standing = words::status(state);
        Face {
            welcome: "`help` tells the rules and the commands, Enter rolls what is due, Tab completes, Ctrl-D leaves.",
            opening: vec![Told::text(format!("{}\n{standing}", words::chart(state)))],
            standing,
            after: After::Standing,
            enter: Some("next"),
            prompt: words::prompt(state),
            ..Face::default()
        }
    }
}

/// Returns a campaign's session as the front end sees it.
pub fn at_table<'t>(session: &'t mut Session<'_, Crystal>) -> &'t mut dyn Table {
    session
}

impl Session<'_, Crystal> {
    /// Answers a session command.
    fn word(&mut self, word: SessionWord) -> Result<Told, Refusal> {
        use SessionWord::*;
        let state = self.state();
        match word {
            Help { words: None } => {
                let words = notation::help();
                let words = words.chunks(2).map(|cells| Line::Words(COLUMNS, cells.to_vec()));
                Ok(Told::page(help::page([Line::Says(SHORT)].into_iter().chain(words).chain([Line::Says(FACES)]))))
            }
            Help { words: Some(words) } => match notation::help_on(&words.to_lowercase()) {
                Some(page) => Ok(Told::text(page)),
                None if words.split_whitespace().next().is_some_and(books::is_number) => self.rules(&words),
                None => self.rules(&format!("{} {words}", books::SEARCH)),
            },
            Rules { words } => self.rules(words.as_deref().unwrap_or(BOOK)),
            // A note on the current state, for the log.
            Note { words } => self.remark(&words),
            Status => {
                let answer = Told::text(words::status(state));
                Ok(answer.with(json!({ "turn": state.turn, "phase": state.phase })))
            }
            Map { blank, file } => self.draw(&Drawing::Map { blank, file }),
            Chart { blank: false, file: None } => {
                Ok(Told::text(words::chart(state)).key("chart", words::chart_json(state)))
            }
            Chart { blank, file } => self.draw(&Drawing::Chart { blank, file }),
            Chronicle { table, maps } => self.draw(&Drawing::Chronicle { table, maps }),
            Hint { general } => self.hint(&general.map_or("search".to_owned(), |name| name.to_lowercase())),
            Shop => Ok(Told::text(words::shop(state)).key("shop", words::shop_json(state))),
            Ways => Ok(Told::text(words::ways(state)).key("ways", words::ways_json(state))),
            Armies { area } => self.armies(area.unwrap_or(state.army_at)),
            Odds { of } => self.odds(&of.unwrap_or_default().to_lowercase()),
            OddsPlan { areas, policy } => self.plan(&areas, &policy.unwrap_or_default().to_lowercase()),
            Next => match due(state) {
                Some(command) => self.command(command),
                None => Err(self.not_due()),
            },
            Log => {
                let (text, value) = story(self.journal(), usize::MAX);
                Ok(Told::text(text).key("log", value))
            }
            Why { entry } => self.why(entry),
            Undo(word) | Redo(word) | Amend(word) | Dice(word) | Quit(word) => self.common(word),
        }
    }

    /// Returns why `next` does nothing: the campaign is over, or the player has a choice.
    fn not_due(&self) -> Refusal {
        let state = self.state();
        match state.result {
            Some(ending) => Refusal::rules(words::refused(state, &Reason::Over(ending), ending.rule())),
            None => Refusal::cannot("the choice is yours").hint(words::status(state)),
        }
    }

    /// Shows the sums and dice of an entry, by default the last.
    fn why(&self, entry: Option<usize>) -> Result<Told, Refusal> {
        let journal = self.journal();
        let deeds = journal.deeds();
        let deed = match entry {
            Some(number) => deeds.iter().find(|deed| deed.entry == number),
            None => deeds.last(),
        };
        let deed = deed.ok_or_else(|| no_command(journal, entry))?;
        let before = journal.state_before(deed.entry);
        let (line, told) = (notation::print(&before, deed.command), told(&before, deed.events));
        Ok(Told::text(format!("{}  {line}\n{told}", deed.entry)).key("events", json!(deed.events)))
    }

    /// Shows the armies that would fight in an area.
    fn armies(&self, area: AreaId) -> Result<Told, Refusal> {
        let state = self.state();
        known(state, area)?;
        Ok(Told::text(words::armies(state, area)).key("armies", words::armies_json(state, area)))
    }

    /// Shows paragraphs by number or by a search.
    fn rules(&self, asked: &str) -> Result<Told, Refusal> {
        let asked: Vec<&str> = asked.split_whitespace().collect();
        let (text, value) = books::rules_in(self.sources, BOOK, &asked)?;
        Ok(Told::text(text).key("rules", value))
    }

    /// Shows what a general would order now.
    fn hint(&self, name: &str) -> Result<Told, Refusal> {
        let style = Style::named(name)?;
        let order = General::new(style).order(self.state()).ok_or_else(|| self.not_due())?;
        let line = notation::print(self.state(), &order);
        Ok(Told::text(format!("{line} (the general `{}`)", style.name())).key("hint", json!(line)))
    }
}

/// Refused for an area that is not on the map.
fn known(state: &State, area: AreaId) -> Result<(), Refusal> {
    if state.scenario().area(area).is_some() {
        return Ok(());
    }
    let hint = state.scenario().areas.last().map_or_else(String::new, |last| format!("1 to {}", last.id));
    Err(Refusal::not_there(format!("there is no area {area}")).rule(crystal::rules::AREA).hint(hint))
}
