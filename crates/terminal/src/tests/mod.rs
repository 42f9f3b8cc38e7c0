//! Every screen on a test backend, compared with what is in `screens/`, and hands at the board. After a change that is
//! meant, `TELUSUR_RENEW=1 cargo test -p telusur-terminal` writes the screens anew; look at them before committing.

mod chaos;
mod clock;
mod hands;
#[cfg(unix)]
mod panic;
mod plain;
mod rules;
mod screens;
mod stage;
