//! Events, results and what is due, as text.
use crate::{dice_prompts::is_drawn, joined, list};
use crystal::{
    AreaId, Army, BattleFact, Cause, Clash, Ending, EnemyId, Fact, LossCause, Opponent, Phase, Setup, State, Step,
    Term, TermKind, rules::RATIO,
};
use play::EventOf;

/// Returns an area with its number.
pub(super) fn area_name(setup: &Setup, id: AreaId) -> String {
    setup.scenario.area_name(id)
}

/// Returns the units that may be chosen as losses.
pub(super) fn possible_losses(state: &State) -> String {
    state.setup.possible_losses(state.army()).to_string()
}

/// Returns half points as points: `35`, `17.5`.
pub fn points_from_halves(halves: u32) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

/// Returns a strength as a sum of cited terms: `2 SK 2 [SC-19] + 1 SP 4 [SC-19] + bonus SP 2 [SC-13]`.
pub fn sum_text(terms: &[Term], halves: u32) -> String {
    let mut text = String::new();
    for term in terms {
        let sign = match term.halves {
            ..0 => " - ",
            0.. if text.is_empty() => "",
            0.. => " + ",
        };
        let what = match term.part {
            TermKind::Factor => format!("{} {}", term.count, term.troop),
            TermKind::Bonus => format!("bonus {}", term.troop),
            TermKind::Malus => format!("rough ground {}", term.troop),
            TermKind::Armor => format!("armor {}", term.troop),
            TermKind::Weakness => format!("weakness {}", term.troop),
        };
        text += &format!("{sign}{what} {} [{}]", points_from_halves(term.halves.unsigned_abs()), term.rule);
    }
    if text.is_empty() {
        format!("{} (none)", points_from_halves(halves))
    } else {
        format!("{text} = {}", points_from_halves(halves))
    }
}

/// Returns an event as a sentence with its paragraph. `None` if there is nothing to report.
pub fn event_sentence(setup: &Setup, event: &EventOf<crystal::Crystal>) -> Option<String> {
    let enemy = |id: &EnemyId| setup.scenario.enemy_name(*id);
    let area = |id: &AreaId| area_name(setup, *id);
    let what = match &event.fact {
        Fact::Battle(fact) => battle_sentence(fact)?,
        Fact::PhaseBegan(Phase::Loss { owed, cause }) => {
            let why = match cause {
                Cause::Event => "the event",
                Cause::Ambush => "the ambush",
            };
            format!("You choose {owed} to give up to {why}.")
        }
        Fact::PhaseBegan(Phase::Conflict) => "There is a battle to fight.".to_owned(),
        Fact::PhaseBegan(Phase::Retreat) => "You choose where to retreat.".to_owned(),
        Fact::PhaseBegan(Phase::Conquest) => "One unit may join you free of charge.".to_owned(),
        Fact::PhaseBegan(Phase::Movement) => "Recruitment is over, and your army may move.".to_owned(),
        Fact::PhaseBegan(Phase::Event | Phase::Recruitment | Phase::Exploration | Phase::Over) => return None,
        Fact::EventRolled { total } => {
            let text = setup.scenario.event(*total).map_or("", |line| line.text.trim_end_matches('.'));
            format!("Event {total}: {text}.")
        }
        Fact::TreasureChanged { by } if *by < 0 => format!("The treasure loses {} GP.", by.unsigned_abs()),
        Fact::TreasureChanged { by } => format!("The treasure gains {by} GP."),
        Fact::Lost { army } => format!("You give up {army}."),
        Fact::UnitsJoined { kind, count } => {
            format!("{count} {kind} {} you.", if *count == 1 { "joins" } else { "join" })
        }
        Fact::ExpansionEased { by } => format!("Expansion dice are at +{by} this turn."),
        Fact::Guided { mp } => format!("You have {mp} more movement point this turn."),
        Fact::Discounted { units } => format!("{units} unit at half price, rounded up, this turn."),
        Fact::ExpansionRolled { enemy: by, die, for_lands, for_event, grows } => {
            let total = die + for_lands + for_event;
            let lands = if *for_lands > 0 { format!(" + {for_lands} for your areas") } else { String::new() };
            let happening = if *for_event > 0 { format!(" + {for_event} for the event") } else { String::new() };
            let answer = if *grows { "it grows" } else { "it rests" };
            let sum = if total == *die { String::new() } else { format!("{lands}{happening} = {total}") };
            format!("{} rolls {die}{sum}: {answer} (it grows on 5 or more).", enemy(by))
        }
        Fact::Seized { enemy: by, area: id, gp, max } => {
            let was_yours = *gp > 0 || *max != Army::NONE;
            let lost = if was_yours { format!(". You lose {gp} GP a turn and MAX {max}") } else { String::new() };
            format!("{} takes {}{lost}.", enemy(by), area(id))
        }
        Fact::NowhereToGrow { enemy: by } => format!("{} has no area to take.", enemy(by)),
        Fact::Collected { gp } => format!("You collect {gp} GP."),
        Fact::Bought { kind, count, gp } => format!("You buy {count} {kind} for {gp} GP."),
        Fact::Moved { to, cost, .. } => format!("The army marches to {} for {cost} MP.", area(to)),
        Fact::Intercepted { area: id, enemy: by } => format!("{} intercepts you in {}.", enemy(by), area(id)),
        Fact::Slipped { enemy: by, .. } => format!("The army of {} is not here.", enemy(by)),
        Fact::Explored { face } => {
            let text = setup.scenario.finding(*face).map_or("", |line| line.text.trim_end_matches('.'));
            format!("Exploration {face}: {text}.")
        }
        Fact::AreaGp { area: id, by } => {
            format!("{} yields {} GP a turn {}.", area(id), by.unsigned_abs(), if *by < 0 { "less" } else { "more" })
        }
        Fact::Garrison { area: id, by } => format!("{} has {by:+} defenders.", area(id)),
        Fact::Ambushed { loses: true } => "You walk into an ambush.".to_owned(),
        Fact::Ambushed { loses: false } => "The ambush fails, and something is found.".to_owned(),
        Fact::Parted { dead, stayed, foe } => return retreat_sentence(setup, *foe, dead, stayed),
        Fact::Wearied { dies: true } => "The wizard dies of exhaustion.".to_owned(),
        Fact::Wearied { dies: false } => "The wizard lives.".to_owned(),
        Fact::Retreated { to } => format!("The army retreats to {}.", area(to)),
        Fact::Conquered { area: id, gp, max, levied } => {
            let troops = if *levied { format!(", MAX {max}") } else { ", gold only".to_owned() };
            format!("{} is yours: +{gp} GP a turn{troops}.", area(id))
        }
        Fact::Freed { kind } => format!("One unit joins free of charge: {}.", kind.name()),
        Fact::TurnEnded => return None,
        Fact::Ended(ending) => format!("{}.", result_text(*ending)),
    };
    Some(format!("{what} [{}]{}", event.rule, dice_note(event)))
}

