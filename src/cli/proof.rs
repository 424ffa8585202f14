//! `kaiser verify`: what a journal proves, and how it was looked at.
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{
    games, generate, open,
    origin::{self, Ending, Model},
    output::{self, Out},
    problem::Problem,
    store::Seen,
};
use load::{self, Sources};
use naval::{Fact, Id, Naval, Setup, State, seal, tally};
use play::journal::{Algorithm, Journal, Proof};
use play::{Game, Rule};

/// `kaiser verify FILE...`: true when nothing is wrong with any of them.
///
/// # Errors
/// What is wrong with a file that is the only one; of several each is reported, and the others are looked at too.
pub fn verify(sources: &Sources, files: &[PathBuf], out: &mut Out) -> Result<bool, Problem> {
    let [file] = files else {
        let mut sound = true;
        for file in files {
            if let Err(problem) = one(sources, file, out) {
                output::report(&problem, out.is_json());
                sound = false;
            }
        }
        return Ok(sound);
    };
    one(sources, file, out).map(|()| true)
}

fn one(sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
    games::of_file(file).verify(sources, file, out)
}

/// The journal of a battle.
///
/// # Errors
/// As [`of_journal`].
pub fn of_battle(sources: &Sources, file: &Path, out: &mut Out) -> Result<(), Problem> {
    of_journal(open::seen(file)?, file, out, |journal| {
        let setup = origin::told(sources, journal.header(), Naval::RULINGS, |setup| model(sources, setup))?;
        Ok(setup.and(battle(journal)?))
    })
}

/// Decides every entry of a journal of any game again, and throws its dice again.
///
/// # Errors
/// A torn journal; the first entry that is false; what `ending` finds; after all was said, a journal that nobody closed.
pub fn of_journal<G: Game>(
    seen: Seen<G>,
    file: &Path,
    out: &mut Out,
    ending: impl FnOnce(&Journal<G>) -> Result<Ending, Problem>,
) -> Result<(), Problem> {
    let name = file.display();
    if let Some(torn) = &seen.torn {
        let what = format!("{name}: the last line is torn ({} bytes without an end)", torn.bytes.len());
        return Err(
            Problem::new(what).hint(format!("`kaiser play {name}` cuts it off, keeps it beside the file and goes on"))
        );
    }
    let (proof, found) = looked_through(&seen, ending)
        .map_err(|problem| Problem { what: format!("{name}: {}", problem.what), ..problem })?;
    let (looked_at, entries) = (seen.journal.entries().len(), seen.lines.saturating_sub(1));
    let playing = if seen.in_use { " (it is being played)" } else { "" };
    let all = if is_partial(&seen, &proof) {
        format!("{looked_at} of {entries} entries looked at, these agree")
    } else {
        "all agree".to_owned()
    };
    let agree = match proof.otherwise.len() {
        0 => all,
        some => format!("{some} come out otherwise today, under {}", paragraphs(&proof.changed)),
    };
    let mut lines = vec![("chain", format!("{} lines, each bound to the one before it", seen.lines))];
    lines.extend(kept(&seen).map(|says| ("private", says)));
    lines.push(("rulings", rulings(&seen.journal, &proof)));
    lines.push(("dice", dice(&seen.journal, &proof)));
    lines.extend(found.lines);
    if seen.closed {
        lines.push(("code", format!("{}, the same as at `quit` while nobody has changed the file", seen.code)));
    }
    let lines: Vec<String> = lines.iter().map(|(name, says)| format!("  {:<9}{says}", format!("{name}:"))).collect();
    let text = format!("{name}: {entries} entries, {agree}{playing}\n{}", lines.join("\n"));
    let mut value = proof_json(&seen, &proof);
    value["file"] = json!(name.to_string());
    value["closed"] = json!(seen.closed);
    if seen.closed {
        value["code"] = json!(seen.code);
    }
    if let Value::Object(keys) = &mut value {
        keys.extend(found.keys);
    }
    out.both(text, &value);
    if !seen.closed && !seen.in_use {
        let what = format!("{name}: the journal was never closed: its last line is missing, or the program was killed");
        return Err(Problem::new(what).hint(format!("`kaiser play {name}`, then `quit`, closes it")));
    }
    Ok(())
}

fn looked_through<G: Game>(
    seen: &Seen<G>,
    ending: impl FnOnce(&Journal<G>) -> Result<Ending, Problem>,
) -> Result<(Proof<G>, Ending), Problem> {
    has_known_rulings(&seen.journal)?;
    let proof = seen.journal.prove().map_err(|disagreement| Problem::new(disagreement.to_string()))?;
    is_laid_open(seen, &proof)?;
    Ok((proof, ending(&seen.journal)?))
}

fn paragraphs(rules: &BTreeSet<Rule>) -> String {
    rules.iter().map(|rule| format!("[{rule}]")).collect::<Vec<_>>().join(" ")
}

/// Whether something is kept elsewhere, so that the rest alone was proved.
fn is_partial<G: Game>(seen: &Seen<G>, proof: &Proof<G>) -> bool {
    seen.kept_from.is_some() || 0 < proof.unproved
}

