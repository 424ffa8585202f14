//! What a campaign is made of: troops, land, the field of battle, orders and facts. It judges nothing.
pub mod apply;
pub mod battle;
pub mod facts;
pub mod field;
pub mod land;
pub mod layout;
pub mod rules;
pub mod scenario;
pub mod state;
pub mod text;
pub mod troops;
