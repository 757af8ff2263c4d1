import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventId, productId } from "../../../service/test/support/partner.ts";
import { show, variant } from "../../../service/test/support/samples/catalogue.ts";
import { becomes, button, chooseFrom, dialog, field, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** Tickets of several people: entered as ticket types and in a product, sold, and counted on the event's page. */

const rule = (code: string) => ({
  ...{ code, minQuantity: 0, maxQuantity: 10, defaultQuantity: 0, incrementQuantity: 1 },
});
const amounts = Object.entries({ ADULT: "20.00", FAMILY: "55.00", PRIVATE: "300.00" });
const prices = amounts.map(([code, amount]) => ({ code, amount }));
const boat = variant(
  show,
  { externalId: "family-boat", name: "Family boat", immediateBooking: true },
  {
    externalId: "family-boat-seat",
    name: "Boat",
    ticketRules: prices.map(({ code }) => rule(code)),
    schedules: [],
    events: [{ eventOn: "2026-06-16T10:00", capacity: 18, prices }],
  },
);

const lunchTour = variant(
  show,
  { externalId: "wine-tour", name: "Wine tour", immediateBooking: true },
  {
    externalId: "wine-tour-seat",
    name: "Tour",
    ticketRules: ["ADULT", "LUNCH"].map(rule),
    schedules: [],
    events: [
      {
        eventOn: "2026-06-16T11:00",
        capacity: 18,
        prices: [
          { code: "ADULT", amount: "30.00" },
          { code: "LUNCH", amount: "12.00" },
        ],
      },
    ],
  },
);

let office: Backoffice;
let id: string;
before(async () => {
  office = await Backoffice.open();
  await office.app.import({ products: [boat, lunchTour] });
  id = await productId(office.app, "family-boat");
});
after(() => office.close());

const question = "How many people is FAMILY? Until you say, it counts as one person on one seat.";

test("the first page and the ticket types ask for how many people a family is until somebody says so", async () => {
  const page = await office.operator("owner", "/");
  await page
    .getByRole("link", { name: "2 ticket types are for several people, but nobody said for how many." })
    .click();
  await seen(page, question);
  await seen(page, /^How many people is PRIVATE\?/);
  await button(page, "Say how many: FAMILY").click();
  for (const wrong of ["1001", "2.5", "-1"]) {
    await field(dialog(page), "People").fill(wrong);
    await button(dialog(page), "Save").click();
    await dialog(page).getByText("Enter a whole number from 0 to 1000.").first().waitFor();
  }
  await field(dialog(page), "People").fill("5");
  // A family takes as many seats as people, unless the operator types another number.
  await hasValue(field(dialog(page), "Seats"), "5");
  await button(dialog(page), "Save").click();
  await seen(page, "FAMILY was saved.");
  await becomes(() => page.getByText(question).count(), 0);
  await page.getByRole("row", { name: /FAMILY.*Family.* 5 5 / }).waitFor();
  await button(page, "Edit: FAMILY").click();
  await field(dialog(page), "Seats").fill("4");
  await field(dialog(page), "People").fill("6");
  await hasValue(field(dialog(page), "Seats"), "4");
  await button(dialog(page), "Cancel").click();
});

test("a ticket type can be added before a product uses it", async () => {
  const page = await office.operator("owner", "/ticket-types");
  await button(page, "Add a ticket type").click();
  for (const [code, problem] of [
    ["FAMILY", "There is a ticket type with this code."],
    ["FAMILY 5", "Only letters without accents, digits, dots, hyphens and underscores."],
  ] as const) {
    await field(dialog(page), "Code").fill(code);
    await button(dialog(page), "Save").click();
    await dialog(page).getByText(problem).first().waitFor();
  }
  await field(dialog(page), "Code").fill("CLASS");
  for (const lang of ["Spanish", "Portuguese", "English"]) await field(dialog(page), lang).fill(`Class ${lang}`);
  await field(dialog(page), "People").fill("25");
  await button(dialog(page), "Save").click();
  await seen(page, "CLASS was saved.");
  await page.getByRole("row", { name: /CLASS.*Class English 25 25 0/ }).waitFor();
});

test("a product's tickets show and change their people and seats, and one takes the whole event", async () => {
  const page = await office.operator("catalogue", `/products/${id}`, { servicesClock: true });
  await button(page, "People and seats of ADULT: 1 person · 1 seat").waitFor();
  await button(page, "People and seats of FAMILY: 5 people · 5 seats").click();
  const family = page.getByRole("group", { name: "FAMILY" });
  assert.equal(await field(family, "People").getAttribute("placeholder"), "5");
  await field(family, "People").fill("1001");
  await button(page, "Review and save").click();
  await page.getByRole("alert").getByText("A whole number from 0 to 1,000.").first().waitFor();
  await field(family, "People").fill("4");
  await hasValue(field(family, "Seats"), "4");
  await field(family, "Seats").fill("3");
  await button(page, "People and seats of PRIVATE: 1 person · 1 seat").click();
  const whole = page.getByRole("group", { name: "PRIVATE" });
  await field(whole, "People").fill("10");
  await whole.getByLabel("Takes the whole event").check();
  await hasValue(field(whole, "Seats"), "");
  await button(page, "People and seats of PRIVATE: 10 people · whole event").waitFor();
  await page.getByLabel("One lead traveller per ticket").check();
  await page.getByLabel("Unlimited").check();
  await button(page, "Review and save").click();
  await seen(page, /The event of Tue, 16 Jun 2026, 10:00 has no limit\./);
  await page.getByLabel("Unlimited").uncheck();
  await button(page, "Review and save").click();
  await dialog(page)
    .getByText(/4 people · 3 seats/)
    .waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  await seen(page, "Family: 0 to 10, 4 people · 3 seats");
  await seen(page, /: 0 to 1, 10 people · whole event$/);
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${id}`);
  assert.deepEqual(source.items[0].ticketRules, [
    rule("ADULT"),
    { ...rule("FAMILY"), people: 4, seats: 3 },
    { ...rule("PRIVATE"), maxQuantity: 1, people: 10, wholeEvent: true },
  ]);
  assert.equal(source.leadPerTicket, true);
});

test("a new order, its page and the manifest say how many people and seats the tickets are", async () => {
  const event = await eventId(office.app, "family-boat-seat", "2026-06-16T10:00");
  const page = await office.operator("owner", `/orders/create?eventId=${event}`, { servicesClock: true });
  await seen(page, "4 people · 3 seats");
  await button(page, "More: Adult").click();
  await button(page, "Sell: €20.00").waitFor();
  await button(page, "More: Family").click();
  await seen(page, "5 people · 4 seats");
  await button(page, "Cash").click();
  await button(page, "Sell: €75.00").click();
  await page.getByText(/-EN is sold\./).waitFor();
  await seen(page, "1 × Adult, 1 × Family · 5 people · 4 seats");
  await page.getByRole("link", { name: "Open the order" }).click();
  await seen(page, "4 people · 3 seats");
  await office.go(page, "/orders");
  await seen(page, "5 people · 4 seats");
  await office.go(page, `/events/${event}/show`);
  await seen(page, "1 order, 5 people · 4 seats");
  await seen(page, "0 of 5 admitted");
});

test("a resource can be taken by people, one unit each", async () => {
  const owner = await office.account("owner");
  const kayak = { kind: "equipment", capacity: 12, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false };
  const { resource } = await owner.ask("POST", "/resources", { ...kayak, name: "Life jackets" });
  const { items } = await owner.ask("GET", `/products/${id}`);
  const address = `/items/${items[0].id}/requirements`;
  const requirements = [{ resources: [resource.id], peoplePerUnit: 1, counts: "people", minutes: 60 }];
  await owner.ask("PUT", address, { requirements, revision: 0 });
  const page = await office.operator("catalogue", `/products/${id}/show`, { servicesClock: true });
  await seen(page, "Each event takes: Life jackets (a unit for each person)");
  await button(page, "Resources: Boat").click();
  await hasValue(field(dialog(page), "People per unit"), "1");
  await field(dialog(page), "Minutes").fill("90");
  await button(dialog(page), "Save").click();
  await seen(page, "The resources of Boat are saved.");
  assert.deepEqual((await owner.ask("GET", address)).requirements, [{ ...requirements[0], minutes: 90 }]);
  await button(page, "Resources: Boat").click();
  await field(dialog(page), "People per unit").fill("15");
  await button(dialog(page), "Save").click();
  await seen(page, "Each event takes: Life jackets (a unit for every 15 people)");
});

test("a price by number, an extra with a stock and a limit by people are entered, reviewed and shown", async () => {
  const tour = await productId(office.app, "wine-tour");
  const page = await office.operator("catalogue", `/products/${tour}`, { servicesClock: true });
  await button(page, "People and seats of LUNCH: 1 person · 1 seat").click();
  const lunch = page.getByRole("group", { name: "LUNCH" });
  await lunch.getByLabel("Extra (lunch, parking …)").check();
  await hasValue(field(lunch, "Seats"), "0");
  await field(lunch, "One for every … people").fill("1");
  await button(page, "People and seats of LUNCH: extra · at most 1 per person").waitFor();
  await field(page, "Stock LUNCH").fill("25");
  assert.equal(await field(page, "Stock ADULT").count(), 0);

  await button(page, "Price by number, ADULT").click();
  const first = page.getByRole("group", { name: "Step 1 of ADULT" });
  await becomes(() => page.focused(), /steps-0-from/);
  await field(first, "From number").fill("4");
  await field(first, "Price").fill("31");
  await button(page, "Add a step, ADULT").click();
  const second = page.getByRole("group", { name: "Step 2 of ADULT" });
  await field(second, "From number").fill("4");
  await field(second, "Price").fill("20");
  await button(page, "Review and save").click();
  await page.getByRole("button", { name: /Price ADULT › Step 1 › Price$/ }).waitFor();
  await seen(page, "Must not cost more than before: 30.00.");
  await seen(page, "Must be more than 4.");
  await field(first, "Price").fill("26");
  await field(second, "From number").fill("8");
  await chooseFrom(page, "They apply to", "The further tickets only");
  await button(page, "Add a step, ADULT").click();
  await button(page, "Price by number, ADULT").click();
  await button(page, "Price by number, ADULT: from 4: €26.00 · from 8: €20.00, for the further tickets").waitFor();

  await button(page, "Review and save").click();
  await dialog(page).getByText("30.00, from 4: 26.00 · from 8: 20.00, for the further tickets").first().waitFor();
  await dialog(page).getByText("12.00, stock 25").first().waitFor();
  await dialog(page)
    .getByText(/extra · at most 1 per person/)
    .first()
    .waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  await seen(page, /0 to 10, extra, at most 1 per person/);
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${tour}`);
  assert.deepEqual(source.items[0].ticketRules[1], { ...rule("LUNCH"), people: 0, seats: 0, peoplePerTicket: 1 });
  const steps = [
    { from: 4, amount: "26" },
    { from: 8, amount: "20" },
  ];
  assert.deepEqual(source.items[0].events[0].prices, [
    { code: "ADULT", amount: "30.00", steps, stepsApply: "further" },
    { code: "LUNCH", amount: "12.00", stock: 25 },
  ]);
});

