//! The keys of special rules: what they name must be there. [9.2]
use crate::{Fields, Path, Report, bare, keys::Names, keys::meant, listed, predicates::distance};
use geometry::{Area, Point};
use naval::sound::{DAMAGE_CONTROL, DICE, MOST_FIRES, MOST_KEYS};
use naval::special::{Condition, Count, Die, Each, KeptBy, Key, Sector, SpecialRule, Steer, Test};
use naval::{Id, Inches, Land, Ships, SideId};

/// What the keys may name.
pub(super) struct Known<'a> {
    pub names: &'a Names<'a>,
    pub land: &'a [Land],
    /// Sentences of `special_rules`.
    pub sentences: usize,
    /// Keys of the file that carry sentences out.
    pub kept: &'a dyn Fn(KeptBy) -> bool,
}

/// Reads `rules`, with every flaw in what they name.
pub(super) fn rules(fields: &mut Fields, report: &mut Report, known: &Known) -> Vec<SpecialRule> {
    let rules: Vec<(SpecialRule, Path)> = fields.each(report, "rules");
    report.no_more_than(MOST_KEYS, rules.len(), &fields.path.key("rules"));
    for (rule, path) in &rules {
        check(rule, path, report, known);
    }
    bare(rules)
}

fn check(rule: &SpecialRule, path: &Path, report: &mut Report, known: &Known) {
    if !(1..=known.sentences).contains(&usize::from(rule.of)) {
        let what = format!("there is no sentence {} in `special_rules`", rule.of);
        let flaw = report.flaw(&path.key("of"), what).lawful(format!("1 to {}", known.sentences));
        flaw.nearest(usize::from(rule.of).clamp(1, known.sentences.max(1)));
    }
    if let Some(side) = &rule.secret_to {
        check_side(side, &path.key("secret_to"), report, known);
    }
    for (key, turn) in [("from_turn", rule.from_turn), ("to_turn", rule.to_turn)] {
        if let Some(turn) = turn {
            report.turn_of_battle(turn, known.names.turns, &path.key(key));
        }
    }
    if let (Some(from), Some(to)) = (rule.from_turn, rule.to_turn)
        && to < from
    {
        let what = format!("turn {to} is before turn {from}, in which it begins");
        report.flaw(&path.key("to_turn"), what).lawful(format!("{from} or later")).nearest(from);
    }
    if rule.again && rule.after.is_none() {
        report.flaw(&path.key("again"), "`again` is of `after`, which is not there");
    }
    if rule.lasts.is_some() && rule.after.is_none() {
        report.flaw(&path.key("lasts"), "`lasts` counts the turns since `after`, which is not there");
    }
    for (key, condition) in rule.conditions() {
        let path = path.key(key);
        for set in condition.clone().iter_mut().flat_map(Condition::sets_mut) {
            check_set(set, &path, report, known);
            if !report.is_flawed_within(&path) && known.names.members(set) == Some(0) {
                let flaw = report.flaw(&path, "no ship of the battle is meant");
                flaw.lawful("a list of ships, or keys such as {side: russia, types: [BB]} that some ship fulfils");
            }
        }
        if let Some(condition) = condition {
            check_counts(condition, &path, report, known);
        }
    }
    if let Some(die) = &rule.die {
        check_die(*die, &path.key("die"), report);
    }
    check_key(&rule.does, rule, &path.key("does"), report, known);
}

/// A condition that has no parts itself, and where it stands.
pub(super) struct Leaf<'c> {
    pub condition: &'c Condition,
    pub path: Path,
    /// It stands below a `not`.
    pub is_denied: bool,
}

/// The parts of a condition, one by one; an empty `all` or `any` is one of them.
pub(super) fn leaves<'c>(condition: &'c Condition, path: &Path) -> Vec<Leaf<'c>> {
    let (key, parts) = match condition {
        Condition::All(parts) => ("all", parts),
        Condition::Any(parts) => ("any", parts),
        Condition::Not(part) => {
            let leaves = leaves(part, &path.key("not"));
            return leaves.into_iter().map(|leaf| Leaf { is_denied: true, ..leaf }).collect();
        }
        Condition::Ships(_) => return vec![Leaf { condition, path: path.key("ships"), is_denied: false }],
        Condition::Near(_) => return vec![Leaf { condition, path: path.key("near"), is_denied: false }],
    };
    let path = path.key(key);
    if parts.is_empty() {
        return vec![Leaf { condition, path, is_denied: false }];
    }
    parts.iter().enumerate().flat_map(|(at, part)| leaves(part, &path.at(at))).collect()
}

