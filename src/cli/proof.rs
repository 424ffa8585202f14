//! `kaiser verify`: what a journal proves, and how it was looked at.
use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::origin::{self, Ending, Model};
use super::{generate::again::again, open, output::Out, store::Seen, war};
use crate::cores;
use admirals::proof::{Otherwise, Seated, cut_short, prove};
use admirals::{Commander, Level};
use load::Sources;
use naval::{Command, Fact, Naval, Setup, SideId, State, doctrine::Doctrine, notation, seal, tally};
use play::journal::{Algorithm, Entry, EntryOf, Journal, KeptFrom, Missing, Notice, Proof};
use play::{EventOf, Game};
use session::{
    Playable, Problem,
    naval::{is_of_this_edition, players_of, seated_later},
};

/// The journal of a battle, with `admirals` also whether they chose by what their sides knew.
pub fn of_battle(sources: &Sources, file: &Path, admirals: bool, out: &mut Out) -> Result<(), Problem> {
    let ending = |journal: &Journal<Naval>| {
        let found = battle(journal)?.and(war::link(&journal.header().setup, file)?);
        Ok(if admirals { found.and(asked_again(sources, journal)?) } else { found })
    };
    of_journal::<Naval>(sources, file, out, |setup| model(sources, setup, file), ending)
}

/// Decides every entry of a journal of any game again, throws its dice again, and holds its set-up against what `model`
/// makes of it. Errors are a torn journal, the first entry that is false, what `ending` finds and, after all was said,
/// a journal that nobody closed.
pub fn of_journal<G: Playable>(
    sources: &Sources,
    file: &Path,
    out: &mut Out,
    model: impl FnOnce(&G::Setup) -> Result<Model<G::Setup>, String>,
    ending: impl FnOnce(&Journal<G>) -> Result<Ending, Problem>,
) -> Result<(), Problem> {
    let seen = open::seen::<G>(file)?;
    let name = file.display().to_string();
    if let Some(torn) = &seen.torn {
        let what = format!("{name}: the last line is torn ({} bytes without an end)", torn.bytes.len());
        let hint = format!("`kaiser play {name}` cuts it off, keeps it beside the file and goes on");
        return Err(Problem::new(what).hint(hint));
    }
    let named = |problem: Problem| problem.of(&name);
    let (proof, found) = looked_through(sources, &seen, model, ending).map_err(named)?;
    out.told(told(&name, &seen, &proof, found));
    if !seen.closed && !seen.in_use {
        let what = format!("{name}: the journal was never closed: its last line is missing, or the program was killed");
        return Err(Problem::new(what).hint(format!("`kaiser play {name}`, then `quit`, closes it")));
    }
    Ok(())
}

/// What was found, as prose and as JSON.
fn told<G: Game>(name: &str, seen: &Seen<G>, proof: &Proof<G>, found: Ending) -> (String, Value) {
    let mut lines = vec![("chain", format!("{} lines, each bound to the one before it", seen.lines))];
    lines.extend(kept(seen).map(|says| ("private", says)));
    let (rulings, edition) = (proof.rulings, G::RULINGS);
    lines.push(("rulings", format!("{rulings} decided again by edition {edition} of the rules")));
    lines.push(("dice", dice(&seen.journal, proof)));
    lines.extend(found.lines);
    let mut value = proof_json(seen, proof);
    (value["file"], value["closed"]) = (json!(name), json!(seen.closed));
    if seen.closed {
        lines.push(("code", format!("{}, the same as at `quit` while nobody has changed the file", seen.code)));
        value["code"] = json!(seen.code);
    }
    for (key, found) in found.keys {
        value[key] = found;
    }
    let lines: Vec<String> = lines.iter().map(|(name, says)| format!("  {:<9}{says}", format!("{name}:"))).collect();
    let entries = seen.lines.saturating_sub(1);
    let playing = if seen.in_use { " (it is being played)" } else { "" };
    let text = format!("{name}: {entries} entries, {}{playing}\n{}", agree(seen, proof), lines.join("\n"));
    (text, value)
}

/// Whether the rulings agree with those recorded.
fn agree<G: Game>(seen: &Seen<G>, proof: &Proof<G>) -> String {
    // What is kept elsewhere was not proved with the rest.
    let is_partial = seen.kept_from.is_some() || 0 < proof.unproved;
    let (looked_at, entries) = (seen.journal.entries().len(), seen.lines.saturating_sub(1));
    match proof.otherwise.len() {
        0 if is_partial => format!("{looked_at} of {entries} entries looked at, these agree"),
        0 => "all agree".to_owned(),
        some => format!("{some} rulings come out otherwise"),
    }
}

