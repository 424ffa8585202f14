//! Who has the keyboard of a battle, and which sides the program plays. [3.3.1]
use super::{admirals::Admiral, moment::When, passed::Named, word};
use crate::{Refusal, Session, Told};
use admirals::{Commander, Level, proof::Seated};
use naval::rules::secrecy::has_positions;
use naval::{
    Naval, SideId, State,
    notation::Keyboard,
    view::{View, Viewer},
};
use play::Hint;
use play::journal::{Entry, Journal, Notice};
use serde_json::{Value, json};

/// Who has the keyboard of a battle.
#[derive(Clone)]
pub struct Seat {
    pub reader: Viewer,
    /// Who sits there, also while an order is carried out that she may not give, and the referee reads.
    pub(super) sits: Viewer,
    /// How many entries the journal had when that reader came.
    pub(super) came_at: usize,
    /// How often the keyboard has been passed.
    pub(super) passed: usize,
    /// Sides that the program plays.
    pub(super) admirals: Vec<Admiral>,
    /// The Movement Segment for which whoever moves the miniatures was told of the admirals' markers.
    pub(super) markers_told: Option<When>,
    /// What `next` has named that it would pass.
    pub(super) named: Named,
    /// Everybody may read for the sides that admirals play.
    pub(super) is_open: bool,
    /// Faces of the line at hand that no die has asked for yet, where it is carried out in several commands.
    pub(super) faces: Vec<u8>,
}

impl Seat {
    /// Whoever had the keyboard last, where the referee has a word; else the referee.
    pub fn of(journal: &Journal<Naval>) -> Seat {
        let reader = word::holder(journal);
        let came_at = if reader.is_referee() { 0 } else { journal.entries().len() };
        Seat {
            sits: reader.clone(),
            reader,
            came_at,
            passed: 0,
            admirals: Vec::new(),
            markers_told: None,
            named: Named::default(),
            is_open: false,
            faces: Vec::new(),
        }
    }

    /// A side reads, and the rest of the table is the program's.
    pub(super) fn plays_against_admirals(&self) -> bool {
        self.reader.side().is_some() && !self.admirals.is_empty()
    }

    /// Whether the reader may type ranges. Against an admiral a side may not where ships have positions. [H-2.7-10]
    pub(super) fn may_measure(&self, state: &State) -> bool {
        !(self.plays_against_admirals() && has_positions(state))
    }

    pub(super) fn is_an_admirals(&self, side: &SideId) -> bool {
        self.admirals.iter().any(|one| one.side == *side)
    }
}

