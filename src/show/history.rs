//! Battles of history beside what players came to in many of them.
use serde_json::{Value, json};

use crate::{list, plain_table, victory};
use naval::{
    Setup,
    history::{Chronicle, Compared, Count, Figure, Span},
};

/// A battle of history, and what came of fighting it again.
pub struct Told {
    pub setup: Setup,
    pub chronicle: Chronicle,
    pub compared: Vec<Compared>,
    /// How many battles were fought.
    pub n: usize,
    /// Who played, in the order of the sides.
    pub who: Vec<String>,
}

/// Which battle is fought again, how often, and which it is of so many.
pub fn fought_now(setup: &Setup, n: u64, (at, of): (usize, usize)) -> String {
    let which = if of == 1 { String::new() } else { format!(", battle {at} of {of}") };
    format!("{}: {n} times{which}", setup.title)
}

/// How much is fought where several battles of history are, and how one of them is asked for; nothing of one alone.
pub fn how_many(n: u64, chronicles: &[Chronicle]) -> Option<String> {
    let [first, _, ..] = chronicles else { return None };
    let of = chronicles.len();
    let all = n * of as u64;
    Some(format!("{all} battles, {n} of each of {of}; one alone: kaiser history {} -n 100", first.scenario))
}

/// The table, the sums below it, and every miss with what the battles came to.
pub fn history(all: &[Told], command: &str) -> String {
    let rows = all.iter().flat_map(|told| told.compared.iter().map(|one| row(told, one).to_vec()));
    let mut lines = vec![plain_table(&HEAD, &[2, 3, 4, 5], rows.collect()), String::new()];
    lines.push(
        "Holds: history touches what lies between the columns 10 and 90; of low certainty it is not judged.".to_owned(),
    );
    if all.iter().any(|told| told.n < FEW) {
        lines.push(format!("Of fewer than {FEW} battles a miss proves nothing."));
    }
    lines.extend(sums(all));
    lines.push(format!("Again   {command}"));
    lines.join("\n")
}

/// The same as a page has it.
pub fn history_markdown(all: &[Told], command: &str) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines = vec![line(HEAD.map(str::to_owned).to_vec()), "|---|---|---|---|---|---|---|".to_owned()];
    lines.extend(all.iter().flat_map(|told| told.compared.iter().map(|one| line(row(told, one).to_vec()))));
    lines.push(String::new());
    lines.extend(sums(all));
    lines.push(String::new());
    lines.push(format!("Made by `{command}`."));
    lines.join("\n") + "\n"
}

pub fn history_json(all: &[Told]) -> Value {
    let figure = |one: &Compared| {
        json!({
            "id": one.figure.id, "count": one.figure.count, "was": one.figure.was, "certainty": one.figure.certainty,
            "source": one.figure.source, "p10": one.at(0.1), "p50": one.at(0.5), "p90": one.at(0.9),
            "judged": one.figure.is_judged(), "holds": one.holds(), "outside": one.outside(),
        })
    };
    let battle = |told: &Told| {
        let figures: Vec<Value> = told.compared.iter().map(figure).collect();
        json!({
            "scenario": told.setup.scenario, "turns": told.setup.turns, "n": told.n, "policies": told.who,
            "figures": figures, "left": told.chronicle.left,
        })
    };
    all.iter().map(battle).collect()
}

/// Of fewer battles the middle eight tenths are chance.
const FEW: usize = 30;

const HEAD: [&str; 7] = ["battle", "what", "history", "10", "50", "90 of 100", ""];

fn row(told: &Told, one: &Compared) -> [String; 7] {
    let says = match (one.figure.is_judged(), one.holds()) {
        (false, _) => "not judged",
        (true, true) => "holds",
        (true, false) => "missed",
    };
    [
        battle(told),
        what(&told.setup, &one.figure),
        span(one.figure.was),
        one.at(0.1).to_string(),
        one.at(0.5).to_string(),
        one.at(0.9).to_string(),
        says.to_owned(),
    ]
}

/// `Ulsan, 45 turns`
fn battle(told: &Told) -> String {
    let turns = told.chronicle.turns.map(|turns| format!(", {turns} turns")).unwrap_or_default();
    format!("{}{turns}", told.setup.title)
}

/// `hits on Izumo`, `sunk: large ships of Russia`
fn what(setup: &Setup, figure: &Figure) -> String {
    let named = |id: &str| {
        let ship = setup.ships.iter().find(|one| one.card.id == *id).map(|one| one.card.name.clone());
        let side = || setup.sides.iter().find(|one| one.id == *id).map(|one| one.name.clone());
        ship.or_else(side).unwrap_or_else(|| id.to_owned())
    };
    let of = victory::set(&figure.of, &named);
    match figure.count {
        Count::Sunk => format!("sunk: {of}"),
        Count::Crippled => format!("crippled: {of}"),
        Count::Hits => format!("hits on {of}"),
        Count::Heavy => format!("heavy hits on {of}"),
    }
}

fn span(was: Span) -> String {
    match was {
        Span::One(figure) => figure.to_string(),
        Span::Between([least, most]) => format!("{least} to {most}"),
    }
}

fn besides(more: usize) -> String {
    if more == 1 { "1 more is".to_owned() } else { format!("{more} more are") }
}

/// How many were judged and missed, how many misses chance alone would bring, and each of them.
fn sums(all: &[Told]) -> Vec<String> {
    let figures = || all.iter().flat_map(|told| told.compared.iter().map(move |one| (told, one)));
    let judged: Vec<_> = figures().filter(|(_, one)| one.figure.is_judged()).collect();
    let missed: Vec<_> = judged.iter().filter(|(_, one)| !one.holds()).collect();
    let expected: f64 = judged.iter().map(|(_, one)| one.outside()).sum();
    let (all_of_them, n) = (judged.len(), missed.len());
    let mut lines = vec![format!(
        "{all_of_them} figures are judged and {n} missed, where {expected:.1} would be missed by chance; {} shown besides.",
        besides(figures().count() - all_of_them)
    )];
    for (told, one) in missed {
        let (least, most) =
            (one.found.first().copied().unwrap_or_default(), one.found.last().copied().unwrap_or_default());
        let spread = list([0.1, 0.5, 0.9].map(|share| one.at(share).to_string()));
        lines.push(format!(
            "- {}, {}: {} in history; {spread} at a tenth, half and nine tenths of {} battles, {least} to {most} in all.",
            battle(told),
            what(&told.setup, &one.figure),
            span(one.figure.was),
            told.n
        ));
    }
    lines
}
