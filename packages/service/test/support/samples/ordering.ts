import assert from "node:assert/strict";
import type { OrderNotification as Notification } from "@paseo/contract";
import { type BookRequest, encode, type Format, type Language, type Order, operations } from "@paseo/contract";
import { sql } from "kysely";
import { signingSecrets } from "../../../src/domain/callbacks/signing-secrets.ts";
import { changeOrder, type Transition } from "../../../src/domain/orders/transitions.ts";
import type { Supplier } from "../../../src/suppliers/supplier.ts";
import { startApp, type TestApp } from "../app.ts";
import { Partner, type Party } from "../partner.ts";
import { type CallbackReceiver, startReceiver, verified } from "../servers/callback-receiver.ts";
import { namespace, type RawAnswer, send, Wire } from "../wire.ts";

/** The service with a partner that has a real endpoint, and scripted suppliers. */
export interface Ordering {
  app: TestApp;
  receiver: CallbackReceiver;
  partner: Partner;
  /** The supplier of every order. It never decides until a test replaces it. */
  supplier: { now: Supplier };
  /** Buys with a CallbackUrl at the receiver. */
  buy(event: string, more?: Partial<BookRequest>, party?: Party): Promise<Order>;
  /** Applies a trigger of the supplier or the operator to an order. Fails unless the order changes. */
  change(id: string, change: Transition): Promise<void>;
  /** Returns the notifications of an order with good signatures, in the order in which they arrived. */
  notified(id: string): Notification[];
  /** Statements of this store that wait for a lock. Works with PostgreSQL only. */
  waitingForLocks(): Promise<number>;
  stop(): Promise<void>;
}

export async function startOrdering(
  options: Pick<Parameters<typeof startApp>[0] & object, "open" | "catalogue" | "tuning" | "config" | "jobs"> = {},
): Promise<Ordering> {
  const app = await startApp({
    ...options,
    // Tests of slow suppliers wait that long. On a loaded machine a supplier that answers at once takes more than a second.
    config: { callbackAllowPrivate: true, supplierWaitSeconds: 5, ...options.config },
  });
  const receiver = await startReceiver();
  const { db, orderContext } = app.app.service;
  const supplier = { now: silent };
  orderContext.suppliers = () => supplier.now;
  const partner = new Partner(app);
  const [secret] = await secretsOf(app);
  return {
    app,
    receiver,
    partner,
    supplier,
    buy: (event, more = {}, party = { ADULT: 2 }) =>
      partner.buy(event, party, { callbackUrl: receiver.url(), ...more }),
    async change(id, change) {
      const { changed } = await changeOrder(orderContext, id, change);
      assert.ok(changed, `${change.trigger} did not change the order`);
    },
    notified: (id) =>
      receiver.received
        .filter(({ query }) => query.get("orderid") === id)
        .map((received) => verified(received, secret!)),
    async waitingForLocks() {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows[0]!.n;
    },
    async stop() {
      await app.stop();
      await receiver.close();
    },
  };
}

/** Returns the secrets that sign the partner's notifications, newest first. */
export async function secretsOf({ app }: TestApp, partner = "acme"): Promise<string[]> {
  const { db } = app.service;
  return signingSecrets(db, { partnerId: await partnerId({ app }, partner) });
}

export async function partnerId({ app }: Pick<TestApp, "app">, partner = "acme"): Promise<string> {
  const { db } = app.service;
  const { rows } = await sql<{ id: string }>`select id from partner where external_id = ${partner}`.execute(db);
  return rows[0]!.id;
}

/** A supplier that never decides. */
export const silent: Supplier = {
  request: async () => ({ outcome: "unknown", message: null }),
  status: null,
  cancel: async () => ({ outcome: "unknown", message: null }),
};

/** Answers ordercancel in each format. */
export function cancelling(app: TestApp, { sends = "json", reads = sends }: { sends?: Format; reads?: Format } = {}) {
  return (id: string, { lang = "es", apiKey = app.key }: { lang?: Language; apiKey?: string } = {}): Promise<Order> =>
    new Wire(app.url, { sends, reads }).ask("ordercancel", { lang }, { id, apiKey });
}

/** Sends an ordercancel without checking the request or the answer. */
export function sendCancel(
  app: TestApp,
  body: string | object,
  { format = "json", lang = "es" }: { format?: Format; lang?: string } = {},
): Promise<RawAnswer> {
  return send(`${app.url}/api/${lang}/ordercancel`, {
    method: "POST",
    headers: { "content-type": `application/${format}`, accept: `application/${format}` },
    body:
      typeof body === "string" ? body : encode(operations.ordercancel.request, body as never, format, { namespace }),
  });
}

/** Seats left of an event. */
export async function seatsLeft({ app }: Ordering, event: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`select capacity_left as left from event where id = ${event}`.execute(
    app.app.service.db,
  );
  return rows[0]!.left;
}
