//! `advise` and `explain`: what an admiral would order, the alternatives it scored, and why it ordered what it did.
use super::{
    advice_brief::{AdvisedOptions, MAX_LINES, SideAdvice},
    advice_terms::{Weight, advice_json, plan_of, points, task_name, term_name, weights},
    log::shown_numbers,
    moment::TurnSegment,
    obey::concerns,
};
use crate::{Answer, Refusal, Session};
use admirals::{
    Choice, Commander, Level, PolicyAnswer, ScoredOption, Task, pending_decisions, proof::cut_short_entries,
    unlisted::unlisted_options,
};
use naval::model::{BatteryKind, doctrine::Doctrine};
use naval::notation::{self, Addressee};
use naval::{Command, Fact, Id, Naval, SideId, State, rules::secrecy::ordering_side, view::PlayerView};
use play::{Game as _, Hint};
use serde_json::{Value, json};

/// Options of a decision shown in words. The JSON has all.
const MAX_OPTIONS_SHOWN: usize = 4;

/// Terms shown for each option.
const MAX_TERMS_SHOWN: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum AdviceDetail {
    /// A few options, each with its largest terms.
    Briefly,
    /// As `Briefly`, with the number of omitted terms.
    Counted,
    /// All options with all terms.
    Full,
}

impl Session<'_, Naval> {
    /// Shows what a player of that level would order now and what else is allowed, from what the side knows. Covers the
    /// viewer's side, or both for the referee.
    ///
    /// For everybody it shows the weightiest orders of each side in ten lines. With `all`, or for one side or unit, it
    /// shows every option with every term.
    pub(super) fn advise(&self, whom: Option<Addressee>, level: Level, all: bool) -> Result<Answer, Refusal> {
        let is_brief = whom.is_none() && !all;
        let (sides, unit) = self.advised_units(whom)?;
        let mut advised = Vec::new();
        for side in sides {
            advised.push(self.advice_for(&side, level, unit.as_ref())?);
        }
        let values: Vec<Value> = advised.iter().flat_map(SideAdvice::to_json).collect();
        let is_complete = advised.iter().all(|advice| advice.is_complete);
        let page = match show::status::hidden_at_table_note(&self.view(), "advice") {
            Some(text) => text,
            None if values.is_empty() => "There is nothing to order now.".to_owned(),
            None if is_brief => brief_page(&advised, level, is_complete),
            None => full_page(&advised, level),
        };
        let interrupted = (!is_complete).then_some(INTERRUPTED);
        let text = [Some(page.as_str()), interrupted].into_iter().flatten().collect::<Vec<_>>().join("\n");
        let answer = Answer::text(text).with_key("advice", Value::Array(values));
        Ok(if level == Level::Admiral { answer.with_key("whole", json!(is_complete)) } else { answer })
    }

    /// Returns the sides to advise, and the ship or division if only one is to be advised.
    fn advised_units(&self, whom: Option<Addressee>) -> Result<(Vec<SideId>, Option<Id>), Refusal> {
        let mut sides = self.visible_sides();
        // Advice for a side played by an admiral would reveal the orders to come.
        let may_advise = |side: &SideId| self.seat.is_open || !self.seat.is_an_admirals(side);
        if sides.iter().any(may_advise) {
            sides.retain(may_advise);
        }
        let (side, unit) = match whom {
            None => return Ok((sides, None)),
            Some(Addressee::Side(side)) => (Some(side), None),
            Some(Addressee::Unit(unit)) => {
                let side = self.known_state().ships_of(&unit).next().map(|ship| ship.side.clone());
                (side, Some(unit))
            }
        };
        let side = side.filter(|side| sides.contains(side)).ok_or_else(|| self.not_for_viewer())?;
        Ok((vec![side], unit))
    }

    /// Returns what a player of that level would order for a side, or for one of its units. Each advised order is
    /// assumed for the next ones.
    fn advice_for(&self, side: &SideId, level: Level, unit: Option<&Id>) -> Result<SideAdvice, Refusal> {
        let player_view = PlayerView::for_side(self.state(), side);
        let memory = self.memory_of(side, None);
        let commander = self.player_of(side, level)?;
        let mut supposed = player_view.clone();
        let mut advice = SideAdvice::new(side, player_view.state().clone());
        for due in pending_decisions(&player_view) {
            let chosen = self.choose(&commander, &supposed, &memory, &due);
            advice.is_complete &= chosen.is_complete;
            let alternatives = unlisted_options(&supposed, &memory, &commander.doctrine, &due, &chosen.choices);
            for choice in chosen {
                supposed.try_order(&choice.command);
                let options = ranked(&choice).into_iter().filter(|option| player_view.allows(&option.command));
                advice.add(due.task, true, options.cloned().collect());
            }
            for mut options in alternatives {
                // Earlier orders may make these impossible.
                options.retain(|option| supposed.allows(&option.command));
                advice.add(due.task, false, options);
            }
        }
        let is_wanted = |command: &Command| unit.is_none_or(|unit| concerns(player_view.state(), command, unit));
        advice.decisions.retain(|advised| is_wanted(advised.command()));
        Ok(advice)
    }

    /// Explains why the admiral of a side gave the order of an entry, by scoring again from what its side knew then.
    /// A player keeps no state and draws from the seed, so the result is the same unless the search was cut short. A
    /// side may ask about its own orders, and after the battle about all.
    pub(super) fn explain(&self, number: usize, all: bool) -> Result<Answer, Refusal> {
        let detail = if all { AdviceDetail::Full } else { AdviceDetail::Counted };
        let refused = || {
            if self.state().end.is_some() {
                let hint = Hint::line("log") + " shows the numbers. Add `in play` to a number shown before the end";
                return Refusal::not_there(format!("Entry {number} is not an admiral's order.")).hint(hint);
            }
            // The same text for an enemy's order and for no order, so that they cannot be distinguished.
            Refusal::not_yours(format!("Entry {number} is not an admiral's order that you may see."))
                .hint("ask for your own side's orders, or for any after the battle")
        };
        // By the number shown in the log.
        let numbers = shown_numbers(self.journal(), &self.scope());
        let entry_number = numbers.iter().find_map(|(file_entry, shown)| (*shown == number).then_some(*file_entry));
        let file_entry = entry_number.filter(|entry| !self.is_secret_entry(self.state(), *entry));
        let moments = file_entry.map(|entry| self.moments_until(entry)).unwrap_or_default();
        let command = moments.last().map(|moment| moment.command.clone()).ok_or_else(refused)?;
        let ordering = moments.last().and_then(|moment| ordering_side(&moment.state, &command));
        let declared = file_entry.map(|entry| self.declared_in(entry)).unwrap_or_default();
        let sides = if self.state().end.is_some() { self.all_sides() } else { self.visible_sides() };
        for side in sides.into_iter().filter(|side| ordering.as_ref().is_none_or(|ordering| ordering == side)) {
            let name = self.state().name(&side);
            if is_plot(&command) && self.was_cut_short(&side, &moments) {
                let reason = "it ordered the best it had found, and its scores cannot be calculated again";
                let text = format!("#{number}: the admiral of {name} was interrupted: {reason}.");
                let value = json!({ "side": side.as_str(), "cut_short": true });
                return Ok(Answer::text(text).with_key("explained", value));
            }
            for commander in self.players_of(&side)? {
                for moment in possible_request_moments(&commander, &side, &moments) {
                    let (player_view, memory) =
                        (PlayerView::for_side(&moment.state, &side), self.memory_of(&side, Some(moment.entry)));
                    for due in pending_decisions(&player_view)
                        .into_iter()
                        .filter(|due| (due.task == Task::Plots) == is_plot(&command))
                    {
                        let PolicyAnswer { choices, is_complete } =
                            self.choose(&commander, &player_view, &memory, &due);
                        let is_this_order = |choice: &Choice| is_same_order(&choice.command, &command, &declared);
                        let Some(choice) = choices.into_iter().find(is_this_order) else {
                            if is_complete {
                                continue;
                            }
                            let what = "The admiral was interrupted before it reached that order again.";
                            return Err(Refusal::cannot(what).hint("ask again and let it finish"));
                        };
                        let options = ranked(&choice);
                        let options_text = option_lines(player_view.state(), &options, true, detail);
                        let is_formation = matches!(command, Command::Formation { .. });
                        let what = if is_formation { "a formation" } else { task_name(due.task) };
                        let level = commander.level.title();
                        // Without an admiral, a person gave the order, and an admiral would have given the same.
                        let heading = match self.commander_of(&side) {
                            Some(_) => format!("the {level} of {name}"),
                            None => format!("as {} {level} of {name} would have given it", article(level)),
                        };
                        let mut text = format!("#{number}: {heading}, {what}\n{options_text}");
                        if !is_complete {
                            text += "\nThe search was interrupted, so these scores may be incomplete.";
                        }
                        let value = advice_json(player_view.state(), &side, due.task, &options, true);
                        return Ok(Answer::text(text).with_key("explained", value));
                    }
                }
            }
        }
        Err(refused())
    }

    fn commander_of(&self, side: &SideId) -> Option<&Commander> {
        self.seat.admirals.iter().find(|admiral| admiral.side == *side).map(|admiral| &admiral.commander)
    }

    /// Returns the players that may have given a side's orders: the one in command, or else a captain or a midshipman.
    fn players_of(&self, side: &SideId) -> Result<Vec<Commander>, Refusal> {
        match self.commander_of(side) {
            Some(commander) => Ok(vec![commander.clone()]),
            None => [Level::Captain, Level::Midshipman].into_iter().map(|level| self.player_of(side, level)).collect(),
        }
    }

    /// Returns a player of that level for a side. It uses the card and patience of the player in command, or else the
    /// card of the side's own admiral.
    pub(super) fn player_of(&self, side: &SideId, level: Level) -> Result<Commander, Refusal> {
        if let Some(seated) = self.commander_of(side) {
            return Ok(Commander { level, ..seated.clone() });
        }
        let card = Doctrine::for_side(&load::doctrines(self.sources)?, &self.state().setup, side);
        Ok(Commander::new(level, card))
    }

    /// Whether a side's plots came from a cut-short search in the segment of these moments.
    fn was_cut_short(&self, side: &SideId, moments: &[OrderMoment<'_>]) -> bool {
        let found = cut_short_entries(self.journal());
        found
            .iter()
            .any(|(entry, player_side)| player_side == side && moments.iter().any(|moment| moment.entry == *entry))
    }

    fn all_sides(&self) -> Vec<SideId> {
        self.state().setup.sides.iter().map(|side| side.id.clone()).collect()
    }

    /// Returns the sides of which the viewer may know everything.
    pub(super) fn visible_sides(&self) -> Vec<SideId> {
        let reader = &self.seat.viewer;
        let is_readable = |side: &SideId| reader.is_referee() || reader.side() == Some(side);
        self.all_sides().into_iter().filter(is_readable).collect()
    }

    fn declared_in(&self, entry: usize) -> Vec<(Id, BatteryKind)> {
        let commands = self.journal().commands();
        let events =
            commands.iter().find(|applied| applied.entry == entry).map(|applied| applied.events).unwrap_or_default();
        let declared = events.iter().filter_map(|event| match &event.fact {
            Fact::FireDeclared(shot) => Some((shot.firer.clone(), shot.battery)),
            _ => None,
        });
        declared.collect()
    }

    /// Returns the moments of an effective entry's segment up to it, empty without such an entry.
    fn moments_until(&self, entry: usize) -> Vec<OrderMoment<'_>> {
        let mut state: State = Naval::initial_state(&self.journal().header().setup);
        let mut moments: Vec<OrderMoment<'_>> = Vec::new();
        for applied in self.journal().commands() {
            moments.retain(|moment| TurnSegment::at(&moment.state) == TurnSegment::at(&state));
            moments.push(OrderMoment { state: state.clone(), entry: applied.entry, command: applied.command });
            if applied.entry == entry {
                return moments;
            }
            play::apply_all::<Naval>(&mut state, applied.events);
        }
        Vec::new()
    }
}

