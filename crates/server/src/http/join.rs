//! Pages in few requests: the modules of a page joined into one script and its style sheets into
//! one, when the server starts; those that are imported later come in scripts of their own. What is in
//! `web/` stays as people write it.
//!
//! A module becomes a function that is run once, when the first that needs it asks, and gives what
//! the module exports; what it imports it takes from theirs. Lines of comment and types are left out. Modules
//! that import each other in a circle cannot be joined so, nor can exports that change after the
//! module has run; neither occurs in `web/`, and a page that cannot be joined is served as it is.
//!
//! The scripts are no modules themselves: of those a browser keeps all code, though most of it runs once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of a file of the pages, by its path below `web/`.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> Option<String>;
/// Serves a text under that name; its address.
pub(super) type Serve<'a> = &'a mut dyn FnMut(&str, String) -> String;

/// Where the pages say that files are.
const STATIC: &str = "/static/";

/// The marker after which the page would add the style sheets of the games.
const BEFORE_GAMES: &str = "id=\"before-games\"";

/// The page of that name, whose scripts and style sheets are one each; `games` are the paths of the games' style
/// sheets.
///
/// # Errors
/// What cannot be joined, in words.
pub(super) fn join(name: &str, games: &[String], read: Read<'_>, serve: Serve<'_>) -> Result<String, String> {
    let page = format!("{name}.html");
    let text = read(&page).ok_or_else(|| format!("there is no {page}"))?;
    let (mut before, mut after) = (String::new(), String::new());
    let (mut style, mut script) = (String::new(), String::new());
    for line in text.split_inclusive('\n') {
        let path = |attribute| address(line, attribute).ok_or_else(|| format!("{page}: {}", line.trim()));
        if line.contains("rel=\"stylesheet\"") {
            let games = games.iter().filter(|_| line.contains(BEFORE_GAMES));
            for path in std::iter::once(&path("href")?).chain(games) {
                style.push_str(&read(path).ok_or_else(|| format!("there is no {path}"))?);
            }
        } else if line.contains("type=\"module\"") {
            script = joined_script(&path("src")?, read, serve)?;
        } else if style.is_empty() {
            before.push_str(line);
        } else {
            after.push_str(line);
        }
    }
    if style.is_empty() || script.is_empty() {
        return Err(format!("{page} has no style sheet or no module"));
    }
    let style = serve(&format!("{name}.css"), style);
    let script = serve(&format!("{name}.js"), script);
    Ok(format!(
        "{before}    <link rel=\"stylesheet\" href=\"{style}\" />\n    \
         <script defer src=\"{script}\"></script>\n{after}"
    ))
}

/// The path below `web/` that an attribute of a line names.
fn address(line: &str, attribute: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("{attribute}=\"{STATIC}"))?;
    rest.split_once('"').map(|(path, _)| path.to_owned())
}

/// What joined modules are run with: a module lets go of its code, and a script that comes later adds its modules.
const RUN: &str = r#""use strict";
const $once = (make) => {
  let made;
  return () => {
    made ??= make();
    make = null;
    return made;
  };
};
const $m = [];
const $load = (src) => new Promise((onload, onerror) => {
  const add = (more) => more($once, $m, $later);
  document.head.append(Object.assign(document.createElement("script"), { src, add, onload, onerror }));
});
"#;

/// A module with every other that it needs at once. Those that are imported later are served apart,
/// each with what it needs besides; a module that two of them need is sent with both, and run once.
fn joined_script(entry: &str, read: Read<'_>, serve: Serve<'_>) -> Result<String, String> {
    let mut modules = Modules { read, all: Vec::new(), numbers: BTreeMap::new(), open: Vec::new() };
    let first = modules.number(entry)?;
    let mut targets = BTreeSet::new();
    let mut at = 0;
    while let Some(module) = modules.all.get(at) {
        for target in module.later.clone() {
            modules.number(&target)?;
            targets.insert(target);
        }
        at += 1;
    }
    let at_once = modules.needed(first);
    let mut later = String::new();
    for target in targets {
        let number = modules.numbers[&target];
        let besides: BTreeSet<usize> = modules.needed(number).difference(&at_once).copied().collect();
        let load = if besides.is_empty() {
            String::new()
        } else {
            let text = format!(
                "document.currentScript.add(($once, $m, $later) => {{\n\"use strict\";\n{}}});\n",
                modules.written(&besides)
            );
            format!("$m[{number}] ?? await $load({:?}); ", serve(&target.replace('/', "-"), text))
        };
        let _ = writeln!(later, "  {target:?}: async () => {{ {load}return $m[{number}](); }},");
    }
    Ok(format!(
        "(async () => {{\n{RUN}{}const $later = {{\n{later}}};\nawait $m[{first}]();\n}})();\n",
        modules.written(&at_once)
    ))
}

