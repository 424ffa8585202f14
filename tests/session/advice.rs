//! What an admiral would order, and why it ordered what it did.
use std::time::Duration;

use super::{OneAnswer, with_frontend, with_scenario};
use admirals::{Commander, Level};
use naval::{Naval, Segment, model::doctrine::Doctrine};
use play::journal::{Entry, Notice};
use serde_json::Value;
use session::{Frontend, Input, PlayableGame, Refusal, Session, Stage, naval::Admiral};
use show::map::CharacterSet;

fn advised_decisions(session: &mut Session<'_, Naval>) -> Vec<Value> {
    let answer = session.line("advise").unwrap();
    answer.json["advice"].as_array().unwrap().clone()
}

fn lines(decision: &Value) -> Vec<String> {
    let options = decision["options"].as_array().unwrap();
    options.iter().map(|option| option["line"].as_str().unwrap().to_owned()).collect()
}

/// Plays this many segments as advised. Each line of advice is typed first and undone. Returns the number of decisions
/// in each segment.
fn play_as_advised(session: &mut Session<'_, Naval>, segments: usize) -> Vec<(Segment, usize)> {
    let mut counts = Vec::new();
    for _ in 0..segments {
        let segment = session.state().segment;
        let decisions = advised_decisions(session);
        counts.push((segment, decisions.len()));
        for line in decisions.iter().flat_map(lines) {
            session.line(&line).unwrap_or_else(|problem| panic!("{segment:?}, {line}: {problem}"));
            session.line("undo").unwrap();
        }
        for decision in decisions.iter().filter(|decision| decision["ordered"] == true) {
            session.line(&lines(decision)[0]).unwrap();
        }
        if segment == Segment::Gunfire {
            session.line("fire all").unwrap();
        }
        session.line("next").unwrap();
    }
    counts
}

#[test]
fn every_line_of_advice_can_be_typed_as_printed() {
    with_scenario("drill-two-lines", &OneAnswer::default(), |session| {
        let counts = play_as_advised(session, 8);
        for segment in [Segment::Plotting, Segment::Gunfire] {
            assert!(counts.iter().any(|(found, many)| *found == segment && 0 < *many), "{counts:?}");
        }
    });
}

/// The lines of brief advice that can be typed: those indented by two spaces.
fn typed_lines(text: &str) -> Vec<String> {
    let is_order = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    text.lines().filter(is_order).map(|line| line.trim_start().to_owned()).collect()
}

/// The parts of brief advice, one for each side, and the last line.
fn sides_of(text: &str) -> (Vec<&str>, &str) {
    let (sides, last) = text.rsplit_once('\n').unwrap();
    (sides.split("\n\n").collect(), last)
}

#[test]
fn each_side_of_the_largest_battle_is_advised_in_ten_lines_of_80_columns_that_can_be_typed() {
    with_scenario("jutland-1830", &OneAnswer::default(), |session| {
        let mut partial = 0;
        for segment in [Segment::Plotting, Segment::Gunfire, Segment::Plotting] {
            let answer = session.line("advise").unwrap();
            let ordered: Vec<Value> = answer.json["advice"].as_array().unwrap().clone();
            let ordered = ordered.iter().filter(|decision| decision["ordered"] == true).count();
            let (sides, last) = sides_of(&answer.text);
            assert_eq!(last, "`obey` orders all. `advise NAME` or `advise all` shows the sums.");
            assert!((session.state().segment, sides.len(), 20 < ordered) == (segment, 2, true), "{}", answer.text);
            for side in sides {
                assert!(side.lines().count() < 10, "{side}");
                assert!(side.lines().all(|line| line.chars().count() <= 80), "{side}");
                partial += usize::from(side.lines().next().unwrap().ends_with(" orders"));
                for line in typed_lines(side) {
                    session.line(&line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
                    session.line("undo").unwrap();
                }
            }
            session.line("obey").unwrap();
            let next = if segment == Segment::Plotting { "next to gunfire" } else { "fire all declared" };
            session.line(next).unwrap();
            if segment == Segment::Gunfire {
                session.line("next to plotting").unwrap();
            }
        }
        assert!(4 < partial, "{partial}");
    });
}

/// The order that scores best, what it gains over the next best, and their difference in points.
#[test]
fn brief_advice_gives_the_order_the_reason_and_the_cost_of_the_next_best() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let answer = session.line("advise").unwrap();
        let text = "Japan, course and speed\n  plot 2nd CR15 speed 2.25\n      \
            nearer the preferred course [5.7]; plot 2nd CR30 speed 2.25 costs 0.30";
        assert_eq!(sides_of(&answer.text).0[0], text);
        let points = |decision: usize, option: usize| {
            answer.json["advice"][decision]["options"][option]["points"].as_f64().unwrap()
        };
        assert_eq!(answer.json["advice"][1]["ordered"], false);
        assert!(points(0, 0) - points(1, 0) > 0.295 && points(0, 0) - points(1, 0) < 0.305);
        session.line("obey").unwrap();
        session.line("next to gunfire").unwrap();
        let text = session.line("advise").unwrap().text;
        let (sides, _) = sides_of(&text);
        // All eleven orders of Japan fit: three with reasons, the others by themselves.
        assert!(sides[0].starts_with("Japan, big guns and batteries\n"), "{text}");
        let shots: Vec<String> =
            typed_lines(sides[0]).iter().flat_map(|line| line.split("; ")).map(str::to_owned).collect();
        assert_eq!(shots.len(), 11, "{text}");
        assert!(text.contains("azuma>gromoboi b\n      more fire dealt [6.5.1]; azuma>rossia b costs 0.02"), "{text}");
        assert!(text.contains("tokiwa>rurik m\n      fire dealt [6.5.2]; inaction costs 0.02"), "{text}");
        // Shots that gain nothing come last, without a reason.
        assert!(sides[0].ends_with("l") && !sides[0].contains("rurik l\n      "), "{text}");
        for line in shots {
            session.line(&line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
        }
    });
}

