//! The keys of victory as sentences. [9.2, 10.5]
use super::{edge, joined, list, navy, type_word};
use naval::Id;
use naval::model::victory::{
    Bound, Condition, Counted, Entry, Exit, How, HowMany, Is, Lead, Mark, Moment, PointsAre, Share, ShipsAre, SideWins,
    TurnIs, Wins,
};
use naval::model::{ShipType, Ships, zone::Zone};

/// A function that returns a unit's name for its id.
pub(super) type Names<'n> = &'n dyn Fn(&str) -> String;

/// Returns a key of victory as text: `Russia wins outright if both Rossia and Gromoboi have left by the northern edge.`
pub(super) fn entry(entry: &Entry, names: Names) -> String {
    match &entry.wins {
        Wins::Leader(by) => format!("Whichever side {} wins.", lead(*by)),
        Wins::Side(SideWins { side, how, at, condition: needs }) => {
            let once = if *at == Moment::Once { " at once" } else { "" };
            format!("{}{once} if {}.", wins(&names(side), *how), condition(needs, names))
        }
    }
}

/// `Russia wins narrowly`, `Italy, Britain and France win`
pub(super) fn wins(side: &str, how: How) -> String {
    let verb = if side.contains(" and ") { "win" } else { "wins" };
    let so = match how {
        How::Plain => "",
        How::Outright => " outright",
        How::Narrow => " narrowly",
        How::Marginal => " marginally",
        How::Moral => " a moral victory",
    };
    format!("{side} {verb}{so}")
}

fn lead(lead: Lead) -> String {
    match lead {
        Lead::By(1) => "leads by points".to_owned(),
        Lead::By(points) => format!("leads by {points} points or more"),
        Lead::Ratio(times) => format!("has {times} times the other's points or more"),
    }
}

/// Returns a condition without a full stop. Parts within parts are in brackets.
pub(super) fn condition(needs: &Condition, names: Names) -> String {
    let inner = |part: &Condition| {
        let says = condition(part, names);
        if matches!(part, Condition::All(_) | Condition::Any(_)) { format!("({says})") } else { says }
    };
    let joined = |parts: &[Condition], word: &str| joined(parts.iter().map(inner), word);
    match needs {
        Condition::All(parts) => joined(parts, ", and "),
        Condition::Any(parts) => joined(parts, ", or "),
        Condition::Not(part) => format!("it is not so that {}", inner(part)),
        Condition::Turn(TurnIs::At(turn)) => format!("it is turn {turn}"),
        Condition::Turn(TurnIs::From(turn)) => format!("it is turn {turn} or later"),
        Condition::Turn(TurnIs::To(turn)) => format!("it is turn {turn} or earlier"),
        Condition::Turn(TurnIs::Between { from, to }) => format!("it is one of the turns {from} to {to}"),
        Condition::Ships(asked) => ships(asked, names),
        Condition::Points(asked) => points(asked, names),
        Condition::More(side, Counted::PenetratingHits) => {
            format!("{} has scored more penetrating big-gun hits", names(side))
        }
    }
}

fn points(asked: &PointsAre, names: Names) -> String {
    let says = match asked.bound {
        Bound::Lead(by) => lead(by),
        Bound::AtLeast(points) => format!("has scored {points} points or more"),
        Bound::Under(points) => format!("has scored fewer than {points} points"),
    };
    let times = list(asked.times.iter().map(|times| format!("{} counted {} times", names(&times.of), times.by)));
    let with = if asked.times.is_empty() { String::new() } else { format!(", with {times}") };
    format!("{} {says}{with}", names(&asked.side))
}

fn ships(asked: &ShipsAre, names: Names) -> String {
    let Ships { ids, .. } = &asked.among;
    let called: Vec<String> = ids.iter().map(|id| names(id)).collect();
    let (who, plural) = match (asked.count, &called[..]) {
        (HowMany::Every, [one]) => (one.clone(), false),
        (HowMany::Every, []) => (format!("all {}", kind(&asked.among, true, names)), true),
        (HowMany::Every, all) => (list(all), true),
        (HowMany::None, []) => (format!("no {}", kind(&asked.among, false, names)), false),
        (HowMany::None, [one]) => (format!("not {one}"), false),
        (HowMany::None, all) => (format!("none of {}", list(all)), false),
        (HowMany::AtLeast(1), []) => (format!("at least one {}", kind(&asked.among, false, names)), false),
        (HowMany::AtLeast(1), [one]) => (one.clone(), false),
        (HowMany::AtLeast(1), all) => (format!("at least one of {}", list(all)), false),
        (HowMany::AtLeast(2), [one, other]) => (format!("both {one} and {other}"), true),
        (HowMany::AtLeast(number), []) => (format!("at least {number} {}", kind(&asked.among, true, names)), true),
        (HowMany::AtLeast(number), all) => (format!("at least {number} of {}", list(all)), true),
        (HowMany::AtMost(number), []) => {
            (format!("at most {number} {}", kind(&asked.among, number != 1, names)), number != 1)
        }
        (HowMany::AtMost(number), all) => (format!("at most {number} of {}", list(all)), number != 1),
    };
    let are = match &asked.are[..] {
        // "None cannot" would be a double negative.
        [Is::Below(speed)] if asked.count == HowMany::None => format!("has a top speed below {speed}\""),
        [only] => predicate(only, plural, false, names),
        several => join(several, " and ", plural, false, names),
    };
    format!("{who} {are}")
}

