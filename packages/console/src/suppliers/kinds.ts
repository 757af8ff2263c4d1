import { supplierKinds } from "../api/generated/supplier-kinds.ts";
import type { Language } from "../i18n/index.ts";
import type { SupplierKind } from "./kind.ts";

/** The kinds of suppliers, and the values of their settings in a form. */

export type SupplierSettings = Record<string, unknown>;

export const supplierKindNames = supplierKinds.map(({ kind }) => kind);

/** Returns a kind by its name, or undefined for a kind that the service added after the page was loaded. */
export const supplierKindNamed = (name: string): SupplierKind | undefined =>
  supplierKinds.find(({ kind }) => kind === name);

/** Whether a secret is stored. */
export const isSecretStored = (settings: SupplierSettings, name: string): boolean =>
  settings[`has${name[0]!.toUpperCase()}${name.slice(1)}`] === true;

/** Returns the fields of a form for this kind: true or false for a flag, text for all others. */
export const settingInputs = (
  kind: Pick<SupplierKind, "settings"> | undefined,
  settings: SupplierSettings,
): SupplierSettings =>
  Object.fromEntries(
    Object.entries(kind?.settings.properties ?? {}).map(([name, { type }]) => [
      name,
      type === "boolean" ? settings[name] === true : String(settings[name] ?? ""),
    ]),
  );

/** Returns the settings that the operator typed for this kind, without empty fields and without settings of other kinds. */
export function parseSettings(
  kind: Pick<SupplierKind, "settings"> | undefined,
  typed: SupplierSettings,
): SupplierSettings {
  if (!kind) return typed;
  return Object.fromEntries(
    Object.entries(kind.settings.properties).flatMap(([name, { type }]): [string, unknown][] => {
      if (type === "boolean") return [[name, typed[name] === true]];
      const text = String(typed[name] ?? "").trim();
      if (text === "") return [];
      return [[name, type === "integer" ? Number(text) : text]];
    }),
  );
}

/** Returns the settings as a list shows them. */
export function settingTexts(kind: SupplierKind | undefined, settings: SupplierSettings, lang: Language): string[] {
  const texts = Object.entries(settings).flatMap(([name, value]) => {
    const { label, choices } = kind?.settings.properties[name] ?? {};
    // The flag of a stored secret has no label.
    if (typeof value === "boolean") return value && (label || !kind) ? [label?.[lang] ?? name] : [];
    return [choices?.[String(value)]?.[lang] ?? String(value)];
  });
  return texts.length > 0 ? texts : kind?.unset ? [kind.unset[lang]] : [];
}
