//! Prints up to four reference pages: a turn from plots to repairs first, then rarer cases. [3.3, 6.5, 8, 10.5]
//!
//! Figures that are in a chart, on a card or in the scenario are read from there. Sentences explain the rest.
mod before_gunfire;
mod torpedoes;

pub(crate) use torpedoes::run_out_at_once;

use crate::charts::{Chart, may_stop_big_guns, needed_charts};
use crate::parts::FIRES;
use crate::{Cut, Flow, HEAD, Paper, Part, Pen, PrintedPage, Style, Typesetter};
use naval::model::chart::{DamageEffect, ModifierCondition, TableKind};
use naval::model::{NonPen, ShipType, WindForce};
use naval::rules::special::{RuleEffect, SpecialRule};
use naval::rules::tally::{ScoredFate, points_for};
use naval::view::View;
use show::chart::modifier_effect;
use show::lines::fold_paragraph;

struct ReferenceEntry {
    heading: String,
    paragraphs: Vec<String>,
}

/// Smallest letters of the reference in millimetres: eight points.
const SMALLEST: f64 = 8.0 * 25.4 / 72.0;
/// Largest letters of the reference in millimetres.
const LARGEST: f64 = 3.4;
/// Largest number of pages. Players would not search through more.
const MAX_PAGES: usize = 4;

/// Returns as few pages as possible with words legible across a table, in the largest letters that fit.
pub fn reference(letters: &Typesetter, view: &View, paper: Paper) -> Vec<PrintedPage> {
    const GUTTER: f64 = 7.0;
    let title = &view.setup.title;
    let subtitle =
        format!("{title}, with cards and charts: first a turn, then rarer cases, with paragraphs in brackets");
    let mut flow = Flow::new(letters, Part::Reference, paper, "Reference", &subtitle);
    let (turn, seldom) = (turn_entries(view), rare_entries(view));
    let turn_count = turn.len();
    let entries: Vec<ReferenceEntry> = turn.into_iter().chain(seldom).collect();
    for entry in &entries {
        let paragraphs: Vec<String> = entry.paragraphs.iter().map(|words| fold_paragraph(words, 0)).collect();
        flow.add_text_only(format!("{}\n{}", entry.heading, paragraphs.join("\n")));
    }
    let (width, room) = ((flow.width() - GUTTER) / 2.0, flow.depth_left() - 1.0);
    let mut remaining = &entries[..];
    for (size, pair) in layout_pages(letters, &entries, turn_count, (width, room)) {
        flow.add_drawing(room, |pen, y, _| {
            for (index, count) in pair.iter().enumerate() {
                let (column, others) = remaining.split_at(*count);
                let mut top = y;
                for entry in column {
                    top = entry.draw(pen, ((width + GUTTER) * index as f64, top), width, size);
                }
                remaining = others;
            }
        });
    }
    flow.into_pages()
}

/// Returns the letter size of each page and the number of entries in its two columns. Uses as few pages as possible,
/// with the entries of a turn on the first if they fit.
fn layout_pages(
    letters: &Typesetter,
    entries: &[ReferenceEntry],
    turn_count: usize,
    area: (f64, f64),
) -> Vec<(f64, [usize; 2])> {
    let (turn, seldom) = entries.split_at(turn_count);
    let layout = |entries: &[ReferenceEntry], pages: usize| largest_fitting_layout(letters, entries, pages, area);
    let split = |pages: usize| {
        let (first, more) = (layout(turn, 1)?, layout(seldom, pages - 1)?);
        Some(first.into_iter().chain(more).collect())
    };
    let fits = |pages: usize| {
        if pages == 1 { layout(entries, 1) } else { split(pages).or_else(|| layout(entries, pages)) }
    };
    (1..=MAX_PAGES).find_map(fits).unwrap_or_else(|| vec![(SMALLEST, [entries.len(), 0])])
}

