//! Pages in few requests: the modules of a page joined into one script and its style sheets into
//! one, when the server starts. What is in `web/` stays as people write it.
//!
//! A module becomes a function that is run once, when the first that needs it asks, and gives what
//! the module exports; what it imports it takes from theirs. Lines of comment are left out. Modules
//! that import each other in a circle cannot be joined so, nor can exports that change after the
//! module has run; neither occurs in `web/`, and a page that cannot be joined is served as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of a file of the pages, by its path below `web/`.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Where the pages say that files are.
const STATIC: &str = "/static/";

/// The marker after which the page would add the style sheets of the games.
const BEFORE_GAMES: &str = "id=\"before-games\"";

/// A page whose scripts and style sheets are one each.
pub(super) struct Joined {
    /// The page, with `SCRIPT` and `STYLE` for the addresses of both.
    pub(super) page: String,
    pub(super) script: String,
    pub(super) style: String,
}

/// Stands in a joined page for the address of its script.
pub(super) const SCRIPT: &str = "{script}";
/// Stands in a joined page for the address of its style sheet.
pub(super) const STYLE: &str = "{style}";

/// Joins what that page loads; `games` are the paths of the games' style sheets.
///
/// # Errors
/// What cannot be joined, in words.
pub(super) fn join(page: &str, games: &[String], read: Read<'_>) -> Result<Joined, String> {
    let text = read(page).ok_or_else(|| format!("there is no {page}"))?;
    let mut joined = String::new();
    let (mut style, mut script) = (String::new(), String::new());
    for line in text.split_inclusive('\n') {
        let indent = &line[..line.len() - line.trim_start().len()];
        if line.contains("rel=\"stylesheet\"") {
            let path = address(line, "href").ok_or_else(|| format!("{page}: {}", line.trim()))?;
            if style.is_empty() {
                let _ = writeln!(joined, "{indent}<link rel=\"stylesheet\" href=\"{STYLE}\" />");
            }
            let named = std::iter::once(path.as_str());
            let games = games.iter().map(String::as_str).filter(|_| line.contains(BEFORE_GAMES));
            for path in named.chain(games) {
                style.push_str(&read(path).ok_or_else(|| format!("there is no {path}"))?);
            }
        } else if line.contains("type=\"module\"") {
            let path = address(line, "src").ok_or_else(|| format!("{page}: {}", line.trim()))?;
            script = joined_script(&path, read)?;
            let _ = writeln!(joined, "{indent}<script type=\"module\" src=\"{SCRIPT}\"></script>");
        } else {
            joined.push_str(line);
        }
    }
    if style.is_empty() || script.is_empty() {
        return Err(format!("{page} has no style sheet or no module"));
    }
    Ok(Joined { page: joined, script, style })
}

/// The path below `web/` that an attribute of a line names.
fn address(line: &str, attribute: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("{attribute}=\"{STATIC}"))?;
    rest.split_once('"').map(|(path, _)| path.to_owned())
}

/// A module and every other that it needs, now or later, as one.
fn joined_script(entry: &str, read: Read<'_>) -> Result<String, String> {
    let mut modules = Modules {
        read,
        numbers: BTreeMap::new(),
        open: Vec::new(),
        later: BTreeSet::new(),
        written: String::new(),
    };
    let first = modules.number(entry)?;
    let mut script =
        "const once = (make) => {\n  let made;\n  return () => (made ??= make());\n};\n".to_owned();
    script.push_str(&modules.written);
    let later = modules.later.iter().map(|path| format!("  {path:?}: $m{},\n", modules.numbers[path]));
    let _ = writeln!(script, "const $later = {{\n{}}};\nawait $m{first}();", later.collect::<String>());
    Ok(script)
}

struct Modules<'a> {
    read: Read<'a>,
    /// Each module by its path; `None` while its own imports are being read.
    numbers: BTreeMap<String, usize>,
    /// The modules that wait for the one being read, the entry first.
    open: Vec<String>,
    /// Those that are loaded when they are asked for.
    later: BTreeSet<String>,
    written: String,
}

