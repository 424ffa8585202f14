//! Records of board games: written from a journal, and replayed by the rules into a journal.
mod finding;
mod forms;
mod recorded;
mod tree;

use std::fmt::Display;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::recorded::{Recorded, ending_commands, proven_result};
use super::game_kind::{kind_named, of_game};
use crate::args::{ExportArgs, ImportArgs};
use crate::output::{self, Out};
use crate::{dice, file, open, store};
use boards::check_hyphens;
use boards::record::{MoveNode, Record, RecordForm, UnreadText, is_claim, is_tag_name, is_tag_value, without_controls};
use load::Sources;
use play::journal::{ActiveEntries, Entry, EntryOf, Header, Journal, Notice, game_named};
use play::{LineError, NotDecided, Script};
use session::Refusal;
use session::boards::{BoardGame, BoardViewer, table};

pub fn export(args: &ExportArgs, out: &mut Out) -> Result<(), Refusal> {
    file::open(&args.file, OpenOptions::new().read(true)).map_err(|error| error.into_refusal(&args.file))?;
    let Some(game) = open::game_of(&args.file).and_then(|game| kind_named(&game)) else {
        let what = format!("{} is not a journal of a board game.", args.file.display());
        return Err(Refusal::journal(what).hint("`kaiser log` prints a battle, `kaiser chronicle` a campaign"));
    };
    of_game!(game, G => export_game::<G>(args, out))
}

fn export_game<G: Recorded>(args: &ExportArgs, out: &mut Out) -> Result<(), Refusal> {
    let seen = open::open_with_notes::<G>(&args.file, output::note)?;
    let state = seen.journal.state();
    if G::HIDES && !G::is_over(state) && !args.reveal {
        let what = "The game is not over, and its record would reveal hidden pieces.";
        return Err(Refusal::not_yours(what).hint("the referee may add --reveal"));
    }
    if args.reveal {
        table::viewer_from_outside(&seen.journal, BoardViewer::Referee)?;
    }
    let mut tags = tree::imported_tags(&seen.journal);
    if !tree::is_as_imported(&seen.journal) {
        tags.retain(|(name, _)| !is_ending_tag(name));
    }
    for tag in &args.tags {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
        let named = tag.split_once('=').filter(|(name, _)| !name.is_empty() && name.chars().all(is_name));
        let no_tag = || Refusal::usage(format!("\"{tag}\" is not a tag.")).form("--tag White=Anna");
        let (name, value) = named.ok_or_else(no_tag)?;
        check_tag_value(name, value)?;
        if let Some((known, meaning)) = G::OWN_TAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            let what = format!("The program writes the tag {known} itself: {meaning}");
            return Err(Refusal::usage(what).form("--tag White=Anna"));
        }
        match tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.to_owned(),
            None => tags.push((name.to_owned(), value.to_owned())),
        }
    }
    let (comment, moves) = tree::comment_and_moves(&seen.journal);
    let setup = G::settled_setup(&seen.journal);
    let second_first = G::second_side_begins(&G::initial_state(&setup));
    let record = Record { tags, comment, moves, second_first, result: proven_result::<G>(state) };
    let text = G::write(&setup, state, &record);
    match &args.output {
        Some(file) => {
            file::write(file, text.as_bytes())?;
            let name = file.display().to_string();
            out.print(format!("The record is in {name}."), &json!({ "file": name }));
        }
        None => {
            // A game without moves keeps its empty line, so that another game may follow.
            out.print_file(&text);
            out.print_json(&json!({ "game": G::NAME, "record": text }));
        }
    }
    Ok(())
}

/// Refuses a typed tag whose value contains a line end or another control character.
fn check_tag_value(name: &str, value: &str) -> Result<(), Refusal> {
    if is_tag_value(value) && !value.contains('\n') {
        return Ok(());
    }
    Err(Refusal::usage(format!("The value of the tag {name} contains a control character.")).form("--tag White=Anna"))
}

/// Whether a tag states how a game ended. If the game was continued after the import, such a tag no longer holds.
fn is_ending_tag(tag: &str) -> bool {
    ["result", "termination"].iter().any(|name| tag.eq_ignore_ascii_case(name))
}