/// Returns the largest letters with which entries fit on this many pages, in equally deep columns if there is room.
fn largest_fitting_layout(
    letters: &Typesetter,
    entries: &[ReferenceEntry],
    pages: usize,
    (width, room): (f64, f64),
) -> Option<Vec<(f64, [usize; 2])>> {
    const STEPS: i32 = 12;
    let step = (LARGEST - SMALLEST) / f64::from(STEPS);
    let mut sizes = (0..=STEPS).map(|step_number| LARGEST - step * f64::from(step_number));
    let (size, depths, columns) = sizes.find_map(|size| {
        let depths = entry_depths(letters, entries, width, size);
        let columns = fill_columns(&depths, room, pages * 2)?;
        Some((size, depths, columns))
    })?;
    let least = depths.iter().sum::<f64>() / columns.len() as f64;
    let evenly = (0..).map(|step_number| least + 2.0 * f64::from(step_number)).take_while(|depth| *depth < room);
    let even = evenly.filter_map(|depth| fill_columns(&depths, depth, columns.len())).next();
    Some(even.unwrap_or(columns).chunks_exact(2).map(|pair| (size, [pair[0], pair[1]])).collect())
}

fn entry_depths(letters: &Typesetter, entries: &[ReferenceEntry], width: f64, size: f64) -> Vec<f64> {
    let mut pen = Pen::new(letters);
    entries.iter().map(|entry| entry.draw(&mut pen, (0.0, 0.0), width, size)).collect()
}

/// Fills columns with entries in order. Returns `None` if there are too few columns.
fn fill_columns(depths: &[f64], room: f64, most: usize) -> Option<Vec<usize>> {
    let (mut columns, mut used) = (vec![0], 0.0);
    for depth in depths {
        if room < used + depth {
            columns.push(0);
            used = 0.0;
        }
        used += depth;
        *columns.last_mut()? += 1;
    }
    let do_all_fit = columns.len() <= most && depths.iter().all(|depth| *depth <= room);
    // A page has two columns, so the number is even.
    columns.resize(columns.len().next_multiple_of(2), 0);
    do_all_fit.then_some(columns)
}

impl ReferenceEntry {
    fn new(head: &str, says: Vec<String>) -> ReferenceEntry {
        ReferenceEntry {
            heading: head.to_owned(),
            paragraphs: says.into_iter().filter(|words| !words.is_empty()).collect(),
        }
    }

    /// Draws the entry from an upper left corner. Returns where the next may begin.
    fn draw(&self, pen: &mut Pen, (x, y): (f64, f64), width: f64, size: f64) -> f64 {
        pen.words(x, y + size * 1.1, Style { size: size * 1.02, ..HEAD }, &self.heading);
        pen.rule((x, y + size * 1.42), (x + width, y + size * 1.42), 0.2);
        let mut y = y + size * 1.66;
        for words in &self.paragraphs {
            for line in pen.letters.break_lines(Cut::Regular, size, words, width) {
                pen.words(x, y + size * 0.9, Style::new(Cut::Regular, size), &line);
                y += size * 1.17;
            }
            y += size * 0.16;
        }
        y + size * 0.68
    }
}

/// Returns the entries for what happens in every turn.
fn turn_entries(view: &View) -> Vec<ReferenceEntry> {
    let charts = needed_charts(view);
    let has_chart = |chart: Chart| charts.contains(&chart);
    let mut entries = vec![before_gunfire::turn_sequence(view, has_chart(Chart::LargeTorpedo))];
    entries.extend([
        before_gunfire::plots(),
        before_gunfire::order_checks(view, &charts),
        before_gunfire::sighting(view),
    ]);
    entries.extend(before_gunfire::illumination(view));
    if has_chart(Chart::Gunnery) {
        entries.push(big_guns(view, &charts));
    }
    entries.extend([small_guns(view), damage(view, &charts), damage_control(view)]);
    entries
}

