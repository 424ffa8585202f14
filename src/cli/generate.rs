//! `kaiser scenario generate`: draws a battle by chapter 10 and writes a scenario file, with a page for each side and
//! one for the referee. [10.1 to 10.3]
pub mod again;
mod fair;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use super::output::{self, Out};
use super::{
    args::{GenerateArgs, values},
    commanders, dice, file,
    person::Person,
    prompt::Keyboard,
};
use load::{About, Made, Meeting, Sources};
use naval::model::library::{Closed, TheatreLine};
use naval::model::{Fine, Purpose, Setup};
use naval::rules::{placement, tally};
use naval::{Command, Id, Inches, Naval, NavalEvent, SideId, State, view::View};
use play::{Dice, Game, Halt, Rule, Source, verbs::did_you_mean};
use session::{Asking, DiceAtHand, Mode, Refusal, Wording};

const THEATRES: Rule = Rule::new("1.2");
const APPROACH: Rule = Rule::new("10.1.3");
const HANDICAP: Rule = Rule::new("10.5.6");
/// Battles drawn before the search for an even one gives up.
const MOST_DRAWS: u64 = 2_000;

/// `kaiser scenario generate`.
pub fn generate(sources: &Sources, args: &GenerateArgs, out: &mut Out) -> Result<(String, Value), Refusal> {
    let theatre = theatre(sources, &args.theatre)?;
    let date = day(&theatre, args.date)?;
    // All 64 bits: otherwise a player could try every short seed and find the enemy's force.
    let seed = args.seed.map_or_else(dice::new_seed, Ok)?;
    let mut meeting = Meeting::of(sources, &theatre, date, args.size)?;
    let mut said = approaches(&meeting.setup, args)?;
    if args.ask {
        ask_sides(&meeting.setup, &mut said, out)?;
    }
    let (seed, fair) = match args.fair {
        Some(_) => {
            let (seed, fair) = fair_seed(sources, (&theatre, date), args, seed, &said)?;
            (seed, Some(fair))
        }
        None => (seed, None),
    };
    let mut drawn = drawn(&meeting.setup, args, seed, &said)?;
    let id = args.output.as_deref().map_or_else(|| free_id(&meeting.setup, &format!("{}-{date}", theatre.id)), stem);
    let asked = format!("--theatre {} --date {date} --size {}", theatre.id, args.size);
    let (how, edition) = (how(args, seed, &said), load::edition(sources));
    let made = Made { words: format!("{asked} {how}"), edition: Some(edition) };
    let about = About { id: Id::new(&id), title: title(&theatre, date), made };
    let text = load::meeting_file(&theatre, &drawn.state, &about)?;
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.yaml")));
    let setup = meeting.drawn(sources, &file.display().to_string(), &text)?;
    let state = Naval::begin(&setup);
    drawn.fair = fair.map(|fair| fair.says(&setup));
    let names = write(&file, text, &state, &drawn)?;
    let seed = matches!(args.dice, Mode::Roll).then_some(seed);
    let seeded = seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let mut lines = vec![format!("{}: {}", setup.title, names.join(", ")), format!("Drawn up by {asked}{seeded}")];
    lines.extend(of_handicap(&state, args.even.map(|_| drawn.draws)));
    lines.extend(drawn.fair.clone());
    lines.push(format!("kaiser print {} -o {}", file.display(), file.with_extension("pdf").display()));
    lines.push(format!("kaiser play {}", file.display()));
    let ships: Vec<&Id> = setup.ships.iter().map(|ship| &ship.card.id).collect();
    let value = json!({
        "id": id, "title": setup.title, "theatre": theatre.id, "date": setup.date, "seed": seed, "draws": drawn.draws,
        "files": names, "fair": fair.map(|fair| json!({ "share": fair.share, "wins": fair.wins, "n": fair.n })),
        "handicap": margin(&state), "ships": ships,
    });
    Ok((lines.join("\n"), value))
}

/// Returns the options with which the same command draws the same battle again. Answers become `--approach`.
fn how(args: &GenerateArgs, seed: u64, said: &[Said]) -> String {
    let dice = match args.dice {
        Mode::Roll => format!("--seed {seed}"),
        Mode::Ask => "--dice ask".to_owned(),
    };
    let even = args.even.map(|most| format!(" --even {most}")).unwrap_or_default();
    let approach = |(side, (distance, bearing)): &Said| format!(" --approach {side}={distance}@{}", bearing.as_f64());
    format!("{dice}{even}{}", said.iter().map(approach).collect::<String>())
}