fn looked_through<G: Game>(
    sources: &Sources,
    seen: &Seen<G>,
    model: impl FnOnce(&G::Setup) -> Result<Model<G::Setup>, String>,
    ending: impl FnOnce(&Journal<G>) -> Result<Ending, Problem>,
) -> Result<(Proof<G>, Ending), Problem> {
    let journal = &seen.journal;
    has_known_rulings(journal)?;
    let proof = journal.prove().map_err(|disagreement| Problem::new(disagreement.to_string()))?;
    is_laid_open(seen, &proof)?;
    let setup = origin::told(sources, journal.header(), model);
    Ok((proof, setup.and(ending(journal)?)))
}

/// A journal says by which edition of the rules it was begun, and only the program of that edition can judge it.
fn has_known_rulings<G: Game>(journal: &Journal<G>) -> Result<(), Problem> {
    let (begun, now) = (journal.header().rulings, G::RULINGS);
    if begun == now {
        return Ok(());
    }
    let what = format!("its first line names edition {begun} of the rules, and this program judges by edition {now}");
    Err(Problem::new(what).hint("a journal of a newer kaiser is verified by that one"))
}

/// Nothing that a second file kept may be missing when there are no more secrets, and nothing may be laid open that it
/// never kept. Nor may the program have thrown dice without a seed, here or elsewhere.
fn is_laid_open<G: Game>(seen: &Seen<G>, proof: &Proof<G>) -> Result<(), Problem> {
    let journal = &seen.journal;
    if let Some(entry) = seen.laid.strays.first() {
        let what =
            format!("entry {entry} lays open a line that the journal never kept: no digest before it is its own");
        return Err(Problem::new(what).hint("what is laid open is a line of FILE.private, to the byte"));
    }
    if !journal.is_private() {
        let what = format!("the program threw {} dice in it, and its first line has no seed", proof.unproved);
        return if proof.unproved == 0 { Ok(()) } else { Err(Problem::new(what)) };
    }
    let is_over = match seen.kept_from {
        None => G::hides_nothing(journal.state()),
        Some(_) => seen.laid.is_over() || journal.has_laid_chances_open(),
    };
    let (_, shut) = journal.kept();
    let missing = match seen.kept_from {
        _ if !is_over => return Ok(()),
        Some(KeptFrom { entry, .. }) => format!("entry {entry} is not laid open"),
        None if !journal.has_laid_chances_open() => "the seed of its dice is not laid open".to_owned(),
        None if 0 < shut => format!("{shut} entries are not laid open"),
        None => return Ok(()),
    };
    let hint = "with the end all of FILE.private stands in the journal: ask whoever has that file";
    Err(Problem::new(format!("nothing is secret any more, and {missing}")).hint(hint))
}

/// What of a journal that can be shown is not in it, and how far it was looked through.
fn kept<G: Game>(seen: &Seen<G>) -> Option<String> {
    if !seen.journal.is_private() {
        return None;
    }
    let (lines, shut) = seen.journal.kept();
    // A file that is elsewhere is no fault.
    let lacks = |why: Missing| if why == Missing::Text { String::new() } else { format!(" ({why})") };
    let what = match seen.kept_from {
        Some(KeptFrom { entry, why }) => {
            let lacks = lacks(why);
            format!("from entry {entry} on the rest is kept in FILE.private{lacks}, and only its chain was looked at")
        }
        None if shut == 0 => format!("{lines} entries were kept, and all are laid open as they were sealed"),
        None => format!("{lines} entries were kept, {shut} are not laid open yet; each is as it was sealed"),
    };
    let lacks = seen.chances.map(lacks).filter(|lacks| !lacks.is_empty());
    Some(what + &lacks.map_or_else(String::new, |lacks| format!("; the seed is kept there too{lacks}")))
}

