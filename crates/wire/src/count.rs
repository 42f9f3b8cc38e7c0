//! Numbers of any size.

use serde::{Serialize, Serializer};

/// A number of any size: as a JSON number where every reader understands it exactly, otherwise as digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count(pub num_bigint::BigUint);

impl<N: Into<num_bigint::BigUint>> From<N> for Count {
    fn from(number: N) -> Self {
        Count(number.into())
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(number) if number <= 1 << 53 => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}
