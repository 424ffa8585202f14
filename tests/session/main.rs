//! One session for all five games, driven without a front end: lines in, entries and answers out.
#![expect(clippy::unwrap_used, reason = "tests read the repository, and a failure says where")]
/// Shared by the front ends of these tests: no hidden answer, a known salt, no stop, ASCII boards.
macro_rules! plain_frontend {
    () => {
        fn ask_hidden(&self, _: &str) -> Result<session::Input, session::Refusal> {
            Ok(session::Input::End)
        }
        fn salt(&self) -> Result<String, session::Refusal> {
            Ok("0".repeat(32))
        }
        fn stop_test(&self, _: Option<std::time::Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
            Box::new(|| false)
        }
        fn board_style(&self) -> show::map::CharacterSet {
            show::map::CharacterSet::Ascii
        }
    };
}

mod admirals_own;
mod advice;
mod advice_brief;
mod against_captain;
mod against_measured;
mod at_the_board;
mod at_the_line;
mod at_the_table;
mod clocks;
mod early_dice;
mod first_session;
mod fog_leaks;
mod given_dice;
mod hints;
mod interrupted_fire;
mod keys;
mod kinds;
mod less_typing;
mod obeying;
mod one_line;
mod slips;
mod thinking;
mod turn_files;
mod typing;
mod umpires;
mod unusual_input;
mod whole_turns;
mod won_games;

use std::cell::RefCell;

use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::journal::{Entry, Header, Journal, Notice};
use play::{Board, Game as _};
use session::{
    Answer, Frontend, Input, LineEffect, PlayableGame, Refusal, Session, SharedVerb,
    boards::{BoardGame, BoardSeat},
    naval as battles,
};

/// The number of questions that a person answers before leaving.
const PATIENCE: usize = 500;

/// A front end without a person, or with a person who gives `answer` to every question.
#[derive(Default)]
struct OneAnswer {
    answer: Option<&'static str>,
    asked: RefCell<Vec<String>>,
    /// The texts printed beside the questions.
    asides: RefCell<Vec<String>>,
}

impl Frontend for OneAnswer {
    fn can_ask(&self) -> bool {
        self.answer.is_some()
    }
    fn ask(&self, question: &str) -> Result<Input, Refusal> {
        self.asked.borrow_mut().push(question.to_owned());
        // The person leaves, so that a question that is asked again and again does not hang the test.
        if PATIENCE < self.asked.borrow().len() {
            return Ok(Input::End);
        }
        Ok(self.answer.map_or(Input::End, |answer| Input::Line(answer.to_owned())))
    }
    plain_frontend!();
    fn aside(&self, words: &str) {
        self.asides.borrow_mut().push(words.to_owned());
    }
}

fn drawn<G: PlayableGame>(_: &mut Session<'_, G>, _: &G::Drawing) -> Result<Answer, Refusal> {
    Ok(Answer::text("drawn"))
}

/// The result of an accepted line, and the text printed for it.
fn effect_of<G: PlayableGame>(session: &mut Session<'_, G>, line: &str) -> (LineEffect, Answer) {
    let before = session.journal().entries().len();
    let shown = session.line(line).unwrap_or_else(|problem| panic!("{}: {line}: {problem}", G::NAME));
    (LineEffect::from_entries::<G>(&session.journal().entries()[before..]), shown)
}

/// Whether a line leaves the program.
fn ends_session<G: PlayableGame>(session: &mut Session<'_, G>, line: &str) -> bool {
    session.line(line).unwrap();
    session.is_left()
}

