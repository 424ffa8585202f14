//! `kaiser scenario generate`: draws a battle by chapter 10 and writes a scenario file, with a page for each side and
//! one for the referee. [10.1 to 10.3]
mod fair;
pub mod regenerate;

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
use load::{BattleLabel, Meeting, Provenance, Sources};
use naval::model::library::{ClosedSeason, TheatreLine};
use naval::model::{Fine, Purpose, Setup};
use naval::rules::{placement, tally};
use naval::{Command, Id, Inches, Naval, NavalEvent, SideId, State, view::View};
use play::{Dice, Game, NotDecided, Rule, Source, verbs::did_you_mean};
use session::{DiceCollector, DiceMode, DiceSource, QuestionText, Refusal};

const THEATRES: Rule = Rule::new("1.2");
const APPROACH: Rule = Rule::new("10.1.3");
const HANDICAP: Rule = Rule::new("10.5.6");
/// Battles drawn before the search for an even one gives up.
const MAX_EVEN_DRAWS: u64 = 2_000;

/// `kaiser scenario generate`.
pub fn generate(sources: &Sources, args: &GenerateArgs, out: &mut Out) -> Result<(String, Value), Refusal> {
    let theatre = theatre(sources, &args.theatre)?;
    let date = day(&theatre, args.date)?;
    // All 64 bits: otherwise a player could try every short seed and find the enemy's force.
    let seed = args.seed.map_or_else(dice::new_seed, Ok)?;
    let mut meeting = Meeting::prepare(sources, &theatre, date, args.size)?;
    let mut approaches = approaches(&meeting.setup, args)?;
    if args.ask {
        ask_sides(&meeting.setup, &mut approaches, out)?;
    }
    let (seed, fair) = match args.fair {
        Some(_) => {
            let (seed, fair) = fair_seed(sources, (&theatre, date), args, seed, &approaches)?;
            (seed, Some(fair))
        }
        None => (seed, None),
    };
    let mut drawn = draw_battle(&meeting.setup, args, seed, &approaches)?;
    let id = args.output.as_deref().map_or_else(|| free_id(&meeting.setup, &format!("{}-{date}", theatre.id)), stem);
    let asked = format!("--theatre {} --date {date} --size {}", theatre.id, args.size);
    let (options, edition) = (reproducing_options(args, seed, &approaches), load::edition(sources));
    let made = Provenance { words: format!("{asked} {options}"), edition: Some(edition) };
    let about = BattleLabel { id: Id::new(&id), title: title(&theatre, date), made };
    let text = load::meeting_file(&theatre, &drawn.state, &about)?;
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{id}.yaml")));
    let setup = meeting.read_drawn(sources, &file.display().to_string(), &text)?;
    let state = Naval::initial_state(&setup);
    drawn.fairness_text = fair.map(|fair| fair.describe(&setup));
    let names = write(&file, text, &state, &drawn)?;
    let seed = matches!(args.dice, DiceMode::Roll).then_some(seed);
    let seeded = seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let mut lines = vec![format!("{}: {}", setup.title, names.join(", ")), format!("Drawn up by {asked}{seeded}")];
    lines.extend(handicap_lines(&state, args.even.map(|_| drawn.draws)));
    lines.extend(drawn.fairness_text.clone());
    lines.push(format!("kaiser print {} -o {}", file.display(), file.with_extension("pdf").display()));
    lines.push(format!("kaiser play {}", file.display()));
    let ships: Vec<&Id> = setup.ships.iter().map(|ship| &ship.card.id).collect();
    let value = json!({
        "id": id, "title": setup.title, "theatre": theatre.id, "date": setup.date, "seed": seed, "draws": drawn.draws,
        "files": names, "fair": fair.map(|fair| json!({ "share": fair.share, "wins": fair.wins, "n": fair.n })),
        "handicap": score_margin(&state), "ships": ships,
    });
    Ok((lines.join("\n"), value))
}

/// Returns the options with which the same command draws the same battle again. Answers become `--approach`.
fn reproducing_options(args: &GenerateArgs, seed: u64, approaches: &[StatedApproach]) -> String {
    let dice = match args.dice {
        DiceMode::Roll => format!("--seed {seed}"),
        DiceMode::Ask => "--dice ask".to_owned(),
    };
    let even = args.even.map(|most| format!(" --even {most}")).unwrap_or_default();
    let approach_option =
        |(side, (distance, bearing)): &StatedApproach| format!(" --approach {side}={distance}@{}", bearing.as_f64());
    format!("{dice}{even}{}", approaches.iter().map(approach_option).collect::<String>())
}

