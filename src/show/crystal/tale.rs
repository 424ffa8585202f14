//! The events of a turn as a story, sentence by sentence.
use super::sentences::{area_name, points_from_halves, result_text};
use crate::{capital, lines::number_word, list};
use crystal::{AreaId, Army, BattleFact, Fact, Kind, Phase, State, Troop};

/// Returns the plural of a monster's name: `Giants of Flesh`, `Stone Men`, `Harpies`.
fn plural(name: &str) -> String {
    if let Some((head, rest)) = name.split_once(" of ") {
        return format!("{} of {rest}", plural(head));
    }
    match name {
        name if name.ends_with('s') || name.ends_with("ed") => name.to_owned(),
        name if name.ends_with("Man") => format!("{}Men", name.trim_end_matches("Man")),
        name if name.ends_with("Wolf") => format!("{}Wolves", name.trim_end_matches("Wolf")),
        name => format!("{name}s"),
    }
}

/// Returns a number of units of one kind: `a company of Blades`, `three Giant Worms`, `a wizard`.
fn units_text(troop: &Troop, count: u32) -> String {
    match (&troop.name, troop.kind) {
        (Some(name), _) if count == 1 && name.ends_with('s') => format!("one of the {name}"),
        (Some(name), _) if count == 1 => format!("{} {name}", article(name)),
        (Some(name), _) => format!("{} {}", number_word(count), plural(name)),
        (None, Kind::Wizard) if count == 1 => "a wizard".to_owned(),
        (None, Kind::Wizard) => format!("{} wizards", number_word(count)),
        (None, kind) if count == 1 => format!("a company of {}", kind.name()),
        (None, kind) => format!("{} companies of {}", number_word(count), kind.name()),
    }
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

/// Returns an army as text. `None` if it is empty.
fn army_text(army: &Army) -> Option<String> {
    let held: Vec<String> =
        army.present().map(|(kind, count)| units_text(&Troop::without_name(kind), u32::from(count))).collect();
    (!held.is_empty()).then(|| list(&held))
}

fn was_or_were(army: &Army) -> &'static str {
    if army.0.iter().map(|count| u32::from(*count)).sum::<u32>() == 1 { "was" } else { "were" }
}

/// The enemies in a battle, and the losses of both sides.
#[derive(Clone, PartialEq, Debug, Default)]
struct Battle {
    foes: Vec<(Troop, u32)>,
    wizard: bool,
    rounds: u8,
    own_losses: Army,
    enemy_losses: Vec<(Troop, u32)>,
}

/// The sentences of a turn, and events not yet told.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TurnStory {
    pub(super) sentences: Vec<String>,
    seized: Vec<String>,
    recruits: Army,
    spent: u32,
    route: Vec<String>,
    /// Whether the army marched in this turn, and whether the Movement phase began at all.
    has_marched: bool,
    reached_movement: bool,
    battle: Option<Battle>,
    /// Losses of both sides in the whole turn.
    pub(super) own_fell: Army,
    pub(super) foes_fell: Vec<(Troop, u32)>,
}

impl TurnStory {
    fn add_sentence(&mut self, sentence: impl AsRef<str>) {
        self.sentences.push(format!("{}.", capital(sentence.as_ref().trim_end_matches('.'))));
    }

    /// Adds sentences for the collected seizures, recruits and march.
    fn add_collected(&mut self) {
        let seized = std::mem::take(&mut self.seized);
        if !seized.is_empty() {
            self.add_sentence(list(&seized));
        }
        let (recruits, spent) = (std::mem::take(&mut self.recruits), std::mem::take(&mut self.spent));
        if let Some(raised) = army_text(&recruits) {
            self.add_sentence(format!("{raised} {} raised for {spent} GP", was_or_were(&recruits)));
        }
        let route = std::mem::take(&mut self.route);
        if let [through @ .., to] = &route[..] {
            self.has_marched = true;
            let through = if through.is_empty() { String::new() } else { format!(" through {}", list(through)) };
            self.add_sentence(format!("the army marched{through} to {to}"));
        }
    }