impl Session<'_, Naval> {
    /// Does something while that holds at the seat; however it ends, what held before holds again.
    pub(super) fn with_seat<V, T>(
        &mut self,
        what: fn(&mut Seat) -> &mut V,
        holds: V,
        does: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(what(&mut self.seat), holds);
        let done = does(self);
        *what(&mut self.seat) = before;
        done
    }

    /// Who reads, in words.
    pub(super) fn who(&self) -> &str {
        self.seat.reader.who(self.state())
    }

    /// What whoever reads may see.
    pub fn view(&self) -> View<'_> {
        self.view_of(self.state())
    }

    /// The same of another state of this moment.
    pub(super) fn view_of<'s>(&self, state: &'s State) -> View<'s> {
        let unread = self.unread(self.state());
        if unread.is_empty() { View::seen_by(state, &self.seat.reader) } else { View::unread(state, &unread) }
    }

    pub fn banner(&self) -> String {
        show::status::banner(&self.view())
    }

    /// Hands the keyboard on.
    ///
    /// Where the referee has a word, who has the keyboard stands in the journal, and the word is asked for before it
    /// goes from a side to anybody else; the table, which sees no more than all do, is open to everybody. Refused to
    /// whoever does not know that word.
    ///
    /// Where an admiral plays a side nobody else reads or orders for it, unless the battle is open; who goes to the referee,
    /// and reads all, stands in the journal.
    pub(super) fn pass(&mut self, to: Keyboard, word: Option<&str>) -> Result<Told, Refusal> {
        let reader = match to {
            Keyboard::Referee => Viewer::Referee,
            Keyboard::Table => Viewer::Table,
            Keyboard::Side(side) => Viewer::Side(side),
        };
        let admirals = !self.seat.admirals.is_empty() && !self.seat.is_open;
        if let Some(side) = reader.side().filter(|side| admirals && self.seat.is_an_admirals(side)) {
            return Err(self
                .is_the_admirals(side)
                .hint(Hint::line("pass to referee").bare() + ", which stands in the log"));
        }
        let locked = word::of(self.journal());
        // Whoever sits at a side's keyboard would be the other side as easily as the referee.
        let asks = !self.seat.reader.is_referee() && reader != self.seat.reader && !reader.is_table();
        if let Some(lock) = locked.as_ref().filter(|_| asks)
            && !lock.opens_to(&word::given(word, self.door)?)?
        {
            return self.refuse_word();
        }
        let is_noticed = locked.is_some() || admirals;
        // Where nobody follows it from here on, the journal does not go on saying that a side has it.
        let is_stale = !word::holder(self.journal()).is_referee();
        if (is_noticed || is_stale) && reader != self.seat.reader {
            let to = reader.word().filter(|_| is_noticed).map(str::to_owned);
            self.notice(Notice::Passed { to })?;
        }
        self.sit_down(reader);
        self.seat.passed += 1;
        let to_whom = if self.seat.reader.is_table() {
            "For everybody at the table: of each side what the other sees.".to_owned()
        } else {
            format!("For {} only.", self.who())
        };
        let text = format!("{to_whom}\n{}", self.banner());
        let reader = self.seat.reader.word().unwrap_or("referee");
        Ok(Told::text(text).key("reader", json!(reader)))
    }

    /// A wrong word is counted in the log, although the line that holds it is refused.
    fn refuse_word(&mut self) -> Result<Told, Refusal> {
        let tries = word::wrong_tries(self.journal()).saturating_add(1);
        self.notice(Notice::WrongWord { tries })?;
        Err(Refusal::not_yours("that is not the referee's word; the log counts it").line("pass to referee"))
    }

    /// Sets the referee's word. A side sets none.
    pub(super) fn set_word(&mut self, given: Option<&str>) -> Result<Told, Refusal> {
        self.referee_only()?;
        let word = word::given(given, self.door)?;
        let what = word::lock(&word, self.door)?;
        self.notice(what)?;
        Ok(Told::text("From here on the referee's word is asked for whenever a side hands the keyboard back."))
    }

    /// Takes the keyboard, as if it had been passed.
    fn sit_down(&mut self, reader: Viewer) {
        (self.seat.sits, self.seat.came_at) = (reader.clone(), self.journal().entries().len());
        self.seat.reader = reader;
    }

    /// Sides that no admiral plays.
    pub(super) fn persons(&self) -> Vec<SideId> {
        let sides = self.state().setup.sides.iter().map(|side| &side.id);
        sides.filter(|side| !self.seat.is_an_admirals(side)).cloned().collect()
    }
}

/// Who plays by the first line of a journal, as far as it can be read.
pub fn players_of(said: Option<&Value>) -> Vec<(SideId, Commander)> {
    said.and_then(Value::as_array).into_iter().flatten().filter_map(player_of).collect()
}

fn player_of(player: &Value) -> Option<(SideId, Commander)> {
    let side = SideId::new(player["side"].as_str()?);
    let level = Level::named(player["level"].as_str()?)?;
    let doctrine = serde_json::from_value(player["doctrine"].clone()).ok()?;
    let nodes = player["nodes"].as_u64().unwrap_or(Commander::NODES);
    Some((side, Commander { nodes, ..Commander::of(level, doctrine) }))
}

/// What a journal says of who plays a side.
pub fn player_json(side: &SideId, who: &Commander) -> Value {
    let (level, doctrine) = (who.level.name(), &who.doctrine);
    let mut player =
        json!({ "side": side.as_str(), "level": level, "doctrine": doctrine, "edition": admirals::EDITION });
    if who.level == Level::Admiral {
        player["nodes"] = json!(who.nodes);
    }
    player
}

