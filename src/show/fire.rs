//! Salvoes, volleys and torpedoes with their arithmetic.
use std::collections::BTreeSet;

use super::{RulingLine, aligned_block, count, faces, labels, list};
use naval::model::command::{Conditions, DeniedCondition, LineBlock};
use naval::model::{
    BatteryKind, Declaration, HeldHit, HitKind, MarkerId, Purpose, Salvo, Sum, TorpedoAttack, TorpedoAttackKind,
    Volley, VolleyPart, chart::VisibilityQuality, state::Marker,
};
use naval::{Id, NavalEvent, State, rules::rolls::natural_limit};
use play::{Roll, Rule};

const NATURALS: Rule = Rule::new("6.5.1.4");
const NO_PIERCING: Rule = Rule::new("8.2.2");
const QUOTIENT: Rule = Rule::new("6.5.2");
const SURE_HITS: Rule = Rule::new("6.5.3");
const D100: Rule = Rule::new("6.5.11");

/// Returns a big-gun salvo: headline, dice and the three rolls.
pub(super) fn salvo_lines(before: &State, event: &NavalEvent, salvo: &Salvo) -> Vec<String> {
    let (firer, target) = (before.name(&salvo.firer), before.name(&salvo.target));
    let how = stated_conditions(before, salvo);
    let mut text = vec![format!("{firer} fires its big guns at {target}, {}\"{how}. [{}]", salvo.range, event.rule)];
    text.extend(Rolls::from_salvo(salvo).lines(&event.dice));
    if salvo.penetrating + salvo.non_penetrating == 0 {
        text.push("  No hit.".to_owned());
    }
    text
}

/// Returns the conditions of the line of fire as stated when the salvo was declared.
fn stated_conditions(before: &State, salvo: &Salvo) -> String {
    let is_same_fire = |declaration: &&Declaration| {
        declaration.firer == salvo.firer
            && declaration.target == salvo.target
            && declaration.battery == BatteryKind::Big
    };
    before
        .this_move
        .declarations
        .iter()
        .find(is_same_fire)
        .map(|declaration| fire_conditions(before, declaration))
        .unwrap_or_default()
}

pub(super) fn torpedo_lines(before: &State, event: &NavalEvent, attack: &TorpedoAttack) -> Vec<String> {
    let (by, target) = (before.name(&attack.by), before.name(&attack.target));
    let marker = attack
        .marker
        .as_ref()
        .map(|marker| format!(" (marker {})", unambiguous_marker(before, marker)))
        .unwrap_or_default();
    let headline = match attack.manner {
        TorpedoAttackKind::Launched => format!("Torpedoes of {by}{marker} attack {target}."),
        TorpedoAttackKind::InLine => format!("Torpedoes of {by}{marker} attack {target} too, on the same line."),
        TorpedoAttackKind::LargeShip => format!("{by} fires a torpedo at {target}."),
        TorpedoAttackKind::CoupDeGrace => format!("{by} gives {target} the coup de grâce."),
    };
    let mut text = vec![format!("{headline} [{}]", event.rule)];
    text.extend(Rolls::from_attack(attack).lines(&event.dice));
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
pub(super) fn unambiguous_marker(state: &State, marker: &MarkerId) -> String {
    let twin = state.markers.iter().find(|other| other.id != *marker && other.has_letter_of(marker));
    match twin.and_then(|twin| state.enemy_of(&twin.side)) {
        Some(side) => format!("{} of {}", marker_name(marker), side.name),
        None => marker_name(marker),
    }
}

/// Tests for the three rolls of guns or torpedoes. [6.5.1, 7.4.3]
pub(super) const STAGE_TESTS: [fn(&Purpose) -> bool; 3] = [
    |purpose| matches!(purpose, Purpose::ToHit(_) | Purpose::TorpedoToHit(_)),
    |purpose| matches!(purpose, Purpose::Size(_) | Purpose::TorpedoSize(_)),
    |purpose| matches!(purpose, Purpose::Penetration(_) | Purpose::TorpedoPenetration(_)),
];

/// The sum for the number of dice, those for the three rolls, and the number of dice that passed each roll.
struct Rolls<'a> {
    dice: &'a Sum,
    to_hit: &'a Sum,
    size: &'a Sum,
    penetration: &'a Sum,
    passed: [u16; 3],
}

