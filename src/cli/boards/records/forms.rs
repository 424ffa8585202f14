//! How each game's record is written and read.
use super::recorded::{Recorded, brought, has, merged, switches};
use boards::battle_acre::{self, BattleAcre};
use boards::coal_and_steel::{self, CoalAndSteel};
use boards::record::{Form, Record};
use boards::tafl::{self, Tafl, open_tafl, rules::First};
use boards::{Fault, Notation as _};
use play::{Event, EventOf, journal::Journal};
use serde_json::json;
use session::Problem;
use session::boards::Companion;

impl Recorded for BattleAcre {
    const TITLE: &'static str = "Battle Acre";
    const FORM: Form = Form::Numbered;

    fn text(command: &battle_acre::Command, events: &[EventOf<BattleAcre>]) -> Option<String> {
        use battle_acre::{Ending, Fact};
        let text = BattleAcre::typed(command);
        let happened = |is: fn(&Fact) -> bool| any(events, is);
        let text =
            if happened(|fact| matches!(fact, Fact::Captured { .. })) { text.replacen('-', "x", 1) } else { text };
        Some(if happened(|fact| matches!(fact, Fact::Ended(Ending::Checkmate { .. }))) {
            text + "#"
        } else if happened(|fact| matches!(fact, Fact::Checked { .. })) {
            text + "+"
        } else {
            text
        })
    }
    fn second_first(begun: &battle_acre::State) -> bool {
        begun.position.to_move() == battle_acre::Side::Red
    }
}

impl Recorded for CoalAndSteel {
    const TITLE: &'static str = "Coal and Steel";
    const FORM: Form = Form::Plain;

    fn text(command: &coal_and_steel::Command, _: &[EventOf<CoalAndSteel>]) -> Option<String> {
        Some(CoalAndSteel::typed(command))
    }
}

impl Recorded for Tafl {
    const TITLE: &'static str = "Tafl";
    const FORM: Form = Form::Numbered;

    /// The notation has no lot: who begins stands in its rules.
    fn settled(journal: &Journal<Tafl>) -> tafl::Setup {
        let mut setup = journal.header().setup.clone();
        let lot = |event: &EventOf<Tafl>| {
            if let tafl::Fact::LotDrawn { first } = event.fact { Some(first) } else { None }
        };
        let drawn = journal.deeds().iter().flat_map(|deed| deed.events).find_map(lot);
        let first = drawn.or(setup.rules.first.side()).unwrap_or(setup.position.to_move());
        setup.rules.first = match first {
            tafl::Side::Black => First::Black,
            tafl::Side::White => First::White,
        };
        setup
    }

    fn text(command: &tafl::Command, events: &[EventOf<Tafl>]) -> Option<String> {
        let ended =
            |event: &'_ EventOf<Tafl>| if let tafl::Fact::Ended(ending) = event.fact { Some(ending) } else { None };
        let ending = events.iter().find_map(ended);
        let moved = |event: &EventOf<Tafl>| {
            let tafl::Fact::Moved { man, from, to } = event.fact else { return None };
            Some(open_tafl::move_text(man, from, to, &captured(events), ending.as_ref()))
        };
        let resigned = || matches!(command, tafl::Command::Resign { .. }).then(|| "---".to_owned());
        events.iter().find_map(moved).or_else(resigned)
    }

    fn commands(state: &tafl::State, text: &str) -> Result<Vec<tafl::Command>, Fault> {
        if text == "---" {
            return Ok(vec![tafl::Command::Resign { side: state.position.to_move() }]);
        }
        let (from, to, _) = open_tafl::read_move(text)?;
        Ok(vec![tafl::Command::Move { from, to }])
    }