/// A journal says by which edition of the rules it was begun, and none is of rules that are yet to come.
///
/// # Errors
/// There is no such edition.
fn has_known_rulings<G: Game>(journal: &Journal<G>) -> Result<(), Problem> {
    let (begun, now) = (journal.header().rulings, G::RULINGS);
    if (1..=now).contains(&begun) {
        return Ok(());
    }
    let what = format!("its first line names edition {begun} of the rules, and there are editions 1 to {now}");
    Err(Problem::new(what).hint("a journal of a newer kaiser is verified by that one"))
}

/// Nothing that a second file kept may be missing when there are no more secrets, and nothing may be laid open that it
/// never kept.
///
/// # Errors
/// A line laid open that fits no digest; a game that is over, with the seed or an entry shut; dice that the program is
/// said to have thrown, and no seed, neither here nor elsewhere.
fn is_laid_open<G: Game>(seen: &Seen<G>, proof: &Proof<G>) -> Result<(), Problem> {
    let journal = &seen.journal;
    if let Some(entry) = seen.laid.strays.first() {
        let what =
            format!("entry {entry} lays open a line that the journal never kept: no digest before it is its own");
        return Err(Problem::new(what).hint("what is laid open is a line of FILE.private, to the byte"));
    }
    if !journal.is_private() {
        let what = format!("the program threw {} dice in it, and its first line has no seed", proof.unproved);
        return if proof.unproved == 0 { Ok(()) } else { Err(Problem::new(what)) };
    }
    let is_over = match seen.kept_from {
        None => G::hides_nothing(journal.state()),
        Some(_) => seen.laid.is_over() || journal.has_laid_chances_open(),
    };
    let (_, shut) = journal.kept();
    let missing = match seen.kept_from {
        _ if !is_over => return Ok(()),
        Some(entry) => format!("entry {entry} is not laid open"),
        None if !journal.has_laid_chances_open() => "the seed of its dice is not laid open".to_owned(),
        None if 0 < shut => format!("{shut} entries are not laid open"),
        None => return Ok(()),
    };
    let hint = "with the end all of FILE.private stands in the journal: ask whoever has that file";
    Err(Problem::new(format!("nothing is secret any more, and {missing}")).hint(hint))
}

/// What of a journal that can be shown is not in it, and how far it was looked through.
fn kept<G: Game>(seen: &Seen<G>) -> Option<String> {
    let (lines, shut) = seen.journal.kept();
    match seen.kept_from {
        _ if !seen.journal.is_private() => None,
        Some(entry) => {
            Some(format!("from entry {entry} on the rest is kept in FILE.private, and only its chain was looked at"))
        }
        None if shut == 0 => Some(format!("{lines} entries were kept, and all are laid open as they were sealed")),
        None => Some(format!("{lines} entries were kept, {shut} are not laid open yet; each is as it was sealed")),
    }
}

fn rulings<G: Game>(journal: &Journal<G>, proof: &Proof<G>) -> String {
    let (now, begun, rulings) = (G::RULINGS, journal.header().rulings, proof.rulings);
    if now == begun {
        return format!("{rulings} decided again by edition {now} of the rules, which the journal was begun by");
    }
    let mut says =
        format!("{rulings} decided again by edition {now} of the rules; the journal was begun by edition {begun}");
    if !proof.otherwise.is_empty() {
        let mut entries: Vec<usize> = proof.otherwise.iter().map(|one| one.entry).collect();
        entries.dedup();
        let entries: Vec<String> = entries.iter().map(usize::to_string).collect();
        says += &format!(
            ", and {} have changed since: nobody can tell here whether that or a hand has changed entry {}. What was \
             recorded stands",
            paragraphs(&proof.changed),
            entries.join(", ")
        );
    }
    says
}

fn dice<G: Game>(journal: &Journal<G>, proof: &Proof<G>) -> String {
    let Algorithm { algorithm, edition } = &journal.header().dice;
    let mut says = format!("{} thrown again from the seed ({algorithm}, edition {edition})", proof.thrown);
    if 0 < proof.typed {
        says += &format!(", {} typed by the referee", proof.typed);
    }
    if 0 < proof.unproved {
        says += &format!(", {} thrown from a seed that is kept elsewhere", proof.unproved);
    }
    let today = Algorithm::present().edition;
    if *edition < today {
        says += &format!("; a journal that is begun today throws by edition {today}");
    }
    if 0 < proof.unexplained {
        let several = if proof.unexplained == 1 { "entry undoes" } else { "entries undo" };
        says += &format!(
            "; {} {several} what dice had decided and {} no reason, which this edition did not ask for",
            proof.unexplained,
            if proof.unexplained == 1 { "gives" } else { "give" }
        );
    }
    if 0 < proof.unkept {
        says += &format!("; {} struck entries kept no dice, as format 1 did not", proof.unkept);
    }
    says
}

