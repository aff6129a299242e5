//! `rulebound new`: writes the files of a game, chapter, clause, ruling or scenario, with placeholders that say what to
//! write next.

mod insert;
mod plan;

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use rulebound_core::clause::{is_slug, lock};
use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::source::Files;

use self::plan::Plan;
use super::show::{GOOD, HEAD};
use super::{Context, End, show, suite};

/// Files of `spec/<game>/` that are not chapters.
const NO_CHAPTERS: [&str; 3] = ["rulebook", "rulings", "cards"];

/// Words that cannot name a module.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct \
    super trait true try type typeof unsafe unsized use virtual where while yield";

/// Write the files of a new game, chapter, clause, ruling or scenario
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound new clause motion.chaining.no-third       an entry in the spec, and its constant in the code
  rulebound new ruling motion.rulings.third-gem
  rulebound new scenario motion/chaining/no-third
  rulebound new scenario mine/first.yaml              a file that belongs to no suite
  rulebound new chapter motion.timing
  rulebound new game skirmish

The files have placeholders, <write ...>. A command that reads one stops there and says what to write. Nothing that
exists is overwritten.")]
pub struct NewArgs {
    /// What to write
    what: What,
    /// Its id; for a scenario outside a suite, its file
    id: String,
}

/// The things that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// A package with the smallest game, its spec and a scenario.
    Game,
    /// A file of the spec, and a module of the rules.
    Chapter,
    /// An entry in its chapter, and its constant.
    Clause,
    /// An entry among the rulings.
    Ruling,
    /// A file.
    Scenario,
}

impl NewArgs {
    /// Writes everything or nothing, and says what comes next.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let outside = self.what == What::Scenario && self.id.ends_with(".yaml") && !self.id.starts_with("conformance/");
        let root = if outside {
            PathBuf::new()
        } else {
            match suite::files(context)? {
                Files::Folder(root) => root,
                Files::Embedded(_) => return Err(suite::embedded().into()),
            }
        };
        let mut new = New { plan: Plan::new(root.clone()), files: Files::Folder(root), not_done: Vec::new() };
        let next = match self.what {
            What::Game => new.game(&self.id)?,
            What::Chapter => new.chapter(&self.id)?,
            What::Clause => new.clause(&self.id)?,
            What::Ruling => new.ruling(&self.id)?,
            What::Scenario if outside => new.scenario_anywhere(&self.id)?,
            What::Scenario => new.scenario(&self.id)?,
        };
        new.plan.write()?;
        let mut out = show::out();
        for (path, is_new) in new.plan.paths() {
            writeln!(out, "{GOOD}{}{GOOD:#} {path}", if is_new { "wrote  " } else { "changed" })?;
        }
        for what in new.not_done {
            writeln!(out, "not done: {what}")?;
        }
        writeln!(out, "{HEAD}next{HEAD:#}: {next}")?;
        Ok(())
    }
}

/// A template, filled in.
fn filled(template: &str, names: &[(&str, &str)]) -> String {
    names.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), value))
}

struct New {
    plan: Plan,
    files: Files,
    /// Notes for the person about what was not written.
    not_done: Vec<String>,
}

impl New {
    fn game(&mut self, game: &str) -> Result<String, Fault> {
        module("game", game)?;
        if self.games()?.iter().any(|known| known == game) {
            return Err(Fault::plain(format!("the game {game} already exists")));
        }
        if !self.files.has("src/games.rs") {
            return Err(Fault::plain(format!("a game needs code, and there is no src/games.rs in {}", self.root()))
                .help("run this in a checkout of Rulebound"));
        }
        let type_name = game[..1].to_uppercase() + &game[1..];
        for (path, template) in GAME {
            let fill = |text| filled(text, &[("game", game), ("Game", &type_name)]);
            self.plan.create(&fill(path), fill(template))?;
        }
        self.plan.edit("src/games.rs", |text| insert::game(text, game))?;
        self.plan.edit("Cargo.toml", |text| insert::package(text, game))?;
        Ok(format!("cargo run -- check {game}"))
    }

