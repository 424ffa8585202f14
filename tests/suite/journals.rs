//! Journals of earlier formats: each opens, replays, shows and verifies with its own dice; what is forged is named.
use std::{fs, path::PathBuf};

use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::journal::{Algorithm, Disagreement, Entry, Journal, Otherwise, Proof};
use play::{Game, Source};

use crate::cli::Table;

fn folder() -> PathBuf {
    folder_of(1)
}

fn folder_of(format: u32) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/suite/journals/format-{format}"))
}

fn read<G: Game>(game: &str, file: &str) -> Journal<G> {
    read_of(1, game, file)
}

fn read_of<G: Game>(format: u32, game: &str, file: &str) -> Journal<G> {
    let bytes = fs::read(folder_of(format).join(file)).unwrap();
    let read = Journal::<G>::read(game, &bytes).unwrap_or_else(|flaw| panic!("{file}: {flaw}"));
    assert!(read.closed && read.torn.is_none(), "{file}");
    read.journal
}

/// What a journal holds, counted by other means than the program.
struct Holds {
    entries: usize,
    in_force: usize,
    thrown: usize,
    typed: usize,
}

const fn holds(entries: usize, in_force: usize, thrown: usize, typed: usize) -> Holds {
    Holds { entries, in_force, thrown, typed }
}

fn checked<G: Game>(game: &str, file: &str, holds: Holds) {
    let journal = read::<G>(game, file);
    assert_eq!((journal.header().format, &journal.header().dice), (1, &Algorithm::first()), "{file}");
    let amended = journal.entries().iter().filter(|entry| matches!(entry, Entry::Amended { .. })).count();
    assert!(journal.deeds().len() <= holds.in_force && holds.in_force <= journal.deeds().len() + amended, "{file}");
    proved(game, file, &journal, &holds);
}

/// As [`checked`], of format 2: its own dice, and what is in force to the last deed.
fn checked_of_2<G: Game>(game: &str, file: &str, holds: Holds) {
    checked_by::<G>(&Algorithm::second(), game, file, holds);
}

/// As [`checked_of_2`], with dice of that edition.
fn checked_by<G: Game>(dice: &Algorithm, game: &str, file: &str, holds: Holds) {
    let journal = read_of::<G>(2, game, file);
    assert_eq!((journal.header().format, &journal.header().dice), (2, dice), "{file}");
    assert_eq!(journal.deeds().len(), holds.in_force, "{file}");
    proved(game, file, &journal, &holds);
}

fn proved<G: Game>(game: &str, file: &str, journal: &Journal<G>, holds: &Holds) {
    assert_eq!(journal.entries().len(), holds.entries, "{file}");
    let proof: Proof<G> = journal.prove().unwrap_or_else(|disagreement| panic!("{file}: {disagreement}"));
    assert_eq!((proof.thrown, proof.typed), (holds.thrown, holds.typed), "{file}: dice");
    assert_eq!((proof.unproved, proof.unkept), (0, 0), "{file}");
    let same = journal.header().rulings == G::RULINGS;
    assert!(!same || proof.otherwise.is_empty(), "{file}: nothing was ruled otherwise since");
    let again = Journal::<G>::read(game, journal.text().unwrap().as_bytes()).unwrap().journal;
    assert_eq!(
        (again.header(), again.entries()),
        (journal.header(), journal.entries()),
        "{file}: its text reads as it is"
    );
}

#[test]
fn journals_of_format_1_open_and_their_dice_are_thrown_again() {
    checked::<Naval>("naval", "naval-ulsan.kaiser", holds(56, 41, 58, 0));
    checked::<Naval>("naval", "naval-typed.kaiser", holds(23, 12, 7, 10));
    checked::<Naval>("naval", "naval-generated.kaiser", holds(33, 20, 28, 0));
    checked::<Naval>("naval", "naval-drawn-up.kaiser", holds(8, 5, 46, 0));
    checked::<Tafl>("tafl", "tafl.kaiser", holds(18, 4, 2, 0));
    checked::<BattleAcre>("acre", "acre.kaiser", holds(14, 4, 0, 0));
    checked::<CoalAndSteel>("coal-steel", "coal-steel.kaiser", holds(91, 77, 0, 0));
    checked::<Crystal>("crystal", "crystal.kaiser", holds(38, 19, 17, 3));
}

