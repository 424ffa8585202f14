//! Computes a ship's card: the formula applied to its historical data. [6.2.4]
use serde::de::DeserializeOwned;

use crate::card_error::{bands_text, impossible_figures};
use crate::formula::{ArmourRule, Case, CoverFactor, Formula, Gun, PlateFactor, ShipOnDay, TorpedoType, first_match};
use crate::{CardError, CardFigure, FigureName, MainBattery, NamedShip, Node, Override, ShipClass, typed::read};
use naval::Inches;
use naval::model::{Band, Battery, BatteryKind, BigGuns, Card, Dual, Fraction, Mount, Torpedoes};

const MM_AN_INCH: f64 = 25.4;

/// Computes the card of a ship. With `with_explanations`, also returns how each figure was calculated.
///
/// # Errors
/// Returns every missing case of the formula, every override that does not fit its figure, and every impossible figure.
pub(super) fn compute_card(
    formula: &Formula,
    ship: &ShipOnDay,
    named: &NamedShip,
    set: &[Override],
    with_explanations: bool,
) -> Result<(Card, Vec<CardFigure>), Vec<CardError>> {
    let mut computation = CardComputation { formula, ship, with_explanations, figures: Vec::new(), errors: Vec::new() };
    let mut card = computation.card(named);
    let set: Vec<&Override> = ship.class.set.iter().chain(set).collect();
    for (index, change) in set.iter().enumerate() {
        if let Err(error) = computation.apply_override(&mut card, change) {
            computation.errors.push(CardError { override_index: Some(index), ..error });
        }
    }
    let CardComputation { figures, mut errors, .. } = computation;
    let mut impossible = impossible_figures(&card, &set);
    impossible.retain(|error| {
        errors.iter().all(|reported| (reported.field, reported.override_index) != (error.field, error.override_index))
    });
    errors.extend(impossible);
    if errors.is_empty() { Ok((card, figures)) } else { Err(errors) }
}

struct CardComputation<'a> {
    formula: &'a Formula,
    ship: &'a ShipOnDay<'a>,
    with_explanations: bool,
    figures: Vec<CardFigure>,
    errors: Vec<CardError>,
}