/// Whether a typed order equals the chosen one. A shot may leave its battery, range and arc to the rules. [6.2]
fn is_same_order(chosen: &Command, typed: &Command, declared: &[(Id, BatteryKind)]) -> bool {
    match (chosen, typed) {
        (Command::Target(chosen), Command::Target(typed)) if chosen.battery.is_some() => {
            let battery = chosen.battery.filter(|kind| declared.contains(&(chosen.firer.clone(), *kind)));
            (&chosen.firer, &chosen.target) == (&typed.firer, &typed.target) && battery == chosen.battery
        }
        _ => chosen == typed,
    }
}

/// Returns the large ships at which batteries were advised to fire. No batteries fire at such a ship once big guns do.
/// [6.5.10]
fn silenced_by_big_guns(state: &State, decisions: &[AdvisedOptions]) -> Vec<Id> {
    let of_batteries = decisions.iter().filter(|advised| advised.is_ordered && advised.task == Task::Batteries);
    let targets = of_batteries.filter_map(|advised| match advised.command() {
        Command::Target(order) => Some(order.target.clone()),
        _ => None,
    });
    let is_large = |target: &Id| state.ships_of(target).any(|ship| ship.card.kind.is_large());
    play::distinct(targets.filter(is_large))
}

/// The last line of advice that a person cut short.
const INTERRUPTED: &str = "The admiral was interrupted: this is the best found and may differ next time.";

