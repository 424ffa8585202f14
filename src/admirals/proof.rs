//! Proves that an admiral saw no more than its side. It is asked again for each order of a recorded battle, with what
//! its side knew and remembered then. Begin at [`prove`].
use std::collections::{BTreeMap, BTreeSet};

use super::{Commander, Start, due, policy::rng_of};
use naval::{Command, Id, Naval, NavalEvent, SideId, model::Setup};
use play::journal::{Entry, Journal, Notice};

/// The results for the admirals of a battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Proved {
    /// Number of their orders that they would give again.
    pub orders: usize,
    /// Number of orders by an admiral that was cut short. Whether it would repeat them cannot be known.
    pub hurried: usize,
    /// Number of orders by players that cannot be asked, by the entry with which they took over.
    pub not_asked: BTreeMap<usize, usize>,
    /// The first order that an admiral would not repeat.
    pub otherwise: Option<Otherwise>,
}

/// The player of a side from an entry on. Entry 0 is line 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Seated {
    pub from: usize,
    pub side: SideId,
    /// `None` if no player that can be asked has the side.
    pub who: Option<Commander>,
}

/// An order in an admiral's name that it would not have given.
#[derive(Clone, PartialEq, Debug)]
pub struct Otherwise {
    pub entry: usize,
    pub side: SideId,
    pub ordered: Command,
    /// What it would have ordered for the same ship or division, if anything.
    pub would: Option<Command>,
}

/// Returns admirals that had to answer at once, each with the entry of its first effective order after that. From there
/// until the segment ends, it might not repeat its orders.
pub fn cut_short(journal: &Journal<Naval>) -> Vec<(usize, SideId)> {
    let in_force: BTreeSet<usize> = journal.deeds().iter().map(|deed| deed.entry).collect();
    let (mut waits, mut found) = (Vec::new(), Vec::new());
    for (number, entry) in (1..).zip(journal.entries()) {
        match entry {
            Entry::Noticed { what: Notice::CutShort { side } } => waits.push(SideId::new(side)),
            Entry::Did { .. } => {
                let sides = std::mem::take(&mut waits).into_iter();
                found.extend(sides.filter(|_| in_force.contains(&number)).map(|side| (number, side)));
            }
            // The new player is not in a hurry.
            Entry::Noticed { what: Notice::Player { side, .. } } => waits.retain(|one| *one != SideId::new(side)),
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => {}
            Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Amended { .. } => waits.clear(),
        }
    }
    found
}

/// Asks the admirals of a battle with this seed again.
///
/// `seated` are the players named in line 1, from entry 0, then those that took over later, in order. `deeds` are the
/// effective commands, each with its entry and events. `cut_short` is from the same journal. Only given orders are
/// checked, not orders an admiral might have given in addition.
pub fn prove<'e>(
    setup: &Setup,
    seed: u64,
    seated: &[Seated],
    cut_short: &[(usize, SideId)],
    deeds: impl IntoIterator<Item = (usize, &'e Command, &'e [NavalEvent])>,
) -> Proved {
    let mut now = Start::of(setup);
    // As the segment began: both sides are asked before either has ordered anything.
    let mut began = now.clone();
    let mut proved = Proved::default();
    let mut places: Vec<Place<'_>> = Vec::new();
    let mut to_come = seated.iter().peekable();
    for (entry, command, events) in deeds {
        if began.segment() != now.segment() {
            began = now.clone();
            places.iter_mut().for_each(Place::begins);
        }
        while let Some(one) = to_come.next_if(|one| one.from < entry) {
            places.retain(|place| place.seated.side != one.side);
            places.push(Place::of(one));
        }
        for (_, side) in cut_short.iter().filter(|(from, _)| *from == entry) {
            places.iter_mut().for_each(|place| place.is_hurried |= place.seated.side == *side);
        }
        let by = now.whose(command).and_then(|side| places.iter_mut().find(|place| place.seated.side == side));
        if let Some(place) =
            by.filter(|_| is_chosen(command) && !naval::rules::secrecy::is_of_the_miniatures(&now.state, command))
        {
            let Seated { from, side, who } = place.seated;
            match who {
                None => *proved.not_asked.entry(*from).or_default() += 1,
                Some(_) if place.is_hurried => proved.hurried += 1,
                Some(who) => {
                    let moments = if place.is_new { vec![&now] } else { vec![&now, &began] };
                    for moment in moments {
                        if !place.plans.contains(command) {
                            place.plans.extend(asked(moment, side, who, seed));
                        }
                    }
                    if !place.plans.contains(command) {
                        let same = |one: &&Command| unit(one).is_some() && unit(one) == unit(command);
                        let would = place.plans.iter().find(same).cloned();
                        let otherwise = Otherwise { entry, side: side.clone(), ordered: command.clone(), would };
                        return Proved { otherwise: Some(otherwise), ..proved };
                    }
                    proved.orders += 1;
                }
            }
        }
        now.take(events);
    }
    proved
}

/// A side and its player in the current segment.
struct Place<'s> {
    seated: &'s Seated,
    /// Its orders in this segment, as far as it was asked.
    plans: Vec<Command>,
    is_hurried: bool,
    /// It took over during the segment.
    is_new: bool,
}

impl Place<'_> {
    fn of(seated: &Seated) -> Place<'_> {
        Place { seated, plans: Vec::new(), is_hurried: false, is_new: 0 < seated.from }
    }
    fn begins(&mut self) {
        self.plans.clear();
        (self.is_hurried, self.is_new) = (false, false);
    }
}

/// Returns all orders a player would give at a moment, before anything else happens.
fn asked(moment: &Start, side: &SideId, who: &Commander, seed: u64) -> Vec<Command> {
    let (at, memory) = (moment.outlook(side), moment.memory(side).cloned().unwrap_or_default());
    let policy = who.policy();
    let answers = due(&at)
        .into_iter()
        .flat_map(|due| policy.choose(&at, &memory, &due, &mut rng_of(seed, &at, due.task), &|| false))
        .collect::<Vec<_>>();
    answers.into_iter().map(|choice| choice.command).collect()
}

/// Whether a player chooses this order. The referee decides exits and torpedo checks of large ships.
fn is_chosen(command: &Command) -> bool {
    !matches!(command, Command::Exit { .. } | Command::TorpedoCheck { .. })
}

/// Returns the unit that an order is for.
fn unit(command: &Command) -> Option<(&'static str, &Id)> {
    match naval::rules::secrecy::ordered_in_secret(command) {
        Some(naval::rules::secrecy::Ordered::Unit(unit)) => Some(("secret", unit)),
        Some(naval::rules::secrecy::Ordered::Formation(_)) => None,
        None => match command {
            Command::Target(target) => Some(("target", &target.firer)),
            _ => None,
        },
    }
}
