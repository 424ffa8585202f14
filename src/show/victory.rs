//! The keys of victory, which are conditions that the program judges, as sentences. [9.2, 10.5]
use super::{edge_adjective, joined, list, navy_name, type_word};
use naval::Id;
use naval::model::victory::{
    Bound, CountOrHalf, CountedFigure, ExitCondition, HowMany, JudgedWhen, Landmark, Lead, PointsCondition,
    ShipsCondition, SideWins, TurnCondition, VictoryCondition, VictoryDegree, VictoryEntry, VictoryRule, VictoryTest,
};
use naval::model::{ShipSet, ShipType, zone::Zone};

/// A function that returns a unit's name for its id.
pub(super) type NameFn<'n> = &'n dyn Fn(&str) -> String;

/// Returns a key of victory as text: `Russia wins outright if both Rossia and Gromoboi have left by the northern edge.`
pub(super) fn entry_sentence(entry: &VictoryEntry, names: NameFn) -> String {
    match &entry.wins {
        VictoryRule::Leader(by) => format!("Whichever side {} wins.", lead_text(*by)),
        VictoryRule::Side(SideWins { side, how, at, condition }) => {
            let once = if *at == JudgedWhen::Once { " at once" } else { "" };
            format!("{}{once} if {}.", wins_text(&names(side), *how), condition_text(condition, names))
        }
    }
}

/// `Russia wins narrowly`, `Italy, Britain and France win`
pub(super) fn wins_text(side: &str, how: VictoryDegree) -> String {
    let verb = if side.contains(" and ") { "win" } else { "wins" };
    let manner = match how {
        VictoryDegree::Plain => "",
        VictoryDegree::Outright => " outright",
        VictoryDegree::Narrow => " narrowly",
        VictoryDegree::Marginal => " marginally",
        VictoryDegree::Moral => " a moral victory",
    };
    format!("{side} {verb}{manner}")
}

fn lead_text(lead: Lead) -> String {
    match lead {
        Lead::By(1) => "leads by points".to_owned(),
        Lead::By(points) => format!("leads by {points} points or more"),
        Lead::Ratio(times) => format!("has {times} times the other's points or more"),
    }
}

/// Returns a condition without a full stop. Parts within parts are in brackets.
pub(super) fn condition_text(needs: &VictoryCondition, names: NameFn) -> String {
    let inner = |part: &VictoryCondition| {
        let text = condition_text(part, names);
        if matches!(part, VictoryCondition::All(_) | VictoryCondition::Any(_)) { format!("({text})") } else { text }
    };
    let joined = |parts: &[VictoryCondition], word: &str| joined(parts.iter().map(inner), word);
    match needs {
        VictoryCondition::All(parts) => joined(parts, ", and "),
        VictoryCondition::Any(parts) => joined(parts, ", or "),
        VictoryCondition::Not(part) => format!("it is not true that {}", inner(part)),
        VictoryCondition::Turn(TurnCondition::At(turn)) => format!("it is turn {turn}"),
        VictoryCondition::Turn(TurnCondition::From(turn)) => format!("it is turn {turn} or later"),
        VictoryCondition::Turn(TurnCondition::To(turn)) => format!("it is turn {turn} or earlier"),
        VictoryCondition::Turn(TurnCondition::Between { from, to }) => format!("it is one of the turns {from} to {to}"),
        VictoryCondition::Ships(condition) => ships_condition(condition, names),
        VictoryCondition::Points(condition) => points_condition(condition, names),
        VictoryCondition::More(side, CountedFigure::PenetratingHits) => {
            format!("{} has scored more penetrating big-gun hits", names(side))
        }
    }
}

fn points_condition(condition: &PointsCondition, names: NameFn) -> String {
    let text = match condition.bound {
        Bound::Lead(by) => lead_text(by),
        Bound::AtLeast(points) => format!("has scored {points} points or more"),
        Bound::Under(points) => format!("has scored fewer than {points} points"),
    };
    let times = list(condition.times.iter().map(|times| format!("{} counted {} times", names(&times.of), times.by)));
    let times_text = if condition.times.is_empty() { String::new() } else { format!(", with {times}") };
    format!("{} {text}{times_text}", names(&condition.side))
}