#[test]
fn journals_begun_before_ships_saw_for_themselves_are_ruled_by_side() {
    use naval::{Options, Sighting};
    for file in ["naval-ulsan.kaiser", "naval-typed.kaiser", "naval-generated.kaiser", "naval-drawn-up.kaiser"] {
        let journal = read::<Naval>("naval", file);
        assert!(
            !fs::read_to_string(folder().join(file)).unwrap().contains("\"sighting\":\"by_"),
            "{file}: no word on it"
        );
        assert_eq!(journal.header().setup.options.sighting, Sighting::BySide, "{file}");
        let proof = journal.prove().unwrap();
        let sees_not = |what: String| what.contains("OutOfHerSight");
        assert!(!proof.otherwise.iter().any(|one| sees_not(format!("{:?}", one.what))), "{file}");
    }
    // A journal begun today says which.
    assert_eq!(Options::default().sighting, Sighting::ByShip);
    for sighting in [Sighting::ByShip, Sighting::BySide] {
        let mut setup = read::<Naval>("naval", "naval-ulsan.kaiser").header().setup.clone();
        setup.options.sighting = sighting;
        let text = serde_json::to_string(&setup).unwrap();
        let again: naval::Setup = serde_json::from_str(&text).unwrap();
        assert_eq!(again, setup);
    }
}

/// Where smoke begins is a matter of the journal, so that no line of sight of an old battle changes while it is played.
#[test]
fn r4_6_journals_begun_before_smoke_lay_behind_the_stern_keep_theirs() {
    use naval::{Options, SmokeFrom};
    for (format, file) in [(1, "naval-ulsan"), (1, "naval-drawn-up"), (2, "naval-measured"), (2, "naval-drawn-up")] {
        let journal = read_of::<Naval>(format, "naval", &format!("{file}.kaiser"));
        assert_eq!(journal.header().setup.options.smoke, SmokeFrom::Middle, "{format} {file}");
    }
    assert_eq!(Options::default().smoke, SmokeFrom::Stern, "one begun today");
    for smoke in [SmokeFrom::Stern, SmokeFrom::Middle] {
        let mut setup = read::<Naval>("naval", "naval-ulsan.kaiser").header().setup.clone();
        setup.options.smoke = smoke;
        let again: naval::Setup = serde_json::from_str(&serde_json::to_string(&setup).unwrap()).unwrap();
        assert_eq!(again, setup);
    }
}

#[test]
fn journals_of_format_1_are_shown_verified_and_gone_on_with() {
    for (file, line) in [
        ("naval-ulsan", "note \"and on\""),
        ("naval-typed", "note \"and on\""),
        ("naval-generated", "note \"and on\""),
        ("naval-drawn-up", "note \"and on\""),
        ("tafl", "log"),
        ("acre", "accept"),
        ("coal-steel", "note and on"),
        ("crystal", "log"),
    ] {
        let table = Table::new();
        let name = format!("{file}.kaiser");
        fs::copy(folder().join(&name), table.path(&name)).unwrap();
        for verb in ["show", "log"] {
            assert!(!table.run(&[verb, &name], "").good().out.is_empty(), "{verb} {file}");
        }
        let said = table.run(&["verify", &name], "").good();
        assert!(said.out.contains("chain:") && said.out.contains("edition 1"), "{}", said.out);
        table.run(&["play", &name], &format!("{line}\n")).good();
        table.run(&["verify", &name], "").good();
    }
}

