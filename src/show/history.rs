//! Historical battles compared with many games of them.
use serde_json::{Value, json};

use crate::{count, list, plain_table, victory};
use naval::model::Setup;
use naval::model::history::{Chronicle, Compared, Count, Figure, Span};

/// A historical battle, and the results of fighting it again.
pub struct Told {
    pub setup: Setup,
    pub chronicle: Chronicle,
    pub compared: Vec<Compared>,
    /// Number of battles fought.
    pub n: usize,
    /// The players, in the order of the sides.
    pub who: Vec<String>,
}

/// `Ulsan: 100 times, battle 2 of 5`: the battle now being fought.
pub fn fought_now(setup: &Setup, n: u64, (at, of): (usize, usize)) -> String {
    let which = if of == 1 { String::new() } else { format!(", battle {at} of {of}") };
    format!("{}: {n} times{which}", setup.title)
}

/// Returns the total for several historical battles, and the command for one alone. `None` for a single battle.
pub fn how_many(n: u64, chronicles: &[Chronicle]) -> Option<String> {
    let [first, _, ..] = chronicles else { return None };
    let of = chronicles.len();
    let all = n * of as u64;
    Some(format!("{all} battles, {n} of each of {of}; one alone: kaiser history {} -n 100", first.scenario))
}

/// Returns the table, the sums below it, and each miss with the spread of results.
pub fn history(all: &[Told], command: &str) -> String {
    let rows = all.iter().flat_map(|told| told.compared.iter().map(|one| row(told, one).to_vec()));
    let mut lines = vec![plain_table(&HEAD, &[2, 3, 4, 5], rows.collect()), String::new()];
    lines.push(
        "Holds: history touches what lies between the columns 10 and 90; of low certainty it is not judged.".to_owned(),
    );
    if all.iter().any(|told| told.n < FEW) {
        lines.push(format!("Of fewer than {FEW} battles a miss proves nothing."));
    }
    lines.push(sum(all));
    lines.extend(misses(all));
    lines.push(format!("Again   {command}"));
    lines.join("\n")
}

/// Returns the same for a documentation page: only a battle's first row names it, and a miss shows its extremes.
pub fn history_markdown(all: &[Told], command: &str) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = vec![line(&PAGE_HEAD.map(str::to_owned)), "|---|---|---|---|".to_owned()];
    for told in all {
        let named = told.compared.iter().enumerate().map(|(at, one)| page_row(told, one, at == 0));
        lines.extend(named.map(|cells| line(&cells)));
    }
    lines.push(String::new());
    lines.push(sum(all));
    lines.push("Other figures hold. In brackets: the least and the greatest figure of all battles.".to_owned());
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

/// With fewer battles than this, the middle 80% of results depends on chance.
const FEW: usize = 30;

const HEAD: [&str; 7] = ["battle", "what", "history", "10", "50", "90 of 100", ""];
const PAGE_HEAD: [&str; 4] = ["battle", "what", "history", "10/50/90%"];

fn verdict(one: &Compared) -> &'static str {
    match (one.figure.is_judged(), one.holds()) {
        (false, _) => "not judged",
        (true, true) => "holds",
        (true, false) => "missed",
    }
}

fn row(told: &Told, one: &Compared) -> [String; 7] {
    [
        battle(told),
        what(&told.setup, &one.figure),
        span(one.figure.was),
        one.at(0.1).to_string(),
        one.at(0.5).to_string(),
        one.at(0.9).to_string(),
        verdict(one).to_owned(),
    ]
}

/// Returns a row of the page. Only the first row of a battle names it.
fn page_row(told: &Told, one: &Compared, first: bool) -> [String; 4] {
    let spread = [0.1, 0.5, 0.9].map(|share| one.at(share).to_string()).join("/");
    let note = match (one.figure.is_judged(), one.holds()) {
        (true, true) => String::new(),
        (true, false) => format!(", {} ({})", verdict(one), extremes(one)),
        (false, _) => format!(", {}", verdict(one)),
    };
    [
        if first { battle(told) } else { String::new() },
        what(&told.setup, &one.figure),
        span(one.figure.was),
        spread + &note,
    ]
}

/// Returns the lowest and highest result of all battles: `0 to 6`.
fn extremes(one: &Compared) -> String {
    let least = one.found.first().copied().unwrap_or_default();
    let greatest = one.found.last().copied().unwrap_or_default();
    format!("{least} to {greatest}")
}

/// `Ulsan, 45 turns`
fn battle(told: &Told) -> String {
    let turns = told.chronicle.turns.map(|turns| format!(", {}", count(turns, "turn"))).unwrap_or_default();
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

fn judged(all: &[Told]) -> Vec<(&Told, &Compared)> {
    let figures = all.iter().flat_map(|told| told.compared.iter().map(move |one| (told, one)));
    figures.filter(|(_, one)| one.figure.is_judged()).collect()
}

/// Returns how many figures were judged, how many missed, and how many would miss by chance alone.
fn sum(all: &[Told]) -> String {
    let judged = judged(all);
    let missed = judged.iter().filter(|(_, one)| !one.holds()).count();
    let expected: f64 = judged.iter().map(|(_, one)| one.outside()).sum();
    let figures: usize = all.iter().map(|told| told.compared.len()).sum();
    let n = judged.len();
    format!(
        "{n} figures are judged and {missed} missed. By chance alone, {expected:.1} would miss. {} shown but not judged.",
        if figures == n + 1 { "1 more is".to_owned() } else { format!("{} more are", figures - n) }
    )
}

/// Returns each miss with the spread of results.
fn misses(all: &[Told]) -> Vec<String> {
    let line = |(told, one): (&Told, &Compared)| {
        let spread = list([0.1, 0.5, 0.9].map(|share| one.at(share).to_string()));
        format!(
            "- {}, {}: {} in history; {spread} at a tenth, half and nine tenths of {} battles, {} in all.",
            battle(told),
            what(&told.setup, &one.figure),
            span(one.figure.was),
            told.n,
            extremes(one)
        )
    };
    judged(all).into_iter().filter(|(_, one)| !one.holds()).map(line).collect()
}
