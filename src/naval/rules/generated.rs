//! 10.1: weather and forces of a generated scenario, by theatre and date.
use crate::model::generator::{Company, Listed, Raised, TypeRow};
use crate::model::{Card, ForceTable, Generator, Purpose, RaisedDivision, ShipType, TableReason, Wind, WindForce};
use crate::rules::{formation::kinds::sizes, rolls::one_of};
use crate::{Fact, Id, Inches, NavalDraft, NavalHalt, Reason, SideId, State, model};
use play::{Ask, Rule};
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
const KEEPS_UP: Inches = Inches(40);
/// A leader's age differs from its boats' by at most this many years.
const YEARS_OF_A_LEADER: i32 = 6;
/// A leader is at most this much faster, and this much slower, than its boats.
const LEADER_FASTER: Inches = Inches(80);
const LEADER_SLOWER: Inches = Inches(25);
/// A force of at least this many rolls has a screen, if the theatre has light ships.
const THROWS_WITH_A_SCREEN: u8 = 3;

/// Returns the generator while ships are being placed, or refuses.
fn generator(draft: &NavalDraft<'_>) -> Result<Arc<Generator>, NavalHalt> {
    let state = draft.state();
    let generator = state.setup.generator.clone().filter(|_| state.is_placing());
    generator.map_or_else(|| draft.refuse(GENERATED, TableReason::NothingGenerated.into()), Ok)
}

/// Rolls the weather, and the hour if the scenario has none. Refused if nothing is generated or it is rolled. [10.1.1]
pub(crate) fn weather(draft: &mut NavalDraft<'_>) -> Result<(), NavalHalt> {
    let generator = generator(draft)?;
    if let Some(range) = draft.state().sighting_base {
        return draft.refuse(WEATHER, TableReason::WeatherRolled { range }.into());
    }
    let face = draft.roll(Ask::one(6, Purpose::SightingBase, WEATHER))?;
    let base = generator.visibility.get(usize::from(face) - 1).copied().unwrap_or_default();
    draft.note(WEATHER, Fact::SightingBaseFound { base, quality: None });
    let face = draft.roll(Ask::one(6, Purpose::Wind, WEATHER))?;
    let force = generator.winds.get(usize::from(face) - 1).copied().unwrap_or(WindForce::Calm);
    let from_deg = match force {
        WindForce::Calm => 0,
        WindForce::Moderate | WindForce::High => (draft.roll(Ask::one(10, Purpose::WindFrom, WEATHER))? - 1).into(),
    };
    draft.note(WEATHER, Fact::WindFound { wind: Wind { force, from_deg: from_deg * FACE_DEG } });
    // The hour is rolled last, so that the weather's dice do not change. (Q65)
    if !generator.hours.is_empty() {
        let face = draft.roll(Ask::one(6, Purpose::Hour, GENERATED))?;
        let start = generator.hours.get(usize::from(face) - 1).copied().unwrap_or_default();
        draft.note(GENERATED, Fact::HourFound { start });
    }
    Ok(())
}

/// Rolls the force of a side: types, numbers, ships. Refused if nothing is generated, for an unknown side, and if the
/// side has its force. [10.1.2]
pub(crate) fn muster(draft: &mut NavalDraft<'_>, side: &SideId) -> Result<(), NavalHalt> {
    let generator = generator(draft)?;
    let Some(table) = generator.table_of(side) else {
        return draft.refuse(FORCES, Reason::UnknownSide { side: side.clone() });
    };
    if draft.state().mustered.contains(side) {
        return draft.refuse(FORCES, TableReason::HasItsForce { side: side.clone() }.into());
    }
    let mut pool: Vec<Listed> = table.pool.clone();
    let mut drawn: Vec<Vec<Listed>> = Vec::new();
    for roll in 1..=table.rolls {
        let narrowed = narrowed(&generator, table, (&drawn, &pool), roll);
        drawn.push(draw(draft, narrowed.as_ref().unwrap_or(table), generator.company, &mut pool)?);
    }
    let mut drawn = formed(table, generator.company, drawn);
    lead(draft, table, generator.company, &mut drawn)?;
    let divisions = organised(draft.state(), side, drawn);
    draft.note_all(FORCES, divisions.into_iter().map(Fact::DivisionRaised));
    draft.note(FORCES, Fact::ForceMustered { side: side.clone() });
    Ok(())
}

