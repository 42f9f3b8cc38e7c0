//! What must be true of Stones as a whole.
