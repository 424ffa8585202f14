//! Historical battles compared with many games of them.
use serde_json::{Value, json};

use crate::{count, list, plain_table, victory};
use naval::model::Setup;
use naval::model::history::{Chronicle, FigureComparison, FigureKind, FigureRange, HistoricalFigure};

/// A historical battle, and the results of fighting it again.
pub struct ReplayedBattle {
    pub setup: Setup,
    pub chronicle: Chronicle,
    pub compared: Vec<FigureComparison>,
    /// Number of battles fought.
    pub n: usize,
    /// The players, in the order of the sides.
    pub players: Vec<String>,
}

/// `Ulsan: 100 times, battle 2 of 5`: the battle now being fought.
pub fn progress_text(setup: &Setup, n: u64, (at, total): (usize, usize)) -> String {
    let which = if total == 1 { String::new() } else { format!(", battle {at} of {total}") };
    format!("{}: {n} times{which}", setup.title)
}

/// Returns the total for several historical battles, and the command for one alone. `None` for a single battle.
pub fn total_text(n: u64, chronicles: &[Chronicle]) -> Option<String> {
    let [first, _, ..] = chronicles else { return None };
    let total = chronicles.len();
    let all = n * total as u64;
    Some(format!("{all} battles, {n} of each of {total}. One alone: kaiser history {} -n 100", first.scenario))
}

/// Returns the table, the sums below it, and each miss with the spread of results.
pub fn history_text(all: &[ReplayedBattle], command: &str) -> String {
    let rows = all.iter().flat_map(|battle| battle.compared.iter().map(|figure| table_row(battle, figure).to_vec()));
    let mut lines = vec![plain_table(&HEAD, &[2, 3, 4, 5], rows.collect()), String::new()];
    lines.push("Holds: the historical figure overlaps columns 10 to 90.".to_owned());
    if all.iter().any(|battle| battle.n < ENOUGH_BATTLES) {
        lines.push(format!("With fewer than {ENOUGH_BATTLES} battles, a miss proves nothing."));
    }
    lines.push(summary(all));
    lines.extend(misses(all));
    lines.extend(all.iter().flat_map(unjudged_figures));
    lines.push(format!("Again   {command}"));
    lines.join("\n")
}

/// Returns the comparison as a documentation page: only a battle's first row names it, and a miss shows its extremes.
pub fn history_markdown(all: &[ReplayedBattle], command: &str) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = vec![line(&PAGE_HEAD.map(str::to_owned)), "|---|---|---|---|".to_owned()];
    for battle in all {
        let named = battle.compared.iter().enumerate().map(|(index, figure)| page_row(battle, figure, index == 0));
        lines.extend(named.map(|cells| line(&cells)));
    }
    lines.push(String::new());
    lines.push(summary(all));
    lines.push("Other figures hold. In brackets: the lowest and the highest figure of all battles.".to_owned());
    lines.extend(all.iter().flat_map(unjudged_figures));
    lines.push(String::new());
    lines.push(format!("Made by `{command}`."));
    lines.join("\n") + "\n"
}

pub fn history_json(all: &[ReplayedBattle]) -> Value {
    let figure = |compared: &FigureComparison| {
        json!({
            "id": compared.figure.id, "count": compared.figure.count, "was": compared.figure.was, "certainty": compared.figure.certainty,
            "source": compared.figure.source, "p10": compared.quantile(0.1), "p50": compared.quantile(0.5), "p90": compared.quantile(0.9),
            "judged": compared.figure.is_judged(), "not_judged": compared.figure.not_judged, "holds": compared.is_history_in_middle(), "outside": compared.expected_miss_rate(),
        })
    };
    let battle = |replayed: &ReplayedBattle| {
        let figures: Vec<Value> = replayed.compared.iter().map(figure).collect();
        json!({
            "scenario": replayed.setup.scenario, "turns": replayed.setup.turns, "n": replayed.n, "policies": replayed.players,
            "figures": figures, "left": replayed.chronicle.left,
        })
    };
    all.iter().map(battle).collect()
}

/// With fewer battles than this, the middle 80% of results depends on chance.
const ENOUGH_BATTLES: usize = 30;

const HEAD: [&str; 7] = ["battle", "what", "history", "10", "50", "90 of 100", ""];
const PAGE_HEAD: [&str; 4] = ["battle", "what", "history", "10/50/90%"];

fn verdict_word(figure: &FigureComparison) -> &'static str {
    match (figure.figure.is_judged(), figure.is_history_in_middle()) {
        (false, _) => "not judged",
        (true, true) => "holds",
        (true, false) => "missed",
    }
}

fn table_row(battle: &ReplayedBattle, figure: &FigureComparison) -> [String; 7] {
    [
        title_and_turns(battle),
        figure_name(&battle.setup, &figure.figure),
        span_text(figure.figure.was),
        figure.quantile(0.1).to_string(),
        figure.quantile(0.5).to_string(),
        figure.quantile(0.9).to_string(),
        verdict_word(figure).to_owned(),
    ]
}

