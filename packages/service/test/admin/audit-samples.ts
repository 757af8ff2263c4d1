import { randomUUID } from "node:crypto";
import type { CatalogueFile } from "../../src/store/catalogue/catalogue-file.ts";
import { publishEndedSales } from "../../src/store/catalogue/cleanup.ts";
import { eventIds } from "../concurrency/booking.ts";
import type { Operator } from "../support/console.ts";
import { museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer } from "../support/samples/changing.ts";
import type { Ordering } from "../support/samples/ordering.ts";
import { photoBytes, photoCrop, servedPhoto } from "../support/samples/photos.ts";
import { bulkSamples } from "./audit-bulk-samples.ts";
import { resourceSamples } from "./audit-resource-samples.ts";
import { type Sample, storeSamples } from "./audit-store-samples.ts";

/** A valid call of each operation that changes something. */

const plain = (externalId: string) => variant(museum, { externalId }, { externalId: `${externalId}-day` });

export const sampleCatalogue = {
  ...testCatalogue,
  products: [...testCatalogue.products!, ...["to-delete", "to-publish", "to-restore", "to-redeem"].map(plain)],
  suppliers: [
    { externalId: "teatro", name: "Teatro", kind: "desk" },
    { externalId: "called", name: "Called", kind: "http", settings: { url: "https://supplier.example.com/" } },
  ],
} satisfies CatalogueFile;

