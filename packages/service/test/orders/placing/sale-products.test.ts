import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { book, bookRequest, eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** A server that spreads products over nodes can write a sale on one node: docs/explanation/scaling.md. */

onPostgres("the statements that write a sale", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app?.stop());

  test("name the product wherever they read or write an event or a hold", async () => {
    const texts = new Set<string>();
    app.store.database.statements.listen((text) => texts.add(text));
    const [event] = await eventIds(app.store.database.db, "show");
    const { apiKey, tickets } = bookRequest(app.key, event!, 1);
    const held = await fetch(`${app.url}/api/es/eventhold`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ apiKey, id: event, tickets }),
    });
    assert.equal(held.status, 200);
    const { order } = await book(app.url, bookRequest(app.key, event!, 2));
    assert.equal(order.isValid, true);
    for (const name of ["place-orders", "place-holds"]) {
      const [text] = [...texts].filter((one) => one.includes(name));
      assert.ok(text, name);
      const uses = text.match(/(from|join|update) (event e|locked e|hold h)\b/g) ?? [];
      const named = text.match(/\b[eh]\.product_id = o\."productId"/g) ?? [];
      assert.ok(uses.length >= 3, `${name}: ${uses}`);
      assert.equal(named.length, uses.length, `${name}: ${uses}`);
    }
  });
});