/// A condition asks for something, and what it counts must be there to be counted. [8.5.2]
fn check_counts(condition: &Condition, path: &Path, report: &mut Report, known: &Known) {
    for Leaf { condition, path, .. } in leaves(condition, path) {
        match condition {
            Condition::All(parts) | Condition::Any(parts) => report.empty(parts, &path),
            Condition::Ships(count) => check_count(count, &path, report, known),
            Condition::Near(near) => distance(near.inches, &path.key("inches"), report),
            Condition::Not(_) => {}
        }
    }
}

fn check_count(count: &Count, path: &Path, report: &mut Report, known: &Known) {
    let (wanted, there) = (usize::from(count.at_least.unwrap_or(1)), known.names.members(&count.among));
    let place = path.key("at_least");
    if wanted == 0 {
        report.flaw(&place, "at least 0 ships are there whatever happens").nearest("1");
    }
    if let Some(there) = there.filter(|there| 0 < *there && *there < wanted) {
        report.flaw(&place, format!("the set has no more than {there}, not {wanted}")).nearest(there);
    }
    report.empty(&count.are, &path.key("are"));
    for (at, test) in count.are.iter().enumerate() {
        let path = path.key("are").at(at);
        if let Test::Fires(fires) = test
            && !(1..=MOST_FIRES).contains(fires)
        {
            let what = format!("a ship is abandoned at {MOST_FIRES} fires, and never has {fires}");
            let flaw = report.flaw(&path, what);
            flaw.lawful(format!("1 to {MOST_FIRES}")).nearest((*fires).clamp(1, MOST_FIRES));
        }
        if let Test::EnemyWithin(inches) = test {
            distance(*inches, &path.key("enemy_within"), report);
        }
        if let Test::AnyOf(tests) = test {
            report.empty(tests, &path.key("any_of"));
        }
    }
}

fn check_die(die: Die, path: &Path, report: &mut Report) {
    if !DICE.contains(&die.sides) {
        let flaw = report.flaw(&path.key("sides"), format!("there is no D{} in the book", die.sides));
        let nearest = DICE.iter().min_by_key(|sides| sides.abs_diff(die.sides));
        flaw.lawful("6, 10, 20 or 100").nearest = nearest.map(u8::to_string);
    }
    let faces = [die.at_most, die.at_least];
    if faces.iter().flatten().count() != 1 {
        report.flaw(path, "a die falls so `at_most` or `at_least` a face: one of the two");
    }
    for (key, face) in ["at_most", "at_least"].into_iter().zip(faces) {
        if let Some(face) = face.filter(|face| !(1..=die.sides).contains(face)) {
            let flaw = report.flaw(&path.key(key), format!("a D{} has no face {face}", die.sides));
            flaw.lawful(format!("1 to {}", die.sides)).nearest(face.clamp(1, die.sides.max(1)));
        }
    }
    if die.at_least == Some(1) || die.at_most == Some(die.sides) {
        report
            .warn(path, format!("every face of the D{} brings it about", die.sides))
            .usual("a face that may not fall");
    }
}

fn check_side(side: &SideId, path: &Path, report: &mut Report, known: &Known) {
    if !known.names.sides.is_empty() {
        report.known(path, "side", side.as_str(), known.names.sides.iter().map(|(one, _)| one.id.as_str()));
    }
}

