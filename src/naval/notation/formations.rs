//! Orders that group divisions and name flagships: `formation`, `reform`, `flag`. [5.2, 5.3, 5.9.1]
use super::{
    Fault,
    names::{Found, Sort},
    print::name,
    reader::Reader,
};
use crate::{
    Command,
    formation::BearingLine,
    measure::{Id, Inches},
    state::State,
};
use play::Rule;

const LINES: Rule = Rule::new("5.3.4");
/// Between divisions on a line of bearing, where nothing is said. [house]
const INTERVAL: Inches = Inches::whole(2);
const KEYWORDS: [&str; 5] = ["bearing", "interval", "disband", "ahead", "speed"];

/// `formation van 1st 2nd bearing 45 interval 2`, `formation van disband`.
pub(super) fn formation(r: &mut Reader) -> Result<Command, Fault> {
    let formation = match r.peek().map(|word| r.names.find(Sort::Formation, &word.text)) {
        Some(Found::One(known)) if known.id == r.peek().map_or("", |word| word.text.as_ref()) => {
            r.name(Sort::Formation)?
        }
        Some(_) if r.key_after() == "disband" => r.name(Sort::Formation)?,
        Some(_) => Id::new(r.word("The formation")?.text.to_lowercase()),
        None => return Err(r.missing("The name of the formation")),
    };
    if r.key() == "disband" {
        r.skip();
        return Ok(Command::Disband { formation });
    }
    let (mut divisions, mut lines) = (Vec::new(), Vec::new());
    while r.peek().is_some() {
        if r.key() == "bearing" {
            lines.push(line(r, lines.len())?);
        } else if lines.is_empty() {
            divisions.push(division(r)?);
        } else {
            return Err(r.unexpected(&KEYWORDS));
        }
    }
    if divisions.is_empty() {
        return Err(r.missing("The divisions, the leading one first,"));
    }
    Ok(Command::Formation { formation, divisions, lines })
}

/// `reform screen bearing 45 interval 2 bearing 315 speed 4`, `reform screen ahead`.
pub(super) fn reform(r: &mut Reader) -> Result<Command, Fault> {
    let formation = r.name_or(Sort::Formation, &KEYWORDS)?;
    let (mut lines, mut ahead, mut speed) = (Vec::new(), None, None);
    while r.peek().is_some() {
        match r.key() {
            "bearing" => lines.push(line(r, lines.len())?),
            "ahead" => r.once(&mut ahead, "\"ahead\"", |r| {
                r.skip();
                Ok(())
            })?,
            "speed" => r.once(&mut speed, "The speed", |r| {
                r.skip();
                r.length("The speed")
            })?,
            _ => return Err(r.unexpected(&KEYWORDS)),
        }
    }
    if ahead.is_none() && lines.is_empty() {
        return Err(r.missing("The new formation, ahead or a line of bearing,"));
    }
    if ahead.is_some() && !lines.is_empty() {
        let fault = Fault::new(0..r.end, "A flotilla is in line ahead or on lines of bearing, not both.");
        return Err(Fault { rule: Some(LINES), ..fault.hint("leave one of them out") });
    }
    Ok(Command::Reform { formation, lines, speed })
}

/// `flag 1st shikishima`.
pub(super) fn flag(r: &mut Reader) -> Result<Command, Fault> {
    let division = division(r)?;
    r.pass(&["to", "in"]);
    Ok(Command::Flag { division, ship: r.name(Sort::Ship)? })
}

/// A division, or the ship that is one by herself.
pub(super) fn division(r: &mut Reader) -> Result<Id, Fault> {
    let at = r.at;
    let unit = r.name_or(Sort::Unit, &KEYWORDS)?;
    let Some(ship) = r.state.ship(&unit) else { return Ok(unit) };
    let division = ship.division.clone();
    if r.state.division(&division).is_some_and(|division| r.state.is_whole(division, &unit)) {
        return Ok(division);
    }
    r.at = at;
    r.name_or(Sort::Division, &KEYWORDS)
}

/// `bearing 45 interval 2`.
fn line(r: &mut Reader, before: usize) -> Result<BearingLine, Fault> {
    if before == 2 {
        let fault = Fault::new(r.here(), "There are two lines of bearing at most: an arrowhead.");
        return Err(Fault { rule: Some(LINES), ..fault.hint("leave the third out") });
    }
    r.skip();
    let bearing_deg = r.degrees("The line of bearing")?;
    let mut interval = INTERVAL;
    if r.key() == "interval" {
        r.skip();
        let at = r.here();
        interval = r.length("The interval")?;
        if interval == Inches::ZERO {
            let fault = Fault::new(at, "The interval cannot be 0.");
            return Err(Fault { rule: Some(LINES), ..fault.hint("type a length, such as 2") });
        }
    }
    Ok(BearingLine { bearing_deg, interval })
}

/// ` bearing 45 interval 2.0`, for each line.
fn lines_text(lines: &[BearingLine]) -> String {
    lines.iter().map(|line| format!(" bearing {} interval {}", line.bearing_deg, line.interval)).collect()
}

pub(super) fn print_formation(state: &State, formation: &Id, divisions: &[Id], lines: &[BearingLine]) -> String {
    let divisions: Vec<String> = divisions.iter().map(|id| name(state, id)).collect();
    format!("formation {} {}{}", name(state, formation), divisions.join(" "), lines_text(lines))
}

pub(super) fn print_reform(state: &State, formation: &Id, lines: &[BearingLine], speed: Option<Inches>) -> String {
    let shape = if lines.is_empty() { " ahead".to_owned() } else { lines_text(lines) };
    let speed = speed.map(|speed| format!(" speed {speed}")).unwrap_or_default();
    format!("reform {}{shape}{speed}", name(state, formation))
}
