//! `kaiser mend FILE`: recovers a damaged journal into a new one.
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::store::{self, StoreError};
use super::{args::MendArgs, boards, file, output::Out};
use crystal::Crystal;
use naval::Naval;
use play::Halt;
use play::journal::{self, Astray, Flaw, KeptFrom, Loss, Lost, Mending, Missing, Otherwise, Stopped, game_named};
use session::{AtTable, Refusal};

/// Recovers what is sound, and lists exactly what was lost.
pub fn mend(asked: &MendArgs, out: &mut Out) -> Result<(), Refusal> {
    let name = asked.file.display().to_string();
    let bytes = file::bytes(&asked.file, file::JOURNAL).map_err(|unread| unread.problem(&asked.file))?;
    if let Some(pid) = store::holder(&asked.file) {
        return Err(StoreError::Locked { path: asked.file.clone(), pid }.into());
    }
    let mut mending = journal::mend(&bytes).map_err(|flaw| nothing(&name, &flaw))?;
    if mending.was_sound() {
        let says = format!("{name} is sound: {} entries, and there is nothing to mend.", mending.saved.len());
        out.both(says, &json!({ "file": name, "sound": true, "entries": mending.saved.len() }));
        return Ok(());
    }
    if journal::is_private(&bytes) {
        mending.private = store::private_lines(&asked.file)?;
    }
    let (entries, instead) = settle(&mut mending, &bytes, asked)?;
    let path = asked.output.clone().unwrap_or_else(|| mended_name(&asked.file));
    file::is_free(&path)?;
    if journal::is_private(&bytes) && !store::copy_private(&asked.file, &path)? {
        out.say(format!(
            "{name}.private is not there: without it the new journal is read no further than the old one."
        ));
    }
    file::write(&path, &mending.text)?;
    out.told(told(&name, &path, &mending, entries, instead.as_deref()));
    Ok(())
}

/// Returns the default name of the new journal, beside the old one.
fn mended_name(damaged: &Path) -> PathBuf {
    let stem = damaged.file_stem().map_or_else(|| "journal".into(), |stem| stem.to_string_lossy().into_owned());
    store::free_name(damaged.parent().unwrap_or(Path::new("")), &format!("{stem}-mended"))
}

fn nothing(name: &str, flaw: &Flaw) -> Refusal {
    let problem = Refusal::journal(format!("nothing of {name} can be saved: {flaw}"));
    match flaw {
        Flaw::Damaged { .. } | Flaw::UnfinishedHeader => problem.hint(
            "the first line holds the set-up and the seed, without which no entry means anything; \
             a copy of it from an older journal of the same battle may be put in its place",
        ),
        Flaw::Empty
        | Flaw::NotAJournal
        | Flaw::Newer { .. }
        | Flaw::OtherDice { .. }
        | Flaw::BeforeRelease
        | Flaw::NoFormat
        | Flaw::Impossible(_)
        | Flaw::OtherGame { .. } => problem,
    }
}

/// Reads what was saved as a journal of its game, and continues past the damage if requested. Returns the number of
/// entries, and the rules' different result at which that ended.
fn settle(mending: &mut Mending, damaged: &[u8], asked: &MendArgs) -> Result<(usize, Option<String>), Refusal> {
    fn of<G: AtTable>(
        mending: &mut Mending,
        damaged: &[u8],
        asked: &MendArgs,
    ) -> Result<(usize, Option<String>), Refusal> {
        let name = asked.file.display();
        let nothing = |flaw| nothing(&name.to_string(), &flaw);
        let read = mending.read::<G>(G::NAME).map_err(nothing)?;
        let astray = match read.kept_from.filter(|_| asked.further) {
            Some(KeptFrom { entry, why }) => return Err(no_further(&name.to_string(), entry, why)),
            None if asked.further => mending.further::<G>(G::NAME, damaged).map_err(nothing)?,
            None => return Ok((read.lines - 1, None)),
        };
        Ok((mending.read::<G>(G::NAME).map_err(nothing)?.lines - 1, astray.map(instead)))
    }
    let game = game_named(&mending.text).map_err(|flaw| nothing(&asked.file.display().to_string(), &flaw))?;
    match boards::which(&game) {
        Some(which) => boards::of_game!(which, G => of::<G>(mending, damaged, asked)),
        None if game == Crystal::NAME => of::<Crystal>(mending, damaged, asked),
        None => of::<Naval>(mending, damaged, asked),
    }
}

