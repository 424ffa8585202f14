//! `kaiser puzzle find`: finds decisions in recorded battles where one answer is clearly the best.
use std::{fs, path::Path, process::ExitCode};

use serde_json::{Value, json};

use crate::{
    args::FindPuzzles,
    commanders, file, open,
    output::{self, Out},
    parallel,
    prompt::Interrupts,
    simulate::check_positions,
};
use admirals::{
    Commander, Level, Player,
    puzzle::{
        NoPuzzleReason, PuzzleDecision, ScreenedDecision, ScreeningBudget, ScreeningOutcome, decisions,
        screen_decisions,
    },
};
use load::Sources;
use naval::model::puzzle::{MeasuredAnswer, Puzzle, PuzzleKind};
use naval::{Id, Naval, NavalEvent, SideId, notation};
use play::journal::Journal;
use session::Refusal;

/// Searches every journal and writes the puzzles that are found, if a directory is given.
pub fn find(sources: &Sources, args: &FindPuzzles, out: &mut Out) -> Result<ExitCode, Refusal> {
    if let Some(to) = args.to.filter(|to| *to < args.from) {
        let what = format!("--from {} is after --to {to}.", args.from);
        return Err(Refusal::usage(what).form(format!("--from {to} --to {}", args.from)));
    }
    if let Some(directory) = &args.output {
        let create_error = |error| Refusal::disk(format!("{} cannot be created: {error}.", directory.display()));
        fs::create_dir_all(directory).map_err(create_error)?;
    }
    let interrupts = Interrupts::catch();
    let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
    let budget = ScreeningBudget {
        max_battles: usize::try_from(args.n).unwrap_or(usize::MAX),
        seed: args.seed,
        threads: args.threads.map_or_else(parallel::core_count, usize::from),
    };
    let (mut tried, mut outcomes, mut puzzles) = (Vec::new(), Vec::new(), Vec::new());
    for path in &args.files {
        let journal = open::open_with_notes::<Naval>(path, output::note)?.journal;
        check_positions(&journal.header().setup)?;
        let battle = SearchedBattle::from_journal(sources, &journal)?;
        let policies: Vec<_> = battle.captains.iter().map(Commander::policy).collect();
        let players: Vec<Player> = policies.iter().map(Box::as_ref).collect();
        let mut report_progress = |decision: &PuzzleDecision, battles: usize| {
            let PuzzleDecision { turn, unit, kind, .. } = decision;
            output::show_progress(&format!(
                "{}: {battles} battles: turn {turn}, {unit} {}",
                path.display(),
                kind.verb()
            ));
        };
        for candidate in screen_decisions(battle.most_promising(args)?, &players, budget, &mut report_progress, stop) {
            let Some(answers) = ranked_answers(&candidate).filter(|answers| !answers.is_empty()) else { continue };
            let ScreenedDecision { decision, outcome, .. } = candidate;
            outcomes.push(outcome);
            tried.push(json!({
                "file": path.display().to_string(), "turn": decision.turn, "side": decision.side, "asks": decision.kind,
                "unit": decision.unit, "puzzle": outcome == ScreeningOutcome::Puzzle, "why": reason_word(outcome), "answers": answers,
            }));
            if outcome == ScreeningOutcome::Puzzle {
                puzzles.push(battle.build_puzzle(&decision, answers, args)?);
            }
        }
        output::show_progress("");
    }
    let (mut lines, mut values): (Vec<String>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut ids: Vec<Id> = Vec::new();
    for mut puzzle in puzzles.iter().cloned() {
        puzzle.id = free_id(&puzzle.id, &ids, args.output.as_deref());
        ids.push(puzzle.id.clone());
        let best = puzzle.best().map(|best| show::puzzle::answer_line(best).to_owned()).unwrap_or_default();
        lines.push(format!("{}: {best}", puzzle.id));
        let mut value =
            json!({ "puzzle": puzzle.id, "side": puzzle.side, "asks": puzzle.asks, "unit": puzzle.unit, "best": best });
        if let Some(directory) = &args.output {
            let path = directory.join(format!("{}.yaml", puzzle.id));
            file::write(&path, load::puzzle_yaml(&puzzle).as_bytes())?;
            value["file"] = json!(path.display().to_string());
        }
        values.push(value);
    }
    let is_cut = stop();
    lines.push(format!(
        "Puzzles: {} of {} measured decisions{}.",
        puzzles.len(),
        tried.len(),
        if is_cut { "; interrupted" } else { "" }
    ));
    lines.extend(rejection_summary(&outcomes));
    out.print(lines.join("\n"), &json!({ "puzzles": values, "measured": tried, "interrupted": is_cut }));
    Ok(ExitCode::SUCCESS)
}

/// Returns why a decision is no puzzle, as a word of the JSON output. `None` for a puzzle.
fn reason_word(outcome: ScreeningOutcome) -> Option<&'static str> {
    match outcome {
        ScreeningOutcome::Puzzle => None,
        ScreeningOutcome::Nothing(NoPuzzleReason::Midshipman) => Some("midshipman"),
        ScreeningOutcome::Nothing(NoPuzzleReason::NoDifference) => Some("no difference"),
        ScreeningOutcome::Nothing(NoPuzzleReason::Second) => Some("second"),
        ScreeningOutcome::Nothing(NoPuzzleReason::Uncertain) => Some("unsure"),
        ScreeningOutcome::Dropped => Some("less promising"),
        ScreeningOutcome::Stopped => Some("stopped"),
    }
}

