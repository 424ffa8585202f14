//! What a side may read of a command's events: its own in full, the enemy's as seen, nothing of the rest.
use serde_json::{Value, json};

use super::{
    brief::{Line, Page, attacks, stands_in_short},
    event::unfolded_event,
    event_json, hits, joined,
    seen::sight_says,
};
use naval::{
    Fact, Id, Naval, NavalEvent, SideId, State,
    view::{Told, View, known_to, told},
};
use play::Game;

/// One event as a side may read it, each sentence on one line.
pub struct Telling {
    pub text: String,
    pub json: Value,
}

/// Returns the events of one command as `side` may read them. Events hidden from it are omitted.
///
/// The words use what the side knows, not the true state.
pub fn told_to(side: &SideId, before: &State, events: &[NavalEvent]) -> Vec<Telling> {
    let mut tellings = Vec::new();
    each_heard(side, before, events, |known, one, seen| {
        tellings.push(match seen {
            None => Telling { text: unfolded_event(known, one), json: event_json(known, one) },
            Some(says) => {
                Telling { text: format!("{says} [{}]", one.rule), json: json!({ "seen": says, "rule": one.rule }) }
            }
        });
    });
    tellings
}

/// Returns the short form. Only events that the side may read in full can replace the lines of others.
///
/// `number` is the entry's number as the side counts. It is printed before each ruling with dice.
pub fn brief_to(side: &SideId, before: &State, events: &[NavalEvent], number: impl FnOnce() -> usize) -> Vec<Line> {
    lines_to(side, before, events, |_| true).folded(number)
}

/// Returns the lines of a side's short log.
pub fn in_short_to(side: &SideId, before: &State, events: &[NavalEvent], number: usize) -> Vec<String> {
    lines_to(side, before, events, stands_in_short).lines(|| number)
}

fn lines_to(side: &SideId, before: &State, events: &[NavalEvent], stands: fn(&NavalEvent) -> bool) -> Page {
    let (mut whole, mut page, mut at) = (Vec::new(), Page::default(), 0);
    each_heard(side, before, events, |_, one, seen| whole.extend(seen.is_none().then_some(one)));
    let fires = attacks(whole.iter().copied());
    let suffered = suffered(side, before, events);
    let of = |one: &NavalEvent| suffered.iter().find(|shot| std::ptr::eq(shot.fire, one));
    let is_told = |one: &NavalEvent| suffered.iter().any(|shot| shot.hits.iter().any(|hit| std::ptr::eq(*hit, one)));
    each_heard(side, before, events, |known, one, seen| match seen {
        _ if is_told(one) => at += usize::from(seen.is_none()),
        Some(says) => page.0.push(Line::words(match of(one) {
            Some(shot) => format!("{}: {}.", says.trim_end_matches('.'), shot.says()),
            None => says,
        })),
        None => {
            if stands(one) {
                page.add(known, &whole, at, fires);
            }
            at += 1;
        }
    });
    page
}

/// Enemy fire at a ship of the side, with the hits marked on it.
struct Suffered<'e> {
    fire: &'e NavalEvent,
    hits: Vec<&'e NavalEvent>,
}

impl Suffered<'_> {
    /// `no hit`, `1 penetrating hit`
    fn says(&self) -> String {
        let of = |one: &&NavalEvent| match &one.fact {
            Fact::HitsMarked(hit) => Some(hits(hit.kind, hit.count)),
            _ => None,
        };
        let all: Vec<String> = self.hits.iter().filter_map(of).collect();
        if all.is_empty() { "no hit".to_owned() } else { all.join(", ") }
    }
}

/// Returns the enemy's fire at a side's own ships. The target knows at once how it was hit. [3.3.5]
fn suffered<'e>(side: &SideId, before: &State, events: &'e [NavalEvent]) -> Vec<Suffered<'e>> {
    let own = |unit: &Id| before.ships_of(unit).any(|ship| ship.side == *side);
    let mut all: Vec<Suffered<'e>> = Vec::new();
    let mut fires = false;
    for one in events {
        let fire = match &one.fact {
            Fact::SalvoFired(salvo) => Some(&salvo.target),
            Fact::BatteriesFired(volley) => Some(&volley.target),
            _ => None,
        };
        if let Some(target) = fire {
            fires = own(target);
            all.extend(fires.then(|| Suffered { fire: one, hits: Vec::new() }));
        } else if let Fact::HitsMarked(hit) = &one.fact
            && fires
            && own(&hit.target)
        {
            all.last_mut().into_iter().for_each(|shot| shot.hits.push(one));
        }
    }
    all
}

/// Calls `tell` for each event that `side` may know, with the state that the side knew then. The text is `None` for an
/// event known in full, otherwise it describes what was seen.
fn each_heard<'e>(
    side: &SideId,
    before: &State,
    events: &'e [NavalEvent],
    mut tell: impl FnMut(&State, &'e NavalEvent, Option<String>),
) {
    let mut after = before.clone();
    for one in events {
        Naval::apply(&mut after, &one.fact);
    }
    let view = View::of(&after, side);
    let mut state = before.clone();
    for one in events {
        let known = with_news(known_to(&state, side), &view);
        match told(&state, &after, &one.fact, side) {
            Told::Whole => tell(&known, one, None),
            Told::Sight(sight) => tell(&known, one, Some(sight_says(&view, &sight))),
            Told::Nothing => {}
        }
        Naval::apply(&mut state, &one.fact);
    }
}

/// Returns events as lines, each sentence on one.
pub fn tellings(told: &[Telling]) -> String {
    joined(told.iter().map(|one| &one.text).filter(|text| !text.is_empty()), "\n")
}

/// Returns what a side knew, plus the names of units that the command brought in sight.
fn with_news(mut known: State, news: &State) -> State {
    let ships: Vec<_> = news.ships.iter().filter(|ship| known.ship(&ship.id).is_none()).cloned().collect();
    known.ships.extend(ships);
    let divisions = news.divisions.iter().filter(|division| known.division(&division.id).is_none()).cloned();
    known.divisions.extend(divisions.collect::<Vec<_>>());
    known
}
