//! The holder of the keyboard in a battle, and the sides the program plays. [3.3.1]
use super::{admirals::Admiral, moment::TurnSegment, password, skipped::AnnouncedSkips};
use crate::{Answer, Refusal, Session};
use admirals::{Commander, Level, proof::PlayerTerm};
use naval::rules::secrecy::began_with_positions;
use naval::{
    Naval, SideId, State,
    notation::Keyboard,
    view::{View, Viewer},
};
use play::Hint;
use play::journal::{Entry, Journal, Notice};
use serde_json::{Value, json};
use show::scenario_brief::{Opening, opening_lines};
use std::collections::BTreeSet;

#[derive(Clone)]
pub struct BattleSeat {
    pub viewer: Viewer,
    /// The person at the keyboard, also while the referee is the viewer for an order that this person may not give.
    pub(super) person: Viewer,
    /// Number of entries in the journal when this viewer came.
    pub(super) entries_at_handover: usize,
    pub(super) handovers: usize,
    pub(super) admirals: Vec<Admiral>,
    /// The last Movement Segment in which the admirals' markers were listed.
    pub(super) markers_listed: Option<TurnSegment>,
    pub(super) announced: AnnouncedSkips,
    /// Whether anyone may read and order for the sides of admirals.
    pub(super) is_open: bool,
    /// Dice of the current line not used yet, while it is carried out in several commands.
    pub(super) unused_dice: Vec<u8>,
    /// Whether the current order comes from the viewer's turn file.
    pub(super) reads_turn_file: bool,
    /// Whether that order is only tried.
    pub(super) tries_orders: bool,
    /// The lines of held turn files.
    pub(super) held_lines: Vec<String>,
    /// Digests of the held files that were tried or reported as lost.
    pub(super) tried_files: BTreeSet<String>,
}

impl BattleSeat {
    /// Restores the last holder of the keyboard that the journal records, or else the referee.
    pub fn restore(journal: &Journal<Naval>) -> BattleSeat {
        let reader = password::keyboard_holder(journal);
        let entries_at_handover = if reader.is_referee() { 0 } else { journal.entries().len() };
        BattleSeat {
            person: reader.clone(),
            viewer: reader,
            entries_at_handover,
            handovers: 0,
            admirals: Vec::new(),
            markers_listed: None,
            announced: AnnouncedSkips::default(),
            is_open: false,
            unused_dice: Vec::new(),
            reads_turn_file: false,
            tries_orders: false,
            held_lines: Vec::new(),
            tried_files: BTreeSet::new(),
        }
    }

    /// Whether a side is the viewer in a battle against the program.
    pub(super) fn plays_against_admirals(&self) -> bool {
        self.viewer.side().is_some() && !self.admirals.is_empty()
    }

    /// Whether the viewer may type ranges. Against an admiral a side may not if ships have positions. [H-2.7-10]
    pub(super) fn may_measure(&self, state: &State) -> bool {
        !(self.plays_against_admirals() && began_with_positions(state))
    }

    pub(super) fn is_an_admirals(&self, side: &SideId) -> bool {
        self.admirals.iter().any(|admiral| admiral.side == *side)
    }
}

