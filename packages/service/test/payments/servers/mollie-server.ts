import { randomBytes } from "node:crypto";
import { type GuestAct, type Incoming, json, ProviderServer, post, type Reply } from "./provider-server.ts";

/** Mollie as docs.mollie.com describes payments, refunds, idempotency and webhooks of its API v2. */

interface Amount {
  currency: string;
  value: string;
}

interface Payment {
  id: string;
  status: "open" | "paid" | "canceled" | "expired" | "failed";
  amount: Amount;
  redirectUrl: string;
  webhookUrl: string;
  metadata: { paseoPayment: string };
  expiresAt: Date;
  refunds: { id: string; amount: Amount; metadata: object; status: string }[];
}

const problem = (status: number, title: string, detail: string): Reply => json(status, { status, title, detail });
const id = (prefix: string) => `${prefix}_${randomBytes(6).toString("hex")}`;

export class MollieServer extends ProviderServer {
  readonly key = "test_conformance0123456789abcdef";
  readonly payments = new Map<string, Payment>();
  readonly #answers = new Map<string, { reply: Reply; at: number }>();

  protected answer(call: Incoming): Reply {
    if (call.headers.authorization !== `Bearer ${this.key}`)
      return problem(401, "Unauthorized Request", "Missing authentication, or failed to authenticate");
    for (const payment of this.payments.values()) this.#endInTime(payment);
    const key = call.method === "POST" ? call.headers["idempotency-key"] : undefined;
    const at = this.clock().getTime();
    const before = key === undefined ? undefined : this.#answers.get(key);
    if (before && at < before.at + 3_600_000) return before.reply;
    const reply = this.#carryOut(call);
    if (key !== undefined && reply.status < 300) this.#answers.set(key, { reply, at });
    return reply;
  }

  #carryOut({ method, path, body }: Incoming): Reply {
    if (method === "POST" && path === "/v2/payments") return this.#create(JSON.parse(body));
    const [, paymentId = "", part] = /^\/v2\/payments\/(tr_[a-z0-9]+)(\/refunds)?$/.exec(path) ?? [];
    const payment = this.payments.get(paymentId);
    if (!payment) return problem(404, "Not Found", "No payment exists with token.");
    if (part !== undefined)
      return method === "GET"
        ? json(200, { count: payment.refunds.length, _embedded: { refunds: payment.refunds } })
        : this.#refund(payment, JSON.parse(body));
    if (method === "GET") return json(200, this.#shown(payment));
    if (payment.status !== "open") return problem(422, "Unprocessable Entity", "The payment cannot be canceled");
    payment.status = "canceled";
    return json(200, this.#shown(payment));
  }

  #create(
    body: Omit<Payment, "id" | "status" | "expiresAt" | "refunds"> & { description?: string; locale?: string },
  ): Reply {
    const { currency, value } = body.amount ?? {};
    const digits = currency === "JPY" ? 0 : 2;
    if (!/^[A-Z]{3}$/.test(currency) || !new RegExp(digits ? `^\\d+\\.\\d{${digits}}$` : "^\\d+$").test(value))
      return problem(422, "Unprocessable Entity", "The amount contains an invalid value");
    if (!body.description || !URL.canParse(body.redirectUrl) || !URL.canParse(body.webhookUrl))
      return problem(422, "Unprocessable Entity", "The redirect URL or description is missing");
    if (body.locale !== undefined && !/^[a-z]{2}_[A-Z]{2}$/.test(body.locale))
      return problem(422, "Unprocessable Entity", "The locale is invalid");
    const expiresAt = new Date(this.clock().getTime() + 15 * 60_000);
    const payment: Payment = { ...body, id: id("tr"), status: "open", expiresAt, refunds: [] };
    this.payments.set(payment.id, payment);
    return json(201, this.#shown(payment));
  }

  #endInTime(payment: Payment): void {
    if (payment.status === "open" && this.clock() >= payment.expiresAt) payment.status = "expired";
  }

  #shown(payment: Payment) {
    const { id, status, amount, metadata, expiresAt, refunds } = payment;
    const refunded = refunds.reduce((sum, refund) => sum + Number(refund.amount.value), 0);
    return {
      ...{ resource: "payment", id, mode: "test", status, amount, metadata },
      ...(status === "open" && { isCancelable: true, expiresAt: expiresAt.toISOString() }),
      ...(status === "paid" && {
        method: "creditcard",
        amountRefunded: { currency: amount.currency, value: refunded.toFixed(2) },
      }),
      _links: status === "open" ? { checkout: { href: `${this.url}/checkout/${id}`, type: "text/html" } } : {},
    };
  }

  #refund(payment: Payment, { amount, metadata }: { amount: Amount; metadata: object }): Reply {
    const before = payment.refunds.reduce((sum, refund) => sum + Number(refund.amount.value), 0);
    if (payment.status !== "paid") return problem(422, "Unprocessable Entity", "The payment is not paid");
    if (amount.currency !== payment.amount.currency || before + Number(amount.value) > Number(payment.amount.value))
      return problem(422, "Unprocessable Entity", "The amount is higher than the maximum");
    const refund = { id: id("re"), amount, metadata, status: "pending" };
    payment.refunds.push(refund);
    return json(201, refund);
  }

  protected async guest({ path }: Incoming, act: GuestAct): Promise<Reply | null> {
    const payment = this.payments.get(path.replace("/checkout/", ""));
    if (payment) this.#endInTime(payment);
    if (payment?.status !== "open") return null;
    if (act === "look") return { status: 200, body: "Choose how to pay" };
    if (act === "pay-less")
      payment.amount = { ...payment.amount, value: (Number(payment.amount.value) - 0.01).toFixed(2) };
    if (act === "pay-otherwise") payment.amount = { ...payment.amount, currency: "USD" };
    payment.status = act === "decline" ? "failed" : act === "cancel" ? "canceled" : "paid";
    if (act !== "pay-unreported") await this.report(payment.id);
    return { status: 303, headers: { location: payment.redirectUrl }, body: "" };
  }

  async report(paymentId: string): Promise<void> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await post(this.payments.get(paymentId)!.webhookUrl, headers, `id=${paymentId}`);
  }
}