/// Returns the first seed from `seed` on that gives a fair battle, with its measured fairness. A battle in which one
/// side could score more than twice as much as the other is not fought.
fn fair_seed(
    sources: &Sources,
    (theatre, date): (&TheatreLine, NaiveDate),
    args: &GenerateArgs,
    seed: u64,
    said: &[Said],
) -> Result<(u64, fair::Fair), Refusal> {
    let percent = args.fair.unwrap_or_default();
    let search = fair::Search::of(percent, args.threads);
    let mut sieved = 0;
    for (at, seed) in (1..).zip(seed..seed.saturating_add(fair::DRAWS)) {
        let mut meeting = Meeting::of(sources, theatre, date, args.size)?;
        let drawn = drawn(&meeting.setup, args, seed, said)?;
        let about = About { id: theatre.id.clone(), title: title(theatre, date), made: Made::default() };
        let setup = meeting.drawn(sources, "fair.yaml", &load::meeting_file(theatre, &drawn.state, &about)?)?;
        let draw = fair::Draw { at, seed };
        if !could_be_even(&Naval::begin(&setup)) {
            sieved += 1;
            fair::tell(draw, "one side could score more than twice what the other could; not fought.");
        } else if let Some(fair) = search.stands(sources, &setup, draw)? {
            return Ok((seed, fair));
        }
    }
    let fought = fair::DRAWS - sieved;
    let what = format!("none of {} battles is fair to within {percent} in a hundred", fair::DRAWS);
    let problem = Refusal::not_there(format!("{what}: {fought} were fought, {sieved} were too uneven to try"));
    Err(problem.rule(HANDICAP).hint("another seed, a wider margin, or another size"))
}

/// Whether neither side could score more than twice as much as the other. [10.5]
fn could_be_even(state: &State) -> bool {
    match &tally::tally(state).sides[..] {
        [one, other] => {
            let (less, more) = (one.could_score.min(other.could_score), one.could_score.max(other.could_score));
            0 < less && more <= 2 * less
        }
        _ => false,
    }
}

/// Draws battles until one is as even as requested.
fn drawn(setup: &Setup, args: &GenerateArgs, seed: u64, said: &[Said]) -> Result<Drawn, Refusal> {
    // Every roll of every draw has its own stream. Two sides that roll for the same thing in one stream would roll the
    // same dice.
    let (mut streams, mut draws) = (0.., 0);
    let seed = setup.generator.as_ref().map_or(seed, |generator| of_theatre(seed, &generator.theatre));
    let door = Person::nobody();
    loop {
        draws += 1;
        let (mut state, mut told) = (naval::begin(setup), Vec::new());
        while let Some(command) = placement::next_step(&state, said) {
            let events = match args.dice {
                Mode::Roll => thrown(&state, &command, &mut dice::thrown(seed, streams.next().unwrap_or(u64::MAX))),
                Mode::Ask => asked(&door, &state, &command),
            }?;
            told.push(show::event::events(&state, &events));
            play::apply_all::<Naval>(&mut state, &events);
        }
        if args.even.is_none_or(|most| margin(&state) <= most) {
            return Ok(Drawn { state, told, draws, fair: None });
        }
        if MOST_DRAWS <= draws || matches!(args.dice, Mode::Ask) {
            let what = format!("no battle with a handicap of {} or less came up", args.even.unwrap_or_default());
            let problem = Refusal::not_there(format!("{what} in {draws} draws")).rule(HANDICAP);
            return Err(problem.hint("a wider margin, or another size"));
        }
    }
}

/// Derives a separate seed for each theatre. Otherwise one seed gives the same weather and first dice in all of them.
fn of_theatre(seed: u64, theatre: &Id) -> u64 {
    // FNV-1a, which is the same in every edition of the program.
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    seed ^ theatre.as_str().bytes().fold(0xcbf2_9ce4_8422_2325, hash)
}

fn title(theatre: &TheatreLine, date: NaiveDate) -> String {
    let waters = theatre.name.split(',').next().unwrap_or(&theatre.name);
    format!("A meeting in the {waters}, {date}")
}

/// Returns the theatre whose id, or start of an id, was typed.
fn theatre(sources: &Sources, given: &str) -> Result<TheatreLine, Refusal> {
    let all = load::theatres(sources)?;
    let word = given.trim().to_lowercase().replace(' ', "-");
    let begin: Vec<&TheatreLine> = all.iter().filter(|one| one.id.as_str().starts_with(&word)).collect();
    let exact = begin.iter().find(|one| one.id == *word);
    let ids = |some: &[&TheatreLine]| some.iter().map(|one| one.id.to_string()).collect::<Vec<_>>();
    let (what, hint) = match (exact, &begin[..]) {
        (Some(found), _) | (None, [found]) => return Ok((*found).clone()),
        (None, [first, _, ..]) if !word.is_empty() => {
            let what = format!("{} theatres begin with \"{given}\": {}", begin.len(), ids(&begin).join(" and "));
            (what, format!("--theatre {}", first.id))
        }
        (None, _) => {
            let names = ids(&all.iter().collect::<Vec<_>>());
            let hint = did_you_mean(&word, names.iter().map(String::as_str), names.join(", "));
            (format!("no theatre is called \"{given}\""), hint)
        }
    };
    Err(Refusal::not_there(what).rule(THEATRES).hint(hint))
}

