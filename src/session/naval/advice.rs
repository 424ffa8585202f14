//! `advise` and `explain`: what an admiral would order, the alternatives it scored, and why it ordered what it did.
use super::{log::shown_numbers, moment::TurnSegment};
use crate::{Answer, Refusal, Session};
use admirals::{
    Choice, Commander, Level, Plan, PolicyAnswer, ScoredOption, Task, TermKind, pending_decisions,
    proof::cut_short_entries, unlisted::unlisted_options,
};
use naval::model::{BatteryKind, doctrine::Doctrine};
use naval::{Command, Fact, Id, Naval, SideId, State, notation, rules::secrecy::ordering_side, view::PlayerView};
use play::{Game as _, Hint, Millionths};
use serde_json::{Value, json};

/// Options of a decision shown in words. The JSON has all.
const MAX_OPTIONS_SHOWN: usize = 4;

/// Terms shown for each option.
const MAX_TERMS_SHOWN: usize = 3;

/// Smallest difference shown, in millionths of a point.
const MIN_TERM_SHOWN: i64 = 5_000;

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
    /// Without `all`, guns and repairs take one line each, and every decision shows a few options.
    pub(super) fn advise(&self, level: Level, all: bool) -> Result<Answer, Refusal> {
        let adviser = if level == Level::Admiral { "an admiral" } else { "a captain" };
        let detail = if all { AdviceDetail::Full } else { AdviceDetail::Briefly };
        let (mut page, mut values, mut is_complete) = (AdvicePage::default(), Vec::new(), true);
        let mut sides = self.visible_sides();
        // Advice for a side played by an admiral would reveal the orders to come.
        let may_advise = |side: &SideId| self.seat.is_open || !self.seat.is_an_admirals(side);
        if sides.iter().any(may_advise) {
            sides.retain(may_advise);
        }
        for side in sides {
            let player_view = PlayerView::for_side(self.state(), &side);
            let memory = self.memory_of(&side, None);
            let commander = self.player_of(&side, level)?;
            // Each advised order is assumed for the next ones.
            let mut supposed = player_view.clone();
            for due in pending_decisions(&player_view) {
                let chosen = self.choose(&commander, &supposed, &memory, &due);
                is_complete &= chosen.is_complete;
                let alternatives = unlisted_options(&supposed, &memory, &commander.doctrine, &due, &chosen.choices);
                let mut silenced: Vec<Id> = Vec::new();
                for choice in chosen {
                    supposed.try_order(&choice.command);
                    silenced.extend(silenced_by_big_guns(player_view.state(), &choice.command, &silenced));
                    let mut options = ranked(&choice);
                    options.retain(|option| player_view.allows(&option.command));
                    if !options.is_empty() {
                        let title = format!("{}, {}", player_view.state().name(&side), task_name(due.task));
                        if !all && is_one_line_each(due.task) {
                            page.add_order_line(title, player_view.state(), &options);
                        } else {
                            page.add(
                                title,
                                option_lines(player_view.state(), &options, true, detail),
                                1 < options.len(),
                            );
                        }
                        values.push(advice_json(player_view.state(), &side, due.task, &options, true));
                    }
                }
                if !silenced.is_empty() {
                    let names: Vec<&str> = silenced.iter().map(|ship| player_view.state().name(ship)).collect();
                    let text = format!("   Big guns at {} would silence these batteries. [6.5.10]", names.join(" or "));
                    page.add(format!("{}, {}", player_view.state().name(&side), task_name(due.task)), text, false);
                }
                for alternative in &alternatives {
                    // Earlier orders may make these impossible.
                    let options: Vec<&ScoredOption> =
                        alternative.iter().filter(|option| supposed.allows(&option.command)).collect();
                    if !options.is_empty() {
                        let title = format!(
                            "{}, {}: {adviser} advises against",
                            player_view.state().name(&side),
                            task_name(due.task)
                        );
                        page.add(title, option_lines(player_view.state(), &options, false, detail), 1 < options.len());
                        values.push(advice_json(player_view.state(), &side, due.task, &options, false));
                    }
                }
            }
        }
        let mut page = show::status::hidden_at_table_note(&self.view(), "advice")
            .map_or_else(|| page.into_paragraphs(all), |text| vec![text]);
        if !is_complete {
            page.push("The admiral was interrupted: this is the best found and may differ next time.".to_owned());
        }
        let answer = Answer::text(page.join("\n\n")).with_key("advice", Value::Array(values));
        Ok(if level == Level::Admiral { answer.with_key("whole", json!(is_complete)) } else { answer })
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
                        let level = commander.level.name();
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

/// Returns the target of a battery's order if it is a large ship and not yet in `known`. No batteries fire at such a
/// ship once big guns do. [6.5.10]
fn silenced_by_big_guns(state: &State, command: &Command, known: &[Id]) -> Option<Id> {
    let Command::Target(order) = command else { return None };
    let is_small = order.battery.is_some_and(|battery| battery != BatteryKind::Big);
    let is_large = state.ships_of(&order.target).any(|ship| ship.card.kind.is_large());
    (is_small && is_large && !known.contains(&order.target)).then(|| order.target.clone())
}

/// Whether a decision is shown as one line for each order: a ship's target, its repairs.
fn is_one_line_each(task: Task) -> bool {
    match task {
        Task::BigGuns | Task::Batteries | Task::Coups | Task::Repairs => true,
        Task::Approach | Task::Deploy | Task::Preplots | Task::Plots | Task::Launches | Task::Lights => false,
    }
}

/// Advice under its headings. Blocks with the same heading are merged.
#[derive(Default)]
struct AdvicePage {
    blocks: Vec<AdviceBlock>,
    /// Whether any block compares options with its first line.
    has_comparison: bool,
}

pub(super) struct AdviceBlock {
    title: String,
    lines: Vec<String>,
    /// Number of orders of no value: doing nothing scores the same.
    idle: usize,
}

impl AdvicePage {
    fn block_mut(&mut self, title: String) -> &mut AdviceBlock {
        let index = self.blocks.iter().position(|block| block.title == title).unwrap_or_else(|| {
            self.blocks.push(AdviceBlock { title, lines: Vec::new(), idle: 0 });
            self.blocks.len() - 1
        });
        &mut self.blocks[index]
    }

    fn add(&mut self, title: String, text: String, compares: bool) {
        self.has_comparison |= compares;
        self.block_mut(title).lines.push(text);
    }

    /// Adds the chosen order as one line.
    fn add_order_line(&mut self, title: String, state: &State, options: &[&ScoredOption]) {
        let block = self.block_mut(title);
        if options.first().is_some_and(|first| first.value == Millionths(0)) {
            block.idle += 1;
        } else {
            block.lines.push(option_lines(state, &options[..1], true, AdviceDetail::Briefly));
        }
    }

    fn into_paragraphs(self, all: bool) -> Vec<String> {
        if self.blocks.is_empty() {
            return vec!["There is nothing to order now.".to_owned()];
        }
        let block = |AdviceBlock { title, lines, idle }: AdviceBlock| {
            let idle = (0 < idle).then(|| format!("   and {idle} more at +0.00"));
            [vec![title], lines, idle.into_iter().collect()].concat().join("\n")
        };
        let mut page: Vec<String> = self.blocks.into_iter().map(block).collect();
        let compared = "In brackets: the terms of a list's first figure, and how those of the others differ.";
        let more_help = "`advise all` shows every option and term.";
        let last = [self.has_comparison.then_some(compared), (!all).then_some(more_help)];
        page.push(last.into_iter().flatten().collect::<Vec<_>>().join("\n"));
        page.retain(|text| !text.is_empty());
        page
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
    let points_for = |scored: &ScoredOption, kind| {
        scored.terms.iter().filter(|term| term.kind == kind).map(|term| term.points.0).sum::<i64>()
    };
    let mut kinds: Vec<(TermKind, String)> = Vec::new();
    for term in option.terms.iter().chain(from.iter().flat_map(|from| &from.terms)) {
        if kinds.iter().all(|(kind, _)| *kind != term.kind) {
            kinds.push((term.kind, term.rule.to_string()));
        }
    }
    let weight = |kind| points_for(option, kind) - from.map_or(0, |from| points_for(from, kind));
    let mut weighted: Vec<(i64, String)> =
        kinds.into_iter().map(|(kind, rule)| (weight(kind), format!("{} [{}]", term_name(kind), rule))).collect();
    weighted.retain(|(weight, _)| MIN_TERM_SHOWN <= weight.abs());
    weighted.sort_by_key(|(weight, _)| std::cmp::Reverse(weight.abs()));
    let max = if detail == AdviceDetail::Full { weighted.len() } else { MAX_TERMS_SHOWN };
    let omitted = weighted.len().saturating_sub(max);
    let shown = weighted.into_iter().take(max).map(|(weight, why)| format!("{} {why}", points(Millionths(weight))));
    let more = (0 < omitted && detail == AdviceDetail::Counted).then(|| format!("{omitted} more"));
    shown.chain(more).collect()
}

/// Returns the fleet plan that such an order belongs to.
fn plan_of(option: &ScoredOption) -> Option<&'static str> {
    option.terms.iter().find_map(|term| if let TermKind::Plan(plan) = term.kind { Some(plan_word(plan)) } else { None })
}

fn plan_word(plan: Plan) -> &'static str {
    match plan {
        Plan::Best => "as a captain",
        Plan::Press => "to press",
        Plan::BreakOff => "to draw off",
        Plan::Attack => "to attack with the flotillas",
    }
}

