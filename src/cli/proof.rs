//! `kaiser verify`: what a journal proves, and how it was checked. Start with [`verify_journal`].
use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::false_dice::{ForgedScope, forged_json, forged_lines};
use super::notices::NO_PROGRAM_HINT;
use super::private_check::{
    check_has_all_lines, check_keeps_only_secrets, check_revealed, check_shows_no_secret, secrets_text,
    unreferenced_lines, untimely_reveals,
};
use super::seals::{replaced_seals, reused_salt_entry, salt_source, sealed_plots, sealed_with_open_salts};
use super::setup_origin::{self, ExpectedSetup, ExtraFindings};
use super::verdict::{self, Defect, Finding};
use super::{branch, generate::regenerate::regenerate, open, output::Out, seating, store::ReadOnlyJournal, war};
use crate::parallel;
use admirals::Commander;
use admirals::proof::{Mismatch, PlayerTerm, cut_short_entries, prove};
use load::Sources;
use naval::model::{Setup, doctrine::Doctrine};
use naval::{Command, Naval, SideId, State, notation, rules::tally};
use play::journal::{Correction, Entry, EntryOf, Header, Journal, Notice, Proof, UnknownFrom, is_hexadecimal};
use play::{EventOf, Game};
use session::{
    PlayableGame, Refusal,
    naval::{is_of_this_edition, players_in_header, players_seated_later},
};

/// Verifies the journal of a battle and returns the exit code. With `admirals`, computer players are asked again.
pub fn verify_battle(
    sources: &Sources,
    file: &Path,
    admirals: bool,
    forged: ForgedScope,
    out: &mut Out,
) -> Result<u8, Refusal> {
    let ending = |journal: &Journal<Naval>| {
        let extra = check_battle(journal)?.chain(war::check_link(&journal.header().setup, file)?);
        Ok(if admirals { extra.chain(ask_players_again(sources, journal)?) } else { extra })
    };
    verify_journal::<Naval>(sources, file, forged, out, |setup| expected_setup(sources, setup, file), ending)
}

/// Verifies a journal of any game: decides every entry again, rolls its dice again, and compares its setup with
/// `model`'s. Refuses a torn journal. After the report it returns the first error: something false or impossible, an
/// error of `ending`, or an unclosed journal.
pub fn verify_journal<G: PlayableGame>(
    sources: &Sources,
    file: &Path,
    forged: ForgedScope,
    out: &mut Out,
    model: impl FnOnce(&G::Setup) -> Result<ExpectedSetup<G::Setup>, String>,
    ending: impl FnOnce(&Journal<G>) -> Result<ExtraFindings, Refusal>,
) -> Result<u8, Refusal> {
    let seen = open::open_read_only::<G>(file)?;
    let name = file.display().to_string();
    if let Some(torn) = &seen.torn {
        let what = format!("{name}: the last line is torn ({} bytes without an end)", torn.bytes.len());
        let hint = format!("`kaiser play {name}` cuts it off, saves it beside the file and resumes");
        return Err(Refusal::journal(what).hint(hint));
    }
    let journal = &seen.journal;
    let proof = journal.examine();
    let mut extra = setup_origin::compare_setup(sources, journal.header(), model);
    let mut wrong = errors(&seen, &proof);
    let parent = branch::check_parent(journal.header().branch.as_ref(), seen.lines.saturating_sub(1), file);
    match ending(journal).and_then(|ending| Ok(ending.chain(parent?))) {
        Ok(ending) => extra = extra.chain(ending),
        Err(problem) => wrong.push(problem),
    }
    wrong.extend(unclosed_refusal(&seen, &name));
    extra.findings.extend(wrong.iter().map(|problem| (Defect::False, problem.error.what.clone())));
    extra.findings.extend(findings(&seen, &proof));
    extra.findings.sort_by_key(|(verdict, _)| *verdict);
    let code = extra.findings.first().map_or(0, |(verdict, _)| verdict.code());
    out.print_page(verification_report(&name, &seen, &proof, extra, forged));
    // The page lists everything that is wrong. The error is the first of it, with its hint.
    wrong.into_iter().next().map_or(Ok(code), |problem| Err(problem.at_place(&name)))
}

