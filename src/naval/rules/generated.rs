//! 10.1: weather and forces of a generated scenario, by theatre and date.
use crate::model::generator::{CompanionRule, DrawnShip, PoolShip, TypeRow};
use crate::model::{Card, DrawnDivision, ForceTable, Generator, Purpose, ShipType, TableReason, Wind, WindForce};
use crate::rules::{formation::kinds::division_sizes, rolls::choose_evenly};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, SideId, State, model};
use play::{DiceRequest, Rule};
use std::sync::Arc;

const GENERATED: Rule = Rule::new("10.1");
const WEATHER: Rule = Rule::new("10.1.1");
const FORCES: Rule = Rule::new("10.1.2");

/// Compass degrees for each face of a D10.
pub const FACE_DEG: u16 = 36;

/// Faces of the die for the Ship Type Table.
const FACES_OF_TYPES: u8 = 10;

/// A side with more boats than this has each division of boats on one base. [5.1.1]
const BOATS_ON_OWN_BASES: usize = 4;

/// A division of at least this many boats has a leader, if its navy has leaders.
const BOATS_WITH_A_LEADER: usize = 4;
/// Ships of different classes sail together only if their top speeds differ by at most this.
const MAX_SPEED_SPREAD: Inches = Inches(40);
const MAX_LEADER_YEARS_APART: i32 = 6;
/// A leader is at most this much faster than its boats.
const LEADER_FASTER: Inches = Inches(80);
/// A leader is at most this much slower than its boats.
const LEADER_SLOWER: Inches = Inches(25);
/// A force of at least this many rolls has a screen, if the theatre has light ships.
const ROLLS_WITH_A_SCREEN: u8 = 3;

/// Returns the generator while ships are being placed, or refuses.
fn generator(draft: &NavalDraft<'_>) -> Result<Arc<Generator>, NavalHalt> {
    let state = draft.state();
    let generator = state.setup.generator.clone().filter(|_| state.is_placing());
    generator.map_or_else(|| draft.refuse(GENERATED, TableReason::NothingGenerated.into()), Ok)
}

/// Rolls the weather, and the hour if the scenario has none. Refused if nothing is generated, or twice. [10.1.1]
pub(crate) fn weather(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let generator = generator(draft)?;
    if let Some(range) = draft.state().sighting_base {
        return draft.refuse(WEATHER, TableReason::WeatherRolled { range }.into());
    }
    let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::SightingBase, WEATHER))?;
    let base = generator.visibility.get(usize::from(face) - 1).copied().unwrap_or_default();
    draft.record(WEATHER, Fact::SightingBaseFound { base, quality: None });
    let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::Wind, WEATHER))?;
    let force = generator.winds.get(usize::from(face) - 1).copied().unwrap_or(WindForce::Calm);
    let from_deg = match force {
        WindForce::Calm => 0,
        WindForce::Moderate | WindForce::High => {
            (draft.roll_die(DiceRequest::roll_one(10, Purpose::WindFrom, WEATHER))? - 1).into()
        }
    };
    draft.record(WEATHER, Fact::WindFound { wind: Wind { force, from_deg: from_deg * FACE_DEG } });
    // The hour is rolled last, so that the weather's dice do not change. (Q65)
    if !generator.hours.is_empty() {
        let face = draft.roll_die(DiceRequest::roll_one(6, Purpose::Hour, GENERATED))?;
        let start = generator.hours.get(usize::from(face) - 1).copied().unwrap_or_default();
        draft.record(GENERATED, Fact::HourFound { start });
    }
    Ok(())
}

