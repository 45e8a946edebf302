//! Describes JSON of the wrong shape in terms of JSON.

/// The reader's names of types, and what they mean. The first four may be followed by the name of a
/// Rust type.
const MEANT: [(&str, &str); 16] = [
    ("struct variant", "an object"),
    ("tuple variant", "a list"),
    ("tuple struct", "a list"),
    ("struct", "an object"),
    ("string or map", "a string or an object"),
    ("a map", "an object"),
    ("a sequence", "a list"),
    ("u8", "a whole number from 0 to 255"),
    ("i8", "a whole number from -128 to 127"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number of at least 0"),
    ("u64", "a whole number of at least 0"),
    ("usize", "a whole number of at least 0"),
    ("i32", "a whole number"),
    ("i64", "a whole number"),
    ("unit", "null"),
];

/// The same message without names of Rust types: "expected struct Push" does not say what to write.
pub fn misfit(error: impl std::fmt::Display) -> String {
    let message = error.to_string();
    let Some((before, expected)) = message.split_once("expected ") else { return message };
    for (ours, meant) in MEANT {
        let Some(rest) = expected.strip_prefix(ours) else { continue };
        let rest = match rest.strip_prefix(' ') {
            Some(named) if ours.contains("struct") || ours.contains("tuple") => {
                named.trim_start_matches(|c: char| !" ,;".contains(c))
            }
            _ => rest,
        };
        if rest.is_empty() || rest.starts_with([' ', ',', ';']) {
            return format!("{before}expected {meant}{rest}");
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Push {
        unit: u8,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    enum Order {
        Move { to: String },
        Pass(u16, i32),
    }

    fn said<T: DeserializeOwned + std::fmt::Debug>(value: Value) -> String {
        misfit(serde_json::from_value::<T>(value).expect_err("it does not fit"))
    }

    #[test]
    fn no_type_of_ours_is_named() {
        for (said, expected) in [
            (said::<Push>(json!(7)), "invalid type: integer `7`, expected an object"),
            (
                said::<Push>(json!({ "unit": 900 })),
                "invalid value: integer `900`, expected a whole number from 0 to 255",
            ),
            (said::<Order>(json!({ "Move": 1 })), "invalid type: integer `1`, expected an object"),
            (said::<Order>(json!({ "Pass": 1 })), "invalid type: integer `1`, expected a list"),
            (said::<Order>(json!(true)), "invalid type: boolean `true`, expected a string or an object"),
            (said::<Vec<u8>>(json!({})), "invalid type: map, expected a list"),
            (said::<String>(json!([])), "invalid type: sequence, expected a string"),
            (said::<()>(json!(1)), "invalid type: integer `1`, expected null"),
        ] {
            assert_eq!(said, expected);
        }
        assert_eq!(misfit("expected units"), "expected units");
        assert_eq!(misfit("unknown field `x`"), "unknown field `x`");
    }
}
