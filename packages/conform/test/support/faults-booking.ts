import { changeJson, inBody, instead, inText, problem } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in booking, and in reading an order. */

const book = "/eventbook";
const order = "/order/";

export const bookingFaults: ServiceFault[] = [
  {
    what: "an order that fails",
    finds: "booking.placed",
    fault: instead(book, () => problem(500)),
  },
  {
    what: "a test order that is a real one",
    finds: "booking.placed",
    fault: changeJson(book, (value) => {
      value.event.testMode = false;
    }),
  },
  {
    what: "the reference of a real order",
    finds: "booking.test-reference",
    fault: changeJson(book, (value) => {
      if (value.reference) value.reference = value.reference.replace("TEST-", "");
    }),
  },
  {
    what: "a ticket of quantity 0 in the order",
    finds: "booking.event",
    fault: changeJson(book, (value) => {
      value.event.tickets.push({ code: "CHILD", quantity: 0 });
    }),
  },
  {
    what: "a retry that is a second order",
    finds: ["booking.retry", "booking.retry-in-xml"],
    fault: {
      onRequest: (request) => {
        request.body = request.body.replace(
          /conformance-[\w-]{20}/,
          () => `conformance-${crypto.randomUUID().slice(0, 20)}`,
        );
        return undefined;
      },
    },
  },
  {
    what: "other content that is the first order",
    finds: "booking.other-content",
    fault: inBody(book, (body) => {
      body.phoneNumber = "1";
    }),
  },
  {
    what: "an Idempotency-Key that is not read",
    finds: "booking.idempotency-key",
    fault: {
      onRequest: (request) => {
        delete request.headers["idempotency-key"];
        return undefined;
      },
    },
  },
  {
    what: "Errors as an empty list in a good order",
    finds: "booking.placed",
    fault: changeJson(book, (value) => {
      value.errors ??= [];
    }),
  },
  {
    what: "Confirmation left out of the answer in JSON",
    finds: "booking.shape.json",
    fault: changeJson(book, (value) => {
      delete value.confirmation;
    }),
  },
  {
    what: "the key's element in an order in XML",
    finds: "booking.shape.xml",
    fault: inText(book, "xml", (text) => text.replace("<Tickets>", '<ApiKey nil="true"/><Tickets>')),
  },
  {
    what: "a field too many in an order in JSON",
    finds: "booking.order-shape.json",
    fault: changeJson(order, (value) => {
      value.placedAt = "2026-01-01";
    }),
  },
  {
    what: "an element too many in an order in XML",
    finds: "booking.order-shape.xml",
    fault: inText(order, "xml", (text) => text.replace("</Order>", "<PlacedAt/></Order>")),
  },
  {
    what: "an order read back otherwise",
    finds: "booking.read-back.json",
    fault: changeJson(order, (value) => {
      value.event.phoneNumber = "";
    }),
  },
  {
    what: "an order read back otherwise in XML",
    finds: "booking.read-back.xml",
    fault: inText(order, "xml", (text) => text.replace(/<PhoneNumber>[^<]*/, "<PhoneNumber>")),
  },
  {
    what: "an e-mail address shown without a key beside masked answers",
    finds: "booking.read-keyless.json",
    fault: changeJson(order, (value, { headers }) => {
      if (!headers["x-api-key"]) value.event.email = "conformance@example.com";
    }),
  },
  {
    what: "another reference without a key, in XML",
    finds: "booking.read-keyless.xml",
    fault: inText(order, "xml", (text, { headers }) =>
      headers["x-api-key"] ? text : text.replace("<Reference>TEST-", "<Reference>"),
    ),
  },
  {
    what: "bounds that are not held",
    finds: "booking.bounds",
    fault: inBody(book, (body) => {
      body.phoneNumber = body.phoneNumber?.slice(0, 50);
    }),
  },
];
