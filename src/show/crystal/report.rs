//! Statistics of many campaigns as a picture: difficulty, length, lost battles, and effects on the result.
use svg::node::element::{Group, Line as Stroke, Rectangle};

use super::{
    picture::{MARGIN, PAGE_HEIGHT, PAGE_WIDTH, line, rectangle, round, sheet, words},
    statistics::{
        ENOUGH_CAMPAIGNS, area_effects, area_name, by_size, ending_text, event_effects, last_defeats, named_difficulty,
        percent,
    },
};
use crystal::{CampaignStats, EARLY_TURNS, ENDINGS, Setup, Style};

const YOURS: &str = "#1f5fa8";
const THEIRS: &str = "#a8281f";
const FAINT: &str = "#d9ccb0";
/// The three named difficulties, in percent of campaigns won.
const BANDS: [(f64, f64, &str); 3] = [(15.0, 30.0, "hard"), (40.0, 60.0, "normal"), (70.0, 85.0, "easy")];
/// Width of half the sheet, and where the right half begins.
const HALF_WIDTH: f64 = (PAGE_WIDTH - 2.0 * MARGIN - 60.0) / 2.0;
const RIGHT_HALF: f64 = MARGIN + HALF_WIDTH + 60.0;

/// Draws the report, with the command that reproduces it. The same campaigns give the same bytes.
pub fn stats_svg(setup: &Setup, stats: &CampaignStats, style: Style, command: &str) -> String {
    let named = named_difficulty(stats, style).map(|named| format!(": {named}")).unwrap_or_default();
    let title = format!("{}{named}", setup.scenario.name);
    let content = Group::new()
        .add(words(MARGIN, 60.0, 38.0, &title))
        .add(words(MARGIN, 92.0, 19.0, command))
        .add(win_rate_scale(stats))
        .add(lengths(stats))
        .add(endings(stats))
        .add(last_defeats_chart(setup, stats))
        .add(effect_lists(setup, stats));
    let note = "Points: win rate of campaigns with it minus those without it. Long campaigns take more areas.";
    sheet(content.add(words(MARGIN, PAGE_HEIGHT - 18.0, 16.0, note)))
}

fn bar(x: f64, y: f64, width: f64, height: f64, colour: &str) -> Rectangle {
    rectangle((round(x), round(y)), (round(width.max(0.0)), round(height.max(0.0)))).set("fill", colour)
}

fn stroke(x1: f64, y1: f64, x2: f64, y2: f64, width: f64) -> Stroke {
    line((round(x1), round(y1)), (round(x2), round(y2)), width)
}

fn heading(x: f64, y: f64, text: &str) -> svg::node::element::Text {
    words(x, y, 24.0, text).set("font-weight", "500")
}

/// Draws the win rate on a scale of 0 to 100%, with its interval and the named difficulties behind it.
fn win_rate_scale(stats: &CampaignStats) -> Group {
    let (top, height) = (150.0, 78.0);
    let at = |percent: f64| MARGIN + percent / 100.0 * (PAGE_WIDTH - 2.0 * MARGIN);
    let mut group = Group::new().add(bar(MARGIN, top, PAGE_WIDTH - 2.0 * MARGIN, height, "#fffaf0"));
    for (from, to, name) in BANDS {
        group = group.add(bar(at(from), top, at(to) - at(from), height, FAINT));
        group = group.add(words(at(from) + 8.0, top + 22.0, 17.0, name));
    }
    for tenth in 0..=10 {
        let x = at(10.0 * f64::from(tenth));
        group = group.add(stroke(x, top + height, x, top + height + 6.0, 1.5));
        let label = words(x, top + height + 24.0, 16.0, &format!("{}%", 10 * tenth));
        let anchor = match tenth {
            0 => "start",
            10 => "end",
            _ => "middle",
        };
        group = group.add(label.set("text-anchor", anchor));
    }
    let share = 100.0 * stats.all.rate();
    let (from, to) = stats.all.interval();
    group = group.add(bar(MARGIN, top + 34.0, at(share) - MARGIN, 28.0, YOURS));
    group = group.add(stroke(at(100.0 * from), top + 48.0, at(100.0 * to), top + 48.0, 5.0));
    for end in [from, to] {
        group = group.add(stroke(at(100.0 * end), top + 38.0, at(100.0 * end), top + 58.0, 2.5));
    }
    let [share, from, to] = [stats.all.rate(), from, to].map(percent);
    let caption = format!("{share} won of {}: {from} to {to} at 95%", stats.all.played);
    group.add(words(MARGIN, top - 12.0, 20.0, &caption))
}

