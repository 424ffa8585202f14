//! What happened, in as few lines as possible: one for a salvo, a volley or a hit. `why` shows the sums.
use super::{
    WIDTH, count, damage,
    event::unfolded_event,
    fire, joined, joint_names,
    lines::{page, unfolded},
    list, named_hit,
    page::{Sentence, Weight, weight_of},
    signals, verb_for,
};
use naval::model::{Declaration, Plot, Purpose, Salvo, TorpedoAttack, TorpedoAttackKind, Volley};
use naval::rules::{gunnery, signals::SPEED_MEMBERSHIP};
use naval::{Fact, Id, Inches, Naval, NavalEvent, State};
use play::{Game, Roll};
use std::{
    fmt::{self, Display},
    mem,
};

/// Returns the lines of the events of one command that `is_shown` accepts, each in the state its predecessors left.
/// `number` is the entry's number, printed before each ruling with dice.
pub fn event_lines(
    before: &State,
    events: &[NavalEvent],
    number: usize,
    is_shown: impl Fn(usize, &NavalEvent) -> bool,
) -> Vec<BriefLine> {
    BriefPage::new(before, events, has_attack(events), is_shown).folded(|| number)
}

/// Returns the lines of one command's events as text, without the first `already` events.
pub fn brief_lines(before: &State, events: &[NavalEvent], number: usize, already: usize) -> Vec<String> {
    event_lines(before, events, number, |at, _| already <= at).iter().map(BriefLine::to_string).collect()
}

/// Returns the lines of a short log, one sentence each. It omits segments, which its headings name, and moves.
pub fn short_log_lines(before: &State, events: &[NavalEvent], number: usize) -> Vec<String> {
    BriefPage::new(before, events, has_attack(events), |_, event| is_in_short_log(event)).lines(|| number)
}

/// Returns everything that a page tells of one command, except segments and moves, which the page shows otherwise.
pub fn page_sentences(before: &State, events: &[NavalEvent]) -> Vec<Sentence> {
    BriefPage::new(before, events, has_attack(events), |_, event| is_in_short_log(event)).sentences()
}

/// Whether a short log includes the event.
pub(super) fn is_in_short_log(event: &NavalEvent) -> bool {
    !matches!(event.fact, Fact::Moved(_) | Fact::SegmentBegan { .. })
}

/// Whether a ship moves again in the same quick start, which shows only its last position. [5.14]
fn moves_again(events: &[&NavalEvent], index: usize) -> bool {
    let Fact::Moved(run) = &events[index].fact else { return false };
    let run_on = events.iter().any(|event| matches!(event.fact, Fact::QuickStarted { .. }));
    run_on && events[index + 1..].iter().any(|event| matches!(&event.fact, Fact::Moved(next) if next.ship == run.ship))
}

/// Returns the lines of a command that still asks for dice. Fire will follow, so closing declarations need no line.
pub fn partial_text(before: &State, events: &[NavalEvent], number: usize, already: usize) -> String {
    lines_text(&BriefPage::new(before, events, true, |at, _| already <= at).folded(|| number))
}

/// Returns the outcomes of dice in one command's events, each with its subject: `Izumo>Rossia` and `1 pen`.
pub fn dice_outcomes(before: &State, events: &[NavalEvent]) -> Vec<(String, String)> {
    let page = BriefPage::new(before, events, has_attack(events), |_, event| as_declaration(&event.fact).is_none());
    let outcomes =
        page.0.into_iter().map(|line| (line.subject, line.outcome.trim_start_matches([' ', ':']).to_owned()));
    outcomes.filter(|(subject, outcome)| !subject.is_empty() && !outcome.is_empty()).collect()
}

pub(super) fn has_attack<'e>(events: impl IntoIterator<Item = &'e NavalEvent>) -> bool {
    events.into_iter().any(|event| is_attack(&event.fact))
}

/// The lines of one command.
#[derive(Default)]
pub(super) struct BriefPage(pub Vec<BriefLine>);

