//! The phases of a turn, in order. [SC-5]
use super::{
    Ruling, TurnDraft,
    battle::next_round,
    expansion::expand_empires,
    magic::{self, RequiredLosses},
};
use crate::model::{
    AreaId, AreaState, Army, Cause, EmpireChanges, Ending, EnemyId, EventEffect, Fact, Field, Finding, FirstMax,
    Holder, Kind, Opponent, Phase, Purpose, Rank, Reason, Setup, State, Step, TroopGroup, Troops, rules,
};
use play::{DiceRequest, Rule};

/// Returns the state before the first command. [SC-1, SC-4, SC-A7]
pub(crate) fn initial_state(setup: &Setup) -> State {
    let scenario = &setup.scenario;
    let start = &scenario.start;
    let army = start.army();
    let levied = |id: AreaId| match setup.rules.initial_max {
        FirstMax::CountsAndOwned => start.owns(id),
        FirstMax::CountsAndBase => id == start.base,
        FirstMax::Counts => false,
    };
    let raised = scenario.areas.iter().filter(|area| levied(area.id)).map(|area| area.troops.recruits());
    let max = raised.fold(army, Army::plus);
    let holder = |id: AreaId| {
        let mut empires = scenario.empires();
        match empires.find(|(_, enemy)| enemy.capital == id || enemy.owned.contains(&id)) {
            Some((enemy, _)) => Holder::Enemy(enemy),
            None if start.owns(id) => Holder::Empire,
            None => Holder::Neutral,
        }
    };
    let land = |id: AreaId| AreaState {
        holder: holder(id),
        gp_change: 0,
        garrison_change: 0,
        levied: levied(id),
        explored: false,
    };
    State {
        setup: setup.clone(),
        turn: 1,
        phase: Phase::Event,
        army_at: start.base,
        came_from: start.base,
        mp_left: 0,
        treasure: start.treasure,
        resources: start.resources,
        max,
        area_states: scenario.areas.iter().map(|area| land(area.id)).collect(),
        empire_changes: vec![EmpireChanges::default(); scenario.enemies.len()],
        expansion_bonus: 0,
        mp_bonus: 0,
        discount: 0,
        field: Field::at_peace(army),
        result: None,
    }
}

/// Refuses a command of another phase. [SC-5]
fn require_phase(draft: &TurnDraft<'_>, phase: Phase) -> Ruling {
    if draft.state().phase == phase { Ok(()) } else { refuse_now(draft) }
}

fn refuse_now(draft: &TurnDraft<'_>) -> Ruling {
    let state = draft.state();
    draft.refuse(rules::TURN, Reason::NotNow { due: state.phase, step: state.field.step })
}

fn begin_phase(draft: &mut TurnDraft<'_>, phase: Phase) {
    draft.record(rules::TURN, Fact::PhaseBegan(phase));
}

/// Rolls and applies the event. Growth and income follow, unless the player must first choose losses. [SC-6]
pub(crate) fn roll_event(draft: &mut TurnDraft<'_>) -> Ruling {
    require_phase(draft, Phase::Event)?;
    let faces = draft.roll_pool(DiceRequest {
        count: 2,
        sides: 6,
        at_most: None,
        purpose: Purpose::Event,
        rule: rules::EVENT,
    })?;
    let total = faces.iter().sum::<u8>();
    draft.record(rules::EVENT, Fact::EventRolled { total });
    match draft.state().scenario().event(total).map_or(EventEffect::None, |line| line.effect) {
        EventEffect::None => {}
        EventEffect::LoseUnit(count) => {
            if take_losses(draft, count, Cause::Event, rules::EVENT) {
                return Ok(());
            }
        }
        EventEffect::LoseCostliest(count) => lose_costliest(draft, count),
        EventEffect::Treasure(by) => change_treasure(draft, by, rules::EVENT),
        EventEffect::Expansion(by) => draft.record(rules::EVENT, Fact::ExpansionEased { by }),
        EventEffect::Add(count, kind) => draft.record(rules::EVENT, Fact::UnitsJoined { kind, count }),
        EventEffect::Mp(mp) => draft.record(rules::EVENT, Fact::Guided { mp }),
        EventEffect::Discount(units) => draft.record(rules::EVENT, Fact::Discounted { units }),
        EventEffect::WizardOrGp(gp) => {
            if draft.state().field.own.has_wizard() {
                change_treasure(draft, gp.min(i32::MAX as u32) as i32, rules::EVENT);
            } else {
                draft.record(rules::EVENT, Fact::UnitsJoined { kind: Kind::Wizard, count: 1 });
            }
        }
    }
    grow_and_collect(draft)
}