#[test]
fn a_name_or_all_shows_every_option_with_every_term() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        let [all, japan, division, flagship, russia] = ["all", "japan", "2nd", "izumo", "vladivostok"]
            .map(|whom| session.line(&format!("advise {whom}")).unwrap());
        assert!(all.text.contains(" * plot 2nd CR15 speed 2.25  -0.10  (-0.10 preferred course [5.7])\n"));
        assert!(all.text.contains("   plot 2nd CR180 speed 2.25  -5.40") && all.text.contains("Russia, "));
        assert!(japan.text == division.text && division.text == flagship.text && !japan.text.contains("Russia, "));
        assert!(russia.text.contains("\n\nRussia, course and speed\n * plot vladivostok "), "{}", russia.text);
        session.line("pass to japan").unwrap();
        assert_eq!(session.line("advise 2nd").unwrap().text, division.text);
        for enemy in ["advise vladivostok", "advise russia"] {
            assert!(session.line(enemy).is_err(), "{enemy}");
        }
        assert!(session.line("advise 2nd all").is_ok() && session.line("advise 2nd russia").is_err());
    });
}

/// Launches that a captain would not order are listed as well, each once.
#[test]
fn r7_4_launches_that_are_legal_but_not_worth_it_are_listed() {
    with_scenario("drill-boats-attack", &OneAnswer::default(), |session| {
        let mut other_launches = 0;
        for _ in 0..40 {
            let decisions = advised_decisions(session);
            let launches = |is_ordered: bool| {
                let has_order = |decision: &&Value| decision["ordered"] == is_ordered;
                let all = decisions.iter().filter(has_order).flat_map(lines).filter(|line| line.starts_with("launch "));
                all.collect::<Vec<String>>()
            };
            let (ordered, others) = (launches(true), launches(false));
            assert!(others.iter().all(|line| !ordered.contains(line)), "{others:?}");
            for line in &others {
                session.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
                session.line("undo").unwrap();
            }
            other_launches += others.len();
            for decision in decisions.iter().filter(|decision| decision["ordered"] == true) {
                session.line(&lines(decision)[0]).unwrap();
            }
            if session.line("next").is_err() {
                session.line("next waive \"a drill\"").unwrap();
            }
        }
        assert!(0 < other_launches);
    });
}

#[test]
fn a_side_is_advised_of_its_own_orders_only_and_the_table_of_none() {
    with_scenario("drill-two-lines", &OneAnswer::default(), |session| {
        let all = advised_decisions(session);
        let mut sides: Vec<Value> = all.iter().map(|entry| entry["side"].clone()).collect();
        sides.dedup();
        assert_eq!(sides.len(), 2);
        let first = sides[0].as_str().unwrap().to_owned();
        session.line(&format!("pass to {first}")).unwrap();
        let own = advised_decisions(session);
        assert!(!own.is_empty() && own.iter().all(|entry| entry["side"] == sides[0]), "{own:?}");
        session.line("pass to table").unwrap();
        assert!(advised_decisions(session).is_empty());
    });
}