/// A line in parts: an amendment may change one part alone, and several declarations may share one.
#[derive(Default)]
pub struct BriefLine {
    /// The entry's number, printed before rulings with dice and declarations.
    number: Option<usize>,
    /// For a ruling with dice, the subject, such as firer and target.
    subject: String,
    /// Dice and the number needed, or the range. In other lines, all text.
    detail: String,
    /// Whether `detail` is a sentence, so that it may be folded again.
    is_sentence: bool,
    /// For a declaration, the conditions of the line of fire.
    fire: String,
    /// The outcome. For a declaration, ships that came in sight.
    outcome: String,
    /// Consecutive ships that come in sight or go out of it, as one sentence.
    sight: Option<SightChange>,
    /// Declarations near the end of a range band, each with the number beyond it. [6.5.1]
    near: Vec<String>,
    weight: Weight,
    /// Whether it tells of a ship that is lost.
    is_loss: bool,
}

impl BriefLine {
    pub fn from_text(text: impl Into<String>) -> BriefLine {
        BriefLine { detail: text.into(), ..BriefLine::default() }
    }

    pub(super) fn weighted(self, weight: Weight) -> BriefLine {
        BriefLine { weight, ..self }
    }

    fn sentence(&self) -> Sentence {
        Sentence { text: self.to_string(), weight: self.weight, is_loss: self.is_loss }
    }

    /// Warns of declarations near the end of a range band, with the number needed beyond it. [6.5.1]
    pub fn edge_warning(after: &State, events: &[NavalEvent]) -> Option<BriefLine> {
        let near = events.iter().filter_map(|event| as_declaration(&event.fact)).filter_map(|declaration| {
            let (edge, now, beyond) = gunnery::band_edge_nearby(after, declaration)?;
            Some(format!("{} {now}, but {beyond} at {edge}\"", after.name(&declaration.firer)))
        });
        Some(BriefLine { near: near.collect(), ..BriefLine::default() }).filter(|line| !line.near.is_empty())
    }
}

impl Display for BriefLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "#{number} ")?;
        }
        write!(f, "{}{}{}{}", self.subject, self.detail, self.fire, self.outcome)?;
        if self.near.is_empty() { Ok(()) } else { write!(f, "  Measure again? To hit: {}.", joined(&self.near, "; ")) }
    }
}

pub fn lines_text(lines: &[BriefLine]) -> String {
    joined(lines, "\n")
}

/// Ships sighted or lost from sight under one paragraph.
struct SightChange {
    names: Vec<String>,
    lost: bool,
    rule: String,
}

impl SightChange {
    fn from_event(state: &State, event: &NavalEvent) -> Option<SightChange> {
        let (ship, lost) = match &event.fact {
            Fact::Sighted { ship } => (ship, false),
            Fact::LostFromSight { ship } => (ship, true),
            _ => return None,
        };
        Some(SightChange { names: vec![state.name(ship).to_owned()], lost, rule: event.rule.to_string() })
    }

    /// `Lion and Princess Royal are sighted. [4.3]`
    fn sentence(&self) -> String {
        let verb = if self.names.len() == 1 { "is" } else { "are" };
        let what = if self.lost { "lost from sight" } else { "sighted" };
        unfolded(&format!("{} {verb} {what}. [{}]", list(self.names.iter()), self.rule), 0)
    }
}

impl BriefPage {
    fn new(
        before: &State,
        events: &[NavalEvent],
        fires: bool,
        is_shown: impl Fn(usize, &NavalEvent) -> bool,
    ) -> BriefPage {
        let (mut state, mut page) = (before.clone(), BriefPage::default());
        let all: Vec<&NavalEvent> = events.iter().collect();
        for (index, event) in events.iter().enumerate() {
            if is_shown(index, event) {
                page.add(&state, &all, index, fires);
            }
            Naval::apply(&mut state, &event.fact);
        }
        page
    }