/// Returns divisions of the drawn ships, each behind its flagship. [5.1.1, 5.10.1]
fn formed(table: &ForceTable, company: Company, mut drawn: Vec<Vec<Listed>>) -> Vec<Vec<Listed>> {
    drawn.retain(|ships| !ships.is_empty());
    let mut drawn = regrouped(drawn, company);
    if company.is_by_fleets() {
        drawn.iter_mut().for_each(|ships| led_by_flagships(table, ships));
    }
    drawn
}

/// A side's rolls, and the ships left in its table.
struct Progress<'s> {
    generator: &'s Generator,
    table: &'s ForceTable,
    drawn: Vec<Vec<Listed>>,
    pool: Vec<Listed>,
}

impl Progress<'_> {
    /// Returns `None` if the rolls do not record which ships they gave.
    fn of<'s>(state: &'s State, side: &SideId) -> Option<Progress<'s>> {
        let generator = state.setup.generator.as_deref().filter(|generator| generator.company.is_by_sisters())?;
        let table = generator.table_of(side)?;
        // Sorted by the list, as a roll sorts its ships.
        let listed = |ships: &Vec<Id>| table.pool.iter().filter(|one| ships.contains(&one.card.id)).cloned().collect();
        let drawn = state.drawn.iter().map(listed).collect();
        let is_left = |one: &&Listed| !state.drawn.iter().any(|ships| ships.contains(&one.card.id));
        let pool = table.pool.iter().filter(is_left).cloned().collect();
        Some(Progress { generator, table, drawn, pool })
    }
}

/// Returns the rows of the Ship Type Table for a side's next roll, without types that are used up or that this roll
/// excludes. [10.1.2]
pub fn type_rows(state: &State, side: &SideId) -> Option<Vec<TypeRow>> {
    let Progress { generator, table, drawn, pool } = Progress::of(state, side)?;
    let roll = u8::try_from(drawn.len() + 1).unwrap_or(u8::MAX);
    let narrowed = narrowed(generator, table, (&drawn, &pool), roll);
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
    let Progress { pool, .. } = Progress::of(state, side)?;
    Some(pool.into_iter().filter(|one| one.card.kind == kind).map(|one| one.card).collect())
}

/// Returns the leaders from which a side's die chooses when its force is drawn. [10.1.2]
pub fn leaders_left(state: &State, side: &SideId) -> Option<Vec<Arc<Card>>> {
    let Progress { generator, table, drawn, .. } = Progress::of(state, side)?;
    let drawn = formed(table, generator.company, drawn);
    Some(leaders_of(table, &drawn).into_iter().map(|(leader, _)| leader.card).collect())
}

/// Rolls a type and number, and draws ships without repeats: the first from all ships of the type, then its company.
/// Draws at least a division's minimum if that many are left. Rolls nothing if no ships are left. [5.1.1]
fn draw(
    draft: &mut NavalDraft<'_>,
    table: &ForceTable,
    company: Company,
    pool: &mut Vec<Listed>,
) -> Result<Vec<Listed>, NavalHalt> {
    if company.is_by_sisters() && pool.iter().all(|one| table.types.iter().all(|row| row.kind != one.card.kind)) {
        return Ok(Vec::new());
    }
    let face = draft.roll(Ask::one(10, Purpose::ForceType(table.side.clone()), FORCES))?;
    let Some(row) = row_of(table, company, pool, face) else {
        return draft.refuse(FORCES, TableReason::TypeFaceLeftOut.into());
    };
    let number = draft.roll(Ask::one(6, Purpose::ForceNumber(table.side.clone()), FORCES))?;
    let said = row.ships.get(usize::from(number) - 1).copied().unwrap_or(1);
    let of_type =
        |pool: &[Listed]| (0..pool.len()).filter(|at| pool[*at].card.kind == row.kind).collect::<Vec<usize>>();
    let (least, _) = sizes(row.kind);
    let wanted = said.max(u8::try_from(least.min(of_type(pool).len())).unwrap_or(said));
    let mut ships: Vec<Listed> = Vec::new();
    while ships.len() < usize::from(wanted) {
        let group = ships.first().and_then(|first| first.group);
        let is_of_group = |at: &usize| group.is_some() && pool[*at].group == group;
        let left: Vec<usize> =
            (0..pool.len()).filter(|at| pool[*at].card.kind == row.kind || is_of_group(at)).collect();
        let at = match (ships.first(), company) {
            (Some(_), Company::Nearest) => nearest(table, pool, left, &ships),
            (Some(first), Company::Sisters | Company::Squadrons | Company::Fleets) => {
                let sister = of_her_group(table, pool, first, (&ships, usize::from(wanted)));
                let room = usize::from(wanted) - ships.len();
                let whole = |at: &usize| !company.is_by_fleets() || !is_torn_away(pool, &pool[*at], &ships, room);
                let left = left.into_iter().filter(whole).collect();
                sister.or_else(|| nearest(table, pool, left, &ships))
            }
            (_, Company::Diced)
            | (None, Company::Nearest | Company::Sisters | Company::Squadrons | Company::Fleets) => {
                evenly(draft, table, pool, left, ships.last())?
            }
        };
        let Some(at) = at else { break };
        ships.push(pool.remove(at));
    }
    let (side, kind, found) = (table.side.clone(), row.kind, ships.len() as u8);
    let told = ships.iter().filter(|_| company.is_by_sisters());
    let told = told.map(|ship| ship.card.id.clone()).collect();
    draft.note(FORCES, Fact::TypeRolled { side, kind, wanted, found, ships: told });
    if company.is_kept() {
        ships.sort_by_key(|ship| place_in(table, ship));
    }
    Ok(ships)
}