/// Returns the requested day if it is in the theatre's period, or without a request an open day in its middle.
pub fn day(theatre: &TheatreLine, asked: Option<NaiveDate>) -> Result<NaiveDate, Refusal> {
    let (from, to) = (theatre.from, theatre.to);
    let Some(date) = asked else {
        let days = to.signed_duration_since(from).num_days().unsigned_abs() / 2;
        return Ok(theatre.open_from(from.checked_add_days(Days::new(days)).unwrap_or(from)));
    };
    if let Some(Closed { from, to, why }) = theatre.closed_on(date) {
        let what = format!("--date {date}: nobody fought in the {} from {from} to {to}: {why}", theatre.name);
        return Err(Refusal::cannot(what).rule(THEATRES).form(format!("--date {}", theatre.open_from(date))));
    }
    if (from..=to).contains(&date) {
        return Ok(date);
    }
    let what = format!("--date {date}: {} is drawn up from {from} to {to}", theatre.name);
    Err(Refusal::cannot(what).rule(THEATRES).form(format!("--date {}", date.clamp(from, to))))
}

/// A side and where it enters: distance from the centre and bearing.
type Said = (SideId, (Inches, Fine));

/// Parses where the sides enter, from `--approach`. [10.1.3]
fn approaches(setup: &Setup, args: &GenerateArgs) -> Result<Vec<Said>, Refusal> {
    let mut said: Vec<Said> = Vec::new();
    for given in &args.approaches {
        let no_approach = || Refusal::usage(format!("\"{given}\" is no approach")).rule(APPROACH);
        let wrong = || no_approach().hint("SIDE=DISTANCE@BEARING, such as japan=18@225");
        let (side, place) = values::approach(given).ok_or_else(wrong)?;
        let at = commanders::side_named(setup, side, |side| format!("{side}={place}"))?;
        let side = setup.sides[at].id.clone();
        if let Some(place) = values::with_a_point(place) {
            return Err(no_approach().hint(format!("a distance has a point: {side}={place}")));
        }
        if said.iter().any(|(one, _)| *one == side) {
            let name = setup.sides.iter().find(|one| one.id == side).map_or("", |one| &one.name);
            let what = format!("\"{given}\": it was said already whence {name} comes");
            return Err(Refusal::usage(what).rule(APPROACH).hint("--approach once for each side"));
        }
        said.push((side, values::distance_and_bearing(place).ok_or_else(wrong)?));
    }
    Ok(said)
}

/// Asks each side that has no approach yet, in turn.
fn ask_sides(setup: &Setup, said: &mut Vec<Said>, out: &mut Out) -> Result<(), Refusal> {
    let keyboard = Keyboard::default();
    for side in &setup.sides {
        if said.iter().all(|(one, _)| *one != side.id) {
            said.push((side.id.clone(), ask_side(&keyboard, &side.name)?));
            out.clear();
        }
    }
    Ok(())
}

/// The refusal if no one answers.
const NOTHING: &str = "nothing was drawn up";

/// Asks one player until the answer is valid.
fn ask_side(keyboard: &Keyboard, name: &str) -> Result<(Inches, Fine), Refusal> {
    loop {
        let question = format!("{name}, nobody else looking: distance from the centre and bearing, such as 18@225: ");
        match values::distance_and_bearing(keyboard.answered(&question, NOTHING)?.trim()) {
            Some(said) => return Ok(said),
            None => {
                output::aside("Inches and degrees, such as 18@225.");
                keyboard.told();
            }
        }
    }
}

/// The result of the steps of chapter 10.
struct Drawn {
    state: State,
    /// Every event, in the referee's words.
    told: Vec<String>,
    /// The number of battles drawn, including this one.
    draws: u64,
    /// How fair the battles fought with it were.
    fair: Option<String>,
}

fn thrown(state: &State, command: &Command, dice: &mut impl Dice<Purpose>) -> Result<Vec<NavalEvent>, Refusal> {
    play::decide::<Naval>(state, command, dice).map_err(|halt| Refusal::rules(show::ask::halt(state, &halt)))
}