fn change_treasure(draft: &mut TurnDraft<'_>, by: i32, rule: Rule) {
    let held = draft.state().treasure.min(i32::MAX as u32) as i32;
    draft.record(rule, Fact::TreasureChanged { by: by.max(-held) });
}

/// Takes losses, by the player's choice if there is one. Returns whether the player must now choose.
fn take_losses(draft: &mut TurnDraft<'_>, count: u8, cause: Cause, rule: Rule) -> bool {
    let state = draft.state();
    match state.setup.required_losses(state.army(), count) {
        RequiredLosses::Nothing => {}
        RequiredLosses::Fixed(army) => draft.record(rule, Fact::Lost { army }),
        RequiredLosses::Choice(owed) => {
            draft.record(rule, Fact::PhaseBegan(Phase::Loss { owed, cause }));
            return true;
        }
    }
    false
}

/// Removes units of the costliest type, the stronger of two with equal price. [SC-A17]
fn lose_costliest(draft: &mut TurnDraft<'_>, count: u8) {
    let own = *draft.state().army();
    let held = own.fighting();
    if let Some((kind, present)) = held.max_by_key(|(kind, _)| (kind.price(), kind.combat_factor())) {
        draft.record(rules::EVENT, Fact::Lost { army: Army::single(kind, count.min(present)) });
    }
}

/// Gives up units, in battle or outside it. [SC-15]
pub(crate) fn lose(draft: &mut TurnDraft<'_>, army: &Army) -> Ruling {
    let state = draft.state();
    let Phase::Loss { owed, cause } = state.phase else {
        return order_in_battle(draft, |draft| magic::lose(draft, army));
    };
    state.setup.check_losses(state.army(), army, owed)?;
    let fact = Fact::Lost { army: *army };
    match cause {
        Cause::Event => {
            draft.record(rules::EVENT, fact);
            grow_and_collect(draft)
        }
        Cause::Ambush => {
            draft.record(rules::EXPLORATION, fact);
            begin_conflict(draft)
        }
    }
}

impl State {
    /// Returns the present price of units. [SC-8]
    pub fn price(&self, count: u8, kind: Kind) -> u32 {
        let halved = u32::from(self.discount.min(count));
        halved * kind.price().div_ceil(2) + (u32::from(count) - halved) * kind.price()
    }

    /// Whether MAX and the treasure allow one more unit of a type, in any phase. [SC-8]
    pub fn can_buy(&self, kind: Kind) -> bool {
        let Some(place) = kind.place() else { return false };
        let room = if kind == Kind::Wizard {
            !self.field.own.has_wizard() && self.max.0[place] > 0
        } else {
            self.army().0[place] < self.max.0[place]
        };
        room && self.price(1, kind) <= self.treasure
    }
}

/// Lets the empires grow, then collects the income. [SC-7, SC-8]
fn grow_and_collect(draft: &mut TurnDraft<'_>) -> Ruling {
    expand_empires(draft)?;
    collect(draft);
    Ok(())
}

/// Collects the income. Ends the campaign if the player has no fighting unit and can buy none. [SC-8, SC-A9]
fn collect(draft: &mut TurnDraft<'_>) {
    begin_phase(draft, Phase::Recruitment);
    let gp = draft.state().resources;
    draft.record(rules::RECRUITMENT, Fact::Collected { gp });
    let state = draft.state();
    if state.army().fighters() == 0 && !Kind::FIGHTERS.into_iter().any(|kind| state.can_buy(kind)) {
        draft.record(rules::DEFEAT, Fact::Ended(Ending::NoArmy));
    }
}