/// Returns the last roll's table if the earlier rolls lack ships other than boats, or light ships.
fn narrowed(
    generator: &Generator,
    table: &ForceTable,
    (drawn, pool): (&[Vec<Listed>], &[Listed]),
    roll: u8,
) -> Option<ForceTable> {
    if roll != table.rolls {
        return None;
    }
    if lacks_all_but_boats(generator, table, drawn, pool) {
        return Some(of_types(table, |kind| !kind.is_torpedo_craft()));
    }
    let screened = generator.company.is_by_squadrons() && THROWS_WITH_A_SCREEN <= roll;
    (screened && lacks_a_screen(drawn, pool)).then(|| of_types(table, ShipType::is_light))
}

/// Whether only boats were drawn although other ships are left and the enemy may bring large ships. False in waters
/// where boats went out alone.
fn lacks_all_but_boats(generator: &Generator, table: &ForceTable, drawn: &[Vec<Listed>], pool: &[Listed]) -> bool {
    let is_boat = |one: &Listed| one.card.kind.is_torpedo_craft();
    let mut enemies = generator.forces.iter().filter(|other| other.side != table.side);
    let mut meets_large = || enemies.any(|enemy| enemy.types.iter().any(|row| row.kind.is_large()));
    generator.company.is_by_fleets()
        && !table.boats_alone
        && drawn.iter().flatten().all(is_boat)
        && !pool.iter().all(is_boat)
        && meets_large()
}

/// Whether only large ships were drawn although light ones are left.
fn lacks_a_screen(drawn: &[Vec<Listed>], pool: &[Listed]) -> bool {
    let light = |one: &Listed| one.card.kind.is_light();
    !drawn.iter().flatten().any(light) && pool.iter().any(light)
}

/// Returns the table with these types only, which receive the faces of the others.
fn of_types(table: &ForceTable, keeps: impl Fn(ShipType) -> bool) -> ForceTable {
    let mut table = table.clone();
    table.types.retain(|row| keeps(row.kind));
    table
}

/// Puts the most senior flagship at the head of a division. Otherwise dreadnoughts go before predreadnoughts, and
/// destroyers before torpedo boats. [5.10.1]
fn led_by_flagships(table: &ForceTable, ships: &mut Vec<Listed>) {
    ships.sort_by_key(|ship| ship.card.kind.by_rank());
    let flags = ships.iter().enumerate().filter_map(|(at, ship)| Some((table.flag_of(&ship.card.id)?, at)));
    if let Some((_, at)) = flags.min() {
        let flagship = ships.remove(at);
        ships.insert(0, flagship);
    }
}

/// Returns the row of a face, or `None` if the table omits it. With sisters, faces of a type that is used up belong to
/// the next row, and after the last to the row before.
fn row_of<'t>(table: &'t ForceTable, company: Company, pool: &[Listed], face: u8) -> Option<&'t TypeRow> {
    if !company.is_by_sisters() {
        return table.types.iter().find(|row| (row.faces.0..=row.faces.1).contains(&face));
    }
    let left = rows_left(table, pool);
    left.iter().find(|row| face <= row.faces.1).or(left.last()).copied()
}

/// Returns the rows whose types have ships left, in order of their faces.
fn rows_left<'t>(table: &'t ForceTable, pool: &[Listed]) -> Vec<&'t TypeRow> {
    let is_left = |row: &&TypeRow| pool.iter().any(|one| one.card.kind == row.kind);
    let mut left: Vec<&TypeRow> = table.types.iter().filter(is_left).collect();
    left.sort_by_key(|row| row.faces);
    left
}

