//! A battle at the command line: begun or resumed, and drawn. Start with [`play`].
use std::{path::Path, process::ExitCode, rc::Rc};

use super::cli_session::{self, CliGame, CliSession, NewJournal};
use super::{
    args::Play,
    asking::{self, FilledLine},
    commanders::{commanders, players_in_header, players_json},
    journal_commands::GameSummary,
    map,
    mirror::{MirrorDesk, Targets},
    open, options,
    output::{self, Out},
    own_files::OwnFiles,
    prompt::Keyboard,
    resume::{self, ResumeChoice},
    setup_origin,
    store::Store,
    war, what_if,
};
use load::Sources;
use naval::{Naval, State, model::Setup};
use play::journal::Journal;
use session::naval::{Admiral, BattleSeat, Drawing, as_table};
use session::{Answer, Refusal, Session, Table};

pub fn play(sources: &Sources, keyboard: &Keyboard, play: &Play, out: &mut Out) -> Result<ExitCode, Refusal> {
    let cli_session = CliSession::from_lines(sources, keyboard, &play.lines, play.dice)?;
    let asks_person = cli_session.script.is_none() && !out.json;
    let Some(mut store) = start(sources, play, asks_person.then_some(keyboard))? else { return Ok(ExitCode::SUCCESS) };
    let desk = Rc::new(MirrorDesk::open(&store, cli_session.script.is_some())?);
    let seated = seated_players(sources, store.journal(), &play.admirals)?;
    let computer_sides = seated.iter().map(|admiral| admiral.side.clone()).collect();
    if play.mirrors.is_empty() {
        desk.prepare_kept(store.journal(), computer_sides).iter().for_each(|why| output::note(why));
    } else {
        desk.prepare(store.journal(), Targets::parse(&store.journal().state().setup, &play.mirrors)?, computer_sides)?;
    }
    let watching = Rc::clone(&desk);
    store.watch(move |journal| watching.send(journal));
    // A war does not go on from a what-if.
    let is_what_if = store.journal().header().branch.is_some();
    let closing: fn(&State, &Path) -> Option<String> = if is_what_if { |_, _| None } else { war::closing_note };
    let battle = CliGame {
        seat: BattleSeat::restore(store.journal()),
        as_table,
        draw: Rc::new(|session: &mut Session<'_, Naval>, drawing: &Drawing| draw(session, drawing, Some(&*desk))),
        aside: Box::new(|| desk.failure()),
        fill_line: fill,
        closing_text: closing,
    };
    let begin = |session: &mut Session<'_, Naval>| {
        session.seat_admirals(seated, play.open)?;
        session.detail = play.show.unwrap_or(session.detail);
        desk.start(session.journal())?;
        if desk.is_on() {
            output::note(&desk.describe(&session.state().setup, &session.seat.viewer).text);
        }
        Ok(())
    };
    let code = cli_session.run(store, battle, begin, out);
    desk.finish();
    code
}

/// Asks for the missing parts of a line, using what the reader may know of the battle.
fn fill(table: &mut dyn Table, keyboard: &Keyboard, line: &str) -> Result<FilledLine, Refusal> {
    match table.known_state().downcast::<State>() {
        Ok(known) => asking::fill(keyboard, table, &known, line),
        Err(_) => Ok(FilledLine::Line(line.to_owned())),
    }
}

/// Returns the sides with a computer player: from each `SIDE=LEVEL`, or else from the first line of the journal.
fn seated_players(sources: &Sources, journal: &Journal<Naval>, typed: &[String]) -> Result<Vec<Admiral>, Refusal> {
    if typed.is_empty() {
        let players = players_in_header(journal.header().players.as_ref());
        return Ok(players.into_iter().map(|(side, commander)| Admiral::new(side, commander)).collect());
    }
    let setup = &journal.state().setup;
    let players = commanders(sources, setup, typed)?;
    let admirals =
        setup.sides.iter().zip(players).filter_map(|(side, player)| Some(Admiral::new(side.id.clone(), player?)));
    Ok(admirals.collect())
}

pub fn stem(setup: &Setup) -> String {
    setup.war.as_ref().map_or_else(|| setup.scenario.to_string(), |war| format!("{}-{}", war.id, war.number))
}

pub fn summarise(file: &Path) -> Result<GameSummary, Refusal> {
    let seen = open::open_read_only::<Naval>(file)?;
    let state = seen.journal.state();
    let is_over = state.end.is_some();
    let text = if is_over {
        format!("over after turn {}", state.turn)
    } else {
        format!("turn {}, {}", state.turn, state.segment)
    };
    let text = if seen.journal.header().branch.is_some() { format!("what-if, {text}") } else { text };
    Ok(GameSummary { stem: stem(&state.setup), description: text, is_over })
}