test("a sale charges the price of the number, lists extras apart, and shows what is left of them", async () => {
  const event = await eventId(office.app, "wine-tour-seat", "2026-06-16T11:00");
  const page = await office.operator("owner", `/orders/create?eventId=${event}`, { servicesClock: true });
  await seen(page, "€30.00 · from 4: €26.00 · from 8: €20.00, for the further tickets");
  const extras = page.getByRole("group", { name: "Extras" });
  await extras.getByText("€12.00 · 25 left").waitFor();
  assert.equal(await button(extras, "More: Adult").count(), 0);
  await field(page, "Adult").fill("5");
  await seen(page, "3 × €30.00 + 2 × €26.00");
  await button(extras, "More: Lunch").click();
  await button(page, "Sell: €154.00").waitFor();
  // The operator's price replaces all prices by number, also if it equals the first of them.
  await page.getByLabel("Another price").check();
  await field(page, "Price of Adult, in EUR").fill("30");
  await seen(page, "Sell: €162.00");
  await field(page, "Price of Adult, in EUR").fill("");
  await button(page, "Cash").click();
  await button(page, "Sell: €154.00").click();
  await page.getByText(/-EN is sold\./).waitFor();
  await page.getByRole("link", { name: "Open the order" }).click();
  await page.getByRole("row", { name: /Adult 3 €30\.00 €90\.00/ }).waitFor();
  await page.getByRole("row", { name: /Adult 2 €26\.00 €52\.00/ }).waitFor();
  await page.getByRole("link", { name: "Tue, 16 Jun 2026, 11:00", exact: true }).click();
  await seen(page, "Lunch 24 of 25");
});

test("a price changed in the list of events moves its prices by number", async () => {
  const tour = await productId(office.app, "wine-tour");
  const page = await office.operator("catalogue", `/events/list?filter={"productId":"${tour}"}`, {
    servicesClock: true,
  });
  await button(page, /^Change the price of Adult.*€30\.00$/).click();
  await page.getByRole("textbox", { name: /^Change the price of Adult/ }).fill("32");
  await page.getByRole("textbox", { name: /^Change the price of Adult/ }).press("Enter");
  await seen(page, "Adult: 30.00 → 32. Its prices by number changed with it.");
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${tour}`);
  assert.deepEqual(
    source.items[0].events[0].prices[0].steps.map(({ amount }: { amount: string }) => Number(amount)),
    [28, 22],
  );
});
