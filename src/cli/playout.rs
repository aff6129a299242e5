//! `rulebound playout`: plays matches between simple players and sums them up.

use std::io::Write;
use std::path::{Path, PathBuf};

use rulebound_core::fault::Fault;
use rulebound_core::harness::playouts::{self, Greedy, MOST_ACTIONS, Moments, Share, Summary};
use rulebound_core::kernel::{Halt, Playouts, Policy};
use serde_json::{Value as Json, json};

use super::show::{BAD, DIM, GOOD, HEAD, ID};
use super::{Context, End, Format, readings, show, suite};

/// Play matches at random or greedily, and sum up the results
#[derive(Debug, clap::Args)]
#[command(after_help = "Decks are drawn from all cards of the game. A greedy player takes the action that makes the
position worth most at once, and does not plan ahead. If one plays, it first plays against
random players: if it does not win clearly more often than they do, its figures mean nothing, and
the command says so.

Shares are shown with their 95 % confidence intervals. The same seed plays the same matches.

Examples:
  rulebound playout combo
  rulebound playout combo --matches 10000 --seed 7 --jobs 2
  rulebound playout combo --players greedy,random
  rulebound playout combo --reading endless-match=more-hearts --format json
  rulebound playout transmute --matches 1 --seed 7 --save match.yaml
  rulebound explain match.yaml")]
pub struct PlayoutArgs {
    /// The game
    game: String,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    matches: u32,
    /// The seed of the first match; each later match uses the next seed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// How each player chooses, in order: random or greedy; the last applies to all further players
    #[arg(long, value_name = "HOW", value_delimiter = ',', default_value = "random")]
    players: Vec<How>,
    /// The most actions in a match; one that goes on is reported as endless
    #[arg(long, value_name = "N", default_value_t = MOST_ACTIONS, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,
    /// How many matches to play at once; the default is the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Follow a reading other than the default
    #[arg(long, value_name = "RULING=NAME")]
    reading: Vec<String>,
    /// Also write the first match to a new file, as a scenario for `rulebound explain FILE`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum How {
    /// Any legal action.
    Random,
    /// The action that leads to the position worth most at once.
    Greedy,
}

impl From<How> for Policy {
    fn from(player: How) -> Self {
        match player {
            How::Random => Policy::Random,
            How::Greedy => Policy::Greedy,
        }
    }
}

/// The results of the matches.
struct Outcomes {
    summary: Summary,
    /// How well a greedy player does against random players, if a greedy player takes part.
    greedy: Option<Greedy>,
}