#[test]
fn journals_of_format_2_open_and_their_dice_are_thrown_again() {
    // One die of Ulsan and one of the typed duel fell for an amendment.
    checked_of_2::<Naval>("naval", "naval-measured.kaiser", holds(31, 16, 34, 0));
    checked_of_2::<Naval>("naval", "naval-typed.kaiser", holds(17, 7, 0, 9));
    checked_of_2::<Naval>("naval", "naval-sealed.kaiser", holds(15, 12, 4, 0));
    checked_of_2::<Naval>("naval", "naval-drawn-up.kaiser", holds(17, 14, 34, 0));
    checked_of_2::<Tafl>("tafl", "tafl.kaiser", holds(24, 5, 2, 0));
    checked_of_2::<BattleAcre>("acre", "acre.kaiser", holds(18, 4, 0, 0));
    checked_of_2::<CoalAndSteel>("coal-steel", "coal-steel.kaiser", holds(97, 76, 0, 0));
    checked_of_2::<Crystal>("crystal", "crystal.kaiser", holds(29, 16, 14, 4));
    let third = Algorithm { edition: 3, ..Algorithm::second() };
    checked_by::<Naval>(&third, "naval", "naval-sums.kaiser", holds(80, 77, 40, 0));
    checked_by::<Naval>(&third, "naval", "naval-night.kaiser", holds(13, 12, 9, 0));
    checked_by::<Naval>(&third, "naval", "naval-flotilla.kaiser", holds(116, 115, 0, 15));
    checked_by::<Naval>(&third, "naval", "naval-tracked.kaiser", holds(187, 186, 0, 162));
}

#[test]
fn journals_of_format_2_are_shown_verified_and_gone_on_with() {
    for (file, seals, line) in [
        ("naval-measured", 0, "note \"and on\""),
        ("naval-typed", 0, "note \"and on\""),
        ("naval-sealed", 3, "note \"and on\""),
        ("naval-drawn-up", 1, "note \"and on\""),
        ("naval-sums", 0, "note \"and on\""),
        ("naval-night", 0, "note \"and on\""),
        ("naval-tracked", 0, "note \"and on\""),
        ("tafl", 0, "note and on"),
        ("acre", 0, "accept"),
        ("coal-steel", 0, "note and on"),
        ("crystal", 0, "event"),
    ] {
        let table = Table::new();
        let name = format!("{file}.kaiser");
        fs::copy(folder_of(2).join(&name), table.path(&name)).unwrap();
        for verb in ["show", "log"] {
            assert!(!table.run(&[verb, &name], "").good().out.is_empty(), "{verb} {file}");
        }
        let before = table.read(&name);
        let said = table.run(&["verify", &name], "").good();
        said.says("chain:").says("(sha256-chacha8, edition ");
        if seals > 0 {
            said.says(&format!("seals:   {seals} opened"));
        }
        assert_eq!(table.read(&name), before, "{file}: looking changes nothing");
        table.run(&["play", &name], &format!("{line}\n")).good();
        assert!(table.read(&name).starts_with(&before) && before.len() < table.read(&name).len(), "{file}");
        table.run(&["verify", &name], "").good();
    }
}

#[test]
fn a_thrown_face_changed_in_a_journal_of_format_2_is_named() {
    for file in ["naval-measured.kaiser", "naval-typed.kaiser", "naval-sealed.kaiser", "naval-drawn-up.kaiser"] {
        every_forged_die_is_named(file, &read_of::<Naval>(2, "naval", file));
    }
    every_forged_die_is_named("tafl", &read_of::<Tafl>(2, "tafl", "tafl.kaiser"));
    every_forged_die_is_named("crystal", &read_of::<Crystal>(2, "crystal", "crystal.kaiser"));
}

/// The journal once more, with one die of one entry otherwise; `None` when there is no such die.
fn with_die<G: Game>(
    journal: &Journal<G>,
    (entry, die): (usize, usize),
    change: impl Fn(&mut u8, &mut Source, u8),
) -> Option<Journal<G>> {
    let mut forged = Journal::<G>::new(journal.header().clone());
    let mut changed = false;
    for (at, one) in journal.entries().iter().enumerate() {
        let mut one = one.clone();
        if let (true, Entry::Did { events, .. }) = (at + 1 == entry, &mut one) {
            let roll = events.iter_mut().flat_map(|event| &mut event.dice).nth(die)?;
            change(&mut roll.face, &mut roll.source, roll.sides);
            changed = true;
        }
        forged.add(one).unwrap();
    }
    changed.then_some(forged)
}