#[test]
fn an_order_is_explained_to_the_other_side_only_after_the_battle() {
    with_scenario("drill-two-lines", &OneAnswer::default(), |session| {
        let advice = advised_decisions(session);
        let side = advice[0]["side"].as_str().unwrap().to_owned();
        let other =
            advice.iter().map(|advice| advice["side"].as_str().unwrap()).find(|name| *name != side).unwrap().to_owned();
        session.line(&lines(&advice[0])[0]).unwrap();
        let entry = session.journal().commands().last().unwrap().entry;
        session.line(&format!("pass to {side}")).unwrap();
        let text = session.line(&format!("explain {entry}")).unwrap().text;
        assert!(text.contains("as a captain of") && text.contains(" * plot "), "{text}");
        session.line(&format!("pass to {other}")).unwrap();
        let refused = session.line(&format!("explain {entry}")).err().unwrap().error.what;
        assert!(refused.contains("not an admiral's order that you may see"), "{refused}");
        session.line("pass to referee").unwrap();
        session.line("end because \"the clock\"").unwrap();
        session.line(&format!("pass to {other}")).unwrap();
        assert_eq!(session.line(&format!("explain {entry}")).unwrap().text, text);
    });
}

/// A shot in a short form is the one that was advised in full.
#[test]
fn r3_3_5_a_shot_in_a_short_form_is_explained_like_the_full_one() {
    with_scenario("ulsan", &OneAnswer::default(), |session| {
        session.line("rest straight").unwrap();
        session.line("next to gunfire").unwrap();
        let full = lines(&advised_decisions(session)[0])[0].clone();
        let (firer, rest) = full.strip_prefix("target ").unwrap().split_once(" at ").unwrap();
        let target = rest.strip_suffix(" battery big").unwrap();
        let explained = |session: &mut session::Session<'_, naval::Naval>| {
            let entry = session.journal().commands().last().unwrap().entry;
            session.line(&format!("explain {entry}")).map(|answer| answer.text)
        };
        session.line(&format!("target {firer} at {target}")).unwrap();
        assert!(explained(session).unwrap().contains(&full));
        session.line("undo").unwrap();
        // A shot that the admiral would not choose is still not its order.
        let other = ["rossia", "gromoboi", "rurik", "izumo", "azuma"].into_iter();
        let other = other
            .filter(|enemy| *enemy != target)
            .find(|enemy| session.line(&format!("target {firer} at {enemy}")).is_ok());
        assert!(other.is_some() && explained(session).is_err());
    });
}

/// A front end without a person, which interrupts every calculation at once.
struct InterruptingFrontend;

impl Frontend for InterruptingFrontend {
    fn can_ask(&self) -> bool {
        false
    }
    fn ask(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    fn ask_hidden(&self, _: &str) -> Result<Input, Refusal> {
        Ok(Input::End)
    }
    fn aside(&self, _: &str) {}
    fn salt(&self) -> Result<String, Refusal> {
        Ok("0".repeat(32))
    }
    fn stop_test(&self, _: Option<Duration>) -> Box<dyn Fn() -> bool + Sync + '_> {
        Box::new(|| true)
    }
    fn board_style(&self) -> CharacterSet {
        CharacterSet::Ascii
    }
}

#[test]
fn interrupted_advice_says_so() {
    with_frontend("ulsan", &InterruptingFrontend, |session| {
        let deep = session.line("advise deep").unwrap();
        assert!(deep.json["whole"] == false && deep.text.contains("was interrupted"), "{}", deep.text);
        let plain = session.line("advise").unwrap();
        assert!(!plain.json.contains_key("whole") && !plain.text.contains("interrupted"), "{}", plain.text);
    });
}

#[test]
fn orders_of_an_interrupted_admiral_are_marked_and_not_explained() {
    with_frontend("ulsan", &InterruptingFrontend, |session| {
        let side = session.state().setup.sides[1].id.clone();
        let admiral = Admiral::new(side.clone(), Commander::new(Level::Admiral, Doctrine::default_card()));
        session.seat_admirals(vec![admiral], true).unwrap();
        while Naval::next_automatic_step(session, Stage::Moved).unwrap().is_some() {}
        let notice = Entry::Noticed { what: Notice::CutShort { side: side.to_string() } };
        let entries = session.journal().entries();
        let marked = entries.iter().position(|entry| *entry == notice).unwrap();
        let plot = |entry: &Entry<_, _, _>| matches!(entry, Entry::Did { command: naval::Command::Plot { .. }, .. });
        let plotted = marked + entries[marked..].iter().position(plot).unwrap() + 1;
        let answer = session.line(&format!("explain {plotted}")).unwrap();
        assert!(answer.text.contains("was interrupted") && answer.json["explained"]["cut_short"] == true);
    });
}
