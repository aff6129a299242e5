//! `rulebound explain`: shows a scenario step by step, in words, each event with its clause.

use std::io::Write;
use std::sync::Arc;

use rulebound_core::fault::Fault;
use rulebound_core::harness::{Full, Reference, Request, Suite};
use rulebound_core::kernel::drive::{Outcome, Run, StepRun};
use rulebound_core::kernel::{Cited, Picture};
use rulebound_core::protocol;
use rulebound_core::scenario::{Body, Scenario, Step};
use rulebound_core::snapshot;
use serde_json::{Value as Json, json};

use super::show::{BAD, DIM, GOOD, HEAD, ID};
use super::{Context, End, Format, readings, show, suite, words};

/// Explain a scenario step by step: positions, events and the clauses behind them
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound explain motion/activation/pay-exchange
  rulebound explain motion/activation/pay-exchange --why     every change with its clause
  rulebound explain motion/minimum/worked-example
  rulebound explain match.yaml --brief                       a whole match, a line for each event
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
    /// For every changed value, show which event and clause changed it
    #[arg(long)]
    why: bool,
    /// Show one line for each event, with the clause's id, and no positions in between
    #[arg(long, conflicts_with = "why")]
    brief: bool,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

impl ExplainArgs {
    /// Explains it.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, None)?;
        let scenario = suite.load(&suite.select_one(&self.scenario)?)?;
        let chosen = readings(&suite, &self.readings)?;
        let mut request = Request::new(&suite, &scenario);
        request.readings.extend(chosen.clone());
        if self.request {
            return Ok(show::json_text(&protocol::ask(1, &request))?);
        }
        let full = Reference::new(&suite, Default::default()).full(&request, true);
        let full = full.map_err(|halted| scenario.halted(halted))?;
        if self.format == Format::Json {
            show::json(&as_json(&scenario, &full))?;
            return Ok(());
        }
        let mut out = show::out();
        writeln!(out, "{HEAD}{}{HEAD:#}", scenario.title)?;
        for (clause, _) in &scenario.clauses {
            cite(&mut out, &suite, "", clause)?;
        }
        for (ruling, reading) in &request.readings {
            writeln!(out, "under the reading {reading} of {ID}{ruling}{ID:#}")?;
        }
        match (&full, &scenario.body) {
            (Full::Run(run), Body::Play { steps, .. }) if self.brief => brief(&mut out, &suite, run, steps)?,
            (Full::Run(run), Body::Play { steps, .. }) => self.play(&mut out, &suite, run, steps)?,
            (Full::Parse(parse), Body::Parse { text, .. }) => {
                writeln!(out, "\n  {text:?}")?;
                match &parse.result {
                    Ok(tree) => {
                        let mut lines = String::new();
                        snapshot::lines(&mut lines, "tree", tree);
                        write!(out, "{lines}")?;
                    }
                    Err(refused) => {
                        let caret = " ".repeat(refused.offset + 1);
                        writeln!(out, "  {caret}^ {BAD}refused{BAD:#}: {}\n  {}", refused.message, refused.help)?;
                        if let Some(clause) = &refused.clause {
                            cite(&mut out, &suite, "  by ", clause)?;
                        }
                    }
                }
                bears(&mut out, &parse.trace, |id| {
                    parse.result.as_ref().is_err_and(|refused| refused.clause.as_deref() == Some(id))
                })?;
            }
            (Full::Solve(solve), Body::Solve { problem, .. }) => {
                let solver = suite.games.find(scenario.game())?.solver();
                let asked = solver.map(|solver| (solver.ask)(problem)).transpose().map_err(Fault::from)?;
                writeln!(out, "\n{}{}", asked.unwrap_or_default(), solve.told)?;
                bears(&mut out, &solve.trace, |_| false)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn play(&self, out: &mut dyn Write, suite: &Suite, run: &Run, steps: &[Step]) -> Result<(), End> {
        drawn(out, run.picture.as_ref())?;
        let mut before = &run.initial;
        for (index, (step, done)) in steps.iter().zip(&run.steps).enumerate() {
            writeln!(out, "\n{HEAD}step {}{HEAD:#} {}", index + 1, words::action(&step.run.action))?;
            match &done.outcome {
                Outcome::Accepted => writeln!(out, "{GOOD}accepted{GOOD:#}")?,
                Outcome::Rejected { clause, why } => {
                    writeln!(out, "{BAD}rejected{BAD:#}: {why}")?;
                    if let Some(clause) = clause {
                        cite(out, suite, "  by ", clause)?;
                    }
                }
            }
            let mut at = Arc::clone(before);
            for event in &done.events {
                writeln!(out, "  {}", event.told)?;
                cite(out, suite, "    by ", &event.clause)?;
                if let (true, Some(after)) = (self.why, &event.after) {
                    for change in snapshot::diff::changes(&at, after) {
                        writeln!(out, "      {change}")?;
                    }
                    at = Arc::new(after.clone());
                }
            }
            bears(out, &done.trace, |id| heard(done, id))?;
            if done.outcome == Outcome::Accepted {
                drawn(out, done.picture.as_ref())?;
                seen(out, done)?;
                ended(out, suite, done)?;
            }
            before = &done.state;
        }
        Ok(())
    }
}

/// Writes a run with one line for each event.
fn brief(out: &mut dyn Write, suite: &Suite, run: &Run, steps: &[Step]) -> Result<(), End> {
    drawn(out, run.picture.as_ref())?;
    writeln!(out)?;
    for (index, (step, done)) in steps.iter().zip(&run.steps).enumerate() {
        let by = step.run.by.map_or(String::new(), |by| format!("player {by}: "));
        writeln!(out, "{HEAD}{}{HEAD:#} {by}{}", index + 1, words::action(&step.run.action))?;
        if let Outcome::Rejected { clause, why } = &done.outcome {
            let clause = clause.as_deref().map_or("", short);
            writeln!(out, "    {BAD}rejected{BAD:#}: {why}  {DIM}{clause}{DIM:#}")?;
        }
        for event in &done.events {
            writeln!(out, "    {}  {DIM}{}{DIM:#}", event.told, short(&event.clause))?;
        }
    }
    let Some(last) = run.steps.last() else { return Ok(()) };
    drawn(out, last.picture.as_ref())?;
    ended(out, suite, last)
}

/// An id without its game.
fn short(id: &str) -> &str {
    id.split_once('.').map_or(id, |(_, rest)| rest)
}

/// Whether a clause has been shown already, because it made an event in the step or refused the step.
fn heard(done: &StepRun, id: &str) -> bool {
    let refused = matches!(&done.outcome, Outcome::Rejected { clause: Some(clause), .. } if clause == id);
    refused || done.events.iter().any(|event| &*event.clause == id)
}

/// Writes where each player's view differs from the state, and the legal actions, if the scenario asks for them.
fn seen(out: &mut dyn Write, done: &StepRun) -> Result<(), End> {
    for (player, view) in done.views.iter().flat_map(|views| views.as_array()).flatten().enumerate() {
        for (index, (path, _, shown)) in snapshot::diff::paths(&done.state, view).into_iter().enumerate() {
            let before = if index == 0 { format!("\n  player {player} sees\n") } else { String::new() };
            writeln!(out, "{before}    {path}: {}", snapshot::flow(&shown.unwrap_or_default()))?;
        }
    }
    for (index, action) in done.legal.iter().flat_map(|legal| legal.as_array()).flatten().enumerate() {
        let before = if index == 0 { "\n  legal now\n" } else { "" };
        writeln!(out, "{before}    {}", words::action(action))?;
    }
    Ok(())
}

/// Writes how the match has ended, if it is over.
fn ended(out: &mut dyn Write, suite: &Suite, done: &StepRun) -> Result<(), End> {
    let Some(ending) = &done.ending else { return Ok(()) };
    let list: Vec<String> = ending.winners.iter().map(ToString::to_string).collect();
    let text = match list.as_slice() {
        [] => "The match ends in a draw".to_owned(),
        [one] => format!("Player {one} has won"),
        [most @ .., last] => format!("Players {} and {last} have won", most.join(", ")),
    };
    writeln!(out, "\n{HEAD}{text}{HEAD:#}")?;
    match &ending.clause {
        Some(clause) => cite(out, suite, "  by ", clause),
        None => Ok(()),
    }
}

fn drawn(out: &mut dyn Write, picture: Option<&Picture>) -> Result<(), End> {
    writeln!(out)?;
    for line in picture.map(Picture::text).unwrap_or_default().lines() {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn cite(out: &mut dyn Write, suite: &Suite, before: &str, id: &str) -> Result<(), End> {
    let text = suite.spec.clause(id).map_or("", |clause| clause.text.as_str());
    writeln!(out, "{before}{ID}{id}{ID:#} {DIM}{text}{DIM:#}")?;
    Ok(())
}

/// Writes the clauses that applied to the step or the text, except those already shown.
fn bears(out: &mut dyn Write, trace: &Cited, told: impl Fn(&str) -> bool) -> Result<(), End> {
    let list: Vec<&str> = trace.iter().filter(|id| !told(id)).map(|id| short(id)).collect();
    if !list.is_empty() {
        writeln!(out, "  {DIM}also applied: {}{DIM:#}", list.join(", "))?;
    }
    Ok(())
}

fn as_json(scenario: &Scenario, full: &Full) -> Json {
    let body = match full {
        Full::Run(run) => json!({
            "initial": run.initial,
            "steps": run.steps.iter().map(|s| json!({
                "outcome": s.outcome, "events": s.events_json(), "trace": s.trace, "state": s.state,
                "views": s.views, "legal": s.legal, "ending": s.ending,
            })).collect::<Vec<_>>(),
        }),
        Full::Parse(parse) => match &parse.result {
            Ok(tree) => json!({"tree": tree, "trace": parse.trace}),
            Err(refused) => json!({
                "refused": {"offset": refused.offset, "message": refused.message, "help": refused.help, "clause": refused.clause},
                "trace": parse.trace,
            }),
        },
        Full::Solve(solve) => json!({"plan": solve.plan, "trace": solve.trace}),
    };
    json!({"id": scenario.id, "title": scenario.title, "readings": scenario.readings, "result": body})
}
