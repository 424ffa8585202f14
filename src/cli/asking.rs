//! Dice asked for at a terminal, one throw at a time, the numbers first.
use super::{
    hand::Hand,
    output,
    problem::Problem,
    prompt::{self, Typed},
    session::Session,
};
use naval::{Command, Naval, NavalEvent, Purpose, State, notation};
use play::{self, Ask, Source};

/// The faces of one command as they are given, answer by answer.
pub struct Asking {
    pub faces: Vec<u8>,
    /// How many faces there were before each answer.
    before: Vec<usize>,
    /// The numbers shown last: they are not said twice.
    told: Option<String>,
    /// Nothing more is answered, by Ctrl-C or by Ctrl-D: what was finished stands.
    pub stopped: bool,
}

impl Asking {
    /// Begins with the faces typed in the command itself.
    pub fn new(faces: Vec<u8>) -> Asking {
        Asking { faces, before: Vec::new(), told: None, stopped: false }
    }

    /// Shows the numbers, then asks for the faces that are missing. `<` takes back the answer before this one.
    ///
    /// # Errors
    /// The command is taken back: by `<` at its first question, by Ctrl-C, or by Ctrl-D, which leaves as well.
    pub fn ask(
        &mut self,
        session: &Session,
        ask: &Ask<Purpose>,
        missing: u16,
        needs: Option<String>,
    ) -> Result<(), Problem> {
        if let Some(numbers) = needs.filter(|numbers| self.told.as_ref() != Some(numbers)) {
            output::aside(&numbers);
            self.told = Some(numbers);
        }
        let more = if missing < ask.count { format!(", {missing} more") } else { String::new() };
        loop {
            let text = match prompt::once(&format!("{}{more}: ", show::ask(session.state(), ask)))? {
                Typed::Line(text) if text.trim() == "<" => match self.before.pop() {
                    Some(faces) => {
                        self.faces.truncate(faces);
                        return Ok(());
                    }
                    None => return Err(taken_back()),
                },
                Typed::Line(text) => text,
                Typed::Interrupted => {
                    self.stopped = true;
                    return Err(taken_back());
                }
                Typed::End => {
                    self.stopped = true;
                    session.leave();
                    return Err(taken_back());
                }
            };
            match faces(&text, ask.sides) {
                Some(typed) if !typed.is_empty() && typed.len() <= usize::from(missing) => {
                    self.before.push(self.faces.len());
                    self.faces.extend(typed);
                    return Ok(());
                }
                Some(_) | None => {
                    let (dice, back) = (if missing == 1 { "face is" } else { "faces are" }, self.goes_back());
                    let sides = ask.sides;
                    output::aside(&format!("{missing} more {dice} needed of a D{sides}, from 1 to {sides} ({back})."));
                }
            }
        }
    }

    fn goes_back(&self) -> &'static str {
        if self.before.is_empty() { "`<` takes the command back" } else { "`<` goes back one throw" }
    }
}

/// Faces of a die, parted by spaces or commas; `None` when one of them is no face of it.
pub fn faces(text: &str, sides: u8) -> Option<Vec<u8>> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok().filter(|face| notation::face(sides, *face).is_some())).collect()
}

/// What is finished of fire when nothing more is answered: the salvoes whose dice have all been given.
pub fn finished(state: &State, command: &Command, faces: &[u8]) -> Option<(Command, Vec<NavalEvent>)> {
    let Command::Fire { units, apart } = command else { return None };
    let declared = state.declarations.iter().filter(|one| !one.fired).count();
    let most = u8::try_from(declared).unwrap_or(u8::MAX);
    (1..=most).rev().find_map(|salvoes| {
        let some = Command::FireSome { units: units.clone(), apart: *apart, salvoes };
        let events = play::decide::<Naval>(state, &some, &mut Hand::typed(faces)).ok()?;
        events.iter().any(|event| !event.dice.is_empty()).then_some((some, events))
    })
}

/// The answer to a command that a person took back.
pub fn taken_back() -> Problem {
    Problem::new("the command is taken back; nothing has changed")
}

/// The numbers that the next dice of a command will be held against, and where they come from.
///
/// The ruling itself is made with the faces known so far and any others after them; the first event that rests on one of
/// these others is the one that asks.
pub fn needs(state: &State, command: &Command, faces: &[u8], ask: &Ask<Purpose>) -> Option<String> {
    let events = play::decide::<Naval>(state, command, &mut Hand::supposed(faces)).ok()?;
    let supposed = |event: &NavalEvent| event.dice.iter().any(|roll| roll.source == Source::Thrown);
    numbers(state, &events, supposed, ask)
}

/// The numbers of the first event that `asks`, of the events of one command.
pub fn numbers(
    state: &State,
    events: &[NavalEvent],
    asks: impl Fn(&NavalEvent) -> bool,
    ask: &Ask<Purpose>,
) -> Option<String> {
    let at = events.iter().position(asks)?;
    let mut before = state.clone();
    play::apply_all::<Naval>(&mut before, &events[..at]);
    show::needs(&before, &events[at], &ask.purpose)
}
