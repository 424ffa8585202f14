//! What happens at the table beside a game: who plays, where dice come from, who looks at what is hidden. All of it is in
//! the journal.
use super::{
    Companion, Eyes,
    machine::{Machine, MachineArgs},
    session::{Answer, Session},
    sight,
};
use crate::{hand::Mode, open, output, problem::Problem};
use boards::coal_and_steel::rules::HIDING;
use play::journal::{Entry, Journal, Notice};

/// The machine that plays by the journal, and where its dice come from.
///
/// # Errors
/// The journal asks the machine for what this program does not know.
fn in_force<G: Companion>(journal: &Journal<G>) -> Result<(Option<Machine>, Mode), Problem> {
    let mut players: [Option<&str>; 2] = [None; 2];
    for entry in journal.entries() {
        let Entry::Noticed { what } = entry else { continue };
        match what {
            Notice::Player { side, machine } => {
                if let Some(at) = G::SIDES.iter().position(|known| known == side) {
                    players[at] = machine.as_deref();
                }
            }
            Notice::Dice { .. }
            | Notice::Looked { .. }
            | Notice::Tagged { .. }
            | Notice::Passed { .. }
            | Notice::Word { .. }
            | Notice::LaidOpen { .. } => {}
        }
    }
    let machine = players.into_iter().enumerate().find_map(|(side, words)| Some((side, words?)));
    Ok((machine.map(|(side, words)| Machine::resumed(side, words)).transpose()?, Mode::in_force(journal)))
}

/// Who plays when a journal is gone on with, and where dice come from: what is said now, else what stands in the journal.
///
/// # Errors
/// No such side or level; the machine's side is asked for where nobody may look at its men.
pub fn gone_on<G: Companion>(
    journal: &Journal<G>,
    asked: &MachineArgs,
    dice: Option<Mode>,
) -> Result<(Option<Machine>, Mode), Problem> {
    let (machine, mode) = in_force(journal)?;
    let next = match (&asked.machine, &machine) {
        (None, Some(machine)) if asked.is_tuned() => Some(asked.playing(machine.side)?),
        (None, Some(machine)) => Some(Machine::resumed(machine.side, &machine.words)?),
        (_, _) => asked.player::<G>()?,
    };
    let left = machine.filter(|machine| next.as_ref().map(|next| next.side) != Some(machine.side));
    if let Some(machine) = left.filter(|_| is_hidden::<G>(journal.state()) && !G::may_peek(journal.state())) {
        let side = G::SIDES[machine.side];
        let what = format!("the machine plays {side}, and whoever took its men over would see them (peek=off)");
        return Err(Problem::new(what).rule(Some(HIDING)).hint("leave --machine out"));
    }
    Ok((next, dice.unwrap_or(mode)))
}

/// Through whose eyes a journal is looked at from outside: never the machine's where no eyes are named.
///
/// # Errors
/// The eyes would see what is hidden, where nobody may look at it.
pub fn open_to<G: Companion>(journal: &Journal<G>, eyes: Eyes) -> Result<Eyes, Problem> {
    let machine = in_force(journal)?.0.map(|machine| machine.side);
    let eyes = match (eyes, machine.filter(|_| G::HIDES)) {
        (Eyes::Mover, Some(side)) => Eyes::Side(1 - side),
        (Eyes::Mover, None) => Eyes::Mover,
        (eyes @ (Eyes::Side(_) | Eyes::All), _) => eyes,
    };
    let peeks = eyes == Eyes::All || machine.is_some_and(|side| eyes == Eyes::Side(side));
    if peeks && is_hidden::<G>(journal.state()) && !G::may_peek(journal.state()) { Err(curtain()) } else { Ok(eyes) }
}

/// Whether men are hidden now.
pub fn is_hidden<G: Companion>(state: &G::State) -> bool {
    G::HIDES && !G::is_over(state)
}

/// Why nobody may look.
pub fn curtain() -> Problem {
    let what = "the men are hidden, and nobody may look at them (peek=off)";
    Problem::new(what).rule(Some(HIDING)).hint("board, as the side to move may see it")
}

