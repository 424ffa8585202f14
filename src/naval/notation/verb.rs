//! Converts verbs and filled slots to commands, and back. The compiler reports a verb or command missing here.
use super::{
    example,
    kind::{Denial, OnOff, Reader, Row, Value},
    plot_filing,
    precontact::MAX_REPETITIONS,
    rows::{fighting, moving, ruling},
    settings::TABLE_UNIT,
};
use crate::model::command::{Conditions, DeniedCondition, LineBlock};
use crate::model::{Fine, FireOrder, FormationId, LaunchRecord, Place, Plot, Setting, TapeReading};
use crate::{Command, Id, Inches, SideId};
use play::{Hint, LineError, Rule, verbs::FromSlot};

/// Returns the values of the slots of a row, from the parts of a command in order.
macro_rules! values {
    ($($part:expr),*) => { vec![$($part.values()),*] };
}

play::verb_table! {
    verbs {
        Next = moving::NEXT => Next { to, waive };
        Generate = moving::GENERATE => Generate { side };
        Approach = moving::APPROACH => Approach { side, from };
        Deploy = moving::DEPLOY => Deploy { division, at, speed };
        Preplot = moving::PREPLOT, preplot;
        QuickStart = moving::QUICKSTART => QuickStart { speeds, turns };
        Half = moving::HALF => HalfMoves { side };
        Speed = moving::SPEED => Speed { unit, speed };
        Course = moving::COURSE => Course { said };
        Turned = moving::TURNED => Turned { said };
        Plot = moving::PLOT, plot_filing::plot;
        Place = moving::PLACE, place;
        Fix = moving::FIX, fix;
        Seal = moving::SEAL, seal;
        Division = moving::DIVISION => FormDivision { division, ships };
        Formation = moving::FORMATION => Formation { formation, divisions, lines };
        Disband = moving::DISBAND => Disband { formation };
        Reform = moving::REFORM, reform;
        Flag = moving::FLAG => Flag { division, ship };
        Checks = moving::CHECKS, checks;
        Measure = fighting::MEASURE => Measure { from, to, range, bearing };
        Sight = fighting::SIGHT, sight;
        Unsight = fighting::UNSIGHT, unsight;
        Illuminate = fighting::ILLUMINATE => Illuminate { by, target, with, range, clear };
        Target = fighting::TARGET, target_command;
        Declared = fighting::DECLARED => Declared { side };
        Fire = fighting::FIRE, fire;
        Launch = fighting::LAUNCH, launch;
        Written = fighting::LAUNCH_WRITTEN, launch_written;
        Meet = fighting::MEET => Meet { marker, targets, in_line };
        Miss = fighting::MISS => Miss { marker };
        Torpedoes = fighting::TORPEDOES => TorpedoCheck { side, hold };
        None = fighting::NONE, none_in_reach;
        Coup = fighting::COUP => CoupDeGrace { by, target, range, factors, clear };
        Repair = ruling::REPAIR, repair;
        Fires = ruling::FIRES => Fires { ship };
        Damage = ruling::DAMAGE => Damage { unit };
        React = ruling::REACT => React { division };
        Orders = ruling::ORDERS => Orders { unit, range, repeaters };
        Collide = ruling::COLLIDE => Collide { one, other, how };
        Ashore = ruling::ASHORE => Ashore { ship };
        Smoke = ruling::SMOKE => Smoke { ship };
        Exit = ruling::EXIT => Exit { ship, by, because };
        Set = ruling::SET, set;
        Note = ruling::NOTE => Note { words };
        End = ruling::END => End { because };
    }
    spelled {
        Command::Preplot { unit, plots } => (Verb::Preplot, values![unit, repeated_plots(plots)]),
        Command::Plot { unit, plot, advance, launches } => {
            // A plot without legs is just a speed.
            let written = Some(plot.clone()).filter(|plot| !plot.elements.is_empty());
            (Verb::Plot, values![unit, written, plot.speed, plot.smoke, advance, launches])
        },
        Command::Place { ship, card: _, side, at, speed } => {
            (Verb::Place, values![ship, (at.x.as_f64(), at.y.as_f64()), at.heading.as_f64(), speed, side])
        },
        Command::Fix { division, by, heading, because } => {
            (Verb::Fix, values![division, by.to_vec(), heading.as_f64(), because])
        },
        Command::Seal { side, salt, salts: _ } => {
            (Verb::Seal, values![side, Some(salt.clone()).filter(|salt| !salt.is_empty())])
        },
        Command::Reform { formation, lines, speed } => {
            (Verb::Reform, values![formation, lines.is_empty(), lines, speed])
        },
        Command::Checks { on } => (Verb::Checks, values![OnOff(*on)]),
        Command::Sight { unit, seen, by } => (if *seen { Verb::Sight } else { Verb::Unsight }, values![unit, by]),
        Command::Target(target) => (Verb::Target, spell_target(target)),
        Command::Fire { units, apart } => (Verb::Fire, values![units, apart]),
        Command::FireSome { units, apart, salvoes } => (Verb::Fire, values![units, apart, false, salvoes]),
        Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear, because } => {
            let marker = Unquoted(marker);
            (Verb::Launch, values![by, target, factors, run, bearing, marker, dummy, blocked_by, clear, because])
        },
        Command::NoneInReach { side } => (Verb::None, values![false, side]),
        Command::Repair { ship, item } => (Verb::Repair, values![ship, Unquoted(item)]),
        Command::Set { unit, setting, because } => {
            let unit = Some(unit.clone()).filter(|unit| !setting.is_for_table() || *unit != TABLE_UNIT);
            (Verb::Set, values![unit, setting, because])
        },
    }
}

