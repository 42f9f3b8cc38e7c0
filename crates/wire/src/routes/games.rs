//! Games: beginning, playing, going through their history, and thinking about them. Whoever thinks has a copy; the game
//! itself stays free meanwhile.

use super::{
    Answer, Answered, Asked, Effort, Host, game_key, json, json_in, listed, opening, room, room_for,
};
use crate::{
    Analysis, Audited, BeginRequest, ChangeRequest, Game, GoRequest, Hint, LineRequest, MovesRequest,
    Outcome, Output, PictureRequest, Playing, Problem, RecentGame, ReplyRequest, Scenario, SeatsRequest,
    Tree, answerable,
};
use serde::{Deserialize, Serialize};
use telusur_search::Limits;
use telusur_search::clock::Instant;
use telusur_session::{Act, Archive, Patience, Session};

/// Games in the list.
const MOST_RECENT: u32 = 50;
/// Bytes of a saved step, and of a step in the tree, with what stands around it.
const STEP_BYTES: u64 = 96;

/// The games played last, or a new one.
pub(super) async fn list<H: Host>(host: &H, asked: &Asked<'_>) -> Answered<H> {
    match asked.method {
        "GET" => {
            let recent = |store: &dyn Archive, _| {
                Ok(store.recent(MOST_RECENT)?.into_iter().map(RecentGame::from).collect::<Vec<_>>())
            };
            listed(host, recent).await
        }
        "POST" => begin(host, host.read(asked.body)?).await,
        _ => Err(Problem::nothing_here()),
    }
}

/// What is answered about one game.
pub(super) async fn answer<H: Host>(host: &H, asked: &Asked<'_>, key: &str, rest: &[&str]) -> Answered<H> {
    match (asked.method, rest) {
        ("GET", []) => {
            let show = look(host, key, |host, game| {
                let room = room_for(host, game.session().board())?;
                json_in(host, room, &shown(host, game))
            });
            show.await
        }
        ("DELETE", []) => host.delete_game(key).await.map(|()| Answer::nothing()),
        ("POST", ["moves"]) => act(host, key, host.read::<MovesRequest>(asked.body)?.act()?).await,
        ("POST", ["undo"]) => act(host, key, (Act::Undo, None)).await,
        ("POST", ["redo"]) => act(host, key, (Act::Redo, None)).await,
        ("POST", ["restart"]) => act(host, key, (Act::Restart, None)).await,
        ("POST", ["go"]) => act(host, key, (host.read::<GoRequest>(asked.body)?.act(), None)).await,
        ("PUT", ["seats"]) => act(host, key, (host.read::<SeatsRequest>(asked.body)?.act(), None)).await,
        // Goes on with another level; undo takes it back.
        ("POST", ["level"]) => act(host, key, host.read::<ChangeRequest>(asked.body)?.act()?).await,
        ("POST", ["line"]) => {
            let request: LineRequest = host.read(asked.body)?;
            let moves = match (request.moves, request.job) {
                (Some(moves), None) => moves,
                (None, Some(job)) => {
                    let output = host.output(&job).ok_or_else(|| Problem::unknown("job"))?;
                    Output::moves(output.get(), host.viewer().language)?
                }
                _ => return Err(Problem::bad_input("a line needs a list of moves, or a job")),
            };
            act(host, key, (Act::Line(moves), request.node)).await
        }
        ("POST", ["reply"]) => {
            let reply = find_reply(host, key, host.read(asked.body)?).await?;
            make_reply(host, key, reply).await
        }
        ("GET", ["tree"]) => {
            let tree = look(host, key, |host, game| {
                let session = game.session();
                let room = room(host, session.positions() as u64 * STEP_BYTES)?;
                json_in(host, room, &Tree::from(session))
            });
            tree.await
        }
        ("GET", ["save"]) => {
            let save = look(host, key, |host, game| {
                let session = game.session();
                let room = room(host, session.positions() as u64 * STEP_BYTES)?;
                Answer::bytes(host, "text/plain; charset=utf-8", session.save().into_bytes(), room)
            });
            save.await
        }
        ("GET", ["analysis"]) => {
            let think = think(host, key, Patience::ANALYSIS, nothing_else, |host, session, (), limits| {
                let room = room_for(host, session.board())?;
                let analysis = Analysis::new(session, host.knowledge(), limits, host.viewer().language);
                json_in(host, room, &analysis)
            });
            think.await
        }
        ("POST", ["hint"]) => {
            let think = think(host, key, Patience::HINT, nothing_else, |host, session, (), limits| {
                json(host, &Hint::of(session, host.knowledge(), limits, host.viewer().language))
            });
            think.await
        }
        ("GET", ["audit"]) => {
            let language = host.viewer().language;
            let moves = move |session: &Session| {
                let moves: Vec<String> =
                    session.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
                Audited::allows(moves.len(), language).map(|()| moves)
            };
            let think = think(host, key, Patience::AUDIT, moves, move |host, session, moves, limits| {
                let start = session.start();
                let plays = answerable(start, language)?.plays;
                let room = room(host, (plays as u64 * 16 + 512) * moves.len() as u64)?;
                json_in(host, room, &Audited::all(start, &moves, limits, language)?)
            });
            think.await
        }
        ("GET", ["pictures", theme, form]) => {
            let request = PictureRequest::new(theme, form)?;
            let copy = look(host, key, |host, game| Ok(Scenario::of(game.session(), host.viewer().language)));
            let scenario = copy.await?;
            let draw = host.run(Effort::Making(Patience::DRAWING), move |host, limits| {
                let bytes = scenario.draw(request, host.viewer().language, &limits.deadline)?;
                let room = room(host, bytes.len() as u64)?;
                Answer::bytes(host, request.media_type(), bytes, room)
            });
            draw.await
        }
        _ => Err(Problem::nothing_here()),
    }
}

