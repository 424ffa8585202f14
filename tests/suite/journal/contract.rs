//! The contract of every game, and every game held to it.
use naval::{
    self, Fact, Naval, command,
    measure::Inches,
    ship::{BatteryKind, Bearing, ShipType},
    state::Segment,
};
use play::journal::{Entry, Fresh, Header, Journal};
use play::{self, Game, Halt};

use super::toy::{self, Toy};
use crate::fixture;

/// The contract of every game, over one random lawful play of `rounds` commands from `choose`, which is given the
/// state and a source of chance (`chance(n)` is in `0..n`): replay equals state; undo then redo equals before; an
/// amendment can be taken back; the journal's text round-trips; verify is clean. Returns the journal of that play.
pub fn holds_for<G: Game>(
    game: &str,
    setup: &G::Setup,
    seed: u64,
    rounds: usize,
    mut choose: impl FnMut(&G::State, &mut dyn FnMut(u32) -> u32) -> G::Command,
) -> Journal<G> {
    let mut words = words(seed);
    let mut chance = move |below: u32| words() % below;
    let mut journal = Journal::<G>::new(Header::of::<G>(game, "test", seed, setup.clone()));
    let mut deeds = 0;
    for _ in 0..rounds {
        let command = choose(journal.state(), &mut chance);
        let before = journal.state().clone();
        match play::decide::<G>(&before, &command, &mut journal.dice()) {
            Ok(events) => {
                let mut after = before.clone();
                play::apply_all::<G>(&mut after, &events);
                journal.add(Entry::Did { command, events }).unwrap();
                assert_eq!(journal.state(), &after, "the journal's state is that of its facts");
                deeds += 1;
                if chance(4) == 0 {
                    journal.add(super::taken_back()).unwrap();
                    assert_eq!(journal.state(), &before, "undo restores what was before");
                    if chance(3) > 0 {
                        journal.add(Entry::Redid).unwrap();
                        assert_eq!(journal.state(), &after, "redo restores what was undone");
                    }
                }
            }
            Err(Halt::Refused { .. }) => {}
            Err(halt) => panic!("thrown dice never lack a face: {halt:?}"),
        }
    }
    assert!(deeds > 0, "not one of {rounds} commands was lawful");
    let mut undone = 0;
    let mut end = journal.state().clone();
    while journal.undo_target().is_some() && undone < 5 {
        journal.add(super::taken_back()).unwrap();
        undone += 1;
    }
    for _ in 0..undone {
        journal.add(Entry::Redid).unwrap();
    }
    assert_eq!(journal.state(), &end, "undoing and redoing several equals before");
    for _ in 0..3 {
        let number = journal.deeds()[chance(deeds) as usize % journal.deeds().len()].entry;
        let command = choose(&journal.state_after(number - 1), &mut chance);
        let say = |_: &G::State, reason: &G::Reason, rule| format!("{reason:?} [{rule}]");
        let Ok(amendment) = journal.amend(number, &command, Fresh::Thrown, &say) else { continue };
        journal.add(amendment.because(super::because())).unwrap();
        let amended = journal.state().clone();
        assert_eq!(&journal.replay_until(|_| false), &amended, "replay of an amendment equals state");
        journal.add(super::taken_back()).unwrap();
        assert_eq!(journal.state(), &end, "undoing an amendment restores what was before");
        journal.add(Entry::Redid).unwrap();
        assert_eq!(journal.state(), &amended);
        if chance(2) == 0 {
            journal.add(super::taken_back()).unwrap();
        } else {
            end = amended;
        }
    }
    journal.add(Entry::Closed).unwrap();
    assert_eq!(&journal.replay_until(|_| false), journal.state(), "replay equals state");
    assert_eq!(&journal.state_after(usize::MAX), journal.state(), "replay of entries equals state");
    let text = journal.text().unwrap();
    let read = Journal::<G>::read(game, text.as_bytes()).unwrap();
    assert_eq!(read.journal.header(), journal.header());
    assert_eq!(read.journal.entries(), journal.entries());
    assert_eq!(read.journal.state(), journal.state(), "a journal read again has the same state");
    assert_eq!(read.journal.text().unwrap(), text, "the text round-trips");
    assert!(read.closed && read.torn.is_none());
    if let Err(disagreement) = read.journal.verify() {
        panic!("verify is clean: {disagreement}");
    }
    read.journal
}

/// Words by chance that are the same every time (SplitMix64).
pub fn words(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 32) as u32
    }
}

/// Chance as a game's chooser is given it: a number below the one named.
type Chance<'a> = dyn FnMut(u32) -> u32 + 'a;

fn any_of<'a, T>(chance: &mut Chance<'_>, these: &'a [T]) -> &'a T {
    &these[chance(these.len() as u32) as usize]
}

pub fn toy_command(_: &toy::State, chance: &mut Chance<'_>) -> toy::Command {
    match chance(3) {
        0 => toy::Command::Give(i64::from(chance(9)) - 1),
        1 if chance(2) == 0 => toy::Command::Dare(chance(3) as u8),
        _ => toy::Command::Fire { by: chance(3) as u8, guns: chance(7) as u16 },
    }
}

#[test]
fn the_contract_holds_for_a_small_game() {
    for seed in 0..40 {
        holds_for::<Toy>("toy", &toy::setup(), seed, 60, toy_command);
    }
}

