//! A division against a division in one line: `2nd>vladivostok 8.5 8.9`, each ship at her opposite number. [3.3.5]
use super::together::List;
use crate::{DiceAtHand, Problem, Session, Told};
use naval::{Command, Inches, Naval, Reason, State, Target, notation::Volley, view};
use play::{self, Halt};

impl Session<'_, Naval> {
    /// Declares for every ship of a division what is lawful, and tells the others; refused where nothing is, and whole where
    /// a range of the line's own for one ship looks like a slip. One that is beyond its guns and fits is no slip.
    pub(super) fn volley(&mut self, text: &str, volley: &Volley) -> Result<Told, Problem> {
        self.may_declare()?;
        let known = self.known();
        let targets = volley.targets(&known);
        for target in &targets {
            self.may_order(&Command::Target(target.clone()))?;
        }
        let mut given = targets.iter().take(volley.own_ranges());
        if let Some(problem) = given.find_map(|target| self.range_amiss(&known, text, target)) {
            return Err(problem);
        }
        drop(known);
        let all = targets.len();
        let (told, not) = self.declare_each(targets, List::Volley)?;
        match not.len() == all {
            true => Err(not.into_iter().next().map_or_else(|| Problem::new("nobody may fire"), |one| one.why)),
            false => Ok(told),
        }
    }

    /// The refusal of a line of several shots for a range that one of them cannot be fired at.
    fn range_amiss(&self, known: &State, text: &str, target: &Target) -> Option<Problem> {
        let command = self.completed(known, &Command::Target(target.clone())).ok()?;
        let halt = play::decide::<Naval>(known, &command, &mut DiceAtHand::supposed(&[])).err()?;
        let Halt::Refused { reason, .. } = &halt else { return None };
        let by_range = matches!(
            reason,
            Reason::OutOfRange { .. } | Reason::ZeroRange | Reason::NotSighted { .. } | Reason::OutOfHerSight { .. }
        );
        let meant = show::refusal::meant_range(known, target, reason);
        // No slip is doubted more than once.
        let fits = |range: Inches| view::misread(known, &target.firer, &target.target, range).is_none();
        let is_far = matches!(reason, Reason::OutOfRange { .. }) && meant.is_none();
        if is_far && target.range.is_some_and(fits) {
            return None;
        }
        let problem = || Problem::from(show::ask::halt(known, &halt)).of(format_args!("nobody of \"{text}\" declares"));
        let hint = meant.map_or_else(
            || "The line again without her, or with what the tape says.".to_owned(),
            |meant| format!("{meant}\" may be meant: the line again with it."),
        );
        by_range.then(|| problem().hint(hint))
    }
}