    fn chapter(&mut self, id: &str) -> Result<String, Fault> {
        let [game, chapter] = parts(id, '.', "GAME.CHAPTER, such as motion.timing")?;
        self.known_game(game)?;
        module("chapter", chapter)?;
        let path = format!("spec/{game}/{chapter}.yaml");
        if NO_CHAPTERS.contains(&chapter) || self.files.has(&path) {
            return Err(Fault::plain(format!("{path} already exists, or has another meaning"))
                .help("give the chapter another name"));
        }
        let fill = |text| filled(text, &[("game", game), ("chapter", chapter)]);
        self.plan.create(&path, fill(include_str!("templates/chapter.yaml")))?;
        self.plan.edit(&format!("spec/{game}/rulebook.yaml"), |text| insert::into_list(text, "chapters", chapter))?;
        let code = format!("src/games/{game}");
        if self.has_code(game, "the chapter has no module in the rules") {
            self.plan.create(&format!("{code}/rules/{chapter}.rs"), fill(include_str!("templates/chapter.rs")))?;
            self.plan.edit(&format!("{code}/clauses.rs"), |text| insert::chapter_of_clauses(text, chapter))?;
            self.plan.edit(&format!("{code}/rules.rs"), |text| insert::module_of_rules(text, chapter))?;
        }
        Ok(format!("rulebound new clause {game}.{chapter}.SLUG"))
    }

    fn clause(&mut self, id: &str) -> Result<String, Fault> {
        let [game, chapter, slug] = parts(id, '.', "GAME.CHAPTER.SLUG, such as motion.chaining.no-third")?;
        if chapter == "rulings" {
            return Err(
                Fault::plain(format!("{id} would be a ruling")).help(format!("run `rulebound new ruling {id}`"))
            );
        }
        self.known_chapter(game, chapter)?;
        self.free(game, id, slug)?;
        let entry = filled(include_str!("templates/clause.yaml"), &[("game", game), ("id", id)]);
        self.plan.edit(&format!("spec/{game}/{chapter}.yaml"), |text| Ok(insert::entry(text, &entry)))?;
        if self.has_code(game, "no code can cite the clause, so no engine of ours applies it") {
            self.plan.edit(&format!("src/games/{game}/clauses.rs"), |text| insert::constant(text, chapter, slug))?;
        }
        Ok(format!("rulebound check {game}/{chapter}"))
    }

    fn ruling(&mut self, id: &str) -> Result<String, Fault> {
        let [game, rulings, slug] = parts(id, '.', "GAME.rulings.SLUG, such as motion.rulings.third-gem")?;
        self.known_game(game)?;
        if rulings != "rulings" {
            return Err(Fault::plain(format!("{id} is not the id of a ruling"))
                .help(format!("run `rulebound new ruling {game}.rulings.{slug}`")));
        }
        self.free(game, id, slug)?;
        let entry = filled(include_str!("templates/ruling.yaml"), &[("game", game), ("id", id)]);
        let path = format!("spec/{game}/rulings.yaml");
        if self.files.has(&path) {
            self.plan.edit(&path, |text| Ok(insert::ruling(text, &entry)))?;
        } else {
            self.plan.create(&path, insert::entry(include_str!("templates/rulings.yaml"), &entry))?;
        }
        self.not_done.push(format!(
            "a reading that sets no `parameters:` needs a variant in src/games/{game}/readings.rs; name the ruling in \
             `rulings:` of the clauses that it affects"
        ));
        Ok(format!("rulebound check {game}"))
    }

    fn scenario(&mut self, id: &str) -> Result<String, Fault> {
        let id = id.trim_start_matches("conformance/").trim_end_matches(".yaml");
        let [game, chapter, name] = parts(id, '/', "GAME/CHAPTER/NAME, such as motion/chaining/no-third")?;
        self.known_chapter(game, chapter)?;
        slug_of(name)?;
        let text = filled(include_str!("templates/scenario.yaml"), &[("game", game), ("chapter", chapter)]);
        self.plan.create(&format!("conformance/{id}.yaml"), text)?;
        Ok(format!("rulebound check {id}"))
    }

    fn scenario_anywhere(&mut self, path: &str) -> Result<String, Fault> {
        let text = filled(include_str!("templates/scenario.yaml"), &[("game", "GAME"), ("chapter", "CHAPTER")]);
        self.plan.create(path, text)?;
        Ok(format!("rulebound check {}", show::shell_word(path)))
    }

    fn root(&self) -> String {
        self.files.describe()
    }

    fn games(&self) -> Result<Vec<String>, Fault> {
        let rulebooks = self.files.list("spec", "/rulebook.yaml")?;
        Ok(rulebooks.iter().filter_map(|path| path.split('/').nth(1)).map(str::to_owned).collect())
    }

