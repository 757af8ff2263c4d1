import { changeJson, inText } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in changing orders. */

export const changeFaults: ServiceFault[] = [
  {
    what: "a field of a change that the interface lacks",
    finds: "changes.shape.json",
    fault: changeJson("/orderamend", (value) => {
      value.changedBy = "a partner";
    }),
  },
  {
    what: "an element of a change that the interface lacks",
    finds: "changes.shape.xml",
    fault: inText("/orderamend", "xml", (text) =>
      text.replace("<Questions>", "<ChangedBy>a partner</ChangedBy><Questions>"),
    ),
  },
  {
    what: "a change of the contact that costs a dollar",
    finds: "changes.quote",
    fault: changeJson("/orderamend", (value) => {
      if (value.differenceUsd) value.differenceUsd.value += 1;
    }),
  },
  {
    what: "a revision that does not grow",
    finds: "changes.accept",
    fault: changeJson("/orderamend", (value) => {
      if (value.revision) value.revision = 2;
    }),
  },
  {
    what: "a refused change that counts as valid",
    finds: "changes.nothing",
    fault: changeJson("/orderamend", (value) => {
      if (value.quoteId === null && value.errors) value.isValid = true;
    }),
  },
  {
    what: "failed requests of orderamend with another status",
    finds: ["changes.stale", "changes.fields"],
    fault: {
      onResponse: (answered, { path }) => {
        if (path.includes("/orderamend") && answered.status >= 400) answered.status = 418;
      },
    },
  },
  {
    what: "an Idempotency-Key of orderamend that is not read",
    finds: "changes.idempotency-key",
    fault: {
      onRequest: (request) => {
        delete request.headers["idempotency-key"];
        return undefined;
      },
    },
  },
];