fn rare_entries(view: &View) -> Vec<ReferenceEntry> {
    let charts = needed_charts(view);
    let has_chart = |chart: Chart| charts.contains(&chart);
    let mut entries = vec![before_gunfire::ship_kinds(view)];
    entries.extend(before_gunfire::without_orders(view));
    entries.extend(before_gunfire::more_orders(view));
    entries.extend([before_gunfire::more_plots(view), before_gunfire::ships_alone()]);
    entries.extend(before_gunfire::before_contact(view));
    entries.extend(before_gunfire::flotillas(view));
    entries.extend(before_gunfire::reaction(view));
    entries.extend(before_gunfire::batteries(view));
    entries.extend([before_gunfire::smoke(view), counters(view, has_chart(Chart::Gunnery))]);
    entries.extend(torpedoes::torpedo_entries(view, has_chart(Chart::LargeTorpedo)));
    entries.extend([code_meanings(view, &charts), losses_and_points(view)]);
    entries
}

/// Returns charts by their numbers in the pack, with a word: `chart 4 (penetrating hits)`.
fn chart_references(charts: &[Chart], word: &str, is_wanted: impl Fn(&Chart) -> bool) -> String {
    let numbers =
        charts.iter().enumerate().filter(|(_, chart)| is_wanted(chart)).map(|(index, _)| (index + 1).to_string());
    let numbers: Vec<String> = numbers.collect();
    match &numbers[..] {
        [] => format!("the chart {word}"),
        [number] => format!("chart {number} ({word})"),
        all => format!("charts {} ({word})", all.join(", ")),
    }
}

/// Returns damage tables of some kinds by their numbers in the pack.
fn damage_chart_references(charts: &[Chart], word: &str, kinds: &[TableKind]) -> String {
    chart_references(charts, word, |chart| matches!(chart, Chart::Damage(table) if kinds.contains(&table.kind)))
}

fn big_guns(view: &View, charts: &[Chart]) -> ReferenceEntry {
    let nonpen = match view.setup.options.nonpen {
        NonPen::AllHits => "there is no third roll and every strike is a non-penetrating hit",
        NonPen::Nat1Penetrates => {
            "a third roll of 1 still penetrates, and every other strike counts as a non-penetrating hit"
        }
        NonPen::Stage3 => "a third roll of 1 still penetrates, and the rest do nothing",
    };
    let on_target =
        view.setup.charts.gunnery.iter().find(|line| matches!(line.when, ModifierCondition::OnTarget { .. }));
    let gunnery = chart_references(charts, "Big guns", |chart| *chart == Chart::Gunnery);
    let stopped = may_stop_big_guns(view);
    let hit = if stopped { "an effective or a non-penetrating hit" } else { "an effective hit" };
    let on_target = on_target.map(|line| format!("ON TARGET: when your big guns made {hit} on a ship, cross a box and write its number, or name, under it. Only in the next turn, {} against it, unless it turns far enough in it. Then rub it out, and use the other box meanwhile. Successes and strikes without effect are no hits.", modifier_effect(line)));
    let mut paragraphs = vec![
        "All mounts of a ship fire at one target, never beyond the last range of its card [6.2]. Roll a D20 for each that bears, at or below the number for the range. Roll one for each success: at or below the target's size is a strike. Roll one for each strike: at or below the gun's power less the armour is an effective hit, and penetrates. Armour is printed as what it takes off: power 9 against armour \u{2212}6 needs 3 or less. In all three rolls 1 always succeeds and 20 never [6.5.1, 6.5.1.4].".to_owned(),
        format!("See {gunnery} for changes of numbers, size and dice. Multiply all factors that apply, then round once, halves up. Add up all changes of size. A number is never below 1, nor are the dice if a mount bears. If size or armour has two figures, the first is against guns, the second against torpedoes [6.5.1.5]."),
        "Degrees turned: add up those of the move, whichever way, with what was left of an earlier turn, to the nearest 15\u{b0}: 28.8 is 30, 22.5 too. Courses, as the move ends, are 0 to 180\u{b0} apart, opposite ones 180, unrounded: 44.9\u{b0} is less than 45 [6.5.1.3].".to_owned(),
        if stopped {
            format!("If armour takes off all of the power, {nonpen}. Otherwise a third roll that fails does nothing [8.2.2].")
        } else {
            "No armour here takes off all of a gun's power, so big guns make no non-penetrating hits: a third roll that fails does nothing [8.2.2].".to_owned()
        },
    ];
    paragraphs.extend(on_target);
    ReferenceEntry::new("BIG GUNS", paragraphs)
}

