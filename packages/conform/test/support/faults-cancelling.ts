import { changeJson, inText } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in cancelling orders. */

export const cancellingFaults: ServiceFault[] = [
  {
    what: "a cancelled order without its refund",
    finds: "cancelling.shape.json",
    fault: changeJson("/ordercancel", (value) => {
      delete value.refundUsd;
    }),
  },
  {
    what: "an element of a cancelled order that the interface lacks",
    finds: "cancelling.shape.xml",
    fault: inText("/ordercancel", "xml", (text) =>
      text.replace("</Order>", "<RefundedBy>a partner</RefundedBy></Order>"),
    ),
  },
  {
    what: "a refund above the total",
    finds: "cancelling.refund",
    fault: changeJson("/ordercancel", (value) => {
      if (value.refundUsd) value.refundUsd.value = 1_000_000;
    }),
  },
];
