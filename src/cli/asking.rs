//! Asks for the missing parts of a command: menus at a terminal, a plain line otherwise. `<` goes back one question.
use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};

use dialoguer::theme::Theme;

use super::{output, prompt::Keyboard};
use naval::{
    State,
    notation::{self, AcceptedAnswer, Question},
};
use play::{Hint, LineError};
use session::{Input, Refusal, Table};

enum PromptReply {
    /// A line, possibly empty.
    Words(String),
    /// `<`: back to the previous question.
    Back,
    /// Ctrl-C: cancels the command.
    Cancelled,
    /// Ctrl-D, or the end of the input.
    Gone,
}

/// Only the look of `dialoguer` is used. Its `Select`, `FuzzySelect` and `Input` do not take a number, name, `<` or
/// Ctrl-D in one answer. On Ctrl-C they raise SIGINT, which leaves the cursor hidden and without a handler ends the
/// program. So the prompt's line editor shows the list that is filtered while typing (`menu`).
struct QuestionTheme;

impl Theme for QuestionTheme {
    fn format_input_prompt(&self, f: &mut dyn fmt::Write, prompt: &str, _: Option<&str>) -> fmt::Result {
        write!(f, "{prompt} ")
    }
    fn format_select_prompt_item(&self, f: &mut dyn fmt::Write, text: &str, active: bool) -> fmt::Result {
        write!(f, "{} {text}", if active { '>' } else { ' ' })
    }
}

/// Asks a person at a terminal, or reads the pipe.
fn ask(keyboard: &Keyboard, prompt: &str) -> Result<PromptReply, Refusal> {
    let mut question = String::new();
    QuestionTheme
        .format_input_prompt(&mut question, prompt, None)
        .map_err(|_| read_error(io::ErrorKind::Other.into()))?;
    let mut typed = String::new();
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        match keyboard.read_answer(&question)? {
            Input::Line(line) => typed = line,
            Input::Interrupted => return Ok(PromptReply::Cancelled),
            Input::End => return Ok(PromptReply::Gone),
        }
    } else {
        let mut out = io::stdout().lock();
        write!(out, "{}", output::visible(&question)).and_then(|()| out.flush()).map_err(read_error)?;
        if io::stdin().lock().read_line(&mut typed).map_err(read_error)? == 0 {
            return Ok(PromptReply::Gone);
        }
    }
    Ok(match typed.trim() {
        "<" => PromptReply::Back,
        words => PromptReply::Words(words.to_owned()),
    })
}

/// Shows a list and asks until the answer is one of its numbers, or an unambiguous start of one of its entries.
///
/// An empty answer takes the first. If the question allows free text, that is an answer too, with `None` as index. If
/// figures are answers, the list is not numbered.
fn choose(
    keyboard: &Keyboard,
    question: &Question,
    choices: &[String],
    explain: ExplainStray<'_>,
) -> Result<(Option<usize>, PromptReply), Refusal> {
    let Question { above, text, takes, .. } = question;
    let takes = *takes;
    let mut list = Vec::new();
    for (index, words) in choices.iter().enumerate() {
        let mut line = String::new();
        let item = if takes == AcceptedAnswer::Figures { words.clone() } else { format!("{:>2}  {words}", index + 1) };
        QuestionTheme
            .format_select_prompt_item(&mut line, &item, index == 0)
            .map_err(|_| read_error(io::ErrorKind::Other.into()))?;
        list.push(line);
    }
    // The text above the question goes between the list and the question.
    list.extend(above.clone());
    output::note(&list.join("\n"));
    loop {
        let question = match takes {
            AcceptedAnswer::Figures => format!("{text} (Enter for the first, or < for back):"),
            AcceptedAnswer::Listed | AcceptedAnswer::Words => {
                format!("{text} (1 to {}, or < for back):", choices.len())
            }
        };
        let answer = ask(keyboard, &question)?;
        let PromptReply::Words(typed) = &answer else { return Ok((None, answer)) };
        let index = matching_index(choices, typed, takes);
        if index.is_some() || takes != AcceptedAnswer::Listed {
            return Ok((index, answer));
        }
        output::note(&explain(typed).unwrap_or_else(|| format!("\"{typed}\" is not one of the choices.")));
        keyboard.note_message();
    }
}