/// Every die of every deed of a journal, by its place and how it came.
fn dice<G: Game>(journal: &Journal<G>) -> Vec<((usize, usize), Source)> {
    let mut all = Vec::new();
    for (at, entry) in journal.entries().iter().enumerate() {
        if let Entry::Did { events, .. } = entry {
            let rolls = events.iter().flat_map(|event| &event.dice).enumerate();
            all.extend(rolls.map(|(die, roll)| ((at + 1, die), roll.source)));
        }
    }
    all
}

fn every_forged_die_is_named<G: Game>(name: &str, journal: &Journal<G>) {
    let honest = journal.prove().map(|proof| proof.thrown).ok();
    assert!(honest.is_some(), "{name}");
    for (place, source) in dice(journal) {
        if source == Source::Thrown {
            let forged = with_die(journal, place, |face, _, sides| *face = *face % sides + 1).unwrap();
            let Err(Disagreement { entry, what, .. }) = forged.prove() else {
                panic!("{name}: {place:?} was not named")
            };
            assert_eq!(entry, place.0, "{name}");
            assert!(matches!(*what, Otherwise::NotThrown { .. }), "{name}: {what}");
        } else {
            // Whoever calls a typed die thrown has to have met what the seed throws.
            let forged = with_die(journal, place, |_, source, _| *source = Source::Thrown).unwrap();
            match forged.prove() {
                Err(disagreement) => assert!(disagreement.entry >= place.0, "{name}: {place:?}: {disagreement}"),
                Ok(proof) => assert!(honest < Some(proof.thrown), "{name}: {place:?}"),
            }
        }
    }
}

#[test]
fn a_thrown_face_changed_and_a_typed_one_called_thrown_are_named() {
    for file in ["naval-ulsan.kaiser", "naval-typed.kaiser", "naval-drawn-up.kaiser"] {
        every_forged_die_is_named(file, &read::<Naval>("naval", file));
    }
    every_forged_die_is_named("tafl", &read::<Tafl>("tafl", "tafl.kaiser"));
    every_forged_die_is_named("crystal", &read::<Crystal>("crystal", "crystal.kaiser"));
    // Four faces of a D20 that were typed: the seed of that journal throws others.
    let typed = read::<Naval>("naval", "naval-typed.kaiser");
    let first = dice(&typed).into_iter().find(|(_, source)| *source == Source::Typed).unwrap().0;
    let forged = with_die(&typed, first, |_, source, _| *source = Source::Thrown).unwrap();
    let Err(Disagreement { entry, what, .. }) = forged.prove() else { panic!("the typed die was taken for thrown") };
    assert_eq!(entry, first.0);
    assert!(matches!(*what, Otherwise::NotThrown { .. }), "{what}");
}