/// Opens the journal to play, new or old, or `None` if the person leaves. Without `keyboard` no one is asked.
fn start(sources: &Sources, play: &Play, keyboard: Option<&Keyboard>) -> Result<Option<Store<Naval>>, Refusal> {
    if let Some(at) = &play.at {
        return what_if::begin(play, at, keyboard).map(Some);
    }
    if open::is_journal(&play.what) {
        return cli_session::resume_from_args(play).map(Some);
    }
    if play.private && play.seed.is_some() {
        let what = "--private needs a random seed: a typed one could have been chosen for its dice.";
        return Err(Refusal::usage(what).hint("omit --seed"));
    }
    let NewBattle { setup, switches } = new_battle(sources, play)?;
    let targets = Targets::parse(&setup, &play.mirrors)?;
    let stem = stem(&setup);
    // A seed, a switch, a file or a preceding battle means that a new journal is wanted.
    let is_plain = !play.private && play.seed.is_none() && play.salts.is_none() && play.set.is_empty();
    if let Some(keyboard) = keyboard.filter(|_| is_plain && play.output.is_none() && play.after.is_none()) {
        match resume::ask_to_resume(keyboard, &stem, summarise)? {
            ResumeChoice::NewGame => {}
            ResumeChoice::Resume(file) => return cli_session::resume(&file).map(Some),
            ResumeChoice::Leave => return Ok(None),
        }
    }
    let commanders = commanders(sources, &setup, &play.admirals)?;
    let seated = setup.sides.iter().zip(&commanders).filter_map(|(side, who)| Some((&side.id, who.as_ref()?)));
    let seated: Vec<_> = seated.collect();
    targets.check_unplayed(&setup, seated.iter().map(|(side, _)| *side))?;
    targets.make_empty_folders()?;
    war::print_muster(&setup);
    let (seed, salts, private) = (play.seed, play.salts, play.private);
    let players = players_json(seated.into_iter());
    let new = NewJournal { seed, salts, private, players, output: play.output.as_deref(), stem: &stem };
    let store = new.begin(sources, setup)?;
    if !switches.is_empty() {
        output::note(&format!("Switches: {}. The journal keeps them.", switches.join(", ")));
    }
    Ok(Some(store))
}

/// A battle to begin.
struct NewBattle {
    setup: Setup,
    /// The switches that the person changed, as `key=value`.
    switches: Vec<String>,
}

fn new_battle(sources: &Sources, play: &Play) -> Result<NewBattle, Refusal> {
    let file = war::war_named(sources, &play.what)?;
    let mut setup = match &file {
        Some(file) => war::next_battle(sources, play, file)?,
        None if play.after.is_some() => {
            let what = format!("{} is not a war, so it follows no battle.", play.what);
            let names = load::war_names(sources).join(", ");
            return Err(Refusal::usage(what).hint(format!("--after is for wars: {names}")));
        }
        None => open::setup(sources, &play.what).map_err(|problem| suggest_other_game(&play.what, problem))?,
    };
    let usual = setup.options.clone();
    options::set_switches(&mut setup, &play.set)?;
    let switches = setup_origin::choices(&setup.options, &usual);
    if play.measured {
        setup.remove_positions();
    }
    Ok(NewBattle { setup, switches })
}

fn suggest_other_game(what: &str, problem: Refusal) -> Refusal {
    let word = match what.trim().to_lowercase().as_str() {
        "tafl" => "tafl",
        "acre" | "battle-acre" => "acre",
        "coal-steel" | "coal-and-steel" => "coal-steel",
        "crystal" | "steel-and-crystal" => "crystal",
        _ => return problem,
    };
    Refusal::cannot(format!("{what} is a separate game.")).line(format!("kaiser {word}"))
}

/// Draws what a line asks for. Without `desk` the battle is not played, and no file may be written a second time.
pub fn draw(session: &mut Session<'_, Naval>, drawing: &Drawing, desk: Option<&MirrorDesk>) -> Result<Answer, Refusal> {
    let reader = &session.seat.viewer;
    match drawing {
        Drawing::Map(request) => {
            let state = session.visible_state();
            let drawn = |own_files: &_| map::map_at_prompt(session.journal(), &state, reader, request, own_files);
            desk.map_or_else(|| drawn(&OwnFiles::default()), |desk| desk.with_own_files(drawn))
        }
        Drawing::Mirror(request) => match desk {
            Some(desk) => desk.answer(session.journal(), reader, request),
            None => Err(Refusal::cannot("Only a battle that is played has a mirror.")),
        },
        #[cfg(feature = "paper")]
        Drawing::Print(request) => {
            let state = super::print::with_title(session.journal(), session.visible_state().into_owned());
            super::print::at_prompt::print_at_prompt(&state, reader, request)
        }
        #[cfg(not(feature = "paper"))]
        Drawing::Print(_) => Err(super::picture::no_paper()),
    }
}