/// Checks what every game's session promises: six orders, each undone and redone, then refusals, log, dice and quit.
fn check_contract<G: PlayableGame>(
    setup: G::Setup,
    seat: impl Fn(&Journal<G>) -> G::Seat,
    next: impl Fn(&G::State) -> String,
) {
    let (name, sources) = (G::NAME, naval_kit::builtin());
    let mut journal = Journal::<G>::new(Header::current::<G>(G::NAME, "trial", 7, setup));
    let seat = seat(&journal);
    let frontend = OneAnswer::default();
    let mut session = Session::new(&mut journal, &frontend, &sources, seat, drawn);
    for _ in 0..6 {
        let line = next(session.state());
        let before = session.state().clone();
        let (effect, answer) = effect_of(&mut session, &line);
        assert!(effect.has_moved() && !session.is_left(), "{name}: {line}");
        let json = answer.as_json(&line);
        assert!(json["ok"] == true && json["command"] == line && json["text"] == answer.text, "{json}");
        let after = session.state().clone();
        let (effect, undone) = self::effect_of(&mut session, "undo because \"a trial\"");
        assert!(effect.has_moved() && undone.text.starts_with("Undone: "), "{name}: {}", undone.text);
        assert_eq!(*session.state(), before, "{name}: {line} undone");
        let (effect, redone) = self::effect_of(&mut session, "redo");
        assert!(effect.has_moved() && redone.text.starts_with("Redone: "), "{name}: {}", redone.text);
        assert_eq!(*session.state(), after, "{name}: {line} redone");
    }
    let entries = session.journal().entries().len();
    for refused in ["nonsense", "undo 99 because \"a trial\"", "redo", "undo sideways", "dice sometimes"] {
        session.line(refused).err().unwrap_or_else(|| panic!("{name}: {refused} is taken"));
    }
    assert_eq!(session.journal().entries().len(), entries, "{name}: a refused line changes nothing");
    assert!(session.line("").unwrap().text.is_empty() && session.line("# a remark").unwrap().text.is_empty());
    assert_eq!(session.line("log").unwrap().json["log"].as_array().unwrap().len(), entries, "{name}");
    session.line("dice ask").unwrap();
    let typed = Entry::Noticed { what: Notice::Dice { typed: true } };
    assert!(session.journal().entries().last() == Some(&typed), "{name}: where dice come from is in the journal");
    assert!(ends_session(&mut session, "quit") && ends_session(&mut session, "bye"));
}

/// Returns the due command, or else the first legal one, as typed.
fn first<G: BoardGame>(state: &G::State) -> String {
    G::command_text(&G::due_command(state).unwrap_or_else(|| <G as Board>::choices(state).remove(0)))
}

fn check_board<G: BoardGame>()
where
    G::Setup: Default,
{
    check_contract::<G>(G::Setup::default(), |_| BoardSeat::new(None), first::<G>);
}

#[test]
fn one_session_plays_all_five_games() {
    let sources = naval_kit::builtin();
    check_board::<Tafl>();
    check_board::<BattleAcre>();
    check_board::<CoalAndSteel>();
    check_contract::<Naval>(load::scenario(&sources, "asahi-retvizan").unwrap(), battles::BattleSeat::restore, |_| {
        "next".to_owned()
    });
    let setup = crystal::Setup { scenario: load::campaign(&sources, "aidlon").unwrap(), rules: Default::default() };
    check_contract::<Crystal>(setup, |_| (), |state| crystal::notation::print(state, &crystal::choices(state)[0]));
}

/// Begins a battle at this front end and calls `play` with its session.
fn with_scenario<T>(scenario: &str, frontend: &OneAnswer, play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    with_frontend(scenario, frontend, play)
}

