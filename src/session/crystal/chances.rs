//! `odds`: the forecast of a battle or a plan before the army marches.
use serde_json::json;

use super::check_area;
use crate::{Answer, Refusal, Session};
use crystal::{self, AreaId, Crystal, Duration, Forecast, Policy, State, Step, notation};
use play::{Seeded, journal::seeded_stream};
use show::crystal as words;

/// Battles sampled if there are too many outcomes to calculate.
const SAMPLE_BATTLES: u32 = 20_000;

impl Session<'_, Crystal> {
    /// `odds [AREA] [weakest|cheapest|strongest] [no spells]`
    pub(super) fn odds(&self, words: &str) -> Result<Answer, Refusal> {
        let all: Vec<&str> = words.split_whitespace().collect();
        let state = self.state();
        if all.is_empty() {
            return self.battle_odds(state.army_at, &[]);
        }
        let read_area = |count: usize| notation::area(state, &all[..count].join(" "), "odds 7");
        // The longest start of the line that names an area. The rest is the policy.
        let named = (1..=all.len()).rev().find_map(|count| Some((read_area(count).ok()?, count)));
        match named {
            Some((area, word_count)) => self.battle_odds(area, &all[word_count..]),
            None if Policy::read(&all).is_ok() => self.battle_odds(state.army_at, &all),
            None => Err(read_area(1).err().unwrap_or_else(|| play::LineError::new("No area is named here.")).into()),
        }
    }

    /// Forecasts the battle for an area, and what the scouts may find before it.
    fn battle_odds(&self, area: AreaId, policy: &[&str]) -> Result<Answer, Refusal> {
        let policy = Policy::read(policy)?;
        let state = self.state();
        check_area(state, area)?;
        let has_begun = area == state.army_at && !matches!(state.field.step, Step::Idle | Step::Over);
        let no_battle = || {
            let what = format!("No army would fight in {}.", state.scenario().area_name(area));
            Refusal::not_there(what).line("ways")
        };
        let (forecast, scouts) = if has_begun {
            let left = (state.field.rounds + 1).saturating_sub(state.field.round);
            (self.forecast(state, &state.field, Duration::Left(left), policy), Vec::new())
        } else if crystal::is_unexplored(state, area) {
            self.forecast_unexplored(area, policy).ok_or_else(no_battle)?
        } else {
            let field = crystal::field_against(state, area, *state.army()).ok_or_else(no_battle)?;
            (self.forecast(state, &field, Duration::Die, policy), Vec::new())
        };
        let interception = match state.holder(area) {
            crystal::Holder::Enemy(_) if !has_begun && state.capital_of(area).is_none() => {
                let faces = state.setup.rules.intercept_max;
                format!("If you are intercepted ({faces} of 6):\n")
            }
            crystal::Holder::Enemy(_) | crystal::Holder::Neutral | crystal::Holder::Empire => String::new(),
        };
        let title = state.scenario().area_name(area);
        let army = state.army();
        let forecast_text = words::forecast_text(army, &forecast, policy);
        let text = format!("{title}. {interception}{forecast_text}{}", words::scouts_text(&scouts));
        Ok(Answer::text(text)
            .with_key("odds", words::forecast_json(army, &forecast, policy))
            .with_key("scouts", words::scouts_json(&scouts))
            .with_key("area", json!(area)))
    }

    /// Forecasts an unexplored area, with the chance to win for each result of the exploration die. `None` if no result
    /// brings a battle. [SC-10]
    fn forecast_unexplored(&self, area: AreaId, policy: Policy) -> Option<(Forecast, Vec<words::ScoutResult>)> {
        let state = self.state();
        let approaches = crystal::approaches(state, area, *state.army(), policy);
        approaches.iter().find(|approach| approach.field.is_some())?;
        // Once one result is too large to calculate, the next ones are sampled too: they are about as large.
        let mut too_large = false;
        let mut battle = |field: &crystal::Field| {
            let foresee = if too_large { Self::sample } else { Self::forecast };
            let foreseen = foresee(self, state, field, Duration::Die, policy);
            too_large |= foreseen.sampled.is_some();
            foreseen
        };
        let forecasts: Vec<Forecast> =
            approaches.iter().map(|approach| crystal::forecast_approach(approach, &mut battle)).collect();
        let loses_units = |approach: &crystal::Approach| approach.army != *state.army();
        let scouts = approaches.iter().zip(&forecasts);
        let scouts =
            scouts.map(|(approach, forecast)| (approach.dice.clone(), loses_units(approach), forecast.win())).collect();
        let all = approaches.iter().zip(forecasts).map(|(approach, forecast)| (approach.chance, forecast)).collect();
        Some((Forecast::combine(all), scouts))
    }

    fn forecast(&self, state: &State, field: &crystal::Field, rounds: Duration, policy: Policy) -> Forecast {
        crystal::forecast(&state.setup, field, rounds, policy)
            .unwrap_or_else(|| self.sample(state, field, rounds, policy))
    }

    fn sample(&self, state: &State, field: &crystal::Field, rounds: Duration, policy: Policy) -> Forecast {
        let mut dice = self.sample_dice();
        crystal::sample(&state.setup, field, rounds, policy, SAMPLE_BATTLES, &mut |sides| dice.face(sides))
    }

    /// Returns the dice for sampled battles: the same every time.
    fn sample_dice(&self) -> Seeded<impl FnMut() -> u32> {
        seeded_stream(self.journal().header().seed.unwrap_or_default(), 0)
    }

    /// `odds plan 2,6,11 [weakest|cheapest|strongest] [no spells]`
    pub(super) fn plan_odds(&self, areas: &str, policy: &str) -> Result<Answer, Refusal> {
        let policy = Policy::read(&policy.split_whitespace().collect::<Vec<_>>())?;
        let state = self.state();
        let no_area = |word: &str| {
            Refusal::read(format!("\"{word}\" is not the number of an area."))
                .rule(crystal::rules::AREA)
                .form("odds plan 2,6,11")
        };
        let read = |word: &str| {
            let id = word.parse::<AreaId>().map_err(|_| no_area(word))?;
            check_area(state, id).map(|()| id)
        };
        let list = areas.split(',').filter(|word| !word.is_empty()).map(read).collect::<Result<Vec<AreaId>, _>>()?;
        if list.is_empty() {
            return Err(no_area(areas));
        }
        if let Some((area, from)) = crystal::first_unreachable(state, &list) {
            let scenario = state.scenario();
            let (to, from) = (scenario.area_name(area), scenario.area_name(from));
            let beside = scenario.area(area).into_iter().flat_map(|area| &area.adj).map(AreaId::to_string);
            let what = format!("{to} does not border {from} or any area that you hold by then.");
            let hint = format!("{to} borders on {}", beside.collect::<Vec<_>>().join(", "));
            return Err(Refusal::rules(what).rule(crystal::rules::MOVEMENT).hint(hint));
        }
        let (legs, sampled) = match crystal::plan(state, &list, policy) {
            Some(legs) => (legs, None),
            None => {
                let mut dice = self.sample_dice();
                let legs = crystal::sample_plan(state, &list, policy, SAMPLE_BATTLES, &mut |sides| dice.face(sides));
                (legs, Some(SAMPLE_BATTLES))
            }
        };
        Ok(Answer::text(words::plan_text(state, &legs, policy, sampled))
            .with_key("plan", words::plan_json(&legs, sampled)))
    }
}