/// Anything a referee might type, right or wrong, for the segment that it is.
pub fn naval_command(state: &naval::State, chance: &mut Chance<'_>) -> naval::Command {
    use naval::Command as Does;
    let ship = |chance: &mut Chance<'_>| any_of(chance, &state.ships).card.id.clone();
    let range = |chance: &mut Chance<'_>| Inches(100 + 25 * chance(24) as i32);
    let side = |chance: &mut Chance<'_>| any_of(chance, &state.setup.sides).id.clone();
    let division = |chance: &mut Chance<'_>| any_of(chance, &state.setup.divisions).id.clone();
    const BEARINGS: [Bearing; 5] =
        [Bearing::Bow, Bearing::Broadside, Bearing::Port, Bearing::Starboard, Bearing::Stern];
    const BATTERIES: [Option<BatteryKind>; 4] =
        [None, Some(BatteryKind::Big), Some(BatteryKind::Medium), Some(BatteryKind::Light)];
    match chance(20) {
        0 => return Does::Next { to: None, waive: Some("a drill".to_owned()) },
        1 => return Does::Note { words: "so it went \u{2693}".to_owned() },
        2 => {
            let setting = match chance(4) {
                0 => command::Setting::Fires(chance(2) as u8),
                1 => command::Setting::Torpedoes(chance(3) as u8),
                2 => command::Setting::Speed(range(chance)),
                _ => command::Setting::Sighted(chance(5) > 0),
            };
            return Does::Set { unit: ship(chance), setting, because: "chance".to_owned() };
        }
        3 => {
            let (from, to) = (ship(chance), ship(chance));
            return Does::Measure { from, to, range: range(chance), bearing: None };
        }
        _ => {}
    }
    if chance(3) == 0 && state.held.is_empty() && state.markers.is_empty() {
        return Does::Next { to: None, waive: None };
    }
    match state.segment {
        Segment::Plotting if chance(2) == 0 => {
            let dummy = chance(4) == 0;
            Does::Launch {
                by: ship(chance),
                target: ship(chance),
                factors: if dummy { 0 } else { 1 + chance(2) as u8 },
                run: range(chance),
                bearing: *any_of(chance, &BEARINGS),
                marker: (*any_of(chance, &["q", "r"])).into(),
                dummy,
                blocked_by: None,
                clear: false,
            }
        }
        Segment::Plotting => Does::Speed { unit: division(chance), speed: Inches(25 * chance(10) as i32) },
        Segment::Movement => Does::React { division: division(chance) },
        Segment::Illumination => Does::Next { to: Some(*any_of(chance, &Segment::ALL)), waive: None },
        Segment::Sighting => {
            let by = if chance(3) == 0 { vec![ship(chance)] } else { Vec::new() };
            Does::Sight { unit: ship(chance), seen: !by.is_empty() || chance(5) > 0, by }
        }
        Segment::Gunfire => match chance(6) {
            0 => Does::Fire { units: Vec::new(), apart: chance(2) == 0 },
            1 => Does::Fire { units: vec![ship(chance)], apart: chance(2) == 0 },
            2 if chance(3) == 0 => Does::Declared { side: (chance(2) == 0).then(|| side(chance)) },
            _ => Does::Target(command::Target {
                firer: ship(chance),
                target: ship(chance),
                range: (chance(4) > 0).then(|| range(chance)),
                bearing: (chance(3) > 0).then(|| *any_of(chance, &BEARINGS)),
                battery: *any_of(chance, &BATTERIES),
                conditions: command::Conditions { turned_deg: chance(4) as u16 * 30, ..Default::default() },
            }),
        },
        Segment::Torpedo => {
            let marker = (*any_of(chance, &["q", "r"])).into();
            let met = command::Met { ship: ship(chance), angle_deg: chance(10) as u16 * 10 };
            match chance(5) {
                0 => Does::Miss { marker },
                1 => Does::TorpedoCheck { side: side(chance) },
                2 => Does::CoupDeGrace {
                    by: ship(chance),
                    target: ship(chance),
                    range: Some(Inches(50)),
                    factors: 1,
                    clear: false,
                },
                _ => Does::Meet { marker, targets: vec![met], in_line: Vec::new() },
            }
        }
        Segment::DamageControl => match chance(3) {
            0 => Does::Fires { ship: (chance(2) == 0).then(|| ship(chance)) },
            _ => Does::Repair { ship: ship(chance), item: "fire".into() },
        },
        Segment::Damage => Does::Damage { unit: (chance(2) == 0).then(|| ship(chance)) },
    }
}

/// Two ships a side, without positions.
pub fn naval_setup() -> naval::Setup {
    let card = |name, navy, kind| fixture::card(name, navy, kind);
    fixture::setup(
        vec![card("Asahi", "japan", ShipType::BB), card("Naniwa", "japan", ShipType::CL)],
        vec![card("Retvizan", "russia", ShipType::BB), card("Boyarin", "russia", ShipType::CL)],
    )
}

#[test]
fn the_contract_holds_for_the_naval_game() {
    let setup = naval_setup();
    let (mut salvoes, mut volleys, mut torpedoes, mut fires) = (0, 0, 0, 0);
    for seed in 0..60 {
        let journal = holds_for::<Naval>("naval", &setup, seed, 500, naval_command);
        let deeds = journal.deeds();
        for event in deeds.iter().flat_map(|deed| deed.events) {
            salvoes += usize::from(matches!(event.fact, Fact::SalvoFired(_)));
            volleys += usize::from(matches!(event.fact, Fact::BatteriesFired(_)));
            torpedoes += usize::from(matches!(event.fact, Fact::TorpedoesLaunched(_)));
            fires += usize::from(event.rule.to_string() == "8.5.3");
        }
    }
    let seen = format!("{salvoes} salvoes, {volleys} volleys, {torpedoes} launches, {fires} rulings on fires");
    assert!(salvoes > 20 && volleys > 20 && torpedoes > 5 && fires > 20, "too little was played: {seen}");
}
