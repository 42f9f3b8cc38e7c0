//! What observers are told while a search runs: no bound before it is proved, in any engine, on any space.

use crate::common::{Choices, Graph, Plane, Tokens, Wheels};
use telusur_search::anytime::{Guided, anytime};
use telusur_search::verify::reference_bfs;
use telusur_search::{
    Algorithm, Budget, Exploration, Observer, Offers, Progress, Ranked, Reversible, Run, Solver, Space,
    State, Wanted,
};

/// Holds everything it is told against the truth.
struct Witness {
    what: String,
    /// The distance of the nearest goal, if there is one.
    truth: Option<u32>,
    told: u32,
    layers: Vec<u64>,
}

impl Observer for Witness {
    fn progress(&mut self, progress: &Progress) {
        self.told += 1;
        if let Some(truth) = self.truth {
            let bound = progress.lower_bound;
            assert!(bound <= truth, "{}: told {bound}, the truth is {truth}: {progress:?}", self.what);
            assert!(progress.best.is_none_or(|best| best >= truth), "{}: {progress:?}", self.what);
        }
    }

    fn layer(&mut self, depth: u32, states: u64) {
        self.layers.resize(self.layers.len().max(depth as usize + 1), 0);
        self.layers[depth as usize] = states;
    }
}

/// Runs every engine on a space, under several limits, with a witness. Returns how often it was told something.
fn watch<S: Offers + Ranked + Reversible>(space: &S, name: &str) -> u32 {
    let truth = reference_bfs(space, space.start(), false, 1 << 20).expect("test spaces are small").distance;
    let budgets = [400, 3000, 60_000].map(|states| Budget::default().with_states(states));
    let mut told = 0;
    for algorithm in Solver::new(space).supported() {
        for budget in budgets {
            for threads in [1, 2] {
                let what = format!("{algorithm} on {name} with {:?} and {threads} threads", budget.states);
                let mut witness = Witness { what, truth, told: 0, layers: Vec::new() };
                let solver = Solver::new(space).algorithm(algorithm).threads(threads);
                let report = solver.limits(budget).observe(&mut witness).solve();
                let what = witness.what;
                told += witness.told;
                assert!(
                    truth.is_none_or(|truth| report.lower_bound <= truth),
                    "{what}: {}",
                    report.lower_bound
                );
                assert_eq!(report.broken, None, "{what}");
            }
        }
    }
    told
}

/// Explores a space with every engine, under several limits, with a witness, and holds what comes out against a complete
/// exploration.
fn explore<S: Offers + Ranked + Reversible>(space: &S, name: &str) -> u32 {
    let whole = Solver::new(space).algorithm(Algorithm::Bfs);
    let whole = whole.try_explore(Wanted { shortest_solutions: true }).unwrap();
    assert!(whole.complete && whole.partial == 0 && whole.stopped.is_none());
    let mut told = 0;
    let states = [1, 2, 30, 400, 3000, 20_000, u64::MAX];
    for algorithm in [Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense] {
        if algorithm == Algorithm::Frontier && !S::UNDIRECTED {
            continue;
        }
        for most in states {
            let what = format!("{algorithm} of {name} with {most} states");
            let truth = whole.goal_distance;
            let mut witness = Witness { what, truth, told: 0, layers: Vec::new() };
            let budget = Budget::default().with_states(most);
            let wanted = Wanted { shortest_solutions: algorithm == Algorithm::Bfs };
            let solver = Solver::new(space).algorithm(algorithm).limits(budget);
            let part = solver.observe(&mut witness).try_explore(wanted).unwrap();
            told += witness.told;
            let layers: Vec<u64> = witness.layers.iter().copied().skip(1).take_while(|&n| n > 0).collect();
            assert!(whole.depths[1..].starts_with(&layers), "{}: {layers:?}", witness.what);
            hold(&whole, &part, &witness.what);
        }
    }
    told
}

