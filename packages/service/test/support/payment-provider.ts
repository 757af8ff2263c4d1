import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type Money,
  type Notification,
  type PaymentKind,
  type PaymentProvider,
  type PaymentReading,
  paymentKind,
  type RefundOutcome,
  type StartedPayment,
} from "../../src/payments/kind.ts";
import { secretSetting } from "../../src/suppliers/kind.ts";

/** A provider of payments in memory, whose guests and faults a test decides. */

interface Held {
  id: string;
  providerId: string;
  amount: Money;
  returnUrl: string;
  notifyUrl: string;
  state: "open" | "paid" | "expired" | "cancelled";
  paid: Money | null;
  refunds: Map<string, number>;
}

/** What happens to the next calls of a method: it is carried out or not, and the answer is lost, or the provider refuses. */
type Fault = "lost-before" | "lost-after" | "refused";

const unknown = { outcome: "unknown", message: "the connection broke" } as const;

export class TestProvider {
  readonly held = new Map<string, Held>();
  faults: Partial<Record<"start" | "read" | "expire" | "refund", Fault[]>> = {};
  /** Calls by method. */
  calls: Record<string, number> = {};
  minutes = 30;
  readonly secret = "test-secret";
  readonly name: string;
  readonly isTest: boolean;
  /** Whether its settings are of its test mode. */
  inTestMode = false;

  constructor(name = "test-bank", isTest = false) {
    this.name = name;
    this.isTest = isTest;
  }

  get kind(): PaymentKind {
    return paymentKind({
      kind: this.name,
      label: { en: "Test bank", es: "Banco de prueba", pt: "Banco de teste" },
      lead: { en: "In memory.", es: "En memoria.", pt: "Em memória." },
      settings: { key: secretSetting({ label: { en: "Key", es: "Clave", pt: "Chave" } }, { maxLength: 100 }) },
      leastMinutes: 5,
      currencies: null,
      isTest: this.isTest,
      inTestMode: () => this.inTestMode,
      create: ({ key }, { clock }) => this.#provider(key, clock),
    });
  }

  /** What is paid and not sent back, in minor units. */
  get balance(): number {
    return this.all.reduce((sum, { paid, refunds }) => sum + (paid?.minor ?? 0) - sumOf(refunds), 0);
  }

  get all(): Held[] {
    return [...this.held.values()];
  }

  /** The payment that was started last. */
  get last(): Held {
    return this.all.at(-1)!;
  }

  /** A guest pays. */
  pay(one = this.last, paid: Money = one.amount): void {
    one.state = "paid";
    one.paid = paid;
  }

  /** The report about a payment, as the provider sends it. */
  report(one = this.last, more: object = {}): Notification & { text: string } {
    const text = JSON.stringify({ providerId: one.providerId, ...more });
    const signature = createHmac("sha256", this.secret).update(text).digest("hex");
    return { headers: { signature }, body: new TextEncoder().encode(text), text };
  }

  #fault(method: "start" | "read" | "expire" | "refund"): Fault | undefined {
    this.calls[method] = (this.calls[method] ?? 0) + 1;
    return this.faults[method]?.shift();
  }

  #provider(key: string, clock: () => Date): PaymentProvider {
    if (key !== this.secret) throw new Error("the stored key is not the entered one");
    const reading = (one: Held | undefined): PaymentReading => {
      if (!one) return { state: "unknown", message: "no such payment" };
      if (one.state === "open") return { state: "open" };
      if (one.state === "paid") return { state: "paid", paid: one.paid!, refunded: sumOf(one.refunds), means: "card" };
      return { state: "ended", why: one.state, message: null };
    };
    const lost = { state: "unknown", message: "the connection broke" } as const;
    return {
      start: async (request): Promise<StartedPayment> => {
        const fault = this.#fault("start");
        if (fault === "lost-before") return unknown;
        if (fault === "refused") return { outcome: "refused", message: "no such account" };
        const expiresAt = new Date(clock().getTime() + this.minutes * 60_000);
        const known = this.held.get(request.id);
        const providerId = `pay_${request.number}`;
        const { id, amount, returnUrl, notifyUrl } = request;
        if (!known) {
          const fresh = {
            id,
            amount,
            returnUrl,
            notifyUrl,
            providerId,
            paid: null,
            refunds: new Map<string, number>(),
          };
          this.held.set(id, { ...fresh, state: "open" });
        }
        if (fault === "lost-after") return unknown;
        const page = { method: "GET", url: `https://bank.example/${providerId}` } as const;
        return { outcome: "started", providerId, page, expiresAt };
      },
      read: async ({ id }) => {
        const fault = this.#fault("read");
        return fault ? lost : reading(this.held.get(id));
      },
      verify: async ({ headers, body }) => {
        const text = new TextDecoder().decode(body);
        const expected = createHmac("sha256", this.secret).update(text).digest("hex");
        const given = headers.signature ?? "";
        const isSigned = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
        if (!isSigned) return { outcome: "refused", message: "not signed" };
        const { providerId, reading = null } = JSON.parse(text) as { providerId: string; reading?: PaymentReading };
        return { outcome: "verified", providerId, reading };
      },
      expire: async ({ id }) => {
        const fault = this.#fault("expire");
        if (fault === "lost-before") return lost;
        const one = this.held.get(id);
        if (one?.state === "open") one.state = "expired";
        return fault ? lost : reading(one);
      },
      refund: async ({ id }, { amount, key: refundKey, refundedBefore }): Promise<RefundOutcome> => {
        const fault = this.#fault("refund");
        if (fault === "lost-before") return unknown;
        if (fault === "refused") return { outcome: "refused", message: "too little money" };
        const one = this.held.get(id);
        if (!one?.paid || one.paid.currencyCode !== amount.currencyCode)
          return { outcome: "refused", message: "nothing was paid" };
        if (!one.refunds.has(refundKey)) {
          if (sumOf(one.refunds) !== refundedBefore)
            throw new Error("another refund of the payment was sent meanwhile");
          if (refundedBefore + amount.minor > one.paid.minor) return { outcome: "refused", message: "too much" };
          one.refunds.set(refundKey, amount.minor);
        }
        return fault ? unknown : { outcome: "refunded", providerId: `re_${refundKey}` };
      },
    };
  }
}

const sumOf = (refunds: Map<string, number>): number => [...refunds.values()].reduce((sum, minor) => sum + minor, 0);
