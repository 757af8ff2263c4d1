/**
 * The calendar without page loads, and the running total. Without this script, each choice is a link and each form is plain.
 * Amounts are whole minor units, so sums have no binary tails.
 */

/** Returns what a selection costs, in the currency's minor units and in US cents. `tickets` are the data of the form; `quantities` are by code. */
export function sumOf(tickets, quantities, digits) {
  const minor = (amount, places) => Math.round(Number(amount) * 10 ** places);
  const people = tickets.reduce((all, one) => all + one.people * (quantities[one.code] ?? 0), 0);
  const sum = { value: 0, cents: 0 };
  const add = (count, [, price, usd]) => {
    sum.value += count * minor(price, digits);
    sum.cents += count * minor(usd, 2);
  };
  for (const { code, steps, byPeople, further } of tickets) {
    const quantity = quantities[code] ?? 0;
    if (!further) {
      const number = byPeople ? people : quantity;
      add(quantity, steps.findLast(([from]) => from <= number) ?? steps[0]);
      continue;
    }
    steps.forEach((step, n) => {
      const until = Math.min(quantity, (steps[n + 1]?.[0] ?? quantity + 1) - 1);
      if (until >= step[0]) add(until - step[0] + 1, step);
    });
  }
  return sum;
}

function amountText(value, { code, digits }, locale) {
  const places = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: "stripIfInteger",
  };
  return new Intl.NumberFormat(locale, { style: "currency", currency: code, ...places }).format(value);
}

/** Steppers and the running total of a form with tickets. */
function startForm(form) {
  const data = JSON.parse(form.dataset.sum);
  const { digits } = data.currency;
  const inputs = [...form.querySelectorAll('input[type="number"]')];
  const number = (input) => Math.max(0, Math.trunc(Number(input.value)) || 0);
  const output = form.querySelector("output");
  const problem = form.querySelector("[data-none]");
  const charged = form.querySelector("[data-charged]");
  const stepped = (input, by) => {
    const [min, max, step] = [input.min, input.max, input.step].map(Number);
    const value = number(input);
    // From 0 a required number is one step away, and back.
    const next = by > 0 && value < min ? min : by < 0 && value <= min ? value : value + by * step;
    return Math.min(max, Math.max(min, next));
  };
  const update = () => {
    const quantities = {};
    for (const input of inputs) quantities[input.name.slice("ticket-".length)] = number(input);
    const people = data.tickets.reduce((all, one) => all + one.people * quantities[one.code], 0);
    for (const { code, per, max, people: own } of data.tickets) {
      if (!per) continue;
      const others = people - own * quantities[code];
      inputs.find(({ name }) => name === `ticket-${code}`).max = Math.min(max, Math.floor(others / per));
    }
    for (const button of form.querySelectorAll("[data-step]")) {
      const input = form.querySelector(`#${button.getAttribute("aria-controls")}`);
      button.disabled = stepped(input, button.dataset.step === "more" ? 1 : -1) === number(input);
    }
    const { value, cents } = sumOf(data.tickets, quantities, digits);
    output.replaceChildren(
      Object.assign(document.createElement("b"), {
        textContent: amountText(value / 10 ** digits, data.currency, data.locale),
      }),
    );
    if (data.other) {
      const { rate, digits: places } = data.other;
      const amount = Math.ceil(Number(((cents / 100) * rate * 10 ** places).toFixed(6))) / 10 ** places;
      const about = document.createElement("small");
      about.className = "about";
      about.textContent = data.about.replace("{amount}", amountText(amount, data.other, data.locale));
      output.append(" ", about);
    }
    problem.hidden = true;
  };
  const changed = () => {
    update();
    if (charged) readCharged(charged, inputs);
  };
  for (const button of form.querySelectorAll("[data-step]")) button.hidden = false;
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-step]");
    if (!button) return;
    const input = form.querySelector(`#${button.getAttribute("aria-controls")}`);
    input.value = stepped(input, button.dataset.step === "more" ? 1 : -1);
    changed();
  });
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => {
    if (inputs.some((input) => number(input) > 0)) {
      // The way back from the checkout leads to these tickets.
      const url = new URL(location.href);
      for (const input of inputs) url.searchParams.set(input.name, number(input));
      history.replaceState(null, "", url);
      return;
    }
    event.preventDefault();
    problem.textContent = data.none;
    problem.hidden = false;
    problem.setAttribute("role", "alert");
    inputs[0]?.focus();
  });
  update();
}

