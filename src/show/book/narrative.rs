//! A turn of a battle in sentences made from incidents. Every figure is that of an incident, and no word judges.
use std::collections::BTreeSet;

use naval::Inches;

use super::incident::{Guns, Incident, Loss, Shot, ShotResult, Unit};
use crate::damage::quarters_word;
use crate::lines::{number_word, with_full_stop};
use crate::{capital, joined, list};

/// A sentence, with the numbers of the log's entries that it tells of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookSentence {
    pub text: String,
    pub entries: Vec<String>,
}

/// What a turn tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnStory {
    pub turn: u16,
    /// `05:43`
    pub clock: String,
    /// At most [`MAX_SENTENCES`].
    pub sentences: Vec<BookSentence>,
    /// The less important sentences of a full turn.
    pub more: Vec<BookSentence>,
}

/// An incident with the number of its entry.
pub type TurnIncident = (String, Incident);

/// The most sentences of a turn. What is less important goes into a table.
pub const MAX_SENTENCES: usize = 6;

/// What the earlier turns of a battle told, on which the words of the next depend.
#[derive(Default)]
pub struct Narrator {
    sides: Vec<String>,
    /// Ships that were in sight once.
    seen: BTreeSet<Unit>,
    has_fire: bool,
    has_hit: bool,
    sighting_range: Option<Inches>,
}

/// The order in which a turn is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Topic {
    Note,
    Orders,
    Entry,
    Course,
    Smoke,
    Other,
    Sight,
    Light,
    Fire,
    NearMiss,
    Torpedoes,
    Repair,
    Damage,
    Loss,
    End,
    Aftermath,
}

impl Topic {
    /// Returns the weight by which sentences of a full turn are chosen. The heaviest stay.
    fn weight(self) -> u8 {
        match self {
            Topic::Loss | Topic::End | Topic::Aftermath => LOST,
            Topic::Note | Topic::Fire | Topic::Torpedoes | Topic::Other => 4,
            Topic::Sight | Topic::Entry => 3,
            Topic::Damage => 2,
            Topic::Course | Topic::Orders | Topic::Light | Topic::NearMiss => 1,
            Topic::Smoke | Topic::Repair => 0,
        }
    }
}

/// The weights of what was done to a ship that is lost or cannot steer from then on, or damaged.
const LOST: u8 = 6;
const HARMED: u8 = 5;

/// The sentences of a turn as they are found, each with its weight and how often it was found.
#[derive(Default)]
struct Sentences(Vec<(Topic, u8, BookSentence, u16)>);

impl Sentences {
    fn add(&mut self, topic: Topic, text: String, entries: Vec<String>) {
        self.add_weighed(topic, topic.weight(), text, entries);
    }

    fn add_weighed(&mut self, topic: Topic, weight: u8, text: String, entries: Vec<String>) {
        let text = capital(&if text.ends_with('”') { text } else { with_full_stop(&text) });
        let entries = play::distinct(entries);
        let same = self.0.iter_mut().find(|(known, _, sentence, _)| *known == topic && sentence.text == text);
        if let Some((.., same, count)) = same {
            same.entries.extend(entries);
            *count += 1;
            return;
        }
        self.0.push((topic, weight, BookSentence { text, entries }, 1));
    }
}

impl Narrator {
    pub fn new(sides: Vec<String>, sighting_range: Option<Inches>) -> Narrator {
        Narrator { sides, sighting_range, ..Narrator::default() }
    }

    /// Tells a turn. A turn in which nothing is told has no sentence.
    pub fn tell(&mut self, turn: u16, clock: String, incidents: &[TurnIncident]) -> TurnStory {
        let end = incidents.iter().position(|(_, incident)| matches!(incident, Incident::Ended(_)));
        let (battle, aftermath) = incidents.split_at(end.map_or(incidents.len(), |end| end + 1));
        let mut sentences = self.sentences(battle);
        sentences.extend(self.sentences(aftermath).into_iter().map(|(.., sentence)| {
            (Topic::Aftermath, LOST, BookSentence { text: format!("After the battle: {}", sentence.text), ..sentence })
        }));
        let mut by_weight: Vec<usize> = (0..sentences.len()).collect();
        by_weight.sort_by_key(|index| std::cmp::Reverse(sentences[*index].1));
        let chosen: BTreeSet<usize> = by_weight.into_iter().take(MAX_SENTENCES).collect();
        let mut story = TurnStory { turn, clock, ..TurnStory::default() };
        for (index, (.., sentence)) in sentences.into_iter().enumerate() {
            if chosen.contains(&index) { story.sentences.push(sentence) } else { story.more.push(sentence) }
        }
        story
    }

