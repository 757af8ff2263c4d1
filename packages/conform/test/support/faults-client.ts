import { randomUUID } from "node:crypto";
import { changeJson } from "./broken-service.ts";
import type { ClientFault } from "./fault-case.ts";
import { refused, requestFaults } from "./faults-client-requests.ts";
import { TestClient } from "./good-client.ts";
import type { Target } from "./target.ts";

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

/** Faults in the order of requests. */
const copies: ClientFault[] = [
  {
    finds: "list.every-page",
    what: "a page that is skipped",
    fault: async (client) => {
      await client.versions();
      await client.get("/api/events?page=1");
      await client.get("/api/events?page=3");
    },
  },
  {
    finds: "list.every-page",
    what: "a list of which only the first page is read",
    fault: async (client) => {
      await client.versions();
      await client.get("/api/products");
      await client.versions();
    },
  },
  {
    finds: "list.every-page",
    what: "deletions of which only the first page is read",
    fault: (client) => client.get("/api/productsdeleted?version=0"),
  },
  {
    finds: "sync.versions-first",
    what: "productversion called after the list was read",
    fault: (client) => client.readAll("/api/products"),
  },
  {
    finds: "sync.no-repeated-full-reads",
    what: "the whole list every time",
    fault: async (client) => {
      const stored = await client.versions();
      await client.readAll("/api/products");
      await client.versions(stored);
      await client.readAll("/api/products");
    },
  },
  {
    finds: "sync.stores-versions",
    what: "versions that are not stored",
    fault: async (client, target) => {
      const { stored } = await incremented(client, target);
      await client.versions(stored);
      await client.readAll(`/api/products?version=${stored.updateVersion}`);
      await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
    },
  },
  {
    finds: "sync.zero-is-no-version",
    what: "the 0 of productversion stored as a version",
    fault: async (client) => {
      const { answered } = await current(client);
      await client.versions(answered);
    },
  },
  {
    finds: "sync.calls-versions",
    what: "polling a list without productversion",
    fault: async (client, target) => {
      const { updateVersion } = await new TestClient(target).versions();
      await client.get(`/api/products?version=${updateVersion}`);
    },
  },
  {
    finds: "sync.calls-versions",
    what: "polling a list though nothing is new",
    fault: async (client) => {
      const { stored } = await current(client);
      await client.readAll(`/api/products?version=${stored.updateVersion}`);
    },
  },
  {
    finds: "sync.since-stored",
    what: "the version that was just given in place of the stored one",
    fault: async (client, target) => {
      const { stored, news } = await synchronised(client, target);
      await client.readAll(`/api/products?version=${news.updateVersion}`);
      await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
    },
  },
  {
    finds: "sync.fetches-updates",
    what: "changes that are not read",
    fault: async (client, target) => {
      const { stored, news } = await synchronised(client, target);
      await client.readAll(`/api/productsdeleted?version=${stored.deleteVersion}`);
      await client.versions(news);
    },
  },
  {
    finds: "sync.fetches-deletions",
    what: "deletions that are not read",
    fault: async (client, target) => {
      const { stored } = await synchronised(client, target);
      await client.readAll(`/api/products?version=${stored.updateVersion}`);
    },
  },
  {
    finds: "sync.starts-anew",
    what: "the same request again after a 410",
    scenarios: ["expired"],
    fault: async (client, target) => {
      const { stored } = await synchronised(client, target);
      for (let attempt = 0; attempt < 2; attempt++)
        await refused(client.get(`/api/products?version=${stored.updateVersion}`));
      await client.readAll("/api/products");
    },
  },
];

const sales: ClientFault[] = [
  {
    finds: "selling.validates-first",
    what: "a booking without a validation",
    fault: async (client) => {
      const validated = await client.validated();
      await client.book(client.booking({ ...validated, tickets: [{ code: "ADULT", quantity: 4 }] }));
    },
  },
  {
    finds: "selling.validates-first",
    what: "a booking of what was refused",
    fault: async (client) => {
      const { id, sale } = await client.validated();
      const tickets = [{ code: "ADULT", quantity: 11 }];
      const { totalUsd } = await client.validate({ id, tickets });
      await client.book(client.booking({ id, tickets, sale: { ...sale, totalUsd } }));
    },
  },
  {
    finds: "selling.total",
    what: "a total of the client's own",
    fault: async (client) => {
      const request = client.booking(await client.validated());
      await client.book({
        ...request,
        totalUsd: { currencyCode: "USD", value: Math.floor(request.totalUsd.value) - 1 },
      });
    },
  },
  {
    finds: "selling.answers",
    what: "questions that are not answered",
    fault: async (client) => {
      const validated = await validatedWithQuestions(client);
      await client.book({ ...client.booking(validated), answers: [] });
    },
  },
  {
    finds: "selling.answers",
    what: "an answer without a question",
    fault: async (client) => {
      const request = client.booking(await client.validated());
      await client.book({ ...request, answers: [...request.answers!, { code: "shoe-size", value: "43" }] });
    },
  },
  {
    finds: "selling.retry",
    what: "the same booking twice without a reference",
    fault: async (client) => {
      const { externalReference: _, ...request } = client.booking(await client.validated());
      for (let attempt = 0; attempt < 2; attempt++) await client.book(request);
    },
  },
  {
    finds: "selling.retry",
    what: "a new reference for each attempt",
    scenarios: ["lost-answer"],
    fault: async (client) => {
      const request = client.booking(await client.validated());
      await client.book(request).catch(() => {});
      await client.book({ ...request, externalReference: `cart-${randomUUID()}` });
    },
  },
  {
    finds: "selling.price-changed",
    what: "the refused booking sent again",
    at: changeJson("eventbook", (order) => {
      Object.assign(order, { id: null, reference: null, status: null, isValid: false });
      order.errors = [{ code: "price-changed", message: "The price changed." }];
    }),
    fault: async (client) => {
      const request = client.booking(await client.validated());
      for (let attempt = 0; attempt < 2; attempt++) await client.book(request);
    },
  },
];

/** Faults in booking a hold. */
const heldSales: ClientFault[] = [
  {
    finds: "selling.hold",
    what: "a booking of a hold that was released",
    fault: async (client) => {
      const { request, headers, hold } = await held(client);
      await client.post("/api/es/holdrelease", { id: hold.id, apiKey: client.key });
      await client.book(request, headers);
    },
  },
  {
    finds: "selling.hold",
    what: "a booking of other tickets than were held",
    fault: async (client) => {
      const { request, headers } = await held(client);
      await client.book({ ...request, tickets: [{ code: "ADULT", quantity: 4 }] }, headers);
    },
  },
  {
    finds: "selling.total",
    what: "a total that is not the hold's",
    fault: async (client) => {
      const { request, headers } = await held(client);
      const { totalUsd } = request;
      await client.book({ ...request, totalUsd: { ...totalUsd, value: totalUsd.value + 1 } }, headers);
    },
  },
  {
    finds: "request.identifiers",
    what: "a Paseo-Hold that is no identifier",
    fault: async (client) => {
      const { request } = await held(client);
      await refused(client.book(request, { "paseo-hold": "the first one" }));
    },
  },
];

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

export const clientFaults: ClientFault[] = [...requestFaults, ...copies, ...sales, ...heldSales];
