//! The JSON-RPC 2.0 envelope: one request a message, one answer for each request that wants one.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::RpcError;

/// A request that is sound as JSON-RPC; its method and parameters are yet to be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Names the request in its answer; `None` for a notification, which is carried out but never
    /// answered.
    pub id: Option<Value>,
    /// The method.
    pub method: String,
    /// The parameters by name.
    pub params: Map<String, Value>,
}

/// Why a message is no request, and the id to answer under: `null` if it could not be told.
pub type Unreadable = (Value, RpcError);

/// How many values a message may have, keys among them: all files of all games together have half as many. A
/// record is one value, since it is a string.
pub const MOST_VALUES: usize = 50_000;

/// How many values and keys a message has, counted before any memory is set aside for them.
pub fn values(message: &[u8]) -> usize {
    let (mut values, mut in_string, mut escaped) = (0, false, false);
    for byte in message {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b',' | b':' | b'[' | b'{' if !in_string => values += 1,
            _ => {}
        }
    }
    values
}

/// The id of a message of which nothing else is kept: `null` if it has none that can be told.
fn id_alone(message: &[u8]) -> Value {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
    }
    let id = serde_json::from_slice(message).map_or("null", |Named { id }| id.get());
    // Nothing is built of a list or an object, however long.
    if id.starts_with(['[', '{']) {
        return Value::Null;
    }
    let id: Value = serde_json::from_str(id).unwrap_or_default();
    if id.is_boolean() { Value::Null } else { id }
}

impl Request {
    /// Reads one message.
    ///
    /// # Errors
    /// [`RpcError::NO_JSON`] and [`RpcError::NO_REQUEST`], with the id as far as it could be read.
    pub fn read(message: &[u8]) -> Result<Request, Unreadable> {
        if values(message) > MOST_VALUES {
            let what = format!("a message has at most {MOST_VALUES} values");
            return Err((id_alone(message), RpcError::new(RpcError::NO_REQUEST, what)));
        }
        let value: Value = serde_json::from_slice(message).map_err(|error| {
            (Value::Null, RpcError::new(RpcError::NO_JSON, format!("this is no JSON: {error}")))
        })?;
        let mut fields = match value {
            Value::Object(fields) => fields,
            Value::Array(_) => {
                return Err((
                    Value::Null,
                    RpcError::new(
                        RpcError::NO_REQUEST,
                        "batches are not spoken here: send one request a message",
                    ),
                ));
            }
            _ => return Err((Value::Null, RpcError::new(RpcError::NO_REQUEST, "a request is an object"))),
        };
        let id = fields.remove("id");
        let named = match &id {
            None => Value::Null,
            Some(id @ (Value::Null | Value::Number(_) | Value::String(_))) => id.clone(),
            Some(_) => {
                return Err((
                    Value::Null,
                    RpcError::new(RpcError::NO_REQUEST, "'id' is a number, a string or null"),
                ));
            }
        };
        let broken = |what: String| Err((named.clone(), RpcError::new(RpcError::NO_REQUEST, what)));
        if fields.remove("jsonrpc").is_none_or(|v| v != "2.0") {
            return broken("'jsonrpc' must be \"2.0\"".to_owned());
        }
        let method = match fields.remove("method") {
            Some(Value::String(method)) => method,
            Some(_) => return broken("'method' is a string".to_owned()),
            None => return broken("'method' is missing".to_owned()),
        };
        let params = match fields.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => {
                return Err((
                    named,
                    RpcError::malformed("'params' is an object: parameters go by name, not by position"),
                ));
            }
        };
        if let Some(unknown) = fields.keys().next() {
            return broken(format!("unknown field '{unknown}' beside jsonrpc, id, method and params"));
        }
        Ok(Request { id, method, params })
    }
}

/// What a method gives: JSON, already written.
pub type Answer = Result<Box<RawValue>, RpcError>;

