//! `rulebound explain`: shows scenarios step by step, in words, each event with its clause.

mod beside;
mod cards;
mod json;
mod play;
mod why;

use std::collections::BTreeMap;

use clap::ValueEnum;
use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::{Alone, Answer, Full, Reference, Request, Suite, agree};
use rulebound_core::kernel::Cited;
use rulebound_core::protocol::{self, Restarting};
use rulebound_core::scenario::{Body, Scenario};
use rulebound_core::snapshot;

use self::beside::Other;
use super::document::{Block, Document, Span, Tone, plain};
use super::selection::Selection;
use super::words::many;
use super::{Context, End, external, readings, show, suite};

/// The most scenarios to explain at once.
const MOST: usize = 50;

/// Explain scenarios step by step: positions, events and the clauses behind them
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound explain motion/activation/pay-exchange
  rulebound explain motion/activation/pay-exchange --why     every change with its clause
  rulebound explain combo/hearts/win-last-flip --why 'players[0].hearts_up'
                                                             what last changed a value, and each change before
  rulebound explain motion/minimum/worked-example combo/hearts/win
                                                             several: files, folders, ids, or parts of ids
  rulebound explain --clause motion.chaining.once-in         every scenario that names a clause
  rulebound explain match.yaml --brief                       a whole match, a line for each event
  rulebound explain match.yaml --format html > match.html    a page with the board at each step
  rulebound explain motion/activation/pay-exchange --engine 'python3 engine.py'
                                                             an engine's states next to the reference's
  rulebound explain ~/mine/first.yaml --reading internal=with-spirit")]
pub struct ExplainArgs {
    #[command(flatten)]
    selection: Selection,
    /// A reading other than the default or the scenario's
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// Print only the requests that are sent to an engine, one per line
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
    /// The output format; as JSON, several scenarios are a list
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

/// What is reported of each scenario, in one of the two forms.
#[derive(Default)]
struct Told {
    documents: Vec<Document>,
    json: Vec<serde_json::Value>,
    /// Whether the engine differs from the reference.
    differs: bool,
    /// How the engine broke.
    broke: Option<String>,
}

impl ExplainArgs {
    /// Explains them.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        external::check_timeout(self.timeout)?;
        let suite = suite::open(context, None)?;
        let scenarios = self.scenarios(&suite)?;
        let chosen = readings(&suite, &self.readings)?;
        let asked = |scenario: &Scenario| {
            let mut request = Request::new(&suite, scenario);
            // If no scenario is of its game, a reading is a fault.
            let of_game = |ruling: &str, game: &str| ruling.split('.').next() == Some(game);
            let foreign = |ruling: &str| scenarios.iter().all(|one| !of_game(ruling, one.game()));
            let own = chosen.iter().filter(|(ruling, _)| of_game(ruling, scenario.game()) || foreign(ruling));
            request.readings.extend(own.map(|(ruling, reading)| (ruling.clone(), reading.clone())));
            request
        };
        if self.request {
            for (id, scenario) in (1..).zip(&scenarios) {
                let mut request = asked(scenario);
                request.omit_defaults(&suite.game_spec(scenario.game())?.rulings, &chosen);
                show::json_text(&protocol::ask(id, &request))?;
            }
            return Ok(());
        }
        let engine = self.engine.as_ref().map(|command| self.start(&suite, command, &chosen)).transpose()?;
        let (mut faults, mut told) = (Faults::default(), Told::default());
        for (index, scenario) in scenarios.iter().enumerate() {
            let done = self.explain(&suite, scenario, asked(scenario), &chosen, engine.as_ref(), &mut told);
            if let Err(found) = done {
                // With several scenarios, each fault has to name its own.
                let of_all = |fault: Fault| match (scenarios.len(), &fault.at) {
                    (2.., None) => Fault { message: format!("{}: {}", scenario.id, fault.message), ..fault },
                    _ => fault,
                };
                faults.add(Faults { list: found.list.into_iter().map(of_all).collect(), more: found.more });
                continue;
            }
            if let (2.., Some(document)) = (scenarios.len(), told.documents.last_mut()) {
                let number = format!("scenario {} of {}: {}", index + 1, scenarios.len(), scenario.id);
                let title = std::mem::take(&mut document.title);
                document.blocks.splice(
                    0..0,
                    [Block::Report(vec![Tone::Head.of(number)]), Block::Line(0, vec![Tone::Head.of(title)])],
                );
            }
        }
        let (broke, differs) = (told.broke.take(), told.differs);
        self.write(told, scenarios.len())?;
        faults.or(())?;
        match broke {
            Some(why) => Err(End::Engine(why)),
            None if differs => Err(End::DoesNotHold),
            None => Ok(()),
        }
    }

