import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readProduct } from "../../src/domain/catalogue/lists.ts";
import { eventId, Partner, productId } from "../support/partner.ts";
import { importing, none, tallies } from "../support/samples/importing.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { evenings, type Imports, rescheduled, shop, startImports } from "./import-shop.ts";

/** Records that an import removes from an existing catalogue, and records that a later import brings back. */

onPostgres("removals by an import", (open) => {
  let app: Imports["app"];
  let db: Imports["db"];
  let opened: Imports["opened"];
  before(async () => {
    ({ app, db, opened } = await startImports(open));
  });
  after(() => app?.stop());

  test("an event that returns keeps its id", async () => {
    const { product, seat, events } = await opened();
    const id = await eventId(app, seat.externalId, evenings[2]);
    await importing(db, { products: [rescheduled(product, { to: "2026-06-21" })] });
    const partner = new Partner(app);
    const listed = async () =>
      (await partner.wire.ask("events", { id: await productId(app, product.externalId) })).values.map(
        (event) => event.id,
      );
    assert.deepEqual([(await listed()).length, (await listed()).includes(id)], [2, false]);

    const { increments, summary } = await importing(db, { products: [product] });
    assert.deepEqual(increments, { ...none, events: events("available", seat.externalId, [evenings[2]]) });
    assert.equal(tallies(summary), "products 1 unchanged; items 1 unchanged; events 1 changed, 2 unchanged");
    assert.equal((await listed())[2], id);
  });

  test("an item that the file no longer has is unpublished with its events, until it returns", async () => {
    const { product, seat, events } = await opened();
    const second = { ...product.items[0]!, externalId: `${seat.externalId}-2`, name: "Palco" };
    await importing(db, { products: [{ ...product, items: [...product.items, second] }] });
    const id = await productId(app, product.externalId);
    const published = async () => (await readProduct(db, id))!.items.map((item) => [item.name, item.published]);
    assert.deepEqual(await published(), [
      ["Butaca", true],
      ["Palco", true],
    ]);

    const gone = await importing(db, { products: [product] });
    assert.deepEqual(gone.increments, {
      ...none,
      products: [product.externalId],
      events: events("removed", second.externalId),
    });
    assert.equal(
      tallies(gone.summary),
      "products 1 unchanged; items 1 removed, 1 unchanged; events 3 removed, 3 unchanged",
    );
    assert.deepEqual(await published(), [
      ["Butaca", true],
      ["Palco", false],
    ]);
    assert.deepEqual((await importing(db, { products: [product] })).increments, none);

    const back = await importing(db, { products: [{ ...product, items: [...product.items, second] }] });
    assert.deepEqual(back.increments, {
      ...none,
      products: [product.externalId],
      events: events("available", second.externalId),
    });
    assert.deepEqual(await published(), [
      ["Butaca", true],
      ["Palco", true],
    ]);
  });

  for (const [how, away] of [
    ["deleted", { deleted: true }],
    ["unpublished", { published: false }],
  ] as const) {
    test(`a product that is ${how} appears in productsdeleted with its events, and returns with its id`, async () => {
      const { product, events } = await opened();
      const { wire } = new Partner(app);
      const id = await productId(app, product.externalId);
      const whole = await wire.ask("product", { id });
      const deletedBefore = (await wire.ask("productversion", {})).deleteVersion;

      const gone = await importing(db, { products: [{ ...product, ...away }] });
      assert.deepEqual(gone.increments, { ...none, events: events("removed"), deleted: [product.externalId] });
      assert.equal((await wire.ask("productversion", {})).deleteVersion, deletedBefore + 1);
      await wire.refused(404, "product", { id });
      assert.equal((await wire.ask("products", { query: product.name })).values.length, 0);
      assert.deepEqual((await importing(db, { products: [{ ...product, ...away }] })).increments, none);
      // Changes during the deletion make no version.
      assert.deepEqual((await importing(db, { products: [{ ...product, ...away, name: "Away" }] })).increments, none);

      const back = await importing(db, { products: [product] });
      assert.deepEqual(back.increments, { ...none, products: [product.externalId], events: events("available") });
      assert.ok(
        !(await wire.ask("productsdeleted", {})).values.includes(id),
        "it is no longer in the list of deleted products",
      );
      assert.deepEqual({ ...(await wire.ask("product", { id })), updatedOn: "" }, { ...whole, updatedOn: "" });
    });
  }

  test("a new product that is imported as deleted makes no version", async () => {
    const { currency, product } = shop("BBB");
    const { increments } = await importing(db, { currencies: [currency], products: [{ ...product, deleted: true }] });
    assert.deepEqual(increments, none);
  });
});
