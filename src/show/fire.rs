//! Salvoes, volleys and torpedoes with their arithmetic.
use std::collections::BTreeSet;

use super::{Line, block, count, faces, labels, list};
use naval::model::command::{Block, Conditions, Denied};
use naval::model::{
    BatteryKind, Declaration, HeldHit, HitKind, MarkerId, Purpose, Salvo, Sum, TorpedoAttack, TorpedoManner, Volley,
    VolleyPart, chart::Quality, state::Marker,
};
use naval::{Id, NavalEvent, State, rules::rolls::natural_limit};
use play::{Roll, Rule};

const NATURALS: Rule = Rule::new("6.5.1.4");
const NO_PIERCING: Rule = Rule::new("8.2.2");
const ODDS: Rule = Rule::new("6.5.2");
const TENS: Rule = Rule::new("6.5.3");
const D100: Rule = Rule::new("6.5.11");

/// Returns a big-gun salvo: headline, dice and the three rolls.
pub(super) fn salvo(before: &State, event: &NavalEvent, salvo: &Salvo) -> Vec<String> {
    let (firer, target) = (before.name(&salvo.firer), before.name(&salvo.target));
    let how = how(before, salvo);
    let mut text = vec![format!("{firer} fires her big guns at {target}, {}\"{how}. [{}]", salvo.range, event.rule)];
    text.extend(Rolls::of_guns(salvo).says(&event.dice));
    if salvo.penetrating + salvo.non_penetrating == 0 {
        text.push("  No hit.".to_owned());
    }
    text
}

/// Returns the conditions of the line of fire as stated when the salvo was declared.
fn how(before: &State, salvo: &Salvo) -> String {
    let mine =
        |one: &&Declaration| one.firer == salvo.firer && one.target == salvo.target && one.battery == BatteryKind::Big;
    before.this_move.declarations.iter().find(mine).map(|one| seen(before, one)).unwrap_or_default()
}

/// Returns a torpedo attack on one ship.
pub(super) fn torpedoes(before: &State, event: &NavalEvent, attack: &TorpedoAttack) -> Vec<String> {
    let (by, target) = (before.name(&attack.by), before.name(&attack.target));
    let marker =
        attack.marker.as_ref().map(|marker| format!(" (marker {})", marker_of(before, marker))).unwrap_or_default();
    let headline = match attack.manner {
        TorpedoManner::Launched => format!("Torpedoes of {by}{marker} attack {target}."),
        TorpedoManner::InLine => format!("Torpedoes of {by}{marker} attack {target} too, on the same line."),
        TorpedoManner::LargeShip => format!("{by} fires a torpedo at {target}."),
        TorpedoManner::CoupDeGrace => format!("{by} gives {target} the coup de grâce."),
    };
    let mut text = vec![format!("{headline} [{}]", event.rule)];
    text.extend(Rolls::of_torpedoes(attack).says(&event.dice));
    text.push(match attack.hits {
        0 => "  No hit.".to_owned(),
        hits => format!("  {}.", count(hits, "torpedo hit")),
    });
    text
}

/// Returns the letter on a marker.
pub fn marker_name(marker: &str) -> String {
    Marker::letter(marker).to_uppercase()
}

/// Returns a marker's letter, with its side if the other side has a marker of that letter on the table.
pub(super) fn marker_of(state: &State, marker: &MarkerId) -> String {
    let twin = state.markers.iter().find(|one| one.id != *marker && one.is_called(marker));
    match twin.and_then(|twin| state.enemy_of(&twin.side)) {
        Some(side) => format!("{} of {}", marker_name(marker), side.name),
        None => marker_name(marker),
    }
}

/// Tests for the three rolls of guns or torpedoes. [6.5.1, 7.4.3]
pub(super) const STAGES: [fn(&Purpose) -> bool; 3] = [
    |of| matches!(of, Purpose::ToHit(_) | Purpose::TorpedoToHit(_)),
    |of| matches!(of, Purpose::Size(_) | Purpose::TorpedoSize(_)),
    |of| matches!(of, Purpose::Penetration(_) | Purpose::TorpedoPenetration(_)),
];

/// The sums of three rolls, the number that passed each, and the dice already rolled.
struct Rolls<'a> {
    dice: &'a Sum,
    to_hit: &'a Sum,
    size: &'a Sum,
    penetration: &'a Sum,
    passed: [u16; 3],
}

