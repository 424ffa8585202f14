//! Steel and Crystal at the table.
mod chances;
mod story;

use serde_json::{Value, json};

use crate::{Answer, Order, Playable, Problem, Session, line::with_dice};
use crystal::{AreaId, Command, Crystal, General, Phase, Purpose, State, Step, Style, notation};
use play::{Ask, EventOf, HaltOf};
use show::crystal as words;

pub use story::{story, told};

/// What needs no choice of the player's: a roll that is due.
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

impl Playable for Crystal {
    const NAME: &'static str = "crystal";
    const WELCOME: &'static str =
        "`help` tells the rules and the commands, Enter rolls what is due, Tab completes, Ctrl-D leaves.";
    const ENTER: Option<&'static str> = Some("next");
    type Seat = ();

    fn read(state: &State, text: &str) -> Result<Order<Command>, Problem> {
        let (line, dice) = with_dice(text)?;
        let command = notation::parse(state, line)?;
        Ok(Order { command, dice, is_final: true })
    }
    fn print(state: &State, command: &Command) -> String {
        notation::print(state, command)
    }

    fn answer(session: &mut Session<'_, Crystal>, text: &str) -> Result<Answer, Problem> {
        let state = session.state();
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        match words[..] {
            ["help", ..] => Ok(Answer::text(notation::help())),
            ["status" | "duties"] => {
                let answer = Answer::text(words::status(state));
                Ok(answer.with(json!({ "turn": state.turn, "phase": state.phase })))
            }
            ["map", ..] | ["chart", "to" | "blank", ..] | ["chronicle", ..] => session.draw(text),
            ["hint"] => session.hint("search"),
            ["hint", name] => session.hint(name),
            ["chart"] => Ok(Answer::text(words::chart(state)).key("chart", words::chart_json(state))),
            ["shop"] => Ok(Answer::text(words::shop(state)).key("shop", words::shop_json(state))),
            ["ways"] => Ok(Answer::text(words::ways(state)).key("ways", words::ways_json(state))),
            ["armies"] => session.armies(state.army_at),
            ["armies", ..] => {
                let name = text.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
                let id = notation::area(state, &name, "armies 7").map_err(Problem::from)?;
                session.armies(id)
            }
            ["odds", ..] => session.odds(text),
            ["next"] => match due(state) {
                Some(command) => session.command(command),
                None => Err(Problem::new("the choice is yours").hint(words::status(state))),
            },
            _ => match no_part(&words) {
                Some(problem) => Err(problem),
                None => session.typed(text),
            },
        }
    }

    fn told(session: &Session<'_, Crystal>, before: &State, _: &Command, events: &[EventOf<Crystal>]) -> Answer {
        let state = session.state();
        let keys = json!({ "phase": state.phase, "turn": state.turn, "result": state.result });
        Answer::text(told(before, events)).events::<Crystal>(events).with(keys)
    }
    fn each_told(state: &State, events: &[EventOf<Crystal>]) -> Vec<String> {
        story::each_told(state, events)
    }
    fn halted(state: &State, _: &Command, halt: HaltOf<Crystal>) -> Problem {
        show::halted(&halt, |reason, rule| words::refused(state, reason, rule), |ask| words::purpose(state, ask)).into()
    }
    fn question(at: &State, ask: &Ask<Purpose>, _: u16) -> String {
        words::ask(at, ask)
    }

    fn amend_example(_: &State) -> String {
        "amend 12 because \"wrong area\" buy 1 BD".to_owned()
    }
    fn why(session: &Session<'_, Crystal>, entry: Option<usize>) -> Result<Answer, Problem> {
        let journal = session.journal();
        let deeds = journal.deeds();
        let deed = match entry {
            Some(number) => deeds.iter().find(|deed| deed.entry == number),
            None => deeds.last(),
        };
        let missing = || Problem::new("that is no command in force").hint("`log` shows the numbers");
        let deed = deed.ok_or_else(missing)?;
        let before = journal.state_before(deed.entry);
        let (line, told) = (notation::print(&before, deed.command), told(&before, deed.events));
        Ok(Answer::text(format!("{}  {line}\n{told}", deed.entry)).key("events", json!(deed.events)))
    }
    fn story(session: &Session<'_, Crystal>) -> (String, Value) {
        story(session.journal(), usize::MAX)
    }

    fn standing(session: &Session<'_, Crystal>) -> String {
        words::status(session.state())
    }
    fn opening(session: &Session<'_, Crystal>) -> Vec<Answer> {
        let state = session.state();
        vec![Answer::text(format!("{}\n{}", words::chart(state), words::status(state)))]
    }
    fn shown_after(session: &Session<'_, Crystal>, answer: &Answer) -> Vec<Answer> {
        if answer.events.is_empty() { Vec::new() } else { vec![Answer::text(words::status(session.state()))] }
    }
    fn prompt(session: &Session<'_, Crystal>) -> String {
        words::prompt(session.state())
    }
    fn completed(known: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let moves = crystal::choices(known).into_iter().map(|command| notation::print(known, &command));
        let words = notation::SESSION.iter().map(|row| match row.slots {
            [] => row.word.to_owned(),
            [..] => format!("{} ", row.word),
        });
        crate::line::completed(moves.chain(words).collect(), line, cursor)
    }
}

/// What is wrong with a second word, where the first is one of the session's.
fn no_part(words: &[&str]) -> Option<Problem> {
    let [verb, other, ..] = words else { return None };
    let row = notation::session_word(verb)?;
    let hint = if row.about.is_empty() { verb } else { row.about };
    Some(Problem::new(format!("\"{other}\" is no part of {verb}")).hint(hint))
}

impl Session<'_, Crystal> {
    /// Who would stand against whom in an area.
    fn armies(&self, area: AreaId) -> Result<Answer, Problem> {
        let state = self.state();
        known(state, area)?;
        Ok(Answer::text(words::armies(state, area)).key("armies", words::armies_json(state, area)))
    }

    /// What a general would order now.
    fn hint(&self, name: &str) -> Result<Answer, Problem> {
        let style = Style::named(name).map_err(Problem::from)?;
        let over = || Problem::new("the campaign is over").hint("undo, or chronicle");
        let order = General::new(style).order(self.state()).ok_or_else(over)?;
        let line = notation::print(self.state(), &order);
        Ok(Answer::text(format!("{line} (the general `{}`)", style.name())).key("hint", json!(line)))
    }
}

/// Whether there is such an area on the map.
fn known(state: &State, area: AreaId) -> Result<(), Problem> {
    if state.scenario().area(area).is_some() {
        return Ok(());
    }
    let hint = state.scenario().areas.last().map_or_else(String::new, |last| format!("1 to {}", last.id));
    Err(Problem::new(format!("there is no area {area}")).rule(Some(crystal::rules::AREA)).hint(hint))
}
