import type { Form } from "@paseo/contract";

/** One of the things that a header wishes for, with its weight. */
interface Wish {
  name: string;
  q: number;
}

const wishes = (header: string): Wish[] =>
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

const mediaTypes: [type: string, form: Form][] = [
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/xml", "xml"],
  ["application/problem+json", "json"],
  ["application/problem+xml", "xml"],
];

/** The form that an Accept header allows and likes best, JSON where it does not care; undefined when it allows neither. */
export function formAccepted(accept: string | undefined): Form | undefined {
  if (accept === undefined || accept.trim() === "") return "json";
  const given = wishes(accept);
  const weigh = (type: string): { q: number; exact: boolean } => {
    // What is named counts before what a wildcard covers.
    for (const name of [type, `${type.split("/")[0]}/*`, "*/*"]) {
      const wish = given.find((one) => one.name === name);
      if (wish) return { q: wish.q, exact: name === type };
    }
    return { q: 0, exact: false };
  };
  const weighed = mediaTypes.map(([type, form]) => ({ form, ...weigh(type) })).filter(({ q }) => q > 0);
  return weighed.toSorted((a, b) => b.q - a.q || Number(b.exact) - Number(a.exact))[0]?.form;
}

export type Encoding = "br" | "gzip" | "identity";

/** The encoding that an Accept-Encoding header likes best. */
export function encodingAccepted(header: string | undefined): Encoding {
  const given = wishes(header ?? "");
  const weigh = (encoding: string): number =>
    (given.find(({ name }) => name === encoding) ?? given.find(({ name }) => name === "*"))?.q ?? 0;
  const [best] = (["br", "gzip"] as const)
    .filter((encoding) => weigh(encoding) > 0)
    .toSorted((a, b) => weigh(b) - weigh(a));
  return best ?? "identity";
}

/** The form and the charset that a Content-Type names; undefined when it is none that is read. */
export function formSent(contentType = ""): { form: Form; charset: string | undefined } | undefined {
  const [type = ""] = contentType.toLowerCase().split(";");
  const form = { "application/json": "json", "application/xml": "xml", "text/xml": "xml" }[type.trim()] as
    | Form
    | undefined;
  return form && { form, charset: /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] };
}