impl Rolls<'_> {
    fn from_salvo(salvo: &Salvo) -> Rolls<'_> {
        let Salvo { dice, to_hit, size, penetration, .. } = salvo;
        Rolls { dice, to_hit, size, penetration, passed: [salvo.on_successes, salvo.strikes, salvo.penetrating] }
    }

    fn from_attack(attack: &TorpedoAttack) -> Rolls<'_> {
        let TorpedoAttack { factors: dice, to_hit, size, penetration, .. } = attack;
        Rolls { dice, to_hit, size, penetration, passed: [attack.on_successes, attack.strikes, attack.hits] }
    }

    fn lines(&self, rolls: &[Roll<Purpose>]) -> Vec<String> {
        let rolled = |stage: usize| {
            let faces = faces(rolls.iter().filter(|roll| STAGE_TESTS[stage](&roll.purpose)));
            (!faces.is_empty()).then(|| format!("{faces} -> {}", self.passed[stage]))
        };
        let [hit, strikes, through] = [0, 1, 2].map(rolled);
        aligned_block(&[
            RulingLine { label: format!("dice {}:", self.dice.result), terms: cited_terms(self.dice), rolled: None },
            stage_line("to hit", self.to_hit, hit),
            stage_line("size", self.size, strikes),
            penetration_line(self.penetration, through),
        ])
    }
}

fn penetration_line(sum: &Sum, rolled: Option<String>) -> RulingLine {
    if rolled.is_some() || 0 < sum.result {
        return stage_line("penetration", sum, rolled);
    }
    let mut parts = cited_terms(sum);
    parts.push(format!("no roll: it cannot penetrate [{NO_PIERCING}]"));
    RulingLine { label: format!("penetration {}:", sum.result), terms: parts, rolled: None }
}

/// Returns the numbers a big-gun salvo needs, before any die is rolled. [6.5.1.3]
pub(super) fn salvo_needs(before: &State, salvo: &Salvo) -> Vec<String> {
    let (firer, target) = (before.name(&salvo.firer), before.name(&salvo.target));
    let mut text = vec![format!("{firer} at {target}, {}\"{}:", salvo.range, stated_conditions(before, salvo))];
    text.extend(Rolls::from_salvo(salvo).lines(&[]));
    text
}

/// Returns the numbers torpedoes need, before any die is rolled. [7.4.3]
pub(super) fn torpedo_needs(before: &State, attack: &TorpedoAttack) -> Vec<String> {
    let mut text = vec![format!("Torpedoes of {} at {}:", before.name(&attack.by), before.name(&attack.target))];
    text.extend(Rolls::from_attack(attack).lines(&[]));
    text
}

/// Returns the numbers medium and light batteries need, before any die is rolled. [6.5.2]
pub(super) fn volley_needs(before: &State, volley: &Volley) -> Vec<String> {
    let (who, kinds) = (list(&firers(before, volley)), list(battery_kinds(volley)));
    let mut text =
        vec![format!("{who}, {kinds} guns at {}, {}:", before.name(&volley.target), range_text(before, volley))];
    text.extend(strength_and_defence(before, volley));
    text.push(format!("  {}", chance_of_hits(volley)));
    text
}

/// Whether two declarations share a line: both small guns of one ship, at one target and on one bearing.
pub(super) fn share_a_line(left: &Declaration, right: &Declaration) -> bool {
    let is_small = |declaration: &Declaration| declaration.battery != BatteryKind::Big;
    let line_of_fire = |declared: &Declaration| (declared.firer.clone(), declared.target.clone(), declared.bearing);
    is_small(left) && is_small(right) && line_of_fire(left) == line_of_fire(right)
}

/// Returns a number needed, with the natural 1 or 20 if it changes the number.
fn stage_line(what: &str, sum: &Sum, rolled: Option<String>) -> RulingLine {
    let mut parts = cited_terms(sum);
    let limit = natural_limit(sum.result);
    if i32::from(limit) != sum.result {
        let natural = if limit == 1 { "a natural 1 always succeeds" } else { "a natural 20 always fails" };
        parts.push(format!("{natural} [{NATURALS}]"));
    }
    RulingLine { label: format!("{what} {limit} or less:"), terms: parts, rolled }
}