fn dice<G: Game>(journal: &Journal<G>, proof: &Proof<G>) -> String {
    let Algorithm { algorithm, edition } = &journal.header().dice;
    let mut says = format!("{} thrown again from the seed ({algorithm}, edition {edition})", proof.thrown);
    if 0 < proof.typed {
        says += &format!(", {} typed by the referee", proof.typed);
    }
    if 0 < proof.unproved {
        says += &format!(", {} thrown from a seed that is kept elsewhere", proof.unproved);
    }
    let Lost { taken_back: (lost, entries), put_aside: (aside, amended) } = lost(journal);
    let many = |dice: usize| if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
    if 0 < lost {
        let dice = many(lost);
        let of = if entries == 1 { "1 entry that was" } else { &format!("{entries} entries that were") };
        says += &format!("; {dice} fell in {of} taken back");
    }
    if 0 < aside {
        let of = if amended == 1 { "1 entry" } else { &format!("{amended} entries") };
        says += &format!("; {} of {of} gave way to other faces by `amend`", many(aside));
    }
    says
}

/// Dice that fell and decide nothing any more, and in how many entries: thrown anew they may be others.
#[derive(Default)]
struct Lost {
    /// In what was taken back and not brought back.
    taken_back: (usize, usize),
    /// In the place of which an amendment in force has other faces.
    put_aside: (usize, usize),
}

fn lost<G: Game>(journal: &Journal<G>) -> Lost {
    let in_force = in_force(journal);
    let dice = |events: &[EventOf<G>]| events.iter().map(|event| event.dice.len()).sum::<usize>();
    // Each throw of all dice of a deed: its entry, the deed, and how many.
    let throws = (1..).zip(journal.entries()).filter_map(|(number, entry)| match entry {
        Entry::Did { events, .. } => Some((number, number, dice(events))),
        Entry::Amended { entry, ruled, other_faces: true, .. } => {
            let own = ruled.iter().find(|again| again.entry == *entry);
            Some((number, *entry, own.map_or(0, |again| dice(again.outcome.events()))))
        }
        _ => None,
    });
    let throws: Vec<(usize, usize, usize)> = throws.filter(|(_, _, dice)| 0 < *dice).collect();
    let mut found = Lost::default();
    for (number, deed, dice) in &throws {
        let is_later =
            |(other, of, _): &(usize, usize, usize)| of == deed && number < other && in_force.contains(other);
        let lost = match (in_force.contains(number), throws.iter().any(is_later)) {
            (false, _) => &mut found.taken_back,
            (true, true) => &mut found.put_aside,
            (true, false) => continue,
        };
        (lost.0, lost.1) = (lost.0 + dice, lost.1 + 1);
    }
    found
}