    /// Returns the sentences of some incidents in the order in which they are told.
    fn sentences(&mut self, incidents: &[TurnIncident]) -> Vec<(Topic, u8, BookSentence)> {
        let mut found = Sentences::default();
        self.tell_singly(incidents, &mut found);
        tell_together(incidents, &mut found);
        self.tell_sight(incidents, &mut found);
        self.tell_fire(incidents, &mut found);
        tell_damage(incidents, &mut found);
        let counted = found.0.into_iter().map(|(topic, weight, BookSentence { text, entries }, count)| {
            let text = match count {
                1 => text,
                count => format!("{} {}.", text.trim_end_matches('.'), times(count)),
            };
            (topic, weight, BookSentence { text, entries })
        });
        let mut sentences: Vec<_> = counted.collect();
        sentences.sort_by_key(|(topic, ..)| *topic);
        sentences
    }

    /// Tells incidents that have a sentence each.
    fn tell_singly(&mut self, incidents: &[TurnIncident], found: &mut Sentences) {
        for (entry, incident) in incidents {
            let mut weight = None;
            let told = match incident {
                Incident::Noted(words) => (Topic::Note, format!("The referee notes: “{}”", with_full_stop(words))),
                Incident::Collided(one, other) => (Topic::Other, format!("{} and {} collide", one.name, other.name)),
                Incident::Mined(_, 1) => continue,
                Incident::Mined(unit, struck) => {
                    (Topic::Other, format!("{} mines strike {}", number_word(u32::from(*struck)), unit.name))
                }
                Incident::Told(sentence) => (Topic::Other, sentence.clone()),
                Incident::Lit { by: Some(by), target } => (Topic::Light, format!("{} lights {}", by.name, target.name)),
                Incident::Lit { by: None, target } => (Topic::Light, format!("a light falls on {}", target.name)),
                Incident::LaidMarker => (Topic::Torpedoes, "an enemy torpedo marker is laid".to_owned()),
                Incident::LaunchedTorpedoes(unit) => {
                    let verb = verb_of(std::slice::from_ref(unit), "launches", "launch");
                    (Topic::Torpedoes, format!("{} {verb} torpedoes", unit.name))
                }
                Incident::Torpedoed { by, target, hits, is_coup, is_single } => {
                    weight = target.as_ref().filter(|_| 0 < *hits).map(|target| weight_of_hits(incidents, target));
                    let target = target.as_ref().map_or("an unseen ship", |unit| &unit.name);
                    let text = match by {
                        Some(by) if *is_coup => coup_sentence(by, target, *hits),
                        by => torpedo_sentence(by.as_ref(), target, *hits, *is_single),
                    };
                    (Topic::Torpedoes, text)
                }
                Incident::Repaired(ship, clause) => (Topic::Repair, format!("{} {clause}", ship.name)),
                Incident::Ended(sentence) => (Topic::End, sentence.clone()),
                Incident::MagazineHeld(ship) => {
                    (Topic::Damage, format!("a magazine of {} is hit and does not explode", ship.name))
                }
                Incident::ForceFlag(ship) => (Topic::Orders, format!("the force flag passes to {}", ship.name)),
                Incident::SightingRange(base) => match self.sighting_range.replace(*base) {
                    Some(before) if before != *base => {
                        let change = if *base < before { "falls" } else { "rises" };
                        let base = tenths(*base);
                        (Topic::Light, format!("the sighting range {change} to {base} inches"))
                    }
                    _ => continue,
                },
                _ => continue,
            };
            found.add_weighed(told.0, weight.unwrap_or(told.0.weight()), told.1, vec![entry.clone()]);
        }
    }