fn verification_report<G: Game>(
    name: &str,
    seen: &ReadOnlyJournal<G>,
    proof: &Proof<G>,
    extra: ExtraFindings,
    scope: ForgedScope,
) -> (String, Value) {
    let mut lines = vec![("chain", format!("{} lines, each bound to the one before it", seen.lines))];
    lines.extend(secrets_text(seen).map(|text| ("private", text)));
    let (rulings, edition) = (proof.rulings, G::RULINGS);
    lines.push(("rulings", format!("{rulings} decided again by edition {edition} of the rules")));
    lines.push(("dice", dice_text(&seen.journal, proof)));
    lines.extend(forged_lines(proof, scope).into_iter().map(|text| ("forged", text)));
    lines.extend(extra.lines);
    let headline = verdict::headline(&extra.findings).unwrap_or_else(|| agreement_text(seen));
    let mut value = proof_json(seen, proof);
    value["agree"] = json!(extra.findings.is_empty());
    value["findings"] = verdict::findings_json(&extra.findings);
    value["exit"] = json!(extra.findings.first().map_or(0, |(verdict, _)| verdict.code()));
    (value["file"], value["closed"]) = (json!(name), json!(seen.closed));
    if seen.closed {
        lines.push(("code", format!("{}, the same as at `quit` if the file was not changed", seen.code)));
        value["code"] = json!(seen.code);
    }
    for (key, finding) in extra.keys {
        value[key] = finding;
    }
    let lines: Vec<String> = lines.iter().map(|(name, text)| format!("  {:<9}{text}", format!("{name}:"))).collect();
    let entries = seen.lines.saturating_sub(1);
    let playing = if seen.in_use { " (it is being played)" } else { "" };
    let text = format!("{name}: {entries} entries, {headline}{playing}\n{}", lines.join("\n"));
    (text, value)
}

fn agreement_text<G: Game>(seen: &ReadOnlyJournal<G>) -> String {
    let (looked_at, entries) = (seen.journal.entries().len(), seen.lines.saturating_sub(1));
    match seen.unknown_from {
        // Entries kept elsewhere were not proved with the rest.
        Some(_) => format!("checked {looked_at} of {entries} entries, these agree"),
        None => "all agree".to_owned(),
    }
}

fn findings<G: Game>(seen: &ReadOnlyJournal<G>, proof: &Proof<G>) -> Vec<Finding> {
    let (journal, mut findings) = (&seen.journal, Vec::new());
    let (journal_edition, own_edition) = (journal.header().rulings, G::RULINGS);
    if journal_edition != own_edition {
        let entries: BTreeSet<usize> = proof.differing.iter().map(|mismatch| mismatch.entry).collect();
        let total = journal.entries().len();
        let what = match entries.len() {
            0 => "no entry has a different result here".to_owned(),
            some => format!("here {some} of {total} entries have different results ({})", list_numbers(&entries)),
        };
        let text = format!(
            "ruled by edition {journal_edition} of the rules, not {own_edition}, so only a program of that edition can check it: {what}"
        );
        findings.push((Defect::OtherEdition, text));
    }
    if 0 < proof.unproved {
        let many = if proof.unproved == 1 { "1 die is" } else { &format!("{} dice are", proof.unproved) };
        let entries = if proof.unproved_in.len() == 1 { "entry" } else { "entries" };
        let text =
            format!("{many} not proved, as their seed is not here: {entries} {}", list_numbers(&proof.unproved_in));
        findings.push((Defect::DiceNotProved, text));
    }
    let (looked_at, entries) = (journal.entries().len(), seen.lines.saturating_sub(1));
    if let Some(UnknownFrom { entry, .. }) = seen.unknown_from.filter(|_| looked_at < entries) {
        let text = format!(
            "not proved are {} of {entries} entries, as the secret line of entry {entry} is not here",
            entries - looked_at
        );
        findings.push((Defect::DiceNotProved, text));
    }
    findings.extend(unreferenced_lines(seen));
    findings.extend(untimely_reveals(seen));
    let open = rolled_with_open_seed(journal, proof);
    if let Some(first) = open.first() {
        let entries = if open.len() == 1 { "entry" } else { "entries" };
        let text =
            format!("dice were rolled after the seed was revealed, from entry {first} on, in {} {entries}", open.len());
        findings.push((Defect::SeedOpen, text));
    }
    findings
}

