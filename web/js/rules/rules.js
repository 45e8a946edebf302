// The rules reference as a page of its own.

import { byId, h, show } from "../common/html.js";
import * as texts from "../texts/rules.js";
import * as reference from "./reference.js";

const main = byId("rules");

const known = await reference.load().catch((/** @type {Error} */ error) => {
  show(main, h("p", { class: "refused" }, error.message));
  throw error;
});

show(
  byId("contents"),
  known.systems.map((system) =>
    h(
      "details",
      // On a small screen the list would stand before all the rules.
      { open: matchMedia("(min-width: 821px)").matches },
      h("summary", null, h("h2", null, system.title)),
      h(
        "ul",
        null,
        system.chapters.map((chapter) =>
          h(
            "li",
            null,
            h("a", { href: `#${system.system}/${chapter.number}` }, h("b", null, chapter.number), ` ${chapter.title}`),
          ),
        ),
      ),
    ),
  ),
);

function whole() {
  show(
    main,
    known.systems.map((system) =>
      h(
        "section",
        { "aria-label": system.title },
        h("h2", null, system.title),
        system.chapters.map((chapter) => {
          const cases = system.cases.filter((one) => reference.chapter(one) === chapter.number);
          return h(
            "section",
            { class: "chapter" },
            h("h3", { id: `${system.system}/${chapter.number}`, tabindex: -1 }, `${chapter.number} ${chapter.title}`),
            chapter.intro && h("p", { class: "lead" }, reference.linked(chapter.intro.trim(), system.system)),
            cases.map((entry) => reference.article({ ...entry, system: system.system }, { level: 4 })),
          );
        }),
      ),
    ),
  );
}

function go() {
  const text = decodeURIComponent(location.hash.slice(1));
  if (!text) return;
  const asked = reference.parseCase(text);
  const entry = reference.find(known, asked);
  const element =
    document.getElementById(text) ?? (entry && document.getElementById(`${entry.system}/${entry.number}`));
  if (!element) return;
  element.scrollIntoView();
  element.focus({ preventScroll: true });
  for (const one of document.querySelectorAll(".rule.here")) one.classList.remove("here");
  element.classList.add("here");
}

byId("words").addEventListener("input", () => {
  const text = byId("words", HTMLInputElement).value.trim();
  if (!text) {
    whole();
    return;
  }
  const found = reference.search(known, text);
  show(
    main,
    h("p", { role: "status", class: "small" }, texts.found(found.length)),
    found.slice(0, 60).map((entry) => reference.article(entry)),
  );
});
byId("search").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => {
  if (byId("words", HTMLInputElement).value) {
    byId("words", HTMLInputElement).value = "";
    whole();
  }
  go();
});

whole();
go();
