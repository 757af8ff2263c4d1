import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productId } from "../../../service/test/support/partner.ts";
import { button, dialog, field } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** The listing in the product form. The form makes its inputs from the schema alone. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("texts, lines, choices and records are added, reviewed and saved", async () => {
  const id = await productId(office.app, "show");
  const page = await office.operator("catalogue", `/products/${id}`);
  const group = (name: string) => page.getByRole("group", { name });
  await group("Summary").getByLabel("Spanish").fill("Cante y baile.");
  await group("Description").getByLabel("English").fill("A **night** of flamenco.\n\n- Song\n- Dance");
  await button(page, "Add: Highlights").click();
  await group("Highlights").getByLabel("English").fill("Front rows");
  await page.getByLabel("Categories").click();
  await page.getByRole("option", { name: "Show", exact: true }).click();
  await page.keyboard.press("Escape");
  await field(page, "Languages of the guide").fill("es, pt-BR");
  await button(page, "Add: Meeting points").click();
  await button(page, "Review and save").click();
  await page.getByRole("alert").getByText("Meeting points › 1 › ID").waitFor();
  const point = page.getByRole("listitem", { name: "Meeting points 1" });
  await point.getByLabel("ID").fill("door");
  await point.getByLabel("Name › English").fill("Door");
  await point.getByLabel("Arrive before (minutes)").fill("15");
  await button(page, "Review and save").click();
  await dialog(page).getByText("Highlights: ").waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  await page.getByText("More details").click();
  await seen(page, "Front rows");
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${id}`);
  const { summary, description, highlights, categories, guideLanguages, meetingPoints } = source;
  assert.deepEqual(
    { summary, description, highlights, categories, guideLanguages, meetingPoints },
    {
      summary: { es: "Cante y baile." },
      description: { en: "A **night** of flamenco.\n\n- Song\n- Dance" },
      highlights: [{ en: "Front rows" }],
      categories: ["show"],
      guideLanguages: ["es", "pt-BR"],
      meetingPoints: [{ externalId: "door", name: { en: "Door" }, arriveMinutesBefore: 15 }],
    },
  );
});
