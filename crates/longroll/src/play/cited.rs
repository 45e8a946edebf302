//! Cases as they are cited in the terminal: by the number that the edition prints.

use serde_json::Value;
use tabletop::{Case, PrintedCase};

pub(super) fn cited(case: Case, printed: Option<&PrintedCase>) -> String {
    printed.map_or_else(|| case.to_string(), PrintedCase::to_string)
}

/// The case of a JSON value, if it has one.
pub(super) fn cited_in(told: &Value) -> Option<String> {
    let printed = &told["printed"];
    let case = printed["case"].as_str().or_else(|| told["case"].as_str())?;
    let folder = printed["system"].as_str().filter(|_| printed["not-held"] == true);
    Some(folder.map_or_else(|| case.to_owned(), |folder| format!("{folder} {case}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tabletop::case;

    use super::*;

    #[test]
    fn a_case_is_cited_by_the_number_in_print_and_another_edition_s_with_its_name() {
        let own = json!({ "case": "17.11", "printed": { "case": "18.11", "system": "chattanooga-2006" } });
        assert_eq!(cited_in(&own).as_deref(), Some("18.11"));
        let printed = json!({ "case": "15.12", "system": "chattanooga-1975", "not-held": true });
        let other = json!({ "case": "15.12", "printed": printed });
        assert_eq!(cited_in(&other).as_deref(), Some("chattanooga-1975 15.12"));
        assert_eq!(cited_in(&json!({ "case": "4.1", "system": "blue-gray-1975" })).as_deref(), Some("4.1"));
        assert_eq!(cited_in(&json!({ "text": "nothing" })), None);
        let printed = PrintedCase { case: case!("15.12"), system: "chattanooga-1975".into(), not_held: true };
        assert_eq!(cited(case!("15.12"), Some(&printed)), "chattanooga-1975 15.12");
        assert_eq!(cited(case!("4.1"), None), "4.1");
    }
}
