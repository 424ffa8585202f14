//! Whose turn it is to read: the keyboard passed to a side, which from then on sees and orders only what is its own.
use serde_json::{Value, json};

use super::{Admiral, When, passed::Named, word};
use crate::{Mode, Problem, Session, Told};
use naval::{
    Command, Fact, Naval, Segment, SideId, State,
    notation::{self, Keyboard},
    seal,
    secrecy::{Ordered, ordered_in_secret, shows_others},
    view::{View, Viewer},
};
use play::Rule;
use play::journal::{Entry, EntryOf, Journal, Notice, salt};

const PLOTTING: Rule = Rule::new("3.3.1");
/// Who throws is settled before the dice fall.
const FACES: Rule = Rule::new("2.5");

/// Who has the keyboard of a battle.
#[derive(Clone)]
pub struct Seat {
    pub reader: Viewer,
    /// Who sits there while an order is carried out that she may not give.
    pub(super) behind: Viewer,
    /// How many entries the journal had when that reader came.
    came_at: usize,
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
    /// A declaration of several in one line, after the first of them.
    pub(super) goes_on: bool,
    /// Faces of the line at hand that no die has asked for yet, where it is carried out in several commands.
    pub(super) faces: Vec<u8>,
}

impl Seat {
    /// Whoever had the keyboard last, where the referee has a word; else the referee.
    pub fn of(journal: &Journal<Naval>) -> Seat {
        let reader = word::holder(journal);
        let came_at = if reader.is_referee() { 0 } else { journal.entries().len() };
        Seat {
            reader,
            behind: Viewer::Referee,
            came_at,
            passed: 0,
            admirals: Vec::new(),
            markers_told: None,
            named: Named::default(),
            is_open: false,
            goes_on: false,
            faces: Vec::new(),
        }
    }
}