fn small_guns(view: &View) -> ReferenceEntry {
    let die = if view.setup.options.d100 {
        ". The quotient gives an effective hit for every full 10, and one more on a D100 at or below ten times the rest, halves up. Example: 37 against defence 20 is 1.85, one hit on 19 or less [6.5.2, 6.5.3, 6.5.11]"
    } else {
        " and round, halves up. The quotient gives an effective hit for every full 10, and one more on a D10 at or below the rest. Example: 70.5 against defence 20 is 4, one hit on 4 or less [6.5.2, 6.5.3]"
    };
    let counts_full = |kind: &ShipType| kind.is_torpedo_craft() || *kind == ShipType::MM;
    let light = if before_gunfire::types_present(view).iter().any(counts_full) {
        "Light guns count half except at torpedo craft and merchantmen, whatever the range and light"
    } else {
        "Light guns count half except at torpedo craft and merchantmen, so always here. Cards and first page print their full strength, the picture of a ship without big guns half"
    };
    let (large, big) = (before_gunfire::may_meet_large_ships(view), needed_charts(view).contains(&Chart::Gunnery));
    let large_ships = if large {
        ", nor at a large ship that is this turn's declared target of any big guns that may fire [6.5.10]. On large ships they cause only non-penetrating hits [6.5.4]"
    } else {
        ""
    };
    let (and_big, other) = if big { (" and the big guns", " a ship without big guns") } else { ("", " a ship") };
    let big_gun_ships = if big { ", one with them none" } else { "" };
    ReferenceEntry::new(
        "MEDIUM AND LIGHT GUNS",
        vec![
            format!(
                "Divide the strength on the side that bears by the target's defence{die}. Ships and batteries with the same target may add their strengths, each with its own halves and quarters, and divide together. One battery fires at one target and is not split. Medium and light guns, the two broadsides{and_big} of a ship may have different ones [6.2, 6.5.5]. Round nothing else: half of 6.75 is 3.375. Boxes and pictures give the nearest quarter, but exact figures count."
            ),
            format!(
                "Never beyond 10\u{2033} [6.5.9]{large_ships}. Half in extremely poor visibility [6.5.6]. {light} [6.5.7]. Ahead and astern{other} has a quarter of what is left of a side{big_gun_ships}. A battery that fires ahead or astern fires nowhere else that turn [6.2, 6.4.3]."
            ),
        ],
    )
}

/// Explains the counters. [2.3]
fn counters(view: &View, has_big_guns: bool) -> ReferenceEntry {
    let mut paragraphs = Vec::new();
    if has_big_guns {
        paragraphs.push("NUMBER: a ship with big guns lays one by the target and keeps its twin [6.5.1.1]. Put its hits on it, as a die or a HIT counter. When their damage is rolled, put them under it until the end of the next turn, to show that the ship was on target [6.5.1.2]. A ship that shifts fire meanwhile lays the twin there.".to_owned());
        paragraphs.push("HIT alone: hits of medium and light guns, until they are rolled [3.3.5].".to_owned());
    } else {
        paragraphs.push("HIT: hits by the target, until they are rolled [3.3.5].".to_owned());
    }
    let night = if view.setup.night { ". LIGHT, STARSHELL: by a ship lit this turn" } else { "" };
    let smoke =
        if view.setup.wind.force == WindForce::High { "" } else { ". SMOKE: with the turn in which it was laid" };
    paragraphs.push(format!(
        "CONTACT: by an enemy in sight, off when no ship sees it [2.3.5, 4.4]. FIRE: by a ship that burns{night}{smoke} [2.3.3]."
    ));
    ReferenceEntry::new("COUNTERS", paragraphs)
}

