import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { adminOperations } from "../../src/admin/operations.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { eventIds } from "../concurrency/booking.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { museum, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { ecbFile } from "../support/samples/ecb-file.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { onBothStores } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import type { RawAnswer } from "../support/wire.ts";

/** Every changing operation writes its audit entry in the transaction of the change: both are stored, or neither. */

/** Operations that change nothing in the store. */
const changesNothing = ["vouchers.check", "session.newSecondFactor"];
/** Other files test accounts and sessions. */
const ofAccounts = (id: string) => id.startsWith("session.") || id.startsWith("operators.");

const changing = adminOperations.filter(
  ({ id, method }) => method !== "GET" && !changesNothing.includes(id) && !ofAccounts(id),
);

/** A call of an operation; `type` is that of a file. */
interface Sample {
  path: string;
  body?: unknown;
  type?: string;
}

onBothStores("the audit log", (open) => {
  let ordering: Ordering;
  let owner: Operator & { email: string };
  let events: string[];
  let next = 0;
  before(async () => {
    ordering = await startOrdering({
      open,
      catalogue: {
        ...testCatalogue,
        products: [...testCatalogue.products!, ...["to-delete", "to-publish", "to-restore", "to-redeem"].map(plain)],
        suppliers: [
          { externalId: "teatro", name: "Teatro", kind: "desk" },
          { externalId: "called", name: "Called", kind: "http", url: "https://supplier.example.com/" },
        ],
      },
      callbackGaps: { live: [], test: [] },
    });
    owner = await signedIn(ordering.app, "owner");
    events = await eventIds(ordering.app.store.database.db, "show");
  });
  after(() => ordering.stop());

  /** // All suppliers and partners have been called, so nothing changes in the background. */
  const settled = async () => {
    let last = "";
    await until(
      async () => {
        const before = last;
        last = JSON.stringify(await snapshot());
        return last === before;
      },
      "orders and callbacks to settle",
      { everyMs: 400 },
    );
  };
  const plain = (externalId: string) => variant(museum, { externalId }, { externalId: `${externalId}-day` });
  const order = async (...triggers: ("confirmed" | "cancel")[]): Promise<string> => {
    const { id } = await ordering.buy(events[(next++ % 9) + 5]!);
    for (const trigger of triggers) await ordering.change(id!, { trigger, actor: "supplier" });
    await settled();
    return id!;
  };
  const ofProduct = async (externalId: string) =>
    (await owner.ask("GET", "/products?perPage=100")).data.find(
      (one: { externalId: string }) => one.externalId === externalId,
    );
  const ofPage = async () => (await owner.ask("GET", "/pages?q=mad")).data[0];
  const ofPartner = async () => (await owner.ask("GET", "/partners?q=acme")).data[0];
  const delivery = async () => {
    const id = await order("confirmed");
    const { callbacks } = await owner.ask("GET", `/orders/${id}`);
    return { orderId: id, id: callbacks[0].id as string };
  };
  const revision = (record: { revision: number }) => ({ revision: record.revision });

  /** A valid call of each operation that changes something. Each call succeeds once. */
  const samples: Record<string, () => Promise<Sample>> = {
    "orders.confirm": async () => ({ path: `/orders/${await order()}/confirm`, body: { why: "by telephone" } }),
    "orders.decline": async () => ({ path: `/orders/${await order()}/decline`, body: {} }),
    "orders.cancel": async () => ({ path: `/orders/${await order("confirmed")}/cancel`, body: {} }),
    "orders.confirmCancel": async () => ({
      path: `/orders/${await order("confirmed", "cancel")}/confirmCancel`,
      body: {},
    }),
    "orders.declineCancel": async () => ({
      path: `/orders/${await order("confirmed", "cancel")}/declineCancel`,
      body: {},
    }),
    "orders.contactSupplier": async () => ({ path: `/orders/${await order()}/contactSupplier` }),
    "orders.note": async () => ({ path: `/orders/${await order()}/notes`, body: { note: "called" } }),
    "orders.resendCallbacks": async () => ({ path: `/orders/${(await delivery()).orderId}/callbacks` }),
    "orders.erase": async () => ({ path: `/orders/${await order("confirmed")}/erase` }),
    "deliveries.replay": async () => ({ path: `/deliveries/${(await delivery()).id}/replay` }),
    "deliveries.replayRange": async () => ({
      path: "/deliveries/replay",
      body: { from: "2026-06-15T00:00:00Z", orderId: (await delivery()).orderId },
    }),
    "products.create": async () => ({ path: "/products", body: { source: plain("created") } }),
    "products.update": async () => {
      const { id } = await ofProduct("museum");
      const shown = await owner.ask("GET", `/products/${id}`);
      return { path: `/products/${id}`, body: { source: { ...shown.source, name: "Renamed" }, ...revision(shown) } };
    },
    "products.duplicate": async () => ({
      path: `/products/${(await ofProduct("museum")).id}/duplicate`,
      body: { externalId: "twin" },
    }),
    "products.publish": async () => {
      const { id } = await ofProduct("to-publish");
      const { revision } = await owner.ask("POST", `/products/${id}/unpublish`, { revision: 1 });
      return { path: `/products/${id}/publish`, body: { revision } };
    },
    "products.unpublish": async () => {
      const product = await ofProduct("boat");
      return { path: `/products/${product.id}/unpublish`, body: revision(product) };
    },
    "products.delete": async () => ({ path: `/products/${(await ofProduct("to-delete")).id}?revision=1` }),
    "products.restore": async () => {
      const { id } = await ofProduct("to-restore");
      const { revision } = await owner.ask("POST", `/products/${id}/unpublish`, { revision: 1 });
      return { path: `/products/${id}/restore`, body: { revision, to: 1 } };
    },
    "events.change": async () => {
      const product = await ofProduct("show");
      return {
        path: "/events/change",
        body: {
          products: [{ id: product.id, ...revision(product) }],
          selection: { from: "2026-06-20", to: "2026-06-21" },
          change: { capacity: { to: 31 } },
        },
      };
    },
    "events.import": async () => ({
      path: "/events/import",
      type: "text/csv",
      body: Buffer.from("product,item,date,time,capacity\nshow,show-seat,2026-07-10,20:00,77"),
    }),
    "catalogue.import": async () => ({
      path: "/catalogue/import",
      type: "application/json",
      body: Buffer.from(JSON.stringify({ products: [plain("imported")] })),
    }),
    "pages.create": async () => ({
      path: "/pages",
      body: {
        source: { externalId: "rio", type: "city", cityCode: "RIO", es: { name: "Río", url: "//example.com/r" } },
      },
    }),
    "pages.update": async () => {
      const page = await ofPage();
      const source = { ...page.source, es: { ...page.source.es, name: "Villa" } };
      return { path: `/pages/${page.id}`, body: { source, ...revision(page) } };
    },
    "pages.delete": async () => {
      const page = await ofPage();
      return { path: `/pages/${page.id}?revision=${page.revision}` };
    },
    "whiteLabels.create": async () => ({ path: "/white-labels", body: { code: "NEW", name: "New", partner: "acme" } }),
    "whiteLabels.update": async () => ({
      path: "/white-labels/OTHER",
      body: { name: "Renamed", ...revision(await owner.ask("GET", "/white-labels/OTHER")) },
    }),
    "whiteLabels.delete": async () => ({
      path: `/white-labels/OTHER?revision=${(await owner.ask("GET", "/white-labels/OTHER")).revision}`,
    }),
    "currencies.create": async () => ({
      path: "/currencies",
      body: { code: "GBP", name: "Pound", displaySymbol: "£", active: true, base: "0.8", markup: "0" },
    }),
    "currencies.update": async () => ({
      path: "/currencies/EUR",
      body: {
        ...{ name: "Euro", displaySymbol: "€", active: true, base: "0.95", markup: "0" },
        ...revision(await owner.ask("GET", "/currencies/EUR")),
      },
    }),
    "currencies.ecb": async () => ({
      path: "/currencies/ecb",
      type: "application/xml",
      body: Buffer.from(ecbFile({ USD: "1.25", BRL: "6" })),
    }),
    "suppliers.create": async () => ({ path: "/suppliers", body: { externalId: "new", name: "New", kind: "desk" } }),
    "suppliers.update": async () => ({
      path: "/suppliers/teatro",
      body: { name: "Teatro Real", kind: "desk", ...revision(await owner.ask("GET", "/suppliers/teatro")) },
    }),
    "suppliers.delete": async () => ({
      path: `/suppliers/teatro?revision=${(await owner.ask("GET", "/suppliers/teatro")).revision}`,
    }),
    "suppliers.rotateSecret": async () => ({ path: "/suppliers/called/secret" }),
    "vouchers.redeem": async () => {
      // A day ticket for today.
      const { id } = await ordering.buy((await eventIds(db(), "to-redeem"))[0]!);
      await ordering.change(id!, { trigger: "confirmed", actor: "operator" });
      await settled();
      const { voucher } = await owner.ask("GET", `/orders/${id}`);
      return { path: "/vouchers/redeem", body: { code: voucher.address } };
    },
    "partners.create": async () => ({ path: "/partners", body: { externalId: "new", name: "New" } }),
    "partners.update": async () => {
      const { id, revision } = await ofPartner();
      return { path: `/partners/${id}`, body: { name: "Acme", active: true, revision } };
    },
    "partners.createKey": async () => ({ path: `/partners/${(await ofPartner()).id}/keys`, body: { mode: "test" } }),
    "partners.revokeKey": async () => {
      const { id } = await ofPartner();
      const { data } = await owner.ask("GET", `/partners/${id}/keys`);
      const key = data.find(
        ({ mode, revokedAt }: { mode: string; revokedAt: unknown }) => mode === "test" && !revokedAt,
      );
      return { path: `/partners/${id}/keys/${key.id}` };
    },
    "home.update": async () => ({ path: "/home", body: { timeZone: "Europe/Madrid", currencyCode: "EUR" } }),
    "home.dismissSetup": async () => ({ path: "/home/dismiss-setup" }),
    "partners.rotateSecret": async () => ({ path: `/partners/${(await ofPartner()).id}/secret` }),
  };

  test("every changing operation has a sample here", () => {
    assert.deepEqual(Object.keys(samples).sort(), changing.map(({ id }) => id).sort());
  });

  for (const { id, method } of changing)
    test(`${id}: an error while the entry is written reverts the change`, async () => {
      const { path, body, type } = await samples[id]!();
      const headers: Record<string, string> = type ? { "content-type": type } : {};
      const call = (): Promise<RawAnswer> => owner.call(method, path, body, headers);
      const before = await snapshot();
      const sent = ordering.receiver.received.length;
      await refuseEntries();
      const failed = await call().finally(acceptEntries);
      assert.equal(failed.status, 500, failed.text);
      assert.deepEqual(await snapshot(), before);
      assert.equal(ordering.receiver.received.length, sent, "nothing is sent");

      const done = await call();
      assert.equal(done.status, 200, done.text);
      const { rows } = await listAudit(db(), { operation: id }, { offset: 0, limit: 5 });
      assert.deepEqual([rows[0]!.operator, rows[0]!.outcome], [owner.email, "done"]);
      assert.notDeepEqual(await snapshot(), before, "it changes something");
    });

  const db = () => ordering.app.store.database.db;
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

  /** A digest of each table, without columns that every request changes. */
  async function snapshot(): Promise<Record<string, string>> {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(db());
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      if (["operator_session", "partner_usage", "partner_sync", "sign_in_attempt"].includes(name)) continue;
      const { rows } = await sql<{ digest: string }>`
        select md5(coalesce(string_agg(row, ' ' order by row), '')) as digest from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(name)} t) as rows`.execute(
        db(),
      );
      digests[name] = rows[0]!.digest;
    }
    return digests;
  }
});
