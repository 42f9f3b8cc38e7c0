//! Every algorithm against every other and against the slow reference, on hundreds of random spaces.

use crate::common::{Choices, Graph, Tokens, Wheels};
use num_bigint::BigUint;
use telusur_search::anytime::{Guided, anytime};
use telusur_search::check::{check_rank, check_reversible, check_space};
use telusur_search::reach::Reach;
use telusur_search::verify::{Reference, reference_bfs, replay};
use telusur_search::{
    Algorithm, Claim, Offers, Ranked, Report, Reversible, Run, Solver, Space, Wanted, engines, explore,
};

/// Runs every algorithm that the space supports and holds it to the reference.
fn all_agree<S: Offers + Ranked + Reversible>(space: &S, name: &str) {
    let start = space.start();
    let reference = reference_bfs(space, start, false, 1 << 20).expect("test spaces are small");
    let everything = reference_bfs(space, start, true, 1 << 20).expect("test spaces are small");
    for algorithm in Solver::new(space).supported() {
        let is_endless = matches!(algorithm, Algorithm::Iddfs | Algorithm::Idastar);
        if is_endless && (reference.distance.is_none_or(|d| d > 9) || everything.depths.len() > 40) {
            continue;
        }
        let report = Solver::new(space).algorithm(algorithm).solve();
        hold(space, &report, &reference, &format!("{algorithm} on {name}"));
    }
    explorations_agree(space, &everything, name);
    distances_agree(space, &reference, name);
}

fn hold<S: Space>(space: &S, report: &Report<S::Move>, reference: &Reference, what: &str) {
    match reference.distance {
        None => assert_eq!(report.claim(), Claim::Unsolvable, "{what}"),
        Some(distance) => {
            let path = report.path().unwrap_or_else(|| panic!("{what}: {:?}", report.outcome));
            replay(space, space.start(), path).unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(report.lower_bound <= distance, "{what}: the bound {} is too high", report.lower_bound);
            if report.algorithm.is_optimal() {
                assert_eq!((path.len() as u32, report.claim()), (distance, Claim::Optimal), "{what}");
            } else {
                assert!(path.len() as u32 >= distance, "{what}");
            }
            if report.claim() == Claim::Optimal {
                assert_eq!(path.len() as u32, distance, "{what}");
            }
        }
    }
}

fn explorations_agree<S: Offers + Ranked + Reversible>(space: &S, everything: &Reference, name: &str) {
    let is_symmetric = {
        let mut any = false;
        space.expand(space.start(), |_, next| any |= space.canonical(next) != next);
        any || space.canonical(space.start()) != space.start()
    };
    let mut seen = None;
    for algorithm in [Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense] {
        if algorithm == Algorithm::Frontier && !S::UNDIRECTED {
            continue;
        }
        let solver = Solver::new(space).algorithm(algorithm);
        let reached = solver.try_explore(Wanted::default()).unwrap();
        assert!(reached.complete);
        if !is_symmetric {
            assert_eq!(reached.depths, everything.depths, "{algorithm} on {name}");
        }
        assert_eq!(reached.goal_distance, everything.distance, "{algorithm} on {name}");
        let summary = (reached.depths, reached.goals, reached.nearest_goals, reached.farthest, reached.edges);
        assert_eq!(*seen.get_or_insert(summary.clone()), summary, "{algorithm} on {name}");
    }
}

fn distances_agree<S: Space>(space: &S, reference: &Reference, name: &str) {
    let table = Reach::explore(space, space.start(), true, &mut Run::unlimited()).unwrap();
    assert_eq!(table.to_goal(0), reference.distance, "distances on {name}");
    let best = table.next(0).iter().filter_map(|&next| table.to_goal(next)).min();
    match reference.distance {
        Some(0) => {}
        distance => assert_eq!(best.map(|d| d + 1), distance, "hint on {name}"),
    }
}

#[test]
fn random_directed_graphs() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..300 {
        let mut choices = Choices::new(seed + 1000);
        let nodes = 2 + choices.below(60);
        let edges = choices.below(3 * nodes);
        let goals = choices.below(3);
        let graph = Graph::<false>::random(seed, nodes, edges, goals);
        check_reversible(&graph, seed, 50).unwrap();
        check_rank(&graph, seed, 50).unwrap();
        all_agree(&graph, &format!("directed graph {seed}"));
        match graph.distances()[0] {
            Some(_) => solvable += 1,
            None => unsolvable += 1,
        }
    }
    assert!(solvable > 60 && unsolvable > 60, "{solvable} solvable, {unsolvable} not: a lopsided test");
}

