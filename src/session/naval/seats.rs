//! Who sits at which side of a battle, and what its journal says of it. [3.3.1]
use super::{Admiral, word};
use crate::{Problem, Session};
use admirals::{Commander, Level, proof::Seated};
use naval::{Naval, SideId, view::Viewer};
use play::journal::{Entry, Journal, Notice};
use serde_json::{Value, json};

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
    pub fn seat_admirals(&mut self, admirals: Vec<Admiral>, open: bool) -> Result<(), Problem> {
        let left = |side: &&naval::Side| admirals.iter().all(|one| one.side != side.id);
        let persons: Vec<SideId> = self.state().setup.sides.iter().filter(left).map(|side| side.id.clone()).collect();
        self.notice_seats(&admirals)?;
        if admirals.is_empty() {
            return Ok(());
        }
        (self.seat.admirals, self.seat.is_open) = (admirals, open);
        // Who may read for all stands in the journal, as after `pass to referee`.
        if open && self.seat.reader.is_referee() {
            self.notice(Notice::Passed { to: None })?;
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
    fn notice_seats(&mut self, admirals: &[Admiral]) -> Result<(), Problem> {
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
                let (machine, player) = (now.map(Commander::name), now.map(|now| player_json(&side, now)));
                self.notice(Notice::Player { side: side.to_string(), machine, player })?;
            }
        }
        Ok(())
    }
}
