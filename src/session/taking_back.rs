//! Taking back: how far, and why. What dice have decided is taken back for a reason, which stands in the log.
use crate::{
    Answer, Playable, Problem, Session, Typed,
    line::{HINT, TakingBack},
};
use play::journal::Entry;

impl<G: Playable> Session<'_, G> {
    /// Takes back the latest command, or so many of them; they stay in the journal.
    pub(crate) fn undo(&mut self, back: TakingBack) -> Result<Answer, Problem> {
        let back = G::taking_back(self, back)?;
        let entries: Vec<String> =
            self.journal().undo_targets(back.steps).map(|number| G::named(self, number)).collect();
        let before = self.state().clone();
        let dice = self.take_back(&back)?;
        Ok(self.moved(&before, Answer::text(G::taken_back(self, &before, &entries, dice))))
    }

    /// Brings back what was taken back last, or so many commands.
    pub(crate) fn redo(&mut self, steps: usize) -> Result<Answer, Problem> {
        let entries = G::bringing_back(self, steps)?;
        let before = self.state().clone();
        let numbers = self.bring_back(entries)?;
        Ok(self.moved(&before, Answer::text(G::brought_back(self, &before, &numbers, steps))))
    }

    /// Takes back, and says how many dice lay in what was taken back. Refused where there is not so much, and where dice
    /// had fallen, or something was revealed, and nobody says why. (Q64)
    fn take_back(&mut self, back: &TakingBack) -> Result<usize, Problem> {
        let journal = self.journal();
        let entries: Vec<(usize, usize)> =
            journal.undo_targets(back.steps).map(|number| (number, journal.dice_in(number))).collect();
        if entries.is_empty() {
            return Err(Problem::new("there is nothing to undo"));
        }
        if entries.len() < back.steps {
            let all = entries.len();
            return Err(Problem::new(format!("only {all} can be taken back, not {}", back.steps))
                .hint(format!("undo {all}, or `log` to see them")));
        }
        let decided = |(number, dice): &&(usize, usize)| {
            0 < *dice || journal.laid_all_open(*number) || journal.is_revealed_since(*number)
        };
        let because = match (&back.because, entries.iter().find(decided)) {
            (Some(because), _) => Some(because.clone()),
            (None, None) => None,
            (None, Some((_, dice))) if self.door.asks() => {
                let (what, says) = match dice {
                    0 => ("Something was revealed", "something was revealed"),
                    _ => ("Dice had fallen", "dice had fallen"),
                };
                let without = format!("nothing is taken back without a reason: {says}");
                Some(self.asked_why(&format!("{what}. Why is it taken back? "), &without, HINT)?)
            }
            (None, Some((number, dice))) => {
                let what = match dice {
                    0 if !journal.laid_all_open(*number) => format!(
                        "{}, and what was revealed stays revealed: a reason is needed",
                        G::revealed_since(self, *number)
                    ),
                    0 => format!(
                        "entry {number} laid the seed of the dice open: whoever plays on can know every die, and does so for \
                         a reason only (`dice ask` throws on the table)"
                    ),
                    dice => {
                        let fell = if *dice == 1 { "a die fell".to_owned() } else { format!("{dice} dice fell") };
                        format!("{fell} in entry {number}, and what dice have decided is taken back for a reason only")
                    }
                };
                let steps = if back.steps == 1 { String::new() } else { format!("{} ", back.steps) };
                return Err(Problem::new(what).hint(format!("undo {steps}because \"a slip\"")));
            }
        };
        let taken = because.map_or(Entry::Undid, |because| Entry::TakenBack { because });
        let dice = entries.iter().map(|(_, dice)| dice).sum();
        for _ in entries {
            self.record(taken.clone())?;
        }
        Ok(dice)
    }

    /// Brings back so many commands that were taken back, and says which entries, the earliest first. Refused where
    /// there are not so many.
    fn bring_back(&mut self, steps: usize) -> Result<Vec<usize>, Problem> {
        let entries: Vec<usize> = self.journal().redo_targets(steps).collect();
        if entries.len() < steps {
            return Err(too_few_undone(entries.len(), steps));
        }
        for _ in &entries {
            self.record(Entry::Redid)?;
        }
        Ok(entries)
    }
}

/// There are no `steps` commands to bring back, but only `all`.
pub fn too_few_undone(all: usize, steps: usize) -> Problem {
    match all {
        0 => Problem::new("there is nothing to redo"),
        all => Problem::new(format!("only {all} can be brought back, not {steps}"))
            .hint(format!("redo {all}, or `log` to see what was taken back")),
    }
}

impl<G: Playable> Session<'_, G> {
    /// A reason that is asked for; a line that reads as a command is one only when it is typed again. Refused where nothing
    /// is answered.
    pub(crate) fn asked_why(&self, question: &str, without: &str, hint: &str) -> Result<String, Problem> {
        let mut doubted: Option<String> = None;
        loop {
            match self.door.ask(question)? {
                Typed::Line(words) if play::says_something(&words) => {
                    let words = words.trim().to_owned();
                    if doubted.as_ref() == Some(&words) || !G::is_line(self, &words) {
                        return Ok(words);
                    }
                    self.door.aside(&format!(
                        "\"{words}\" is a command, and a reason is asked for: typed again it is the reason, Enter goes back."
                    ));
                    doubted = Some(words);
                }
                Typed::Line(_) | Typed::Interrupted | Typed::End => return Err(Problem::new(without).hint(hint)),
            }
        }
    }
}