const MAX_ENTRIES_LISTED: usize = 12;

/// `3, 7 and 12 more`.
fn list_numbers(entries: &BTreeSet<usize>) -> String {
    let listed: Vec<String> = entries.iter().take(MAX_ENTRIES_LISTED).map(usize::to_string).collect();
    let more = entries.len() - listed.len();
    if more == 0 { listed.join(", ") } else { format!("{} and {more} more", listed.join(", ")) }
}

/// Returns the entries in which the program rolled dice after the journal had revealed their seed.
fn rolled_with_open_seed<G: Game>(journal: &Journal<G>, proof: &Proof<G>) -> Vec<usize> {
    let Some(at) = journal.seeds_published_in() else { return Vec::new() };
    proof.rolled_in.range(at..).copied().collect()
}

/// Lists what is false or impossible in any game. The first is the error.
fn errors<G: Game>(seen: &ReadOnlyJournal<G>, proof: &Proof<G>) -> Vec<Refusal> {
    let journal = &seen.journal;
    let checks = [
        check_header(journal),
        check_seed(journal),
        check_reasons(journal),
        check_shows_no_secret(seen),
        check_keeps_only_secrets(seen),
        check_rulings_and_dice(proof),
        check_has_all_lines(seen),
        check_revealed(seen, proof),
    ];
    checks.into_iter().filter_map(Result::err).collect()
}

/// Refuses the first false ruling or die, with the number of further false dice.
fn check_rulings_and_dice<G: Game>(proof: &Proof<G>) -> Result<(), Refusal> {
    let Some(first) = proof.errors.first() else { return Ok(()) };
    let dice = proof.errors.iter().filter(|mismatch| mismatch.die.is_some());
    let entries: BTreeSet<usize> = dice.clone().map(|mismatch| mismatch.entry).collect();
    let what = match dice.count() {
        0 | 1 => first.to_string(),
        many => format!("{first}. {many} dice are false, in entries {}", list_numbers(&entries)),
    };
    Err(Refusal::journal(what))
}

/// Refuses a journal that was not closed, because its end may be missing.
fn unclosed_refusal<G: Game>(seen: &ReadOnlyJournal<G>, name: &str) -> Option<Refusal> {
    if seen.closed || seen.in_use {
        return None;
    }
    let what = "the journal was never closed: its last line is missing, or the program was killed";
    Some(Refusal::journal(what).hint(format!("`kaiser play {name}`, then `quit`, closes it")))
}

/// Checks the header. Rules editions count from 1, and each program version has one. A version has three numbers, and
/// the data hash has 8 hexadecimal digits.
fn check_header<G: Game>(journal: &Journal<G>) -> Result<(), Refusal> {
    let Header { program, data, rulings, .. } = journal.header();
    let numbers: Vec<&str> = program.split(['-', '+']).next().unwrap_or_default().split('.').collect();
    let is_version = numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u32>().is_ok());
    let is_hash = data.len() == 8 && is_hexadecimal(data);
    Err(Refusal::journal(match (*rulings, G::RULINGS) {
        (0, _) => "line 1 names edition 0 of the rules, but editions count from 1".to_owned(),
        _ if !is_version => format!("line 1 names \"{program}\", which is not a version of the program"),
        _ if !is_hash => format!("line 1 names \"{data}\", which is not a hash of the data"),
        (other, own) if other != own && program == env!("CARGO_PKG_VERSION") => {
            format!("line 1 names edition {other} of the rules, but version {program} uses edition {own}")
        }
        (_, _) => return Ok(()),
    }))
}

