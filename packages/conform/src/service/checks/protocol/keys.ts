import type { Check } from "../../check.ts";
import { anySale, selectionOf } from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import { mediaTypes } from "../../tested-service.ts";
import { checkField, checkProblem } from "./problems.ts";

/** Keys: needed, refused when wrong, and never given back. */

/** A key as partners have them, that nobody was given. */
const wrongKey = "pk_test_conformance-was-not-given-this-key";

export const keys: Check[] = [
  {
    id: "keys.body",
    says: "eventvalidate and eventbook with a key that is not valid are a 401",
    clause: "interface, authentication; decision 5",
    run: async (site, findings) => {
      const [event] = (await site.value("events")).values;
      if (!event) throw new Skipped("the service has no event to come");
      const tickets = event.tickets.slice(0, 1).map(({ code }) => ({ code, quantity: 1 }));
      const body = { id: event.id, apiKey: wrongKey, tickets };
      const customer = { email: "conformance@example.com", phoneNumber: "1", remoteHost: "203.0.113.24" };
      const totalUsd = { currencyCode: "USD" as const, value: 1 };
      const asked = [await site.validate(body), await site.book({ ...body, ...customer, totalUsd, testMode: true })];
      for (const exchange of asked) checkProblem(exchange, 401, findings, { why: "nobody has this key" });
    },
  },
  {
    id: "keys.header",
    says: "A key sent with a read, as X-Api-Key or as a bearer token, is checked",
    clause: "decision 13",
    run: async (site, findings) => {
      for (const header of [{ "x-api-key": wrongKey }, { authorization: `Bearer ${wrongKey}` }]) {
        const exchange = await site.send("GET", site.path("products"), { accept: mediaTypes.json, ...header });
        checkProblem(exchange, 401, findings, { why: "nobody has this key" });
      }
    },
  },
  {
    id: "keys.accepted",
    says: "A valid key sent with a read, as X-Api-Key or as a bearer token, is accepted",
    clause: "decision 13",
    needs: "key",
    run: async (site, findings) => {
      for (const header of [{ "x-api-key": site.key! }, { authorization: `Bearer ${site.key}` }]) {
        const exchange = await site.send("GET", site.path("currencies"), { accept: mediaTypes.json, ...header });
        findings.status(exchange, 200, "the key is the one that this run was given");
      }
    },
  },
  {
    id: "keys.missing",
    says: "eventvalidate without ApiKey is a 400 that points at it",
    clause: "interface, authentication; decision 5",
    run: async (site, findings) => {
      const body = { id: "00000000-0000-4000-8000-000000000000", tickets: [{ code: "ADULT", quantity: 1 }] };
      checkField(await site.post("eventvalidate", JSON.stringify(body)), "/apiKey", findings);
    },
  },
  {
    // The last of all: it looks at every answer of the run.
    id: "keys.never-echoed",
    says: "The key is in no answer, neither in a body nor in a header",
    clause: "interface, Order.Event: ApiKey; authentication",
    needs: "key",
    run: async (site, findings) => {
      const { event, tickets } = await anySale(site);
      for (const reads of ["json", "xml"] as const) {
        await site.validate(selectionOf(site, event, tickets), { reads });
        await site.validate(selectionOf(site, event, []), { reads });
      }
      for (const exchange of site.echoes) findings.wrong("the answer holds the key", exchange);
    },
  },
];
