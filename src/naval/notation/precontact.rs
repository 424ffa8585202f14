//! The turns of a division before contact, parted by `;`; `x9` stands for nine alike. [5.13.2]
use super::{
    called::name,
    kind::Reader,
    names::Sort,
    plot::{plot_text, read_elements},
    read,
};
use crate::{Id, Inches, Plot, State};
use play::{Fault, verbs::Word};

/// More repetitions than any battle has turns are a slip of the finger.
pub const MOST_TURNS: usize = 99;

/// `1-CL30 speed 2`, `2 x9`, up to the next `;`.
pub fn turns(r: &mut Reader) -> Result<(Plot, usize), Fault> {
    part_at_semicolons(r);
    let elements = read_elements(r)?;
    let (mut speed, mut times, mut smoke) = (None, None, Vec::<Id>::new());
    while r.peek().is_some_and(|word| word.key != ";") {
        let from = r.here().start;
        let twice = match r.key() {
            "speed" => {
                r.skip();
                speed.replace(read::length(r, "The speed")?).map(|_: Inches| "The speed")
            }
            "smoke" => {
                r.skip();
                smoke.push(read::name(r, Sort::Ship)?);
                None
            }
            key => {
                let Some(repeated) = repeats(key) else { return Err(r.unexpected()) };
                r.skip();
                times.replace(repeated).map(|_| "How often")
            }
        };
        if let Some(what) = twice {
            return Err(r.misused(from..r.read_up_to(), format!("{what} is given twice.")));
        }
    }
    Ok((Plot { elements, speed, smoke }, times.unwrap_or(1)))
}

/// `x9`.
fn repeats(key: &str) -> Option<usize> {
    let times = key.strip_prefix('x').filter(|times| times.bytes().all(|mark| mark.is_ascii_digit()))?;
    times.parse().ok().filter(|times| (1..=MOST_TURNS).contains(times))
}

/// Makes a word of its own of every `;`, also of one within another word or after a quotation.
fn part_at_semicolons(r: &mut Reader) {
    let line: &str = r.line;
    let semicolon = |at: usize| Word { text: ";".into(), key: ";".into(), at: at..at + 1, quoted: false, closed: true };
    let mut end = r.here().start;
    for word in r.words.split_off(r.at) {
        // A `;` that stands by itself is no word of a line.
        r.words.extend(line[end..word.at.start].match_indices(';').map(|(at, _)| semicolon(end + at)));
        end = word.at.end;
        if word.quoted {
            r.words.push(word);
            continue;
        }
        let mut from = word.at.start;
        for part in line[word.at].split_inclusive(';') {
            let plain = part.strip_suffix(';').unwrap_or(part);
            let (key, at) = (plain.to_lowercase(), from..from + plain.len());
            from += part.len();
            if !plain.is_empty() {
                r.words.push(Word { text: plain.into(), key, at: at.clone(), quoted: false, closed: true });
            }
            if plain.len() < part.len() {
                r.words.push(semicolon(at.end));
            }
        }
    }
}

/// `1-CL60-1 speed 2.5 x9`
pub fn turn_text(state: &State, plot: &Plot, times: usize) -> String {
    let speed = plot.speed.map_or_else(String::new, |speed| format!(" speed {speed}"));
    let smoke: String = plot.smoke.iter().map(|ship| format!(" smoke {}", name(state, ship))).collect();
    let times = if times > 1 { format!(" x{times}") } else { String::new() };
    plot_text(plot) + &speed + &smoke + &times
}