/// Rolls types, numbers, ships. Refused if nothing is generated, for an unknown side, or for a side twice. [10.1.2]
pub(crate) fn muster(draft: &mut NavalDraft<'_>, side: &SideId) -> Result<(), NavalHalt> {
    let generator = generator(draft)?;
    let Some(table) = generator.table_of(side) else {
        return draft.refuse(FORCES, Reason::UnknownSide { side: side.clone() });
    };
    if draft.state().mustered_sides.contains(side) {
        return draft.refuse(FORCES, TableReason::ForceRolled { side: side.clone() }.into());
    }
    let mut pool: Vec<PoolShip> = table.pool.clone();
    let mut drawn: Vec<Vec<PoolShip>> = Vec::new();
    for roll in 1..=table.rolls {
        let narrowed = table_of_lacking_types(&generator, table, (&drawn, &pool), roll);
        drawn.push(draw_ships(draft, narrowed.as_ref().unwrap_or(table), generator.company, &mut pool)?);
    }
    let mut drawn = form_divisions(table, generator.company, drawn);
    draw_leader(draft, table, generator.company, &mut drawn)?;
    let divisions = number_divisions(draft.state(), side, drawn);
    draft.record_all(FORCES, divisions.into_iter().map(Fact::DivisionRaised));
    draft.record(FORCES, Fact::ForceMustered { side: side.clone() });
    Ok(())
}

/// Returns divisions of the drawn ships, each behind its flagship. [5.1.1, 5.10.1]
fn form_divisions(table: &ForceTable, company: CompanionRule, mut drawn: Vec<Vec<PoolShip>>) -> Vec<Vec<PoolShip>> {
    drawn.retain(|ships| !ships.is_empty());
    let mut drawn = merge_small_divisions(drawn, company);
    if company.keeps_fleets() {
        drawn.iter_mut().for_each(|ships| put_flagship_first(table, ships));
    }
    drawn
}

/// A side's rolls, and the ships left in its table.
struct Progress<'s> {
    generator: &'s Generator,
    table: &'s ForceTable,
    drawn: Vec<Vec<PoolShip>>,
    pool: Vec<PoolShip>,
}

impl Progress<'_> {
    /// Returns `None` if the rolls do not record which ships they gave.
    fn from_state<'s>(state: &'s State, side: &SideId) -> Option<Progress<'s>> {
        let generator = state.setup.generator.as_deref().filter(|generator| generator.company.divides_by_sisters())?;
        let table = generator.table_of(side)?;
        // Sorted by the list, as a roll sorts its ships.
        let listed =
            |ships: &Vec<Id>| table.pool.iter().filter(|entry| ships.contains(&entry.card.id)).cloned().collect();
        let drawn = state.drawn_ships.iter().map(listed).collect();
        let is_left = |entry: &&PoolShip| !state.drawn_ships.iter().any(|ships| ships.contains(&entry.card.id));
        let pool = table.pool.iter().filter(is_left).cloned().collect();
        Some(Progress { generator, table, drawn, pool })
    }
}

/// Returns the Ship Type Table's rows for a side's next roll, without types used up or excluded from it. [10.1.2]
pub fn type_rows(state: &State, side: &SideId) -> Option<Vec<TypeRow>> {
    let Progress { generator, table, drawn, pool } = Progress::from_state(state, side)?;
    let roll = u8::try_from(drawn.len() + 1).unwrap_or(u8::MAX);
    let narrowed = table_of_lacking_types(generator, table, (&drawn, &pool), roll);
    let mut next = 1;
    let mut rows: Vec<TypeRow> = rows_left(narrowed.as_ref().unwrap_or(table), &pool).into_iter().cloned().collect();
    for row in &mut rows {
        (row.faces.0, next) = (next, row.faces.1 + 1);
    }
    if let Some(last) = rows.last_mut() {
        last.faces.1 = FACES_OF_TYPES;
    }
    Some(rows)
}

/// Returns the ships from which the die for the first ship of this type chooses, in list order. [10.1.2]
pub fn ships_left(state: &State, side: &SideId, kind: ShipType) -> Option<Vec<Arc<Card>>> {
    let Progress { pool, .. } = Progress::from_state(state, side)?;
    Some(pool.into_iter().filter(|entry| entry.card.kind == kind).map(|entry| entry.card).collect())
}

/// Returns the leaders from which a side's die chooses when its force is drawn. [10.1.2]
pub fn leaders_left(state: &State, side: &SideId) -> Option<Vec<Arc<Card>>> {
    let Progress { generator, table, drawn, .. } = Progress::from_state(state, side)?;
    let drawn = form_divisions(table, generator.company, drawn);
    Some(leaders_of(table, &drawn).into_iter().map(|(leader, _)| leader.card).collect())
}