impl CardComputation<'_> {
    /// Computes a part of the card. On failure it records an error and returns the default.
    fn compute_or_record<T: Default>(
        &mut self,
        field: &'static str,
        compute: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> T {
        compute(self).unwrap_or_else(|what| {
            self.errors.push(CardError::new(field, what));
            T::default()
        })
    }

    fn card(&mut self, named: &NamedShip) -> Card {
        let (class, formula) = (self.ship.class, self.formula);
        let size = self.case(FigureName::Size, &formula.size);
        Card {
            id: named.id.clone(),
            name: named.name.clone(),
            class: class.class.clone(),
            navy: class.navy.clone(),
            kind: class.kind,
            built_as: class.built_as.clone(),
            completed: named.built_on(),
            speed: self.speed(),
            size: Dual { gun: size, torpedo: size },
            armour: Dual {
                gun: self.compute_or_record("armour.kind", CardComputation::armour),
                torpedo: self.case(FigureName::TorpedoArmour, &formula.torpedo_armour),
            },
            defence: self.case(FigureName::Defence, &formula.defence),
            flotation: self.case(FigureName::Flotation, &formula.flotation),
            flash: self.case(FigureName::Flash, &formula.flash),
            base_length: self.case(FigureName::BaseLength, &formula.base_length),
            big: self.compute_or_record("main", |part| class.main.as_ref().map(|main| part.big(main)).transpose()),
            medium: self.compute_or_record("medium_per_side", |part| part.battery(BatteryKind::Medium)),
            light: self.compute_or_record("light_per_side", |part| part.battery(BatteryKind::Light)),
            torpedo: self.compute_or_record("torpedo", CardComputation::torpedoes),
        }
    }

    /// Records how a figure was calculated. Builds no text unless `with_explanations` is set.
    fn explain(&mut self, figure: FigureName, value: impl ToString, how: impl FnOnce() -> String, source: &str) {
        if self.with_explanations {
            self.figures.push(CardFigure { figure, value: value.to_string(), how: how(), source: source.to_owned() });
        }
    }

    /// Returns the figure of the first case that applies. Records an error if none does.
    fn case<T: Copy + Default + ToString>(&mut self, figure: FigureName, cases: &[Case<T>]) -> T {
        let Some(found) = first_match(cases, self.ship) else {
            let what = format!("the formula has no case of {figure:?} for this ship");
            self.errors.push(CardError::new(figure.field(), what));
            return T::default();
        };
        let class = self.ship.class;
        let explanation = || {
            let mut how = found.when.describe();
            for (fact, field) in found.when.compared_values(class) {
                how += &format!("; here {fact} ({})", read_or_estimated(class, field));
            }
            how
        };
        self.explain(figure, found.is, explanation, &found.source);
        found.is
    }

    fn speed(&mut self) -> Inches {
        let (class, rule) = (self.ship.class, &self.formula.speed);
        let in_service = class.speed_service_kn.map(|knots| (knots, "speed_service_kn"));
        let (knots, field) = in_service.unwrap_or((class.speed_kn, "speed_kn"));
        let exact = knots / rule.knots_an_inch;
        let speed = Inches::nearest((exact / rule.round_to).round() * rule.round_to);
        let how = || {
            let read = read_or_estimated(class, field);
            format!("{knots} kn ({read}) / {} = {exact:.2}, to the nearest {}", rule.knots_an_inch, rule.round_to)
        };
        self.explain(FigureName::Speed, speed, how, &rule.source);
        speed
    }

    fn armour(&mut self) -> Result<i32, String> {
        let rule = &self.formula.armour;
        let belt = self.belt(rule)?;
        let deck = self.deck_armour(rule);
        let figure = belt.as_ref().map_or(0, Belt::figure).max(deck);
        let how = || match belt.filter(|belt| deck <= belt.figure()) {
            Some(belt) => belt.describe(self.ship.class),
            None => self.describe_deck(rule),
        };
        let how = if self.with_explanations { how() } else { String::new() };
        self.explain(FigureName::Armour, figure, || how, &rule.source);
        Ok(figure)
    }

    /// Returns the belt of a ship, or the gun shields of a coast battery, or `None` without armour. (Q51)
    fn belt<'f>(&self, rule: &'f ArmourRule) -> Result<Option<Belt<'f>>, String> {
        let class = self.ship.class;
        let plan = &class.armour;
        let plate = rule.plate.iter().find(|plate| plate.kind == plan.kind);
        let plate = plate.ok_or_else(|| format!("the formula has no factor for {} plate", plan.kind.word()))?;
        if class.kind.is_coast_battery() {
            let shields = Belt { rule, mm: plan.turret_mm, is_shield: true, plate, has_bare_ends: false, cover: None };
            return Ok(Some(shields).filter(|shields| 0.0 < shields.mm));
        }
        let default_cover = || first_match(&rule.unsaid, self.ship).map(|case| case.is);
        let cover = plan.cover.or_else(default_cover);
        let cover = cover.and_then(|cover| rule.cover.iter().find(|row| row.kind == cover));
        let bare = plan.belt_ends_mm <= 0.0;
        Ok(Some(Belt { rule, mm: plan.belt_mm, is_shield: false, plate, has_bare_ends: bare, cover })
            .filter(|belt| 0.0 < belt.mm))
    }

    fn deck_armour(&self, rule: &ArmourRule) -> i32 {
        let inches = self.ship.class.armour.deck_mm / MM_AN_INCH;
        round_half_up(inches * rule.deck_times).clamp(0, self.max_deck_armour(rule))
    }

    fn max_deck_armour(&self, rule: &ArmourRule) -> i32 {
        let thick = rule.thick_deck.as_ref().filter(|thick| thick.from_mm <= self.ship.class.armour.deck_mm);
        thick.map_or(rule.deck_at_most, |thick| thick.is)
    }

    fn describe_deck(&self, rule: &ArmourRule) -> String {
        let (read, mm) = (read_or_estimated(self.ship.class, "armour.deck_mm"), self.ship.class.armour.deck_mm);
        let deck = format!("{mm} mm of deck ({read}) = {:.1} in", mm / MM_AN_INCH);
        format!("{deck} x {}, at most {}", rule.deck_times, self.max_deck_armour(rule))
    }

    fn big(&mut self, main: &MainBattery) -> Result<BigGuns, String> {
        let class = self.ship.class;
        let gun = nearest_gun(&self.formula.guns, main).ok_or("the formula lists no guns")?;
        Ok(BigGuns {
            gun: main.model.clone(),
            bore_in: Inches::nearest(main.bore_in),
            power: self.power(main, gun, read_or_estimated(class, "main")),
            mounts: sorted_mounts(class),
            bands: self.bands(main, gun)?,
        })
    }

    fn power(&mut self, main: &MainBattery, gun: &Gun, origin: &str) -> i32 {
        let scaling = &self.formula.gun_scaling;
        let (bore, calibre) = (main.bore_in / gun.bore_in, main.calibre / gun.calibre);
        if bore == 1.0 && calibre == 1.0 {
            let how = || format!("{}-in /{} (gun {origin})", gun.bore_in, gun.calibre);
            self.explain(FigureName::Power, gun.power, how, &gun.source);
            return gun.power;
        }
        let exact = f64::from(gun.power) * bore.powf(scaling.bore_exponent) * calibre.powf(scaling.calibre_exponent);
        let how = || {
            let power = format!("{} of {}-in /{}", gun.power, gun.bore_in, gun.calibre);
            let bores = format!("({}/{})^{}", main.bore_in, gun.bore_in, scaling.bore_exponent);
            let lengths = format!("({}/{})^{}", main.calibre, gun.calibre, scaling.calibre_exponent);
            format!("{power} x {bores} x {lengths} = {exact:.1} (gun {origin})")
        };
        self.explain(FigureName::Power, round_half_up(exact), how, &scaling.source);
        round_half_up(exact)
    }

    /// Returns to-hit numbers by range: the war's bands times every factor that applies, rounded once. [6.5.1, Q24]
    fn bands(&mut self, main: &MainBattery, gun: &Gun) -> Result<Vec<Band>, String> {
        let (class, formula) = (self.ship.class, self.formula);
        let war = formula.shooting.iter().find(|shooting| shooting.war == *self.ship.war);
        let war = war.ok_or_else(|| format!("the formula has no shooting for the war `{}`", self.ship.war))?;
        let second = class.second_guns_same_bore();
        let guns_per_mount = second.is_none().then_some(main.guns_per_mount);
        let factors: Vec<_> =
            formula.shooting_factors.iter().filter(|factor| factor.applies(self.ship, guns_per_mount)).collect();
        let mixed = second.map(|second| mixed_mount_factor(main, second)).transpose()?;
        let times = factors.iter().fold(Fraction::ONE, |product, factor| product * factor.times);
        let times = mixed.as_ref().map_or(times, |(share, _)| times * *share);
        let reach = formula.reach.iter().find(|reach| main.bore_in < reach.bore_below_in);
        let reach = reach.ok_or("the formula has no reach for these guns")?;
        let mut bands = Vec::new();
        for (index, band) in war.bands.iter().enumerate() {
            let is_last = index + 1 == war.bands.len();
            let end = round_to_quarter_inches(Fraction::from(i64::from(band.to.0)) * reach.times);
            let to = if is_last { gun.limit } else { end.min(gun.limit) };
            let to_hit = (Fraction::from(i64::from(band.to_hit)) * times).rounded() as i32;
            bands.push(Band { to, to_hit: to_hit.max(formula.least_to_hit) });
            if gun.limit <= end {
                break;
            }
        }
        let how = || {
            let mut how = format!("bands of {} ({})", self.ship.war, bands_text(&war.bands));
            for factor in &factors {
                how += &format!("; x{} {}", factor.times, factor.says);
            }
            if let Some((share, description)) = &mixed {
                how += &format!("; x{share} {description}");
            }
            how + &format!("; distances x{} for {}-in, limit {}", reach.times, main.bore_in, gun.limit)
        };
        let mut sources: Vec<&str> = vec![&war.source];
        for source in factors.iter().map(|factor| &factor.source).chain([&reach.source]) {
            if !sources.iter().any(|known| known.contains(source.as_str())) {
                sources.push(source);
            }
        }
        if self.with_explanations {
            self.explain(FigureName::ToHit, bands_text(&bands), how, &sources.join("; "));
        }
        Ok(bands)
    }

    fn battery(&mut self, kind: BatteryKind) -> Result<Option<Battery>, String> {
        let class = self.ship.class;
        let (figure, groups, field) = match kind {
            BatteryKind::Light => (FigureName::Light, &class.light_per_side, "light_per_side"),
            BatteryKind::Medium | BatteryKind::Big => (FigureName::Medium, &class.medium_per_side, "medium_per_side"),
        };
        let (mut strength, mut bore, mut terms) = (Fraction::ZERO, 0.0_f64, Vec::new());
        let mut sources: Vec<&str> = Vec::new();
        // A ship has one big battery. Big guns of another bore count with the medium guns. [6.2, Q2]
        let second = class.second_guns_other_bore().filter(|_| kind == BatteryKind::Medium);
        let second = second.map(|second| (second.bore_in, second.broadside_guns()));
        for (bore_in, guns) in second.into_iter().chain(groups.iter().map(|group| (group.bore_in, group.guns))) {
            let row = self.formula.strengths.iter().find(|row| bore_in < row.bore_below_in);
            let row = row.ok_or_else(|| format!("the formula has no strength for a bore of {bore_in} inches"))?;
            strength = strength + Fraction::from(i64::from(guns)) * row.strength;
            bore = bore.max(bore_in);
            terms.push((guns, bore_in, row.strength));
            if !sources.contains(&row.source.as_str()) {
                sources.push(&row.source);
            }
        }
        if strength == Fraction::ZERO {
            return Ok(None);
        }
        let field = if groups.is_empty() { "main_2" } else { field };
        let times = first_match(&self.formula.strength_times, self.ship);
        let strength = round_to_quarters(times.map_or(strength, |times| strength * times.is));
        sources.extend(times.map(|times| times.source.as_str()).filter(|source| !sources.contains(source)));
        let how = || {
            let terms = terms.iter().map(|(guns, bore, strength)| format!("{guns} x {bore}-in at {strength}"));
            let times = times.map(|times| format!("; x{} {}", times.is, times.when.describe())).unwrap_or_default();
            format!("{} a side ({}){times}", terms.collect::<Vec<_>>().join(" + "), read_or_estimated(class, field))
        };
        self.explain(figure, strength, how, &sources.join("; "));
        Ok(Some(Battery { strength, centreline: class.centreline.contains(&kind), bore_in: Inches::nearest(bore) }))
    }

    fn torpedoes(&mut self) -> Result<Option<Torpedoes>, String> {
        let (class, formula) = (self.ship.class, self.formula);
        let Some(tubes) = class.torpedo.filter(|tubes| 0 < tubes.per_side) else { return Ok(None) };
        let kind = formula.torpedoes.iter().find(|kind| kind.war == *self.ship.war && tubes.size_in < kind.below_in);
        let kind = kind.ok_or_else(|| format!("the formula has no torpedo of {} inches", tubes.size_in))?;
        let rule = &formula.torpedo_factors;
        let factors = round_half_up(f64::from(tubes.per_side) / f64::from(rule.tubes_a_factor)).max(1);
        let read = read_or_estimated(class, "torpedo");
        let how = || format!("{} tubes a side ({read}) / {}", tubes.per_side, rule.tubes_a_factor);
        self.explain(FigureName::TorpedoFactors, factors, how, &rule.source);
        let how = || format!("{}-in ({read}): {}", tubes.size_in, kind.id);
        self.explain(FigureName::TorpedoPower, kind.power, how, &kind.source);
        if self.with_explanations {
            self.explain(FigureName::TorpedoToHit, bands_text(&kind.bands), how, &kind.source);
        }
        let attack_range = class.kind.is_large().then(|| self.attack_range(kind));
        Ok(Some(Torpedoes {
            factors: u8::try_from(factors).map_err(|_| "the ship has too many torpedo factors".to_owned())?,
            kind: kind.id.clone(),
            power: kind.power,
            bands: kind.bands.clone(),
            reloads: false,
            attack_range,
        }))
    }

    /// Returns the torpedo run, limited by the formula's attack range. [7.5, Q50]
    fn attack_range(&mut self, kind: &TorpedoType) -> Inches {
        let end = self.case(FigureName::AttackRange, &self.formula.attack_range);
        let longest = kind.bands.last().map_or(Inches::ZERO, |band| band.to);
        if let Some(figure) =
            self.figures.iter_mut().find(|figure| figure.figure == FigureName::AttackRange && longest < end)
        {
            figure.value = longest.to_string();
            figure.how = format!("the longest run of {}, {end} at most", kind.id);
        }
        end.min(longest)
    }

    fn apply_override(&mut self, card: &mut Card, change: &Override) -> Result<(), CardError> {
        let name = change.figure;
        let shown = match name {
            FigureName::Speed => set_figure(&mut card.speed, change)?.to_string(),
            FigureName::BaseLength => set_figure(&mut card.base_length, change)?.to_string(),
            FigureName::Size => set_figure(&mut card.size.gun, change)?.to_string(),
            FigureName::TorpedoSize => set_figure(&mut card.size.torpedo, change)?.to_string(),
            FigureName::Armour => set_figure(&mut card.armour.gun, change)?.to_string(),
            FigureName::TorpedoArmour => set_figure(&mut card.armour.torpedo, change)?.to_string(),
            FigureName::Defence => set_figure(&mut card.defence, change)?.to_string(),
            FigureName::Flotation => set_figure(&mut card.flotation, change)?.to_string(),
            FigureName::Flash => set_figure(&mut card.flash, change)?.to_string(),
            FigureName::Power => set_figure(&mut part_or_error(&mut card.big, "big guns")?.power, change)?.to_string(),
            FigureName::ToHit => bands_text(&set_figure(&mut part_or_error(&mut card.big, "big guns")?.bands, change)?),
            FigureName::Medium => {
                set_figure(&mut part_or_error(&mut card.medium, "medium battery")?.strength, change)?.to_string()
            }
            FigureName::Light => {
                set_figure(&mut part_or_error(&mut card.light, "light battery")?.strength, change)?.to_string()
            }
            FigureName::TorpedoFactors => {
                set_figure(&mut part_or_error(&mut card.torpedo, "torpedoes")?.factors, change)?.to_string()
            }
            FigureName::TorpedoPower => {
                set_figure(&mut part_or_error(&mut card.torpedo, "torpedoes")?.power, change)?.to_string()
            }
            FigureName::TorpedoToHit => {
                bands_text(&set_figure(&mut part_or_error(&mut card.torpedo, "torpedoes")?.bands, change)?)
            }
            FigureName::TorpedoReloads => {
                set_figure(&mut part_or_error(&mut card.torpedo, "torpedoes")?.reloads, change)?.to_string()
            }
            FigureName::AttackRange => {
                let range: Inches = override_value(change)?;
                part_or_error(&mut card.torpedo, "torpedoes")?.attack_range.insert(range).to_string()
            }
        };
        let by_formula = self.figures.iter().position(|figure| figure.figure == name);
        let by_formula = by_formula.map(|index| self.figures.remove(index).value);
        let how = || by_formula.map_or("set".to_owned(), |value| format!("set; the formula gives {value}"));
        self.explain(name, shown, how, &change.source);
        Ok(())
    }
}

