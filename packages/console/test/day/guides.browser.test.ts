import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type GuidedTour, guidedApp } from "../../../service/test/resources/guided.ts";
import { Backoffice, fits, violationsDayAndNight } from "../support/browser.ts";
import { openGuided } from "./guided.ts";

/** The pages of a guide on a phone. */

let office: Backoffice;
let guided: GuidedTour;
before(async () => {
  ({ office, guided } = await openGuided(Backoffice));
});
after(() => office.close());

const onPhone = (lang: "en" | "es" | "pt" = "en") =>
  office.operator("guide", "/", { phone: true, lang, servicesClock: true, of: guided.guides.Ana });
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
