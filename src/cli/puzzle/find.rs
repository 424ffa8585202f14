//! `kaiser puzzle find`: decisions of battles in which one answer is the best beyond doubt.
use std::{fs, path::Path, process::ExitCode};

use serde_json::{Value, json};

use crate::{
    args::FindPuzzles,
    commanders, cores, file, open,
    output::{self, Out},
    prompt::Interrupts,
    simulate::is_tracked,
};
use admirals::{
    Commander, Level, Player,
    puzzle::{Decision, Found, Measuring, decisions},
    seed_of,
};
use load::Sources;
use naval::{
    Id, Naval, NavalEvent, SideId, notation,
    puzzle::{Asks, Measured, Puzzle},
};
use play::journal::{Entry, Journal};
use session::Problem;

/// Looks through every journal; what is found is written where that is asked.
pub fn find(sources: &Sources, asked: &FindPuzzles, out: &mut Out) -> Result<ExitCode, Problem> {
    if let Some(directory) = &asked.output {
        let unmade = |error| Problem::new(format!("{} cannot be made: {error}", directory.display()));
        fs::create_dir_all(directory).map_err(unmade)?;
    }
    let interrupts = Interrupts::caught();
    let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.waits();
    let (mut tried, mut found) = (Vec::new(), Vec::new());
    for path in &asked.files {
        let journal = open::look::<Naval>(path, output::aside)?.journal;
        is_tracked(&journal.header().setup)?;
        let battle = Battle::of(sources, &journal)?;
        for decision in battle.promising(usize::try_from(asked.most).unwrap_or(usize::MAX), asked.from) {
            let when = format!("{}: turn {}, {}", path.display(), decision.turn, decision.unit);
            output::passing(&format!("{when} {}", decision.asks.verb()));
            let Some((is_puzzle, measured)) = measured(&decision, &battle.who, asked, stop) else { continue };
            let Some(answers) = told(&decision, measured) else { continue };
            tried.push(json!({
                "file": path.display().to_string(), "turn": decision.turn, "side": decision.side, "asks": decision.asks,
                "unit": decision.unit, "puzzle": is_puzzle, "answers": answers,
            }));
            if is_puzzle {
                found.push(battle.puzzle(&decision, answers, asked)?);
            }
        }
        output::passing("");
    }
    let (mut lines, mut values): (Vec<String>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut taken: Vec<Id> = Vec::new();
    for mut puzzle in found.iter().cloned() {
        puzzle.id = free(&puzzle.id, &taken, asked.output.as_deref());
        taken.push(puzzle.id.clone());
        let best = puzzle.best().map(|best| show::puzzle::said(best).to_owned()).unwrap_or_default();
        lines.push(format!("{}: {best}", puzzle.id));
        let mut value =
            json!({ "puzzle": puzzle.id, "side": puzzle.side, "asks": puzzle.asks, "unit": puzzle.unit, "best": best });
        if let Some(directory) = &asked.output {
            let path = directory.join(format!("{}.yaml", puzzle.id));
            file::write(&path, load::puzzle_file(&puzzle).as_bytes())?;
            value["file"] = json!(path.display().to_string());
        }
        values.push(value);
    }
    let is_cut = stop();
    lines.push(format!(
        "{} of {} decisions that were measured are puzzles{}.",
        found.len(),
        tried.len(),
        if is_cut { "; interrupted" } else { "" }
    ));
    out.both(lines.join("\n"), &json!({ "puzzles": values, "measured": tried, "interrupted": is_cut }));
    Ok(ExitCode::SUCCESS)
}

/// The name of a puzzle, or with a number behind it where there is one of that name.
fn free(id: &Id, taken: &[Id], directory: Option<&Path>) -> Id {
    let numbered = (2..).map(|number| Id::new(format!("{id}-{number}")));
    let is_free = |id: &Id| {
        let file = directory.map(|directory| directory.join(format!("{id}.yaml")));
        !taken.contains(id) && file.is_none_or(|file| !file.exists())
    };
    std::iter::once(id.clone()).chain(numbered).find(is_free).unwrap_or_else(|| id.clone())
}

/// A battle that is looked through, and who plays it on.
struct Battle<'j> {
    journal: &'j Journal<Naval>,
    who: Vec<Commander>,
}