/// Refuses to continue: the entries after the damage would be applied to an unknown state.
fn no_further(name: &str, entry: usize, why: Missing) -> Refusal {
    let what =
        format!("entry {entry} of {name} stands in {name}.private, and {why}: nothing can be given again behind it");
    Refusal::journal(what).hint("leave out --further, or put that file beside the journal")
}

/// Describes in words the different result of a command under the present rules.
fn instead<G: AtTable>(Astray { before, command, instead }: Astray<G>) -> String {
    let Otherwise::Refused { reason, rule } = instead else { return instead.to_string() };
    let refused = G::refused(None, &before, &command, Halt::Refused { reason, rule }).fault.what;
    format!("{} [{rule}]", refused.trim_end_matches('.'))
}

/// Builds the report of what was saved and what was lost, as prose and as JSON.
fn told(name: &str, path: &Path, mending: &Mending, entries: usize, instead: Option<&str>) -> (String, Value) {
    let path = path.display();
    let why = |lost: &Lost| {
        let instead = instead.filter(|_| lost.why == Loss::Unlawful);
        instead.map_or_else(|| lost.why.to_string(), |instead| format!("{}: {instead}", lost.why))
    };
    let mut lines = vec![format!("{entries} entries of {name} are saved in {path}.")];
    if !mending.further.is_empty() {
        let again = mending.further.len();
        lines.push(format!("Of these {again} stood behind the damage and were given again; a note tells where."));
    }
    lines.extend(mending.stopped.map(stopped));
    lines.extend(mending.righted.iter().map(|righted| format!("  {righted}.")));
    lines.push(if mending.lost.is_empty() { "Nothing is lost.".to_owned() } else { "Not saved:".to_owned() });
    let mut lost = &mending.lost[..];
    while let Some(first) = lost.first() {
        let row = lost.windows(2).take_while(|pair| is_next(&pair[0], &pair[1])).count() + 1;
        lines.push(format!("  {}: {}.", which(first, &lost[row - 1]), why(first)));
        lost = &lost[row..];
    }
    let (play, verify) = (format!("`kaiser play {path}`"), format!("`kaiser verify {path}`"));
    lines.push(format!("{play} goes on; when `quit` has closed it, {verify} looks through it."));
    let each = |one: &Lost| json!({ "line": one.line, "entry": one.entry, "why": why(one) });
    let mut value = json!({
        "file": name, "mended": path.to_string(), "entries": entries, "lost": mending.lost.iter().map(each).collect::<Vec<_>>(),
        "righted": mending.righted.iter().map(ToString::to_string).collect::<Vec<_>>(), "further": mending.further,
    });
    if let Some(Stopped { entry, untried }) = mending.stopped {
        value["stopped"] = json!({ "entry": entry, "untried": untried });
    }
    (lines.join("\n"), value)
}

fn stopped(Stopped { entry, untried }: Stopped) -> String {
    let behind = match untried {
        0 => "nothing that could be tried stands behind it".to_owned(),
        1 => "1 entry behind it was not tried".to_owned(),
        more => format!("{more} entries behind it were not tried"),
    };
    format!("Entry {entry} could not be given again; {behind}.")
}

/// Whether two losses are reported on one line.
fn is_next(one: &Lost, other: &Lost) -> bool {
    let follows = |one: Option<usize>, other: Option<usize>| one.map(|one| one + 1) == other;
    one.why == other.why
        && follows(one.entry, other.entry)
        && (follows(one.line, other.line) || (one.line, other.line) == (None, None))
}

fn which(first: &Lost, last: &Lost) -> String {
    let range = |what: &str, many: &str, first: usize, last: usize| {
        if first == last { format!("{what} {first}") } else { format!("{many} {first} to {last}") }
    };
    let entries = first.entry.zip(last.entry).map(|(first, last)| range("entry", "entries", first, last));
    let lines = first.line.zip(last.line).map(|(first, last)| range("line", "lines", first, last));
    match (lines, entries) {
        (Some(lines), Some(entries)) => format!("{lines} ({entries})"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "something".to_owned(),
    }
}
