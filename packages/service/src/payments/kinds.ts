import type { PaymentKind } from "./kind.ts";
import { molliePaymentKind } from "./kinds/mollie.ts";
import { redsysPaymentKind } from "./kinds/redsys.ts";
import { sandboxPaymentKind } from "./kinds/sandbox.ts";
import { stripePaymentKind } from "./kinds/stripe.ts";

/**
 * Every kind of payment provider. A new kind is a file in kinds/ and an entry here: docs/how-to/add-a-payment-kind.md. The back office and
 * the reference follow from this list.
 */
export const paymentKinds: readonly PaymentKind[] = [
  stripePaymentKind,
  molliePaymentKind,
  redsysPaymentKind,
  sandboxPaymentKind,
];

export const paymentKindNames = paymentKinds.map(({ kind }) => kind);

/** The names of the secrets among the settings, for each kind that has any. */
export const secretsOfPaymentKinds: ReadonlyMap<string, readonly string[]> = new Map(
  paymentKinds.flatMap(({ kind, secrets }) => (secrets.length > 0 ? [[kind, secrets]] : [])),
);

const byName = new Map(paymentKinds.map((one) => [one.kind, one]));

/** Returns a kind by its name, or undefined if this version does not know it. */
export const findPaymentKind = (name: string): PaymentKind | undefined => byName.get(name);

/** Returns the kinds and their settings as a Markdown table, for docs/reference/payments.md. */
export function paymentKindsTable(): string {
  const rows = paymentKinds.flatMap(({ kind, lead, settings, leastMinutes, currencies }) => {
    const required = new Set(settings.required);
    const fields = Object.entries(settings.properties as Record<string, Setting>).map(
      ([name, { label, lead, choices }]) =>
        `| | \`${name}\` | ${required.has(name) ? "required" : "optional"} | ${[label.en, lead?.en, choicesOf(choices)].filter(Boolean).join(". ")} |`,
    );
    const limits = `A guest has at least ${leastMinutes} ${leastMinutes === 1 ? "minute" : "minutes"}. Currencies: ${currencies?.join(", ") ?? "all"}.`;
    return [`| \`${kind}\` | | | ${lead.en} ${limits} |`, ...fields];
  });
  return ["| `kind` | `settings` | | Meaning |", "|---|---|---|---|", ...rows, ""].join("\n");
}

interface Setting {
  label: PaymentKind["label"];
  lead?: PaymentKind["lead"];
  choices?: Record<string, PaymentKind["label"]>;
}

const choicesOf = (choices: Setting["choices"]): string =>
  Object.entries(choices ?? {})
    .map(([value, { en }]) => `\`${value}\`: ${en}`)
    .join("; ");