fn ships_condition(condition: &ShipsCondition, names: NameFn) -> String {
    let ShipSet { ids, .. } = &condition.among;
    let listed: Vec<String> = ids.iter().map(|id| names(id)).collect();
    let (who, plural) = match (condition.count, &listed[..]) {
        (HowMany::Every, [ship]) => (ship.clone(), false),
        (HowMany::Every, []) => (format!("all {}", kind_text(&condition.among, true, names)), true),
        (HowMany::Every, all) => (list(all), true),
        (HowMany::None, []) => (format!("no {}", kind_text(&condition.among, false, names)), false),
        (HowMany::None, [ship]) => (format!("not {ship}"), false),
        (HowMany::None, all) => (format!("none of {}", list(all)), false),
        (HowMany::AtLeast(1), []) => (format!("at least one {}", kind_text(&condition.among, false, names)), false),
        (HowMany::AtLeast(1), [ship]) => (ship.clone(), false),
        (HowMany::AtLeast(1), all) => (format!("at least one of {}", list(all)), false),
        (HowMany::AtLeast(2), [first, second]) => (format!("both {first} and {second}"), true),
        (HowMany::AtLeast(number), []) => {
            (format!("at least {number} {}", kind_text(&condition.among, true, names)), true)
        }
        (HowMany::AtLeast(number), all) => (format!("at least {number} of {}", list(all)), true),
        (HowMany::AtMost(number), []) => {
            (format!("at most {number} {}", kind_text(&condition.among, number != 1, names)), number != 1)
        }
        (HowMany::AtMost(number), all) => (format!("at most {number} of {}", list(all)), number != 1),
    };
    let are = match &condition.are[..] {
        // "None cannot" would be a double negative.
        [VictoryTest::Below(speed)] if condition.count == HowMany::None => format!("has a top speed below {speed}\""),
        [only] => predicate(only, plural, false, names),
        several => join(several, " and ", plural, false, names),
    };
    format!("{who} {are}")
}

/// `Rossia and Rurik`, `large ships of Russia`
pub(super) fn set_text(set: &ShipSet, names: NameFn) -> String {
    let listed: Vec<String> = set.ids.iter().map(|id| names(id)).collect();
    if listed.is_empty() { kind_text(set, true, names) } else { list(listed) }
}

/// `large ships of Russia`, `battleships or old battleships of Russia`
fn kind_text(set: &ShipSet, plural: bool, names: NameFn) -> String {
    let ShipSet { ids: _, side, types, large, divisions, navies, except, except_navies } = set;
    let size = match large {
        Some(true) => "large ",
        Some(false) => "light ",
        None => "",
    };
    let mut text = match &types[..] {
        [] if plural => format!("{size}ships"),
        [] => format!("{size}ship"),
        types => format!("{size}{}", joined(types.iter().map(|kind| type_plural(*kind, plural)), " or ")),
    };
    if let Some(side) = side {
        text += &format!(" of {}", names(side));
    }
    let names_of = |ids: &[Id]| list(ids.iter().map(|id| names(id)));
    let more = [
        (divisions, " in ", names_of(divisions)),
        (navies, " in the navy of ", list(navies.iter().map(navy_name))),
        (except, " other than ", names_of(except)),
        (except_navies, " not in the navy of ", list(except_navies.iter().map(navy_name))),
    ];
    for (_, word, words) in more.into_iter().filter(|(ids, ..)| !ids.is_empty()) {
        text += &format!("{word}{words}");
    }
    text
}

/// `battleships`, or `battleship` without `plural`
fn type_plural(kind: ShipType, plural: bool) -> String {
    let word = type_word(kind);
    match word.strip_suffix("man").filter(|_| plural) {
        Some(merchant) => format!("{merchant}men"),
        None if plural => format!("{word}s"),
        None => word.to_owned(),
    }
}

