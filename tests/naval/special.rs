//! Special rules as keys of scenarios: each applies only in its turns, to its side and at its distance. [9.2]
mod by_hand;
mod guns;
mod keys;
mod listed;
mod orders;
mod rare_rules;
mod recalls;
mod secrets;
mod set_down;
mod shallows;
mod steering;
mod waters;

use naval::model::{Place, Purpose, Setting, Setup};
use naval::rules::special::{RuleFact, SpecialReason};
use naval::{Command, Fact, Id, Naval, NavalEvent, NavalHalt, Reason, Segment, State, notation};
use naval_kit::keys;
use play::{self, Game, NotDecided, Script, Seeded};

/// A battle in which tests type lines and dice.
struct Play {
    state: State,
}

impl Play {
    fn begin(id: &str) -> Play {
        Play::begin_changed(id, |_| ())
    }
    /// A built-in battle with something changed before it begins.
    fn begin_changed(id: &str, change: impl FnOnce(&mut Setup)) -> Play {
        let mut setup = naval_kit::scenario(id);
        change(&mut setup);
        Play { state: Naval::initial_state(&setup) }
    }
    /// A built-in battle without positions.
    fn measured(id: &str) -> Play {
        Play::begin_changed(id, |setup| setup.divisions.iter_mut().for_each(|division| division.at = None))
    }
    /// Ulsan with an Azuma whose card allows half an inch more speed.
    fn fast_azuma(measured: bool) -> Play {
        Play::begin_changed("ulsan", |setup| {
            let azuma = setup.ships.iter_mut().find(|ship| ship.card.id == "azuma").unwrap();
            std::sync::Arc::make_mut(&mut azuma.card).speed = "2.75".parse().unwrap();
            if measured {
                setup.divisions.iter_mut().for_each(|division| division.at = None);
            }
        })
    }
    /// The drill of two lines, with two sentences as its special rules and these keys for them.
    fn drill(yaml: &str) -> Play {
        Play::begin_changed("drill-two-lines", |setup| {
            setup.special_rules = vec!["The first.".to_owned(), "The second.".to_owned()];
            setup.rules = keys(yaml);
        })
    }
    /// The same drill without positions.
    fn measured_drill(yaml: &str) -> Play {
        Play::begin_changed("drill-two-lines", |setup| {
            setup.special_rules = vec!["The first.".to_owned(), "The second.".to_owned()];
            setup.rules = keys(yaml);
            setup.divisions.iter_mut().for_each(|division| division.at = None);
        })
    }

    fn apply(&mut self, fact: &Fact) {
        Naval::apply(&mut self.state, fact);
    }
    /// Jumps straight into a segment of a turn.
    fn moved_to(mut self, turn: u16, segment: Segment) -> Play {
        self.apply(&Fact::SegmentBegan { turn, segment });
        self
    }
    fn set(&mut self, unit: &str, setting: Setting) {
        self.apply(&Fact::ValueSet { unit: unit.into(), setting, because: "test".to_owned() });
    }
    fn put(&mut self, unit: &str, x: f64, y: f64, heading: f64) {
        self.set(unit, Setting::At(Place::new(x, y, heading)));
    }
    fn command(&self, line: &str) -> Command {
        notation::parse(&self.state, line).unwrap_or_else(|error| panic!("{line}: {error}")).command
    }
    fn decide(&self, line: &str, faces: &[u8]) -> Result<Vec<NavalEvent>, NavalHalt> {
        let mut dice = Script::typed(faces.iter().copied());
        let events = play::decide::<Naval>(&self.state, &self.command(line), &mut dice)?;
        assert_eq!(dice.unused(), 0, "{line}: unused dice");
        Ok(events)
    }
    /// Executes a line with these dice.
    #[track_caller]
    fn apply_line(&mut self, line: &str, faces: &[u8]) -> Vec<NavalEvent> {
        let events = self.decide(line, faces).unwrap_or_else(|halt| panic!("{line}: {halt:?}"));
        play::apply_all::<Naval>(&mut self.state, &events);
        events
    }
    /// Executes a line with arbitrary dice.
    #[track_caller]
    fn apply_with_dice(&mut self, line: &str) -> Vec<NavalEvent> {
        let mut word = 0_u32;
        let mut dice = Seeded::new(move || {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            word
        });
        let events = play::decide::<Naval>(&self.state, &self.command(line), &mut dice);
        let events = events.unwrap_or_else(|halt| panic!("{line}: {halt:?}"));
        play::apply_all::<Naval>(&mut self.state, &events);
        events
    }
    /// The special rule that refuses a line, and the text of the refusal.
    #[track_caller]
    fn refused(&self, line: &str) -> (SpecialReason, String) {
        match self.decide(line, &[]) {
            Err(NotDecided::Refused { reason: Reason::Special(reason), rule }) => {
                assert_eq!(rule.to_string(), "9.2", "{line}");
                let text = show::refusal::refusal(&self.state, &Reason::Special(reason.clone()), rule);
                (reason, text.what)
            }
            Err(NotDecided::Refused {
                reason: Reason::TooFastToPlot { why, .. } | Reason::Preplot { why, .. },
                rule,
            }) => {
                assert_eq!(rule.to_string(), "9.2", "{line}");
                let Reason::Special(reason) = *why else { panic!("{line}: {why:?}") };
                let text = show::refusal::refusal(&self.state, &Reason::Special(reason.clone()), rule);
                (reason, text.what)
            }
            other => panic!("{line} was not refused by a special rule: {other:?}"),
        }
    }
    /// Asserts that no rule refuses a line. Dice may be missing.
    #[track_caller]
    fn allows(&self, line: &str) {
        if let Err(NotDecided::Refused { reason, rule }) = self.decide(line, &[]) {
            panic!("{line}: {reason:?} [{rule}]");
        }
    }
    fn ship(&self, id: &str) -> &naval::model::Ship {
        self.state.ship(&id.into()).unwrap()
    }
    /// Puts all ships in sight, so that only the rule decides.
    fn all_seen(mut self) -> Play {
        let ships: Vec<Id> = self.state.ships.iter().map(|ship| ship.id.clone()).collect();
        for ship in ships {
            self.apply(&Fact::Sighted { ship: ship.clone() });
            self.apply(&Fact::SightRuled { ship, by: None, seen: true });
        }
        self
    }
}

/// The effects of special rules.
fn rule_facts(events: &[NavalEvent]) -> Vec<&RuleFact> {
    let special = |event: &'_ NavalEvent| matches!(event.fact, Fact::Special(_));
    events
        .iter()
        .filter(|event| special(event))
        .filter_map(|event| if let Fact::Special(fact) = &event.fact { Some(fact) } else { None })
        .collect()
}

/// The purposes of the events' dice.
fn purposes(events: &[NavalEvent]) -> Vec<&Purpose> {
    events.iter().flat_map(|event| &event.dice).map(|roll| &roll.purpose).collect()
}