impl Seat {
    /// A side reads, and the rest of the table is the program's.
    pub(super) fn plays_against_admirals(&self) -> bool {
        self.reader.side().is_some() && !self.admirals.is_empty()
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
        let unread = self.unread();
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
    pub(super) fn pass(&mut self, to: Keyboard, word: Option<&str>) -> Result<Told, Problem> {
        let reader = match to {
            Keyboard::Referee => Viewer::Referee,
            Keyboard::Table => Viewer::Table,
            Keyboard::Side(side) => Viewer::Side(side),
        };
        let admirals = !self.seat.admirals.is_empty() && !self.seat.is_open;
        if let Some(side) = reader.side().filter(|side| admirals && self.seat.is_an_admirals(side)) {
            return Err(self.is_the_admirals(side).hint("pass to referee, which stands in the log"));
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
    fn refuse_word(&mut self) -> Result<Told, Problem> {
        let tries = word::wrong_tries(self.journal()).saturating_add(1);
        self.notice(Notice::WrongWord { tries })?;
        Err(Problem::new("that is not the referee's word; the log counts it").hint("pass to referee"))
    }

    /// Sets the referee's word. A side sets none.
    pub(super) fn set_word(&mut self, given: Option<&str>) -> Result<Told, Problem> {
        self.referee_only()?;
        let word = word::given(given, self.door)?;
        let what = word::lock(&word, self.door)?;
        self.notice(what)?;
        Ok(Told::text("From here on the referee's word is asked for whenever a side hands the keyboard back."))
    }

    /// `view SIDE`, or of whoever reads. A side sees no other's.
    pub(super) fn briefing(&self, asked: Option<SideId>) -> Result<Told, Problem> {
        let view = match (&self.seat.reader, asked) {
            (_, None) => self.view(),
            (Viewer::Referee, Some(side)) => View::of(&self.told_state(), &side),
            (Viewer::Side(own), Some(side)) if *own == side => self.view(),
            (Viewer::Table | Viewer::Side(_), Some(_)) => return Err(self.not_for_reader()),
        };
        Ok(Told::text(show::briefing::briefing(&view)).with(json!({ "view": show::json::view_json(&view) })))
    }

    /// What a side that reads means of her own: a seal, with its salt, the end of her declarations, a turn in halves.
    pub(super) fn as_hers(&self, command: &Command) -> Result<Command, Problem> {
        match command {
            Command::Seal { salt, salts, .. }
                if self.seat.reader != Viewer::Referee && !(salt.is_empty() && salts.is_empty()) =>
            {
                let what = "a salt is drawn for each seal, and a side types none: it could be one that was looked for";
                Err(Problem::new(what).hint("seal"))
            }
            Command::Seal { side, salt, salts } if salt.is_empty() && salts.is_empty() => {
                // The referee seals for the only person: an admiral seals for itself.
                let is_closed = self.for_an_admiral(self.state(), command).is_some();
                let only = || self.only_person().filter(|_| is_closed);
                let side = side.clone().or_else(|| self.seat.reader.side().cloned()).or_else(only);
                let salts = self.new_salts(side.as_ref())?;
                Ok(Command::Seal { side, salt: String::new(), salts })
            }
            // At a side's keyboard the word is hers alone: an admiral says for himself that he has declared. [3.3.5]
            Command::Declared { side: None } if self.seat.plays_against_admirals() => {
                Ok(Command::Declared { side: self.seat.reader.side().cloned() })
            }
            // The referee's word is that of whoever sits there, as well. [3.3.5]
            Command::Declared { side: None } if !self.seat.admirals.is_empty() && !self.seat.is_open => {
                Ok(self.only_person().map_or_else(|| command.clone(), |only| Command::Declared { side: Some(only) }))
            }
            // Either side may have the turn played in halves. [3.4]
            Command::HalfMoves { side: None } => Ok(Command::HalfMoves { side: self.seat.reader.side().cloned() }),
            other => Ok(other.clone()),
        }
    }

    /// The side that no admiral plays, if there is one alone.
    fn only_person(&self) -> Option<SideId> {
        let [only] = &self.persons()[..] else { return None };
        Some(only.clone())
    }

    /// A salt for the side that seals, or one for each.
    fn new_salts(&self, sealing: Option<&SideId>) -> Result<Vec<seal::Salt>, Problem> {
        let journal = self.journal();
        let sides = journal.state().setup.sides.iter().map(|side| &side.id).enumerate();
        let salt = |(place, side): (usize, &SideId)| {
            let salt = match journal.header().salts {
                Some(salts) => salt(salts, journal.next_number(), place),
                None => self.door.salt()?,
            };
            Ok(seal::Salt { side: side.clone(), salt })
        };
        sides.filter(|(_, side)| sealing.is_none_or(|sealing| sealing == *side)).map(salt).collect()
    }

    /// `reveal SIDE`, or both sides. Refused where a seal was not made this turn, or its plots were changed.
    ///
    /// What the referee reveals before all plots are is noted: to change it owes a reason from then on. [Q64]
    pub(super) fn reveal(&mut self, named: Option<SideId>) -> Result<Told, Problem> {
        let (state, known) = (self.state(), self.known());
        let sides: Vec<SideId> = match (&self.seat.reader, named) {
            (Viewer::Referee, Some(side)) => vec![side],
            (Viewer::Referee, None) => state.setup.sides.iter().map(|side| side.id.clone()).collect(),
            (Viewer::Side(own), named) if named.as_ref().is_none_or(|side| side == own) => vec![own.clone()],
            (Viewer::Table | Viewer::Side(_), _) => return Err(self.not_for_reader()),
        };
        self.may_reveal(&sides)?;
        let (mut opened, mut broken) = (Vec::new(), Vec::new());
        for sealed in state.seals.iter().filter(|seal| sides.contains(&seal.side)) {
            match seal::opened(state, sealed) {
                Ok(seal) => opened.push(seal),
                Err(found) => broken.push(show::seal::broken(state, &sealed.side, &found)),
            }
        }
        if !broken.is_empty() {
            broken.extend(opened.iter().map(|one| format!("{} holds", state.name(&one.seal.side))));
            return Err(Problem::new(broken.join("; ")).rule(Some(PLOTTING)).hint("log, for what was ordered when"));
        }
        if opened.is_empty() {
            let none = match &sides[..] {
                [side] => show::seal::broken(&known, side, &seal::Broken::NotSealed),
                _ => "no plots were sealed this turn".to_owned(),
            };
            let is_plotted = |side: &SideId| state.divisions.iter().any(|one| one.side == *side && one.plot.is_some());
            let hint = if state.segment == Segment::Plotting && sides.iter().any(is_plotted) {
                "seal".to_owned()
            } else if state.segment == Segment::Plotting {
                format!("{}, then seal", notation::example(&known, "plot"))
            } else {
                "next to plotting: plots are sealed there".to_owned()
            };
            return Err(Problem::new(none).rule(Some(PLOTTING)).hint(hint));
        }
        let text: Vec<String> = opened.iter().map(|seal| show::seal::revealed(state, seal)).collect();
        let json: Vec<Value> = opened.iter().map(show::seal::revealed_json).collect();
        let answer = Told::text(text.join("\n")).with(json!({ "revealed": json }));
        let is_early = state.segment == Segment::Plotting && self.seat.reader.is_referee();
        let sides = opened.into_iter().map(|opened| opened.seal.side.clone()).filter(|side| !self.is_revealed(side));
        let early: Vec<SideId> = sides.filter(|_| is_early).collect();
        early.into_iter().try_for_each(|side| self.notice(Notice::Revealed { side: side.to_string() }))?;
        Ok(answer)
    }

    /// Whether the last seal of a side was opened at the referee's keyboard.
    fn is_revealed(&self, side: &SideId) -> bool {
        let seals = |entry: &EntryOf<Naval>| {
            entry.facts().any(|fact| matches!(fact, Fact::PlotsSealed(seal) if seal.side == *side))
        };
        let since = self.journal().entries().iter().rev().take_while(|entry| !seals(entry));
        let opens = |entry: &EntryOf<Naval>| matches!(entry, Entry::Noticed { what: Notice::Revealed { side: own } } if own == side.as_str());
        since.into_iter().any(opens)
    }

    /// Whether whoever reads may give this order.
    pub(super) fn may_order(&self, command: &Command) -> Result<(), Problem> {
        let side = match &self.seat.reader {
            Viewer::Referee => return self.may_order_for_admirals(command).and_then(|()| self.may_fix(command)),
            Viewer::Table => return Err(self.not_for_reader()),
            Viewer::Side(_) if self.is_hers(command) => return Ok(()),
            Viewer::Side(side) => side,
        };
        if matches!(command, Command::Launch { .. }) && self.state().segment != Segment::Plotting {
            let what = format!("{} writes its launches while plots are made; later the referee types them", self.who());
            return Err(Problem::new(what).rule(Some(PLOTTING)).hint("pass to referee"));
        }
        if let Command::Seal { side: Some(of), .. }
        | Command::HalfMoves { side: Some(of) }
        | Command::Generate { side: Some(of) }
        | Command::Approach { side: of, .. } = command
        {
            return if of == side { Ok(()) } else { Err(self.not_for_reader()) };
        }
        let state = self.state();
        let own = |ordered: Ordered| match ordered {
            Ordered::Unit(unit) => {
                let division = state.division(unit).map(|division| &division.side);
                state.ship(unit).map(|ship| &ship.side).or(division) == Some(side)
            }
            Ordered::Formation(id) => state.formations.iter().any(|one| one.id == *id && one.side == *side),
        };
        // Where the scenario has formed the divisions they are not the side's to form. [5.1]
        let fixed = matches!(command, Command::FormDivision { .. }) && state.setup.generator.is_none();
        if !fixed && ordered_in_secret(command).is_some_and(own) { Ok(()) } else { Err(self.not_for_reader()) }
    }

    /// The refusal of what is an admiral's.
    pub(super) fn is_the_admirals(&self, side: &SideId) -> Problem {
        let what = format!("{} is an admiral's: nobody else reads or orders for it", self.state().name(side));
        Problem::new(what).hint("`--open`, where somebody is to order for it; that stands in the log")
    }

    /// Whether whoever reads may type the faces of dice: a side only where the table throws, which is the referee's word.
    pub(super) fn may_type(&self, faces: Option<&[u8]>) -> Result<(), Problem> {
        match (&self.seat.reader, self.mode, faces) {
            (Viewer::Table | Viewer::Side(_), Mode::Roll, Some(_)) => {
                let what = format!("{} may not type faces: the program throws in this battle", self.who());
                Err(Problem::new(what).rule(Some(FACES)).hint("the same line without dice"))
            }
            _ => Ok(()),
        }
    }

    /// The entry that is taken back or brought back first, by the number under which it was told, as `finds` knows it. The
    /// referee may name any. A side may only name what it ordered since the keyboard was passed to it, so that nothing tells
    /// whether the enemy has ordered anything before. It is refused in the same words whether a side has ordered nothing since
    /// or there is nothing at all.
    pub(super) fn may_change(
        &self,
        told: Option<usize>,
        verb: &str,
        finds: impl FnOnce(&Self, Option<usize>) -> Result<usize, Problem>,
    ) -> Result<usize, Problem> {
        if self.seat.reader.is_referee() {
            return finds(self, told);
        }
        let nothing = || {
            let what =
                format!("there is nothing to {verb} that {} has ordered since it was passed the keyboard", self.who());
            Problem::new(what).hint("pass to referee")
        };
        let number = told.map(|told| self.entry_told_as(told).ok_or_else(nothing)).transpose()?;
        let found = finds(self, number).map_err(|_| nothing())?;
        if self.seat.came_at < found { Ok(found) } else { Err(nothing()) }
    }

    /// The entry from which whoever reads takes back, by the number under which it was told.
    pub(super) fn may_take_back_from(&self, told: Option<usize>) -> Result<usize, Problem> {
        let from = self.may_change(told, "undo", |session, from| session.undo_from(from))?;
        let entries = self.journal().in_force().from(from);
        self.may_take_back(entries)?;
        self.may_touch(entries)?;
        self.may_unseal(entries)?;
        Ok(from)
    }

    /// Whether whoever reads may take these entries back: a side takes back nothing that it has seen decided, neither by
    /// dice nor by the orders of others that were carried out, and nothing once all is laid open.
    fn may_take_back(&self, entries: &[usize]) -> Result<(), Problem> {
        if self.seat.reader.is_referee() {
            return Ok(());
        }
        let seen = if self.state().over.is_some() {
            "what was hidden, now that the battle is over"
        } else if self.seat.plays_against_admirals() && self.are_of_repairs(entries) {
            "a Damage Control Segment begin"
        } else if entries.iter().any(|number| 0 < self.journal().dice_in(*number)) {
            "what the dice decided"
        } else if self.journal().deeds().iter().any(|deed| entries.contains(&deed.entry) && shows_others(deed.events)) {
            "how the others moved"
        } else {
            return Ok(());
        };
        let what = format!("{} has seen {seen}, and does not take it back", self.who());
        Err(Problem::new(what).hint("pass to referee, who may: undo because \"wrong ship\""))
    }

    /// Whether none of these entries is an admiral's, whose orders nobody but the referee takes back.
    fn may_touch(&self, entries: &[usize]) -> Result<(), Problem> {
        if self.are_hers(entries) {
            return Ok(());
        }
        let what =
            format!("not all of that is an order of {}: a side takes back its own, the last one first", self.who());
        Err(Problem::new(what).hint("pass to referee"))
    }

    /// Takes the keyboard, as if it had been passed.
    pub(super) fn sit_down(&mut self, reader: Viewer) {
        (self.seat.reader, self.seat.came_at) = (reader, self.journal().entries().len());
    }

    /// Whether whoever reads may declare several shots in a line: the referee any, a side against an admiral its own.
    pub(super) fn may_declare(&self) -> Result<(), Problem> {
        if self.seat.plays_against_admirals() { Ok(()) } else { self.referee_only() }
    }

    /// The error of a side, or of the table, that asks for what is not for it.
    pub(super) fn not_for_reader(&self) -> Problem {
        if self.seat.reader.is_table() {
            let what = "that is not for the table: everybody reads there what both sides see, and nobody orders";
            return Problem::new(what).hint("pass to referee");
        }
        let orders = if self.seat.plays_against_admirals() {
            "all that its own ships do, and `next`; the rest is the referee's or the admiral's"
        } else {
            "its plots, formations, launches and speeds"
        };
        let what = format!("that is not for {}: a side sees its own, and orders {orders}", self.who());
        Problem::new(what).hint("pass to referee")
    }

    /// Refused to a side: an amendment may rule later orders of the other side again.
    pub(super) fn may_amend(&self) -> Result<(), Problem> {
        if self.seat.reader.side().is_none() {
            return self.referee_only();
        }
        let what = "`amend` is the referee's: it may rule orders of the other side again";
        Err(Problem::new(what).hint("undo, or pass to referee"))
    }

    /// The error of a side that asks for what the referee alone may do.
    pub(super) fn referee_only(&self) -> Result<(), Problem> {
        if self.seat.reader.is_referee() { Ok(()) } else { Err(self.not_for_reader()) }
    }
}