impl Rolls<'_> {
    fn of_guns(salvo: &Salvo) -> Rolls<'_> {
        let Salvo { dice, to_hit, size, penetration, .. } = salvo;
        Rolls { dice, to_hit, size, penetration, passed: [salvo.on, salvo.strikes, salvo.penetrating] }
    }

    fn of_torpedoes(attack: &TorpedoAttack) -> Rolls<'_> {
        let TorpedoAttack { factors: dice, to_hit, size, penetration, .. } = attack;
        Rolls { dice, to_hit, size, penetration, passed: [attack.on, attack.strikes, attack.hits] }
    }

    fn says(&self, rolls: &[Roll<Purpose>]) -> Vec<String> {
        let rolled = |stage: usize| {
            let faces = faces(rolls.iter().filter(|roll| STAGES[stage](&roll.purpose)));
            (!faces.is_empty()).then(|| format!("{faces} -> {}", self.passed[stage]))
        };
        let [on, strikes, through] = [0, 1, 2].map(rolled);
        block(&[
            Line { label: format!("dice {}:", self.dice.result), says: terms(self.dice), rolled: None },
            stage("to hit", self.to_hit, on),
            stage("size", self.size, strikes),
            penetration(self.penetration, through),
        ])
    }
}

fn penetration(sum: &Sum, rolled: Option<String>) -> Line {
    if rolled.is_some() || 0 < sum.result {
        return stage("penetration", sum, rolled);
    }
    let mut says = terms(sum);
    says.push(format!("no roll: it cannot penetrate [{NO_PIERCING}]"));
    Line { label: format!("penetration {}:", sum.result), says, rolled: None }
}

/// Returns the numbers a big-gun salvo needs, before any die is rolled. [6.5.1.3]
pub(super) fn salvo_needs(before: &State, salvo: &Salvo) -> Vec<String> {
    let (firer, target) = (before.name(&salvo.firer), before.name(&salvo.target));
    let mut text = vec![format!("{firer} at {target}, {}\"{}:", salvo.range, how(before, salvo))];
    text.extend(Rolls::of_guns(salvo).says(&[]));
    text
}

/// Returns the numbers torpedoes need, before any die is rolled. [7.4.3]
pub(super) fn torpedo_needs(before: &State, attack: &TorpedoAttack) -> Vec<String> {
    let mut text = vec![format!("Torpedoes of {} at {}:", before.name(&attack.by), before.name(&attack.target))];
    text.extend(Rolls::of_torpedoes(attack).says(&[]));
    text
}

/// Returns the numbers medium and light batteries need, before any die is rolled. [6.5.2]
pub(super) fn volley_needs(before: &State, volley: &Volley) -> Vec<String> {
    let (who, kinds) = (list(&firers(before, volley)), list(kinds(volley)));
    let mut text = vec![format!("{who}, {kinds} guns at {}, {}:", before.name(&volley.target), ranges(before, volley))];
    text.extend(strength_and_defence(before, volley));
    text.push(format!("  {}", chance_of_hits(volley)));
    text
}

/// Whether two declarations share a line: both small guns of one ship, at one target and on one bearing.
pub(super) fn told_together(one: &Declaration, other: &Declaration) -> bool {
    let small = |declared: &Declaration| declared.battery != BatteryKind::Big;
    let laid = |declared: &Declaration| (declared.firer.clone(), declared.target.clone(), declared.bearing);
    small(one) && small(other) && laid(one) == laid(other)
}

/// Returns a number needed, with the natural 1 or 20 if it changes the number.
fn stage(what: &str, sum: &Sum, rolled: Option<String>) -> Line {
    let mut says = terms(sum);
    let limit = natural_limit(sum.result);
    if i32::from(limit) != sum.result {
        let natural = if limit == 1 { "a natural 1 always succeeds" } else { "a natural 20 always fails" };
        says.push(format!("{natural} [{NATURALS}]"));
    }
    Line { label: format!("{what} {limit} or less:"), says, rolled }
}

