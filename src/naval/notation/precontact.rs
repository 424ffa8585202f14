//! A division's turns before contact, separated by `;`. `x9` repeats a plot for nine turns. [5.13.2]
use super::{
    kind::Reader,
    names::NameKind,
    plot::{plot_text, read_elements},
    read,
    typed_names::typed_name,
};
use crate::{Id, Inches, State, model::Plot};
use play::LineError;

/// Maximum repetitions of a plot. More would be a typing slip, since only ten turns are plotted before contact.
pub const MAX_REPETITIONS: usize = 99;

/// Reads `1-CL30 speed 2` or `2 x9`, up to the next `;`.
pub fn turns(r: &mut Reader) -> Result<(Plot, usize), LineError> {
    let elements = read_elements(r)?;
    let (mut speed, mut times, mut smoke) = (None, None, Vec::<Id>::new());
    while r.peek().is_some_and(|word| word.key != ";") {
        let from = r.next_place().start;
        let duplicate = match r.key() {
            "speed" => {
                r.skip();
                speed.replace(read::length(r, "The speed")?).map(|_: Inches| "The speed")
            }
            "smoke" => {
                r.skip();
                smoke.push(read::name(r, NameKind::Ship)?);
                None
            }
            key => {
                let Some(count) = read_repetitions(key) else { return Err(r.unexpected()) };
                r.skip();
                times.replace(count).map(|_| "The number of turns")
            }
        };
        if let Some(what) = duplicate {
            return Err(r.misused(from..r.read_up_to(), format!("{what} is given twice.")));
        }
    }
    Ok((Plot { elements, speed, smoke }, times.unwrap_or(1)))
}

/// Reads `x9`.
fn read_repetitions(key: &str) -> Option<usize> {
    let times = key.strip_prefix('x').filter(|times| times.bytes().all(|mark| mark.is_ascii_digit()))?;
    times.parse().ok().filter(|times| (1..=MAX_REPETITIONS).contains(times))
}

/// Returns `1-CL60-1 speed 2.5 x9`.
pub fn turn_text(state: &State, plot: &Plot, times: usize) -> String {
    let speed = plot.speed.map_or_else(String::new, |speed| format!(" speed {speed}"));
    let smoke: String = plot.smoke.iter().map(|ship| format!(" smoke {}", typed_name(state, ship))).collect();
    let times = if times > 1 { format!(" x{times}") } else { String::new() };
    plot_text(plot) + &speed + &smoke + &times
}
