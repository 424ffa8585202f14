//! A line to a command: one function a verb.
use super::{
    Fault, Typed,
    bearing::{at_bearing, bearing_of},
    by_hand, fire, formations, generated,
    help::{self, Speaker},
    names::{Names, Sort},
    pair::{Pair, TO, sight},
    plot, precontact,
    reader::{BATTERIES, Reader, looks_numeric},
    settings::{self, visibility},
    table, torpedo,
    words::{Word, words},
};
use crate::{
    Command,
    chart::Quality,
    command::{Block, Conditions, Denied, Light, Target},
    measure::{Id, Inches},
    setup::Edge,
    state::{Segment, State},
};

const POOR: [(&str, Quality); 3] =
    [("poor", Quality::Poor), ("very-poor", Quality::VeryPoor), ("extreme", Quality::Extreme)];
const EDGES: [(&str, Edge); 4] =
    [("north", Edge::North), ("east", Edge::East), ("south", Edge::South), ("west", Edge::West)];
const BLOCKS: [(&str, Block); 2] = [("smoke", Block::Smoke), ("land", Block::Land)];
const LIGHTS: [(&str, Light); 2] = [("searchlight", Light::Searchlight), ("starshell", Light::Starshell)];

/// Reads a line as an order.
///
/// Pure: the same line against the same names gives the same order, and nothing is judged but the words.
///
/// # Errors
/// [`Fault`] with the place in the line: an unknown verb or name, a name that may be several, a number that is none or
/// beyond any table, a word too many or too few, a face that no die has.
pub fn parse(state: &State, line: &str) -> Result<Typed, Fault> {
    let mut words = words(line);
    let Some(first) = words.first() else {
        return Err(Fault::new(0..0, "Nothing is typed.").hint("type next, or help for the commands"));
    };
    let salvo = !first.quoted
        && words.iter().any(|word| word.key == ">")
        && (words.get(1).is_some_and(|word| word.key == ">") || help::exact(&first.key).is_none());
    let help = if salvo {
        help::exact("target")
    } else if first.quoted {
        None
    } else {
        Some(help::verb_at(&first.key, first.at.clone())?)
    };
    let Some(help) = help else {
        let fault = Fault::new(first.at.clone(), format!("A line begins with a verb, not with \"{}\".", first.text));
        return Err(fault.hint("type help for the commands"));
    };
    if help.speaker == Speaker::Session {
        let fault =
            Fault::new(first.at.clone(), format!("\"{}\" is answered by the prompt and orders nothing.", first.text));
        return Err(fault.hint(format!("type it alone: {}", help.usage)));
    }
    let verb_end = first.at.end;
    let start = usize::from(!salvo);
    let loose_words = help.verb == "note" && words.get(1).is_some_and(|word| !word.quoted);
    if loose_words {
        let said = line[verb_end..].trim();
        return Ok(Typed { command: Command::Note { words: said.to_owned() }, dice: None, declared: false });
    }
    let (dice, end) = take_dice(line, &mut words, start, matches!(help.verb, "next" | "set" | "end" | "exit"))?;
    let declared = help.verb == "fire" && words.iter().any(is_declared);
    words.retain(|word| help.verb != "fire" || !is_declared(word));
    let mut r = reader(state, line, words, help)?;
    (r.at, r.end) = (start, end);
    let command = command(&mut r, help.verb)?;
    r.finish()?;
    Ok(Typed { command, dice, declared })
}

fn is_declared(word: &Word) -> bool {
    word.key == "declared" && !word.quoted
}

/// The declaration that a question such as `odds asahi at retvizan range 8` is about: its words after the first.
///
/// # Errors
/// As [`parse`] of `target`.
pub fn target(state: &State, line: &str) -> Result<Target, Fault> {
    let Some(help) = help::exact("target") else { return Err(Fault::new(0..0, "Nothing is typed.")) };
    let mut r = reader(state, line, words(line), help)?;
    r.skip();
    let target = aim(&mut r)?;
    r.finish()?;
    Ok(target)
}

/// The ship or division that a text names.
///
/// # Errors
/// As [`parse`] of a name; places count from the start of `text`.
pub fn unit(state: &State, text: &str) -> Result<Id, Fault> {
    alone(state, text, Sort::Unit)
}