    fn tell_sight(&mut self, incidents: &[TurnIncident], found: &mut Sentences) {
        let (mut sighted, mut lost) = (UnitGroup::default(), UnitGroup::default());
        let mut lost_first = None;
        for (entry, incident) in incidents {
            match incident {
                Incident::Sighted(unit) => {
                    lost_first.get_or_insert(false);
                    sighted.add(unit, entry);
                }
                Incident::LostFromSight(unit) => {
                    lost_first.get_or_insert(true);
                    lost.add(unit, entry);
                }
                _ => {}
            }
        }
        let (again, new): (Vec<Unit>, Vec<Unit>) = sighted.units.into_iter().partition(|unit| self.seen.contains(unit));
        let mut told = vec![
            (self.seen_by_enemy(&new, "sights", ""), sighted.entries.clone()),
            (self.seen_by_enemy(&again, "sights", " again"), sighted.entries),
        ];
        let lost_place = if lost_first == Some(true) { 0 } else { told.len() };
        told.insert(lost_place, (self.seen_by_enemy(&lost.units, "loses", " from sight"), lost.entries));
        for (text, entries) in told.into_iter().filter(|(text, _)| !text.is_empty()) {
            found.add(Topic::Sight, text, entries);
        }
        self.seen.extend(new);
    }

    /// `Japan sights Rossia and Gromoboi, and Russia sights Izumo`
    fn seen_by_enemy(&self, units: &[Unit], verb: &str, when: &str) -> String {
        let parts = self.sides.iter().enumerate().filter_map(|(side, name)| {
            let enemies: Vec<&Unit> = units.iter().filter(|unit| unit.side != side).collect();
            let comma = if MAX_NAMES < enemies.len() && !when.is_empty() { "," } else { "" };
            (!enemies.is_empty()).then(|| format!("{name} {verb} {}{comma}{when}", some_names(&enemies)))
        });
        joined(parts, ", and ")
    }

    fn tell_fire(&mut self, incidents: &[TurnIncident], found: &mut Sentences) {
        let shots = incidents.iter().filter_map(|(entry, incident)| match incident {
            Incident::Fired(shot) => Some((entry, shot)),
            _ => None,
        });
        let shots: Vec<(&String, &Shot)> = shots.collect();
        if shots.is_empty() {
            return;
        }
        let all: Vec<String> = shots.iter().map(|(entry, _)| (*entry).clone()).collect();
        let opens = !std::mem::replace(&mut self.has_fire, true);
        if opens {
            found.add_weighed(Topic::Fire, LOST, opening_sentence(&shots), all.clone());
        }
        for (entry, shot) in shots.iter().filter(|(_, shot)| 0 < shot.hits()) {
            let (first, weight) = match std::mem::replace(&mut self.has_hit, true) {
                false => ("The first hit of the battle: ", LOST),
                true => ("", weight_of_hits(incidents, &shot.target)),
            };
            found.add_weighed(Topic::Fire, weight, format!("{first}{}", hit_sentence(shot)), vec![(*entry).clone()]);
        }
        // Shells that the armour stops have struck.
        let has_struck = shots.iter().any(|(_, shot)| 0 < shot.hits() || shot.result == ShotResult::Stopped);
        if opens && !has_struck {
            found.add_weighed(Topic::NearMiss, LOST, "nobody is hit".to_owned(), all);
        } else if let Some((text, entries)) = missed_sentence(&shots).filter(|_| !opens) {
            found.add(Topic::NearMiss, text, entries);
        }
    }
}

/// Units that share a sentence, each once, and the entries that it tells of.
#[derive(Default)]
struct UnitGroup {
    units: Vec<Unit>,
    entries: Vec<String>,
}

impl UnitGroup {
    fn add(&mut self, unit: &Unit, entry: &str) {
        if !self.units.contains(unit) {
            self.units.push(unit.clone());
        }
        self.entries.push(entry.to_owned());
    }
}

/// Tells incidents that several units share in one sentence: entries, smoke, turns, near misses, exits, missed orders.
fn tell_together(incidents: &[TurnIncident], found: &mut Sentences) {
    let mut groups: Vec<(SharedClause, UnitGroup)> = Vec::new();
    for (entry, incident) in incidents {
        let Some((unit, clause)) = shared_clause(incident) else { continue };
        let known = groups.iter().position(|(known, _)| *known == clause);
        let index = known.unwrap_or_else(|| {
            groups.push((clause, UnitGroup::default()));
            groups.len() - 1
        });
        groups[index].1.add(unit, entry);
    }
    for (clause, group) in groups {
        let verb = verb_of(&group.units, &clause.one, &clause.more);
        found.add(clause.topic, format!("{} {verb}", names(&group.units)), group.entries);
    }
}

