//! Suggested values of slots, for completion and for the questions of the guided form.
use super::{
    kind::{Reader, WordChoice},
    typed_names::typed_name,
};
use crate::model::{BatteryKind, Corner, HitState, Ship, state::Marker};
use crate::rules::{gunnery, sighting::check_sees, survey};
use crate::{Id, Inches, SideId, State};
use play::verbs::{AcceptedAnswer, Question, Suggestion, shown, with_empty_choice};

fn offer_by_name<Kind>(state: &State, id: &Id<Kind>) -> Suggestion {
    described_offer(state, id, state.name(id).to_owned())
}

/// Returns a name with more detail in its list text.
fn described_offer<Kind>(state: &State, id: &Id<Kind>, shown: String) -> Suggestion {
    Suggestion { text: typed_name(state, id), shown: Some(shown) }
}

fn offers_for<'a, Kind: 'a>(state: &State, ids: impl IntoIterator<Item = &'a Id<Kind>>) -> Vec<Suggestion> {
    ids.into_iter().map(|id| offer_by_name(state, id)).collect()
}

pub fn ships_where(r: &Reader, is_wanted: impl Fn(&Ship) -> bool) -> Vec<Suggestion> {
    offers_for(r.state, r.state.ships_in_action().filter(|ship| is_wanted(ship)).map(|ship| &ship.id))
}

/// Returns divisions with a ship in action for which `is_wanted` holds.
pub fn divisions_where(r: &Reader, is_wanted: impl Fn(&Ship) -> bool) -> Vec<Suggestion> {
    let is_offered = |id: &&Id| r.state.ships_of(id).any(|ship| ship.is_in_action() && is_wanted(ship));
    offers_for(r.state, r.state.divisions.iter().map(|division| &division.id).filter(is_offered))
}

/// Returns ships in action for which `is_wanted` holds, then divisions with such a ship.
pub fn units_where(r: &Reader, is_wanted: impl Fn(&Ship) -> bool) -> Vec<Suggestion> {
    [ships_where(r, &is_wanted), divisions_where(r, &is_wanted)].concat()
}

pub fn ships(r: &Reader) -> Vec<Suggestion> {
    ships_where(r, |_| true)
}
/// Returns all ships, including lost ones.
pub fn every_ship(r: &Reader) -> Vec<Suggestion> {
    offers_for(r.state, r.state.ships.iter().map(|ship| &ship.id))
}
/// Returns all ships, including lost ones, then all divisions.
pub fn every_unit(r: &Reader) -> Vec<Suggestion> {
    [every_ship(r), divisions(r)].concat()
}
pub fn units(r: &Reader) -> Vec<Suggestion> {
    units_where(r, |_| true)
}
pub fn divisions(r: &Reader) -> Vec<Suggestion> {
    offers_for(r.state, r.state.divisions.iter().map(|division| &division.id))
}
pub fn sides(r: &Reader) -> Vec<Suggestion> {
    offers_for(r.state, r.state.setup.sides.iter().map(|side| &side.id))
}
pub fn markers(r: &Reader) -> Vec<Suggestion> {
    let shown = |marker: &Marker| {
        let typed = typed_name(r.state, &marker.id);
        described_offer(r.state, &marker.id, format!("{typed}, launched by {}", r.state.name(&marker.launcher)))
    };
    r.state.markers.iter().map(shown).collect()
}
pub fn formations(r: &Reader) -> Vec<Suggestion> {
    offers_for(r.state, r.state.formations.iter().map(|formation| &formation.id))
}
/// Returns ships whose damage can still be repaired this turn.
pub fn repairable(r: &Reader) -> Vec<Suggestion> {
    let has_damage = |ship: &Ship| ship.hits.iter().any(|hit| hit.state == HitState::Active);
    ships_where(r, |ship| has_damage(ship) && !ship.repair_tried)
}
/// Returns the active hits of the named ship, after `fire` if it burns.
pub fn hits(r: &Reader) -> Vec<Suggestion> {
    let ship = first(r).and_then(|id| r.state.ship(&id));
    let hits = ship.iter().flat_map(|ship| &ship.hits).filter(|hit| hit.state == HitState::Active);
    let fire = ship.filter(|ship| ship.fires() > 0).map(|_| "fire");
    Suggestion::words(fire.into_iter().chain(hits.map(|hit| hit.id.as_str())))
}
/// Returns ships in action of the named division, or of all divisions if none is named.
pub fn ships_of_division(r: &Reader) -> Vec<Suggestion> {
    let division: Option<Id> = first(r);
    ships_where(r, |ship| division.as_ref().is_none_or(|id| ship.division == *id))
}
pub fn held_targets(r: &Reader) -> Vec<Suggestion> {
    offers_for(r.state, r.state.held_hits.iter().map(|held| &held.target))
}
/// Returns the enemies in action of the named marker's side, or all ships in action if no marker is named.
pub fn possible_met_ships(r: &Reader) -> Vec<Suggestion> {
    let marker = first(r).and_then(|id| r.state.markers.iter().find(|marker| marker.id == *id));
    ships_where(r, |ship| marker.is_none_or(|marker| marker.side != ship.side))
}
/// Returns corners of the table, and ships with a position.
pub fn tape_ends(r: &Reader) -> Vec<Suggestion> {
    let corners = Suggestion::words(Corner::WORDS.map(|(word, _)| word));
    [corners, ships_where(r, |ship| ship.at.is_some())].concat()
}
pub fn others_or_land(r: &Reader) -> Vec<Suggestion> {
    [ships(r), Suggestion::words(["land"])].concat()
}
pub fn beams(_: &Reader) -> Vec<Suggestion> {
    Suggestion::words(["port", "starboard"])
}

