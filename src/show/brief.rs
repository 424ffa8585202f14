//! What happened, in as few lines as possible: one for a salvo, a volley or a hit. `why` shows the sums.
use super::{
    WIDTH, agrees, count, damage,
    event::unfolded_event,
    fire, joined,
    lines::{page, unfolded},
    list, signals, struck, together,
};
use naval::model::{Declaration, Plot, Purpose, Salvo, TorpedoAttack, TorpedoManner, Volley};
use naval::rules::{gunnery, signals::TOGETHER};
use naval::{Fact, Id, Inches, Naval, NavalEvent, State};
use play::{Game, Roll};
use std::{
    fmt::{self, Display},
    mem,
};

/// Returns the lines of the events of one command that are `told`, each in the state its predecessors left.
/// `number` is the entry's number, printed before each ruling with dice.
pub fn lines(
    before: &State,
    events: &[NavalEvent],
    number: usize,
    told: impl Fn(usize, &NavalEvent) -> bool,
) -> Vec<Line> {
    Page::of(before, events, attacks(events), told).folded(|| number)
}

/// Returns the same as text, without the first `already` events.
pub fn brief(before: &State, events: &[NavalEvent], number: usize, already: usize) -> Vec<String> {
    lines(before, events, number, |at, _| already <= at).iter().map(Line::to_string).collect()
}

/// Returns the lines of a short log, one sentence each. Its headings name segments; `status` and `map` show positions.
pub fn in_short(before: &State, events: &[NavalEvent], number: usize) -> Vec<String> {
    Page::of(before, events, attacks(events), |_, one| stands_in_short(one)).lines(|| number)
}

/// Whether a short log includes the event.
pub(super) fn stands_in_short(event: &NavalEvent) -> bool {
    !matches!(event.fact, Fact::Moved(_) | Fact::SegmentBegan { .. })
}

/// Whether a ship moves again in the same quick start, which shows only its last position. [5.14]
fn moves_on(events: &[&NavalEvent], at: usize) -> bool {
    let Fact::Moved(run) = &events[at].fact else { return false };
    let run_on = events.iter().any(|one| matches!(one.fact, Fact::QuickStarted { .. }));
    run_on && events[at + 1..].iter().any(|one| matches!(&one.fact, Fact::Moved(next) if next.ship == run.ship))
}

/// Returns the lines of a command that still asks for dice. Fire will follow, so closing declarations need no line.
pub fn brief_so_far(before: &State, events: &[NavalEvent], number: usize, already: usize) -> String {
    text(&Page::of(before, events, true, |at, _| already <= at).folded(|| number))
}

/// Returns the outcomes of dice in one command's events, each with its subject: `Izumo>Rossia` and `1 pen`.
pub fn outcomes(before: &State, events: &[NavalEvent]) -> Vec<(String, String)> {
    let page = Page::of(before, events, attacks(events), |_, event| declaration(&event.fact).is_none());
    let told = page.0.into_iter().map(|line| (line.who, line.done.trim_start_matches([' ', ':']).to_owned()));
    told.filter(|(who, done)| !who.is_empty() && !done.is_empty()).collect()
}

pub(super) fn attacks<'e>(events: impl IntoIterator<Item = &'e NavalEvent>) -> bool {
    events.into_iter().any(|one| is_attack(&one.fact))
}

/// The lines of one command.
#[derive(Default)]
pub(super) struct Page(pub Vec<Line>);

/// A line in parts: an amendment may change one part alone, and several declarations may share one.
#[derive(Default)]
pub struct Line {
    /// The entry's number, printed before rulings with dice and declarations.
    number: Option<usize>,
    /// For a ruling with dice, the subject, such as firer and target.
    who: String,
    /// Dice and the number needed, or the range. In other lines, all text.
    how: String,
    /// Whether `how` is a sentence, so that it may be folded again.
    is_sentence: bool,
    /// For a declaration, the conditions of the line of fire.
    fire: String,
    /// The outcome. For a declaration, ships that came in sight.
    done: String,
    /// Consecutive ships that come in sight or go out of it, as one sentence.
    sight: Option<Sight>,
    /// Declarations near the end of a range band, each with the number beyond it. [6.5.1]
    near: Vec<String>,
}

impl Line {
    /// Returns a line of plain text.
    pub fn words(how: impl Into<String>) -> Line {
        Line { how: how.into(), ..Line::default() }
    }