/// Shows each side's advice in ten lines, with a last line on how to see more and to carry it out.
fn brief_page(advised: &[SideAdvice], level: Level, is_complete: bool) -> String {
    let max_lines = if is_complete { MAX_LINES - 1 } else { MAX_LINES - 2 };
    let mut pages: Vec<String> = advised.iter().filter_map(|advice| advice.brief_lines(max_lines)).collect();
    let deep = if level == Level::Admiral { " deep" } else { "" };
    let more = format!("`obey{deep}` orders all. `advise NAME{deep}` or `advise all{deep}` shows the sums.");
    if let Some(last) = pages.last_mut() {
        *last += &format!("\n{more}");
    }
    pages.join("\n\n")
}

/// Shows all options with all terms, under headings.
fn full_page(advised: &[SideAdvice], level: Level) -> String {
    let adviser = if level == Level::Admiral { "an admiral" } else { "a captain" };
    let mut page = AdvicePage::default();
    for SideAdvice { side, state, decisions, .. } in advised {
        for AdvisedOptions { task, is_ordered, options } in decisions {
            let against = if *is_ordered { String::new() } else { format!(": {adviser} advises against") };
            let title = format!("{}, {}{against}", state.name(side), task_name(*task));
            let options: Vec<&ScoredOption> = options.iter().collect();
            page.add(title, option_lines(state, &options, *is_ordered, AdviceDetail::Full), 1 < options.len());
        }
        let silenced = silenced_by_big_guns(state, decisions);
        let names: Vec<&str> = silenced.iter().map(|ship| state.name(ship)).collect();
        if !names.is_empty() {
            let text = format!("   Big guns at {} would silence these batteries. [6.5.10]", names.join(" or "));
            page.add(format!("{}, {}", state.name(side), task_name(Task::Batteries)), text, false);
        }
    }
    page.into_text()
}

