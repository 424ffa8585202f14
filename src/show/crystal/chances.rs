//! The chance of a battle and of a plan, as text and as JSON.
use serde_json::{Value, json};

use super::sentences::area_name;
use crate::{joined, list, plain_table};
use crystal::{AreaId, Army, Forecast, PlanLeg, Policy, Setup, State, rules};

fn percent(chance: f64) -> String {
    format!("{:.2}%", 100.0 * chance)
}

/// Returns the chance to win, and the chance of each number of own losses.
pub fn forecast_text(army: &Army, forecast: &Forecast, policy: Policy) -> String {
    let losses = forecast.losses(army);
    let rows = losses.iter().enumerate().filter(|(_, chance)| **chance >= 0.000_05).map(|(lost, chance)| {
        let has_lost = |left: &Army| army.fighters().saturating_sub(left.fighters()) as usize == lost;
        let won: f64 =
            forecast.ends.iter().filter(|(left, won, _)| *won && has_lost(left)).map(|(.., chance)| chance).sum();
        // An empty sum is -0.0. Adding 0.0 removes the sign.
        vec![lost.to_string(), percent(*chance), percent(won + 0.0)]
    });
    let table = plain_table(&["lost", "chance", "and won"], &[0, 1, 2], rows.collect());
    let how = match forecast.sampled {
        None => "calculated exactly".to_owned(),
        Some(samples) => format!("{samples} battles sampled, standard error {}", percent(forecast.error())),
    };
    let best = forecast.ends.iter().filter(|(_, won, _)| *won).max_by(|left, right| left.2.total_cmp(&right.2));
    let likely = best.map_or_else(String::new, |(left, _, chance)| {
        format!("\nThe likeliest victory leaves {left} ({}).", percent(*chance))
    });
    let (win, mean, policy) = (percent(forecast.win()), forecast.mean_losses(army), policy.describe());
    format!("Victory {win}, {mean:.2} units lost on average. Method: {how}, {policy}.\n{table}{likely}")
}

/// Returns the forecast as JSON: `win`, `losses` from 0 on, `ends`.
pub fn forecast_json(army: &Army, forecast: &Forecast, policy: Policy) -> Value {
    let losses = forecast.losses(army).into_iter().enumerate().map(|(n, p)| json!({ "n": n, "p": p }));
    let ends = forecast.ends.iter().map(|(left, won, p)| json!({ "army": left, "won": won, "p": p }));
    json!({
        "win": forecast.win(), "losses": losses.collect::<Value>(), "ends": ends.collect::<Value>(),
        "policy": policy, "sampled": forecast.sampled, "error": forecast.error(),
    })
}

/// Faces of the exploration die, whether an ambush then costs a unit, and the chance to win.
pub type ScoutResult = (Vec<u8>, bool, f64);

/// Returns the chance to win for each face of the exploration die, if it is still to be rolled. [SC-10]
pub fn scouts_text(found: &[ScoutResult]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let each = found.iter().map(|(faces, costs, win)| {
        format!("{}{}: {}", list(faces), if *costs { " that costs a unit" } else { "" }, percent(*win))
    });
    format!("\nThis includes the exploration die. Victory by face: {}. [{}]", joined(each, "; "), rules::EXPLORATION)
}

pub fn scouts_json(found: &[ScoutResult]) -> Value {
    found.iter().map(|(faces, costs, win)| json!({ "faces": faces, "costs": costs, "win": win })).collect()
}

/// Returns the standard error of a sampled chance, or 0 if the chance is exact.
fn leg_error(leg: &PlanLeg, sampled: Option<u32>) -> f64 {
    sampled.map_or(0.0, |samples| (leg.so_far * (1.0 - leg.so_far) / f64::from(samples)).sqrt())
}

/// Returns a plan leg by leg, calculated exactly or from `sampled` campaigns.
pub fn plan_text(state: &State, legs: &[PlanLeg], policy: Policy, sampled: Option<u32>) -> String {
    let row = |leg: &PlanLeg| {
        let name = area_name(&state.setup, leg.area);
        let name = if leg.is_own { format!("{name}, yours by then") } else { name };
        vec![name, percent(leg.so_far), format!("{:.1}", leg.fighters)]
    };
    let table = plain_table(&["area", "won so far", "units left"], &[1, 2], legs.iter().map(row).collect());
    let how = match (sampled, legs.last()) {
        (Some(samples), Some(last)) => {
            format!("{samples} samples, standard error {} at the end", percent(leg_error(last, sampled)))
        }
        (Some(_) | None, _) => "calculated exactly".to_owned(),
    };
    let persist = if state.setup.rules.enemy_losses_persist {
        "\nAn empire's losses on one leg do not carry over to the next. With enemy_losses_persist the chance is better."
    } else {
        ""
    };
    let policy = policy.describe();
    format!("{table}\nIncludes scouts and interceptions, no purchases on the way. Method: {how}, {policy}.{persist}")
}

pub fn plan_json(legs: &[PlanLeg], sampled: Option<u32>) -> Value {
    let line = |leg: &PlanLeg| {
        json!({
            "id": leg.area, "p": leg.so_far, "fighters": leg.fighters, "sampled": sampled,
            "error": leg_error(leg, sampled), "held": leg.is_own,
        })
    };
    legs.iter().map(line).collect()
}

/// Returns the distance of the sampled win rate from the exact chance, in standard errors. 0 if the result is certain.
fn errors_apart(exact: &Forecast, played: &Forecast) -> f64 {
    let chance = exact.win();
    let error = (chance * (1.0 - chance) / f64::from(played.sampled.unwrap_or(1))).sqrt();
    if error < 1e-9 { 0.0 } else { (played.win() - chance) / error }
}

/// Returns exact chances of battles beside sampled ones.
pub fn comparison(setup: &Setup, found: &[(AreaId, Option<Forecast>, Forecast)]) -> String {
    let rows = found.iter().map(|(id, exact, played)| {
        let win = |forecast: &Forecast| format!("{:.4}%", 100.0 * forecast.win());
        let apart = exact.as_ref().map(|exact| format!("{:+.2}", errors_apart(exact, played))).unwrap_or_default();
        let exact = exact.as_ref().map_or_else(|| "too large".to_owned(), win);
        vec![area_name(setup, *id), exact, win(played), apart]
    });
    let table = plain_table(&["area", "exact", "sampled", "standard errors apart"], &[1, 2, 3], rows.collect());
    let open = found.iter().filter_map(|(_, exact, played)| {
        let exact = exact.as_ref().filter(|exact| (1e-9..=1.0 - 1e-9).contains(&exact.win()))?;
        Some(errors_apart(exact, played).abs())
    });
    let (count, farthest) = open.fold((0, 0.0_f64), |(many, most), apart| (many + 1, most.max(apart)));
    let all = found.len();
    format!(
        "{table}\nUncertain battles: {count} of {all}. The largest difference among them is {farthest:.2} standard errors."
    )
}

pub fn battles_json(found: &[(AreaId, Option<Forecast>, Forecast)]) -> Value {
    let line = |(id, exact, played): &(AreaId, Option<Forecast>, Forecast)| {
        json!({
            "id": id, "exact": exact.as_ref().map(Forecast::win), "played": played.win(), "n": played.sampled,
            "apart": exact.as_ref().map(|exact| errors_apart(exact, played)),
        })
    };
    found.iter().map(line).collect()
}
