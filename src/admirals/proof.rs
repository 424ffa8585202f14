//! Proves that an admiral saw no more than its side. It is asked again for each order of a recorded battle, with what
//! its side knew and remembered then. Begin at [`prove`].
use std::collections::{BTreeMap, BTreeSet};

use super::{BattleStart, Commander, decisions::pending_decisions, policy::decision_rng};
use naval::{Command, Id, Naval, NavalEvent, SideId, model::Setup};
use play::journal::{Entry, Journal, Notice};

/// The results for the admirals of a battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProofResult {
    /// Number of the admirals' orders that they would give again.
    pub orders: usize,
    /// Number of orders by an admiral that was cut short. Whether it would repeat them cannot be known.
    pub cut_short: usize,
    /// Number of orders by players that cannot be asked, by the entry with which they took over.
    pub not_asked: BTreeMap<usize, usize>,
    /// The first order that an admiral would not repeat.
    pub mismatch: Option<Mismatch>,
}

/// The player of a side from an entry on. Entry 0 is line 1.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerTerm {
    pub from: usize,
    pub side: SideId,
    /// `None` if no player that can be asked has the side.
    pub commander: Option<Commander>,
}

/// An order in an admiral's name that it would not have given.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    pub entry: usize,
    pub side: SideId,
    pub ordered: Command,
    /// The order that it would have given to the same ship or division, if any.
    pub would_order: Option<Command>,
}

/// Returns the sides whose admiral was cut short, each with the entry of the next command if that was not undone.
/// From that entry until the segment ends, the admiral might not repeat its orders.
pub fn cut_short_entries(journal: &Journal<Naval>) -> Vec<(usize, SideId)> {
    let effective: BTreeSet<usize> = journal.commands().iter().map(|deed| deed.entry).collect();
    let (mut waiting, mut found) = (Vec::new(), Vec::new());
    for (number, entry) in (1..).zip(journal.entries()) {
        match entry {
            Entry::Noticed { what: Notice::CutShort { side } } => waiting.push(SideId::new(side)),
            Entry::Did { .. } => {
                let sides = std::mem::take(&mut waiting).into_iter();
                found.extend(sides.filter(|_| effective.contains(&number)).map(|side| (number, side)));
            }
            // The new player was not cut short.
            Entry::Noticed { what: Notice::Player { side, .. } } => {
                waiting.retain(|waiting_side| *waiting_side != SideId::new(side))
            }
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => {}
            Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Amended { .. } => waiting.clear(),
        }
    }
    found
}

/// Asks the admirals of a battle with this seed again.
///
/// `terms` are the players named in line 1, from entry 0, then those that took over later, in order. `commands` are the
/// effective commands, each with its entry and events. `cut_short` is from the same journal. Only given orders are
/// checked, not orders an admiral might have given in addition.
pub fn prove<'e>(
    setup: &Setup,
    seed: u64,
    terms: &[PlayerTerm],
    cut_short: &[(usize, SideId)],
    commands: impl IntoIterator<Item = (usize, &'e Command, &'e [NavalEvent])>,
) -> ProofResult {
    let mut moment = BattleStart::from_setup(setup);
    // As the segment began: both sides are asked before either has ordered anything.
    let mut segment_start = moment.clone();
    let mut result = ProofResult::default();
    let mut players: Vec<PlayerState<'_>> = Vec::new();
    let mut upcoming = terms.iter().peekable();
    for (entry, command, events) in commands {
        if segment_start.phase() != moment.phase() {
            segment_start = moment.clone();
            players.iter_mut().for_each(PlayerState::begin_segment);
        }
        while let Some(term) = upcoming.next_if(|term| term.from < entry) {
            players.retain(|player| player.term.side != term.side);
            players.push(PlayerState::new(term));
        }
        for (_, side) in cut_short.iter().filter(|(from, _)| *from == entry) {
            players.iter_mut().for_each(|player| player.is_hurried |= player.term.side == *side);
        }
        let player =
            moment.ordered_by(command).and_then(|side| players.iter_mut().find(|player| player.term.side == side));
        if let Some(player) = player.filter(|_| {
            is_player_choice(command) && !naval::rules::secrecy::is_miniatures_order(&moment.state, command)
        }) {
            let PlayerTerm { from, side, commander } = player.term;
            match commander {
                None => *result.not_asked.entry(*from).or_default() += 1,
                Some(_) if player.is_hurried => result.cut_short += 1,
                Some(commander) => {
                    let moments = if player.is_new { vec![&moment] } else { vec![&moment, &segment_start] };
                    for moment in moments {
                        if !player.would_order.contains(command) {
                            player.would_order.extend(orders_at(moment, side, commander, seed));
                        }
                    }
                    if !player.would_order.contains(command) {
                        let is_same_unit =
                            |other: &&Command| unit_of(other).is_some() && unit_of(other) == unit_of(command);
                        let would = player.would_order.iter().find(is_same_unit).cloned();
                        let mismatch =
                            Mismatch { entry, side: side.clone(), ordered: command.clone(), would_order: would };
                        return ProofResult { mismatch: Some(mismatch), ..result };
                    }
                    result.orders += 1;
                }
            }
        }
        moment.apply_events(events);
    }
    result
}

/// A side and its player in the current segment.
struct PlayerState<'s> {
    term: &'s PlayerTerm,
    /// The orders that it would give in this segment, as far as it was asked.
    would_order: Vec<Command>,
    is_hurried: bool,
    /// Whether it took over during the segment.
    is_new: bool,
}

impl PlayerState<'_> {
    fn new(term: &PlayerTerm) -> PlayerState<'_> {
        PlayerState { term, would_order: Vec::new(), is_hurried: false, is_new: 0 < term.from }
    }
    fn begin_segment(&mut self) {
        self.would_order.clear();
        (self.is_hurried, self.is_new) = (false, false);
    }
}

/// Returns all orders a player would give at a moment, before anything else happens.
fn orders_at(moment: &BattleStart, side: &SideId, commander: &Commander, seed: u64) -> Vec<Command> {
    let (view, memory) = (moment.view(side), moment.memory(side).cloned().unwrap_or_default());
    let policy = commander.policy();
    let answers = pending_decisions(&view)
        .into_iter()
        .flat_map(|decision| {
            policy.choose(&view, &memory, &decision, &mut decision_rng(seed, &view, decision.task), &|| false)
        })
        .collect::<Vec<_>>();
    answers.into_iter().map(|choice| choice.command).collect()
}

/// Whether a player chooses this order. The referee decides exits and torpedo checks of large ships.
fn is_player_choice(command: &Command) -> bool {
    !matches!(command, Command::Exit { .. } | Command::TorpedoCheck { .. })
}

fn unit_of(command: &Command) -> Option<(&'static str, &Id)> {
    match naval::rules::secrecy::ordered_in_secret(command) {
        Some(naval::rules::secrecy::OrderRecipient::Unit(unit)) => Some(("secret", unit)),
        Some(naval::rules::secrecy::OrderRecipient::Formation(_)) => None,
        None => match command {
            Command::Target(target) => Some(("target", &target.firer)),
            _ => None,
        },
    }
}
