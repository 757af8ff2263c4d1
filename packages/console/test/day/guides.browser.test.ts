import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { GuidedTour, guidedApp } from "../../../service/test/resources/guided.ts";
import { Backoffice, fits, violationsDayAndNight } from "../support/browser.ts";

/** The pages of a guide on a phone. */

let office: Backoffice;
const guided = new GuidedTour();
let event: string;
before(async () => {
  office = await Backoffice.open(guidedApp);
  await guided.plant(office.app);
  [event] = guided.walks as [string];
  await guided.sell(event, 2, "Hotel Cercano", "García");
  const { id } = await guided.sell(event, 3, "Hotel Lejano", "Lozano");
  await guided.owner.ask("POST", `/orders/${id}/notes`, { note: "Wheelchair." });
  await guided.give(event, "Ana");
});
after(() => office.close());

const onPhone = (lang: "en" | "es" | "pt" = "en") =>
  office.operator("guide", "/", { phone: true, lang, servicesClock: true, guide: guided.guides.Ana });
test("a guide signs in on a phone, reads the own events and ticks guests", async () => {
  const page = await onPhone();
  const tomorrow = page.getByRole("region", { name: "Tomorrow" });
  await tomorrow.getByText("5 people").waitFor();
  await tomorrow.getByText(/Puerta del Sol 7 · Be there/).waitFor();
  const places = await tomorrow.getByRole("list", { name: "Pickups" }).getByRole("listitem").allInnerTexts();
  assert.deepEqual(
    places.map((text) => text.slice(0, 18)),
    ["19:15 Hotel Lejano", "19:45 Hotel Cercan"],
  );
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
  assert.equal(await page.getByRole("button", { name: "Open the menu" }).count(), 0);

  await tomorrow.getByRole("link", { name: "Guests of Paseo por Madrid" }).click();
  const parties = page.getByRole("region", { name: "Guests" }).getByRole("listitem");
  const first = parties.first();
  await first.getByText("Wheelchair.").waitFor();
  assert.equal(await parties.count(), 2);
  assert.equal(await first.getByRole("link").getAttribute("href"), "tel:+34600000000");
  await first.getByRole("button", { name: "has arrived" }).click();
  await first.getByText("Not today").waitFor();
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
  office.app.clock.now = new Date("2026-06-15T22:30:00Z");
  await first.getByRole("button", { name: "has arrived" }).click();
  await page.getByText("3 of 5 have arrived").waitFor();
  await first.getByRole("button", { name: "Undo" }).click();
  await page.getByText("0 of 5 have arrived").waitFor();
  office.app.clock.now = guidedApp.now;
});
