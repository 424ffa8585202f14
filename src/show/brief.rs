//! What happened, in as few lines as tell it: a salvo, a volley, a hit in a line each. The sums stand under `why`.
use super::{count, damage, event, fire, joined, list, signals, struck, together};
use naval::{Declaration, Fact, Naval, NavalEvent, Purpose, Salvo, State, TorpedoAttack, TorpedoManner, Volley};
use play::{Game, Roll};

/// Events of one command, each in the state that the ones before it left, after the first `already` of them; `number` is
/// that of the entry, at the head of each ruling by dice.
pub fn brief(before: &State, events: &[NavalEvent], number: usize, already: usize) -> Vec<String> {
    let fires = events.iter().any(|one| is_attack(&one.fact));
    lines(before, events, (number, already), fires)
}

/// The same of a command that goes on to ask for dice: declarations that it closes are closed by the fire to come.
pub fn brief_so_far(before: &State, events: &[NavalEvent], number: usize, already: usize) -> Vec<String> {
    lines(before, events, (number, already), true)
}

fn lines(before: &State, events: &[NavalEvent], (number, already): (usize, usize), fires: bool) -> Vec<String> {
    let mut state = before.clone();
    let mut text: Vec<String> = Vec::new();
    for (at, one) in events.iter().enumerate() {
        let says = if at < already { Says::Nothing } else { ruled(&state, events, at, fires) };
        match says {
            Says::Ruling(says) => text.push(format!("#{number} {says}")),
            Says::More(says) => match text.last_mut() {
                Some(last) => last.push_str(&format!("; {says}")),
                None => text.push(says),
            },
            Says::Nothing => {}
            Says::Whole => text.push(event(&state, one)),
        }
        Naval::apply(&mut state, &one.fact);
    }
    text.retain(|says| !says.is_empty());
    text
}

/// How an event is told.
enum Says {
    /// A line of its own, with the entry's number.
    Ruling(String),
    /// On the line of the event before it.
    More(String),
    /// The lines of others tell it.
    Nothing,
    /// As it is told with its sum.
    Whole,
}

fn ruled(state: &State, events: &[NavalEvent], at: usize, fires: bool) -> Says {
    let event = &events[at];
    let attacked = || events[..at].iter().any(|one| is_attack(&one.fact));
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
        return Says::Ruling(of_declaration(state, &events[..at], declaration));
    }
    if let Fact::HitRolled { target, table, code } = &event.fact {
        return Says::Ruling(damage::rolled_in_brief(state, event, target, table, code));
    }
    if let Fact::HitTaken { ship, id, harm } = &event.fact {
        return Says::More(damage::taken_in_brief(state, event, ship, id, harm));
    }
    if let Fact::RepairRolled { ship, item, needed, result } = &event.fact {
        let (what, _) = struck(state, ship, item);
        let (name, number, done) = (state.name(ship), needed.result, damage::repair_word(*result));
        return Says::Ruling(format!("{name} {item}{what} {}  {done}", rolled(number, &event.dice)));
    }
    if let Fact::OrdersChecked { unit, with, needed, received } = &event.fact {
        let (who, done) = (together(state, unit, with), signals::received_word(*received));
        return Says::Ruling(format!("orders of {who} {}  {done}", rolled(needed.result, &event.dice)));
    }
    let told_already = match &event.fact {
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
    if told_already { Says::Nothing } else { Says::Whole }
}

fn is_attack(fact: &Fact) -> bool {
    matches!(fact, Fact::SalvoFired(_) | Fact::BatteriesFired(_) | Fact::TorpedoesAttacked(_))
}

fn declaration(fact: &Fact) -> Option<&Declaration> {
    if let Fact::FireDeclared(declaration) = fact { Some(declaration) } else { None }
}