impl Session<'_, Naval> {
    /// Runs an action with a value set at the seat, and restores the old value however it ends.
    pub(super) fn with_seat<V, T>(
        &mut self,
        field: fn(&mut BattleSeat) -> &mut V,
        value: V,
        action: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(field(&mut self.seat), value);
        let result = action(self);
        *field(&mut self.seat) = before;
        result
    }

    pub(super) fn viewer_name(&self) -> &str {
        self.seat.viewer.name(self.state())
    }

    pub fn view(&self) -> View<'_> {
        self.view_of(self.state())
    }

    /// Returns what the viewer may see of a state, according to what is secret now.
    pub(super) fn view_of<'s>(&self, state: &'s State) -> View<'s> {
        let secret = self.secret_sides(self.state());
        if secret.is_empty() { View::seen_by(state, &self.seat.viewer) } else { View::without_plots(state, &secret) }
    }

    pub fn banner(&self) -> String {
        match self.is_what_if() {
            true => show::status::what_if_banner(&self.view()),
            false => show::status::banner(&self.view()),
        }
    }

    pub(super) fn prompt(&self) -> String {
        let prompt = show::status::prompt(&self.view());
        if self.is_what_if() { format!("what-if {prompt}") } else { prompt }
    }

    /// Says which battle begins, and that `briefing` shows more of it. `None` if there is no more.
    pub(super) fn opening_lines(&self) -> Option<String> {
        let is_new = self.journal().active_entries().last().is_none();
        opening_lines(&self.view(), if is_new { Opening::New } else { Opening::Resumed })
    }

    fn is_what_if(&self) -> bool {
        self.journal().header().branch.is_some()
    }

    /// Hands over the keyboard. If there is a referee's password, the journal records each handover, and a side needs
    /// the password to hand the keyboard to another viewer. It needs none for the table, which sees what all see.
    ///
    /// If an admiral plays a side, only the admiral reads and orders for it, unless the battle is open. A handover to
    /// the referee, who reads everything, is recorded.
    pub(super) fn pass(&mut self, to: Keyboard, word: Option<&str>) -> Result<Answer, Refusal> {
        let reader = match to {
            Keyboard::Referee => Viewer::Referee,
            Keyboard::Table => Viewer::Table,
            Keyboard::Side(side) => Viewer::Side(side),
        };
        let has_closed_admirals = !self.seat.admirals.is_empty() && !self.seat.is_open;
        if let Some(side) = reader.side().filter(|side| has_closed_admirals && self.seat.is_an_admirals(side)) {
            return Err(self
                .admirals_refusal(side)
                .hint(Hint::line("pass to referee").without_backticks() + " (the log records this)"));
        }
        let password = password::current_password(self.journal());
        // A person at a side's keyboard could become the other side as easily as the referee.
        let needs_password = !self.seat.viewer.is_referee() && reader != self.seat.viewer && !reader.is_table();
        if let Some(required) = password.as_ref().filter(|_| needs_password)
            && !required.matches(&password::typed_or_asked(word, self.frontend)?)?
        {
            return self.refuse_password();
        }
        let is_noticed = password.is_some() || has_closed_admirals;
        // If handovers are no longer recorded, the journal must not continue to name a side as holder.
        let is_stale = !password::keyboard_holder(self.journal()).is_referee();
        if (is_noticed || is_stale) && reader != self.seat.viewer {
            let to = reader.journal_name().filter(|_| is_noticed).map(str::to_owned);
            self.record_notice(Notice::Passed { to })?;
        }
        self.take_keyboard(reader);
        self.seat.handovers += 1;
        let to_whom = if self.seat.viewer.is_table() {
            "For the table: what each side can see of the other.".to_owned()
        } else {
            format!("For {} only.", self.viewer_name())
        };
        let text = format!("{to_whom}\n{}", self.banner());
        let reader = self.seat.viewer.journal_name().unwrap_or("referee");
        Ok(Answer::text(text).with_key("reader", json!(reader)))
    }

    /// Counts a wrong password in the log, although its line is refused.
    fn refuse_password(&mut self) -> Result<Answer, Refusal> {
        let tries = password::count_wrong_tries(self.journal()).saturating_add(1);
        self.record_notice(Notice::WrongPassword { tries })?;
        Err(Refusal::not_yours("That is not the referee's password. The log counts the attempt.")
            .line("pass to referee"))
    }

    /// Sets the referee's password. A side may not.
    pub(super) fn set_password(&mut self, typed: Option<&str>) -> Result<Answer, Refusal> {
        self.referee_only()?;
        let word = password::typed_or_asked(typed, self.frontend)?;
        let what = password::password_notice(&word, self.frontend)?;
        self.record_notice(what)?;
        Ok(Answer::text("From now on `pass` needs the password, except `pass to table` and the referee's own."))
    }

    fn take_keyboard(&mut self, reader: Viewer) {
        (self.seat.person, self.seat.entries_at_handover) = (reader.clone(), self.journal().entries().len());
        self.seat.viewer = reader;
    }

    /// Returns the sides that no admiral plays.
    pub(super) fn persons(&self) -> Vec<SideId> {
        let sides = self.state().setup.sides.iter().map(|side| &side.id);
        sides.filter(|side| !self.seat.is_an_admirals(side)).cloned().collect()
    }
}

/// Returns the players named in the header (line 1) of a journal, where readable.
pub fn players_in_header(players: Option<&Value>) -> Vec<(SideId, Commander)> {
    players.and_then(Value::as_array).into_iter().flatten().filter_map(parse_player).collect()
}

fn parse_player(player: &Value) -> Option<(SideId, Commander)> {
    let side = SideId::new(player["side"].as_str()?);
    let level = Level::from_name(player["level"].as_str()?)?;
    let doctrine = serde_json::from_value(player["doctrine"].clone()).ok()?;
    let nodes = player["nodes"].as_u64().unwrap_or(Commander::DEFAULT_NODES);
    Some((side, Commander { nodes, ..Commander::new(level, doctrine) }))
}

