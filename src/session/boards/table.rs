//! What happens at the table beside a game: who plays, who looks at what is hidden. All of it is in the journal.
use super::{
    asked::Machine,
    companion::{Companion, Eyes},
};
use crate::{Problem, Session};
use boards::coal_and_steel::rules::HIDING;
use play::journal::{Entry, Journal, Notice};

/// The machine that plays by the journal.
///
/// # Errors
/// The journal asks the machine for what this program does not know.
pub fn machine_of<G: Companion>(journal: &Journal<G>) -> Result<Option<Machine>, Problem> {
    let mut players: [Option<&str>; 2] = [None; 2];
    for entry in journal.entries() {
        let Entry::Noticed { what: Notice::Player { side, machine } } = entry else { continue };
        if let Some(at) = G::SIDES.iter().position(|known| known == side) {
            players[at] = machine.as_deref();
        }
    }
    let machine = players.into_iter().enumerate().find_map(|(side, words)| Some((side, words?)));
    machine.map(|(side, words)| Machine::resumed(side, words)).transpose()
}

/// Whether somebody else than the machine of the journal may play its side from here on.
///
/// # Errors
/// He would see its men, and nobody may look at them.
pub fn may_take_over<G: Companion>(journal: &Journal<G>, next: Option<&Machine>) -> Result<(), Problem> {
    let left = machine_of(journal)?.filter(|machine| next.map(|next| next.side) != Some(machine.side));
    if let Some(machine) = left.filter(|_| is_hidden::<G>(journal.state()) && !G::may_peek(journal.state())) {
        let side = G::SIDES[machine.side];
        let what = format!("the machine plays {side}, and whoever took its men over would see them (peek=off)");
        return Err(Problem::new(what).rule(Some(HIDING)).hint("leave --machine out"));
    }
    Ok(())
}

/// Through whose eyes a journal is looked at from outside: never the machine's where no eyes are named.
///
/// # Errors
/// The eyes would see what is hidden, where nobody may look at it.
pub fn open_to<G: Companion>(journal: &Journal<G>, eyes: Eyes) -> Result<Eyes, Problem> {
    let machine = machine_of(journal)?.map(|machine| machine.side);
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

impl<G: Companion> Session<'_, G> {
    /// Writes down who plays, as far as the journal says otherwise.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn settle_players(&mut self) -> Result<(), Problem> {
        let machine = machine_of(self.journal())?;
        for (side, name) in G::SIDES.iter().enumerate() {
            let words = |machine: Option<&Machine>| {
                machine.filter(|machine| machine.side == side).map(|machine| machine.words.clone())
            };
            let (before, now) = (words(machine.as_ref()), words(self.seat.machine.as_ref()));
            if before != now {
                self.notice(Notice::Player { side: (*name).to_owned(), machine: now })?;
            }
        }
        Ok(())
    }

    /// Whether the keyboard goes from side to side, and the screen is wiped between them.
    pub(super) fn passes(&self) -> bool {
        G::HIDES && self.seat.machine.is_none()
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

    /// Whether these eyes see more than whoever plays may.
    ///
    /// # Errors
    /// Nobody may look; the journal cannot be written.
    pub fn looks(&mut self, eyes: Eyes, words: &str) -> Result<(), Problem> {
        let own = self.eyes();
        let peeks = match eyes {
            Eyes::All => true,
            Eyes::Side(side) => own != eyes && !(own == Eyes::Mover && G::mover(self.state()) == Some(side)),
            Eyes::Mover => false,
        };
        if peeks { self.peek(words) } else { Ok(()) }
    }

    /// Whether the last `steps` commands may be taken back.
    ///
    /// # Errors
    /// One of them has shown a hidden man, and what was seen may not be taken back.
    pub(super) fn may_take_back(&self, steps: usize) -> Result<(), Problem> {
        let journal = self.journal();
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
