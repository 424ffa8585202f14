//! Deciding everything again.
use std::{collections::BTreeSet, fmt::Debug};

use super::{
    amend::{self, Again, Kept, Owed},
    course::Course,
    dice::{Place, Thrown},
    entry::{Entry, EntryOf, Outcome},
    record::Journal,
};
use crate::{Ask, Event, EventOf, Game, Halt, Roll, Rule, Script, Source, Varying};

/// The first entry that comes out otherwise than it was recorded.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("entry {entry} comes out otherwise{}: {what}", self.of())]
pub struct Disagreement<F: Debug, R: Debug, P: Debug> {
    /// The entry at fault.
    pub entry: usize,
    /// The deed it ruled: itself, or for an amendment one of those that it ruled again.
    pub deed: usize,
    pub what: Box<Otherwise<F, R, P>>,
}

/// The disagreements of one game.
pub type DisagreementOf<G> = Disagreement<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;
/// How a ruling of one game differs.
pub type OtherwiseOf<G> = Otherwise<<G as Game>::Fact, <G as Game>::Reason, <G as Game>::Purpose>;

/// How a ruling differs from the one recorded.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Otherwise<F: Debug, R: Debug, P: Debug> {
    #[error("the rules refuse it now: {reason:?} [{rule}]")]
    Refused { reason: R, rule: Rule },
    #[error("{missing} of the dice it needs are not recorded: {} D{} for {:?} [{}]", ask.count, ask.sides, ask.purpose, ask.rule)]
    DiceMissing { ask: Ask<P>, missing: u16 },
    #[error("a D{sides} has no face {face}")]
    NoSuchFace { sides: u8, face: u8 },
    #[error("{0} of the dice recorded are not needed")]
    DiceLeft(usize),
    #[error("event {place} was recorded as {}, and is decided as {}", words(recorded), words(decided))]
    Event {
        /// From 1.
        place: usize,
        recorded: Option<Event<F, P>>,
        decided: Option<Event<F, P>>,
    },
    #[error("a D{sides} for {purpose:?} is recorded as thrown {face}, and the seed throws {thrown}")]
    NotThrown { sides: u8, purpose: P, face: u8, thrown: u8 },
    #[error("a D{sides} for {purpose:?} fell as {fell}, and is ruled again as {face}")]
    OtherDie { sides: u8, purpose: P, fell: u8, face: u8 },
    #[error("it was struck out by [{rule}], and the rules allow it now")]
    Lawful { rule: Rule },
    #[error("it was struck out by [{recorded}], and is refused by [{decided}] now")]
    StruckOtherwise { recorded: Rule, decided: Rule },
    #[error("it takes back what {dice} dice had decided, and gives no reason")]
    TakenBackWithoutReason { dice: usize },
    #[error("it leaves {dice} dice undone that had fallen and strikes out {struck} commands, and gives no reason")]
    AmendedWithoutReason { dice: usize, struck: usize },
}

impl<F: Debug, R: Debug, P: Debug> Disagreement<F, R, P> {
    fn of(&self) -> String {
        if self.deed == self.entry { String::new() } else { format!(" in what it makes of entry {}", self.deed) }
    }
}

impl<F: Debug, R: Debug, P: Debug> Otherwise<F, R, P> {
    /// Whether it is a die that is none, or did not fall so: false by every edition.
    fn is_of_a_die(&self) -> bool {
        matches!(self, Otherwise::NoSuchFace { .. } | Otherwise::NotThrown { .. } | Otherwise::OtherDie { .. })
    }

    /// The paragraphs by which it was ruled, and is ruled now; none for a die that is none or did not fall so.
    fn rules(&self) -> Vec<Rule> {
        match self {
            Otherwise::NoSuchFace { .. } | Otherwise::NotThrown { .. } | Otherwise::OtherDie { .. } => Vec::new(),
            Otherwise::DiceLeft(_)
            | Otherwise::TakenBackWithoutReason { .. }
            | Otherwise::AmendedWithoutReason { .. } => Vec::new(),
            Otherwise::Refused { rule, .. } | Otherwise::Lawful { rule } => vec![*rule],
            Otherwise::DiceMissing { ask, .. } => vec![ask.rule],
            Otherwise::Event { recorded, decided, .. } => {
                [recorded, decided].into_iter().flatten().map(|event| event.rule).collect()
            }
            Otherwise::StruckOtherwise { recorded, decided } => vec![*recorded, *decided],
        }
    }
}

