import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { someGuide } from "../../../service/test/support/console.ts";
import { eventId } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { Backoffice, fits, picture, seen, violationsDayAndNight } from "../support/browser.ts";
import { becomes, button, field } from "../support/controls.ts";

/** Guests of one boat who owe: at the door with and without network, on the guide's phone, in the manifest, and in the till of the day. */

const times = ["2026-06-20T18:00"];
const boat = variant(
  show,
  { externalId: "boat", name: "Barco al atardecer", immediateBooking: true, leadPurchaseDay: 0 },
  {
    externalId: "boat-seat",
    schedules: [],
    events: times.map((eventOn) => ({ eventOn, capacity: 50, prices: [{ code: "ADULT", amount: "45.00" }] })),
  },
);

let office: Backoffice;
let event: string;
let guide: string;
let desk: Awaited<ReturnType<Backoffice["account"]>>;
before(async () => {
  const catalogue = { ...testCatalogue, products: [boat] };
  office = await Backoffice.open({ now: new Date("2026-06-20T15:30:00Z"), catalogue });
  event = await eventId(office.app, "boat-seat", times[0]!);
  const owner = await office.account("owner");
  desk = await office.account("orders");
  ({
    resource: { id: guide },
  } = await owner.ask("POST", "/resources", someGuide));
  const { itemId } = await owner.ask("GET", `/events/${event}`);
  const requirements = [{ resources: [guide], peoplePerUnit: null, minutes: 60 }];
  await owner.ask("PUT", `/items/${itemId}/requirements`, { requirements, revision: 0 });
});
after(() => office.close());

/** Sells on account. Returns the voucher's address and a reader of what is still owed. */
async function owing(name: string, quantity: number, lang = "en") {
  const order = await desk.ask("POST", "/orders", {
    ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity }], lang, name, lastName: "Ruiz" },
    ...{ method: "account", totalUsd: (50 * quantity).toFixed(2), email: "ana@example.com" },
  });
  const account = async () => (await desk.ask("GET", `/orders/${order.id}`)).account;
  return { id: order.id as string, code: order.voucher.address as string, account };
}

async function scan(page: Page, code: string): Promise<void> {
  await field(page, "Code or reference").fill(code);
  await button(page, "Admit").click();
}

test("at the door a guest who owes is amber; one tap records the payment and admits, also without network, once", async () => {
  const [first, second, later] = [await owing("Ana", 2), await owing("Eva", 1), await owing("Luz", 1)];
  const page = await office.visitor({ phone: true, servicesClock: true });
  await office.signIn(page.context(), (await office.account("door")).email);
  await office.visit(page, "/");
  await page.getByText(/^Ready without connection until/).waitFor();
  await scan(page, first.code);
  await page.getByRole("heading", { name: "Collect €90.00" }).waitFor();
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
  await picture(page, "door-to-collect-en");
  await button(page, "Cash, collected from Ana R.").click();
  await page.getByRole("heading", { name: "Admitted" }).waitFor();
  await picture(page, "door-collected");
  await button(page, "Next").click();
  assert.equal((await first.account()).balanceDue, "0.00");

  await page.context().setOffline(true);
  await seen(page, /^No connection\. This device admits by its own list/);
  await scan(page, second.code);
  await page.getByRole("heading", { name: "Collect €45.00" }).waitFor();
  await picture(page, "door-to-collect-offline");
  await button(page, "Card, collected from Eva R.").click();
  await page.getByRole("heading", { name: "Admitted" }).waitFor();
  await button(page, "Next").click();
  await seen(page, "1 payment waits for the connection. Do not sign out.");
  await picture(page, "door-offline-waiting");
  await scan(page, later.code);
  await button(page, "Admit without payment").click();
  await page.getByRole("heading", { name: "Admitted" }).waitFor();
  await seen(page, "To collect: €45.00");
  await button(page, "Next").click();
  await page.context().setOffline(false);
  await page.getByText(/payments? waits? for the connection/).waitFor({ state: "detached" });
  await becomes(async () => (await second.account()).balanceDue, "0.00");
  const { payments } = await second.account();
  assert.deepEqual(
    payments.map(({ amount, method }: { amount: string; method: string }) => [amount, method]),
    [["45.00", "card"]],
  );
  assert.equal((await later.account()).balanceDue, "45.00");
});

test("on the guide's phone, in the manifest and in the till", async () => {
  const [one, two] = [await owing("Iris", 1), await owing("Olga", 2), await owing("Sol", 1)];
  const page = await office.operator("orders", `/events/${event}/show`, { servicesClock: true });
  await seen(page, "Collect €90.00");
  await picture(page, "manifest");

  const phone = await office.operator("guide", `/guides/${guide}/events/${event}`, {
    ...{ phone: true, servicesClock: true, of: guide },
  });
  await seen(phone, "Collect €90.00");
  await fits(phone);
  assert.deepEqual(await violationsDayAndNight(phone), []);
  await picture(phone, "guide-phone");
  await button(phone, "Cash, collected from Iris Ruiz").click();
  await becomes(() => button(phone, "Cash, collected from Iris Ruiz").count(), 0);
  await becomes(async () => (await one.account()).balanceDue, "0.00");
  // Without network the payment and the admission wait on the phone, and arrive once.
  await phone.context().setOffline(true);
  await button(phone, "Card, collected from Olga Ruiz").click();
  await seen(phone, "1 payment waits for the connection. Do not sign out.");
  await becomes(() => button(phone, "Card, collected from Olga Ruiz").count(), 0);
  await picture(phone, "guide-offline-waiting");
  await phone.context().setOffline(false);
  await becomes(async () => (await two.account()).balanceDue, "0.00");
  await phone
    .getByText(/waits? for the connection/)
    .first()
    .waitFor({ state: "detached" });
  const { payments } = await two.account();
  assert.deepEqual(
    payments.map(({ amount, method }: { amount: string; method: string }) => [amount, method]),
    [["90.00", "card"]],
  );

  await office.go(page, "/closing");
  await seen(page, "Cash by person");
  await button(page, "Close the day").click();
  await field(page, /^Float of guide/).fill("50");
  await field(page, /^Counted by guide/).fill("94.50");
  await picture(page, "closing-count");
  await page.getByRole("dialog").getByRole("button", { name: "Close the day" }).click();
  await seen(page, "€0.50 missing");
  await fits(page);
  await picture(page, "closing-closed");

  await office.go(page, `/orders/${one.id}/show`);
  await button(page, "Receipt for €45.00").waitFor();
  await picture(page, "order-receipt");
});