fn override_value<T: DeserializeOwned>(change: &Override) -> Result<T, CardError> {
    let node = Node::from_deserializer(&change.value).map_err(|error| CardError::new("", error.to_string()))?;
    read(&node).map_err(|mismatch| CardError::wrong_type(change.figure, &mismatch.mismatch))
}

fn set_figure<T: DeserializeOwned + Clone>(place: &mut T, change: &Override) -> Result<T, CardError> {
    *place = override_value(change)?;
    Ok(place.clone())
}

fn part_or_error<'c, T>(part: &'c mut Option<T>, name: &str) -> Result<&'c mut T, CardError> {
    part.as_mut().ok_or_else(|| CardError::new("", format!("the ship has no {name}, so its figure cannot be set")))
}

/// A ship's belt or a battery's shields, with the formula rows that apply.
struct Belt<'f> {
    rule: &'f ArmourRule,
    mm: f64,
    is_shield: bool,
    plate: &'f PlateFactor,
    has_bare_ends: bool,
    cover: Option<&'f CoverFactor>,
}

impl Belt<'_> {
    fn exact_armour(&self) -> f64 {
        let ends = if self.has_bare_ends { self.rule.bare_ends_times } else { 1.0 };
        let cover = self.cover.map_or(1.0, |cover| cover.times);
        self.mm / MM_AN_INCH * self.plate.times * ends * cover - self.rule.less
    }

    fn least_armour(&self) -> i32 {
        self.rule.least.as_ref().filter(|least| least.from_mm <= self.mm).map_or(0, |least| least.is)
    }

    fn figure(&self) -> i32 {
        round_half_up(self.exact_armour()).max(self.least_armour())
    }

    /// Describes the calculation.
    fn describe(&self, class: &ShipClass) -> String {
        let (part, field) = if self.is_shield { ("shield", "armour.turret_mm") } else { ("belt", "armour.belt_mm") };
        let (mm, inches, less) = (self.mm, self.mm / MM_AN_INCH, self.rule.less);
        let mut how = format!("{mm} mm of {part} ({}) = {inches:.1} in", read_or_estimated(class, field));
        how += &format!(" x {} {}", self.plate.times, self.plate.kind.word());
        if self.has_bare_ends {
            how += &format!(" x {} bare ends", self.rule.bare_ends_times);
        }
        if let Some(cover) = self.cover.filter(|cover| cover.times != 1.0) {
            how += &format!(" x {} cover {}", cover.times, cover.kind.word());
        }
        how += &format!(" - {less} = {:.1}", self.exact_armour());
        if round_half_up(self.exact_armour()) < self.least_armour() {
            how += &format!(", at least {}", self.least_armour());
        }
        how
    }
}

