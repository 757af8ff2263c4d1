import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator } from "playwright-core";
import sharp from "sharp";
import { Backoffice, seen } from "../support/browser.ts";
import { Clicks } from "../support/clicks.ts";
import { button, dialog, field } from "../support/controls.ts";

/** A product with full content, from the empty form to what partners read. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("the empty form becomes a product with full content in two languages in eleven clicks", async (t) => {
  const page = await office.operator("catalogue", "/products/create");
  const clicks = new Clicks();
  let fields = 0;
  const fill = async (control: Locator, text: string) => {
    fields++;
    await control.fill(text);
  };
  const group = (name: string) => page.getByRole("group", { name: new RegExp(`^${name}`) });
  const texts = async (name: string, es: string, en: string) => {
    await fill(group(name).getByLabel("Spanish").first(), es);
    await fill(group(name).getByLabel("English").first(), en);
  };
  const line = async (name: string, es: string, en: string) => {
    await clicks.on(button(page, `Add: ${name}`));
    await texts(name, es, en);
  };

  await fill(field(page, "Name"), "Paseo en barca");
  await fill(field(page, "Name in English").first(), "Boat trip");
  await fill(page.getByRole("combobox", { name: "City code" }), "MAD");
  await seen(page, "EUR · Euro");
  await fill(field(page, "Venue or meeting point"), "Embarcadero del Retiro");
  await fill(field(page, "Address"), "Plaza de la Independencia 7, 28001 Madrid");
  await clicks.on(button(page, "More fields: Location and time zone"));
  await fill(field(page, "Latitude").first(), "40.4170");
  await fill(field(page, "Longitude").first(), "-3.6830");
  await fill(field(page, "First day"), "2026-06-16");
  await fill(field(page, "Last day"), "2026-07-31");
  await fill(field(page, "Price ADULT"), "45");
  await fill(field(page, "Price CHILD"), "20");
  await texts("Summary", "Una hora en barca.", "One hour by boat.");
  await texts("Description", "Remamos **despacio**.", "We row **slowly**.");
  await line("Highlights", "Al atardecer", "At sunset");
  await line("Included", "Una bebida", "A drink");
  await line("Not included", "Propinas", "Tips");
  await line("What to bring", "Un sombrero", "A hat");
  await clicks.on(page.getByLabel("Categories"));
  await clicks.on(page.getByRole("option").first());
  await page.keyboard.press("Escape");
  await fill(field(page, "Languages of the guide"), "es, en");
  await clicks.on(button(page, "Add: Meeting points"));
  const point = page.getByRole("listitem", { name: "Meeting points 1" });
  await fill(point.getByLabel("Name › Spanish"), "Muelle");
  await fill(point.getByLabel("Name › English"), "Pier");
  await fill(point.getByLabel("Arrive before (minutes)"), "15");
  clicks.n++;
  await page.locator("input[type=file]").setInputFiles([
    {
      name: "boat.jpg",
      mimeType: "image/jpeg",
      buffer: await sharp({ create: { width: 1600, height: 900, channels: 3, background: "navy" } })
        .jpeg()
        .toBuffer(),
    },
  ]);
  const photo = page.getByRole("group", { name: "Photo 1", exact: true });
  await fill(photo.getByLabel(/› Spanish$/), "Una barca");
  await fill(photo.getByLabel(/› English$/), "A boat");
  await clicks.on(button(page, "Review and save"));
  await clicks.on(dialog(page).getByRole("button", { name: "Save and publish" }));
  await page.getByRole("heading", { name: "Paseo en barca" }).waitFor();

  const read = async (lang: string) => {
    const { values } = (await (await fetch(`${office.app.url}/api/${lang}/contents`)).json()) as {
      values: Record<string, never>[];
    };
    // biome-ignore lint/suspicious/noExplicitAny: the test checks its fields.
    return values.find(({ name }) => /Paseo en barca|Boat trip/.test(String(name))) as any;
  };
  const [es, en] = [await read("es"), await read("en")];
  assert.deepEqual(
    [es.name, es.summary, es.highlights, es.meetingPoints[0].name, es.photos[0].alt],
    ["Paseo en barca", "Una hora en barca.", ["Al atardecer"], "Muelle", "Una barca"],
  );
  assert.deepEqual(
    [en.name, en.summary, en.highlights, en.meetingPoints[0].name, en.photos[0].alt],
    ["Boat trip", "One hour by boat.", ["At sunset"], "Pier", "A boat"],
  );
  t.diagnostic(`${clicks.n} clicks, ${fields} typed fields`);
  assert.ok(clicks.n <= 11, `${clicks.n} clicks`);
});