/// Rolls for one of the ships left, a sister of the last while there are any.
fn evenly(
    draft: &mut NavalDraft<'_>,
    table: &ForceTable,
    pool: &[Listed],
    mut left: Vec<usize>,
    last: Option<&Listed>,
) -> Result<Option<usize>, NavalHalt> {
    let sister = |at: &usize| last.is_some_and(|last| last.card.class == pool[*at].card.class);
    if left.iter().any(sister) {
        left.retain(sister);
    }
    if left.is_empty() {
        return Ok(None);
    }
    let chosen = one_of(draft, left.len(), Purpose::ForceShip, &table.side, FORCES)?;
    Ok(left.get(chosen).copied())
}

/// Returns the next sister to sail with the first ship. The class's remaining ships are cut into divisions in list
/// order, so that none begins with a second sister while the first is left. A last division that is too small is filled
/// up with the ships before it.
fn of_her_group(
    table: &ForceTable,
    pool: &[Listed],
    first: &Listed,
    (ships, wanted): (&[Listed], usize),
) -> Option<usize> {
    let is_of_class = |one: &&Listed| is_sister(first, one) && one.card.kind == first.card.kind;
    let mut class: Vec<&Listed> = pool.iter().chain(ships).filter(is_of_class).collect();
    class.sort_by_key(|one| place_in(table, one));
    let at = class.iter().position(|one| one.card.id == first.card.id)?;
    let from = (at / wanted.max(1) * wanted).min(class.len().saturating_sub(wanted));
    let next =
        class.iter().skip(from).take(wanted).find(|one| ships.iter().all(|other| other.card.id != one.card.id))?;
    pool.iter().position(|one| one.card.id == next.card.id)
}

/// Returns the remaining ship nearest to the first, if it keeps company with the division. Sisters come first, then
/// classes already in it, then by age, then by position in the list.
fn nearest(table: &ForceTable, pool: &[Listed], left: Vec<usize>, ships: &[Listed]) -> Option<usize> {
    let first = ships.first()?;
    let apart = |at: &usize| place_in(table, &pool[*at]).abs_diff(place_in(table, first));
    let has_sister = |at: &usize| ships.iter().any(|ship| is_sister(ship, &pool[*at]));
    left.into_iter()
        .filter(|at| is_sister(first, &pool[*at]) || keep_company(ships, &pool[*at..=*at]))
        .min_by_key(|at| (!is_sister(first, &pool[*at]), !has_sister(at), years_apart(first, &pool[*at]), apart(at)))
}

/// Whether drawing a ship larger than a boat would leave behind sisters for which the division has no room.
fn is_torn_away(pool: &[Listed], ship: &Listed, ships: &[Listed], room: usize) -> bool {
    let sisters = pool.iter().filter(|one| is_sister(ship, one)).count();
    !ship.card.kind.is_torpedo_craft() && room < sisters && !ships.iter().any(|one| is_sister(ship, one))
}

fn is_sister(one: &Listed, other: &Listed) -> bool {
    one.card.class == other.card.class
}

/// Returns the years between two ships, or 0 if one is unknown.
fn years_apart(one: &Listed, other: &Listed) -> i32 {
    one.completed.zip(other.completed).map_or(0, |(one, other)| (one - other).abs())
}

/// Whether all ships of two groups can sail in one division. Each pair must be sisters, of one group, or, if neither
/// has a group, of the same sort and similar speed. [5.1.1, 10.1.2]
fn keep_company(ships: &[Listed], others: &[Listed]) -> bool {
    let speed = |one: &Listed, other: &Listed| (one.card.speed - other.card.speed).abs() <= KEEPS_UP;
    let fit = |one: &Listed, other: &Listed| match (one.group, other.group) {
        (None, None) => of_a_sort(one.card.kind, other.card.kind) && speed(one, other),
        (one_group, other_group) => one_group == other_group && may_sail_with(one.card.kind, other.card.kind),
    };
    ships.iter().all(|one| others.iter().all(|other| is_sister(one, other) || fit(one, other)))
}

