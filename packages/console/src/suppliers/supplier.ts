import type { PartnerLanguage } from "../api/languages.ts";
import type { Line } from "../api/types.ts";

export type Supplier = Line<"suppliers.list">;
export type Kind = Supplier["kind"];
export const kinds = ["desk", "http", "simulator"] as const satisfies Kind[];

/** The values of the form: all fields are text. */
export type SupplierValues = typeof empty;
export const empty = {
  externalId: "",
  name: "",
  kind: "desk" as Kind,
  lang: "es" as PartnerLanguage,
  email: "",
  url: "",
  answerWithinMinutes: "1440",
};

export const valuesOf = (supplier: Supplier): SupplierValues => ({
  ...supplier,
  email: supplier.email ?? "",
  url: supplier.url ?? "",
  answerWithinMinutes: String(supplier.answerWithinMinutes),
});

/** The body of a change, with the fields that the kind needs. */
export const bodyOf = ({ name, kind, lang, email, url, answerWithinMinutes }: SupplierValues) => ({
  name: name.trim(),
  kind,
  lang,
  ...(kind === "desk" && email.trim() && { email: email.trim() }),
  ...(kind === "http" && { url: url.trim() }),
  answerWithinMinutes: Number(answerWithinMinutes),
});