fn with_frontend<T>(scenario: &str, frontend: &dyn Frontend, play: impl FnOnce(&mut Session<'_, Naval>) -> T) -> T {
    let setup = load::scenario(&naval_kit::builtin(), scenario).unwrap();
    with_setup(setup, frontend, play)
}

fn header(setup: naval::model::Setup) -> Header<naval::model::Setup> {
    Header::current::<Naval>("naval", "trial", 7, setup)
}

fn with_setup<T>(
    setup: naval::model::Setup,
    frontend: &dyn Frontend,
    play: impl FnOnce(&mut Session<'_, Naval>) -> T,
) -> T {
    let sources = naval_kit::builtin();
    let mut journal = Journal::<Naval>::new(header(setup));
    let seat = battles::BattleSeat::restore(&journal);
    play(&mut Session::new(&mut journal, frontend, &sources, seat, drawn))
}

#[test]
fn the_frontend_draws_pages_and_nothing_else() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["map", "MAP izumo", "print cards"] {
            assert_eq!(session.line(line).unwrap().text, "drawn", "{line}");
        }
        for (line, expected, key) in [
            ("status", "Plotting Segment", "turn"),
            ("rules 6.5.1", "6.5.1", "rules"),
            ("table", "flags by fleet and period", "tables"),
            ("table ratings", "flags by fleet and period", "table"),
            ("tables gunnery", "hit her last", "table"),
            ("tab gunnery", "hit her last", "table"),
            ("help table", "usage:   table [NAME]", ""),
            ("sheet 2nd", "Izumo", "sheets"),
            ("where izumo", "Izumo", "ships"),
            ("where izumo rurik", "Rurik", "bearing"),
            ("ranges izumo", "Rurik", "ranges"),
            ("ranges izumo rurik", "Rurik", "bearing"),
            ("measure izumo rurik", "Rurik", "bearing"),
            ("measure ALL", "Rurik", "ranges"),
            ("move izumo", "", "moves"),
            ("odds izumo at rurik range 8", "Now:", "strikes"),
            ("odds izumo fires", "Izumo has 0 fires", "out"),
        ] {
            let answer = session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
            assert!(answer.text.contains(expected) && !answer.text.starts_with("drawn"), "{line}: {}", answer.text);
            assert!(key.is_empty() || answer.json.contains_key(key), "{line}: {:?}", answer.json.keys());
        }
        let entries = session.journal().entries().len();
        assert_eq!(entries, 0, "a question changes nothing");
        let refused = |session: &mut Session<'_, Naval>, line| session.line(line).err().unwrap();
        assert_eq!(
            refused(session, "table gunery").error.hint.as_ref().map(ToString::to_string).as_deref(),
            Some("did you mean gunnery?")
        );
        assert_eq!(refused(session, "rules 99.9").error.what, "There is no paragraph 99.9.");
    });
}

#[test]
fn r2_5_a_side_is_asked_once_for_the_dice_of_an_order() {
    let questions = |passes: bool| {
        let frontend = OneAnswer { answer: Some("1"), ..OneAnswer::default() };
        let events = with_scenario("generated-yellow-sea", &frontend, |session| {
            session.line("generate visibility").unwrap();
            session.line("dice ask").unwrap();
            if passes {
                session.line("pass to japan").unwrap();
            }
            session.line("generate japan").unwrap();
            session.journal().commands().last().unwrap().events.to_vec()
        });
        (frontend.asked.into_inner(), events)
    };
    let (referee, side) = (questions(false), questions(true));
    assert!(2 < referee.0.len(), "{:?}", referee.0);
    assert_eq!(side.0, referee.0, "a side is asked what the referee is asked, no more");
    assert_eq!(side.1, referee.1, "and its generated force is the same");
}