/// Checks that the first line has the seed or a second file keeps it.
fn check_seed<G: Game>(journal: &Journal<G>) -> Result<(), Refusal> {
    if journal.is_private() || journal.header().seed.is_some() {
        return Ok(());
    }
    let hint = "only a journal with its seed in FILE.private has none";
    Err(Refusal::journal("line 1 has no seed for the dice").hint(hint))
}

/// Checks that each reason is one line of text.
fn check_reasons<G: Game>(journal: &Journal<G>) -> Result<(), Refusal> {
    for (number, entry) in (1..).zip(journal.entries()) {
        let because = match entry {
            Entry::TakenBack { because, .. }
            | Entry::Amended { because, .. }
            | Entry::Noticed { what: Notice::Clock { because, .. } } => because.as_ref(),
            Entry::Did { .. } | Entry::Redid { .. } | Entry::Remarked { .. } | Entry::Noticed { .. } => None,
            Entry::Opened | Entry::Closed => None,
        };
        let error = match because {
            Some(words) if words.contains(char::is_control) => "a reason of several lines, or with control characters",
            Some(words) if !play::has_visible_text(words) => "a blank reason",
            Some(_) | None => continue,
        };
        return Err(Refusal::journal(format!("entry {number} gives {error}")).hint(NO_PROGRAM_HINT));
    }
    Ok(())
}

fn dice_text<G: Game>(journal: &Journal<G>, proof: &Proof<G>) -> String {
    let mut text = format!("{} rolled again from the seed ({})", proof.rolled_again, journal.header().dice);
    if 0 < proof.typed {
        text += &format!(", {} typed by the referee", proof.typed);
    }
    if 0 < proof.unproved {
        text += &format!(", {} rolled from a seed that is kept elsewhere", proof.unproved);
    }
    let UnusedDice { undone: (lost, entries), replaced: (aside, amended) } = count_unused_dice(journal);
    let many = |dice: usize| if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    if 0 < lost {
        let dice = many(lost);
        let entries_text = if entries == 1 { "1 undone entry" } else { &format!("{entries} undone entries") };
        text += &format!("; {dice} in {entries_text}");
    }
    if 0 < aside {
        let entries_text = if amended == 1 { "1 entry" } else { &format!("{amended} entries") };
        text += &format!("; {} of {entries_text} replaced by `amend`", many(aside));
    }
    text
}

/// Dice that no longer decide anything, and the number of entries with them. A command given again may roll others.
#[derive(Default)]
struct UnusedDice {
    /// In entries that were undone and not redone.
    undone: (usize, usize),
    /// Replaced by other dice of an effective amendment.
    replaced: (usize, usize),
}

fn count_unused_dice<G: Game>(journal: &Journal<G>) -> UnusedDice {
    let active_entries: BTreeSet<usize> = journal.active_entries().numbers().iter().copied().collect();
    let dice = |events: &[EventOf<G>]| events.iter().map(|event| event.dice.len()).sum::<usize>();
    // Each set of dice rolled for a command: the entry with the dice, the command's entry and the number of dice.
    let rolls = (1..).zip(journal.entries()).filter_map(|(number, entry)| match entry {
        Entry::Did { events, .. } => Some((number, number, dice(events))),
        Entry::Amended { entry, to: Correction::Faces(faces), .. } => Some((number, *entry, faces.len())),
        _ => None,
    });
    let rolls: Vec<(usize, usize, usize)> = rolls.filter(|(_, _, dice)| 0 < *dice).collect();
    let mut unused = UnusedDice::default();
    for (number, command, dice) in &rolls {
        let is_later = |(other, rerolled, _): &(usize, usize, usize)| {
            rerolled == command && number < other && active_entries.contains(other)
        };
        let counter = match (active_entries.contains(number), rolls.iter().any(is_later)) {
            (false, _) => &mut unused.undone,
            (true, true) => &mut unused.replaced,
            (true, false) => continue,
        };
        (counter.0, counter.1) = (counter.0 + dice, counter.1 + 1);
    }
    unused
}