/// `kaiser import FILE`. A file may hold several games of any kind. If the rules refuse a move, nothing is written.
pub fn import(sources: &Sources, args: &ImportArgs, out: &mut Out) -> Result<(), Refusal> {
    let text = file::read_text(&args.file, file::RECORD).map_err(|error| error.into_refusal(&args.file))?;
    if game_named(text.split_inclusive('\n').next().unwrap_or_default().as_bytes()).is_ok() {
        let file = args.file.display();
        let problem = Refusal::journal(format!("{file} is a journal, not a record."));
        return Err(problem.hint(format!("`kaiser export {file} -o FILE` writes its record")));
    }
    let mut remaining = UnreadText::new(&text).trimmed();
    let mut games: Vec<ImportedGame> = Vec::new();
    while games.is_empty() || !remaining.text.is_empty() {
        let no_game = || {
            let what = format!("{} does not name its game.", args.file.display());
            let hint = "[Game \"Battle Acre\"], [Game \"Coal and Steel\"], or OpenTafl's [rules:dim:9 ...]";
            let moves = remaining
                .text
                .lines()
                .find(|line| !line.is_empty() && !line.starts_with(['[', ';', '{', '%']))
                .unwrap_or_default();
            check_hyphens(moves).err().map_or_else(|| Refusal::journal(what).hint(hint), Refusal::journal)
        };
        let which = finding::which_game(remaining).map_err(|refusal| refusal.unwrap_or_else(no_game));
        let read = which.and_then(|which| of_game!(which, G => import_next::<G>(sources, remaining)));
        let (game, text_after) = read.map_err(|problem| match games.len() {
            0 => problem,
            before => problem.at_place(format_args!("game {}", before + 1)),
        })?;
        games.push(game);
        remaining = text_after.trimmed();
    }
    if args.check {
        out.print_file(&(join_records(&games) + "\n"));
        games.iter().for_each(|game| out.print_json(&game.value));
        return Ok(());
    }
    let mut paths: Vec<PathBuf> = Vec::new();
    for (game, number) in games.iter().zip(1..) {
        let path = match &args.output {
            Some(file) if games.len() == 1 => file.clone(),
            Some(file) => numbered_path(file, number),
            None => store::free_name_beside(Path::new("."), game.name, &paths),
        };
        paths.push(path);
    }
    let files: Vec<(PathBuf, &str)> = paths.into_iter().zip(games.iter().map(|game| game.journal.as_str())).collect();
    file::write_all(&files)?;
    for (game, (path, _)) in games.iter().zip(&files) {
        let name = file::as_typed(path).display().to_string();
        let mut value = game.value.clone();
        value["file"] = json!(name);
        let verb = if game.moves == 1 { "is" } else { "are" };
        out.print(format!("{} {verb} in {name}: {}", show::lines::count(game.moves, "move"), game.status), &value);
    }
    Ok(())
}

/// Joins the records in standard form: one empty line separates two games, and the last is as `export` writes it.
fn join_records(games: &[ImportedGame]) -> String {
    let mut texts: Vec<&str> = games.iter().map(|game| game.record.trim_end()).collect();
    if let (Some(last), Some(game)) = (texts.last_mut(), games.last()) {
        *last = game.record.strip_suffix('\n').unwrap_or(&game.record);
    }
    texts.join("\n\n")
}

/// Returns the name of one of several journals: `games-3.kaiser` for `games.kaiser` and 3.
fn numbered_path(file: &Path, number: usize) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let ending = file.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    file.with_file_name(format!("{stem}-{number}{ending}"))
}

struct ImportedGame {
    /// The game's name in journals.
    name: &'static str,
    journal: String,
    /// The record in standard form.
    record: String,
    moves: usize,
    status: String,
    value: Value,
}

/// Replays the next game of a text, and returns the text after it.
fn import_next<'t, G: Recorded>(
    sources: &Sources,
    text: UnreadText<'t>,
) -> Result<(ImportedGame, UnreadText<'t>), Refusal> {
    let (setup, mut record, remaining) = G::read(text)?;
    for (name, value) in &mut record.tags {
        if !is_tag_name(name) {
            let what = format!("A tag cannot be called \"{name}\".");
            return Err(Refusal::read(what).hint("use a word without [ ] : or quotation marks, as in [White \"Anna\"]"));
        }
        *value = without_controls(value);
    }
    let start = G::initial_state(&setup);
    record.second_first = G::second_side_begins(&start);
    keep_claim(&mut record);
    let tagged = |(name, value): &(String, String)| Notice::Tagged { name: name.clone(), value: value.clone() };
    let entries = record.tags.iter().map(tagged).map(|what| Entry::Noticed { what }).collect();
    let mut replay = Replay::<G> { entries, active: ActiveEntries::default(), variations: 0 };
    replay.remark(record.comment.as_deref());
    let mut state = replay.play_line(start, &record.moves, record.first_ply())?;
    for command in ending_commands::<G>(&state, &record) {
        state = replay.apply_command(state, &command)?;
    }
    let proven = proven_result::<G>(&state);
    let (status, is_over) = (G::status(&state), G::is_over(&state));
    if record.result != proven && is_claim(&record.result) {
        let outcome = if is_over { status.clone() } else { "the game is not over".to_owned() };
        let how = record.tag("termination").map(|how| format!(" ({how})")).unwrap_or_default();
        output::note(&format!(
            "note:  the record claims {}{how}, which is kept. By its moves, {outcome}",
            record.result
        ));
    }
    if let Some(result) = record.tag("result").filter(|result| is_claim(result) && !is_claim(&record.result)) {
        output::note(&format!("note:  \"{result}\" is not a result of a game. The tag is kept unchanged"));
    }
    let moves = record.moves.iter().map(|node| node.plies(G::FORM)).sum();
    let value = json!({
        "game": G::NAME, "moves": moves, "variations": replay.variations, "status": status,
        "claimed": record.result, "proven": proven,
    });
    let header = Header::current::<G>(G::NAME, &load::data_hash(sources), dice::new_seed()?, setup.clone());
    let journal_error = |error: &dyn Display| Refusal::journal(format!("The journal cannot be made: {error}."));
    let mut journal = Journal::<G>::new(header);
    for entry in replay.entries.into_iter().chain([Entry::Closed]) {
        journal.add(entry).map_err(|error| journal_error(&error))?;
    }
    // As `export` will write it.
    let (comment, nodes) = tree::comment_and_moves(&journal);
    let record = G::write(&G::settled_setup(&journal), &state, &Record { comment, moves: nodes, ..record });
    let journal = journal.text().map_err(|error| journal_error(&error))?;
    Ok((ImportedGame { name: G::NAME, journal, record, moves, status, value }, remaining))
}