/// The two ships or divisions that a text names, and nothing else.
pub fn two_units(state: &State, text: &str) -> Option<(Id, Id)> {
    both(state, text).ok()
}

/// # Errors
/// As [`unit()`], for the first name that is none.
pub fn both(state: &State, text: &str) -> Result<(Id, Id), Fault> {
    let Some(help) = help::exact("measure") else { return Err(Fault::new(0..0, "Nothing is typed.")) };
    let mut r = reader(state, text, words(text), help)?;
    let one = r.name_or(Sort::Unit, &TO)?;
    r.pass(&TO);
    let other = r.name(Sort::Unit)?;
    r.finish()?;
    Ok((one, other))
}

/// The division that a text names: by her own name, or by that of the one ship in it.
///
/// # Errors
/// As [`unit()`].
pub fn division(state: &State, text: &str) -> Result<Id, Fault> {
    let Some(help) = help::exact("sheet") else { return Err(Fault::new(0..0, "Nothing is typed.")) };
    let mut r = reader(state, text, words(text), help)?;
    let id = formations::division(&mut r)?;
    r.finish()?;
    Ok(id)
}

/// The ship that a text names.
///
/// # Errors
/// As [`unit()`].
pub fn ship(state: &State, text: &str) -> Result<Id, Fault> {
    alone(state, text, Sort::Ship)
}

fn alone(state: &State, text: &str, sort: Sort) -> Result<Id, Fault> {
    let verb = if sort == Sort::Unit { "where" } else { "card" };
    let Some(help) = help::exact(verb) else { return Err(Fault::new(0..0, "Nothing is typed.")) };
    let mut r = reader(state, text, words(text), help)?;
    let id = r.name(sort)?;
    r.finish()?;
    Ok(id)
}

fn reader<'a>(
    state: &'a State,
    line: &'a str,
    words: Vec<Word<'a>>,
    help: &'static help::VerbHelp,
) -> Result<Reader<'a>, Fault> {
    if let Some(open) = words.iter().find(|word| !word.closed) {
        return Err(Fault::new(open.at.clone(), "The quotation has no end.").hint("close it with \""));
    }
    let names = Names::of(state);
    Ok(Reader {
        state,
        line,
        words,
        at: 0,
        end: line.trim_end().len(),
        usage: help.usage,
        example: help.example,
        names,
    })
}

/// Takes `dice 3 9 4 2` from the end of a line; says where the order before it ends.
///
/// Where words of the referee's own may stand, only a `dice` followed by nothing but numbers is one.
fn take_dice(
    line: &str,
    words: &mut Vec<Word>,
    start: usize,
    own_words: bool,
) -> Result<(Option<Vec<u8>>, usize), Fault> {
    let whole = line.trim_end().len();
    let is_dice = |word: &Word| matches!(word.key.as_str(), "dice" | "d");
    let only_numbers = |at: usize| words[at + 1..].iter().all(|word| looks_numeric(&word.text));
    let at = (start..words.len()).find(|at| {
        let typed_out = words[*at].key == "dice" && !own_words;
        is_dice(&words[*at]) && (typed_out || (only_numbers(*at) && *at + 1 < words.len()))
    });
    let Some(at) = at else { return Ok((None, whole)) };
    let mark = words[at].at.clone();
    let mut faces = Vec::new();
    for word in &words[at + 1..] {
        let mut from = word.at.start;
        for part in word.text.split(',') {
            let place = from..from + part.len();
            from = place.end + 1;
            match part.parse::<u8>() {
                Ok(face) if face <= 100 && part.bytes().all(|byte| byte.is_ascii_digit()) => faces.push(face),
                _ if !word.text.contains(|letter: char| letter.is_ascii_digit()) => {
                    let (order, dice) = (line[..mark.start].trim_end(), line[mark.start..word.at.start].trim_end());
                    let what = format!("\"{}\" stands behind the dice, which come last.", word.text);
                    return Err(Fault::new(place, what).hint(format!("{order} {} {dice}", word.text)));
                }
                _ => {
                    let hint = "faces run from 0 to 100; 0 stands for 10 on a D10, 00 for 100 on a D100";
                    return Err(Fault::new(place, format!("No die shows \"{part}\".")).hint(hint));
                }
            }
        }
    }
    if faces.is_empty() {
        return Err(Fault::new(mark, "No face follows \"dice\".").hint("type the faces in order: dice 3 9 4 2"));
    }
    words.truncate(at);
    Ok((Some(faces), line[..mark.start].trim_end().len()))
}