impl Modules<'_> {
    /// The number of a module, which is written with all it needs if it was not yet.
    fn number(&mut self, path: &str) -> Result<usize, String> {
        if self.open.iter().any(|one| one == path) {
            return Err(format!("{} import each other in a circle", self.open.join(", ")));
        }
        if let Some(&number) = self.numbers.get(path) {
            return Ok(number);
        }
        let number = self.numbers.len();
        self.numbers.insert(path.to_owned(), number);
        self.open.push(path.to_owned());
        let text = (self.read)(path).ok_or_else(|| format!("there is no {path}"))?;
        let (body, names, later) = self.body(path, &text)?;
        self.open.pop();
        let _ = write!(
            self.written,
            "// {path}\nconst $m{number} = once(async () => {{\n{body}return {{ {} }};\n}});\n",
            names.join(", ")
        );
        // What is loaded later may need what is being read now, by then it will have run.
        let open = std::mem::take(&mut self.open);
        for path in later {
            self.number(&path)?;
            self.later.insert(path);
        }
        self.open = open;
        Ok(number)
    }

    /// A module's body with its imports and exports replaced, what it exports, and the modules that
    /// it may load later.
    fn body(&mut self, path: &str, text: &str) -> Result<(String, Vec<String>, Vec<String>), String> {
        let (mut body, mut names, mut later) = (String::new(), Vec::new(), Vec::new());
        let mut lines = text.split_inclusive('\n');
        let mut comment = false;
        while let Some(line) = lines.next() {
            // What is said to those who read the modules need not be sent.
            let start = line.trim_start();
            if comment || start.starts_with("/*") {
                comment = !line.contains("*/");
                if comment || line.trim_end().ends_with("*/") {
                    continue;
                }
            }
            if start.starts_with("//") || start.is_empty() {
                continue;
            }
            if line.starts_with("import ") || line.starts_with("export {") {
                let mut statement = line.to_owned();
                while !statement.trim_end().ends_with(';') {
                    statement.push_str(lines.next().ok_or_else(|| format!("{path}: {statement}"))?);
                }
                let fault = || format!("{path}: {}", statement.trim());
                match statement.strip_prefix("import ") {
                    Some(import) => body.push_str(&self.import(path, import).ok_or_else(fault)??),
                    None => names.extend(exported(&statement).ok_or_else(fault)?),
                }
                continue;
            }
            let rest = match line.strip_prefix("export ") {
                Some(declaration) => {
                    names.push(declared(declaration).ok_or_else(|| format!("{path}: {}", line.trim()))?);
                    declaration
                }
                None => line,
            };
            body.push_str(&self.loaded_later(path, rest, &mut later)?);
        }
        Ok((body, names, later))
    }

    /// An import as the taking of what another module gives; `None` if it cannot be read.
    fn import(&mut self, path: &str, import: &str) -> Option<Result<String, String>> {
        let (taken, from) = import.trim_end().strip_suffix(';')?.rsplit_once(" from ")?;
        let target = resolve(path, quoted(from)?)?;
        let taken = match taken.strip_prefix("* as ") {
            Some(name) => name.to_owned(),
            None => taken.strip_prefix('{')?.strip_suffix('}')?.replace(" as ", ": "),
        };
        let taken = if import.starts_with('{') { format!("{{{taken}}}") } else { taken };
        Some(self.number(&target).map(|number| format!("const {taken} = await $m{number}();\n")))
    }

    /// A line whose `import("…")` asks for joined modules.
    fn loaded_later(&mut self, path: &str, line: &str, later: &mut Vec<String>) -> Result<String, String> {
        let Some((before, rest)) = line.split_once("import(") else { return Ok(line.to_owned()) };
        // A type in a comment says `import("…")` too.
        let Some((name, after)) = rest.split_once(')').filter(|_| !before.contains("* ")) else {
            return Ok(line.to_owned());
        };
        let target = quoted(name).and_then(|name| resolve(path, name));
        let target = target.ok_or_else(|| format!("{path}: {}", line.trim()))?;
        let after = self.loaded_later(path, after, later)?;
        let key = format!("{before}$later[{target:?}](){after}");
        later.push(target);
        Ok(key)
    }
}

/// What stands between quotes.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim();
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text.strip_prefix(quote)?.strip_suffix(quote)
}

