import type { Line } from "../api/types.ts";

export type Supplier = Line<"suppliers.list">;
export type Kind = Supplier["kind"];
export const kinds = ["desk", "http", "simulator"] as const satisfies Kind[];

/** What the form has: every field a text. */
export interface Given {
  externalId: string;
  name: string;
  kind: Kind;
  lang: "es" | "pt";
  email: string;
  url: string;
  minutes: string;
}

export const empty: Given = { externalId: "", name: "", kind: "desk", lang: "es", email: "", url: "", minutes: "1440" };

export const givenOf = ({ externalId, name, kind, lang, email, url, answerWithinMinutes }: Supplier): Given => ({
  externalId,
  name,
  kind,
  lang,
  email: email ?? "",
  url: url ?? "",
  minutes: String(answerWithinMinutes),
});

/** What a change sends: a field that its kind does not have stays away. */
export const bodyOf = ({ name, kind, lang, email, url, minutes }: Given) => ({
  name: name.trim(),
  kind,
  lang,
  ...(kind === "desk" && email.trim() && { email: email.trim() }),
  ...(kind === "http" && { url: url.trim() }),
  answerWithinMinutes: Number(minutes),
});