/// Rolls a type and number, and draws ships without repeats: the first from all ships of the type, then its company.
/// Draws at least a division's minimum if that many are left. Rolls nothing if no ships are left. [5.1.1]
fn draw_ships(
    draft: &mut NavalDraft<'_>,
    table: &ForceTable,
    company: CompanionRule,
    pool: &mut Vec<PoolShip>,
) -> Result<Vec<PoolShip>, NavalHalt> {
    if company.divides_by_sisters()
        && pool.iter().all(|entry| table.types.iter().all(|row| row.kind != entry.card.kind))
    {
        return Ok(Vec::new());
    }
    let face = draft.roll_die(DiceRequest::roll_one(10, Purpose::ForceType(table.side.clone()), FORCES))?;
    let Some(row) = row_of(table, company, pool, face) else {
        return draft.refuse(FORCES, TableReason::NoShipTypeRow.into());
    };
    let number = draft.roll_die(DiceRequest::roll_one(6, Purpose::ForceNumber(table.side.clone()), FORCES))?;
    let rolled_count = row.ships.get(usize::from(number) - 1).copied().unwrap_or(1);
    let of_type =
        |pool: &[PoolShip]| (0..pool.len()).filter(|i| pool[*i].card.kind == row.kind).collect::<Vec<usize>>();
    let (least, _) = division_sizes(row.kind);
    let wanted = rolled_count.max(u8::try_from(least.min(of_type(pool).len())).unwrap_or(rolled_count));
    let mut ships: Vec<PoolShip> = Vec::new();
    while ships.len() < usize::from(wanted) {
        let group = ships.first().and_then(|first| first.group);
        let is_of_group = |i: &usize| group.is_some() && pool[*i].group == group;
        let left: Vec<usize> = (0..pool.len()).filter(|i| pool[*i].card.kind == row.kind || is_of_group(i)).collect();
        let i = match (ships.first(), company) {
            (Some(_), CompanionRule::Nearest) => nearest_in_company(table, pool, left, &ships),
            (Some(first), CompanionRule::Sisters | CompanionRule::Squadrons | CompanionRule::Fleets) => {
                let sister = next_sister(table, pool, first, (&ships, usize::from(wanted)));
                let room = usize::from(wanted) - ships.len();
                let keeps_sisters =
                    |i: &usize| !company.keeps_fleets() || !leaves_sisters(pool, &pool[*i], &ships, room);
                let left = left.into_iter().filter(keeps_sisters).collect();
                sister.or_else(|| nearest_in_company(table, pool, left, &ships))
            }
            (_, CompanionRule::Diced)
            | (
                None,
                CompanionRule::Nearest | CompanionRule::Sisters | CompanionRule::Squadrons | CompanionRule::Fleets,
            ) => roll_ship(draft, table, pool, left, ships.last())?,
        };
        let Some(i) = i else { break };
        ships.push(pool.remove(i));
    }
    let (side, kind, found) = (table.side.clone(), row.kind, ships.len() as u8);
    let recorded = ships.iter().filter(|_| company.divides_by_sisters());
    let recorded = recorded.map(|ship| ship.card.id.clone()).collect();
    draft.record(FORCES, Fact::TypeRolled { side, kind, wanted, found, ships: recorded });
    if company.keeps_companions() {
        ships.sort_by_key(|ship| table_index(table, ship));
    }
    Ok(ships)
}

/// Returns the last roll's table with the lacking types alone, if earlier rolls gave only boats, or no light ships.
fn table_of_lacking_types(
    generator: &Generator,
    table: &ForceTable,
    (drawn, pool): (&[Vec<PoolShip>], &[PoolShip]),
    roll: u8,
) -> Option<ForceTable> {
    if roll != table.rolls {
        return None;
    }
    if lacks_all_but_boats(generator, table, drawn, pool) {
        return Some(with_types(table, |kind| !kind.is_torpedo_craft()));
    }
    let screened = generator.company.keeps_squadrons() && ROLLS_WITH_A_SCREEN <= roll;
    (screened && lacks_a_screen(drawn, pool)).then(|| with_types(table, ShipType::is_light))
}

