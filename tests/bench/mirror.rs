//! An entry of a battle with and without a mirror, on the prompt's thread. Then the mirror's pages alone.
use cli::mirror::{MirrorDesk, Targets};
use cli::store::Store;
use divan::Bencher;
use naval::model::{Element, Plot, Setup};
use naval::view::Viewer;
use naval::{Command, Inches, Naval};
use play::journal::{Entry, EntryOf, Header, Journal};
use play::{Game as _, Script};
use session::naval::Follower;
use show::page::PageHeading;

use crate::table::battle;

const SHIPS: u32 = 100;

/// A hundred ships, and a plot that its own side is told of.
fn hundred_ships() -> (Header<Setup>, EntryOf<Naval>) {
    let setup = (*battle(SHIPS).setup).clone();
    let plot =
        Plot { elements: vec![Element::Straight(Inches::whole(2))], speed: Some(Inches::whole(2)), smoke: Vec::new() };
    let command = Command::Plot { unit: "d0".into(), plot, advance: false, launches: Vec::new() };
    let state = Naval::initial_state(&setup);
    let events = play::decide::<Naval>(&state, &command, &mut Script::default()).expect("legal");
    let header = Header::current::<Naval>("naval", "bench", 1, setup);
    (header, Entry::Did { line: 1, from: None, command, events })
}

/// The journal's line is synced, as always. With a mirror, three pages are drawn and written meanwhile.
#[divan::bench(args = [false, true], sample_count = 200)]
fn an_entry_with_a_mirror(bencher: Bencher, has_mirror: bool) {
    let (header, entry) = hundred_ships();
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::<Naval>::create(&folder.path().join("bench.kaiser"), header).expect("a journal");
    let desk = MirrorDesk::open(&store, false).expect("a desk");
    if has_mirror {
        let targets = Targets { main: Some(folder.path().join("pages")), own: Vec::new() };
        desk.prepare(store.journal(), targets, Vec::new()).expect("an empty folder");
        desk.start(store.journal()).expect("pages");
    }
    bencher.bench_local(|| {
        store.record(entry.clone()).expect("written");
        desk.send(store.journal());
    });
    assert_eq!(desk.failure(), None);
}

/// The pages of the table and both sides, drawn again after an entry.
#[divan::bench]
fn three_pages_of_an_entry(bencher: Bencher) {
    let (header, entry) = hundred_ships();
    let sides = header.setup.sides.iter().map(|side| Viewer::Side(side.id.clone()));
    let viewers: Vec<Viewer> = [Viewer::Table].into_iter().chain(sides).collect();
    let count = viewers.len();
    bencher
        .with_inputs(|| {
            let mut follower = Follower::new(header.clone(), viewers.clone());
            (0..count).for_each(|place| drop(follower.page(place, heading)));
            (follower, entry.clone())
        })
        .bench_local_values(|(mut follower, entry)| {
            follower.add(entry).expect("in place");
            (0..count).map(|place| follower.page(place, heading).len()).sum::<usize>()
        });
}

fn heading(_: &Journal<Naval>, _: &Viewer) -> PageHeading {
    PageHeading {
        title: "A battle".to_owned(),
        date: String::new(),
        viewer: String::new(),
        shows_everything: false,
        branch: None,
    }
}
