//! `rulebound explain`: shows a scenario step by step, in words, each event with its clause.

mod beside;
mod cards;
mod json;
mod play;
mod why;

use std::collections::BTreeMap;

use clap::ValueEnum;
use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::{Alone, Full, Reference, Request, Suite};
use rulebound_core::kernel::Cited;
use rulebound_core::protocol;
use rulebound_core::scenario::{Body, Scenario};
use rulebound_core::snapshot;

use self::beside::Other;
use super::document::{Block, Document, Span, Tone, plain};
use super::{Context, End, external, readings, show, suite};

/// Explain a scenario step by step: positions, events and the clauses behind them
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound explain motion/activation/pay-exchange
  rulebound explain motion/activation/pay-exchange --why     every change with its clause
  rulebound explain combo/hearts/win-last-flip --why 'players[0].hearts_up'
                                                             what last changed a value, and all before that
  rulebound explain motion/minimum/worked-example
  rulebound explain match.yaml --brief                       a whole match, a line for each event
  rulebound explain match.yaml --format html > match.html    a page with the board at each step
  rulebound explain motion/activation/pay-exchange --engine 'python3 engine.py'
                                                             an engine's states next to the reference's
  rulebound explain ~/mine/first.yaml --reading internal=with-spirit")]
pub struct ExplainArgs {
    /// The scenario: its id, which is the path of its file below conformance/, or any file
    scenario: String,
    /// A reading other than the default or the scenario's
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// Print only the request that is sent to an engine
    #[arg(long)]
    request: bool,
    /// Show for every changed value which event and clause changed it. With a path in the state, show only what
    /// changed the value there, the last change first
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "")]
    why: Option<String>,
    /// Show one line for each event, with the clause's id, and no positions in between
    #[arg(long, conflicts_with_all = ["why", "legal", "engine"])]
    brief: bool,
    /// List every legal action. Otherwise, if there are many, only the number of each kind
    #[arg(long)]
    legal: bool,
    /// Show the states of this engine next to those of the reference. CMD starts it
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// How long the engine may be silent
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", requires = "engine")]
    timeout: f64,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Layout,
}

/// The form of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layout {
    /// For people.
    Text,
    /// For a README, an issue or a wiki.
    Markdown,
    /// A page with the board drawn at each step.
    Html,
    /// For tools.
    Json,
}

/// What is explained, and what is known about it.
struct Explained<'a> {
    suite: &'a Suite,
    scenario: &'a Scenario,
    /// As it was asked, with the readings in force.
    request: &'a Request,
    /// How the reference does it.
    full: &'a Full,
    /// How another engine does it.
    other: Option<&'a Other>,
    args: &'a ExplainArgs,
}

impl ExplainArgs {
    /// Explains it.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        external::check_timeout(self.timeout)?;
        let suite = suite::open(context, None)?;
        let wanted = suite.select_one(&self.scenario);
        let scenario = suite.load(&wanted.map_err(|faults| no_scenario(&suite, &self.scenario).unwrap_or(faults))?)?;
        let chosen = readings(&suite, &self.readings)?;
        let mut request = Request::new(&suite, &scenario);
        request.readings.extend(chosen.clone());
        if self.request {
            return Ok(show::json_text(&protocol::ask(1, &request))?);
        }
        let other = self.engine.as_ref().map(|command| self.ask(&suite, command, &mut request, &chosen)).transpose()?;
        let full = Reference::new(&suite, Default::default()).full(&request, true);
        let full = full.map_err(|halted| scenario.halted(halted))?;
        let explained = Explained {
            suite: &suite,
            scenario: &scenario,
            request: &request,
            full: &full,
            other: other.as_ref(),
            args: self,
        };
        if self.format == Layout::Json {
            return Ok(show::json(&json::of(&explained)?)?);
        }
        let document = explained.document()?;
        match self.format {
            Layout::Markdown => show::out().raw(&document.markdown())?,
            Layout::Html => show::out().raw(&document.html())?,
            Layout::Text | Layout::Json => document.text(&mut show::out())?,
        }
        Ok(())
    }

    /// Asks an engine. From then on the request follows the readings that the engine follows.
    fn ask(
        &self,
        suite: &Suite,
        command: &str,
        request: &mut Request,
        chosen: &BTreeMap<String, String>,
    ) -> Result<Other, End> {
        let mut engine = external::start(command, self.timeout, None)?;
        external::declare(&mut engine, suite, chosen)?;
        let follows = engine.initialized.games.get(&request.game).map(|game| game.readings.clone());
        for (ruling, reading) in follows.into_iter().flatten() {
            request.readings.entry(ruling).or_insert(reading);
        }
        Ok(Other::ask(&Alone(&engine), request))
    }

    /// The path whose changes are asked for.
    fn path(&self) -> Option<&str> {
        self.why.as_deref().filter(|path| !path.is_empty()).map(|path| path.strip_prefix("state.").unwrap_or(path))
    }
}