/// `the man on e5`, `the men on e5 and f6`.
pub fn men_on(squares: &[String]) -> String {
    match squares {
        [one] => format!("the man on {one}"),
        many => format!("the men on {}", many.join(" and ")),
    }
}

impl<G: Companion> Session<G> {
    /// Writes down who plays and where dice come from, as far as the journal says otherwise.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn settle(&mut self) -> Result<(), Problem> {
        let (machine, _) = in_force(self.store.journal())?;
        for (side, name) in G::SIDES.iter().enumerate() {
            let words = |machine: &Option<Machine>| {
                machine.as_ref().filter(|machine| machine.side == side).map(|machine| machine.words.clone())
            };
            let (before, now) = (words(&machine), words(&self.machine));
            if before != now {
                self.notice(Notice::Player { side: (*name).to_owned(), machine: now })?;
            }
        }
        self.mode.settle(&mut self.store)
    }

    /// Says who plays, where a journal is gone on with.
    pub fn tell_players(&self) {
        if let Some(machine) = &self.machine {
            output::aside(&format!("The machine plays {} ({}).", G::SIDES[machine.side], machine.words));
        }
    }

    fn notice(&mut self, what: Notice) -> Result<(), Problem> {
        self.store.record(Entry::Noticed { what }).map_err(open::stored)
    }

    /// Where dice come from, from here on.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn throws(&mut self, mode: Mode) -> Result<Answer<G>, Problem> {
        self.mode = mode;
        self.settle()?;
        Ok(Answer::text(match mode {
            Mode::Roll => "The program throws the dice.",
            Mode::Ask => "The dice are thrown on the table and typed.",
        }))
    }

    /// Whether men are hidden and nobody may look at them.
    pub fn is_curtained(&self) -> bool {
        is_hidden::<G>(self.state()) && !G::may_peek(self.state())
    }

    /// A look at what is hidden, which is written down before anything is shown.
    ///
    /// # Errors
    /// Nobody may look; the journal cannot be written.
    pub fn peek(&mut self, words: &str) -> Result<(), Problem> {
        if !is_hidden::<G>(self.state()) {
            return Ok(());
        }
        if !G::may_peek(self.state()) {
            return Err(curtain());
        }
        self.notice(Notice::Looked { at: words.to_owned() })
    }

    /// The board, as the side to move sees it or as is asked.
    ///
    /// # Errors
    /// A word that is no part of it; nobody may look; a file that is there already.
    pub fn board(&mut self, text: &str) -> Result<Answer<G>, Problem> {
        let own = self.eyes();
        let mover = G::mover(self.state());
        let peeks = match sight::asked_eyes::<G>(text, own)? {
            Eyes::All => true,
            Eyes::Side(side) => own != Eyes::Side(side) && !(own == Eyes::Mover && mover == Some(side)),
            Eyes::Mover => false,
        };
        if peeks {
            self.peek(text)?;
        }
        sight::at_prompt(self.state(), text, own)
    }

    /// Whether the last `steps` commands may be taken back.
    ///
    /// # Errors
    /// One of them has shown a hidden man, and what was seen may not be taken back.
    pub fn may_take_back(&self, steps: usize) -> Result<(), Problem> {
        let journal = self.store.journal();
        if !G::HIDES || G::may_unsee(journal.state()) {
            return Ok(());
        }
        let refused = |what: String| {
            let hint = "play on; `note WORDS` says what should have been";
            Err(Problem::new(what).rule(Some(HIDING)).hint(hint))
        };
        if G::is_over(journal.state()) {
            return refused("the game is over and every man was seen: it is not taken back (undo=off)".to_owned());
        }
        let deeds = journal.deeds();
        let mut state = G::begin(&journal.header().setup);
        for (at, deed) in deeds.iter().enumerate() {
            let squares = G::revealed(&state, deed.events);
            if at + steps >= deeds.len() && !squares.is_empty() {
                let men = men_on(&squares);
                return refused(format!("entry {} showed {men}: it is not taken back (undo=off)", deed.entry));
            }
            play::apply_all::<G>(&mut state, deed.events);
        }
        Ok(())
    }
}
