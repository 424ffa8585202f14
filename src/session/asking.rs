//! Questions to the person at the keyboard. [`ask_until_answered`] is the one loop that asks them all.
use crate::{EarlyDice, Frontend, Input, PlayableGame, Refusal, Session};
use play::{DiceRequest, EventOf, Game, verbs};
use show::dice_prompts::is_drawn;

/// A question that the game words for the session.
pub enum SessionQuestion<'q, G: Game> {
    /// Asks for `missing` dice of these rolls, in the state `at` in which the command halts. `pending` is the event that
    /// a single roll decides, as supposed dice would have it, with the state before it.
    Faces {
        at: &'q G::State,
        requests: &'q [DiceRequest<G::Purpose>],
        missing: u16,
        pending: Option<(&'q G::State, &'q EventOf<G>)>,
    },
    /// Asks why entry `since` is undone, although it or a later entry revealed something. The text also words the
    /// refusal if nobody can be asked.
    Revealed { since: usize },
}

#[derive(Clone, Default)]
pub struct QuestionText {
    pub above: Option<String>,
    /// The question, without its colon.
    pub line: String,
    /// Whether an empty answer goes back.
    pub may_go_back: bool,
}

pub trait Prompt {
    type Reply;
    fn text(&self) -> String;
    /// # Errors
    /// If the answer is invalid, the possible answers. They are shown before the question is asked again.
    fn read(&self, typed: &str) -> Result<Self::Reply, String>;
    /// Whether a wrong answer is put back on the line for correction.
    fn is_corrected(&self, _typed: &str) -> bool {
        false
    }
    /// Whether queries are answered at the question.
    fn may_look(&self) -> bool {
        true
    }
    /// Whether the answer is hidden while it is typed.
    fn is_unseen(&self) -> bool {
        false
    }
}

pub enum PutOutcome<R> {
    Reply(R),
    /// `<`
    Back,
    /// Ctrl-C, Ctrl-D, or the input ended.
    Stopped(Input),
}

/// Asks a question until it is answered. `answer_aside` gets each invalid answer, and returns what to show if the line
/// is meant for something else.
pub fn ask_until_answered<Q: Prompt>(
    frontend: &dyn Frontend,
    question: &Q,
    mut answer_aside: impl FnMut(&str) -> Option<String>,
) -> Result<PutOutcome<Q::Reply>, Refusal> {
    let mut wrong: Option<String> = None;
    loop {
        let question_text = question.text();
        let typed = match wrong.take() {
            Some(line) => frontend.ask_again(&question_text, &line)?,
            None if question.is_unseen() => frontend.ask_hidden(&question_text)?,
            None => frontend.ask(&question_text)?,
        };
        let Input::Line(line) = typed else { return Ok(PutOutcome::Stopped(typed)) };
        if line.trim() == "<" {
            return Ok(PutOutcome::Back);
        }
        match question.read(&line) {
            Ok(reply) => return Ok(PutOutcome::Reply(reply)),
            Err(possible) => match answer_aside(&line) {
                Some(text) => frontend.aside(&text),
                None => {
                    frontend.aside(&possible);
                    wrong = Some(line).filter(|line| question.is_corrected(line));
                }
            },
        }
    }
}

impl<G: PlayableGame> Session<'_, G> {
    /// Asks the person a question. `<` and Ctrl-C cancel the command. Ctrl-D also leaves.
    pub(crate) fn ask<Q: Prompt>(&mut self, question: &Q) -> Result<Q::Reply, Refusal> {
        match self.ask_or_stop(question)? {
            PutOutcome::Reply(reply) => Ok(reply),
            PutOutcome::Back | PutOutcome::Stopped(_) => Err(command_cancelled()),
        }
    }

    /// As [`ask`](Session::ask), but returns how the person stopped.
    pub(crate) fn ask_or_stop<Q: Prompt>(&mut self, question: &Q) -> Result<PutOutcome<Q::Reply>, Refusal> {
        let answered =
            ask_until_answered(self.frontend, question, |line| self.answer_aside(line, question.may_look()))?;
        if matches!(answered, PutOutcome::Stopped(Input::End)) {
            self.leave();
        }
        Ok(answered)
    }

    /// Returns what to show for a line that does not answer a question: queries are answered, orders must wait.
    pub fn answer_aside(&mut self, line: &str, may_look: bool) -> Option<String> {
        if may_look && G::nature(line).looks {
            return Some(self.query_text(line));
        }
        let waits = "must wait: answer the question first. `<` goes back, Ctrl-C cancels the line.";
        G::is_command_line(self, line).then(|| format!("`{}` {waits}", line.trim()))
    }

    pub(crate) fn query_text(&mut self, line: &str) -> String {
        self.line(line).map_or_else(|refusal| refusal.to_string(), |answer| answer.text)
    }
}