impl<'j> Battle<'j> {
    /// By captains: with the cards of those who played it, else with those of the sides' own admirals.
    fn of(sources: &Sources, journal: &'j Journal<Naval>) -> Result<Battle<'j>, Problem> {
        let header = journal.header();
        let mut who = commanders::all(sources, &header.setup, &[])?;
        let played = commanders::players_of(header.players.as_ref());
        for (side, own) in header.setup.sides.iter().zip(&mut who) {
            if let Some((_, played)) = played.iter().find(|(one, _)| *one == side.id) {
                *own = Commander::of(Level::Captain, played.doctrine.clone());
            }
        }
        Ok(Battle { journal, who })
    }

    /// The decisions from a turn on that promise most, of each kind in turn.
    fn promising(&self, most: usize, from: u16) -> Vec<Decision> {
        let setup = &self.journal.header().setup;
        let seats = setup.sides.iter().map(|side| side.id.clone()).zip(self.who.iter().cloned());
        let seats: Vec<(SideId, Commander)> = seats.collect();
        let deeds = self.journal.deeds();
        let events = deeds.iter().map(|deed| -> &[NavalEvent] { deed.events });
        let mut all = decisions(setup, &seats, events);
        all.retain(|decision| from <= decision.turn);
        // Stable: of what promises the same, the earlier comes first.
        all.sort_by(|one, other| other.promise.total_cmp(&one.promise));
        let mut kinds: Vec<Vec<Decision>> = Asks::ALL.iter().map(|_| Vec::new()).collect();
        for decision in all.into_iter().rev() {
            let place = Asks::ALL.iter().position(|asks| *asks == decision.asks).unwrap_or_default();
            kinds[place].push(decision);
        }
        let mut taken = Vec::new();
        while taken.len() < most && kinds.iter().any(|kind| !kind.is_empty()) {
            for kind in &mut kinds {
                taken.extend(kind.pop());
            }
        }
        taken.truncate(most);
        taken
    }

    /// The puzzle that a decision is with these answers.
    fn puzzle(&self, decision: &Decision, answers: Vec<Measured>, asked: &FindPuzzles) -> Result<Puzzle, Problem> {
        let header = self.journal.header().clone();
        let mut journal = Journal::<Naval>::new(header);
        for deed in self.journal.deeds().into_iter().take(decision.deeds).filter(|deed| deed.struck.is_none()) {
            let entry = Entry::Did { command: deed.command.clone(), events: deed.events.to_vec() };
            journal.add(entry).map_err(|error| Problem::new(error.to_string()))?;
        }
        let text = journal.text().map_err(|error| Problem::new(error.to_string()))?;
        let scenario = &journal.header().setup.scenario;
        let (turn, unit, verb) = (decision.turn, &decision.unit, decision.asks.verb());
        Ok(Puzzle {
            id: Id::new(format!("{scenario}-{turn}-{unit}-{verb}")),
            side: decision.side.clone(),
            asks: decision.asks,
            unit: decision.unit.clone(),
            remark: None,
            command: format!("kaiser puzzle find FILE.kaiser -n {} --seed {}", asked.n, asked.seed),
            seed: asked.seed,
            players: admirals::EDITION,
            answers,
            journal: text,
        })
    }
}

/// The answers with their lines, the best first; nothing where a line would not be read as what it says.
fn told(decision: &Decision, measured: Vec<Measured>) -> Option<Vec<Measured>> {
    let at = decision.outlook();
    let mut answers = Vec::new();
    for (one, tried) in measured.into_iter().zip(&decision.answers) {
        let line = tried.command.as_ref().map(|command| notation::print(at.state(), command));
        let again = line.as_ref().map(|line| notation::parse(at.state(), line).map(|typed| typed.command));
        if again.transpose().ok().flatten() != tried.command {
            return None;
        }
        answers.push(Measured { line, captain: tried.captain, ..one });
    }
    answers.sort_by(|one, other| other.points.total_cmp(&one.points));
    Some(answers)
}

/// Whether the decision is a puzzle, and what its answers were found to be worth; nothing where it was interrupted.
fn measured(
    decision: &Decision,
    who: &[Commander],
    asked: &FindPuzzles,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<(bool, Vec<Measured>)> {
    let policies: Vec<_> = who.iter().map(Commander::policy).collect();
    let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
    let midshipman = decision.answers.iter().position(|answer| answer.midshipman)?;
    let most = usize::try_from(asked.n).unwrap_or(usize::MAX);
    let mut measuring = Measuring::of(decision.answers.len(), midshipman, most);
    let threads = asked.threads.map_or_else(cores::all, usize::from);
    loop {
        let (wants, upto) = match measuring.found() {
            Found::Wants(wants, upto) => (wants, upto),
            Found::Puzzle => return Some((true, measuring.measured())),
            Found::Nothing => return Some((false, measuring.measured())),
        };
        let work: Vec<(usize, u64)> = wants
            .iter()
            .flat_map(|answer| (measuring.battles(*answer)..upto).map(|battle| (*answer, battle as u64)))
            .collect();
        let add = |own: &mut Vec<(usize, Option<i32>)>, at: u64| {
            let place = usize::try_from(at).unwrap_or_default();
            let (answer, battle) = work[place];
            own.push((place, decision.played_on(answer, &players, seed_of(asked.seed, battle + 1), stop)));
        };
        let mut played = search::shared(work.len() as u64, threads, add, |_| ()).concat();
        played.sort_by_key(|(place, _)| *place);
        for (place, margin) in played {
            measuring.take(work[place].0, [margin?]);
        }
    }
}