impl PlayoutArgs {
    /// Plays and reports.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let game = context.games.find(&self.game)?.name();
        let suite = suite::open(context, Some(game))?;
        let book = suite.book(game, &readings(&suite, &self.reading)?)?;
        let cards: Vec<Json> = suite.game_spec(game)?.cards.values().cloned().collect();
        let playouts = book.playouts(&cards).map_err(Fault::from)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from)).build();
        let pool = pool.map_err(|error| Fault::plain(format!("cannot start the threads for --jobs: {error}")))?;
        let found = pool.install(|| self.play(&*playouts)).map_err(|(seed, halt)| {
            let given = self.given();
            let help = format!("this is a fault in the rules of {game}; `--matches 1 --seed {seed}{given}` replays it");
            Fault::plain(format!("the match with seed {seed} cannot go on: {halt}")).help(help)
        })?;
        if let Some(file) = &self.save {
            self.save(game, &*playouts, file)?;
        }
        match self.format {
            Format::Json => {
                let players: Vec<Policy> = self.players.iter().map(|player| (*player).into()).collect();
                let describe = suite.files.describe();
                show::json(&json!({
                    "suite": describe, "game": game, "seed": self.seed, "players": players,
                    "readings": book.readings(), "summary": found.summary,
                    "greedy_against_random": found.greedy, "margin": found.greedy.map(Greedy::margin),
                }))?;
            }
            Format::Text => self.text(game, &found)?,
        }
        Ok(())
    }

    /// The options that a match depends on besides its seed, unless they are the defaults.
    fn given(&self) -> String {
        let names: Vec<String> = self.players.iter().map(|how| format!("{how:?}").to_lowercase()).collect();
        let mut given = String::new();
        if self.players != [How::Random] {
            given.push_str(&format!(" --players {}", names.join(",")));
        }
        self.reading.iter().for_each(|reading| given.push_str(&format!(" --reading {reading}")));
        given
    }

    /// Writes the first match as a scenario.
    fn save(&self, game: &str, playouts: &dyn Playouts, file: &Path) -> Result<(), End> {
        let policies: Vec<Policy> = self.players.iter().map(|player| (*player).into()).collect();
        let mut recorded = playouts.record(self.seed, &policies, self.most as usize).map_err(Fault::from)?;
        if let Some(last) = recorded.steps.last_mut() {
            // One expression for each field, unless the value is too long for an expression.
            let fields = recorded.last.as_object().into_iter().flatten();
            let fields = fields.map(|(field, value)| format!("state.{field} == {value}"));
            last["then"] = fields.filter(|one| one.len() <= 1_000).collect();
        }
        let players =
            self.players.iter().map(|how| format!("{how:?}").to_lowercase()).collect::<Vec<_>>().join(" and ");
        // JSON is YAML, and quotes whatever has to be quoted.
        let mut text = format!("# Written by `rulebound playout {game}`: the match with seed {}.\n", self.seed);
        text.push_str(&format!("title: A match of {players} players\n"));
        text.push_str(&format!("clauses: [{}]\n", recorded.played.clause.as_deref().unwrap_or_default()));
        let chosen: Vec<String> = self
            .reading
            .iter()
            .filter_map(|one| one.split_once('='))
            .map(|(ruling, reading)| {
                let id = if ruling.contains('.') { ruling.to_owned() } else { format!("{game}.rulings.{ruling}") };
                format!("{id}: {reading}")
            })
            .collect();
        if !chosen.is_empty() {
            text.push_str(&format!("readings: {{{}}}\n", chosen.join(", ")));
        }
        text.push_str(&format!("setup: {}\nsteps:\n", recorded.setup));
        recorded.steps.iter().for_each(|step| text.push_str(&format!("  - {step}\n")));
        if file.symlink_metadata().is_ok() {
            let message = format!("cannot write {}: there is such a file", file.display());
            return Err(Fault::plain(message).help("name a new file").into());
        }
        Ok(suite::write_whole(file, &text)?)
    }

    fn play(&self, playouts: &dyn Playouts) -> Result<Outcomes, (u64, Halt)> {
        let players = playouts.players().map_err(|halt| (self.seed, halt))?;
        let policies: Vec<Policy> = self.players.iter().take(players).map(|player| (*player).into()).collect();
        let greedy = policies.contains(&Policy::Greedy);
        let (matches, most) = (self.matches as usize, self.most as usize);
        let all = if greedy { 2 * matches } else { matches };
        let progress = show::Progress::new(all, "matches", self.format == Format::Text);
        let done = || progress.step();
        let against = || playouts::greedy_against_random(playouts, players, (matches, self.seed), most, &done);
        let greedy = greedy.then(against).transpose()?;
        let played = playouts::play(playouts, &policies, (matches, self.seed), most, &done)?;
        Ok(Outcomes { summary: Summary::of(players, &played), greedy })
    }

    fn text(&self, game: &str, found: &Outcomes) -> Result<(), End> {
        let mut out = show::out();
        let Summary { matches, lengths, endless, drawn, by_clause, won, first, moments } = &found.summary;
        let matches = if *matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") };
        writeln!(out, "{HEAD}{game}{HEAD:#}: {matches} from seed {}", self.seed)?;
        let l = lengths;
        writeln!(
            out,
            "\n{HEAD}length{HEAD:#} median {} actions; half of the matches took {} to {}, all took {} to {}",
            l.median, l.quarter, l.three_quarters, l.least, l.most
        )?;
        writeln!(out, "\n{HEAD}ended by{HEAD:#}")?;
        for (clause, share) in by_clause {
            writeln!(out, "  {ID}{clause:<36}{ID:#} {}", in_words(*share))?;
        }
        if endless.count > 0 {
            writeln!(out, "  {:<36} {}", format!("nothing within {} actions", self.most), in_words(*endless))?;
        }
        if drawn.count > 0 {
            writeln!(out, "  {:<36} {}", "nobody has won", in_words(*drawn))?;
        }
        writeln!(out, "\n{HEAD}won by{HEAD:#}")?;
        for (player, share) in won.iter().enumerate() {
            let policy = self.players.get(player).or(self.players.last());
            let how = if policy == Some(&How::Greedy) { "greedy" } else { "random" };
            writeln!(out, "  {:<36} {}", format!("player {player}, {how}"), in_words(*share))?;
        }
        writeln!(out, "  {:<36} {}", "whoever acted first", in_words(*first))?;
        for (what, moments) in moments {
            writeln!(out, "\n{HEAD}{what}{HEAD:#}")?;
            chart(&mut out, moments)?;
        }
        if let Some(greedy) = found.greedy {
            let (style, says) = match greedy.share.low >= greedy.margin() {
                true => (GOOD, "so its figures mean something"),
                false => (BAD, "so its figures mean nothing"),
            };
            let (share, chance, margin) = (in_words(greedy.share), 100.0 * greedy.chance, 100.0 * greedy.margin());
            writeln!(out, "\n{HEAD}greedy against random{HEAD:#} {share}")?;
            writeln!(
                out,
                "  {style}{says}{style:#} {DIM}(by chance {chance:.0} %; the lower end must reach {margin:.0} %){DIM:#}"
            )?;
        }
        Ok(())
    }
}