/// Verb forms: singular and plural, each affirmed and denied.
type Verb = [[&'static str; 2]; 2];

const BE: Verb = [["is", "is not"], ["are", "are not"]];
const HAVE: Verb = [["has", "has not"], ["have", "have not"]];
const CAN: Verb = [["can", "cannot"], ["can", "cannot"]];

/// `is sunk or immobile`, `have left by the northern edge`
fn predicate(test: &VictoryTest, plural: bool, denied: bool, names: NameFn) -> String {
    let (verb, rest) = match test {
        VictoryTest::Sunk => (BE, "sunk".to_owned()),
        VictoryTest::Immobile => (BE, "immobile".to_owned()),
        VictoryTest::Lost if denied => (BE, "sunk and not immobile".to_owned()),
        VictoryTest::Lost => (BE, "sunk or immobile".to_owned()),
        VictoryTest::Afloat => (BE, "afloat".to_owned()),
        VictoryTest::CanMove => (CAN, "move".to_owned()),
        VictoryTest::Exited(exit) => (HAVE, left_by(exit)),
        VictoryTest::CanMake(speed) => (CAN, format!("make {speed}\"")),
        VictoryTest::Below(speed) => {
            return format!("{} make {speed}\"", CAN[usize::from(plural)][usize::from(!denied)]);
        }
        VictoryTest::SlowerBy(speed) => (BE, format!("{speed}\" or more slower than at the start")),
        VictoryTest::FlotationHits(1) => (HAVE, "a flotation hit".to_owned()),
        VictoryTest::FlotationHits(hits) => (HAVE, format!("{hits} flotation hits or more")),
        VictoryTest::MountsLost(share) => (HAVE, format!("lost {}", share_text(*share, plural, ("a mount", "mounts")))),
        VictoryTest::BatteryLost(share) => {
            (HAVE, format!("lost {}", share_text(*share, plural, ("a point of battery", "points of battery"))))
        }
        VictoryTest::Within(landmark) => {
            let mark_name = match &landmark.of {
                Landmark::Ship(ship) => names(ship),
                Landmark::Land => "land".to_owned(),
            };
            (BE, format!("within {}\" of {mark_name}", landmark.inches))
        }
        VictoryTest::Inside(Zone::Circle(circle)) => {
            (BE, format!("within {}\" of {}, {}", circle.radius, circle.x, circle.y))
        }
        VictoryTest::Inside(Zone::Rectangle(area)) => {
            let ((west, south), (east, north)) = (area.from, area.to);
            (BE, format!("in the part of the table from {west}, {south} to {east}, {north}"))
        }
        VictoryTest::Beyond(past) => {
            (BE, format!("nearer the {} edge than {}", edge_adjective(past.edge), names(&past.of)))
        }
        VictoryTest::All(parts) | VictoryTest::Any(parts) if parts.len() == 1 => {
            return predicate(&parts[0], plural, denied, names);
        }
        VictoryTest::All(parts) => return join(parts, if denied { " or " } else { " and " }, plural, denied, names),
        VictoryTest::Any(parts) => return join(parts, if denied { " and " } else { " or " }, plural, denied, names),
        VictoryTest::Not(part) => return predicate(part, plural, !denied, names),
    };
    format!("{} {rest}", verb[usize::from(plural)][usize::from(denied)])
}

fn join(parts: &[VictoryTest], word: &str, plural: bool, denied: bool, names: NameFn) -> String {
    let inner = |part: &VictoryTest| {
        let text = predicate(part, plural, denied, names);
        if matches!(part, VictoryTest::All(parts) | VictoryTest::Any(parts) if 1 < parts.len()) {
            format!("({text})")
        } else {
            text
        }
    };
    joined(parts.iter().map(inner), word)
}

fn left_by(exit: &ExitCondition) -> String {
    let exit_text = match &exit.by[..] {
        [] => "left the table".to_owned(),
        edges => {
            format!("left by the {} edge", joined(edges.iter().map(|side_edge| edge_adjective(*side_edge)), " or "))
        }
    };
    match (exit.from, exit.to) {
        (None, None) => exit_text,
        (Some(from), None) => format!("{exit_text} on turn {from} or later"),
        (None, Some(to)) => format!("{exit_text} on turn {to} or earlier"),
        (Some(from), Some(to)) => format!("{exit_text} on turns {from} to {to}"),
    }
}

fn share_text(share: CountOrHalf, plural: bool, (single, several): (&str, &str)) -> String {
    match share {
        CountOrHalf::Half => format!("half {} {several}", if plural { "their" } else { "its" }),
        CountOrHalf::Number(1) => single.to_owned(),
        CountOrHalf::Number(number) => format!("{number} {several} or more"),
    }
}