fn damage(view: &View, charts: &[Chart]) -> ReferenceEntry {
    let has = |kind: TableKind| charts.iter().any(|chart| matches!(chart, Chart::Damage(table) if table.kind == kind));
    let flash = has_flash(view);
    let mut paragraphs = Vec::new();
    if has(TableKind::NonPenetrating) {
        let big = if has(TableKind::Penetrating) {
            "big-gun hits on {pen}, by the guns that fired [8.2.1], hits of {those}medium and light guns"
        } else {
            "hits of medium and light guns"
        };
        let stopped_guns = if may_stop_big_guns(view) { "big guns that could not penetrate, " } else { "" };
        let pen = damage_chart_references(charts, "penetrating hits", &[TableKind::Penetrating]);
        let big = big.replace("{those}", stopped_guns).replace("{pen}", &pen);
        let others = damage_chart_references(charts, "other hits", &[TableKind::NonPenetrating]);
        let torpedoes = damage_chart_references(charts, "torpedo hits", &[TableKind::Torpedo]);
        paragraphs
            .push(format!("Large ships: roll {big} and fires on {others} [8.2.2], torpedoes on {torpedoes} [8.2.3]."));
        if flash {
            paragraphs.push(
                "FLASH on a card: when a mount is hit, a D10 of that figure or less explodes the ship [8.4]."
                    .to_owned(),
            );
        }
    }
    if has(TableKind::Light) {
        let big = if charts.contains(&Chart::Gunnery) { ", of big guns too" } else { "" };
        let light = damage_chart_references(charts, "effective hits", &[TableKind::Light]);
        let gone = if has(TableKind::GunsGone) {
            let gone = damage_chart_references(charts, "guns gone", &[TableKind::GunsGone]);
            format!(". Roll each quarter lost when none is left on {gone} [8.4]")
        } else {
            String::new()
        };
        paragraphs.push(format!(
            "Light ships: roll every effective hit{big}, and every hit of their fires, on {light} for their type [8.3]{gone}."
        ));
    }
    let has_effect = |effect: DamageEffect| effects_of(charts).any(|other| *other == effect);
    let codes = [
        has_effect(DamageEffect::Special).then_some("V rather than SP"),
        has_effect(DamageEffect::BridgeOrFireControl).then_some("B or FC"),
        Some("nothing for NE"),
    ];
    let codes = codes.into_iter().flatten().collect::<Vec<&str>>().join(", ");
    let circle = if has_effect(DamageEffect::Mount) { ", or the circle of a mount" } else { "" };
    let mounts = charts.iter().any(|chart| matches!(chart, Chart::Damage(table) if table.title.contains("mounts")));
    let mounts = if mounts {
        "Charts for a number of mounts go by the card of the ship hit, not by those left [8.2.1]. "
    } else {
        ""
    };
    paragraphs.push(format!("Write each hit into the lines HITS, as the CODE of its chart for what it took ({codes}) and its number on this ship (F1, F2). Cross its box{circle}. Under a box is what is left, of medium+light guns before any half of a rule, on some cards in brackets ahead or astern. 2G, 2FL, or FL with speed is one entry. Once repaired, slash the entry and rub out its box: the ship has it again. Past repair, circle the entry [8.2.4]. {mounts}After its last flotation box a ship is sinking. Further hits on it, or on one abandoned, count only if they may explode it [8.7]."));
    let lays_mines = |rule: &SpecialRule| matches!(rule.does, RuleEffect::Mines { .. });
    if view.special_rules().any(|(number, _)| view.setup.rules.iter().any(|rule| rule.of == number && lays_mines(rule)))
    {
        paragraphs.push("A mine is a hit of one torpedo, rolled with the others [9.2].".to_owned());
    }
    paragraphs.push("Top speed: the card's, less every step of SPEED LOST, and less 0.25\u{2033} for each flotation hit beyond half of its figure. Both add up, down to 0. Write steps beyond the boxes into the lines. A faster ship slows to it at once [5.4].".to_owned());
    ReferenceEntry::new("DAMAGE", paragraphs)
}

