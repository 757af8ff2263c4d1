import type {
  PaymentContext,
  PaymentKind,
  PaymentProvider,
  SandboxPayment,
  SandboxStore,
} from "../../payments/kind.ts";
import { unsealedSettings } from "../../records/sealed-settings.ts";
import type { Db } from "../../store/database/database.ts";
import { unsealSecret } from "../../store/database/sealing.ts";
import { type StoredPaymentKind, storedPaymentKind, storedPaymentKinds } from "../../store/payments/kinds.ts";
import { changeSandboxPayment } from "../../store/payments/sandbox.ts";
import type { OrderContext } from "../orders/transitions.ts";

/** The providers of payments with the operator's settings: docs/decisions/0074-payments.md. */

/** Dependencies of everything about payments. context.ts creates it. */
export interface PaymentWork {
  orderContext: OrderContext;
  kinds: readonly PaymentKind[];
  context: PaymentContext;
  /** Settings of the service that bookings need. */
  booking: { priceHoldMinutes: number; supplierWaitMs: number };
  /** Whether a kind that moves no money may pay for live orders: in a trial on one machine, or in a sandbox. */
  isTrial: boolean;
  /** Names the operator on the guest's pages and in letters. */
  operatorName: () => string;
  /** Its e-mail address. Null: an owner has set none. */
  operatorEmail: () => Promise<string | null>;
}

/** A provider that guests can choose, or that has begun a payment. */
export interface ReadyProvider {
  kind: PaymentKind;
  provider: PaymentProvider;
  enabled: boolean;
  /** No money moves. */
  test: boolean;
}

/** Returns the provider of a kind, also of one that guests cannot choose any more. Null: it has no settings, or this version does not know it. */
export async function providerOf(work: PaymentWork, name: string): Promise<ReadyProvider | null> {
  const stored = await storedPaymentKind(work.orderContext.db, name);
  return stored && readyProvider(work, stored);
}

function readyProvider(work: PaymentWork, { kind: name, enabled, settings: stored }: StoredPaymentKind) {
  const kind = work.kinds.find((one) => one.kind === name);
  if (!kind) return null;
  const settings = unsealedSettings(stored, (secret) => unsealSecret(work.orderContext.db, secret));
  const test = kind.isTest || kind.inTestMode(settings);
  return { kind, provider: kind.create(settings, work.context), enabled, test };
}

/** What a guest pays for: its currency, and whether it is a test. */
export interface ToPay {
  currencyCode: string;
  test: boolean;
}

/** Returns the providers that a guest can choose. Test orders can use only providers in test mode. */
export async function providersFor(work: PaymentWork, { currencyCode, test }: ToPay): Promise<ReadyProvider[]> {
  const stored = await storedPaymentKinds(work.orderContext.db);
  return stored.flatMap((one) => {
    const ready = one.enabled ? readyProvider(work, one) : null;
    if (!ready) return [];
    const { kind } = ready;
    const takes = kind.currencies === null || kind.currencies.includes(currencyCode);
    const fits = test ? ready.test : !kind.isTest || work.isTrial;
    return takes && fits ? [ready] : [];
  });
}

/** The address to which a provider reports about all payments. */
export const reportAddress = (publicUrl: string, kind: string): string => `${publicUrl}/payments/${kind}`;

/** The store of the kind `sandbox`. */
export const sandboxStore = (db: Db, publicUrl: () => string): SandboxStore => ({
  pageUrl: (providerId) => `${publicUrl()}/pay/sandbox/${encodeURIComponent(providerId)}`,
  change: (providerId, change) => changeSandboxPayment<SandboxPayment>(db, providerId, change),
});
