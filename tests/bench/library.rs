//! The speed of the library: lists, one ship, a generated battle, forty cards. Each is a complete run of
//! the program, and the list is also read without it.
use std::process::Command as Process;

use divan::{Bencher, black_box};

fn kaiser(arguments: &[&str]) -> usize {
    let output = Process::new(bench::program()).args(arguments).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout.len()
}

/// Every ship, from process start. Target: 30 ms.
#[divan::bench(sample_count = 100)]
fn start_to_list_of_all_ships(bencher: Bencher) {
    bencher.bench_local(|| kaiser(&["ship", "list"]));
}

/// The list without the process: only reading the index.
#[divan::bench]
fn list_of_all_ships() -> usize {
    load::ship_list(black_box(&naval_kit::builtin())).expect("built in").len()
}

/// One ship with its calculation, from process start.
#[divan::bench(sample_count = 100)]
fn start_to_one_ship(bencher: Bencher) {
    bencher.bench_local(|| kaiser(&["ship", "show", "asahi"]));
}

/// A large generated battle of each of three theatres, from process start. Target: 20 ms.
#[divan::bench(sample_count = 100, args = ["yellow-sea", "black-sea", "north-sea-1916"])]
fn start_to_generated_battle(bencher: Bencher, theatre: &str) {
    let mut seed = 0_u64;
    bencher.with_inputs(|| tempfile::tempdir().expect("a folder")).bench_local_values(|folder| {
        seed += 1;
        let (number, file) = (seed.to_string(), folder.path().join("m.yaml"));
        let file = file.to_str().expect("plain");
        let args = ["--theatre", theatre, "--seed", number.as_str(), "--size", "large", "-o", file];
        kaiser(&[&["scenario", "generate"][..], &args[..]].concat());
        folder
    });
}

/// Cards of forty ships by name, from process start to the file. Target: 1 s.
#[divan::bench(sample_count = 20)]
fn start_to_forty_cards_as_pdf(bencher: Bencher) {
    let library = load::ships(&naval_kit::builtin()).expect("built in");
    let large = library.into_iter().filter(|ship| ship.card.big.is_some()).map(|ship| ship.id.to_string());
    let names: Vec<String> = large.take(40).collect();
    bencher.with_inputs(|| tempfile::tempdir().expect("a folder")).bench_local_values(|folder| {
        let file = folder.path().join("cards.pdf");
        let mut arguments = vec!["print"];
        arguments.extend(names.iter().map(String::as_str));
        arguments.extend(["-o", file.to_str().expect("plain")]);
        kaiser(&arguments);
        folder
    });
}
