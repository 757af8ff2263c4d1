import { randomUUID } from "node:crypto";
import type { Format, Problem } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { jsonFaults } from "../../../wire/json-shape.ts";
import { ProblemDocument, schemaNode } from "../../../wire/schema.ts";
import { decodeAnswer } from "../../../wire/value.ts";
import { xmlFaults } from "../../../wire/xml-shape.ts";
import { readXml } from "../../../wire/xml-tree.ts";
import type { Check, Findings } from "../../check.ts";
import { readAllProducts } from "../../lists.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, mediaTypes, type TestedService } from "../../tested-service.ts";

/** Failed requests: status and problem details. */

/** Namespace of problem details in XML, given by RFC 9457. */
const problemNamespace = "urn:ietf:rfc:7807";

/** Checks the answer to a failed request. Returns its problem details if they can be read. */
export function checkProblem(
  exchange: Exchange,
  status: number,
  findings: Findings,
  { format = "json", why = "" }: { format?: Format; why?: string } = {},
): Problem | undefined {
  if (!findings.status(exchange, status, why)) return undefined;
  const type = exchange.headers["content-type"] ?? "no Content-Type";
  const isOne = new RegExp(`^application/problem\\+${format}\\s*(;|$)`, "i").test(type);
  if (!findings.holds(isOne, `the Content-Type of the failure is ${type}, not application/problem+${format}`, exchange))
    return undefined;
  const faults = problemFaults(exchange, format);
  for (const fault of faults) findings.wrong(`the problem details: ${fault}`, exchange);
  if (faults.length > 0) return undefined;
  const problem = decodeAnswer(ProblemDocument, exchange);
  if (!problem) return undefined;
  findings.equal(problem.status, status, "status in the problem details", exchange);
  findings.holds(problem.code !== "" && problem.detail !== "", "code or detail of the problem is empty", exchange);
  return problem;
}

/** Checks that the answer is a 400 whose `errors` have this pointer. */
export function checkField(exchange: Exchange, pointer: string, findings: Findings): void {
  const problem = checkProblem(exchange, 400, findings, { why: `${pointer} is wrong` });
  if (!problem) return;
  const pointers = (problem.errors ?? []).map((error) => error.pointer);
  findings.holds(
    pointers.includes(pointer),
    `errors have the pointers ${pointers.join(", ") || "none"}, not ${pointer}`,
    exchange,
  );
}

function problemFaults({ text }: Exchange, format: Format): string[] {
  const schema = schemaNode(ProblemDocument);
  if (format === "json") {
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

/** Sends a request for a format. */
type SendRequest = (service: TestedService, format: Format) => Promise<Exchange>;
const reading =
  (path: (service: TestedService) => string): SendRequest =>
  (service, format) =>
    service.get(path(service), format);
const sending =
  (method: string, path: string): SendRequest =>
  (service, format) =>
    service.send(method, path, { accept: mediaTypes[format], ...service.readHeaders });

interface Failure {
  id: string;
  says: string;
  clause: string;
  status: number;
  requests: SendRequest[];
  /** A further check of each answer. */
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
    requests: [
      reading((service) => service.path("product", { id: "12" })),
      reading((service) => service.path("events", { id: "not-a-guid" })),
      reading((service) => service.path("order", { id: "8c1f4e0a-52b7-4d3e-9a61-0f6d2b7c9e1" })),
    ],
  },
  {
    id: "problems.unknown-id",
    says: "An unknown identifier is a 404",
    clause: "decision 6",
    status: 404,
    requests: [
      reading((service) => service.path("product", { id: randomUUID() })),
      reading((service) => service.path("events", { id: randomUUID() })),
      reading((service) => service.path("order", { id: randomUUID() })),
    ],
  },
  {
    id: "problems.unknown-path",
    says: "An unknown path is a 404",
    clause: "decision 5",
    status: 404,
    requests: [reading(() => "/api/nosuchthing")],
  },
  {
    id: "problems.unknown-language",
    says: "An unknown language is a 404",
    clause: "interface, language segment; decision 5",
    status: 404,
    requests: [reading(() => "/api/xx/pages"), reading(() => `/api/zz/order/${randomUUID()}`)],
  },
  {
    id: "problems.method",
    says: "A method that a path does not have is a 405",
    clause: "decision 5; RFC 9110, 15.5.6",
    status: 405,
    requests: [
      sending("DELETE", "/api/products"),
      sending("PUT", "/api/currencies"),
      sending("GET", "/api/es/eventbook"),
    ],
    also: allow,
  },
];

const failureChecks = failures.map(
  ({ id, says, clause, status, requests, also }): Check => ({
    id,
    says: `${says}, with problem details in the requested format`,
    clause,
    run: async (service, findings) => {
      for (const format of formats) {
        for (const send of requests) {
          const exchange = await send(service, format);
          if (checkProblem(exchange, status, findings, { format })) also?.(exchange, findings);
        }
      }
    },
  }),
);

/** Parameters that are malformed or out of bounds. */
const badParameters: [name: string, path: (service: TestedService) => string][] = [
  ["page", (service) => service.path("products", { page: 0 })],
  ["page", (service) => service.path("events", { page: -1 })],
  ["page", (service) => service.path("pages", { page: "two" })],
  ["page", (service) => service.path("productsdeleted", { page: "1.5" })],
  ["version", (service) => service.path("products", { version: -1 })],
  ["version", (service) => service.path("events", { version: "latest" })],
  ["updateversion", (service) => service.path("productversion", { updateversion: "x" })],
  ["deleteversion", (service) => service.path("productversion", { deleteversion: -5 })],
  ["pagetypecode", (service) => service.path("pages", { pagetypecode: "country" })],
];

export const problemChecks: Check[] = [
  ...failureChecks,
  {
    id: "problems.bad-parameter",
    says: "A parameter that is malformed or out of bounds is a 400 that names it",
    clause: "decisions 5 and 8",
    run: async (service, findings) => {
      for (const [name, path] of badParameters) {
        const exchange = await service.get(path(service));
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
    run: async (service, findings) => {
      const [product] = await readAllProducts(service);
      if (!product) throw new SkippedCheckError("the service has no product");
      const id = product.id.toUpperCase();
      const one = await service.get(service.path("product", { id }));
      if (findings.status(one, 200, "the identifier is known, in lower case"))
        findings.holds(one.text.includes(`"${product.id}"`), `the answer does not contain ${product.id}`, one);
      findings.status(await service.get(service.path("events", { id })), 200, "the identifier is known, in lower case");
    },
  },
];
