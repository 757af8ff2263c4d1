import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Locator, Page } from "playwright-core";
import { launchChromium, pageLimitMs, sharedChromium } from "../../../console/test/support/chromium.ts";
import { boat, testCatalogue } from "../support/samples/catalogue.ts";
import { freePort } from "../support/servers/postgres.ts";
import { base, contact, type Shop, startShop } from "./shop.ts";

/** A traveller with a telephone and a keyboard, from the tickets to the confirmation. */

let shop: Shop;
let browser: Browser;
let isOwn = false;
before(async () => {
  const catalogue = { ...testCatalogue, products: [{ ...boat, immediateBooking: true }] };
  // The sandbox's page is at the public address, which the browser opens.
  const port = await freePort();
  const config = { port, publicUrl: `http://127.0.0.1:${port}` };
  shop = await startShop({ catalogue, config, settings: { ways: ["online", "arrival"] } });
  const shared = await sharedChromium();
  isOwn = shared === undefined;
  browser = shared ?? (await launchChromium());
});
after(async () => {
  if (isOwn) await browser?.close();
  await shop?.stop();
});

test("a traveller buys with the keyboard alone on a telephone, and axe finds nothing on the way", async () => {
  const page: Page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: "pt-BR" });
  page.setDefaultTimeout(pageLimitMs);
  const keyboard = keyboardOf(page);
  const checked = async (name: string) => {
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    assert.ok(width <= 360, `${name} is ${width} wide`);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
      [],
      name,
    );
  };
  const at = new URL(shop.app.url).origin;
  const [product, event] = [await shop.productId("boat"), (await shop.events("boat"))[8]!];
  const form = `<form method="post" action="${at}${base}/pt/book"><input name="product" value="${product}"><input name="event" value="${event}"><input name="ticket-ADULT" value="1"><button>Reservar</button></form>`;
  await page.setContent(form);
  await keyboard.to(page.getByRole("button"));
  await keyboard.press("Enter");
  await page.waitForURL(/checkout/);
  await page.getByText(/Vagas guardadas por/).waitFor();
  await checked("sale-checkout");

  await keyboard.to(page.getByRole("button", { name: /^Pagar/ }));
  await keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.equal(
    await page.evaluate("document.activeElement.getAttribute('role')"),
    "alert",
    "the summary has the focus",
  );
  await checked("sale-errors");
  await keyboard.to(page.getByRole("link", { name: /^E-mail/ }));
  await keyboard.press("Enter");
  assert.equal(await page.evaluate("location.hash"), "#f-email");

  const values: Record<string, string> = {
    ...{ email: contact.email, phone: contact.phone, "a.passenger-weight.1": "70" },
    ...{ "a.flight-date.1": "06/20/2026", "a.flight-time.1": "10:30AM" },
  };
  for (const field of await page.locator(".details input:not([type=hidden]):not([type=radio])").all()) {
    const name = (await field.getAttribute("name"))!;
    const type = await field.getAttribute("type");
    if (type === "date" || type === "time") {
      // How a date is typed is the browser's.
      await field.fill(type === "date" ? "2026-06-20" : "10:30");
      continue;
    }
    await keyboard.to(field);
    await page.keyboard.type(values[name] ?? "Ana");
  }
  const button = page.getByRole("button", { name: /^Pagar/ });
  assert.match((await button.textContent())!, /^Pagar R\$\s180,00$/);
  await keyboard.to(page.getByRole("radio", { checked: true }));
  await keyboard.press("ArrowDown");
  const later = page.getByRole("button", { name: /^Reservar com obrigação de pagar/ });
  await later.waitFor();
  await keyboard.press("ArrowUp");
  await keyboard.to(button);
  await keyboard.press("Enter");
  await page.waitForURL(/sandbox/);
  await keyboard.to(page.getByRole("button", { name: "Pagar", exact: true }));
  await keyboard.press("Enter");
  await page.waitForURL(/booking/);
  assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Sua reserva está confirmada");
  await checked("sale-booking");
  await keyboard.to(page.getByRole("link", { name: "Cancelar a reserva" }));
  await keyboard.press("Enter");
  await page.waitForURL(/cancel/);
  await checked("sale-cancel");
  assert.deepEqual(await page.context().cookies(), []);
  await page.close();
});

/** A traveller without a mouse. */
const keyboardOf = (page: Page) => ({
  press: (key: string) => page.keyboard.press(key),
  /** Moves the focus to a control with the Tab key. */
  async to(control: Locator): Promise<void> {
    const target = control.first();
    const hasFocus = async () => (await target.and(page.locator(":focus")).count()) > 0;
    for (let pressed = 0; !(await hasFocus()); pressed++) {
      assert.ok(pressed < 120, "the Tab key does not reach the control");
      await page.keyboard.press("Tab");
    }
  },
});
