//! Captains' doctrine cards as text.
use naval::model::doctrine::{
    Alarm, Cripples, DesiredRange, Doctrine, Lights, Prizes, Pursue, SmokeDoctrine, Steadiness, TargetChoice, Twilight,
};

/// Returns one line for each card.
pub fn card_list(cards: &[Doctrine]) -> String {
    let widest = cards.iter().map(|card| card.id.as_str().chars().count()).max().unwrap_or_default();
    let line = |card: &Doctrine| {
        let range =
            card.range.map_or("by expected fire".to_owned(), |DesiredRange { open, seek: [from, to], .. }| {
                format!("opens at {open}\", seeks {from} to {to}\"")
            });
        format!("{:<widest$}  {}  {range}  {}, {} to {}", card.id, card.aggression, card.name, card.from, card.to)
    };
    cards.iter().map(line).collect::<Vec<_>>().join("\n")
}

pub fn card_text(card: &Doctrine) -> String {
    let flags: Vec<&str> = card.flagships.iter().map(naval::Id::as_str).collect();
    let flags = if flags.is_empty() { "any flag".to_owned() } else { flags.join(", ") };
    let mut lines = vec![
        format!("{} ({}), {}, {} to {}", card.name, card.navy, flags, card.from, card.to),
        format!(
            "  aggression  {}: a point lost counts as {:.2} points scored",
            card.aggression,
            card.suffered_weight()
        ),
    ];
    let mut add = |what: &str, words: String| lines.push(format!("  {what:<10}  {words}"));
    match card.range {
        Some(DesiredRange { open, seek: [from, to], least }) => {
            let least = if 0.0 < least { format!(", never nearer than {least}\"") } else { String::new() };
            add(
                "range",
                format!("opens fire at {open}\" if no ship has fired, fights between {from} and {to}\"{least}"),
            );
        }
        None => add("range", "where expected fire does most for its cost".to_owned()),
    }
    if card.light == Twilight::Wait {
        add("light", "keeps out of reach until the light favours it".to_owned());
    }
    let mass = if card.torpedoes.mass { ", boats together at one enemy" } else { "" };
    add("torpedoes", format!("launches for {} points or more{mass}", card.torpedoes.launch_at));
    add("withdraws", withdraw_text(card));
    add("pursues", pursue_text(&card.pursue));
    if card.course == Steadiness::Hold {
        add("course", "keeps steering for its destination".to_owned());
    }
    add("smoke", smoke(card.smoke).to_owned());
    add("cripples", cripples(card.cripples).to_owned());
    let together = if card.turns.together { ", and breaks off by turning all ships at once" } else { "" };
    add("turns", format!("at most {} degrees a turn{together}", card.turns.most_deg));
    let seeks = if card.night.seek { "seeks the enemy" } else { "avoids the enemy" };
    add("by night", format!("{seeks}; lights: {}", lights(card.night.lights)));
    add("targets", targets(card.targets).to_owned());
    if card.prizes == Prizes::Strength {
        add("prizes", "values hits by the ship's survival and fire, not by points".to_owned());
    }
    lines.push(format!("  {}\n  source: {}", card.reasons, card.source));
    lines.join("\n")
}

fn withdraw_text(card: &Doctrine) -> String {
    let mut when: Vec<String> = Vec::new();
    if 0.0 < card.withdraw.strength {
        when.push(format!("below {} of its first strength", card.withdraw.strength));
    }
    when.extend(card.withdraw.when.iter().map(|alarm| alarm_word(*alarm).to_owned()));
    if when.is_empty() { "never".to_owned() } else { when.join("; ") }
}

fn alarm_word(alarm: Alarm) -> &'static str {
    match alarm {
        Alarm::FirstHeavyHit => "when a big gun has hit one of its large ships",
        Alarm::HalfSpeed => "when a large ship has lost half its speed",
        Alarm::FlagLost => "when its flagship is out of action",
        Alarm::Dark => "by night",
        Alarm::Forts => "where land batteries bear",
        Alarm::FleetSighted => "when the enemy in sight has more than twice its value",
        Alarm::TCrossed => "when an enemy line crosses its course",
    }
}

fn pursue_text(pursue: &Pursue) -> String {
    let mut until: Vec<String> = Vec::new();
    until.extend(pursue.turn.map(|turn| format!("until turn {turn}")));
    until.extend(pursue.strength.map(|share| format!("down to {share} of its first strength")));
    until.extend(pursue.in_sight.then(|| "as long as the enemy is in sight".to_owned()));
    if until.is_empty() { "to the end".to_owned() } else { until.join(", ") }
}

fn smoke(smoke: SmokeDoctrine) -> &'static str {
    match smoke {
        SmokeDoctrine::Leaving => "when it breaks off",
        SmokeDoctrine::Closing => "when it closes and when it breaks off",
        SmokeDoctrine::Never => "never",
    }
}

fn cripples(cripples: Cripples) -> &'static str {
    match cripples {
        Cripples::Leave => "left behind",
        Cripples::StandBy => "protected while there is hope",
    }
}

fn lights(lights: Lights) -> &'static str {
    match lights {
        Lights::WhenFiredOn => "at ships that have fired, and at boats nearby",
        Lights::Always => "at every enemy in reach",
        Lights::Never => "none",
    }
}

fn targets(choice: TargetChoice) -> &'static str {
    match choice {
        TargetChoice::Opposite => "the opposite number, when fire is about equal",
        TargetChoice::Flag => "flagships, when fire is about equal",
        TargetChoice::Van => "the leading ship of a line, when fire is about equal",
        TargetChoice::Weakest => "the ship hit most, when fire is about equal",
    }
}