fn points(value: Millionths) -> String {
    format!("{:+.2}", value.points())
}

fn advice_json(state: &State, side: &SideId, due: Task, options: &[&ScoredOption], is_ordered: bool) -> Value {
    let option = |option: &&ScoredOption| {
        let term = |term: &admirals::Term| json!({ "why": term_name(term.kind), "points": term.points.points(), "rule": term.rule.to_string() });
        let counted = option.terms.iter().filter(|term| !matches!(term.kind, TermKind::Plan(_)));
        let terms: Vec<Value> = counted.map(term).collect();
        let line = notation::print(state, &option.command);
        let mut value = json!({ "line": line, "points": option.value.points(), "terms": terms });
        if let Some(plan) = plan_of(option) {
            value["plan"] = json!(plan);
            value["error"] = json!(option.error.map(Millionths::points));
        }
        value
    };
    let options: Vec<Value> = options.iter().map(option).collect();
    json!({ "side": side.as_str(), "decision": task_name(due), "ordered": is_ordered, "options": options })
}

fn task_name(task: Task) -> &'static str {
    match task {
        Task::Approach => "where the force enters",
        Task::Deploy => "where a division starts",
        Task::Preplots => "the turns before contact",
        Task::Plots => "course and speed",
        Task::Launches => "torpedoes",
        Task::Lights => "lights",
        Task::BigGuns => "big guns",
        Task::Batteries => "batteries",
        Task::Coups => "coup de grâce",
        Task::Repairs => "damage control",
    }
}

