//! Records of board games: written from a journal, read through the referee into a journal.
mod forms;
mod recorded;
mod tree;

use std::fmt::Display;
use std::path::Path;

use serde_json::json;

use self::recorded::Recorded;
use super::which::{of_game, which};
use crate::args::{ExportArgs, ImportArgs};
use crate::output::{self, Out};
use crate::{dice, file, open, store};
use boards::record::{Form, Node, Record};
use boards::{Sided as _, battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use load::Sources;
use play::journal::{Entry, EntryOf, Header, Journal, Notice};
use play::{EventOf, Halt, Script};
use session::Problem;
use session::boards::{Companion, Eyes, table};

/// `kaiser export FILE`.
pub fn export(asked: &ExportArgs, out: &mut Out) -> Result<(), Problem> {
    let Some(game) = open::game_of(&asked.file).and_then(|game| which(&game)) else {
        let what = format!("{} is no journal of a board game", asked.file.display());
        return Err(Problem::new(what).hint("kaiser log tells a battle, the chronicle a campaign"));
    };
    of_game!(game, G => export_of::<G>(asked, out))
}

fn export_of<G: Recorded>(asked: &ExportArgs, out: &mut Out) -> Result<(), Problem> {
    let seen = open::look::<G>(&asked.file, output::aside)?;
    let state = seen.journal.state();
    if G::HIDES && !G::is_over(state) && !asked.reveal {
        let what = "the game goes on, and its record would tell where the hidden men are";
        return Err(Problem::new(what).hint("--reveal, for the referee"));
    }
    if asked.reveal {
        table::open_to(&seen.journal, Eyes::All)?;
    }
    let mut tags = tree::tagged(&seen.journal);
    for tag in &asked.tags {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
        let named = tag.split_once('=').filter(|(name, _)| !name.is_empty() && name.chars().all(is_name));
        let no_tag = || Problem::usage(format!("\"{tag}\" is no tag")).hint("--tag White=Anna");
        let (name, value) = named.ok_or_else(no_tag)?;
        match tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.to_owned(),
            None => tags.push((name.to_owned(), value.to_owned())),
        }
    }
    let (comment, moves) = tree::tree(&seen.journal);
    let setup = G::settled(&seen.journal);
    let second_first = G::second_first(&G::begin(&setup));
    let record = Record { tags, comment, moves, second_first, result: result::<G>(state) };
    let text = G::write(&setup, state, &record);
    match &asked.output {
        Some(file) => {
            file::write(file, text.as_bytes())?;
            let name = file.display().to_string();
            out.both(format!("The record is in {name}."), &json!({ "file": name }));
        }
        None => {
            out.verbatim(text.trim_end());
            out.value(&json!({ "game": G::NAME, "record": text }));
        }
    }
    Ok(())
}

fn result<G: Companion>(state: &G::State) -> String {
    let text = match G::standing(state).ended {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(winner)) => ["1-0", "0-1"][winner.index()],
    };
    text.to_owned()
}

/// `kaiser import FILE`. Nothing is written where the rules stop it.
pub fn import(sources: &Sources, asked: &ImportArgs, out: &mut Out) -> Result<(), Problem> {
    let text = file::text(&asked.file, file::RECORD).map_err(|unread| unread.problem(&asked.file))?;
    let text = text.trim_start_matches('\u{feff}');
    let head = || text.lines().map(str::trim).take_while(|line| line.is_empty() || line.starts_with(['[', ';']));
    let titled = |title: &str| head().any(|line| line == format!("[Game \"{title}\"]"));
    let begins = |word: &str| text.lines().any(|line| line.trim_start().starts_with(word));
    if titled(BattleAcre::TITLE) {
        import_of::<BattleAcre>(sources, asked, text, out)
    } else if titled(CoalAndSteel::TITLE) {
        import_of::<CoalAndSteel>(sources, asked, text, out)
    } else if begins("[rules:") || begins("dim:") {
        import_of::<Tafl>(sources, asked, text, out)
    } else {
        let what = format!("{} says of no game whose record it is", asked.file.display());
        let hint = "[Game \"Battle Acre\"], [Game \"Coal and Steel\"], or OpenTafl's [rules:dim:9 ...]";
        Err(Problem::new(what).hint(hint))
    }
}