    /// Warns of declarations near the end of a range band, with the number needed beyond it. [6.5.1]
    pub fn near_edges(after: &State, events: &[NavalEvent]) -> Option<Line> {
        let near = events.iter().filter_map(|event| declaration(&event.fact)).filter_map(|one| {
            let (there, now, then) = gunnery::near_edge(after, one)?;
            Some(format!("{} {now}, but {then} at {there}\"", after.name(&one.firer)))
        });
        Some(Line { near: near.collect(), ..Line::default() }).filter(|line| !line.near.is_empty())
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "#{number} ")?;
        }
        write!(f, "{}{}{}{}", self.who, self.how, self.fire, self.done)?;
        if self.near.is_empty() { Ok(()) } else { write!(f, "  Measure again? To hit: {}.", joined(&self.near, "; ")) }
    }
}

/// Returns lines as printed.
pub fn text(lines: &[Line]) -> String {
    joined(lines, "\n")
}

/// Ships sighted or lost from sight under one paragraph.
struct Sight {
    names: Vec<String>,
    lost: bool,
    rule: String,
}

impl Sight {
    fn of(state: &State, event: &NavalEvent) -> Option<Sight> {
        let (ship, lost) = match &event.fact {
            Fact::Sighted { ship } => (ship, false),
            Fact::LostFromSight { ship } => (ship, true),
            _ => return None,
        };
        Some(Sight { names: vec![state.name(ship).to_owned()], lost, rule: event.rule.to_string() })
    }

    /// `Lion and Princess Royal are sighted. [4.3]`
    fn says(&self) -> String {
        let verb = if self.names.len() == 1 { "is" } else { "are" };
        let what = if self.lost { "lost from sight" } else { "sighted" };
        unfolded(&format!("{} {verb} {what}. [{}]", list(self.names.iter()), self.rule), 0)
    }
}

impl Page {
    fn of(before: &State, events: &[NavalEvent], fires: bool, told: impl Fn(usize, &NavalEvent) -> bool) -> Page {
        let (mut state, mut page) = (before.clone(), Page::default());
        let all: Vec<&NavalEvent> = events.iter().collect();
        for (at, one) in events.iter().enumerate() {
            if told(at, one) {
                page.add(&state, &all, at, fires);
            }
            Naval::apply(&mut state, &one.fact);
        }
        page
    }

    /// Adds the line of one event, given the state that earlier events left.
    pub fn add(&mut self, state: &State, events: &[&NavalEvent], at: usize, fires: bool) {
        if moves_on(events, at) {
            return;
        }
        match ruled(state, events, at, fires) {
            Says::Ruling(line) => self.0.push(line),
            Says::More(says) => match self.0.last_mut() {
                Some(last) => last.done.push_str(&format!("; {says}")),
                None => self.0.push(Line::words(says)),
            },
            Says::Sight(more) => match self.0.last_mut().and_then(|last| last.sight.as_mut()) {
                Some(last) if last.lost == more.lost && last.rule == more.rule => last.names.extend(more.names),
                _ => self.0.push(Line { sight: Some(more), ..Line::default() }),
            },
            Says::Nothing => {}
            Says::Whole => {
                let how = unfolded_event(state, events[at]);
                self.0.extend((!how.is_empty()).then(|| Line { is_sentence: true, ..Line::words(how) }));
            }
        }
    }

    /// Returns lines as printed, with sentences folded. `number` is called only if a ruling with dice needs it.
    pub fn folded(self, number: impl FnOnce() -> usize) -> Vec<Line> {
        self.numbered(number, |sentence| page(&sentence, 0).join("\n"))
    }

    /// Returns the same with each sentence on one line.
    pub fn lines(self, number: impl FnOnce() -> usize) -> Vec<String> {
        self.numbered(number, |sentence| sentence).iter().map(Line::to_string).collect()
    }

    fn numbered(mut self, number: impl FnOnce() -> usize, fold: fn(String) -> String) -> Vec<Line> {
        let number = if self.0.iter().any(|line| !line.who.is_empty()) { Some(number()) } else { None };
        for line in &mut self.0 {
            line.number = number.filter(|_| !line.who.is_empty());
            if let Some(sight) = &line.sight {
                (line.how, line.is_sentence) = (sight.says(), true);
            }
            if line.is_sentence {
                line.how = fold(mem::take(&mut line.how));
            }
        }
        self.0
    }
}

