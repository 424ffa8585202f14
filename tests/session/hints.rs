//! Hints are lawful orders: what a refusal offers to be typed is taken as it stands.
use super::{Seated, at_battle};
use naval::{Naval, notation};
use session::Session;
use std::collections::BTreeSet;

/// What of a hint is meant to be typed: what stands in backticks, else the hint itself where it begins with a verb. A form
/// with something to be put in for a word is no line.
fn lines(hint: &str) -> Vec<String> {
    let quoted: Vec<&str> = hint.split('`').skip(1).step_by(2).collect();
    let plain = hint.trim_start_matches("for example: ").trim_start_matches("type ").trim_end_matches('.');
    let all = if quoted.is_empty() { vec![plain] } else { quoted };
    let is_verb = |line: &str| notation::rows().any(|row| line.split(' ').next() == Some(row.word));
    let is_form = |line: &str| {
        let capitals = |word: &str| 1 < word.len() && word.chars().all(|letter| letter.is_ascii_uppercase());
        let inside = line.split('"').step_by(2).flat_map(str::split_whitespace);
        line.contains("...") || line.contains('[') || line.contains('|') || inside.into_iter().any(capitals)
    };
    // A list of several ways, or a sentence, is for reading.
    let is_sentence =
        |line: &str| line.contains(", ") || line.contains(": ") || line.contains("; ") || line.ends_with('.');
    let meant = all.into_iter().filter(|line| is_verb(line) && !is_form(line) && !is_sentence(line));
    meant.map(str::to_owned).collect()
}

/// Lines that somebody types too early, too late, half or wrongly.
fn slips(session: &Session<'_, Naval>) -> Vec<String> {
    let state = session.state();
    let mut units: Vec<String> = state.ships.iter().map(|ship| ship.id.to_string()).collect();
    units.truncate(3);
    units.extend(state.ships.iter().rev().take(3).map(|ship| ship.id.to_string()));
    units.extend(state.divisions.iter().take(2).map(|division| division.id.to_string()));
    let mut all: Vec<String> = notation::rows().map(|row| row.word.to_owned()).collect();
    for (at, unit) in units.iter().enumerate() {
        let other = &units[(at + 3) % units.len()];
        all.extend(notation::rows().map(|row| format!("{} {unit}", row.word)));
        all.extend(notation::rows().map(|row| format!("{} {unit} {other}", row.word)));
        for line in [
            "target U at O",
            "target U at O range 8",
            "target U at O range 99",
            "U>O",
            "U>O 60",
            "fire U dice 3 3",
            "fire U dice 21",
            "plot U 9 speed 9",
            "plot U 1-CL60-1",
            "plot U 0.1 speed 0",
            "plot U 1-CR20",
            "launch U at O factors 6 run 10 port marker Q",
            "measure U O 8",
            "measure U O 80",
            "repair U fire",
            "repair U F9",
            "coup U at O range 4",
            "illuminate U O searchlight range 3",
            "orders U range 9",
            "orders U",
            "collide U O",
            "exit U by east",
            "react U",
            "meet Q U angle 40",
            "set U speed 9 because \"x\"",
            "set U speed 2",
            "set U speed",
            "speed U 9",
            "amend 99 target U at O",
            "undo 99",
            "redo",
            "why 99",
            "damage U",
            "fires U",
            "place U at 10 20 heading 90",
            "flag U O",
            "division x U O",
            "sight U by U",
            "torpedoes japan",
            "none in reach",
            "declared",
            "plot U 2 ?",
            "map U",
            "odds U at O",
            "odds U fires",
            "targets U",
            "amend 1 dice 3",
            "next to nowhere",
            "next waive",
            "end",
            "half",
            "generate visibility",
            "approach japan 24",
            "deploy U at 1 1",
            "quickstart",
            "seal",
            "reveal",
            "pass to U",
            "referee word",
            "smoke U",
            "ashore U",
            "again",
            "rest",
            "all",
            "log turn",
            "dice 3",
            "show",
            "card",
            "tally now",
            "duties now",
            "checks on",
        ] {
            all.push(line.replace('U', unit).replace('O', other));
        }
    }
    all
}

#[test]
fn what_a_hint_offers_is_taken_as_it_stands() {
    let mut refused = BTreeSet::new();
    let mut tried = BTreeSet::new();
    for scenario in
        ["asahi-retvizan", "ulsan", "drill-two-lines", "jutland-4th-flotilla", "sandbox", "port-arthur-night"]
    {
        at_battle(scenario, &Seated::default(), |session| {
            for _ in 0..10 {
                for slip in slips(session) {
                    let before = session.journal().entries().len();
                    let hint = match session.line(&slip) {
                        Ok(_) => None,
                        Err(problem) => problem.fault.hint,
                    };
                    take_back(session, before);
                    for line in hint.iter().flat_map(|hint| lines(hint)) {
                        if line.starts_with("pass")
                            || line.starts_with("quit")
                            || !tried.insert((line.clone(), session.state().segment.word()))
                        {
                            continue;
                        }
                        if let Err(problem) = session.line(&line) {
                            refused.insert(format!(
                                "{scenario}, {}: {slip}\n    hint: {line}\n    {}",
                                session.state().segment,
                                problem.fault.what
                            ));
                        }
                        take_back(session, before);
                    }
                }
                if session.line("next").is_err() && session.line("next waive \"a trial\"").is_err() {
                    break;
                }
            }
        });
    }
    let list: Vec<String> = refused.into_iter().collect();
    assert!(400 < tried.len(), "no more than {} hints were typed", tried.len());
    assert!(list.is_empty(), "{} of {} hints are refused:\n{}", list.len(), tried.len(), list.join("\n"));
}

/// Takes back what was done since the journal had so many entries.
fn take_back(session: &mut Session<'_, Naval>, before: usize) {
    let deeds = session.journal().deeds().iter().filter(|deed| before < deed.entry).count();
    if 0 < deeds {
        session.line(&format!("undo {deeds} because \"a trial\"")).unwrap();
    }
}