fn import_of<G: Recorded>(sources: &Sources, asked: &ImportArgs, text: &str, out: &mut Out) -> Result<(), Problem> {
    let (setup, mut record) = G::read(text)?;
    let begun = G::begin(&setup);
    record.second_first = G::second_first(&begun);
    let tagged = |(name, value): &(String, String)| Notice::Tagged { name: name.clone(), value: value.clone() };
    let entries = record.tags.iter().map(tagged).map(|what| Entry::Noticed { what }).collect();
    let mut replay = Replay::<G> { entries, variations: 0 };
    replay.remark(record.comment.as_deref());
    let mut state = replay.line(begun, &record.moves, record.first_ply())?;
    for command in G::closing(&state, &record) {
        state = replay.command(state, &command)?;
    }
    let found = result::<G>(&state);
    if record.result != found {
        let says = if G::is_over(&state) { G::status(&state) } else { "the game goes on".to_owned() };
        output::aside(&format!("note:  the record's result is {}; by its moves, {says}", record.result));
    }
    let (moves, status) = (record.moves.len(), G::status(&state));
    let mut value = json!({ "game": G::NAME, "moves": moves, "variations": replay.variations, "status": status });
    if asked.check {
        out.verbatim(G::write(&setup, &state, &Record { result: found, ..record }).trim_end());
        out.value(&value);
        return Ok(());
    }
    let header = Header::of::<G>(G::NAME, &load::edition(sources), dice::new_seed()?, setup);
    let path = asked.output.clone().unwrap_or_else(|| store::free_name(Path::new("."), G::NAME));
    let unsaid = |error: &dyn Display| Problem::new(format!("no journal comes of it: {error}"));
    let mut journal = Journal::<G>::new(header);
    for entry in replay.entries.into_iter().chain([Entry::Closed]) {
        journal.add(entry).map_err(|error| unsaid(&error))?;
    }
    let text = journal.text().map_err(|error| unsaid(&error))?;
    file::write(&path, text.as_bytes())?;
    let name = path.display().to_string();
    value["file"] = json!(name);
    out.both(format!("{moves} moves are in {name}; {status}"), &value);
    Ok(())
}

/// A record on its way through the referee.
struct Replay<G: Companion> {
    entries: Vec<EntryOf<G>>,
    variations: usize,
}

impl<G: Recorded> Replay<G> {
    /// Plays a line that begins after so many moves; a variation is played and taken back before the move that it
    /// stands beside.
    fn line(&mut self, mut state: G::State, nodes: &[Node], from: usize) -> Result<G::State, Problem> {
        let mut ply = from;
        for node in nodes {
            for variation in &node.variations {
                self.variations += 1;
                let begun = self.in_force();
                self.line(state.clone(), variation, ply)?;
                for _ in begun..self.in_force() {
                    self.entries.push(Entry::Undid);
                }
            }
            state = self.step(state, node).map_err(|problem| stopped::<G>(problem, node, ply))?;
            self.remark(node.comment.as_deref());
            ply += node.plies(G::FORM);
        }
        Ok(state)
    }

    fn remark(&mut self, words: Option<&str>) {
        self.entries.extend(words.map(|words| Entry::Remarked { words: words.to_owned() }));
    }

    /// How many commands are in force.
    fn in_force(&self) -> usize {
        let count = |is: fn(&EntryOf<G>) -> bool| self.entries.iter().filter(|entry| is(entry)).count();
        count(|entry| matches!(entry, Entry::Did { .. }))
            - count(|entry| matches!(entry, Entry::Undid | Entry::TakenBack { .. }))
    }

    fn step(&mut self, mut state: G::State, node: &Node) -> Result<G::State, Problem> {
        let begun = self.entries.len();
        for command in G::commands(&state, &node.text)? {
            state = self.command(state, &command)?;
        }
        let did = |entry: &EntryOf<G>| if let Entry::Did { events, .. } = entry { events.clone() } else { Vec::new() };
        let events: Vec<EventOf<G>> = self.entries[begun..].iter().flat_map(did).collect();
        G::differs(&node.text, &events).map_or(Ok(state), |what| Err(Problem::new(what)))
    }

    fn command(&mut self, mut state: G::State, command: &G::Command) -> Result<G::State, Problem> {
        let decided = play::decide::<G>(&state, command, &mut Script::typed([]));
        let events = decided.map_err(|halt| match halt {
            Halt::Refused { reason, rule } => Problem::from(G::refused(&reason, rule)),
            Halt::NeedsRoll { ask, .. } | Halt::NoSuchFace { ask, .. } => {
                Problem::new("a die comes first, and the record has none").rule(Some(ask.rule))
            }
        })?;
        play::apply_all::<G>(&mut state, &events);
        self.entries.push(Entry::Did { command: command.clone(), events });
        Ok(state)
    }
}

/// At which move a record stops, and why.
fn stopped<G: Recorded>(problem: Problem, node: &Node, ply: usize) -> Problem {
    let which = match G::FORM {
        Form::Numbered => format!("move {}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." }),
        Form::Plain => format!("command {}", ply + 1),
    };
    problem.of(format_args!("line {}, {which} {}", node.line, node.text))
}