/// Draws the number of campaigns that end in each turn.
fn lengths(stats: &CampaignStats) -> Group {
    let (top, height) = (340.0, 250.0);
    let turns = stats.lengths.len().max(2) - 1;
    let most = stats.lengths.iter().copied().max().unwrap_or(1).max(1) as f64;
    let step = HALF_WIDTH / turns as f64;
    let mut group = Group::new().add(heading(MARGIN, top - 22.0, "Turn of the end"));
    for (turn, count) in stats.lengths.iter().enumerate().skip(1).filter(|(_, count)| **count > 0) {
        let tall = *count as f64 / most * (height - 20.0);
        let x = MARGIN + (turn - 1) as f64 * step;
        group = group.add(bar(x + step * 0.1, top + height - tall, step * 0.8, tall, YOURS));
        let share = 100.0 * *count as f64 / stats.all.played.max(1) as f64;
        if share >= 2.0 {
            let label = words(x + step / 2.0, top + height - tall - 5.0, 13.0, &format!("{share:.0}%"));
            group = group.add(label.set("text-anchor", "middle"));
        }
    }
    group = group.add(stroke(MARGIN, top + height, MARGIN + HALF_WIDTH, top + height, 2.0));
    let every = turns.div_ceil(12).max(1);
    for turn in (1..=turns).filter(|turn| *turn == 1 || turn.is_multiple_of(every)) {
        let x = MARGIN + (turn as f64 - 0.5) * step;
        group = group.add(words(x, top + height + 22.0, 16.0, &turn.to_string()).set("text-anchor", "middle"));
    }
    group
}

fn row(x: f64, y: f64, label: &str, share: f64, scale: f64, colour: &str, figure: &str) -> Group {
    const LABEL: f64 = 270.0;
    const FIGURE: f64 = 80.0;
    let width = (HALF_WIDTH - LABEL - FIGURE) * (share / scale).clamp(0.0, 1.0);
    Group::new()
        .add(words(x, y, 18.0, &super::picture::shortened(label, 29)))
        .add(bar(x + LABEL, y - 15.0, width.max(1.5), 18.0, colour))
        .add(words(x + LABEL + width + 10.0, y, 17.0, figure))
}

fn endings(stats: &CampaignStats) -> Group {
    let top = 340.0;
    let mut group = Group::new().add(heading(RIGHT_HALF, top - 22.0, "Ending"));
    for (line, (ending, count)) in ENDINGS.iter().zip(stats.endings).enumerate() {
        let share = count as f64 / stats.all.played.max(1) as f64;
        let colour = if line == 0 { YOURS } else { THEIRS };
        let y = top + 16.0 + 30.0 * line as f64;
        group = group.add(row(RIGHT_HALF, y, ending_text(*ending), share, 1.0, colour, &percent(share)));
    }
    group
}

/// Draws the areas where lost campaigns lost their last battle.
fn last_defeats_chart(setup: &Setup, stats: &CampaignStats) -> Group {
    let top = 500.0;
    let all = (stats.all.played - stats.all.won).max(1) as f64;
    let last_defeats = last_defeats(stats);
    let most = last_defeats.first().map_or(1.0, |(_, count)| *count as f64 / all);
    let mut group = Group::new().add(heading(RIGHT_HALF, top - 2.0, "Last battle lost, of campaigns lost"));
    for (line, (place, count)) in last_defeats.iter().take(5).enumerate() {
        let share = *count as f64 / all;
        let y = top + 32.0 + 30.0 * line as f64;
        group = group.add(row(RIGHT_HALF, y, &area_name(setup, *place), share, most, THEIRS, &percent(share)));
    }
    if last_defeats.is_empty() {
        group = group.add(words(RIGHT_HALF, top + 32.0, 18.0, "None: no battle or no campaign was lost."));
    }
    group
}

/// Draws the effects of areas and events on the chance to win.
fn effect_lists(setup: &Setup, stats: &CampaignStats) -> Group {
    let top = 690.0;
    let mut group = Group::new();
    let lists = [
        (MARGIN, "Taking an area: points of the chance to win".to_owned(), area_effects(setup, stats)),
        (
            RIGHT_HALF,
            format!("An event of the first {EARLY_TURNS} turns: points of the chance to win"),
            event_effects(setup, stats),
        ),
    ];
    for (x, title, lines) in lists {
        let lines = by_size(lines);
        group = group.add(heading(x, top, &title));
        let most = lines.first().map_or(1.0, |line| line.3.abs().max(0.01));
        for (line, (label, .., difference)) in lines.iter().take(10).enumerate() {
            let colour = if *difference < 0.0 { THEIRS } else { YOURS };
            let figure = format!("{:+.1}", 100.0 * difference);
            let y = top + 34.0 + 30.0 * line as f64;
            group = group.add(row(x, y, label, difference.abs(), most, colour, &figure));
        }
        if lines.is_empty() {
            let note = format!("Nothing: each has fewer than {ENOUGH_CAMPAIGNS} campaigns with it or without it.");
            group = group.add(words(x, top + 34.0, 18.0, &note));
        }
    }
    group
}