/// How an event is shown.
enum Says {
    /// On a separate line, with the entry's number.
    Ruling(Line),
    /// At the end of the line before.
    More(String),
    /// In one sentence with the ships sighted or lost just before.
    Sight(Sight),
    /// Not at all: other lines cover it.
    Nothing,
    /// In full, with its sum.
    Whole,
}

fn ruled(state: &State, events: &[&NavalEvent], at: usize, fires: bool) -> Says {
    let event = events[at];
    let attacked = || attacks(events[..at].iter().copied());
    let declared = || events[at..].iter().find_map(|one| declaration(&one.fact));
    if let Fact::SalvoFired(salvo) = &event.fact {
        return Says::Ruling(of_salvo(state, event, salvo));
    }
    if let Fact::BatteriesFired(volley) = &event.fact {
        return Says::Ruling(of_volley(state, event, volley));
    }
    if let Fact::TorpedoesAttacked(attack) = &event.fact {
        return Says::Ruling(of_torpedoes(state, event, attack));
    }
    if let Fact::FireDeclared(declaration) = &event.fact {
        let with_her = |one: &&NavalEvent| declaration_with(&one.fact, declaration);
        if events[..at].iter().any(with_her) {
            return Says::Nothing;
        }
        let both = events[at + 1..].iter().any(with_her);
        return Says::Ruling(of_declaration(state, &events[..at], declaration, both));
    }
    if let Fact::HitRolled { target, table, code } = &event.fact {
        let (who, how, done) = damage::rolled_in_brief(state, event, target, table, code);
        return Says::Ruling(Line { who, how, done, ..Line::default() });
    }
    if let Fact::HitTaken { ship, id, harm } = &event.fact {
        return Says::More(damage::taken_in_brief(state, event, ship, id, harm));
    }
    if let Fact::RepairRolled { ship, item, needed, result } = &event.fact {
        let (what, _) = struck(state, ship, item);
        let (name, number, done) = (state.name(ship), needed.result, damage::repair_word(*result));
        let how = format!(" {}", rolled(number, &event.dice));
        return Says::Ruling(Line {
            who: format!("{name} {item}{what}"),
            how,
            done: format!("  {done}"),
            ..Line::default()
        });
    }
    if let Fact::OrdersChecked { unit, with, needed, received } = &event.fact {
        let (who, done) = (together(state, unit, with), signals::received_word(*received));
        let how = format!(" {}", rolled(needed.result, &event.dice));
        return Says::Ruling(Line {
            who: format!("orders of {who}"),
            how,
            done: format!("  {done}"),
            ..Line::default()
        });
    }
    if let Fact::SpeedChanged { ship, speed } = &event.fact {
        return of_speed(state, events, at, ship, *speed);
    }
    if let Fact::DeclaredOutOfTurn { due, .. } = &event.fact {
        return Says::Ruling(Line::words(format!("{} was due to declare. [{}]", state.name(due), event.rule)));
    }
    // The effect in the hit's row does not take place.
    if let Fact::NoEffect { ship } = &event.fact
        && state.ship(ship).is_some_and(|ship| !ship.in_action())
    {
        return Says::More("no effect: she is lost already".to_owned());
    }
    let told_already = match &event.fact {
        Fact::SteeredByHand { said: false, .. } => true,
        Fact::CourseKept { division, .. } => !state.is_tracked(division),
        Fact::ChangedByHand { division, .. } => plotted(events, division).is_some(),
        Fact::HitsMarked(_) | Fact::BatteriesCounted(_) => attacked(),
        Fact::DeclarationsClosed { .. } => fires,
        Fact::Measured { from, to, range, replaces: None, .. } => {
            declared().is_some_and(|one| one.firer == *from && one.target == *to && one.range == *range)
        }
        Fact::Sighted { ship } => declared().is_some_and(|one| one.firer == *ship || one.target == *ship),
        Fact::NoEffect { .. } | Fact::HeldHitsResolved { .. } => true,
        Fact::SegmentBegan { .. } => events[at + 1..].iter().any(|one| matches!(one.fact, Fact::SegmentBegan { .. })),
        _ => false,
    };
    if told_already { Says::Nothing } else { Sight::of(state, event).map_or(Says::Whole, Says::Sight) }
}