/// How a ruling came out otherwise, and whether a paragraph that was ruled otherwise by the journal's edition explains it.
struct Differs<G: Game> {
    what: OtherwiseOf<G>,
    is_explained: bool,
}

impl<G: Game> From<OtherwiseOf<G>> for Differs<G> {
    fn from(what: OtherwiseOf<G>) -> Differs<G> {
        Differs { what, is_explained: false }
    }
}

/// What the present rulings have changed since an edition of them.
#[derive(Clone, Copy)]
struct Since(u32);

impl Since {
    fn has_changed<G: Game>(self, rule: Rule) -> bool {
        G::CHANGED.iter().any(|(last, changed)| self.0 <= *last && changed.contains(&rule))
    }

    /// Whether an event may be there by one edition and not by the other: no dice decided it.
    fn may_differ<G: Game>(self, command: &G::Command, event: &EventOf<G>, when: Varying) -> bool {
        event.dice.is_empty() && self.has_changed::<G>(event.rule) && G::varies(command, &event.fact, when)
    }

    /// Whether two rulings of a command differ in such events only.
    fn explains<G: Game>(self, command: &G::Command, recorded: &[EventOf<G>], decided: &[EventOf<G>]) -> bool {
        let fixed = |when| move |event: &&EventOf<G>| !self.may_differ::<G>(command, event, when);
        crate::agree::<G>(recorded.iter().filter(fixed(Varying::Then)), decided.iter().filter(fixed(Varying::Now)))
    }

    /// Whether a command may be lawful by one edition, with these events, and refused by that paragraph in the other.
    fn explains_refusal<G: Game>(
        self,
        state: &G::State,
        command: &G::Command,
        rule: Rule,
        events: &[EventOf<G>],
    ) -> bool {
        let facts: Vec<&G::Fact> = events.iter().map(|event| &event.fact).collect();
        let differ = || events.iter().all(|event| self.may_differ::<G>(command, event, Varying::Alone));
        self.has_changed::<G>(rule) && differ() && G::may_follow(state, &facts)
    }
}

/// What deciding everything again has shown.
pub struct Proof<G: Game> {
    /// Rulings decided again.
    pub rulings: usize,
    /// Dice thrown again from the seed, each as it was recorded.
    pub thrown: usize,
    /// Dice typed by the referee, which nobody can throw again.
    pub typed: usize,
    /// Dice recorded as thrown by a seed that is kept elsewhere.
    pub unproved: usize,
    /// Deeds struck out after dice that format 1 did not keep.
    pub unkept: usize,
    /// Entries that take from the game what dice had decided and give no reason, of an edition of the dice by which
    /// nobody was asked for one.
    pub unexplained: usize,
    /// Rulings that come out otherwise by the present edition of the rules, in a journal of an earlier edition.
    pub otherwise: Vec<DisagreementOf<G>>,
    /// The paragraphs by which these come out otherwise.
    pub changed: BTreeSet<Rule>,
}

fn words<F: Debug, P>(event: &Option<Event<F, P>>) -> String {
    match event {
        Some(event) => format!("{:?} [{}]", event.fact, event.rule),
        None => "nothing".to_owned(),
    }
}

impl<G: Game> Journal<G> {
    /// Decides every command again, with its own dice, from the state in which it was given, and throws every seeded
    /// die again.
    pub fn verify(&self) -> Result<(), DisagreementOf<G>> {
        self.prove()?.otherwise.into_iter().next().map_or(Ok(()), Err)
    }

