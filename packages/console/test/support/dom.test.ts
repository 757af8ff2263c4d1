import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes } from "./controls.ts";
import { Backoffice } from "./dom.ts";

/** The support of component tests: what would make every other component test pass for the wrong reason. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("a script error is a fault, and the page says that it stopped working", async () => {
  const page = await office.operator("owner", "/account");
  page.intercept = async ({ path }, send) => (/currencies\/EUR$/.test(path) ? Response.json({ code: "EUR" }) : send());
  await office.go(page, "/currencies/EUR");
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  assert.ok(office.faults.length > 0);
  office.faults.length = 0;
});

test("a later test sees nothing of an earlier one, and the process has no globals of a browser", async () => {
  const first = await office.operator("owner", "/audit");
  first.window.localStorage.setItem("paseo.test", "1");
  const { window } = first;
  await first.giveBack();
  const second = await office.operator("read-only", "/audit");
  assert.equal(second.window, window, "the window is used again");
  await second.getByRole("heading", { name: "Access denied" }).waitFor();
  assert.equal(second.window.localStorage.getItem("paseo.test"), null);
  for (const name of ["window", "document", "location"]) assert.ok(!(name in globalThis), name);
});

test("what the width or a closed part hides is not visible", async () => {
  const page = await office.operator("owner", "/home");
  const channel = page.getByRole("region", { name: "GetYourGuide" });
  await channel.getByRole("button", { name: /GetYourGuide/ }).click();
  await becomes(
    () =>
      channel
        .getByText(/^Partner/)
        .first()
        .isVisible(),
    true,
  );
  const details = page.document.querySelector("details:not([open])")!;
  const within = [...details.children].find((one) => !one.matches("summary"))!;
  assert.equal(page.window.getComputedStyle(within).display, "none");
  const phone = await office.operator("owner", "/", { phone: true });
  await phone.getByRole("button", { name: "Open the menu" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Open the menu" }).count(), 0);
});
