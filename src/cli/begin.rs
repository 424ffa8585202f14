//! The menu of everything there is to play.
use std::io::{self, IsTerminal};
use std::path::Path;
use std::rc::Rc;
use std::{fs, iter};

use chrono::{DateTime, Utc};
use clap::Parser;
use serde_json::json;

use super::args::{Args, Verb};
use super::menu::{self, Item};
use super::output::{self, Out};
use super::prompt::Keyboard;
use super::store::{self, StoreError};
use super::{games, open, resume, war};
use load::Sources;
use session::Refusal;

/// Number of journals at the top of the menu. Older ones are at its end.
const MAX_NEWEST_JOURNALS: usize = 5;
const DRILL_PREFIX: &str = "drill-";
const BOARDS: [(&str, &str); 3] = [
    ("tafl", "Tafl (board game)"),
    ("acre", "Battle Acre (board game)"),
    ("coal-steel", "Coal and Steel (board game)"),
];

/// `kaiser` alone: lists what can be played and, at a terminal, asks for a choice. `None` if nothing is chosen.
pub fn welcome(sources: &Sources, keyboard: &Keyboard, out: &mut Out) -> Result<Option<Verb>, Refusal> {
    let version = env!("CARGO_PKG_VERSION");
    let welcome = format!("kaiser {version}: a referee for Coal, and the Kaiser. `kaiser --help` shows everything.");
    out.say(welcome);
    let items = Rc::new(items(sources)?);
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() || out.json {
        let usage = "`kaiser play NAME` begins a battle or a war, or resumes a journal. `kaiser tafl`, `acre`, \
        `coal-steel` and `crystal NAME` begin the other games.";
        let lines: Vec<String> = items.iter().map(|item| format!("{:<24} {}", item.name, item.description)).collect();
        let is_played = |item: &&Item| item.words.first().is_some_and(|word| word == "play");
        let names = |played: bool| {
            let of_kind = items.iter().filter(|item| is_played(item) == played);
            of_kind.map(|item| if played { item.name.clone() } else { item.words.join(" ") }).collect::<Vec<_>>()
        };
        out.print(format!("{}\n{usage}", lines.join("\n")), &json!({ "play": names(true), "games": names(false) }));
        return Ok(None);
    }
    loop {
        let Some(words) = menu::choose(keyboard, &items)? else { return Ok(None) };
        match parse_choice(sources, &words) {
            Ok(verb) => return Ok(verb),
            Err(problem) => output::report(&problem, false),
        }
    }
}

/// Parses the chosen words. Refuses a game that cannot be begun or resumed, so that another can be chosen.
fn parse_choice(sources: &Sources, words: &[String]) -> Result<Option<Verb>, Refusal> {
    let args = Args::try_parse_from(iter::once("kaiser").chain(words.iter().map(String::as_str)));
    let verb = args.map_err(|error| Refusal::usage(error.to_string()))?.verb;
    let Some(Verb::Play(play)) = &verb else { return Ok(verb) };
    let path = Path::new(&play.what);
    if open::is_journal(&play.what) {
        games::for_file(path).summarise(path)?;
        if let Some(pid) = store::holder(path) {
            return Err(StoreError::Locked { path: path.to_owned(), pid }.into());
        }
    } else if war::war_named(sources, &play.what)?.is_none() {
        open::setup(sources, &play.what)?;
    }
    Ok(verb)
}

/// Lists everything to play: the newest journals, drills, the other games, battles, wars, and older journals.
fn items(sources: &Sources) -> Result<Vec<Item>, Refusal> {
    let play = |name: &str, text: String| Item {
        name: name.to_owned(),
        description: text,
        words: ["play", "--", name].map(str::to_owned).to_vec(),
    };
    let mut journals = resume::journals();
    let older = journals.split_off(journals.len().min(MAX_NEWEST_JOURNALS));
    let scenarios = load::scenario_list(sources)?;
    let (drills, battles): (Vec<_>, Vec<_>) =
        scenarios.iter().partition(|scenario| scenario.id.as_str().starts_with(DRILL_PREFIX));
    let mut items: Vec<Item> = journals.iter().map(|name| play(name, journal_description(name))).collect();
    items.extend(drills.iter().map(|scenario| play(scenario.id.as_str(), scenario.title.clone())));
    items.extend(BOARDS.map(|(word, text)| Item {
        name: word.to_owned(),
        description: text.to_owned(),
        words: vec![word.to_owned()],
    }));
    for name in load::campaign_names(sources) {
        let text = format!("{} (Steel and Crystal, a campaign)", load::campaign(sources, &name)?.name);
        items.push(Item {
            description: text,
            words: vec!["crystal".to_owned(), name.to_string()],
            name: name.to_string(),
        });
    }
    items.extend(
        battles
            .iter()
            .map(|scenario| play(scenario.id.as_str(), format!("{}, {} (battle)", scenario.title, scenario.date))),
    );
    let wars = load::war_list(sources)?;
    items.extend(wars.iter().map(|(id, title)| play(id.as_str(), format!("{title} (a war of linked battles)"))));
    items.extend(older.iter().map(|name| play(name, format!("resume, {}", last_played(name)))));
    Ok(items)
}

fn journal_description(name: &str) -> String {
    let path = Path::new(name);
    let summary = games::for_file(path).summarise(path).map(|summary| summary.description);
    format!("{}; {}", summary.unwrap_or_else(|_| "cannot be read".to_owned()), last_played(name))
}

/// `played 2026-11-28`, by the date of the file.
fn last_played(name: &str) -> String {
    let written = fs::metadata(name).and_then(|file| file.modified());
    written
        .map_or_else(|_| "resume".to_owned(), |time| DateTime::<Utc>::from(time).format("played %Y-%m-%d").to_string())
}