    /// As [`verify`](Journal::verify), for a journal of any edition of the rules: where it was begun by an earlier one,
    /// rulings that come out otherwise by a paragraph that was changed since ([`Game::CHANGED`]) are listed. Dice are
    /// held against the seed by every edition.
    ///
    /// # Errors
    /// The first entry that is false: by a die, by a paragraph that every edition since its own rules alike, or for want
    /// of a reason.
    pub fn prove(&self) -> Result<Proof<G>, DisagreementOf<G>> {
        let (otherwise, changed) = (Vec::new(), BTreeSet::new());
        let proof =
            Proof { rulings: 0, thrown: 0, typed: 0, unproved: 0, unkept: 0, unexplained: 0, otherwise, changed };
        let since = Since(self.header.rulings);
        let mut check = Check { journal: self, proof, entry: 0, since };
        let mut course = Course::begin(&self.header);
        for (at, entry) in self.entries.iter().enumerate() {
            check.entry = at + 1;
            course.refresh(&self.entries);
            check.look_at(entry, &course)?;
            course.take(&self.entries, at + 1);
        }
        Ok(check.proof)
    }
}

/// A journal on trial.
struct Check<'a, G: Game> {
    journal: &'a Journal<G>,
    proof: Proof<G>,
    /// The entry that is being looked at.
    entry: usize,
    since: Since,
}