/// Keeps a claimed result as a tag if it is written only after the moves.
fn keep_claim(record: &mut Record) {
    if !is_claim(&record.result) || record.tag("result").is_some_and(is_claim) {
        return;
    }
    let result = record.result.clone();
    match record.tags.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case("result")) {
        Some((_, value)) => *value = result,
        None => record.tags.push(("Result".to_owned(), result)),
    }
}

struct Replay<G: BoardGame> {
    entries: Vec<EntryOf<G>>,
    active: ActiveEntries,
    variations: usize,
}

impl<G: Recorded> Replay<G> {
    /// Plays a line that begins at `first_ply`. A variation is played and undone before the move that it is an
    /// alternative to.
    fn play_line(&mut self, mut state: G::State, nodes: &[MoveNode], first_ply: usize) -> Result<G::State, Refusal> {
        let mut ply = first_ply;
        for node in nodes {
            for variation in &node.variations {
                self.variations += 1;
                let effective_before = self.active.numbers().len();
                self.play_line(state.clone(), variation, ply)?;
                if let Some(from) = self.active.numbers().get(effective_before).copied() {
                    // The variation may have revealed something, and undoing that requires a reason. [Q64]
                    self.add(Entry::TakenBack { from, because: Some("a variation of the record".to_owned()) });
                }
            }
            state = self.apply_node(state, node).map_err(|problem| at_move::<G>(problem, node, ply))?;
            self.remark(node.comment.as_deref());
            ply += node.plies(G::FORM);
        }
        Ok(state)
    }

    fn remark(&mut self, words: Option<&str>) {
        let text = words.map(|words| without_controls(words).replace('\n', " "));
        self.entries.extend(text.filter(|words| play::is_line(words)).map(|words| Entry::Remarked { words }));
    }

    fn add(&mut self, entry: EntryOf<G>) {
        self.active.apply(self.entries.len() + 1, &entry);
        self.entries.push(entry);
    }

    fn apply_node(&mut self, mut state: G::State, node: &MoveNode) -> Result<G::State, Refusal> {
        for command in G::parse_move(&state, &node.text)? {
            state = self.apply_command(state, &command)?;
        }
        Ok(state)
    }

    fn apply_command(&mut self, mut state: G::State, command: &G::Command) -> Result<G::State, Refusal> {
        let decided = play::decide::<G>(&state, command, &mut Script::typed([]));
        let events = decided.map_err(|halt| match halt {
            // The hint is of use only at a prompt.
            NotDecided::Refused { reason, rule } => {
                Refusal::rules(LineError { hint: None, ..G::refused(&reason, rule) })
            }
            NotDecided::NeedsRoll { request, .. } | NotDecided::NoSuchFace { request, .. } => {
                Refusal::journal("A die roll is missing in the record.").rule(request.rule)
            }
        })?;
        play::apply_all::<G>(&mut state, &events);
        self.add(Entry::Did { line: self.entries.len() + 1, from: None, command: command.clone(), events });
        Ok(state)
    }
}

fn at_move<G: Recorded>(problem: Refusal, node: &MoveNode, ply: usize) -> Refusal {
    let which = match G::FORM {
        RecordForm::Numbered => format!("move {}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." }),
        RecordForm::Plain => format!("command {}", ply + 1),
    };
    problem.at_place(format_args!("line {}, {which} {}", node.line, node.text))
}