/// Buys units for gold, up to MAX. [SC-8]
pub(crate) fn buy(draft: &mut TurnDraft<'_>, count: u8, kind: Kind) -> Ruling {
    require_phase(draft, Phase::Recruitment)?;
    let state = draft.state();
    let Some(place) = kind.place() else { return draft.refuse(rules::UNITS, Reason::NotForSale { kind }) };
    let (held, max) = (state.army().0[place], state.max.0[place]);
    if count == 0 {
        return draft.refuse(rules::RECRUITMENT, Reason::NothingBought);
    }
    if kind == Kind::Wizard && max > 0 && (held > 0 || count > 1) {
        return draft.refuse(rules::RECRUITMENT, Reason::OneWizard);
    }
    if max < held.saturating_add(count) {
        return draft.refuse(rules::RECRUITMENT, Reason::AtMax { kind, held, max });
    }
    let (gp, treasure) = (state.price(count, kind), state.treasure);
    if treasure < gp {
        return draft.refuse(rules::RECRUITMENT, Reason::NoGold { kind, count, gp, treasure });
    }
    draft.record(rules::RECRUITMENT, Fact::Bought { kind, count, gp });
    Ok(())
}

pub(crate) fn end_recruitment(draft: &mut TurnDraft<'_>) -> Ruling {
    require_phase(draft, Phase::Recruitment)?;
    begin_phase(draft, Phase::Movement);
    Ok(())
}

/// Marches to a neighbouring area. [SC-9]
pub(crate) fn move_army(draft: &mut TurnDraft<'_>, to: AreaId) -> Ruling {
    require_phase(draft, Phase::Movement)?;
    let state = draft.state();
    let (from, left) = (state.army_at, state.mp_left);
    let Some(area) = state.scenario().area(to) else {
        return draft.refuse(rules::MOVEMENT, Reason::NoSuchArea { area: to });
    };
    if from == to {
        return draft.refuse(rules::MOVEMENT, Reason::AlreadyThere { area: to });
    }
    let adjacent: Vec<AreaId> = state.neighbours().map(|(area, _)| area.id).collect();
    if !adjacent.contains(&to) {
        return draft.refuse(rules::MOVEMENT, Reason::NotAdjacent { from, to, adjacent });
    }
    let cost = area.terrain.cost();
    if left < cost {
        return draft.refuse(rules::MOVEMENT, Reason::NoPoints { to, cost, left });
    }
    let (holder, capital) = (state.holder(to), state.capital_of(to));
    draft.record(rules::MOVEMENT, Fact::Moved { from, to, cost });
    match (holder, capital) {
        (Holder::Empire, _) => {}
        (Holder::Neutral, _) => {
            begin_phase(draft, Phase::Exploration);
            return Ok(());
        }
        (Holder::Enemy(_), Some(_)) => return begin_conflict(draft),
        (Holder::Enemy(enemy), None) => {
            if roll_interception(draft, to, enemy)? {
                return begin_conflict(draft);
            }
            take_area(draft, to, false);
            if !draft.state().setup.rules.march_on {
                return end_turn(draft);
            }
        }
    }
    if draft.state().mp_left == 0 { end_turn(draft) } else { Ok(()) }
}

/// Rolls whether the enemy's army intercepts. An army without fighting units never does. [SC-9, SC-A1]
fn roll_interception(draft: &mut TurnDraft<'_>, area: AreaId, enemy: EnemyId) -> Ruling<bool> {
    let army = draft.state().enemy_army(enemy);
    let request =
        army.iter().any(TroopGroup::fights).then(|| DiceRequest::roll_one(6, Purpose::Interception, rules::MOVEMENT));
    let face = request.map(|request| draft.roll_die(request)).transpose()?;
    let intercepts = face.is_some_and(|face| face <= draft.state().setup.rules.intercept_max);
    let rule = if face == Some(3) { rules::INTERCEPTION } else { rules::MOVEMENT };
    draft.record(rule, if intercepts { Fact::Intercepted { area, enemy } } else { Fact::Slipped { area, enemy } });
    Ok(intercepts)
}

pub(crate) fn end_movement(draft: &mut TurnDraft<'_>) -> Ruling {
    require_phase(draft, Phase::Movement)?;
    end_turn(draft)
}

