//! A balance certificate as text.
use crate::{list, plain_table};
use naval::model::Setup;
use naval::model::certificate::{Certificate, CertifiedResults, Interval, ScenarioChange, WinRates, is_even};

/// With fewer seeds than this, the certificate warns that they are few.
const FEW_SEEDS: u64 = 30;

/// Returns two lines for a printed sheet: the sides' win shares, and what would make the battle even.
pub fn summary_lines(setup: &Setup, certificate: &Certificate) -> String {
    let Some(found) = &certificate.found else {
        return format!("Balance: cannot be certified.\n{}", census(certificate));
    };
    let (a, n, name) = (players(&certificate.a), certificate.n, side(setup, 0));
    let (wins, note) = match &found.wins_of_a {
        Some(shares) => (win_shares(setup, shares), ""),
        None => (format!("{name} wins {}", percent(found.share_of_a)), " A battle without a winner counts half."),
    };
    format!("Balance: {wins} of {n} battles between {a}.{note}\n{}", remedy(setup, found))
}

/// `Japan wins 40.0%, Russia 35.0%, no side 25.0%`
pub fn win_shares(setup: &Setup, wins: &WinRates) -> String {
    let WinRates { first, second, nobody } = wins;
    let (first_side, second_side) = (side(setup, 0), side(setup, 1));
    format!("{first_side} wins {:.1}%, {second_side} {:.1}%, no side {:.1}%", first.mean, second.mean, nobody.mean)
}

pub fn certificate_text(setup: &Setup, certificate: &Certificate) -> String {
    let Certificate { n, found, .. } = certificate;
    let (a, b) = (&certificate.a, &certificate.b);
    let mut lines =
        vec![format!("{}: balance certificate, four battles with the dice of each of {n} seeds", setup.title)];
    lines.push(census(certificate));
    let Some(found) = found else {
        lines.push("Such battles cannot be certified.".to_owned());
        return lines.join("\n");
    };
    let row = |label: String, share: Interval, points: Interval| vec![label, percent(share), signed(points)];
    let name = side(setup, 0);
    let rows = vec![
        row(format!("{name}, {} on both sides", players(a)), found.share_of_a, found.margin_of_a),
        row(format!("{name}, {} on both sides", players(b)), found.share_of_b, found.margin_of_b),
        row(format!("{a} instead of {b}, same side"), found.player, found.player_points),
    ];
    lines.push(String::new());
    lines.push(plain_table(&["value of", "of 100 battles", "points"], &[], rows));
    if let Some(WinRates { first, second, nobody }) = found.wins_of_a {
        let winners = [side(setup, 0), side(setup, 1), "no side"].into_iter().zip([first, second, nobody]);
        let rows = winners.map(|(winner, wins)| vec![winner.to_owned(), percent(wins)]).collect();
        let heading = format!("wins, {} on both sides", players(a));
        lines.extend([String::new(), plain_table(&[&heading, "of 100 battles"], &[], rows)]);
    }
    lines.push(String::new());
    lines.push(remedy(setup, found));
    let tried = found.tried.iter().map(|trial| (change(setup, &trial.change), percent(trial.share)));
    let tried: Vec<(String, String)> = tried.collect();
    if !tried.is_empty() {
        let heading = format!("also tried, {name}'s share");
        let rows = tried.into_iter().map(|(what, share)| vec![what, share]).collect();
        lines.extend([String::new(), plain_table(&[&heading, "of 100 battles"], &[], rows), String::new()]);
    }
    if *n < FEW_SEEDS {
        lines.push(format!("{n} battles are few: shares and points may be anywhere between the figures in brackets."));
    }
    lines.push(format!("Again   {}", certificate.command));
    lines.join("\n")
}

/// `captains`, `captains (togo)`
fn players(name: &str) -> String {
    match name.split_once(':') {
        Some((level, card)) => format!("{} ({card})", plural(level)),
        None => plural(name),
    }
}

fn plural(level: &str) -> String {
    let level = if level == "random" { "random player" } else { level };
    level.strip_suffix("man").map_or_else(|| format!("{level}s"), |stem| format!("{stem}men"))
}

fn census(certificate: &Certificate) -> String {
    let census = certificate.census;
    let counted = [
        format!("{} with a refused order", census.refused),
        format!("{} without contact", census.no_contact),
        format!("{} without a shot", census.silent),
    ];
    format!("Census  {} battles, {}.", census.battles, list(&counted))
}

/// Returns the handicap and the change that would balance the battle.
fn remedy(setup: &Setup, found: &CertifiedResults) -> String {
    let (name, points) = (side(setup, 0), found.handicap);
    let points_text = |points: i32| match points {
        0 => "0".to_owned(),
        1.. => format!("{points} for {}", side(setup, 1)),
        ..0 => format!("{} for {name}", -points),
    };
    let between = if points.low == points.high {
        String::new()
    } else {
        format!(" (between {} and {})", points_text(points.low), points_text(points.high))
    };
    let handicap = format!("Fair handicap in points: {}{between}", points_text(points.points));
    let even = found.tried.last().filter(|trial| trial.is_even());
    let remedy = match even {
        _ if is_even(found.share_of_a) => "Balanced as it is".to_owned(),
        Some(trial) => format!("Balanced with {}: {name} wins {}", change(setup, &trial.change), percent(trial.share)),
        None => "No change of turns, sight, one ship or damage control balances it".to_owned(),
    };
    format!("{handicap}. {remedy}.")
}

fn change(setup: &Setup, change: &ScenarioChange) -> String {
    let difference =
        |count: i16, what: &str| format!("{}{what} {}", count.unsigned_abs(), if count < 0 { "less" } else { "more" });
    match change {
        ScenarioChange::Turns(turns) => difference(*turns, " turns"),
        ScenarioChange::Sight(inches) => format!("{} of sight", difference(*inches, "\"")),
        ScenarioChange::Without(ship) => {
            let name =
                setup.ships.iter().find(|setup_ship| setup_ship.card.id == *ship).map(|ship| ship.card.name.as_str());
            format!("{} omitted", name.unwrap_or(ship.as_str()))
        }
        ScenarioChange::DamageControl(side) => {
            let name = setup.sides.iter().find(|setup_side| setup_side.id == *side).map(|side| side.name.as_str());
            format!("damage control one better for {}", name.unwrap_or(side.as_str()))
        }
    }
}

fn side(setup: &Setup, index: usize) -> &str {
    setup.sides.get(index).map_or("", |side| &side.name)
}

fn percent(share: Interval) -> String {
    format!("{:.1}% ({:.1} to {:.1})", share.mean, share.low, share.high)
}

fn signed(points: Interval) -> String {
    format!("{:+.1} ({:+.1} to {:+.1})", points.mean, points.low, points.high)
}
