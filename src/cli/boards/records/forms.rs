//! How each game's record is written and read.
use super::{Recorded, brought, switches, tags, tree::merged};
use crate::{boards::Companion, problem::Problem};
use boards::{
    Fault,
    battle_acre::{self, BattleAcre},
    coal_and_steel::{self, CoalAndSteel},
    record::{Form, Record},
    tafl::{self, Tafl, open_tafl, rules::First},
};
use play::EventOf;
use play::journal::Journal;
use serde_json::json;

/// A record of our own with its tags in front.
fn own<G: Recorded>(setup: &G::Setup, state: &G::State, record: &Record) -> String {
    Record { tags: tags::<G>(setup, state, record), ..record.clone() }.write(G::FORM)
}

fn read_own<G: Recorded>(text: &str) -> Result<(G::Setup, Record), Problem> {
    let record = Record::read(text, G::FORM)?;
    let rules: Vec<String> = record.tag("Rules").map_or_else(Vec::new, list);
    let setup = G::setup(&rules, record.tag("Position")).map_err(|problem| Problem { code: 1, ..problem })?;
    Ok((setup, record))
}

fn list(switches: &str) -> Vec<String> {
    switches.split(',').map(str::trim).filter(|switch| !switch.is_empty()).map(str::to_owned).collect()
}

impl Recorded for BattleAcre {
    const TITLE: &'static str = "Battle Acre";
    const FORM: Form = Form::Numbered;

    fn text(command: &battle_acre::Command, events: &[EventOf<BattleAcre>]) -> Option<String> {
        let text = battle_acre::notation::print(command);
        let (mut taken, mut checked, mut mated) = (false, false, false);
        for event in events {
            match event.fact {
                battle_acre::Fact::Captured { .. } => taken = true,
                battle_acre::Fact::Checked { .. } => checked = true,
                battle_acre::Fact::Ended(ending) => mated = matches!(ending, battle_acre::Ending::Checkmate { .. }),
                battle_acre::Fact::Moved { .. }
                | battle_acre::Fact::Castled { .. }
                | battle_acre::Fact::DrawOffered { .. } => {}
            }
        }
        let text = if taken { text.replacen('-', "x", 1) } else { text };
        let check = if mated { "#" } else { "+" };
        Some(if mated || checked { text + check } else { text })
    }
    fn second_first(begun: &battle_acre::State) -> bool {
        begun.position.to_move() == battle_acre::Side::Red
    }
    fn write(setup: &battle_acre::Setup, state: &battle_acre::State, record: &Record) -> String {
        own::<BattleAcre>(setup, state, record)
    }
    fn read(text: &str) -> Result<(battle_acre::Setup, Record), Problem> {
        read_own::<BattleAcre>(text)
    }
}

impl Recorded for CoalAndSteel {
    const TITLE: &'static str = "Coal and Steel";
    const FORM: Form = Form::Plain;

    fn text(command: &coal_and_steel::Command, _: &[EventOf<CoalAndSteel>]) -> Option<String> {
        Some(coal_and_steel::notation::print(command))
    }
    fn write(setup: &coal_and_steel::Setup, state: &coal_and_steel::State, record: &Record) -> String {
        own::<CoalAndSteel>(setup, state, record)
    }
    fn read(text: &str) -> Result<(coal_and_steel::Setup, Record), Problem> {
        read_own::<CoalAndSteel>(text)
    }
}

impl Recorded for Tafl {
    const TITLE: &'static str = "Tafl";
    const FORM: Form = Form::Numbered;

    /// The notation has no lot: who begins stands in its rules.
    fn settled(journal: &Journal<Tafl>) -> tafl::Setup {
        let mut setup = journal.header().setup.clone();
        let drawn = journal.deeds().iter().flat_map(|deed| deed.events).find_map(|event| match event.fact {
            tafl::Fact::LotDrawn { first } => Some(first),
            tafl::Fact::Moved { .. }
            | tafl::Fact::Captured { .. }
            | tafl::Fact::DrawOffered { .. }
            | tafl::Fact::Ended(_) => None,
        });
        let first = drawn.or(setup.rules.first.side()).unwrap_or(setup.position.to_move());
        setup.rules.first = match first {
            tafl::Side::Black => First::Black,
            tafl::Side::White => First::White,
        };
        setup
    }

    fn text(command: &tafl::Command, events: &[EventOf<Tafl>]) -> Option<String> {
        let ending = events.iter().find_map(|event| match &event.fact {
            tafl::Fact::Ended(ending) => Some(ending),
            tafl::Fact::LotDrawn { .. }
            | tafl::Fact::Moved { .. }
            | tafl::Fact::Captured { .. }
            | tafl::Fact::DrawOffered { .. } => None,
        });
        let moved = events.iter().find_map(|event| match event.fact {
            tafl::Fact::Moved { man, from, to } => Some((man, from, to)),
            tafl::Fact::LotDrawn { .. }
            | tafl::Fact::Captured { .. }
            | tafl::Fact::DrawOffered { .. }
            | tafl::Fact::Ended(_) => None,
        });
        match (moved, command) {
            (Some((man, from, to)), _) => Some(open_tafl::move_text(man, from, to, &captured(events), ending)),
            (None, tafl::Command::Resign { .. }) => Some("---".to_owned()),
            (
                None,
                tafl::Command::Lot
                | tafl::Command::Move { .. }
                | tafl::Command::OfferDraw
                | tafl::Command::AcceptDraw
                | tafl::Command::Claim,
            ) => None,
        }
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
        let king = events.iter().any(|event| matches!(event.fact, tafl::Fact::Moved { man: tafl::Man::King, .. }));
        if text.starts_with('K') && !king {
            return Some("the record moves the king, and no king stood there [TF-5]".to_owned());
        }
        for (mark, says, is) in [
            ("++", "captured", |ending: &tafl::Ending| matches!(ending, tafl::Ending::KingCaptured { .. })),
            ("--", "escaped", |ending: &tafl::Ending| matches!(ending, tafl::Ending::KingEscaped { .. })),
        ] as [(&str, &str, fn(&tafl::Ending) -> bool); 2]
        {
            let so = events.iter().any(|event| matches!(&event.fact, tafl::Fact::Ended(ending) if is(ending)));
            if text.ends_with(mark) && !so {
                return Some(format!("the record says that the king has {says}, and by the rules he has not"));
            }
        }
        let in_order = |mut squares: Vec<tafl::Square>| {
            squares.sort_by_key(|at| at.to_string());
            squares
        };
        let taken = captured(events).into_iter().map(|(_, at)| at).collect();
        let (named, taken) = (in_order(named?), in_order(taken));
        let list = |squares: &[tafl::Square]| {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
        };
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
        let has = |brought: &[(String, String)], name: &str| {
            brought.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
        };
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
        open_tafl::write(&Record { tags: merged(&brought, front, back), ..record.clone() })
    }

    fn read(text: &str) -> Result<(tafl::Setup, Record), Problem> {
        let open_tafl::Read { setup, mut record } = open_tafl::read(text)?;
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

/// Whom a move has captured and where, the king among them.
fn captured(events: &[EventOf<Tafl>]) -> Vec<(tafl::Man, tafl::Square)> {
    let at = |event: &EventOf<Tafl>| match event.fact {
        tafl::Fact::Captured { man, at } => Some((man, at)),
        tafl::Fact::LotDrawn { .. }
        | tafl::Fact::Moved { .. }
        | tafl::Fact::DrawOffered { .. }
        | tafl::Fact::Ended(_) => None,
    };
    events.iter().filter_map(at).collect()
}