/// Checks that Tab offers every shared verb that the game has, and that `help` names it.
fn check_completions<G: PlayableGame>(setup: G::Setup, seat: impl Fn(&Journal<G>) -> G::Seat) {
    let (sources, frontend) = (naval_kit::builtin(), OneAnswer::default());
    let mut journal = Journal::<G>::new(Header::current::<G>(G::NAME, "trial", 7, setup));
    let seat = seat(&journal);
    let mut session = Session::new(&mut journal, &frontend, &sources, seat, drawn);
    let (_, offered) = G::complete(session.state(), "", 0);
    let help = session.line("help").unwrap().text;
    for word in SharedVerb::ALL {
        let (name, others) = word.name_and_aliases();
        if G::nature(name).common.is_none() {
            assert!([SharedVerb::Amend, SharedVerb::Why, SharedVerb::Show].contains(&word), "{}: {name}", G::NAME);
            continue;
        }
        assert_eq!(G::nature(&name.to_uppercase()).common, Some(word), "{}: {name}", G::NAME);
        assert!(offered.iter().any(|offer| offer.trim_end() == name), "{}: {name}: {offered:?}", G::NAME);
        let is_named = help.split(|mark: char| !mark.is_alphanumeric()).any(|word| word == name);
        assert!(is_named, "{}: {name}", G::NAME);
        for other in others {
            let is_verb = G::NAME == "naval" && *other == "exit";
            assert_eq!(G::nature(other).common, Some(word).filter(|_| !is_verb), "{}: {other}", G::NAME);
        }
    }
    assert!(help.lines().all(|line| line.len() <= 80) || G::NAME == "naval", "{help}");
}

#[test]
fn tab_and_help_list_every_shared_verb() {
    let sources = naval_kit::builtin();
    check_completions::<Tafl>(Default::default(), |_| BoardSeat::new(None));
    check_completions::<BattleAcre>(Default::default(), |_| BoardSeat::new(None));
    check_completions::<CoalAndSteel>(Default::default(), |_| BoardSeat::new(None));
    check_completions::<Naval>(load::scenario(&sources, "asahi-retvizan").unwrap(), battles::BattleSeat::restore);
    let setup = crystal::Setup { scenario: load::campaign(&sources, "aidlon").unwrap(), rules: Default::default() };
    check_completions::<Crystal>(setup, |_| ());
}

/// Returns what `moves SQUARE` lists at the start of a game, or `moves` if the text is empty.
fn moves<G: BoardGame<Setup: Default>>(square: &str) -> Vec<String> {
    let (sources, frontend) = (naval_kit::builtin(), OneAnswer::default());
    let mut journal =
        Journal::<G>::new(Header::current::<G>(<G as PlayableGame>::NAME, "trial", 7, Default::default()));
    let mut session = Session::new(&mut journal, &frontend, &sources, BoardSeat::new(None), drawn);
    let answer = session.line(&format!("moves {square}")).unwrap();
    answer.json["moves"].as_array().unwrap().iter().map(|listed| listed.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_moves_of_a_square_are_those_that_begin_there() {
    let all = moves::<BattleAcre>("");
    let own: Vec<String> = all.iter().filter(|command| command.starts_with("k4-")).cloned().collect();
    assert!(!own.is_empty() && moves::<BattleAcre>("k4") == own, "{all:?}");
    assert!(moves::<BattleAcre>("k6").is_empty(), "no piece is on that square");
    let placed = moves::<CoalAndSteel>("d2");
    assert!(
        !placed.is_empty() && placed.iter().all(|command| command.starts_with("place ") && command.ends_with(" d2")),
        "{placed:?}"
    );
}

#[test]
fn why_not_gives_an_answer_and_not_an_error() {
    let (sources, frontend) = (naval_kit::builtin(), OneAnswer::default());
    let mut journal = Journal::<BattleAcre>::new(Header::current::<BattleAcre>("acre", "trial", 7, Default::default()));
    let mut session = Session::new(&mut journal, &frontend, &sources, BoardSeat::new(None), drawn);
    assert_eq!(session.line("why not k4-k6").unwrap().text, "k4-k6 is legal.");
    let refused = session.line("why not k1-k5").unwrap();
    assert!(refused.json["lawful"] == false && !refused.text.contains("error"), "{}", refused.text);
    assert!(refused.text.contains("[BA-") && refused.text.contains("\nhint:  "), "{}", refused.text);
}

#[test]
fn tab_offers_the_commands_of_a_board() {
    let (_, offered) = Tafl::complete(&Tafl::initial_state(&Default::default()), "", 0);
    for word in ["moves", "why not ", "board", "status", "note ", "save position", "hint", "go", "analyse", "help"] {
        assert!(offered.iter().any(|offer| offer == word), "{word}: {offered:?}");
    }
    assert!(!offered.iter().any(|offer| offer == "belief"), "nothing is hidden");
    let (_, offered) = CoalAndSteel::complete(&CoalAndSteel::initial_state(&Default::default()), "be", 2);
    assert_eq!(offered, ["belief"]);
}

/// In a battle, even a short form of `exit` is the order for a ship to leave the table.
#[test]
fn r9_3_exit_leaves_the_program_only_if_no_order_has_that_name() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for line in ["exit", "ex", "EXIT"] {
            let refused = session.line(line).err().unwrap();
            assert_eq!(
                refused.error.hint.as_ref().map(ToString::to_string).as_deref(),
                Some("exit asahi by east, or type quit to leave the program"),
                "{line}"
            );
        }
        for line in ["quit", "q", "bye", "QUIT", "quit # for today"] {
            assert!(ends_session(session, line), "{line}");
        }
    });
    let sources = naval_kit::builtin();
    let frontend = OneAnswer::default();
    let mut journal = Journal::<Tafl>::new(Header::current::<Tafl>("tafl", "trial", 7, Default::default()));
    let mut session = Session::new(&mut journal, &frontend, &sources, BoardSeat::new(None), drawn);
    assert!(ends_session(&mut session, "exit") && ends_session(&mut session, "Bye"));
    assert!(session.line("exit now").is_err() && session.line("ex").is_err());
    let setup = crystal::Setup { scenario: load::campaign(&sources, "aidlon").unwrap(), rules: Default::default() };
    let mut journal = Journal::<Crystal>::new(Header::current::<Crystal>("crystal", "trial", 7, setup));
    let mut session = Session::new(&mut journal, &frontend, &sources, (), drawn);
    assert!(ends_session(&mut session, "exit"));
    assert_eq!(session.line("exit now").err().unwrap().error.what, "\"now\" is not part of exit.");
}

