//! What a side may read of a command's events: its own in full, the enemy's as seen, nothing of the rest.
use serde_json::{Value, json};

use super::{
    book::{DatedIncident, IncidentList},
    brief::{BriefLine, BriefPage, has_attack, is_in_short_log},
    event::unfolded_event,
    event_json, hit_count, joined,
    page::{Sentence, Shot, Weight, weight_of_sight},
    seen::sighting_sentence,
};
use naval::model::{HitKind, Purpose};
use naval::{
    Fact, Id, Naval, NavalEvent, SideId, State,
    view::{Disclosure, TABLE_VIEWER, View, VisiblePart, known_to, visible_to},
};
use play::Game;

/// One event as a side may read it, each sentence on one line.
pub struct DisclosedEvent {
    pub text: String,
    pub json: Value,
}

/// Returns the events of one command as `side` may read them. Events hidden from it are omitted.
///
/// The words use what the side knows, not the true state.
pub fn disclosed_events(side: &SideId, before: &State, events: &[NavalEvent]) -> Vec<DisclosedEvent> {
    let mut disclosed = Vec::new();
    for_each_disclosed(side, before, events, |known, event, seen| {
        disclosed.push(match seen {
            None => {
                let known = known();
                DisclosedEvent { text: unfolded_event(&known, event), json: event_json(&known, event) }
            }
            Some((text, _)) => DisclosedEvent {
                text: format!("{text} [{}]", event.rule),
                json: json!({ "seen": text, "rule": event.rule }),
            },
        });
    });
    disclosed
}

/// Whether `side` may know any of these events, or something of one.
pub fn is_any_disclosed(side: &SideId, before: &State, events: &[NavalEvent]) -> bool {
    let mut any = false;
    for_each_disclosure(Some(side), before, events, |_, _, _| any = true);
    any
}

/// Returns the short lines that a side may read. Only an event that it knows in full can replace other events' lines.
///
/// `number` is the entry's number as the side counts. It is printed before each ruling with dice.
pub fn brief_for_side(
    side: &SideId,
    before: &State,
    events: &[NavalEvent],
    number: impl FnOnce() -> usize,
) -> Vec<BriefLine> {
    page_for_side(side, before, events, |_| true).folded(number)
}

pub fn short_log_for_side(side: &SideId, before: &State, events: &[NavalEvent], number: usize) -> Vec<String> {
    page_for_side(side, before, events, is_in_short_log).lines(|| number)
}

/// Returns what a book tells of one command: all of it, or what `side` was told. `view` is the viewer's, just after.
pub fn incidents(side: Option<&SideId>, view: &View<'_>, before: &State, events: &[NavalEvent]) -> Vec<DatedIncident> {
    let (mut list, mut rolled, mut is_by_fire) = (IncidentList::new(view), 0, false);
    for_each_disclosure(side, before, events, |state, event, disclosure| {
        match &event.fact {
            // A target's held hits are rolled in order. Dice for other purposes belong to the same hit. [3.3.8]
            Fact::HitRolled { target, .. }
                if event.dice.iter().all(|die| matches!(die.purpose, Purpose::Damage(_))) =>
            {
                let held = state.held_hits.iter().filter(|held| held.target == state.base_id(target));
                let mut kinds = held.flat_map(|held| std::iter::repeat_n(held.kind, usize::from(held.count)));
                is_by_fire = kinds.nth(rolled) == Some(HitKind::FireSpread);
                rolled += 1;
            }
            Fact::HeldHitsResolved { .. } => (rolled, is_by_fire) = (0, false),
            _ => {}
        }
        list.add(state.turn, event, &disclosure, is_by_fire);
    });
    list.finish()
}

/// Returns what a page tells a side of one command.
pub fn page_sentences_for_side(side: &SideId, before: &State, events: &[NavalEvent]) -> Vec<Sentence> {
    page_for_side(side, before, events, is_in_short_log).sentences()
}

fn page_for_side(side: &SideId, before: &State, events: &[NavalEvent], shows: fn(&NavalEvent) -> bool) -> BriefPage {
    let (mut full_events, mut known_events, mut page, mut at) = (Vec::new(), Vec::new(), BriefPage::default(), 0);
    for_each_disclosure(Some(side), before, events, |_, event, disclosure| {
        known_events.push(event);
        full_events.extend((disclosure == Disclosure::Whole).then_some(event));
    });
    let fires = has_attack(full_events.iter().copied());
    let suffered = enemy_shots(side, before, &known_events);
    let shot_of = |event: &NavalEvent| suffered.iter().find(|shot| std::ptr::eq(shot.fire, event));
    let is_marked_hit =
        |event: &NavalEvent| suffered.iter().any(|shot| shot.hits.iter().any(|hit| std::ptr::eq(*hit, event)));
    for_each_disclosed(side, before, events, |known, event, seen| match seen {
        _ if is_marked_hit(event) => at += usize::from(seen.is_none()),
        Some((text, weight)) => page.0.push(match shot_of(event) {
            Some(shot) => {
                let text = format!("{}: {}.", text.trim_end_matches('.'), shot.hits_text());
                let weight = if shot.hits.is_empty() { weight } else { Weight::Turning };
                BriefLine::from_text(text).weighted(weight)
            }
            None => BriefLine::from_text(text).weighted(weight),
        }),
        None => {
            if shows(event) {
                page.add(&known(), &full_events, at, fires);
            }
            at += 1;
        }
    });
    page
}

