import type { Form } from "@paseo/contract";
import type { Check } from "../../check.ts";
import type { Site } from "../../tested-service.ts";
import { checkProblem } from "./problems.ts";

/** Which form is answered to which Accept, and which Content-Type is read. */

/** Only what the header decides: two forms wished for equally leave the choice to the service. */
const wishes: [accept: string | undefined, expected: Form][] = [
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

const currencies = (site: Site, accept: string | undefined) =>
  site.send("GET", site.path("currencies"), { ...site.readHeaders, ...(accept !== undefined && { accept }) });

const formOf = (contentType: string | undefined): string => (contentType ?? "no Content-Type").split(";", 1)[0]!.trim();

export const negotiation: Check[] = [
  {
    id: "negotiation.accept",
    says: "Accept chooses the form, with q-values; without it, or with */*, the answer is JSON",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const [accept, expected] of wishes) {
        const exchange = await currencies(site, accept);
        const wish = accept === undefined ? "without Accept" : `with Accept: ${accept}`;
        if (!findings.status(exchange, 200, wish)) continue;
        const type = formOf(exchange.headers["content-type"]);
        findings.holds(type === `application/${expected}`, `${wish} the answer is ${type}, not ${expected}`, exchange);
      }
    },
  },
  {
    id: "negotiation.not-acceptable",
    says: "Where Accept allows neither form the answer is a 406",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const accept of unmet) {
        const exchange = await currencies(site, accept);
        findings.status(exchange, 406, `Accept: ${accept} allows neither JSON nor XML`);
      }
    },
  },
  {
    id: "negotiation.content-type",
    says: "A body in another type than JSON and XML is a 415",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json"]) {
        for (const operation of ["eventvalidate", "eventbook"] as const) {
          const exchange = await site.post(operation, "{}", { headers: { "content-type": type } });
          checkProblem(exchange, 415, findings, { why: `Content-Type is ${type}` });
        }
      }
    },
  },
  {
    id: "negotiation.vary",
    says: "Answers vary by Accept and Accept-Encoding, and say so",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const path of [site.path("products"), site.path("currencies"), site.path("products", { page: 0 })]) {
        const exchange = await site.get(path);
        const named = (exchange.headers.vary ?? "").toLowerCase().split(/\s*,\s*/);
        const both = ["accept", "accept-encoding"].every((name) => named.includes(name));
        findings.holds(both, `Vary is "${exchange.headers.vary ?? ""}", not Accept, Accept-Encoding`, exchange);
      }
    },
  },
];
