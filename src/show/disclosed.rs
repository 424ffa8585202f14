//! What a side may read of a command's events: its own in full, the enemy's as seen, nothing of the rest.
use serde_json::{Value, json};

use super::{
    brief::{BriefLine, BriefPage, has_attack, is_in_short_log},
    event::unfolded_event,
    event_json, hit_count, joined,
    seen::sighting_sentence,
};
use naval::{
    Fact, Id, Naval, NavalEvent, SideId, State,
    view::{Disclosure, View, known_to, visible_to},
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
            None => DisclosedEvent { text: unfolded_event(known, event), json: event_json(known, event) },
            Some(text) => DisclosedEvent {
                text: format!("{text} [{}]", event.rule),
                json: json!({ "seen": text, "rule": event.rule }),
            },
        });
    });
    disclosed
}

/// Returns the short lines that a side may read. Only events known to it in full can replace the lines of others.
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

fn page_for_side(side: &SideId, before: &State, events: &[NavalEvent], shows: fn(&NavalEvent) -> bool) -> BriefPage {
    let (mut full_events, mut page, mut at) = (Vec::new(), BriefPage::default(), 0);
    for_each_disclosed(side, before, events, |_, event, seen| full_events.extend(seen.is_none().then_some(event)));
    let fires = has_attack(full_events.iter().copied());
    let suffered = enemy_shots(side, before, events);
    let shot_of = |event: &NavalEvent| suffered.iter().find(|shot| std::ptr::eq(shot.fire, event));
    let is_marked_hit =
        |event: &NavalEvent| suffered.iter().any(|shot| shot.hits.iter().any(|hit| std::ptr::eq(*hit, event)));
    for_each_disclosed(side, before, events, |known, event, seen| match seen {
        _ if is_marked_hit(event) => at += usize::from(seen.is_none()),
        Some(text) => page.0.push(BriefLine::from_text(match shot_of(event) {
            Some(shot) => format!("{}: {}.", text.trim_end_matches('.'), shot.hits_text()),
            None => text,
        })),
        None => {
            if shows(event) {
                page.add(known, &full_events, at, fires);
            }
            at += 1;
        }
    });
    page
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

/// Returns the enemy's fire at a side's own ships. The target knows at once how it was hit. [3.3.5]
fn enemy_shots<'e>(side: &SideId, before: &State, events: &'e [NavalEvent]) -> Vec<EnemyShot<'e>> {
    let own = |unit: &Id| before.ships_of(unit).any(|ship| ship.side == *side);
    let mut all: Vec<EnemyShot<'e>> = Vec::new();
    let mut fires = false;
    for event in events {
        let fire = match &event.fact {
            Fact::SalvoFired(salvo) => Some(&salvo.target),
            Fact::BatteriesFired(volley) => Some(&volley.target),
            _ => None,
        };
        if let Some(target) = fire {
            fires = own(target);
            all.extend(fires.then(|| EnemyShot { fire: event, hits: Vec::new() }));
        } else if let Fact::HitsMarked(hit) = &event.fact
            && fires
            && own(&hit.target)
        {
            all.last_mut().into_iter().for_each(|shot| shot.hits.push(event));
        }
    }
    all
}

/// Calls `report` for each event that `side` may know, with the state that the side knew then. The text is `None` for an
/// event known in full, otherwise it describes what was seen.
fn for_each_disclosed<'e>(
    side: &SideId,
    before: &State,
    events: &'e [NavalEvent],
    mut report: impl FnMut(&State, &'e NavalEvent, Option<String>),
) {
    let mut after = before.clone();
    for event in events {
        Naval::apply(&mut after, &event.fact);
    }
    let view = View::for_side(&after, side);
    let mut state = before.clone();
    for event in events {
        let known = with_new_names(known_to(&state, side), &view);
        match visible_to(&state, &after, &event.fact, side) {
            Disclosure::Whole => report(&known, event, None),
            Disclosure::Visible(sight) => report(&known, event, Some(sighting_sentence(&view, &sight))),
            Disclosure::Nothing => {}
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