/// Returns the dice that decided an event, typed ones marked.
fn dice_note(event: &EventOf<crystal::Crystal>) -> String {
    let typed = event.dice.iter().any(|die| die.source == play::Source::Typed);
    let faces = joined(
        event.dice.iter().map(|die| match is_drawn(die.sides) {
            true => format!("draw {} of {}", die.face, die.sides),
            false => format!("D{} {}", die.sides, die.face),
        }),
        ", ",
    );
    match (faces.is_empty(), typed) {
        (true, _) => faces,
        (false, true) => format!(" (typed {faces})"),
        (false, false) => format!(" ({faces})"),
    }
}

fn retreat_sentence(setup: &Setup, foe: Opponent, dead: &crystal::Troops, stayed: &crystal::Troops) -> Option<String> {
    let Opponent::Empire(by) = foe else { return None };
    let name = setup.scenario.enemy_name(by);
    let lost = (!dead.0.is_empty()).then(|| format!("{name} has permanently lost: {dead}. "));
    let left = (!stayed.0.is_empty()).then(|| format!("{name} keeps: {stayed}. "));
    let text = [lost, left].into_iter().flatten().collect::<String>();
    (!text.is_empty()).then(|| format!("{text}[SC-A5]"))
}

fn loss_cause(by: LossCause) -> &'static str {
    match by {
        LossCause::Clash => "",
        LossCause::Magic => " to magic",
    }
}

fn battle_sentence(fact: &BattleFact) -> Option<String> {
    let spell_result = |works| if works { "it works" } else { "it fails" };
    Some(match fact {
        BattleFact::Joined { foes, wizard, rounds, .. } => {
            let troops = foes.iter().filter(|(_, count)| *count > 0);
            let troops = list(troops.map(|(rank, count)| format!("{count} {}", rank.troop)));
            let wizard = if *wizard { ", with a wizard" } else { "" };
            format!("The enemy has: {troops}{wizard}. At most {rounds} rounds.")
        }
        BattleFact::RoundBegan { round } => format!("Round {round}."),
        BattleFact::Due(Step::Losses { owed }) => format!("You choose {owed} of your own units to lose."),
        BattleFact::Due(Step::Idle | Step::Magic | Step::Spell | Step::Clash | Step::Over) => return None,
        BattleFact::EnemyCast { spell, works } => {
            format!("The enemy's wizard casts {}: {}.", spell.name(), spell_result(*works))
        }
        BattleFact::Cast { spell, works } => format!("Your wizard casts {}: {}.", spell.name(), spell_result(*works)),
        BattleFact::OwnFell { army, by } => format!("You lose {army}{}.", loss_cause(*by)),
        BattleFact::OwnRose { kind } => format!("One {kind} of yours is revived."),
        BattleFact::FoeFell { rank, count, by } => {
            format!("The enemy loses {count} {}{}.", rank.troop, loss_cause(*by))
        }
        BattleFact::FoeRose { rank } => format!("One {} of the enemy is revived.", rank.troop),
        BattleFact::Evoked { count: 0, .. } => "No unit answers.".to_owned(),
        BattleFact::Evoked { rank, count } => format!("{count} {} appear.", rank.troop),
        BattleFact::Armored { kind } => format!("One {kind} counts twice in this round."),
        BattleFact::Weakened { rank } => format!("One {} counts half in this round.", rank.troop),
        BattleFact::Clashed(clash) => clash_sentence(clash),
        BattleFact::Decided { own_halves, foe_halves, won } => {
            let (how, own, foes) =
                (if *won { "won" } else { "lost" }, points_from_halves(*own_halves), points_from_halves(*foe_halves));
            format!("The battle is {how}: {own} against {foes}.")
        }
    })
}

