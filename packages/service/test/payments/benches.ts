import { createHmac, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Notification, PaymentPage, SandboxPayment, SandboxStore } from "../../src/payments/kind.ts";
import { molliePaymentKind } from "../../src/payments/kinds/mollie.ts";
import { redsysPaymentKind } from "../../src/payments/kinds/redsys.ts";
import { pressSandboxButton, type SandboxButton, sandboxPaymentKind } from "../../src/payments/kinds/sandbox.ts";
import { stripePaymentKind } from "../../src/payments/kinds/stripe.ts";
import type { OpenBench, PaymentBench } from "./conformance.ts";
import { MollieServer } from "./servers/mollie-server.ts";
import { type Fault, type GuestAct, post } from "./servers/provider-server.ts";
import { RedsysServer } from "./servers/redsys-server.ts";
import { StripeServer } from "./servers/stripe-server.ts";

/** Each kind with a local server of its provider. */

/** Goes to the page as a browser does, and does something there. */
async function visit(page: PaymentPage, act: GuestAct): Promise<boolean> {
  const body = page.method === "POST" ? new URLSearchParams(page.fields).toString() : null;
  const headers = { "x-guest": act, ...(body !== null && { "content-type": "application/x-www-form-urlencoded" }) };
  const { status } = await fetch(page.url, { method: page.method, headers, body, redirect: "manual" });
  return act === "look" ? status === 200 : status === 200 || status === 303;
}

const withHeaders = (report: Notification, more: Record<string, string | undefined>): Notification => ({
  ...report,
  headers: { ...report.headers, ...more },
});
/** The same report with one more byte. */
const altered = (report: Notification): Notification => ({
  ...report,
  body: Buffer.concat([report.body, Buffer.from(" ")]),
});
const hex = (bytes: number) => randomBytes(bytes).toString("hex");

const stripe = new StripeServer(() => new Date());

export const stripeBench: PaymentBench = {
  kind: stripePaymentKind,
  settings: { key: stripe.key, webhookSecret: stripe.webhookSecret },
  wrongSettings: { key: "sk_test_another0123456789", webhookSecret: "whsec_another" },
  signaturesAge: true,
  canExpire: true,
  async open({ clock, notifyUrl }) {
    const server = new StripeServer(clock);
    await server.open();
    server.webhookUrl = notifyUrl;
    return {
      context: { addresses: { stripe: server.url }, sandbox: null },
      guest: visit,
      report: (id) => server.report(id),
      books(id) {
        const session = server.sessions.get(id)!;
        const isPaid = session.payment_status === "paid";
        const refunds = server.refunds.filter(({ payment_intent }) => isPaid && payment_intent === session.intent);
        return {
          ...{ payments: isPaid ? 1 : 0, paid: isPaid ? session.received : 0, refunds: refunds.length },
          refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
        };
      },
      started: () => server.sessions.size,
      fault: (fault) => {
        server.fault = fault;
      },
      forge: (report) => {
        const at = Math.floor(clock().getTime() / 1000);
        const signed = (value: string) => withHeaders(report, { "stripe-signature": value });
        const whole = report.headers["stripe-signature"]!;
        return {
          unsigned: [withHeaders(report, { "stripe-signature": undefined }), signed(`t=${at}`), signed("")],
          wrong: [
            altered(report),
            signed(`t=${at},v1=${hex(32)}`),
            // Another time than the one that was signed, and a scheme that is not of live reports.
            signed(whole.replace(/t=\d+/, `t=${at + 1}`)),
            signed(whole.replaceAll("v1=", "v0=")),
            signed(`t=${at},v1=${hex(2)}`),
          ],
        };
      },
      otherReports: () =>
        [
          server.event("customer.created", { id: "cus_1", object: "customer" }),
          server.event("charge.refunded", { id: "ch_1", object: "charge" }),
        ].map(({ body, signature }) => ({ headers: { "stripe-signature": signature }, body: Buffer.from(body) })),
      close: () => server.close(),
    };
  },
};

export const mollieBench: PaymentBench = {
  kind: molliePaymentKind,
  settings: { key: new MollieServer(() => new Date()).key },
  wrongSettings: { key: "test_another0123456789abcdefgh" },
  signaturesAge: false,
  canExpire: true,
  async open({ clock }) {
    const server = new MollieServer(clock);
    await server.open();
    const units = (value: string) => Math.round(Number(value) * 100);
    return {
      context: { addresses: { mollie: server.url }, sandbox: null },
      guest: visit,
      report: (id) => server.report(id),
      books(id) {
        const { status, amount, refunds } = server.payments.get(id)!;
        const isPaid = status === "paid";
        return {
          ...{ payments: isPaid ? 1 : 0, paid: isPaid ? units(amount.value) : 0, refunds: refunds.length },
          refunded: refunds.reduce((sum, refund) => sum + units(refund.amount.value), 0),
        };
      },
      started: () => server.payments.size,
      fault: (fault) => {
        server.fault = fault;
      },
      forge: null,
      otherReports: () => [{ headers: {}, body: Buffer.from("id=ord_kEn1PlbGa") }],
      close: () => server.close(),
    };
  },
};

const redsys = new RedsysServer(() => new Date());
const redsysSettings = {
  environment: "test",
  merchantCode: redsys.merchantCode,
  terminal: redsys.terminal,
  key: redsys.key,
};

