import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Backoffice } from "../support/browser.ts";
import { button, dialog } from "../support/controls.ts";

/** Required fields are marked from the start. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

/** Returns the labels of fields with an asterisk, or of the fields that a save asks for. */
const labelsWhere = (page: Page, state: "marked" | "asked") =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll("label.MuiInputLabel-root")]
        .filter((label) =>
          wanted === "marked"
            ? getComputedStyle(label, "::after").content.includes("*")
            : label.parentElement!.querySelector('[aria-invalid="true"], .Mui-error > fieldset'),
        )
        .map((label) => label.textContent),
    state,
  );

test("every field that a form asks for is marked from the start", async () => {
  const page = await office.operator("owner", "/products");
  for (const [address, opened, saved] of [
    ["/products/create", null, "Review and save"],
    ["/pages/create", null, "Save"],
    ["/currencies/create", null, "Preview"],
    ["/partners", "New partner", "Create partner"],
    ["/suppliers", "New supplier", "New supplier"],
    ["/white-labels", "New site", "Save"],
    ["/operators", "Invite", "Create link"],
  ] as const) {
    await office.enter(page, address);
    if (opened) await button(page, opened).first().click();
    const form = opened ? dialog(page) : page.locator("main");
    const save = form.getByRole("button", { name: saved, exact: true });
    await save.waitFor();
    const marked = await labelsWhere(page, "marked");
    // A page that nobody changed has nothing to save.
    if (await save.isDisabled()) await form.getByRole("textbox").first().fill("x");
    await save.click();
    await page.locator('[aria-invalid="true"], .Mui-error > fieldset').first().waitFor();
    const asked = await labelsWhere(page, "asked");
    assert.ok(asked.length > 0, address);
    assert.deepEqual(
      asked.filter((label) => !marked.includes(label)),
      [],
      `${address}: marked are ${marked.join(", ")}`,
    );
  }
});