    /// Adds the line of one event, given the state that earlier events left.
    pub fn add(&mut self, state: &State, events: &[&NavalEvent], index: usize, fires: bool) {
        if moves_again(events, index) {
            return;
        }
        let lines_before = self.0.len();
        match placement(state, events, index, fires) {
            Placement::Ruling(line) => self.0.push(line),
            Placement::Append(text) => match self.0.last_mut() {
                Some(last) => last.outcome.push_str(&format!("; {text}")),
                None => self.0.push(BriefLine::from_text(text)),
            },
            Placement::Sight(more) => match self.0.last_mut().and_then(|last| last.sight.as_mut()) {
                Some(last) if last.lost == more.lost && last.rule == more.rule => last.names.extend(more.names),
                _ => self.0.push(BriefLine { sight: Some(more), ..BriefLine::default() }),
            },
            Placement::Nothing => return,
            Placement::Full => {
                let text = Some(unfolded_event(state, events[index])).filter(|text| !text.is_empty());
                self.0.extend(text.map(|text| BriefLine { is_sentence: true, ..BriefLine::from_text(text) }));
            }
        }
        let (fact, is_new) = (&events[index].fact, lines_before < self.0.len());
        let Some(last) = self.0.last_mut() else { return };
        last.weight = if is_new { weight_of(fact) } else { last.weight.max(weight_of(fact)) };
        last.is_loss |= matches!(fact, Fact::ShipLost { .. });
    }

    /// Returns lines as printed, with sentences folded. `number` is called only if a ruling with dice needs it.
    pub fn folded(self, number: impl FnOnce() -> usize) -> Vec<BriefLine> {
        self.numbered(number, |sentence| page(&sentence, 0).join("\n"))
    }

    /// Returns lines as printed, with each sentence on one line.
    pub fn lines(self, number: impl FnOnce() -> usize) -> Vec<String> {
        self.numbered(number, |sentence| sentence).iter().map(BriefLine::to_string).collect()
    }

    /// Returns the lines of a page's log, without numbers.
    pub fn sentences(self) -> Vec<Sentence> {
        let lines = self.numbered(|| 0, |sentence| sentence);
        lines.into_iter().map(|line| BriefLine { number: None, ..line }.sentence()).collect()
    }

    fn numbered(mut self, number: impl FnOnce() -> usize, fold: fn(String) -> String) -> Vec<BriefLine> {
        let number = if self.0.iter().any(|line| !line.subject.is_empty()) { Some(number()) } else { None };
        for line in &mut self.0 {
            line.number = number.filter(|_| !line.subject.is_empty());
            if let Some(sight) = &line.sight {
                (line.detail, line.is_sentence) = (sight.sentence(), true);
            }
            if line.is_sentence {
                line.detail = fold(mem::take(&mut line.detail));
            }
        }
        self.0
    }
}

/// How an event is shown.
enum Placement {
    /// On a separate line.
    Ruling(BriefLine),
    /// At the end of the line before.
    Append(String),
    /// In one sentence with the ships sighted or lost just before.
    Sight(SightChange),
    /// Not at all: other lines cover it.
    Nothing,
    /// In full, with its sum.
    Full,
}

