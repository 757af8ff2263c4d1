import type { Format } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { formats, mediaTypes, type TestedService } from "../../tested-service.ts";
import { checkProblem } from "./problems.ts";

/** The format of answers by Accept, and the accepted Content-Types. */

/** Only headers that decide the format. Between two formats of equal weight the service may choose. */
const preferences: [accept: string | undefined, expected: Format][] = [
  [undefined, "json"],
  ["*/*", "json"],
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/xml", "xml"],
  ["Application/XML", "xml"],
  ["application/json;q=0.4, application/xml;q=0.5", "xml"],
  ["application/xml;q=0.5, application/json;q=0.501", "json"],
  ["text/html, application/xml;q=0.9, */*;q=0.1", "xml"],
  ["application/json;q=0, */*", "xml"],
  ["application/xml;q=0, */*", "json"],
];
const unmet = ["text/html", "image/*", "application/json;q=0, application/xml;q=0", "*/*;q=0"];

const currencies = (service: TestedService, accept: string | undefined) =>
  service.send("GET", service.path("currencies"), { ...service.readHeaders, ...(accept !== undefined && { accept }) });

const formatOf = (contentType: string | undefined): string =>
  (contentType ?? "no Content-Type").split(";", 1)[0]!.trim();

export const negotiationChecks: Check[] = [
  {
    id: "negotiation.accept",
    says: "Accept chooses the format, with q-values; without it, or with */*, a read is JSON",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const [accept, expected] of preferences) {
        const exchange = await currencies(service, accept);
        const preference = accept === undefined ? "without Accept" : `with Accept: ${accept}`;
        if (!findings.status(exchange, 200, preference)) continue;
        const type = formatOf(exchange.headers["content-type"]);
        findings.holds(
          type === `application/${expected}`,
          `${preference} the answer is ${type}, not ${expected}`,
          exchange,
        );
      }
    },
  },
  {
    id: "negotiation.own-format",
    says: "Without Accept, or with */* alone, a request with a body is answered in its own format",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const sends of formats)
        for (const accept of [undefined, "*/*"]) {
          const headers = { "content-type": mediaTypes[sends], ...(accept !== undefined && { accept }) };
          // The body is refused, so the check needs no key: errors are negotiated like answers.
          const exchange = await service.send("POST", service.path("eventvalidate"), headers, "-");
          checkProblem(exchange, 400, findings, { format: sends, why: `the body is no document in ${sends}` });
        }
    },
  },
  {
    id: "negotiation.not-acceptable",
    says: "If Accept allows neither format, the answer is a 406",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const accept of unmet) {
        const exchange = await currencies(service, accept);
        findings.status(exchange, 406, `Accept: ${accept} allows neither JSON nor XML`);
      }
    },
  },
  {
    id: "negotiation.content-type",
    says: "A body that is neither JSON nor XML is a 415",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json"]) {
        for (const operation of ["eventvalidate", "eventbook"] as const) {
          const exchange = await service.post(operation, "{}", { headers: { "content-type": type } });
          checkProblem(exchange, 415, findings, { why: `Content-Type is ${type}` });
        }
      }
    },
  },
  {
    id: "negotiation.vary",
    says: "Answers have Vary: Accept, Accept-Encoding",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const path of [
        service.path("products"),
        service.path("currencies"),
        service.path("products", { page: 0 }),
      ]) {
        const exchange = await service.get(path);
        const named = (exchange.headers.vary ?? "").toLowerCase().split(/\s*,\s*/);
        const both = ["accept", "accept-encoding"].every((name) => named.includes(name));
        findings.holds(both, `Vary is "${exchange.headers.vary ?? ""}", not Accept, Accept-Encoding`, exchange);
      }
    },
  },
];
