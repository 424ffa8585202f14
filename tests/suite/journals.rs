//! Kept journals: each opens, replays, shows and verifies with its own dice, and forgeries are named. `BLESS=1` runs
//! their commands again and writes the results under today's rules.
use std::{fs, path::PathBuf};

use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::journal::{Correction, Disagreement, Entry, EntryOf, Header, Journal, Mismatch, NewDice, Proof};
use play::{Game, Script, Source};

use crate::cli::Workspace;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/journals")
}

fn read<G: Game>(game: &str, file: &str) -> Journal<G> {
    let bytes = fs::read(folder().join(file)).unwrap();
    let read = Journal::<G>::read(game, &bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(read.closed && read.partial_line.is_none(), "{file}");
    read.journal
}

/// Runs the commands of a journal again, with the seed of its first line and the typed dice.
fn given_again<G: Game>(journal: &Journal<G>) -> Journal<G> {
    let mut again = Journal::<G>::new(Header { rulings: G::RULINGS, ..journal.header().clone() });
    for (number, entry) in (1..).zip(journal.entries()) {
        let entry: EntryOf<G> = match entry {
            Entry::Did { command, events, .. } => {
                let rolls = events.iter().flat_map(|event| &event.dice);
                let typed = Script::replay(rolls.filter(|roll| roll.source == Source::Typed).map(play::Roll::die));
                let decided = match typed.unused() {
                    0 => play::decide::<G>(again.state(), command, &mut again.dice()),
                    _ => play::decide::<G>(again.state(), command, &mut { typed }),
                };
                let events = decided.unwrap_or_else(|halt| panic!("entry {number} cannot be given again: {halt:?}"));
                again.new_command_entry(command.clone(), events)
            }
            Entry::Amended { entry, to: Correction::Command(command), because, .. } => {
                let amended = again.amend(*entry, command, NewDice::Rolled);
                let amended = amended.unwrap_or_else(|error| panic!("entry {number} cannot be given again: {error}"));
                amended.with_reason(because.clone())
            }
            other => other.clone(),
        };
        again.add(entry).unwrap();
    }
    again
}

/// The contents of a journal, counted independently of the program.
struct Holds {
    entries: usize,
    active: usize,
    rolled: usize,
    typed: usize,
}

const fn holds(entries: usize, active: usize, rolled: usize, typed: usize) -> Holds {
    Holds { entries, active, rolled, typed }
}

fn checked<G: Game>(game: &str, file: &str, holds: Holds) {
    let journal = read::<G>(game, file);
    if std::env::var_os("BLESS").is_some() {
        let again = given_again(&journal).text().unwrap();
        return fs::write(folder().join(file), again).unwrap();
    }
    assert_eq!((journal.entries().len(), journal.commands().len()), (holds.entries, holds.active), "{file}");
    let proof: Proof<G> = journal.prove().unwrap_or_else(|disagreement| panic!("{file}: {disagreement}"));
    assert_eq!((proof.rolled_again, proof.typed, proof.unproved), (holds.rolled, holds.typed, 0), "{file}: dice");
    assert!(proof.differing.is_empty(), "{file}");
    let again = Journal::<G>::read(game, journal.text().unwrap().as_bytes()).unwrap().journal;
    assert_eq!(
        (again.header(), again.entries()),
        (journal.header(), journal.entries()),
        "{file}: its text round-trips"
    );
}

#[test]
fn journals_open_and_their_dice_are_rolled_again() {
    checked::<Naval>("naval", "naval-measured.kaiser", holds(31, 16, 34, 0));
    checked::<Naval>("naval", "naval-typed.kaiser", holds(17, 7, 1, 8));
    checked::<Naval>("naval", "naval-sealed.kaiser", holds(15, 12, 4, 0));
    checked::<Naval>("naval", "naval-sums.kaiser", holds(80, 77, 38, 0));
    checked::<Naval>("naval", "naval-night.kaiser", holds(13, 12, 9, 0));
    checked::<Naval>("naval", "naval-torpedo.kaiser", holds(11, 10, 4, 0));
    checked::<Tafl>("tafl", "tafl.kaiser", holds(24, 5, 2, 0));
    checked::<BattleAcre>("acre", "acre.kaiser", holds(18, 4, 0, 0));
    checked::<CoalAndSteel>("coal-steel", "coal-steel.kaiser", holds(97, 76, 0, 0));
    checked::<Crystal>("crystal", "crystal.kaiser", holds(29, 16, 14, 4));
}

/// A setup, as the first line of a journal has it, keeps its sighting rule. [4.1]
#[test]
fn r4_1_a_setup_in_json_keeps_its_sighting_rule() {
    use naval::model::{Options, Sighting};
    assert_eq!(Options::default().sighting, Sighting::ByShip);
    for sighting in [Sighting::ByShip, Sighting::BySide] {
        let mut setup = read::<Naval>("naval", "naval-typed.kaiser").header().setup.clone();
        setup.options.sighting = sighting;
        let text = serde_json::to_string(&setup).unwrap();
        let again: naval::model::Setup = serde_json::from_str(&text).unwrap();
        assert_eq!(again, setup);
    }
}

#[test]
fn journals_are_shown_verified_and_resumed() {
    for (file, seals, line) in [
        ("naval-measured", 0, "note \"and on\""),
        ("naval-typed", 0, "note \"and on\""),
        ("naval-sealed", 3, "note \"and on\""),
        ("naval-sums", 0, "note \"and on\""),
        ("naval-night", 0, "note \"and on\""),
        ("naval-torpedo", 0, "note \"and on\""),
        ("tafl", 0, "note and on"),
        ("acre", 0, "accept"),
        ("coal-steel", 0, "note and on"),
        ("crystal", 0, "event"),
    ] {
        let table = Workspace::new();
        let name = format!("{file}.kaiser");
        fs::copy(folder().join(&name), table.path(&name)).unwrap();
        for verb in ["show", "log"] {
            assert!(!table.run(&[verb, &name], "").assert_success().out.is_empty(), "{verb} {file}");
        }
        let before = table.read(&name);
        // In naval-sealed an amendment was undone, so the seal that it had replaced is in force again. [Q64]
        let report = table.run(&["verify", &name], "").assert_success();
        report.assert_out("chain:").assert_out("(sha256-chacha8)");
        if seals > 0 {
            report.assert_out(&format!("seals:   {seals} opened"));
        }
        assert_eq!(table.read(&name), before, "{file}: showing it changes nothing");
        table.run(&["play", &name], &format!("{line}\n")).assert_success();
        assert!(table.read(&name).starts_with(&before) && before.len() < table.read(&name).len(), "{file}");
        table.run(&["verify", &name], "").assert_success();
    }
}

#[test]
fn a_changed_rolled_die_is_named() {
    for file in ["naval-measured.kaiser", "naval-typed.kaiser", "naval-sealed.kaiser"] {
        every_forged_die_is_named(file, &read::<Naval>("naval", file));
    }
    every_forged_die_is_named("tafl", &read::<Tafl>("tafl", "tafl.kaiser"));
    every_forged_die_is_named("crystal", &read::<Crystal>("crystal", "crystal.kaiser"));
}

/// The journal with one die of one entry changed; `None` when there is no such die.
fn with_die<G: Game>(
    journal: &Journal<G>,
    (entry, die): (usize, usize),
    change: impl Fn(&mut u8, &mut Source, u8),
) -> Option<Journal<G>> {
    let mut forged = Journal::<G>::new(journal.header().clone());
    let mut changed = false;
    for (index, original) in journal.entries().iter().enumerate() {
        let mut copy = original.clone();
        if let (true, Entry::Did { events, .. }) = (index + 1 == entry, &mut copy) {
            let roll = events.iter_mut().flat_map(|event| &mut event.dice).nth(die)?;
            change(&mut roll.face, &mut roll.source, roll.sides);
            changed = true;
        }
        forged.add(copy).unwrap();
    }
    changed.then_some(forged)
}

/// Every die of every command of a journal, by its place and source.
fn dice<G: Game>(journal: &Journal<G>) -> Vec<((usize, usize), Source)> {
    let mut all = Vec::new();
    for (index, entry) in journal.entries().iter().enumerate() {
        if let Entry::Did { events, .. } = entry {
            let rolls = events.iter().flat_map(|event| &event.dice).enumerate();
            all.extend(rolls.map(|(die, roll)| ((index + 1, die), roll.source)));
        }
    }
    all
}

fn every_forged_die_is_named<G: Game>(name: &str, journal: &Journal<G>) {
    let honest = journal.prove().map(|proof| proof.rolled_again).ok();
    assert!(honest.is_some(), "{name}");
    for (place, source) in dice(journal) {
        if source == Source::Rolled {
            let forged = with_die(journal, place, |face, _, sides| *face = *face % sides + 1).unwrap();
            let Err(Disagreement { entry, what, .. }) = forged.prove() else {
                panic!("{name}: {place:?} was not named")
            };
            assert_eq!(entry, place.0, "{name}");
            assert!(matches!(*what, Mismatch::NotFromSeed { .. }), "{name}: {what}");
        } else {
            // A typed die can pass as rolled only if it equals what the seed rolls.
            let forged = with_die(journal, place, |_, source, _| *source = Source::Rolled).unwrap();
            match forged.prove() {
                Err(disagreement) => assert!(disagreement.entry >= place.0, "{name}: {place:?}: {disagreement}"),
                Ok(proof) => assert!(honest < Some(proof.rolled_again), "{name}: {place:?}"),
            }
        }
    }
}

#[test]
fn a_typed_die_marked_as_rolled_is_named() {
    // The seed of this journal rolls a different face than the first typed die shows.
    let typed = read::<Naval>("naval", "naval-typed.kaiser");
    let first = dice(&typed).into_iter().find(|(_, source)| *source == Source::Typed).unwrap().0;
    let forged = with_die(&typed, first, |_, source, _| *source = Source::Rolled).unwrap();
    let Err(Disagreement { entry, what, .. }) = forged.prove() else { panic!("the typed die was accepted as rolled") };
    assert_eq!(entry, first.0);
    assert!(matches!(*what, Mismatch::NotFromSeed { .. }), "{what}");
}

/// A fact that is false by the rules is named in a journal of this edition.
#[test]
fn a_fact_that_contradicts_the_rules_is_false() {
    let journal = read::<Tafl>("tafl", "tafl.kaiser");
    let mut forged = Journal::<Tafl>::new(journal.header().clone());
    for entry in journal.entries() {
        let mut entry = entry.clone();
        if let (4, Entry::Did { events, .. }) = (forged.next_number(), &mut entry) {
            events.clear();
        }
        forged.add(entry).unwrap();
    }
    assert_eq!(forged.prove().map(|_| ()).map_err(|disagreement| disagreement.entry), Err(4));
}

#[test]
fn verify_takes_several_files_and_reports_on_each() {
    let table = Workspace::new();
    for file in ["tafl", "crystal", "naval-sealed"] {
        fs::copy(folder().join(format!("{file}.kaiser")), table.path(&format!("{file}.kaiser"))).unwrap();
    }
    let files = ["tafl.kaiser", "crystal.kaiser", "naval-sealed.kaiser"];
    let run = table.run(&[&["verify"][..], &files].concat(), "").assert_success();
    for file in files {
        run.assert_out(&format!("{file}: "));
    }
    for name in ["chain:", "rulings:", "dice:"] {
        assert_eq!(run.out.matches(name).count(), 3, "{}", run.out);
    }
    run.assert_out("seals:   3 opened")
        .assert_out("points:")
        .assert_out("2 rolled again from the seed (sha256-chacha8)");
    let json = table.run(&["verify", "--json", "naval-sealed.kaiser"], "").assert_success().one_json();
    assert_eq!((&json["format"], &json["dice"]["thrown"]), (&1.into(), &4.into()));
    assert_eq!((&json["chain"]["lines"], &json["dice"]["unproved"]), (&16.into(), &0.into()));
    assert_eq!(json["seals"][0]["id"], "japan");
    // One bad file is reported, and the others are still checked.
    let text = fs::read_to_string(table.path("tafl.kaiser")).unwrap();
    fs::write(table.path("torn.kaiser"), &text[..text.len() - 1]).unwrap();
    let run = table.run(&["verify", "torn.kaiser", "crystal.kaiser", "none.kaiser"], "").assert_refused();
    run.assert_err("torn.kaiser: the last line is torn").assert_err("none.kaiser").assert_out("crystal.kaiser: ");
}

/// Asserts for every command of a journal, with its own dice, that `decide_and_apply` gives the same events and the
/// same state as `decide` and `apply_all`. Returns the number of commands.
fn check_decide_and_apply<G: Game>(game: &str, file: &str) -> usize {
    let journal = read::<G>(game, file);
    let mut before = G::initial_state(&journal.header().setup);
    let commands = journal.commands();
    for did in &commands {
        let dice = || play::Script::replay(did.events.iter().flat_map(|event| &event.dice).map(play::Roll::die));
        let (mut in_one_step, mut applied) = (before.clone(), before.clone());
        let result = play::decide_and_apply::<G>(&mut in_one_step, did.command, &mut dice());
        let decided = play::decide::<G>(&before, did.command, &mut dice());
        assert_eq!(result, decided, "{file}, entry {}", did.entry);
        play::apply_all::<G>(&mut applied, &decided.unwrap_or_default());
        assert_eq!(in_one_step, applied, "{file}, entry {}", did.entry);
        play::apply_all::<G>(&mut before, did.events);
    }
    commands.len()
}

#[test]
fn decide_and_apply_equals_deciding_then_applying_in_every_kept_journal() {
    let mut commands = 0;
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        commands += match name.strip_suffix(".kaiser") {
            Some(naval) if naval.starts_with("naval") => check_decide_and_apply::<Naval>("naval", &name),
            Some("tafl") => check_decide_and_apply::<Tafl>("tafl", &name),
            Some("acre") => check_decide_and_apply::<BattleAcre>("acre", &name),
            Some("coal-steel") => check_decide_and_apply::<CoalAndSteel>("coal-steel", &name),
            Some("crystal") => check_decide_and_apply::<Crystal>("crystal", &name),
            Some(_) | None => 0,
        };
    }
    assert!(200 < commands, "{commands} rulings");
}