#[test]
fn a_shared_verb_without_its_first_letter_is_not_read() {
    for word in SharedVerb::ALL {
        let (name, others) = word.name_and_aliases();
        for spelt in others.iter().chain([&name]) {
            assert_eq!(SharedVerb::named(spelt), Some(word), "{spelt}");
            assert_eq!(SharedVerb::named(&spelt[1..]), None, "{spelt}");
        }
    }
}

#[test]
fn lines_with_the_referees_password_are_secret() {
    let secret = ["referee word hund", "re word hund", "REF word hund", "pass referee hund", "pa to japan hund"];
    let open = ["pass to japan", "pass referee", "r", "redo", "p japan hund", "plot asahi speed 2", "note referee", ""];
    for line in secret {
        assert!(Naval::nature(line).is_secret, "{line}");
        assert!(
            !Crystal::nature(line).is_secret && !Tafl::nature(line).is_secret,
            "{line}: no other game has a referee's word"
        );
    }
    for line in open {
        assert!(!Naval::nature(line).is_secret, "{line}");
    }
}

/// A person whose dice all show 20.
fn roller_of_twenties() -> OneAnswer {
    OneAnswer { answer: Some("20"), ..OneAnswer::default() }
}

const BOTH_DECLARE: [&str; 4] =
    ["dice ask", "next to gunfire", "target asahi at retvizan range 8", "target retvizan at asahi range 8"];

