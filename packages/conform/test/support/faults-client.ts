import { randomUUID } from "node:crypto";
import type { Scenario } from "../../src/client/scenarios.ts";
import { changeJson, type Fault, type FaultTable } from "./broken-service.ts";
import { Refused, TestClient } from "./good-client.ts";
import type { Target } from "./target.ts";

type RunClient = (client: TestClient, target: Target) => Promise<unknown>;
/** `at`: what the service does that the client then does wrong with. */
type ClientFault = RunClient | { run: RunClient; scenarios?: Scenario[]; at?: Fault };

/** Waits for a request that the service may refuse. */
export const refused = async (request: Promise<unknown>): Promise<void> => {
  await request.catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
};

/** Reads the products in full, and calls productversion again after a change; returns both versions. */
async function synchronised(client: TestClient, target: Target) {
  const stored = await client.versions();
  await client.readAll("/api/products");
  await target.change();
  return { stored, news: await client.versions(stored) };
}

/** The same path, but with the increment read. */
async function incremented(client: TestClient, target: Target) {
  const { stored, news } = await synchronised(client, target);
  await client.readAll(`/api/products?version=${stored.updateVersion}`);
  await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
  return { stored, news };
}

/** Reads the products in full; nothing changes. */
async function current(client: TestClient) {
  const stored = await client.versions();
  await client.readAll("/api/products");
  return { stored, answered: await client.versions(stored) };
}

/** Seats that are held, and the right booking of them. */
async function held(client: TestClient) {
  const validated = await client.validated();
  const hold = await client.hold(validated);
  return { hold, request: client.booking(validated), headers: { "paseo-hold": hold.id! } };
}

/** A validated selection with questions. */
async function validatedWithQuestions(client: TestClient) {
  const tickets = [{ code: "ADULT", quantity: 2 }];
  for (const { id } of await client.someEvents()) {
    const sale = await client.validate({ id, tickets });
    if (sale.isValid && sale.questions.length > 0) return { id, tickets, sale };
  }
  throw new Error("no event has questions");
}

