//! One session for all five games, driven without a door: lines in, entries and answers out.
use std::time::Duration;

use boards::{battle_acre::BattleAcre, coal_and_steel::CoalAndSteel, tafl::Tafl};
use crystal::Crystal;
use naval::Naval;
use play::Board;
use play::journal::{Entry, Header, Journal, Notice};
use session::{
    Answer, Door, Playable, Problem, Session, Typed,
    boards::{Companion, Seat},
    naval as battles,
};
use show::map::Lettering;

/// A door at which nobody sits.
struct Nobody;

impl Door for Nobody {
    fn asks(&self) -> bool {
        false
    }
    fn ask(&self, _: &str) -> Result<Typed, Problem> {
        Ok(Typed::End)
    }
    fn ask_unseen(&self, _: &str) -> Result<Typed, Problem> {
        Ok(Typed::End)
    }
    fn aside(&self, _: &str) {}
    fn salt(&self) -> Result<String, Problem> {
        Ok("0".repeat(32))
    }
    fn stop(&self, _: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
        Box::new(|| false)
    }
    fn lettering(&self) -> Lettering {
        Lettering::Ascii
    }
}

fn drawn<G: Playable>(_: &mut Session<'_, G>, text: &str) -> Result<Answer, Problem> {
    Ok(Answer::text(format!("drawn: {text}")))
}

/// Plays six orders, each taken back and brought back; what every game's session promises holds after each.
fn check<G: Playable>(setup: G::Setup, seat: impl Fn(&Journal<G>) -> G::Seat, next: impl Fn(&G::State) -> String) {
    let (name, sources) = (G::NAME, load::builtin());
    let mut journal = Journal::<G>::new(Header::of::<G>(G::NAME, "trial", 7, setup));
    let seat = seat(&journal);
    let mut session = Session::new(&mut journal, &Nobody, &sources, seat, drawn);
    for _ in 0..6 {
        let line = next(session.state());
        let before = session.state().clone();
        let answer = session.line(&line).unwrap_or_else(|problem| panic!("{name}: {line}: {problem}"));
        assert!(answer.moved && !answer.quits, "{name}: {line}");
        let json = answer.json(&line);
        assert!(json["ok"] == true && json["command"] == line && json["text"] == answer.text, "{json}");
        let after = session.state().clone();
        let undone = session.line("undo because \"a trial\"").unwrap();
        assert!(undone.moved && undone.text.starts_with("Taken back: "), "{name}: {}", undone.text);
        assert_eq!(*session.state(), before, "{name}: {line} taken back");
        let redone = session.line("redo").unwrap();
        assert!(redone.moved && redone.text.starts_with("In force again: "), "{name}: {}", redone.text);
        assert_eq!(*session.state(), after, "{name}: {line} brought back");
    }
    let entries = session.journal().entries().len();
    for refused in ["nonsense", "undo 99 because \"a trial\"", "redo", "undo sideways", "dice sometimes"] {
        session.line(refused).err().unwrap_or_else(|| panic!("{name}: {refused} is taken"));
    }
    assert_eq!(session.journal().entries().len(), entries, "{name}: what is refused changes nothing");
    assert!(session.line("").unwrap().text.is_empty() && session.line("# a remark").unwrap().text.is_empty());
    assert_eq!(session.line("log").unwrap().extra["log"].as_array().unwrap().len(), entries, "{name}");
    session.line("dice ask").unwrap();
    let typed = Entry::Noticed { what: Notice::Dice { typed: true } };
    assert!(session.journal().entries().last() == Some(&typed), "{name}: where dice come from is in the journal");
    assert!(session.line("quit").unwrap().quits && session.line("bye").unwrap().quits);
}

/// The first thing that may be done.
fn first<G: Companion>(state: &G::State) -> String {
    G::typed(&G::due(state).unwrap_or_else(|| <G as Board>::choices(state).remove(0)))
}

fn check_board<G: Companion>()
where
    G::Setup: Default,
{
    check::<G>(G::Setup::default(), |_| Seat { machine: None }, first::<G>);
}

#[test]
fn one_session_plays_all_five_games() {
    let sources = load::builtin();
    check_board::<Tafl>();
    check_board::<BattleAcre>();
    check_board::<CoalAndSteel>();
    check::<Naval>(load::scenario(&sources, "asahi-retvizan").unwrap(), battles::Seat::of, |_| "next".to_owned());
    let setup = crystal::Setup { scenario: load::campaign(&sources, "aidlon").unwrap(), rules: Default::default() };
    check::<Crystal>(setup, |_| (), |state| crystal::notation::print(state, &crystal::choices(state)[0]));
}

#[test]
fn pages_are_drawn_by_the_door() {
    let sources = load::builtin();
    let setup = load::scenario(&sources, "asahi-retvizan").unwrap();
    let mut journal = Journal::<Naval>::new(Header::of::<Naval>("naval", "trial", 7, setup));
    let seat = battles::Seat::of(&journal);
    let mut session = Session::new(&mut journal, &Nobody, &sources, seat, drawn);
    for line in ["map", "print cards", "odds asahi at retvizan range 8", "where asahi", "measure asahi retvizan"] {
        assert_eq!(session.line(line).unwrap().text, format!("drawn: {line}"));
    }
    assert!(!session.line("status").unwrap().text.starts_with("drawn"));
}