let pending = 0;

/** Reads from the service what guests pay for the tickets, where that is another currency than the price's. */
function readCharged(output, inputs) {
  const url = new URL(location.href);
  for (const { name, value } of inputs) url.searchParams.set(name, Math.trunc(Number(value)) || 0);
  url.searchParams.set("fragment", "booking");
  url.hash = "";
  const mine = ++pending;
  output.textContent = "…";
  setTimeout(async () => {
    if (mine !== pending) return;
    const text = await fetch(url).then((answer) => (answer.ok ? answer.text() : ""));
    const found = new DOMParser().parseFromString(text, "text/html").querySelector("[data-charged]");
    if (mine === pending) output.textContent = found?.textContent ?? "–";
  }, 250);
}

const startForms = (box) => {
  for (const form of box.querySelectorAll("form[data-sum]")) startForm(form);
};

let latest = 0;
/** The query whose booking box is shown. */
let shown = "";

/**
 * Shows the booking box of an address without loading the page. `link`: the link that was followed; without one, the visitor moves in the
 * history.
 */
async function show(box, address, link) {
  const mine = ++latest;
  const url = new URL(address, location.href);
  box.setAttribute("aria-busy", "true");
  const said = document.getElementById("said");
  said.textContent = box.dataset.loading;
  try {
    const fragment = new URL(url);
    fragment.searchParams.set("fragment", "booking");
    fragment.hash = "";
    const answer = await fetch(fragment);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const text = await answer.text();
    if (mine !== latest) return;
    box.innerHTML = text;
    if (link) history.pushState(null, "", url);
    shown = url.search;
    startForms(box);
    focusStep(box, link);
  } catch {
    // The address itself has the same page.
    location.assign(url);
  } finally {
    if (mine === latest) box.removeAttribute("aria-busy");
  }
}

/** Moves the focus to the next step, or leaves it on the arrow with which a visitor goes through the months. */
function focusStep(box, link) {
  const step = box.querySelector("#step");
  const arrow = link?.matches(".step") && box.querySelector(`.step[rel="${link.rel}"]`);
  const next = arrow || (link?.matches(".step") && box.querySelector("#month")) || step || box;
  // The focus says the step. The line says what it is about.
  const about = arrow ? "#month" : link?.matches(".day") && ".chosen b";
  document.getElementById("said").textContent = ((about && box.querySelector(about)) || next).textContent;
  next.focus({ preventScroll: true });
  const { top, bottom } = next.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) next.scrollIntoView({ block: "center" });
}

function start() {
  // A menu closes as every other one does.
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  const box = document.getElementById("booking");
  if (!box) return;
  startForms(box);
  box.addEventListener("click", (event) => {
    const choice = event.target.closest("a[data-booking]");
    if (!choice || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show(box, choice.href, choice);
  });
  shown = location.search;
  // A link to a place of this page is in the history too.
  addEventListener("popstate", () => {
    if (location.search !== shown) void show(box, location.href);
  });
  // The bar of a phone is in the way once the box itself is in view.
  const bar = document.querySelector(".bar");
  if (!bar) return;
  new IntersectionObserver(([entry]) => bar.classList.toggle("away", entry.isIntersecting), { threshold: 0.2 }).observe(
    box,
  );
}

if (typeof document !== "undefined") start();
