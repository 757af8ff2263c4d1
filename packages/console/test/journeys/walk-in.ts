import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Language } from "@paseo/contract";
import { openShop, type Shop } from "../day/shop.ts";
import { Backoffice, fits } from "../support/browser.ts";
import { Clicks } from "../support/clicks.ts";
import { becomes, button } from "../support/controls.ts";

/** An operator sells to a walk-in guest on a phone. */
export function walkIn(languages: Language[]): void {
  let shop: Shop<Backoffice>;
  before(async () => {
    shop = await openShop(Backoffice);
    const owner = await shop.office.account("owner");
    await owner.ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode: "EUR" });
  });
  after(() => shop.close());

  for (const lang of languages)
    test(`a walk-in of one adult in cash takes four taps on a phone, ${lang}`, async () => {
      const { office, show } = shop;
      // Guests walk in on the day of the event.
      office.app.clock.now = new Date("2026-06-16T10:00:00Z");
      const before = await shop.seatsLeft(show);
      const page = await office.operator("orders", `/events/${show}/show`, { phone: true, lang, servicesClock: true });
      const taps = new Clicks();
      await taps.on(
        page.getByRole("link", { name: { en: "Walk-in", es: "Venta en puerta", pt: "Venda na porta" }[lang] }),
      );
      await taps.on(button(page, { en: "More: Adult", es: "Más: Adulto", pt: "Mais: Adulto" }[lang]));
      await taps.on(button(page, { en: "Cash", es: "Efectivo", pt: "Dinheiro" }[lang]));
      const sell = button(page, /^(Sell|Vender): .*45[.,]00/);
      await sell.waitFor();
      const { y, height } = (await sell.boundingBox())!;
      assert.ok(y + height <= page.viewportSize()!.height, `nothing has to be scrolled: ${y + height}`);
      await fits(page);
      await taps.on(sell);
      await page.getByText(/is sold|Se ha vendido|foi vendida/).waitFor();
      await fits(page);
      assert.equal(taps.n, 4);
      assert.equal(await shop.seatsLeft(show), before - 1);
      const { payment, lang: written, event } = await shop.newest(show);
      assert.deepEqual([payment.method, written, event.email], ["cash", lang, ""]);
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
      await becomes(focused, /is sold|Se ha vendido|foi vendida/, "the result has the focus");
      await button(page, { en: "Admit now", es: "Dar acceso ahora", pt: "Liberar a entrada agora" }[lang]).click();
      await page
        .getByRole("status")
        .getByText(/^(Admitted|Not today|Adelante|Hoy no|Pode entrar|Hoje não)/)
        .waitFor();
      await button(page, { en: "Next sale", es: "Otra venta", pt: "Próxima venda" }[lang]).click();
      await becomes(() => page.getByRole("textbox", { name: /^Adulto?$/ }).inputValue(), "0");
    });
}