/// Whether two types sail in one squadron: battleships old and new, light cruisers, boats. Other types sail only with
/// their own.
fn of_a_sort(one: ShipType, other: ShipType) -> bool {
    let sort = |kind: ShipType| match kind {
        ShipType::BB | ShipType::OBB => ShipType::BB,
        ShipType::CL | ShipType::CP => ShipType::CL,
        ShipType::TBD | ShipType::TB => ShipType::TBD,
        ShipType::BC | ShipType::CA | ShipType::MM | ShipType::CB => kind,
    };
    sort(one) == sort(other)
}

/// Returns a ship's index in its side's Ship Class Table.
fn place_in(table: &ForceTable, ship: &Listed) -> usize {
    table.pool.iter().position(|one| one.card.id == ship.card.id).unwrap_or(usize::MAX)
}

/// Returns leaders that have a large division of boats to lead, and the first that each may lead.
fn leaders_of(table: &ForceTable, drawn: &[Vec<Listed>]) -> Vec<(Listed, usize)> {
    let large = |boats: &[Listed]| BOATS_WITH_A_LEADER <= boats.len();
    let led_by =
        |leader: &Listed| drawn.iter().position(|boats| large(boats) && boats.iter().all(|boat| leads(leader, boat)));
    table.leaders.iter().filter_map(|leader| Some((leader.clone(), led_by(leader)?))).collect()
}

/// Puts a leader at the head of the side's first large division of boats that it may lead, if its navy has leaders. A
/// division of six drops its last boat to make room.
fn lead(
    draft: &mut NavalDraft<'_>,
    table: &ForceTable,
    company: Company,
    drawn: &mut [Vec<Listed>],
) -> Result<(), NavalHalt> {
    let fit = leaders_of(table, drawn);
    if fit.is_empty() {
        return Ok(());
    }
    let chosen = one_of(draft, fit.len(), Purpose::ForceShip, &table.side, FORCES)?;
    if let Some((leader, at)) = fit.into_iter().nth(chosen) {
        let (_, most) = sizes(leader.card.kind);
        let (side, ship, division) = (table.side.clone(), leader.card.id.clone(), division_id(&table.side, at + 1));
        if company.is_by_sisters() {
            draft.note(FORCES, Fact::LeaderDrawn { side, ship, division });
        }
        drawn[at].truncate(most - 1);
        drawn[at].insert(0, leader);
    }
    Ok(())
}

/// Whether a leader may lead a boat: by classes that the theatre names, otherwise by age and speed.
fn leads(leader: &Listed, boat: &Listed) -> bool {
    let (hers, its) = (leader.card.speed, boat.card.speed);
    let keeps_up = || hers <= its + LEADER_FASTER && its <= hers + LEADER_SLOWER;
    let of_her_time = || years_apart(leader, boat) <= YEARS_OF_A_LEADER && keeps_up();
    let named = || leader.leads.contains(&boat.card.class);
    boat.card.kind.is_torpedo_craft() && if leader.leads.is_empty() { of_her_time() } else { named() }
}

/// Merges divisions that are too small into ones whose ships keep company, with sisters or of similar speed first. The
/// ships go astern if there is room, or to the head if company is kept and they are faster. Otherwise the other
/// division's last ships join them, for squadrons only if no sister stays behind. Without such a division they stay
/// alone. [5.1.1]
fn regrouped(mut drawn: Vec<Vec<Listed>>, company: Company) -> Vec<Vec<Listed>> {
    let kind = |ships: &[Listed]| ships.first().map(|one| one.card.kind);
    let lacking = |ships: &[Listed]| kind(ships).map_or(0, |kind| sizes(kind).0.saturating_sub(ships.len()));
    let mut at = 0;
    while at < drawn.len() {
        let short = lacking(&drawn[at]);
        let Some(own) = kind(&drawn[at]).filter(|_| 0 < short) else {
            at += 1;
            continue;
        };
        let (least, most) = sizes(own);
        let count = drawn[at].len();
        let keeps = |other: &[Listed]| match company {
            Company::Diced => kind(other).is_some_and(|other| may_sail_with(own, other)),
            Company::Nearest | Company::Sisters | Company::Squadrons | Company::Fleets => {
                keep_company(&drawn[at], other)
            }
        };
        let mut mates: Vec<usize> = (0..drawn.len()).filter(|other| *other != at && keeps(&drawn[*other])).collect();
        let strange = |other: usize| {
            let sisters = drawn[other].iter().any(|one| drawn[at].iter().any(|own| is_sister(own, one)));
            company.is_kept() && !sisters
        };
        let apart = |other: usize| (slowest(&drawn[at]) - slowest(&drawn[other])).abs();
        mates.sort_by_key(|other| (strange(*other), kind(&drawn[*other]) != Some(own), apart(*other)));
        if let Some(room) = mates.iter().copied().find(|other| drawn[*other].len() + count <= most) {
            let few = std::mem::take(&mut drawn[at]);
            let leads = company.is_kept() && slowest(&drawn[room]) < slowest(&few);
            let end = if leads { 0 } else { drawn[room].len() };
            drawn[room].splice(end..end, few);
            drawn.remove(at);
            continue;
        }
        let lends = |other: usize| {
            let from = lent(&drawn[other], &drawn[at], short, company).filter(|_| least + short <= drawn[other].len());
            from.map(|from| (other, from))
        };
        let others = (0..drawn.len()).filter(|other| *other != at && company.is_by_squadrons());
        if let Some((giver, from)) = mates.iter().copied().chain(others).find_map(lends) {
            let lent: Vec<Listed> = drawn[giver].drain(from..from + short).collect();
            drawn[at].extend(lent);
        }
        at += 1;
    }
    drawn
}

