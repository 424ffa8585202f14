//! Maps, the paper chart and the chronicle, at the prompt and from a journal.
use crate::picture::{self, Picture};
use crate::{args::MapArgs, terminal::columns};
use crystal::{Crystal, State};
use play::{journal::Journal, verbs::did_you_mean};
use session::{Refusal, Session, Told, crystal::Drawing};
use show::crystal::{self as words, Chronicle, Scene};

/// Describes how a picture of a campaign is requested.
pub(super) const fn picture_of(what: &'static str) -> Picture {
    Picture { what, named: "campaign.svg, or campaign.png", width: 1_800, wider: "--width 1800" }
}

/// Draws a map or a chart, or tells the chronicle, as a line at the prompt requests.
pub fn at_prompt(session: &mut Session<'_, Crystal>, asked: &Drawing) -> Result<Told, Refusal> {
    let state = session.state();
    match asked {
        Drawing::Map { blank, file } => map(state, *blank, file.as_deref(), None),
        Drawing::Chart { blank, file: Some(file) } => drawn(&words::paper(state, *blank), file, None, "chart"),
        Drawing::Chart { file: None, .. } => {
            Err(Refusal::read("a blank chart is a picture").form("chart blank to chart.svg"))
        }
        Drawing::Chronicle { table, maps } => Ok(chronicle(session.journal(), *table, *maps)),
    }
}

fn map(state: &State, blank: bool, file: Option<&str>, width: Option<u32>) -> Result<Told, Refusal> {
    let scene = if blank { Scene::blank(&state.setup) } else { Scene::now(state) };
    match file {
        Some(file) => drawn(&words::svg(&scene), file, width, "map"),
        None => Ok(Told::text(words::terminal(&scene, columns())).key("map", scene.json())),
    }
}

fn drawn(svg: &str, file: &str, width: Option<u32>, what: &'static str) -> Result<Told, Refusal> {
    Ok(picture::write(svg, file, width, &picture_of(what))?.0)
}

/// `kaiser map FILE [chart] [blank] [--at N] [-o FILE]`.
pub fn of_journal(state: &State, asked: &MapArgs) -> Result<Told, Refusal> {
    crate::map::without_tiles(asked)?;
    if let Some(other) = asked.words.iter().find(|word| !["blank", "chart"].contains(&word.as_str())) {
        let what = format!("\"{other}\" is no part of a campaign's map");
        return Err(Refusal::usage(what).hint(did_you_mean(other, ["blank", "chart"], "chart, blank")));
    }
    let [blank, chart] = ["blank", "chart"].map(|wanted| asked.words.iter().any(|word| word == wanted));
    let file = asked.output.as_ref().map(|file| file.display().to_string());
    match (chart, file) {
        (false, file) => map(state, blank, file.as_deref(), asked.width),
        (true, Some(file)) => drawn(&words::paper(state, blank), &file, asked.width, "chart"),
        (true, None) => Ok(Told::text(words::chart(state)).key("chart", words::chart_json(state))),
    }
}

/// Tells a campaign from its journal as a story.
pub fn told(journal: &Journal<Crystal>) -> Result<Told, Refusal> {
    Ok(chronicle(journal, false, false))
}

/// `chronicle [table|maps]`: the effective commands as a story.
fn chronicle(journal: &Journal<Crystal>, table: bool, maps: bool) -> Told {
    let mut chronicle = Chronicle::default();
    let mut state = journal.state_after(0);
    for deed in journal.deeds() {
        let turn = state.turn;
        chronicle.hear(&state, deed.events);
        play::apply_all::<Crystal>(&mut state, deed.events);
        chronicle.look(turn, &state, || words::terminal(&Scene::now(&state), columns()));
    }
    let text = if table { chronicle.table() } else { chronicle.prose(maps) };
    let text = if text.is_empty() { "Nothing has happened yet.".to_owned() } else { text };
    Told::text(text).key("chronicle", chronicle.json())
}
