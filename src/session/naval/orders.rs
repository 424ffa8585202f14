//! An order of battle as it is decided: what it leaves open is filled in or asked for.
use super::asked::WhichMounts;
use crate::{Choice, DiceAtHand, Problem, Session, asking::taken_back};
use naval::{
    Alternation, BatteryKind, Command, Declaration, Edge, Fact, Id, Naval, NavalEvent, NavalHalt, Reason, Salt,
    Segment, Setting, SideId, State, Target, command::Conditions, gunnery, notation,
};
use play::{self, Halt, Rule};

/// A ship leaves the table when her base has crossed its edge.
const EDGE: Rule = Rule::new("9.3");

/// A refusal that the referee may override with a reason of his. [9.2, 9.3]
fn asks_why(halt: &NavalHalt) -> bool {
    matches!(halt, Halt::Refused { reason: Reason::Table(reason), .. } if reason.asks_why())
}

/// A range said anew of guns that are declared at that enemy already is a measurement: it holds for them from now on. [2.7]
fn remeasured(at: &State, command: &Command) -> Option<Command> {
    let Command::Target(Target { firer, target, range: Some(range), bearing: None, conditions, .. }) = command else {
        return None;
    };
    let (from, to) = (at.base_of(firer), at.base_of(target));
    if *conditions != Conditions::default() || !at.this_move.declarations.iter().any(|one| one.firer == from) {
        return None;
    }
    let halt = play::decide::<Naval>(at, command, &mut DiceAtHand::supposed(&[])).err()?;
    let Halt::Refused { reason: Reason::BatteryDeclared { battery, target, .. }, .. } = halt else { return None };
    let declared = |one: &&Declaration| one.firer == from && one.battery == battery && one.target == to && !one.fired;
    let one = at.this_move.declarations.iter().find(declared).filter(|one| one.range != *range && target == to)?;
    Some(Command::Measure { from, to: one.target.clone(), range: *range, bearing: None })
}

/// Why the verb of a declaration, or of fire, cannot be asked for what it lacks.
pub(super) fn nobody_fires(state: &State, verb: &str) -> Option<Problem> {
    let refused = |reason| Problem::from(show::refusal::refusal(state, &reason, gunnery::DECLARING));
    let verb = ["fire", "target"].into_iter().find(|one| *one == verb)?;
    if state.over.is_some() {
        return Some(refused(Reason::Over));
    }
    if state.segment != Segment::Gunfire {
        return Some(refused(Reason::WrongSegment { needed: Segment::Gunfire, now: state.segment, verb }));
    }
    if verb == "fire" {
        let is_open = state.this_move.declarations.iter().any(|one| !one.fired);
        return (!is_open).then(|| refused(Reason::NothingDeclared { unit: None }));
    }
    let says = "nobody may declare now: no ship with guns to spare has an enemy in sight and reach";
    let problem = || Problem::new(says).rule(Some(gunnery::DECLARING)).hint("next; or ranges, to see who lies where");
    gunnery::may_declare(state).is_empty().then(problem)
}