struct Unquoted<'a>(&'a str);

impl Unquoted<'_> {
    fn values(&self) -> Vec<Value> {
        vec![Value::Bare(self.0.to_string())]
    }
}

fn preplot(r: &mut Reader) -> Result<Command, LineError> {
    let (unit, runs): (Id, Vec<(Plot, usize)>) = (r.filled.take()?, r.filled.take()?);
    let plots = runs.into_iter().flat_map(|(plot, times)| std::iter::repeat_n(plot, times)).collect();
    Ok(Command::Preplot { unit, plots })
}

/// Combines equal turns.
fn repeated_plots(plots: &[Plot]) -> Vec<(Plot, usize)> {
    let group = plots.chunk_by(|plot, next| plot == next).flat_map(|group| group.chunks(MAX_REPETITIONS));
    group.map(|group| (group[0].clone(), group.len())).collect()
}

fn place(r: &mut Reader) -> Result<Command, LineError> {
    let (ship, (x, y), heading): (Id, (f64, f64), f64) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let at = Place::new(x, y, heading);
    Ok(Command::Place { ship, card: None, speed: r.filled.take()?, side: r.filled.take()?, at })
}

/// Requires exactly two readings.
fn fix(r: &mut Reader) -> Result<Command, LineError> {
    let (division, by, heading): (Id, Vec<TapeReading>, f64) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let by = <[TapeReading; 2]>::try_from(by).map_err(|by| {
        let message = if by.len() < 2 {
            "One distance gives no place: a second is missing."
        } else {
            "Two distances are enough."
        };
        LineError::located(0..r.end, message)
            .rule(Rule::new("2.7"))
            .hint(Hint::line(example::adapt_to_battle(r.state, moving::FIX.example)))
    })?;
    Ok(Command::Fix { division, by, heading: Fine::nearest(heading), because: r.filled.take()? })
}

/// The caller that keeps the journal adds the salts. [3.3.1]
fn seal(r: &mut Reader) -> Result<Command, LineError> {
    let (side, salt): (Option<SideId>, Option<String>) = (r.filled.take()?, r.filled.take()?);
    Ok(Command::Seal { side, salt: salt.unwrap_or_default(), salts: Vec::new() })
}

fn reform(r: &mut Reader) -> Result<Command, LineError> {
    let (formation, ahead, lines): (FormationId, bool, Vec<_>) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    if ahead && !lines.is_empty() {
        let error = LineError::located(0..r.end, "A flotilla is in line ahead or on lines of bearing, not both.");
        return Err(error.rule(Rule::new("5.3.4")).hint("omit one of them"));
    }
    Ok(Command::Reform { formation, lines, speed: r.filled.take()? })
}

fn checks(r: &mut Reader) -> Result<Command, LineError> {
    Ok(Command::Checks { on: r.filled.take::<OnOff>()?.0 })
}

fn sight(r: &mut Reader) -> Result<Command, LineError> {
    Ok(Command::Sight { unit: r.filled.take()?, seen: true, by: r.filled.take()? })
}

fn unsight(r: &mut Reader) -> Result<Command, LineError> {
    Ok(Command::Sight { unit: r.filled.take()?, seen: false, by: Vec::new() })
}

fn target_command(r: &mut Reader) -> Result<Command, LineError> {
    target(r).map(Command::Target)
}

/// Builds a declaration. A condition stated as 0, no or nobody does not apply, whatever the positions show. [3.3.5]
pub fn target(r: &mut Reader) -> Result<FireOrder, LineError> {
    let (firer, target) = (r.filled.take()?, r.filled.take()?);
    let (range, bearing, battery) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let turns: [Option<u16>; 3] = [r.filled.take()?, r.filled.take()?, r.filled.take()?];
    let (nobody, through) = (r.filled.is_empty_word(8), r.filled.take()?);
    let downwind: Option<Denial> = r.filled.take()?;
    let visibility = r.filled.take()?;
    let (blocked_by, clear) = read_block(r)?;
    let denials = [
        (DeniedCondition::Turned, turns[0] == Some(0)),
        (DeniedCondition::TargetTurned, turns[1] == Some(0)),
        (DeniedCondition::Courses, turns[2] == Some(0)),
        (DeniedCondition::Through, nobody),
        (DeniedCondition::Downwind, downwind == Some(Denial(true))),
        (DeniedCondition::Block, clear),
    ];
    let [turned_deg, target_turned_deg, courses_deg] = turns.map(Option::unwrap_or_default);
    let conditions = Conditions {
        turned_deg,
        target_turned_deg,
        courses_deg,
        through,
        downwind: downwind == Some(Denial(false)),
        visibility,
        blocked_by,
        denied: denials.into_iter().filter(|(_, denied)| *denied).map(|(what, _)| what).collect(),
    };
    Ok(FireOrder { firer, target, range, bearing, battery, conditions })
}

