//! Lines of a battle: a session command, an order, or several orders. Begin at [`Session::answer`].
use super::{
    before_command::STOPPED_AT_DICE,
    expand::{OrderStep, firing_refusal, order_from},
    reports::OrderResult,
    suspects,
};
use crate::{
    Answer, DiceMode, DiceSource, Order, PlayableGame as _, Refusal, RuledCommand, RulingDetail, Session, elsewhere,
    line::verb_and_rest,
};
use naval::{
    Command, Fact, Id, Naval, NavalEvent, Segment, State,
    notation::{self, Line, Order as Meaning, Phrase, SessionVerb, TapedRanges},
};
use play::{Hint, LineError};

struct LineProgress {
    commands_before: usize,
    /// Whether all orders are repairs. A ship's repair does not depend on another's. [8.6]
    are_repairs: bool,
    all_declare: bool,
    results: Vec<OrderResult>,
    /// Whether a person stopped at dice, so that the rest of the line is skipped.
    has_stopped: bool,
}

impl Session<'_, Naval> {
    pub(super) fn answer(&mut self, text: &str) -> Result<Answer, Refusal> {
        let word = match notation::split_line(&self.view(), text) {
            Ok(Line::Nothing) => return Ok(Answer::default()),
            Ok(Line::Orders(phrases)) => {
                return self.orders(text, &phrases).map_err(|refusal| self.with_legal_hint(refusal));
            }
            Ok(Line::SessionCommand(verb, phrase)) => {
                let read = phrase.word(verb, &self.view(), self.seat.viewer.side());
                // The text may be the referee's password, so it is not shown again.
                let is_secret = matches!(verb, SessionVerb::Pass | SessionVerb::Referee);
                let line_refusal = |error| match is_secret {
                    true => Refusal::read(error),
                    false => Session::<Naval>::refuse_command(verb.row().common, text, error, || self.amend_example()),
                };
                read.map_err(line_refusal)
            }
            Err(error) => Err(self.refuse_unread(text, error)),
        };
        match word {
            Ok(word) => self.answer_session_command(word),
            Err(refusal) => Err(self.with_legal_hint(refusal)),
        }
    }

    /// Returns the refusal of a line that cannot be split into orders.
    pub(super) fn refuse_unread(&self, text: &str, error: LineError) -> Refusal {
        let otherwise = Refusal::in_line(text, error);
        if notation::find_unit(&self.known_state(), verb_and_rest(text).0).is_ok() {
            return otherwise;
        }
        elsewhere::refuse("A battle", |word| notation::find_verb(word).is_ok(), text, otherwise)
    }

    /// Returns an example of `amend` with the last order.
    fn amend_example(&self) -> Hint {
        match self.journal().commands().last() {
            Some(last) if self.seat.viewer.is_referee() && !self.is_secret_entry(self.state(), last.entry) => {
                let command = notation::print(self.state(), last.command);
                Hint::line(format!("amend {} because \"wrong ship\" {command}", last.entry))
            }
            Some(_) | None => Hint::form("amend ENTRY because \"wrong ship\" LINE"),
        }
    }

    /// Whether a line typed as the answer to a question may be meant as a command instead.
    pub(super) fn is_line(&self, line: &str) -> bool {
        let (verb, arguments) = verb_and_rest(line);
        let row = notation::find_verb(verb);
        let known = self.known_state();
        // An order that lacks only its end is no answer to the question either.
        let is_cut_short = |error: LineError| line.trim_end().len() <= error.at.start;
        let lacks_its_end = || match notation::session_word(&known, self.seat.viewer.side(), line) {
            Ok(Some(_)) => true,
            Ok(None) => notation::parse(&known, line).is_err_and(is_cut_short),
            Err(error) => is_cut_short(error),
        };
        row.is_ok_and(|row| arguments.is_empty() || (row.word == verb && lacks_its_end()))
            || Naval::read(&known, line).is_ok()
    }

    pub(super) fn orders(&mut self, text: &str, phrases: &[Phrase]) -> Result<Answer, Refusal> {
        if self.seat.viewer.is_table() && !phrases.iter().all(|phrase| phrase.is_question(&self.known_state())) {
            return Err(self.not_for_viewer());
        }
        match phrases {
            [phrase] => self.answer_order(text, phrase),
            several => self.carry_out_orders(text, several),
        }
    }

    /// Answers a line with one order, or with a question in the form of an order.
    fn answer_order(&mut self, line: &str, phrase: &Phrase) -> Result<Answer, Refusal> {
        let known = self.known_state();
        if let Some(refusal) = phrase.bare_verb().and_then(|verb| firing_refusal(&known, verb)) {
            return Err(refusal);
        }
        let order = phrase.read(&known, self.seat.viewer.side()).map_err(|error| Refusal::in_line(line, error))?;
        drop(known);
        match order {
            Meaning::Command(typed) => self.carry_out_line(order_from(typed), phrase.text()),
            Meaning::Volley(volley) => self.declare_volley(phrase.text(), &volley),
            Meaning::Ranges(tape) => self.record_measurements(tape),
            Meaning::Straight { all } => self.plot_straight(all),
            Meaning::Again => self.declare_again(),
            Meaning::Question(look) => self.answer_query(look),
        }
    }

    /// Carries out orders, each read in the state after those before it. A refusal undoes all, unless they are repairs.
    fn carry_out_orders(&mut self, line: &str, phrases: &[Phrase]) -> Result<Answer, Refusal> {
        let are_repairs = phrases.iter().all(Phrase::is_repair);
        let name_order = |index: usize, refusal: Refusal| {
            if refusal.is_stopped() {
                return refusal;
            }
            refusal.at_place(format_args!("order {} of {}, {}", index + 1, phrases.len(), phrases[index].text()))
        };
        for (index, phrase) in phrases.iter().enumerate().filter(|_| are_repairs) {
            let steps = self.steps_for(line, phrase, &mut None);
            let is_legal = steps.and_then(|steps| steps.iter().try_for_each(|step| self.check_ahead(step, true)));
            is_legal.map_err(|refusal| name_order(index, refusal))?;
        }
        let mut progress = self.begin_line(are_repairs);
        self.transact(|session| {
            let mut own = session.seat.viewer.side().cloned();
            for (index, phrase) in phrases.iter().enumerate() {
                let name_this = |refusal: Refusal| name_order(index, refusal);
                let steps = session.steps_for(line, phrase, &mut own).map_err(name_this)?;
                let (last, is_again) = (steps.len().saturating_sub(1), phrase.is_again());
                let (mut refused, before) = (None, session.journal().commands().len());
                for (place, step) in steps.into_iter().enumerate() {
                    match session.carry_out_step(&mut progress, step, index + 1 == phrases.len() && place == last) {
                        // `again` declares only those of last turn's targets that are legal now.
                        Err(refusal) if is_again && !refusal.is_stopped() => refused = refused.or(Some(refusal)),
                        done => done.map_err(name_this)?,
                    }
                    if progress.has_stopped {
                        return Ok(());
                    }
                }
                if let Some(refusal) = refused.filter(|_| session.journal().commands().len() == before) {
                    return Err(name_this(refusal));
                }
            }
            Ok(())
        })?;
        Ok(self.report_all(&progress.results, self.detail == RulingDetail::Brief && progress.all_declare))
    }

    /// Carries out all commands of one order, or refuses all.
    fn carry_out_steps(&mut self, steps: Vec<OrderStep>) -> Result<Vec<OrderResult>, Refusal> {
        let (mut progress, all) = (self.begin_line(false), steps.len());
        self.transact(|session| {
            for (index, step) in steps.into_iter().enumerate() {
                let place = format!("order {} of {all}, {}", index + 1, step.label);
                session
                    .carry_out_step(&mut progress, step, index + 1 == all)
                    .map_err(|refusal| refusal.at_place(place))?;
            }
            Ok(())
        })?;
        Ok(progress.results)
    }

    fn begin_line(&self, are_repairs: bool) -> LineProgress {
        let commands_before = self.journal().commands().len();
        LineProgress { commands_before, are_repairs, all_declare: true, results: Vec::new(), has_stopped: false }
    }

    /// Carries out one order of a line, and lets an admiral respond if others follow.
    fn carry_out_step(&mut self, progress: &mut LineProgress, step: OrderStep, is_last: bool) -> Result<(), Refusal> {
        if !is_last && !progress.are_repairs {
            self.check_ahead(&step, false)?;
        }
        let OrderStep { label, order } = step;
        progress.all_declare &= matches!(order.command, Command::Target(_));
        // An admiral does not respond to a line that is cancelled at the question of silent guns.
        let has_agreed = self.ask_about_silence(&order, !self.has_admiral_acted(progress.commands_before))?;
        match self.carry_out_with_admirals(order, &label, has_agreed) {
            Ok(results) => progress.results.extend(results),
            // What dice decided stays, and so does an admiral's response.
            Err(refusal) if progress.are_repairs && !progress.results.is_empty() => {
                progress.has_stopped = true;
                progress.results.push(OrderResult::words(refusal.error.what));
            }
            Err(refusal) if refusal.is_stopped() && self.has_admiral_acted(progress.commands_before) => {
                progress.has_stopped = true;
                progress.results.push(OrderResult::words(STOPPED_AT_DICE));
            }
            Err(refusal) => return Err(refusal),
        }
        // An admiral whose turn it is declares before the person continues. [3.3.5]
        if !is_last && !progress.has_stopped && self.state().segment == Segment::Gunfire {
            progress.results.extend(self.run_admirals(false)?);
        }
        Ok(())
    }

    /// Refuses early, before questions and dice. Among several repairs, it refuses one that no die could allow. In
    /// other lines it refuses an order that rolls dice before further orders. It uses only what the viewer knows,
    /// because rolls and refusals of the true state must not show here. The command is decided again when carried out.
    fn check_ahead(&self, OrderStep { label, order }: &OrderStep, is_repair: bool) -> Result<(), Refusal> {
        let (known, command) = (self.known_state(), &order.command);
        let faces = order.dice.as_deref().unwrap_or_default();
        let has_all_dice =
            is_repair && (order.dice.is_some() || (self.dice_mode == DiceMode::Ask && !self.frontend.can_ask()));
        let mut source = if has_all_dice { DiceSource::from_typed(faces) } else { DiceSource::with_supposed(faces) };
        let decided = play::decide::<Naval>(&known, command, &mut source);
        if is_repair {
            self.may_order(command)?;
            return decided.map(drop).map_err(|halt| Naval::refusal_of(Some(self), &known, command, halt));
        }
        if decided.unwrap_or_default().iter().all(|event| event.dice.is_empty()) || self.may_order(command).is_err() {
            return Ok(());
        }
        let what = format!("Only the last order of a line may roll dice, and \"{label}\" does.");
        Err(Refusal::cannot(what).hint(Hint::line(label) + " alone, and the other orders on another line"))
    }

    /// Asks a person to agree to the guns that a fire leaves silent. Returns false if there was nothing to ask.
    fn ask_about_silence(&mut self, order: &Order<Command>, may_look: bool) -> Result<bool, Refusal> {
        let fires = matches!(order.command, Command::Fire { .. } | Command::FireSome { .. });
        let is_asked = fires && !order.is_final && self.frontend.can_ask() && !self.seat.admirals.is_empty();
        let is_asked = is_asked && !self.cannot_fire(&order.command);
        if is_asked {
            let known = self.known_state().into_owned();
            self.confirm_silent_guns(&known, may_look)?;
        }
        Ok(is_asked)
    }

    /// Whether an admiral has ordered anything after the first `commands_before` commands.
    fn has_admiral_acted(&self, commands_before: usize) -> bool {
        self.journal().commands().iter().skip(commands_before).any(|applied| self.is_admirals_order(applied.command))
    }

    /// Runs a [transaction](Session::transaction). If it fails, admirals forget their responses in it, and open matters
    /// are listed again.
    pub(super) fn transact<T>(&mut self, action: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let before = (self.seat.admirals.clone(), self.seat.announced.clone());
        let result = self.transaction(action);
        if result.is_err() {
            (self.seat.admirals, self.seat.announced) = before;
        }
        result
    }

    /// Plots divisions without a plot, or all, straight on at their last speed.
    pub(super) fn plot_straight(&mut self, all: bool) -> Result<Answer, Refusal> {
        let steps = self.straight_plots(self.state(), all)?;
        if steps.is_empty() {
            let sentence = "No plots are needed: ships moved by hand go straight on unless plotted.";
            let unplotted = show::signals::held_back_notes(&self.view());
            return Ok(Answer::text([sentence.to_owned()].into_iter().chain(unplotted).collect::<Vec<_>>().join("\n")));
        }
        let lines: Vec<String> = steps.iter().map(|step| step.label.clone()).collect();
        let results = self.carry_out_steps(steps)?;
        // Ships that fall out because of these plots are reported with them. [5.8.3]
        let falls_out =
            |event: &NavalEvent| matches!(event.fact, Fact::StragglersNamed { .. } | Fact::GapsForeseen { .. });
        let lagging = results.iter().filter_map(OrderResult::ruling).flat_map(
            |RuledCommand { before, events, entry, .. }| {
                show::brief::event_lines(before, events, *entry, |_, event| falls_out(event))
            },
        );
        let unplotted = show::signals::held_back_notes(&self.view());
        let text =
            lines.into_iter().chain(lagging.map(|line| line.to_string())).chain(unplotted).collect::<Vec<String>>();
        Ok(self.report_all(&results, false).with_text(text.join("\n")))
    }

    /// Records all measurements of a line together, and reports them in few lines.
    fn record_measurements(&mut self, tape: TapedRanges) -> Result<Answer, Refusal> {
        let step = |command| OrderStep::plain(self.state(), command);
        let steps = tape.measures.into_iter().map(step).collect();
        let results = self.carry_out_steps(steps)?;
        let answer = self.report_all(&results, false);
        if !self.seat.viewer.is_referee() {
            return Ok(answer);
        }
        let (mut ranges, mut sighted, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut recorded: Vec<(State, &[NavalEvent])> = Vec::new();
        for ruling in results.iter().filter_map(OrderResult::ruling) {
            for event in &ruling.events {
                if let Fact::Measured { from, to, range, replaces: None, .. } = &event.fact {
                    ranges.push((from.clone(), to.clone(), *range));
                } else if let Fact::Sighted { ship } = &event.fact {
                    sighted.push(ship.clone());
                } else {
                    others.extend(show::brief::brief_lines(
                        &ruling.before,
                        std::slice::from_ref(event),
                        ruling.entry,
                        0,
                    ));
                }
            }
            recorded.push((ruling.state_after(), &ruling.events));
        }
        let mut text = show::suspects::measured_lines(self.state(), &ranges, &sighted);
        text.extend(others);
        // A suspect range is shown once, against the ranges of several other ships.
        text.extend(suspects::suspect_range_lines(recorded.iter().map(|(after, events)| (after, *events))));
        text.extend(omitted_pairs(self.state(), &tape.pairs_without_range));
        if text.is_empty() {
            text.push("These ranges are unchanged.".to_owned());
        }
        Ok(answer.with_text(text.join("\n")))
    }
}

/// Lists pairs of opposite ships that a line of ranges omits and that were not measured this turn.
fn omitted_pairs(state: &State, pairs: &[(Id, Id)]) -> Option<String> {
    let left: Vec<String> = pairs
        .iter()
        .filter(|(from, to)| state.measured_range_of_pair(from, to).is_none())
        .map(|(from, to)| format!("{} to {}", state.name(from), state.name(to)))
        .collect();
    (!left.is_empty()).then(|| format!("Not measured: {}.", left.join(", ")))
}