pub(super) fn term_name(kind: TermKind) -> &'static str {
    match kind {
        TermKind::HitLastTurn => "hit last turn",
        TermKind::Decides => "decides the battle",
        TermKind::OppositeNumber => "opposite number",
        TermKind::Kind => "kind of ship",
        TermKind::Range => "range",
        TermKind::Course => "preferred course",
        TermKind::Speed => "speed",
        TermKind::Formation => "formation",
        TermKind::Damage => "damage",
        TermKind::Torpedoes => "torpedoes",
        TermKind::Danger => "danger",
        TermKind::Place => "place",
        TermKind::Dealt => "fire dealt",
        TermKind::Suffered => "fire suffered",
        TermKind::Lookahead => "future turns",
        TermKind::Preferred => "doctrine's target",
        TermKind::Unengaged => "an enemy under no fire rolls 1.5 times the dice",
        TermKind::Overkill => "others fire at it too",
        TermKind::BatteriesClosed => "closed to the batteries",
        TermKind::Station => "preferred range",
        TermKind::Objective => "objective",
        TermKind::Cripple => "cripple",
        TermKind::TorpedoTracks => "running torpedoes",
        TermKind::Contact => "contact",
        TermKind::ChangeCost => "turning or slowing",
        TermKind::Plan(plan) => plan_word(plan),
    }
}
