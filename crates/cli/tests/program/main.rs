//! Runs the real binary and looks at what a script or a person would see: exit code, standard output, standard
//! error.

mod blocks;
mod commands;
mod contract;
mod device;
mod disk;
mod doctor;
mod examples;
mod exports;
#[path = "../common/folder.rs"]
mod folder;
mod games;
mod hostile;
#[cfg(target_os = "linux")]
mod hosts;
#[cfg(target_os = "linux")]
mod interrupts;
mod keeping;
mod limits;
mod lists;
mod making;
mod options;
mod plurals;
mod printed;
mod progress;
mod rules;
mod run;
mod schema;
mod serve;
#[path = "../common/server.rs"]
mod server;
#[cfg(target_os = "linux")]
mod statistics;
mod tables;
#[cfg(unix)]
mod waiting;
mod watch;