fn matching_index(choices: &[String], typed: &str, takes: AcceptedAnswer) -> Option<usize> {
    if typed.is_empty() {
        return Some(0);
    }
    if takes == AcceptedAnswer::Figures && typed.parse::<f64>().is_ok() {
        return None;
    }
    if let Ok(number) = typed.parse::<usize>() {
        return number.checked_sub(1).filter(|index| *index < choices.len());
    }
    let wanted = typed.to_lowercase();
    let mut starting = (0..choices.len()).filter(|index| choices[*index].to_lowercase().starts_with(&wanted));
    starting.next().filter(|_| starting.next().is_none())
}

pub enum FilledLine {
    Line(String),
    /// By `<` before the first question, or by Ctrl-C.
    Cancelled,
    /// By Ctrl-D: the person leaves.
    Gone,
}

/// Asks for the missing parts of a line. Refuses before the first question if the order belongs to another segment, and
/// later if no answer is legal.
pub fn fill(keyboard: &Keyboard, table: &mut dyn Table, known: &State, line: &str) -> Result<FilledLine, Refusal> {
    let verb = line.trim();
    if verb.is_empty() || notation::question(known, verb, &[]).is_none() {
        return Ok(FilledLine::Line(verb.to_owned()));
    }
    table.may_begin(verb)?;
    let mut answers: Vec<String> = Vec::new();
    while let Some(mut question) = notation::question(known, verb, &answers) {
        let with_answer = |answer: &String| [&answers[..], std::slice::from_ref(answer)].concat();
        question.choices.retain(|(_, answer)| table.may_give(&notation::guided_line(verb, &with_answer(answer))));
        if question.takes == AcceptedAnswer::Listed && question.choices.is_empty() {
            let what = format!("There is no possible answer to \"{}\" now.", question.text);
            return Err(Refusal::cannot(what).hint(Hint::line("duties") + " lists what to do"));
        }
        match ask_question(keyboard, &question, &mut |typed| table.answer_aside(typed))? {
            PromptReply::Words(answer) => {
                answers.push(answer);
                if let Some(error) = last_answer_error(known, verb, &answers) {
                    let typed = answers.pop().unwrap_or_default();
                    output::note(&table.answer_aside(&typed).unwrap_or_else(|| error.as_answer(None)));
                    keyboard.note_message();
                }
            }
            PromptReply::Back if answers.pop().is_none() => return Ok(FilledLine::Cancelled),
            PromptReply::Back => {}
            PromptReply::Cancelled => return Ok(FilledLine::Cancelled),
            PromptReply::Gone => return Ok(FilledLine::Gone),
        }
    }
    Ok(FilledLine::Line(notation::guided_line(verb, &answers)))
}

/// Returns the error in the last answer. While the order is incomplete, only errors inside that answer count.
fn last_answer_error(state: &State, verb: &str, answers: &[String]) -> Option<LineError> {
    let (_, earlier) = answers.split_last()?;
    let begins = notation::guided_line(verb, earlier).len();
    let error = notation::parse(state, &notation::guided_line(verb, answers)).err()?;
    let is_complete = notation::question(state, verb, answers).is_none();
    (is_complete || (begins <= error.at.start && !error.at.is_empty())).then_some(error)
}

/// Explains a typed line that is not an answer.
type ExplainStray<'b> = &'b mut dyn FnMut(&str) -> Option<String>;

/// Asks for an answer and returns it as the words that are added to the line.
fn ask_question(keyboard: &Keyboard, question: &Question, explain: ExplainStray<'_>) -> Result<PromptReply, Refusal> {
    let choices = &question.choices;
    if choices.is_empty() {
        return ask_text(keyboard, &question.text);
    }
    let shown: Vec<String> = choices.iter().map(|(shown, _)| shown.clone()).collect();
    Ok(match choose(keyboard, question, &shown, explain)? {
        (Some(index), _) => PromptReply::Words(choices[index].1.clone()),
        (None, reply) => reply,
    })
}

/// Asks until the answer is not empty.
fn ask_text(keyboard: &Keyboard, prompt: &str) -> Result<PromptReply, Refusal> {
    loop {
        match ask(keyboard, prompt)? {
            PromptReply::Words(typed) if typed.is_empty() => {
                output::note("`<` goes back.");
                keyboard.note_message();
            }
            reply => return Ok(reply),
        }
    }
}

fn read_error(error: io::Error) -> Refusal {
    Refusal::disk(format!("The answer cannot be read: {error}.")).hint("nothing changed")
}
