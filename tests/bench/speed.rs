//! Speed: `cargo bench`. Figures are in docs/explanation/measurements.md.
mod crystal;
mod duel;
mod library;
mod map;
mod mirror;
mod pages;
mod paper;
mod sea;
mod table;

use std::{fs::File, io::Write, process::Command as Process};

use cli::store::Store;
use divan::{Bencher, black_box};
use duel::{declared, duel, entry_count, fire, long_journal, salvo_entry, salvo_journal};
use naval::{Fact, Naval, rules::gunnery::salvo_odds};
use play::journal::{Header, Journal};
use play::odds;
use play::{self, Script};

fn main() {
    divan::main();
}

/// Eleven dice, three rolls, exact fractions.
#[divan::bench]
fn odds_of_the_largest_salvo(bencher: Bencher) {
    let state = declared(11);
    let salvo = &state.this_move.declarations[1];
    bencher
        .bench_local(|| salvo_odds(black_box(&state), salvo, |strikes, through, _| (strikes, through)).expect("fires"));
}

/// The same by exploring every path through the complete ruling.
#[divan::bench]
fn odds_of_the_largest_salvo_by_its_ruling(bencher: Bencher) {
    let state = declared(11);
    let hits = |events: &[naval::NavalEvent]| {
        events.iter().find_map(|event| {
            if let Fact::SalvoFired(salvo) = &event.fact { Some((salvo.strikes, salvo.penetrating)) } else { None }
        })
    };
    bencher.bench_local(|| odds::explore::<Naval, _>(black_box(&state), &fire(), hits).expect("legal"));
}

/// One ruling without its journal line.
#[divan::bench]
fn ruling_of_a_salvo(bencher: Bencher) {
    let state = declared(2);
    bencher.bench_local(|| {
        play::decide::<Naval>(black_box(&state), &fire(), &mut Script::typed([3, 9, 4, 2])).expect("legal")
    });
}

/// A ruling with its synced journal line; compare `bare_append_and_sync`.
#[divan::bench(sample_count = 200)]
fn ruling_and_its_synced_line(bencher: Bencher) {
    let state = declared(2);
    let folder = tempfile::tempdir().expect("a folder");
    let header = Header::current::<Naval>("naval", "bench", 1, duel());
    let mut store = Store::<Naval>::create(&folder.path().join("bench.kaiser"), header).expect("a journal");
    bencher.bench_local(|| store.record(salvo_entry(&state)).expect("written"));
}

/// The same bytes, appended and synced without the rest of the program.
#[divan::bench(sample_count = 200)]
fn bare_append_and_sync(bencher: Bencher) {
    let journal = Journal::<Naval>::new(Header::current::<Naval>("naval", "bench", 1, duel()));
    let state = declared(2);
    let mut with_one = Journal::<Naval>::new(journal.header().clone());
    with_one.add(salvo_entry(&state)).expect("in place");
    let text = with_one.text().expect("writable");
    let line = text.lines().last().expect("a line").to_owned() + "\n";
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = File::options().create(true).append(true).open(folder.path().join("bare")).expect("a file");
    bencher.bench_local(|| {
        file.write_all(line.as_bytes()).expect("written");
        file.sync_data().expect("synced");
    });
}

/// Reading a journal of 5,000 entries and computing its state.
#[divan::bench]
fn opening_5000_entries(bencher: Bencher) {
    let text = long_journal(5_000);
    bencher.bench_local(|| entry_count(black_box(&text)));
}

/// The same with 100,000.
#[divan::bench(sample_count = 20)]
fn opening_100_000_entries(bencher: Bencher) {
    let text = long_journal(100_000);
    bencher.bench_local(|| entry_count(black_box(&text)));
}

/// 100,000 entries, each a salvo with its arithmetic and its dice.
#[divan::bench(sample_count = 10)]
fn opening_100_000_salvoes(bencher: Bencher) {
    let text = salvo_journal(100_000);
    bencher.bench_local(|| entry_count(black_box(&text)));
}

/// A folder with a journal of sixty turns, each with its targets and its fire by two ships.
fn sixty_turns() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let turn = "next to gunfire\ntarget asahi at retvizan range 12\ntarget retvizan at asahi range 12\nfire all\n\
        next to damage waive \"no\"\nnext waive \"no\"\n";
    std::fs::write(folder.path().join("sixty.txt"), turn.repeat(60)).expect("written");
    let script = ["play", "asahi-retvizan", "--measured", "--seed", "1", "--keep-going", "--script", "sixty.txt"];
    kaiser(folder.path(), &[&script[..], &["-o", "sixty.kaiser"]].concat());
    std::fs::copy(folder.path().join("sixty.kaiser"), folder.path().join("kept")).expect("copied");
    std::fs::write(
        folder.path().join("amend.txt"),
        "amend 2 because \"it was nearer\" target asahi at retvizan range 11\n",
    )
    .expect("written");
    folder
}

fn kaiser(folder: &std::path::Path, arguments: &[&str]) -> usize {
    let mut process = Process::new(bench::program());
    process.args(arguments).current_dir(folder).output().expect("runs").stdout.len()
}

/// Opening that journal, correcting an input of its first turn, and closing it.
#[divan::bench(sample_count = 10)]
fn an_amend_sixty_turns_back(bencher: Bencher) {
    let folder = sixty_turns();
    bencher.bench_local(|| {
        std::fs::copy(folder.path().join("kept"), folder.path().join("sixty.kaiser")).expect("copied");
        kaiser(folder.path(), &["play", "sixty.kaiser", "--script", "amend.txt"])
    });
}

/// Words of a million bytes in place of a verb, a name, a plot and a topic.
#[divan::bench(sample_count = 10)]
fn words_of_a_million_bytes(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "a".repeat(1_000_000);
    let lines = format!("{long}\ntarget {long} at retvizan\nplot asahi {long}\nhelp {long}\n");
    std::fs::write(folder.path().join("long.txt"), lines).expect("written");
    let play = ["play", "asahi-retvizan", "--keep-going", "--seed", "1", "-o", "long.kaiser", "--script", "long.txt"];
    bencher.bench_local(|| {
        let _none_yet = std::fs::remove_file(folder.path().join("long.kaiser"));
        kaiser(folder.path(), &play)
    });
}

/// A scenario file with forty thousand anchors.
#[divan::bench(sample_count = 10)]
fn forty_thousand_anchors(bencher: Bencher) {
    let folder = tempfile::tempdir().expect("a folder");
    let lines: String = (0..40_000).map(|index| format!("x{index}: &a{index} v\n")).collect();
    std::fs::write(folder.path().join("anchors.yaml"), lines).expect("written");
    bencher.bench_local(|| kaiser(folder.path(), &["scenario", "check", "anchors.yaml"]));
}

/// Process start to first answer.
#[divan::bench(sample_count = 100)]
fn start_to_first_answer(bencher: Bencher) {
    bencher
        .bench_local(|| Process::new(bench::program()).args(["rules", "6.5.1"]).output().expect("runs").stdout.len());
}

/// The odds of a salvo from a cold start.
#[divan::bench(sample_count = 100)]
fn start_to_odds(bencher: Bencher) {
    let odds = ["odds", "guns", "--dice", "2", "--hit", "7", "--size", "11", "--power", "18", "--armour", "8"];
    bencher.bench_local(|| Process::new(bench::program()).args(odds).output().expect("runs").stdout.len());
}
