//! Steel and Crystal at the table.
mod chances;
mod story;

use serde_json::{Value, json};

use crate::{
    After, Answer, Face, Order, Playable, Problem, Session,
    line::{verb_and_rest, with_dice},
    naval::books,
    story::no_command,
};
use crystal::{
    AreaId, Command, Crystal, General, Phase, Purpose, State, Step, Style,
    notation::{self, SessionWord},
};
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

    fn looks(_: &Session<'_, Crystal>, line: &str) -> bool {
        use SessionWord::*;
        let word = line.split_whitespace().next().and_then(|verb| SessionWord::called(&verb.to_lowercase()));
        word.is_some_and(|word| matches!(word, Help | Rules | Status | Chart | Shop | Ways | Armies | Odds | Why | Log))
    }
    fn answer(session: &mut Session<'_, Crystal>, text: &str) -> Result<Answer, Problem> {
        use SessionWord::*;
        let state = session.state();
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let Some(word) = words.first().and_then(|verb| SessionWord::called(verb)) else { return session.typed(text) };
        match (word, &words[1..]) {
            (Help, []) => Ok(Answer::text(notation::help())),
            (Help, [word, ..]) if !books::is_number(word) => match notation::help_on(&words[1..].join(" ")) {
                Some(page) => Ok(Answer::text(page)),
                None => session.rules(&[&["search"], &words[1..]].concat()),
            },
            (Rules, []) => session.rules(&["SC"]),
            (Rules | Help, asked) => session.rules(asked),
            (Note, []) => Err(Problem::new("a note has words").hint("note the Ogre should have been left alone")),
            (Note, _) => {
                // Something said of the campaign as it stands, kept for its log.
                session.remark(verb_and_rest(text).1)
            }
            (Status, []) => {
                let answer = Answer::text(words::status(state));
                Ok(answer.with(json!({ "turn": state.turn, "phase": state.phase })))
            }
            (Map | Chronicle, _) | (Chart, ["to" | "blank", ..]) => session.draw(text),
            (Hint, []) => session.hint("search"),
            (Hint, [name]) => session.hint(name),
            (Chart, []) => Ok(Answer::text(words::chart(state)).key("chart", words::chart_json(state))),
            (Shop, []) => Ok(Answer::text(words::shop(state)).key("shop", words::shop_json(state))),
            (Ways, []) => Ok(Answer::text(words::ways(state)).key("ways", words::ways_json(state))),
            (Armies, []) => session.armies(state.army_at),
            (Armies, _) => {
                let name = text.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
                let id = notation::area(state, &name, "armies 7").map_err(Problem::from)?;
                session.armies(id)
            }
            (Odds | OddsPlan, _) => session.odds(text),
            (Next, []) => match due(state) {
                Some(command) => session.command(command),
                None => Err(Problem::new("the choice is yours").hint(words::status(state))),
            },
            (
                Status | Hint | Chart | Shop | Ways | Next | Log | Why | Undo | Redo | Amend | Dice | Quit,
                [other, ..],
            ) => {
                let about = word.row().about;
                let hint = if about.is_empty() { words[0] } else { about };
                Err(Problem::new(format!("\"{other}\" is no part of {}", words[0])).hint(hint))
            }
            // Read as words of every session before.
            (Log | Why | Undo | Redo | Amend | Dice | Quit, []) => session.typed(text),
        }
    }

    fn told(
        session: &Session<'_, Crystal>,
        before: &State,
        _: &Command,
        events: &[EventOf<Crystal>],
        _: usize,
    ) -> Answer {
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
    fn question(_: &Session<'_, Crystal>, at: &State, ask: &Ask<Purpose>, _: u16) -> String {
        words::ask(at, ask)
    }

    fn amend_example(_: &Session<'_, Crystal>) -> String {
        "amend 12 because \"wrong area\" buy 1 BD".to_owned()
    }
    fn why(session: &Session<'_, Crystal>, entry: Option<usize>) -> Result<Answer, Problem> {
        let journal = session.journal();
        let deeds = journal.deeds();
        let deed = match entry {
            Some(number) => deeds.iter().find(|deed| deed.entry == number),
            None => deeds.last(),
        };
        let deed = deed.ok_or_else(|| no_command(session.journal(), entry))?;
        let before = journal.state_before(deed.entry);
        let (line, told) = (notation::print(&before, deed.command), told(&before, deed.events));
        Ok(Answer::text(format!("{}  {line}\n{told}", deed.entry)).key("events", json!(deed.events)))
    }
    fn story(session: &Session<'_, Crystal>) -> (String, Value) {
        story(session.journal(), usize::MAX)
    }

    fn face(session: &Session<'_, Crystal>) -> Face {
        let state = session.state();
        let standing = words::status(state);
        Face {
            opening: vec![Answer::text(format!(
                "{}
{standing}",
                words::chart(state)
            ))],
            standing,
            after: After::Standing,
            prompt: words::prompt(state),
            ..Face::default()
        }
    }
    fn completed(known: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let moves = crystal::choices(known).into_iter().map(|command| notation::print(known, &command));
        let words = SessionWord::ALL.iter().map(|word| word.row()).map(|row| match row.slots {
            [] => row.word.to_owned(),
            [..] => format!("{} ", row.word),
        });
        crate::line::completed(moves.chain(words).collect(), line, cursor)
    }
}

impl Session<'_, Crystal> {
    /// Who would stand against whom in an area.
    fn armies(&self, area: AreaId) -> Result<Answer, Problem> {
        let state = self.state();
        known(state, area)?;
        Ok(Answer::text(words::armies(state, area)).key("armies", words::armies_json(state, area)))
    }

    /// Paragraphs by number, or those that a search finds.
    fn rules(&self, asked: &[&str]) -> Result<Answer, Problem> {
        let (text, value) = books::rules_in(self.sources, crystal::rules::AREA.book().unwrap_or_default(), asked)?;
        Ok(Answer::text(text).key("rules", value))
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
