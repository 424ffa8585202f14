//! `kaiser scenario certify NAME`: measures each side's chances in a scenario by battles between computer players.
use serde_json::{Value, json};

use crate::{
    args::CertifyArgs,
    commanders, file,
    many_battles::{BattleRequest, fight_all},
    open,
    prompt::Interrupts,
    simulate::check_positions,
};
use admirals::{BattleStart, Commander, Level, PairedBattles, changes, win_rate, with_change};
use load::Sources;
use naval::Naval;
use naval::model::certificate::{Certificate, TriedChange, is_even};
use naval::model::{Setup, battle_results::BattleResults};
use play::{Game, journal::digest};
use session::Refusal;

/// Makes the certificate, or checks the existing one by running its command again.
pub fn certify(sources: &Sources, args: &CertifyArgs) -> Result<(String, Value), Refusal> {
    let setup = open::setup(sources, &args.name)?;
    check_positions(&setup)?;
    if args.check {
        return check_certificate(sources, args, &setup);
    }
    if let Some(path) = &args.output {
        file::check_free(path)?;
    }
    let made = CertifyRun::from_args(sources, &setup, args)?.make_certificate(&setup)?;
    let mut text = show::certificate::certificate_text(&setup, &made);
    let mut value = serde_json::to_value(&made).unwrap_or(Value::Null);
    if let Some(path) = &args.output {
        file::write(path, load::certificate_yaml(&made).as_bytes())?;
        let name = file::as_typed(path).display().to_string();
        text += &format!("\nThe certificate is in {name}.");
        value["file"] = json!(name);
    }
    Ok((text, value))
}

/// Returns the certificate of a scenario, and whether it is of this edition.
pub fn certificate_of(sources: &Sources, setup: &Setup) -> Result<Option<(Certificate, bool)>, Refusal> {
    let Some(certificate) = load::certificate(sources, setup.scenario.as_str())? else { return Ok(None) };
    let players = players(sources, setup, [&certificate.a, &certificate.b])?;
    let current = certificate.basis == basis_digest(setup, &players);
    Ok(Some((certificate, current)))
}

pub fn sheet_text(setup: &Setup, certificate: Option<&(Certificate, bool)>) -> String {
    const NONE: &str = "No balance certificate of this edition.";
    match certificate {
        Some((certificate, true)) => show::certificate::summary_lines(setup, certificate),
        Some((certificate, false)) => {
            format!("{NONE} One of an earlier edition:\n{}", show::certificate::summary_lines(setup, certificate))
        }
        None => NONE.to_owned(),
    }
}

/// Returns the summary for the first page. `None` after turn 1, or without a certificate of this edition.
#[cfg(feature = "paper")]
pub fn page_text(sources: &Sources, state: &naval::State) -> Result<Option<String>, Refusal> {
    if state.end.is_some() || 1 < state.turn {
        return Ok(None);
    }
    let certificate = certificate_of(sources, &state.setup)?;
    let current = certificate.filter(|(_, current)| *current);
    Ok(current.map(|(certificate, _)| show::certificate::summary_lines(&state.setup, &certificate)))
}

/// Checks that the certificate made again is the same in every letter.
fn check_certificate(sources: &Sources, args: &CertifyArgs, setup: &Setup) -> Result<(String, Value), Refusal> {
    let name = load::certificate_path(setup.scenario.as_str());
    let no_certificate = || Refusal::not_there(format!("{} has no certificate: there is no file {name}.", setup.title));
    let (Some(recorded), Some(text)) = (load::certificate(sources, setup.scenario.as_str())?, sources.text(&name))
    else {
        return Err(no_certificate().form(format!("kaiser scenario certify {} -o FILE.yaml", args.name)));
    };
    let made = CertifyRun::from_certificate(sources, setup, &recorded, args)?.make_certificate(setup)?;
    if load::certificate_yaml(&made) == text {
        let report = format!("{name}: its command gives the same certificate.");
        return Ok((report, json!({ "file": name, "same": true })));
    }
    let what = format!(
        "{name} differs from what its command gives now:\n{}",
        show::certificate::certificate_text(setup, &made)
    );
    Err(Refusal::journal(what).form(format!("{} -o FILE.yaml", made.command)))
}

