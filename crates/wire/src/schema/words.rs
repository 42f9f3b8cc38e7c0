//! Words that stand for a choice: on the wire they are texts, in the description every one of them is named. The tests
//! of the server hold each answer against the description, so no other word can be sent unnoticed.

use schemars::JsonSchema;

/// Types for the description only.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $($word:ident)*;)*) => {
        $(
            $(#[$doc])*
            #[derive(JsonSchema)]
            #[schemars(rename_all = "snake_case")]
            #[allow(dead_code, reason = "described, never made")]
            pub(crate) enum $name { $($word),* }
        )*
    };
}

words! {
    /// How a position stands.
    Status: Playing Solved Stuck Over;
    /// What the player to move has.
    Verdict: Win Loss Draw;
    /// What a move does about the way to the goal.
    Judgement: Better Equal Worse Loses Unknown;
    /// How bad it is.
    Severity: Error Warning;
    /// How a search ended.
    Outcome: Solved Unsolvable Stopped Win Loss Draw Unsupported;
    /// What is proved.
    Claim: Optimal Feasible Unsolvable Stopped Win Loss Draw;
    /// How pieces get from one place to another.
    Motion: Straight Over Along Pour;
    /// What a form is for.
    FormRole: Body Sign;
    /// What letters are for.
    TextRole: Letters;
    /// Why something can't be done, for programs.
    Code: BadInput BadRequest TooLarge Unknown Forbidden Method Busy Full Internal Store IllegalMove Nothing
        MachinesTurn Timeout MovedOn;
}
