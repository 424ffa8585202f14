//! The seals of a battle: whether what they sealed stood, and whether one was replaced or dropped once it was opened. [3.3.1]
use std::collections::{BTreeMap, BTreeSet};

use naval::{Fact, Naval, Segment, SideId, State, seal};
use play::Game;
use play::journal::{Entry, Journal};
use session::Problem;

/// A seal, and whether the plots that it sealed stood to the end.
pub struct Sealed {
    pub side: SideId,
    pub name: String,
    pub turn: u16,
    pub changed: bool,
}

/// Every seal in force, opened in every segment from then on. A code that is not that of its lines is an error.
pub fn seals(journal: &Journal<Naval>) -> Result<Vec<Sealed>, Problem> {
    let mut state = Naval::begin(&journal.header().setup);
    let mut seals = Vec::new();
    for event in journal.deeds().iter().flat_map(|deed| deed.events) {
        if matches!(event.fact, Fact::SegmentBegan { .. }) {
            opened(&state, &mut seals)?;
        }
        Naval::apply(&mut state, &event.fact);
    }
    opened(&state, &mut seals)?;
    Ok(seals)
}

/// The entries that sealed plots with a new salt after the journal had laid open from what the salts are drawn.
pub fn sealed_with_open_salts(journal: &Journal<Naval>) -> Vec<usize> {
    let Some(at) = journal.chances_laid_open_in().filter(|_| journal.header().salts.is_some()) else {
        return Vec::new();
    };
    let mut salts = BTreeSet::new();
    let mut found = Vec::new();
    for (number, entry) in (1..).zip(journal.entries()) {
        let seals = entry.facts().filter_map(|fact| if let Fact::PlotsSealed(seal) = fact { Some(seal) } else { None });
        // An amendment seals again with the salt that was drawn before.
        let is_new = seals.map(|seal| salts.insert(&seal.salt)).fold(false, |any, new| any | new);
        found.extend(Some(number).filter(|_| is_new && at < number));
    }
    found
}

/// Seals that were opened and are in force no more: another came in their place, or their side plotted anew without one.
pub fn replaced(journal: &Journal<Naval>) -> Vec<(SideId, u16)> {
    let mut codes: BTreeMap<(SideId, u16), Opened> = BTreeMap::new();
    let mut found = Vec::new();
    for (number, entry) in (1..).zip(journal.entries()) {
        let facts: Vec<&Fact> = match entry {
            Entry::Did { events, .. } => events.iter().map(|event| &event.fact).collect(),
            Entry::Amended { ruled, .. } => {
                ruled.iter().flat_map(|again| again.outcome.events()).map(|event| &event.fact).collect()
            }
            _ => Vec::new(),
        };
        for fact in facts {
            if let Fact::PlotsSealed(seal) = fact {
                let key = (seal.side.clone(), seal.turn);
                let kept = codes.entry(key.clone()).or_insert_with(|| Opened { code: seal.code.clone(), by: None });
                if kept.by.is_some() && kept.code != seal.code {
                    found.push(key);
                }
                kept.code.clone_from(&seal.code);
            } else if Naval::brings_to_light(fact) && matches!(entry, Entry::Did { .. }) {
                codes.values_mut().for_each(|kept| kept.by = kept.by.or(Some(number)));
            }
        }
    }
    let dropped = dropped(journal, &codes);
    found.extend(dropped.into_iter().filter(|key| !found.contains(key)).collect::<Vec<_>>());
    found
}

/// The code of a seal, and the entry that opened it.
struct Opened {
    code: String,
    by: Option<usize>,
}

/// Of opened seals those that are in force no more although a plot of their side and turn was filed since, or the turn went
/// on without a plot of the side.
fn dropped(journal: &Journal<Naval>, codes: &BTreeMap<(SideId, u16), Opened>) -> Vec<(SideId, u16)> {
    let was_amended_since = |deed: usize, opened: usize| {
        let amends =
            |number: &usize| matches!(journal.entry(*number), Some(Entry::Amended { entry, .. }) if *entry == deed);
        journal.in_force().iter().any(|number| opened <= *number && amends(number))
    };
    let mut state = Naval::begin(&journal.header().setup);
    let (mut sealed, mut plotted) = (BTreeSet::new(), BTreeSet::new());
    for deed in journal.deeds() {
        for event in deed.events {
            match &event.fact {
                Fact::PlotsSealed(seal) => {
                    sealed.insert(seal.code.clone());
                }
                Fact::PlotFiled { division, .. } | Fact::PreplotFiled { division, .. } => {
                    let side = state.division(division).map(|division| division.side.clone());
                    let key = side.map(|side| (side, state.turn));
                    let opened = key.as_ref().and_then(|key| codes.get(key)?.by);
                    let is_anew = |opened: usize| opened < deed.entry || was_amended_since(deed.entry, opened);
                    plotted.extend(key.filter(|_| opened.is_some_and(is_anew)));
                }
                // The turn went on without what it sealed.
                Fact::SegmentBegan { .. } if state.segment == Segment::Plotting => {
                    let is_anew = |kept: &Opened| kept.by.is_some_and(|by| by < deed.entry);
                    let plots = |side: &SideId| {
                        state.divisions.iter().any(|division| division.side == *side && division.plot.is_some())
                    };
                    let is_of_turn = |side: &SideId, turn: u16| turn == state.turn && !plots(side);
                    let of_turn = codes.iter().filter(|((side, turn), kept)| is_of_turn(side, *turn) && is_anew(kept));
                    plotted.extend(of_turn.map(|(key, _)| key.clone()));
                }
                _ => {}
            }
            Naval::apply(&mut state, &event.fact);
        }
    }
    plotted.into_iter().filter(|key| codes.get(key).is_some_and(|kept| !sealed.contains(&kept.code))).collect()
}

fn opened(state: &State, seals: &mut Vec<Sealed>) -> Result<(), Problem> {
    for sealed in &state.seals {
        // A seal from before contact stands for many turns, and is one seal.
        let (side, turn) = (&sealed.side, sealed.turn);
        let changed = match seal::opened(state, sealed) {
            Ok(_) => false,
            Err(seal::Broken::Changed { .. } | seal::Broken::NotSealed) => true,
            Err(seal::Broken::Forged { code, is }) => {
                let whose = format!("the seal of {} in turn {turn}", state.name(side));
                return Err(Problem::new(format!("{whose} is {code}, and that of its lines {is}")));
            }
        };
        match seals.iter_mut().find(|seal| seal.side == *side && seal.turn == turn) {
            Some(seal) => seal.changed |= changed,
            None => seals.push(Sealed { side: side.clone(), name: state.name(side).to_owned(), turn, changed }),
        }
    }
    Ok(())
}