fn proof_json<G: Game>(seen: &ReadOnlyJournal<G>, proof: &Proof<G>) -> Value {
    let header = seen.journal.header();
    let UnusedDice { undone: (taken_back, _), replaced: (put_aside, _) } = count_unused_dice(&seen.journal);
    let mismatches = proof.differing.iter();
    let mismatches = mismatches.map(
        |mismatch| json!({ "entry": mismatch.entry, "deed": mismatch.command, "what": mismatch.what.to_string() }),
    );
    json!({
        "game": header.game, "format": header.format, "program": header.program, "entries": seen.lines.saturating_sub(1),
        "looked_at": seen.journal.entries().len(),
        "chain": { "lines": seen.lines },
        "rulings": {
            "decided": proof.rulings, "edition": header.rulings, "by": G::RULINGS,
            "otherwise": mismatches.collect::<Vec<_>>(),
        },
        "dice": {
            "algorithm": header.dice, "thrown": proof.rolled_again,
            "typed": proof.typed, "unproved": proof.unproved, "forged": forged_json(proof), "taken_back": taken_back, "put_aside": put_aside,
        },
    })
}

/// Returns the battle that this program would begin for the scenario of line 1, without positions if the journal has
/// none. A generated battle is generated again. The error states why there is none.
fn expected_setup(sources: &Sources, setup: &Setup, file: &Path) -> Result<ExpectedSetup<Setup>, String> {
    let mut model = match (&setup.war, load::scenario(sources, setup.scenario.as_str())) {
        (Some(war), _) => war::expected_setup(sources, war, file)?,
        (None, Ok(built_in)) => ExpectedSetup::built_in(built_in),
        (None, Err(_)) => regenerate(sources, setup)?,
    };
    let is_tracked = |setup: &Setup| setup.divisions.iter().any(|division| division.at.is_some());
    if is_tracked(&model.setup) && !is_tracked(setup) {
        model.setup.remove_positions();
        model.chosen.push("--measured".to_owned());
    }
    // A battle may begin with any switches.
    model.chosen.extend(setup_origin::choices(&setup.options, &model.setup.options));
    model.setup.options = setup.options.clone();
    Ok(model)
}

/// Lists errors of players and seals: other editions, seals made with open salts, broken seals, replaced seals.
fn seal_findings(journal: &Journal<Naval>, broken: &[String], replaced: &[String]) -> Vec<(Defect, String)> {
    let mut findings = Vec::new();
    let editions: Vec<String> = seating::other_editions(journal).iter().map(u64::to_string).collect();
    if !editions.is_empty() {
        let text = format!(
            "computer players of edition {}, not {}, so only a program of that edition can ask them",
            editions.join(" and "),
            admirals::EDITION
        );
        findings.push((Defect::OtherEdition, text));
    }
    let open = sealed_with_open_salts(journal);
    if let Some(first) = open.first() {
        let entries = if open.len() == 1 { "entry" } else { "entries" };
        let text = format!(
            "plots were sealed after the salts were revealed, from entry {first} on, in {} {entries}",
            open.len()
        );
        findings.push((Defect::SeedOpen, text));
    }
    if !broken.is_empty() {
        let text = format!("plots differ from the sealed ones for {}", broken.join(", "));
        findings.push((Defect::SealBroken, text));
    }
    if !replaced.is_empty() {
        let seals =
            if replaced.len() == 1 { "1 seal was".to_owned() } else { format!("{} seals were", replaced.len()) };
        let text = format!(
            "{seals} replaced or dropped after the plots were revealed, or a launch was added: {}",
            replaced.join(", ")
        );
        findings.push((Defect::SealBroken, text));
    }
    findings
}

