//! What a person at the board sees while the engine thinks: in a game with hidden pieces, nothing of its plan.
use std::cell::RefCell;

use boards::TwoSided;
use boards::battle_acre::BattleAcre;
use boards::coal_and_steel::{CoalAndSteel, Side};
use play::Board;
use play::journal::{Header, Journal};
use session::boards::search_options::EnginePlayer;
use session::boards::{BoardGame, BoardSeat};
use session::{Answer, Frontend, Input, PlayableGame, Refusal, Session, Stage};

/// A front end that keeps every line shown while the engine thinks.
#[derive(Default)]
struct ProgressRecorder {
    shown: RefCell<Vec<String>>,
}

impl Frontend for ProgressRecorder {
    fn can_ask(&self) -> bool {
        true
    }
    fn ask(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    plain_frontend!();
    fn aside(&self, _: &str) {}
    fn show_progress(&self, words: &str) {
        self.shown.borrow_mut().push(words.to_owned());
    }
}

impl ProgressRecorder {
    /// Lines shown since the last call.
    fn take_shown(&self) -> Vec<String> {
        self.shown.take().into_iter().filter(|words| !words.is_empty()).collect()
    }
}

fn journal<G: BoardGame>(rules: &[&str], position: Option<&str>) -> Journal<G> {
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    Journal::new(Header::current::<G>(<G as BoardGame>::NAME, "trial", 7, G::setup(&rules, position).unwrap()))
}

fn draw_nothing<G: PlayableGame>(_: &mut Session<'_, G>, _: &G::Drawing) -> Result<Answer, Refusal> {
    Ok(Answer::default())
}

/// Carries out all automatic steps after a line.
fn follow<G: BoardGame>(session: &mut Session<'_, G>) {
    let mut stage = Stage::Moved;
    while G::next_automatic_step(session, stage).unwrap().is_some() {
        stage = Stage::Followed;
    }
}

/// Whether a line shows only the search depth.
fn is_depth_alone(words: &str) -> bool {
    let depth = words.strip_suffix(" moves ahead").or_else(|| words.strip_suffix(" move ahead"));
    depth.is_some_and(|depth| depth.parse::<u8>().is_ok())
}

/// Hidden pieces of both sides, too far apart to meet.
const HIDDEN: &str = "b'9/4w'5/3h'1c'4/10/10/10/10/4H'1C'3/4W'5/B'9 c - - Ss -";

#[test]
fn cs_a19_the_engine_shows_its_depth_and_nothing_of_its_hidden_pieces() {
    let sources = naval_kit::builtin();
    for level in ["beginner", "club", "full nodes 200"] {
        for peek in ["peek=on", "peek=off"] {
            let frontend = ProgressRecorder::default();
            let mut journal = journal::<CoalAndSteel>(&[peek], Some(HIDDEN));
            let machine = EnginePlayer::from_words(Side::Steel, level, CoalAndSteel::UNIT).unwrap();
            let mut session =
                Session::new(&mut journal, &frontend, &sources, BoardSeat::new(Some(machine)), draw_nothing);
            session.line("e3-e4").unwrap();
            assert_eq!(CoalAndSteel::mover(session.state()), Some(Side::Steel));
            // On the engine's turn, the opponent gets no analysis at the keyboard.
            for line in ["hint", "hint beginner", "analyse", "analyse 3 nodes 100"] {
                let problem = session.line(line).err().unwrap();
                assert!(problem.error.what.contains("the engine's turn"), "{line}: {}", problem.error.what);
                assert!(problem.error.rule.is_some_and(|rule| rule.to_string() == "CS-A19"), "{line}");
            }
            assert!(frontend.take_shown().is_empty(), "{level} {peek}");
            follow(&mut session);
            assert_eq!(CoalAndSteel::mover(session.state()), Some(Side::Coal));
            let shown = frontend.take_shown();
            assert!(!shown.is_empty() && shown.iter().all(|words| is_depth_alone(words)), "{level} {peek}: {shown:?}");
            // On its own turn the side sees its own plan, unless `peek=off`.
            session.line("hint nodes 100").unwrap();
            let shown = frontend.take_shown();
            assert_eq!(
                shown.iter().all(|words| is_depth_alone(words)),
                peek == "peek=off",
                "{level} {peek}: {shown:?}"
            );
        }
    }
}

#[test]
fn cs_a19_during_placement_no_square_of_the_engine_is_shown() {
    let (sources, frontend) = (naval_kit::builtin(), ProgressRecorder::default());
    let mut journal = journal::<CoalAndSteel>(&[], None);
    let machine = EnginePlayer::from_words(Side::Steel, "beginner", CoalAndSteel::UNIT).unwrap();
    let mut session = Session::new(&mut journal, &frontend, &sources, BoardSeat::new(Some(machine)), draw_nothing);
    session.line("place random").unwrap();
    follow(&mut session);
    assert!(session.state().placing.is_none(), "all pieces are placed");
    let shown = frontend.take_shown();
    assert!(shown.len() > 10 && shown.iter().all(|words| is_depth_alone(words)), "{shown:?}");
}

#[test]
fn without_hidden_pieces_the_engines_plan_and_score_are_shown() {
    let (sources, frontend) = (naval_kit::builtin(), ProgressRecorder::default());
    let mut journal = journal::<BattleAcre>(&[], None);
    let side = boards::battle_acre::Side::BOTH[1];
    let machine = EnginePlayer::from_words(side, "depth 2", BattleAcre::UNIT).unwrap();
    let mut session = Session::new(&mut journal, &frontend, &sources, BoardSeat::new(Some(machine)), draw_nothing);
    let first = BattleAcre::print(session.state(), &BattleAcre::choices(session.state())[0]);
    session.line(&first).unwrap();
    session.line("hint depth 1").unwrap();
    frontend.take_shown();
    follow(&mut session);
    let shown = frontend.take_shown();
    assert!(shown.iter().any(|words| words.starts_with("2 moves ahead, ") && words.contains(": ")), "{shown:?}");
}
