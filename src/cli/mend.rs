//! `kaiser mend FILE`: recovers a damaged journal into a new one.
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::store::{self, StoreError};
use super::{args::MendArgs, boards, file, output::Out};
use crystal::Crystal;
use naval::Naval;
use play::NotDecided;
use play::journal::{
    self, ChangedCommandAfterGap, JournalError, Loss, Lost, Mismatch, Missing, Recovery, Stopped, UnknownFrom,
    game_named,
};
use session::{PlayableGame, Refusal};

pub fn mend(args: &MendArgs, out: &mut Out) -> Result<(), Refusal> {
    let name = args.file.display().to_string();
    let bytes = file::read_bytes(&args.file, file::JOURNAL).map_err(|error| error.into_refusal(&args.file))?;
    if let Some(pid) = store::holder(&args.file) {
        return Err(StoreError::Locked { path: args.file.clone(), pid }.into());
    }
    let mut recovery = journal::mend(&bytes).map_err(|error| unrecoverable(&name, &error))?;
    if recovery.is_undamaged() {
        let text = format!("{name} is not damaged: {} entries.", recovery.saved.len());
        out.print(text, &json!({ "file": name, "sound": true, "entries": recovery.saved.len() }));
        return Ok(());
    }
    if journal::is_private(&bytes) {
        recovery.private = store::private_lines(&args.file)?;
    }
    let (entries, new_result) = recover_as_game(&mut recovery, &bytes, args)?;
    let path = args.output.clone().unwrap_or_else(|| default_output_path(&args.file));
    file::check_free(&path)?;
    if journal::is_private(&bytes) && !store::copy_private(&args.file, &path)? {
        out.say(format!(
            "{name}.private is missing: without it the new journal is readable only up to the same entry as the old one."
        ));
    }
    file::write(&path, &recovery.text)?;
    out.print_page(recovery_report(&name, &path, &recovery, entries, new_result.as_deref()));
    Ok(())
}

/// Returns the default name of the new journal, beside the old one.
fn default_output_path(damaged: &Path) -> PathBuf {
    let stem = damaged.file_stem().map_or_else(|| "journal".into(), |stem| stem.to_string_lossy().into_owned());
    store::free_name(damaged.parent().unwrap_or(Path::new("")), &format!("{stem}-mended"))
}

fn unrecoverable(name: &str, error: &JournalError) -> Refusal {
    let problem = Refusal::journal(format!("Nothing of {name} can be recovered: {error}."));
    match error {
        JournalError::Damaged { .. } | JournalError::UnfinishedHeader => problem.hint(
            "the entries need the first line, which holds the set-up and the seed. Copy it from an older journal of \
            the same battle",
        ),
        JournalError::Empty
        | JournalError::NotAJournal
        | JournalError::Newer { .. }
        | JournalError::OtherDice { .. }
        | JournalError::BeforeRelease
        | JournalError::NoFormat
        | JournalError::Impossible(_)
        | JournalError::OtherGame { .. } => problem,
    }
}

/// Reads what was saved as a journal of its game, and continues past the damage if requested. Returns the number of
/// entries and, if an entry's result differs under the present rules and stopped that, the different result.
fn recover_as_game(
    recovery: &mut Recovery,
    damaged: &[u8],
    args: &MendArgs,
) -> Result<(usize, Option<String>), Refusal> {
    fn recover<G: PlayableGame>(
        recovery: &mut Recovery,
        damaged: &[u8],
        args: &MendArgs,
    ) -> Result<(usize, Option<String>), Refusal> {
        let name = args.file.display();
        let nothing = |error| unrecoverable(&name.to_string(), &error);
        let read = recovery.read::<G>(G::NAME).map_err(nothing)?;
        let mismatch = match read.unknown_from.filter(|_| args.further) {
            Some(UnknownFrom { entry, why }) => return Err(no_further(&name.to_string(), entry, why)),
            None if args.further => recovery.replay_after_gap::<G>(G::NAME, damaged).map_err(nothing)?,
            None => return Ok((read.lines - 1, None)),
        };
        Ok((recovery.read::<G>(G::NAME).map_err(nothing)?.lines - 1, mismatch.map(describe_mismatch)))
    }
    let game = game_named(&recovery.text).map_err(|error| unrecoverable(&args.file.display().to_string(), &error))?;
    match boards::kind_named(&game) {
        Some(which) => boards::of_game!(which, G => recover::<G>(recovery, damaged, args)),
        None if game == Crystal::NAME => recover::<Crystal>(recovery, damaged, args),
        None => recover::<Naval>(recovery, damaged, args),
    }
}