fn command(r: &mut Reader, verb: &str) -> Result<Command, Fault> {
    match verb {
        "next" => next(r),
        "measure" => measure(r),
        "sight" => sight(r),
        "unsight" => Ok(Command::Sight { unit: r.name(Sort::Unit)?, seen: false, by: Vec::new() }),
        "illuminate" => illuminate(r),
        "target" => aim(r).map(Command::Target),
        "declared" => declared(r),
        "fire" => fire::fire(r),
        "launch" => torpedo::launch(r),
        "meet" => torpedo::meet(r),
        "miss" => Ok(Command::Miss { marker: r.name(Sort::Marker)? }),
        "torpedoes" => Ok(Command::TorpedoCheck { side: r.name(Sort::Side)? }),
        "coup" => torpedo::coup(r),
        "repair" => repair(r),
        "fires" => Ok(Command::Fires { ship: one_or_all(r, Sort::Ship)? }),
        "damage" => Ok(Command::Damage { unit: one_or_all(r, Sort::Unit)? }),
        "react" => by_hand::react(r),
        "orders" => by_hand::orders(r),
        "none" => by_hand::none_in_reach(r),
        "collide" => by_hand::collide(r),
        "smoke" => Ok(Command::Smoke { ship: r.name(Sort::Ship)? }),
        "generate" => generated::generate(r),
        "approach" => generated::approach(r),
        "deploy" => generated::deploy(r),
        "preplot" => precontact::preplot(r),
        "quickstart" => precontact::quick_start(r),
        "half" => by_hand::half(r),
        "speed" => by_hand::speed(r),
        "plot" => plot::plot(r),
        "seal" => table::seal(r),
        "place" => table::place(r),
        "division" => table::division(r),
        "formation" => formations::formation(r),
        "reform" => formations::reform(r),
        "flag" => formations::flag(r),
        "checks" => Ok(Command::Checks { on: r.choose("The answer", &[("on", true), ("off", false)])? }),
        "exit" => exit(r),
        "note" => Ok(Command::Note { words: r.reason("What to note")? }),
        "set" => settings::set(r),
        _ => end(r),
    }
}

fn next(r: &mut Reader) -> Result<Command, Fault> {
    let (mut to, mut waive) = (None, None);
    while r.peek().is_some() {
        if r.key() == "waive" || r.peek().is_some_and(|word| word.quoted) {
            r.pass(&["waive"]);
            r.pass(&["because"]);
            r.once(&mut waive, "The reason", |r| r.reason("The reason"))?;
        } else {
            r.pass(&["to"]);
            r.once(&mut to, "The segment", segment)?;
        }
    }
    Ok(Command::Next { to, waive })
}

fn segment(r: &mut Reader) -> Result<Segment, Fault> {
    if r.key() == "damage" && r.key_after() == "control" {
        r.skip();
        r.skip();
        return Ok(Segment::DamageControl);
    }
    let chosen = r.choose("The segment", &Segment::ALL.map(|segment| (segment.word(), segment)))?;
    r.pass(&["segment"]);
    Ok(chosen)
}

const MEASURE: Pair =
    Pair { first: "The ship measured from", second: "The ship measured to", keywords: &["range", "arc", "bearing"] };