/// Returns the first seed from `seed` on that gives a fair battle, with its measured fairness. A battle in which one
/// side could score more than twice as much as the other is not fought.
fn fair_seed(
    sources: &Sources,
    (theatre, date): (&TheatreLine, NaiveDate),
    args: &GenerateArgs,
    seed: u64,
    approaches: &[StatedApproach],
) -> Result<(u64, fair::Fair), Refusal> {
    let percent = args.fair.unwrap_or_default();
    let search = fair::Search::new(percent, args.threads);
    let mut skipped = 0;
    for (at, seed) in (1..).zip(seed..seed.saturating_add(fair::MAX_FAIR_DRAWS)) {
        let mut meeting = Meeting::prepare(sources, theatre, date, args.size)?;
        let drawn = draw_battle(&meeting.setup, args, seed, approaches)?;
        let about = BattleLabel { id: theatre.id.clone(), title: title(theatre, date), made: Provenance::default() };
        let setup = meeting.read_drawn(sources, "fair.yaml", &load::meeting_file(theatre, &drawn.state, &about)?)?;
        let draw = fair::Draw { at, seed };
        if !could_be_even(&Naval::initial_state(&setup)) {
            skipped += 1;
            fair::print_draw(draw, "one side could score more than twice what the other could; not fought.");
        } else if let Some(fair) = search.confirm_fair(sources, &setup, draw)? {
            return Ok((seed, fair));
        }
    }
    let fought = fair::MAX_FAIR_DRAWS - skipped;
    let what = format!("none of {} battles is fair to within {percent} in a hundred", fair::MAX_FAIR_DRAWS);
    let problem = Refusal::not_there(format!("{what}: {fought} were fought, {skipped} were too uneven to try"));
    Err(problem.rule(HANDICAP).hint("another seed, a wider margin, or another size"))
}

/// Whether neither side could score more than twice as much as the other. [10.5]
fn could_be_even(state: &State) -> bool {
    match &tally::tally(state).sides[..] {
        [left, right] => {
            let (less, more) = (left.could_score.min(right.could_score), left.could_score.max(right.could_score));
            0 < less && more <= 2 * less
        }
        _ => false,
    }
}

/// Draws battles until one is as even as requested.
fn draw_battle(
    setup: &Setup,
    args: &GenerateArgs,
    seed: u64,
    approaches: &[StatedApproach],
) -> Result<DrawnBattle, Refusal> {
    // Every roll of every draw has its own stream. Two sides that roll for the same thing in one stream would roll the
    // same dice.
    let (mut streams, mut draws) = (0.., 0);
    let seed = setup.generator.as_ref().map_or(seed, |generator| seed_for_theatre(seed, &generator.theatre));
    let door = Person::script();
    loop {
        draws += 1;
        let (mut state, mut events_text) = (naval::begin(setup), Vec::new());
        while let Some(command) = placement::next_step(&state, approaches) {
            let events = match args.dice {
                DiceMode::Roll => {
                    roll_command(&state, &command, &mut dice::seeded_stream(seed, streams.next().unwrap_or(u64::MAX)))
                }
                DiceMode::Ask => ask_dice_for_command(&door, &state, &command),
            }?;
            events_text.push(show::event::events_text(&state, &events));
            play::apply_all::<Naval>(&mut state, &events);
        }
        if args.even.is_none_or(|most| score_margin(&state) <= most) {
            return Ok(DrawnBattle { state, events_text, draws, fairness_text: None });
        }
        if MAX_EVEN_DRAWS <= draws || matches!(args.dice, DiceMode::Ask) {
            let what = format!("no battle with a handicap of {} or less came up", args.even.unwrap_or_default());
            let problem = Refusal::not_there(format!("{what} in {draws} draws")).rule(HANDICAP);
            return Err(problem.hint("a wider margin, or another size"));
        }
    }
}

