//! Examples that help shows.

pub(super) const EXAMPLES: &str = "\
Examples:
  telusur                                       start the page and print its address
  telusur play                                  play in the terminal
  telusur list                                  the puzzles
  telusur list tiles                            levels, options and level format of one
  telusur solve tiles eight-hardest             a level that comes with the program
  telusur solve tiles '2 8 3/1 6 4/7 . 5'       a level of your own
  telusur solve klotski --gif solution.gif      a picture to share
  telusur explore tiles --size 3x3              everything that can be reached
  telusur generate tiles | telusur solve tiles -

Exit codes: 0 solved or done, 1 proved unsolvable (verify: rejected), 2 bad usage or input, 3 stopped by a \
limit or by Ctrl-C.";

pub(super) const PLAY: &str = "\
Examples:
  telusur play                                  the menu
  telusur play klotski                          its levels
  telusur play hanoi --discs 5
  telusur play stones '8 12 4' --opponent perfect
  telusur play --continue                       the last game, wherever it was played
  printf 'A>C\\nA>B\\n' | telusur play hanoi three --plain

Press ? for the keys. Where there is no terminal, and with --plain, moves are read as lines and boards printed as \
text.";

pub(super) const SOLVE: &str = "\
Examples:
  telusur solve tiles '1 2 3/4 . 6/7 5 8'
  telusur solve tiles eight-hardest --algorithm astar --json
  telusur solve tiles --file level.txt --memory 64M --time 30s
  telusur solve tiles - < level.txt

Pictures and tables:
  telusur solve klotski heng-dao-li-ma --svg solution.svg --gif solution.gif
  telusur solve hanoi --discs 4 --svg sheet.svg --sheet --theme dark
  telusur solve water --csv > solution.csv
  telusur solve stones '7 11 6' --frames        both sides play their best

'telusur solve PUZZLE --help' shows the options of a puzzle.";

pub(super) const EXPLORE: &str = "\
Examples:
  telusur explore tiles --size 3x3
  telusur explore tiles eight --all --json
  telusur explore hanoi --pegs 4 --discs 21 --device gpu
  telusur explore hanoi --discs 4 --graph hanoi.dot

Beyond memory, on disk:
  telusur explore tiles --size 3x4 --disk layers --memory 256M --csv layers.csv
  telusur explore --resume layers               resume after Ctrl-C, a crash or a full disk
  telusur explore --status layers               say how far it is, while it runs too
  telusur explore hanoi --pegs 4 --discs 14 --disk layers --processes 2 --threads 1

'telusur explore PUZZLE --help' shows the options of a puzzle.";

pub(super) const VERIFY: &str = "\
Examples:
  telusur verify tiles '1 2 3/4 . 6/7 5 8' 5 8
  telusur verify tiles first 5 8 --optimal
  telusur solve tiles eight --quiet | telusur verify tiles eight -";

pub(super) const WATCH: &str = "\
Examples:
  telusur watch tiles first --algorithm astar
  telusur watch hanoi --discs 3 --algorithm bidirectional
  telusur watch tiles '1 2 3/4 . 6/7 5 8' --algorithm idastar --steps 1000 --json

The recording shows the real engine at work. #1, #2, … is the order of expansion, g the depth, h the lower bound, ★ \
the solution. These can be watched: bfs, dfs, iddfs, bidirectional, astar, idastar, greedy.";

pub(super) const GENERATE: &str = "\
Examples:
  telusur generate tiles --size 4x4 --difficulty 7
  telusur generate tiles --seed 42 --quiet
  telusur generate klotski --difficulty 6 --count 20 --out my-levels
  telusur generate water --count 100 --json     one object per line
  telusur generate tiles | telusur solve tiles -";