/// Whether a hit on a mount may explode one of the viewer's ships. [8.4]
fn has_flash(view: &View) -> bool {
    view.own_ships().any(|ship| 0 < ship.card.flash)
}

fn damage_control(view: &View) -> ReferenceEntry {
    let mut faces: Vec<(u8, Vec<&str>)> = Vec::new();
    for side in &view.setup.sides {
        match faces.iter_mut().find(|(face, _)| *face == side.damage_control) {
            Some((_, sides)) => sides.push(&side.name),
            None => faces.push((side.damage_control, vec![&side.name])),
        }
    }
    let is_same = faces.len() == 1;
    let faces = faces.iter().map(|(face, sides)| {
        if is_same { format!("{face} or less") } else { format!("{face} or less ({})", sides.join(", ")) }
    });
    let faces = faces.collect::<Vec<String>>().join(", ");
    let fire = if view.setup.options.fire_unrepairable { "" } else { ", except a fire, which can be fought again" };
    let mut paragraphs = vec![
        format!(
            "Roll a D10 for each fire. 9: another hit, rolled in this turn's Damage Segment. 10: another fire, at once, with its own die from the next turn on [8.5.3]. With three fires a ship uses neither guns nor torpedoes and makes 2\u{2033} at most [8.5.1]. With {FIRES} it is abandoned [8.5.2]. After the end continue with fires and attempts until they are out or the ship is abandoned [8.5.4]."
        ),
        format!(
            "One attempt for each ship, at a fire first: D10 of {faces} repairs one hit, all that one roll on a chart took, or puts out one fire [8.6, 8.6.1]. 9 or 10 is beyond repair{fire} [8.6.2]. While the ship burns, the attempt is one of its fire dice, named before [8.5.3]."
        ),
    ];
    if view.setup.options.damage_control_bonus {
        paragraphs.push("Add 1 to the number for a ship that neither fired nor was fired at, and whose speed at a fire is 2\u{2033} or less [8.6.4].".to_owned());
    }
    ReferenceEntry::new("FIRES AND DAMAGE CONTROL", paragraphs)
}

/// Explains the letters of the charts in the pack.
fn code_meanings(view: &View, charts: &[Chart]) -> ReferenceEntry {
    let flash = has_flash(view);
    let mut meanings: Vec<String> = Vec::new();
    // B may mean one of two effects, so explain both.
    let may_meet_large = before_gunfire::may_meet_large_ships(view);
    let has_twofold = effects_of(charts).any(|effect| *effect == DamageEffect::BridgeOrFireControl);
    let both_effects = [DamageEffect::Bridge, DamageEffect::FireControl];
    for effect in effects_of(charts).chain(both_effects.iter().filter(|_| has_twofold)) {
        let text = code_meaning(effect, flash, may_meet_large);
        if !meanings.contains(&text) {
            meanings.push(text);
        }
    }
    if view.own_ships().any(|ship| ship.card.kind.is_large())
        && effects_of(charts).all(|effect| *effect != DamageEffect::Steering)
    {
        meanings.push("STEERING boxes: no chart of this battle jams a rudder.".to_owned());
    }
    // Put short explanations on one line.
    let (short, mut long): (Vec<String>, Vec<String>) =
        meanings.into_iter().partition(|text| text.len() < MAX_SHARED_LINE);
    long.push(short.join(" "));
    ReferenceEntry::new("WHAT THE LETTERS MEAN", long)
}

/// Shorter explanations than this share a line.
const MAX_SHARED_LINE: usize = 66;

