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

/// Options of a decision shown in words. A record has all.
const MAX_OPTIONS_SHOWN: usize = 4;

/// Terms shown for each option.
const MAX_TERMS_SHOWN: usize = 3;

/// Smallest difference shown, in millionths of a point.
const MIN_TERM_SHOWN: i64 = 5_000;

/// How much of a decision is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// A few options, each with its largest terms.
    Briefly,
    /// The same, with the number of omitted terms.
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
        let by = if level == Level::Admiral { "an admiral" } else { "a captain" };
        let much = if all { Detail::Full } else { Detail::Briefly };
        let (mut told, mut values, mut is_whole) = (AdvicePage::default(), Vec::new(), true);
        let mut sides = self.read_sides();
        // For a side played by an admiral it would reveal the orders to come.
        let may_advise = |side: &SideId| self.seat.is_open || !self.seat.is_an_admirals(side);
        if sides.iter().any(may_advise) {
            sides.retain(may_advise);
        }
        for side in sides {
            let at = PlayerView::for_side(self.state(), &side);
            let memory = self.memory_of(&side, None);
            let who = self.player_of(&side, level)?;
            // Each advised order is assumed for the next ones.
            let mut supposed = at.clone();
            for due in pending_decisions(&at) {
                let chosen = self.choose(&who, &supposed, &memory, &due);
                is_whole &= chosen.is_complete;
                let alternatives = unlisted_options(&supposed, &memory, &who.doctrine, &due, &chosen.choices);
                let mut silenced: Vec<Id> = Vec::new();
                for choice in chosen {
                    supposed.try_order(&choice.command);
                    silenced.extend(silenced_by_big_guns(at.state(), &choice.command, &silenced));
                    let mut options = ranked(&choice);
                    options.retain(|option| at.allows(&option.command));
                    if !options.is_empty() {
                        let title = format!("{}, {}", at.state().name(&side), task_name(due.task));
                        if !all && is_one_line_each(due.task) {
                            told.line(title, at.state(), &options);
                        } else {
                            told.add(title, option_lines(at.state(), &options, true, much), 1 < options.len());
                        }
                        values.push(advice_json(at.state(), &side, due.task, &options, true));
                    }
                }
                if !silenced.is_empty() {
                    let names: Vec<&str> = silenced.iter().map(|ship| at.state().name(ship)).collect();
                    let says = format!("   Big guns at {} would silence these batteries. [6.5.10]", names.join(" or "));
                    told.add(format!("{}, {}", at.state().name(&side), task_name(due.task)), says, false);
                }
                for left in &alternatives {
                    // Earlier orders may make these impossible.
                    let options: Vec<&ScoredOption> =
                        left.iter().filter(|option| supposed.allows(&option.command)).collect();
                    if !options.is_empty() {
                        let title =
                            format!("{}, {}: {by} advises against", at.state().name(&side), task_name(due.task));
                        told.add(title, option_lines(at.state(), &options, false, much), 1 < options.len());
                        values.push(advice_json(at.state(), &side, due.task, &options, false));
                    }
                }
            }
        }
        let mut told =
            show::status::not_for_the_table(&self.view(), "advice").map_or_else(|| told.page(all), |says| vec![says]);
        if !is_whole {
            told.push("The admiral was interrupted: this is the best so far and may differ next time.".to_owned());
        }
        let answer = Answer::text(told.join("\n\n")).with_key("advice", Value::Array(values));
        Ok(if level == Level::Admiral { answer.with_key("whole", json!(is_whole)) } else { answer })
    }

    /// Explains why the admiral of a side gave the order of an entry, by scoring again from what its side knew then.
    /// Players keep nothing and draw from the seed, so the result is the same, unless the search was cut short. A side
    /// may ask about its own orders, and after the battle about all.
    pub(super) fn explain(&self, number: usize, all: bool) -> Result<Answer, Refusal> {
        let much = if all { Detail::Full } else { Detail::Counted };
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
        let entry_number = numbers.iter().find_map(|(of_file, told)| (*told == number).then_some(*of_file));
        let of_file = entry_number.filter(|entry| !self.is_secret_entry(self.state(), *entry));
        let moments = of_file.map(|entry| self.moments_until(entry)).unwrap_or_default();
        let command = moments.last().map(|moment| moment.command.clone()).ok_or_else(refused)?;
        let by = moments.last().and_then(|moment| ordering_side(&moment.state, &command));
        let declared = of_file.map(|entry| self.declared_in(entry)).unwrap_or_default();
        let sides = if self.state().end.is_some() { self.all_sides() } else { self.read_sides() };
        for side in sides.into_iter().filter(|side| by.as_ref().is_none_or(|by| by == side)) {
            let name = self.state().name(&side);
            if is_plot(&command) && self.was_cut_short(&side, &moments) {
                let says = "it ordered the best so far, and its scores cannot be calculated again";
                let text = format!("#{number}: the admiral of {name} was interrupted: {says}.");
                let value = json!({ "side": side.as_str(), "cut_short": true });
                return Ok(Answer::text(text).with_key("explained", value));
            }
            for who in self.players_of(&side)? {
                for moment in possible_request_moments(&who, &side, &moments) {
                    let (at, memory) =
                        (PlayerView::for_side(&moment.state, &side), self.memory_of(&side, Some(moment.entry)));
                    for due in
                        pending_decisions(&at).into_iter().filter(|due| (due.task == Task::Plots) == is_plot(&command))
                    {
                        let PolicyAnswer { choices, is_complete: is_whole } = self.choose(&who, &at, &memory, &due);
                        let is_it = |choice: &Choice| is_same_order(&choice.command, &command, &declared);
                        let Some(choice) = choices.into_iter().find(is_it) else {
                            if is_whole {
                                continue;
                            }
                            let what = "The admiral was interrupted before it reached that order again.";
                            return Err(Refusal::cannot(what).hint("ask again and let it finish"));
                        };
                        let options = ranked(&choice);
                        let told = option_lines(at.state(), &options, true, much);
                        let forms = matches!(command, Command::Formation { .. });
                        let what = if forms { "a formation" } else { task_name(due.task) };
                        let level = who.level.name();
                        // Without an admiral, a person gave the order, and an admiral would have given the same.
                        let given = match self.commander_of(&side) {
                            Some(_) => format!("the {level} of {name}"),
                            None => format!("as {} {level} of {name} would have given it", article(level)),
                        };
                        let mut text = format!("#{number}: {given}, {what}\n{told}");
                        if !is_whole {
                            text += "
The search was interrupted: these are the figures so far.";
                        }
                        let value = advice_json(at.state(), &side, due.task, &options, true);
                        return Ok(Answer::text(text).with_key("explained", value));
                    }
                }
            }
        }
        Err(refused())
    }

    fn commander_of(&self, side: &SideId) -> Option<&Commander> {
        self.seat.admirals.iter().find(|admiral| admiral.side == *side).map(|one| &one.who)
    }

    /// Returns the players that may have given a side's orders: the one in command, or else a captain or a midshipman.
    fn players_of(&self, side: &SideId) -> Result<Vec<Commander>, Refusal> {
        match self.commander_of(side) {
            Some(who) => Ok(vec![who.clone()]),
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
    fn was_cut_short(&self, side: &SideId, then: &[OrderMoment<'_>]) -> bool {
        let found = cut_short_entries(self.journal());
        found.iter().any(|(from, of)| of == side && then.iter().any(|moment| moment.entry == *from))
    }

    fn all_sides(&self) -> Vec<SideId> {
        self.state().setup.sides.iter().map(|side| side.id.clone()).collect()
    }

    /// Returns the sides of which the viewer may know everything.
    pub(super) fn read_sides(&self) -> Vec<SideId> {
        let reader = &self.seat.reader;
        let reads = |side: &SideId| reader.is_referee() || reader.side() == Some(side);
        self.all_sides().into_iter().filter(reads).collect()
    }

    /// Returns the batteries that an entry declared.
    fn declared_in(&self, entry: usize) -> Vec<(Id, BatteryKind)> {
        let deeds = self.journal().deeds();
        let events = deeds.iter().find(|deed| deed.entry == entry).map(|deed| deed.events).unwrap_or_default();
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
        for deed in self.journal().deeds() {
            moments.retain(|one| TurnSegment::at(&one.state) == TurnSegment::at(&state));
            moments.push(OrderMoment { state: state.clone(), entry: deed.entry, command: deed.command });
            if deed.entry == entry {
                return moments;
            }
            play::apply_all::<Naval>(&mut state, deed.events);
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

/// Returns a large ship at which batteries are to fire and that is not yet in `told`. No batteries fire at it once big
/// guns do. [6.5.10]
fn silenced_by_big_guns(state: &State, command: &Command, told: &[Id]) -> Option<Id> {
    let Command::Target(order) = command else { return None };
    let is_small = order.battery.is_some_and(|battery| battery != BatteryKind::Big);
    let is_large = state.ships_of(&order.target).any(|ship| ship.card.kind.is_large());
    (is_small && is_large && !told.contains(&order.target)).then(|| order.target.clone())
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
    /// Number of orders without value, since doing nothing scores the same.
    idle: usize,
}

impl AdvicePage {
    fn block_mut(&mut self, title: String) -> &mut AdviceBlock {
        let at = self.blocks.iter().position(|block| block.title == title).unwrap_or_else(|| {
            self.blocks.push(AdviceBlock { title, lines: Vec::new(), idle: 0 });
            self.blocks.len() - 1
        });
        &mut self.blocks[at]
    }

    fn add(&mut self, title: String, text: String, compares: bool) {
        self.has_comparison |= compares;
        self.block_mut(title).lines.push(text);
    }

    /// Adds the chosen order as one line.
    fn line(&mut self, title: String, state: &State, options: &[&ScoredOption]) {
        let block = self.block_mut(title);
        if options.first().is_some_and(|first| first.value == Millionths(0)) {
            block.idle += 1;
        } else {
            block.lines.push(option_lines(state, &options[..1], true, Detail::Briefly));
        }
    }

    fn page(self, all: bool) -> Vec<String> {
        if self.blocks.is_empty() {
            return vec!["There is nothing to order now.".to_owned()];
        }
        let block = |AdviceBlock { title, lines, idle }: AdviceBlock| {
            let idle = (0 < idle).then(|| format!("   and {idle} more at +0.00"));
            [vec![title], lines, idle.into_iter().collect()].concat().join("\n")
        };
        let mut page: Vec<String> = self.blocks.into_iter().map(block).collect();
        let compared = "In brackets: the first line of a list shows its terms, the others their difference from it.";
        let rest = "`advise all` shows every option and term.";
        let last = [self.has_comparison.then_some(compared), (!all).then_some(rest)];
        page.push(last.into_iter().flatten().collect::<Vec<_>>().join("\n"));
        page.retain(|text| !text.is_empty());
        page
    }
}

/// A moment at which an order was given.
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
    who: &Commander,
    side: &SideId,
    then: &'m [OrderMoment<'j>],
) -> Vec<&'m OrderMoment<'j>> {
    let plots = then.last().is_some_and(|moment| is_plot(moment.command));
    if !(plots && who.takes_long(Task::Plots)) {
        return then.iter().rev().collect();
    }
    let is_own_plot = |moment: &&OrderMoment<'_>| {
        is_plot(moment.command) && ordering_side(&moment.state, moment.command).as_ref() == Some(side)
    };
    then.iter().find(is_own_plot).into_iter().collect()
}

/// Explains a choice in words: the chosen option with its largest terms, the others with their differences from it.
pub fn reasons(at: &PlayerView, choice: &Choice) -> String {
    option_lines(at.state(), &ranked(choice), true, Detail::Briefly)
}

/// Returns the options of a choice: the chosen one first, the others by value.
fn ranked(choice: &Choice) -> Vec<&ScoredOption> {
    let mut options: Vec<&ScoredOption> = choice.reasons.options.iter().collect();
    options.sort_by_key(|option| (option.command != choice.command, std::cmp::Reverse(option.value)));
    options
}

/// Prints the first option with its largest terms, and the others with their differences from it.
fn option_lines(state: &State, options: &[&ScoredOption], is_ordered: bool, much: Detail) -> String {
    let max = if much == Detail::Full { options.len() } else { MAX_OPTIONS_SHOWN };
    let line = |(place, option): (usize, &&ScoredOption)| {
        let mark = if place == 0 && is_ordered { "*" } else { " " };
        let first = options.first().copied().filter(|_| 0 < place);
        let reasons = main_terms(option, first, much);
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
fn main_terms(option: &ScoredOption, from: Option<&ScoredOption>, much: Detail) -> Vec<String> {
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
    let mut weighed: Vec<(i64, String)> =
        kinds.into_iter().map(|(kind, rule)| (weight(kind), format!("{} [{}]", term_name(kind), rule))).collect();
    weighed.retain(|(weight, _)| MIN_TERM_SHOWN <= weight.abs());
    weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(weight.abs()));
    let max = if much == Detail::Full { weighed.len() } else { MAX_TERMS_SHOWN };
    let left = weighed.len().saturating_sub(max);
    let told = weighed.into_iter().take(max).map(|(weight, why)| format!("{} {why}", points(Millionths(weight))));
    let more = (0 < left && much == Detail::Counted).then(|| format!("{left} more"));
    told.chain(more).collect()
}

/// Returns the fleet plan that such an order belongs to.
fn plan_of(option: &ScoredOption) -> Option<&'static str> {
    option.terms.iter().find_map(|term| if let TermKind::Plan(plan) = term.kind { Some(plan_word(plan)) } else { None })
}

fn plan_word(plan: Plan) -> &'static str {
    match plan {
        Plan::Best => "as a captain",
        Plan::Press => "to press",
        Plan::DrawOff => "to draw off",
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
        TermKind::Laying => "doctrine's target",
        TermKind::Unengaged => "an enemy under no fire rolls 1.5 times the dice",
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
