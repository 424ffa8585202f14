//! Proof that an admiral saw no more than his side: he is asked again at each order that he gave in a battle that was
//! played, by what his side knew then and remembered.
use std::collections::BTreeSet;

use super::{Commander, Start, due, policy::rng_of};
use naval::{Command, Id, Naval, NavalEvent, Setup, SideId};
use play::journal::{Entry, Journal, Notice};

/// What was found of the admirals of a battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Proved {
    /// Orders of theirs that they would give again.
    pub orders: usize,
    /// Orders that an admiral gave who was cut short: nobody can tell whether he would again.
    pub hurried: usize,
    /// The first that they would not.
    pub otherwise: Option<Otherwise>,
}

/// An order in an admiral's name that he would not have given.
#[derive(Clone, PartialEq, Debug)]
pub struct Otherwise {
    pub entry: usize,
    pub side: SideId,
    pub ordered: Command,
    /// What he would have ordered for the same ship or division, where he would have ordered anything.
    pub would: Option<Command>,
}

/// Admirals who were told to answer with the best so far, each with the entry of the first order in force that he gave
/// then: from there on until the segment ends he would not give the same again.
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
            Entry::Noticed { .. } | Entry::Remarked { .. } | Entry::Opened | Entry::Closed => {}
            Entry::Undid | Entry::TakenBack { .. } | Entry::Redid | Entry::Amended { .. } => waits.clear(),
        }
    }
    found
}

/// Asks the admirals again, in a battle of that seed. `deeds` are those in force, each with its entry, its command and
/// what followed from it; `cut_short` is of the same journal.
///
/// Only what was ordered is looked at, and not what an admiral might have ordered besides.
pub fn prove<'e>(
    setup: &Setup,
    seed: u64,
    admirals: &[(SideId, Commander)],
    cut_short: &[(usize, SideId)],
    deeds: impl IntoIterator<Item = (usize, &'e Command, &'e [NavalEvent])>,
) -> Proved {
    let mut now = Start::of(setup);
    // As the segment began: both sides are asked before either has ordered anything.
    let mut began = now.clone();
    let mut proved = Proved::default();
    // What each would order in this segment, as far as he was asked.
    let mut plans: Vec<Vec<Command>> = vec![Vec::new(); admirals.len()];
    let mut hurried = vec![false; admirals.len()];
    for (entry, command, events) in deeds {
        if began.segment() != now.segment() {
            began = now.clone();
            plans.iter_mut().for_each(Vec::clear);
            hurried.fill(false);
        }
        for (_, side) in cut_short.iter().filter(|(from, _)| *from == entry) {
            admirals.iter().zip(&mut hurried).for_each(|((one, _), hurried)| *hurried |= one == side);
        }
        let by = now.whose(command).and_then(|side| admirals.iter().position(|(one, _)| *one == side));
        if let Some(place) = by.filter(|_| is_chosen(command) && !is_the_tables(&now, command)) {
            let (side, who) = &admirals[place];
            if hurried[place] {
                proved.hurried += 1;
                now.take(events);
                continue;
            }
            for moment in [&now, &began] {
                if !plans[place].contains(command) {
                    plans[place].extend(asked(moment, side, who, seed));
                }
            }
            if !plans[place].contains(command) {
                let same = |one: &&Command| unit(one).is_some() && unit(one) == unit(command);
                let would = plans[place].iter().find(same).cloned();
                let otherwise = Otherwise { entry, side: side.clone(), ordered: command.clone(), would };
                return Proved { otherwise: Some(otherwise), ..proved };
            }
            proved.orders += 1;
        }
        now.take(events);
    }
    proved
}

/// All that he would order from a moment on, before anything else happens.
fn asked(moment: &Start, side: &SideId, who: &Commander, seed: u64) -> Vec<Command> {
    let (at, memory) = (moment.outlook(side), moment.memory(side).cloned().unwrap_or_default());
    let policy = who.policy();
    let answers = due(&at)
        .into_iter()
        .flat_map(|due| policy.choose(&at, &memory, &due, &mut rng_of(seed, &at, due.task), &|| false))
        .collect::<Vec<_>>();
    answers.into_iter().map(|choice| choice.command).collect()
}

/// An order that a player chooses: who leaves the table and who throws for all large ships is the referee's to say.
fn is_chosen(command: &Command) -> bool {
    !matches!(command, Command::Exit { .. } | Command::TorpedoCheck { .. })
}

/// Whether an order is one that no admiral gives while ships have no places: plots, smoke and formations are then of whoever
/// moves the miniatures. [2.7]
fn is_the_tables(now: &Start, command: &Command) -> bool {
    let plots = || naval::secrecy::ordered_in_secret(command).is_some() && !matches!(command, Command::Launch { .. });
    now.state.is_by_tape() && (matches!(command, Command::Smoke { .. }) || plots())
}

/// Whom an order is for.
fn unit(command: &Command) -> Option<(&'static str, &Id)> {
    match naval::secrecy::ordered_in_secret(command) {
        Some(naval::secrecy::Ordered::Unit(unit)) => Some(("secret", unit)),
        Some(naval::secrecy::Ordered::Formation(_)) => None,
        None => match command {
            Command::Target(target) => Some(("target", &target.firer)),
            _ => None,
        },
    }
}