fn effects_of<'c>(charts: &'c [Chart<'_>]) -> impl Iterator<Item = &'c DamageEffect> {
    let tables = charts.iter().filter_map(|chart| if let Chart::Damage(table) = chart { Some(*table) } else { None });
    tables.flat_map(|table| &table.rows).flat_map(|row| &row.effects)
}

fn code_meaning(effect: &DamageEffect, flash: bool, may_meet_large: bool) -> String {
    let text = match effect {
        DamageEffect::Nothing => "NE no effect.",
        DamageEffect::Mount if flash => {
            "M a mount of big guns is lost: roll for which of those left. With FLASH the ship may explode. If none is left, nothing."
        }
        DamageEffect::Mount => "M a mount of big guns is lost: roll for which of those left. If none is left, nothing.",
        DamageEffect::Guns { .. } if !may_meet_large => {
            "G a quarter of the card's points of medium and light guns together is lost on both sides, medium first. 2G two quarters."
        }
        DamageEffect::Guns { .. } => {
            "S, on light ships G: a quarter of the card's points of medium and light guns together is lost on both sides, medium first. 2G two quarters. A large ship that has none left loses nothing."
        }
        DamageEffect::Emplacement => "G on coast batteries: a mount is lost, or a quarter of the battery points.",
        DamageEffect::Fire => "F a fire.",
        DamageEffect::Flotation { .. } => "FL flotation: as many boxes as the chart says.",
        DamageEffect::Speed { .. } => "V speed lost, as much as the chart says.",
        DamageEffect::Special => "SP roll on the card's Special Hits.",
        DamageEffect::Magazine { explodes_to } => {
            return format!(
                "MG magazine: D10, on {explodes_to} or less the ship explodes, else a mount is lost, if one is left."
            );
        }
        DamageEffect::Steering => {
            "ST (STEER) rudder jammed for D6 turns after this. The ship sails alone with the helm as its move ended: straight or, in a turn, even an unfinished one, round its circle. It plots only its speed and checks nothing. Write until when."
        }
        DamageEffect::Bridge => {
            "B (BRIDGE) a flagship's signalling is at most 0 until it is repaired. No effect on others."
        }
        DamageEffect::FireControl => "FC (FIRE CONTROL) the numbers to hit of the big guns are halved.",
        DamageEffect::BridgeOrFireControl => "B of other hits: D6, 1-3 bridge, 4-6 fire control.",
        DamageEffect::Explosion => "EX the ship explodes and is gone.",
        DamageEffect::Sinks => "X sunk outright, and gone.",
    };
    text.to_owned()
}

/// Explains lost ships and the points for each type, from the tally's figures. [8.7, 9.3, 10.5.1 to 10.5.5]
fn losses_and_points(view: &View) -> ReferenceEntry {
    let mut lines: Vec<(i32, i32, String, Vec<String>)> = Vec::new();
    for kind in before_gunfire::types_present(view).into_iter().filter(|kind| !kind.is_coast_battery()) {
        let ((stopped, _), (sunk, rule)) = (points_for(kind, ScoredFate::Immobile), points_for(kind, ScoredFate::Sunk));
        match lines.iter_mut().find(|line| (line.0, line.1) == (stopped, sunk)) {
            Some(line) => line.3.push(kind.to_string()),
            None => lines.push((stopped, sunk, rule.to_string(), vec![kind.to_string()])),
        }
    }
    let points_text = |(stopped, sunk, rule, kinds): &(i32, i32, String, Vec<String>)| {
        let points = if stopped == sunk { sunk.to_string() } else { format!("{sunk} sunk, {stopped} immobile") };
        format!("{}: {points} [{rule}]", kinds.join(" "))
    };
    let worth = lines.iter().map(points_text).collect::<Vec<String>>().join("; ");
    let mut paragraphs = before_gunfire::loss_rules(view);
    paragraphs.extend([
        format!("Points for an enemy: {worth}. Victory conditions go before points [9.2]. With equal points neither side wins."),
        "Immobile: damage beyond repair has reduced the top speed to 0 [10.5.7]. A ship that is stopped at the end rolls for each hit that holds it until it is repaired or beyond repair [8.6.3].".to_owned(),
    ]);
    ReferenceEntry::new("LOST SHIPS AND POINTS", paragraphs)
}