/// Derives a separate seed for each theatre. Otherwise one seed gives the same weather and first dice in all of them.
fn seed_for_theatre(seed: u64, theatre: &Id) -> u64 {
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
    let candidates: Vec<&TheatreLine> = all.iter().filter(|theatre| theatre.id.as_str().starts_with(&word)).collect();
    let exact = candidates.iter().find(|theatre| theatre.id == *word);
    let ids = |theatres: &[&TheatreLine]| theatres.iter().map(|theatre| theatre.id.to_string()).collect::<Vec<_>>();
    let (what, hint) = match (exact, &candidates[..]) {
        (Some(found), _) | (None, [found]) => return Ok((*found).clone()),
        (None, [first, _, ..]) if !word.is_empty() => {
            let what =
                format!("{} theatres begin with \"{given}\": {}", candidates.len(), ids(&candidates).join(" and "));
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
        return Ok(theatre.nearest_open_day(from.checked_add_days(Days::new(days)).unwrap_or(from)));
    };
    if let Some(ClosedSeason { from, to, why }) = theatre.closed_on(date) {
        let what = format!("--date {date}: nobody fought in the {} from {from} to {to}: {why}", theatre.name);
        return Err(Refusal::cannot(what).rule(THEATRES).form(format!("--date {}", theatre.nearest_open_day(date))));
    }
    if (from..=to).contains(&date) {
        return Ok(date);
    }
    let what = format!("--date {date}: {} is drawn up from {from} to {to}", theatre.name);
    Err(Refusal::cannot(what).rule(THEATRES).form(format!("--date {}", date.clamp(from, to))))
}

/// A side and where it enters: distance from the centre and bearing.
type StatedApproach = (SideId, (Inches, Fine));

/// Parses where the sides enter, from `--approach`. [10.1.3]
fn approaches(setup: &Setup, args: &GenerateArgs) -> Result<Vec<StatedApproach>, Refusal> {
    let mut approaches: Vec<StatedApproach> = Vec::new();
    for given in &args.approaches {
        let no_approach = || Refusal::usage(format!("\"{given}\" is no approach")).rule(APPROACH);
        let wrong = || no_approach().hint("SIDE=DISTANCE@BEARING, such as japan=18@225");
        let (side, place) = values::approach(given).ok_or_else(wrong)?;
        let at = commanders::side_named(setup, side, |side| format!("{side}={place}"))?;
        let side = setup.sides[at].id.clone();
        if let Some(place) = values::with_decimal_point(place) {
            return Err(no_approach().hint(format!("a distance has a point: {side}={place}")));
        }
        if approaches.iter().any(|(stated, _)| *stated == side) {
            let name = setup.sides.iter().find(|candidate| candidate.id == side).map_or("", |one| &one.name);
            let what = format!("\"{given}\": it was said already whence {name} comes");
            return Err(Refusal::usage(what).rule(APPROACH).hint("--approach once for each side"));
        }
        approaches.push((side, values::distance_and_bearing(place).ok_or_else(wrong)?));
    }
    Ok(approaches)
}

/// Asks each side that has no approach yet, in turn.
fn ask_sides(setup: &Setup, approaches: &mut Vec<StatedApproach>, out: &mut Out) -> Result<(), Refusal> {
    let keyboard = Keyboard::default();
    for side in &setup.sides {
        if approaches.iter().all(|(stated, _)| *stated != side.id) {
            approaches.push((side.id.clone(), ask_side(&keyboard, &side.name)?));
            out.clear();
        }
    }
    Ok(())
}

/// The refusal if no one answers.
const NOTHING_DRAWN: &str = "nothing was drawn up";

/// Asks one player until the answer is valid.
fn ask_side(keyboard: &Keyboard, name: &str) -> Result<(Inches, Fine), Refusal> {
    loop {
        let question = format!("{name}, nobody else looking: distance from the centre and bearing, such as 18@225: ");
        match values::distance_and_bearing(keyboard.answer_or_refuse(&question, NOTHING_DRAWN)?.trim()) {
            Some(approach) => return Ok(approach),
            None => {
                output::note("Inches and degrees, such as 18@225.");
                keyboard.note_message();
            }
        }
    }
}

/// The result of the steps of chapter 10.
struct DrawnBattle {
    state: State,
    /// Every event, in the referee's words.
    events_text: Vec<String>,
    /// The number of battles drawn, including this one.
    draws: u64,
    /// How fair the battles fought with it were.
    fairness_text: Option<String>,
}

fn roll_command(state: &State, command: &Command, dice: &mut impl Dice<Purpose>) -> Result<Vec<NavalEvent>, Refusal> {
    play::decide::<Naval>(state, command, dice)
        .map_err(|halt| Refusal::rules(show::ask::naval_halt_error(state, &halt)))
}

/// Asks for the results of real dice until the command has all it needs.
fn ask_dice_for_command(door: &Person, state: &State, command: &Command) -> Result<Vec<NavalEvent>, Refusal> {
    let mut asking: DiceCollector<'_, Purpose> = DiceCollector::new(door, None, false);
    loop {
        match play::decide::<Naval>(state, command, &mut DiceSource::from_typed(&asking.faces)) {
            Ok(events) => return Ok(events),
            Err(NotDecided::NeedsRoll { ask, missing }) => {
                let above = needed_results(state, command, &asking.faces, &ask.purpose);
                let question = show::ask::prompt(state, &ask);
                // A line editor prints no question to a pipe.
                if !io::stdin().is_terminal() {
                    output::note(&question);
                }
                let put = &mut |faces: &_| session::ask_until_answered(door, faces, |_| None);
                let asked = QuestionText { above, line: question, may_go_back: false };
                let answered = asking.ask(put, asked, (ask.sides, missing));
                answered
                    .map_err(|problem| if problem.is_stopped() { Refusal::stopped(NOTHING_DRAWN) } else { problem })?;
            }
            Err(halt @ (NotDecided::Refused { .. } | NotDecided::NoSuchFace { .. })) => {
                return Err(Refusal::rules(show::ask::naval_halt_error(state, &halt)));
            }
        }
    }
}

/// Explains which results the next dice need, from the ruling that supposed dice in place of the missing ones give.
fn needed_results(state: &State, command: &Command, faces: &[u8], purpose: &Purpose) -> Option<String> {
    let events = play::decide::<Naval>(state, command, &mut DiceSource::with_supposed(faces)).ok()?;
    let at = events.iter().position(|event| event.dice.iter().any(|roll| roll.source == Source::Thrown))?;
    let mut before = state.clone();
    play::apply_all::<Naval>(&mut before, &events[..at]);
    show::needs::dice_needs(&before, &events[at], purpose)
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase().replace(' ', "-"));
    stem.unwrap_or_else(|| "meeting".to_owned())
}