/// Whether only boats were drawn although other ships are left and the enemy may bring large ships. False in waters
/// where boats went out alone.
fn lacks_all_but_boats(generator: &Generator, table: &ForceTable, drawn: &[Vec<PoolShip>], pool: &[PoolShip]) -> bool {
    let is_boat = |entry: &PoolShip| entry.card.kind.is_torpedo_craft();
    let mut enemies = generator.forces.iter().filter(|other| other.side != table.side);
    let mut meets_large = || enemies.any(|enemy| enemy.types.iter().any(|row| row.kind.is_large()));
    generator.company.keeps_fleets()
        && !table.boats_alone
        && drawn.iter().flatten().all(is_boat)
        && !pool.iter().all(is_boat)
        && meets_large()
}

/// Whether only large ships were drawn although light ones are left.
fn lacks_a_screen(drawn: &[Vec<PoolShip>], pool: &[PoolShip]) -> bool {
    let is_light = |entry: &PoolShip| entry.card.kind.is_light();
    !drawn.iter().flatten().any(is_light) && pool.iter().any(is_light)
}

/// Returns the table with these types only, which receive the faces of the others.
fn with_types(table: &ForceTable, keeps: impl Fn(ShipType) -> bool) -> ForceTable {
    let mut table = table.clone();
    table.types.retain(|row| keeps(row.kind));
    table
}

/// Puts the most senior flagship at the head of a division. Otherwise dreadnoughts go before predreadnoughts, and
/// destroyers before torpedo boats. [5.10.1]
fn put_flagship_first(table: &ForceTable, ships: &mut Vec<PoolShip>) {
    ships.sort_by_key(|ship| ship.card.kind.flag_rank());
    let flags = ships.iter().enumerate().filter_map(|(i, ship)| Some((table.flag_seniority(&ship.card.id)?, i)));
    if let Some((_, i)) = flags.min() {
        let flagship = ships.remove(i);
        ships.insert(0, flagship);
    }
}

/// Returns the row of a face, or `None` if the table omits it. If sisters sail together, faces of a type that is used
/// up belong to the next row, and after the last to the row before.
fn row_of<'t>(table: &'t ForceTable, company: CompanionRule, pool: &[PoolShip], face: u8) -> Option<&'t TypeRow> {
    if !company.divides_by_sisters() {
        return table.types.iter().find(|row| (row.faces.0..=row.faces.1).contains(&face));
    }
    let left = rows_left(table, pool);
    left.iter().find(|row| face <= row.faces.1).or(left.last()).copied()
}

/// Returns the rows whose types have ships left, in order of their faces.
fn rows_left<'t>(table: &'t ForceTable, pool: &[PoolShip]) -> Vec<&'t TypeRow> {
    let is_left = |row: &&TypeRow| pool.iter().any(|entry| entry.card.kind == row.kind);
    let mut left: Vec<&TypeRow> = table.types.iter().filter(is_left).collect();
    left.sort_by_key(|row| row.faces);
    left
}

/// Rolls for one of the ships left, a sister of the last while there are any.
fn roll_ship(
    draft: &mut NavalDraft<'_>,
    table: &ForceTable,
    pool: &[PoolShip],
    mut left: Vec<usize>,
    last: Option<&PoolShip>,
) -> Result<Option<usize>, NavalHalt> {
    let is_sister_of_last = |index: &usize| last.is_some_and(|last| last.card.class == pool[*index].card.class);
    if left.iter().any(is_sister_of_last) {
        left.retain(is_sister_of_last);
    }
    if left.is_empty() {
        return Ok(None);
    }
    let chosen = choose_evenly(draft, left.len(), Purpose::ForceShip, &table.side, FORCES)?;
    Ok(left.get(chosen).copied())
}

/// Returns the next sister to sail with the first ship. The class's remaining ships are cut into divisions in list
/// order, so that no division begins with a second sister while the first is left. A last division that is too small is
/// filled up with the ships before it.
fn next_sister(
    table: &ForceTable,
    pool: &[PoolShip],
    first: &PoolShip,
    (ships, wanted): (&[PoolShip], usize),
) -> Option<usize> {
    let is_of_class = |entry: &&PoolShip| is_sister(first, entry) && entry.card.kind == first.card.kind;
    let mut class: Vec<&PoolShip> = pool.iter().chain(ships).filter(is_of_class).collect();
    class.sort_by_key(|entry| table_index(table, entry));
    let index = class.iter().position(|entry| entry.card.id == first.card.id)?;
    let from = (index / wanted.max(1) * wanted).min(class.len().saturating_sub(wanted));
    let next =
        class.iter().skip(from).take(wanted).find(|entry| ships.iter().all(|other| other.card.id != entry.card.id))?;
    pool.iter().position(|entry| entry.card.id == next.card.id)
}