/// Rolls for what the scouts find. [SC-10]
pub(crate) fn explore(draft: &mut TurnDraft<'_>) -> Ruling {
    require_phase(draft, Phase::Exploration)?;
    let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::Exploration, rules::EXPLORATION))?;
    draft.record(rules::EXPLORATION, Fact::Explored { face });
    let state = draft.state();
    let area = state.army_at;
    match state.scenario().finding(face).map_or(Finding::None, |line| line.effect) {
        Finding::None => {}
        Finding::AreaGp(by) => {
            let held = state.gold(area).min(i32::MAX as u32) as i32;
            draft.record(rules::EXPLORATION, Fact::AreaGp { area, by: by.max(-held) });
        }
        Finding::Garrison(by) => draft.record(rules::EXPLORATION, Fact::Garrison { area, by }),
        Finding::Ambush(gp) => {
            let loses = draft.roll_die(DiceRequest::roll_one(6, Purpose::Ambush, rules::EXPLORATION))? <= 3;
            draft.record(rules::EXPLORATION, Fact::Ambushed { loses });
            if !loses {
                change_treasure(draft, gp.min(i32::MAX as u32) as i32, rules::EXPLORATION);
            } else if take_losses(draft, 1, Cause::Ambush, rules::EXPLORATION) {
                return Ok(());
            }
        }
    }
    begin_conflict(draft)
}

/// Begins the Conflict Phase, or conquers the area if no unit defends it. [SC-11]
fn begin_conflict(draft: &mut TurnDraft<'_>) -> Ruling {
    let state = draft.state();
    if state.defenders(state.army_at).is_some_and(|(_, groups)| groups.iter().any(TroopGroup::fights)) {
        begin_phase(draft, Phase::Conflict);
        return Ok(());
    }
    conquer(draft)
}

/// Begins the battle and rolls the number of rounds. [SC-11]
pub(crate) fn begin_battle(draft: &mut TurnDraft<'_>) -> Ruling {
    require_phase(draft, Phase::Conflict)?;
    if draft.state().field.step != Step::Idle {
        return refuse_now(draft);
    }
    let rounds = draft.roll_die(DiceRequest::roll_one(6, Purpose::Rounds, rules::BATTLE))? + 1;
    let state = draft.state();
    let Some(joined) = state.battle_start(state.army_at, rounds) else { return refuse_now(draft) };
    draft.record(rules::BATTLE, Fact::Battle(joined));
    next_round(draft);
    after_battle(draft)
}

/// Carries out an order in battle, and what follows the last round.
pub(crate) fn order_in_battle<'a>(
    draft: &mut TurnDraft<'a>,
    order: impl FnOnce(&mut TurnDraft<'a>) -> Ruling,
) -> Ruling {
    require_phase(draft, Phase::Conflict)?;
    order(draft)?;
    after_battle(draft)
}

/// Ends a battle after its last round: rolls the wizard's exhaustion, then conquers or retreats. [SC-16]
fn after_battle(draft: &mut TurnDraft<'_>) -> Ruling {
    let state = draft.state();
    if state.field.step != Step::Over {
        return Ok(());
    }
    let (.., won) = state.field.outcome(&state.setup.rules);
    let foe = match state.holder(state.army_at) {
        Holder::Enemy(enemy) => Opponent::Empire(enemy),
        Holder::Neutral | Holder::Empire => Opponent::Garrison,
    };
    if state.field.own.has_wizard() {
        let request =
            DiceRequest { count: 2, sides: 6, at_most: None, purpose: Purpose::Exhaustion, rule: rules::OUTCOME };
        let dies = draft.roll_pool(request)?.iter().sum::<u8>() == 2;
        draft.record(rules::OUTCOME, Fact::Wearied { dies });
    }
    separate_armies(draft, foe, won);
    if won {
        return conquer(draft);
    }
    let retreats = draft.state().retreats();
    match retreats[..] {
        [] => draft.record(rules::RETREAT, Fact::Ended(Ending::NoRetreat)),
        [only] => {
            draft.record(rules::RETREAT, Fact::Retreated { to: only });
            return end_turn(draft);
        }
        _ => begin_phase(draft, Phase::Retreat),
    }
    Ok(())
}