/// Whether an unplotted division's line already gives its speed.
fn goes_on_unplotted(events: &[&NavalEvent], id: &Id) -> bool {
    events.iter().any(|event| matches!(&event.fact, Fact::GoesOnUnplotted { division, .. } if division == id))
}

/// Returns the plot that the command filed for a division.
fn plotted<'e>(events: &[&'e NavalEvent], division: &Id) -> Option<&'e Plot> {
    events.iter().find_map(|event| match &event.fact {
        Fact::PlotFiled { division: other, plot, .. } if other == division => Some(plot),
        _ => None,
    })
}

/// Shows ships of a division that change to the same speed in one line. Shows nothing if the division's
/// plot, or the line of an unplotted division, already gives the speed.
fn of_speed(state: &State, events: &[&NavalEvent], at: usize, ship: &Id, speed: Inches) -> Says {
    let division = |ship: &Id| state.ship(ship).map(|ship| &ship.division);
    let Some(of) = division(ship) else { return Says::Whole };
    if events[at].rule == TOGETHER && goes_on_unplotted(&events[at..], of) {
        return Says::Nothing;
    }
    let holds = state.ship(ship).is_some_and(|ship| ship.speed == speed);
    if plotted(events, of).is_some_and(|plot| plot.own_speed() == Some(speed) || (holds && plot.own_speed().is_none()))
    {
        return Says::Nothing;
    }
    let alike = |event: &&&NavalEvent| match &event.fact {
        Fact::SpeedChanged { ship, speed: other } => *other == speed && division(ship) == Some(of),
        _ => false,
    };
    let ships = events.iter().filter(alike).count();
    let whole = state.ships_of_division(of).filter(|ship| ship.in_action()).count();
    match events[..at].iter().any(|event| alike(&event)) {
        _ if ships < whole || whole < 2 => Says::Whole,
        true => Says::Nothing,
        false => {
            let makes = agrees(state, of, "makes", "make");
            Says::Ruling(Line::words(format!("{} {makes} {speed}\". [{}]", state.name(of), events[at].rule)))
        }
    }
}

fn is_attack(fact: &Fact) -> bool {
    matches!(fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_) | Fact::TorpedoesAttacked(_))
}

fn declaration(fact: &Fact) -> Option<&Declaration> {
    if let Fact::FireDeclared(declaration) = fact { Some(declaration) } else { None }
}

/// `Izumo>Rossia 8.5"  3 9 | 5 | 5  1 pen`
fn of_salvo(state: &State, event: &NavalEvent, salvo: &Salvo) -> Line {
    let hits = [(salvo.penetrating, "pen"), (salvo.non_penetrating, "non-pen")];
    let done = hits.into_iter().filter(|(hits, _)| 0 < *hits).map(|(hits, kind)| format!("{hits} {kind}"));
    let (firer, target) = (state.name(&salvo.firer), state.name(&salvo.target));
    let how = format!(" {}\"  {}", salvo.range, stages(&event.dice));
    let done = or_failed(joined(done, ", "), salvo.on, salvo.strikes);
    Line { who: format!("{firer}>{target}"), how, done, ..Line::default() }
}

/// `Asahi, Fuji>Novik medium 4.0"  2 sure, 3 of 7  3 hits`
fn of_volley(state: &State, event: &NavalEvent, volley: &Volley) -> Line {
    let sure = (0 < volley.automatic).then(|| format!("{} sure", volley.automatic));
    let diced = (0 < volley.needed).then(|| rolled(volley.needed.into(), &event.dice));
    let chances = joined([sure, diced].into_iter().flatten(), ", ");
    let chances = if chances.is_empty() { "no chance".to_owned() } else { chances };
    let hits = if volley.hits == 0 { String::new() } else { count(volley.hits, "hit") };
    let (who, target) = (joined(fire::firers(state, volley), ", "), state.name(&volley.target));
    let guns = list(fire::kinds(volley));
    let how = format!(" {}  {chances}", fire::ranges(state, volley));
    Line { who: format!("{who}>{target} {guns}"), how, done: or_none(hits), ..Line::default() }
}

