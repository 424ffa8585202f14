//! The same lines through the session itself, plus lines that are not game commands. Scripts of a few lines
//! drive the program, and the next lines are built from the journal that it left.
//!
//! Slow lines are left out: pages to print, and the engine's own searches except short ones.
use std::fs;

use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::journal::Journal;

use super::{Chance, Count, Tried, lines_per_game, mutated};
use crate::cli::Workspace;

/// The number of lines in one script.
const AT_A_TIME: usize = 25;

/// How slow lines begin.
const LONG: [&str; 7] = ["pr", "hint", "analy", "go", "odds plan", "auto", "chronicle"];

/// Lines, other than orders, that every prompt accepts.
const ALWAYS: [&str; 12] = [
    "undo",
    "undo because \"wrong ship\"",
    "undo 2 because it slipped",
    "redo",
    "redo",
    "log",
    "why",
    "why 3",
    "status",
    "dice ask",
    "dice roll",
    "help",
];

const NAVAL: [&str; 33] = [
    "pass to referee",
    "pass to referee",
    "pass to referee",
    "pass to japan",
    "pass to russia",
    "pass to britain",
    "view",
    "briefing",
    "view japan",
    "view russia",
    "reveal",
    "reveal japan",
    "seal",
    "seal japan",
    "amend 1 note \"otherwise\"",
    "amend 2 next to gunfire",
    "amend 3 set asahi fires 1 because x",
    "amend 4 next waive \"so\" dice 1 2 3 4 5 6",
    "duties",
    "tally",
    "where",
    "sheet",
    "move",
    "ranges",
    "measure all",
    "map ascii",
    "map wakes to map.svg",
    "odds asahi at retvizan range 8",
    "odds rossia fires",
    "card asahi",
    "rules 6.5.1",
    "table guns",
    "quit",
];

const BOARD: [&str; 14] = [
    "go nodes 20",
    "hint nodes 20",
    "analyse 2 nodes 20",
    "moves",
    "moves a1",
    "why not a1-a2",
    "board",
    "board all",
    "board coal",
    "belief",
    "note so it went",
    "save position",
    "help rules",
    "quit",
];

const CAMPAIGN: [&str; 14] = [
    "next",
    "next",
    "chart",
    "shop",
    "ways",
    "armies",
    "armies 2",
    "map",
    "map ascii",
    "odds",
    "amend 2 buy 1 SP",
    "amend 1 event dice 3 3",
    "undo 3 because x",
    "quit",
];

/// A line of script for this state.
fn line<G: Tried>(state: &G::State, lines: &[String], words: &[&str], chance: &mut Chance) -> String {
    loop {
        let other = chance.any(lines).clone();
        let (base, is_word) = match chance.below(4) {
            0 => (chance.any(words).to_string(), true),
            1 => (other.clone(), false),
            _ => (G::lawful(state, chance).unwrap_or_else(|| other.clone()), false),
        };
        let spoilt = chance.below(3) == 0;
        let line = if spoilt { mutated(&base, &other, chance) } else { base };
        let line = line.replace(['\n', '\r'], " ");
        let is_long = LONG.iter().any(|long| line.trim().to_lowercase().starts_with(long));
        if !is_long || is_word && !spoilt {
            return line;
        }
    }
}

/// Sends a tenth of `lines_per_game` lines through a game's session: each is answered, the program ends cleanly,
/// and its journal verifies.
fn run_session<G: Tried>(game: &str, begins: &[&[&str]], words: &[&str]) {
    let (lines, words) = (G::lines(), [words, &ALWAYS].concat());
    let (mut chance, mut count, mut nth) = (Chance::from_seed(game.len() as u64 + 91), Count::default(), 0);
    while count.lines < lines_per_game() / 10 {
        let (table, begin) = (Workspace::new(), begins[nth % begins.len()]);
        nth += 1;
        let script = table.write("lines.txt", "");
        let script = script.to_str().unwrap();
        let options = ["-o", "fuzz.kaiser", "--seed", &nth.to_string(), "--script", script];
        table.run(&[begin, &options].concat(), "").assert_success();
        for _ in 0..4 {
            let bytes = fs::read(table.path("fuzz.kaiser")).unwrap();
            let read = Journal::<G>::read(game, &bytes).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert!(read.closed && read.partial_line.is_none(), "{game}: the journal was not closed");
            if G::is_over(read.journal.state()) {
                break;
            }
            let typed: Vec<String> =
                (0..AT_A_TIME).map(|_| line::<G>(read.journal.state(), &lines, &words, &mut chance)).collect();
            table.write("lines.txt", &typed.join("\n"));
            let run = table.run(&["play", "fuzz.kaiser", "--json", "--keep-going", "--script", script], "");
            let in_order = matches!(run.code, Some(0 | 1)) && !run.err.contains("panicked");
            assert!(in_order, "{game}: {:?}\n{}\n{}", run.code, typed.join("\n"), run.err);
            for answer in run.json() {
                count.lines += 1;
                match answer["ok"].as_bool() {
                    Some(true) => count.accepted += 1,
                    Some(false) => count.refused += 1,
                    None => panic!("{game}: no answer: {answer}"),
                }
            }
        }
        let run = table.run(&["verify", "fuzz.kaiser"], "");
        assert_eq!(run.code, Some(0), "{game}: {}{}\n{}", run.out, run.err, table.read("lines.txt"));
    }
    println!("{game}, through the session: {count:?}");
    assert!(count.accepted > count.lines / 8 && count.refused > count.lines / 20, "{game}: {count:?}");
}

#[test]
fn lines_at_the_naval_prompt_break_nothing() {
    let begins: [&[&str]; 5] = [
        &["play", "asahi-retvizan", "--measured"],
        &["play", "ulsan"],
        &["play", "drill-two-lines"],
        &["play", "generated-yellow-sea"],
        &["play", "sandbox"],
    ];
    run_session::<Naval>("naval", &begins, &NAVAL);
}

#[test]
fn lines_at_the_prompts_of_the_board_games_break_nothing() {
    run_session::<Tafl>("tafl", &[&["tafl"]], &BOARD);
    run_session::<BattleAcre>("acre", &[&["acre"]], &BOARD);
    run_session::<CoalAndSteel>("coal-steel", &[&["coal-steel"]], &BOARD);
}

#[test]
fn lines_at_the_prompt_of_a_campaign_break_nothing() {
    run_session::<Crystal>("crystal", &[&["crystal"], &["crystal", "drowned-isle"]], &CAMPAIGN);
}
