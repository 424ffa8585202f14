//! Maps, the chart on paper, the chronicle: at the prompt and from a journal.
use crate::picture::{self, Picture};
use crate::{args::MapArgs, terminal::columns};
use crystal::{Crystal, State};
use play::{journal::Journal, verbs::did_you_mean};
use session::{Answer, Problem, Session};
use show::crystal::{self as words, Chronicle, Scene};

/// How pictures of a campaign are asked for.
pub(super) const fn picture_of(what: &'static str) -> Picture {
    Picture { what, named: "campaign.svg, or campaign.png", width: 1_800, wider: "--width 1800" }
}

/// `map [blank] [to FILE.svg|FILE.png]`, `chart [blank] to FILE.svg|FILE.png`, `chronicle [table|maps]`.
pub fn at_prompt(session: &mut Session<'_, Crystal>, text: &str) -> Result<Answer, Problem> {
    let (state, lower) = (session.state(), text.to_lowercase());
    match lower.split_whitespace().collect::<Vec<_>>()[..] {
        ["chronicle", ref how @ ..] => chronicle(session.journal(), how),
        ["chart", ..] => match wish(text, "chart")? {
            (blank, Some(file)) => drawn(&words::paper(state, blank), &file, None, "chart"),
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
        Some(file) => drawn(&words::svg(&scene), file, width, "map"),
        None => Ok(Answer::text(words::terminal(&scene, columns())).key("map", scene.json())),
    }
}

fn drawn(svg: &str, file: &str, width: Option<u32>, what: &'static str) -> Result<Answer, Problem> {
    Ok(picture::write(svg, file, width, &picture_of(what))?.0)
}

/// `kaiser map FILE [chart] [blank] [--at N] [-o FILE]`.
pub fn of_journal(state: &State, asked: &MapArgs) -> Result<Answer, Problem> {
    crate::map::without_tiles(asked)?;
    if let Some(other) = asked.words.iter().find(|word| !["blank", "chart"].contains(&word.as_str())) {
        let what = format!("\"{other}\" is no part of a campaign's map");
        return Err(Problem::usage(what).hint(did_you_mean(other, ["blank", "chart"], "chart, blank")));
    }
    let [blank, chart] = ["blank", "chart"].map(|wanted| asked.words.iter().any(|word| word == wanted));
    let file = asked.output.as_ref().map(|file| file.display().to_string());
    match (chart, file) {
        (false, file) => map(state, blank, file.as_deref(), asked.width),
        (true, Some(file)) => drawn(&words::paper(state, blank), &file, asked.width, "chart"),
        (true, None) => Ok(Answer::text(words::chart(state)).key("chart", words::chart_json(state))),
    }
}

/// A campaign from its journal, as a story.
pub fn told(journal: &Journal<Crystal>) -> Result<Answer, Problem> {
    chronicle(journal, &[])
}

/// `chronicle [table|maps]`: what is in force, as a story.
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
            let what = "a chronicle is told, tabled, or told with maps";
            return Err(Problem::new(what).hint("chronicle, chronicle table, or chronicle maps"));
        }
    };
    let text = if text.is_empty() { "Nothing has happened yet.".to_owned() } else { text };
    Ok(Answer::text(text).key("chronicle", chronicle.json()))
}