impl<G: Game> Check<'_, G> {
    /// An entry and the course just before it.
    fn look_at(&mut self, entry: &EntryOf<G>, course: &Course<G>) -> Result<(), DisagreementOf<G>> {
        match entry {
            Entry::Did { command, events } => {
                let mut thrown = self.thrown(course.places().after::<G>(events), course);
                let dice = events.iter().flat_map(|event| &event.dice);
                self.dice(self.entry, dice, Kept::nothing(), &mut thrown)?;
                self.ruling(self.entry, again::<G>(self.since, course.state(), command, events).err())
            }
            Entry::Amended { because, .. } => {
                let owed = self.amended(entry, course)?;
                let what = Otherwise::AmendedWithoutReason { dice: owed.dice, struck: owed.struck };
                let asked = self.journal.header.dice.is_third();
                self.for_a_reason(what, owed.is_nothing() || is_reason(because.as_deref()), asked)
            }
            Entry::Undid => self.taken_back(course.done.last(), None),
            Entry::TakenBack { because } => self.taken_back(course.done.last(), Some(because)),
            Entry::Redid => Ok(()),
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => Ok(()),
        }
    }

    fn thrown(&self, place: Place, course: &Course<G>) -> Thrown {
        self.journal.thrown(place, course.counted + 1)
    }

    /// What dice had decided is taken back for a reason only; format 1 asked for none.
    fn taken_back(&mut self, taken: Option<&usize>, because: Option<&str>) -> Result<(), DisagreementOf<G>> {
        let dice = taken.map_or(0, |number| self.journal.dice_in(*number));
        let asked = self.journal.header.format != 1;
        self.for_a_reason(Otherwise::TakenBackWithoutReason { dice }, dice == 0 || is_reason(because), asked)
    }

    fn for_a_reason(&mut self, what: OtherwiseOf<G>, in_order: bool, asked: bool) -> Result<(), DisagreementOf<G>> {
        if !in_order && asked {
            return Err(Disagreement { entry: self.entry, deed: self.entry, what: Box::new(what) });
        }
        self.proof.unexplained += usize::from(!in_order);
        Ok(())
    }

    /// Every deed that an amendment ruled again; for what of them it owes a reason, which earlier editions of the dice
    /// did not ask for.
    fn amended(&mut self, amendment: &EntryOf<G>, course: &Course<G>) -> Result<Owed, DisagreementOf<G>> {
        let mut owed = Owed::default();
        let Entry::Amended { entry, command, ruled, other_faces, .. } = amendment else { return Ok(owed) };
        let (entries, from) = (&self.journal.entries, course.from(*entry));
        let mut state = course.state_of_first(entries, from);
        let mut thrown = self.thrown(Place::default(), course);
        for (deed, ruled) in course.deeds(entries, from).zip(ruled) {
            let command = if deed.entry == *entry { command } else { deed.command };
            // Other faces were typed for it: of those that fell none is held against them.
            let kept = if *other_faces && deed.entry == *entry { Kept::nothing() } else { deed.kept() };
            thrown.move_to(deed.place());
            owed = owed.plus(amend::owed(&deed, &ruled.outcome));
            match &ruled.outcome {
                Outcome::Struck { rule, dice, .. } if dice.is_empty() && self.journal.header.format == 1 => {
                    self.struck_without_dice(deed.entry, &state, command, *rule, kept, &mut thrown)?;
                }
                Outcome::Struck { rule, dice, .. } => {
                    self.dice(deed.entry, dice.iter(), kept, &mut thrown)?;
                    self.ruling(deed.entry, refused_again::<G>(self.since, &state, command, *rule, dice).err())?;
                }
                Outcome::Stands(events) => {
                    self.dice(deed.entry, ruled.outcome.dice(), kept, &mut thrown)?;
                    self.ruling(deed.entry, again::<G>(self.since, &state, command, events).err())?;
                    crate::apply_all::<G>(&mut state, events);
                }
            }
        }
        Ok(owed)
    }

    /// Format 1 wrote down no dice that fell before a refusal: they are thrown again if the program threw them.
    fn struck_without_dice(
        &mut self,
        deed: usize,
        state: &G::State,
        command: &G::Command,
        recorded: Rule,
        kept: Kept<G::Purpose>,
        thrown: &mut Thrown,
    ) -> Result<(), DisagreementOf<G>> {
        let mut dice = Again { kept, thrown, given: None, fresh: 0 };
        let decided = crate::decide::<G>(state, command, &mut dice);
        let found = refusal::<G>(self.since, (state, command), decided, recorded).err();
        if found.is_some() && dice.fresh > 0 {
            self.proof.unkept += 1;
            return Ok(());
        }
        self.ruling(deed, found)
    }

    /// Holds recorded dice against those that fell for the deed before, and against the seed.
    fn dice<'d>(
        &mut self,
        deed: usize,
        dice: impl Iterator<Item = &'d Roll<G::Purpose>>,
        mut kept: Kept<G::Purpose>,
        thrown: &mut Thrown,
    ) -> Result<(), DisagreementOf<G>>
    where
        G::Purpose: 'd,
    {
        for roll in dice {
            let Roll { sides, face, source, ref purpose } = *roll;
            if face == 0 || sides < face {
                return self.ruling(deed, Some(Otherwise::NoSuchFace { sides, face }.into()));
            }
            let known = kept.take(sides, purpose);
            let seeded = thrown.next(sides, purpose, known.is_some());
            if let Some(known) = known.filter(|known| *known != roll.die()) {
                let other = Otherwise::OtherDie { sides, purpose: purpose.clone(), fell: known.face, face };
                return self.ruling(deed, Some(other.into()));
            }
            match (source, seeded) {
                (Source::Thrown, Some(thrown)) if thrown != face => {
                    let other = Otherwise::NotThrown { sides, purpose: purpose.clone(), face, thrown };
                    return self.ruling(deed, Some(other.into()));
                }
                _ if known.is_some() => {}
                (Source::Typed, _) => self.proof.typed += 1,
                (Source::Thrown, Some(_)) => self.proof.thrown += 1,
                (Source::Thrown, None) => self.proof.unproved += 1,
            }
        }
        Ok(())
    }

    /// Nobody kept a list of what the rulings of format 1 have changed since: of them no difference is proof of anything.
    fn is_of_the_first_rulings(&self) -> bool {
        let header = &self.journal.header;
        header.format == 1 && header.rulings == 1 && 1 < G::RULINGS
    }

    /// Takes in how one ruling came out.
    fn ruling(&mut self, deed: usize, found: Option<Differs<G>>) -> Result<(), DisagreementOf<G>> {
        self.proof.rulings += 1;
        let Some(Differs { what, is_explained }) = found else { return Ok(()) };
        let rules = what.rules();
        let is_old = self.is_of_the_first_rulings();
        let is_explained = is_explained || (is_old && !what.is_of_a_die());
        let disagreement = Disagreement { entry: self.entry, deed, what: Box::new(what) };
        if !is_explained {
            return Err(disagreement);
        }
        self.proof.changed.extend(rules.into_iter().filter(|rule| is_old || self.since.has_changed::<G>(*rule)));
        self.proof.otherwise.push(disagreement);
        Ok(())
    }
}

