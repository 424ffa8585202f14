//! Maps of what a side may know of the table, for a terminal and as SVG.
//!
//! A [`Scene`] is built from a view, and each drawing from the scene alone. Drawings use no rules and no other data.
mod from_view;
mod grid;
mod items;
mod legend;
mod page;
pub mod scene;
pub mod screen;
mod signs;
mod svg;
mod terminal;
mod window;

pub use from_view::{add_notes, scene};
pub use grid::CharacterSet;
pub use page::{Ink, Page, Span};
pub use scene::Scene;
pub use svg::{ChartPart, NamePlace, UNITS_PER_INCH, draw_part, name_places, svg, svg_with_letter_scale};
pub use terminal::{MIN_COLUMNS, terminal_map};
pub use window::Window;

use grid::Grid;
use scene::{Reach, ShipStatus};