/// A question answered by one of several words, or by the start of one. An empty line means the first word.
pub struct ChoiceQuestion<R> {
    pub question: String,
    pub answers: Vec<(&'static str, R)>,
    /// The possible answers, shown after an invalid one.
    pub possible: &'static str,
    pub may_look: bool,
}

impl<R: Copy> Prompt for ChoiceQuestion<R> {
    type Reply = R;
    fn text(&self) -> String {
        self.question.clone()
    }
    fn read(&self, typed: &str) -> Result<R, String> {
        let typed = typed.trim().to_lowercase();
        let meant = self.answers.iter().find(|(word, _)| word.starts_with(&typed));
        meant.map(|(_, reply)| *reply).ok_or_else(|| self.possible.to_owned())
    }
    fn may_look(&self) -> bool {
        self.may_look
    }
}

/// A question answered by any text, including none.
pub struct TextQuestion {
    pub question: String,
    pub is_unseen: bool,
}

impl Prompt for TextQuestion {
    type Reply = String;
    fn text(&self) -> String {
        self.question.clone()
    }
    fn read(&self, typed: &str) -> Result<String, String> {
        Ok(typed.trim().to_owned())
    }
    fn is_unseen(&self) -> bool {
        self.is_unseen
    }
}

pub struct DiceQuestion {
    question: String,
    sides: u8,
    missing: u16,
    may_go_back: bool,
    /// What `<` does.
    back: &'static str,
}

impl Prompt for DiceQuestion {
    type Reply = Vec<u8>;
    fn text(&self) -> String {
        format!("{}: ", self.question)
    }
    /// Reads 1 to `missing` dice, or returns an empty list for an empty answer that cancels the command.
    fn read(&self, typed: &str) -> Result<Vec<u8>, String> {
        let faces = parse_dice(typed, self.sides);
        let count = faces.as_ref().map_or(0, Vec::len);
        let is_back = self.may_go_back && typed.trim().is_empty();
        if let Some(faces) = faces.filter(|_| is_back || 0 < count && count <= usize::from(self.missing)) {
            return Ok(faces);
        }
        let again = if self.is_corrected(typed) { " Correct the line and press Enter." } else { "" };
        Err(self.possible(&answer_problem(typed, self.sides, count, self.missing)) + again)
    }
    /// A long answer is easier to correct than to type again.
    fn is_corrected(&self, typed: &str) -> bool {
        MAX_DICE_TO_RETYPE < dice_words(typed).count()
    }
}

impl DiceQuestion {
    /// Says what is wrong with an answer, if known, and what is needed.
    fn possible(&self, why: &str) -> String {
        let DiceQuestion { sides, missing, back, .. } = self;
        // The question that follows states how many dice of which kind.
        if self.may_go_back && !why.is_empty() {
            return format!("{why}An empty line cancels the command.");
        }
        let is = if *missing == 1 { "die is" } else { "dice are" };
        if self.may_go_back && is_drawn(*sides) {
            return format!("A number from 1 to {sides} is needed. An empty line cancels the command.");
        }
        if self.may_go_back {
            let needed = if *missing == 1 { "One".to_owned() } else { missing.to_string() };
            return format!("{needed} {is} needed, from 1 to {sides}. An empty line cancels the command.");
        }
        format!("{why}{missing} more {is} needed, from 1 to {sides} (`<` {back}).")
    }
}

pub type AskDice<'p> = &'p mut dyn FnMut(&DiceQuestion) -> Result<PutOutcome<Vec<u8>>, Refusal>;

/// The dice of one command, collected answer by answer.
pub struct DiceCollector<'d, P> {
    pub faces: Vec<u8>,
    /// Dice given before their turn, for several rolls in one question.
    pub early_dice: EarlyDice<P>,
    /// Dice of the line that no question has taken yet, in the order of the questions.
    pub line_dice: Vec<u8>,
    frontend: &'d dyn Frontend,
    /// For each answer: how many dice there were before it, and how many rolls had been given dice before their turn.
    dice_before_answers: Vec<(usize, usize)>,
    /// Number of rolls that were given dice before their turn.
    supplied_rolls: usize,
    /// Text shown last above a question, so that it is not repeated.
    shown_above: Option<String>,
    /// Whether the person stopped at a question. The finished part of the command then takes effect.
    pub has_stopped: bool,
    /// Dice typed for one question before the person stopped.
    pub unfinished_answer: Vec<u8>,
}

/// Maximum dice in an answer that is easier to type again than to correct.
const MAX_DICE_TO_RETYPE: usize = 3;