/// Returns a player as recorded in a journal.
pub fn player_json(side: &SideId, commander: &Commander) -> Value {
    let (level, doctrine) = (commander.level.name(), &commander.doctrine);
    let mut player =
        json!({ "side": side.as_str(), "level": level, "doctrine": doctrine, "edition": admirals::EDITION });
    if commander.level == Level::Admiral {
        player["nodes"] = json!(commander.nodes);
    }
    player
}

pub fn is_of_this_edition(player: &Value) -> bool {
    player["edition"] == admirals::EDITION
}

/// Returns the players seated after the header (line 1), each with its entry. A person, a player of another edition or
/// an undescribed one has no `commander` that could be asked.
pub fn players_seated_later(journal: &Journal<Naval>) -> Vec<PlayerTerm> {
    let player_change = |(from, entry): (usize, &play::journal::EntryOf<Naval>)| {
        let Entry::Noticed { what: Notice::Player { side, player, .. } } = entry else { return None };
        let described = player.as_ref().filter(|player| is_of_this_edition(player)).and_then(parse_player);
        Some(PlayerTerm { from, side: SideId::new(side), commander: described.map(|(_, commander)| commander) })
    };
    (1..).zip(journal.entries()).filter_map(player_change).collect()
}

impl Session<'_, Naval> {
    /// Seats admirals. If exactly one side is a person's, that side becomes the viewer, unless the battle is `open` or
    /// the person also measures: then the person moves both fleets.
    pub fn seat_admirals(&mut self, admirals: Vec<Admiral>, open: bool) -> Result<(), Refusal> {
        let is_persons = |side: &&naval::model::Side| admirals.iter().all(|admiral| admiral.side != side.id);
        let persons: Vec<SideId> =
            self.state().setup.sides.iter().filter(is_persons).map(|side| side.id.clone()).collect();
        self.record_players(&admirals)?;
        if admirals.is_empty() {
            return Ok(());
        }
        (self.seat.admirals, self.seat.is_open) = (admirals, open);
        // The viewer in an open battle is recorded, as by `pass`: the referee, unless a password guards that keyboard.
        if open {
            if password::current_password(self.journal()).is_none() {
                self.take_keyboard(Viewer::Referee);
            }
            self.record_notice(Notice::Passed { to: self.seat.viewer.journal_name().map(str::to_owned) })?;
        }
        if let ([only], false) = (&persons[..], open || self.state().setup.begins_without_positions()) {
            // Against an admiral the table does not keep the keyboard, so its new holder is recorded.
            if password::keyboard_holder(self.journal()).is_table() {
                self.record_notice(Notice::Passed { to: Some(only.to_string()) })?;
            }
            self.take_keyboard(Viewer::Side(only.clone()));
        }
        Ok(())
    }

    /// Records the player (person or admiral) of each side whose player is not the one in the journal.
    fn record_players(&mut self, admirals: &[Admiral]) -> Result<(), Refusal> {
        let recorded = self.journal().header().players.as_ref().and_then(Value::as_array);
        let first: Vec<Value> = recorded.cloned().unwrap_or_default();
        if self.journal().entries().is_empty() && first.is_empty() {
            return Ok(());
        }
        let sides: Vec<SideId> = self.state().setup.sides.iter().map(|side| side.id.clone()).collect();
        for side in sides {
            let now = admirals.iter().find(|admiral| admiral.side == side).map(|admiral| &admiral.commander);
            let noticed = self.journal().entries().iter().rev().find_map(|entry| match entry {
                Entry::Noticed { what: Notice::Player { side: player_side, machine, player } }
                    if *player_side == side.as_str() =>
                {
                    Some((machine.is_some(), player.as_ref()))
                }
                _ => None,
            });
            let (was_machine, player) = noticed.unwrap_or_else(|| {
                let player = first.iter().find(|player| player["side"] == side.as_str());
                (player.is_some(), player)
            });
            let is_as_before = match (now, player.and_then(parse_player)) {
                _ if was_machine != now.is_some() => false,
                (None, _) => true,
                // If the recorded card cannot be read, record the player again.
                (Some(now), was) => was.is_some_and(|(_, was)| was.chooses_like(now)),
            };
            if !is_as_before {
                // After a crash `Closed` is missing. Adding it shows that the program was restarted before this.
                let journal = self.journal();
                if !journal.is_closed() && !journal.is_at_a_start(journal.next_number()) {
                    self.record(Entry::Closed)?;
                }
                let (machine, player) = (now.map(Commander::name), now.map(|now| player_json(&side, now)));
                self.record_notice(Notice::Player { side: side.to_string(), machine, player })?;
            }
        }
        Ok(())
    }
}