fn rejection_summary(outcomes: &[ScreeningOutcome]) -> Option<String> {
    let all = [
        (ScreeningOutcome::Nothing(NoPuzzleReason::NoDifference), "the midshipman's order is as good as the best"),
        (ScreeningOutcome::Nothing(NoPuzzleReason::Midshipman), "the midshipman's order is the best"),
        (ScreeningOutcome::Nothing(NoPuzzleReason::Second), "another answer is as good as the best"),
        (ScreeningOutcome::Nothing(NoPuzzleReason::Uncertain), "the best answer is not clearly ahead"),
        (ScreeningOutcome::Dropped, "others were more promising"),
    ];
    let count = |wanted: ScreeningOutcome| outcomes.iter().filter(|outcome| **outcome == wanted).count();
    let counted = all.into_iter().map(|(which, reason)| (count(which), reason)).filter(|(count, _)| 0 < *count);
    let parts: Vec<String> = counted.map(|(count, reason)| format!("{reason} in {count}")).collect();
    (!parts.is_empty()).then(|| format!("The others: {}.", parts.join("; ")))
}

/// Returns the puzzle's name, with a number appended if the name is taken.
fn free_id(id: &Id, taken: &[Id], directory: Option<&Path>) -> Id {
    let numbered = (2..).map(|number| Id::new(format!("{id}-{number}")));
    let is_free = |id: &Id| {
        let file = directory.map(|directory| directory.join(format!("{id}.yaml")));
        !taken.contains(id) && file.is_none_or(|file| !file.exists())
    };
    std::iter::once(id.clone()).chain(numbered).find(is_free).unwrap_or_else(|| id.clone())
}

struct SearchedBattle<'j> {
    journal: &'j Journal<Naval>,
    captains: Vec<Commander>,
}

