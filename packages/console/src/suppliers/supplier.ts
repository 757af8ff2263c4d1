/** Suppliers as the service tells of them: who runs the activities, and how each is asked. */

export const kinds = ["desk", "http", "simulator"] as const;
export type Kind = (typeof kinds)[number];

export interface Supplier {
  /** The external id. */
  id: string;
  externalId: string;
  name: string;
  kind: Kind;
  lang: "es" | "pt";
  /** Of a desk; null leaves its orders to the own desk. */
  email: string | null;
  /** Of a system. */
  url: string | null;
  answerWithinMinutes: number;
  /** That are not deleted. */
  products: number;
  revision: number;
}

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