/// Returns a sum as cited terms: `power 18, armour -8 [6.5.1]`, then each multiplier with its own paragraph.
pub(super) fn terms(sum: &Sum) -> Vec<String> {
    let base = sum.base.to_string();
    let base_says = labels::base(sum);
    let told = base_says.starts_with(&format!("{base} ")) || base_says.ends_with(&format!(" {base}"));
    let number = if told { String::new() } else { format!("{base} ") };
    let mut says = vec![format!("{number}{base_says} [{}]", sum.base_rule)];
    for term in &sum.terms {
        let label = labels::words(&term.label, sum.base);
        let number = match (term.times, term.plus) {
            (Some(factor), _) => format!("x{factor} {label}"),
            (None, Some(summand)) => format!("{label} {summand:+}"),
            (None, None) => label,
        };
        says.push(format!("{number} [{}]", term.rule));
    }
    says
}

/// Returns the fire of medium and light batteries at one target.
pub(super) fn volley(before: &State, event: &NavalEvent, volley: &Volley) -> Vec<String> {
    let firers = firers(before, volley);
    let verb = if firers.len() == 1 { "fires her" } else { "fire their" };
    let (who, kinds) = (list(&firers), list(kinds(volley)));
    let target = before.name(&volley.target);
    let mut text = vec![format!("{who} {verb} {kinds} guns at {target}, {}. [{}]", ranges(before, volley), event.rule)];
    text.extend(strength_and_defence(before, volley));
    let hits = || format!("   {} -> {}", faces(&event.dice), count(volley.hits, "hit"));
    let rolled = if event.dice.is_empty() { String::new() } else { hits() };
    text.push(format!("  {}{rolled}", chance_of_hits(volley)));
    text
}

/// Returns every battery's strength with its factors, and the total against the defence.
fn strength_and_defence(before: &State, volley: &Volley) -> Vec<String> {
    let line = |part: &VolleyPart| {
        let label = format!("{} {} {}:", before.name(&part.firer), part.battery, part.points);
        Line { label, says: terms(&part.strength), rolled: None }
    };
    let mut text = block(&volley.parts.iter().map(line).collect::<Vec<Line>>());
    text.push(format!("  {} against defence {}: {}", volley.strength, volley.defence, quotient(volley)));
    text
}

pub(super) fn firers<'s>(before: &'s State, volley: &'s Volley) -> Vec<&'s str> {
    let mut firers: Vec<&str> = volley.parts.iter().map(|part| before.name(&part.firer)).collect();
    firers.dedup();
    firers
}

/// `8.5"`, or if the ships fire at different ranges, the least and the greatest: `7.0 to 9.2"`.
pub(super) fn ranges(before: &State, volley: &Volley) -> String {
    let of = |part: &VolleyPart| {
        let mut declared = before.this_move.declarations.iter();
        let is_hers = |one: &&Declaration| one.firer == part.firer && one.target == volley.target;
        declared.find(|one| is_hers(one) && one.battery == part.battery).map(|one| one.range)
    };
    let all = || volley.parts.iter().filter_map(of);
    match all().min().zip(all().max()) {
        Some((least, most)) if least < most => format!("{least} to {most}\""),
        Some(_) | None => format!("{}\"", volley.range),
    }
}

pub(super) fn kinds(volley: &Volley) -> BTreeSet<BatteryKind> {
    volley.parts.iter().map(|part| part.battery).collect()
}

/// `21.5, rounded 22 [6.5.2]`
fn quotient(volley: &Volley) -> String {
    let exact = volley.quotient;
    if volley.sides == 100 {
        format!("{exact} [{D100}]")
    } else if exact.0.is_integer() {
        format!("{exact} [{ODDS}]")
    } else {
        format!("{exact}, rounded {} [{ODDS}]", exact.rounded())
    }
}

/// `2 sure hits and one more on 2 or less (D10) [6.5.3]`
fn chance_of_hits(volley: &Volley) -> String {
    let chance = format!("on {} or less (D{})", volley.needed, volley.sides);
    let says = match (volley.automatic, volley.needed) {
        (0, 0) => return "No chance of a hit.".to_owned(),
        (0, _) => format!("a hit {chance}"),
        (sure, 0) => count(sure, "sure hit"),
        (sure, _) => format!("{} and one more {chance}", count(sure, "sure hit")),
    };
    let rule = match (volley.sides, volley.automatic) {
        (100, _) => D100,
        (_, 0) => ODDS,
        (_, _) => TENS,
    };
    format!("{says} [{rule}]")
}

