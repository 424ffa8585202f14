//! A line to a command and back, what may follow it, and what its verb is asked for.
use super::{
    example as examples,
    kind::{Kind, Reader, Row},
    names::{Found, Names, Sort},
    read::{led, name, name_or},
    rows::{session::SessionWord, slots::TO},
    verb::{Verb, spell, target as declaration},
};
use crate::{Command, Id, Setup, SideId, State, Target};
use play::{
    Fault,
    verbs::{self, Offer, Question, Speaker, Word, fill, reader, words},
};

/// A line understood.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    pub command: Command,
    /// Faces typed after `dice`, in the order in which the procedure needs them; see [`play::verbs::face`].
    pub dice: Option<Vec<u8>>,
    /// `fire ... declared`: whoever has not declared stays silent, said with the fire itself. [3.3.5]
    pub declared: bool,
}

/// Every verb of the prompt, in the order in which help lists them: orders, then the words of the session.
pub fn rows() -> impl Iterator<Item = &'static Row> + Clone {
    // Another form of a verb has no help of its own.
    let orders = Verb::ALL.iter().map(|verb| verb.row()).filter(|row| !row.says.is_empty());
    orders.chain(SessionWord::ALL.iter().map(|word| word.row()))
}

/// The verb that a word means: in full, by a short form, or cut to an unambiguous start; a fault names the nearest verb, or
/// those between which the word leaves the choice.
pub fn verb(word: &str) -> Result<&'static Row, Fault> {
    verbs::find(rows(), &word.to_lowercase(), 0..word.len())
}

/// The word to the session that is meant, if it is no order.
pub fn session_word(word: &str) -> Option<SessionWord> {
    let row = verb(word).ok().filter(|row| row.speaker == Speaker::Session)?;
    SessionWord::called(row.word)
}

/// Whether a `;` may be part of what a verb takes: words of the referee's own, or plots of several turns.
pub fn holds_semicolons(row: &Row) -> bool {
    row.word == Verb::Preplot.row().word || row.slots.iter().any(|slot| matches!(slot.kind, Kind::Text))
}

/// Whether a word is the verb of what the tape shows, which may also ask what lies between two ships.
pub fn is_measure(word: &str) -> bool {
    verb(word).is_ok_and(|row| row.word == Verb::Measure.row().word)
}

/// Whether a word is the verb of plots.
pub fn is_plot(word: &str) -> bool {
    verb(word).is_ok_and(|row| row.word == Verb::Plot.row().word)
}

/// The page of one verb, its examples with ships of this battle; none when the word is no verb.
pub fn help(state: &State, word: &str) -> Option<String> {
    verb(word).ok().map(|row| verbs::page(row, &examples::on_page(state, row.example)))
}

/// The example of a verb, with ships, divisions and sides of this battle.
pub fn example(state: &State, verb: &str) -> String {
    let row = rows().find(|row| row.is_called(verb));
    row.map_or_else(|| verb.to_owned(), |row| examples::of(state, row.example))
}

/// Reads a line as an order.
///
/// Pure: the same line against the same names gives the same order, and nothing is judged but the words.
///
/// # Errors
/// [`Fault`] with the place in the line: an unknown verb or name, a name that may be several, a number that is none or
/// beyond any table, a word too many or too few, a face that no die has.
pub fn parse(state: &State, line: &str) -> Result<Typed, Fault> {
    let mut words = words(line);
    let Some(first) = words.first() else {
        return Err(Fault::at(0..0, "Nothing is typed.").hint("type next, or help for the commands"));
    };
    let salvo = is_salvo(&words);
    if first.quoted && !salvo {
        let what = format!("A line begins with a verb, not with \"{}\".", first.text);
        return Err(Fault::at(first.at.clone(), what).hint("type `help` for the commands"));
    }
    let row = if salvo { Verb::Target.row() } else { verbs::find(rows(), &first.key, first.at.clone())? };
    if row.speaker == Speaker::Session {
        let what = format!("\"{}\" is answered by the prompt and orders nothing.", first.text);
        return Err(Fault::at(first.at.clone(), what).hint(format!("type it alone: {}", verbs::usage(row))));
    }
    let (verb_end, start) = (first.at.end, usize::from(!salvo));
    if row.word == Verb::Note.row().word && words.get(1).is_some_and(|word| !word.quoted) {
        let said = line[verb_end..].trim().to_owned();
        return Ok(Typed { command: Command::Note { words: said }, dice: None, declared: false });
    }
    let (dice, end) = verbs::take_dice(line, &mut words, start, row.own_words)?;
    let mut r = reader(state, line, words, row)?;
    (r.at, r.end) = (start, end);
    let form = row.other.is_some_and(|(is_other, _)| is_other(&r));
    let is_it = |verb: &&Verb| verb.row().word == row.word && verb.row().says.is_empty() == form;
    let Some(verb) = Verb::ALL.iter().find(is_it) else { return Err(r.unexpected()) };
    r.take_row(verb.row());
    fill(&mut r)?;
    let declared = *verb == Verb::Fire && r.filled.is_said(DECLARED);
    Ok(Typed { command: verb.make(&mut r)?, dice, declared })
}

/// The slot of `fire` that says it with the fire itself.
const DECLARED: usize = 2;