/// A graph whose bound is admissible and nothing more: it may fall by any amount along a move.
struct Uneven(Graph<false>);

impl Space for Uneven {
    type State = u32;
    type Move = u32;
    /// It is no higher than the distance, and that is all.
    const CONSISTENT: bool = false;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, state: u32) -> bool {
        self.0.is_goal(state)
    }
    fn expand(&self, state: u32, visit: impl FnMut(u32, u32)) {
        self.0.expand(state, visit);
    }
    fn lower_bound(&self, state: u32) -> u32 {
        self.0.bound[state as usize]
    }
}

impl Offers for Uneven {
    engines!();
}

impl Guided for Uneven {}

#[test]
fn bounds_that_are_admissible_but_not_consistent_mislead_nobody() {
    let mut inconsistent = 0;
    for seed in 0..400 {
        let mut choices = Choices::new(seed + 77_000);
        let nodes = 5 + choices.below(120);
        let mut graph = Graph::<false>::random(seed, nodes, 2 * nodes + choices.below(nodes), 2);
        let truth = graph.distances();
        for (bound, distance) in graph.bound.iter_mut().zip(&truth) {
            // Anything up to the distance; often the distance itself, or nothing.
            *bound = match (distance, choices.below(3)) {
                (None, 0) => u32::MAX,
                (None, _) => choices.below(40) as u32,
                (Some(_), 0) => 0,
                (Some(distance), 1) => *distance,
                (Some(distance), _) => choices.below(*distance as usize + 1) as u32,
            };
        }
        let space = Uneven(graph);
        let is_steep = |a: u32| {
            let mut steep = false;
            space.expand(a, |_, b| steep |= space.lower_bound(b).saturating_add(1) < space.lower_bound(a));
            steep
        };
        inconsistent += (0..nodes as u32).filter(|&a| is_steep(a)).count();
        let reference = reference_bfs(&space, 0, false, 1 << 20).expect("test spaces are small");
        for algorithm in
            [Algorithm::Astar, Algorithm::Idastar, Algorithm::Anytime, Algorithm::Greedy, Algorithm::Dfs]
        {
            if algorithm == Algorithm::Idastar && reference.distance.is_none_or(|d| d > 9) {
                continue;
            }
            let report = Solver::new(&space).algorithm(algorithm).solve();
            assert_eq!(report.broken, None, "{algorithm} on graph {seed}");
            hold(&space, &report, &reference, &format!("{algorithm} on graph {seed}"));
        }
        let report = anytime(&space, 0, &mut Run::unlimited());
        hold(&space, &report, &reference, &format!("anytime on graph {seed}"));
    }
    assert!(inconsistent > 5000, "{inconsistent}");
}

#[test]
fn random_undirected_graphs() {
    for seed in 0..300 {
        let mut choices = Choices::new(seed + 5000);
        let nodes = 2 + choices.below(80);
        let graph =
            Graph::<true>::random(seed, nodes, nodes / 2 + choices.below(nodes), 1 + choices.below(2));
        check_reversible(&graph, seed, 50).unwrap();
        check_space(&graph, seed, 50).unwrap();
        all_agree(&graph, &format!("undirected graph {seed}"));
    }
}

#[test]
fn symmetric_spaces_are_searched_by_representatives() {
    let (mut classes, mut states) = (0, 0);
    for seed in 0..60 {
        let mut choices = Choices::new(seed + 9000);
        let nodes = 3 + choices.below(12);
        let tokens = Tokens(Graph::random(seed, nodes, nodes + choices.below(nodes), 2));
        check_space(&tokens, seed, 100).unwrap();
        check_reversible(&tokens, seed, 50).unwrap();
        all_agree(&tokens, &format!("tokens {seed}"));
        classes += Solver::new(&tokens).try_explore(Wanted::default()).unwrap().states();
        states += reference_bfs(&tokens, tokens.start(), true, 1 << 20).unwrap().depths.iter().sum::<u64>();
    }
    assert!(classes * 3 < states * 2, "symmetry saves too little: {classes} classes of {states} states");
}

