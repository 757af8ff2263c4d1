import { createHmac, randomBytes } from "node:crypto";
import { type GuestAct, type Incoming, json, ProviderServer, post, type Reply } from "./provider-server.ts";

/** Stripe as docs.stripe.com describes Checkout Sessions, refunds, idempotent requests and the signatures of webhooks. */

interface Session {
  id: string;
  fields: Record<string, string>;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  received: number;
  currency: string;
  expires_at: number;
  intent: string | null;
}

interface Refund {
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
}

const minutes = 60;
const error = (status: number, type: string, message: string): Reply => json(status, { error: { type, message } });
const id = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

export class StripeServer extends ProviderServer {
  readonly key = "sk_test_51PaseoConformance";
  readonly webhookSecret = "whsec_conformance0123456789";
  /** The address of the endpoint that is set in the account, and of its events. */
  webhookUrl = "";
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  readonly #answers = new Map<string, { body: string; reply: Reply; at: number }>();

  protected answer(call: Incoming): Reply {
    if (call.headers.authorization !== `Bearer ${this.key}`)
      return error(
        401,
        "invalid_request_error",
        `Invalid API Key provided: ${call.headers.authorization?.slice(7, 15)}****`,
      );
    const key = call.method === "POST" ? call.headers["idempotency-key"] : undefined;
    const at = this.clock().getTime();
    const before = key === undefined ? undefined : this.#answers.get(key);
    if (before && at < before.at + 24 * 3_600_000)
      return before.body === call.path + call.body
        ? before.reply
        : error(400, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters.");
    const reply = this.#carryOut(call);
    if (key !== undefined) this.#answers.set(key, { body: call.path + call.body, reply, at });
    return reply;
  }

  #carryOut({ method, path, query, body }: Incoming): Reply {
    for (const session of this.sessions.values()) this.#endInTime(session);
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (method === "POST" && path === "/v1/checkout/sessions") return this.#create(fields);
    if (method === "POST" && path === "/v1/refunds") return this.#refund(fields);
    if (method === "GET" && path === "/v1/refunds")
      return json(200, { data: this.refunds.filter((one) => one.payment_intent === query.get("payment_intent")) });
    const [, sessionId = "", action] = /^\/v1\/checkout\/sessions\/(cs_[a-z0-9_]+)(\/expire)?$/.exec(path) ?? [];
    const session = this.sessions.get(sessionId);
    if (!session) return error(404, "invalid_request_error", `No such checkout.session: ${sessionId}`);
    if (method === "GET") return json(200, this.#shown(session, query.getAll("expand[]").length > 0));
    if (action === undefined) return error(405, "invalid_request_error", "Method not allowed");
    if (session.status !== "open")
      return error(400, "invalid_request_error", "Only Checkout Sessions with a status in open can be expired.");
    session.status = "expired";
    return json(200, this.#shown(session, false));
  }

  #create(fields: Record<string, string>): Reply {
    const seconds = this.clock().getTime() / 1000;
    const expires = Number(fields.expires_at);
    const price = "line_items[0][price_data]";
    if (fields.mode !== "payment" || !fields.success_url || !fields[`${price}[product_data][name]`])
      return error(400, "invalid_request_error", "Missing required param.");
    if (
      !/^[1-9]\d*$/.test(fields[`${price}[unit_amount]`] ?? "") ||
      !/^[a-z]{3}$/.test(fields[`${price}[currency]`] ?? "")
    )
      return error(400, "invalid_request_error", "Invalid integer or currency.");
    if (!(expires >= seconds + 30 * minutes && expires <= seconds + 24 * 60 * minutes))
      return error(400, "invalid_request_error", "The `expires_at` timestamp must be between 30 minutes and 24 hours.");
    const session: Session = {
      id: id("cs_test"),
      fields,
      status: "open",
      payment_status: "unpaid",
      received: Number(fields[`${price}[unit_amount]`]),
      currency: fields[`${price}[currency]`]!,
      expires_at: expires,
      intent: null,
    };
    this.sessions.set(session.id, session);
    return json(200, this.#shown(session, false));
  }

  #endInTime(session: Session): void {
    if (session.status === "open" && this.clock().getTime() / 1000 >= session.expires_at) session.status = "expired";
  }

  #shown(session: Session, isExpanded: boolean) {
    const { id, fields, status, payment_status, currency, received, expires_at, intent } = session;
    const refunded = this.refunds
      .filter((one) => one.payment_intent === intent)
      .reduce((sum, one) => sum + one.amount, 0);
    const expanded = {
      id: intent,
      status: "succeeded",
      currency,
      amount_received: received,
      latest_charge: { amount_refunded: refunded, payment_method_details: { type: "card" } },
    };
    return {
      ...{ id, object: "checkout.session", status, payment_status, currency, expires_at, amount_total: received },
      client_reference_id: fields.client_reference_id,
      payment_intent: intent !== null && isExpanded ? expanded : intent,
      url: status === "open" ? `${this.url}/c/pay/${id}` : null,
    };
  }

  #refund({ payment_intent: intent = "", amount = "", ...more }: Record<string, string>): Reply {
    const session = [...this.sessions.values()].find((one) => one.intent === intent);
    if (!session) return error(404, "invalid_request_error", "No such payment_intent");
    const before = this.refunds
      .filter((one) => one.payment_intent === intent)
      .reduce((sum, one) => sum + one.amount, 0);
    if (before + Number(amount) > session.received)
      return error(400, "invalid_request_error", "Refund amount is greater than unrefunded amount on charge.");
    const metadata = { paseo_refund: more["metadata[paseo_refund]"]! };
    const shared = { payment_intent: intent, currency: session.currency, status: "succeeded", metadata };
    const refund = { id: id("re"), amount: Number(amount), ...shared };
    this.refunds.push(refund);
    return json(200, refund);
  }

  protected async guest({ path }: Incoming, act: GuestAct): Promise<Reply | null> {
    const session = this.sessions.get(path.replace("/c/pay/", ""));
    if (session) this.#endInTime(session);
    if (session?.status !== "open") return null;
    // A guest who goes back leaves an open session, and a card that is declined can be replaced.
    if (act === "look" || act === "cancel" || act === "decline") return { status: 200, body: "Pay" };
    if (act === "pay-less") session.received -= 1;
    if (act === "pay-otherwise") session.currency = "usd";
    Object.assign(session, { status: "complete", payment_status: "paid", intent: id("pi") });
    if (act !== "pay-unreported") await this.report(session.id);
    return { status: 303, headers: { location: session.fields.success_url! }, body: "" };
  }

  /** Sends the event of a session. While a secret is rolled, a signature with the former one comes first. */
  async report(sessionId: string): Promise<void> {
    const { body, signature } = this.event(
      "checkout.session.completed",
      this.#shown(this.sessions.get(sessionId)!, false),
    );
    await post(this.webhookUrl, { "content-type": "application/json", "stripe-signature": signature }, body);
  }

  event(type: string, object: object): { body: string; signature: string } {
    const body = JSON.stringify({ id: id("evt"), object: "event", type, data: { object } }, null, 2);
    const at = Math.floor(this.clock().getTime() / 1000);
    const sign = (secret: string) => createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    return { body, signature: `t=${at},v1=${sign("whsec_former")},v1=${sign(this.webhookSecret)},v0=${sign("old")}` };
  }
}