/// Looks at a game for a moment.
pub(super) async fn look<H: Host, T: Send + 'static>(
    host: &H,
    key: &str,
    look: impl FnOnce(&H, &Playing) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    host.with_game(key, Effort::Moment, |host, game, _| look(host, playing(game)?)).await
}

/// The game that somebody holds.
fn playing(game: &Option<Playing>) -> Result<&Playing, Problem> {
    game.as_ref().ok_or_else(|| Problem::unknown("game"))
}

/// A game as it is shown to whoever asks.
fn shown<H: Host>(host: &H, game: &Playing) -> Game {
    game.show(None, host.store(), host.knowledge(), host.viewer())
}

/// The start and the position of a game, to think about while it goes on, and what else is taken from it.
async fn snapshot<H: Host, C: Send + 'static>(
    host: &H,
    key: &str,
    take: impl FnOnce(&Session) -> Result<C, Problem> + Send + 'static,
) -> Result<(Session, C), Problem> {
    look(host, key, |_, game| Ok((game.session().snapshot(), take(game.session())?))).await
}

fn nothing_else(_: &Session) -> Result<(), Problem> {
    Ok(())
}

/// Thinks about a copy of a game.
async fn think<H: Host, C: Send + 'static>(
    host: &H,
    key: &str,
    patience: Patience,
    take: impl FnOnce(&Session) -> Result<C, Problem> + Send + 'static,
    work: impl FnOnce(&H, &Session, C, Limits) -> Answered<H> + Send + 'static,
) -> Answered<H> {
    let ((session, taken), key) = (snapshot(host, key, take).await?, key.to_owned());
    let think = host.run(Effort::Thinking(patience), move |host, limits| {
        let thought = work(host, &session, taken, limits);
        host.learned(&key, &session);
        thought
    });
    think.await
}

async fn begin<H: Host>(host: &H, request: BeginRequest) -> Answered<H> {
    let before = match &request.after {
        Some(key) => Some(snapshot(host, &game_key(key)?, nothing_else).await?.0),
        None => None,
    };
    let effort = match request.is_to_be_made() {
        true => Effort::Making(Patience::MAKING),
        false => opening(request.puzzle()),
    };
    let open =
        host.run(effort, move |host, limits| request.open(before.as_ref(), &limits, host.viewer().language));
    let session = open.await?;
    let begin = host.run(Effort::Moment, move |host, _| {
        let room = room_for(host, session.board())?;
        let session = session.within_bytes(host.most_bytes());
        let playing = Playing::begin(session, host.store(), Instant::now())?;
        let answer = json_in(host, room, &shown(host, &playing));
        host.admit(playing);
        answer.map(Answer::created)
    });
    begin.await
}

/// Does something to a game. If a node is given, the game must stand there.
async fn act<H: Host>(host: &H, key: &str, asked: (Act, Option<usize>)) -> Answered<H> {
    let effort = if asked.0.is_long() { Effort::Reading } else { Effort::Moment };
    let name = key.to_owned();
    let done = host.with_game(key, effort, move |host, game, limits| {
        // Before anything is changed: a change that is kept is answered.
        let room = room_for(host, playing(game)?.session().board())?;
        let shown = change(host, &name, game, &asked, &limits)?;
        json_in(host, room, &shown)
    });
    done.await
}

/// Changes a game and keeps the change before it is shown.
fn change<H: Host>(
    host: &H,
    key: &str,
    game: &mut Option<Playing>,
    (act, node): &(Act, Option<usize>),
    limits: &Limits,
) -> Result<Game, Problem> {
    let (store, knowledge, viewer) = (host.store(), host.knowledge(), host.viewer());
    // A second try, for a game that another program has changed in the same store.
    for _ in 0..2 {
        let playing = game.as_mut().ok_or_else(|| Problem::unknown("game"))?;
        match playing.change(act, *node, store, knowledge, &limits.deadline, viewer) {
            Ok(Outcome::Kept(effect)) => return Ok(playing.show(Some(&effect), store, knowledge, viewer)),
            Ok(Outcome::Stale) => {
                *game = None;
                *game = Some(host.load(key, limits)?);
            }
            Err(problem) => {
                if !playing.is_kept() {
                    *game = None;
                }
                return Err(problem);
            }
        }
    }
    Err(Problem::elsewhere())
}

/// A machine player's move that was found, and the position that it is for.
#[derive(Debug, Serialize, Deserialize)]
pub struct Reply {
    text: String,
    node: usize,
}

/// Finds a machine player's move.
///
/// # Errors
/// If there is no such player, or no move in time.
pub async fn find_reply<H: Host>(host: &H, key: &str, request: ReplyRequest) -> Result<Reply, Problem> {
    let (session, here) = snapshot(host, key, |session| Ok(session.here().number())).await?;
    if let Some(node) = request.node.filter(|&node| node != here) {
        // Made there, it is answered with where the game stands.
        return Ok(Reply { text: String::new(), node });
    }
    let find = host.run(Effort::Thinking(Patience::REPLY), move |host, limits| {
        request.find(&session, host.seed(), &limits, host.viewer().language)
    });
    Ok(Reply { text: find.await?, node: here })
}

/// Makes it, if the game still stands there.
///
/// # Errors
/// If it stands elsewhere, or the move can't be kept.
pub async fn make_reply<H: Host>(host: &H, key: &str, Reply { text, node }: Reply) -> Answered<H> {
    act(host, key, (Act::Reply(text), Some(node))).await
}