#[test]
fn brief_mode_asks_for_all_salvo_dice_at_once_and_reports_each_once() {
    let frontend = roller_of_twenties();
    let (text, json) = with_scenario("asahi-retvizan", &frontend, |session| {
        BOTH_DECLARE.iter().for_each(|line| drop(session.line(line).unwrap()));
        let answer = session.line("fire all").unwrap();
        (answer.text.clone(), answer.as_json("fire all"))
    });
    assert_eq!(*frontend.asides.borrow(), ["To hit [6.5.1], 7 or less: Asahi x2; 5 or less: Retvizan x2."]);
    assert_eq!(text, "#5 Asahi>Retvizan 8.0\"  20 20  no hit\n#5 Retvizan>Asahi 8.0\"  20 20  no hit");
    let questions = frontend.asked.borrow();
    assert_eq!(*questions, ["4 D20: ", "4 D20, 3 more: ", "4 D20, 2 more: ", "4 D20, 1 more: "]);
    // One answer in JSON has both salvoes.
    assert_eq!(
        json["events"].as_array().unwrap().iter().filter(|event| !event["fact"]["salvo_fired"].is_null()).count(),
        2
    );
}

#[test]
fn in_full_mode_bearing_mounts_are_shown_beside_questions_and_rulings_in_the_answer() {
    let frontend = roller_of_twenties();
    let text = with_scenario("asahi-retvizan", &frontend, |session| {
        session.line("show full").unwrap();
        BOTH_DECLARE.iter().for_each(|line| drop(session.line(line).unwrap()));
        session.line("fire all").unwrap().text
    });
    assert!(frontend.asides.borrow()[0].contains("2 mounts bear [6.4.1]"));
    assert_eq!(text.matches("No hit.").count(), 2, "{text}");
}

#[test]
fn the_detail_of_rulings_is_recorded_once() {
    let notices = |session: &Session<'_, Naval>| {
        let is_detail_notice =
            |entry: &&play::journal::EntryOf<Naval>| matches!(entry, Entry::Noticed { what: Notice::Detail { .. } });
        session.journal().entries().iter().filter(is_detail_notice).count()
    };
    with_scenario("asahi-retvizan", &OneAnswer::default(), |session| {
        session.line("show brief").unwrap();
        assert_eq!(notices(session), 0, "an unchanged setting is no entry");
        session.line("show full").unwrap();
        session.line("show FULL").unwrap();
        assert_eq!(notices(session), 1);
        assert_eq!(session::current_detail(session.journal()), session::RulingDetail::Full);
        session.line("undo").err().unwrap();
        session.line("show brief").unwrap();
        assert_eq!((notices(session), session::current_detail(session.journal())), (2, session::RulingDetail::Brief));
        for (wrong, hint) in [
            ("show", "show brief, or show full"),
            ("show more", "type brief or full"),
            ("show full please", "usage: show brief | show full"),
        ] {
            let problem = session.line(wrong).err().unwrap();
            assert_eq!(problem.error.hint.as_ref().map(ToString::to_string).as_deref(), Some(hint), "{wrong}");
        }
        assert_eq!(notices(session), 2);
    });
}

#[test]
fn cs_6_tab_after_flip_offers_the_pieces_that_may_be_flipped() {
    use boards::coal_and_steel::{Command, Setup};
    let state_at = |position: &str| {
        CoalAndSteel::initial_state(&Setup { position: Some(position.parse().unwrap()), ..Default::default() })
    };
    // Coal has two pieces face down and one face up. It cannot flip Steel's hidden pieces.
    let state = state_at("b'9/10/4h'5/10/10/4W5/10/10/2W'7/B'9 c - - Ss -");
    let offered = |line: &str| CoalAndSteel::complete(&state, line, line.len()).1;
    let flips: Vec<String> = offered("flip ").into_iter().filter(|line| line != "flip ").collect();
    assert_eq!(flips, ["flip a1", "flip c2"]);
    assert_eq!(offered("flip c"), ["flip c2"]);
    for line in &flips {
        let command = <CoalAndSteel as PlayableGame>::read(&state, line).unwrap().command;
        assert!(matches!(command, Command::Flip { .. }));
        assert!(play::decide::<CoalAndSteel>(&state, &command, &mut play::Script::typed([])).is_ok(), "{line}");
    }
}
