//! What a player of the boards and of the campaign reads at the prompt: commands of other games, wrong positions,
//! ordered lines, draws, and the end.
use std::sync::Arc;

use super::*;
use boards::Notation;
use play::Hint;
use session::Kind;

/// Words of the session commands of every board.
const BOARD_COMMANDS: [&str; 9] = ["moves", "board", "hint", "clock", "go", "save", "belief", "analyse", "analyze"];

/// Begins a game in memory, calls `play` with its session, and returns its result.
fn play_setup<G: PlayableGame, T>(
    setup: G::Setup,
    seat: G::Seat,
    frontend: &dyn Frontend,
    play: impl FnOnce(&mut Session<'_, G>) -> T,
) -> T {
    let sources = naval_kit::builtin();
    let mut journal = Journal::<G>::new(Header::current::<G>(G::NAME, "trial", 7, setup));
    play(&mut Session::new(&mut journal, frontend, &sources, seat, drawn))
}

fn at_board<G: BoardGame<Setup: Default>, T>(play: impl FnOnce(&mut Session<'_, G>) -> T) -> T {
    play_setup(Default::default(), BoardSeat::new(None), &OneAnswer::default(), play)
}

/// A game from a position.
fn play_from<G: BoardGame, T>(position: &str, play: impl FnOnce(&mut Session<'_, G>) -> T) -> T {
    play_setup(G::setup(&[], Some(position)).unwrap(), BoardSeat::new(None), &OneAnswer::default(), play)
}

fn campaign() -> crystal::Setup {
    crystal::Setup { scenario: load::campaign(&naval_kit::builtin(), "aidlon").unwrap(), rules: Default::default() }
}

fn words_of<G: Notation>() -> Vec<&'static str> {
    G::VERBS.iter().map(|verb| verb.row.word).collect()
}

/// The words that begin lines in any game.
fn all_words() -> Vec<&'static str> {
    let naval = naval::notation::all_verbs().map(|row| row.word);
    let all = naval.chain(crystal::notation::rows().map(|row| row.word)).chain(BOARD_COMMANDS);
    let boards = [words_of::<Tafl>(), words_of::<BattleAcre>(), words_of::<CoalAndSteel>()].concat();
    play::distinct(all.chain(boards).filter_map(|word| word.split(' ').next()))
}

/// Whether a game refuses a line because it begins with a command of another game.
fn is_other_games_word<G: PlayableGame>(session: &mut Session<'_, G>, line: &str) -> bool {
    session.line(line).is_err_and(|refusal| refusal.error.what.contains(" has no command `"))
}

fn check_other_games_words<G: PlayableGame>(session: &mut Session<'_, G>, name: &str, own: &[&str]) {
    let mut lacks = 0;
    for word in all_words().into_iter().filter(|word| !own.contains(word)) {
        for line in [word.to_owned(), word.to_uppercase(), format!("{word} 12 x")] {
            let entries = session.journal().entries().len();
            let refusal = session.line(&line).err().unwrap_or_else(|| panic!("{name}: {line} is taken"));
            assert_eq!(refusal.error.what, format!("{name} has no command `{word}`."), "{line}");
            assert_eq!((refusal.kind, session.journal().entries().len()), (Kind::Read, entries), "{name}: {line}");
            let hint = refusal.error.hint.unwrap_or_else(|| panic!("{name}: {line} has no hint"));
            assert!(hint.lines().all(|offered| own.contains(&offered)), "{name}: {line} offers {hint}");
            assert_eq!(hint.lines().last(), Some("help"), "{name}: {line}");
        }
        lacks += 1;
    }
    assert!(20 < lacks, "{name} lacks {lacks}");
    // The near misses: a word of no game, a misspelt one, a short form, and a word that is not the first.
    for line in ["nonsense", "amed 1 d5-d4", "plott 2", "t", "m", "12 amend", "because next"] {
        assert!(!is_other_games_word(session, line), "{name}: {line}");
    }
    // A search takes long.
    for line in own.iter().filter(|word| !["hint", "go", "analyse", "analyze"].contains(word)) {
        assert!(!is_other_games_word(session, line), "{name}: {line} is its own");
    }
}

/// The commands of a game at a board: its verbs, those of the session, and words before a move.
fn own_words<G: BoardGame>() -> Vec<&'static str> {
    let of_session =
        ["moves", "why", "board", "status", "undo", "redo", "log", "rules", "dice", "note", "hint", "clock"];
    let more = ["go", "save", "position", "help", "quit", "exit", "bye", "belief", "analyse", "analyze", "move"];
    let hidden: &[&str] = if G::HIDES { &["place"] } else { &[] };
    [&words_of::<G>(), &of_session[..], &more, hidden].concat()
}

