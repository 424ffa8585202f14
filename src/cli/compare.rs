//! `kaiser simulate --compare`: two levels of computer players, each on either side of the same battles.
use std::process::ExitCode;

use crate::{
    args::SimulateBattles,
    commanders,
    many_battles::{BattleRequest, fight_all},
    output::Out,
    prompt::Interrupts,
    simulate::{load_game, settings_text},
};
use admirals::{Commander, LADDER};
use load::Sources;
use naval::model::battle_results::PlayerLead;
use session::Refusal;
use show::comparison::{Comparison, comparison_json, comparison_text};

/// Fights every battle twice on the same dice, with the players swapped between the sides. Each side keeps its own
/// admiral's card, unless a player names one. A battle with a refused order is counted, and makes the exit code 1.
pub fn compare(sources: &Sources, args: &SimulateBattles, out: &mut Out) -> Result<ExitCode, Refusal> {
    let [better, other] = &args.compare[..] else {
        return Err(Refusal::usage("--compare takes two players.").form("--compare captain,midshipman"));
    };
    let interrupts = Interrupts::catch();
    let stop: &(dyn Fn() -> bool + Sync) = &|| interrupts.is_pending();
    let names: Vec<&str> = args.what.as_deref().map_or_else(|| LADDER.to_vec(), |what| vec![what]);
    let (mut leads, mut faulty) = (Vec::new(), 0);
    for name in names {
        let game = load_game(sources, args, name)?;
        let [left, right] = [better, other].map(|player| commanders::on_every_side(sources, &game.setup, player));
        let (left, right) = (left?, right?);
        let fight = |[first, second]: [&[Commander]; 2]| {
            let commanders: Vec<Commander> = first.iter().take(1).chain(second.iter().skip(1)).cloned().collect();
            let (start, n, threads) = (&game.start, args.n, args.threads);
            let request = BattleRequest { start, commanders: &commanders, seed: args.seed, from: 0, n, threads, stop };
            fight_all(&request, "a comparison")
        };
        let (first, second) = (fight([&left, &right])?, fight([&right, &left])?);
        let battles = first.battles.iter().chain(&second.battles);
        faulty += battles.filter(|battle| 0 < battle.refused + battle.waived).count();
        leads.push((name.to_owned(), PlayerLead::from_battles(&first, &second)));
    }
    let what = args.what.as_ref().map(|what| format!(" {what}")).unwrap_or_default();
    let (n, seed) = (args.n, args.seed);
    let command =
        format!("kaiser simulate{what} --compare {better},{other} -n {n} --seed {seed}{}", settings_text(args));
    let (edition, leads) = (load::edition(sources), &leads[..]);
    let comparison = Comparison { better, other, seed, leads, faulty, command: &command, edition: &edition };
    out.print_page((comparison_text(&comparison), comparison_json(&comparison)));
    Ok(if 0 < faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