/// `torpedoes Q>Lion  3 9 | 5 | 5  1 hit`
fn of_torpedoes(state: &State, event: &NavalEvent, attack: &TorpedoAttack) -> Line {
    let by = match (&attack.marker, attack.manner) {
        (Some(marker), _) => format!("torpedoes {}", fire::marker_of(state, marker)),
        (None, TorpedoManner::CoupDeGrace) => format!("{} coup de grâce", state.name(&attack.by)),
        (None, _) => format!("{} torpedo", state.name(&attack.by)),
    };
    let hits = if attack.hits == 0 { String::new() } else { count(attack.hits, "hit") };
    let (who, how) = (format!("{by}>{}", state.name(&attack.target)), format!("  {}", stages(&event.dice)));
    Line { who, how, done: or_failed(hits, attack.on, attack.strikes), ..Line::default() }
}

/// Whether a declaration belongs to the same ship's medium and light guns at the same target: they share a line.
fn declaration_with(fact: &Fact, one: &Declaration) -> bool {
    declaration(fact).is_some_and(|other| fire::told_together(one, other))
}

/// `Izumo>Rossia 8.5", broadside; both sighted`. With `both`, it covers medium and light guns.
fn of_declaration(state: &State, earlier: &[&NavalEvent], one: &Declaration, both: bool) -> Line {
    let sighted = |id| earlier.iter().any(|event| matches!(&event.fact, Fact::Sighted { ship } if ship == id));
    let (firer, target) = (state.name(&one.firer), state.name(&one.target));
    let done = match (sighted(&one.firer), sighted(&one.target)) {
        (true, true) => "; both sighted".to_owned(),
        (true, false) => format!("; {firer} sighted"),
        (false, true) => format!("; {target} sighted"),
        (false, false) => String::new(),
    };
    let guns = if both { " medium, light".to_owned() } else { fire::guns_in_brief(one) };
    let (how, fire) = (format!("{guns} {}\"", one.range), fire::seen(state, one));
    Line { who: format!("{firer}>{target}"), how, fire, done, ..Line::default() }
}

/// Returns the dice of each of the three rolls, omitting rolls that were not made: `3 9 | 5 | 5`.
fn stages(dice: &[Roll<Purpose>]) -> String {
    let of = |stage: fn(&Purpose) -> bool| fallen(dice.iter().filter(|roll| stage(&roll.purpose)));
    joined(fire::STAGES.map(of).into_iter().filter(|faces| !faces.is_empty()), " | ")
}

/// Returns dice without their source (typed or rolled).
fn fallen<'a>(dice: impl IntoIterator<Item = &'a Roll<Purpose>>) -> String {
    joined(dice.into_iter().map(|roll| roll.face), " ")
}

/// Returns the number needed and the dice: `7 or less: 3`.
fn rolled(needed: i32, dice: &[Roll<Purpose>]) -> String {
    format!("{needed} or less: {}", fallen(dice))
}

fn or_none(hits: String) -> String {
    if hits.is_empty() { "  no hit".to_owned() } else { format!("  {hits}") }
}

/// Returns the hits, or which of the three rolls stopped the shot. [6.5.1]
fn or_failed(hits: String, on: u16, strikes: u16) -> String {
    match (on, strikes) {
        (0, _) => or_none(hits),
        _ if !hits.is_empty() => or_none(hits),
        (_, 0) => "  size failed".to_owned(),
        (_, _) => "  stopped by armour".to_owned(),
    }
}

/// Joins the answers of one line of orders. Short shots share a line, and conditions common to all are
/// printed once. [3.3.5]
pub fn in_few(mut lines: Vec<Line>) -> String {
    const APART: &str = "  ";
    let near: Vec<String> = lines.iter_mut().flat_map(|line| mem::take(&mut line.near)).collect();
    let (mut shots, besides): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|line| line.number.is_some());
    let fire = shots.first().map(|one| one.fire.clone()).unwrap_or_default();
    if 2 < shots.len() && !fire.is_empty() && shots.iter().all(|one| one.fire == fire) {
        shots.iter_mut().for_each(|one| one.fire.clear());
        shots.last_mut().into_iter().for_each(|last| last.done += &format!(", all {}", fire.trim_start_matches(", ")));
    }
    let mut text: Vec<String> = Vec::new();
    for shot in shots.iter().map(Line::to_string) {
        match text.last_mut() {
            Some(last) if last.chars().count() + APART.len() + shot.chars().count() <= WIDTH => {
                last.push_str(&format!("{APART}{shot}"));
            }
            _ => text.push(shot),
        }
    }
    let near = Line { near, ..Line::default() };
    let besides = besides.iter().chain([&near]).map(Line::to_string).filter(|says| !says.is_empty());
    text.extend(play::each_once(besides));
    text.join("\n")
}