/// What one unit does, and what several do.
#[derive(PartialEq, Eq)]
struct SharedClause {
    topic: Topic,
    one: String,
    more: String,
}

fn shared_clause(incident: &Incident) -> Option<(&Unit, SharedClause)> {
    let (unit, topic, one, more) = match incident {
        Incident::OrdersMissed(unit) => {
            (unit, Topic::Orders, "does not receive its orders".to_owned(), "do not receive their orders".to_owned())
        }
        Incident::Entered(unit) => {
            (unit, Topic::Entry, "comes on to the table".to_owned(), "come on to the table".to_owned())
        }
        Incident::Mined(unit, 1) => (unit, Topic::Other, "runs on a mine".to_owned(), "run on mines".to_owned()),
        Incident::MadeSmoke(unit) => (unit, Topic::Smoke, "makes smoke".to_owned(), "make smoke".to_owned()),
        Incident::Left(unit, edge) => {
            let way = edge.map(|edge| format!(" by the {edge} edge")).unwrap_or_default();
            (unit, Topic::Loss, format!("leaves the table{way}"), format!("leave the table{way}"))
        }
        Incident::Fired(shot) if shot.hits() == 0 && shot.result != ShotResult::Missed => {
            let Shot { firers, target, result, .. } = shot;
            let (one, more, how) = match result {
                ShotResult::Stopped => ("strikes the armour of", "strike the armour of", "without piercing it"),
                ShotResult::Straddled | ShotResult::Missed => ("straddles", "straddle", "without effect"),
            };
            let [one, more] = [one, more].map(|verb| format!("{verb} {} {how}", target.name));
            (firers.first()?, Topic::NearMiss, one, more)
        }
        Incident::TurnedAway(unit, from) => {
            let away = format!("away from the fire of {}", from.name);
            let (one, more) = (format!("turns {away} at its best speed"), format!("turn {away} at their best speed"));
            (unit, Topic::Course, one, more)
        }
        Incident::Turned(unit, degrees) => {
            let way = format!("{} degrees to {}", degrees.abs(), if *degrees < 0 { "port" } else { "starboard" });
            (unit, Topic::Course, format!("turns {way}"), format!("turn {way}"))
        }
        _ => return None,
    };
    Some((unit, SharedClause { topic, one, more }))
}

/// `Izumo and Azuma`
fn names<'u>(units: impl IntoIterator<Item = &'u Unit>) -> String {
    list(units.into_iter().map(|unit| &unit.name))
}

fn verb_of<'v>(units: &[Unit], one: &'v str, more: &'v str) -> &'v str {
    match units {
        [unit] if !unit.is_plural => one,
        _ => more,
    }
}

/// A sentence names at most this many units.
const MAX_NAMES: usize = 6;

/// Names units, or says how many they are.
fn some_names(units: &[&Unit]) -> String {
    match units {
        [first, second, _, ..] if MAX_NAMES < units.len() => {
            format!("{} ships, among them {} and {}", number_word(units.len() as u32), first.name, second.name)
        }
        _ => names(units.iter().copied()),
    }
}

/// Returns who opened fire at whom, with which guns.
fn opening_sentence(shots: &[(&String, &Shot)]) -> String {
    let kinds = [(Guns::Unknown, "Guns"), (Guns::Big, "Big guns"), (Guns::MediumAndLight, "Lighter guns")];
    let parts = kinds.into_iter().filter_map(|(guns, words)| {
        let fired: Vec<_> = shots.iter().filter(|(_, shot)| shot.guns == guns).copied().collect();
        (!fired.is_empty()).then(|| format!("{words}: {}", fire_by_target(&fired)))
    });
    let range = range_text(shots.iter().map(|(_, shot)| *shot)).map(|range| format!(" at {range}"));
    format!("Fire is opened{}. {}", range.unwrap_or_default(), joined(parts, ". "))
}