/// Returns how the event at `index` is shown. `fires`: whether the command fires, or will.
fn placement(state: &State, events: &[&NavalEvent], index: usize, fires: bool) -> Placement {
    let event = events[index];
    let attacked = || has_attack(events[..index].iter().copied());
    let declared = || events[index..].iter().find_map(|event| as_declaration(&event.fact));
    if let Fact::SalvoFired(salvo) = &event.fact {
        return Placement::Ruling(salvo_line(state, event, salvo));
    }
    if let Fact::BatteriesFired(volley) = &event.fact {
        return Placement::Ruling(volley_line(state, event, volley));
    }
    if let Fact::TorpedoesAttacked(attack) = &event.fact {
        return Placement::Ruling(torpedo_line(state, event, attack));
    }
    if let Fact::FireDeclared(declaration) = &event.fact {
        let is_paired = |event: &&NavalEvent| is_paired_declaration(&event.fact, declaration);
        if events[..index].iter().any(is_paired) {
            return Placement::Nothing;
        }
        let both = events[index + 1..].iter().any(is_paired);
        return Placement::Ruling(declaration_line(state, &events[..index], declaration, both));
    }
    if let Fact::HitRolled { target, table, code } = &event.fact {
        let (subject, detail, outcome) = damage::brief_hit_roll(state, event, target, table, code);
        return Placement::Ruling(BriefLine { subject, detail, outcome, ..BriefLine::default() });
    }
    if let Fact::HitTaken { ship, id, harm } = &event.fact {
        return Placement::Append(damage::brief_hit(state, event, ship, id, harm));
    }
    if let Fact::RepairRolled { ship, item, needed, result } = &event.fact {
        let (hit_name, _) = named_hit(state, ship, item);
        let (name, number, result) = (state.name(ship), needed.result, damage::repair_word(*result));
        let detail = format!(" {}", needed_and_rolled(number, &event.dice));
        return Placement::Ruling(BriefLine {
            subject: format!("{name} {item}{hit_name}"),
            detail,
            outcome: format!("  {result}"),
            ..BriefLine::default()
        });
    }
    if let Fact::OrdersChecked { unit, with, needed, received } = &event.fact {
        let (units, received) = (joint_names(state, unit, with), signals::received_word(*received));
        let detail = format!(" {}", needed_and_rolled(needed.result, &event.dice));
        return Placement::Ruling(BriefLine {
            subject: format!("orders of {units}"),
            detail,
            outcome: format!("  {received}"),
            ..BriefLine::default()
        });
    }
    if let Fact::SpeedChanged { ship, speed } = &event.fact {
        return speed_placement(state, events, index, ship, *speed);
    }
    if let Fact::DeclaredOutOfTurn { due, .. } = &event.fact {
        return Placement::Ruling(BriefLine::from_text(format!(
            "{} was due to declare. [{}]",
            state.name(due),
            event.rule
        )));
    }
    // The effect in the hit's row does not take place.
    if let Fact::NoEffect { ship } = &event.fact
        && state.ship(ship).is_some_and(|ship| !ship.is_in_action())
    {
        return Placement::Append("no effect: the target is already lost".to_owned());
    }
    let is_covered = match &event.fact {
        Fact::SteeredByHand { said: false, .. } => true,
        Fact::CourseRecorded { division, .. } => !state.has_position(division),
        Fact::ChangedByHand { division, .. } => filed_plot(events, division).is_some(),
        Fact::HitsMarked(_) | Fact::BatteriesCounted(_) => attacked(),
        Fact::DeclarationsClosed { .. } => fires,
        Fact::Measured { from, to, range, replaces: None, .. } => declared().is_some_and(|declaration| {
            declaration.firer == *from && declaration.target == *to && declaration.range == *range
        }),
        Fact::Sighted { ship } => {
            declared().is_some_and(|declaration| declaration.firer == *ship || declaration.target == *ship)
        }
        Fact::NoEffect { .. } | Fact::HeldHitsResolved { .. } => true,
        Fact::SegmentBegan { .. } => {
            events[index + 1..].iter().any(|event| matches!(event.fact, Fact::SegmentBegan { .. }))
        }
        _ => false,
    };
    if is_covered {
        Placement::Nothing
    } else {
        SightChange::from_event(state, event).map_or(Placement::Full, Placement::Sight)
    }
}

/// Whether an unplotted division's line already gives its speed.
fn shows_unplotted_speed(events: &[&NavalEvent], id: &Id) -> bool {
    events.iter().any(|event| matches!(&event.fact, Fact::GoesOnUnplotted { division, .. } if division == id))
}

/// Returns the plot that the command filed for a division.
fn filed_plot<'e>(events: &[&'e NavalEvent], division: &Id) -> Option<&'e Plot> {
    events.iter().find_map(|event| match &event.fact {
        Fact::PlotFiled { division: other, plot, .. } if other == division => Some(plot),
        _ => None,
    })
}

