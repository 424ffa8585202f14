//! The purpose of each roll is hashed as the journal writes it, so these words are part of format 1: a changed word
//! would roll different dice for every saved seed.
use crystal::EnemyId;
use naval::{Id, SideId};
use serde::Serialize;

/// Every purpose of a game with its text. One that is not listed does not compile.
macro_rules! purposes {
    ($Purpose:ty: $($Variant:ident $(($of:expr))? = $text:literal,)+) => {{
        type Purpose = $Purpose;
        let _every = |purpose: &Purpose| match purpose {
            $(Purpose::$Variant { .. } => {})+
        };
        [$((Purpose::$Variant $(($of))?, $text)),+]
    }};
}

fn assert_hashed_by<P: Serialize + Clone + PartialEq + std::fmt::Debug>(game: &str, purposes: &[(P, &str)]) {
    for (purpose, text) in purposes {
        assert_eq!(serde_json::to_string(purpose).unwrap(), *text, "{game}: {purpose:?}");
    }
}

#[test]
fn purposes_of_dice_of_a_battle_are_hashed_by_these_words() {
    let (ship, side) = (|| Id::new("asahi"), || SideId::new("japan"));
    let purposes = purposes! { naval::model::Purpose:
        SightingBase = r#""sighting_base""#,
        Wind = r#""wind""#,
        WindFrom = r#""wind_from""#,
        Hour = r#""hour""#,
        DeclareFirst(side()) = r#"{"declare_first":"japan"}"#,
        SecondaryFirst(side()) = r#"{"secondary_first":"japan"}"#,
        ToHit(ship()) = r#"{"to_hit":"asahi"}"#,
        Size(ship()) = r#"{"size":"asahi"}"#,
        Penetration(ship()) = r#"{"penetration":"asahi"}"#,
        Volley(ship()) = r#"{"volley":"asahi"}"#,
        TorpedoTarget(ship()) = r#"{"torpedo_target":"asahi"}"#,
        TorpedoToHit(ship()) = r#"{"torpedo_to_hit":"asahi"}"#,
        TorpedoSize(ship()) = r#"{"torpedo_size":"asahi"}"#,
        TorpedoPenetration(ship()) = r#"{"torpedo_penetration":"asahi"}"#,
        TorpedoCheck(side()) = r#"{"torpedo_check":"japan"}"#,
        Reaction(ship()) = r#"{"reaction":"asahi"}"#,
        ForceType(side()) = r#"{"force_type":"japan"}"#,
        ForceNumber(side()) = r#"{"force_number":"japan"}"#,
        ForceShip(side()) = r#"{"force_ship":"japan"}"#,
        ApproachBearing(side()) = r#"{"approach_bearing":"japan"}"#,
        ApproachDistance(side()) = r#"{"approach_distance":"japan"}"#,
        Orders(ship()) = r#"{"orders":"asahi"}"#,
        Independent(ship()) = r#"{"independent":"asahi"}"#,
        Collision(ship()) = r#"{"collision":"asahi"}"#,
        Damage(ship()) = r#"{"damage":"asahi"}"#,
        Special(ship()) = r#"{"special":"asahi"}"#,
        Magazine(ship()) = r#"{"magazine":"asahi"}"#,
        Flash(ship()) = r#"{"flash":"asahi"}"#,
        Mount(ship()) = r#"{"mount":"asahi"}"#,
        Steering(ship()) = r#"{"steering":"asahi"}"#,
        BridgeOrFireControl(ship()) = r#"{"bridge_or_fire_control":"asahi"}"#,
        GunsGone(ship()) = r#"{"guns_gone":"asahi"}"#,
        Fire(ship()) = r#"{"fire":"asahi"}"#,
        FireFought(ship()) = r#"{"fire_fought":"asahi"}"#,
        Repair(ship()) = r#"{"repair":"asahi"}"#,
        AfterFire(ship()) = r#"{"after_fire":"asahi"}"#,
        AfterRepair(ship()) = r#"{"after_repair":"asahi"}"#,
        SpecialRule(3) = r#"{"special_rule":3}"#,
        Mine(ship()) = r#"{"mine":"asahi"}"#,
        Dud(ship()) = r#"{"dud":"asahi"}"#,
    };
    assert_hashed_by("naval", &purposes);
}

#[test]
fn purposes_of_dice_of_boards_and_campaign_are_hashed_by_these_words() {
    assert_hashed_by("tafl", &purposes! { boards::tafl::Purpose: Lot = r#""lot""#, });
    let enemy = EnemyId(2);
    let purposes = purposes! { crystal::Purpose:
        Event = r#""event""#,
        Expansion(enemy) = r#"{"expansion":2}"#,
        NearestArea(enemy) = r#"{"nearest_area":2}"#,
        Interception = r#""interception""#,
        Exploration = r#""exploration""#,
        Ambush = r#""ambush""#,
        Rounds = r#""rounds""#,
        EnemySpell = r#""enemy_spell""#,
        EnemySpellWorks = r#""enemy_spell_works""#,
        EnemyRevives = r#""enemy_revives""#,
        Victim = r#""victim""#,
        Evoked = r#""evoked""#,
        SpellWorks = r#""spell_works""#,
        Clash = r#""clash""#,
        FoeFalls = r#""foe_falls""#,
        Exhaustion = r#""exhaustion""#,
    };
    assert_hashed_by("crystal", &purposes);
}
