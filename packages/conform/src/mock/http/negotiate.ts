import type { Format } from "@paseo/contract";

/** One entry of an Accept header, with its weight. */
interface Preference {
  name: string;
  q: number;
}

const preferences = (header: string): Preference[] =>
  header
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
      const q = weight === undefined ? 1 : Number(weight.split("=")[1]);
      return { name, q: Number.isNaN(q) ? 0 : Math.min(q, 1) };
    })
    .filter(({ name }) => name !== "");

const mediaTypes: [type: string, format: Format][] = [
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/xml", "xml"],
  ["application/problem+json", "json"],
  ["application/problem+xml", "xml"],
];

/** The format that an Accept header prefers, JSON if both are equal; undefined when it allows neither. */
export function formatAccepted(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept.trim() === "") return "json";
  const given = preferences(accept);
  const weigh = (type: string): { q: number; exact: boolean } => {
    // A named type takes precedence over a wildcard.
    for (const name of [type, `${type.split("/")[0]}/*`, "*/*"]) {
      const preference = given.find((one) => one.name === name);
      if (preference) return { q: preference.q, exact: name === type };
    }
    return { q: 0, exact: false };
  };
  const weighed = mediaTypes.map(([type, format]) => ({ format, ...weigh(type) })).filter(({ q }) => q > 0);
  return weighed.toSorted((a, b) => b.q - a.q || Number(b.exact) - Number(a.exact))[0]?.format;
}

/** The same for any request: where Accept leaves the choice, one with a body is answered in its own format. */
export function formatAnswered(method: string, headers: Record<string, string>): Format | undefined {
  const accepted = formatAccepted(headers.accept);
  const leavesChoice = /^\s*(\*\/\*\s*(;[^,]*)?)?$/.test(headers.accept ?? "");
  if (accepted === undefined || method === "GET" || method === "HEAD" || !leavesChoice) return accepted;
  return formatSent(headers["content-type"])?.format ?? accepted;
}

export type Encoding = "br" | "gzip" | "identity";

/** The encoding that an Accept-Encoding header prefers. */
export function encodingAccepted(header: string | undefined): Encoding {
  const given = preferences(header ?? "");
  const weigh = (encoding: string): number =>
    (given.find(({ name }) => name === encoding) ?? given.find(({ name }) => name === "*"))?.q ?? 0;
  const [best] = (["br", "gzip"] as const)
    .filter((encoding) => weigh(encoding) > 0)
    .toSorted((a, b) => weigh(b) - weigh(a));
  return best ?? "identity";
}

/** The format and charset of a Content-Type; undefined when the type is not supported. */
export function formatSent(contentType = ""): { format: Format; charset: string | undefined } | undefined {
  const [type = ""] = contentType.toLowerCase().split(";");
  const format = { "application/json": "json", "application/xml": "xml", "text/xml": "xml" }[type.trim()] as
    | Format
    | undefined;
  return format && { format, charset: /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] };
}