/// Asks for the results of real dice until the command has all it needs.
fn asked(door: &Person, state: &State, command: &Command) -> Result<Vec<NavalEvent>, Refusal> {
    let mut asking: Asking<'_, Purpose> = Asking::new(door, None, false);
    loop {
        match play::decide::<Naval>(state, command, &mut DiceAtHand::typed(&asking.faces)) {
            Ok(events) => return Ok(events),
            Err(Halt::NeedsRoll { ask, missing }) => {
                let above = needs(state, command, &asking.faces, &ask.purpose);
                let question = show::ask::ask(state, &ask);
                // A line editor prints no question to a pipe.
                if !io::stdin().is_terminal() {
                    output::aside(&question);
                }
                let put = &mut |faces: &_| session::put(door, faces, |_| None);
                let asked = Wording { above, line: question, may_go_back: false };
                let answered = asking.ask(put, asked, (ask.sides, missing));
                answered.map_err(|problem| if problem.is_stopped() { Refusal::stopped(NOTHING) } else { problem })?;
            }
            Err(halt @ (Halt::Refused { .. } | Halt::NoSuchFace { .. })) => {
                return Err(Refusal::rules(show::ask::halt(state, &halt)));
            }
        }
    }
}

/// Explains which results the next dice need, from the ruling that supposed dice in place of the missing ones give.
fn needs(state: &State, command: &Command, faces: &[u8], purpose: &Purpose) -> Option<String> {
    let events = play::decide::<Naval>(state, command, &mut DiceAtHand::supposed(faces)).ok()?;
    let at = events.iter().position(|event| event.dice.iter().any(|roll| roll.source == Source::Thrown))?;
    let mut before = state.clone();
    play::apply_all::<Naval>(&mut before, &events[..at]);
    show::needs::needs(&before, &events[at], purpose)
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase().replace(' ', "-"));
    stem.unwrap_or_else(|| "meeting".to_owned())
}

/// Names the referee's page.
const REFEREE: &str = "referee";

/// Returns the page that belongs to a scenario file, for a side or for the referee.
fn page(file: &Path, whose: &str) -> PathBuf {
    file.with_file_name(format!("{}-{whose}.txt", stem(file)))
}

/// Returns the first name for which neither the scenario nor its pages exist. It does not contain the seed, because the
/// sides' pages carry it and a player could generate the enemy's force from it.
fn free_id(setup: &Setup, id: &str) -> String {
    let is_free = |id: &str| {
        let file = PathBuf::from(format!("{id}.yaml"));
        let mut pages =
            setup.sides.iter().map(|side| side.id.as_str()).chain([REFEREE]).map(|whose| page(&file, whose));
        file::is_free(&file).is_ok() && pages.all(|page| file::is_free(&page).is_ok())
    };
    file::free_stem(id, is_free)
}

/// Writes the scenario and all its pages, or nothing, and returns their names.
fn write(file: &Path, text: String, state: &State, drawn: &Drawn) -> Result<Vec<String>, Refusal> {
    let fair = drawn.fair.as_ref().map(|fair| format!("\n{fair}\n")).unwrap_or_default();
    let briefing =
        |side: &SideId| (page(file, side.as_str()), show::briefing::briefing(&View::of(state, side)) + "\n" + &fair);
    let mut files = vec![(file.to_owned(), text)];
    files.extend(state.setup.sides.iter().map(|side| briefing(&side.id)));
    files.push((page(file, REFEREE), referee_page(state, drawn)));
    file::write_all(&files)?;
    Ok(files.iter().map(|(path, _)| path.display().to_string()).collect())
}

/// Describes the handicap, with the number of draws if a small one was requested.
fn of_handicap(state: &State, draws: Option<u64>) -> Vec<String> {
    let handicap = margin(state);
    // Only the referee's page names the side. The person at the screen may be a player.
    let unfair = tally::tally(state).handicap.cannot_win.is_some().then(|| {
        let what = format!("The handicap of {handicap} is more than one side can score: it cannot win by points");
        format!("{what}; --even 10 draws until they are that equal. [{HANDICAP}]")
    });
    let even = draws.map(|draws| format!("{draws} draws; the handicap is {handicap} [{HANDICAP}]."));
    unfair.into_iter().chain(even).collect()
}

/// The difference between what the two sides could score. [10.5.6]
fn margin(state: &State) -> u32 {
    match &tally::tally(state).sides[..] {
        [one, other] => one.could_score.abs_diff(other.could_score),
        _ => 0,
    }
}

/// Lists everything that was rolled, all positions and the handicap.
fn referee_page(state: &State, drawn: &Drawn) -> String {
    let view = View::referee(state);
    let (title, status, handicap) =
        (&state.setup.title, show::status::status(&view, show::status::Fold::Open), show::tally::handicap(&view));
    let draw = if drawn.draws == 1 { String::new() } else { format!("Draw {}.\n", drawn.draws) };
    let told: Vec<&str> = drawn.told.iter().map(String::as_str).filter(|one| !one.is_empty()).collect();
    let (told, places) = (told.join("\n"), show::places::places(&view, None).0);
    format!("{title}\n\n{draw}{told}\n\n{status}\n\n{places}\n\n{handicap}\n")
}