fn is_reason(because: Option<&str>) -> bool {
    because.is_some_and(|words| !words.trim().is_empty())
}

/// What the rules of today make of a command with the dice recorded, if that is what was recorded.
pub(super) fn decided_again<G: Game>(
    state: &G::State,
    command: &G::Command,
    recorded: &[EventOf<G>],
) -> Result<Vec<EventOf<G>>, OtherwiseOf<G>> {
    again::<G>(Since(G::RULINGS), state, command, recorded).map_err(|differs| differs.what)
}

fn again<G: Game>(
    since: Since,
    state: &G::State,
    command: &G::Command,
    recorded: &[EventOf<G>],
) -> Result<Vec<EventOf<G>>, Differs<G>> {
    let mut dice = Script::of(recorded.iter().flat_map(|event| event.dice.iter().map(Roll::die)));
    let decided = crate::decide::<G>(state, command, &mut dice).map_err(|halt| {
        let explains = |rule| since.explains_refusal::<G>(state, command, rule, recorded);
        let is_explained = matches!(&halt, Halt::Refused { rule, .. } if explains(*rule));
        Differs { what: otherwise::<G>(halt), is_explained }
    })?;
    let same = |at: usize| Some(crate::is_same::<G>(recorded.get(at)?, decided.get(at)?));
    let differ = |at: &usize| same(*at) != Some(true);
    if let Some(at) = (0..recorded.len().max(decided.len())).find(differ) {
        let is_explained = since.explains::<G>(command, recorded, &decided);
        let (recorded, decided) = (recorded.get(at).cloned(), decided.get(at).cloned());
        return Err(Differs { what: Otherwise::Event { place: at + 1, recorded, decided }, is_explained });
    }
    // Every die recorded stands in an event, and every die used does: where these are the same none is left.
    Ok(decided)
}

fn refused_again<G: Game>(
    since: Since,
    state: &G::State,
    command: &G::Command,
    recorded: Rule,
    dice: &[Roll<G::Purpose>],
) -> Result<(), Differs<G>> {
    let mut dice = Script::of(dice.iter().map(Roll::die));
    refusal::<G>(since, (state, command), crate::decide::<G>(state, command, &mut dice), recorded)?;
    if dice.left() > 0 { Err(Otherwise::DiceLeft(dice.left()).into()) } else { Ok(()) }
}

fn refusal<G: Game>(
    since: Since,
    (state, command): (&G::State, &G::Command),
    decided: Result<Vec<EventOf<G>>, crate::HaltOf<G>>,
    recorded: Rule,
) -> Result<(), Differs<G>> {
    match decided {
        Ok(events) => {
            let is_explained = since.explains_refusal::<G>(state, command, recorded, &events);
            Err(Differs { what: Otherwise::Lawful { rule: recorded }, is_explained })
        }
        Err(Halt::Refused { rule, .. }) if rule == recorded => Ok(()),
        Err(Halt::Refused { rule, .. }) => {
            let is_explained = since.has_changed::<G>(recorded) && since.has_changed::<G>(rule);
            Err(Differs { what: Otherwise::StruckOtherwise { recorded, decided: rule }, is_explained })
        }
        Err(halt @ (Halt::NeedsRoll { .. } | Halt::NoSuchFace { .. })) => Err(otherwise::<G>(halt).into()),
    }
}

fn otherwise<G: Game>(halt: crate::HaltOf<G>) -> OtherwiseOf<G> {
    match halt {
        Halt::Refused { reason, rule } => Otherwise::Refused { reason, rule },
        Halt::NeedsRoll { ask, missing } => Otherwise::DiceMissing { ask, missing },
        Halt::NoSuchFace { ask, face } => Otherwise::NoSuchFace { sides: ask.sides, face },
    }
}