#[test]
fn a_command_of_another_game_is_answered_with_the_one_of_this_game() {
    at_board::<Tafl, _>(|session| check_other_games_words(session, "Tafl", &own_words::<Tafl>()));
    at_board::<BattleAcre, _>(|session| check_other_games_words(session, "Battle Acre", &own_words::<BattleAcre>()));
    at_board::<CoalAndSteel, _>(|session| {
        check_other_games_words(session, "Coal and Steel", &own_words::<CoalAndSteel>())
    });
    let own: Vec<&str> = crystal::notation::rows()
        .filter_map(|row| row.word.split(' ').next())
        .chain(["go", "duties", "exit", "bye"])
        .collect();
    play_setup::<Crystal, _>(campaign(), (), &OneAnswer::default(), |session| {
        check_other_games_words(session, "Steel and Crystal", &own);
    });
}

/// The first line that the hint of a refusal offers.
fn first_offer<G: PlayableGame>(session: &mut Session<'_, G>, line: &str) -> String {
    let refusal = session.line(line).err().unwrap_or_else(|| panic!("{line} is taken"));
    refusal.error.hint.iter().flat_map(Hint::lines).next().unwrap_or_default().to_owned()
}

#[test]
fn a_command_of_another_game_offers_a_similar_one() {
    let board = [
        ("amend 1 d5-d4", "undo"),
        ("next", "moves"),
        ("plot 2nd 2", "moves"),
        ("map to x.svg", "board"),
        ("chronicle", "log"),
        ("duties", "status"),
        ("odds 7", "analyse"),
        ("advise", "hint"),
        ("obey", "go"),
        ("show full", "help"),
    ];
    for (line, word) in board {
        assert_eq!(at_board::<Tafl, _>(|session| first_offer(session, line)), word, "{line}");
        assert_eq!(at_board::<BattleAcre, _>(|session| first_offer(session, line)), word, "{line}");
        assert_eq!(at_board::<CoalAndSteel, _>(|session| first_offer(session, line)), word, "{line}");
    }
    assert_eq!(at_board::<BattleAcre, _>(|session| first_offer(session, "claim")), "draw");
    play_setup::<Crystal, _>(campaign(), (), &OneAnswer::default(), |session| {
        let campaign = [("plot 2nd 2", "status"), ("end", "status"), ("board", "map"), ("moves", "ways")];
        let campaign =
            [&campaign[..], &[("analyse", "odds"), ("advise", "hint"), ("obey", "next"), ("resign", "quit")]];
        for (line, word) in campaign.concat() {
            assert_eq!(first_offer(session, line), word, "{line}");
        }
    });
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        for (line, word) in [("board", "map"), ("moves", "targets"), ("analyse", "advise"), ("flip e3", "status")] {
            let refusal = session.line(line).err().unwrap();
            assert!(refusal.error.what.starts_with("A battle has no command `"), "{line}: {refusal}");
            assert_eq!(first_offer(session, line), word, "{line}");
        }
        // A slip in one of its own commands is not taken for another game's.
        assert!(session.line("tragets").err().unwrap().error.what.contains("There is no command"));
    });
}

#[test]
fn help_on_a_command_of_another_game_names_the_one_of_this_game() {
    at_board::<Tafl, _>(|session| {
        assert_eq!(session.line("help amend").err().unwrap().error.what, "Tafl has no command `amend`.");
        assert_eq!(session.line("help amed").err().unwrap().error.what, "The rules do not mention \"amed\".");
        assert!(session.line("help undo").is_ok());
    });
}

