import { randomUUID } from "node:crypto";
import type { Form, Problem } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { jsonFaults } from "../../../wire/json-shape.ts";
import { nodeOf, ProblemDocument } from "../../../wire/schema.ts";
import { xmlFaults } from "../../../wire/xml-shape.ts";
import type { Check, Findings } from "../../check.ts";
import { allProducts } from "../../lists.ts";
import { Skipped } from "../../skipped.ts";
import { forms, mediaTypes, readXml, type Site, valueIn } from "../../tested-service.ts";

/** Failed requests: their status, and the problem details that say why. */

/** Namespace of problem details in XML, given by RFC 9457. */
const problemNamespace = "urn:ietf:rfc:7807";

/** Tells what is wrong with a failed request's answer, and answers the problem in it when it can be read. */
export function checkProblem(
  exchange: Exchange,
  status: number,
  findings: Findings,
  { form = "json", why = "" }: { form?: Form; why?: string } = {},
): Problem | undefined {
  if (!findings.status(exchange, status, why)) return undefined;
  const type = exchange.headers["content-type"] ?? "no Content-Type";
  const isOne = new RegExp(`^application/problem\\+${form}\\s*(;|$)`, "i").test(type);
  if (!findings.holds(isOne, `the failure comes as ${type}, not as application/problem+${form}`, exchange))
    return undefined;
  const faults = problemFaults(exchange, form);
  for (const fault of faults) findings.wrong(`the problem details: ${fault}`, exchange);
  if (faults.length > 0) return undefined;
  const problem = valueIn(ProblemDocument, exchange);
  if (!problem) return undefined;
  findings.equal(problem.status, status, "status in the problem details", exchange);
  findings.holds(problem.code !== "" && problem.detail !== "", "code or detail of the problem is empty", exchange);
  return problem;
}

/** Tells unless the answer is a 400 whose `errors` have this pointer. */
export function checkField(exchange: Exchange, pointer: string, findings: Findings): void {
  const problem = checkProblem(exchange, 400, findings, { why: `${pointer} is wrong` });
  if (!problem) return;
  const pointers = (problem.errors ?? []).map((error) => error.pointer);
  findings.holds(
    pointers.includes(pointer),
    `errors point at ${pointers.join(", ") || "nothing"}, not at ${pointer}`,
    exchange,
  );
}

function problemFaults({ text }: Exchange, form: Form): string[] {
  const schema = nodeOf(ProblemDocument);
  if (form === "json") {
    try {
      return jsonFaults(schema, JSON.parse(text));
    } catch {
      return ["not well-formed JSON"];
    }
  }
  const tree = readXml(text);
  if (!tree) return ["not well-formed XML"];
  if (tree.namespace !== problemNamespace) return [`the root is in "${tree.namespace}", not in ${problemNamespace}`];
  return xmlFaults(schema, tree);
}

/** A path, asked for in a form. */
type Ask = (site: Site, form: Form) => Promise<Exchange>;
const reading =
  (path: (site: Site) => string): Ask =>
  (site, form) =>
    site.get(path(site), form);
const sending =
  (method: string, path: string): Ask =>
  (site, form) =>
    site.send(method, path, { accept: mediaTypes[form], ...site.readHeaders });

interface Failure {
  id: string;
  says: string;
  clause: string;
  status: number;
  asks: Ask[];
  /** More to hold against each answer. */
  also?: (exchange: Exchange, findings: Findings) => void;
}

const allow = (exchange: Exchange, findings: Findings): void => {
  findings.holds(exchange.headers.allow !== undefined, "a 405 has no Allow header", exchange);
};

const failures: Failure[] = [
  {
    id: "problems.malformed-id",
    says: "A malformed identifier is a 400",
    clause: "decision 6",
    status: 400,
    asks: [
      reading((site) => site.path("product", { id: "12" })),
      reading((site) => site.path("events", { id: "not-a-guid" })),
      reading((site) => site.path("order", { id: "8c1f4e0a-52b7-4d3e-9a61-0f6d2b7c9e1" })),
    ],
  },
  {
    id: "problems.unknown-id",
    says: "An unknown identifier is a 404",
    clause: "decision 6",
    status: 404,
    asks: [
      reading((site) => site.path("product", { id: randomUUID() })),
      reading((site) => site.path("events", { id: randomUUID() })),
      reading((site) => site.path("order", { id: randomUUID() })),
    ],
  },
  {
    id: "problems.unknown-path",
    says: "An unknown path is a 404",
    clause: "decision 5",
    status: 404,
    asks: [reading(() => "/api/nosuchthing")],
  },
  {
    id: "problems.unknown-language",
    says: "A language other than es and pt is a 404",
    clause: "interface, language segment; decision 5",
    status: 404,
    asks: [reading(() => "/api/en/pages"), reading(() => `/api/xx/order/${randomUUID()}`)],
  },
  {
    id: "problems.method",
    says: "A method that a path does not have is a 405",
    clause: "decision 5; RFC 9110, 15.5.6",
    status: 405,
    asks: [sending("DELETE", "/api/products"), sending("PUT", "/api/currencies"), sending("GET", "/api/es/eventbook")],
    also: allow,
  },
];

const failureChecks = failures.map(
  ({ id, says, clause, status, asks, also }): Check => ({
    id,
    says: `${says}, with problem details in the asked form`,
    clause,
    run: async (site, findings) => {
      for (const form of forms) {
        for (const ask of asks) {
          const exchange = await ask(site, form);
          if (checkProblem(exchange, status, findings, { form })) also?.(exchange, findings);
        }
      }
    },
  }),
);

/** Parameters that are out of bounds, with what each would have to be. */
const badParameters: [name: string, path: (site: Site) => string][] = [
  ["page", (site) => site.path("products", { page: 0 })],
  ["page", (site) => site.path("events", { page: -1 })],
  ["page", (site) => site.path("pages", { page: "two" })],
  ["page", (site) => site.path("productsdeleted", { page: "1.5" })],
  ["version", (site) => site.path("products", { version: -1 })],
  ["version", (site) => site.path("events", { version: "latest" })],
  ["updateversion", (site) => site.path("productversion", { updateversion: "x" })],
  ["deleteversion", (site) => site.path("productversion", { deleteversion: -5 })],
  ["pagetypecode", (site) => site.path("pages", { pagetypecode: "country" })],
];

export const problems: Check[] = [
  ...failureChecks,
  {
    id: "problems.bad-parameter",
    says: "A parameter that is malformed or out of bounds is a 400 that names it",
    clause: "decisions 5 and 8",
    run: async (site, findings) => {
      for (const [name, path] of badParameters) {
        const exchange = await site.get(path(site));
        const problem = checkProblem(exchange, 400, findings, { why: `${name} is out of bounds` });
        if (!problem) continue;
        const named = (problem.errors ?? []).some(({ pointer }) => pointer.toLowerCase().includes(name));
        findings.holds(named, `errors does not name ${name}`, exchange);
      }
    },
  },
  {
    id: "problems.ids-in-any-case",
    says: "Identifiers are read in any letter case and written in lower case",
    clause: "decision 6",
    run: async (site, findings) => {
      const [product] = await allProducts(site);
      if (!product) throw new Skipped("the service has no product");
      const id = product.id.toUpperCase();
      const one = await site.get(site.path("product", { id }));
      if (findings.status(one, 200, "the identifier is known, in lower case"))
        findings.holds(one.text.includes(`"${product.id}"`), `the answer does not hold ${product.id}`, one);
      findings.status(await site.get(site.path("events", { id })), 200, "the identifier is known, in lower case");
    },
  },
];
