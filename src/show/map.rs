//! Maps: what a side may know of the table, drawn for a terminal and as SVG.
//!
//! View → [`Scene`] → drawing.
//! The drawings know no rule, and nothing that is not in the scene.
mod grid;
mod legend;
mod page;
mod placed;
pub mod scene;
mod seen;
mod signs;
mod svg;
mod terminal;
mod window;

pub use grid::Lettering;
pub use page::{Ink, Page, Span};
pub use scene::Scene;
pub use seen::{add_notes, scene};
pub use svg::{INCH, Piece, lettered, piece, svg};
pub use terminal::{NARROWEST, terminal};
pub use window::Window;

use grid::Grid;
use scene::{Reach, Standing};