#[test]
fn a_word_with_an_x_is_not_a_capture_and_is_quoted_as_typed() {
    fn assert_neither<G: BoardGame<Setup: Default>>(line: &str) {
        let refusal = at_board::<G, _>(|session| session.line(line).err().unwrap());
        assert_eq!(refusal.error.what, format!("\"{line}\" is neither a command nor a move."), "{}", G::RULES.title);
    }
    for line in ["text", "see text", "d5-", "d5:"] {
        assert_neither::<Tafl>(line);
        assert_neither::<BattleAcre>(line);
        assert_neither::<CoalAndSteel>(line);
    }
    for line in ["d5xd2", "d5 d2", "d5d2", "d5:d2"] {
        at_board::<Tafl, _>(|session| {
            session.line("lot").unwrap();
            let refusal = session.line(line).err().map_or_else(String::new, |refusal| refusal.to_string());
            assert!(!refusal.contains("neither a command"), "the near miss: {line}: {refusal}");
        });
    }
}

/// What a wrong position gets: its error, and its hint.
fn position_error<G: BoardGame>(text: &str) -> (String, String) {
    let refusal = G::setup(&[], Some(text)).err().unwrap_or_else(|| panic!("{text} is taken"));
    let hint = refusal.error.hint.as_ref().unwrap_or_else(|| panic!("{text}: no hint")).to_string();
    assert!(G::setup(&[], Some(&hint)).is_ok(), "{text}: the hint {hint} is a position");
    (refusal.error.what, hint)
}

#[test]
fn the_hint_for_every_wrong_position_is_a_position() {
    let rows = "4b5/10/10/4w'5/4|t'(n)5/10/10/10/4C'5/B'9";
    assert!(CoalAndSteel::setup(&[], Some(&format!("{rows} s - - Ss -"))).is_ok());
    for wrong in [
        String::new(),
        "foo".to_owned(),
        format!("{rows} s - - Ss"),
        format!("{rows} x - - Ss -"),
        format!("{rows} s B - Ss -"),
        format!("{rows} s x - Ss -"),
        format!("{rows} s -/W - Ss -"),
        format!("{rows} s - - Sq -"),
        format!("{rows} s - - Ss c9"),
        format!("{rows} s - - Ss c2"),
        format!("{} s - - Ss -", rows.replace("4w'5", "4z'5")),
        format!("{} s - - Ss -", rows.replace("(n)", "(q)")),
        format!("{} s - - Ss -", rows.replace("|t'(n)", "#w")),
        format!("{} s - - Ss -", rows.replace("4w'5", "4w'4")),
    ] {
        position_error::<CoalAndSteel>(&wrong);
    }
    let rows = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3";
    for wrong in ["".to_owned(), "foo b".to_owned(), rows.to_owned(), format!("{rows} z"), format!("{rows} b b")] {
        position_error::<Tafl>(&wrong);
    }
    for (left, right) in
        [("TTKTT", "TT1TT"), ("TTKTT", "TKKTT"), ("3ttt3/4t4", "t2ttt3/4t4"), ("4T4", "4X4"), ("4T4", "4T5")]
    {
        position_error::<Tafl>(&format!("{} b", rows.replacen(left, right, 1)));
    }
    let start = <BattleAcre as BoardGame>::START.unwrap();
    for (left, right) in
        [("HNhn", "HX"), ("HNhn", "HH"), (" - 0 1", " z9 0 1"), (" 0 1", " 9 1"), ("SNGK", "SNKK"), ("19/21", "18/21")]
    {
        position_error::<BattleAcre>(&start.replacen(left, right, 1));
    }
    position_error::<BattleAcre>("3k3/3T5/11/13/19/21/21/19/13/11/9/3K3 w - - 0 1");
}

#[test]
fn an_error_of_a_position_is_reported_once() {
    let result =
        |reserve: &str| position_error::<CoalAndSteel>(&format!("4b5/10/10/10/10/10/10/10/10/B9 s {reserve} - Ss -")).0;
    assert_eq!(result("BB"), "This is not a position: Coal's Batled cannot be in reserve [CS-5].");
    let both = result("BB/BB");
    assert!(both.ends_with("in reserve [CS-5]; Coal's Batled cannot be out of the game [CS-24]."), "{both}");
    assert_eq!(position_error::<Tafl>("zz7/9/9/9/4K4/9/9/9/9 b").0.matches("rank 9").count(), 1);
}