/// Returns the remaining ship nearest to the first, if it keeps company with the division. Sisters come first, then
/// classes already in it, then by age, then by position in the list.
fn nearest_in_company(table: &ForceTable, pool: &[PoolShip], left: Vec<usize>, ships: &[PoolShip]) -> Option<usize> {
    let first = ships.first()?;
    let list_distance = |i: &usize| table_index(table, &pool[*i]).abs_diff(table_index(table, first));
    let has_sister = |i: &usize| ships.iter().any(|ship| is_sister(ship, &pool[*i]));
    left.into_iter()
        .filter(|i| is_sister(first, &pool[*i]) || can_sail_together(ships, &pool[*i..=*i]))
        .min_by_key(|i| (!is_sister(first, &pool[*i]), !has_sister(i), years_apart(first, &pool[*i]), list_distance(i)))
}

/// Whether drawing a ship larger than a boat would leave behind sisters for which the division has no room.
fn leaves_sisters(pool: &[PoolShip], ship: &PoolShip, ships: &[PoolShip], room: usize) -> bool {
    let sisters = pool.iter().filter(|entry| is_sister(ship, entry)).count();
    !ship.card.kind.is_torpedo_craft() && room < sisters && !ships.iter().any(|entry| is_sister(ship, entry))
}

fn is_sister(left: &PoolShip, right: &PoolShip) -> bool {
    left.card.class == right.card.class
}

/// Returns the years between two ships, or 0 if one is unknown.
fn years_apart(left: &PoolShip, right: &PoolShip) -> i32 {
    left.completed.zip(right.completed).map_or(0, |(left, right)| (left - right).abs())
}

/// Whether all ships of two groups can sail in one division. Each pair must be sisters, of one group, or, if neither
/// has a group, of the same sort and similar speed. [5.1.1, 10.1.2]
fn can_sail_together(ships: &[PoolShip], others: &[PoolShip]) -> bool {
    let similar_speed =
        |left: &PoolShip, right: &PoolShip| (left.card.speed - right.card.speed).abs() <= MAX_SPEED_SPREAD;
    let fit = |left: &PoolShip, right: &PoolShip| match (left.group, right.group) {
        (None, None) => are_same_sort(left.card.kind, right.card.kind) && similar_speed(left, right),
        (one_group, other_group) => one_group == other_group && may_sail_with(left.card.kind, right.card.kind),
    };
    ships.iter().all(|entry| others.iter().all(|other| is_sister(entry, other) || fit(entry, other)))
}

/// Whether two types sail in one squadron: battleships old and new, light cruisers, boats. Others sail with their own.
fn are_same_sort(left: ShipType, right: ShipType) -> bool {
    let sort = |kind: ShipType| match kind {
        ShipType::BB | ShipType::OBB => ShipType::BB,
        ShipType::CL | ShipType::CP => ShipType::CL,
        ShipType::TBD | ShipType::TB => ShipType::TBD,
        ShipType::BC | ShipType::CA | ShipType::MM | ShipType::CB => kind,
    };
    sort(left) == sort(right)
}

fn table_index(table: &ForceTable, ship: &PoolShip) -> usize {
    table.pool.iter().position(|entry| entry.card.id == ship.card.id).unwrap_or(usize::MAX)
}

/// Returns leaders that have a large division of boats to lead, each with the index of the first that it may lead.
fn leaders_of(table: &ForceTable, drawn: &[Vec<PoolShip>]) -> Vec<(PoolShip, usize)> {
    let is_large_division = |boats: &[PoolShip]| BOATS_WITH_A_LEADER <= boats.len();
    let led_by = |leader: &PoolShip| {
        drawn.iter().position(|boats| is_large_division(boats) && boats.iter().all(|boat| may_lead(leader, boat)))
    };
    table.leaders.iter().filter_map(|leader| Some((leader.clone(), led_by(leader)?))).collect()
}