    /// Captures that are named have to be those of the rules; so have a king and an end.
    fn differs(text: &str, events: &[EventOf<Tafl>]) -> Option<String> {
        let (.., named) = open_tafl::read_move(text).ok()?;
        if text.starts_with('K') && !any(events, |fact| matches!(fact, tafl::Fact::Moved { man: tafl::Man::King, .. }))
        {
            return Some("the record moves the king, and no king stood there [TF-5]".to_owned());
        }
        let captive = any(events, |fact| matches!(fact, tafl::Fact::Ended(tafl::Ending::KingCaptured { .. })));
        let free = any(events, |fact| matches!(fact, tafl::Fact::Ended(tafl::Ending::KingEscaped { .. })));
        for (mark, says, is_so) in [("++", "captured", captive), ("--", "escaped", free)] {
            if text.ends_with(mark) && !is_so {
                return Some(format!("the record says that the king has {says}, and by the rules he has not"));
            }
        }
        let in_order = |squares: Vec<tafl::Square>| {
            let mut names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            names.sort();
            names
        };
        let taken = captured(events).into_iter().map(|(_, at)| at).collect();
        let (named, taken) = (in_order(named?), in_order(taken));
        let list = |names: &[String]| if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") };
        let what = || format!("the record captures {}, the rules capture {} [TF-8]", list(&named), list(&taken));
        (named != taken).then(what)
    }

    /// A game that ends otherwise than by a move: resigned, agreed or claimed, as the result says.
    fn closing(state: &tafl::State, record: &Record) -> Vec<tafl::Command> {
        if state.result.is_some() {
            return Vec::new();
        }
        let said = record.tag("termination").unwrap_or_default().to_lowercase();
        let claimed = state.position.men(tafl::Side::Black).is_empty();
        match record.result.as_str() {
            "0-1" if claimed => vec![tafl::Command::Claim],
            "0-1" if said.contains("resign") => vec![tafl::Command::Resign { side: tafl::Side::Black }],
            "1-0" if said.contains("resign") => vec![tafl::Command::Resign { side: tafl::Side::White }],
            "1/2-1/2" => vec![tafl::Command::OfferDraw, tafl::Command::AcceptDraw],
            _ => Vec::new(),
        }
    }

    fn write(setup: &tafl::Setup, state: &tafl::State, record: &Record) -> String {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let result = open_tafl::result_text(state);
        let mut brought = brought::<Tafl>(state, record, result);
        let mut front = vec![tag(open_tafl::OWN_RULES, &switches(&json!(setup)))];
        if !has(&brought, "variant") {
            front.insert(0, tag("variant", "Tafl 9x9"));
        }
        let mut back = vec![tag("result", result)];
        if state.result.is_some() && !has(&brought, "termination") {
            back.push(tag("termination", &Tafl::status(state)));
        }
        if let Some(comment) = &record.comment {
            back.push(tag("start-comment", comment));
        } else {
            brought.retain(|(name, _)| !name.eq_ignore_ascii_case("start-comment"));
        }
        // The rules in the words that they were brought in, as long as these say what is played.
        if open_tafl::begun(&brought).as_ref() != Ok(setup) {
            let first = setup.rules.first.side().unwrap_or(setup.position.to_move());
            back.push(tag("rules", &open_tafl::rules_text(&setup.rules, &setup.position, first)));
            brought.retain(|(name, _)| !name.eq_ignore_ascii_case("position"));
        }
        open_tafl::write(&Record { tags: merged(&brought, &front, &back), ..record.clone() })
    }

    fn read(text: &str) -> Result<(tafl::Setup, Record), Problem> {
        let (setup, mut record) = open_tafl::read(text)?;
        record.result = match record.tag("result") {
            Some("1") => "1-0",
            Some("-1") => "0-1",
            Some("0") => "1/2-1/2",
            Some(_) | None => "*",
        }
        .to_owned();
        Ok((setup, record))
    }
}

/// Whether something like that has happened.
fn any<F, P>(events: &[Event<F, P>], is: fn(&F) -> bool) -> bool {
    events.iter().any(|event| is(&event.fact))
}

/// Whom a move has captured and where, the king among them.
fn captured(events: &[EventOf<Tafl>]) -> Vec<(tafl::Man, tafl::Square)> {
    let at = |event: &EventOf<Tafl>| {
        if let tafl::Fact::Captured { man, at } = event.fact { Some((man, at)) } else { None }
    };
    events.iter().filter_map(at).collect()
}