/// The lines of an analysis: the score and the trials of each, and the text below them.
fn analyse_position<G: BoardGame>(position: &str, line: &str) -> (Vec<i64>, Vec<Option<u64>>, String) {
    let answer = play_from::<G, _>(position, |session| session.line(line).unwrap());
    let lines = answer.json["lines"].as_array().unwrap();
    let trials = lines.iter().map(|line| line["trials"].as_u64()).collect();
    for (line, text) in lines.iter().zip(answer.text.lines()) {
        let trials = line["trials"].as_u64();
        assert_eq!(text.contains(" trial"), trials.is_some(), "{text}");
        assert!(trials.is_none_or(|trials| text.contains(&format!(" ({trials} trial"))), "{text}");
    }
    let scores = lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
    (scores, trials, answer.text.lines().last().unwrap().to_owned())
}

/// A line before one with a better score has a reason that is shown.
#[test]
fn lines_of_an_analysis_are_ordered_by_score_or_the_reason_is_shown() {
    let hidden = "b't'2w'5/3q'1c'4/10/4w'5/10/10/3W'2C'3/10/1Q'2W'1T'3/3B'6 c - - Ss -";
    let (mut in_order, mut others) = (0, 0);
    for trials in 5..17 {
        let (scores, tried, below) =
            analyse_position::<CoalAndSteel>(hidden, &format!("analyse 5 nodes {}", 20 * trials));
        assert_eq!(scores.len(), 5);
        assert!(tried.is_sorted_by(|left, right| left >= right) && tried[4].is_some(), "{tried:?}");
        let is_explained = below.ends_with(", most trials first, because a score of few trials is less certain");
        assert_eq!(is_explained, !scores.is_sorted_by(|left, right| left >= right), "{scores:?}: {below}");
        if is_explained { others += 1 } else { in_order += 1 }
    }
    assert!(0 < others, "{in_order} in order");
    // Without hidden information, and in a search to a fixed depth, no trials are made.
    let (scores, tried, below) =
        analyse_position::<CoalAndSteel>("4b5/3q6/10/10/10/10/10/10/4Q5/4B5 c - - - -", "analyse 5 nodes 50");
    assert!(
        scores.is_sorted_by(|left, right| left >= right) && tried == [None; 5] && !below.contains("first"),
        "{below}"
    );
    let (scores, tried, below) = analyse_position::<CoalAndSteel>(hidden, "analyse 20 depth 1");
    let is_explained = below.contains("ordered by total score");
    assert!(
        tried[0].is_none() && is_explained != scores.is_sorted_by(|left, right| left >= right),
        "{scores:?}: {below}"
    );
    let (scores, tried, below) = analyse_position::<Tafl>(<Tafl as BoardGame>::START.unwrap(), "analyse 5 nodes 500");
    assert!(
        scores.is_sorted_by(|left, right| left >= right) && tried == [None; 5] && !below.contains("first"),
        "{below}"
    );
}

/// A campaign that is over after its first turn.
fn short_campaign() -> crystal::Setup {
    let mut setup = campaign();
    Arc::make_mut(&mut setup.scenario).turn_limit = 1;
    setup
}

#[test]
fn next_in_a_finished_campaign_says_how_it_ended_and_what_is_possible() {
    play_setup::<Crystal, _>(short_campaign(), (), &OneAnswer::default(), |session| {
        for line in ["event dice 3 4 1", "done"] {
            session.line(line).unwrap();
        }
        // The near miss: before the end the choice is the player's.
        let refusal = session.line("next").err().unwrap();
        assert_eq!((refusal.kind, &*refusal.error.what), (Kind::Cannot, "You must choose."));
        session.line("stay").unwrap();
        for line in ["next", "hint", "event", "move 2"] {
            let refusal = session.line(line).err().unwrap();
            assert_eq!(refusal.error.what, "The campaign is over. Defeat: the last turn has passed.", "{line}");
            assert_eq!(refusal.error.hint.unwrap().to_string(), "type `undo`, `log` or `chronicle`.", "{line}");
        }
        assert!(session.line("log").is_ok() && session.line("undo because \"a slip\"").is_ok());
        assert!(session.line("hint").is_ok());
    });
}

