/**
 * The settings of a supplier or a provider of payments. A secret among them is stored in a table of its own, and is an object here, so that it
 * is known without the kind.
 */

export type SupplierSettings = Record<string, unknown>;

interface SealedSetting {
  sealed: string;
}

export const isSealed = (value: unknown): value is SealedSetting =>
  typeof value === "object" && value !== null && typeof (value as SealedSetting).sealed === "string";

/** Returns the name of the flag that an answer has in place of a secret: `hasKey` of `key`. */
export const secretFlag = (name: string): string => `has${name[0]!.toUpperCase()}${name.slice(1)}`;

const mapSettings = (settings: SupplierSettings, of: (name: string, value: unknown) => [string, unknown]) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => of(name, value)));

/** Returns the settings as answers, files and the audit log have them: without secrets. */
export const shownSettings = (settings: SupplierSettings): SupplierSettings =>
  mapSettings(settings, (name, value) => (isSealed(value) ? [secretFlag(name), true] : [name, value]));

/** Returns the settings as a call to the supplier needs them. */
export const unsealedSettings = (settings: SupplierSettings, unseal: (stored: string) => string): SupplierSettings =>
  mapSettings(settings, (name, value) => [name, isSealed(value) ? unseal(value.sealed) : value]);

/** Splits settings into the part of the owner's row, and the sealed secrets. */
export function splitSealed(settings: SupplierSettings): { plain: SupplierSettings; sealed: Map<string, string> } {
  const plain: SupplierSettings = {};
  const sealed = new Map<string, string>();
  for (const [name, value] of Object.entries(settings))
    if (isSealed(value)) sealed.set(name, value.sealed);
    else plain[name] = value;
  return { plain, sealed };
}