/** Faults of a client: requests that are wrong on their own, their order, sales and holds. */
export const clientFaults: FaultTable<ClientFault> = {
  "request.path: a path of another service": (client) => refused(client.get("/api/tours")),
  "request.path: a language that is not offered": (client) => refused(client.get("/api/xx/pages")),
  "request.path: an address with two slashes": (client) => refused(client.get("//api/products")),
  "request.method: GET where it is POST": (client) => refused(client.get("/api/es/eventvalidate")),
  "request.accept: Accept: text/html alone": (client) =>
    client.send("/api/currencies", { headers: { accept: "text/html" } }),
  "request.content-type: a body as a format": (client) =>
    refused(client.post("/api/es/eventvalidate", "id=1", { "content-type": "application/x-www-form-urlencoded" })),
  "request.namespace: XML without a namespace": (client) =>
    refused(client.post("/api/es/eventvalidate", "<Event/>", { "content-type": "application/xml" })),
  "request.body: JSON that is cut off": (client) => refused(client.post("/api/es/eventvalidate", '{"id":')),
  "request.body: a booking without RemoteHost": async (client) => {
    const { remoteHost: _, ...rest } = client.booking(await client.validated());
    await refused(client.book(rest));
  },
  "request.body: an e-mail address that is too long": async (client) => {
    const request = client.booking(await client.validated());
    await refused(client.book({ ...request, email: `${"a".repeat(256)}@example.com` }));
  },
  "request.identifiers: an identifier that is no GUID": (client) => refused(client.get("/api/product/17")),
  "request.identifiers: a product that nobody gave": (client) => refused(client.get(`/api/product/${randomUUID()}`)),
  "request.parameters: pages counted from 0": (client) => refused(client.get("/api/products?page=0")),
  "request.parameters: a date of another country": (client) =>
    refused(client.get("/api/events?id=&fromdate=12/31/2026")),
  "request.unknown: a parameter that the contract does not have": (client) => client.get("/api/currencies?lang=es"),
  "request.unknown: a property that the contract does not have": async (client) => {
    const { id, tickets } = await client.validated();
    await client.validate({ id, tickets, currency: "USD" });
  },
  "key.sent: a validation without a key": async (client) => {
    const { id, tickets } = await client.validated();
    await refused(client.post("/api/es/eventvalidate", { id, tickets }));
  },
  "key.sent: another service's key": async (client) => {
    const { id, tickets } = await client.validated();
    await refused(client.validate({ id, tickets, apiKey: "pk_test_of-another" }));
  },
  "key.private: the key in the address": async (client) => {
    await client.validated();
    await client.get(`/api/products?query=${client.key}`);
  },
  "list.every-page: a page that is skipped": async (client) => {
    await client.versions();
    await client.get("/api/events?page=1");
    await client.get("/api/events?page=3");
  },
  "list.every-page: a list of which only the first page is read": async (client) => {
    await client.versions();
    await client.get("/api/products");
    await client.versions();
  },
  "list.every-page: deletions of which only the first page is read": (client) =>
    client.get("/api/productsdeleted?version=0"),
  "sync.versions-first: productversion called after the list was read": (client) => client.readAll("/api/products"),
  "sync.no-repeated-full-reads: the whole list every time": async (client) => {
    const stored = await client.versions();
    await client.readAll("/api/products");
    await client.versions(stored);
    await client.readAll("/api/products");
  },
  "sync.stores-versions: versions that are not stored": async (client, target) => {
    const { stored } = await incremented(client, target);
    await client.versions(stored);
    await client.readAll(`/api/products?version=${stored.updateVersion}`);
    await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
  },
  "sync.zero-is-no-version: the 0 of productversion stored as a version": async (client) => {
    const { answered } = await current(client);
    await client.versions(answered);
  },
  "sync.calls-versions: polling a list without productversion": async (client, target) => {
    const { updateVersion } = await new TestClient(target).versions();
    await client.get(`/api/products?version=${updateVersion}`);
  },
  "sync.calls-versions: polling a list though nothing is new": async (client) => {
    const { stored } = await current(client);
    await client.readAll(`/api/products?version=${stored.updateVersion}`);
  },
  "sync.since-stored: the version that was just given in place of the stored one": async (client, target) => {
    const { stored, news } = await synchronised(client, target);
    await client.readAll(`/api/products?version=${news.updateVersion}`);
    await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
  },
  "sync.fetches-updates: changes that are not read": async (client, target) => {
    const { stored, news } = await synchronised(client, target);
    await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
    await client.versions(news);
  },
  "sync.fetches-deletions: deletions that are not read": async (client, target) => {
    const { stored } = await synchronised(client, target);
    await client.readAll(`/api/products?version=${stored.updateVersion}`);
  },
  "sync.starts-anew: the same request again after a 410": {
    scenarios: ["expired"],
    run: async (client, target) => {
      const { stored } = await synchronised(client, target);
      for (let attempt = 0; attempt < 2; attempt++)
        await refused(client.get(`/api/products?version=${stored.updateVersion}`));
      await client.readAll("/api/products");
    },
  },
  "selling.validates-first: a booking without a validation": async (client) => {
    const validated = await client.validated();
    await client.book(client.booking({ ...validated, tickets: [{ code: "ADULT", quantity: 4 }] }));
  },
  "selling.validates-first: a booking of what was refused": async (client) => {
    const { id, sale } = await client.validated();
    const tickets = [{ code: "ADULT", quantity: 11 }];
    const { totalUsd } = await client.validate({ id, tickets });
    await client.book(client.booking({ id, tickets, sale: { ...sale, totalUsd } }));
  },
  "selling.total: a total of the client's own": async (client) => {
    const request = client.booking(await client.validated());
    await client.book({
      ...request,
      totalUsd: { currencyCode: "USD", value: Math.floor(request.totalUsd.value) - 1 },
    });
  },
  "selling.answers: questions that are not answered": async (client) => {
    const validated = await validatedWithQuestions(client);
    await client.book({ ...client.booking(validated), answers: [] });
  },
  "selling.answers: an answer without a question": async (client) => {
    const request = client.booking(await client.validated());
    await client.book({ ...request, answers: [...request.answers!, { code: "shoe-size", value: "43" }] });
  },
  "selling.retry: the same booking twice without a reference": async (client) => {
    const { externalReference: _, ...request } = client.booking(await client.validated());
    for (let attempt = 0; attempt < 2; attempt++) await client.book(request);
  },
  "selling.retry: a new reference for each attempt": {
    scenarios: ["lost-answer"],
    run: async (client) => {
      const request = client.booking(await client.validated());
      await client.book(request).catch(() => {});
      await client.book({ ...request, externalReference: `cart-${randomUUID()}` });
    },
  },
  "selling.price-changed: the refused booking sent again": {
    at: changeJson("eventbook", (order) => {
      Object.assign(order, { id: null, reference: null, status: null, isValid: false });
      order.errors = [{ code: "price-changed", message: "The price changed." }];
    }),
    run: async (client) => {
      const request = client.booking(await client.validated());
      for (let attempt = 0; attempt < 2; attempt++) await client.book(request);
    },
  },
  "selling.hold: a booking of a hold that was released": async (client) => {
    const { request, headers, hold } = await held(client);
    await client.post("/api/es/holdrelease", { id: hold.id, apiKey: client.key });
    await client.book(request, headers);
  },
  "selling.hold: a booking of other tickets than were held": async (client) => {
    const { request, headers } = await held(client);
    await client.book({ ...request, tickets: [{ code: "ADULT", quantity: 4 }] }, headers);
  },
  "selling.total: a total that is not the hold's": async (client) => {
    const { request, headers } = await held(client);
    const { totalUsd } = request;
    await client.book({ ...request, totalUsd: { ...totalUsd, value: totalUsd.value + 1 } }, headers);
  },
  "request.identifiers: a Paseo-Hold that is no identifier": async (client) => {
    const { request } = await held(client);
    await refused(client.book(request, { "paseo-hold": "the first one" }));
  },
};