/// An answer as one message.
pub fn response(id: &Value, answer: &Answer) -> String {
    #[derive(Serialize)]
    struct Response<'a> {
        jsonrpc: &'static str,
        id: &'a Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<&'a RawValue>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'a RpcError>,
    }
    let (result, error) = match answer {
        Ok(result) => (Some(&**result), None),
        Err(error) => (None, Some(error)),
    };
    write(&Response { jsonrpc: "2.0", id, result, error })
}

/// Something the server tells without being asked, as one message.
pub fn notice(method: &str, params: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Notice<'a, P> {
        jsonrpc: &'static str,
        method: &'a str,
        params: &'a P,
    }
    write(&Notice { jsonrpc: "2.0", method, params })
}

fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_else(|_| {
        // Only map keys that are no strings could bring us here, and our types have none.
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"an answer could not be written"}}"#
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(message: &str) -> (Value, i32) {
        let (id, error) = Request::read(message.as_bytes()).expect_err("it is no request");
        (id, error.code)
    }

    #[test]
    fn a_request_has_a_method_and_named_parameters() {
        let request = Request::read(br#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}}"#);
        let request = request.expect("it is sound");
        assert_eq!(request.method, "m");
        assert_eq!(request.id, Some(Value::from("a")));
        assert_eq!(request.params["x"], 1);
    }

    #[test]
    fn without_an_id_it_is_a_notification_and_null_is_an_id() {
        let id = |text: &str| Request::read(text.as_bytes()).expect("it is sound").id;
        assert_eq!(id(r#"{"jsonrpc":"2.0","method":"m"}"#), None);
        assert_eq!(id(r#"{"jsonrpc":"2.0","method":"m","id":null}"#), Some(Value::Null));
    }

    #[test]
    fn what_is_quoted_in_an_error_is_cut() {
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","{}":1}}"#, "x".repeat(100_000));
        let (_, error) = Request::read(message.as_bytes()).expect_err("there is no such field");
        assert!(error.message.starts_with("unknown field 'xxx"));
        assert!(error.message.ends_with("x' beside jsonrpc, id, method and params"));
        assert!(error.message.len() < 1_000);
    }

    #[test]
    fn what_has_too_many_values_is_answered_under_its_id() {
        let many = "1,".repeat(MOST_VALUES);
        let of = |id: &str| code(&format!(r#"{{"jsonrpc":"2.0","params":[{many}1],"id":{id}}}"#));
        assert_eq!(of("7"), (Value::from(7), RpcError::NO_REQUEST));
        assert_eq!(of(r#""a""#), (Value::from("a"), RpcError::NO_REQUEST));
        for unknown in ["[7]", "null", "true", r#"{"id":7}"#, r#"7,"id":8"#, "7]"] {
            assert_eq!(of(unknown), (Value::Null, RpcError::NO_REQUEST), "{unknown}");
        }
        let deep = code(&format!(r#"{{"id":7,"params":{}"#, "[".repeat(1_000_000)));
        assert_eq!(deep, (Value::Null, RpcError::NO_REQUEST));
    }

    #[test]
    fn everything_else_is_told_apart() {
        assert_eq!(code("{"), (Value::Null, RpcError::NO_JSON));
        assert_eq!(code("\u{fffd}"), (Value::Null, RpcError::NO_JSON));
        assert_eq!(code("7"), (Value::Null, RpcError::NO_REQUEST));
        assert_eq!(code("[]"), (Value::Null, RpcError::NO_REQUEST));
        assert_eq!(code(r#"{"id":1,"method":"m"}"#), (Value::from(1), RpcError::NO_REQUEST));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":1}"#), (Value::from(1), RpcError::NO_REQUEST));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":[],"method":"m"}"#), (Value::Null, RpcError::NO_REQUEST));
        assert_eq!(
            code(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#),
            (Value::from(1), RpcError::MALFORMED)
        );
        assert_eq!(
            code(r#"{"jsonrpc":"2.0","id":1,"method":"m","parms":{}}"#),
            (Value::from(1), RpcError::NO_REQUEST)
        );
    }
}