/// The fault of asking for a clause or ruling; a ruling may be named by the last part of its id.
fn no_scenario(suite: &Suite, word: &str) -> Option<Faults> {
    let rulings = suite.spec.games.values().flat_map(|game| game.rulings.values());
    let ruling = rulings.filter(|ruling| ruling.id == word || ruling.slug() == word).map(|ruling| &ruling.id).next();
    let clause = || suite.spec.clause(word).map(|clause| &clause.id);
    let (id, what) = match ruling {
        Some(id) => (id, "ruling"),
        None => (clause()?, "clause"),
    };
    let fault = Fault::plain(format!("{id} is a {what}, not a scenario"));
    Some(fault.help(format!("`rulebound clause {id}` shows it, with its scenarios")).into())
}

impl Explained<'_> {
    fn document(&self) -> Result<Document, End> {
        let (suite, scenario) = (self.suite, self.scenario);
        let mut document = Document { title: scenario.title.clone(), ..Document::default() };
        for (clause, _) in &scenario.clauses {
            document.line(0, cite(suite, "", clause));
        }
        for (ruling, reading) in &self.request.readings {
            document.line(0, [plain(format!("under the reading {reading} of ")), Tone::Id.of(ruling)]);
        }
        if let Some(other) = self.other {
            document.line(0, [plain("beside the reference: "), Tone::Head.of(&other.name)]);
        }
        if let (Some(path), false) = (self.args.path(), matches!(self.full, Full::Run(_))) {
            return Err(no_steps(path).into());
        }
        match (self.full, &scenario.body) {
            (Full::Run(run), Body::Play { steps, .. }) => match self.args.path() {
                Some(path) => why::tell(self, &mut document, run, steps, path)?,
                None if self.args.brief => play::brief(&mut document, suite, run, steps),
                None => play::tell(self, &mut document, run, steps),
            },
            (Full::Parse(parse), Body::Parse { text, .. }) => {
                document.add(Block::Verbatim(format!("\n  {text:?}")));
                match &parse.result {
                    Ok(tree) => {
                        let mut lines = String::new();
                        snapshot::lines(&mut lines, "tree", tree);
                        document.add(Block::Verbatim(lines));
                    }
                    Err(refused) => {
                        let caret = " ".repeat(refused.offset + 1);
                        document.add(Block::Verbatim(format!("  {caret}^")));
                        document.line(1, [Tone::Bad.of("refused"), plain(format!(": {}", refused.message))]);
                        document.line(1, [plain(&refused.help)]);
                        if let Some(clause) = &refused.clause {
                            document.line(1, cite(suite, "by ", clause));
                        }
                    }
                }
                bears(&mut document, &parse.trace, |id| {
                    parse.result.as_ref().is_err_and(|refused| refused.clause.as_deref() == Some(id))
                });
            }
            (Full::Solve(solve), Body::Solve { problem, .. }) => {
                let solver = suite.games.find(scenario.game())?.solver();
                let asked = solver.map(|solver| (solver.ask)(problem)).transpose().map_err(Fault::from)?;
                document.add(Block::Verbatim(format!("\n{}{}", asked.unwrap_or_default(), solve.told)));
                bears(&mut document, &solve.trace, |_| false);
            }
            _ => {}
        }
        if let (Some(other), false) = (self.other, matches!(self.full, Full::Run(_))) {
            other.result(&mut document, &self.full.seen());
        }
        Ok(document)
    }
}

/// The fault of a path for a scenario without steps.
fn no_steps(path: &str) -> Fault {
    Fault::plain(format!("--why {path}: this scenario has no steps that change a state"))
        .help("omit the path, or choose a scenario with steps")
}

/// An id without its game.
fn short(id: &str) -> &str {
    id.split_once('.').map_or(id, |(_, rest)| rest)
}

/// A clause with its text.
fn cite(suite: &Suite, before: &str, id: &str) -> [Span; 3] {
    let text = suite.spec.clause(id).map_or("", |clause| clause.text.as_str());
    [plain(before), Tone::Id.of(id), Tone::Dim.of(format!(" {text}"))]
}

/// Adds the clauses that applied to the step or the text, except those already shown.
fn bears(document: &mut Document, trace: &Cited, told: impl Fn(&str) -> bool) {
    let list: Vec<&str> = trace.iter().filter(|id| !told(id)).map(|id| short(id)).collect();
    if !list.is_empty() {
        document.line(1, [Tone::Dim.of(format!("also applied: {}", list.join(", ")))]);
    }
}
