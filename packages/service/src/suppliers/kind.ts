import { isMailbox } from "@paseo/contract/limits";
import Type from "typebox";
import { secretFlag } from "../records/sealed-settings.ts";
import type { StoredSupplier } from "../records/supplier-order.ts";
import type { PlainFieldRefusalCode } from "../texts/field-refusals.ts";
import type { Supplier, SupplierContext } from "./supplier.ts";

/** The declaration of a kind of supplier. The import, the back office and docs/reference/catalogue-file.md read it. */

/** A text for the back office in each of its languages. */
export type OfficeText = Record<"en" | "es" | "pt", string>;

export interface SupplierKind {
  /** The kind's name in catalogue files. It never changes. */
  kind: string;
  /** How suppliers of this kind receive orders: `label` in a few words, `lead` in a sentence. */
  label: OfficeText;
  lead: OfficeText;
  /** The text in the list of suppliers for a supplier without settings. */
  unset?: OfficeText;
  /** The settings that an operator enters. Each property is declared by a function below. */
  settings: Type.TObject;
  /** The names of the settings that are secrets. */
  secrets: readonly string[];
  /** The settings as a catalogue file has them: a secret can be left out, and `hasKey` of an export stands for it. */
  given: Type.TObject;
  /** Whether a booking request waits for the supplier's answer, for products with immediate booking. */
  answersAtOnce?: boolean;
  /** Whether suppliers of this kind report the seats of events: method `availability`. */
  readsSeats?: boolean;
  /** Whether suppliers of this kind list their products for an import: method `products`. */
  offersProducts?: boolean;
  /** Whether calls to suppliers of this kind are signed. Then each supplier has a secret. */
  signed?: boolean;
  /**
   * Whether suppliers of this kind decide live orders only in a demo or a sandbox. In any other service, live orders wait at the orders
   * desk.
   */
  demoOnly?: boolean;
  /** Makes a supplier of this kind. Its settings fit `settings`. */
  create(supplier: StoredSupplier, context: SupplierContext): Supplier;
}

/** Declares a kind: `create` gets settings of the declared types. */
export function supplierKind<Settings extends Type.TProperties>(
  declared: Omit<SupplierKind, "settings" | "secrets" | "given" | "create"> & {
    settings: Settings;
    create(supplier: StoredSupplier<Type.Static<Type.TObject<Settings>>>, context: SupplierContext): Supplier;
  },
): SupplierKind {
  const create = declared.create as SupplierKind["create"];
  const closed = { additionalProperties: false };
  const secrets = Object.keys(declared.settings).filter((name) => isSecret(declared.settings[name]!));
  const optional = secrets.flatMap((name): [string, Type.TSchema][] => [
    [name, Type.Optional(declared.settings[name]!)],
    [secretFlag(name), Type.Optional(Type.Boolean())],
  ]);
  const given = Type.Object({ ...declared.settings, ...Object.fromEntries(optional) }, closed);
  return { ...declared, create, settings: Type.Object(declared.settings, closed), secrets, given };
}

/** Whether a setting is a secret. */
export const isSecret = (setting: Type.TSchema): boolean => (setting as { input?: string }).input === "password";

/** Whether a setting is an address that the service calls: a secret is kept only while these are the same. */
export const isEndpoint = (setting: Type.TSchema): boolean => (setting as { input?: string }).input === "url";

/** The texts of a setting's field in a form. */
interface Shown {
  label: OfficeText;
  lead?: OfficeText;
}

/** Declares a setting that is a text of one line. `lead` describes what `pattern` requires. */
export const textSetting = (shown: Shown, bounds: { maxLength: number; pattern?: string }) =>
  Type.String({ ...shown, minLength: 1, ...bounds });

/**
 * Declares a setting that is a secret, such as a key. It is stored sealed, no answer and no file has it, and it is kept only while the
 * supplier is called at the same address.
 */
export const secretSetting = (shown: Shown, bounds: { maxLength: number; pattern?: string }) =>
  Type.String({ ...shown, input: "password", minLength: 1, ...bounds });

/** Declares a setting that is an e-mail address. A comma is refused, because it would make two recipients of one. */
export const emailSetting = (shown: Shown) =>
  Type.Refine(
    Type.String({ ...shown, input: "email", minLength: 3, maxLength: 254 }),
    isMailbox,
    () => "not-one-email" satisfies PlainFieldRefusalCode,
  );

/** Declares a setting that is an address which the service calls. */
export const addressSetting = (shown: Shown) =>
  Type.Refine(
    Type.String({ ...shown, input: "url", minLength: 1, maxLength: 500 }),
    isCallable,
    () => "not-a-complete-address" satisfies PlainFieldRefusalCode,
  );

function isCallable(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && !text.includes("#") && !/\s/.test(text);
}

/** Declares a setting that is a whole number. */
export const numberSetting = (shown: Shown, bounds: { minimum: number; maximum: number }) =>
  Type.Integer({ ...shown, ...bounds });

/** Declares a setting that is one of several values. `choices` names each value. */
export const choiceSetting = <Value extends string>(shown: Shown, choices: Record<Value, OfficeText>) =>
  Type.Enum(Object.keys(choices) as Value[], { ...shown, choices });

/** Declares a setting that is yes or no. */
export const flagSetting = (shown: Shown) => Type.Boolean({ ...shown });