/// Puts a leader at the head of the side's first large division of boats that it may lead, if its navy has leaders. A
/// division of six drops its last boat to make room.
fn draw_leader(
    draft: &mut NavalDraft<'_>,
    table: &ForceTable,
    company: CompanionRule,
    drawn: &mut [Vec<PoolShip>],
) -> Result<(), NavalHalt> {
    let leaders = leaders_of(table, drawn);
    if leaders.is_empty() {
        return Ok(());
    }
    let chosen = choose_evenly(draft, leaders.len(), Purpose::ForceShip, &table.side, FORCES)?;
    if let Some((leader, index)) = leaders.into_iter().nth(chosen) {
        let (_, most) = division_sizes(leader.card.kind);
        let (side, ship, division) = (table.side.clone(), leader.card.id.clone(), division_id(&table.side, index + 1));
        if company.divides_by_sisters() {
            draft.record(FORCES, Fact::LeaderDrawn { side, ship, division });
        }
        drawn[index].truncate(most - 1);
        drawn[index].insert(0, leader);
    }
    Ok(())
}

/// Whether a leader may lead a boat: by classes that the theatre names, otherwise by age and speed.
fn may_lead(leader: &PoolShip, boat: &PoolShip) -> bool {
    let (leader_speed, boat_speed) = (leader.card.speed, boat.card.speed);
    let keeps_up = || leader_speed <= boat_speed + LEADER_FASTER && boat_speed <= leader_speed + LEADER_SLOWER;
    let is_of_its_time = || years_apart(leader, boat) <= MAX_LEADER_YEARS_APART && keeps_up();
    let named = || leader.leads.contains(&boat.card.class);
    boat.card.kind.is_torpedo_craft() && if leader.leads.is_empty() { is_of_its_time() } else { named() }
}

/// Merges too small divisions into ones whose ships keep company, with sisters or of similar speed first. The ships go
/// astern if there is room, or to the head if company is kept and they are faster. Otherwise the other division's last
/// ships join them, for squadrons only if no sister stays behind. Without such a division they stay alone. [5.1.1]
fn merge_small_divisions(mut drawn: Vec<Vec<PoolShip>>, company: CompanionRule) -> Vec<Vec<PoolShip>> {
    let kind = |ships: &[PoolShip]| ships.first().map(|ship| ship.card.kind);
    let lacking = |ships: &[PoolShip]| kind(ships).map_or(0, |kind| division_sizes(kind).0.saturating_sub(ships.len()));
    let mut i = 0;
    while i < drawn.len() {
        let short = lacking(&drawn[i]);
        let Some(own) = kind(&drawn[i]).filter(|_| 0 < short) else {
            i += 1;
            continue;
        };
        let (least, most) = division_sizes(own);
        let count = drawn[i].len();
        let keeps_company = |other: &[PoolShip]| match company {
            CompanionRule::Diced => kind(other).is_some_and(|other| may_sail_with(own, other)),
            CompanionRule::Nearest | CompanionRule::Sisters | CompanionRule::Squadrons | CompanionRule::Fleets => {
                can_sail_together(&drawn[i], other)
            }
        };
        let mut mates: Vec<usize> =
            (0..drawn.len()).filter(|other| *other != i && keeps_company(&drawn[*other])).collect();
        let has_no_sisters = |other: usize| {
            let sisters = drawn[other].iter().any(|entry| drawn[i].iter().any(|own| is_sister(own, entry)));
            company.keeps_companions() && !sisters
        };
        let speed_gap = |other: usize| (slowest(&drawn[i]) - slowest(&drawn[other])).abs();
        mates.sort_by_key(|other| (has_no_sisters(*other), kind(&drawn[*other]) != Some(own), speed_gap(*other)));
        if let Some(room) = mates.iter().copied().find(|other| drawn[*other].len() + count <= most) {
            let small = std::mem::take(&mut drawn[i]);
            let leads = company.keeps_companions() && slowest(&drawn[room]) < slowest(&small);
            let end = if leads { 0 } else { drawn[room].len() };
            drawn[room].splice(end..end, small);
            drawn.remove(i);
            continue;
        }
        let lends = |other: usize| {
            let from =
                lending_index(&drawn[other], &drawn[i], short, company).filter(|_| least + short <= drawn[other].len());
            from.map(|from| (other, from))
        };
        let others = (0..drawn.len()).filter(|other| *other != i && company.keeps_squadrons());
        if let Some((giver, from)) = mates.iter().copied().chain(others).find_map(lends) {
            let lent: Vec<PoolShip> = drawn[giver].drain(from..from + short).collect();
            drawn[i].extend(lent);
        }
        i += 1;
    }
    drawn
}