/// Names the referee's page.
const REFEREE: &str = "referee";

/// Returns the page that belongs to a scenario file, for a side or for the referee.
fn page(file: &Path, reader: &str) -> PathBuf {
    file.with_file_name(format!("{}-{reader}.txt", stem(file)))
}

/// Returns the first name for which neither the scenario nor its pages exist. It does not contain the seed, because the
/// sides' pages carry it and a player could generate the enemy's force from it.
fn free_id(setup: &Setup, id: &str) -> String {
    let is_free = |id: &str| {
        let file = PathBuf::from(format!("{id}.yaml"));
        let mut pages =
            setup.sides.iter().map(|side| side.id.as_str()).chain([REFEREE]).map(|reader| page(&file, reader));
        file::is_free(&file).is_ok() && pages.all(|page| file::is_free(&page).is_ok())
    };
    file::free_stem(id, is_free)
}

/// Writes the scenario and all its pages, or nothing, and returns their names.
fn write(file: &Path, text: String, state: &State, drawn: &DrawnBattle) -> Result<Vec<String>, Refusal> {
    let fair = drawn.fairness_text.as_ref().map(|fair| format!("\n{fair}\n")).unwrap_or_default();
    let briefing = |side: &SideId| {
        (page(file, side.as_str()), show::briefing::briefing(&View::for_side(state, side)) + "\n" + &fair)
    };
    let mut files = vec![(file.to_owned(), text)];
    files.extend(state.setup.sides.iter().map(|side| briefing(&side.id)));
    files.push((page(file, REFEREE), referee_page(state, drawn)));
    file::write_all(&files)?;
    Ok(files.iter().map(|(path, _)| path.display().to_string()).collect())
}

/// Describes the handicap, with the number of draws if a small one was requested.
fn handicap_lines(state: &State, draws: Option<u64>) -> Vec<String> {
    let handicap = score_margin(state);
    // Only the referee's page names the side. The person at the screen may be a player.
    let unfair = tally::tally(state).handicap.cannot_win.is_some().then(|| {
        let what = format!("The handicap of {handicap} is more than one side can score: it cannot win by points");
        format!("{what}; --even 10 draws until they are that equal. [{HANDICAP}]")
    });
    let even = draws.map(|draws| format!("{draws} draws; the handicap is {handicap} [{HANDICAP}]."));
    unfair.into_iter().chain(even).collect()
}

/// The difference between what the two sides could score. [10.5.6]
fn score_margin(state: &State) -> u32 {
    match &tally::tally(state).sides[..] {
        [left, right] => left.could_score.abs_diff(right.could_score),
        _ => 0,
    }
}

/// Lists everything that was rolled, all positions and the handicap.
fn referee_page(state: &State, drawn: &DrawnBattle) -> String {
    let view = View::referee(state);
    let (title, status, handicap) = (
        &state.setup.title,
        show::status::status(&view, show::status::StatusDetail::Open),
        show::tally::handicap_text(&view),
    );
    let draw = if drawn.draws == 1 { String::new() } else { format!("Draw {}.\n", drawn.draws) };
    let events_text: Vec<&str> = drawn.events_text.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let (events_text, places) = (events_text.join("\n"), show::places::places_text_and_json(&view, None).0);
    format!("{title}\n\n{draw}{events_text}\n\n{status}\n\n{places}\n\n{handicap}\n")
}
