//! `rulebound cover`: does the suite notice every clause, number and reading?

use std::io::Write;

use rulebound::harness::cover;

use super::{Common, End, Format, show, suite};

/// Switch every clause off in turn, and see whether the suite notices
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound cover                      the gaps, and how many clauses have none
  rulebound cover --all                the whole table
  rulebound cover --game motion --format json")]
pub struct Cover {
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// The whole table, not the gaps alone
    #[arg(long)]
    all: bool,
    /// How to show it
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Cover {
    /// Computes and tells.
    pub fn run(&self, common: &Common) -> Result<(), End> {
        let suite = suite::open(common, self.game.as_deref())?;
        // A rule that is switched off may panic; the table says so.
        std::panic::set_hook(Box::new(|_| {}));
        let mut covers = Vec::new();
        for game in suite.games() {
            covers.push(cover::cover(&suite, game)?);
        }
        let _ = std::panic::take_hook();
        // A clause that binds has code; this command knows the lines it was built from.
        let uncited: Vec<String> = covers
            .iter()
            .flat_map(|c| &c.clauses)
            .filter(|c| {
                !matches!(c.off, cover::Notice::Informative | cover::Notice::Retired) && suite::cites(&c.id).is_empty()
            })
            .map(|c| format!("{} is applied by no code", c.id))
            .collect();
        let gaps: usize = uncited.len() + covers.iter().map(|c| c.gaps().len()).sum::<usize>();
        if self.format == Format::Json {
            let code: std::collections::BTreeMap<&str, Vec<String>> = covers
                .iter()
                .flat_map(|c| &c.clauses)
                .map(|c| {
                    (c.id.as_str(), suite::cites(&c.id).iter().map(|(file, line)| format!("{file}:{line}")).collect())
                })
                .collect();
            let report = serde_json::json!({
                "suite": suite.files.describe(), "gaps": gaps, "games": covers, "code": code, "without_code": uncited,
            });
            show::json(&report)?;
        } else {
            let mut out = show::out();
            for gap in &uncited {
                writeln!(out, "{}gap{:#} {gap}", show::BAD, show::BAD)?;
            }
            for one in &covers {
                for gap in one.gaps() {
                    writeln!(out, "{}gap{:#} {gap}", show::BAD, show::BAD)?;
                }
                if self.all {
                    writeln!(out, "{}", cover::render(one))?;
                }
                let switched = one.clauses.iter().filter(|c| matches!(c.off, cover::Notice::Noticed(_))).count();
                writeln!(
                    out,
                    "{}{}{:#} {}: {} clauses, {switched} switched off and noticed, {} numbers moved, {} readings swapped, {} gaps",
                    show::HEAD,
                    one.game,
                    show::HEAD,
                    one.edition,
                    one.clauses.len(),
                    one.parameters.len(),
                    one.readings.len(),
                    one.gaps().len()
                )?;
            }
            writeln!(out, "{}from {}{:#}", show::DIM, suite.files.describe(), show::DIM)?;
        }
        if gaps == 0 { Ok(()) } else { Err(End::DoesNotHold) }
    }
}