/** Returns sample calls. Each call succeeds once. `settled` waits until nothing changes in the background. */
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
  /** Makes an order with a change that waits for its supplier. */
  const changing = async (): Promise<string> => {
    const id = await order("confirmed");
    await new Changer(ordering.app).change(id, { email: "changed@example.com" });
    // The service contacts the supplier in the background.
    await settled();
    return id;
  };
  const cancelling = async () => `/orders/${await order("confirmed", "cancel")}`;
  const ofProduct = async (externalId: string) =>
    (await owner.ask("GET", "/products?perPage=100")).data.find(
      (one: { externalId: string }) => one.externalId === externalId,
    );
  const ofPage = async () => (await owner.ask("GET", "/pages?q=mad")).data[0];
  const delivery = async () => {
    const id = await order("confirmed");
    const { callbacks } = await owner.ask("GET", `/orders/${id}`);
    return { orderId: id, id: callbacks[0].id as string };
  };
  const revision = (record: { revision: number }) => ({ revision: record.revision });
  const today = async () => (await eventIds(db, "to-redeem"))[0]!;
  /** Returns the code of a confirmed voucher for today. */
  const dayTicket = async (): Promise<string> => {
    const { id } = await ordering.buy(await today());
    await ordering.change(id!, { trigger: "confirmed", actor: "operator" });
    await settled();
    const { voucher } = await owner.ask("GET", `/orders/${id}`);
    return voucher.address;
  };
  const deskSale = async (method: "cash" | "account") => ({
    ...{ id: randomUUID(), eventId: (await eventIds(db, "show"))[1]!, lang: "es", totalUsd: "50.00", method },
    tickets: [{ code: "ADULT", quantity: 1 }],
  });
  const filter = (name: string) => ({ list: "orders", name, filter: { status: "complete" } });

  return {
    "orders.create": async () => {
      // The first sale makes the partner of the desk.
      await owner.ask("POST", "/orders", await deskSale("cash"));
      await settled();
      return { path: "/orders", body: await deskSale("cash") };
    },
    "orders.confirm": async () => ({ path: `/orders/${await order()}/confirm`, body: { why: "by telephone" } }),
    "orders.decline": async () => ({ path: `/orders/${await order()}/decline`, body: {} }),
    "orders.cancel": async () => ({ path: `/orders/${await order("confirmed")}/cancel`, body: {} }),
    "orders.confirmCancel": async () => ({ path: `${await cancelling()}/confirmCancel`, body: {} }),
    "orders.declineCancel": async () => ({ path: `${await cancelling()}/declineCancel`, body: {} }),
    "orders.quoteAmendment": async () => ({
      path: `/orders/${await order("confirmed")}/quoteAmendment`,
      body: { email: "quoted@example.com" },
    }),
    "orders.acceptAmendment": async () => {
      const id = await order("confirmed");
      const quote = await owner.ask("POST", `/orders/${id}/quoteAmendment`, { email: "accepted@example.com" });
      return { path: `/orders/${id}/acceptAmendment`, body: { quoteId: quote.quoteId, ...revision(quote) } };
    },
    "orders.confirmChange": async () => ({ path: `/orders/${await changing()}/confirmChange`, body: {} }),
    "orders.declineChange": async () => ({ path: `/orders/${await changing()}/declineChange`, body: {} }),
    "events.close": async () => {
      await settled();
      return { path: `/events/${(await eventIds(db, "show"))[2]}/close` };
    },
    "orders.contactSupplier": async () => ({ path: `/orders/${await order()}/contactSupplier` }),
    "orders.recordRefund": async () => ({
      path: `/orders/${await order("confirmed")}/refunds`,
      body: { amount: "10.00", method: "cash" },
    }),
    "orders.recordPayment": async () => {
      const sale = await deskSale("account");
      await owner.ask("POST", "/orders", sale);
      await settled();
      return { path: `/orders/${sale.id}/payments`, body: { id: randomUUID(), amount: "10.00", method: "cash" } };
    },
    "refunds.record": async () => {
      const id = await order("confirmed", "cancel");
      await owner.ask("POST", `/orders/${id}/confirmCancel`, {});
      await settled();
      const { refunds } = await owner.ask("GET", `/orders/${id}`);
      return { path: "/refunds/record", body: { ids: [refunds[0].id] } };
    },
    "closings.close": async () => ({ path: "/closings/2026-06-01" }),
    "orders.note": async () => ({ path: `/orders/${await order()}/notes`, body: { note: "called" } }),
    "orders.resendCallbacks": async () => ({ path: `/orders/${(await delivery()).orderId}/callbacks` }),
    "orders.erase": async () => ({ path: `/orders/${await order("confirmed")}/erase` }),
    "callbacks.replay": async () => ({ path: `/callbacks/${(await delivery()).id}/replay` }),
    "callbacks.replayRange": async () => ({
      path: "/callbacks/replay",
      body: { from: "2026-06-15T00:00:00Z", orderId: (await delivery()).orderId },
    }),
    "products.create": async () => ({ path: "/products", body: { source: plain("created") } }),
    "products.update": async () => {
      const { id } = await ofProduct("museum");
      const shown = await owner.ask("GET", `/products/${id}`);
      return { path: `/products/${id}`, body: { source: { ...shown.source, name: "Renamed" }, ...revision(shown) } };
    },
    "products.changeListings": async () => {
      const { id, revision } = await ofProduct("to-redeem");
      const change = { addCategories: ["show"] };
      return { path: "/products/change-listings", body: { products: [{ id, revision }], change } };
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
    "events.drop": async () => {
      const { clock } = ordering.app;
      const { now } = clock;
      clock.now = new Date(now.toISOString().replace("2026", "2020"));
      const past = JSON.stringify(variant(show, { externalId: "past" }, { externalId: "past-seat" }));
      await ordering.app.import({ products: [JSON.parse(past.replaceAll('"2026-', '"2020-'))] });
      clock.now = now;
      await publishEndedSales(db, now);
      return { path: "/events/drop", body: { before: 2021, yes: true } };
    },
    "catalogue.import": async () => ({
      path: "/catalogue/import",
      type: "application/json",
      body: Buffer.from(JSON.stringify({ products: [plain("imported")] })),
    }),
    "brand.addLogo": async () => ({ path: "/brand/logo", type: "image/png", body: await photoBytes() }),
    "photos.add": async () => ({ path: "/photos", type: "image/png", body: await photoBytes() }),
    "photos.fetch": async () => ({ path: "/photos/fetch", body: { address: await servedPhoto() } }),
    "photos.crop": () => photoCrop(owner),
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
    "pageRules.update": async () => ({
      path: "/page-rules",
      body: {
        city: null,
        product: { address: "//example.com/{id}" },
        ...revision(await owner.ask("GET", "/page-rules")),
      },
    }),
    "whiteLabels.create": async () => ({ path: "/white-labels", body: { code: "NEW", name: "New", partner: "acme" } }),
    "whiteLabels.update": async () => ({
      path: "/white-labels/OTHER",
      body: { name: "Renamed", ...revision(await owner.ask("GET", "/white-labels/OTHER")) },
    }),
    "whiteLabels.delete": async () => ({
      path: `/white-labels/OTHER?revision=${(await owner.ask("GET", "/white-labels/OTHER")).revision}`,
    }),
    "vouchers.check": async () => ({ path: "/vouchers/check", body: { code: await dayTicket() } }),
    "vouchers.redeem": async () => ({ path: "/vouchers/redeem", body: { code: await dayTicket() } }),
    "vouchers.undo": async () => {
      const { admission } = await owner.ask("POST", "/vouchers/redeem", { code: await dayTicket() });
      return { path: "/vouchers/undo", body: { admissionId: admission.id } };
    },
    "door.list": async () => ({ path: "/door/list", body: { eventIds: [await today()] } }),
    "door.find": async () => ({ path: "/door/guests", body: { lastName: "garcia" } }),
    "door.merge": async () => {
      const admission = { id: randomUUID(), code: await dayTicket(), at: ordering.app.clock.now.toISOString() };
      return { path: "/door/admissions", body: { device: "Gate A", admissions: [admission] } };
    },
    "ticketTypes.import": async () => ({
      path: "/ticket-types/import",
      type: "text/csv",
      body: Buffer.from(
        "code,name es,name pt,name en,age from,age to,person,conditions es,conditions pt,conditions en\nADULT,Mayor,,,18,,yes,,,",
      ),
    }),
    "ticketTypes.update": async () => ({
      path: "/ticket-types/ADULT",
      body: { es: "Mayor de 12 años", pt: "Maior de 12 anos", en: "Over 12", revision: 0 },
    }),
    "filters.save": async () => ({ path: "/filters", body: filter("Saved") }),
    "filters.delete": async () => {
      await owner.ask("POST", "/filters", filter("To delete"));
      return { path: "/filters/delete", body: { list: "orders", name: "To delete" } };
    },
    "letters.switch": async () => ({ path: "/letters/reminder", body: { isOn: false, hours: 12, revision: 0 } }),
    "letters.update": async () => ({
      path: "/letters/confirmation/es",
      body: { subject: "Bono {reference}", body: "{voucher_link}", revision: 0 },
    }),
    "letters.delete": async () => {
      const letter = { subject: "Gracias", body: "{guest}", revision: 0 };
      await owner.ask("PUT", "/letters/thanks/es", letter);
      return { path: "/letters/thanks/es" };
    },
    "letters.try": async () => {
      await owner.ask("PUT", "/mail", mailServer());
      return { path: "/letters/thanks/es/try", body: { subject: "Gracias", body: "{guest}" } };
    },
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
    ...bulkSamples(db, owner, { order: () => order("confirmed"), settled }),
    ...storeSamples(ordering, owner),
    ...resourceSamples(db, owner, ordering),
  };
}
