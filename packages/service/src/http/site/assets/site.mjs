// The documentation without this script can be read completely. It adds tabs, copying, the theme, the search and the place in the page.

const root = document.documentElement;
const stored = {
  get: (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // A browser without storage forgets the choice.
    }
  },
};

// Tabs: one choice for all samples.
const tabs = [...document.querySelectorAll('[role="tab"]')];
const choose = (language) => {
  root.dataset.code = language;
  for (const list of document.querySelectorAll('[role="tablist"]')) {
    const own = [...list.children];
    const chosen = own.find((tab) => tab.dataset.language === language) ?? own[0];
    for (const tab of own) {
      tab.setAttribute("aria-selected", `${tab === chosen}`);
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
  }
};
for (const [index, figure] of [...document.querySelectorAll(".code.tabs")].entries())
  for (const panel of figure.querySelectorAll(".panel")) {
    panel.id = `sample-${index}-${panel.dataset.language}`;
    panel.setAttribute("role", "tabpanel");
    const tab = figure.querySelector(`[role="tab"][data-language="${panel.dataset.language}"]`);
    tab.setAttribute("aria-controls", panel.id);
    tab.id = `${panel.id}-tab`;
    panel.setAttribute("aria-labelledby", tab.id);
  }
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    // The samples above change their height too: the chosen one stays where it is.
    const before = tab.getBoundingClientRect().top;
    choose(tab.dataset.language);
    stored.set("paseo-code", tab.dataset.language);
    window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
  });
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const own = [...tab.parentElement.children];
    const next = own[(own.indexOf(tab) + step + own.length) % own.length];
    next.click();
    next.focus();
  });
}
choose(root.dataset.code ?? "sh");

// Copying.
const shown = (figure) => [...figure.querySelectorAll("pre")].find((one) => one.offsetParent !== null);
for (const button of document.querySelectorAll(".copy")) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const { page, copied, notCopied } = button.dataset;
    const sample = page ? null : shown(button.closest("figure"));
    try {
      await navigator.clipboard.writeText(sample ? sample.textContent : await (await fetch(page)).text());
      button.textContent = copied;
    } catch {
      // The browser refuses, or has no clipboard because the page came by plain HTTP.
      if (!sample) return location.assign(page);
      getSelection().selectAllChildren(sample);
      button.textContent = notCopied;
    }
    setTimeout(() => (button.textContent = label), 3000);
  });
}

// The theme.
document.querySelector("#theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  stored.set("paseo-theme", root.dataset.theme);
});

// The place in the page.
const links = new Map([...document.querySelectorAll(".toc a")].map((link) => [decodeURIComponent(link.hash), link]));
const headings = [...document.querySelectorAll("article h2[id], article h3[id]")];
const markPlace = () => {
  const passed = headings.filter((one) => one.getBoundingClientRect().top < 140).at(-1) ?? headings[0];
  for (const [hash, link] of links) link.toggleAttribute("aria-current", passed && hash === `#${passed.id}`);
};
let waits = false;
addEventListener(
  "scroll",
  () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      markPlace();
    });
  },
  { passive: true },
);
if (links.size > 0) markPlace();

// The search.
const dialog = document.querySelector("#search");
const field = dialog?.querySelector("input");
const list = document.querySelector("#found");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
let index;
const load = () => {
  index ??= fetch(dialog.dataset.index)
    .then((answer) => answer.json())
    .then((sections) =>
      sections.map((one) => ({ ...one, heading: plain(one.title), page: plain(one.of), body: plain(one.text) })),
    );
  return index;
};
const open = () => {
  load();
  if (!dialog.open) dialog.showModal();
  field.select();
};

// Words of a title count more than words of a text; each word of the query must be found. Pages of single errors are for their codes.
const score = ({ heading, page, body, href }, words) => {
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.includes(word) ? (heading.startsWith(word) ? 12 : 8) : 0;
    const inPage = page.includes(word) ? 3 : 0;
    const inBody = Math.min(4, body.split(word).length - 1);
    if (inHeading + inPage + inBody === 0) return 0;
    sum += inHeading + inPage + inBody;
  }
  if (heading === words.join(" ")) return sum + 20;
  return /\/errors\/./.test(href) ? sum / 3 : sum;
};
const marked = (text, words) => {
  const part = document.createElement("small");
  const folded = plain(text);
  const first = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)) - 40);
  const from = Number.isFinite(first) ? first : 0;
  const excerpt = (from > 0 ? "… " : "") + text.slice(from, from + 150);
  // Folding keeps the length of what the three languages write.
  const low = plain(excerpt);
  let at = 0;
  while (at < excerpt.length) {
    const hits = words.map((word) => [low.indexOf(word, at), word.length]).filter(([start]) => start >= 0);
    if (hits.length === 0) break;
    const [start, length] = hits.reduce((one, other) => (other[0] < one[0] ? other : one));
    part.append(excerpt.slice(at, start));
    const hit = document.createElement("mark");
    hit.textContent = excerpt.slice(start, start + length);
    part.append(hit);
    at = start + length;
  }
  part.append(excerpt.slice(at));
  return part;
};
const select = (item) => {
  for (const one of list.children) one.setAttribute?.("aria-selected", `${one === item}`);
  item?.scrollIntoView({ block: "nearest" });
};
const search = async () => {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const sections = await load();
  if (words.join(" ") !== plain(field.value).split(/\s+/).filter(Boolean).join(" ")) return;
  const hits = sections
    .map((section) => [score(section, words), section])
    .filter(([points]) => words.length > 0 && points > 0)
    .sort(([one], [other]) => other - one)
    .slice(0, 12);
  list.replaceChildren(
    ...hits.map(([, { href, title, of, text }]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = href;
      link.append(title === of ? title : `${of} › ${title}`, marked(text, words));
      item.append(link);
      return item;
    }),
  );
  if (hits.length > 0) select(list.firstElementChild);
  else if (words.length > 0) {
    const note = document.createElement("p");
    note.textContent = dialog.dataset.nothing;
    list.append(note);
  }
};

if (dialog) {
  document.querySelector(".find").addEventListener("click", open);
  field.addEventListener("input", search);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("#found a, [data-close]")) dialog.close();
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector('[aria-selected="true"] a')?.click();
  });
  field.addEventListener("keydown", (event) => {
    const items = [...list.querySelectorAll("li")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || items.length === 0) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    select(items[(at + step + items.length) % items.length]);
  });
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, [contenteditable]");
    if ((event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) {
      event.preventDefault();
      open();
    }
  });
}