/// Separates the armies. Records which units an empire lost for good and which evoked ones it keeps. [SC-A5, SC-A13]
fn separate_armies(draft: &mut TurnDraft<'_>, foe: Opponent, won: bool) {
    let state = draft.state();
    let rules = state.setup.rules;
    let is_empire = matches!(foe, Opponent::Empire(_));
    let (mut dead, mut stayed) = (Troops::default(), Troops::default());
    if is_empire && rules.enemy_losses_persist {
        let before =
            state.defenders(state.army_at).map(|(foe, groups)| state.ranks(foe, &groups).0).unwrap_or_default();
        for (rank, count) in before.iter().filter(|(rank, _)| !rank.evoked) {
            let left = state.field.ranks_left().find(|(_, known, _)| *known == rank).map_or(0, |(.., left)| left);
            dead.0.extend(troop_group(rank, count.saturating_sub(left)));
        }
    }
    if is_empire && !rules.evoked_vanish && !won {
        let evoked = state.field.ranks_left().filter(|(_, rank, _)| rank.evoked);
        stayed.0.extend(evoked.filter_map(|(_, rank, count)| troop_group(rank, count)));
    }
    let rule = if dead.0.is_empty() { rules::EVOKED } else { rules::ENEMY_ARMY };
    draft.record(rule, Fact::Parted { foe, dead, stayed });
}

fn troop_group(rank: &Rank, count: u8) -> Option<TroopGroup> {
    (count > 0).then(|| TroopGroup { count, troop: rank.troop.clone(), local: false })
}

/// Retreats to an area of the player's. [SC-16, SC-A8]
pub(crate) fn retreat(draft: &mut TurnDraft<'_>, to: AreaId) -> Ruling {
    require_phase(draft, Phase::Retreat)?;
    let open = draft.state().retreats();
    if !open.contains(&to) {
        return draft.refuse(rules::RETREAT, Reason::NoRetreat { to, open });
    }
    draft.record(rules::RETREAT, Fact::Retreated { to });
    end_turn(draft)
}

/// Conquers the area, and offers one of its units. [SC-17, SC-A10]
fn conquer(draft: &mut TurnDraft<'_>) -> Ruling {
    let area = draft.state().army_at;
    take_area(draft, area, true);
    if draft.state().free_units().is_empty() {
        return end_turn(draft);
    }
    begin_phase(draft, Phase::Conquest);
    Ok(())
}

/// Gives an area and its gold to the player. If `levied` (not after slipping past an army), MAX rises. [SC-9, SC-17]
fn take_area(draft: &mut TurnDraft<'_>, area: AreaId, levied: bool) {
    let state = draft.state();
    let max = if levied { state.scenario().recruits(area) } else { Army::NONE };
    let fact = Fact::Conquered { area, gp: state.gold(area), max, levied };
    draft.record(if levied { rules::CONQUEST } else { rules::MOVEMENT }, fact);
}

impl State {
    /// Returns the types of which one unit may join free of charge: the area's recruits. [SC-17, SC-A10]
    pub fn free_units(&self) -> Vec<Kind> {
        self.free_units_in(self.army_at, self.army())
    }

    /// Returns the types of which one unit may join an army in an area. An army has at most one wizard.
    pub(crate) fn free_units_in(&self, area: AreaId, army: &Army) -> Vec<Kind> {
        let recruits = if self.setup.rules.free_unit { self.scenario().recruits(area) } else { Army::NONE };
        let kinds = recruits.present().map(|(kind, _)| kind);
        kinds.filter(|kind| *kind != Kind::Wizard || !army.has_wizard()).collect()
    }
}

pub(crate) fn take_free_unit(draft: &mut TurnDraft<'_>, kind: Option<Kind>) -> Ruling {
    require_phase(draft, Phase::Conquest)?;
    if let Some(kind) = kind {
        let state = draft.state();
        if !state.free_units().contains(&kind) {
            return draft.refuse(rules::FREE_UNIT, Reason::NotListed { kind, area: state.army_at });
        }
        draft.record(rules::CONQUEST, Fact::Freed { kind });
    }
    end_turn(draft)
}

/// Ends the turn: victory, defeat after the last turn, or the next turn. [SC-5, SC-21, SC-A9]
fn end_turn(draft: &mut TurnDraft<'_>) -> Ruling {
    let state = draft.state();
    let is_held = |area: &AreaId| state.holder(*area) == Holder::Empire;
    if state.scenario().victory.control.iter().all(is_held) {
        draft.record(rules::VICTORY, Fact::Ended(Ending::Victory));
    } else if state.scenario().turn_limit <= state.turn {
        draft.record(rules::DEFEAT, Fact::Ended(Ending::TurnLimit));
    } else {
        draft.record(rules::TURN, Fact::TurnEnded);
        begin_phase(draft, Phase::Event);
    }
    Ok(())
}