    fn known_game(&self, game: &str) -> Result<(), Fault> {
        let known = self.games()?;
        if known.iter().any(|name| name == game) {
            return Ok(());
        }
        let known = known.iter().map(String::as_str);
        Err(Fault::plain(format!("there is no game {game}")).help(did_you_mean(
            game,
            known,
            &format!("run `rulebound new game {game}` first"),
        )))
    }

    fn known_chapter(&self, game: &str, chapter: &str) -> Result<(), Fault> {
        self.known_game(game)?;
        let rulebook = self.files.read(&format!("spec/{game}/rulebook.yaml"))?;
        let known = insert::list(&rulebook.text, "chapters");
        if known.contains(&chapter) {
            return Ok(());
        }
        Err(Fault::plain(format!("{game} has no chapter {chapter}")).help(did_you_mean(
            chapter,
            known,
            &format!("run `rulebound new chapter {game}.{chapter}` first"),
        )))
    }

    /// Checks that an id can be given.
    fn free(&self, game: &str, id: &str, slug: &str) -> Result<(), Fault> {
        slug_of(slug)?;
        for path in self.files.list(&format!("spec/{game}"), ".yaml")? {
            if insert::has_id(&self.files.read(&path)?.text, id) {
                return Err(Fault::plain(format!("{path} already has {id}")));
            }
        }
        let locked = self.files.read(lock::PATH).map(|lock| lock.text).unwrap_or_default();
        if locked.lines().any(|line| line.split_whitespace().nth(1) == Some(id)) {
            return Err(Fault::plain(format!("{} has {id}, which is gone from the spec", lock::PATH))
                .help("an id is never reused: choose another one"));
        }
        Ok(())
    }

    /// Whether the code of a game is here; if not, notes what that means.
    fn has_code(&mut self, game: &str, otherwise: &str) -> bool {
        let path = format!("src/games/{game}/clauses.rs");
        let has = self.files.has(&path);
        if !has {
            self.not_done.push(format!("{otherwise}: there is no {path} in {}", self.root()));
        }
        has
    }
}

/// The parts of an id.
fn parts<'i, const COUNT: usize>(id: &'i str, between: char, form: &str) -> Result<[&'i str; COUNT], Fault> {
    let parts: Vec<&str> = id.split(between).collect();
    parts.try_into().map_err(|_| Fault::plain(format!("{id} is not an id for this")).help(format!("write {form}")))
}

fn slug_of(text: &str) -> Result<(), Fault> {
    if is_slug(text) && text.starts_with(|c: char| c.is_ascii_lowercase()) && !text.ends_with('-') {
        return Ok(());
    }
    Err(Fault::plain(format!("{text} is not a name for this"))
        .help("use lowercase letters, digits and dashes; begin with a letter and end with a letter or digit"))
}

/// Checks that a name can also be that of a module.
fn module(what: &str, name: &str) -> Result<(), Fault> {
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if is_word && !KEYWORDS.split_whitespace().any(|word| word == name) {
        return Ok(());
    }
    Err(Fault::plain(format!("{name} cannot name a {what}"))
        .help("it also names a module: use one word of lowercase letters that is not a Rust keyword"))
}

/// The files of a game.
const GAME: [(&str, &str); 12] = [
    ("spec/{{game}}/rulebook.yaml", include_str!("templates/game/rulebook.yaml")),
    ("spec/{{game}}/basics.yaml", include_str!("templates/game/basics.yaml")),
    ("conformance/{{game}}/basics/end.yaml", include_str!("templates/game/end.yaml")),
    ("src/games/{{game}}/Cargo.toml", include_str!("templates/game/Cargo.toml")),
    ("src/games/{{game}}/lib.rs", include_str!("templates/game/lib.rs")),
    ("src/games/{{game}}/state.rs", include_str!("templates/game/state.rs")),
    ("src/games/{{game}}/action.rs", include_str!("templates/game/action.rs")),
    ("src/games/{{game}}/readings.rs", include_str!("templates/game/readings.rs")),
    ("src/games/{{game}}/clauses.rs", include_str!("templates/game/clauses.rs")),
    ("src/games/{{game}}/law.rs", include_str!("templates/game/law.rs")),
    ("src/games/{{game}}/rules.rs", include_str!("templates/game/rules.rs")),
    ("src/games/{{game}}/rules/basics.rs", include_str!("templates/game/rules/basics.rs")),
];
