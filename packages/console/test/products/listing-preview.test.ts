import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productId } from "../../../service/test/support/partner.ts";
import { becomes, button, dialog, field, hasValue } from "../support/controls.ts";
import { Backoffice, type Page } from "../support/dom.ts";

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
  page.resize(1440, 900);
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
  await button(preview(page), "Portuguese").click();
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
  await becomes(() => field(page, "Duration").evaluate((input) => input === page.focused()), true);
  await page.keyboard.type("90");
  await becomes(done, before + 1);
  assert.equal(await meter(page).getByRole("button", { name: "Duration" }).count(), 0);
  for (const name of ["Highlights", "Photos", "Categories"]) {
    await meter(page).getByRole("button", { name }).click();
    await becomes(() => page.focused().closest("section") !== null, true);
  }
});
