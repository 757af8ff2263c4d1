import { randomUUID } from "node:crypto";
import type { RuleId } from "../../src/mock/rules/rules.ts";
import type { Play } from "../../src/mock/scenarios.ts";
import { Refused, type TestClient } from "./good-client.ts";

/** One thing that a client does wrong, and the rule that it breaks. */
export interface ClientFault {
  rule: RuleId;
  what: string;
  faults: (client: TestClient) => Promise<unknown>;
  plays?: Play[];
}

/** What the counterpart refuses is no failure of the test. */
export const refused = async (asking: Promise<unknown>): Promise<void> => {
  await asking.catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
};

/** Requests that are wrong on their own. */
export const requestFaults: ClientFault[] = [
  { rule: "request.path", what: "a path of another service", faults: (client) => refused(client.get("/api/tours")) },
  {
    rule: "request.path",
    what: "a language that is not offered",
    faults: (client) => refused(client.get("/api/en/pages")),
  },
  {
    rule: "request.path",
    what: "an address with two slashes",
    faults: (client) => refused(client.get("//api/products")),
  },
  {
    rule: "request.method",
    what: "GET where it is POST",
    faults: (client) => refused(client.get("/api/es/eventvalidate")),
  },
  {
    rule: "request.accept",
    what: "Accept: text/html alone",
    faults: (client) => client.send("/api/currencies", { headers: { accept: "text/html" } }),
  },
  {
    rule: "request.content-type",
    what: "a body as a form",
    faults: (client) =>
      refused(client.post("/api/es/eventvalidate", "id=1", { "content-type": "application/x-www-form-urlencoded" })),
  },
  {
    rule: "request.namespace",
    what: "XML without a namespace",
    faults: (client) =>
      refused(client.post("/api/es/eventvalidate", "<Event/>", { "content-type": "application/xml" })),
  },
  {
    rule: "request.body",
    what: "JSON that is cut off",
    faults: (client) => refused(client.post("/api/es/eventvalidate", '{"id":')),
  },
  {
    rule: "request.body",
    what: "a booking without RemoteHost",
    faults: async (client) => {
      const { remoteHost: _, ...rest } = client.booking(await client.validated());
      await refused(client.book(rest));
    },
  },
  {
    rule: "request.body",
    what: "an e-mail address that is too long",
    faults: async (client) => {
      const request = client.booking(await client.validated());
      await refused(client.book({ ...request, email: `${"a".repeat(256)}@example.com` }));
    },
  },
  {
    rule: "request.identifiers",
    what: "an identifier that is no GUID",
    faults: (client) => refused(client.get("/api/product/17")),
  },
  {
    rule: "request.identifiers",
    what: "a product that nobody gave",
    faults: (client) => refused(client.get(`/api/product/${randomUUID()}`)),
  },
  {
    rule: "request.parameters",
    what: "pages counted from 0",
    faults: (client) => refused(client.get("/api/products?page=0")),
  },
  {
    rule: "request.parameters",
    what: "a date of another country",
    faults: (client) => refused(client.get("/api/events?id=&fromdate=12/31/2026")),
  },
  {
    rule: "request.unknown",
    what: "a parameter that the contract does not have",
    faults: (client) => client.get("/api/currencies?lang=es"),
  },
  {
    rule: "request.unknown",
    what: "a property that the contract does not have",
    faults: async (client) => {
      const { id, tickets } = await client.validated();
      await client.validate({ id, tickets, currency: "USD" });
    },
  },
  {
    rule: "key.sent",
    what: "a validation without a key",
    faults: async (client) => {
      const { id, tickets } = await client.validated();
      await refused(client.post("/api/es/eventvalidate", { id, tickets }));
    },
  },
  {
    rule: "key.sent",
    what: "another service's key",
    faults: async (client) => {
      const { id, tickets } = await client.validated();
      await refused(client.validate({ id, tickets, apiKey: "pk_test_of-another" }));
    },
  },
  {
    rule: "key.private",
    what: "the key in the address",
    faults: async (client) => client.get(`/api/products?query=${client.key}`),
  },
];