/// Returns the big-gun mounts. Lettered mounts of two batteries are sorted by letter, from forward to aft.
fn sorted_mounts(class: &ShipClass) -> Vec<Mount> {
    let mut mounts: Vec<Mount> = class.big_mounts().cloned().collect();
    let are_lettered = mounts.iter().all(|mount| mount.id.as_str().len() == 1);
    if are_lettered && class.second_guns_same_bore().is_some() {
        mounts.sort_by(|left, right| left.id.cmp(&right.id));
    }
    mounts
}

/// Returns the factor for mounts with different numbers of guns, relative to twin mounts, and its description.
fn mixed_mount_factor(main: &MainBattery, second: &MainBattery) -> Result<(Fraction, String), String> {
    let (guns, mounts) =
        (main.broadside_guns() + second.broadside_guns(), main.broadside_mounts() + second.broadside_mounts());
    if mounts == 0 {
        return Err("no big-gun mount bears on a side".to_owned());
    }
    Ok((Fraction::new(i64::from(guns), 2 * i64::from(mounts)), format!("{guns} guns in {mounts} mounts on a side")))
}

/// Returns the gun of the table nearest in bore, then in length.
fn nearest_gun<'g>(guns: &'g [Gun], main: &MainBattery) -> Option<&'g Gun> {
    let gap = |gun: &Gun| ((gun.bore_in - main.bore_in).abs(), (gun.calibre - main.calibre).abs());
    guns.iter().min_by(|left, right| gap(left).0.total_cmp(&gap(right).0).then(gap(left).1.total_cmp(&gap(right).1)))
}

/// Returns "read" if a source states the field, and "estimated" otherwise.
fn read_or_estimated(class: &ShipClass, field: &str) -> &'static str {
    let chapter = field.split('.').next().unwrap_or(field);
    if class.read.iter().any(|read| read == field || read == chapter) { "read" } else { "estimated" }
}

/// Rounds strength to quarters, halves up. [6.5.2]
fn round_to_quarters(strength: Fraction) -> Fraction {
    Fraction::new((strength * Fraction::from(4)).rounded(), 4)
}

/// Rounds hundredths of an inch to quarter inches, halves up, as range bands are marked. [6.5.1]
fn round_to_quarter_inches(hundredths: Fraction) -> Inches {
    const QUARTER: i64 = 25;
    Inches((hundredths * Fraction::new(1, QUARTER)).rounded() as i32 * QUARTER as i32)
}

fn round_half_up(number: f64) -> i32 {
    (number + 0.5).floor() as i32
}