/// `Izumo>Rossia 8.5"  3 9 | 5 | 5  1 pen`
fn of_salvo(state: &State, event: &NavalEvent, salvo: &Salvo) -> String {
    let hits = [(salvo.penetrating, "pen"), (salvo.non_penetrating, "non-pen")];
    let done = hits.into_iter().filter(|(hits, _)| 0 < *hits).map(|(hits, kind)| format!("{hits} {kind}"));
    let (firer, target) = (state.name(&salvo.firer), state.name(&salvo.target));
    format!("{firer}>{target} {}\"  {}  {}", salvo.range, stages(&event.dice), or_none(joined(done, ", ")))
}

/// `Asahi, Fuji>Novik medium 4.0"  2 sure, 3 of 7  3 hits`
fn of_volley(state: &State, event: &NavalEvent, volley: &Volley) -> String {
    let sure = (0 < volley.automatic).then(|| format!("{} sure", volley.automatic));
    let diced = (0 < volley.needed).then(|| rolled(volley.needed.into(), &event.dice));
    let chances = joined([sure, diced].into_iter().flatten(), ", ");
    let chances = if chances.is_empty() { "no chance".to_owned() } else { chances };
    let hits = if volley.hits == 0 { String::new() } else { count(volley.hits, "hit") };
    let (who, target) = (joined(fire::firers(state, volley), ", "), state.name(&volley.target));
    let guns = list(fire::kinds(volley));
    format!("{who}>{target} {guns} {}\"  {chances}  {}", volley.range, or_none(hits))
}

/// `torpedoes Q>Lion  3 9 | 5 | 5  1 hit`
fn of_torpedoes(state: &State, event: &NavalEvent, attack: &TorpedoAttack) -> String {
    let by = match (&attack.marker, attack.manner) {
        (Some(marker), _) => format!("torpedoes {}", fire::marker_of(state, marker)),
        (None, TorpedoManner::CoupDeGrace) => format!("{} coup de grâce", state.name(&attack.by)),
        (None, _) => format!("{} torpedo", state.name(&attack.by)),
    };
    let hits = if attack.hits == 0 { String::new() } else { count(attack.hits, "hit") };
    format!("{by}>{}  {}  {}", state.name(&attack.target), stages(&event.dice), or_none(hits))
}

/// `Izumo>Rossia 8.5", broadside; both sighted`
fn of_declaration(state: &State, earlier: &[NavalEvent], one: &Declaration) -> String {
    let sighted = |id| earlier.iter().any(|event| matches!(&event.fact, Fact::Sighted { ship } if ship == id));
    let (firer, target) = (state.name(&one.firer), state.name(&one.target));
    let seen = match (sighted(&one.firer), sighted(&one.target)) {
        (true, true) => "; both sighted".to_owned(),
        (true, false) => format!("; {firer} sighted"),
        (false, true) => format!("; {target} sighted"),
        (false, false) => String::new(),
    };
    let guns = fire::guns_in_brief(one);
    format!("{firer}>{target}{guns} {}\"{}{seen}", one.range, fire::seen(state, one))
}

/// Faces of each roll, as far as any were thrown: `3 9 | 5 | 5`.
fn stages(dice: &[Roll<Purpose>]) -> String {
    let of = |stage: fn(&Purpose) -> bool| fallen(dice.iter().filter(|roll| stage(&roll.purpose)));
    joined(fire::STAGES.map(of).into_iter().filter(|faces| !faces.is_empty()), " | ")
}

/// Faces without where they come from.
fn fallen<'a>(dice: impl IntoIterator<Item = &'a Roll<Purpose>>) -> String {
    joined(dice.into_iter().map(|roll| roll.face), " ")
}

/// What a die must not exceed, and what it showed: `7 or less: 3`.
fn rolled(needed: i32, dice: &[Roll<Purpose>]) -> String {
    format!("{needed} or less: {}", fallen(dice))
}

fn or_none(hits: String) -> String {
    if hits.is_empty() { "no hit".to_owned() } else { hits }
}