/// Refuses to continue: the entries after the damage would be applied to an unknown state.
fn no_further(name: &str, entry: usize, why: Missing) -> Refusal {
    let what =
        format!("Entry {entry} of {name} is in {name}.private, but {why}, so no later entry can be entered again.");
    Refusal::journal(what).hint("omit --further, or put that file beside the journal")
}

fn describe_mismatch<G: PlayableGame>(
    ChangedCommandAfterGap { before, command, mismatch }: ChangedCommandAfterGap<G>,
) -> String {
    let Mismatch::Refused { reason, rule } = mismatch else { return mismatch.to_string() };
    let refused = G::refusal_of(None, &before, &command, NotDecided::Refused { reason, rule }).error.what;
    format!("{} [{rule}]", refused.trim_end_matches('.'))
}

fn recovery_report(
    name: &str,
    path: &Path,
    recovery: &Recovery,
    entries: usize,
    new_result: Option<&str>,
) -> (String, Value) {
    let path = path.display();
    let loss_text = |lost: &Lost| {
        let new_result = new_result.filter(|_| lost.why == Loss::DifferentResult);
        new_result.map_or_else(|| lost.why.to_string(), |new_result| format!("{}: {new_result}", lost.why))
    };
    let mut lines = vec![format!("{entries} entries of {name} are saved in {path}.")];
    if !recovery.replayed.is_empty() {
        let reentered = recovery.replayed.len();
        lines.push(format!(
            "These include {reentered} from after the damage, which were entered again. A note in the journal \
            shows where."
        ));
    }
    lines.extend(recovery.stopped_at.map(stop_text));
    lines.extend(recovery.repairs.iter().map(|repair| format!("  {repair}.")));
    lines.push(if recovery.lost.is_empty() { "Nothing is lost.".to_owned() } else { "Not saved:".to_owned() });
    let mut unreported = &recovery.lost[..];
    while let Some(first) = unreported.first() {
        let count = unreported.windows(2).take_while(|pair| follows_directly(&pair[0], &pair[1])).count() + 1;
        lines.push(format!("  {}: {}.", range_text(first, &unreported[count - 1]), loss_text(first)));
        unreported = &unreported[count..];
    }
    let (play, verify) = (format!("`kaiser play {path}`"), format!("`kaiser verify {path}`"));
    lines.push(format!("{play} resumes it. After `quit`, {verify} checks it."));
    let loss_json = |loss: &Lost| json!({ "line": loss.line, "entry": loss.entry, "why": loss_text(loss) });
    let mut value = json!({
        "file": name, "mended": path.to_string(), "entries": entries, "lost": recovery.lost.iter().map(loss_json).collect::<Vec<_>>(),
        "righted": recovery.repairs.iter().map(ToString::to_string).collect::<Vec<_>>(), "further": recovery.replayed,
    });
    if let Some(Stopped { entry, untried }) = recovery.stopped_at {
        value["stopped"] = json!({ "entry": entry, "untried": untried });
    }
    (lines.join("\n"), value)
}

fn stop_text(Stopped { entry, untried }: Stopped) -> String {
    let after = match untried {
        0 => "there was nothing after it to try".to_owned(),
        1 => "1 entry after it was not tried".to_owned(),
        more => format!("{more} entries after it were not tried"),
    };
    format!("Entry {entry} could not be entered again, and {after}.")
}

/// Whether two losses are reported on one line.
fn follows_directly(left: &Lost, right: &Lost) -> bool {
    let follows = |left: Option<usize>, other: Option<usize>| left.map(|number| number + 1) == other;
    left.why == right.why
        && follows(left.entry, right.entry)
        && (follows(left.line, right.line) || (left.line, right.line) == (None, None))
}

fn range_text(first: &Lost, last: &Lost) -> String {
    let range = |what: &str, many: &str, first: usize, last: usize| {
        if first == last { format!("{what} {first}") } else { format!("{many} {first} to {last}") }
    };
    let entries = first.entry.zip(last.entry).map(|(first, last)| range("entry", "entries", first, last));
    let lines = first.line.zip(last.line).map(|(first, last)| range("line", "lines", first, last));
    match (lines, entries) {
        (Some(lines), Some(entries)) => format!("{lines} ({entries})"),
        (Some(range), None) | (None, Some(range)) => range,
        (None, None) => "something".to_owned(),
    }
}