/// Returns a row of the page. Only the first row of a battle names it.
fn page_row(battle: &ReplayedBattle, figure: &FigureComparison, first: bool) -> [String; 4] {
    let spread = [0.1, 0.5, 0.9].map(|share| figure.quantile(share).to_string()).join("/");
    let note = match (figure.figure.is_judged(), figure.is_history_in_middle()) {
        (true, true) => String::new(),
        (true, false) => format!(", {} ({})", verdict_word(figure), extremes(figure)),
        (false, _) => format!(", {}", verdict_word(figure)),
    };
    [
        if first { title_and_turns(battle) } else { String::new() },
        figure_name(&battle.setup, &figure.figure),
        span_text(figure.figure.was),
        spread + &note,
    ]
}

/// Returns the lowest and highest result of all battles: `0 to 6`.
fn extremes(figure: &FigureComparison) -> String {
    let least = figure.found.first().copied().unwrap_or_default();
    let greatest = figure.found.last().copied().unwrap_or_default();
    format!("{least} to {greatest}")
}

/// `Ulsan, 45 turns`
fn title_and_turns(battle: &ReplayedBattle) -> String {
    let turns = battle.chronicle.turns.map(|turns| format!(", {}", count(turns, "turn"))).unwrap_or_default();
    format!("{}{turns}", battle.setup.title)
}

/// `hits on Izumo`, `sunk: large ships of Russia`
fn figure_name(setup: &Setup, figure: &HistoricalFigure) -> String {
    let name_of = |id: &str| {
        let ship = setup.ships.iter().find(|setup_ship| setup_ship.card.id == *id).map(|ship| ship.card.name.clone());
        let side = || setup.sides.iter().find(|setup_side| setup_side.id == *id).map(|side| side.name.clone());
        ship.or_else(side).unwrap_or_else(|| id.to_owned())
    };
    let ships = victory::set_text(&figure.of, &name_of);
    match figure.count {
        FigureKind::Sunk => format!("sunk: {ships}"),
        FigureKind::Crippled => format!("crippled: {ships}"),
        FigureKind::Hits => format!("hits on {ships}"),
        FigureKind::Heavy => format!("heavy hits on {ships}"),
    }
}

fn span_text(was: FigureRange) -> String {
    match was {
        FigureRange::One(figure) => figure.to_string(),
        FigureRange::Between([least, most]) => format!("{least} to {most}"),
    }
}

fn judged_figures(all: &[ReplayedBattle]) -> Vec<(&ReplayedBattle, &FigureComparison)> {
    let figures = all.iter().flat_map(|battle| battle.compared.iter().map(move |figure| (battle, figure)));
    figures.filter(|(_, figure)| figure.figure.is_judged()).collect()
}

/// Returns how many figures were judged, how many missed, and how many would miss by chance alone.
fn summary(all: &[ReplayedBattle]) -> String {
    let judged = judged_figures(all);
    let missed = judged.iter().filter(|(_, figure)| !figure.is_history_in_middle()).count();
    let expected: f64 = judged.iter().map(|(_, figure)| figure.expected_miss_rate()).sum();
    let figures: usize = all.iter().map(|battle| battle.compared.len()).sum();
    let n = judged.len();
    format!(
        "{n} figures are judged and {missed} missed. By chance alone, {expected:.1} would miss. {} shown but not judged.",
        if figures == n + 1 { "1 more is".to_owned() } else { format!("{} more are", figures - n) }
    )
}

/// Returns each figure of a battle that is not judged, with the reason.
fn unjudged_figures(battle: &ReplayedBattle) -> impl Iterator<Item = String> {
    battle.compared.iter().filter_map(|compared| {
        let reason = compared.figure.not_judged.as_deref()?;
        let (battle, figure) = (title_and_turns(battle), figure_name(&battle.setup, &compared.figure));
        Some(format!("- {battle}, {figure}: not judged, because {reason}."))
    })
}

/// Returns each miss with the spread of results.
fn misses(all: &[ReplayedBattle]) -> Vec<String> {
    let line = |(battle, figure): (&ReplayedBattle, &FigureComparison)| {
        let spread = list([0.1, 0.5, 0.9].map(|share| figure.quantile(share).to_string()));
        format!(
            "- {}, {}: {} in history; {spread} at the 10th, 50th and 90th percentiles of {} battles, {} in all.",
            title_and_turns(battle),
            figure_name(&battle.setup, &figure.figure),
            span_text(figure.figure.was),
            battle.n,
            extremes(figure)
        )
    };
    judged_figures(all).into_iter().filter(|(_, figure)| !figure.is_history_in_middle()).map(line).collect()
}