/// Edition 14 took a place far off without a reason, and wrote no range down that was read again as all moved. [2.7]
#[test]
fn what_edition_14_ruled_of_the_tape_is_listed_and_not_called_false() {
    let path = format!("{}/tests/suite/journals/format-3/naval-tape-14.kaiser", env!("CARGO_MANIFEST_DIR"));
    let read = || Journal::<Naval>::read("naval", &fs::read(&path).unwrap()).unwrap().journal;
    let proof = read().prove().unwrap();
    assert_eq!(proof.changed.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2.7"]);
    assert_eq!(proof.otherwise.len(), 2, "{:?}", proof.otherwise);
    // The same of today's edition is false.
    let mut header = read().header().clone();
    header.rulings = Naval::RULINGS;
    let mut forged = Journal::<Naval>::new(header);
    read().entries().iter().for_each(|entry| forged.add(entry.clone()).unwrap());
    assert!(forged.prove().is_err());
}

/// A fact that is false by the rules is named in a journal of these rules, and in one that names others as well: where no
/// paragraph has changed since, another edition excuses nothing.
#[test]
fn what_no_edition_of_the_rules_says_is_false_whatever_edition_is_named() {
    let journal = read::<Tafl>("tafl", "tafl.kaiser");
    let fact = |rulings: u32| {
        let mut header = journal.header().clone();
        header.rulings = rulings;
        let mut forged = Journal::<Tafl>::new(header);
        for entry in journal.entries() {
            let mut entry = entry.clone();
            if let (4, Entry::Did { events, .. }) = (forged.next_number(), &mut entry) {
                events.clear();
            }
            forged.add(entry).unwrap();
        }
        forged.prove().map(|proof| proof.otherwise.len()).map_err(|disagreement| disagreement.entry)
    };
    assert_eq!(fact(Tafl::RULINGS), Err(4));
    assert_eq!(fact(Tafl::RULINGS + 1), Err(4));
    assert_eq!(fact(0), Err(4));
}

#[test]
fn verify_takes_several_files_and_says_of_each_what_it_looked_at() {
    let table = Table::new();
    for file in ["tafl", "crystal", "naval-generated"] {
        fs::copy(folder().join(format!("{file}.kaiser")), table.path(&format!("{file}.kaiser"))).unwrap();
    }
    let files = ["tafl.kaiser", "crystal.kaiser", "naval-generated.kaiser"];
    let run = table.run(&[&["verify"][..], &files].concat(), "").good();
    for file in files {
        run.says(&format!("{file}: "));
    }
    for name in ["chain:", "rulings:", "dice:"] {
        assert_eq!(run.out.matches(name).count(), 3, "{}", run.out);
    }
    run.says("seals:   1 opened").says("points:").says("2 thrown again from the seed (chacha8, edition 1)");
    let json = table.run(&["verify", "--json", "naval-generated.kaiser"], "").good().one_json();
    assert_eq!((&json["format"], &json["dice"]["thrown"]), (&1.into(), &28.into()));
    assert_eq!(json["chain"]["lines"], 34);
    assert_eq!((&json["dice"]["unproved"], &json["dice"]["unkept"]), (&0.into(), &0.into()));
    assert_eq!(json["seals"][0]["id"], "japan");
    // One that is wrong is said, and the others are looked at all the same.
    let text = fs::read_to_string(table.path("tafl.kaiser")).unwrap();
    fs::write(table.path("torn.kaiser"), &text[..text.len() - 1]).unwrap();
    let run = table.run(&["verify", "torn.kaiser", "crystal.kaiser", "none.kaiser"], "").refused();
    run.complains("torn.kaiser: the last line is torn").complains("none.kaiser").says("crystal.kaiser: ");
}

/// Every ruling of a journal, from the state in which it was made and with the dice that fell: settled, it comes to the
/// same events and leaves the same state as decided and applied.
fn settles<G: Game>(format: u32, game: &str, file: &str) -> usize {
    let journal = read_of::<G>(format, game, file);
    let mut before = G::begin(&journal.header().setup);
    let deeds = journal.deeds();
    for deed in &deeds {
        let dice = || play::Script::of(deed.events.iter().flat_map(|event| &event.dice).map(play::Roll::die));
        let (mut settled, mut applied) = (before.clone(), before.clone());
        let told = play::settle::<G>(&mut settled, deed.command, &mut dice());
        let decided = play::decide::<G>(&before, deed.command, &mut dice());
        assert_eq!(told, decided, "{file}, entry {}", deed.entry);
        play::apply_all::<G>(&mut applied, &decided.unwrap_or_default());
        assert_eq!(settled, applied, "{file}, entry {}", deed.entry);
        play::apply_all::<G>(&mut before, deed.events);
    }
    deeds.len()
}

#[test]
fn what_is_settled_is_what_is_decided_and_applied_in_every_golden_journal() {
    let mut deeds = 0;
    for format in [1, 2] {
        for file in fs::read_dir(folder_of(format)).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            deeds += match name.strip_suffix(".kaiser") {
                Some(naval) if naval.starts_with("naval") => settles::<Naval>(format, "naval", &name),
                Some("tafl") => settles::<Tafl>(format, "tafl", &name),
                Some("acre") => settles::<BattleAcre>(format, "acre", &name),
                Some("coal-steel") => settles::<CoalAndSteel>(format, "coal-steel", &name),
                Some("crystal") => settles::<Crystal>(format, "crystal", &name),
                Some(_) | None => 0,
            };
        }
    }
    assert!(500 < deeds, "{deeds} rulings");
}
