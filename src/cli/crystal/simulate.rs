//! `kaiser crystal simulate`: plays many campaigns on all cores.
use serde_json::Value;

use super::{maps::picture_of, setup::setup};
use crate::args::{Battles, Simulate};
use crate::picture::{self, Picture};
use crate::{cores, dice};
use crystal::{AreaId, Crystal, Forecast, General, Many, Policy, Rounds, Setup, Style, Troops, campaign};
use load::Sources;
use play::Game;
use session::Refusal;
use show::crystal as words;

const REPORT: Picture = picture_of("report");

/// Plays many campaigns. Campaign `i` uses stream `i` of the dice, so the number of cores does not affect the results.
pub fn simulate(sources: &Sources, asked: &Simulate) -> Result<(String, Value), Refusal> {
    let Simulate { what, n, seed, output, .. } = asked;
    let setup = setup(sources, what, &asked.rules)?;
    if let Some(file) = output {
        // Check the name before the campaigns are played.
        REPORT.is_png(file)?;
    }
    let style = Style::named(&asked.policy)?;
    let many = played(&setup, style, *n, *seed);
    let command = format!("kaiser crystal simulate {what} -n {n} --policy {} --seed {seed}", style.name());
    let mut report = words::many(&setup, &many, style, &command);
    if let Some(file) = output {
        let drawn = words::many_svg(&setup, &many, style, &command);
        report += &format!("\n\n{}", picture::write(&drawn, file, None, &REPORT)?.0.text);
    }
    Ok((report, words::many_json(&setup, &many, style, &command)))
}

/// Forecasts and plays the battle for every area, with the given or starting army, on a core and dice stream per area.
pub fn battles(sources: &Sources, asked: &Battles) -> Result<(String, Value), Refusal> {
    let setup = setup(sources, &asked.what, &[])?;
    let state = Crystal::begin(&setup);
    let army = match &asked.army {
        Some(text) => {
            let army = Troops::read(text)?.recruits();
            if army.fighters() == 0 {
                return Err(Refusal::read(format!("\"{text}\" is no army that fights")).form("--army \"2BD SP LC\""));
            }
            army
        }
        None => *state.army(),
    };
    let fielded = |area: AreaId| Some((area, crystal::fielded(&state, area, army)?));
    let fields: Vec<_> = setup.scenario.areas.iter().filter_map(|area| fielded(area.id)).collect();
    let add = |found: &mut Vec<(AreaId, Option<Forecast>, Forecast)>, at: u64| {
        let ((area, field), policy) = (&fields[at as usize], Policy::default());
        let mut dice = dice::thrown(asked.seed, u64::from(*area));
        let played = crystal::sample(&setup, field, Rounds::Die, policy, asked.n, &mut |sides| dice.face(sides));
        found.push((*area, crystal::forecast(&setup, field, Rounds::Die, policy), played));
    };
    let mut found = search::shared(fields.len() as u64, cores::all(), add, |_| {}).concat();
    found.sort_by_key(|(area, ..)| *area);
    Ok((words::battles(&setup, &found), words::battles_json(&found)))
}

/// Plays the campaigns of a seed and counts them.
fn played(setup: &Setup, style: Style, n: u64, seed: u64) -> Many {
    let add = |sum: &mut Many, at: u64| {
        let mut general = General::new(style);
        sum.count(setup, &campaign(setup, &mut general, &mut dice::thrown(seed, at), |_, _, _| {}));
    };
    let mut sum = Many::default();
    search::shared(n, cores::all(), add, cores::bar(n, || false)).iter().for_each(|own| sum.add(own));
    sum
}
