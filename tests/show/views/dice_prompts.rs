//! Questions for the enemy's dice, as a side may see them. [2.5, 4.3]
use naval::model::{Purpose, Setting};
use naval::{Id, SideId, view::known_to};
use naval_kit::{fixture::Battle, scenario};
use play::{DiceRequest, Rule};

const FIRE: Rule = Rule::new("6.5.1");

#[test]
fn r4_3_a_ship_out_of_sight_among_several_is_called_the_enemy() {
    let mut battle = Battle::new(&scenario("ulsan"));
    for (ship, is_seen) in [("rossia", true), ("gromoboi", false), ("rurik", false)] {
        battle.set(ship, Setting::Sighted(is_seen));
    }
    let japan = SideId::new("japan");
    let known = known_to(&battle.state, &japan);
    assert!(known.ship(&"rossia".into()).is_some() && known.ship(&"rurik".into()).is_none());
    let ask = |ship: &str, count, at_most| DiceRequest::pool(count, 20, at_most, Purpose::ToHit(ship.into()), FIRE);
    let asks = [ask("izumo", 2, 3), ask("rossia", 2, 1), ask("gromoboi", 3, 2), ask("rurik", 1, 4)];
    let is_enemy = |purpose: &Purpose| matches!(purpose, Purpose::ToHit(ship) if *ship != Id::new("izumo"));
    let text = show::dice_prompts::joint_prompt(&battle.state, &asks, (&known, is_enemy));
    assert_eq!(text, "To hit [6.5.1], 3 or less: Izumo x2; Rossia x2, the enemy x3, the enemy");
    let text = show::dice_prompts::joint_prompt(&battle.state, &asks, (&battle.state, |_: &Purpose| false));
    assert_eq!(
        text,
        "To hit [6.5.1], 3 or less: Izumo x2; 1 or less: Rossia x2; 2 or less: Gromoboi x3; 4 or less: Rurik"
    );
    // A ship that was once in sight and no longer is, is no longer named.
    battle.set("rossia", Setting::Sighted(false));
    let known = known_to(&battle.state, &japan);
    assert!(known.ship(&"rossia".into()).is_some(), "it is remembered");
    let text = show::dice_prompts::joint_prompt(&battle.state, &asks, (&known, is_enemy));
    assert_eq!(text, "To hit [6.5.1], 3 or less: Izumo x2; the enemy x2, the enemy x3, the enemy");
    assert_eq!(show::dice_prompts::redacted_prompt(&known, &asks[1]), "The enemy, to hit, 2 D20");
    let volley = [DiceRequest::roll_one(10, Purpose::Volley("izumo".into()), FIRE)];
    assert!(
        show::dice_prompts::joint_prompt(&battle.state, &volley, (&known, |_: &Purpose| true)).ends_with("at Izumo")
    );
}

#[test]
fn r3_3_8_damage_and_repairs_of_the_enemy_are_rolled_without_a_name() {
    let mut battle = Battle::new(&scenario("ulsan"));
    battle.set("rossia", Setting::Sighted(true));
    let known = known_to(&battle.state, &SideId::new("japan"));
    let asks = [1, 2].map(|_| DiceRequest::roll_one(20, Purpose::Damage("rossia".into()), FIRE));
    let prompt_for =
        |is_enemy: bool| show::dice_prompts::joint_prompt(&battle.state, &asks, (&known, |_: &Purpose| is_enemy));
    assert_eq!((&*prompt_for(true), &*prompt_for(false)), ("The enemy, damage", "Rossia, damage of 2 hits [6.5.1]"));
    for (purpose, expected) in [
        (Purpose::Magazine("rossia".into()), "The enemy, damage, 1 D20"),
        (Purpose::Mount("rossia".into()), "The enemy, damage, 1 D20"),
        (Purpose::Repair("rossia".into()), "The enemy, damage control, 1 D20"),
        (Purpose::FireFought("rossia".into()), "The enemy, damage control, 1 D20"),
        (Purpose::Penetration("rossia".into()), "Rossia, penetration, 1 D20"),
        (Purpose::TorpedoCheck(SideId::new("russia")), "The enemy, dice, 1 D20"),
    ] {
        assert_eq!(show::dice_prompts::redacted_prompt(&known, &DiceRequest::roll_one(20, purpose, FIRE)), expected);
    }
}
