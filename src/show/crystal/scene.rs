//! The content of a campaign map: areas, borders, owners, the army, and what is known of each area.
use serde::Serialize;

use crystal::{AreaId, EnemyId, Holder, Setup, State, Terrain, Troops};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CampaignMap {
    pub title: String,
    /// The turn and the army. Empty on a blank map.
    pub moment: String,
    pub spots: Vec<MapArea>,
    /// Indices in `spots` of neighbouring areas, each pair once.
    pub borders: Vec<(usize, usize)>,
    /// The enemy empires' names, with their field armies.
    pub enemies: Vec<String>,
    /// The enemy empires' names alone.
    pub empires: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MapArea {
    pub id: AreaId,
    pub name: String,
    #[serde(skip)]
    pub terrain: Terrain,
    pub owner: Owner,
    pub gp: u32,
    pub troops: String,
    pub feature: Option<String>,
    /// Position in hundredths of the map from the left and from the top.
    pub at: (f64, f64),
    /// The units of the army, if it is here.
    pub army: Option<String>,
    pub capital: bool,
    pub base: bool,
    pub goal: bool,
    pub explored: bool,
}

/// The holder of an area, as a map shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// Not filled in.
    Blank,
    Yours,
    Neutral,
    Enemy(EnemyId),
}

impl CampaignMap {
    /// Returns the map as JSON: areas and borders by area number, owners by name.
    pub fn json(&self) -> serde_json::Value {
        let mut map = serde_json::json!(self);
        let area_id = |place: &usize| self.spots[*place].id;
        map["borders"] = self.borders.iter().map(|(first, second)| vec![area_id(first), area_id(second)]).collect();
        for (index, spot) in self.spots.iter().enumerate() {
            if let Owner::Enemy(enemy) = spot.owner {
                map["spots"][index]["owner"] = serde_json::json!(self.empires.get(enemy.index()));
            }
            map["spots"][index]["terrain"] = serde_json::json!(spot.terrain.name());
        }
        map
    }

    pub fn current(state: &State) -> CampaignMap {
        let mut scene = CampaignMap::blank(&state.setup);
        scene.moment = format!("Turn {}. Army: {}.", state.turn, state.army());
        for spot in &mut scene.spots {
            spot.owner = match state.holder(spot.id) {
                Holder::Empire => Owner::Yours,
                Holder::Neutral => Owner::Neutral,
                Holder::Enemy(enemy) => Owner::Enemy(enemy),
            };
            spot.gp = state.gold(spot.id);
            spot.troops = Troops(state.garrison(spot.id)).to_string();
            spot.explored = state.area_state(spot.id).is_some_and(|land| land.explored);
            spot.army = (state.army_at == spot.id).then(|| state.army().to_string());
        }
        scene
    }

    /// Returns the map before anything is filled in, for pencil.
    pub fn blank(setup: &Setup) -> CampaignMap {
        let scenario = &setup.scenario;
        let spot = |area: &crystal::Area| MapArea {
            id: area.id,
            name: area.name.clone(),
            terrain: area.terrain,
            owner: Owner::Blank,
            gp: area.gp,
            troops: area.troops.to_string(),
            feature: area.feature.clone(),
            at: area.at,
            army: None,
            capital: scenario.enemies.iter().any(|enemy| enemy.capital == area.id),
            base: scenario.start.base == area.id,
            goal: scenario.victory.control.contains(&area.id),
            explored: false,
        };
        let mut borders = Vec::new();
        for (place, area) in scenario.areas.iter().enumerate() {
            let later = area.adj.iter().filter_map(|id| scenario.place(*id)).filter(|other| place < *other);
            borders.extend(later.map(|other| (place, other)));
        }
        CampaignMap {
            title: scenario.name.clone(),
            moment: String::new(),
            spots: scenario.areas.iter().map(spot).collect(),
            borders,
            enemies: scenario.enemies.iter().map(name_with_army).collect(),
            empires: scenario.enemies.iter().map(|enemy| enemy.name.clone()).collect(),
        }
    }
}

/// Returns an enemy's name, with the field army it has beside its garrisons.
fn name_with_army(enemy: &crystal::Enemy) -> String {
    if enemy.army_extra.0.is_empty() { enemy.name.clone() } else { format!("{} (+{})", enemy.name, enemy.army_extra) }
}
