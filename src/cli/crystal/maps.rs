//! Maps, the paper chart and the chronicle, at the prompt and from a journal.
use crate::picture::{self, Picture};
use crate::{args::MapArgs, terminal::columns};
use crystal::{Crystal, State};
use play::{journal::Journal, verbs::did_you_mean};
use session::{Answer, Refusal, Session, crystal::CampaignDrawing};
use show::crystal::{self as words, CampaignMap, Chronicle};

pub(super) const fn picture_of(what: &'static str) -> Picture {
    Picture { what, naming_hint: "campaign.svg, or campaign.png", width: 1_800, width_hint: "--width 1800" }
}

pub fn draw_at_prompt(session: &mut Session<'_, Crystal>, drawing: &CampaignDrawing) -> Result<Answer, Refusal> {
    let state = session.state();
    match drawing {
        CampaignDrawing::Map { blank, file } => draw_map(state, *blank, file.as_deref(), None),
        CampaignDrawing::Chart { blank, file: Some(file) } => {
            write_picture(&words::chart_sheet(state, *blank), file, None, "chart")
        }
        CampaignDrawing::Chart { file: None, .. } => {
            Err(Refusal::read("A blank chart is drawn only as a picture.").form("chart blank to chart.svg"))
        }
        CampaignDrawing::Chronicle { table, maps } => Ok(chronicle(session.journal(), *table, *maps)),
    }
}

fn draw_map(state: &State, blank: bool, file: Option<&str>, width: Option<u32>) -> Result<Answer, Refusal> {
    let scene = if blank { CampaignMap::blank(&state.setup) } else { CampaignMap::current(state) };
    match file {
        Some(file) => write_picture(&words::svg(&scene), file, width, "map"),
        None => Ok(Answer::text(words::terminal_map(&scene, columns())).with_key("map", scene.json())),
    }
}

fn write_picture(svg: &str, file: &str, width: Option<u32>, what: &'static str) -> Result<Answer, Refusal> {
    Ok(picture::write(svg, file, width, &picture_of(what))?.0)
}

/// `kaiser map FILE [chart] [blank] [--at N] [-o FILE]`.
pub fn map_of_journal(state: &State, args: &MapArgs) -> Result<Answer, Refusal> {
    crate::map::refuse_tiles(args)?;
    if let Some(other) = args.words.iter().find(|word| !["blank", "chart"].contains(&word.as_str())) {
        let what = format!("A campaign's map has no part \"{other}\".");
        return Err(Refusal::usage(what).hint(did_you_mean(other, ["blank", "chart"], "chart, blank")));
    }
    let [blank, chart] = ["blank", "chart"].map(|wanted| args.words.iter().any(|word| word == wanted));
    let file = args.output.as_ref().map(|file| file.display().to_string());
    match (chart, file) {
        (false, file) => draw_map(state, blank, file.as_deref(), args.width),
        (true, Some(file)) => write_picture(&words::chart_sheet(state, blank), &file, args.width, "chart"),
        (true, None) => Ok(Answer::text(words::chart_text(state)).with_key("chart", words::chart_json(state))),
    }
}

pub fn chronicle_of_journal(journal: &Journal<Crystal>) -> Result<Answer, Refusal> {
    Ok(chronicle(journal, false, false))
}

/// `chronicle [table|maps]`: the effective commands as a story.
fn chronicle(journal: &Journal<Crystal>, table: bool, maps: bool) -> Answer {
    let mut chronicle = Chronicle::default();
    let mut state = journal.state_after(0);
    for applied in journal.commands() {
        let turn = state.turn;
        chronicle.add_events(&state, applied.events);
        play::apply_all::<Crystal>(&mut state, applied.events);
        chronicle.record_state(turn, &state, || words::terminal_map(&CampaignMap::current(&state), columns()));
    }
    let text = if table { chronicle.table() } else { chronicle.prose(maps) };
    let text = if text.is_empty() { "Nothing has happened yet.".to_owned() } else { text };
    Answer::text(text).with_key("chronicle", chronicle.json())
}