/// The deeds and amendments that stand, by number.
fn in_force<G: Game>(journal: &Journal<G>) -> BTreeSet<usize> {
    let (mut done, mut undone) = (Vec::new(), Vec::new());
    for (number, entry) in (1..).zip(journal.entries()) {
        match entry {
            Entry::Did { .. } | Entry::Amended { .. } => {
                undone.clear();
                done.push(number);
            }
            Entry::Undid | Entry::TakenBack { .. } => undone.extend(done.pop()),
            Entry::Redid => done.extend(undone.pop()),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    }
    done.into_iter().collect()
}

fn proof_json<G: Game>(seen: &Seen<G>, proof: &Proof<G>) -> Value {
    let header = seen.journal.header();
    let Lost { taken_back: (taken_back, _), put_aside: (put_aside, _) } = lost(&seen.journal);
    let otherwise = proof.otherwise.iter();
    let otherwise = otherwise.map(|one| json!({ "entry": one.entry, "deed": one.deed, "what": one.what.to_string() }));
    json!({
        "game": header.game, "format": header.format, "entries": seen.lines.saturating_sub(1),
        "looked_at": seen.journal.entries().len(), "agree": proof.otherwise.is_empty(),
        "chain": { "lines": seen.lines },
        "rulings": {
            "decided": proof.rulings, "edition": header.rulings, "by": G::RULINGS,
            "otherwise": otherwise.collect::<Vec<_>>(),
        },
        "dice": {
            "algorithm": header.dice.algorithm, "edition": header.dice.edition, "thrown": proof.thrown,
            "typed": proof.typed, "unproved": proof.unproved, "taken_back": taken_back, "put_aside": put_aside,
        },
    })
}

/// The battle that this program would begin by the name in the first line, measured by hand where that is; or the one
/// that was drawn up, once more. Else why there is none.
fn model(sources: &Sources, setup: &Setup, file: &Path) -> Result<Model<Setup>, String> {
    let mut model = match (&setup.war, load::scenario(sources, setup.scenario.as_str())) {
        (Some(war), _) => war::model(sources, war, file)?,
        (None, Ok(built_in)) => Model::built_in(built_in),
        (None, Err(_)) => again(sources, setup)?,
    };
    let is_tracked = |setup: &Setup| setup.divisions.iter().any(|division| division.at.is_some());
    if is_tracked(&model.setup) && !is_tracked(setup) {
        model.setup.measured();
        model.chosen.push("--measured".to_owned());
    }
    Ok(model)
}

/// Seals and points of a battle.
fn battle(journal: &Journal<Naval>) -> Result<Ending, Problem> {
    let seals = seals(journal)?;
    let broken: Vec<&Sealed> = seals.iter().filter(|seal| seal.changed).collect();
    let all = match (seals.len(), broken.len()) {
        (0, _) => "none".to_owned(),
        (all, 0) => {
            // Where the salts came from, when line 1 tells it.
            let salts = journal.header().salts.map_or_else(String::new, |salts| format!(", salts from {salts}"));
            format!("{all} opened, each as it was sealed{salts}")
        }
        (all, _) => {
            let which = broken.iter().map(|seal| format!("{} in turn {}", seal.name, seal.turn));
            format!("{all} opened; other plots than the sealed ones stood for {}", which.collect::<Vec<_>>().join(", "))
        }
    };
    let state = journal.state();
    let tally = tally::tally(state);
    let sides = tally.sides.iter();
    let words: Vec<String> = sides.clone().map(|one| format!("{} {}", state.name(&one.side), one.points)).collect();
    let points: Value = sides.map(|one| json!({ "id": one.side, "points": one.points })).collect();
    let sealed = seals.iter().map(|seal| json!({ "id": seal.side, "turn": seal.turn, "kept": !seal.changed }));
    let keys = Map::from_iter([("seals".to_owned(), sealed.collect()), ("points".to_owned(), points)]);
    let counted = format!("{}, counted again", words.join(", "));
    Ok(Ending { lines: vec![("seals", all), ("points", counted)], keys })
}

/// Each admiral of line 1, and who sat down later, asked again at each of his orders. [3.3.1]
fn asked_again(sources: &Sources, journal: &Journal<Naval>) -> Result<Ending, Problem> {
    let said = journal.header().players.as_ref();
    let later = seated_later(journal);
    let first = players_of(said).into_iter().map(|(side, who)| Seated { from: 0, side, who: Some(who) });
    let mut seated: Vec<Seated> = first.chain(later.iter().cloned()).collect();
    for who in seated.iter_mut().filter_map(|one| one.who.as_mut()) {
        who.threads = cores::all();
    }
    if seated.iter().all(|one| one.who.is_none()) {
        let hint = "`--admirals` is for battles begun with `--admiral`, or written by `simulate --battle`";
        return Err(Problem::new("line 1 names nobody who plays").hint(hint));
    }
    if !said.and_then(Value::as_array).into_iter().flatten().all(is_of_this_edition) {
        let now = admirals::EDITION;
        let what =
            format!("its admirals are of another edition than {now}, that of this program, and may choose otherwise");
        return Err(Problem::new(what).hint("`kaiser verify FILE` proves rulings and dice without them"));
    }
    let deeds = journal.deeds();
    let deeds = deeds.iter().map(|deed| (deed.entry, deed.command, deed.events));
    let seed = journal.header().seed.unwrap_or_default();
    let proved = prove(&journal.header().setup, seed, &seated, &cut_short(journal), deeds);
    let state = journal.state();
    if let Some(Otherwise { entry, side, ordered, would }) = proved.otherwise {
        let text = |command: &Command| notation::print(state, command);
        let what = format!(
            "#{entry}: the admiral of {} did not choose `{}` by what his side knew",
            state.name(&side),
            text(&ordered)
        );
        let hint = would.map_or_else(
            || "he would have ordered nothing of the kind".to_owned(),
            |would| format!("he would have ordered `{}`", text(&would)),
        );
        return Err(Problem::new(what).hint(hint));
    }
    let orders = show::count(proved.orders, "order");
    let who: Vec<String> = seated.iter().filter_map(|one| named(state, one)).collect();
    let mut says = format!("{orders} of {} asked for again, each as it was given", who.join(" and "));
    if 0 < proved.hurried {
        says += &format!("; {} of admirals who were cut short are not reproducible", proved.hurried);
    }
    let is_passed = |entry: &&EntryOf<Naval>| matches!(entry, Entry::Noticed { what: Notice::Passed { to: None } });
    let passed = journal.entries().iter().filter(is_passed).count();
    let times = show::count(passed, "time");
    says += &format!("; the keyboard went to the referee {}", if passed == 0 { "never" } else { &times });
    if !later.is_empty() {
        says += &format!("; who plays a side was changed {}", show::count(later.len(), "time"));
    }
    for (from, orders) in &proved.not_asked {
        let whose = whose(journal, *from);
        says += &format!("; not asked: {} of {whose}, who sat down at #{from}", show::count(*orders, "order"));
    }
    let cards = load::doctrines(sources)?;
    let mut other: Vec<String> = Vec::new();
    for card in seated.iter().filter_map(|one| other_card(&cards, one.who.as_ref()?)) {
        if !other.contains(&card) {
            says += &format!("; {card}");
            other.push(card);
        }
    }
    let not_asked = proved.not_asked.iter().map(|(from, orders)| json!({ "entry": from, "orders": orders }));
    let found = json!({
        "orders": proved.orders, "not_reproducible": proved.hurried, "not_asked": not_asked.collect::<Value>(),
        "edition": admirals::EDITION, "passed_to_referee": passed, "seats_changed": later.len(), "other_cards": other,
    });
    let keys = Map::from_iter([("admirals".to_owned(), found)]);
    Ok(Ending { lines: vec![("asked", says)], keys })
}

/// `captain:jessen of Russia`, and from which entry on where he sat down later; nothing of who cannot be asked.
fn named(state: &State, one: &Seated) -> Option<String> {
    let who = format!("{} of {}", one.who.as_ref()?.name(), state.name(&one.side));
    Some(if one.from == 0 { who } else { format!("{who} from #{} on", one.from) })
}

/// Who sat down with an entry: `captain:kamimura of Russia`, `a person of Japan`.
fn whose(journal: &Journal<Naval>, entry: usize) -> String {
    let Some(Entry::Noticed { what: Notice::Player { side, machine, .. } }) = journal.entry(entry) else {
        return "nobody".to_owned();
    };
    format!("{} of {}", machine.as_deref().unwrap_or("a person"), journal.state().name(&SideId::new(side)))
}

/// By which keys the card of a player, as line 1 has it, is another than the one of that name here.
fn other_card(cards: &[Doctrine], who: &Commander) -> Option<String> {
    let (card, plain) = (&who.doctrine, Doctrine::plain());
    if who.level == Level::Midshipman {
        return None;
    }
    let Some(own) = cards.iter().chain([&plain]).find(|one| one.id == card.id) else {
        return Some(format!("the card {} is none of this program's", card.id));
    };
    let keys = origin::differences(card, own);
    (!keys.is_empty()).then(|| format!("the card {} is not this program's: {}", card.id, origin::listed(&keys)))
}

/// A seal, and whether the plots that it sealed stood to the end.
struct Sealed {
    side: SideId,
    name: String,
    turn: u16,
    changed: bool,
}

/// Every seal in force, opened in every segment from then on. A code that is not that of its lines is an error.
fn seals(journal: &Journal<Naval>) -> Result<Vec<Sealed>, Problem> {
    let mut state = Naval::begin(&journal.header().setup);
    let mut seals = Vec::new();
    for event in journal.deeds().iter().flat_map(|deed| deed.events) {
        if matches!(event.fact, Fact::SegmentBegan { .. }) {
            opened(&state, &mut seals)?;
        }
        Naval::apply(&mut state, &event.fact);
    }
    opened(&state, &mut seals)?;
    Ok(seals)
}

fn opened(state: &State, seals: &mut Vec<Sealed>) -> Result<(), Problem> {
    for sealed in &state.seals {
        // A seal from before contact stands for many turns, and is one seal.
        let (side, turn) = (&sealed.side, sealed.turn);
        let changed = match seal::opened(state, sealed) {
            Ok(_) => false,
            Err(seal::Broken::Changed { .. } | seal::Broken::NotSealed) => true,
            Err(seal::Broken::Forged { code, is }) => {
                let whose = format!("the seal of {} in turn {turn}", state.name(side));
                return Err(Problem::new(format!("{whose} is {code}, and that of its lines {is}")));
            }
        };
        match seals.iter_mut().find(|seal| seal.side == *side && seal.turn == turn) {
            Some(seal) => seal.changed |= changed,
            None => seals.push(Sealed { side: side.clone(), name: state.name(side).to_owned(), turn, changed }),
        }
    }
    Ok(())
}
