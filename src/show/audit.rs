//! The measured worth of ships beside the points printed for them. [10.5]
use serde_json::{Value, json};

use crate::{count, list, plain_table, type_word};
use naval::model::audit::{Audit, MIN_BATTLES, RatedShips};

/// Returns the tables, with notes on how to read them.
pub fn audit_text(audit: &Audit, command: &str) -> String {
    let Audit { war, battles, undecided, refused, types, classes } = audit;
    let mut lines = vec![format!(
        "Points of 10.5 against {battles} battles between random forces of {},\n\
         fought by captains that value strength, not points.",
        war_years(war.as_str())
    )];
    let mut counted =
        vec![format!("{} in which both sides kept the same share of their strength", count(undecided, "battle"))];
    counted.extend((0 < *refused).then(|| format!("{refused} with a refused order or a duty not done")));
    lines.push(format!("Census  {}.", list(&counted)));
    lines.push(String::new());
    lines.push(plain_table(&HEAD, &[1, 2, 3, 4], types.iter().map(|rating| row(rating, rated_type(rating))).collect()));
    if !classes.is_empty() {
        lines.push(String::new());
        let class =
            |rating: &RatedShips| format!("{} ({})", rating.class.as_deref().unwrap_or_default(), rated_type(rating));
        lines.push(plain_table(
            &HEAD,
            &[1, 2, 3, 4],
            classes.iter().map(|rating| row(rating, class(rating))).collect(),
        ));
    }
    lines.push(String::new());
    lines.push(format!(
        "Value: estimated from which side kept the greater share of its strength. A battleship is 12.\n\
         Intervals of 95%. Off: the interval excludes the printed points [10.5].\n\
         Types and classes in fewer than {MIN_BATTLES} battles are not judged."
    ));
    if types.iter().any(|rating| MIN_BATTLES <= rating.battles) && types.iter().all(|rating| rating.worth.is_none()) {
        lines.push("Too few battles for a scale: they do not show that the type that sets it helps.".to_owned());
    }
    lines.push("The printed points remain the rule. Use these values as advice when you design battles.".to_owned());
    lines.push(format!("Again   {command}"));
    lines.join("\n")
}

const HEAD: [&str; 6] = ["", "printed", "value", "95%", "battles", ""];

fn row(rating: &RatedShips, what: String) -> Vec<String> {
    let (worth, interval, verdict) = match &rating.worth {
        Some(worth) => {
            let mark = if rating.differs_from_printed() { "off" } else { "" };
            (format!("{:.1}", worth.value), format!("{:.1} to {:.1}", worth.low, worth.high), mark)
        }
        None => (String::new(), String::new(), "not judged"),
    };
    vec![what, rating.printed.to_string(), worth, interval, rating.battles.to_string(), verdict.to_owned()]
}

fn rated_type(rating: &RatedShips) -> String {
    type_word(rating.kind).to_owned()
}

fn war_years(war: &str) -> &str {
    match war {
        "rjw" => "1904 and 1905",
        "ww1" => "1914 to 1918",
        other => other,
    }
}

pub fn audit_json(audit: &Audit, command: &str) -> Value {
    let tenths = |points: f64| (points * 10.0).round() / 10.0;
    let rated = |rating: &RatedShips| {
        let worth = rating
            .worth
            .map(|worth| json!({ "mean": tenths(worth.value), "low": tenths(worth.low), "high": tenths(worth.high) }));
        json!({
            "type": rating.kind, "class": rating.class, "printed": rating.printed, "battles": rating.battles, "worth": worth,
            "off": rating.worth.map(|_| rating.differs_from_printed()),
        })
    };
    let all_rated = |ships: &[RatedShips]| ships.iter().map(rated).collect::<Vec<_>>();
    json!({
        "war": audit.war, "battles": audit.battles, "undecided": audit.undecided, "refused": audit.refused,
        "types": all_rated(&audit.types), "classes": all_rated(&audit.classes), "command": command,
    })
}