pub fn spell_target(order: &FireOrder) -> Vec<Vec<Value>> {
    let FireOrder { firer, target, range, bearing, battery, conditions } = order;
    let Conditions { visibility, blocked_by, denied, .. } = conditions;
    let denied = |what| denied.contains(&what);
    let degrees = |degrees: u16, what| Some(degrees).filter(|degrees| *degrees != 0 || denied(what));
    let own_turn = degrees(conditions.turned_deg, DeniedCondition::Turned);
    let target_turn = degrees(conditions.target_turned_deg, DeniedCondition::TargetTurned);
    let courses = degrees(conditions.courses_deg, DeniedCondition::Courses);
    let nobody = denied(DeniedCondition::Through).then_some("nobody");
    let through = conditions.through.clone().map(Value::Name).or(nobody.map(Value::Word));
    let not_downwind = denied(DeniedCondition::Downwind).then_some(Denial(true));
    let downwind = if conditions.downwind { Some(Denial(false)) } else { not_downwind };
    let clear = blocked_by.is_none() && denied(DeniedCondition::Block);
    let mut values = values![
        firer,
        target,
        range,
        bearing,
        battery,
        own_turn,
        target_turn,
        courses,
        downwind,
        visibility,
        blocked_by,
        clear
    ];
    values.insert(8, through.into_iter().collect());
    values
}

/// Reads what blocks the line, or that nothing does.
fn read_block(r: &mut Reader) -> Result<(Option<LineBlock>, bool), LineError> {
    let (blocked_by, clear): (Option<LineBlock>, bool) = (r.filled.take()?, r.filled.take()?);
    if blocked_by.is_some() && clear {
        let clear = r.filled.taken_from().unwrap_or_default();
        return Err(r.misused(clear, "The line of fire cannot be both clear and blocked."));
    }
    Ok((blocked_by, clear))
}

fn fire(r: &mut Reader) -> Result<Command, LineError> {
    let named = &r.filled.slots[0];
    if let Some((duplicate, _)) = named
        .iter()
        .enumerate()
        .find(|(index, value)| named[..*index].iter().any(|earlier| earlier.value == value.value))
    {
        let unit = r.filled.get(0).and_then(|units: Vec<Id>| units.get(duplicate).cloned());
        let message = format!("{} is named twice.", unit.as_ref().map_or("A ship", |who| r.state.name(who)));
        return Err(LineError::located(named[duplicate].at.clone(), message).hint("name every ship once"));
    }
    let (units, apart, _): (Vec<Id>, bool, bool) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let salvoes: Option<u8> = r.filled.take()?;
    Ok(match salvoes {
        None => Command::Fire { units, apart },
        Some(salvoes) => Command::FireSome { units, apart, salvoes },
    })
}

fn launch(r: &mut Reader) -> Result<Command, LineError> {
    let (by, target, factors, run): (_, _, _, Inches) =
        (r.filled.take()?, r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let (bearing, marker, dummy) = (r.filled.take()?, r.filled.take()?, r.filled.take()?);
    let (blocked_by, clear) = read_block(r)?;
    let because = r.filled.take()?;
    Ok(Command::Launch { by, target, factors, run, bearing, marker, dummy, blocked_by, clear, because })
}

/// Reads `launch 1st-tbd T4/6/KONIG/10/P/Q`. [7.4]
fn launch_written(r: &mut Reader) -> Result<Command, LineError> {
    let (by, record): (Id, LaunchRecord) = (r.filled.take()?, r.filled.take()?);
    let (blocked_by, clear) = read_block(r)?;
    Ok(record.launch(&by, blocked_by, clear, r.filled.take()?))
}

fn none_in_reach(r: &mut Reader) -> Result<Command, LineError> {
    Ok(Command::NoneInReach { side: r.filled.get(1).unwrap_or_default() })
}

fn repair(r: &mut Reader) -> Result<Command, LineError> {
    Ok(Command::Repair { ship: r.filled.take()?, item: r.filled.take()? })
}

fn set(r: &mut Reader) -> Result<Command, LineError> {
    Ok(Command::Set { unit: r.filled.take()?, setting: r.filled.take::<Setting>()?, because: r.filled.take()? })
}
