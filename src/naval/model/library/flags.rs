//! Hulls under several flags. A hull has one record and is listed under each flag. [6.2.4]
use super::{LaterFlag, NamedShip, ShipClass, class::first_day_of};

impl ShipClass {
    /// Returns the class, followed by the class under each later flag of its ships.
    pub fn with_later_flags(self) -> Vec<ShipClass> {
        let later: Vec<ShipClass> = self.later_flags().collect();
        let mut classes = vec![self];
        classes.extend(later);
        classes
    }

    /// Returns the class under each later flag of its ships, with only that ship.
    pub fn later_flags(&self) -> impl Iterator<Item = ShipClass> {
        self.ships.iter().flat_map(|ship| (0..ship.service.len()).map(|at| self.under_flag(ship, at)))
    }

    /// Fills in the date of transfer of ships whose next flag gives it.
    pub fn fill_in_transfers(&mut self) {
        for ship in &mut self.ships {
            let has_no_other_end = ship.lost.is_none()
                && (ship.interned.is_none() || ship.released.is_some())
                && ship.transferred.is_none();
            if let Some(next) = ship.service.first().filter(|_| has_no_other_end) {
                ship.transferred = Some(next.from);
            }
        }
    }

    fn under_flag(&self, ship: &NamedShip, index: usize) -> ShipClass {
        let flag = &ship.service[index];
        let mut class = ShipClass { ships: vec![ship.under_flag(index)], navy: flag.navy.clone(), ..self.clone() };
        class.as_of = Some(first_day_of(flag.from));
        class.refits.retain(|refit| refit.applies_to(&ship.id));
        for refit in &mut class.refits {
            refit.ships.clear();
        }
        class
    }
}

impl NamedShip {
    /// Returns the ship under one of its later flags.
    fn under_flag(&self, index: usize) -> NamedShip {
        let (flag, next) = (&self.service[index], self.service.get(index + 1));
        let LaterFlag { from, known_to, lost, how, interned, transferred, .. } = *flag;
        // A ship sold before completion entered service when completed.
        let (completed, known_to) = match self.completed.filter(|completed| from < *completed) {
            Some(completed) => (completed, self.known_to),
            None => (from, known_to),
        };
        let has_no_other_end = lost.is_none() && interned.is_none();
        NamedShip {
            id: flag.id.clone(),
            name: flag.name.clone(),
            completed: Some(completed),
            known_to,
            lost,
            how,
            interned,
            released: None,
            transferred: transferred.or(next.filter(|_| has_no_other_end).map(|next| next.from)),
            out: self.out.clone(),
            followed_to: self.followed_to,
            also: Vec::new(),
            service: self.service[index + 1..].to_vec(),
            hull: Some(self.id.clone()),
            first_completed: self.completed,
            director: self.director,
            note: flag.note.clone(),
        }
    }
}