/// Returns a digest of everything that decides a certificate's battles: the scenario without its prose, the captains'
/// cards, and the editions of rulings and players.
fn basis_digest(setup: &Setup, players: &Players) -> String {
    let mut setup = setup.clone();
    setup.introduction.clear();
    (setup.special_rules, setup.victory, setup.sources, setup.left) = Default::default();
    let scenario = serde_json::to_string(&setup).unwrap_or_default();
    let card = |player: &Commander| match player.level {
        Level::Random | Level::Midshipman => player.name(),
        Level::Captain => serde_json::to_string(&player.doctrine).unwrap_or_default(),
        Level::Admiral => {
            format!("{} {}", serde_json::to_string(&player.doctrine).unwrap_or_default(), player.name())
        }
    };
    let mut parts = vec![scenario, format!("{} {}", Naval::RULINGS, admirals::EDITION)];
    parts.extend(players.iter().flatten().map(card));
    digest(&parts.join("\n")).chars().take(16).collect()
}

/// The players A and B, each on every side.
type Players = [Vec<Commander>; 2];

fn players(sources: &Sources, setup: &Setup, [a, b]: [&str; 2]) -> Result<Players, Refusal> {
    Ok([commanders::on_every_side(sources, setup, a)?, commanders::on_every_side(sources, setup, b)?])
}

struct CertifyRun {
    what: String,
    n: u64,
    players: Players,
    names: [String; 2],
    seed: u64,
    threads: Option<u16>,
}

impl CertifyRun {
    fn from_args(sources: &Sources, setup: &Setup, args: &CertifyArgs) -> Result<CertifyRun, Refusal> {
        let names = [args.a.clone(), args.b.clone()];
        let players = players(sources, setup, [&args.a, &args.b])?;
        let what = args.name.clone();
        Ok(CertifyRun { what, n: args.n, players, names, seed: args.seed, threads: args.threads })
    }

    /// Repeats the run that a certificate records.
    fn from_certificate(
        sources: &Sources,
        setup: &Setup,
        recorded: &Certificate,
        args: &CertifyArgs,
    ) -> Result<CertifyRun, Refusal> {
        let names = [recorded.a.clone(), recorded.b.clone()];
        let players = players(sources, setup, [&recorded.a, &recorded.b])?;
        let what = recorded.scenario.to_string();
        Ok(CertifyRun { what, n: recorded.n, players, names, seed: recorded.seed, threads: args.threads })
    }

    fn make_certificate(&self, setup: &Setup) -> Result<Certificate, Refusal> {
        let interrupts = Interrupts::catch();
        let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
        let start = BattleStart::from_setup(setup);
        let [a, b] = &self.players;
        let fight_all = |start: &BattleStart, [left, right]: [&[Commander]; 2]| -> Result<BattleResults, Refusal> {
            let commanders: Vec<Commander> = left.iter().take(1).chain(right.iter().skip(1)).cloned().collect();
            let (n, threads) = (self.n, self.threads);
            fight_all(
                &BattleRequest { start, commanders: &commanders, seed: self.seed, from: 0, n, threads, stop },
                "a certificate",
            )
        };
        let battles = PairedBattles {
            aa: fight_all(&start, [a, a])?,
            ab: fight_all(&start, [a, b])?,
            ba: fight_all(&start, [b, a])?,
            bb: fight_all(&start, [b, b])?,
        };
        let census = battles.census();
        let side = setup.sides[0].id.clone();
        let mut findings = census.can_be_certified().then(|| battles.findings(&side));
        if let Some(findings) = findings.as_mut().filter(|findings| !is_even(findings.share_of_a)) {
            for change in changes(setup, 50.0 < findings.share_of_a.mean) {
                let Some(changed) = with_change(setup, &change) else { continue };
                let share = win_rate(&fight_all(&BattleStart::from_setup(&changed), [a, a])?, &side);
                let tried = TriedChange { change, share };
                let done = tried.is_even();
                findings.tried.push(tried);
                if done {
                    break;
                }
            }
        }
        let [a, b] = self.names.clone();
        let (what, n, seed) = (&self.what, self.n, self.seed);
        let command = format!("kaiser scenario certify {what} -n {n} --a {a} --b {b} --seed {seed}");
        let (scenario, basis) = (setup.scenario.clone(), basis_digest(setup, &self.players));
        Ok(Certificate { scenario, command, basis, n, seed, a, b, census, found: findings })
    }
}
