import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { adminOperations } from "../../src/admin/operations.ts";
import { eventIds } from "../concurrency/booking.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { museum, variant } from "../support/samples/catalogue.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { tableDigests } from "../support/table-digests.ts";

/**
 * An operation writes its audit entry in the transaction of the change: both are stored, or neither. Here is an operation for each way to do
 * so, which needs a transaction by its type. That each operation writes one entry is checked with every request (`Operator`).
 */

onPostgres("the audit log", (open) => {
  let ordering: Ordering;
  let owner: Operator & { email: string };
  before(async () => {
    // Nothing changes in the background.
    ordering = await startOrdering({ open, jobs: false });
    owner = await signedIn(ordering.app, "owner");
  });
  after(() => ordering.stop());

  const db = () => ordering.app.store.database.db;
  const event = async () => (await eventIds(db(), "show"))[5]!;
  const order = async () => (await ordering.buy(await event())).id!;
  const sale = async () => ({
    ...{ id: randomUUID(), eventId: await event(), lang: "es", totalUsd: "50.00", method: "cash" },
    tickets: [{ code: "ADULT", quantity: 1 }],
  });
  const preview = async () => {
    await order();
    const wish = { kind: "cancel", eventIds: [await event()] };
    const { digest } = await owner.ask("POST", "/bulk-actions/preview", wish);
    return { ...wish, refund: "full", id: randomUUID(), digest };
  };
  const samples: [id: string, sample: () => Promise<[path: string, body?: object]>][] = [
    ["filters.save", async () => ["/filters", { list: "orders", name: "Done", filter: { status: "complete" } }]],
    ["orders.note", async () => [`/orders/${await order()}/notes`, { note: "called" }]],
    ["orders.confirm", async () => [`/orders/${await order()}/confirm`, { why: "by telephone" }]],
    [
      "orders.quoteAmendment",
      async () => {
        const id = await order();
        await owner.ask("POST", `/orders/${id}/confirm`, {});
        return [`/orders/${id}/quoteAmendment`, { email: "quoted@example.com" }];
      },
    ],
    ["orders.erase", async () => [`/orders/${await order()}/erase`]],
    [
      "products.create",
      async () => ["/products", { source: variant(museum, { externalId: "new" }, { externalId: "n" }) }],
    ],
    [
      "orders.create",
      async () => {
        // The first sale makes the partner of the desk.
        await owner.ask("POST", "/orders", await sale());
        return ["/orders", await sale()];
      },
    ],
    ["events.close", async () => [`/events/${(await eventIds(db(), "show"))[2]}/close`]],
    ["bulkActions.start", async () => ["/bulk-actions", await preview()]],
    ["operators.invite", async () => ["/operators", { email: "ana@example.com", name: "Ana", role: "orders" }]],
  ];

  for (const [id, sample] of samples)
    test(`${id}: an error while the entry is written reverts the change`, async () => {
      const { method } = adminOperations.find((one) => one.id === id)!;
      const [path, body] = await sample();
      const before = await tableDigests(db());
      await refuseEntries();
      const failed = await owner.call(method, path, body).finally(acceptEntries);
      assert.equal(failed.status, 500, failed.text);
      assert.deepEqual(await tableDigests(db()), before);
      assert.equal((await owner.call(method, path, body)).status, 200);
      const { audit: _audit, ...rest } = await tableDigests(db());
      const { audit: _before, ...restBefore } = before;
      assert.notDeepEqual(rest, restBefore, "it changes something");
    });

  const refuseEntries = async () => {
    await sql`create function refuse_entry() returns trigger language plpgsql as $$
      begin raise exception 'no entry today'; end $$`.execute(db());
    await sql`create trigger refuse_entry before insert on audit for each row execute function refuse_entry()`.execute(
      db(),
    );
  };
  const acceptEntries = async () => {
    await sql`drop function refuse_entry cascade`.execute(db());
  };
});