/// Returns the index from which a division lends `short` ships, normally its last. Squadrons lend the last ships that
/// keep company with the few, and part no sisters except to join sisters.
fn lent(ships: &[Listed], few: &[Listed], short: usize, company: Company) -> Option<usize> {
    let last = ships.len().checked_sub(short)?;
    if !company.is_by_squadrons() {
        return Some(last);
    }
    let parts = |from: usize| {
        let (lent, left) = (&ships[from..from + short], ships[..from].iter().chain(&ships[from + short..]));
        let to_sisters = |one: &Listed| few.iter().any(|own| is_sister(own, one));
        left.into_iter().any(|stays| lent.iter().any(|goes| is_sister(stays, goes) && !to_sisters(goes)))
    };
    (0..=last).rev().find(|from| !parts(*from) && keep_company(few, &ships[*from..*from + short]))
}

/// Returns the speed of the slowest ship.
fn slowest(ships: &[Listed]) -> Inches {
    ships.iter().map(|one| one.card.speed).min().unwrap_or(Inches::ZERO)
}

/// Whether two types may share a division: boats, cruisers, or large ships. [5.1.1, Q6]
fn may_sail_with(one: ShipType, other: ShipType) -> bool {
    sizes(one) == sizes(other)
}

/// Returns the battle with every ship that may still be drawn, one division for each class, so that printed cards and
/// charts are complete before the dice are rolled. [10.1.2]
pub fn with_all_that_may_come(state: &State) -> State {
    let mut all = state.clone();
    let tables = state.setup.generator.iter().flat_map(|generator| &generator.forces);
    for table in tables.filter(|table| !state.mustered.contains(&table.side)) {
        let mut ships: Vec<Listed> = table.pool.iter().chain(&table.leaders).cloned().collect();
        ships.sort_by_key(|one| one.card.kind.by_rank());
        let classes: Vec<Vec<Listed>> = ships.chunk_by(is_sister).map(<[Listed]>::to_vec).collect();
        for division in organised(state, &table.side, classes) {
            let name = division.ships.first().map_or_else(String::new, |first| first.card.class.clone());
            model::apply(&mut all, &Fact::DivisionRaised(RaisedDivision { name, ..division }));
        }
    }
    all
}

/// Returns numbered divisions of the drawn ships, with bases of boats by how many boats there are. [3.1, 5.1.1]
fn organised(state: &State, side: &SideId, drawn: Vec<Vec<Listed>>) -> Vec<RaisedDivision> {
    let boats = drawn.iter().flatten().filter(|one| one.card.kind.is_torpedo_craft()).count();
    let mut number = 0;
    let mut numbered = |card: Arc<Card>| {
        let is_numbered = card.big.is_some();
        number += u8::from(is_numbered);
        Raised { card, number: is_numbered.then_some(number) }
    };
    let divisions = drawn.into_iter().zip(1..).map(|(listed, at)| {
        let (id, name) = (division_id(side, at), format!("{} {}", state.name(side), ordinal(at)));
        let one_base = BOATS_ON_OWN_BASES < boats && listed.iter().all(|one| one.card.kind.is_torpedo_craft());
        let (signalling, initiative) = listed.first().map_or((0, 0), |lead| (lead.signalling, lead.initiative));
        let ships = listed.into_iter().map(|one| numbered(one.card)).collect();
        RaisedDivision { id, name, side: side.clone(), ships, one_base, signalling, initiative }
    });
    divisions.collect()
}

/// Returns the id of a side's division by its number.
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
