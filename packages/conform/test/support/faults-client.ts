import { randomUUID } from "node:crypto";
import { type ClientFault, refused, requestFaults } from "./faults-client-requests.ts";
import type { TestClient } from "./good-client.ts";

/** Synchronises in full and once by increments, and answers the versions before and after it. */
async function synchronised(client: TestClient) {
  const stored = await client.versions();
  await client.walk("/api/products");
  return { stored, news: await client.versions(stored) };
}

/** The same, with the increment read. */
async function incremented(client: TestClient) {
  const { stored, news } = await synchronised(client);
  await client.walk(`/api/products?version=${stored.updateVersion}`);
  await client.walk(`/api/productsdeleted?version=${stored.deleteVersion}`);
  return { stored, news };
}

/** What is wrong with what comes after what. */
const copies: ClientFault[] = [
  {
    rule: "walk.every-page",
    what: "a page that is skipped",
    faults: async (client) => {
      await client.versions();
      await client.get("/api/events?page=1");
      await client.get("/api/events?page=3");
    },
  },
  {
    rule: "walk.every-page",
    what: "a walk that stops at the first page",
    faults: async (client) => {
      await client.versions();
      await client.get("/api/products");
      await client.versions();
    },
  },
  {
    rule: "walk.every-page",
    what: "deletions of which only the first page is read",
    faults: (client) => client.get("/api/productsdeleted?version=0"),
  },
  {
    rule: "sync.versions-first",
    what: "versions that are asked after the walk",
    faults: (client) => client.walk("/api/products"),
  },
  {
    rule: "sync.no-full-walks",
    what: "the whole list every time",
    faults: async (client) => {
      const stored = await client.versions();
      await client.walk("/api/products");
      await client.versions(stored);
      await client.walk("/api/products");
    },
  },
  {
    rule: "sync.stores-versions",
    what: "versions that are not stored",
    plays: ["changes"],
    faults: async (client) => {
      const { stored } = await incremented(client);
      await client.versions(stored);
      await client.walk(`/api/products?version=${stored.updateVersion}`);
      await client.walk(`/api/productsdeleted?version=${stored.deleteVersion}`);
    },
  },
  {
    rule: "sync.zero-is-no-version",
    what: "the 0 of productversion stored as a version",
    faults: async (client) => {
      const { stored } = await synchronised(client);
      const answered = await client.versions(stored);
      await client.versions(answered);
    },
  },
  {
    rule: "sync.asks-versions",
    what: "polling a list without productversion",
    faults: (client) => client.get("/api/products?version=1"),
  },
  {
    rule: "sync.asks-versions",
    what: "polling a list though nothing is new",
    faults: async (client) => {
      const { stored } = await synchronised(client);
      await client.walk(`/api/products?version=${stored.updateVersion}`);
    },
  },
  {
    rule: "sync.since-stored",
    what: "the version that was just given in place of the stored one",
    plays: ["changes"],
    faults: async (client) => {
      const { stored, news } = await synchronised(client);
      await client.walk(`/api/products?version=${news.updateVersion}`);
      await client.walk(`/api/productsdeleted?version=${stored.deleteVersion}`);
    },
  },
  {
    rule: "sync.fetches-updates",
    what: "changes that are not read",
    plays: ["changes"],
    faults: async (client) => {
      const { stored, news } = await synchronised(client);
      await client.walk(`/api/productsdeleted?version=${stored.deleteVersion}`);
      await client.versions(news);
    },
  },
  {
    rule: "sync.fetches-deletions",
    what: "deletions that are not read",
    plays: ["changes"],
    faults: async (client) => {
      const { stored } = await synchronised(client);
      await client.walk(`/api/products?version=${stored.updateVersion}`);
    },
  },
  {
    rule: "sync.starts-anew",
    what: "a 410 after which the client asks the same again",
    plays: ["changes", "gone"],
    faults: async (client) => {
      const { news } = await incremented(client);
      await client.versions(news);
      for (let attempt = 0; attempt < 2; attempt++)
        await refused(client.get(`/api/products?version=${news.updateVersion}`));
      await client.walk("/api/products");
    },
  },
];

const sales: ClientFault[] = [
  {
    rule: "selling.validates-first",
    what: "a booking without a validation",
    faults: async (client) => {
      const validated = await client.validated();
      await client.book(client.booking({ ...validated, tickets: [{ code: "ADULT", quantity: 4 }] }));
    },
  },
  {
    rule: "selling.validates-first",
    what: "a booking of what was refused",
    faults: async (client) => {
      const { id, sale } = await client.validated();
      const tickets = [{ code: "ADULT", quantity: 11 }];
      const { totalUsd } = await client.validate({ id, tickets });
      await client.book(client.booking({ id, tickets, sale: { ...sale, totalUsd } }));
    },
  },
  {
    rule: "selling.total",
    what: "a total of the client's own",
    faults: async (client) => {
      const request = client.booking(await client.validated());
      await client.book({
        ...request,
        totalUsd: { currencyCode: "USD", value: Math.floor(request.totalUsd.value) - 1 },
      });
    },
  },
  {
    rule: "selling.answers",
    what: "questions that are not answered",
    faults: async (client) => {
      const validated = await asking(client);
      await client.book({ ...client.booking(validated), answers: [] });
    },
  },
  {
    rule: "selling.answers",
    what: "an answer that nobody asked for",
    faults: async (client) => {
      const request = client.booking(await client.validated());
      await client.book({ ...request, answers: [...request.answers!, { code: "shoe-size", value: "43" }] });
    },
  },
  {
    rule: "selling.retry",
    what: "the same booking twice without a reference",
    faults: async (client) => {
      const { externalReference: _, ...request } = client.booking(await client.validated());
      for (let attempt = 0; attempt < 2; attempt++) await client.book(request);
    },
  },
  {
    rule: "selling.retry",
    what: "a new reference for each attempt",
    plays: ["lost-answer"],
    faults: async (client) => {
      const request = client.booking(await client.validated());
      await client.book(request).catch(() => {});
      await client.book({ ...request, externalReference: `cart-${randomUUID()}` });
    },
  },
  {
    rule: "selling.price-changed",
    what: "the refused booking once more",
    plays: ["price-changed"],
    faults: async (client) => {
      const request = client.booking(await client.validated());
      for (let attempt = 0; attempt < 2; attempt++) await client.book(request);
    },
  },
];

/** A validated selection of a product that asks something. */
async function asking(client: TestClient) {
  const tickets = [{ code: "ADULT", quantity: 2 }];
  for (const { id } of await client.someEvents()) {
    const sale = await client.validate({ id, tickets });
    if (sale.isValid && sale.questions.length > 0) return { id, tickets, sale };
  }
  throw new Error("no event asks anything");
}

export const clientFaults: ClientFault[] = [...requestFaults, ...copies, ...sales];
