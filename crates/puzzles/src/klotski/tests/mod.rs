//! What the rooms of this folder do together.

mod edges;
mod facts;
mod levels;
mod reference;