#[test]
fn the_engine_of_a_finished_game_says_how_it_ended() {
    fn after<G: BoardGame<Setup: Default>>(resigns: &str, over: &str) {
        at_board::<G, _>(|session| {
            session.line(resigns).unwrap();
            for line in ["go", "hint", "analyse 3"] {
                let refusal = session.line(line).err().unwrap();
                assert_eq!(refusal.error.what, format!("The game is over. {over}."), "{line}");
                assert_eq!(refusal.error.hint.unwrap().to_string(), "type `undo` or `log`.");
            }
            session.line("undo because \"a slip\"").unwrap();
            assert!(session.line("hint nodes 1").is_ok(), "the near miss");
        });
    }
    after::<BattleAcre>("resign", "Red wins: White resigns");
    after::<CoalAndSteel>("resign coal", "Steel wins: Coal resigns");
}

/// Plays a campaign up to a battle against these enemies, two kinds of equal weakness.
fn before_battle(troops: &str, frontend: &OneAnswer, play: impl FnOnce(&mut Session<'_, Crystal>)) {
    let mut setup = campaign();
    let scenario = Arc::make_mut(&mut setup.scenario);
    scenario.areas.iter_mut().find(|area| area.id == 2).unwrap().troops = crystal::Troops::read(troops).unwrap();
    play_setup::<Crystal, _>(setup, (), frontend, |session| {
        for line in ["event dice 3 4 1", "done", "move 2", "explore dice 1", "battle dice 5", "dice ask"] {
            session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
        }
        play(session);
    });
}

#[test]
fn sc_15_a_draw_other_than_a_d6_asks_for_a_number_and_says_how_to_roll() {
    let falls = "which enemy falls (1-11=MO/Orcs:2, 12-14=MO/Imps:2) [SC-15], a number from 1 to 14: ";
    let how = "A number from 1 to 14, all equally likely: roll two D6 for 6 x (first - 1) + second, or a die with at \
               least 14 sides, roll again above 14.";
    let frontend = OneAnswer { answer: Some("14"), ..OneAnswer::default() };
    before_battle("11MO/Orcs:2 3MO/Imps:2", &frontend, |session| {
        let text = session.line("fight dice 3").unwrap().text;
        assert!(text.contains("(typed draw 14 of 14)"), "{text}");
    });
    assert_eq!(
        (&*frontend.asides.borrow(), &*frontend.asked.borrow()),
        (&vec![how.to_owned()], &vec![falls.to_owned()])
    );
    // A number beyond the draw is not valid.
    let frontend = OneAnswer { answer: Some("15"), ..OneAnswer::default() };
    before_battle("11MO/Orcs:2 3MO/Imps:2", &frontend, |session| assert!(session.line("fight dice 3").is_err()));
    assert_eq!(
        frontend.asides.borrow()[1],
        "\"15\" is not from 1 to 14, so none were used. An empty line cancels the command."
    );
    // A draw among six is a D6, and needs no method.
    let frontend = OneAnswer { answer: Some("6"), ..OneAnswer::default() };
    before_battle("5MO/Orcs:2 MO/Imps:2", &frontend, |session| drop(session.line("fight dice 1").unwrap()));
    assert!(frontend.asides.borrow().is_empty(), "{:?}", frontend.asides);
    assert!(
        frontend.asked.borrow()[0].ends_with("falls (1-5=MO/Orcs:2, 6=MO/Imps:2) [SC-15], 1 D6: "),
        "{:?}",
        frontend.asked
    );
}

#[test]
fn sc_15_a_script_that_lacks_the_number_of_a_draw_gets_its_range() {
    before_battle("11MO/Orcs:2 3MO/Imps:2", &OneAnswer::default(), |session| {
        let what = |session: &mut Session<'_, Crystal>, line: &str| session.line(line).err().unwrap().error.what;
        let falls = "(which enemy falls (1-11=MO/Orcs:2, 12-14=MO/Imps:2))";
        assert_eq!(what(session, "fight dice 3"), format!("This order needs a number from 1 to 14 {falls}."));
        assert_eq!(what(session, "fight dice 3 15"), format!("15 is not a number from 1 to 14 {falls}."));
        assert!(what(session, "fight dice 7").starts_with("7 is not a D6 result (the battle step at "));
        assert!(session.line("fight dice 3 14").is_ok());
    });
}