    /// The scenarios to explain.
    fn scenarios(&self, suite: &Suite) -> Result<Vec<Scenario>, Faults> {
        if self.selection.is_everything() {
            let help = "name scenarios, or choose them with --clause ID; `rulebound explain --help` has examples";
            return Err(Fault::plain("no scenario is named").help(help).into());
        }
        // Requests are for programs, and may be many.
        let few = |count: usize| match count {
            _ if self.request => Ok(()),
            0..=MOST => Ok(()),
            _ => {
                let fault = Fault::plain(format!("{count} scenarios match; at most {MOST} are explained at once"));
                Err(fault.help("name a chapter or a longer part of an id, with --clause ID or without"))
            }
        };
        let named = self.selection.named(suite)?;
        if !self.selection.is_by_clause() {
            few(named.len())?;
        }
        let scenarios = self.selection.load(suite, &named, false)?;
        few(scenarios.len())?;
        Ok(scenarios)
    }

    /// Explains a scenario, and adds the report.
    fn explain(
        &self,
        suite: &Suite,
        scenario: &Scenario,
        mut request: Request,
        chosen: &BTreeMap<String, String>,
        engine: Option<&Restarting>,
        told: &mut Told,
    ) -> Result<(), Faults> {
        let other = engine.map(|engine| {
            // The readings that the engine follows are those of the reference beside it.
            let follows = engine.initialized.games.get(&request.game).map(|game| game.readings.clone());
            let mut kept = chosen.clone();
            kept.extend(follows.clone().unwrap_or_default());
            for (ruling, reading) in follows.into_iter().flatten() {
                request.readings.entry(ruling).or_insert(reading);
            }
            // Send what `check` sends.
            let mut sent = request.clone();
            sent.omit_defaults(&suite.game_spec(scenario.game())?.rulings, &kept);
            Ok::<Other, Fault>(Other::ask(&Alone(engine), &sent))
        });
        let other = other.transpose()?;
        let full = Reference::new(suite, Default::default()).full(&request, true);
        let full = full.map_err(|halted| scenario.halted(halted))?;
        match other.as_ref().map(|other| &other.answer) {
            Some(Answer::Errored { reason }) => told.broke = Some(format!("the engine broke: {reason}")),
            Some(Answer::Seen(seen)) => {
                let figures = suite.games.find(scenario.game())?.solver().map_or(&[][..], |solver| solver.figures);
                told.differs |= !agree(&full.seen(), seen, figures);
            }
            _ => {}
        }
        let explained =
            Explained { suite, scenario, request: &request, full: &full, other: other.as_ref(), args: self };
        match self.format {
            Layout::Json => told.json.push(json::of(&explained)?),
            _ => told.documents.push(explained.document()?),
        }
        Ok(())
    }

    /// Writes the reports of this many scenarios.
    fn write(&self, mut told: Told, count: usize) -> Result<(), End> {
        if self.format == Layout::Json {
            let one = told.json.pop_if(|_| count == 1);
            return match (one, count) {
                (Some(one), _) => Ok(show::json(&one)?),
                (None, 1) => Ok(()),
                (None, _) => Ok(show::json(&told.json.into())?),
            };
        }
        let mut documents = told.documents.into_iter();
        let document = match count {
            1 => documents.next(),
            _ => Some(Document {
                title: many(count as u64, "scenario"),
                blocks: documents.flat_map(|document| document.blocks).collect(),
            }),
        };
        let Some(document) = document else { return Ok(()) };
        match self.format {
            Layout::Markdown => show::out().raw(&document.markdown())?,
            Layout::Html => show::out().raw(&document.html())?,
            Layout::Text | Layout::Json => document.text(&mut show::out())?,
        }
        Ok(())
    }

    /// Starts the engine.
    fn start(&self, suite: &Suite, command: &str, chosen: &BTreeMap<String, String>) -> Result<Restarting, End> {
        let mut engine = external::start(command, self.timeout, None)?;
        external::declare(&mut engine, suite, chosen)?;
        Ok(engine)
    }

    /// The path whose changes are asked for.
    fn path(&self) -> Option<&str> {
        self.why.as_deref().filter(|path| !path.is_empty()).map(|path| path.strip_prefix("state.").unwrap_or(path))
    }
}

impl Explained<'_> {
    fn document(&self) -> Result<Document, Faults> {
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

/// The fault if `--why` gives a path but the scenario has no steps.
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