/// Whatever a stopped exploration says is true of the whole.
fn hold<T: State>(whole: &Exploration<T>, part: &Exploration<T>, what: &str) {
    assert!(whole.depths.starts_with(&part.depths), "{what}: {:?}", part.depths);
    let next = whole.depths.get(part.depths.len()).copied().unwrap_or(0);
    assert!(part.partial <= next, "{what}: {} of {next}", part.partial);
    assert!(!part.depths.is_empty(), "{what}: the start was reached");
    assert!(part.goals <= whole.goals && part.edges <= whole.edges, "{what}");
    // A goal that was found is a nearest one, and the bound is true.
    assert!(part.goal_distance.is_none() || part.goal_distance == whole.goal_distance, "{what}");
    assert!(whole.goal_distance.is_none_or(|truth| part.lower_bound <= truth), "{what}");
    assert!(part.nearest_goals.iter().all(|goal| whole.nearest_goals.contains(goal)), "{what}");
    assert!(
        part.shortest_solutions.is_none() || part.shortest_solutions == whole.shortest_solutions,
        "{what}"
    );
    if whole.goal_distance == Some(0) {
        assert_eq!((part.goal_distance, part.goals > 0), (Some(0), true), "{what}: the start is a goal");
    }
    assert_eq!(part.complete, part.depths == whole.depths && part.stopped.is_none(), "{what}");
    if part.complete {
        let counts = |e: &Exploration<T>| (e.goals, e.goal_distance, e.edges, e.partial, e.states());
        assert_eq!(counts(part), counts(whole), "{what}");
        assert_eq!((&part.farthest, &part.nearest_goals), (&whole.farthest, &whole.nearest_goals), "{what}");
    } else {
        assert!(part.stopped.is_some(), "{what}");
        assert!(part.farthest.is_empty(), "{what}: nobody knows the farthest states yet");
    }
}

#[test]
fn no_engine_tells_a_bound_before_it_is_proved() {
    let mut told = 0;
    for seed in 0..6 {
        let mut choices = Choices::new(seed + 700);
        let nodes = 40 + choices.below(80);
        let tokens = Tokens(Graph::random(seed, nodes, nodes + choices.below(nodes / 2), 1));
        told += watch(&tokens, &format!("tokens {seed}"));
        told += explore(&tokens, &format!("tokens {seed}"));
        let directed = Graph::<false>::random(seed, 5000, 8000 + choices.below(4000), 3);
        told += watch(&directed, &format!("directed graph {seed}"));
        told += explore(&directed, &format!("directed graph {seed}"));
    }
    for goal in [[2, 1, 2, 0, 2, 1], [0; 6], [9; 6]] {
        let wheels = Wheels::<6> { goal };
        told += watch(&wheels, "wheels");
        told += explore(&wheels, "wheels");
    }
    assert!(told > 2000, "only {told} moments were seen");
}

/// A walk on a board without edges, with a weak bound.
struct Walk(Plane);

impl Space for Walk {
    type State = (u16, u16);
    type Move = (i8, i8);
    fn start(&self) -> (u16, u16) {
        (60, 50)
    }
    fn is_goal(&self, at: (u16, u16)) -> bool {
        at == (90, 120)
    }
    fn expand(&self, at: (u16, u16), visit: impl FnMut((i8, i8), (u16, u16))) {
        self.0.expand(at, visit);
    }
    fn lower_bound(&self, at: (u16, u16)) -> u32 {
        u32::from(at.0.abs_diff(90)) / 2 + u32::from(at.1.abs_diff(120)) / 3
    }
}

impl Guided for Walk {}

#[test]
fn anytime_search_tells_no_bound_before_it_is_proved() {
    let walk = Walk(Plane { side: 200 });
    for budget in
        [Budget::UNLIMITED, Budget::default().with_states(9000), Budget::default().with_bytes(8 << 20)]
    {
        let mut witness =
            Witness { what: format!("{budget:?}"), truth: Some(100), told: 0, layers: Vec::new() };
        let report = anytime(&walk, walk.start(), &mut Run::watched(budget, 1, &mut witness));
        assert!(witness.told > 3 && report.lower_bound <= 100, "{budget:?}: {report:?}");
    }
}

#[test]
fn frontier_search_counts_every_edge_once_however_tight_its_memory() {
    let plane = Plane { side: 250 };
    let expected = 4 * 250 * 249;
    let mut complete = 0;
    for kilobytes in (300..1500).step_by(50) {
        let budget = Budget::default().with_bytes(kilobytes << 10);
        let solver = Solver::new(&plane).algorithm(Algorithm::Frontier).limits(budget);
        let part = solver.try_explore(Wanted::default()).unwrap();
        assert!(
            part.edges <= Some(expected) && part.stats.expanded <= part.states(),
            "{kilobytes}: {:?}",
            part.stats
        );
        if part.complete {
            complete += 1;
            assert_eq!((part.edges, part.stats.expanded), (Some(expected), 250 * 250), "{kilobytes} KiB");
        }
    }
    assert!(complete > 3, "{complete}");
}
