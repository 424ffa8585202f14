//! What is ordered before contact: `preplot 1st 1-CL30 speed 2; 2 x9` and `quickstart 1st 2.5 turns 20`.
use super::{
    Fault,
    names::Sort,
    plot::{plot_text, read_elements},
    print::name,
    reader::Reader,
    words::Word,
};
use crate::{
    Command,
    measure::{Id, Inches},
    plot::Plot,
    state::State,
};
use play::Rule;

const TEN_TURNS: Rule = Rule::new("5.13.2");
/// More repetitions than any battle has turns are a slip of the finger.
const MOST_TURNS: usize = 99;

/// The turns of a division before contact, parted by `;`; `x9` stands for nine alike. [5.13.2]
pub(super) fn preplot(r: &mut Reader) -> Result<Command, Fault> {
    let unit = r.name(Sort::Unit)?;
    part_at_semicolons(r);
    let mut plots = Vec::new();
    while r.peek().is_some() {
        let (plot, times) = one_plot(r)?;
        plots.extend(std::iter::repeat_n(plot, times));
        if r.peek().is_some() && r.key() != ";" {
            return Err(r.unexpected(&["speed", "smoke", ";"]));
        }
        r.pass(&[";"]);
    }
    if plots.is_empty() {
        return Err(Fault { rule: Some(TEN_TURNS), ..r.missing("The plot of the first turn") });
    }
    Ok(Command::Preplot { unit, plots })
}

fn one_plot(r: &mut Reader) -> Result<(Plot, usize), Fault> {
    let elements = read_elements(r)?;
    let (mut speed, mut times, mut smoke) = (None, None, Vec::new());
    while r.peek().is_some_and(|word| word.key != ";") {
        match r.key() {
            "speed" => r.once(&mut speed, "The speed", |r| {
                r.skip();
                r.length("The speed")
            })?,
            "smoke" => {
                r.skip();
                smoke.push(r.name(Sort::Ship)?);
            }
            key if repeats(key).is_some() => r.once(&mut times, "How often", |r| {
                let times = repeats(r.key());
                r.skip();
                Ok(times.unwrap_or(1))
            })?,
            _ => break,
        }
    }
    Ok((Plot { elements, speed, smoke }, times.unwrap_or(1)))
}

/// `x9`.
fn repeats(key: &str) -> Option<usize> {
    let times = key.strip_prefix('x').filter(|times| times.bytes().all(|mark| mark.is_ascii_digit()))?;
    times.parse().ok().filter(|times| (1..=MOST_TURNS).contains(times))
}

/// Makes a word of its own of every `;` that stands within another.
fn part_at_semicolons(r: &mut Reader) {
    let tail = r.words.split_off(r.at);
    for word in tail {
        let line: &str = r.line;
        let typed = &line[word.at.clone()];
        if word.quoted || !typed.contains(';') {
            r.words.push(word);
            continue;
        }
        let mut from = word.at.start;
        for part in typed.split_inclusive(';') {
            let plain = part.strip_suffix(';').unwrap_or(part);
            for piece in [plain, &part[plain.len()..]].into_iter().filter(|piece| !piece.is_empty()) {
                r.words.push(Word {
                    text: piece.into(),
                    key: piece.to_lowercase(),
                    at: from..from + piece.len(),
                    quoted: false,
                    closed: true,
                });
                from += piece.len();
            }
        }
    }
}

/// `2; 1-CL60-1 speed 2.5`: turns alike are written once.
pub(super) fn print_preplot(state: &State, unit: &Id, plots: &[Plot]) -> String {
    let mut parts: Vec<(String, usize)> = Vec::new();
    for plot in plots {
        let mut text = plot_text(plot);
        if let Some(speed) = plot.speed {
            text.push_str(&format!(" speed {speed}"));
        }
        for ship in &plot.smoke {
            text.push_str(&format!(" smoke {}", name(state, ship)));
        }
        match parts.last_mut().filter(|(last, times)| *last == text && *times < MOST_TURNS) {
            Some((_, times)) => *times += 1,
            None => parts.push((text, 1)),
        }
    }
    let written = parts.into_iter().map(|(text, times)| if times == 1 { text } else { format!("{text} x{times}") });
    format!("preplot {} {}", name(state, unit), written.collect::<Vec<String>>().join("; "))
}

/// Starting speeds by name, and the turns after which it ends. [5.14]
pub(super) fn quick_start(r: &mut Reader) -> Result<Command, Fault> {
    let (mut speeds, mut turns): (Vec<(Id, Inches)>, Option<u16>) = (Vec::new(), None);
    while r.peek().is_some() {
        if r.key() == "turns" {
            r.once(&mut turns, "The number of turns", |r| {
                r.skip();
                let word = r.word("The number of turns")?;
                let count = word.text.parse::<u16>().ok().filter(|turns| (1..=999).contains(turns));
                count.ok_or_else(|| {
                    let what = format!("\"{}\" is no number of turns.", word.text);
                    Fault::new(word.at.clone(), what).hint("a whole number from 1 to 999: turns 20")
                })
            })?;
            continue;
        }
        let unit = r.name_or(Sort::Unit, &["turns"])?;
        r.pass(&["speed"]);
        speeds.push((unit, r.length("The speed")?));
    }
    Ok(Command::QuickStart { speeds, turns })
}

pub(super) fn print_quick_start(state: &State, speeds: &[(Id, Inches)], turns: Option<u16>) -> String {
    let mut line = "quickstart".to_owned();
    for (unit, speed) in speeds {
        line.push_str(&format!(" {} {speed}", name(state, unit)));
    }
    line.push_str(&turns.map(|turns| format!(" turns {turns}")).unwrap_or_default());
    line
}