/// The most bars of a chart; what comes later is one bar.
const MOST_BARS: usize = 24;
/// The width of the longest bar.
const BAR: usize = 40;

/// Draws how often something happened at each time.
fn chart(out: &mut impl Write, moments: &Moments) -> std::io::Result<()> {
    let mut bars: Vec<(String, usize)> =
        moments.times.iter().take(MOST_BARS).map(|(when, count)| (when.to_string(), *count)).collect();
    let later: usize = moments.times.values().skip(MOST_BARS).sum();
    if later > 0 {
        bars.push(("later".to_owned(), later));
    }
    let all: usize = bars.iter().map(|(_, count)| count).sum();
    let longest = bars.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    for (when, count) in &bars {
        let (bar, percent) = ("█".repeat((count * BAR).div_ceil(longest)), 100.0 * *count as f64 / all.max(1) as f64);
        writeln!(out, "  {when:>6} {percent:>5.1} % {DIM}{bar}{DIM:#}")?;
    }
    let spread = &moments.spread;
    writeln!(out, "  median {}, half from {} to {}", spread.median, spread.quarter, spread.three_quarters)
}

/// A share in words, with the numbers that it comes from.
fn in_words(share: Share) -> String {
    match share.of {
        0 => percent(share),
        of => format!("{}, {} of {of}", percent(share), share.count),
    }
}

/// A share with its interval, in percent.
pub fn percent(share: Share) -> String {
    if share.of == 0 {
        return "no matches".to_owned();
    }
    let percent = 100.0 * share.count as f64 / share.of as f64;
    format!("{percent:>5.1} % ({:.1} to {:.1})", 100.0 * share.low, 100.0 * share.high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        playout: PlayoutArgs,
    }

    #[test]
    fn a_match_is_replayed_with_the_options_that_it_depends_on() {
        let given = |words: &str| Line::parse_from(words.split(' ')).playout.given();
        assert_eq!(given("x combo --seed 3 --jobs 1"), "");
        let all = given("x combo --players greedy,random --reading missed-trap=optional");
        assert_eq!(all, " --players greedy,random --reading missed-trap=optional");
    }
}