/// Whether a journal says that somebody plays by this edition of the players.
pub fn is_of_this_edition(player: &Value) -> bool {
    player["edition"] == admirals::EDITION
}

/// Whoever sat down at a side after line 1 was written, each from the entry that says so; who is a person, of another
/// edition of the players, or not described, can be asked nothing.
pub fn seated_later(journal: &Journal<Naval>) -> Vec<Seated> {
    let seated = |(from, entry): (usize, &play::journal::EntryOf<Naval>)| {
        let Entry::Noticed { what: Notice::Player { side, player, .. } } = entry else { return None };
        let who = player.as_ref().filter(|player| is_of_this_edition(player)).and_then(player_of).map(|(_, who)| who);
        Some(Seated { from, side: SideId::new(side), who })
    };
    (1..).zip(journal.entries()).filter_map(seated).collect()
}

impl Session<'_, Naval> {
    /// Seats admirals; where one side is left to a person, the keyboard is hers, but for `open`, and where she lays the tape:
    /// whoever does so moves both fleets.
    pub fn seat_admirals(&mut self, admirals: Vec<Admiral>, open: bool) -> Result<(), Refusal> {
        let left = |side: &&naval::model::Side| admirals.iter().all(|one| one.side != side.id);
        let persons: Vec<SideId> = self.state().setup.sides.iter().filter(left).map(|side| side.id.clone()).collect();
        self.notice_seats(&admirals)?;
        if admirals.is_empty() {
            return Ok(());
        }
        (self.seat.admirals, self.seat.is_open) = (admirals, open);
        // Who may read for all stands in the journal, as after `pass`: the referee, unless a word guards that keyboard.
        if open {
            if word::of(self.journal()).is_none() {
                self.sit_down(Viewer::Referee);
            }
            self.notice(Notice::Passed { to: self.seat.reader.word().map(str::to_owned) })?;
        }
        if let ([only], false) = (&persons[..], open || self.state().setup.begins_by_tape()) {
            // Against an admiral the table does not keep the keyboard: the journal says who has it then.
            if word::holder(self.journal()).is_table() {
                self.notice(Notice::Passed { to: Some(only.to_string()) })?;
            }
            self.sit_down(Viewer::Side(only.clone()));
        }
        Ok(())
    }

    /// Whoever plays a side from here on otherwise than the journal has it, a person or an admiral, stands in it.
    fn notice_seats(&mut self, admirals: &[Admiral]) -> Result<(), Refusal> {
        let said = self.journal().header().players.as_ref().and_then(Value::as_array);
        let first: Vec<Value> = said.cloned().unwrap_or_default();
        if self.journal().entries().is_empty() && first.is_empty() {
            return Ok(());
        }
        let sides: Vec<SideId> = self.state().setup.sides.iter().map(|side| side.id.clone()).collect();
        for side in sides {
            let now = admirals.iter().find(|one| one.side == side).map(|one| &one.who);
            let noticed = self.journal().entries().iter().rev().find_map(|entry| match entry {
                Entry::Noticed { what: Notice::Player { side: of, machine, player } } if *of == side.as_str() => {
                    Some((machine.is_some(), player.as_ref()))
                }
                _ => None,
            });
            let (was_machine, player) = noticed.unwrap_or_else(|| {
                let player = first.iter().find(|player| player["side"] == side.as_str());
                (player.is_some(), player)
            });
            let is_as_before = match (now, player.and_then(player_of)) {
                _ if was_machine != now.is_some() => false,
                (None, _) => true,
                // A card that cannot be read is said now.
                (Some(now), was) => was.is_some_and(|(_, was)| was.plays_as(now)),
            };
            if !is_as_before {
                // After a kill the end is missing: with it the journal shows that the program was begun again before this.
                let journal = self.journal();
                if !journal.closed() && !journal.is_at_a_start(journal.next_number()) {
                    self.record(Entry::Closed)?;
                }
                let (machine, player) = (now.map(Commander::name), now.map(|now| player_json(&side, now)));
                self.notice(Notice::Player { side: side.to_string(), machine, player })?;
            }
        }
        Ok(())
    }
}
