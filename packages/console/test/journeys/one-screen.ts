import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Language } from "@paseo/contract";
import { productId } from "../../../service/test/support/partner.ts";
import { until } from "../../../service/test/support/until.ts";
import { openShop, type Shop } from "../day/shop.ts";
import { Backoffice } from "../support/browser.ts";

const screen = { width: 1280, height: 900 };

/** The page of a usual order and the page of a usual product fit one screen. */
export function oneScreen(languages: Language[]): void {
  let shop: Shop<Backoffice>;
  before(async () => {
    shop = await openShop(Backoffice);
  });
  after(() => shop.close());

  /** The desk sells two adults' tickets. Orders that are paid later are on account. */
  async function soldAtTheDesk(method: "card" | "account"): Promise<string> {
    const { ask } = await shop.office.account("orders");
    // Another guest each time: a second order of one guest is pointed out.
    const guest = {
      email: `nora-${method}@example.com`,
      phoneNumber: method === "card" ? "+34 600 000 009" : "+34 600 000 008",
    };
    const contact = { name: "Nora", lastName: "Pérez", ...guest };
    const sale = { eventId: shop.show, tickets: [{ code: "ADULT", quantity: 2 }] };
    const { total } = await ask("POST", "/orders/quote", sale);
    const { id } = await ask("POST", "/orders", {
      ...{ id: randomUUID(), lang: "es", ...sale, ...contact },
      ...{ totalUsd: total.usd, method },
    });
    return id;
  }

  /** A partner's confirmed order with two kinds of tickets and the guest's hotel. */
  async function soldByPartner(): Promise<string> {
    const { ask } = await shop.office.account("orders");
    const { id } = await shop.partner.buy(
      shop.show,
      { ADULT: 2, CHILD: 2 },
      {
        ...{ externalReference: "CART-7", email: "olga@example.com", phoneNumber: "+34 600 000 007" },
      },
    );
    await ask("POST", `/orders/${id}/confirm`, { confirmation: "TLP-884120" });
    return id!;
  }

  /** Asserts in each language that the page is not higher than the screen. */
  async function fitsOneScreen(role: "orders" | "catalogue", path: string): Promise<void> {
    for (const lang of languages) {
      const page = await shop.office.operator(role, path, { lang });
      await page.setViewportSize(screen);
      let height = 0;
      // While its parts arrive, the page can be higher.
      await until(async () => {
        height = await page.evaluate(() => document.documentElement.scrollHeight);
        return height <= screen.height;
      }, "the page to fit").catch(() => assert.fail(`the page is ${height} high in ${lang}`));
    }
  }

  for (const [what, sell] of [
    ["a partner's order", soldByPartner],
    ["an order of the desk", () => soldAtTheDesk("card")],
    ["an order on account", () => soldAtTheDesk("account")],
  ] as const)
    test(`${what} fits one screen in ${languages}`, async () => {
      await fitsOneScreen("orders", `/orders/${await sell()}/show`);
    });

  test(`a product that was changed fits one screen in ${languages}`, async () => {
    const { ask } = await shop.office.account("catalogue");
    const id = await productId(shop.office.app, "show");
    const { source, revision } = await ask("GET", `/products/${id}`);
    await ask("PUT", `/products/${id}`, { source: { ...source, name: "Noche de teatro" }, revision });
    await fitsOneScreen("catalogue", `/products/${id}/show`);
  });
}
