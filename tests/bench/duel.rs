//! Two battleships that fire at each other, and long journals of their duel.
use naval::model::{FireOrder, FiringArc, Mount, Setup, command::Conditions};
use naval::{Command, Fact, Naval, Segment, State};
use play::journal::{Entry, EntryOf, Header, Journal};
use play::{self, Game, Script};

pub fn duel() -> Setup {
    load::scenario(&naval_kit::builtin(), "asahi-retvizan").expect("built in")
}

pub fn target(firer: &str, enemy: &str) -> Command {
    Command::Target(FireOrder {
        firer: firer.into(),
        target: enemy.into(),
        range: "8".parse().ok(),
        bearing: None,
        battery: None,
        conditions: Conditions::default(),
    })
}

pub fn fire() -> Command {
    Command::Fire { units: vec!["asahi".into()], apart: false }
}

/// Both ships have declared, in the Gunfire Segment. Asahi has this many mounts.
pub fn declared(mounts: usize) -> State {
    let mut setup = duel();
    let mut asahi = (*setup.ships[0].card).clone();
    if let Some(big) = &mut asahi.big {
        big.mounts = (0..mounts)
            .map(|index| Mount { id: format!("m{index}").as_str().into(), arcs: vec![FiringArc::Port] })
            .collect();
    }
    setup.ships[0].card = asahi.into();
    let mut state = Naval::initial_state(&setup);
    Naval::apply(&mut state, &Fact::SegmentBegan { turn: 1, segment: Segment::Gunfire });
    for command in [target("retvizan", "asahi"), target("asahi", "retvizan")] {
        let events = play::decide::<Naval>(&state, &command, &mut Script::default()).expect("legal");
        play::apply_all::<Naval>(&mut state, &events);
    }
    state
}

pub fn salvo_entry(state: &State) -> EntryOf<Naval> {
    let events = play::decide::<Naval>(state, &fire(), &mut Script::typed([3, 9, 4, 2])).expect("legal");
    Entry::Did { line: 1, from: None, command: fire(), events }
}

/// The text of a journal with this many entries: half of them segments, half of them notes.
pub fn long_journal(entries: usize) -> String {
    let mut journal = Journal::<Naval>::new(Header::current::<Naval>("naval", "bench", 1, duel()));
    let next = Command::Next { to: None, waive: None };
    let mut setup = duel();
    setup.turns = 60_000;
    let mut state = Naval::initial_state(&setup);
    for index in 0..entries {
        let command = if index % 2 == 0 {
            next.clone()
        } else {
            Command::Note { words: format!("entry {index}, so many words as a referee writes") }
        };
        let events = play::decide::<Naval>(&state, &command, &mut Script::default()).expect("legal");
        play::apply_all::<Naval>(&mut state, &events);
        journal.add(journal.new_command_entry(command, events)).expect("in place");
    }
    journal.text().expect("writable")
}

pub fn entry_count(text: &str) -> usize {
    Journal::<Naval>::read("naval", text.as_bytes()).expect("a journal").journal.entries().len()
}

/// The text of a journal in which every entry is a salvo with its arithmetic and its dice.
pub fn salvo_journal(entries: usize) -> String {
    let salvo = salvo_entry(&declared(2));
    let mut journal = Journal::<Naval>::new(Header::current::<Naval>("naval", "bench", 1, duel()));
    (0..entries).for_each(|_| journal.add(salvo.clone()).expect("in place"));
    journal.text().expect("writable")
}
