//! How many instructions each row takes, independently of the machine's load: `cargo bench -p bench
//! --bench counts`, after `cargo build --release`.
//!
//! Each row runs under `valgrind --tool=callgrind` and is compared with `counts.txt`. If a row takes more than 1.2
//! times the instructions recorded there, or none are recorded, the command fails. `BLESS=1` writes the file again;
//! the commit explains the difference.
mod comparison;
mod duel;
mod map;
mod sea;
mod table;

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    hint::black_box,
    process::{Command as Process, ExitCode},
};

use boards::battle_acre;
use comparison::compare;
use naval::{Naval, rules::gunnery::salvo_odds};
use play::{Script, journal::Header};
use search::Limits;
use show::map::{Window, svg};

/// The published counts: each line has a row and its instructions.
const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

/// A row of the table.
struct Row {
    name: &'static str,
    measures: Measures,
}

/// What a row runs.
enum Measures {
    /// Work of the libraries: a function that prepares it and then repeats it `repeats` times. The count is for doing
    /// it once, without preparation; short work is repeated more often.
    Work { run: fn(usize), repeats: usize },
    /// The complete program with these arguments.
    Program(&'static [&'static str]),
}

const fn work(name: &'static str, repeats: usize, run: fn(usize)) -> Row {
    Row { name, measures: Measures::Work { run, repeats } }
}

const fn program(name: &'static str, arguments: &'static [&'static str]) -> Row {
    Row { name, measures: Measures::Program(arguments) }
}

const ROWS: [Row; 19] = [
    work("movement-segment-12", 10, |times| repeat(times, table::movement_segment(12))),
    work("movement-segment-48", 4, |times| repeat(times, table::movement_segment(48))),
    work("movement-segment-100", 2, |times| repeat(times, table::movement_segment(100))),
    work("movement-segment-200", 1, |times| repeat(times, table::movement_segment(200))),
    work("sighting-segment-100", 2, |times| repeat(times, table::sighting_segment(100))),
    work("surveys-of-all-pairs-100", 2, |times| repeat(times, table::surveys(100))),
    work("map-svg-10", 4, |times| map_svg(times, 10)),
    work("map-svg-48", 2, |times| map_svg(times, 48)),
    work("map-svg-100", 1, |times| map_svg(times, 100)),
    work("map-svg-200", 1, |times| map_svg(times, 200)),
    work("ruling-of-a-salvo", 1_000, ruling),
    work("ruling-and-its-line", 1_000, ruling_and_line),
    work("odds-of-the-largest-salvo", 1_000, odds),
    work("opening-5000-entries", 1, |times| opening(times, &duel::long_journal(5_000))),
    work("opening-5000-salvoes", 1, |times| opening(times, &duel::salvo_journal(5_000))),
    work("search-from-the-start", 1, searching),
    program("start-to-first-answer", &["rules", "6.5.1"]),
    program("start-to-list-of-all-ships", &["ship", "list"]),
    program(
        "start-to-generated-battle",
        &["scenario", "generate", "--theatre", "yellow-sea", "--seed", "7", "--size", "large", "-o", "battle.yaml"],
    ),
];

/// Without a row's name, measures all rows; with a name and a number, repeats that row's work this often.
fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if let [name, times] = args.as_slice() {
        let row = ROWS.iter().find(|row| row.name == name).expect("a row");
        if let Measures::Work { run, .. } = row.measures {
            run(times.parse().expect("a whole number"));
        }
        return ExitCode::SUCCESS;
    }
    let published = published();
    let (mut table, mut failed) = (String::new(), 0);
    for row in &ROWS {
        let count = instructions(row);
        let judged = compare(count, published.get(row.name).copied());
        failed += u32::from(judged.fails());
        println!("{:<28} {count:>14} {judged}", row.name);
        writeln!(table, "{} {count}", row.name).expect("a string takes everything");
    }
    if env::var_os("BLESS").is_some() {
        fs::write(PUBLISHED, table).expect("written");
        return ExitCode::SUCCESS;
    }
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The published count of each row.
fn published() -> BTreeMap<String, u64> {
    let text = fs::read_to_string(PUBLISHED).unwrap_or_default();
    let row = |line: &str| {
        let (name, count) = line.split_once(' ').expect("a row and its count");
        (name.to_owned(), count.parse().expect("a whole number"))
    };
    text.lines().map(row).collect()
}

/// Returns how many instructions a row takes.
fn instructions(row: &Row) -> u64 {
    match row.measures {
        Measures::Work { repeats, .. } => {
            let own = env::current_exe().expect("a benchmark runs from a file");
            let count = |times: usize| {
                let times = times.to_string();
                count_of(Process::new("valgrind").arg(CALLGRIND).arg(NO_FILE).arg(&own).args([row.name, &times]))
            };
            // The first time also fills the libraries' caches, so it is not counted.
            (count(1 + repeats) - count(1)) / repeats as u64
        }
        Measures::Program(arguments) => {
            let folder = tempfile::tempdir().expect("a folder");
            let mut valgrind = Process::new("valgrind");
            valgrind.arg(CALLGRIND).arg(NO_FILE).arg(bench::program()).args(arguments);
            count_of(valgrind.current_dir(folder.path()))
        }
    }
}

const CALLGRIND: &str = "--tool=callgrind";
const NO_FILE: &str = "--callgrind-out-file=/dev/null";

/// Runs callgrind and returns the number that it reports.
fn count_of(valgrind: &mut Process) -> u64 {
    let output = valgrind.output().expect("valgrind is installed");
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}");
    let collected = report.lines().find_map(|line| line.split_once("Collected : ")).expect("callgrind counts");
    collected.1.trim().parse().expect("a whole number")
}

fn repeat<T>(times: usize, work: impl Fn() -> T) {
    (0..times).for_each(|_| drop(black_box(work())));
}

fn map_svg(times: usize, ships: u32) {
    let scene = map::table(ships);
    repeat(times, || svg(&scene, Window::whole_table(scene.table)));
}

fn ruling(times: usize) {
    let state = duel::declared(2);
    let fire = duel::fire();
    repeat(times, || play::decide::<Naval>(&state, &fire, &mut Script::typed([3, 9, 4, 2])).expect("legal"));
}

fn ruling_and_line(times: usize) {
    let state = duel::declared(2);
    let folder = tempfile::tempdir().expect("a folder");
    let header = Header::current::<Naval>("naval", "bench", 1, duel::duel());
    let path = folder.path().join("bench.kaiser");
    let mut store = cli::store::Store::<Naval>::create(&path, header).expect("a journal");
    (0..times).for_each(|_| store.record(duel::salvo_entry(&state)).expect("written"));
}

fn odds(times: usize) {
    let state = duel::declared(11);
    let salvo = &state.this_move.declarations[1];
    repeat(times, || salvo_odds(&state, salvo, |strikes, through, _| (strikes, through)).expect("fires"));
}

/// Twenty thousand positions of Battle Acre from its start, on one thread.
fn searching(times: usize) {
    let start = battle_acre::AcreSearchPosition::new(battle_acre::Position::start(), Default::default());
    let limits = Limits { threads: 1, ..Limits::nodes(20_000) };
    repeat(times, || search::search_multi_pv(&start, &[], &limits, 1, &|| false, &mut |_| {}));
}

fn opening(times: usize, text: &str) {
    repeat(times, || duel::entry_count(text));
}