/// Shows ships of a division that change to the same speed in one line. Shows nothing if the division's
/// plot, or the line of an unplotted division, already gives the speed.
fn speed_placement(state: &State, events: &[&NavalEvent], index: usize, ship: &Id, speed: Inches) -> Placement {
    let division = |ship: &Id| state.ship(ship).map(|ship| &ship.division);
    let Some(division_id) = division(ship) else { return Placement::Full };
    if events[index].rule == SPEED_MEMBERSHIP && shows_unplotted_speed(&events[index..], division_id) {
        return Placement::Nothing;
    }
    let holds = state.ship(ship).is_some_and(|ship| ship.speed == speed);
    if filed_plot(events, division_id)
        .is_some_and(|plot| plot.own_speed() == Some(speed) || (holds && plot.own_speed().is_none()))
    {
        return Placement::Nothing;
    }
    let same_speed = |event: &&&NavalEvent| match &event.fact {
        Fact::SpeedChanged { ship, speed: other } => *other == speed && division(ship) == Some(division_id),
        _ => false,
    };
    let ships = events.iter().filter(same_speed).count();
    let in_division = state.ships_of_division(division_id).filter(|ship| ship.is_in_action()).count();
    match events[..index].iter().any(|event| same_speed(&event)) {
        _ if ships < in_division || in_division < 2 => Placement::Full,
        true => Placement::Nothing,
        false => {
            let makes = verb_for(state, division_id, "makes", "make");
            Placement::Ruling(BriefLine::from_text(format!(
                "{} {makes} {speed}\". [{}]",
                state.name(division_id),
                events[index].rule
            )))
        }
    }
}

fn is_attack(fact: &Fact) -> bool {
    matches!(fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_) | Fact::TorpedoesAttacked(_))
}

fn as_declaration(fact: &Fact) -> Option<&Declaration> {
    if let Fact::FireDeclared(declaration) = fact { Some(declaration) } else { None }
}

/// `Izumo>Rossia 8.5"  3 9 | 5 | 5  1 pen`
fn salvo_line(state: &State, event: &NavalEvent, salvo: &Salvo) -> BriefLine {
    let hits = [(salvo.penetrating, "pen"), (salvo.non_penetrating, "non-pen")];
    let hits = hits.into_iter().filter(|(hits, _)| 0 < *hits).map(|(hits, kind)| format!("{hits} {kind}"));
    let (firer, target) = (state.name(&salvo.firer), state.name(&salvo.target));
    let detail = format!(" {}\"  {}", salvo.range, stage_faces(&event.dice));
    let outcome = hits_or_failure(joined(hits, ", "), salvo.on_successes, salvo.strikes);
    BriefLine { subject: format!("{firer}>{target}"), detail, outcome, ..BriefLine::default() }
}

/// `Asahi, Fuji>Novik medium 4.0"  2 sure, 3 of 7  3 hits`
fn volley_line(state: &State, event: &NavalEvent, volley: &Volley) -> BriefLine {
    let sure = (0 < volley.automatic).then(|| format!("{} sure", volley.automatic));
    let diced = (0 < volley.needed).then(|| needed_and_rolled(volley.needed.into(), &event.dice));
    let chances = joined([sure, diced].into_iter().flatten(), ", ");
    let chances = if chances.is_empty() { "cannot hit".to_owned() } else { chances };
    let hits = if volley.hits == 0 { String::new() } else { count(volley.hits, "hit") };
    let (firers, target) = (joined(fire::firers(state, volley), ", "), state.name(&volley.target));
    let guns = list(fire::battery_kinds(volley));
    let detail = format!(" {}  {chances}", fire::range_text(state, volley));
    BriefLine {
        subject: format!("{firers}>{target} {guns}"),
        detail,
        outcome: hits_or_none(hits),
        ..BriefLine::default()
    }
}

/// `torpedoes Q>Lion  3 9 | 5 | 5  1 hit`
fn torpedo_line(state: &State, event: &NavalEvent, attack: &TorpedoAttack) -> BriefLine {
    let attacker = match (&attack.marker, attack.manner) {
        (Some(marker), _) => format!("torpedoes {}", fire::unambiguous_marker(state, marker)),
        (None, TorpedoAttackKind::CoupDeGrace) => format!("{} coup de grâce", state.name(&attack.by)),
        (None, _) => format!("{} torpedo", state.name(&attack.by)),
    };
    let hits = if attack.hits == 0 { String::new() } else { count(attack.hits, "hit") };
    let subject = format!("{attacker}>{}", state.name(&attack.target));
    BriefLine {
        subject,
        detail: format!("  {}", stage_faces(&event.dice)),
        outcome: hits_or_failure(hits, attack.on_successes, attack.strikes),
        ..BriefLine::default()
    }
}

/// Whether a declaration belongs to the same ship's medium and light guns at the same target: they share a line.
fn is_paired_declaration(fact: &Fact, declaration: &Declaration) -> bool {
    as_declaration(fact).is_some_and(|other| fire::share_a_line(declaration, other))
}

