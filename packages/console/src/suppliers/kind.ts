import type { Language } from "../i18n/index.ts";

/** A kind of supplier, as the service declares it: packages/service/src/suppliers/kind.ts. */

/** A text in each language of the console. */
export type LocalizedText = Record<Language, string>;

/** A setting: its JSON Schema, with the texts of its input. */
export interface SupplierSetting {
  type?: string;
  label: LocalizedText;
  lead?: LocalizedText;
  /** The type of a text's input. */
  input?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  /** The name of each value. */
  choices?: Record<string, LocalizedText>;
}

export interface SupplierKind {
  kind: string;
  label: LocalizedText;
  lead: LocalizedText;
  /** Text in place of the settings, for a supplier without settings. */
  unset?: LocalizedText;
  settings: {
    type: string;
    properties: Record<string, SupplierSetting>;
    required?: string[];
    additionalProperties: boolean;
  };
  /** The names of the settings that are secrets. No answer has them: `hasKey` says that `key` is set. */
  secrets?: readonly string[];
  answersAtOnce?: boolean;
  readsSeats?: boolean;
  /** Whether suppliers of this kind have a list of products to import. */
  offersProducts?: boolean;
  /** Whether suppliers of this kind have a secret. */
  signed?: boolean;
  demoOnly?: boolean;
}
