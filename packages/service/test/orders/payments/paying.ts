import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { runRefund } from "../../../src/domain/payments/refunds.ts";
import { runCheckout } from "../../../src/domain/payments/run.ts";
import { dueCheckoutRefunds } from "../../../src/store/payments/checkout-refunds.ts";
import { checkoutById, dueCheckouts } from "../../../src/store/payments/checkouts.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { askAt, type Sent } from "../../support/http.ts";
import { TestProvider } from "../../support/payment-provider.ts";

/** A service whose guests pay at a provider in memory. No job runs: a test does due work itself. */
export interface Paying {
  app: TestApp;
  bank: TestProvider;
  desk: Operator & { email: string };
  events: string[];
  /** Sells tickets on account, of 50 US dollars each. */
  sell(event: string, quantity?: number, more?: object): Promise<{ id: string; reference: string }>;
  /** Makes a link, and returns the path of its page. */
  linkOf(orderId: string, more?: object): Promise<string>;
  /** Sends a request to a guest's page, as a browser does. */
  page(path: string, sent?: Sent): Promise<{ status: number; text: string; location: string | undefined }>;
  /** Chooses the provider on the page, and returns the answer. */
  choose(path: string, kind?: string): Promise<{ status: number; text: string; location: string | undefined }>;
  /** Sends the provider's report about a payment. */
  report(one?: ReturnType<TestProvider["report"]>, path?: string): Promise<number>;
  /** Makes all work due, and does it until none is left. */
  work(): Promise<void>;
  order(id: string): Promise<Awaited<ReturnType<Operator["ask"]>>>;
  /** The payments of an order as the console has them. */
  payments(id: string): Promise<Awaited<ReturnType<Operator["ask"]>>>;
  stop(): Promise<void>;
}

export async function startPaying(options: Parameters<typeof startApp>[0] = {}): Promise<Paying> {
  const bank = new TestProvider();
  const app = await startApp({ jobs: false, paymentKinds: [bank.kind], ...options });
  const { db } = app.store.database;
  const owner = await signedIn(app, "owner");
  const given = { enabled: true, settings: { key: bank.secret }, revision: 0 };
  await owner.ask("PUT", `/payment-kinds/${bank.name}`, given);
  const desk = await signedIn(app, "orders");
  const { payments } = app.app.service;
  const port = Number(new URL(app.url).port);
  const page: Paying["page"] = async (path, sent) => {
    const { status, text, headers } = await askAt({ port, path }, sent);
    return { status, text, location: headers.location };
  };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return {
    ...{ app, bank, desk, page, events: await eventIds(db, "show") },
    sell: (event, quantity = 2, more = {}) =>
      desk.ask("POST", "/orders", {
        ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity }], lang: "es", name: "Ana Ruiz" },
        ...{ method: "account", totalUsd: (50 * quantity).toFixed(2), email: "ana@guest.example", ...more },
      }),
    async linkOf(orderId, more = {}) {
      const made = await desk.ask("POST", `/orders/${orderId}/payment-links`, { id: randomUUID(), ...more });
      return new URL(made.links[0].url).pathname;
    },
    choose: (path, kind = bank.name) => page(path, { method: "POST", headers: form, body: `kind=${kind}` }),
    async report(one = bank.report(), path = new URL(bank.last.notifyUrl).pathname) {
      const headers = { "content-type": "application/json", ...(one.headers as Record<string, string>) };
      return (await page(path, { method: "POST", headers, body: Buffer.from(one.body) })).status;
    },
    async work() {
      for (let rounds = 0; rounds < 20; rounds++) {
        await sql`update checkout set due_at = now() where due_at is not null`.execute(db);
        await sql`update checkout_refund set due_at = now() where state = 'due'`.execute(db);
        const checkouts = await dueCheckouts(db, 100, []);
        const refunds = await dueCheckoutRefunds(db, 100, []);
        for (const { id } of checkouts) await runCheckout(payments, id);
        for (const { id } of refunds) await runRefund(payments, id);
        const open = await Promise.all(checkouts.map(({ id }) => checkoutById(db, id)));
        const isWaiting = open.every((one) => one === null || one.state === "open" || one.state === "starting");
        if (refunds.length === 0 && isWaiting) return;
      }
    },
    order: (id) => desk.ask("GET", `/orders/${id}`),
    payments: (id) => desk.ask("GET", `/orders/${id}/payment-links`),
    stop: () => app.stop(),
  };
}
