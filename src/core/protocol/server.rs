//! The reference engine behind the protocol, as `rulebound engine` serves it.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, Write};

use serde_json::{Value as Json, json};

use super::messages::{Call, EngineInfo, GameInfo, Initialize, Initialized, Reply, RpcError, VERSION, asked, report};
use super::pipes::MOST_LINE;
use crate::fault::Fault;
use crate::harness::{Request, Suite, Task, full};
use crate::kernel::AnyBook;

/// Answers requests until `shutdown` or the end of the input, by the rules of `suite` without the clauses in `without`.
/// `readings` apply to the rulings that a request does not name.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn serve(
    suite: &Suite,
    without: &[String],
    readings: &BTreeMap<String, String>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> std::io::Result<()> {
    let mut server = Server { suite, without, readings, books: HashMap::new() };
    let mut line = Vec::new();
    loop {
        line.clear();
        if std::io::Read::take(&mut *input, MOST_LINE as u64).read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (reply, ends) = server.answer(&line);
        serde_json::to_writer(&mut *output, &reply)?;
        output.write_all(b"\n")?;
        output.flush()?;
        if ends {
            return Ok(());
        }
    }
}

struct Server<'a> {
    suite: &'a Suite,
    without: &'a [String],
    readings: &'a BTreeMap<String, String>,
    books: HashMap<String, Box<dyn AnyBook>>,
}

impl Server<'_> {
    fn answer(&mut self, line: &[u8]) -> (Reply, bool) {
        let call: Call = match serde_json::from_slice(line) {
            Ok(call) => call,
            Err(error) => {
                let code = if error.is_data() { -32600 } else { -32700 };
                return (failed(Json::Null, code, format!("this line is not a request: {error}")), false);
            }
        };
        if call.jsonrpc != "2.0" {
            return (failed(call.id, -32600, "a request must have \"jsonrpc\": \"2.0\"".to_owned()), false);
        }
        let result = match call.method.as_str() {
            "initialize" => match serde_json::from_value::<Initialize>(call.params) {
                Ok(greeting) if greeting.protocol == VERSION => Ok(self.initialized()),
                Ok(greeting) => {
                    Err((-32602, format!("this engine speaks protocol {VERSION}, not {}", greeting.protocol)))
                }
                Err(error) => Err((-32602, format!("these are not parameters of initialize: {error}"))),
            },
            "shutdown" => return (done(call.id, json!({})), true),
            "run" | "parse" | "solve" => asked(&call.method, call.params)
                .map_err(|error| (-32602, error.to_string()))
                .and_then(|r| self.task(&r)),
            method => Err((-32601, format!("there is no method {method}"))),
        };
        match result {
            Ok(result) => (done(call.id, result), false),
            Err((code, message)) => (failed(call.id, code, message), false),
        }
    }

    fn initialized(&self) -> Json {
        let features = |solves: bool| -> Vec<String> {
            let all = ["setup.position", "setup.start", "parse", "solve", "readings", "view", "legal", "resolving"]
                .into_iter();
            all.filter(|feature| solves || *feature != "solve").map(str::to_owned).collect()
        };
        let games = self
            .suite
            .opened()
            .map(|game| {
                let prefix = format!("{}.", game.name());
                let own = self.readings.iter().filter(|(id, _)| id.starts_with(&prefix));
                let readings = own.map(|(k, v)| (k.clone(), v.clone())).collect();
                (game.name().to_owned(), GameInfo { readings, features: features(game.solver().is_some()) })
            })
            .collect();
        let engine = EngineInfo {
            name: "rulebound reference".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "Rust".to_owned(),
        };
        serde_json::to_value(Initialized { protocol: VERSION, engine, games }).unwrap_or(Json::Null)
    }

    fn task(&mut self, request: &Request) -> Result<Json, (i64, String)> {
        if let Task::Parse { grammar, .. } = &request.task {
            let known = self.suite.games.find(&request.game).map_or(&[][..], |game| game.grammars());
            if !known.contains(&grammar.as_str()) {
                return Err((-32602, format!("there is no grammar {grammar}; there are {}", known.join(", "))));
            }
        }
        let book = self.book(request).map_err(|fault| (-32602, fault.message))?;
        full(book, request, false).map(|full| report(full.seen())).map_err(|halted| (-32000, halted.to_string()))
    }

    fn book(&mut self, request: &Request) -> Result<&dyn AnyBook, Fault> {
        let prefix = format!("{}.", request.game);
        let readings = request.readings_over(self.readings);
        let key = format!("{} {readings:?}", request.game);
        if !self.books.contains_key(&key) {
            // Requests may choose any readings, so keep the rules of only a few choices.
            if self.books.len() > 256 {
                self.books.clear();
            }
            let game = self.suite.games.find(&request.game)?;
            let spec = self.suite.game_spec(&request.game)?;
            let without: Vec<String> = self.without.iter().filter(|id| id.starts_with(&prefix)).cloned().collect();
            self.books.insert(key.clone(), game.book(spec, &readings, &without).map_err(Fault::from)?);
        }
        self.books.get(&key).map(AsRef::as_ref).ok_or_else(|| Fault::plain("the rules are gone"))
    }
}

fn done(id: Json, result: Json) -> Reply {
    Reply { jsonrpc: "2.0".to_owned(), id, result: Some(result), error: None }
}

fn failed(id: Json, code: i64, message: String) -> Reply {
    let error = serde_json::to_value(RpcError { code, message }).ok();
    Reply { jsonrpc: "2.0".to_owned(), id, result: None, error }
}