/// Whether a line is the short form of a declaration, `asahi>retvizan 8`.
fn is_salvo(words: &[Word]) -> bool {
    let arrow = |word: &Word| word.key == ">";
    let Some(first) = words.first().filter(|first| !first.quoted) else { return false };
    words.iter().any(arrow) && (words.get(1).is_some_and(arrow) || !rows().any(|row| row.is_called(&first.key)))
}

/// The canonical text of a command, such as `target asahi at retvizan range 8.0`.
pub fn print(state: &State, command: &Command) -> String {
    let (verb, values) = spell(command);
    verbs::print(state, verb.row(), &values)
}

/// The declaration that a question such as `odds asahi at retvizan range 8` is about: its words after the first.
pub fn target(state: &State, line: &str) -> Result<Target, Fault> {
    let mut r = reader(state, line, words(line), Verb::Target.row())?;
    r.skip();
    fill(&mut r)?;
    declaration(&mut r)
}

/// The ship or division that a text names; in a fault places count from the start of `text`, here and below.
pub fn unit(state: &State, text: &str) -> Result<Id, Fault> {
    unit_behind(SessionWord::Where, state, text)
}

/// The same behind a word to the session, whose usage a fault tells.
pub fn unit_behind(word: SessionWord, state: &State, text: &str) -> Result<Id, Fault> {
    alone(state, text, word.row(), |r| name(r, Sort::Unit))
}

/// The two ships or divisions that a text names, and nothing else.
pub fn both(state: &State, text: &str) -> Result<(Id, Id), Fault> {
    alone(state, text, Verb::Measure.row(), |r| {
        let one = name_or(r, Sort::Unit, TO)?;
        r.pass(TO);
        Ok((one, name(r, Sort::Unit)?))
    })
}

/// The division that a text names: by her own name, or by that of the one ship in it.
pub fn division(state: &State, text: &str) -> Result<Id, Fault> {
    alone(state, text, SessionWord::Sheet.row(), led)
}

/// The side that a text names, in full or by its start.
pub fn side(setup: &Setup, text: &str) -> Result<SideId, Fault> {
    if let Found::One(name) = Names::of_sides(setup).find(Sort::Side, text) {
        return Ok(name.id.named());
    }
    let sides: Vec<&str> = setup.sides.iter().map(|side| side.id.as_str()).collect();
    Err(Fault::at(0..text.len(), format!("no side is called \"{text}\"")).hint(sides.join(" or ")))
}

/// The ship that a text names.
pub fn ship(state: &State, text: &str) -> Result<Id, Fault> {
    alone(state, text, SessionWord::Card.row(), |r| name(r, Sort::Ship))
}

fn alone<T>(
    state: &State,
    text: &str,
    row: &'static Row,
    read: impl FnOnce(&mut Reader) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut r = reader(state, text, words(text), row)?;
    let named = read(&mut r)?;
    if r.peek().is_some() { Err(r.unexpected()) } else { Ok(named) }
}

/// Words that may stand at `cursor` (bytes), and where the word that they replace begins.
///
/// Targets come in the order of use: enemies in range and sighted first.
pub fn complete(state: &State, line: &str, cursor: usize) -> (usize, Vec<String>) {
    let (start, mut words) = verbs::complete(line, cursor, |line, before| offers(state, line, before));
    // A verb from which others go on is meant until it is typed.
    let begun = line.get(start..cursor).unwrap_or_default();
    let shortest =
        words.iter().find(|word| *word != begun && words.iter().all(|other| other.starts_with(word.as_str())));
    if let Some(shortest) = shortest.filter(|_| line[..start].trim().is_empty()).cloned() {
        words = vec![shortest];
    }
    (start, words)
}

fn offers(state: &State, line: &str, mut before: Vec<Word>) -> Vec<Offer> {
    let verbs = || Offer::words(rows().map(|row| row.word));
    let Some(first) = before.first() else { return verbs() };
    let salvo = before.get(1).is_some_and(|word| word.key == ">");
    let row = if salvo { Ok(Verb::Target.row()) } else { verb(&first.key) };
    let Ok(row) = row else { return Vec::new() };
    let is_word = |word: SessionWord| row.word == word.row().word;
    if is_word(SessionWord::Help) {
        return verbs();
    }
    if is_word(SessionWord::Amend) {
        return if before.len() < 2 { Vec::new() } else { offers(state, line, before.split_off(2)) };
    }
    let Ok(mut r) = reader(state, line, before, row) else { return Vec::new() };
    r.at = usize::from(!salvo);
    verbs::offers(&mut r)
}

/// The next question for a verb typed alone, given the answers so far; `None` when the order is complete.
///
/// Verbs that may well stand alone (`next`, `declared`, `fires`, `damage`, `end`) and the verbs of the session ask
/// nothing.
pub fn questions(state: &State, typed: &str, answers: &[String]) -> Option<Question> {
    verbs::question(state, verb(typed).ok()?, answers)
}

/// The line that a verb and its answers amount to: what could have been typed at once.
pub fn guided_line(typed: &str, answers: &[String]) -> String {
    verb(typed)
        .map_or_else(|_| [&[typed.to_owned()], answers].concat().join(" "), |row| verbs::guided_line(row, answers))
}
