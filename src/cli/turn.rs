//! `kaiser turn`: the sheet that a side fills in and sends back.
use naval::{Naval, Segment, notation};
use serde_json::json;
use session::{
    PlayableGame as _, Refusal,
    naval::{SheetSecret, turn_sheet},
};

use super::{args::TurnArgs, file, open, output::Out, sheet_secret, store};

/// Writes a side's sheet, or prints it.
///
/// # Errors
/// The file is no journal of a battle, the side or the segment has no sheet, or the sheet's file exists.
pub fn write_sheet(args: &TurnArgs, out: &mut Out) -> Result<(), Refusal> {
    let path = &args.file;
    if open::game_of(path).is_some_and(|game| game != Naval::NAME) {
        let what = format!("{} is not a battle, and only battles have turn files.", path.display());
        return Err(Refusal::usage(what).line(format!("kaiser show {}", path.display())));
    }
    let seen = open::open_with_notes::<Naval>(path, |words| out.say(words))?;
    let journal = &seen.journal;
    let side = notation::find_side(&journal.state().setup, &args.side)?;
    let until = args.until.as_deref().map(segment_named).transpose()?;
    let secret = match SheetSecret::from_salts(journal) {
        Some(secret) => secret,
        None => {
            let beside = store::resolve_link(path).map_err(|error| file::write_error(path, error))?;
            let digits = sheet_secret::kept_or_new(&beside, journal.header())?;
            let unusable = || Refusal::disk(format!("{}.sheets has no secret.", beside.display())).hint("move it away");
            SheetSecret::from_digits(&digits).ok_or_else(unusable)?
        }
    };
    let sheet = turn_sheet(journal, &side, until, &secret)?;
    let Some(target) = &args.output else {
        out.print(sheet.trim_end(), &json!({ "sheet": sheet }));
        return Ok(());
    };
    file::write(target, sheet.as_bytes())?;
    let (name, target) = (journal.state().name(&side), file::as_typed(target).display());
    let text = format!("The sheet of {name} is in {target}. `take {target}` at the prompt reads it back.");
    out.print(text, &json!({ "file": target.to_string(), "bytes": sheet.len() }));
    Ok(())
}

fn segment_named(word: &str) -> Result<Segment, Refusal> {
    Segment::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = Segment::ALL.iter().map(|segment| segment.word()).collect();
        Refusal::usage(format!("\"{word}\" is not a segment.")).hint(words.join(", "))
    })
}