/// Returns the fire of one command as far as `side` knows it, or all fire. Hits are those marked on the target.
pub fn known_shots(side: Option<&SideId>, before: &State, events: &[NavalEvent]) -> Vec<Shot> {
    let mut shots: Vec<Shot> = Vec::new();
    let mut add = |firers: Vec<&Id>, target: &Id| {
        shots.extend(firers.into_iter().map(|firer| Shot { firer: firer.clone(), target: target.clone(), hits: 0 }));
    };
    let mut marked: Vec<(Option<Id>, Id, u16)> = Vec::new();
    for_each_disclosure(side, before, events, |_, event, disclosure| match (disclosure, &event.fact) {
        (Disclosure::Whole, Fact::SalvoFired(salvo)) => add(vec![&salvo.firer], &salvo.target),
        (Disclosure::Whole, Fact::BatteriesFired(volley)) => {
            add(volley.parts.iter().map(|part| &part.firer).collect(), &volley.target);
        }
        (Disclosure::Whole, Fact::HitsMarked(hit)) => marked.push((hit.firer.clone(), hit.target.clone(), hit.count)),
        (Disclosure::Visible(VisiblePart::Fire { firer, others, target }), _) => {
            add(firer.iter().chain(&others).map(|(firer, _)| firer).collect(), &target);
        }
        (Disclosure::Visible(VisiblePart::Hits { target, count, .. }), _) => marked.push((None, target, count)),
        _ => {}
    });
    for (firer, target, count) in marked {
        let is_same_shot = |shot: &&mut Shot| shot.target == target && Some(&shot.firer) == firer.as_ref();
        match shots.iter_mut().find(is_same_shot) {
            Some(shot) => shot.hits += count,
            // Hits of an unseen firer: only the burst is drawn.
            None => shots.push(Shot { firer: target.clone(), target, hits: count }),
        }
    }
    shots
}

/// Enemy fire at a ship of the side, with the hits marked on it.
struct EnemyShot<'e> {
    fire: &'e NavalEvent,
    hits: Vec<&'e NavalEvent>,
}

impl EnemyShot<'_> {
    /// `no hit`, `1 penetrating hit`
    fn hits_text(&self) -> String {
        let hit_text = |event: &&NavalEvent| match &event.fact {
            Fact::HitsMarked(hit) => Some(hit_count(hit.kind, hit.count)),
            _ => None,
        };
        let all: Vec<String> = self.hits.iter().filter_map(hit_text).collect();
        if all.is_empty() { "no hit".to_owned() } else { all.join(", ") }
    }
}

/// Returns the enemy's fire at a side's own ships, or for the table all fire, among the events that the side knows. The
/// target knows at once how it was hit. [3.3.5]
fn enemy_shots<'e>(side: &SideId, before: &State, known_events: &[&'e NavalEvent]) -> Vec<EnemyShot<'e>> {
    let is_table = side.as_str() == TABLE_VIEWER;
    let is_own = |unit: &Id| is_table || before.ships_of(unit).any(|ship| ship.side == *side);
    let mut all: Vec<EnemyShot<'e>> = Vec::new();
    let mut fires = false;
    for event in known_events {
        let target = match &event.fact {
            Fact::SalvoFired(salvo) => Some(&salvo.target),
            Fact::BatteriesFired(volley) => Some(&volley.target),
            _ => None,
        };
        if let Some(target) = target {
            fires = is_own(target);
            all.extend(fires.then(|| EnemyShot { fire: event, hits: Vec::new() }));
        } else if let Fact::HitsMarked(hit) = &event.fact
            && fires
            && is_own(&hit.target)
        {
            all.last_mut().into_iter().for_each(|shot| shot.hits.push(event));
        }
    }
    all
}

/// Calls `report` for each event that `side` may know. `report` gets a slow function that returns the state that the
/// side knew then, the event, and for an event not known in full, what was seen of it in words, with its weight.
fn for_each_disclosed<'e>(
    side: &SideId,
    before: &State,
    events: &'e [NavalEvent],
    mut report: impl FnMut(&dyn Fn() -> State, &'e NavalEvent, Option<(String, Weight)>),
) {
    let mut after = before.clone();
    play::apply_all::<Naval>(&mut after, events);
    let view = View::for_side(&after, side);
    for_each_disclosure(Some(side), before, events, |state, event, disclosure| {
        let seen = match disclosure {
            Disclosure::Visible(sight) => Some((sighting_sentence(&view, &sight), weight_of_sight(&sight))),
            Disclosure::Whole | Disclosure::Nothing => None,
        };
        report(&|| with_new_names(known_to(state, side), &view), event, seen);
    });
}

/// Calls `report` for each event that `side` may know, with the state before it and how much of it is known.
fn for_each_disclosure<'e>(
    side: Option<&SideId>,
    before: &State,
    events: &'e [NavalEvent],
    mut report: impl FnMut(&State, &'e NavalEvent, Disclosure),
) {
    let mut after = before.clone();
    play::apply_all::<Naval>(&mut after, events);
    let mut state = before.clone();
    for event in events {
        let disclosure = side.map_or(Disclosure::Whole, |side| visible_to(&state, &after, &event.fact, side));
        if disclosure != Disclosure::Nothing {
            report(&state, event, disclosure);
        }
        Naval::apply(&mut state, &event.fact);
    }
}

/// Returns events as lines, each sentence on one.
pub fn disclosed_lines(events: &[DisclosedEvent]) -> String {
    joined(events.iter().map(|event| &event.text).filter(|text| !text.is_empty()), "\n")
}

/// Returns what a side knew, plus the names of units that the command brought in sight.
fn with_new_names(mut known: State, news: &State) -> State {
    let ships: Vec<_> = news.ships.iter().filter(|ship| known.ship(&ship.id).is_none()).cloned().collect();
    known.ships.extend(ships);
    let divisions = news.divisions.iter().filter(|division| known.division(&division.id).is_none()).cloned();
    known.divisions.extend(divisions.collect::<Vec<_>>());
    known
}
