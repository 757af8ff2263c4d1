import type { PaymentKind } from "../../payments/kind.ts";
import { isSealed, type SupplierSettings, secretFlag } from "../../records/sealed-settings.ts";
import type { Tx } from "../../store/database/database.ts";
import { sealSecret } from "../../store/database/sealing.ts";
import { type RefusedField, refusal } from "../../texts/field-refusals.ts";

/** The settings of a provider that an operator sends. */

/** Returns the settings without the flags that stand for stored secrets. */
export function withoutFlags({ secrets }: PaymentKind, given: SupplierSettings): SupplierSettings {
  const flags = new Set(secrets.map(secretFlag));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !flags.has(name)));
}

/** Returns the settings to store, with sealed secrets, or the required secrets that are missing. */
export function paymentSettingsToStore(
  tx: Tx,
  kind: PaymentKind,
  given: SupplierSettings,
  before: SupplierSettings,
): { settings: SupplierSettings } | { problems: RefusedField[] } {
  const settings = withoutFlags(kind, given);
  for (const name of kind.secrets) {
    const [sent, stored] = [settings[name], before[name]];
    if (typeof sent === "string") settings[name] = { sealed: sealSecret(tx, sent) };
    else if (isSealed(stored)) settings[name] = stored;
  }
  const required: readonly string[] = kind.settings.required ?? [];
  const missing = kind.secrets.filter((name) => required.includes(name) && !settings[name]);
  if (missing.length === 0) return { settings };
  return { problems: missing.map((name) => ({ pointer: `/settings/${name}`, ...refusal("missing") })) };
}