/// Returns a sum as cited terms: `power 18, armour -8 [6.5.1]`, then each multiplier with its own paragraph.
pub(super) fn cited_terms(sum: &Sum) -> Vec<String> {
    let base = sum.base.to_string();
    let base_says = labels::base_text(sum);
    let is_in_label = base_says.starts_with(&format!("{base} ")) || base_says.ends_with(&format!(" {base}"));
    let number = if is_in_label { String::new() } else { format!("{base} ") };
    let mut parts = vec![format!("{number}{base_says} [{}]", sum.base_rule)];
    for term in &sum.terms {
        let label = labels::label_text(&term.label, sum.base);
        let number = match (term.times, term.plus) {
            (Some(factor), _) => format!("x{factor} {label}"),
            (None, Some(summand)) => format!("{label} {summand:+}"),
            (None, None) => label,
        };
        parts.push(format!("{number} [{}]", term.rule));
    }
    parts
}

/// Returns the fire of medium and light batteries at one target.
pub(super) fn volley_lines(before: &State, event: &NavalEvent, volley: &Volley) -> Vec<String> {
    let firers = firers(before, volley);
    let verb = if firers.len() == 1 { "fires its" } else { "fire their" };
    let (who, kinds) = (list(&firers), list(battery_kinds(volley)));
    let target = before.name(&volley.target);
    let mut text =
        vec![format!("{who} {verb} {kinds} guns at {target}, {}. [{}]", range_text(before, volley), event.rule)];
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
        RulingLine { label, terms: cited_terms(&part.strength), rolled: None }
    };
    let mut text = aligned_block(&volley.parts.iter().map(line).collect::<Vec<RulingLine>>());
    text.push(format!("  {} against defence {}: {}", volley.strength, volley.defence, quotient_text(volley)));
    text
}

pub(super) fn firers<'s>(before: &'s State, volley: &'s Volley) -> Vec<&'s str> {
    let mut firers: Vec<&str> = volley.parts.iter().map(|part| before.name(&part.firer)).collect();
    firers.dedup();
    firers
}

/// `8.5"`, or if the ships fire at different ranges, the least and the greatest: `7.0 to 9.2"`.
pub(super) fn range_text(before: &State, volley: &Volley) -> String {
    let range_of = |part: &VolleyPart| {
        let mut declared = before.this_move.declarations.iter();
        let is_of_firer =
            |declaration: &&Declaration| declaration.firer == part.firer && declaration.target == volley.target;
        declared
            .find(|declaration| is_of_firer(declaration) && declaration.battery == part.battery)
            .map(|declaration| declaration.range)
    };
    let all = || volley.parts.iter().filter_map(range_of);
    match all().min().zip(all().max()) {
        Some((least, most)) if least < most => format!("{least} to {most}\""),
        Some(_) | None => format!("{}\"", volley.range),
    }
}

pub(super) fn battery_kinds(volley: &Volley) -> BTreeSet<BatteryKind> {
    volley.parts.iter().map(|part| part.battery).collect()
}

/// `21.5, rounded 22 [6.5.2]`
fn quotient_text(volley: &Volley) -> String {
    let exact = volley.quotient;
    if volley.sides == 100 {
        format!("{exact} [{D100}]")
    } else if exact.0.is_integer() {
        format!("{exact} [{QUOTIENT}]")
    } else {
        format!("{exact}, rounded {} [{QUOTIENT}]", exact.rounded())
    }
}

/// `2 sure hits and one more on 2 or less (D10) [6.5.3]`
fn chance_of_hits(volley: &Volley) -> String {
    let chance = format!("on {} or less (D{})", volley.needed, volley.sides);
    let text = match (volley.automatic, volley.needed) {
        (0, 0) => return "No chance of a hit.".to_owned(),
        (0, _) => format!("a hit {chance}"),
        (sure, 0) => count(sure, "sure hit"),
        (sure, _) => format!("{} and one more {chance}", count(sure, "sure hit")),
    };
    let rule = match (volley.sides, volley.automatic) {
        (100, _) => D100,
        (_, 0) => QUOTIENT,
        (_, _) => SURE_HITS,
    };
    format!("{text} [{rule}]")
}

/// Returns a declaration of fire, with the conditions of its line of fire.
pub(super) fn declaration_sentence(before: &State, declaration: &Declaration) -> String {
    declaration_sentence_for(before, declaration, &declaration.battery.to_string())
}

