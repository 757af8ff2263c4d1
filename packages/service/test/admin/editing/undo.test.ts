import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { changeEvents, type EventsChange, plantShow, shownProduct, twiceADay, worked } from "./cataloguing.ts";

/** A change of products and events is undone: docs/decisions/0065-undo.md. */

onPostgres("undoing a change", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());

  const steps = [
    { from: 10, amount: "40.00" },
    { from: 20, amount: "30.00" },
  ];
  const prices = [
    { code: "ADULT", amount: "45.00", steps },
    { code: "CHILD", amount: "22.50" },
  ];
  const change = (...what: EventsChange) => changeEvents(operator, ...what);
  const undo = (id: number, body: object = {}, by = operator, query = "") =>
    by.ask("POST", `/changes/${id}/undo${query}`, body);
  const sourceOf = async ({ externalId }: CatalogueProduct) => (await shownProduct(app, operator, externalId)).source;
  const eventChange = async (id: string, what: object, revision = 1, selection: object = {}) =>
    (await change(id, selection, what, { revision })).changes.changeId as number;

  test("a large cut comes back with its price steps, as one ordinary update; the undo is an entry and is undone alike", async () => {
    const { id, product, seat } = await plantShow(app, {}, { ...twiceADay, prices });
    const was = await sourceOf(product);
    const day = { from: "2026-06-20", to: "2026-06-20", times: ["18:00"] };
    const cut = await eventChange(id, { prices: [{ code: "ADULT", to: "5.00" }] }, 1, day);
    const cutSource = await sourceOf(product);

    const dry = await undo(cut, {}, operator, "?dryRun=true");
    assert.deepEqual([dry.kept, dry.lost, dry.changes.counts.events.changed, dry.changes.changeId], [[], [], 1, null]);
    const { answer, increments } = await worked(app, () => undo(cut, { state: dry.state }));
    assert.deepEqual(increments.events, [`${seat} 2026-06-20T18:00 available`]);
    assert.deepEqual(await sourceOf(product), was);

    const redo = answer.changes.changeId as number;
    const { data } = await operator.ask("GET", `/changes?productId=${id}`);
    assert.deepEqual(
      data.map((one: { id: number; operation: string; products: number }) => [one.id, one.operation, one.products]),
      [
        [redo, "changes.undo", 1],
        [cut, "events.change", 1],
      ],
    );
    await undo(redo);
    assert.deepEqual(await sourceOf(product), cutSource);
    await undo(cut);
    assert.equal(await operator.refused(409, "POST", `/changes/${cut}/undo`, {}), "nothing-to-undo");
  });

  test("what somebody changed since stays and is named; the rest is undone event by event and price by price", async () => {
    const { id, product, seat } = await plantShow(app, {}, { ...twiceADay, prices });
    const cheaper = await eventChange(id, { prices: [{ percent: "-10" }], capacity: { to: 30 } });
    const day = { from: "2026-06-20", to: "2026-06-20", times: ["18:00"] };
    await eventChange(id, { prices: [{ code: "CHILD", to: "11.00" }] }, 2, day);
    const { revision } = await shownProduct(app, operator, product.externalId);
    const renamed = { source: { ...(await sourceOf(product)), name: "New name" }, revision };
    await operator.ask("PUT", `/products/${id}`, renamed);

    const dry = await undo(cheaper, {}, operator, "?dryRun=true");
    const child = (amount: string) => ({ code: "CHILD", amount });
    assert.deepEqual(dry.kept, [
      {
        ...{ subject: `${product.externalId} / ${seat} / 2026-06-20T18:00`, name: dry.kept[0].name },
        ...{ field: "prices/CHILD", former: child("22.50"), changed: child("20.25"), present: child("11.00") },
      },
    ]);
    await change(id, day, { availability: "black-out" }, { revision: 4 });
    const stale = await operator.refused(409, "POST", `/changes/${cheaper}/undo`, { state: dry.state });
    assert.equal(stale, "changed-meanwhile");

    await undo(cheaper);
    const after = await sourceOf(product);
    assert.equal(after.name, "New name");
    const [schedule] = after.items[0]!.schedules!;
    assert.deepEqual(
      { ...schedule, exceptions: [] },
      { ...product.items[0]!.schedules![0], exceptions: [] },
      "all other events are as the schedule says",
    );
    assert.deepEqual(schedule!.exceptions, [
      { date: "2026-06-20", time: "18:00", availability: "black-out", prices: [prices[0], child("11.00")] },
    ]);
  });

  test("a product that was created, deleted or got another item comes back; what was built on it stays", async () => {
    const { product, id } = await plantShow(app);
    const was = await sourceOf(product);
    const [item] = was.items;
    const second = { ...item!, externalId: `${item!.externalId}-2`, name: "Second" };
    const update = async (source: CatalogueProduct) => {
      const { revision } = await shownProduct(app, operator, product.externalId);
      return (await operator.ask("PUT", `/products/${id}`, { source, revision })).changes.changeId as number;
    };
    const added = await update({ ...was, items: [second, item!] });
    const undone = await undo(added);
    assert.deepEqual(await sourceOf(product), was);
    await undo(undone.changes.changeId);
    await update({ ...was, items: [{ ...second, name: "Named again" }, item!] });
    const { kept } = await undo(added, {}, operator, "?dryRun=true");
    assert.deepEqual(
      kept.map((one: { field: string; present: string }) => [one.field, one.present]),
      [["item", "Named again"]],
    );

    const source = { ...was, externalId: `${product.externalId}-new`, items: [{ ...item!, externalId: "only" }] };
    const { changes } = await operator.ask("POST", "/products", { source });
    await undo(changes.changeId);
    assert.equal((await sourceOf(source)).deleted, true);
  });

  test("who may make a change may undo it: the orders role its closed events alone, and a reader nothing", async () => {
    const { id, event } = await plantShow(app, {}, twiceADay);
    const priced = await eventChange(id, { capacity: { to: 9 } });
    const [orders, reader] = [await signedIn(app, "orders"), await signedIn(app, "read-only")];
    const closedId = await event("2026-06-20T18:00");
    await orders.ask("POST", `/events/${closedId}/close`, {});
    const { data } = await reader.ask("GET", `/changes?productId=${id}`);
    const closed = data[0] as { id: number; operation: string };
    assert.equal(closed.operation, "events.close");
    await orders.refused(403, "POST", `/changes/${priced}/undo`, {});
    await reader.refused(403, "POST", `/changes/${closed.id}/undo`, {});
    assert.deepEqual(
      [await orders.ask("GET", `/changes/${closed.id}`), await orders.ask("GET", `/changes/${priced}`)].map(
        ({ mayUndo }) => mayUndo,
      ),
      [true, false],
    );
    await undo(closed.id, {}, orders);
    assert.equal((await operator.ask("GET", `/events/${closedId}`)).setting, "available");
    await operator.refused(404, "GET", "/changes/999999");
    const month = await reader.ask("GET", `/changes?productId=${id}&from=2026-01-01&to=2026-01-31`);
    assert.equal(month.total, 0);
  });
});
