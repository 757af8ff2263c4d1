import { serviceChecks } from "../../src/service/checks/index.ts";
import {
  changeJson,
  everyAnswer,
  type FaultTable,
  inBody,
  instead,
  inText,
  problem,
  rewritten,
  withoutHeader,
} from "./broken-service.ts";

/** Faults of a service in validation, booking, holds, changes, cancellations, lists of orders and keys. */

const validate = "/eventvalidate";
const book = "/eventbook";
const order = "/order/";

/** Every refusal with another code. */
const renamed = (isOfTarget: boolean): FaultTable =>
  Object.fromEntries(
    serviceChecks
      .filter(
        ({ id }) =>
          /^refusals\.(?!one-for-each)|^booking\.refuses\./.test(id) && beyondTheDemo.includes(id) === isOfTarget,
      )
      .map(({ id }) => [
        `${id}: a refusal under another code than ${id.split(".").at(-1)}`,
        changeJson(id.startsWith("booking") ? book : validate, (value) => {
          for (const error of value.errors ?? []) error.code = "refused";
        }),
      ]),
  );
/** They need events which the demo lacks. */
const beyondTheDemo = ["refusals.event-removed", "refusals.event-past", "refusals.item-unpublished"];
export const targetSaleFaults = renamed(true);

export const saleFaults: FaultTable = {
  ...renamed(false),
  "validate.shape.json: a field too many in a validation": changeJson(validate, (value) => (value.capacityLeft = 12)),
  "validate.shape.xml: TotalUsd before Errors no more, in XML": inText(validate, "xml", (text) =>
    text.replace(/(<TotalUsd.*?<\/TotalUsd>)(<IsValid>\w+<\/IsValid>)/, "$2$1"),
  ),
  "validate.valid: a validation that fails": instead(validate, () => problem(500)),
  "validate.total: a total that is rounded": changeJson(validate, (value) => {
    if (value.totalUsd) value.totalUsd.value = Math.ceil(value.totalUsd.value) + 1;
  }),
  "validate.questions: missing questions": changeJson(
    validate,
    (value) => (value.questions = value.questions.filter(({ code }: { code: string }) => !/hotel|flight/.test(code))),
  ),
  "validate.questions-per-passenger: questions that are not repeated for each passenger": changeJson(
    validate,
    (value) => {
      const request = value.questions.map(({ code }: { code: string }) => code);
      value.questions = value.questions.filter(
        ({ code }: { code: string }, at: number) => request.indexOf(code) === at,
      );
    },
  ),
  "validate.own-questions: an optional question that every client must answer": changeJson(validate, (value) => {
    if (value.questions.some(({ code }: { code: string }) => code.startsWith("own-")))
      value.questions.push({ code: "own-note", title: "Nota", type: "string" });
  }),
  "validate.formats: another total in XML": inText(validate, "xml", (text) => text.replace(/<Value>/, "<Value>1")),
  "validate.id-in-any-case: event identifiers read in lower case only": instead(validate, ({ body }) =>
    /"id":"[^"]*[A-F]/.test(body) ? problem(400) : undefined,
  ),
  "validate.languages: Spanish for everyone": rewritten((path) => path.replace("/pt/", "/es/")),
  "validate.malformed: errors that point at nothing": everyAnswer(validate, (answered) => {
    if (answered.status === 400) Object.assign(answered, problem(400));
  }),
  "refusals.event-unknown: a refusal answered as a failed request": everyAnswer(validate, (answered) => {
    if (answered.bytes.includes("event-unknown")) Object.assign(answered, problem(422));
  }),
  "refusals.one-for-each: the first problem alone": changeJson(
    validate,
    (value) => (value.errors = value.errors.slice(0, 1)),
  ),
  "caching.private: validations that may be stored": everyAnswer(
    validate,
    ({ headers }) => (headers["cache-control"] = "max-age=60"),
  ),
  "xml.request-prefix: a prefix that is not read": instead(validate, ({ body }) =>
    body.includes("<p:Event") ? problem(400) : undefined,
  ),
  "xml.request-namespace: any namespace taken for the right one": {
    onRequest: (request) => {
      request.body = request.body.replace("urn:another", "urn:paseo:partner");
      return undefined;
    },
  },
  "xml.request-encoding: an unknown encoding taken for UTF-8": {
    onRequest: (request) => {
      request.body = request.body.replace("x-no-such-encoding", "utf-8");
      return undefined;
    },
  },
  "xml.request-malformed: a 500 for a body that is not well-formed": everyAnswer(validate, (answered) => {
    if (answered.status === 400) answered.status = 500;
  }),
  "xml.request-xml-answer-json: the answer in the request's format": {
    onRequest: (request) => {
      request.headers.accept = request.headers["content-type"];
      return undefined;
    },
  },
  "xml.unknown-property: an unknown property that is refused": instead(validate, ({ body }) =>
    body.includes('"conformance"') ? problem(400) : undefined,
  ),
  "keys.body: a 403 for a wrong key": everyAnswer("", (answered) => {
    if (answered.status === 401) Object.assign(answered, problem(403));
  }),
  "keys.missing: a missing key that is a 401": everyAnswer(validate, (answered) => {
    if (answered.status === 400) Object.assign(answered, problem(401));
  }),
  "keys.never-echoed: the key in a refusal": everyAnswer(validate, (answered, { body }) => {
    const key = /"apiKey":"([^"]*)"/.exec(body)?.[1];
    if (key) answered.headers["x-debug-key"] = key;
  }),
  "booking.placed: an order that fails": instead(book, () => problem(500)),
  "booking.placed: a test order that is a real one": changeJson(book, (value) => (value.event.testMode = false)),
  "booking.test-reference: the reference of a real order": changeJson(book, (value) => {
    if (value.reference) value.reference = value.reference.replace("TEST-", "");
  }),
  "booking.event: a ticket of quantity 0 in the order": changeJson(book, (value) =>
    value.event.tickets.push({ code: "CHILD", quantity: 0 }),
  ),
  "booking.retry, booking.retry-in-xml: a retry that is a second order": {
    onRequest: (request) => {
      request.body = request.body.replace(
        /conformance-[\w-]{20}/,
        () => `conformance-${crypto.randomUUID().slice(0, 20)}`,
      );
      return undefined;
    },
  },
  "booking.other-content: other content that is the first order": inBody(book, (body) => (body.phoneNumber = "1")),
  "booking.idempotency-key: an Idempotency-Key that is not read": withoutHeader("idempotency-key"),
  "booking.placed: Errors as an empty list in a good order": changeJson(book, (value) => (value.errors ??= [])),
  "booking.shape.json: Confirmation left out of the answer in JSON": changeJson(
    book,
    (value) => delete value.confirmation,
  ),
  "booking.shape.xml: the key's element in an order in XML": inText(book, "xml", (text) =>
    text.replace("<Tickets>", '<ApiKey nil="true"/><Tickets>'),
  ),
  "booking.order-shape.json: a field too many in an order in JSON": changeJson(
    order,
    (value) => (value.placedAt = "2026-01-01"),
  ),
  "booking.order-shape.xml: an element too many in an order in XML": inText(order, "xml", (text) =>
    text.replace("</Order>", "<PlacedAt/></Order>"),
  ),
  "booking.read-back.json: an order read back otherwise": changeJson(order, (value) => (value.event.phoneNumber = "")),
  "booking.read-back.xml: an order read back otherwise in XML": inText(order, "xml", (text) =>
    text.replace(/<PhoneNumber>[^<]*/, "<PhoneNumber>"),
  ),
  "booking.read-keyless.json: an e-mail address shown without a key beside masked answers": changeJson(
    order,
    (value, { headers }) => {
      if (!headers["x-api-key"]) value.event.email = "conformance@example.com";
    },
  ),
  "booking.read-keyless.xml: another reference without a key, in XML": inText(order, "xml", (text, { headers }) =>
    headers["x-api-key"] ? text : text.replace("<Reference>TEST-", "<Reference>"),
  ),
  "booking.bounds: bounds that are not held": inBody(
    book,
    (body) => (body.phoneNumber = body.phoneNumber?.slice(0, 50)),
  ),
  "holds.shape.json: a field of a hold that the interface lacks": changeJson(
    "/eventhold",
    (value) => (value.heldBy = "a partner"),
  ),
  "holds.shape.xml: an element of a hold that the interface lacks": inText("/eventhold", "xml", (text) =>
    text.replace("<Questions>", "<HeldBy>a partner</HeldBy><Questions>"),
  ),
  "holds.open: a hold at another total than eventvalidate answers": changeJson("/eventhold", (value) => {
    if (value.totalUsd) value.totalUsd.value += 1;
  }),
  "holds.book, holds.retry, holds.differs, holds.release, holds.unknown: the header Paseo-Hold that is not read":
    withoutHeader("paseo-hold"),
  "holds.read: a hold that is read as released": inText(/^GET .*eventhold/, "json", (text) =>
    text.replace('"open"', '"released"'),
  ),
  "holds.extend: an extension that ends the hold sooner": changeJson(
    "/holdextend",
    (value) => (value.expiresAt = "2026-01-01T00:00:00Z"),
  ),
  "holds.pay: a payment that is read as ended": inText(/^GET .*eventpay/, "json", (text) =>
    text.replace('"open"', '"ended"'),
  ),
  "holds.idempotency-key: an Idempotency-Key of eventhold that is not read": withoutHeader("idempotency-key"),
  "changes.shape.json: a field of a change that the interface lacks": changeJson(
    "/orderamend",
    (value) => (value.changedBy = "a partner"),
  ),
  "changes.shape.xml: an element of a change that the interface lacks": inText("/orderamend", "xml", (text) =>
    text.replace("<Questions>", "<ChangedBy>a partner</ChangedBy><Questions>"),
  ),
  "changes.quote: a change of the contact that costs a dollar": changeJson("/orderamend", (value) => {
    if (value.differenceUsd) value.differenceUsd.value += 1;
  }),
  "changes.accept: a revision that does not grow": changeJson("/orderamend", (value) => {
    if (value.revision) value.revision = 2;
  }),
  "changes.nothing: a refused change that counts as valid": changeJson("/orderamend", (value) => {
    if (value.quoteId === null && value.errors) value.isValid = true;
  }),
  "changes.stale, changes.fields: failed requests of orderamend with another status": {
    onResponse: (answered, { path }) => {
      if (path.includes("/orderamend") && answered.status >= 400) answered.status = 418;
    },
  },
  "changes.idempotency-key: an Idempotency-Key of orderamend that is not read": withoutHeader("idempotency-key"),
  "cancelling.shape.json: a cancelled order without its refund": changeJson(
    "/ordercancel",
    (value) => delete value.refundUsd,
  ),
  "cancelling.shape.xml: an element of a cancelled order that the interface lacks": inText(
    "/ordercancel",
    "xml",
    (text) => text.replace("</Order>", "<RefundedBy>a partner</RefundedBy></Order>"),
  ),
  "cancelling.refund: a refund above the total": changeJson("/ordercancel", (value) => {
    if (value.refundUsd) value.refundUsd.value = 1_000_000;
  }),
  "orders.shape.json: a listed order without its revision": changeJson("/orders", (value) => {
    for (const order of value.values) delete order.revision;
  }),
  "orders.shape.xml: an element of a listed order that the interface lacks": inText("/orders", "xml", (text) =>
    text.replace("</Order>", "<Margin>1</Margin></Order>"),
  ),
  "orders.reference: a list that ignores the reference": {
    onRequest: (request) => {
      if (request.path.includes("/orders?")) request.path = request.path.replace(/&?reference=[^&]*/, "");
      return undefined;
    },
  },
  "orders.changes: a cursor that leads to nothing": changeJson(/\/orders\?cursor=/, (value) => (value.values = [])),
  "orders.parameters: a 400 that does not name the parameter": instead(/\/orders\?by=created/, () =>
    problem(400, "invalid-parameter"),
  ),
  "orders.key: a list without a key": instead(/\/orders$/, () => ({
    status: 200,
    headers: { "content-type": "application/json" },
    bytes: Buffer.from('{"values":[],"hasNextPage":false,"cursor":"x"}'),
  })),
};
