//! Lists the legal orders of a state. The list is empty exactly when the campaign is over.
use crate::model::{ARMY_TYPES, Army, Command, Kind, Phase, Setup, Spell, State, Step, Troop};

/// Returns every legal order. Of purchases, only those of one unit. [SC-5]
pub fn choices(state: &State) -> Vec<Command> {
    match state.phase {
        Phase::Event => vec![Command::Event],
        Phase::Loss { owed, .. } => losses(&state.setup, state.army(), owed),
        Phase::Recruitment => {
            let bought = Kind::RECRUITS.into_iter().filter(|kind| state.can_buy(*kind));
            bought.map(|kind| Command::Buy { count: 1, kind }).chain([Command::Done]).collect()
        }
        Phase::Movement => {
            let open = state.neighbours().filter(|(_, cost)| *cost <= state.mp_left);
            open.map(|(area, _)| Command::Move { to: area.id }).chain([Command::Stay]).collect()
        }
        Phase::Exploration => vec![Command::Explore],
        Phase::Conflict => match state.field.step {
            Step::Idle => vec![Command::Battle],
            Step::Magic => vec![Command::Magic],
            Step::Spell => spells(state),
            Step::Clash => vec![Command::Fight],
            Step::Losses { owed } => losses(&state.setup, state.army(), owed),
            Step::Over => Vec::new(),
        },
        Phase::Retreat => state.retreats().into_iter().map(|to| Command::Retreat { to }).collect(),
        Phase::Conquest => {
            let free = state.free_units().into_iter().map(|kind| Command::Free { kind: Some(kind) });
            free.chain([Command::Free { kind: None }]).collect()
        }
        Phase::Over => Vec::new(),
    }
}

fn losses(setup: &Setup, own: &Army, count: u8) -> Vec<Command> {
    let mut found = Vec::new();
    spread_losses(&setup.possible_losses(own), count, 0, &mut Army::default(), &mut found);
    found.into_iter().map(|army| Command::Lose { army }).collect()
}

fn spread_losses(pool: &Army, needed: u8, place: usize, army: &mut Army, found: &mut Vec<Army>) {
    if place == ARMY_TYPES {
        if needed == 0 {
            found.push(*army);
        }
        return;
    }
    for count in 0..=pool.0[place].min(needed) {
        army.0[place] = count;
        spread_losses(pool, needed - count, place + 1, army, found);
    }
    army.0[place] = 0;
}

/// Returns every spell with every target, and the orders that cast none.
fn spells(state: &State) -> Vec<Command> {
    let field = &state.field;
    let own_targets = |army: &Army| -> Vec<Vec<Troop>> {
        let held = army.fighting();
        held.map(|(kind, _)| vec![Troop::without_name(kind)]).collect()
    };
    let mut foes: Vec<(Troop, u8)> = Vec::new();
    for (_, rank, count) in field.ranks_left() {
        match foes.iter_mut().find(|(troop, _)| *troop == rank.troop) {
            Some((_, total)) => *total += count,
            None => foes.push((rank.troop.clone(), count)),
        }
    }
    let mut orders = vec![Command::Hold, Command::Fight];
    for spell in state.scenario().spells.iter().map(|known| known.spell) {
        let targets: Vec<Vec<Troop>> = match spell {
            Spell::Revive => own_targets(&field.own_lost),
            Spell::Armor => own_targets(&field.own),
            Spell::Blast | Spell::Weakness => foes.iter().map(|(troop, _)| vec![troop.clone()]).collect(),
            Spell::Fireball => fireball_targets(&foes),
            Spell::Evoke => Vec::new(),
        };
        orders.extend(targets.into_iter().map(|at| Command::Cast { spell, at }));
    }
    orders
}

fn fireball_targets(foes: &[(Troop, u8)]) -> Vec<Vec<Troop>> {
    if let [(only, 1)] = foes {
        return vec![vec![only.clone()]];
    }
    let mut pairs = Vec::new();
    for (index, (troop, count)) in foes.iter().enumerate() {
        if *count > 1 {
            pairs.push(vec![troop.clone(), troop.clone()]);
        }
        pairs.extend(foes[index + 1..].iter().map(|(other, _)| vec![troop.clone(), other.clone()]));
    }
    pairs
}
