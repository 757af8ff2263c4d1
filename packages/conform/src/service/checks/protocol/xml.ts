import { encode, type Form, operations } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { anySale, selectionOf } from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import { read, readXml, type Site } from "../../tested-service.ts";
import { checkProblem } from "./problems.ts";

/** What XML and JSON documents are beside their fields: namespaces, declarations, and bodies that cannot be read. */

/** A valid selection as a document in either form. */
async function goodBody(site: Site, form: Form): Promise<string> {
  const { event, tickets } = await anySale(site);
  const request = selectionOf(site, event, tickets);
  return encode(operations.eventvalidate.request, request, form, { namespace: site.namespace });
}

const xmlReads = (site: Site): string[] => [
  site.path("products"),
  site.path("productversion"),
  site.path("productsdeleted"),
  site.path("pages"),
  site.path("currencies"),
];

export const xml: Check[] = [
  {
    id: "xml.namespace",
    says: "Every XML answer is in the namespace that the operator keeps",
    clause: "decision 1",
    run: async (site, findings) => {
      for (const path of xmlReads(site)) {
        const exchange = await site.get(path, "xml");
        const namespace = readXml(exchange.text)?.namespace;
        if (namespace === undefined) throw new Skipped("the XML answers cannot be read, see the checks shape.*.xml");
        const hint = "if that is the one this service keeps, say so with --namespace";
        const what = `the root is in "${namespace}", not in "${site.namespace}"; ${hint}`;
        if (!findings.holds(namespace === site.namespace, what, exchange)) return;
      }
    },
  },
  {
    id: "xml.declaration",
    says: "Every XML answer begins with an XML declaration and is in UTF-8",
    clause: "decision 2",
    run: async (site, findings) => {
      for (const path of xmlReads(site)) {
        const exchange = await site.get(path, "xml");
        const declared = /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']([^"']+)["'])?/.exec(
          exchange.text,
        );
        if (!findings.holds(declared !== null, "the answer does not begin with an XML declaration", exchange)) return;
        const encoding = declared?.[1] ?? "utf-8";
        findings.holds(/^utf-8$/i.test(encoding), `the declaration says ${encoding}, not UTF-8`, exchange);
      }
    },
  },
  {
    id: "xml.request-prefix",
    says: "A request may bind the namespace to a prefix",
    clause: "decision 1",
    needs: "key",
    run: async (site, findings) => {
      const plain = await goodBody(site, "xml");
      const prefixed = plain.replace(/<(\/?)([A-Z])/g, "<$1p:$2").replace(" xmlns=", " xmlns:p=");
      const exchange = await site.post("eventvalidate", prefixed, { sends: "xml" });
      if (!findings.status(exchange, 200, "the root is in the right namespace, under a prefix")) return;
      findings.holds(
        read("eventvalidate", exchange).isValid,
        "the selection, valid a moment ago, is refused",
        exchange,
      );
    },
  },
  {
    id: "xml.request-namespace",
    says: "A request whose root is in another namespace, or in none, is a 400 that names the one expected",
    clause: "decision 1",
    needs: "key",
    run: async (site, findings) => {
      const plain = await goodBody(site, "xml");
      for (const body of [
        plain.replace(/ xmlns="[^"]*"/, ""),
        plain.replace(/ xmlns="[^"]*"/, ' xmlns="urn:another"'),
      ]) {
        const exchange = await site.post("eventvalidate", body, { sends: "xml" });
        const problem = checkProblem(exchange, 400, findings);
        if (!problem) continue;
        const what = `detail does not name the namespace ${site.namespace}: "${problem.detail}"`;
        findings.holds(problem.detail.includes(site.namespace), what, exchange);
      }
    },
  },
  {
    id: "xml.request-encoding",
    says: "A request in an encoding that nobody knows is a 400",
    clause: "decision 2",
    needs: "key",
    run: async (site, findings) => {
      const body = (await goodBody(site, "xml")).replace(/encoding="[^"]*"/, 'encoding="x-no-such-encoding"');
      checkProblem(await site.post("eventvalidate", body, { sends: "xml" }), 400, findings);
    },
  },
  {
    id: "xml.request-malformed",
    says: "A body that is not well-formed is a 400, in XML and in JSON",
    clause: "decision 5",
    run: async (site, findings) => {
      for (const [sends, body] of [
        ["xml", "<Event><Tickets></Event>"],
        ["xml", ""],
        ["json", '{"id":'],
        ["json", "[]"],
        ["json", ""],
      ] as const) {
        checkProblem(await site.post("eventvalidate", body, { sends }), 400, findings);
      }
    },
  },
  {
    id: "xml.request-xml-answer-json",
    says: "A request may be XML and its answer JSON, and the other way round",
    clause: "decision 4",
    needs: "key",
    run: async (site, findings) => {
      for (const [sends, reads, begins] of [
        ["xml", "json", "{"],
        ["json", "xml", "<"],
      ] as const) {
        const exchange = await site.post("eventvalidate", await goodBody(site, sends), { sends, reads });
        if (!findings.status(exchange, 200, `the request is ${sends}, its answer ${reads}`)) continue;
        findings.holds(exchange.text.trimStart()[0] === begins, `the answer is not ${reads}`, exchange);
      }
    },
  },
  {
    id: "xml.unknown-property",
    says: "A property of a request that the contract does not know is ignored",
    clause: "decision 3",
    needs: "key",
    run: async (site, findings) => {
      const body = { ...JSON.parse(await goodBody(site, "json")), conformance: { of: ["no", "meaning"] } };
      const exchange = await site.post("eventvalidate", JSON.stringify(body));
      if (!findings.status(exchange, 200)) return;
      findings.holds(
        read("eventvalidate", exchange).isValid,
        "the selection, valid a moment ago, is refused",
        exchange,
      );
    },
  },
];
