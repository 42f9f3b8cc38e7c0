//! Draws the map of a level as SVG: `cargo run --release --example map klotski first-steps > map.svg`.
//!
//! Arguments: puzzle, level or name of a level, options as `name=value`. Colour is the distance to the goal.

use telusur_puzzles::{Setup, Task};
use telusur_session::Session;
use telusur_session::map::StateMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let puzzle = arguments.first().map_or("hanoi", String::as_str);
    let mut setup = Setup::default();
    for argument in arguments.iter().skip(1) {
        match argument.split_once('=') {
            Some((name, value)) => setup = setup.with(name, value),
            None => setup.level = Some(argument.clone()),
        }
    }
    let game = Session::open(puzzle, &setup)?;
    let begun = std::time::Instant::now();
    let map = StateMap::new(game.board(), &mut Task::new(&mut ()))?;
    eprintln!(
        "{} positions, {} edges{}, {:?}",
        map.nodes.len(),
        map.edges.len(),
        if map.symmetric { " up to symmetry" } else { "" },
        begun.elapsed()
    );
    let farthest = map.nodes.iter().filter_map(|node| node.to_goal).max().unwrap_or(0).max(1);
    let dot = (0.35 / (map.nodes.len() as f64).sqrt()).clamp(0.0012, 0.012);
    println!(r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1000" height="1000">"##);
    println!(
        r##"<rect width="1" height="1" fill="#fbfaf7"/><g stroke="#8a8577" stroke-opacity=".35" stroke-width="{:.5}">"##,
        dot / 4.0
    );
    for &(a, b) in &map.edges {
        let (a, b) = (map.nodes[a as usize], map.nodes[b as usize]);
        println!(r#"<path d="M{:.4} {:.4}L{:.4} {:.4}"/>"#, a.x, a.y, b.x, b.y);
    }
    println!("</g>");
    for (number, node) in map.nodes.iter().enumerate() {
        let colour = match node.to_goal {
            None => "#999".to_owned(),
            Some(left) => {
                format!("hsl({:.0} 70% 45%)", 130.0 + 200.0 * f64::from(left) / f64::from(farthest))
            }
        };
        let radius = if number == 0 || node.to_goal == Some(0) { 1.6 * dot } else { dot };
        println!(r#"<circle cx="{:.4}" cy="{:.4}" r="{radius:.5}" fill="{colour}"/>"#, node.x, node.y);
    }
    println!("</svg>");
    Ok(())
}
