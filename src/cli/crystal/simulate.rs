//! `kaiser crystal simulate`: plays many campaigns on all cores.
use serde_json::Value;

use super::{maps::picture_of, setup::setup};
use crate::args::{Battles, Simulate};
use crate::picture::{self, Picture};
use crate::{dice, parallel};
use crystal::{
    AreaId, CampaignStats, Crystal, Duration, Forecast, General, Policy, Setup, Style, Troops, play_campaign,
};
use load::Sources;
use play::Game;
use session::Refusal;
use show::crystal as words;

const REPORT: Picture = picture_of("report");

/// Plays many campaigns. Campaign `i` uses stream `i` of the dice, so the number of cores does not affect the results.
pub fn simulate(sources: &Sources, args: &Simulate) -> Result<(String, Value), Refusal> {
    let Simulate { what, n, seed, output, .. } = args;
    let setup = setup(sources, what, &args.rules)?;
    if let Some(file) = output {
        // Check the name before the campaigns are played.
        REPORT.is_png(file)?;
    }
    let style = Style::from_name(&args.policy)?;
    let stats = play_campaigns(&setup, style, *n, *seed);
    let command = format!("kaiser crystal simulate {what} -n {n} --policy {} --seed {seed}", style.name());
    let mut report = words::report_text(&setup, &stats, style, &command);
    if let Some(file) = output {
        let svg = words::stats_svg(&setup, &stats, style, &command);
        report += &format!("\n\n{}", picture::write(&svg, file, None, &REPORT)?.0.text);
    }
    Ok((report, words::stats_json(&setup, &stats, style, &command)))
}

/// Forecasts and plays the battle for every area, with the given or starting army. Each area has its own dice stream.
pub fn battles(sources: &Sources, args: &Battles) -> Result<(String, Value), Refusal> {
    let setup = setup(sources, &args.what, &[])?;
    let state = Crystal::initial_state(&setup);
    let army = match &args.army {
        Some(text) => {
            let army = Troops::read(text)?.recruits();
            if army.fighters() == 0 {
                return Err(
                    Refusal::read(format!("\"{text}\" is not an army that can fight.")).form("--army \"2BD SP LC\"")
                );
            }
            army
        }
        None => *state.army(),
    };
    let field_for = |area: AreaId| Some((area, crystal::field_against(&state, area, army)?));
    let fields: Vec<_> = setup.scenario.areas.iter().filter_map(|area| field_for(area.id)).collect();
    let fight_area = |results: &mut Vec<(AreaId, Option<Forecast>, Forecast)>, index: u64| {
        let ((area, field), policy) = (&fields[index as usize], Policy::default());
        let mut dice = dice::seeded_stream(args.seed, u64::from(*area));
        let played = crystal::sample(&setup, field, Duration::Die, policy, args.n, &mut |sides| dice.face(sides));
        results.push((*area, crystal::forecast(&setup, field, Duration::Die, policy), played));
    };
    let mut results = search::run_parallel(fields.len() as u64, parallel::core_count(), fight_area, |_| {}).concat();
    results.sort_by_key(|(area, ..)| *area);
    Ok((words::comparison(&setup, &results), words::battles_json(&results)))
}

fn play_campaigns(setup: &Setup, style: Style, n: u64, seed: u64) -> CampaignStats {
    let add = |sum: &mut CampaignStats, number: u64| {
        let mut general = General::new(style);
        sum.count(setup, &play_campaign(setup, &mut general, &mut dice::seeded_stream(seed, number), |_, _, _| {}));
    };
    let mut sum = CampaignStats::default();
    search::run_parallel(n, parallel::core_count(), add, parallel::progress_bar(n, || false))
        .iter()
        .for_each(|thread_sum| sum.add(thread_sum));
    sum
}
