import { unsealedSettings } from "../records/sealed-settings.ts";
import type { SupplierKind } from "./kind.ts";
import { deskSupplierKind } from "./kinds/desk.ts";
import { folderSupplierKind } from "./kinds/folder.ts";
import { httpSupplierKind } from "./kinds/http.ts";
import { octoSupplierKind } from "./kinds/octo.ts";
import { simulatorSupplierKind } from "./kinds/simulator.ts";
import type { Supplier, SupplierContext, SupplierOutcome, Suppliers } from "./supplier.ts";

/**
 * Every kind of supplier. A new kind is a file in kinds/ and an entry here: docs/how-to/add-a-supplier-kind.md. Catalogue files, the
 * back office and the reference follow from this list.
 */
export const supplierKinds: readonly SupplierKind[] = [
  deskSupplierKind,
  httpSupplierKind,
  octoSupplierKind,
  folderSupplierKind,
  simulatorSupplierKind,
];

export const supplierKindNames = supplierKinds.map(({ kind }) => kind);

/** The names of the secrets among the settings, for each kind that has any. */
export const secretsOfKinds: ReadonlyMap<string, readonly string[]> = new Map(
  supplierKinds.flatMap(({ kind, secrets }) => (secrets.length > 0 ? [[kind, secrets]] : [])),
);

const byName = new Map(supplierKinds.map((one) => [one.kind, one]));

/** Returns a kind by its name, or undefined if this version does not know it. */
export const findSupplierKind = (name: string): SupplierKind | undefined => byName.get(name);

/** Creates the suppliers of this service. */
export const createSuppliers =
  (context: SupplierContext): Suppliers =>
  (stored) => {
    const settings = unsealedSettings(stored.settings, context.unseal);
    return findSupplierKind(stored.kind)?.create({ ...stored, settings }, context) ?? unknownKind(stored.kind);
  };

/** Makes a supplier of a kind that only a newer version knows. Its orders wait for an operator. */
function unknownKind(kind: string): Supplier {
  const message = `This version of the service does not know suppliers of kind ${kind}. The order waits for the operator.`;
  const wait = async (): Promise<SupplierOutcome> => ({ outcome: "unknown", message });
  return { request: wait, status: null, cancel: wait, change: wait };
}

/** Returns the settings of every kind as a Markdown table, for docs/reference/catalogue-file.md. */
export function supplierKindsTable(): string {
  const rows = supplierKinds.flatMap(({ kind, lead, settings }) => {
    const required = new Set(settings.required);
    const fields = Object.entries(settings.properties as Record<string, Setting>).map(
      ([name, { label, lead }]) =>
        `| | \`${name}\` | ${required.has(name) ? "required" : "optional"} | ${[`${label.en}.`, lead?.en].filter(Boolean).join(" ")} |`,
    );
    return [`| \`${kind}\` | | | ${lead.en} |`, ...fields];
  });
  return ["| `kind` | `settings` | | Meaning |", "|---|---|---|---|", ...rows, ""].join("\n");
}

interface Setting {
  label: SupplierKind["label"];
  lead?: SupplierKind["lead"];
}