fn proof_json<G: Game>(seen: &Seen<G>, proof: &Proof<G>) -> Value {
    let (journal, lines) = (&seen.journal, seen.lines);
    let header = journal.header();
    let otherwise: Vec<Value> = proof
        .otherwise
        .iter()
        .map(|one| json!({ "entry": one.entry, "deed": one.deed, "what": one.what.to_string() }))
        .collect();
    json!({
        "game": header.game,
        "format": header.format,
        "entries": seen.lines.saturating_sub(1),
        "looked_at": journal.entries().len(),
        "agree": proof.otherwise.is_empty(),
        "chain": { "lines": lines },
        "rulings": { "decided": proof.rulings, "edition": header.rulings, "by": G::RULINGS, "changed": proof.changed, "otherwise": otherwise },
        "dice": {
            "algorithm": header.dice.algorithm,
            "edition": header.dice.edition,
            "today": Algorithm::present().edition,
            "unexplained": proof.unexplained,
            "thrown": proof.thrown,
            "typed": proof.typed,
            "unproved": proof.unproved,
            "unkept": proof.unkept,
        },
    })
}

/// The battle that this program would begin by the name in the first line, measured by hand where that is; or the one
/// that was drawn up, once more.
///
/// # Errors
/// Why there is none.
fn model(sources: &Sources, setup: &Setup) -> Result<Model<Setup>, String> {
    let mut model = match load::scenario(sources, setup.scenario.as_str()) {
        Ok(built_in) => Model::built_in(built_in),
        Err(_) => generate::again::again(sources, setup)?,
    };
    let is_tracked = |setup: &Setup| setup.divisions.iter().any(|division| division.at.is_some());
    if is_tracked(&model.setup) && !is_tracked(setup) {
        model.setup.divisions.iter_mut().for_each(|division| division.at = None);
        model.chosen.push("--measured".to_owned());
    }
    Ok(model)
}

/// Seals and points of a battle.
fn battle(journal: &Journal<Naval>) -> Result<Ending, Problem> {
    let seals = seals(journal)?;
    let broken: Vec<&Sealed> = seals.iter().filter(|seal| seal.changed).collect();
    let all = match (seals.len(), broken.len()) {
        (0, _) => "none".to_owned(),
        (all, 0) => format!("{all} opened, each as it was sealed{}", salts(journal)),
        (all, _) => {
            let which = broken.iter().map(|seal| format!("{} in turn {}", seal.name, seal.turn));
            format!("{all} opened; other plots than the sealed ones stood for {}", which.collect::<Vec<_>>().join(", "))
        }
    };
    let state = journal.state();
    let tally = tally::tally(state);
    let points: Vec<(String, i32)> =
        tally.sides.iter().map(|side| (state.name(&side.side).to_owned(), side.points)).collect();
    let words: Vec<String> = points.iter().map(|(name, points)| format!("{name} {points}")).collect();
    let points = format!("{}, counted again", words.join(", "));
    let side_points: Vec<Value> =
        tally.sides.iter().map(|side| json!({ "id": side.side, "points": side.points })).collect();
    let sealed: Vec<Value> =
        seals.iter().map(|seal| json!({ "id": seal.side, "turn": seal.turn, "kept": !seal.changed })).collect();
    let keys = Map::from_iter([("seals".to_owned(), json!(sealed)), ("points".to_owned(), json!(side_points))]);
    Ok(Ending { lines: vec![("seals", all), ("points", points)], keys })
}

/// Where the salts came from, when line 1 tells it.
fn salts(journal: &Journal<Naval>) -> String {
    journal.header().salts.map_or_else(String::new, |salts| format!(", salts from {salts}"))
}

/// A seal, and whether the plots that it sealed stood to the end.
struct Sealed {
    side: Id,
    name: String,
    turn: u16,
    changed: bool,
}

/// Every seal in force, opened in every segment from then on.
///
/// # Errors
/// A code that is not that of its lines.
fn seals(journal: &Journal<Naval>) -> Result<Vec<Sealed>, Problem> {
    let mut state = Naval::begin(&journal.header().setup);
    let mut seals = Vec::new();
    for event in journal.deeds().iter().flat_map(|deed| deed.events) {
        if matches!(event.fact, Fact::SegmentBegan { .. }) {
            opened(&state, &mut seals)?;
        }
        Naval::apply(&mut state, &event.fact);
    }
    opened(&state, &mut seals)?;
    Ok(seals)
}

fn opened(state: &State, seals: &mut Vec<Sealed>) -> Result<(), Problem> {
    for sealed in &state.seals {
        // A seal from before contact stands for many turns, and is one seal.
        let (side, turn) = (&sealed.side, if sealed.turn == 0 { state.turn } else { sealed.turn });
        let changed = match seal::opened(state, sealed) {
            Ok(_) => false,
            Err(seal::Broken::Changed { .. } | seal::Broken::NotSealed) => true,
            Err(seal::Broken::Forged { code, is }) => {
                let name = state.name(side);
                let what = format!("the seal of {name} in turn {turn} is {code}, and that of its lines {is}");
                return Err(Problem::new(what));
            }
        };
        match seals.iter_mut().find(|seal| seal.side == *side && seal.turn == turn) {
            Some(seal) => seal.changed |= changed,
            None => seals.push(Sealed { side: side.clone(), name: state.name(side).to_owned(), turn, changed }),
        }
    }
    Ok(())
}