/// Advice under its headings. Blocks with the same heading are merged.
#[derive(Default)]
struct AdvicePage {
    blocks: Vec<(String, Vec<String>)>,
    /// Whether any block compares options with its first line.
    has_comparison: bool,
}

impl AdvicePage {
    fn add(&mut self, title: String, text: String, compares: bool) {
        self.has_comparison |= compares;
        match self.blocks.iter_mut().find(|(other, _)| *other == title) {
            Some((_, lines)) => lines.push(text),
            None => self.blocks.push((title, vec![text])),
        }
    }

    fn into_text(self) -> String {
        let key = "In brackets: a list's first row shows its terms, other rows how far each term differs.";
        let key = self.has_comparison.then(|| key.to_owned());
        let blocks = self.blocks.into_iter().map(|(title, lines)| format!("{title}\n{}", lines.join("\n")));
        key.into_iter().chain(blocks).collect::<Vec<String>>().join("\n\n")
    }
}

pub(super) struct OrderMoment<'j> {
    state: State,
    /// The entry that follows.
    entry: usize,
    command: &'j Command,
}

fn article(word: &str) -> &'static str {
    if word.starts_with('a') { "an" } else { "a" }
}

/// Whether an order is chosen together with the plots.
fn is_plot(command: &Command) -> bool {
    matches!(command, Command::Plot { .. } | Command::Formation { .. })
}