/// A module as it is joined.
#[derive(Default)]
struct Module {
    path: String,
    body: String,
    exports: Vec<String>,
    /// The numbers of those that it imports.
    imports: Vec<usize>,
    /// The paths of those that it may import later.
    later: Vec<String>,
}

struct Modules<'a> {
    read: Read<'a>,
    /// By their numbers.
    all: Vec<Module>,
    numbers: BTreeMap<String, usize>,
    /// The modules that wait for the one being read, the entry first.
    open: Vec<String>,
}

impl Modules<'_> {
    /// The number of a module, which is read with all that it imports if it was not yet.
    fn number(&mut self, path: &str) -> Result<usize, String> {
        if self.open.iter().any(|one| one == path) {
            return Err(format!("{} import each other in a circle", self.open.join(", ")));
        }
        if let Some(&number) = self.numbers.get(path) {
            return Ok(number);
        }
        let number = self.all.len();
        self.numbers.insert(path.to_owned(), number);
        self.all.push(Module::default());
        self.open.push(path.to_owned());
        let text = (self.read)(path).ok_or_else(|| format!("there is no {path}"))?;
        self.all[number] = self.module(path, &text)?;
        self.open.pop();
        Ok(number)
    }

    /// A module and those that it needs at once.
    fn needed(&self, number: usize) -> BTreeSet<usize> {
        let (mut needed, mut open) = (BTreeSet::new(), vec![number]);
        while let Some(number) = open.pop() {
            if needed.insert(number) {
                open.extend(&self.all[number].imports);
            }
        }
        needed
    }

    /// Those modules as statements.
    fn written(&self, numbers: &BTreeSet<usize>) -> String {
        let mut written = String::new();
        for &number in numbers {
            let Module { body, exports, .. } = &self.all[number];
            let exports = exports.join(", ");
            let _ = write!(
                written,
                "$m[{number}] ??= $once(async () => {{\n{body}return {{ {exports} }};\n}});\n"
            );
        }
        written
    }

    /// A module's text with its imports and exports replaced.
    fn module(&mut self, path: &str, text: &str) -> Result<Module, String> {
        let mut module = Module { path: path.to_owned(), ..Module::default() };
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
                    Some(import) => self.import(&mut module, import).ok_or_else(fault)??,
                    None => module.exports.extend(exported(&statement).ok_or_else(fault)?),
                }
                continue;
            }
            let rest = match line.strip_prefix("export ") {
                Some(declaration) => {
                    let name = declared(declaration).ok_or_else(|| format!("{path}: {}", line.trim()))?;
                    module.exports.push(name);
                    declaration
                }
                None => line,
            };
            let rest = loaded_later(path, &untyped(rest), &mut module.later)?;
            module.body.push_str(&rest);
        }
        Ok(module)
    }

    /// An import as the taking of what another module gives; `None` if it cannot be read.
    fn import(&mut self, module: &mut Module, import: &str) -> Option<Result<(), String>> {
        let (taken, from) = import.trim_end().strip_suffix(';')?.rsplit_once(" from ")?;
        let target = resolve(&module.path, quoted(from)?)?;
        let taken = match taken.strip_prefix("* as ") {
            Some(name) => name.to_owned(),
            None => format!("{{{}}}", taken.strip_prefix('{')?.strip_suffix('}')?.replace(" as ", ": ")),
        };
        Some(self.number(&target).map(|number| {
            module.imports.push(number);
            let _ = writeln!(module.body, "const {taken} = await $m[{number}]();");
        }))
    }
}

/// A line whose `import("…")` asks for joined modules.
fn loaded_later(path: &str, line: &str, later: &mut Vec<String>) -> Result<String, String> {
    let Some((before, rest)) = line.split_once("import(") else { return Ok(line.to_owned()) };
    let Some((name, after)) = rest.split_once(')') else { return Ok(line.to_owned()) };
    let target = quoted(name).and_then(|name| resolve(path, name));
    let target = target.ok_or_else(|| format!("{path}: {}", line.trim()))?;
    let after = loaded_later(path, after, later)?;
    let asked = format!("{before}$later[{target:?}](){after}");
    later.push(target);
    Ok(asked)
}

