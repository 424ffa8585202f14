//! `kaiser audit points`: compares the measured value of ships in many battles with their points.
use crate::{
    args::{AuditPoints, AuditVerb},
    output::Out,
    parallel,
    prompt::Interrupts,
};
use admirals::{
    audit::{AuditOutcome, BattleSample, draw_forces, fight_for_outcome},
    seed_of,
};
use chrono::{Days, NaiveDate};
use load::{Meeting, MeetingSize, Sources};
use naval::Id;
use naval::model::{Setup, library::TheatreLine};
use play::Rng;
use session::Refusal;

/// How many days are drawn from the period of each theatre.
const DAYS: u64 = 8;
/// How often the battles are resampled (bootstrap).
const RESAMPLES: u64 = 500;
/// The stream of a seed for the days. The battles use the streams below it.
const DAY_STREAM: u64 = 1 << 40;
/// The first stream for resampling.
const RESAMPLE_STREAM: u64 = 2 << 40;

pub fn audit(sources: &Sources, verb: &AuditVerb, out: &mut Out) -> Result<(), Refusal> {
    match verb {
        AuditVerb::Points(args) => points(sources, args, out),
    }
}

fn points(sources: &Sources, args: &AuditPoints, out: &mut Out) -> Result<(), Refusal> {
    let war = war(sources, &args.war)?;
    let meetings = meetings(sources, &war, args.seed)?;
    let interrupts = Interrupts::catch();
    let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
    let threads = args.threads.map_or_else(parallel::core_count, usize::from);
    let fight = |number: u64| {
        if stop() {
            return None;
        }
        let seed = seed_of(args.seed, number + 1);
        let mut rng = Rng(seed);
        let meeting = &meetings[rng.below(meetings.len() as u64) as usize];
        // A side with too few ships on that day fights no battle.
        match draw_forces(meeting, &mut rng) {
            Some(setup) => fight_for_outcome(&setup, seed, stop).map(Some),
            None => Some(None),
        }
    };
    let all = parallel::run_in_order(args.n, threads, fight, parallel::progress_bar(args.n, stop));
    let outcomes: Vec<AuditOutcome> = all.into_iter().flatten().collect();
    if (outcomes.len() as u64) < args.n.min(2) || stop() {
        let problem = Refusal::stopped("Interrupted: an audit needs all of its battles.");
        return Err(problem.hint("try fewer battles: -n 1000"));
    }
    let sample = BattleSample::from_outcomes(&outcomes);
    let draw = |number: u64| Some(sample.values(Some(seed_of(args.seed, RESAMPLE_STREAM + number))));
    let resampled: Vec<Option<Vec<f64>>> = parallel::run_in_order(RESAMPLES, threads, draw, |_| ());
    let audit = sample.audit(&war, &resampled);
    let command = format!("kaiser audit points --war {war} -n {} --seed {}", args.n, args.seed);
    out.print(show::audit::audit_text(&audit, &command), &show::audit::audit_json(&audit, &command));
    Ok(())
}

/// Returns the war of that name, if it has theatres.
fn war(sources: &Sources, name: &str) -> Result<Id, Refusal> {
    let mut wars: Vec<Id> = load::theatres(sources)?.into_iter().map(|theatre| theatre.war).collect();
    wars.dedup();
    let found = wars.iter().find(|war| war.as_str().eq_ignore_ascii_case(name.trim())).cloned();
    found.ok_or_else(|| {
        let all: Vec<&str> = wars.iter().map(Id::as_str).collect();
        let what = format!("There is no war \"{name}\", only {}.", all.join(" and "));
        Refusal::usage(what).form(format!("--war {}", all.first().unwrap_or(&"rjw")))
    })
}

/// Returns the ships that could meet in a war: a setup for each theatre and each day drawn from the theatre's period.
fn meetings(sources: &Sources, war: &Id, seed: u64) -> Result<Vec<Setup>, Refusal> {
    let mut setups = Vec::new();
    let theatres: Vec<TheatreLine> =
        load::theatres(sources)?.into_iter().filter(|theatre| theatre.war == *war).collect();
    let mut rng = Rng(seed_of(seed, DAY_STREAM));
    for theatre in &theatres {
        let mut days: Vec<NaiveDate> = (0..DAYS).map(|_| draw_day(theatre, &mut rng)).collect();
        days.sort_unstable();
        days.dedup();
        for day in days {
            setups.push(Meeting::prepare(sources, theatre, day, MeetingSize::default())?.setup);
        }
    }
    Ok(setups)
}

/// Draws a day on which a theatre is open.
fn draw_day(theatre: &TheatreLine, rng: &mut Rng) -> NaiveDate {
    let (from, to) = (theatre.from, theatre.to);
    let days = to.signed_duration_since(from).num_days().unsigned_abs();
    theatre.nearest_open_day(from.checked_add_days(Days::new(rng.below(days + 1))).unwrap_or(from))
}