/// Returns a declaration of fire that calls the guns `guns`.
pub(super) fn declaration_sentence_for(before: &State, declaration: &Declaration, guns: &str) -> String {
    format!("{}{}.", declaration_text(before, declaration, guns), fire_conditions(before, declaration))
}

/// `Asahi declares its big guns at Retvizan, 8.0"`
pub(super) fn declaration_text(before: &State, declaration: &Declaration, guns: &str) -> String {
    let (firer, target) = (before.name(&declaration.firer), before.name(&declaration.target));
    format!("{firer} declares its {guns} guns at {target}, {}\"", declaration.range)
}

/// Returns the battery, if it is not the big guns: ` medium`.
pub(super) fn brief_guns(declaration: &Declaration) -> String {
    if declaration.battery == BatteryKind::Big { String::new() } else { format!(" {}", declaration.battery) }
}

/// Returns the conditions of the line of fire: `, broadside, turned 30`.
pub(super) fn fire_conditions(before: &State, declaration: &Declaration) -> String {
    let Conditions { turned_deg, target_turned_deg, courses_deg, through, downwind, visibility, blocked_by, denied: _ } =
        &declaration.conditions;
    let mut conditions = vec![declaration.bearing.to_string()];
    conditions.extend((*turned_deg > 0).then(|| format!("turned {turned_deg}")));
    conditions.extend((*target_turned_deg > 0).then(|| format!("target turned {target_turned_deg}")));
    let unknown = |unit: &Id, what: DeniedCondition| !declaration.said.contains(&what) && is_turn_unknown(before, unit);
    conditions.extend(unknown(&declaration.firer, DeniedCondition::Turned).then(|| "its turn not known".to_owned()));
    conditions.extend(
        unknown(&declaration.target, DeniedCondition::TargetTurned).then(|| "the target's turn not known".to_owned()),
    );
    conditions.extend((*courses_deg > 0).then(|| format!("courses {courses_deg} apart")));
    conditions.extend(through.as_ref().map(|ship| format!("through {}", before.name(ship))));
    conditions.extend(downwind.then(|| "downwind".to_owned()));
    conditions.extend(visibility.map(|quality| format!("visibility {}", quality_word(quality))));
    conditions.extend(blocked_by.map(|block| format!("blocked by {}", block_word(block))));
    format!(", {}", conditions.join(", "))
}

/// Whether it is not known how far a unit moved by hand has turned in this move. (Q56)
fn is_turn_unknown(state: &State, unit: &Id) -> bool {
    let ship = state.ships_of(unit).find(|ship| ship.is_in_action() && ship.at.is_none());
    ship.and_then(|ship| state.steering_of(&ship.id)).is_some_and(|steered| steered.turned.is_none())
}

/// `, visibility very poor`, or nothing if visibility is good.
pub(super) fn visibility_text(quality: Option<VisibilityQuality>) -> String {
    quality.map(|quality| format!(", visibility {}", quality_word(quality))).unwrap_or_default()
}

/// `very poor`.
pub fn quality_word(quality: VisibilityQuality) -> &'static str {
    match quality {
        VisibilityQuality::Poor => "poor",
        VisibilityQuality::VeryPoor => "very poor",
        VisibilityQuality::Extreme => "extremely poor",
    }
}

pub(super) fn block_word(block: LineBlock) -> &'static str {
    match block {
        LineBlock::Smoke => "smoke",
        LineBlock::Land => "land",
    }
}

/// Returns hits marked beside a ship until the Damage Segment.
pub(super) fn marked_hits(before: &State, hit: &HeldHit) -> String {
    let source = match &hit.firer {
        Some(firer) => format!(" by {}", before.name(firer)),
        None if hit.kind == HitKind::FireSpread => " by its fires".to_owned(),
        None => String::new(),
    };
    format!("{} on {}{source}, held for the Damage Segment.", hit_count(hit.kind, hit.count), before.name(&hit.target))
}

/// `2 non-penetrating hits`.
pub(super) fn hit_count(kind: HitKind, number: u16) -> String {
    let thing = match kind {
        HitKind::Penetrating => "penetrating hit",
        HitKind::NonPenetrating => "non-penetrating hit",
        HitKind::Torpedo => "torpedo hit",
        HitKind::Effective | HitKind::FireSpread => "hit",
    };
    count(number, thing)
}