/// `Derfflinger and Blücher at Southampton; Lion at Blücher`
fn fire_by_target(shots: &[(&String, &Shot)]) -> String {
    let targets = play::distinct(shots.iter().map(|(_, shot)| &shot.target));
    let parts = targets.into_iter().map(|target| {
        let at_target = shots.iter().filter(|(_, shot)| shot.target == *target);
        let all = play::distinct(at_target.clone().flat_map(|(_, shot)| &shot.firers));
        let unseen = at_target.clone().any(|(_, shot)| shot.firers.is_empty());
        let firers = match (all.is_empty(), unseen) {
            (true, _) => UNSEEN_GUNS.to_owned(),
            (false, true) => format!("{} and {UNSEEN_GUNS}", names(all)),
            (false, false) => names(all),
        };
        format!("{firers} at {}", target.name)
    });
    joined(parts, "; ")
}

/// Guns of ships that the viewer does not see.
const UNSEEN_GUNS: &str = "unseen guns";

fn firers(shot: &Shot) -> String {
    if shot.firers.is_empty() { UNSEEN_GUNS.to_owned() } else { names(&shot.firers) }
}

/// `9.1 inches`, `9.1 to 10.8 inches`. `None` if a range is not known.
fn range_text<'s>(shots: impl Iterator<Item = &'s Shot>) -> Option<String> {
    let ranges: Vec<(Inches, Inches)> = shots.map(|shot| shot.range).collect::<Option<_>>()?;
    let least = tenths(ranges.iter().map(|(least, _)| *least).min()?);
    let most = tenths(ranges.iter().map(|(_, most)| *most).max()?);
    Some(if least == most { format!("{least} inches") } else { format!("{least} to {most} inches") })
}

/// `Izumo hits Rossia twice at 8.1 inches, once through the armour`
fn hit_sentence(shot: &Shot) -> String {
    let verb = verb_of(&shot.firers, "hits", "hit");
    let range = range_text([shot].into_iter()).map(|range| format!(" at {range}")).unwrap_or_default();
    let with = if shot.guns == Guns::MediumAndLight { " with lighter guns" } else { "" };
    let hits = match shot.hits() {
        1 => String::new(),
        hits => format!(" {}", times(hits)),
    };
    let through = match (shot.penetrating, shot.hits()) {
        (0, _) if shot.guns == Guns::Big => ", without piercing the armour".to_owned(),
        (0, _) => String::new(),
        (some, all) if some == all => ", through the armour".to_owned(),
        (some, _) => format!(", {} through the armour", times(some)),
    };
    format!("{} {verb} {}{hits}{range}{with}{through}", firers(shot), shot.target.name)
}

/// Rounds to tenths of an inch, halves upwards: `9.1`.
fn tenths(inches: Inches) -> String {
    let tenths = (inches.0 + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn times(number: u16) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", number_word(u32::from(more))),
    }
}

/// Tells of those whose every shot missed: `five ships fire at 7.7 to 10.0 inches and nobody is hit`, or, if others were
/// told of, `three other ships fire without a hit`. `None` if all were told of.
fn missed_sentence(shots: &[(&String, &Shot)]) -> Option<(String, Vec<String>)> {
    let told = shots.iter().filter(|(_, shot)| 0 < shot.hits() || shot.result != ShotResult::Missed);
    let told: BTreeSet<&Vec<Unit>> = told.map(|(_, shot)| &shot.firers).collect();
    let named: BTreeSet<&Unit> = told.iter().copied().flatten().collect();
    let mut missed = shots.to_vec();
    missed.retain(|(_, shot)| match shot.firers.is_empty() {
        true => !told.contains(&shot.firers),
        false => !shot.firers.iter().all(|firer| named.contains(firer)),
    });
    let ships: BTreeSet<&Unit> = missed.iter().flat_map(|(_, shot)| &shot.firers).collect();
    let (ships, other) = (ships.difference(&named).count(), if told.is_empty() { "" } else { "other " });
    let counted = format!("{} {other}ship{}", number_word(ships as u32), if ships == 1 { "" } else { "s" });
    let who = match (ships, missed.iter().any(|(_, shot)| shot.firers.is_empty())) {
        (0, false) => return None,
        (0, true) => UNSEEN_GUNS.to_owned(),
        (_, true) => format!("{counted} and {UNSEEN_GUNS}"),
        (_, false) => counted,
    };
    let verb = if who.ends_with("ship") { "fires" } else { "fire" };
    let range = range_text(missed.iter().map(|(_, shot)| *shot)).map(|range| format!(" at {range}"));
    let result = if told.is_empty() { "and nobody is hit" } else { "without a hit" };
    let entries = missed.iter().map(|(entry, _)| (*entry).clone()).collect();
    Some((format!("{who} {verb}{} {result}", range.unwrap_or_default()), entries))
}