/// Returns the moments at which a player may have been asked for the last of these orders, likeliest first. It chose
/// everything due at once, before the first order. A player with a long search was asked for its plots only once.
fn possible_request_moments<'m, 'j>(
    commander: &Commander,
    side: &SideId,
    moments: &'m [OrderMoment<'j>],
) -> Vec<&'m OrderMoment<'j>> {
    let is_plot_order = moments.last().is_some_and(|moment| is_plot(moment.command));
    if !(is_plot_order && commander.takes_long(Task::Plots)) {
        return moments.iter().rev().collect();
    }
    let is_own_plot = |moment: &&OrderMoment<'_>| {
        is_plot(moment.command) && ordering_side(&moment.state, moment.command).as_ref() == Some(side)
    };
    moments.iter().find(is_own_plot).into_iter().collect()
}

/// Explains a choice in words: the chosen option with its largest terms, the others with their differences from it.
pub fn reasons(player_view: &PlayerView, choice: &Choice) -> String {
    option_lines(player_view.state(), &ranked(choice), true, AdviceDetail::Briefly)
}

/// Returns the options of a choice: the chosen one first, the others by value.
fn ranked(choice: &Choice) -> Vec<&ScoredOption> {
    let mut options: Vec<&ScoredOption> = choice.reasons.options.iter().collect();
    options.sort_by_key(|option| (option.command != choice.command, std::cmp::Reverse(option.value)));
    options
}

/// Prints the first option with its largest terms, and the others with their differences from it.
fn option_lines(state: &State, options: &[&ScoredOption], is_ordered: bool, detail: AdviceDetail) -> String {
    let max = if detail == AdviceDetail::Full { options.len() } else { MAX_OPTIONS_SHOWN };
    let line = |(place, option): (usize, &&ScoredOption)| {
        let mark = if place == 0 && is_ordered { "*" } else { " " };
        let first = options.first().copied().filter(|_| 0 < place);
        let reasons = main_terms(option, first, detail);
        let reasons = if reasons.is_empty() { String::new() } else { format!("  ({})", reasons.join(", ")) };
        let sampled =
            option.error.filter(|error| 0 < error.0).map_or(String::new(), |error| format!(" ±{:.2}", error.points()));
        let plan = plan_of(option).map_or(String::new(), |plan| format!(", {plan}"));
        format!(" {mark} {}  {}{sampled}{plan}{reasons}", notation::print(state, &option.command), points(option.value))
    };
    let mut lines: Vec<String> = options.iter().enumerate().take(max).map(line).collect();
    let more = options.len() - lines.len();
    lines.extend((0 < more).then(|| format!("   and {more} more")));
    lines.join("\n")
}

/// Returns the largest terms, or the largest differences from another option.
fn main_terms(option: &ScoredOption, from: Option<&ScoredOption>, detail: AdviceDetail) -> Vec<String> {
    let weighted = weights(option, from);
    let max = if detail == AdviceDetail::Full { weighted.len() } else { MAX_TERMS_SHOWN };
    let omitted = weighted.len().saturating_sub(max);
    let term_text = |weight: &Weight| format!("{} {} [{}]", points(weight.points), term_name(weight.kind), weight.rule);
    let more = (0 < omitted && detail == AdviceDetail::Counted).then(|| format!("{omitted} more"));
    weighted.iter().take(max).map(term_text).chain(more).collect()
}
