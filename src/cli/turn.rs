//! `kaiser turn`: the sheet that a side fills in and sends back.
use naval::{Naval, Segment, notation};
use serde_json::json;
use session::{
    PlayableGame as _, Refusal,
    naval::{new_key, turn_sheet},
};

use super::{args::TurnArgs, dice, file, open, output::Out};

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
    let key = match new_key(journal, &side) {
        Some(key) => key,
        None => dice::new_salt().map_err(|error| Refusal::disk(format!("No random key is available: {error}")))?,
    };
    let sheet = turn_sheet(journal, &side, until, &key)?;
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
