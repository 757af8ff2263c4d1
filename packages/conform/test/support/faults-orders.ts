import { changeJson, instead, inText, problem } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in listing a partner's orders. */

export const ordersFaults: ServiceFault[] = [
  {
    what: "a listed order without its revision",
    finds: "orders.shape.json",
    fault: changeJson("/orders", (value) => {
      for (const order of value.values) delete order.revision;
    }),
  },
  {
    what: "an element of a listed order that the interface lacks",
    finds: "orders.shape.xml",
    fault: inText("/orders", "xml", (text) => text.replace("</Order>", "<Margin>1</Margin></Order>")),
  },
  {
    what: "a list that ignores the reference",
    finds: "orders.reference",
    fault: {
      onRequest: (request) => {
        if (request.path.includes("/orders?")) request.path = request.path.replace(/&?reference=[^&]*/, "");
        return undefined;
      },
    },
  },
  {
    what: "a cursor that leads to nothing",
    finds: "orders.changes",
    fault: changeJson(/\/orders\?cursor=/, (value) => {
      value.values = [];
    }),
  },
  {
    what: "a 400 that does not name the parameter",
    finds: "orders.parameters",
    fault: instead(/\/orders\?by=created/, () => problem(400, "invalid-parameter")),
  },
  {
    what: "a list without a key",
    finds: "orders.key",
    fault: instead(/\/orders$/, () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      bytes: Buffer.from('{"values":[],"hasNextPage":false,"cursor":"x"}'),
    })),
  },
];
