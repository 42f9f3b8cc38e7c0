//! What contributors and continuous integration run: `cargo xtask ci|bench|dist`.
fn main() {}
