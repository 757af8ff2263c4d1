import type { Check } from "../../check.ts";
import { findAnySale, selectionForSale } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { mediaTypes } from "../../tested-service.ts";
import { checkField, checkProblem } from "./problems.ts";

/** Keys: required, refused when invalid, and never returned. */

/** A well-formed key that does not exist. */
const wrongKey = "pk_test_conformance-was-not-given-this-key";

export const keyChecks: Check[] = [
  {
    id: "keys.body",
    says: "eventvalidate and eventbook with a key that is not valid are a 401",
    clause: "interface, authentication; decision 5",
    run: async (service, findings) => {
      const [event] = (await service.value("events")).values;
      if (!event) throw new SkippedCheckError("the service has no future event");
      const tickets = event.tickets.slice(0, 1).map(({ code }) => ({ code, quantity: 1 }));
      const body = { id: event.id, apiKey: wrongKey, tickets };
      const customer = { email: "conformance@example.com", phoneNumber: "1", remoteHost: "203.0.113.24" };
      const totalUsd = { currencyCode: "USD" as const, value: 1 };
      const answers = [
        await service.validate(body),
        await service.book({ ...body, ...customer, totalUsd, testMode: true }),
      ];
      for (const exchange of answers) checkProblem(exchange, 401, findings, { why: "this key does not exist" });
    },
  },
  {
    id: "keys.header",
    says: "A key sent with a read, as X-Api-Key or as a bearer token, is checked",
    clause: "decision 13",
    run: async (service, findings) => {
      for (const header of [{ "x-api-key": wrongKey }, { authorization: `Bearer ${wrongKey}` }]) {
        const exchange = await service.send("GET", service.path("products"), { accept: mediaTypes.json, ...header });
        checkProblem(exchange, 401, findings, { why: "this key does not exist" });
      }
    },
  },
  {
    id: "keys.accepted",
    says: "A valid key sent with a read, as X-Api-Key or as a bearer token, is accepted",
    clause: "decision 13",
    needs: "key",
    run: async (service, findings) => {
      for (const header of [{ "x-api-key": service.key! }, { authorization: `Bearer ${service.key}` }]) {
        const exchange = await service.send("GET", service.path("currencies"), { accept: mediaTypes.json, ...header });
        findings.status(exchange, 200, "the key is the one set for this run");
      }
    },
  },
  {
    id: "keys.missing",
    says: "eventvalidate without ApiKey is a 400 that points at it",
    clause: "interface, authentication; decision 5",
    run: async (service, findings) => {
      const body = { id: "00000000-0000-4000-8000-000000000000", tickets: [{ code: "ADULT", quantity: 1 }] };
      checkField(await service.post("eventvalidate", JSON.stringify(body)), "/apiKey", findings);
    },
  },
  {
    // This is the last check, because it searches all answers of the run.
    id: "keys.never-echoed",
    says: "The key is in no answer, neither in a body nor in a header",
    clause: "interface, Order.Event: ApiKey; authentication",
    needs: "key",
    run: async (service, findings) => {
      try {
        const { event, tickets } = await findAnySale(service);
        for (const reads of ["json", "xml"] as const) {
          await service.validate(selectionForSale(service, event, tickets), { reads });
          await service.validate(selectionForSale(service, event, []), { reads });
        }
      } finally {
        // Earlier answers are searched too, where nothing can be sold or no request is left.
        for (const exchange of service.echoes) findings.wrong("the answer contains the key", exchange);
      }
    },
  },
];
