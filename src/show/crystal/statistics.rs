//! Statistics of many campaigns: win rate, length, lost battles, and what affects the result.
use serde_json::{Value, json};

pub(super) use crate::percent_of as percent;
use crate::plain_table;
use crystal::{CampaignStats, EARLY_TURNS, ENDINGS, Ending, Setup, Style, WinRate};

/// An effect is shown only if at least this many campaigns had its cause, and as many did not.
pub(super) const ENOUGH_CAMPAIGNS: u64 = 30;

pub fn difficulty(share: f64) -> &'static str {
    match share {
        share if (0.70..=0.85).contains(&share) => "easy",
        share if (0.40..=0.60).contains(&share) => "normal",
        share if (0.15..=0.30).contains(&share) => "hard",
        share if share > 0.85 => "a walk",
        share if share < 0.15 => "desperate",
        _ => "between",
    }
}

/// Returns the difficulty of a campaign. It is defined by the win rate of the `search` style.
pub(super) fn named_difficulty(stats: &CampaignStats, style: Style) -> Option<&'static str> {
    (style == Style::Search).then(|| difficulty(stats.all.rate()))
}

pub fn report_text(setup: &Setup, stats: &CampaignStats, style: Style, command: &str) -> String {
    let (low, high) = stats.all.interval();
    let (title, WinRate { won, played: of }) = (&setup.scenario.name, stats.all);
    let [share, from, to] = [stats.all.rate(), low, high].map(percent);
    let named = named_difficulty(stats, style).map(|named| format!(": {named}")).unwrap_or_default();
    let (mean, half, most) = (stats.mean_length(), stats.quantile(0.5), stats.quantile(0.9));
    let mut text = format!(
        "{command}\n{title}: {won} of {of} campaigns won, {share} ({from} to {to} at 95%){named}.\nTurns: {mean:.1} on \
         average. Half end by {half}, 90% by {most}.\n"
    );
    let endings = ENDINGS.iter().zip(stats.endings).filter(|(_, count)| *count > 0);
    let endings = endings.map(|(ending, count)| {
        vec![ending_text(*ending).to_owned(), count.to_string(), percent(count as f64 / stats.all.played as f64)]
    });
    text += &format!("\n{}\n", plain_table(&["ending", "campaigns", "share"], &[1, 2], endings.collect()));
    let lost = (stats.all.played - stats.all.won).max(1) as f64;
    let last_defeats = last_defeats(stats);
    let row = |(place, count): &(usize, u64)| {
        vec![area_name(setup, *place), count.to_string(), percent(*count as f64 / lost)]
    };
    let rows = last_defeats.iter().take(6).map(row);
    let (lost_count, defeated) = (stats.all.played - stats.all.won, last_defeats.iter().map(|(_, n)| n).sum::<u64>());
    text += &format!("\nCampaigns lost: {lost_count}. A battle was lost in {defeated}, the last of them in:\n");
    text += &match defeated {
        0 => "none\n".to_owned(),
        _ => format!("{}\n", plain_table(&["area", "campaigns", "of the lost"], &[1, 2], rows.collect())),
    };
    text +=
        &format!("\nHow taking an area changes the chance to win:\n{}\n", effects_table(area_effects(setup, stats)));
    let early = effects_table(event_effects(setup, stats));
    text += &format!("\nHow an event in the first {EARLY_TURNS} turns changes the chance to win:\n{early}");
    text
}

/// Returns areas where lost campaigns lost their last battle, most frequent first, with counts.
pub(super) fn last_defeats(stats: &CampaignStats) -> Vec<(usize, u64)> {
    let mut died: Vec<(usize, u64)> = stats.died_at.iter().copied().enumerate().collect();
    died.retain(|(_, count)| *count > 0);
    died.sort_by_key(|(place, count)| (std::cmp::Reverse(*count), *place));
    died
}

pub(super) fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "victory",
        Ending::NoArmy => "no army left",
        Ending::NoRetreat => "nowhere to retreat",
        Ending::TurnLimit => "out of turns",
    }
}

pub(super) fn area_name(setup: &Setup, place: usize) -> String {
    setup.scenario.areas.get(place).map_or_else(String::new, |area| format!("{} ({})", area.name, area.id))
}

/// An area or event that occurs in some campaigns: name, results with and without it, and the difference.
pub(super) type EffectLine = (String, WinRate, WinRate, f64);

/// Returns the effect of an area or an event on the chances, if there are enough campaigns with it and without it.
fn effect_line(name: String, (with, without): (WinRate, WinRate)) -> Option<EffectLine> {
    (with.played.min(without.played) >= ENOUGH_CAMPAIGNS).then(|| (name, with, without, with.rate() - without.rate()))
}

pub(super) fn area_effects(setup: &Setup, stats: &CampaignStats) -> Vec<EffectLine> {
    let is_goal = |place: usize| setup.scenario.victory.control.contains(&setup.scenario.areas[place].id);
    let lines = stats.taken.iter().enumerate().filter(|(place, _)| !is_goal(*place));
    lines.filter_map(|(place, shares)| effect_line(area_name(setup, place), *shares)).collect()
}

pub(super) fn event_effects(setup: &Setup, stats: &CampaignStats) -> Vec<EffectLine> {
    let lines = stats.events.iter().enumerate().filter_map(|(index, shares)| {
        let text = setup.scenario.events.get(index).map_or("", |line| line.text.as_str());
        effect_line(format!("{}: {text}", index + 2), *shares)
    });
    lines.collect()
}

pub(super) fn by_size(mut lines: Vec<EffectLine>) -> Vec<EffectLine> {
    lines.sort_by(|left, right| right.3.abs().total_cmp(&left.3.abs()).then(left.0.cmp(&right.0)));
    lines
}

fn effects_table(lines: Vec<EffectLine>) -> String {
    let lines = by_size(lines);
    let rows = lines.into_iter().take(8).map(|(name, with, without, difference)| {
        let (with, without) = (percent(with.rate()), percent(without.rate()));
        vec![name, with, without, format!("{:+.1}", 100.0 * difference)]
    });
    if rows.len() == 0 {
        return format!("Too little data: each has fewer than {ENOUGH_CAMPAIGNS} campaigns with it or without it.");
    }
    plain_table(&["", "won with", "without", "points"], &[1, 2, 3], rows.collect())
}

pub fn stats_json(setup: &Setup, stats: &CampaignStats, style: Style, command: &str) -> Value {
    let (from, to) = stats.all.interval();
    let endings = ENDINGS.iter().zip(stats.endings).map(|(ending, count)| json!({ "id": ending, "n": count }));
    let list = |lines: Vec<EffectLine>| -> Value {
        let line = |(name, with, without, difference): EffectLine| json!({ "id": name, "with": with.rate(), "without": without.rate(), "difference": difference });
        lines.into_iter().map(line).collect()
    };
    let died = stats.died_at.iter().enumerate().filter(|(_, count)| **count > 0);
    let died = died.map(|(place, count)| json!({ "id": setup.scenario.areas[place].id, "n": count }));
    json!({
        "command": command, "scenario": setup.scenario.id, "n": stats.all.played, "won": stats.all.won,
        "share": stats.all.rate(), "from": from, "to": to, "difficulty": named_difficulty(stats, style),
        "turns": stats.mean_length(), "endings": endings.collect::<Value>(), "died_at": died.collect::<Value>(),
        "areas": list(area_effects(setup, stats)), "events": list(event_effects(setup, stats)),
    })
}
