import Type from "typebox";
import type { StoredSupplier } from "../store/dispatch/supplier-order.ts";
import type { Supplier, SupplierContext } from "./supplier.ts";

/** How a kind of supplier declares itself. The import, the back office and docs/reference/catalogue-file.md read the declaration. */

/** A text of the back office in each of its languages. */
export type Words = Record<"en" | "es" | "pt", string>;

export interface SupplierKind {
  /** Its name in catalogue files. It never changes. */
  kind: string;
  /** How suppliers of this kind receive orders: in a few words, and in a sentence. */
  label: Words;
  lead: Words;
  /** The list of suppliers shows it for a supplier without settings. */
  unset?: Words;
  /** What an operator enters. Each property is one of the settings below. */
  settings: Type.TObject;
  /** Whether a booking request waits for the answer, for products with immediate booking. */
  answersAtOnce?: boolean;
  /** Whether suppliers of this kind report the seats of events: method `availability`. */
  readsSeats?: boolean;
  /** Whether its calls are signed. Then each supplier has a secret. */
  signed?: boolean;
  /** Whether it decides live orders in a demo or a sandbox only. Elsewhere they wait at the orders desk. */
  demoOnly?: boolean;
  /** Makes a supplier of this kind. Its settings fit `settings`. */
  create(supplier: StoredSupplier, context: SupplierContext): Supplier;
}

/** Declares a kind: `create` gets settings of the declared types. */
export function supplierKind<Settings extends Type.TProperties>(
  declared: Omit<SupplierKind, "settings" | "create"> & {
    settings: Settings;
    create(supplier: StoredSupplier<Type.Static<Type.TObject<Settings>>>, context: SupplierContext): Supplier;
  },
): SupplierKind {
  const create = declared.create as SupplierKind["create"];
  return { ...declared, create, settings: Type.Object(declared.settings, { additionalProperties: false }) };
}

/** What a form shows of a setting. */
interface Shown {
  label: Words;
  lead?: Words;
}

/** A text of one line. `lead` says what `pattern` requires. */
export const textSetting = (shown: Shown, bounds: { maxLength: number; pattern?: string }) =>
  Type.String({ ...shown, minLength: 1, ...bounds });

/** An e-mail address. A comma would make two recipients of it. */
export const emailSetting = (shown: Shown) =>
  Type.Refine(
    Type.String({ ...shown, input: "email", minLength: 3, maxLength: 254 }),
    (text) => /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text),
    () => "It must be one e-mail address, with nothing around it.",
  );

/** An address that the service calls. */
export const addressSetting = (shown: Shown) =>
  Type.Refine(
    Type.String({ ...shown, input: "url", minLength: 1, maxLength: 500 }),
    isCallable,
    () => "It must be an absolute http or https address without user name, password and fragment.",
  );

function isCallable(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && !text.includes("#") && !/\s/.test(text);
}

/** A whole number. */
export const numberSetting = (shown: Shown, bounds: { minimum: number; maximum: number }) =>
  Type.Integer({ ...shown, ...bounds });

/** One of several values. `choices` names each. */
export const choiceSetting = <Value extends string>(shown: Shown, choices: Record<Value, Words>) =>
  Type.Enum(Object.keys(choices) as Value[], { ...shown, choices });

/** Yes or no. */
export const flagSetting = (shown: Shown) => Type.Boolean({ ...shown });