impl<P: Clone + PartialEq> DiceCollector<'_, P> {
    /// Begins with the dice typed in the command: in the order of the questions if `in_asked_order`, else of the rules.
    pub fn new<'d>(frontend: &'d dyn Frontend, typed: Option<&[u8]>, in_asked_order: bool) -> DiceCollector<'d, P> {
        let typed = typed.unwrap_or_default().to_vec();
        let (line, faces) = if in_asked_order { (typed, Vec::new()) } else { (Vec::new(), typed) };
        DiceCollector {
            faces,
            early_dice: EarlyDice::default(),
            line_dice: line,
            frontend,
            dice_before_answers: Vec::new(),
            supplied_rolls: 0,
            shown_above: None,
            has_stopped: false,
            unfinished_answer: Vec::new(),
        }
    }

    /// Gives dice to the first rolls, as long as they suffice for a complete roll. Returns the remaining dice.
    pub(crate) fn supply(&mut self, mut faces: Vec<u8>, requests: &[DiceRequest<P>]) -> Vec<u8> {
        for request in requests {
            if faces.len() < request.count.into() {
                break;
            }
            self.early_dice.add(request.purpose.clone(), faces.drain(..usize::from(request.count)).collect());
            self.supplied_rolls += 1;
        }
        faces
    }

    /// Drops the dice given to rolls whose answer was taken back.
    pub(crate) fn drop_taken_back(&mut self) {
        self.early_dice.rewind(self.supplied_rolls, self.faces.len());
    }

    /// Shows the text above, then asks for `missing` dice with `sides` sides. `<` takes back the previous answer. The
    /// command is cancelled by `<` at its first question, by Ctrl-C, by Ctrl-D (which also leaves), and by an empty
    /// answer where the question allows it.
    pub fn ask(&mut self, ask: AskDice<'_>, text: QuestionText, (sides, missing): (u8, u16)) -> Result<(), Refusal> {
        let QuestionText { above, line: question, may_go_back } = text;
        if let Some(above) = above.filter(|above| self.shown_above.as_ref() != Some(above)) {
            self.frontend.aside(&above);
            self.shown_above = Some(above);
        }
        match ask(&DiceQuestion { question, sides, missing, may_go_back, back: self.back_action() })? {
            PutOutcome::Back => self.go_back(),
            PutOutcome::Reply(faces) if !faces.is_empty() => {
                self.dice_before_answers.push((self.faces.len(), self.supplied_rolls));
                self.faces.extend(faces);
                Ok(())
            }
            PutOutcome::Reply(_) => Err(command_cancelled()),
            PutOutcome::Stopped(_) => Err(self.stop()),
        }
    }

    /// Asks until all dice of several rolls of one kind are `given`. `None` if `<` took back the previous answer.
    pub fn ask_several(
        &mut self,
        ask: AskDice<'_>,
        word_question: impl Fn(u16) -> QuestionText,
        (sides, count): (u8, u16),
        mut given: Vec<u8>,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        // Text too long for the input line is shown above it, once.
        word_question(count).above.iter().for_each(|above| self.frontend.aside(above));
        while given.len() < usize::from(count) {
            let missing = count - given.len() as u16;
            let question = word_question(missing).line;
            match ask(&DiceQuestion { question, sides, missing, may_go_back: false, back: self.back_action() })? {
                PutOutcome::Back if given.is_empty() => return self.go_back().map(|()| None),
                PutOutcome::Back => given.clear(),
                PutOutcome::Reply(faces) => given.extend(faces),
                PutOutcome::Stopped(_) => {
                    self.unfinished_answer = given;
                    return Err(self.stop());
                }
            }
        }
        self.dice_before_answers.push((self.faces.len(), self.supplied_rolls));
        Ok(Some(given))
    }

    fn stop(&mut self) -> Refusal {
        self.has_stopped = true;
        command_cancelled()
    }

    fn back_action(&self) -> &'static str {
        if self.dice_before_answers.is_empty() { "cancels the command" } else { "goes back one roll" }
    }

    /// Takes back the previous answer, or cancels the command at the first question.
    fn go_back(&mut self) -> Result<(), Refusal> {
        let (faces, supplied) = self.dice_before_answers.pop().ok_or_else(command_cancelled)?;
        self.faces.truncate(faces);
        self.supplied_rolls = supplied;
        Ok(())
    }
}

/// Reads dice separated by spaces, commas, `;` or the strokes between ships, or `None` if one of them is invalid.
fn parse_dice(text: &str, sides: u8) -> Option<Vec<u8>> {
    dice_words(text).map(|word| parse_die(word, sides)).collect()
}

fn dice_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || ",;/|".contains(letter)).filter(|word| !word.is_empty())
}

fn parse_die(word: &str, sides: u8) -> Option<u8> {
    word.parse().ok().filter(|face| verbs::face(sides, *face).is_some())
}

/// Names the first invalid die of an answer, or how many are too many: none are used then. Empty for other answers.
fn answer_problem(text: &str, sides: u8, count: usize, missing: u16) -> String {
    if let Some(word) = dice_words(text).find(|word| parse_die(word, sides).is_none()) {
        let is = if is_drawn(sides) { format!("not from 1 to {sides}") } else { format!("not a D{sides} result") };
        return format!("\"{word}\" is {is}, so none were used. ");
    }
    match count.checked_sub(usize::from(missing)) {
        None | Some(0) => String::new(),
        Some(excess) => format!("{count} dice, {excess} too many: none were used. "),
    }
}

pub(crate) fn command_cancelled() -> Refusal {
    Refusal::stopped("Cancelled. Nothing changed.")
}