/// The names of an `export { … };`, each as a property.
fn exported(statement: &str) -> Option<Vec<String>> {
    let list = statement.trim_end().strip_prefix("export {")?.strip_suffix("};")?;
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    Some(
        names
            .map(|name| match name.split_once(" as ") {
                Some((inner, outer)) => format!("{outer}: {inner}"),
                None => name.to_owned(),
            })
            .collect(),
    )
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<String> {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest =
        ["function* ", "function ", "class ", "const "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect();
    (!name.is_empty()).then_some(name)
}

/// The path below `web/` of what a module names relative to itself.
fn resolve(from: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    name.starts_with('.').then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    /// A page of two modules that share a third, one of them loaded later.
    fn files(path: &str) -> Option<String> {
        let text = match path {
            "page.html" => {
                "<head>\n  <link rel=\"stylesheet\" href=\"/static/css/a.css\" />\n  \
                 <link rel=\"stylesheet\" href=\"/static/css/b.css\" id=\"before-games\" />\n  \
                 <link rel=\"stylesheet\" href=\"/static/css/c.css\" />\n  \
                 <script src=\"/static/js/early.js\"></script>\n  \
                 <script type=\"module\" src=\"/static/js/page.js\"></script>\n</head>\n"
            }
            "css/a.css" => "a {}\n",
            "css/b.css" => "b {}\n",
            "css/c.css" => "c {}\n",
            "css/games/g.css" => "g {}\n",
            "js/page.js" => {
                "/** @import { X } from \"./types.js\" */\nimport { one as uno } from \"./parts/one.js\";\n\
                 import * as two from \"./two.js\";\nconst later = () => import(\"./later.js\");\nuno(two.two, later);\n"
            }
            "js/parts/one.js" => {
                "import {\n  two,\n} from \"../two.js\";\nexport async function one() {\n  return two;\n}\n"
            }
            "js/two.js" => {
                "/*\nimport nothing\n*/\nconst two = 2;\nconst inner = 3;\nexport { two, inner as three };\n"
            }
            "js/later.js" => "import { one } from \"./parts/one.js\";\nexport const late = one;\n",
            _ => return None,
        };
        Some(text.to_owned())
    }

    #[test]
    fn every_module_and_style_sheet_stands_once_in_order() {
        let joined = join("page.html", &["css/games/g.css".to_owned()], &files).expect("it can be joined");
        assert_eq!(joined.style, "a {}\nb {}\ng {}\nc {}\n");
        assert_eq!(joined.page.matches("stylesheet").count(), 1);
        assert!(joined.page.contains("src=\"/static/js/early.js\""));
        let script = &joined.script;
        assert_eq!(script.matches("once(async").count(), 4, "{script}");
        for line in [
            "const { one: uno } = await $m1();",
            "const two = await $m2();",
            "const later = () => $later[\"js/later.js\"]();",
            "return { two, three: inner };",
            "  \"js/later.js\": $m3,",
            "await $m0();",
        ] {
            assert!(script.contains(line), "{line}: {script}");
        }
        assert!(!script.contains("import") && !script.contains("/*"), "{script}");
        assert!(script.contains("async function one() {") && !script.contains("export "), "{script}");
    }

    #[test]
    fn an_import_behind_a_comment_is_left_to_the_browser() {
        let apart = "  return /* when asked for */ import(address);";
        let with = |path: &str| match path {
            "js/later.js" => Some(format!("export function late(address) {{\n{apart}\n}}\n")),
            path => files(path),
        };
        let joined = join("page.html", &[], &with).expect("it can be joined");
        assert!(joined.script.lines().any(|line| line == apart), "{}", joined.script);
    }

    #[test]
    fn what_cannot_be_joined_is_said() {
        let with = |module: &'static str| {
            move |path: &str| match path {
                "js/two.js" => Some(module.to_owned()),
                path => files(path),
            }
        };
        let fault = |module| join("page.html", &[], &with(module)).err().expect("it cannot be joined");
        assert!(fault("import { late } from \"./later.js\";\n").contains("circle"));
        assert!(fault("import two from \"./three.js\";\n").contains("import two"));
        assert!(fault("export default 2;\n").contains("export default"));
        assert!(fault("export let two = 2;\n").contains("export let"));
        assert!(fault("import { three } from \"./three.js\";\n").contains("js/three.js"));
    }

    #[test]
    fn every_page_of_the_program_can_be_joined() {
        let read = |path: &str| String::from_utf8(embedded::web(path)?.into_owned()).ok();
        for page in embedded::web_paths().filter(|path| path.ends_with(".html")) {
            let joined = join(&page, &[], &read).unwrap_or_else(|error| panic!("{page}: {error}"));
            assert!(!joined.script.lines().any(|line| line.starts_with("import ")), "{page}");
        }
    }
}