/// Returns a declaration of fire, with the conditions of its line of fire.
pub(super) fn declared(before: &State, one: &Declaration) -> String {
    declared_with(before, one, &one.battery.to_string())
}

/// Returns the same with another name for the guns.
pub(super) fn declared_with(before: &State, one: &Declaration, guns: &str) -> String {
    format!("{}{}.", declares(before, one, guns), seen(before, one))
}

/// `Asahi declares her big guns at Retvizan, 8.0"`
pub(super) fn declares(before: &State, one: &Declaration, guns: &str) -> String {
    let (firer, target) = (before.name(&one.firer), before.name(&one.target));
    format!("{firer} declares her {guns} guns at {target}, {}\"", one.range)
}

/// Returns the battery, if it is not the big guns: ` medium`.
pub(super) fn guns_in_brief(one: &Declaration) -> String {
    if one.battery == BatteryKind::Big { String::new() } else { format!(" {}", one.battery) }
}

/// Returns the conditions of the line of fire: `, broadside, turned 30`.
pub(super) fn seen(before: &State, one: &Declaration) -> String {
    let Conditions { turned_deg, target_turned_deg, courses_deg, through, downwind, visibility, blocked_by, denied: _ } =
        &one.conditions;
    let mut says = vec![one.bearing.to_string()];
    says.extend((*turned_deg > 0).then(|| format!("turned {turned_deg}")));
    says.extend((*target_turned_deg > 0).then(|| format!("target turned {target_turned_deg}")));
    let unknown = |unit: &Id, what: Denied| !one.said.contains(&what) && is_not_known(before, unit);
    says.extend(unknown(&one.firer, Denied::Turned).then(|| "her turn not known".to_owned()));
    says.extend(unknown(&one.target, Denied::TargetTurned).then(|| "the target's turn not known".to_owned()));
    says.extend((*courses_deg > 0).then(|| format!("courses {courses_deg} apart")));
    says.extend(through.as_ref().map(|ship| format!("through {}", before.name(ship))));
    says.extend(downwind.then(|| "downwind".to_owned()));
    says.extend(visibility.map(|quality| format!("visibility {}", quality_word(quality))));
    says.extend(blocked_by.map(|block| format!("blocked by {}", block_word(block))));
    format!(", {}", says.join(", "))
}

/// Whether it is not known how far a unit moved by hand has turned in this move. (Q56)
fn is_not_known(state: &State, unit: &Id) -> bool {
    let ship = state.ships_of(unit).find(|ship| ship.in_action() && ship.at.is_none());
    ship.and_then(|ship| state.steered(&ship.id)).is_some_and(|one| one.turned.is_none())
}

/// `, visibility very poor`, or nothing if visibility is good.
pub(super) fn visibility(quality: Option<Quality>) -> String {
    quality.map(|quality| format!(", visibility {}", quality_word(quality))).unwrap_or_default()
}

/// `very poor`.
pub fn quality_word(quality: Quality) -> &'static str {
    match quality {
        Quality::Poor => "poor",
        Quality::VeryPoor => "very poor",
        Quality::Extreme => "extremely poor",
    }
}

pub(super) fn block_word(block: Block) -> &'static str {
    match block {
        Block::Smoke => "smoke",
        Block::Land => "land",
    }
}

/// Returns hits marked beside a ship until the Damage Segment.
pub(super) fn marked(before: &State, hit: &HeldHit) -> String {
    let by = match &hit.firer {
        Some(firer) => format!(" by {}", before.name(firer)),
        None if hit.kind == HitKind::FireSpread => " by her fires".to_owned(),
        None => String::new(),
    };
    format!("{} on {}{by}, held for the Damage Segment.", hits(hit.kind, hit.count), before.name(&hit.target))
}

/// `2 non-penetrating hits`.
pub(super) fn hits(kind: HitKind, number: u16) -> String {
    let thing = match kind {
        HitKind::Penetrating => "penetrating hit",
        HitKind::NonPenetrating => "non-penetrating hit",
        HitKind::Torpedo => "torpedo hit",
        HitKind::Effective | HitKind::FireSpread => "hit",
    };
    count(number, thing)
}
