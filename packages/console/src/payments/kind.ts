import type { LocalizedText, SupplierSetting } from "../suppliers/kind.ts";

/** A kind of payment provider, as the service declares it: packages/service/src/payments/kind.ts. */
export interface PaymentKind {
  kind: string;
  label: LocalizedText;
  lead: LocalizedText;
  settings: {
    type: string;
    properties: Record<string, SupplierSetting>;
    required?: string[];
    additionalProperties: boolean;
  };
  /** The names of the settings that are secrets. No answer has them: `hasKey` says that `key` is set. */
  secrets: readonly string[];
  leastMinutes: number;
  /** ISO 4217 codes. Null: every currency. */
  currencies: readonly string[] | null;
  /** It is for trials, and moves no money. */
  isTest: boolean;
}
