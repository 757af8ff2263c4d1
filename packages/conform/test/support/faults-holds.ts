import { changeJson, inText } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in holding seats. */

export const holdFaults: ServiceFault[] = [
  {
    what: "a field of a hold that the interface lacks",
    finds: "holds.shape.json",
    fault: changeJson("/eventhold", (value) => {
      value.heldBy = "a partner";
    }),
  },
  {
    what: "an element of a hold that the interface lacks",
    finds: "holds.shape.xml",
    fault: inText("/eventhold", "xml", (text) => text.replace("<Questions>", "<HeldBy>a partner</HeldBy><Questions>")),
  },
  {
    what: "a hold at another total than eventvalidate answers",
    finds: "holds.open",
    fault: changeJson("/eventhold", (value) => {
      if (value.totalUsd) value.totalUsd.value += 1;
    }),
  },
  {
    what: "the header Paseo-Hold that is not read",
    finds: ["holds.book", "holds.retry", "holds.differs", "holds.release", "holds.unknown"],
    fault: {
      onRequest: (request) => {
        delete request.headers["paseo-hold"];
        return undefined;
      },
    },
  },
  {
    what: "a hold that is read as released",
    finds: "holds.read",
    fault: inText(/^GET .*eventhold/, "json", (text) => text.replace('"open"', '"released"')),
  },
  {
    what: "an extension that ends the hold sooner",
    finds: "holds.extend",
    fault: changeJson("/holdextend", (value) => {
      value.expiresAt = "2026-01-01T00:00:00Z";
    }),
  },
  {
    what: "an Idempotency-Key of eventhold that is not read",
    finds: "holds.idempotency-key",
    fault: {
      onRequest: (request) => {
        delete request.headers["idempotency-key"];
        return undefined;
      },
    },
  },
];
