//! `--set KEY=VALUE`: switches of the rules, by their names in `options` of a scenario.
use naval::model::Setup;
use play::Switch;
use session::Refusal;

/// Sets switches of a battle.
///
/// # Errors
/// A switch is unknown or set twice, or its value does not exist. The hint has the nearest.
pub fn set_switches(setup: &mut Setup, typed: &[String]) -> Result<(), Refusal> {
    let switches: Vec<(&str, &str)> =
        typed.iter().map(|typed| Switch::split_typed(typed).unwrap_or((typed, ""))).collect();
    Switch::refuse_contradictions(switches.iter().copied()).map_err(Refusal::usage)?;
    for (key, value) in switches {
        let options = load::options_with(&setup.options, key, value);
        setup.options = options.map_err(|flaws| Refusal::from(flaws).marked_as_typed())?;
    }
    Ok(())
}