/// `Izumo>Rossia 8.5", broadside; both sighted`. With `both`, it covers medium and light guns.
fn declaration_line(state: &State, earlier: &[&NavalEvent], declaration: &Declaration, both: bool) -> BriefLine {
    let was_sighted = |id| earlier.iter().any(|event| matches!(&event.fact, Fact::Sighted { ship } if ship == id));
    let (firer, target) = (state.name(&declaration.firer), state.name(&declaration.target));
    let outcome = match (was_sighted(&declaration.firer), was_sighted(&declaration.target)) {
        (true, true) => "; both sighted".to_owned(),
        (true, false) => format!("; {firer} sighted"),
        (false, true) => format!("; {target} sighted"),
        (false, false) => String::new(),
    };
    let guns = if both { " medium, light".to_owned() } else { fire::brief_guns(declaration) };
    let (detail, fire) = (format!("{guns} {}\"", declaration.range), fire::fire_conditions(state, declaration));
    BriefLine { subject: format!("{firer}>{target}"), detail, fire, outcome, ..BriefLine::default() }
}

/// Returns the dice of each of the three rolls, omitting rolls that were not made: `3 9 | 5 | 5`.
fn stage_faces(dice: &[Roll<Purpose>]) -> String {
    let faces_of = |stage: fn(&Purpose) -> bool| faces_only(dice.iter().filter(|roll| stage(&roll.purpose)));
    joined(fire::STAGE_TESTS.map(faces_of).into_iter().filter(|faces| !faces.is_empty()), " | ")
}

/// Returns dice without their source (typed or rolled).
fn faces_only<'a>(dice: impl IntoIterator<Item = &'a Roll<Purpose>>) -> String {
    joined(dice.into_iter().map(|roll| roll.face), " ")
}

/// Returns the number needed and the dice: `7 or less: 3`.
fn needed_and_rolled(needed: i32, dice: &[Roll<Purpose>]) -> String {
    format!("{needed} or less: {}", faces_only(dice))
}

fn hits_or_none(hits: String) -> String {
    if hits.is_empty() { "  no hit".to_owned() } else { format!("  {hits}") }
}

/// Returns the hits, or which of the three rolls stopped the shot. [6.5.1]
fn hits_or_failure(hits: String, on_successes: u16, strikes: u16) -> String {
    match (on_successes, strikes) {
        (0, _) => hits_or_none(hits),
        _ if !hits.is_empty() => hits_or_none(hits),
        (_, 0) => "  size failed".to_owned(),
        (_, _) => "  stopped by armour".to_owned(),
    }
}

/// Joins answers of one line of orders. Short shots share a line, conditions common to all are printed once. [3.3.5]
pub fn joined_answers(mut lines: Vec<BriefLine>) -> String {
    const GAP: &str = "  ";
    let near: Vec<String> = lines.iter_mut().flat_map(|line| mem::take(&mut line.near)).collect();
    let (mut shots, others): (Vec<BriefLine>, Vec<BriefLine>) =
        lines.into_iter().partition(|line| line.number.is_some());
    let fire = shots.first().map(|shot| shot.fire.clone()).unwrap_or_default();
    if 2 < shots.len() && !fire.is_empty() && shots.iter().all(|shot| shot.fire == fire) {
        shots.iter_mut().for_each(|shot| shot.fire.clear());
        shots
            .last_mut()
            .into_iter()
            .for_each(|last| last.outcome += &format!(", all {}", fire.trim_start_matches(", ")));
    }
    let mut text: Vec<String> = Vec::new();
    for shot in shots.iter().map(BriefLine::to_string) {
        match text.last_mut() {
            Some(last) if last.chars().count() + GAP.len() + shot.chars().count() <= WIDTH => {
                last.push_str(&format!("{GAP}{shot}"));
            }
            _ => text.push(shot),
        }
    }
    let near = BriefLine { near, ..BriefLine::default() };
    let remaining = others.iter().chain([&near]).map(BriefLine::to_string).filter(|line| !line.is_empty());
    text.extend(play::distinct(remaining));
    text.join("\n")
}
