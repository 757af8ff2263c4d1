import { encode, type Format, operations } from "@paseo/contract";
import { readXml } from "../../../wire/xml-tree.ts";
import type { Check } from "../../check.ts";
import { findAnySale, selectionForSale } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { TestedService } from "../../tested-service.ts";
import { checkProblem } from "./problems.ts";

/** Documents apart from their fields: namespaces, declarations, and malformed bodies. */

/** A valid selection in either format. */
async function goodBody(service: TestedService, format: Format): Promise<string> {
  const { event, tickets } = await findAnySale(service);
  const request = selectionForSale(service, event, tickets);
  return encode(operations.eventvalidate.request, request, format, { namespace: service.namespace });
}

const xmlReads = (service: TestedService): string[] => [
  service.path("products"),
  service.path("productversion"),
  service.path("productsdeleted"),
  service.path("pages"),
  service.path("currencies"),
];

export const xmlChecks: Check[] = [
  {
    id: "xml.namespace",
    says: "Every XML answer is in the namespace of the operator",
    clause: "decision 1",
    run: async (service, findings) => {
      for (const path of xmlReads(service)) {
        const exchange = await service.get(path, "xml");
        const namespace = readXml(exchange.text)?.namespace;
        if (namespace === undefined)
          throw new SkippedCheckError("the XML answers cannot be read, see the checks shape.*.xml");
        const hint = "if that is the namespace of this service, set it with --namespace";
        const what = `the root is in "${namespace}", not in "${service.namespace}"; ${hint}`;
        if (!findings.holds(namespace === service.namespace, what, exchange)) return;
      }
    },
  },
  {
    id: "xml.declaration",
    says: "Every XML answer starts with an XML declaration and is in UTF-8",
    clause: "decision 2",
    run: async (service, findings) => {
      for (const path of xmlReads(service)) {
        const exchange = await service.get(path, "xml");
        const declared = /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']([^"']+)["'])?/.exec(
          exchange.text,
        );
        if (!findings.holds(declared !== null, "the answer does not start with an XML declaration", exchange)) return;
        const encoding = declared?.[1] ?? "utf-8";
        findings.holds(/^utf-8$/i.test(encoding), `the declared encoding is ${encoding}, not UTF-8`, exchange);
      }
    },
  },
  {
    id: "xml.request-prefix",
    says: "A request may bind the namespace to a prefix",
    clause: "decision 1",
    needs: "key",
    run: async (service, findings) => {
      const plain = await goodBody(service, "xml");
      const prefixed = plain.replace(/<(\/?)([A-Z])/g, "<$1p:$2").replace(" xmlns=", " xmlns:p=");
      const exchange = await service.post("eventvalidate", prefixed, { sends: "xml" });
      if (!findings.status(exchange, 200, "the root is in the expected namespace, with a prefix")) return;
      findings.holds(
        service.read("eventvalidate", exchange).isValid,
        "the selection is refused, although it was valid before",
        exchange,
      );
    },
  },
  {
    id: "xml.request-namespace",
    says: "A request whose root is in another namespace, or in none, is a 400 that names the one expected",
    clause: "decision 1",
    needs: "key",
    run: async (service, findings) => {
      const plain = await goodBody(service, "xml");
      for (const body of [
        plain.replace(/ xmlns="[^"]*"/, ""),
        plain.replace(/ xmlns="[^"]*"/, ' xmlns="urn:another"'),
      ]) {
        const exchange = await service.post("eventvalidate", body, { sends: "xml" });
        const problem = checkProblem(exchange, 400, findings);
        if (!problem) continue;
        const what = `detail does not name the namespace ${service.namespace}: "${problem.detail}"`;
        findings.holds(problem.detail.includes(service.namespace), what, exchange);
      }
    },
  },
  {
    id: "xml.request-encoding",
    says: "A request in an unknown encoding is a 400",
    clause: "decision 2",
    needs: "key",
    run: async (service, findings) => {
      const body = (await goodBody(service, "xml")).replace(/encoding="[^"]*"/, 'encoding="x-no-such-encoding"');
      checkProblem(await service.post("eventvalidate", body, { sends: "xml" }), 400, findings);
    },
  },
  {
    id: "xml.request-malformed",
    says: "A body that is not well-formed is a 400, in XML and in JSON",
    clause: "decision 5",
    run: async (service, findings) => {
      for (const [sends, body] of [
        ["xml", "<Event><Tickets></Event>"],
        ["xml", ""],
        ["json", '{"id":'],
        ["json", "[]"],
        ["json", ""],
      ] as const) {
        checkProblem(await service.post("eventvalidate", body, { sends }), 400, findings);
      }
    },
  },
  {
    id: "xml.request-xml-answer-json",
    says: "A request may be in XML and its answer in JSON, and vice versa",
    clause: "decision 4",
    needs: "key",
    run: async (service, findings) => {
      for (const [sends, reads, start] of [
        ["xml", "json", "{"],
        ["json", "xml", "<"],
      ] as const) {
        const exchange = await service.post("eventvalidate", await goodBody(service, sends), { sends, reads });
        if (!findings.status(exchange, 200, `the request is ${sends}, its answer ${reads}`)) continue;
        findings.holds(exchange.text.trimStart()[0] === start, `the answer is not ${reads}`, exchange);
      }
    },
  },
  {
    id: "xml.unknown-property",
    says: "A property of a request that the contract does not know is ignored",
    clause: "decision 3",
    needs: "key",
    run: async (service, findings) => {
      const body = { ...JSON.parse(await goodBody(service, "json")), conformance: { unknown: ["value"] } };
      const exchange = await service.post("eventvalidate", JSON.stringify(body));
      if (!findings.status(exchange, 200)) return;
      findings.holds(
        service.read("eventvalidate", exchange).isValid,
        "the selection is refused, although it was valid before",
        exchange,
      );
    },
  },
];