fn measure(r: &mut Reader) -> Result<Command, Fault> {
    let (mut range, mut bearing) = (None, None);
    let (from, to) = MEASURE.read(r, |r| {
        if at_range(r) {
            r.once(&mut range, "The range", range_of)?;
        } else if at_bearing(r) {
            r.once(&mut bearing, "The arc", bearing_of)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    })?;
    let Some(range) = range else { return Err(r.missing("The range")) };
    Ok(Command::Measure { from, to, range, bearing })
}

pub(super) fn at_range(r: &Reader) -> bool {
    r.key() == "range" || r.at_number()
}
pub(super) fn range_of(r: &mut Reader) -> Result<Inches, Fault> {
    r.pass(&["range"]);
    r.length("The range")
}
/// The range typed, or else the one measured this turn; none where both are tracked, so that positions decide.
pub(super) fn range_or_measured(
    r: &Reader,
    typed: Option<Inches>,
    one: &Id,
    other: &Id,
) -> Result<Option<Inches>, Fault> {
    match typed.or_else(|| r.state.measured(one, other)) {
        None if !(r.state.is_tracked(one) && r.state.is_tracked(other)) => Err(r.missing("The range")),
        range => Ok(range),
    }
}

const ILLUMINATE: Pair = Pair {
    first: "The ship that lights",
    second: "The ship to be lit",
    keywords: &["searchlight", "starshell", "range", "clear"],
};

fn illuminate(r: &mut Reader) -> Result<Command, Fault> {
    let (mut with, mut range, mut clear) = (None, None, None);
    let (by, target) = ILLUMINATE.read(r, |r| {
        if at_range(r) {
            r.once(&mut range, "The range", range_of)?;
        } else if matches!(r.key(), "with" | "searchlight" | "starshell") {
            r.pass(&["with", "by"]);
            r.once(&mut with, "The light", |r| r.choose("The light", &LIGHTS))?;
        } else if r.key() == "clear" {
            r.once(&mut clear, BLOCKED, clear_of)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    })?;
    let Some(with) = with else { return Err(r.missing("The light, searchlight or starshell,")) };
    let range = range_or_measured(r, range, &by, &target)?;
    Ok(Command::Illuminate { by, target, with, range, clear: clear.is_some() })
}

pub(super) const BLOCKED: &str = "What blocks the line";

/// `blocked by smoke`.
pub(super) fn block_of(r: &mut Reader) -> Result<Block, Fault> {
    r.skip();
    r.pass(&["by"]);
    r.choose(BLOCKED, &BLOCKS)
}

/// `clear`: nothing stands in the line, whatever the positions say.
pub(super) fn clear_of(r: &mut Reader) -> Result<(), Fault> {
    r.skip();
    Ok(())
}

/// `blocked by smoke`, or `clear`, which is `None`.
pub(super) fn line_of(r: &mut Reader) -> Result<Option<Block>, Fault> {
    if r.key() == "clear" { clear_of(r).map(|()| None) } else { block_of(r).map(Some) }
}

const AIM: Pair = Pair {
    first: "The ship that fires",
    second: "The target",
    keywords: &[
        "at",
        "range",
        "arc",
        "bearing",
        "battery",
        "turned",
        "target",
        "courses",
        "through",
        "downwind",
        "visibility",
        "blocked",
        "clear",
    ],
};

/// The words of a declaration, in any order. [3.3.5]
fn aim(r: &mut Reader) -> Result<Target, Fault> {
    let (mut range, mut bearing, mut battery) = (None, None, None);
    let (mut turned, mut target_turned, mut courses, mut downwind) = (None, None, None, None);
    let (mut through, mut quality, mut blocked_by) = (None, None, None);
    let (firer, target) = AIM.read(r, |r| {
        if at_range(r) {
            r.once(&mut range, "The range", range_of)?;
            return Ok(true);
        }
        if at_bearing(r) {
            r.once(&mut bearing, "The arc", bearing_of)?;
            return Ok(true);
        }
        match r.key() {
            "battery" | "big" | "medium" | "light" => r.once(&mut battery, "The battery", |r| {
                r.pass(&["battery"]);
                r.choose("The battery", &BATTERIES)
            })?,
            "turned" => r.once(&mut turned, "The firer's turn", |r| {
                r.skip();
                r.degrees("The firer's turn")
            })?,
            "target" if r.key_after() == "turned" => r.once(&mut target_turned, "The target's turn", |r| {
                r.skip();
                r.skip();
                r.degrees("The target's turn")
            })?,
            "courses" => r.once(&mut courses, "The angle of the courses", |r| {
                r.skip();
                r.degrees("The angle of the courses")
            })?,
            "through" => r.once(&mut through, "The ship fired through", |r| {
                r.skip();
                if r.key() == "nobody" {
                    r.skip();
                    return Ok(None);
                }
                r.name(Sort::Ship).map(Some)
            })?,
            "downwind" => r.once(&mut downwind, "\"downwind\"", |r| {
                r.skip();
                let fires_so = r.key() != "no";
                r.pass(&["no"]);
                Ok(fires_so)
            })?,
            "visibility" | "poor" | "very-poor" | "very" | "extreme" => {
                r.once(&mut quality, "The visibility", |r| {
                    r.pass(&["visibility"]);
                    visibility(r, &POOR)
                })?
            }
            "blocked" | "clear" => r.once(&mut blocked_by, BLOCKED, line_of)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let denials = [
        (Denied::Turned, turned == Some(0)),
        (Denied::TargetTurned, target_turned == Some(0)),
        (Denied::Courses, courses == Some(0)),
        (Denied::Through, through == Some(None)),
        (Denied::Downwind, downwind == Some(false)),
        (Denied::Block, blocked_by == Some(None)),
    ];
    let conditions = Conditions {
        turned_deg: turned.unwrap_or(0),
        target_turned_deg: target_turned.unwrap_or(0),
        courses_deg: courses.unwrap_or(0),
        through: through.flatten(),
        downwind: downwind == Some(true),
        visibility: quality,
        blocked_by: blocked_by.flatten(),
        denied: denials.into_iter().filter(|(_, denied)| *denied).map(|(what, _)| what).collect(),
    };
    Ok(Target { firer, target, range, bearing, battery, conditions })
}

fn declared(r: &mut Reader) -> Result<Command, Fault> {
    if matches!(r.key(), "both" | "all") {
        r.skip();
        return Ok(Command::Declared { side: None });
    }
    let side = if r.peek().is_some() { Some(r.name_or(Sort::Side, &["both"])?) } else { None };
    Ok(Command::Declared { side })
}

fn repair(r: &mut Reader) -> Result<Command, Fault> {
    let ship = r.name(Sort::Ship)?;
    let from = r.here();
    let mut said = r.word("What to repair")?.text.into_owned();
    while let Some(word) = r.peek() {
        said = format!("{said}-{}", word.text);
        r.skip();
    }
    let fits = |mark: char| mark.is_alphanumeric() || mark == '-';
    if said.is_empty() || !said.chars().all(fits) {
        let fault = Fault::new(from, format!("\"{said}\" is no hit in the margin of a card."));
        return Err(fault.hint("name a hit by its sort or its code: fire, F2"));
    }
    let hits = r.state.ship(&ship).map_or(&[][..], |ship| &ship.hits);
    let hit = hits.iter().find(|hit| hit.id.as_str().eq_ignore_ascii_case(&said));
    // Codes are written in capitals, `F2`; sorts in small letters, `fire`.
    let coded = said.contains(|mark: char| mark.is_ascii_digit());
    let written = || Id::new(if coded { said.to_uppercase() } else { said.to_lowercase() });
    Ok(Command::Repair { ship, item: hit.map_or_else(written, |hit| hit.id.clone()) })
}

fn one_or_all(r: &mut Reader, sort: Sort) -> Result<Option<Id>, Fault> {
    if r.key() == "all" {
        r.skip();
        return Ok(None);
    }
    if r.peek().is_some() { r.name_or(sort, &["all"]).map(Some) } else { Ok(None) }
}

fn exit(r: &mut Reader) -> Result<Command, Fault> {
    if r.peek().is_none() {
        return Err(r
            .missing("The ship that leaves the table")
            .hint("exit asahi by east; to leave the program type quit"));
    }
    let ship = r.name(Sort::Ship)?;
    let (mut by, mut because) = (None, None);
    while r.peek().is_some() {
        if r.key() == "because" || r.peek().is_some_and(|word| word.quoted) {
            r.pass(&["because"]);
            r.once(&mut because, "The reason", |r| r.reason("The reason"))?;
        } else {
            r.pass(&["by"]);
            r.once(&mut by, "The edge", |r| r.choose("The edge", &EDGES))?;
        }
    }
    Ok(Command::Exit { ship, by, because })
}

fn end(r: &mut Reader) -> Result<Command, Fault> {
    let mut because = None;
    if r.peek().is_some() {
        if r.key() != "because" && !r.peek().is_some_and(|word| word.quoted) {
            return Err(r.unexpected(&["because"]));
        }
        r.pass(&["because"]);
        because = Some(r.reason("The reason")?);
    }
    Ok(Command::End { because })
}
