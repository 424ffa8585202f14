//! Maps, the chart on paper, the chronicle: at the prompt and from a journal.
use std::path::Path;

use serde_json::json;

use super::past;
use crate::{
    args::MapArgs,
    evening::told,
    output::Out,
    picture::{self, Picture},
    problem::Problem,
    terminal::columns,
};
use ::session::{Answer, Session};
use crystal::{Crystal, State};
use play::journal::Journal;
use show::crystal::{self as words, Chronicle, Scene};

/// How pictures of a campaign are asked for.
pub(super) const fn picture_of(what: &'static str) -> Picture {
    Picture { what, named: "campaign.svg, or campaign.png", width: 1_800, wider: "--width 1800" }
}

/// `map [blank] [to FILE.svg|FILE.png]`, `chart [blank] to FILE.svg|FILE.png`, `chronicle [table|maps]`.
///
/// # Errors
/// A word that is no part of it; a file that is there already.
pub fn at_prompt(session: &mut Session<'_, Crystal>, text: &str) -> Result<Answer, Problem> {
    let (state, lower) = (session.state(), text.to_lowercase());
    match lower.split_whitespace().collect::<Vec<_>>()[..] {
        ["chronicle", ref how @ ..] => chronicle(session.journal(), how),
        ["chart", ..] => match wish(text, "chart")? {
            (blank, Some(file)) => drawn(&words::paper(state, blank), Path::new(&file), None, "chart"),
            (_, None) => Err(Problem::new("a blank chart is a picture").hint("chart blank to chart.svg")),
        },
        _ => {
            let (blank, file) = wish(text, "map")?;
            map(state, blank, file.as_deref(), None)
        }
    }
}

/// Whether it is to be blank, and the file that is named.
fn wish(text: &str, verb: &str) -> Result<(bool, Option<String>), Problem> {
    let mut words = text.split_whitespace().skip(1).peekable();
    let blank = words.next_if(|word| word.eq_ignore_ascii_case("blank")).is_some();
    match words.next() {
        None => Ok((blank, None)),
        Some(to) if to.eq_ignore_ascii_case("to") && words.peek().is_some() => {
            Ok((blank, Some(words.collect::<Vec<_>>().join(" "))))
        }
        Some(other) => {
            let hint = format!("{verb}, {verb} blank, or {verb} to campaign.svg");
            Err(Problem::new(format!("\"{other}\" is no part of {verb}")).hint(hint))
        }
    }
}

fn map(state: &State, blank: bool, file: Option<&str>, width: Option<u32>) -> Result<Answer, Problem> {
    let scene = if blank { Scene::blank(&state.setup) } else { Scene::now(state) };
    match file {
        Some(file) => drawn(&words::svg(&scene), Path::new(file), width, "map"),
        None => Ok(Answer::text(words::terminal(&scene, columns())).key("map", scene.json())),
    }
}

/// Writes a picture beside what is there; nothing is ever overwritten.
fn drawn(svg: &str, file: &Path, width: Option<u32>, what: &'static str) -> Result<Answer, Problem> {
    let written = picture::write(svg, file, width, &picture_of(what))?;
    Ok(Answer::text(written.said).with(json!({ "file": written.file })))
}

/// `kaiser map FILE [chart] [blank] [--at N] [-o FILE]`.
///
/// # Errors
/// The journal cannot be read; no such entry; a word or option that is for battles only.
pub fn of_journal(asked: &MapArgs, out: &mut Out) -> Result<(), Problem> {
    let seen = past::seen(&asked.past.file)?;
    let state = &past::moment(&seen.journal, &asked.past)?;
    let file = asked.output.as_ref().map(|file| file.display().to_string());
    let mut blank = false;
    let mut chart = false;
    for word in &asked.words {
        match word.as_str() {
            "blank" => blank = true,
            "chart" => chart = true,
            other => {
                let what = format!("\"{other}\" is no part of a campaign's map");
                return Err(Problem::usage(what).hint("chart, blank"));
            }
        }
    }
    let answer = match (chart, file) {
        (false, file) => map(state, blank, file.as_deref(), asked.width)?,
        (true, Some(file)) => drawn(&words::paper(state, blank), Path::new(&file), asked.width, "chart")?,
        (true, None) => Answer::text(words::chart(state)).key("chart", words::chart_json(state)),
    };
    told(out, answer);
    Ok(())
}

/// `chronicle [table|maps]`: what is in force, as a story.
///
/// # Errors
/// A word that is no part of it.
fn chronicle(journal: &Journal<Crystal>, how: &[&str]) -> Result<Answer, Problem> {
    let mut chronicle = Chronicle::default();
    let mut state = journal.state_after(0);
    for deed in journal.deeds() {
        let turn = state.turn;
        chronicle.hear(&state, deed.events);
        play::apply_all::<Crystal>(&mut state, deed.events);
        chronicle.look(turn, &state, || words::terminal(&Scene::now(&state), columns()));
    }
    let text = match how {
        [] => chronicle.prose(false),
        ["maps"] => chronicle.prose(true),
        ["table"] => chronicle.table(),
        _ => {
            return Err(Problem::new("a chronicle is told, tabled, or told with maps")
                .hint("chronicle, chronicle table, or chronicle maps"));
        }
    };
    let text = if text.is_empty() { "Nothing has happened yet.".to_owned() } else { text };
    Ok(Answer::text(text).key("chronicle", chronicle.json()))
}
