//! How the record of each game is written and read.
use super::recorded::{RESULT_TAG_MEANING, Recorded, has_tag, merge_tags, result_and_termination, switches};
use boards::battle_acre::{self, BattleAcre};
use boards::coal_and_steel::{self, CoalAndSteel};
use boards::record::{MoveNode, Record, RecordForm, UnreadText};
use boards::tafl::{self, Tafl, open_tafl};
use boards::{CommonCommand, LineError, Notation as _, Sided as _, TwoSided as _};
use play::{Event, EventOf, journal::Journal};
use serde_json::json;
use session::Refusal;

impl Recorded for BattleAcre {
    const TITLE: &'static str = "Battle Acre";
    const FORM: RecordForm = RecordForm::Numbered;

    fn record_text(
        _: &battle_acre::State,
        command: &battle_acre::Command,
        events: &[EventOf<BattleAcre>],
    ) -> Option<String> {
        use battle_acre::{Ending, Fact};
        let text = BattleAcre::command_text(command);
        let has_event = |matches: fn(&Fact) -> bool| has_event(events, matches);
        let text =
            if has_event(|fact| matches!(fact, Fact::Captured { .. })) { text.replacen('-', "x", 1) } else { text };
        Some(if has_event(|fact| matches!(fact, Fact::Ended(Ending::Checkmate { .. }))) {
            text + "#"
        } else if has_event(|fact| matches!(fact, Fact::Checked { .. })) {
            text + "+"
        } else {
            text
        })
    }
    fn second_side_begins(start: &battle_acre::State) -> bool {
        start.position.to_move() == battle_acre::Side::Red
    }
}

impl Recorded for CoalAndSteel {
    const TITLE: &'static str = "Coal and Steel";
    const FORM: RecordForm = RecordForm::Plain;

    fn record_text(
        _: &coal_and_steel::State,
        command: &coal_and_steel::Command,
        _: &[EventOf<CoalAndSteel>],
    ) -> Option<String> {
        Some(CoalAndSteel::command_text(command))
    }
}

/// Our own tag for the side whose draw offer stands. The notation has no word for offers.
const OFFER: &str = "kaiser-offer";
/// Marks such an offer among the moves that were read.
const OFFER_MARK: &str = "draw";

/// How the notation resigns for the side to move.
const RESIGNATION: &str = "---";