/// Ships, sides, divisions and navies of the battle.
fn check_set(set: &Ships, path: &Path, report: &mut Report, known: &Known) {
    let (ships, divisions) = (&known.names.ships, &known.names.divisions);
    if ships.is_empty() {
        // The forces of an open table come later.
        return;
    }
    if let Some(side) = &set.side {
        check_side(side, path, report, known);
    }
    for ship in set.ids.iter().chain(&set.except) {
        report.known(path, "ship in the battle", ship.as_str(), ships.iter().map(|one| one.card.id.as_str()));
    }
    for division in &set.divisions {
        report.known(path, "division", division.as_str(), divisions.iter().map(|one| one.id.as_str()));
    }
    for navy in set.navies.iter().chain(&set.except_navies) {
        report.known(path, "navy in the battle", navy.as_str(), ships.iter().map(|one| one.card.navy.as_str()));
    }
}

fn check_degrees(degrees: u16, path: &Path, report: &mut Report) {
    if 360 < degrees {
        let flaw = report.flaw(path, format!("there is no course of {degrees} degrees"));
        flaw.lawful("0 to 360").nearest(degrees % 360);
    }
}

fn check_sector(sector: Sector, path: &Path, report: &mut Report) {
    check_degrees(sector.from_deg, &path.key("from_deg"), report);
    check_degrees(sector.to_deg, &path.key("to_deg"), report);
}

fn check_land(land: &Id, path: &Path, report: &mut Report, known: &Known) {
    report.known(path, "land", land.as_str(), known.land.iter().map(|one| one.id.as_str()));
}

/// A key that would do nothing.
fn empty(path: &Path, report: &mut Report, lawful: &[&str]) {
    report.flaw(path, "the key says whom, but not what").lawful(listed(lawful));
}

fn check_key(key: &Key, rule: &SpecialRule, path: &Path, report: &mut Report, known: &Known) {
    for set in key.clone().sets_mut() {
        check_set(set, path, report, known);
    }
    match key {
        Key::Kept(by) => {
            for (at, one) in by.iter().enumerate().filter(|(_, one)| !(known.kept)(**one)) {
                report.flaw(&path.key("kept").at(at), format!("nothing in the file carries it out by `{one}`"));
            }
        }
        Key::Sight { at_most: None, at_least: None, .. } => empty(&path.key("sight"), report, &["at_most", "at_least"]),
        Key::Speed { at_most: None, times: None, .. } => empty(&path.key("speed"), report, &["at_most", "times"]),
        Key::Course { steer: Steer::Between(sector) | Steer::Never(sector), .. } => {
            check_sector(*sector, &path.key("course").key("steer"), report);
        }
        Key::Stay { within: None, beyond: None, west_of: None, .. } => {
            empty(&path.key("stay"), report, &["within", "beyond", "west_of"]);
        }
        Key::Stay { within, beyond, of: None, place: None, .. } if within.or(*beyond).is_some() => {
            empty(&path.key("stay"), report, &["of", "place"]);
        }
        Key::Fire {
            to_hit_times: None,
            dice_times: None,
            strength_times: None,
            quality: None,
            on_target_at: None,
            ..
        } => {
            let keys = ["to_hit_times", "dice_times", "strength_times", "quality", "on_target_at"];
            empty(&path.key("fire"), report, &keys);
        }
        Key::Hold { weapons, .. } if weapons.is_empty() => {
            empty(&path.key("hold"), report, &["big", "medium", "light", "torpedoes"]);
        }
        Key::Orders { plus: 0, without_flag: false, freed_by_ships_turn: None, .. } => {
            empty(&path.key("orders"), report, &["plus", "without_flag", "freed_by_ships_turn"]);
        }
        Key::DamageControl { number, .. } if !DAMAGE_CONTROL.contains(number) => {
            let flaw = report.flaw(&path.key("damage_control").key("number"), format!("{number} is out of range"));
            flaw.lawful("1 to 9, on a D10").nearest(number.clamp(&1, &9));
        }
        Key::Harmed { ships, mounts, .. } => {
            check_from_the_start(rule, &path.key("harmed"), report);
            check_mounts(ships, mounts, &path.key("harmed"), report, known);
        }
        Key::OpenLand(open) => {
            for (at, land) in open.iter().enumerate() {
                check_land(land, &path.key("open_land").at(at), report, known);
            }
        }
        Key::Entry { .. } if rule.die.is_none() => {
            report.flaw(&path.key("entry"), "an entry by die needs a `die`").lawful("die: {sides: 6, at_least: 5}");
        }
        Key::Entry { ships } => check_entry(ships, rule, path, report, known),
        Key::Mines { areas, lanes, .. } => check_mines(areas, lanes, &path.key("mines"), report),
        Key::Drift { bearing_deg, .. } => check_degrees(*bearing_deg, &path.key("drift").key("bearing_deg"), report),
        Key::PointsForFire { of, .. } => check_land(of, &path.key("points_for_fire").key("of"), report, known),
        Key::Ends { .. } if rule.after.is_none() => {
            report.flaw(&path.key("ends"), "an end needs `after`: what brings it about");
        }
        Key::Sight { .. } | Key::Speed { .. } | Key::Course { .. } | Key::Stay { .. } | Key::Fire { .. } => {}
        Key::Hold { .. } | Key::NoExit { .. } | Key::Orders { .. } | Key::DamageControl { .. } | Key::Ends { .. } => {}
        Key::Words { .. } | Key::LostAshore { .. } | Key::Smoke { .. } | Key::Duds { .. } => {}
    }
}