export const redsysBench: PaymentBench = {
  kind: redsysPaymentKind,
  settings: redsysSettings,
  wrongSettings: { ...redsysSettings, key: "qwertyuiopasdfghjklzxcvbnm123456" },
  signaturesAge: false,
  canExpire: false,
  async open({ clock }) {
    const server = new RedsysServer(clock);
    await server.open();
    return {
      context: { addresses: { redsys: server.url }, sandbox: null },
      guest: visit,
      report: (number) => server.report(number),
      books(number) {
        const operations = server.orders.get(number)?.operations ?? [];
        const payments = operations.filter(({ type, response }) => type === "0" && Number(response) <= 99);
        const refunds = operations.filter(({ type }) => type === "3");
        const sum = (of: { amount: number }[]) => of.reduce((total, { amount }) => total + amount, 0);
        return { payments: payments.length, paid: sum(payments), refunds: refunds.length, refunded: sum(refunds) };
      },
      started: () => server.orders.size,
      fault: (fault) => {
        server.fault = fault;
      },
      forge: (report) => {
        const form = new URLSearchParams(Buffer.from(report.body).toString());
        const changed = (name: string, value: string | null): Notification => {
          const other = new URLSearchParams(form);
          if (value === null) other.delete(name);
          else other.set(name, value);
          return { ...report, body: Buffer.from(other.toString()) };
        };
        const parameters = JSON.parse(Buffer.from(form.get("Ds_MerchantParameters")!, "base64").toString());
        const free = Buffer.from(JSON.stringify({ ...parameters, Ds_Amount: "1" })).toString("base64url");
        const elsewhere = server.form({ ...parameters, Ds_MerchantCode: "111111111" });
        const nextTerminal = server.form({ ...parameters, Ds_Terminal: "2" });
        return {
          unsigned: [changed("Ds_Signature", null), changed("Ds_SignatureVersion", null), changed("Ds_Signature", "")],
          wrong: [
            changed("Ds_MerchantParameters", free),
            changed("Ds_Signature", randomBytes(64).toString("base64url")),
            changed("Ds_SignatureVersion", "HMAC_SHA256_V1"),
            changed("Ds_SignatureVersion", "NONE"),
            { ...report, body: Buffer.from(elsewhere) },
            { ...report, body: Buffer.from(nextTerminal) },
          ],
        };
      },
      otherReports: () => {
        const operation = { type: "1", response: "0000", amount: 100, currency: "978" };
        return [{ headers: {}, body: Buffer.from(server.form(server.result("123456789012", operation))) }];
      },
      close: () => server.close(),
    };
  },
};

/** The store of the sandbox in memory. A fault breaks it as a fault breaks a provider. */
export class MemoryStore implements SandboxStore {
  readonly payments = new Map<string, string>();
  fault: Fault | null = null;

  pageUrl = (providerId: string) => `http://127.0.0.1/sandbox/${providerId}`;

  async change(
    providerId: string,
    change: (stored: SandboxPayment | null) => SandboxPayment | null,
  ): Promise<SandboxPayment | null> {
    if (this.fault === "slow") await setTimeout(30);
    else if (this.fault !== null && this.fault !== "lost") throw new Error("connection terminated");
    const next = change(this.get(providerId));
    if (next !== null) this.payments.set(providerId, JSON.stringify(next));
    if (this.fault === "lost") throw new Error("connection terminated");
    return next;
  }

  get(providerId: string): SandboxPayment | null {
    const stored = this.payments.get(providerId);
    return stored === undefined ? null : JSON.parse(stored);
  }
}

const buttons: Record<Exclude<GuestAct, "look">, SandboxButton> = {
  pay: "pay",
  "pay-unreported": "pay-unreported",
  "pay-less": "pay-less",
  "pay-otherwise": "pay",
  decline: "decline",
  cancel: "cancel",
};

export const sandboxBench: PaymentBench = {
  kind: sandboxPaymentKind,
  settings: {},
  wrongSettings: null,
  signaturesAge: true,
  canExpire: true,
  async open({ clock }): Promise<OpenBench> {
    const store = new MemoryStore();
    const headersOf = ({ headers }: Notification) => headers as Record<string, string>;
    const send = (id: string, { headers, body }: Notification) =>
      post(store.get(id)!.notifyUrl, headersOf({ headers, body }), Buffer.from(body).toString());
    return {
      context: { sandbox: store },
      async guest(page, act) {
        const id = page.url.slice(page.url.lastIndexOf("/") + 1);
        const before = store.get(id)!;
        if (act === "look") return before.state === "open";
        const pressed = await pressSandboxButton(store, id, buttons[act], clock);
        if (before.state !== "open") return false;
        if (act === "pay-otherwise") {
          const paid = { ...before.amount, currencyCode: "USD" };
          await store.change(id, (stored) => stored && { ...stored, paid });
        }
        for (const { notification } of pressed!.reports) await send(id, notification);
        return true;
      },
      async report(id) {
        const body = JSON.stringify({ id, state: "paid" });
        const at = Math.floor(clock().getTime() / 1000);
        const signature = createHmac("sha256", store.get(id)!.secret).update(`${at}.${body}`).digest("hex");
        await send(id, { headers: { "sandbox-signature": `t=${at},v1=${signature}` }, body: Buffer.from(body) });
      },
      books(id) {
        const { paid, refunds } = store.get(id)!;
        const refunded = refunds.reduce((sum, { minor }) => sum + minor, 0);
        return { payments: paid ? 1 : 0, paid: paid?.minor ?? 0, refunds: refunds.length, refunded };
      },
      started: () => store.payments.size,
      fault: (fault) => {
        store.fault = fault;
      },
      forge: (report) => {
        const at = Math.floor(clock().getTime() / 1000);
        const signed = (value: string | undefined) => withHeaders(report, { "sandbox-signature": value });
        return { unsigned: [signed(undefined), signed("")], wrong: [altered(report), signed(`t=${at},v1=${hex(32)}`)] };
      },
      otherReports: () => [],
      close: async () => {},
    };
  },
};

export const paymentBenches = [stripeBench, mollieBench, redsysBench, sandboxBench];
