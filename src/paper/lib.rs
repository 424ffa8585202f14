//! Prints cards, sheets, charts and results as pages drawn in millimetres. Begin with [`pack()`].
//!
//! Pages of a battle are made only from a view and the viewer's scenario, so they cannot leak anything else.
//! The pages are SVG. [`png`] and [`pdf`] render them with the same lettering on every machine.
mod backs;
mod boards;
mod boats;
mod book;
mod briefing;
mod card;
mod charts;
mod cutouts;
mod deck;
mod divisions;
mod explanations;
mod face;
mod file;
mod fleet;
mod flow;
mod generation;
mod grid;
mod inset;
mod known_ships;
mod letters;
mod opening;
mod pack;
mod paper;
mod parts;
mod pen;
mod plan;
mod raster;
mod reference;
mod result;
mod situation;
mod small;
mod templates;
mod tiles;
mod trackers;

pub use boards::boards;
pub use boats::{Boat, FlotillaCard};
pub use book::book_pages;
pub use deck::{DeckCard, LibraryShip, battle_cards, ship_cards};
pub use face::{Face, SightingReport};
pub use file::{outlined, pdf, png};
pub use letters::Typesetter;
pub use pack::{PrintOptions, library_cards, pack};
pub use paper::{Format, Paper, Part, PrintedPage};
pub use raster::{RasterError, raster};
pub use templates::MM_PER_INCH;
pub use tiles::{OVERLAP_IN, Tile, TileSelection, Tiles, tiles};

use flow::Flow;
use grid::{Column, Grid};
use letters::Cut;
use paper::MARGIN;
use parts::{Boxes, Figure, draw_bands, draw_figures, draw_heading};
use pen::{ASIDE, HAIR, HEAD, INK, LABEL, MARK, PALE, PAPER, Pen, SOFT, Style, TEXT, number};
use plan::draw_plan;
use show::scenario_brief::unit_name as name;