/// Counts paths forwards, layer by layer, with plain maps: nothing in common with the engine's way.
fn count_paths<S: Space>(space: &S) -> Option<(u32, BigUint)> {
    let mut depth_of = std::collections::BTreeMap::from([(space.start(), 0)]);
    let mut layer = std::collections::BTreeMap::from([(space.start(), BigUint::from(1u8))]);
    for depth in 0.. {
        if layer.is_empty() {
            return None;
        }
        let at_goals: Vec<&BigUint> =
            layer.iter().filter(|(s, _)| space.is_goal(**s)).map(|(_, n)| n).collect();
        if !at_goals.is_empty() {
            return Some((depth, at_goals.into_iter().sum()));
        }
        let mut next = std::collections::BTreeMap::new();
        for (&state, count) in &layer {
            space.expand(state, |_, to| {
                if *depth_of.entry(to).or_insert(depth + 1) == depth + 1 {
                    *next.entry(to).or_insert(BigUint::ZERO) += count;
                }
            });
        }
        layer = next;
    }
    None
}

#[test]
fn shortest_solutions_are_counted_exactly() {
    for seed in 0..100 {
        let graph = Graph::<false>::random(seed, 30, 120, 2);
        let counted = explore::shortest_solutions(&graph, 0, &mut Run::unlimited()).unwrap();
        assert_eq!(counted, count_paths(&graph), "graph {seed}");
        let tokens = Tokens(Graph::random(seed, 8, 16, 2));
        let counted = explore::shortest_solutions(&tokens, tokens.start(), &mut Run::unlimited()).unwrap();
        assert_eq!(counted, count_paths(&tokens), "tokens {seed}");
    }
    // Four wheels that each need two turns: 8! / 2!^4 ways to mix the turns.
    let wheels = Wheels::<4> { goal: [2; 4] };
    let counted = explore::shortest_solutions(&wheels, [0; 4], &mut Run::unlimited()).unwrap();
    assert_eq!(counted, Some((8, BigUint::from(2520u32))));
}

/// A chain of diamonds: two ways through each, so 2^links shortest solutions.
struct Diamonds {
    links: u32,
}

impl Space for Diamonds {
    type State = u32;
    type Move = bool;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, state: u32) -> bool {
        state == 3 * self.links
    }
    fn expand(&self, state: u32, mut visit: impl FnMut(bool, u32)) {
        match state % 3 {
            0 if state < 3 * self.links => {
                visit(false, state + 1);
                visit(true, state + 2);
            }
            1 => visit(false, state + 2),
            2 => visit(false, state + 1),
            _ => {}
        }
    }
}

impl Offers for Diamonds {
    engines!();
}

#[test]
fn counts_beyond_128_bits_stay_exact() {
    for links in [127, 128, 129, 300] {
        let counted = explore::shortest_solutions(&Diamonds { links }, 0, &mut Run::unlimited()).unwrap();
        assert_eq!(counted, Some((2 * links, BigUint::from(1u8) << links)));
    }
}

#[test]
fn fat_layers_come_out_right_and_the_same_for_any_number_of_threads() {
    let goal = [2, 3, 1, 4, 2, 2, 3, 1];
    let wheels = Wheels::<8> { goal };
    let distance: u32 = goal.iter().map(|&g| u32::from(g.min(5 - g))).sum();
    let depths = Wheels::<8>::depths();
    let mut first_path = None;
    for threads in [1, 2, 4] {
        for algorithm in [Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense] {
            let solver = || Solver::new(&wheels).algorithm(algorithm).threads(threads);
            let reached = solver().try_explore(Wanted::default()).unwrap();
            assert_eq!(reached.depths, depths, "{algorithm} with {threads} threads");
            assert_eq!((reached.goals, reached.goal_distance), (1, Some(distance)));
            assert_eq!(reached.farthest.len(), 256, "each wheel has two farthest places");
            let report = solver().solve();
            assert_eq!(report.length(), Some(distance as usize), "{algorithm} with {threads} threads");
            replay(&wheels, wheels.start(), report.path().unwrap()).unwrap();
        }
        let report = Solver::new(&wheels).algorithm(Algorithm::Bfs).threads(threads).solve();
        let seen =
            (report.path().unwrap().to_vec(), report.depths, report.stats.expanded, report.stats.generated);
        assert_eq!(*first_path.get_or_insert(seen.clone()), seen, "{threads} threads");
    }
}
