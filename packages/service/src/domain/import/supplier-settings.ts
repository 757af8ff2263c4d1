import type { CatalogueSupplier } from "../../records/catalogue-file.ts";
import { isSealed, type SupplierSettings, secretFlag } from "../../records/sealed-settings.ts";
import type { Tx } from "../../store/database/database.ts";
import { sealSecret, unsealSecret } from "../../store/database/sealing.ts";
import type { SupplierRecord } from "../../store/suppliers/suppliers.ts";
import { isEndpoint } from "../../suppliers/kind.ts";
import { findSupplierKind } from "../../suppliers/kinds.ts";

/** The secrets among the settings of a supplier that an operator sends: docs/reference/catalogue-file.md. */

/** Returns the settings that were sent, without the flags that stand for secrets. */
export function sentSettings({ kind, settings = {} }: CatalogueSupplier): SupplierSettings {
  const flags = new Set(findSupplierKind(kind)?.secrets.map(secretFlag));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !flags.has(name)));
}

/**
 * Returns the settings to store, with sealed secrets. A secret that was not sent keeps its value while the kind and the addresses of the
 * supplier stay the same: whoever may change an address must not have a secret sent to it. `missing` names a required secret that was neither
 * sent nor kept.
 */
export function settingsToStore(
  tx: Tx,
  given: CatalogueSupplier,
  before: SupplierRecord | undefined,
): { settings: SupplierSettings; missing: string | null } {
  const settings = sentSettings(given);
  const kind = findSupplierKind(given.kind);
  if (!kind) return { settings, missing: null };
  const known = before?.kind === given.kind ? before.settings : {};
  const addresses = Object.entries(kind.settings.properties).flatMap(([name, one]) => (isEndpoint(one) ? [name] : []));
  const isSameEndpoint = addresses.every((name) => known[name] === settings[name]);
  for (const name of kind.secrets) {
    const [sent, stored] = [settings[name], known[name]];
    if (typeof sent === "string") {
      const isSame = isSealed(stored) && unsealSecret(tx, stored.sealed) === sent;
      settings[name] = isSame ? stored : { sealed: sealSecret(tx, sent) };
    } else if (isSealed(stored) && isSameEndpoint) settings[name] = stored;
  }
  const required: readonly string[] = kind.settings.required ?? [];
  return { settings, missing: kind.secrets.find((name) => required.includes(name) && !settings[name]) ?? null };
}