fn check_battle(journal: &Journal<Naval>) -> Result<ExtraFindings, Refusal> {
    seating::check_players(journal)?;
    if let Some(number) = reused_salt_entry(journal) {
        let what = format!("entry {number} seals with a salt that was drawn for an earlier seal");
        return Err(Refusal::journal(what).hint(NO_PROGRAM_HINT));
    }
    let seals = sealed_plots(journal)?;
    let (broken, replaced) = (seals.iter().filter(|seal| seal.changed), replaced_seals(journal));
    let side_in_turn = |side: &str, turn: u16| format!("{side} in turn {turn}");
    let broken: Vec<String> = broken.map(|seal| side_in_turn(&seal.name, seal.turn)).collect();
    let replaced_names: Vec<String> =
        replaced.iter().map(|(side, turn)| side_in_turn(journal.state().name(side), *turn)).collect();
    let findings = seal_findings(journal, &broken, &replaced_names);
    let mut all = match (seals.len(), broken.is_empty()) {
        (0, _) => "none".to_owned(),
        (all, true) => {
            // State where the salts came from, if line 1 records it and the salts match.
            let salts = salt_source(journal).map_or_else(String::new, |salts| format!(", salts from {salts}"));
            format!("{all} opened, each as it was sealed{salts}")
        }
        (all, false) => format!("{all} opened, but plots differ from the sealed ones for {}", broken.join(", ")),
    };
    if !replaced.is_empty() {
        all += &format!("; {} replaced or dropped after they were opened", replaced.len());
    }
    let state = journal.state();
    let tally = tally::tally(state);
    let sides = tally.sides.iter();
    let words: Vec<String> =
        sides.clone().map(|score| format!("{} {}", state.name(&score.side), score.points)).collect();
    let points: Value = sides.map(|score| json!({ "id": score.side, "points": score.points })).collect();
    let sealed = seals.iter().map(|seal| json!({ "id": seal.side, "turn": seal.turn, "kept": !seal.changed }));
    let replaced_json: Value = replaced.iter().map(|(side, turn)| json!({ "id": side, "turn": turn })).collect();
    let keys = [("seals", sealed.collect()), ("seals_replaced", replaced_json), ("points", points)];
    let keys = keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    let counted = format!("{}, counted again", words.join(", "));
    Ok(ExtraFindings { lines: vec![("seals", all), ("points", counted)], keys, findings })
}

