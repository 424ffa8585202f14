//! What a side is told of a deed: the whole ruling of its own, of the enemy's what was seen, of the rest nothing.
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

/// One event as a side is told of it, each sentence in one line.
pub struct Telling {
    pub text: String,
    pub json: Value,
}

/// The events of one command, as `side` is told of them; those it is told nothing of are left out.
///
/// Words are made from what the side knows, not from what is.
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

/// The same in brief: of the events that it is told whole, and of no others, some lines tell what the others would.
///
/// `number` is that of the entry as the side counts, at the head of each ruling by dice.
pub fn brief_to(side: &SideId, before: &State, events: &[NavalEvent], number: impl FnOnce() -> usize) -> Vec<Line> {
    lines_to(side, before, events, |_| true).folded(number)
}

/// The same as the log of a side tells it in short.
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

/// Fire of the enemy at a ship of the side's own, with the hits that it marked on her.
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

/// What of these events the enemy has fired at a side's own ships: how he hit her she knows at once. [3.3.5]
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

/// Tells each event of which `side` hears, with what the side knew when it happened: whole, or only what was seen of it, in
/// words.
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

/// What a side is told, as lines, each sentence in one.
pub fn tellings(told: &[Telling]) -> String {
    joined(told.iter().map(|one| &one.text).filter(|text| !text.is_empty()), "\n")
}

/// What a side knew, and the names of those whom the command itself brought in sight.
fn with_news(mut known: State, news: &State) -> State {
    let ships: Vec<_> = news.ships.iter().filter(|ship| known.ship(&ship.id).is_none()).cloned().collect();
    known.ships.extend(ships);
    let divisions = news.divisions.iter().filter(|division| known.division(&division.id).is_none()).cloned();
    known.divisions.extend(divisions.collect::<Vec<_>>());
    known
}