/// Returns ships with declared fire that is not resolved, except those already named.
pub fn declared(r: &Reader) -> Vec<Suggestion> {
    let named: Vec<Id> = r.filled.get(0).unwrap_or_default();
    let unfired = r
        .state
        .this_move
        .declarations
        .iter()
        .filter(|declaration| !declaration.fired && !named.contains(&declaration.firer));
    let shown = |firer: &Id, target: &Id| format!("{}, at {}", r.state.name(firer), r.state.name(target));
    unfired
        .map(|declaration| described_offer(r.state, &declaration.firer, shown(&declaration.firer, &declaration.target)))
        .collect()
}

/// Returns ships whose weapons are not barred, first those of the side that declares next.
pub fn firers(r: &Reader) -> Vec<Suggestion> {
    let side = gunnery::side_to_declare(r.state);
    let able_ships = r.state.ships_in_action().filter(|ship| !ship.are_weapons_barred());
    let (first, others): (Vec<&Ship>, Vec<&Ship>) = able_ships.partition(|ship| side.as_ref() == Some(&ship.side));
    offers_for(r.state, first.into_iter().chain(others).map(|ship| &ship.id))
}

/// Returns the unit named first.
fn first(r: &Reader) -> Option<Id> {
    r.filled.get(0)
}

/// Returns the unit named second.
fn second(r: &Reader) -> Option<Id> {
    r.filled.get(1)
}

fn side_of(state: &State, unit: &Id) -> Option<SideId> {
    state.ships_of(unit).next().map(|ship| ship.side.clone())
}

/// Returns enemies of the unit named first, with their range. Enemies in reach and sighted come first.
pub fn enemies(r: &Reader) -> Vec<Suggestion> {
    let Some(unit) = first(r) else { return units(r) };
    let Some(side) = side_of(r.state, &unit) else { return Vec::new() };
    let shown = |id: &Id| {
        let range = survey::range(r.state, &unit, id).map(|range| format!(", {range}\" away")).unwrap_or_default();
        let seen = if check_sees(r.state, &unit, id, false).is_ok() { "" } else { ", not in sight" };
        described_offer(r.state, id, format!("{}{range}{seen}", r.state.name(id)))
    };
    targets(r.state, &unit, &side).iter().map(shown).collect()
}

/// Returns enemies in action, then sinking or abandoned ones, which can be finished off too. [7.6, Q46]
pub fn cripples(r: &Reader) -> Vec<Suggestion> {
    let side = first(r).and_then(|by| side_of(r.state, &by));
    let hulks = r.state.ships.iter().filter(|ship| ship.is_on_table() && !ship.is_in_action());
    let others = hulks.filter(|ship| Some(&ship.side) != side.as_ref()).map(|ship| &ship.id);
    [enemies(r), offers_for(r.state, others)].concat()
}

/// Returns the enemies in action as targets, those in reach first, then those that the unit sees. [6.1, 4.3]
fn targets(state: &State, firer: &Id, side: &SideId) -> Vec<Id> {
    let reach = state.ships_of(firer).map(greatest_range).max().unwrap_or(Inches::ZERO);
    let mut ranked: Vec<(bool, bool, bool, Id)> = Vec::new();
    for ship in state.ships_in_action().filter(|ship| ship.side != *side) {
        let Some(unit) = state.target_unit(&ship.id) else { continue };
        if ranked.iter().any(|(.., other)| *other == unit) {
            continue;
        }
        let range = state.measured_range(firer, &unit).or_else(|| survey::range(state, firer, &ship.id));
        let unseen = check_sees(state, firer, &unit, false).is_err();
        ranked.push((range.is_none_or(|range| reach < range), unseen, !ship.sighted, unit));
    }
    ranked.sort_by_key(|(far, unseen, unsighted, _)| (*far, *unseen, *unsighted));
    ranked.into_iter().map(|(.., unit)| unit).collect()
}

fn greatest_range(ship: &Ship) -> Inches {
    let big = ship.card.big.as_ref().and_then(|big| big.bands.last()).map(|band| band.to);
    big.unwrap_or(Inches::whole(10))
}

/// Returns a question with a list, to which any words may be typed.
fn free_question(text: impl Into<String>, choices: Vec<(String, String)>) -> Option<Question> {
    Some(Question { above: None, text: text.into(), choices, takes: AcceptedAnswer::Words })
}