/// A line without the types that its comments give.
fn untyped(line: &str) -> String {
    let (mut code, mut rest) = (String::new(), line);
    while let Some((before, comment)) = rest.split_once("/** @")
        && let Some((_, after)) = comment.split_once("*/")
    {
        code.push_str(before);
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    code + rest
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
                 import * as two from \"./two.js\";\nconst later = () => import(\"./later.js\");\nuno(two.two, later);\n\
                 const typed = (/** @type {import(\"./types.js\").X} */ x, /** @type {Y} */ y) => x + y;\n"
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

    /// Joins the page of `read`; what is served, by name, with the page itself.
    fn joined(name: &str, games: &[String], read: Read<'_>) -> Result<BTreeMap<String, String>, String> {
        let mut served = BTreeMap::new();
        let page = join(name, games, read, &mut |name, text| {
            assert!(served.insert(name.to_owned(), text).is_none(), "{name} is served twice");
            format!("/kept/{name}")
        })?;
        served.insert("page".to_owned(), page);
        Ok(served)
    }

    #[test]
    fn every_module_and_style_sheet_stands_once_in_order() {
        let served = joined("page", &["css/games/g.css".to_owned()], &files).expect("it can be joined");
        assert_eq!(served["page.css"], "a {}\nb {}\ng {}\nc {}\n");
        assert_eq!(
            served["page"],
            "<head>\n    <link rel=\"stylesheet\" href=\"/kept/page.css\" />\n    \
             <script defer src=\"/kept/page.js\"></script>\n  \
             <script src=\"/static/js/early.js\"></script>\n</head>\n"
        );
        let script = &served["page.js"];
        assert_eq!(script.matches("$once(async").count(), 3, "{script}");
        for line in [
            "const { one: uno } = await $m[1]();",
            "const two = await $m[2]();",
            "const later = () => $later[\"js/later.js\"]();",
            "const typed = (x, y) => x + y;",
            "return { two, three: inner };",
            "await $m[0]();",
        ] {
            assert!(script.contains(line), "{line}: {script}");
        }
        assert!(!script.contains("/*"), "{script}");
        assert!(script.contains("async function one() {") && !script.contains("export "), "{script}");
    }

    #[test]
    fn what_is_imported_later_comes_apart_without_what_is_there() {
        let served = joined("page", &[], &files).expect("it can be joined");
        let load = "$m[3] ?? await $load(\"/kept/js-later.js\"); return $m[3]();";
        assert!(served["page.js"].contains(load), "{}", served["page.js"]);
        assert_eq!(
            served["js-later.js"],
            "document.currentScript.add(($once, $m, $later) => {\n\"use strict\";\n\
             $m[3] ??= $once(async () => {\nconst { one } = await $m[1]();\nconst late = one;\nreturn { late };\n});\n});\n"
        );
        // What the page needs anyhow is not sent again.
        let with = |path: &str| match path {
            "js/later.js" => Some("export const late = 1;\n".to_owned()),
            "js/two.js" => {
                Some("import { late } from \"./later.js\";\nexport const two = late;\n".to_owned())
            }
            path => files(path),
        };
        let served = joined("page", &[], &with).expect("it can be joined");
        assert_eq!(served.len(), 3, "{served:?}");
        assert!(served["page.js"].contains("async () => { return $m[3](); }"), "{}", served["page.js"]);
    }

    #[test]
    fn what_cannot_be_joined_is_said() {
        let with = |module: &'static str| {
            move |path: &str| match path {
                "js/two.js" => Some(module.to_owned()),
                path => files(path),
            }
        };
        let fault = |module| joined("page", &[], &with(module)).expect_err("it cannot be joined");
        assert!(fault("import { late } from \"./later.js\";\n").contains("circle"));
        assert!(fault("import two from \"./three.js\";\n").contains("import two"));
        assert!(fault("export default 2;\n").contains("export default"));
        assert!(fault("export let two = 2;\n").contains("export let"));
        assert!(fault("import { three } from \"./three.js\";\n").contains("js/three.js"));
    }

    #[test]
    fn every_page_of_the_program_can_be_joined() {
        let read = |path: &str| String::from_utf8(embedded::web(path)?.into_owned()).ok();
        for page in embedded::web_paths().filter_map(|path| Some(path.strip_suffix(".html")?.to_owned())) {
            let served = joined(&page, &[], &read).unwrap_or_else(|error| panic!("{page}: {error}"));
            for (name, text) in served {
                assert!(!text.lines().any(|line| line.starts_with("import ")), "{page}: {name}");
            }
        }
    }
}
