import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { someGuide } from "../../../service/test/support/console.ts";
import { Partner, productId } from "../../../service/test/support/partner.ts";
import { Backoffice, refusedRequests, violations } from "../support/browser.ts";
import { becomes, button, dialog, field } from "../support/controls.ts";

/** What only a browser shows of resources and products: drag and drop, and the preview beside the form. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("a sold event is given to another guide by drag and drop, in the week plan and in the plan of its day, and the day undoes it", async () => {
  const owner = await office.account("owner");
  const [event] = (await eventIds(office.app.app.service.db, "show")) as [string];
  const resources: string[] = [];
  for (const name of ["Ana", "Bruno"])
    resources.push((await owner.ask("POST", "/resources", { ...someGuide, name })).resource.id);
  const { itemId } = await owner.ask("GET", `/events/${event}`);
  const requirements = [{ resources, peoplePerUnit: null, minutes: 90 }];
  await owner.ask("PUT", `/items/${itemId}/requirements`, { requirements, revision: 0 });
  await new Partner(office.app).buy(event, { ADULT: 2 });
  const { uses } = await owner.ask("GET", "/resource-plan?from=2026-06-15&until=2026-07-15");
  const [guide, other] = uses[0].resourceId === resources[0] ? ["Ana", "Bruno"] : ["Bruno", "Ana"];
  const page = await office.operator("orders", "/resource-plan", { servicesClock: true });
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await row(guide!).getByText("2 people").waitFor();
  const refused = refusedRequests(page);
  await row(guide!).locator("[draggable=true]").dragTo(row(other!).getByRole("rowheader"));
  await row(other!).getByText("2 people").waitFor();

  await office.go(page, `/day?day=${uses[0].from.slice(0, 10)}`);
  const column = (name: string) => page.getByRole("list", { name });
  const block = (name: string) => column(name).getByRole("button", { name: /2 \/ 20/ });
  await block(other!).dragTo(column(guide!));
  await block(guide!).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await block(other!).waitFor();
  assert.equal(await block(guide!).count(), 0);
  assert.deepEqual(refused, []);
});

/** The product form, and what it shows beside it on a screen that has room. */
const preview = (page: Page) => page.getByRole("region", { name: "As travellers see it" });
const meter = (page: Page) => page.getByRole("region", { name: "Ready for sales channels" });

test("hostile text in the preview stays text", async () => {
  const page = await office.operator("catalogue", `/products/${await productId(office.app, "museum")}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  const group = (name: string) => page.getByRole("group", { name });
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
  await group("Description").getByLabel("English").fill(description);
  await button(page, "Add: Highlights").click();
  await group("Highlights").getByLabel("English").fill("<svg onload=alert(1)>");
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
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 860 });
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
