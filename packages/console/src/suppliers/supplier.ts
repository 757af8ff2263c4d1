import type { PartnerLanguage } from "../api/languages.ts";
import type { Line } from "../api/types.ts";

export type Supplier = Line<"suppliers.list">;
export type Kind = Supplier["kind"];
export const kinds = ["desk", "http", "simulator"] as const satisfies Kind[];

/** The values of the form: all fields are text. */
export interface SupplierValues {
  externalId: string;
  name: string;
  kind: Kind;
  lang: PartnerLanguage;
  email: string;
  url: string;
  answerWithinMinutes: string;
}

export const empty: SupplierValues = {
  externalId: "",
  name: "",
  kind: "desk",
  lang: "es",
  email: "",
  url: "",
  answerWithinMinutes: "1440",
};

export const valuesOf = ({
  externalId,
  name,
  kind,
  lang,
  email,
  url,
  answerWithinMinutes,
}: Supplier): SupplierValues => ({
  externalId,
  name,
  kind,
  lang,
  email: email ?? "",
  url: url ?? "",
  answerWithinMinutes: String(answerWithinMinutes),
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