/// Tells of torpedoes from close by at a ship that cannot defend itself. [7.6]
fn coup_sentence(by: &Unit, target: &str, hits: u16) -> String {
    let result = match hits {
        0 => "no torpedo hits".to_owned(),
        1 => "a torpedo hits".to_owned(),
        more => format!("{} torpedoes hit", number_word(u32::from(more))),
    };
    format!("{} tries the coup de grâce on {target}, and {result}", by.name)
}

fn torpedo_sentence(by: Option<&Unit>, target: &str, hits: u16, is_single: bool) -> String {
    let of = by.map(|unit| format!(" of {}", unit.name)).unwrap_or_default();
    match hits {
        0 if is_single => format!("a torpedo{of} misses {target}"),
        0 => format!("torpedoes{of} miss {target}"),
        1 => format!("a torpedo{of} hits {target}"),
        more => format!("{} torpedoes{of} hit {target}", number_word(u32::from(more))),
    }
}

/// Tells the damage of each ship in one sentence, and then each loss.
fn tell_damage(incidents: &[TurnIncident], found: &mut Sentences) {
    let mut damaged: Vec<(&Unit, Vec<String>, Vec<String>)> = Vec::new();
    let told = incidents.iter().filter_map(|(entry, incident)| match incident {
        Incident::Damaged(ship, clause) => Some((ship, clause.clone(), entry.clone())),
        Incident::Burns(ship) => Some((ship, "is seen on fire".to_owned(), entry.clone())),
        _ => None,
    });
    for (ship, clause, entry) in told {
        match damaged.iter_mut().find(|(known, ..)| *known == ship) {
            Some((_, clauses, entries)) => {
                clauses.push(clause);
                entries.push(entry);
            }
            None => damaged.push((ship, vec![clause], vec![entry])),
        }
    }
    for (ship, clauses, entries) in damaged {
        let is_harmed = clauses.iter().any(|clause| !clause.ends_with(" effect"));
        let weight = if is_harmed { weight_of_hits(incidents, ship) } else { Topic::Damage.weight() };
        found.add_weighed(Topic::Damage, weight, format!("{} {}", ship.name, list(counted(clauses))), entries);
    }
    for (entry, incident) in incidents {
        if let Incident::Lost(ship, loss) = incident {
            let how = match loss {
                Loss::Sinking => "is sinking, and counts as sunk",
                Loss::Exploded => "explodes",
                Loss::Sunk => "sinks",
                Loss::Abandoned => "is abandoned because of its fires, and counts as sunk",
            };
            found.add(Topic::Loss, format!("{} {how}", ship.name), vec![entry.clone()]);
        }
    }
}

/// Returns the weight of hits on a ship in a turn: what sank or damaged it is told first.
fn weight_of_hits(incidents: &[TurnIncident], ship: &Unit) -> u8 {
    let weights = incidents.iter().map(|(_, incident)| match incident {
        Incident::Lost(lost, _) if lost == ship => LOST,
        Incident::Damaged(known, clause) if known == ship && clause.contains("rudder jammed") => LOST,
        Incident::Damaged(known, clause) if known == ship && !clause.ends_with(" effect") => HARMED,
        _ => Topic::Fire.weight(),
    });
    weights.max().unwrap_or_default()
}

/// Returns each clause once, in order, with its number: `takes two hits without effect`.
fn counted(clauses: Vec<String>) -> Vec<String> {
    let distinct = play::distinct(clauses.iter().cloned()).into_iter();
    let counted = distinct.map(|clause| match clauses.iter().filter(|other| **other == clause).count() {
        1 => clause,
        // A state does not add up.
        _ if ["has no ", "is silenced ", "burns "].iter().any(|state| clause.starts_with(state)) => clause,
        number if clause.starts_with("has a fire") => format!("has fires that spread {}", times(number as u16)),
        number if clause.contains("a quarter") => clause.replace("a quarter", &quarters_word(number as i32)),
        number if clause.starts_with("takes a ") => {
            clause.replacen(" a ", &format!(" {} ", number_word(number as u32)), 1).replacen("hit", "hits", 1)
        }
        number => format!("{clause} {}", times(number as u16)),
    });
    counted.collect()
}
