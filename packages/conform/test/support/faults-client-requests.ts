import { randomUUID } from "node:crypto";
import type { ClientFault } from "./fault-case.ts";
import { Refused } from "./good-client.ts";

/** Waits for a request that the service may refuse. */
export const refused = async (request: Promise<unknown>): Promise<void> => {
  await request.catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
};

/** Requests that are wrong on their own. */
export const requestFaults: ClientFault[] = [
  { finds: "request.path", what: "a path of another service", fault: (client) => refused(client.get("/api/tours")) },
  {
    finds: "request.path",
    what: "a language that is not offered",
    fault: (client) => refused(client.get("/api/xx/pages")),
  },
  {
    finds: "request.path",
    what: "an address with two slashes",
    fault: (client) => refused(client.get("//api/products")),
  },
  {
    finds: "request.method",
    what: "GET where it is POST",
    fault: (client) => refused(client.get("/api/es/eventvalidate")),
  },
  {
    finds: "request.accept",
    what: "Accept: text/html alone",
    fault: (client) => client.send("/api/currencies", { headers: { accept: "text/html" } }),
  },
  {
    finds: "request.content-type",
    what: "a body as a format",
    fault: (client) =>
      refused(client.post("/api/es/eventvalidate", "id=1", { "content-type": "application/x-www-form-urlencoded" })),
  },
  {
    finds: "request.namespace",
    what: "XML without a namespace",
    fault: (client) => refused(client.post("/api/es/eventvalidate", "<Event/>", { "content-type": "application/xml" })),
  },
  {
    finds: "request.body",
    what: "JSON that is cut off",
    fault: (client) => refused(client.post("/api/es/eventvalidate", '{"id":')),
  },
  {
    finds: "request.body",
    what: "a booking without RemoteHost",
    fault: async (client) => {
      const { remoteHost: _, ...rest } = client.booking(await client.validated());
      await refused(client.book(rest));
    },
  },
  {
    finds: "request.body",
    what: "an e-mail address that is too long",
    fault: async (client) => {
      const request = client.booking(await client.validated());
      await refused(client.book({ ...request, email: `${"a".repeat(256)}@example.com` }));
    },
  },
  {
    finds: "request.identifiers",
    what: "an identifier that is no GUID",
    fault: (client) => refused(client.get("/api/product/17")),
  },
  {
    finds: "request.identifiers",
    what: "a product that nobody gave",
    fault: (client) => refused(client.get(`/api/product/${randomUUID()}`)),
  },
  {
    finds: "request.parameters",
    what: "pages counted from 0",
    fault: (client) => refused(client.get("/api/products?page=0")),
  },
  {
    finds: "request.parameters",
    what: "a date of another country",
    fault: (client) => refused(client.get("/api/events?id=&fromdate=12/31/2026")),
  },
  {
    finds: "request.unknown",
    what: "a parameter that the contract does not have",
    fault: (client) => client.get("/api/currencies?lang=es"),
  },
  {
    finds: "request.unknown",
    what: "a property that the contract does not have",
    fault: async (client) => {
      const { id, tickets } = await client.validated();
      await client.validate({ id, tickets, currency: "USD" });
    },
  },
  {
    finds: "key.sent",
    what: "a validation without a key",
    fault: async (client) => {
      const { id, tickets } = await client.validated();
      await refused(client.post("/api/es/eventvalidate", { id, tickets }));
    },
  },
  {
    finds: "key.sent",
    what: "another service's key",
    fault: async (client) => {
      const { id, tickets } = await client.validated();
      await refused(client.validate({ id, tickets, apiKey: "pk_test_of-another" }));
    },
  },
  {
    finds: "key.private",
    what: "the key in the address",
    fault: async (client) => {
      await client.validated();
      await client.get(`/api/products?query=${client.key}`);
    },
  },
];
