//! Dice asked for at a terminal, one throw at a time, the numbers first.
use crate::{Door, Problem, Typed};
use play::verbs;

/// The faces of one command as they are given, answer by answer.
pub struct Asking<'d> {
    pub faces: Vec<u8>,
    door: &'d dyn Door,
    /// How many faces there were before each answer, and of how many purposes they were given before their turn.
    before: Vec<(usize, usize)>,
    /// Of so many purposes faces are given before their turn.
    pub given: usize,
    /// The numbers shown last: they are not said twice.
    told: Option<String>,
    /// How somebody stopped to answer; what was finished stands.
    pub stopped: Option<Typed>,
    /// What he had typed by then of the faces of one question.
    pub broken_off: Vec<u8>,
}

/// So many letters of a question leave room for the faces behind it.
const LONGEST_QUESTION: usize = 60;

/// So many faces are sooner typed again than put right.
const LONG_ANSWER: usize = 3;

impl Asking<'_> {
    /// Begins with the faces typed in the command itself.
    pub fn new<'d>(door: &'d dyn Door, typed: Option<&[u8]>) -> Asking<'d> {
        Asking {
            faces: typed.unwrap_or_default().to_vec(),
            door,
            before: Vec::new(),
            given: 0,
            told: None,
            stopped: None,
            broken_off: Vec::new(),
        }
    }

    /// Shows the numbers, then asks for the `missing` faces of dice with so many `sides`. `<` takes back the answer before
    /// this one. The command is taken back by `<` at its first question, by Ctrl-C, by Ctrl-D, which leaves as well, and
    /// where it is so by an empty answer.
    pub fn ask(
        &mut self,
        question: &str,
        (sides, missing): (u8, u16),
        needs: Option<String>,
        empty_takes_back: bool,
    ) -> Result<(), Problem> {
        if let Some(numbers) = needs.filter(|numbers| self.told.as_ref() != Some(numbers)) {
            self.door.aside(&numbers);
            self.told = Some(numbers);
        }
        let mut amiss = None;
        loop {
            let text = self.line(&format!("{question}: "), amiss.as_deref())?;
            if text.trim() == "<" {
                return self.back();
            }
            if text.trim().is_empty() && empty_takes_back {
                return Err(taken_back());
            }
            if let Some(typed) = self.faces_in(&text, sides, missing, empty_takes_back) {
                self.before.push((self.faces.len(), self.given));
                self.faces.extend(typed);
                return Ok(());
            }
            amiss = Some(text);
        }
    }

    /// Asks for all faces of several dice of one kind, for so many purposes, until they are given; none where `<` took the
    /// answer before this question back.
    pub fn ask_several(
        &mut self,
        question: impl Fn(u16) -> (String, String),
        (sides, all): (u8, u16),
        purposes: usize,
    ) -> Result<Option<Vec<u8>>, Problem> {
        let mut given: Vec<u8> = Vec::new();
        let (whose, dice) = question(all);
        // What is too long for the line in which the answer is typed stands above it, once.
        let is_long = LONGEST_QUESTION < whose.len() + dice.len();
        if is_long {
            self.door.aside(&format!("{whose}."));
        }
        let mut amiss = None;
        loop {
            let missing = all - given.len() as u16;
            let (whose, dice) = question(missing);
            let asked = if is_long { format!("{dice}: ") } else { format!("{whose}, {dice}: ") };
            let text = match self.line(&asked, amiss.as_deref()) {
                Ok(text) => text,
                Err(stopped) => {
                    self.broken_off = given;
                    return Err(stopped);
                }
            };
            let typed = match text.trim() {
                "<" if given.is_empty() => return self.back().map(|()| None),
                "<" => {
                    given.clear();
                    Some(Vec::new())
                }
                _ => self.faces_in(&text, sides, missing, false),
            };
            amiss = if typed.is_none() { Some(text) } else { None };
            given.extend(typed.unwrap_or_default());
            if given.len() == usize::from(all) {
                self.before.push((self.faces.len(), self.given));
                self.given += purposes;
                return Ok(Some(given));
            }
        }
    }

    /// The line that answers a question, a long one that was amiss to be put right; an end or Ctrl-C takes the command back.
    fn line(&mut self, question: &str, amiss: Option<&str>) -> Result<String, Problem> {
        let typed = match amiss.filter(|line| LONG_ANSWER < words(line).count()) {
            Some(line) => self.door.ask_again(question, line)?,
            None => self.door.ask(question)?,
        };
        match typed {
            Typed::Line(text) => Ok(text),
            stopped @ (Typed::Interrupted | Typed::End) => {
                self.stopped = Some(stopped);
                Err(taken_back())
            }
        }
    }

    /// The faces in an answer, one at least and no more than are missing; else it is said what is amiss.
    fn faces_in(&self, text: &str, sides: u8, missing: u16, empty_takes_back: bool) -> Option<Vec<u8>> {
        let typed = faces(text, sides);
        let count = typed.as_ref().map_or(0, Vec::len);
        let fits = typed.filter(|_| 0 < count && count <= usize::from(missing));
        if fits.is_none() {
            let why = amiss(text, sides, count, missing);
            let again = if LONG_ANSWER < words(text).count() { " The line is there to be put right." } else { "" };
            self.door.aside(&(self.told_again(&why, sides, missing, empty_takes_back) + again));
        }
        fits
    }

    /// Takes back the answer before the question, or the command where there is none.
    fn back(&mut self) -> Result<(), Problem> {
        let (faces, given) = self.before.pop().ok_or_else(taken_back)?;
        self.faces.truncate(faces);
        self.given = given;
        Ok(())
    }

    /// What is answered to something that is no face: what is wrong with it, as far as that can be said, and what is needed.
    fn told_again(&self, why: &str, sides: u8, missing: u16, empty_takes_back: bool) -> String {
        // The question that follows says how many faces of what.
        if empty_takes_back && !why.is_empty() {
            return format!("{why}An empty line takes the command back.");
        }
        let is = if missing == 1 { "face is" } else { "faces are" };
        if empty_takes_back {
            let many = if missing == 1 { "One".to_owned() } else { missing.to_string() };
            return format!("{many} {is} needed of a D{sides}, 1 to {sides}. An empty line takes the command back.");
        }
        let back = if self.before.is_empty() { "takes the command back" } else { "goes back one throw" };
        format!("{why}{missing} more {is} needed of a D{sides}, from 1 to {sides} (`<` {back}).")
    }
}

/// Faces of a die, parted by spaces, commas, or the strokes that part one ship's from another's; `None` when one of them is no face of it.
fn faces(text: &str, sides: u8) -> Option<Vec<u8>> {
    words(text).map(|word| face(word, sides)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || ",;/|".contains(letter)).filter(|word| !word.is_empty())
}

fn face(word: &str, sides: u8) -> Option<u8> {
    word.parse().ok().filter(|face| verbs::face(sides, *face).is_some())
}

/// What of an answer is no face, or that there are so many too many; nothing of it is taken.
fn amiss(text: &str, sides: u8, typed: usize, missing: u16) -> String {
    if let Some(word) = words(text).find(|word| face(word, sides).is_none()) {
        return format!("\"{word}\" is no face of a D{sides}: none is taken. ");
    }
    match typed.checked_sub(usize::from(missing)) {
        None | Some(0) => String::new(),
        Some(more) => format!("{typed} faces are {more} too many: none is taken. "),
    }
}

/// The answer to a command that a person took back.
pub(crate) fn taken_back() -> Problem {
    Problem { is_taken_back: true, ..Problem::new("the command is taken back; nothing has changed") }
}