impl Session<'_, Naval> {
    /// The command as a person wants it who is asked what the line leaves open, unless that is meant so.
    pub(super) fn before_it_is_ruled(&mut self, command: &Command, is_final: bool) -> Result<Command, Problem> {
        if !is_final {
            self.may_fire(&self.state().clone(), command)?;
        }
        let command = self.with_edge(command.clone())?;
        let command = self.with_leave(command)?;
        self.with_mounts(command)
    }

    /// Fire leaves silent whoever has not declared: a person agrees in one word, a script says `declared`, alone before
    /// or with the fire. Where clubs play it strictly the rules themselves want it declared. [3.3.5, Q45]
    pub(super) fn may_fire(&mut self, state: &State, command: &Command) -> Result<(), Problem> {
        let (Command::Fire { units, .. } | Command::FireSome { units, .. }) = command else { return Ok(()) };
        if state.segment != Segment::Gunfire || !gunnery::has_fire(state, units) {
            return Ok(());
        }
        self.may_leave_silent(state, true)
    }

    /// As [`may_fire`](Self::may_fire), whatever has been declared; an admiral says for himself who stays silent. The person
    /// `may_look` at the battle before the answer.
    pub(super) fn may_leave_silent(&mut self, state: &State, may_look: bool) -> Result<(), Problem> {
        let mut sides = gunnery::undeclared(state);
        let silent = if self.door.asks() { self.left_silent(state) } else { Vec::new() };
        for (side, _) in &silent {
            if !sides.contains(side) {
                sides.push(side.clone());
            }
        }
        sides.retain(|side| !self.seat.is_an_admirals(side));
        // A person is asked about guns that can be named, and about a side that has declared none.
        let none = gunnery::silent(state);
        if self.door.asks() {
            sides.retain(|side| none.contains(side) || silent.iter().any(|(of, _)| of == side));
        }
        if state.setup.options.alternation == Alternation::Strict || sides.is_empty() {
            return Ok(());
        }
        if !self.door.asks() {
            return Err(show::refusal::refusal(state, &Reason::NotDeclared { sides }, gunnery::DECLARING).into());
        }
        let named = |side: &SideId| silent.iter().find(|(of, _)| of == side).map(|(_, guns)| guns.clone());
        let guns: Vec<String> = sides
            .iter()
            .map(|side| named(side).unwrap_or_else(|| format!("any guns of {}", state.name(side))))
            .collect();
        self.door.aside(&show::lines::wrapped(&format!("Not declared: {}.", guns.join("; ")), show::lines::WIDTH));
        let sides = sides.iter().map(|side| state.name(side)).collect::<Vec<&str>>().join(" and ");
        let silence = Choice {
            question: format!("{sides} could still fire [{}]: leave these guns silent? [Y/n] ", gunnery::DECLARING),
            answers: vec![("declared", true), ("yes", true), ("no", false)],
            possible: "Enter or `y` leaves them silent, `n` goes back.",
            may_look,
        };
        if self.ask(&silence)? { Ok(()) } else { Err(taken_back()) }
    }

    /// Sides that still could declare and have not said that they leave it. [3.3.5]
    pub(super) fn silent_sides(&self, state: &State) -> Vec<SideId> {
        let mut sides = gunnery::undeclared(state);
        sides.extend(self.left_silent(state).into_iter().map(|(side, _)| side));
        sides.retain(|side| !state.this_move.closed.contains(side));
        sides
    }

    /// Guns of each side that could be laid on somebody now and are not: whole ships, and batteries of those that fire
    /// others. [3.3.5]
    fn left_silent(&self, state: &State) -> Vec<(SideId, String)> {
        let open = |side: &&naval::Side| !state.this_move.closed.contains(&side.id);
        let of = |side: &naval::Side| {
            let ships = state.ships_of_side(&side.id).filter(|ship| ship.in_action() && !ship.weapons_barred());
            let fires = |ship: &Id| state.this_move.declarations.iter().any(|one| one.firer == *ship);
            // Light guns alone that stay silent are nothing to be asked of who fires.
            let asks =
                |ship: &Id, guns: &[BatteryKind]| !fires(ship) || guns.iter().any(|one| *one != BatteryKind::Light);
            let idle = ships.map(|ship| (ship.id.clone(), gunnery::idle(state, ship)));
            let idle: Vec<(Id, Vec<BatteryKind>)> = idle.filter(|(ship, guns)| asks(ship, guns)).collect();
            Some((side.id.clone(), show::labels::idle(state, &idle)?))
        };
        state.setup.sides.iter().filter(open).filter_map(of).collect()
    }

    /// A 1 brings an attack by torpedoes of large ships that may occur: a person is asked whether it does, once. [7.5.1]
    pub(super) fn lets_be(
        &mut self,
        state: &State,
        command: &Command,
        events: &[NavalEvent],
    ) -> Result<Option<Command>, Problem> {
        let Command::TorpedoCheck { side, hold: false } = command else { return Ok(None) };
        let may_attack = |event: &NavalEvent| matches!(event.fact, Fact::TorpedoCheckMade { attack: true, .. });
        let hold = Command::TorpedoCheck { side: side.clone(), hold: true };
        if !events.iter().any(may_attack) || self.the_admirals(state, &hold).is_some() {
            return Ok(None);
        }
        let name = state.name(side);
        let hold = self.ask(&Choice {
            question: format!("A 1: large ships of {name} may attack by torpedo [7.5.1]. Enter to attack, or hold: "),
            answers: vec![("attack", false), ("hold", true)],
            possible: "Enter or `attack` attacks, `hold` does not.",
            may_look: true,
        })?;
        Ok(Some(Command::TorpedoCheck { side: side.clone(), hold }))
    }

    /// A special rule, or where she lies, speaks against a ship's leaving: a person is asked why she does. [9.2, 9.3]
    /// He may take the order back.
    pub(super) fn with_leave(&mut self, command: Command) -> Result<Command, Problem> {
        let Command::Exit { ship, by, because: None } = &command else { return Ok(command) };
        let decided = play::decide::<Naval>(self.state(), &command, &mut DiceAtHand::typed(&[])).err();
        let refused = decided.as_ref().filter(|halt| self.door.asks() && asks_why(halt));
        let against = refused.map(|halt| Problem::from(show::ask::halt(self.state(), halt)));
        let early = || if decided.is_none() { self.leaves_too_early(ship, *by) } else { None };
        let Some(against) = against.or_else(early) else { return Ok(command) };
        if !self.door.asks() {
            return Err(against);
        }
        self.door.aside(&show::lines::wrapped(&against.fault.told(None), show::lines::WIDTH));
        let because = self.reason_if_any("Why does she leave all the same? (Enter to go back) ")?;
        let because = because.map(|words| words.trim_matches('"').to_owned()).filter(|words| !words.is_empty());
        let because = Some(because.ok_or_else(taken_back)?);
        Ok(Command::Exit { ship: ship.clone(), by: *by, because })
    }

    /// Nobody's base crosses an edge before all have moved, and who has fired or been fired at was there: of a ship without a
    /// position both are doubted. [3.3.2, 3.3.8, 9.3, Q28]
    fn leaves_too_early(&self, unit: &Id, by: Option<Edge>) -> Option<Problem> {
        let state = self.state();
        let by_hand = state.checks && state.ships_of(unit).any(|ship| ship.in_action() && ship.at.is_none());
        let name = state.name(unit);
        let base = state.base_of(unit);
        let declared = state.this_move.declarations.iter().any(|one| one.firer == base || one.target == base);
        let is_hit = state.ships_of(unit).any(|ship| state.held.iter().any(|held| held.target == ship.id));
        let what = match state.segment {
            Segment::Plotting => {
                format!("{name} leaves when her base has crossed the edge, and nobody has moved yet this turn")
            }
            _ if declared || is_hit => {
                format!("{name} was there when this turn's fire was declared, and what was fired or hit goes with her")
            }
            _ => return None,
        };
        if !by_hand {
            return None;
        }
        let own = state.ships_of(unit).next().and_then(|ship| state.side(&ship.side)).map(|side| side.friendly_edge);
        let because = Some("she crossed it last turn".to_owned());
        let line = Command::Exit { ship: unit.clone(), by: by.or(own), because };
        let hint = format!("say it after the move, or `{}`", notation::print(state, &line));
        Some(Problem::new(what).rule(Some(EDGE)).hint(hint))
    }

    /// A ship that nobody knows the place of leaves by the edge that the table shows: a person is asked. [9.3]
    pub(super) fn with_edge(&mut self, command: Command) -> Result<Command, Problem> {
        let Command::Exit { ship, by: None, because } = &command else { return Ok(command) };
        let state = self.state();
        let leaves = state.ships_of(ship).find(|one| one.in_action() && one.at.is_none());
        let Some(own) = leaves.and_then(|ship| state.side(&ship.side)).filter(|_| self.door.asks()) else {
            return Ok(command);
        };
        let own = own.friendly_edge;
        let question = Choice {
            question: format!(
                "By which edge does she leave: the {} one, her own (Enter), or another? ",
                show::places::edge(own)
            ),
            answers: [own].into_iter().chain(Edge::ALL).map(|edge| (show::places::edge(edge), edge)).collect(),
            possible: "That is no edge: north, east, south or west.",
            may_look: true,
        };
        let (ship, because) = (ship.clone(), because.clone());
        Ok(Command::Exit { ship, by: Some(self.ask(&question)?), because })
    }

    /// A number of mounts lost does not say which: a person is asked. He may take the order back.
    pub(super) fn with_mounts(&mut self, command: Command) -> Result<Command, Problem> {
        let Command::Set { unit, setting: Setting::MountsLost(_), because } = &command else { return Ok(command) };
        let decided = play::decide::<Naval>(self.state(), &command, &mut DiceAtHand::typed(&[]));
        let Err(Halt::Refused { reason: Reason::WhichMount { ship, count, mounts }, .. }) = decided else {
            return Ok(command);
        };
        if !self.door.asks() {
            return Ok(command);
        }
        let ship = self.state().name(&ship).to_owned();
        let named = self.ask(&WhichMounts { ship, count, mounts })?;
        if named.is_empty() {
            return Err(taken_back());
        }
        Ok(Command::Set { unit: unit.clone(), setting: Setting::Mounts(named), because: because.clone() })
    }

    /// A command with what the journal needs besides what was typed: the salt of a seal, the card of a ship placed.
    pub(super) fn completed(&self, at: &State, command: &Command) -> Result<Command, Problem> {
        let command = self.as_hers(command)?;
        self.with_card(at, &remeasured(at, &command).unwrap_or(command))
    }

    /// A seal that is amended keeps the salts that it has.
    pub(super) fn resealed(&self, entry: usize, command: Command) -> Command {
        let deeds = self.journal().deeds();
        let first = deeds.iter().find(|deed| deed.entry == entry).map(|deed| deed.command);
        match (command, first) {
            (Command::Seal { side, salt, salts }, Some(Command::Seal { salts: known, .. })) => {
                let kept = |drawn: Salt| known.iter().find(|one| one.side == drawn.side).cloned().unwrap_or(drawn);
                Command::Seal { side, salt, salts: salts.into_iter().map(kept).collect() }
            }
            (other, _) => other,
        }
    }
}