/// Returns the index from which a division lends `short` ships, normally its last. With squadrons these are the last
/// ships that can sail with the `few`, and sisters are separated only to join sisters.
fn lending_index(ships: &[PoolShip], few: &[PoolShip], short: usize, company: CompanionRule) -> Option<usize> {
    let last = ships.len().checked_sub(short)?;
    if !company.keeps_squadrons() {
        return Some(last);
    }
    let separates_sisters = |from: usize| {
        let (lent, left) = (&ships[from..from + short], ships[..from].iter().chain(&ships[from + short..]));
        let to_sisters = |entry: &PoolShip| few.iter().any(|own| is_sister(own, entry));
        left.into_iter().any(|stays| lent.iter().any(|goes| is_sister(stays, goes) && !to_sisters(goes)))
    };
    (0..=last).rev().find(|from| !separates_sisters(*from) && can_sail_together(few, &ships[*from..*from + short]))
}

fn slowest(ships: &[PoolShip]) -> Inches {
    ships.iter().map(|entry| entry.card.speed).min().unwrap_or(Inches::ZERO)
}

/// Whether two types may share a division: boats, cruisers, or large ships. [5.1.1, Q6]
fn may_sail_with(left: ShipType, right: ShipType) -> bool {
    division_sizes(left) == division_sizes(right)
}

/// Returns the battle with every ship that may still be drawn, one division for each class, so that printed cards and
/// charts are complete before the dice are rolled. [10.1.2]
pub fn with_all_drawable_ships(state: &State) -> State {
    let mut all = state.clone();
    let tables = state.setup.generator.iter().flat_map(|generator| &generator.forces);
    for table in tables.filter(|table| !state.mustered_sides.contains(&table.side)) {
        let mut ships: Vec<PoolShip> = table.pool.iter().chain(&table.leaders).cloned().collect();
        ships.sort_by_key(|ship| ship.card.kind.flag_rank());
        let classes: Vec<Vec<PoolShip>> = ships.chunk_by(is_sister).map(<[PoolShip]>::to_vec).collect();
        for division in number_divisions(state, &table.side, classes) {
            let name = division.ships.first().map_or_else(String::new, |first| first.card.class.clone());
            model::apply(&mut all, &Fact::DivisionRaised(DrawnDivision { name, ..division }));
        }
    }
    all
}

/// Returns numbered divisions of the drawn ships. If boats are many, each division of boats has one base. [3.1, 5.1.1]
fn number_divisions(state: &State, side: &SideId, drawn: Vec<Vec<PoolShip>>) -> Vec<DrawnDivision> {
    let boats = drawn.iter().flatten().filter(|entry| entry.card.kind.is_torpedo_craft()).count();
    let mut number = 0;
    let mut numbered = |card: Arc<Card>| {
        let is_numbered = card.big.is_some();
        number += u8::from(is_numbered);
        DrawnShip { card, number: is_numbered.then_some(number) }
    };
    let divisions = drawn.into_iter().zip(1..).map(|(listed, division_number)| {
        let (id, name) =
            (division_id(side, division_number), format!("{} {}", state.name(side), ordinal(division_number)));
        let one_base = BOATS_ON_OWN_BASES < boats && listed.iter().all(|entry| entry.card.kind.is_torpedo_craft());
        let (signalling, initiative) = listed.first().map_or((0, 0), |lead| (lead.signalling, lead.initiative));
        let ships = listed.into_iter().map(|entry| numbered(entry.card)).collect();
        DrawnDivision { id, name, side: side.clone(), ships, one_base, signalling, initiative }
    });
    divisions.collect()
}

fn division_id(side: &SideId, number: usize) -> Id {
    Id::new(format!("{side}-{number}"))
}

/// Returns `1st`, `2nd` and so on.
fn ordinal(number: usize) -> String {
    let ending = match number {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