    /// Adds one event. `state` is the state before its command.
    pub(super) fn add_fact(&mut self, state: &State, fact: &Fact) {
        let setup = &state.setup;
        match fact {
            Fact::EventRolled { total } => {
                self.add_sentence(setup.scenario.event(*total).map_or("", |line| line.text.as_str()));
            }
            Fact::TreasureChanged { by: 0 } => {}
            Fact::TreasureChanged { by } if *by < 0 => self.add_sentence(format!("it cost {} GP", by.unsigned_abs())),
            Fact::TreasureChanged { by } => self.add_sentence(format!("it brought {by} GP")),
            Fact::Lost { army } => {
                self.own_fell = self.own_fell.plus(*army);
                if let Some(lost) = army_text(army) {
                    self.add_sentence(format!("{lost} {} lost", was_or_were(army)));
                }
            }
            Fact::UnitsJoined { kind, count } => {
                self.add_sentence(format!(
                    "{} joined the army",
                    units_text(&Troop::without_name(*kind), u32::from(*count))
                ));
            }
            Fact::Seized { enemy: by, area: id, .. } => {
                self.seized.push(format!("{} took {}", setup.scenario.enemy_name(*by), area_name(setup, *id)));
            }
            Fact::Bought { kind, count, gp } => {
                self.recruits.join(*kind, *count);
                self.spent += gp;
            }
            Fact::Collected { .. } => self.add_collected(),
            Fact::PhaseBegan(phase) => {
                self.add_collected();
                self.reached_movement |= *phase == Phase::Movement;
            }
            Fact::Moved { to, .. } => self.route.push(area_name(setup, *to)),
            Fact::Intercepted { enemy: by, .. } => {
                self.add_collected();
                self.add_sentence(format!("the host of {} barred the way", setup.scenario.enemy_name(*by)));
            }
            Fact::Slipped { .. } => self.add_collected(),
            Fact::Explored { face } => {
                let line = setup.scenario.finding(*face);
                self.add_sentence(format!("the scouts reported: {}", line.map_or("", |line| line.text.as_str())));
            }
            Fact::AreaGp { by, .. } if *by != 0 => {
                self.add_sentence(format!(
                    "it yields {} GP {}",
                    by.unsigned_abs(),
                    if *by > 0 { "more" } else { "less" }
                ));
            }
            Fact::Ambushed { loses: true } => self.add_sentence("they had walked into an ambush"),
            Fact::Ambushed { loses: false } => self.add_sentence("an ambush failed, and its camp was searched"),
            Fact::Battle(fact) => self.add_battle_fact(state.army_at, state, fact),
            Fact::Wearied { dies: true } => self.add_sentence("the wizard died of the effort"),
            Fact::Retreated { to } => self.add_sentence(format!("the army fell back to {}", area_name(setup, *to))),
            Fact::Conquered { area: id, gp, levied, .. } => {
                self.add_collected();
                let how = if *levied { "was ours" } else { "was ours without a fight" };
                self.add_sentence(format!("{} {how}, worth {gp} GP a turn", area_name(setup, *id)));
            }
            Fact::Freed { kind } => {
                self.add_sentence(format!(
                    "{} joined us there without pay",
                    units_text(&Troop::without_name(*kind), 1)
                ));
            }
            Fact::TurnEnded | Fact::Ended(_) => {
                self.add_collected();
                if self.reached_movement && !self.has_marched {
                    self.add_sentence(format!("the army stayed in {}", area_name(setup, state.army_at)));
                }
                if let Fact::Ended(ending) = fact {
                    self.add_sentence(result_text(*ending));
                }
            }
            Fact::ExpansionEased { .. } | Fact::Guided { .. } | Fact::Discounted { .. } => {}
            Fact::ExpansionRolled { .. } | Fact::NowhereToGrow { .. } => {}
            Fact::AreaGp { .. } | Fact::Garrison { .. } | Fact::Parted { .. } | Fact::Wearied { dies: false } => {}
        }
    }

    fn add_battle_fact(&mut self, at: AreaId, state: &State, fact: &BattleFact) {
        if let BattleFact::Joined { foes, wizard, .. } = fact {
            let foes = foes.iter().filter(|(_, count)| *count > 0);
            let foes = foes.map(|(rank, count)| (rank.troop.clone(), u32::from(*count))).collect();
            self.battle = Some(Battle { foes, wizard: *wizard, ..Battle::default() });
        }
        let Some(battle) = &mut self.battle else { return };
        match fact {
            BattleFact::RoundBegan { round } => battle.rounds = *round,
            BattleFact::OwnFell { army, .. } => battle.own_losses = battle.own_losses.plus(*army),
            BattleFact::OwnRose { kind } => battle.own_losses = battle.own_losses.minus(Army::single(*kind, 1)),
            BattleFact::FoeFell { rank, count, .. } => {
                add_troops(&mut battle.enemy_losses, &rank.troop, u32::from(*count))
            }
            BattleFact::FoeRose { rank } => {
                if let Some((_, count)) = battle.enemy_losses.iter_mut().find(|(troop, _)| *troop == rank.troop) {
                    *count = count.saturating_sub(1);
                }
            }
            BattleFact::Decided { own_halves, foe_halves, won } => {
                let battle = self.battle.take().unwrap_or_default();
                let troop_texts = |ranks: &[(Troop, u32)]| {
                    let ranks = ranks.iter().filter(|(_, count)| *count > 0);
                    ranks.map(|(troop, count)| units_text(troop, *count)).collect::<Vec<_>>()
                };
                let wizard = battle.wizard.then(|| "a wizard".to_owned());
                let foes: Vec<String> = troop_texts(&battle.foes).into_iter().chain(wizard).collect();
                let rounds = if battle.rounds == 1 { "round" } else { "rounds" };
                let rounds = format!("{} {rounds}", number_word(u32::from(battle.rounds)));
                let (place, foes, how) = (area_name(&state.setup, at), list(&foes), if *won { "won" } else { "lost" });
                let (own, other) = (points_from_halves(*own_halves), points_from_halves(*foe_halves));
                self.add_sentence(format!(
                    "in {place} waited {foes}, and the battle was {how} in {rounds}, {own} to {other}"
                ));
                let own_losses = army_text(&battle.own_losses).unwrap_or_else(|| "nobody".to_owned());
                let enemy_losses = troop_texts(&battle.enemy_losses);
                let enemy_text = if enemy_losses.is_empty() { "nobody".to_owned() } else { list(&enemy_losses) };
                self.add_sentence(format!("we lost {own_losses}, and they lost {enemy_text}"));
                self.own_fell = self.own_fell.plus(battle.own_losses);
                for (troop, count) in &battle.enemy_losses {
                    add_troops(&mut self.foes_fell, troop, *count);
                }
            }
            BattleFact::Joined { .. } | BattleFact::Due(_) | BattleFact::Clashed(_) => {}
            BattleFact::EnemyCast { .. } | BattleFact::Cast { .. } | BattleFact::Evoked { .. } => {}
            BattleFact::Armored { .. } | BattleFact::Weakened { .. } => {}
        }
    }
}

fn add_troops(troops: &mut Vec<(Troop, u32)>, troop: &Troop, count: u32) {
    match troops.iter_mut().find(|(known, _)| known == troop) {
        Some((_, sum)) => *sum += count,
        None => troops.push((troop.clone(), count)),
    }
}