fn number_question(text: impl Into<String>, choices: Vec<(String, String)>) -> Option<Question> {
    Some(Question { above: None, text: text.into(), choices, takes: AcceptedAnswer::Figures })
}

pub fn choice_question(text: &str, choices: Vec<(String, String)>) -> Option<Question> {
    Some(Question { above: None, text: text.to_owned(), choices, takes: AcceptedAnswer::Listed })
}

/// Asks for a firer. Lists the ships that may declare now, each with its division. Any other name may be typed. `None`
/// if no ship may declare. [3.3.5]
pub fn ask_firer(r: &Reader) -> Option<Question> {
    let state = r.state;
    let ships = gunnery::ships_that_may_declare(state);
    let first = ships.first()?;
    let target = targets(state, &first.id, &first.side).into_iter().next()?;
    let line = format!("target {} at {}", typed_name(state, &first.id), typed_name(state, &target));
    let shown = |ship: &&Ship| {
        let (shown, division) = (state.name(&ship.id), state.name(&ship.division));
        let shown = if division == shown { shown.to_owned() } else { format!("{shown}, {division}") };
        (shown, typed_name(state, &ship.id))
    };
    let side_text =
        gunnery::side_to_declare(state).map_or_else(String::new, |side| format!(" of {}", state.name(&side)));
    let question = free_question(format!("Which ship{side_text} fires?"), ships.iter().map(shown).collect())?;
    Some(Question { above: Some(format!("In one line: {line}")), ..question })
}

/// Asks for a target. Lists the enemies in sight of the unit named first, or all if none is. Any name may be typed.
pub fn ask_target(r: &Reader) -> Option<Question> {
    let firer = first(r)?;
    let side = side_of(r.state, &firer);
    let all = shown(enemies(r));
    let ids = side.map_or_else(Vec::new, |side| targets(r.state, &firer, &side));
    let seen = ids.iter().map(|id| check_sees(r.state, &firer, id, false).is_ok());
    let in_sight: Vec<(String, String)> =
        all.iter().zip(seen).filter(|(_, seen)| *seen).map(|(choice, _)| choice.clone()).collect();
    if in_sight.is_empty() { choice_question("Which target?", all) } else { free_question("Which target?", in_sight) }
}

/// Asks for a range, and offers the one measured this turn.
pub fn ask_range(r: &Reader) -> Option<Question> {
    let pair = first(r).zip(second(r));
    let known = pair.as_ref().and_then(|(firer, other)| r.state.valid_range(firer, other));
    let measured = known.map(|range| (format!("{range}\" as measured"), range.to_string()));
    let from_positions = pair.as_ref().and_then(|(firer, other)| survey::range_by_position(r.state, firer, other));
    let from_positions = from_positions.map(|range| (format!("{range}\" from their positions"), String::new()));
    number_question("What range, in inches?", measured.or(from_positions).into_iter().collect())
}

pub fn ask_arc(r: &Reader) -> Option<Question> {
    let tracked = |unit: Option<Id>| unit.is_some_and(|unit| r.state.has_position(&unit));
    let default_text = if tracked(first(r)) && tracked(second(r)) { "from their positions" } else { "broadside" };
    choice_question(
        "Which arc?",
        with_empty_choice(default_text, Suggestion::words(["bow", "stern", "port", "starboard"])),
    )
}

pub fn ask_battery(r: &Reader) -> Option<Question> {
    let unit = first(r);
    let carries = |ship: &Ship, kind: BatteryKind| match kind {
        BatteryKind::Big => ship.card.big.is_some(),
        BatteryKind::Medium | BatteryKind::Light => ship.card.battery(kind).is_some(),
    };
    let has_battery = |kind: BatteryKind| {
        unit.as_ref().is_none_or(|unit| r.state.ships_of(unit).any(|ship| ship.is_in_action() && carries(ship, kind)))
    };
    let words = BatteryKind::WORDS.iter().filter(|(_, kind)| has_battery(*kind)).map(|(word, _)| *word);
    choice_question("Which battery?", with_empty_choice("all guns that bear", Suggestion::words(words)))
}

/// Asks which ships fire, but only if there are declarations.
pub fn ask_declared(r: &Reader) -> Option<Question> {
    let choices = [Suggestion::words(["all"]), declared(r)].concat();
    choice_question("Which ships fire?", shown(choices)).filter(|question| question.choices.len() > 1)
}

pub fn ask_factors(r: &Reader) -> Option<Question> {
    let left = first(r).map_or(0, |unit| r.state.ships_of(&unit).map(|ship| u16::from(ship.torpedoes_left)).sum());
    number_question(format!("How many factors? Left: {left} (`dummy` places a dummy marker)"), Vec::new())
}

pub fn ask_few_factors(_: &Reader) -> Option<Question> {
    number_question("How many factors?", with_empty_choice("one", Vec::new()))
}

pub fn ask_contact_kind(_: &Reader) -> Option<Question> {
    choice_question(
        "How do they meet?",
        with_empty_choice("the first rams the second", Suggestion::words(["bow", "scrape"])),
    )
}