/// Returns the battle step with its sums. [SC-14]
fn clash_sentence(clash: &Clash) -> String {
    let Clash { own, own_halves, foes, foe_halves, cavalry: (first, second), odds, own_losses, foe_losses } = clash;
    let (column, ratio) = (odds.column, odds.ratio);
    let favoured = if (odds.shift > 0) != odds.swapped { "your" } else { "the enemy's" };
    let shift = if odds.shift == 0 {
        String::new()
    } else if column == ratio {
        format!(
            ", cavalry {first} to {second} is in {favoured} favour, but there is no column beyond {column}:1 [{RATIO}]"
        )
    } else {
        format!(", cavalry {first} to {second} moves it a column in {favoured} favour: {column}:1 [{RATIO}]")
    };
    let (own, foes) = (sum_text(own, *own_halves), sum_text(foes, *foe_halves));
    let (attacker, defender) = if odds.swapped { (foe_halves, own_halves) } else { (own_halves, foe_halves) };
    let (attacker, defender) = (points_from_halves(*attacker), points_from_halves(*defender));
    format!(
        "You: {own}.\n  Enemy: {foes}.\n  {attacker} to {defender} counts as {ratio}:1{shift}. The enemy loses \
         {foe_losses}, you {own_losses}."
    )
}

pub fn result_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "Victory: everything that was to be taken is yours",
        Ending::NoArmy => "Defeat: no army is left and no gold to raise one",
        Ending::NoRetreat => "Defeat: the beaten army has nowhere to go",
        Ending::TurnLimit => "Defeat: the last turn has passed",
    }
}

/// Returns the phase, and the commands it allows. [SC-5]
pub fn status(state: &State) -> String {
    let here = area_name(&state.setup, state.army_at);
    let due = match state.phase {
        Phase::Event => "Event: `event` rolls 2D6, then for the enemy.".to_owned(),
        Phase::Loss { owed, .. } => format!("Give up {owed}: lose UNITS, of {}.", possible_losses(state)),
        Phase::Recruitment => format!("Recruitment: {} GP; buy N UNIT, `shop` shows prices, `done`.", state.treasure),
        Phase::Movement => format!("Movement: {} MP; move AREA, `ways` shows them, `stay`.", state.mp_left),
        Phase::Exploration => "Exploration: `explore` rolls a D6.".to_owned(),
        Phase::Conflict => conflict_status(state),
        Phase::Retreat => {
            format!("Retreat: retreat to {}.", list(state.retreats().into_iter().map(|id| area_name(&state.setup, id))))
        }
        Phase::Conquest => format!("Conquest: free {}, or free none.", joined(state.free_units(), ", or free ")),
        Phase::Over => return state.result.map_or_else(String::new, |ending| format!("{}.", result_text(ending))),
    };
    format!("Turn {} of {}, {here}. {due}", state.turn, state.scenario().turn_limit)
}

fn conflict_status(state: &State) -> String {
    let round = format!("round {} of {}", state.field.round, state.field.rounds);
    match state.field.step {
        Step::Idle => "Conflict: `battle` rolls for the rounds; `odds` shows the chance.".to_owned(),
        Step::Magic => format!("Conflict, {round}: `magic` rolls for the enemy's wizard."),
        Step::Spell => format!("Conflict, {round}: cast SPELL at UNIT, or `hold`."),
        Step::Clash => format!("Conflict, {round}: `fight`."),
        Step::Losses { owed } => format!("Conflict, {round}: lose {owed} of {}.", possible_losses(state)),
        Step::Over => "Conflict: the battle is over.".to_owned(),
    }
}

/// Returns the prompt: turn and phase.
pub fn prompt(state: &State) -> String {
    let phase = match state.phase {
        Phase::Event => "event",
        Phase::Loss { .. } => "losses",
        Phase::Recruitment => "recruitment",
        Phase::Movement => "movement",
        Phase::Exploration => "exploration",
        Phase::Conflict => "conflict",
        Phase::Retreat => "retreat",
        Phase::Conquest => "conquest",
        Phase::Over => "over",
    };
    format!("{}/{phase}> ", state.turn)
}
