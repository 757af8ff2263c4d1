import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CatalogueFile } from "../../src/store/catalogue/catalogue-file.ts";
import { eventIds } from "../concurrency/booking.ts";
import type { Operator } from "../support/console.ts";
import { museum, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer } from "../support/samples/changing.ts";
import { ecbFile } from "../support/samples/ecb-file.ts";
import type { Ordering } from "../support/samples/ordering.ts";

/** A valid call of each operation that changes something. */

/** A call of an operation; `type` is that of a file. */
export interface Sample {
  path: string;
  body?: unknown;
  type?: string;
}

const plain = (externalId: string) => variant(museum, { externalId }, { externalId: `${externalId}-day` });

export const sampleCatalogue = {
  ...testCatalogue,
  products: [...testCatalogue.products!, ...["to-delete", "to-publish", "to-restore", "to-redeem"].map(plain)],
  suppliers: [
    { externalId: "teatro", name: "Teatro", kind: "desk" },
    { externalId: "called", name: "Called", kind: "http", settings: { url: "https://supplier.example.com/" } },
  ],
} satisfies CatalogueFile;

/** Each call succeeds once. `settled` waits until nothing changes in the background. */
export function samplesOf(
  ordering: Ordering,
  owner: Operator,
  settled: () => Promise<void>,
  mailServer: () => object,
): Record<string, () => Promise<Sample>> {
  const { db } = ordering.app.store.database;
  let next = 0;
  const order = async (...triggers: ("confirmed" | "cancel")[]): Promise<string> => {
    const events = await eventIds(db, "show");
    const { id } = await ordering.buy(events[(next++ % 9) + 5]!);
    for (const trigger of triggers) await ordering.change(id!, { trigger, actor: "supplier" });
    await settled();
    return id!;
  };
  /** An order with a change that waits for its supplier. */
  const changing = async (): Promise<string> => {
    const id = await order("confirmed");
    await new Changer(ordering.app).change(id, { email: "changed@example.com" });
    // The desk is asked in the background.
    await settled();
    return id;
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
  /** A session of today. */
  const today = async () => (await eventIds(db, "to-redeem"))[0]!;
  /** The code of a confirmed voucher for today. */
  const dayTicket = async (): Promise<string> => {
    const { id } = await ordering.buy(await today());
    await ordering.change(id!, { trigger: "confirmed", actor: "operator" });
    await settled();
    const { voucher } = await owner.ask("GET", `/orders/${id}`);
    return voucher.address;
  };
  const filter = (name: string) => ({ name, filter: { status: "complete" } });

  return {
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
    "orders.quoteChange": async () => ({
      path: `/orders/${await order("confirmed")}/quoteChange`,
      body: { email: "quoted@example.com" },
    }),
    "orders.acceptChange": async () => {
      const id = await order("confirmed");
      const quote = await owner.ask("POST", `/orders/${id}/quoteChange`, { email: "accepted@example.com" });
      return { path: `/orders/${id}/acceptChange`, body: { quoteId: quote.quoteId, ...revision(quote) } };
    },
    "orders.confirmChange": async () => ({ path: `/orders/${await changing()}/confirmChange`, body: {} }),
    "orders.declineChange": async () => ({ path: `/orders/${await changing()}/declineChange`, body: {} }),
    "orders.contactSupplier": async () => ({ path: `/orders/${await order()}/contactSupplier` }),
    "orders.recordRefund": async () => ({
      path: `/orders/${await order("confirmed")}/refunds`,
      body: { paidUsd: "10.00", method: "cash" },
    }),
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
    "vouchers.check": async () => ({ path: "/vouchers/check", body: { code: await dayTicket() } }),
    "vouchers.redeem": async () => ({ path: "/vouchers/redeem", body: { code: await dayTicket() } }),
    "vouchers.undo": async () => {
      const { admission } = await owner.ask("POST", "/vouchers/redeem", { code: await dayTicket() });
      return { path: "/vouchers/undo", body: { admissionId: admission.id } };
    },
    "door.list": async () => ({ path: "/door/list", body: { sessionIds: [await today()] } }),
    "door.find": async () => ({ path: "/door/guests", body: { lastName: "garcia" } }),
    "door.merge": async () => {
      const admission = { id: randomUUID(), code: await dayTicket(), at: ordering.app.clock.now.toISOString() };
      return { path: "/door/admissions", body: { device: "Gate A", admissions: [admission] } };
    },
    "ticketTypes.update": async () => ({
      path: "/ticket-types/ADULT",
      body: { es: "Mayor de 12 años", pt: "Maior de 12 anos", en: "Over 12", revision: 0 },
    }),
    "filters.save": async () => ({ path: "/filters", body: filter("Saved") }),
    "filters.delete": async () => {
      await owner.ask("POST", "/filters", filter("To delete"));
      return { path: "/filters/delete", body: { name: "To delete" } };
    },
    "letters.update": async () => ({
      path: "/letters/es",
      body: { subject: "Bono {reference}", body: "{voucher_link}", revision: 0 },
    }),
    "orders.sendVoucher": async () => {
      await owner.ask("PUT", "/mail", mailServer());
      return { path: `/orders/${await order("confirmed")}/sendVoucher`, body: {} };
    },
    "mail.update": async () => ({ path: "/mail", body: mailServer() }),
    "mail.delete": async () => {
      await owner.ask("PUT", "/mail", mailServer());
      return { path: "/mail" };
    },
    "mail.test": async () => ({ path: "/mail/test", body: { to: "ana@example.com", server: mailServer() } }),
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
    "partners.setCatalogAddress": async () => ({
      path: `/partners/${(await ofPartner()).id}/catalog-address`,
      body: { url: "http://127.0.0.1:8099/catalogue" },
    }),
    "partners.removeCatalogAddress": async () => {
      const { id } = await ofPartner();
      await sql`
        insert into catalog_address (partner_id, url, update_version, delete_version, state)
        values (${id}, 'https://partner.example.com/catalogue', 0, 0, 'active') on conflict do nothing`.execute(db);
      return { path: `/partners/${id}/catalog-address` };
    },
    "partners.rotateSecret": async () => ({ path: `/partners/${(await ofPartner()).id}/secret` }),
  };
}
