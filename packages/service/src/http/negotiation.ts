import type { Form } from "@paseo/contract";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** Content types as we write them. Also the offers of the negotiation, so that `;charset=utf-8` in an Accept fits. */
export const contentTypes = {
  json: "application/json; charset=utf-8",
  xml: "application/xml; charset=utf-8",
} as const satisfies Record<Form, string>;
export const problemContentTypes = {
  json: "application/problem+json; charset=utf-8",
  xml: "application/problem+xml; charset=utf-8",
} as const satisfies Record<Form, string>;

const answers = new Map<string, Form>([
  [contentTypes.json, "json"],
  [contentTypes.xml, "xml"],
  ["text/xml; charset=utf-8", "xml"],
]);
const problems = new Map<string, Form>([
  [problemContentTypes.json, "json"],
  [problemContentTypes.xml, "xml"],
]);

/**
 * The form to answer in, or null for a 406. Equal wishes go to the type that is named rather than covered by a
 * wildcard, then by the client's order, then to JSON. Problem types alone name a form too, for a client that lists only those.
 */
export const negotiate: (accept: string | undefined) => Form | null = remembered("json", (accept) => {
  const negotiator = new Negotiator({ headers: { accept } });
  for (const offers of [answers, problems]) {
    const best = negotiator.mediaType([...offers.keys()]);
    if (best !== undefined) return offers.get(best)!;
  }
  return null;
});

/**
 * The encoding to answer in, or null when the client refuses even `identity`. Equal wishes go to brotli: the bytes are
 * made once and kept, so the smallest cost nothing more.
 */
export const encodingFor: (acceptEncoding: string | undefined) => Encoding | null = remembered(
  "identity",
  (acceptEncoding) => {
    const negotiator: PreferringNegotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
    return (negotiator.encoding(encodings, { preferred: encodings }) as Encoding | undefined) ?? null;
  },
);

const encodings: Encoding[] = ["br", "gzip", "identity"];
/** The published types of negotiator lag behind it: they do not know the order of preference. */
interface PreferringNegotiator {
  encoding(offers: string[], options: { preferred: string[] }): string | undefined;
}

const bodyForms = new Map<string, Form>([
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/xml", "xml"],
]);

/** The form and charset that a request's Content-Type names, or null when it is none that we read (415). */
export function contentForm(contentType = ""): { form: Form; charset?: string } | null {
  const form = bodyForms.get(contentType.split(";", 1)[0]!.trim().toLowerCase());
  if (form === undefined) return null;
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType);
  return charset ? { form, charset: (charset[1] ?? charset[2])! } : { form };
}

/**
 * Negotiation as a look-up: clients send a handful of different headers, and parsing one takes longer than sending the
 * page. `absent` is the answer to a header that is missing or empty. Odd headers are many, so the map is bounded.
 */
function remembered<T>(absent: T, read: (header: string) => T): (header: string | undefined) => T {
  const known = new Map<string, T>();
  return (header) => {
    if (!header) return absent;
    const before = known.get(header);
    if (before !== undefined) return before;
    const value = read(header);
    if (known.size >= 500) known.clear();
    if (header.length <= 500) known.set(header, value);
    return value;
  };
}