impl Recorded for Tafl {
    const TITLE: &'static str = "Tafl";
    const FORM: RecordForm = RecordForm::Numbered;
    const OWN_TAGS: &'static [(&'static str, &'static str)] = &[
        ("rules", "it lists the current rules and how the game began"),
        ("position", "the tag rules states how the game began"),
        (open_tafl::OWN_RULES, "it lists the current switches"),
        ("result", RESULT_TAG_MEANING),
        ("termination", RESULT_TAG_MEANING),
        (OFFER, "it names the side whose draw offer is open"),
        ("start-comment", "it contains the notes made before the first move"),
    ];

    /// A record has one first side.
    fn may_begin(start: &tafl::State, before: &tafl::State) -> bool {
        !start.lot_pending && start.position.to_move() == before.position.to_move()
    }

    /// The notation has no lot. The first side is part of its rules, once it is known.
    fn settled_setup(journal: &Journal<Tafl>) -> tafl::Setup {
        let mut setup = journal.header().setup.clone();
        if journal.state().lot_pending {
            return setup;
        }
        let lot = |event: &EventOf<Tafl>| {
            if let tafl::Fact::LotDrawn { first } = event.fact { Some(first) } else { None }
        };
        let lot_side = journal.commands().iter().flat_map(|applied| applied.events).find_map(lot);
        let first = lot_side.or(setup.rules.first.side()).unwrap_or(setup.position.to_move());
        setup.rules.first = first.into();
        setup
    }

    fn record_text(before: &tafl::State, command: &tafl::Command, events: &[EventOf<Tafl>]) -> Option<String> {
        let ended =
            |event: &'_ EventOf<Tafl>| if let tafl::Fact::Ended(ending) = event.fact { Some(ending) } else { None };
        let ending = events.iter().find_map(ended);
        let moved = |event: &EventOf<Tafl>| {
            let tafl::Fact::Moved { piece, from, to } = event.fact else { return None };
            Some(open_tafl::format_move(piece, from, to, &captured(events), ending.as_ref()))
        };
        // A resignation out of turn is recorded in the tags.
        let resigns = CommonCommand::Resign { side: before.position.to_move() };
        let resigned = || Tafl::is_common(command, resigns).then(|| RESIGNATION.to_owned());
        events.iter().find_map(moved).or_else(resigned)
    }

    fn parse_move(state: &tafl::State, text: &str) -> Result<Vec<tafl::Command>, LineError> {
        Ok(vec![match text {
            RESIGNATION => Tafl::from_common(CommonCommand::Resign { side: state.position.to_move() }),
            OFFER_MARK => Tafl::from_common(CommonCommand::OfferDraw),
            _ => {
                open_tafl::read_move(text)?;
                Tafl::read_move(state, text)?
            }
        }])
    }

    fn write(setup: &tafl::Setup, state: &tafl::State, record: &Record) -> String {
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let (result, termination) = result_and_termination::<Tafl>(state, record, open_tafl::result_text(state));
        let mut imported = record.tags.clone();
        let mut front = vec![tag(open_tafl::OWN_RULES, &switches(&json!(setup)))];
        if !has_tag(&imported, "variant") {
            front.insert(0, tag("variant", "Tafl 9x9"));
        }
        let mut back = vec![tag("result", &result)];
        back.extend(termination.map(|termination| tag("termination", &termination)));
        if let Some(comment) = &record.comment {
            back.push(tag("start-comment", comment));
        } else {
            imported.retain(|(name, _)| !name.eq_ignore_ascii_case("start-comment"));
        }
        let is_open = matches!(state.result, None | Some(tafl::Ending::Agreed));
        match state.offer.filter(|_| is_open) {
            Some(side) => back.push(tag(OFFER, side.name())),
            None => imported.retain(|(name, _)| !name.eq_ignore_ascii_case(OFFER)),
        }
        // Keep the imported wording of the rules while it describes the game.
        if open_tafl::setup_from_tags(&imported).as_ref() != Ok(setup) {
            let first = setup.rules.first.side().unwrap_or(setup.position.to_move());
            back.push(tag("rules", &open_tafl::rules_text(&setup.rules, &setup.position, first)));
            imported.retain(|(name, _)| !name.eq_ignore_ascii_case("position"));
        }
        let moves = record.moves.iter().filter(|node| node.text != OFFER_MARK).cloned().collect();
        open_tafl::write(&Record { tags: merge_tags(&imported, &front, &back), moves, ..record.clone() })
    }

    /// A game without a rules record uses the usual switches, except those in our own tag.
    fn read(text: UnreadText<'_>) -> Result<(tafl::Setup, Record, UnreadText<'_>), Refusal> {
        let (mut record, remaining) = open_tafl::read_next(text)?;
        let setup = match open_tafl::has_rules(&record.tags) {
            true => open_tafl::setup_from_tags(&record.tags)?,
            false => open_tafl::default_setup(&record)?,
        };
        record.result = match record.tag("result") {
            Some("1") => "1-0",
            Some("-1") => "0-1",
            Some("0") => "1/2-1/2",
            Some(_) | None => boards::record::UNKNOWN,
        }
        .to_owned();
        let first = setup.rules.first.side().unwrap_or(setup.position.to_move());
        if let Some(side) = record.tag(OFFER).and_then(tafl::Side::from_name) {
            let played = record.moves.len();
            let to_move = if played.is_multiple_of(2) { first } else { first.other() };
            // A side that does not move next made the offer before its last move.
            let index = if side == to_move { played } else { played.saturating_sub(1) };
            record.moves.insert(index, MoveNode::new(OFFER_MARK));
        }
        Ok((setup, record, remaining))
    }
}

fn has_event<F, P>(events: &[Event<F, P>], matches: fn(&F) -> bool) -> bool {
    events.iter().any(|event| matches(&event.fact))
}

/// Returns the pieces that a move captured, with their squares, including the king.
fn captured(events: &[EventOf<Tafl>]) -> Vec<(tafl::Piece, tafl::Square)> {
    let capture = |event: &EventOf<Tafl>| {
        if let tafl::Fact::Captured { piece, at: square } = event.fact { Some((piece, square)) } else { None }
    };
    events.iter().filter_map(capture).collect()
}