impl<'j> SearchedBattle<'j> {
    /// Prepares the search of a journal. Captains answer, with the card of the side's player, or else of its admiral.
    fn from_journal(sources: &Sources, journal: &'j Journal<Naval>) -> Result<SearchedBattle<'j>, Refusal> {
        let header = journal.header();
        let mut captains = commanders::all_commanders(sources, &header.setup, &[])?;
        let played = commanders::players_in_header(header.players.as_ref());
        for (side, commander) in header.setup.sides.iter().zip(&mut captains) {
            if let Some((_, played)) = played.iter().find(|(seated, _)| *seated == side.id) {
                *commander = Commander::new(Level::Captain, played.doctrine.clone());
            }
        }
        Ok(SearchedBattle { journal, captains })
    }

    /// Returns the most promising decisions of the requested turns and side, taking one of each kind in turn.
    fn most_promising(&self, args: &FindPuzzles) -> Result<Vec<PuzzleDecision>, Refusal> {
        let setup = &self.journal.header().setup;
        let example = |side: &SideId| format!("--side {side}");
        let side = args.side.as_ref().map(|side| commanders::side_named(setup, side, example)).transpose()?;
        let side = side.map(|index| &setup.sides[index].id);
        let seats = setup.sides.iter().map(|side| side.id.clone()).zip(self.captains.iter().cloned());
        let seats: Vec<(SideId, Commander)> = seats.collect();
        let commands = self.journal.commands();
        let events = commands.iter().map(|applied| -> &[NavalEvent] { applied.events });
        let mut all = decisions(setup, &seats, events);
        let last = args.to.unwrap_or(u16::MAX);
        all.retain(|decision| {
            (args.from..=last).contains(&decision.turn) && side.is_none_or(|side| *side == decision.side)
        });
        // The sort is stable: among equal promises the earlier decision comes first.
        all.sort_by(|left, right| right.promise.total_cmp(&left.promise));
        let mut kinds: Vec<Vec<PuzzleDecision>> = PuzzleKind::ALL.iter().map(|_| Vec::new()).collect();
        for decision in all.into_iter().rev() {
            let place = PuzzleKind::ALL.iter().position(|asks| *asks == decision.kind).unwrap_or_default();
            kinds[place].push(decision);
        }
        let (mut chosen, max) = (Vec::new(), usize::try_from(args.most).unwrap_or(usize::MAX));
        while chosen.len() < max && kinds.iter().any(|kind| !kind.is_empty()) {
            for kind in &mut kinds {
                chosen.extend(kind.pop());
            }
        }
        chosen.truncate(max);
        Ok(chosen)
    }

    fn build_puzzle(
        &self,
        decision: &PuzzleDecision,
        answers: Vec<MeasuredAnswer>,
        args: &FindPuzzles,
    ) -> Result<Puzzle, Refusal> {
        let header = self.journal.header().clone();
        let mut journal = Journal::<Naval>::new(header);
        for applied in self
            .journal
            .commands()
            .into_iter()
            .take(decision.commands_before)
            .filter(|applied| applied.removed_by.is_none())
        {
            let entry = journal.new_command_entry(applied.command.clone(), applied.events.to_vec());
            journal.add(entry).map_err(|error| Refusal::journal(error.to_string()))?;
        }
        let text = journal.text().map_err(|error| Refusal::journal(error.to_string()))?;
        let scenario = &journal.header().setup.scenario;
        let (turn, unit, verb) = (decision.turn, &decision.unit, decision.kind.verb());
        Ok(Puzzle {
            id: Id::new(format!("{scenario}-{turn}-{unit}-{verb}")),
            side: decision.side.clone(),
            asks: decision.kind,
            unit: decision.unit.clone(),
            about: None,
            remark: None,
            command: format!("kaiser puzzle find FILE.kaiser -n {} --seed {}", args.n, args.seed),
            seed: args.seed,
            players: admirals::EDITION,
            answers,
            journal: text,
        })
    }
}

/// Returns the answers with their lines, the best first, or `None` if a line would not be parsed as its order.
fn ranked_answers(screened: &ScreenedDecision) -> Option<Vec<MeasuredAnswer>> {
    let player_view = screened.decision.view();
    let mut answers = Vec::new();
    for (measured, tried) in screened.measuring.measured().into_iter().zip(&screened.decision.answers) {
        let line = tried.command.as_ref().map(|command| notation::print(player_view.state(), command));
        let parsed = line.as_ref().map(|line| notation::parse(player_view.state(), line).map(|typed| typed.command));
        if parsed.transpose().ok().flatten() != tried.command {
            return None;
        }
        answers.push(MeasuredAnswer { line, captain: tried.captain, ..measured });
    }
    answers.sort_by(|left, right| right.points.total_cmp(&left.points));
    Some(answers)
}
