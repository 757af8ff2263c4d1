/*
 * <paseo-calendar product="ID" lang="en"><a href="…">Dates and prices</a></paseo-calendar>
 *
 * Shows the dates and lowest prices of a product, and links each day to the product's page. Without this script, the link inside it stays.
 * Attributes: product, lang, currency, month (2026-12), site (by default the address of this script).
 * Colours: --paseo-accent, --paseo-on-accent, --paseo-text, --paseo-soft, --paseo-line, --paseo-ground, --paseo-radius.
 */
(() => {
  if (customElements.get("paseo-calendar")) return;
  const ownSite = document.currentScript?.src.replace(/\/calendar\.js.*$/, "") ?? "";

  const sheet = `
:host { display: block; container-type: inline-size; max-width: 30rem; color: var(--paseo-text, light-dark(#16202a, #e8eef2));
  background: var(--paseo-ground, transparent); font: inherit; line-height: 1.3; --ring: var(--paseo-accent, var(--own, #0b6b74)); }
:host([hidden]) { display: none; }
.bar { display: flex; align-items: center; gap: .5rem; margin-block-end: .5rem; }
#month { flex: 1; font-size: 1.1em; font-weight: 700; text-align: center; }
#month::first-letter { text-transform: uppercase; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--paseo-line, light-dark(#76838d, #7d8c96));
  border-radius: var(--paseo-radius, 8px); width: 2.75rem; height: 2.75rem; cursor: pointer; }
button[aria-disabled=true] { opacity: .35; cursor: default; }
table { width: 100%; border-collapse: separate; border-spacing: 2px; table-layout: fixed; }
th { font-weight: 600; font-size: .8em; padding: .25rem 0; color: var(--paseo-soft, light-dark(#51606b, #a3b1bb)); }
th abbr { text-decoration: none; }
td { padding: 0; }
.day { display: flex; flex-direction: column; align-items: center; justify-content: center; min-height: 2.75rem; box-sizing: border-box;
  border-radius: var(--paseo-radius, 8px); color: var(--paseo-soft, light-dark(#51606b, #a3b1bb)); text-decoration: none; }
.sold { text-decoration: line-through; }
a.day { border: 1px solid var(--paseo-line, light-dark(#76838d, #7d8c96)); color: inherit; font-weight: 600; }
a.day small { font-weight: 400; font-size: .72em; white-space: nowrap; }
a.day:hover { color: var(--paseo-on-accent, var(--on-own, #fff)); background: var(--ring); border-color: var(--ring); }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
p { margin: .5rem 0 0; min-height: 1.3em; color: var(--paseo-soft, light-dark(#51606b, #a3b1bb)); }
slot { display: block; margin-block-start: .5rem; }
[aria-busy=true] { opacity: .6; }
@container (max-width: 19rem) { a.day small { display: none; } }
@media (forced-colors: active) { a.day { border-color: LinkText; } }
`;

  const addDays = (date, by) => new Date(Date.parse(`${date}T00:00Z`) + by * 864e5).toISOString().slice(0, 10);
  const addMonths = (month, by) => {
    const [year, number] = month.split("-").map(Number);
    return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  };
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /** Makes an element. Texts are never read as markup. */
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  class PaseoCalendar extends HTMLElement {
    static observedAttributes = ["product", "lang", "currency", "month", "site"];
    #months = new Map();
    #asked = 0;
    #root;

    connectedCallback() {
      if (!this.#root) {
        this.#root = this.attachShadow({ mode: "open" });
        this.#root.append(element("slot"));
        this.#root.addEventListener("keydown", (event) => this.#onKey(event));
      }
      this.#begin();
    }

    attributeChangedCallback() {
      if (this.#root) this.#begin();
    }

    #begin() {
      this.#months.clear();
      void this.#show(this.getAttribute("month") ?? "");
    }

    /** Shows a month. `focused`: the day that gets the focus. Without an answer, what was shown stays, and the link inside. */
    async #show(month, focused) {
      const asked = ++this.#asked;
      this.#root.querySelector("section")?.setAttribute("aria-busy", "true");
      try {
        const data = await this.#read(month);
        if (asked === this.#asked) this.#render(data, focused);
      } catch (error) {
        console.warn("paseo-calendar", error);
        this.#root.querySelector("section")?.removeAttribute("aria-busy");
      }
    }

    #read(month) {
      const known = this.#months.get(month);
      if (known) return known;
      const site = (this.getAttribute("site") ?? ownSite).replace(/\/$/, "");
      const url = new URL(
        `${site}/widget/${encodeURIComponent(this.getAttribute("product") ?? "")}.json`,
        location.href,
      );
      const lang = this.getAttribute("lang") || this.closest("[lang]")?.lang;
      const query = { lang, month, currency: this.getAttribute("currency") };
      for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
      const reading = fetch(url, { credentials: "omit" }).then((answer) => {
        if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
        return answer.json();
      });
      this.#months.set(month, reading);
      reading.catch(() => this.#months.delete(month));
      return reading;
    }

    #render(data, focused) {
      const { month, words, days, colours, first, last, name, url } = data;
      const named = (options) => new Intl.DateTimeFormat(words.locale, { timeZone: "UTC", ...options });
      const full = named({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
      const at = (date) => new Date(`${date}T00:00Z`);
      const begin = `${month}-01`;
      const open = Object.keys(days).filter((date) => days[date].open);
      // One day is in the order of the Tab key; the arrow keys move between the days.
      const current = focused?.startsWith(month) ? focused : (open[0] ?? begin);
      const cell = (date) => {
        if (!date.startsWith(month)) return element("td", { role: "gridcell" });
        const day = days[date] ?? {};
        const kind = day.price ? "from" : day.open ? "open" : day.soldOut ? "soldOut" : "none";
        const link = new URL(url);
        link.searchParams.set("date", date);
        const shown = element(
          day.open ? "a" : "span",
          {
            class: day.soldOut ? "day sold" : "day",
            href: day.open ? link.href : null,
            role: day.open ? null : "link",
            "aria-disabled": day.open ? null : "true",
            "aria-label": filled(words[kind], { day: full.format(at(date)), price: day.price }),
            "data-date": date,
            tabindex: date === current ? "0" : "-1",
          },
          element("span", {}, `${Number(date.slice(8))}`),
        );
        if (day.short) shown.append(element("small", {}, day.short));
        return element("td", { role: "gridcell" }, shown);
      };
      const start = addDays(begin, -((at(begin).getUTCDay() - (words.weekStart % 7) + 7) % 7));
      const end = `${addMonths(month, 1)}-01`;
      const rows = [];
      for (let week = start; week < end; week = addDays(week, 7))
        rows.push(element("tr", {}, ...Array.from({ length: 7 }, (_, n) => cell(addDays(week, n)))));
      const weekdays = Array.from({ length: 7 }, (_, n) => {
        const day = at(addDays(start, n));
        const long = named({ weekday: "long" }).format(day);
        return element(
          "th",
          { scope: "col" },
          element("abbr", { title: long }, named({ weekday: "short" }).format(day).replace(".", "")),
        );
      });
      const turn = (by, sign, label) => {
        const to = addMonths(month, by);
        const isThere = by < 0 ? to >= first : to <= last;
        const made = element(
          "button",
          { type: "button", "aria-label": label, "aria-disabled": isThere ? null : "true" },
          sign,
        );
        made.dataset.by = `${by}`;
        if (isThere) made.addEventListener("click", () => void this.#show(to, `turn ${by}`));
        return made;
      };
      const heading = element(
        "div",
        { id: "month", "aria-live": "polite" },
        named({ month: "long", year: "numeric" }).format(at(begin)),
      );
      const section = element(
        "section",
        { "aria-label": filled(words.name, { name }), lang: words.locale },
        element("div", { class: "bar" }, turn(-1, "‹", words.previous), heading, turn(1, "›", words.next)),
        element(
          "table",
          { role: "grid", "aria-labelledby": "month" },
          element("thead", {}, element("tr", {}, ...weekdays)),
          element("tbody", {}, ...rows),
        ),
        element("p", { role: "status" }, open.length === 0 ? words.emptyMonth : ""),
      );
      const [light, onLight, dark, onDark] = colours ?? ["#0b6b74", "#ffffff", "#5cc7d0", "#0b1519"];
      const own = `:host { --own: light-dark(${light}, ${dark}); --on-own: light-dark(${onLight}, ${onDark}); }`;
      this.#root.replaceChildren(element("style", {}, own + sheet), section, element("slot"));
      if (focused?.startsWith("turn")) section.querySelector(`[data-by="${focused.slice(5)}"]`).focus();
      else if (focused) section.querySelector(`[data-date="${focused}"]`)?.focus();
      this.dispatchEvent(new CustomEvent("paseo-month", { detail: { month } }));
    }

    #onKey(event) {
      const date = event.target.dataset?.date;
      if (!date || event.altKey || event.ctrlKey || event.metaKey) return;
      const column = [...event.target.closest("tr").children].indexOf(event.target.parentElement);
      const inMonth = (by) => {
        const month = addMonths(date.slice(0, 7), by);
        const last = addDays(`${addMonths(month, 1)}-01`, -1);
        return `${month}-${date.slice(8)}` < last ? `${month}-${date.slice(8)}` : last;
      };
      const to = {
        ArrowLeft: () => addDays(date, -1),
        ArrowRight: () => addDays(date, 1),
        ArrowUp: () => addDays(date, -7),
        ArrowDown: () => addDays(date, 7),
        Home: () => addDays(date, -column),
        End: () => addDays(date, 6 - column),
        PageUp: () => inMonth(-1),
        PageDown: () => inMonth(1),
      }[event.key]?.();
      if (!to) return;
      event.preventDefault();
      const there = this.#root.querySelector(`[data-date="${to}"]`);
      if (!there) return void this.#turnTo(to);
      event.target.tabIndex = -1;
      there.tabIndex = 0;
      there.focus();
    }

    /** Shows the month of a day, if the product has dates as early or as late as that. */
    #turnTo(date) {
      const month = date.slice(0, 7);
      const by = month < this.#root.querySelector("[data-date]").dataset.date.slice(0, 7) ? -1 : 1;
      const button = this.#root.querySelector(`[data-by="${by}"]`);
      if (button.getAttribute("aria-disabled") !== "true") return this.#show(month, date);
    }
  }
  customElements.define("paseo-calendar", PaseoCalendar);
})();
