import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { productId } from "../../../service/test/support/partner.ts";
import { Backoffice, violations } from "../support/browser.ts";
import { becomes, button, dialog, field, hasValue } from "../support/controls.ts";

/** The listing beside the form: the preview, what channels still need, missing languages, and the fields of an item. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const preview = (page: Page) => page.getByRole("region", { name: "As travellers see it" });
const meter = (page: Page) => page.getByRole("region", { name: "Ready for sales channels" });
const group = (page: Page, name: string) => page.getByRole("group", { name });

/** The form on a screen that has room for the preview. */
async function wideForm(path: string): Promise<Page> {
  const page = await office.operator("catalogue", path);
  await page.setViewportSize({ width: 1440, height: 900 });
  return page;
}

test("the preview follows what is typed, and an item has a listing of its own", async () => {
  const id = await productId(office.app, "show");
  const page = await wideForm(`/products/${id}`);
  await group(page, "Summary").getByLabel("Spanish").fill("Cante y baile.");
  await preview(page).getByText("Cante y baile.").waitFor();
  await preview(page).getByText("Spanish").waitFor();
  await group(page, "Summary").getByLabel("English").fill("Song and dance.");
  await preview(page).getByText("Song and dance.").waitFor();
  await button(page, "Portuguese").click();
  await preview(page).getByText("Cante y baile.").waitFor();
  await group(page, "Summary").getByRole("button", { name: "Copy from Spanish" }).click();
  await hasValue(group(page, "Summary").getByLabel("Portuguese"), "Cante y baile.");
  await preview(page).getByText("Spanish").waitFor({ state: "detached" });

  await button(page, "Listing of the item: Butaca").click();
  const item = group(page, "Listing of the item");
  await item.getByLabel("Duration").fill("45");
  await item.getByLabel("Languages of the guide").fill("pt-BR");
  await button(page, "Add: Butaca › Included").click();
  await item.getByRole("listitem").getByLabel("English").fill("A drink");
  await preview(page).getByText("45 min · Brazilian Portuguese").waitFor();
  assert.deepEqual(await violations(page), []);
  await button(page, "Review and save").click();
  await dialog(page)
    .getByText(/Included/)
    .first()
    .waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${id}`);
  const { durationMinutes, guideLanguages, included } = source.items[0];
  assert.deepEqual(
    { durationMinutes, guideLanguages, included, summary: source.summary.pt },
    { durationMinutes: 45, guideLanguages: ["pt-BR"], included: [{ en: "A drink" }], summary: "Cante y baile." },
  );
});

test("the meter says what channels need, and leads to the field", async () => {
  const page = await wideForm(`/products/${await productId(office.app, "boat")}`);
  const done = async () =>
    Number(
      /^\d+/.exec(
        (await meter(page)
          .getByText(/ of 11$/)
          .textContent())!,
      )![0],
    );
  const before = await done();
  await button(page, "Show what is missing").click();
  await meter(page).getByText("Channels filter and sort by it.").waitFor();
  await meter(page).getByRole("button", { name: "Duration" }).click();
  await becomes(() => field(page, "Duration").evaluate((input) => input === document.activeElement), true);
  await page.keyboard.type("90");
  await becomes(done, before + 1);
  assert.equal(await meter(page).getByRole("button", { name: "Duration" }).count(), 0);
  for (const name of ["Highlights", "Photos", "Categories"]) {
    await meter(page).getByRole("button", { name }).click();
    await becomes(() => page.evaluate(() => document.activeElement?.closest("section") !== null), true);
  }
});

test("hostile text in the preview stays text", async () => {
  const page = await wideForm(`/products/${await productId(office.app, "museum")}`);
  let opened = 0;
  page.on("dialog", async (shown) => {
    opened++;
    await shown.dismiss();
  });
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(office.app.url)) foreign.push(request.url());
  });
  const description = [
    "Begin <script>alert(1)</script> <b onmouseover=alert(1)>x</b>",
    "<img src=x onerror=alert(1)>",
    "![photo](https://other.example/x.png)",
    "[bad](javascript:alert(1)) [entity](&#106;avascript:alert(1)) [data](data:text/html,x)",
    "[good](https://www.example.com/a) **bold**",
    "> ".repeat(3000),
    "End",
  ].join("\n\n");
  await group(page, "Description").getByLabel("English").fill(description);
  await button(page, "Add: Highlights").click();
  await group(page, "Highlights").getByLabel("English").fill("<svg onload=alert(1)>");
  await preview(page).getByText("<svg onload=alert(1)>").waitFor();
  await preview(page).getByText("<img src=x onerror=alert(1)>").waitFor();
  const made = await preview(page).evaluate((region) => ({
    elements: region.querySelectorAll("script, iframe, svg[onload], img").length,
    handlers: [...region.querySelectorAll("*")].filter((one) =>
      [...one.attributes].some(({ name }) => name.startsWith("on")),
    ).length,
    links: [...region.querySelectorAll("a")].map(({ href }) => new URL(href).protocol),
  }));
  assert.deepEqual(made, { elements: 0, handlers: 0, links: [...new Set(made.links)] });
  assert.ok(made.links.every((protocol) => protocol === "https:"));
  assert.deepEqual([opened, foreign], [0, []]);
});

test("a phone shows meter and preview on demand, and a link of the meter leads back to the field", async () => {
  const page = await office.operator("catalogue", `/products/${await productId(office.app, "boat")}`, { phone: true });
  assert.equal(await preview(page).count(), 0);
  await button(page, "Preview").click();
  await preview(page).getByText("Passeio de barco na baía").waitFor();
  await button(page, "Show what is missing").click();
  assert.deepEqual(await violations(page), []);
  await meter(page).getByRole("button", { name: "Duration" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await becomes(() => field(page, "Duration").evaluate((input) => input === document.activeElement), true);
});