/// Asks each computer player of line 1, and each seated later, again for each of its orders. [3.3.1]
fn ask_players_again(sources: &Sources, journal: &Journal<Naval>) -> Result<ExtraFindings, Refusal> {
    let players = journal.header().players.as_ref();
    let later = players_seated_later(journal);
    let first =
        players_in_header(players).into_iter().map(|(side, who)| PlayerTerm { from: 0, side, commander: Some(who) });
    let mut seated: Vec<PlayerTerm> = first.chain(later.iter().cloned()).collect();
    for who in seated.iter_mut().filter_map(|seating| seating.commander.as_mut()) {
        who.threads = parallel::core_count();
    }
    if seated.iter().all(|seating| seating.commander.is_none()) {
        let hint = "`--admirals` is for battles begun with `--admiral`, or written by `simulate --battle`";
        return Err(Refusal::cannot("Line 1 names no computer players.").hint(hint));
    }
    if !players.and_then(Value::as_array).into_iter().flatten().all(is_of_this_edition) {
        let now = admirals::EDITION;
        let what = format!("Its admirals are not of edition {now}, as in this program, and may choose differently.");
        return Err(Refusal::cannot(what).hint("`kaiser verify FILE` checks rulings and dice without them"));
    }
    let commands = journal.commands();
    let commands = commands.iter().map(|applied| (applied.entry, applied.command, applied.events));
    let seed = journal.header().seed.unwrap_or_default();
    let proved = prove(&journal.header().setup, seed, &seated, &cut_short_entries(journal), commands);
    let state = journal.state();
    if let Some(Mismatch { entry, side, ordered, would_order }) = proved.mismatch {
        let text = |command: &Command| notation::print(state, command);
        let what = format!(
            "#{entry}: the admiral of {} did not choose `{}` from what its side knew",
            state.name(&side),
            text(&ordered)
        );
        let hint = would_order.map_or_else(
            || "it would not have given an order of this kind".to_owned(),
            |order| format!("it would have ordered `{}`", text(&order)),
        );
        return Err(Refusal::journal(what).hint(hint));
    }
    let orders = show::lines::count(proved.orders, "order");
    let names: Vec<String> = seated.iter().filter_map(|seating| seated_name(state, seating)).collect();
    let mut text = format!("{orders} of {} asked again, each with the same answer", names.join(" and "));
    if 0 < proved.cut_short {
        text += &format!("; {} of interrupted admirals cannot be repeated", proved.cut_short);
    }
    let is_passed = |entry: &&EntryOf<Naval>| matches!(entry, Entry::Noticed { what: Notice::Passed { to: None } });
    let passed = journal.entries().iter().filter(is_passed).count();
    text += &match passed {
        0 => "; nobody passed the keyboard to the referee".to_owned(),
        times => format!("; the referee received the keyboard {}", show::lines::count(times, "time")),
    };
    if !later.is_empty() {
        text += &format!("; players were changed {}", show::lines::count(later.len(), "time"));
    }
    for (from, orders) in &proved.not_asked {
        let player = seated_by_entry(journal, *from);
        text += &format!("; not asked: {} of {player}, seated at #{from}", show::lines::count(*orders, "order"));
    }
    let cards = load::doctrines(sources)?;
    let other = play::distinct(seated.iter().filter_map(|seating| other_card(&cards, seating.commander.as_ref()?)));
    text.extend(other.iter().map(|card| format!("; {card}")));
    let not_asked = proved.not_asked.iter().map(|(from, orders)| json!({ "entry": from, "orders": orders }));
    let report = json!({
        "orders": proved.orders, "not_reproducible": proved.cut_short, "not_asked": not_asked.collect::<Value>(),
        "edition": admirals::EDITION, "passed_to_referee": passed, "seats_changed": later.len(), "other_cards": other,
    });
    let keys = Map::from_iter([("admirals".to_owned(), report)]);
    let unrepeatable = match proved.cut_short {
        0 => None,
        1 => Some("1 order of an interrupted admiral cannot be asked again".to_owned()),
        many => Some(format!("{many} orders of interrupted admirals cannot be asked again")),
    };
    let found = unrepeatable.map(|text| (Defect::DiceNotProved, text)).into_iter().collect();
    Ok(ExtraFindings { lines: vec![("asked", text)], keys, findings: found })
}

/// `captain:jessen of Russia`, with the entry if it was seated later. `None` if it cannot be asked.
fn seated_name(state: &State, seated: &PlayerTerm) -> Option<String> {
    let name = format!("{} of {}", seated.commander.as_ref()?.name(), state.name(&seated.side));
    Some(if seated.from == 0 { name } else { format!("{name} from #{} on", seated.from) })
}

/// The player seated by an entry: `captain:kamimura of Russia`, `a person of Japan`.
fn seated_by_entry(journal: &Journal<Naval>, entry: usize) -> String {
    let Some(Entry::Noticed { what: Notice::Player { side, machine, .. } }) = journal.entry(entry) else {
        return "nobody".to_owned();
    };
    format!("{} of {}", machine.as_deref().unwrap_or("a person"), journal.state().name(&SideId::new(side)))
}

/// Lists the keys in which a player's recorded card differs from this program's card of that name.
fn other_card(cards: &[Doctrine], who: &Commander) -> Option<String> {
    let (card, plain) = (&who.doctrine, Doctrine::default_card());
    if !who.level.uses_card() {
        return None;
    }
    let Some(own_card) = cards.iter().chain([&plain]).find(|candidate| candidate.id == card.id) else {
        return Some(format!("this program has no card {}", card.id));
    };
    let keys = setup_origin::differences(card, own_card);
    (!keys.is_empty())
        .then(|| format!("the card {} differs from this program's: {}", card.id, setup_origin::list_keys(&keys)))
}
