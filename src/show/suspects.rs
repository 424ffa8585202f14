//! Warnings of probable errors in measurements: what does not fit, why, and what may be meant. [2.7]
use super::{fold_paragraph, joined, name_list};
use naval::{
    Id, Inches, State,
    view::{BoundReason, SuspectPlacement, SuspectRange},
};

/// `Measure again? 85.0" from Izumo to Rossia does not fit: it was 8.9" last turn, Rossia can move
/// 2.25". From 3.9" to 13.9" would fit. Did you mean 8.5"? [2.7]`
pub fn suspect_range_warning(state: &State, suspect: &SuspectRange) -> String {
    let SuspectRange { from, to, typed, least, most, grounds, meant } = suspect;
    let pair = (state.base_id(from), state.base_id(to));
    let grounds = joined(grounds.iter().map(|ground| ground_text(state, &pair, ground)), ", ");
    let (from, to) = (state.name(from), state.name(to));
    let question = format!("Measure again? {typed}\" from {from} to {to} does not fit: {grounds}.");
    let fits = match most {
        // The grounds contradict each other, and no range fits.
        Some(most) if most < least => return format!("{question} [2.7]"),
        Some(most) => format!("From {least}\" to {most}\" would fit"),
        None => format!("{least}\" and more would fit"),
    };
    let meant = meant.map(|meant| format!(" Did you mean {meant}\"?")).unwrap_or_default();
    format!("{question} {fits}.{meant} [2.7]")
}

/// `Is that its place? Izumo is 21.3" from where its last move began, and can move 2.75" at most.
/// Did you mean 20.5, 30.0? [2.7]`
pub fn suspect_placement_warning(state: &State, suspect: &SuspectPlacement) -> String {
    let SuspectPlacement { ship, away, most, meant } = suspect;
    let meant = meant.map(|(x, y)| format!(" Did you mean {x}, {y}?")).unwrap_or_default();
    let name = state.name(ship);
    format!(
        "Is that its place? {name} is {away}\" from where its last move began, and can move {most}\" at most.{meant} [2.7]"
    )
}

fn ground_text(state: &State, pair: &(Id, Id), ground: &BoundReason) -> String {
    let name = |unit: &Id| state.name(unit).to_owned();
    match ground {
        BoundReason::Measured { from, to, range, half_turns_ago } => {
            let is_pair = [(from, to), (to, from)].contains(&(&pair.0, &pair.1));
            let pair_name = if is_pair { "it".to_owned() } else { format!("{} to {}", name(from), name(to)) };
            format!("{pair_name} {}", measured_when(*range, *half_turns_ago))
        }
        BoundReason::MaxRun { unit, most } => format!("{} can move {most}\"", name(unit)),
        BoundReason::InColumn { one, other, most } => {
            format!("{} and {} of one division are at most {most}\" apart", name(one), name(other))
        }
        BoundReason::Table { most } => format!("the table is {most}\" long"),
        BoundReason::Positions { one, other, apart } => {
            format!("{} and {} are {apart}\" apart", name(one), name(other))
        }
    }
}

/// `Izumo to Rossia 8.5", Gromoboi 8.7"; Azuma to Gromoboi 7.8". [2.7]`: ranges grouped by ship, and the ships
/// sighted by them. [2.7, 4.3]
pub fn measured_lines(state: &State, ranges: &[(Id, Id, Inches)], sighted: &[Id]) -> Vec<String> {
    let from_one = ranges.chunk_by(|(left, ..), (right, ..)| left == right).map(|group| {
        let from = group.first().map_or("", |(from, ..)| state.name(from));
        let to = group.iter().map(|(_, to, range)| format!("{} {range}\"", state.name(to)));
        format!("{from} to {}", joined(to, ", "))
    });
    let ranges = (!ranges.is_empty()).then(|| fold_paragraph(&format!("{}. [2.7]", joined(from_one, "; ")), 2));
    let are = if sighted.len() == 1 { "is" } else { "are" };
    let seen = || fold_paragraph(&format!("{} {are} sighted. [4.3]", name_list(state, sighted)), 2);
    ranges.into_iter().chain((!sighted.is_empty()).then(seen)).collect()
}

/// `is 8.9"`, `was 8.9" last turn`.
fn measured_when(range: Inches, half_turns_ago: i32) -> String {
    match half_turns_ago {
        0 => format!("is {range}\""),
        1 => format!("was {range}\" half a turn ago"),
        2 => format!("was {range}\" last turn"),
        more if more % 2 == 0 => format!("was {range}\" {} turns ago", more / 2),
        more => format!("was {range}\" {}.5 turns ago", more / 2),
    }
}