/// `Rossia and Rurik`, `large ships of Russia`
pub(super) fn set(set: &Ships, names: Names) -> String {
    let called: Vec<String> = set.ids.iter().map(|id| names(id)).collect();
    if called.is_empty() { kind(set, true, names) } else { list(called) }
}

/// `large ships of Russia`, `battleships or old battleships of Russia`
fn kind(set: &Ships, plural: bool, names: Names) -> String {
    let Ships { ids: _, side, types, large, divisions, navies, except, except_navies } = set;
    let size = match large {
        Some(true) => "large ",
        Some(false) => "light ",
        None => "",
    };
    let mut says = match &types[..] {
        [] if plural => format!("{size}ships"),
        [] => format!("{size}ship"),
        types => format!("{size}{}", joined(types.iter().map(|one| types_word(*one, plural)), " or ")),
    };
    if let Some(side) = side {
        says += &format!(" of {}", names(side));
    }
    let of = |ids: &[Id]| list(ids.iter().map(|id| names(id)));
    let more = [
        (divisions, " in ", of(divisions)),
        (navies, " of the navy of ", list(navies.iter().map(navy))),
        (except, " other than ", of(except)),
        (except_navies, " not of the navy of ", list(except_navies.iter().map(navy))),
    ];
    for (_, word, words) in more.into_iter().filter(|(ids, ..)| !ids.is_empty()) {
        says += &format!("{word}{words}");
    }
    says
}

/// `battleships`
fn types_word(kind: ShipType, plural: bool) -> String {
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
const LIE: Verb = [["lies", "does not lie"], ["lie", "do not lie"]];

/// `is sunk or immobile`, `have left by the northern edge`
fn predicate(is: &Is, plural: bool, denied: bool, names: Names) -> String {
    let (verb, rest) = match is {
        Is::Sunk => (BE, "sunk".to_owned()),
        Is::Immobile => (BE, "immobile".to_owned()),
        Is::Lost if denied => (BE, "sunk and not immobile".to_owned()),
        Is::Lost => (BE, "sunk or immobile".to_owned()),
        Is::Afloat => (BE, "afloat".to_owned()),
        Is::CanMove => (CAN, "move".to_owned()),
        Is::Exited(exit) => (HAVE, left_by(exit)),
        Is::CanMake(speed) => (CAN, format!("make {speed}\"")),
        Is::Below(speed) => return format!("{} make {speed}\"", CAN[usize::from(plural)][usize::from(!denied)]),
        Is::SlowerBy(speed) => (BE, format!("{speed}\" or more slower than at the start")),
        Is::FlotationHits(1) => (HAVE, "a flotation hit".to_owned()),
        Is::FlotationHits(hits) => (HAVE, format!("{hits} flotation hits or more")),
        Is::MountsLost(share) => (HAVE, format!("lost {}", part(*share, plural, ("a mount", "mounts")))),
        Is::BatteryLost(share) => {
            (HAVE, format!("lost {}", part(*share, plural, ("a point of battery", "points of battery"))))
        }
        Is::Within(near) => {
            let of = match &near.of {
                Mark::Ship(ship) => names(ship),
                Mark::Land => "land".to_owned(),
            };
            (LIE, format!("within {}\" of {of}", near.inches))
        }
        Is::Inside(Zone::Circle(circle)) => (LIE, format!("within {}\" of {}, {}", circle.radius, circle.x, circle.y)),
        Is::Inside(Zone::Rectangle(area)) => {
            let ((west, south), (east, north)) = (area.from, area.to);
            (LIE, format!("between {west}, {south} and {east}, {north}"))
        }
        Is::Beyond(past) => (LIE, format!("nearer the {} edge than {}", edge(past.edge), names(&past.of))),
        Is::All(parts) | Is::Any(parts) if parts.len() == 1 => return predicate(&parts[0], plural, denied, names),
        Is::All(parts) => return join(parts, if denied { " or " } else { " and " }, plural, denied, names),
        Is::Any(parts) => return join(parts, if denied { " and " } else { " or " }, plural, denied, names),
        Is::Not(part) => return predicate(part, plural, !denied, names),
    };
    format!("{} {rest}", verb[usize::from(plural)][usize::from(denied)])
}

fn join(parts: &[Is], word: &str, plural: bool, denied: bool, names: Names) -> String {
    let inner = |part: &Is| {
        let says = predicate(part, plural, denied, names);
        if matches!(part, Is::All(parts) | Is::Any(parts) if 1 < parts.len()) { format!("({says})") } else { says }
    };
    joined(parts.iter().map(inner), word)
}

fn left_by(exit: &Exit) -> String {
    let by = match &exit.by[..] {
        [] => "left the table".to_owned(),
        edges => format!("left by the {} edge", joined(edges.iter().map(|by| edge(*by)), " or ")),
    };
    match (exit.from, exit.to) {
        (None, None) => by,
        (Some(from), None) => format!("{by} on turn {from} or later"),
        (None, Some(to)) => format!("{by} on turn {to} or earlier"),
        (Some(from), Some(to)) => format!("{by} on turns {from} to {to}"),
    }
}

fn part(share: Share, plural: bool, (one, many): (&str, &str)) -> String {
    match share {
        Share::Half => format!("half {} {many}", if plural { "their" } else { "her" }),
        Share::Number(1) => one.to_owned(),
        Share::Number(number) => format!("{number} {many} or more"),
    }
}
