//! `rulebound engine`: serves the reference engine over the protocol.

use rulebound_core::protocol;

use super::{Context, End, readings, suite};

/// Serve the reference engine over the protocol, on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound engine                                          for other harnesses
  rulebound check --engine 'rulebound engine --without motion.chaining.once-in'
                                                            a faulty engine, to test the harness with")]
pub struct EngineArgs {
    /// Act as if this clause did not exist; can be given several times
    #[arg(long, value_name = "CLAUSE")]
    without: Vec<String>,
    /// Follow a reading other than the default
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
}

impl EngineArgs {
    /// Serves until `shutdown` or the end of the input.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, None)?;
        suite::switchable(&suite, &self.without)?;
        let readings = readings(&suite, &self.readings)?;
        let mut input = std::io::stdin().lock();
        let mut output = std::io::BufWriter::new(std::io::stdout().lock());
        protocol::serve(&suite, &self.without, &readings, &mut input, &mut output)?;
        Ok(())
    }
}
