//! The points, line by line. [10.5]
use serde_json::Value;

use super::{count, plain_table};
use naval::rules::tally::{HandicapTally, LossRisk, ScoredFate, SideTally, Stake, Tally};
use naval::{model::Handicap, view::View};

/// Returns points with their paragraphs, handicap and leader. During the battle a side sees only its own points.
pub fn tally_text(view: &View) -> String {
    let (tally, name) = (view.tally(), |word: &str| view.name(word).to_owned());
    let mut text: Vec<String> = tally.sides.iter().map(|side| side_points(view, side)).collect();
    let at_stake = tally.at_stake.iter().map(|stake| stake_sentence(&name, stake));
    if view.sees_all_points() {
        text.push(handicap_sentence(&name, &tally.handicap));
        text.extend(at_stake);
        text.push(leader_sentence(&name, &tally));
    } else {
        text.extend(at_stake);
        text.push(handicap_withheld(&tally));
    }
    text.join("\n")
}

/// Returns what a side reads of handicap and leader during the battle.
pub fn handicap_withheld(tally: &Tally) -> String {
    format!("Handicap and leader are shown when the battle is over. [{}]", tally.handicap.rule)
}

pub fn tally_json(view: &View) -> Value {
    serde_json::to_value(view.tally()).unwrap_or(Value::Null)
}

fn side_points(view: &View, side: &SideTally) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in &side.lines {
        let fate_text = match line.standing {
            ScoredFate::Immobile => "immobile",
            ScoredFate::Sunk => "sunk",
        };
        let (name, how, rule) = (view.name(&line.ship), format!("{fate_text} [{}]", line.because), line.rule);
        rows.push(vec![name.to_owned(), how, line.points.to_string(), format!("[{rule}]")]);
    }
    for line in &side.special {
        let label = format!("special rule {}", line.of);
        rows.push(vec![label, String::new(), line.points.to_string(), "[9.2]".to_owned()]);
    }
    if side.handicap > 0 {
        rows.push(vec!["handicap".to_owned(), String::new(), side.handicap.to_string(), "[10.5.6]".to_owned()]);
    }
    rows.push(vec!["total".to_owned(), String::new(), side.total.to_string(), String::new()]);
    format!("{}\n", plain_table(&[view.name(&side.side), "", "points", ""], &[2], rows))
}

/// Returns the handicap, and the side that receives it.
pub fn handicap_text(view: &View) -> String {
    handicap_sentence(&|word: &str| view.name(word).to_owned(), &view.tally().handicap)
}

/// Returns the handicap and the side that receives it, with names from `name`.
pub fn handicap_sentence(name: &dyn Fn(&str) -> String, handicap: &HandicapTally) -> String {
    let HandicapTally { manner, points, to, cannot_win, rule } = handicap;
    let text = match (manner, to) {
        (Handicap::None, Some(_) | None) => "No handicap applies.".to_owned(),
        (Handicap::Equalise | Handicap::Weaker, None) => "No handicap: both sides can score the same.".to_owned(),
        (Handicap::Equalise, Some(side)) => format!("Handicap {points} to {}, which can score less.", name(side)),
        (Handicap::Weaker, Some(side)) => format!("Handicap {points} to {}, the weaker force.", name(side)),
    };
    let hopeless = cannot_win.as_ref().map(|side| format!(" {} cannot win, whatever it sinks.", name(side)));
    format!("{text}{} [{rule}]", hopeless.unwrap_or_default())
}

/// Returns points that a ship may still bring.
pub fn stake_sentence(name: &dyn Fn(&str) -> String, stake: &Stake) -> String {
    let why = match stake.risk {
        LossRisk::Burning { fires } => format!("burns with {}", count(fires, "fire")),
        LossRisk::NoWay => "has no speed".to_owned(),
    };
    let (ship, side) = (name(&stake.ship), name(&stake.side));
    format!("{ship} {why}: {} more to {side} if the ship is lost. [{}]", stake.points, stake.rule)
}

/// Returns the leader on points. The verdict names the winner.
pub fn leader_sentence(name: &dyn Fn(&str) -> String, tally: &Tally) -> String {
    match &tally.leader {
        Some(side) => format!("{} leads on points.", name(side)),
        None => "The sides are level on points.".to_owned(),
    }
}
