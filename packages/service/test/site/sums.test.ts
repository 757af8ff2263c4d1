import assert from "node:assert/strict";
import { test } from "node:test";
import { dataOf } from "../../src/site/booking/form.ts";
import { type OfferedTicket, sumOf } from "../../src/site/booking/tickets.ts";
import { show, variant } from "../support/samples/catalogue.ts";
import { openSite, siteCatalogue } from "./open-site.ts";

/** What a selection costs on the pages: the same from the server, from the script, and from the service that charges it. */

type Script = {
  sumOf(tickets: object[], quantities: Record<string, number>, digits: number): { value: number; cents: number };
};
const script = (await import(new URL("../../src/site/assets/site.mjs", import.meta.url).href)) as Script;

const prices = {
  plain: { code: "ADULT", price: "10.10" },
  all: {
    code: "ADULT",
    price: "68",
    steps: [
      { from: 4, price: "62" },
      { from: 8, price: "56.5" },
    ],
  },
  further: {
    code: "ADULT",
    price: "20",
    steps: [
      { from: 3, price: "15" },
      { from: 5, price: "0" },
    ],
    stepsApply: "further",
  },
  people: { code: "ADULT", price: "50", steps: [{ from: 5, price: "40" }], stepsCount: "people" },
  child: { code: "CHILD", price: "0.35" },
  family: { code: "FAMILY", price: "90", people: 4 },
  lunch: { code: "LUNCH", price: "12.5", people: 0 },
} as const;

const cases: [string, Partial<Record<keyof typeof prices, number>>, number][] = [
  ["nothing", { plain: 0 }, 0],
  ["no steps", { plain: 3, child: 3 }, 31.35],
  ["below the first step", { all: 3 }, 204],
  ["on a step, for all", { all: 4 }, 248],
  ["on the last step, for all", { all: 8 }, 452],
  ["beyond the last step", { all: 11 }, 621.5],
  ["further: before the step", { further: 2 }, 40],
  ["further: on the step", { further: 3 }, 55],
  ["further: several steps", { further: 7 }, 70],
  ["people: below", { people: 4 }, 200],
  ["people: with those of other tickets", { people: 1, family: 1 }, 130],
  ["people: extras count nobody", { people: 4, lunch: 3 }, 237.5],
];

function ticketsOf(chosen: (typeof cases)[number][1]): OfferedTicket[] {
  return Object.entries(chosen).map(([name, quantity]) => {
    const { code, people = 1, ...price } = { people: 1, ...prices[name as keyof typeof prices] };
    const rule = { code, minQuantity: 0, maxQuantity: 20, defaultQuantity: 0, incrementQuantity: 1 };
    const size = { people, seats: 1, wholeEvent: false, peoplePerTicket: undefined };
    return { code, rule, ...size, currencyCode: "EUR", prices: price, quantity };
  });
}

for (const [name, chosen, value] of cases)
  test(`a sum is right, and the script has the same: ${name}`, () => {
    const tickets = ticketsOf(chosen);
    const sum = sumOf(tickets, 0.9)!;
    assert.equal(sum.value, value);
    const quantities = Object.fromEntries(tickets.map(({ code, quantity }) => [code, quantity]));
    const data = tickets.map((ticket) => dataOf(ticket, 0.9));
    assert.deepEqual(script.sumOf(data, quantities, 2), {
      value: Math.round(value * 100),
      cents: Math.round(sum.usd * 100),
    });
  });

const steps = [{ from: 2, amount: "30.00" }];
type Schedule = NonNullable<(typeof show.items)[number]["schedules"]>[number];
const seat = (prices: Schedule["prices"]) => ({ schedules: [{ ...show.items[0]!.schedules![0]!, prices }] });
const adult = { code: "ADULT", amount: "45.00" };
const child = { code: "CHILD", amount: "22.50" };

test("steps that an event does not have are not shown, though others of its item have them", async () => {
  const other = { eventOn: "2026-06-20T17:00", capacity: 20, prices: [adult, child] };
  const items = { ...seat([{ ...adult, steps }, child]), events: [other] };
  const site = await openSite({}, { ...siteCatalogue, products: [variant(siteCatalogue.products![0]!, {}, items)] });
  try {
    const chosen = "&ticket-ADULT=2";
    const day = await site.page(`/en/madrid/flamenco?date=2026-06-19${chosen}`);
    assert.match(day, /€45 · from 2 tickets, €30 each/);
    assert.match(day, /<output[^>]*><b>€60<\/b>/);
    const times = await site.page("/en/madrid/flamenco?date=2026-06-20");
    const [plain, stepped] = [...times.matchAll(/event=([0-9a-f-]{36})/g)].map(([, id]) => id!);
    const without = await site.page(`/en/madrid/flamenco?date=2026-06-20&event=${plain}${chosen}`);
    assert.doesNotMatch(without, /from 2 tickets/);
    assert.match(without, /<output[^>]*><b>€90<\/b>/);
    assert.match(await site.page(`/en/madrid/flamenco?date=2026-06-20&event=${stepped}${chosen}`), /<b>€60<\/b>/);
  } finally {
    await site.app.stop();
  }
});

test("the price of a time is none of an extra, which nobody can buy alone", async () => {
  const lunch = { code: "LUNCH", minQuantity: 0, maxQuantity: 10, defaultQuantity: 0, incrementQuantity: 1 };
  const rules = { ticketRules: [...show.items[0]!.ticketRules, lunch] };
  const prices = seat([adult, child, { code: "LUNCH", amount: "9.00" }]);
  const products = [variant(siteCatalogue.products![0]!, {}, { ...rules, ...prices })];
  const site = await openSite({}, { ...siteCatalogue, products });
  try {
    const text = await site.page("/en/madrid/flamenco?date=2026-06-16");
    assert.match(text, /<b>20:00<\/b>.*?<small>From €45<\/small>/s);
    assert.match(text, /<label for="ticket-2">Lunch<\/label>\n<small[^>]*>€9 · extra</);
  } finally {
    await site.app.stop();
  }
});