/// Ships come on or stay away once for all, and those that lie on the table from the start do neither. [9.1]
fn check_entry(ships: &Ships, rule: &SpecialRule, path: &Path, report: &mut Report, known: &Known) {
    if rule.die.is_some_and(|die| die.each != Each::Once) {
        let flaw = report.flaw(&path.key("entry"), "ships come on or stay away once for all");
        flaw.lawful("a `die` without `each`, or with `each: once`");
    }
    let here = known.names.divisions.iter().filter(|division| division.enters_turn <= 1);
    for (division, ship) in here.flat_map(|division| division.ships.iter().map(move |ship| (division, ship))) {
        let card = known.names.ships.iter().find(|one| one.card.id == *ship).map(|one| &one.card);
        if card.is_some_and(|card| meant(ships, card, division)) {
            let flaw = report.flaw(&path.key("entry"), format!("`{ship}` is on the table from the start"));
            flaw.lawful("ships of divisions with an `enters_turn` after 1");
        }
    }
}

/// Ships are harmed before the first turn, by no die and on no condition. [8.2.4, 9.2]
fn check_from_the_start(rule: &SpecialRule, path: &Path, report: &mut Report) {
    let waits = rule.conditions().map(|(key, condition)| (key, condition.is_some()));
    let turns = [("from_turn", rule.from_turn.is_some()), ("to_turn", rule.to_turn.is_some())];
    let waits = waits.into_iter().chain(turns).chain([("die", rule.die.is_some())]);
    let waits: Vec<&str> = waits.filter(|(_, said)| *said).map(|(key, _)| key).collect();
    if !waits.is_empty() {
        let what = format!("ships are harmed from the start, and wait for no {}", listed(&waits));
        report.flaw(path, what).lawful("the key alone, or with `optional: true`");
    }
}

/// Every ship of the set has these mounts.
fn check_mounts(ships: &Ships, mounts: &[Id], path: &Path, report: &mut Report, known: &Known) {
    for ship in known.names.ships.iter().filter(|ship| ships.ids.contains(&ship.card.id)) {
        let there: Vec<&str> = ship.card.big.iter().flat_map(|big| &big.mounts).map(|one| one.id.as_str()).collect();
        for mount in mounts {
            let kind = format!("mount of `{}`", ship.card.id);
            report.known(&path.key("mounts"), &kind, mount.as_str(), there.iter().copied());
        }
    }
}

fn check_mines(areas: &[Vec<(Inches, Inches)>], lanes: &[Vec<(Inches, Inches)>], path: &Path, report: &mut Report) {
    for (at, corners) in areas.iter().enumerate() {
        let points: Vec<Point> = corners.iter().map(|(x, y)| Point::new(x.as_f64(), y.as_f64())).collect();
        if let Err(flaw) = Area::new(&points) {
            report.flaw(&path.key("areas").at(at), flaw.to_string());
        }
    }
    for (at, _) in lanes.iter().enumerate().filter(|(_, lane)| lane.len() < 2) {
        report.flaw(&path.key("lanes").at(at), "a lane runs between two points or more");
    }
}
