import type { Language } from "../i18n/index.ts";

/** A kind of supplier, as the service declares it: packages/service/src/suppliers/kind.ts. */

/** A text in each language of the console. */
export type Words = Record<Language, string>;

/** A setting: its JSON Schema, with the texts of its input. */
export interface Setting {
  type?: string;
  label: Words;
  lead?: Words;
  /** The type of a text's input. */
  input?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  /** The name of each value. */
  choices?: Record<string, Words>;
}

export interface SupplierKind {
  kind: string;
  label: Words;
  lead: Words;
  /** Text in place of the settings, for a supplier without settings. */
  unset?: Words;
  settings: { type: string; properties: Record<string, Setting>; required?: string[]; additionalProperties: boolean };
  answersAtOnce?: boolean;
  readsSeats?: boolean;
  /** Whether suppliers of this kind have a list of products to import. */
  offersProducts?: boolean;
  /** Whether suppliers of this kind have a secret. */
  signed?: boolean;
  demoOnly?: boolean;
}
