import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../service/test/concurrency/booking.ts";
import { Partner } from "../../service/test/support/partner.ts";
import { show } from "../../service/test/support/samples/catalogue.ts";
import { type CallbackReceiver, startReceiver } from "../../service/test/support/servers/callback-receiver.ts";
import { until } from "../../service/test/support/until.ts";
import { becomes, chooseFrom, hasValue } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** Partners: keys, secrets and callbacks. */

let office: Backoffice;
let receiver: CallbackReceiver;
let owner: Awaited<ReturnType<Backoffice["account"]>>;
let acme: string;
before(async () => {
  receiver = await startReceiver();
  office = await Backoffice.open({
    config: { callbackAllowPrivate: true },
    tuning: { callbackGaps: { live: [], test: [] } },
  });
  owner = await office.account("owner");
  acme = (await owner.ask("GET", "/partners?q=acme")).data[0].id;
  const { db } = office.app.store.database;
  const events = await eventIds(db, "show");
  const partner = new Partner(office.app);
  receiver.answerNext({ status: 500, body: "<b>out of order</b>" });
  for (const [n, event] of events.slice(4, 6).entries()) {
    const callbackUrl = receiver.url("/heard");
    const order = await partner.buy(event, { ADULT: 2 }, { callbackUrl, externalReference: `CART-${n}` });
    await owner.ask("POST", `/orders/${order.id}/confirm`, {});
    await receiver.waitFor(n + 1);
  }
  await until(async () => (await owner.ask("GET", "/callbacks?state=waiting")).total === 0, "both to be settled");
  for (let n = 0; n < 3; n++) await partner.book(events[7]!, { ADULT: 2 }, 1);
  await office.app.app.service.usage.write(db);
});
after(async () => {
  await office.close();
  await receiver.close();
});

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a partner is created, gets a key that is shown once, and uses it until it is revoked", async () => {
  const page = await office.operator("owner", "/partners");
  await page.getByRole("button", { name: "New partner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await dialog.getByText("Required.").first().waitFor();
  await dialog.getByLabel("Name").fill("Viajes del Río");
  await dialog.getByLabel("ID", { exact: true }).fill("viajes río");
  await dialog.getByText(/^Only letters without accent/).waitFor();
  await dialog.getByLabel("ID", { exact: true }).fill("acme");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await dialog.getByText("There is a partner with this ID already.").waitFor();
  await hasValue(dialog.getByLabel("Name"), "Viajes del Río", "nothing typed is lost");
  await dialog.getByLabel("ID", { exact: true }).fill("rio");
  await dialog.getByRole("button", { name: "Create partner" }).click();
  await page.getByRole("heading", { level: 1, name: "Viajes del Río" }).waitFor();

  await seen(page, "No keys yet, so the partner cannot send requests.");
  await page.getByRole("button", { name: "Create key" }).click();
  await dialog.getByRole("switch", { name: "Read only" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = await dialog.getByLabel("Key", { exact: true }).inputValue();
  assert.match(key, /^pk_live_/);
  const ask = async () => (await fetch(`${office.app.url}/api/products`, { headers: { "x-api-key": key } })).status;
  assert.equal(await ask(), 200);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Done" }).click();
  assert.ok(!page.document.documentElement.outerHTML.includes(key));

  await page.getByRole("button", { name: /^Revoke/ }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await card(page, "Keys")
    .getByText(/revoked/)
    .waitFor();
  assert.equal(await ask(), 401);
  await becomes(() => page.getByRole("button", { name: /^Revoke/ }).count(), 0);
});

test("the most frequent error of a partner has an explanation to send, in its developers' language", async () => {
  const page = await office.operator("owner", `/partners/${acme}/show`);
  const worst = card(page, "Most frequent error");
  await worst.getByText("Price changed").waitFor();
  await page.getByRole("button", { name: "Português" }).click();
  await worst.getByRole("button", { name: "Copy the explanation" }).click();
  const { data } = await owner.ask("GET", `/partners/${acme}/mistakes`);
  await becomes(() => page.window.navigator.clipboard.readText(), data[0].pt);
  await card(page, "Requests by day")
    .getByText(/^7 requests, 42.9% refused/)
    .waitFor();
  await page.getByRole("switch", { name: "Include test keys" }).click();
  await seen(page, "No request was refused in this period.");
});

test("refused orders of all partners have the name of their code and its hint, and a code filters them", async () => {
  const page = await office.operator("read-only", "/refused-orders");
  await page.getByRole("heading", { level: 1, name: "Refused orders" }).waitFor();
  await seen(page, "Price changed");
  await seen(page, /eventvalidate/);
  await chooseFrom(page, "Why", "Price changed");
  await seen(page, "Price changed");
});

test("an owner says what a partner sells, sees what leaves, and the partner's lists follow", async () => {
  const page = await office.operator("owner", `/partners/${acme}/show`);
  const offer = card(page, "Products it sells");
  await offer.getByText("Everything in the catalogue").waitFor();
  await offer.getByRole("button", { name: "Choose products" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Everything but chosen products" }).click();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Choose at least one product.").waitFor();
  await dialog.getByRole("combobox", { name: "Products" }).fill("museum");
  await page.getByRole("option", { name: /^Museum day ticket/ }).click();
  await dialog.getByRole("button", { name: "Add stop-sale" }).click();
  await dialog.getByLabel("From").fill("2026-06-20");
  await dialog.getByLabel("Reason, for your team only").fill("Own charter");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("1 product leaves: Museum day ticket").waitFor();
  await dialog.getByText("1 stop-sale starts to apply.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await offer.getByText("Museum day ticket").waitFor();
  await offer.getByText("Own charter").waitFor();
  const headers = { "x-api-key": office.app.key };
  const listed = await (await fetch(`${office.app.url}/api/products`, { headers })).text();
  assert.ok(listed.includes("Noche de flamenco") && !listed.includes("Museum day ticket"));
  const { revision } = await owner.ask("GET", `/partners/${acme}/offer`);
  await owner.ask("PUT", `/partners/${acme}/offer`, { sells: "all", products: [], stops: [], revision });
});

test("an owner sets the address for catalogue changes, sees the last message, and removes it", async () => {
  const page = await office.operator("owner", `/partners/${acme}/show`);
  const changes = card(page, "Catalogue changes");
  await changes.getByText("No address is registered.").waitFor();
  await changes.getByRole("button", { name: "Set address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("ftp://partner.example.com");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("The address must begin with http:// or https://.", { exact: true }).waitFor();
  await dialog.getByLabel("Address").fill(receiver.url("/catalogue"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await changes.getByText("No message was sent yet.").waitFor();
  await office.app.import({ products: [{ ...show, name: "Noche nueva" }] });
  await receiver.waitFor(1, { path: "/catalogue" });
  await until(
    async () => (await owner.ask("GET", `/partners/${acme}/catalog-address`)).address.attemptedAt,
    "a record",
  );
  await page.reload();
  await changes.getByText(/^Last message: 204, /).waitFor();
  await changes.getByRole("button", { name: /^Remove/ }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await changes.getByText("No address is registered.").waitFor();
});

test("after a conflict on a partner the typed values stay", async () => {
  const page = await office.operator("owner", `/partners/${acme}/show`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Acme Viagens");
  const { name, revision } = await owner.ask("GET", `/partners/${acme}`);
  await owner.ask("PUT", `/partners/${acme}`, { name: `${name} Ltd.`, active: true, revision });
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  await dialog.getByRole("button", { name: "Show the current values" }).click();
  await dialog.getByRole("alert").getByText(`${name} Ltd.`).waitFor();
  await hasValue(dialog.getByLabel("Name"), "Acme Viagens");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Acme Viagens" }).waitFor();
});

test("the secret is shown on request, and a new one is valid beside it", async () => {
  const page = await office.operator("owner", `/partners/${acme}/show`);
  assert.ok(!page.document.documentElement.outerHTML.includes("whsec_"));
  await page.getByRole("button", { name: "Show the secret" }).click();
  const former = await page.getByLabel("Secret", { exact: true }).inputValue();
  assert.match(former, /^whsec_/);
  office.app.clock.now = new Date(office.app.clock.now.getTime() + 1000);
  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
  await page.getByLabel("Previous secret").waitFor();
  await hasValue(page.getByLabel("Previous secret"), former);
  assert.notEqual(await page.getByLabel("Secret", { exact: true }).inputValue(), former);
});

test("a failed callback is found and sent again; a period shows its number of callbacks first", async () => {
  const page = await office.operator("orders", "/callbacks");
  await page.getByLabel("Status").click();
  await page.getByRole("option", { name: "Failed" }).click();
  await becomes(() => page.locator("tbody tr").count(), 1);
  await page.getByRole("cell", { name: "Answered 500" }).waitFor();
  await page.getByRole("cell", { name: /^Acme / }).waitFor();
  await page.getByRole("link", { name: /message 1$/ }).click();
  await seen(page, "<b>out of order</b>");
  await seen(page, '"externalReference": "CART-0"');
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await seen(page, "Sent again: Answered 204");
  await receiver.waitFor(3);

  await page.getByRole("link", { name: "Messages to partners", exact: true }).first().click();
  await page.getByRole("button", { name: "Send a period again" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Choose the first day.").waitFor();
  await dialog.getByLabel(/^Created from/).fill("2026-06-14");
  await dialog.getByText("2 messages will be sent again.").waitFor();
  await dialog.getByLabel("Created until").fill("2026-06-14");
  await dialog.getByText("No messages match.").waitFor();
  await dialog.getByLabel("Created until").fill("");
  await dialog.getByRole("button", { name: "Send 2 again" }).click();
  await seen(page, "Received: 2 of 2.");
  assert.equal(receiver.received.filter(({ path }) => path !== "/catalogue").length, 5);
});

test("a read-only operator sees no actions and no secret", async () => {
  const page = await office.operator("read-only", `/partners/${acme}/show`);
  await seen(page, "Only owners see the secret.");
  const offered = /^(Change|Create key|Revoke|Show the secret|New secret|Send)/;
  await becomes(() => page.getByRole("button", { name: offered }).count(), 0);
  for (const path of ["/partners", "/callbacks"]) {
    await office.go(page, path);
    await page.getByRole("row").nth(1).waitFor();
    await becomes(() => page.getByRole("button", { name: /^(New partner|Send)/ }).count(), 0);
  }
});
