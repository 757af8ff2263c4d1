import { languages, limits, orderStatuses } from "@paseo/contract";
import Type from "typebox";
import { maxBulkEvents, maxBulkOrders } from "../../../domain/bulk/preview.ts";
import { bulkKinds } from "../../../records/bulk-action.ts";
import { decimal, instant, nullable, text } from "../../../records/schemas.ts";
import { refusalFields } from "../../refusal-fields.ts";

/** Schemas of bulk actions: requests and answers. */

const lang = Type.Enum([...languages]);
const id = Type.String({ format: "uuid" });
const kind = Type.Enum([...bulkKinds]);

const Letter = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\r\\n]*\\S[^\\r\\n]*$" }),
  body: Type.String({ minLength: 1, maxLength: 5000, pattern: "\\S" }),
});
const letters = Type.Object(
  { es: Type.Optional(Letter), pt: Type.Optional(Letter), en: Type.Optional(Letter) },
  { description: "Letters to the guests, by language. Without letters, the service writes to no guest." },
);

export const bulkWishFields = {
  kind,
  eventIds: Type.Array(id, {
    minItems: 1,
    maxItems: maxBulkEvents,
    uniqueItems: true,
    description: "The events whose orders the action concerns. A move has one event, or a target for each.",
  }),
  orderIds: Type.Optional(
    Type.Array(id, {
      minItems: 1,
      maxItems: maxBulkOrders,
      description: "Only these orders; by default all orders of the events.",
    }),
  ),
  targetId: Type.Optional(Type.String({ format: "uuid", description: "The event to which orders move." })),
  targets: Type.Optional(
    Type.Array(Type.Object({ eventId: id, targetId: id }), {
      minItems: 1,
      maxItems: maxBulkEvents,
      description: "Of a move of several events: the event to which the orders of each move.",
    }),
  ),
  reason: Type.Optional(
    Type.String({ maxLength: limits.answer, description: "For partners and for the orders' timelines." }),
  ),
  letters: Type.Optional(letters),
  news: Type.Optional(
    Type.Enum(["facts"], {
      description:
        "What `tell` is about. `facts`: place, times or contact have changed; the proposed letter brings the voucher.",
    }),
  ),
};

export const bulkStartFields = {
  id: Type.String({
    format: "uuid",
    description: "The action's id, chosen by the client. A repeated request with this id starts no second action.",
  }),
  digest: Type.String({
    maxLength: 64,
    description:
      "`digest` of the preview. If the orders have changed since, the answer is 409. A cancellation with `close` includes orders that were placed since.",
  }),
  refund: Type.Optional(Type.Enum(["terms", "full"], { description: "What a cancellation refunds." })),
  close: Type.Optional(Type.Boolean({ description: "End the sale of the events too." })),
};

const Refusal = Type.Object({ code: text, message: text });

const orderFields = {
  orderId: text,
  reference: text,
  leadName: nullable(text),
  partner: Type.String({ description: "The partner's name." }),
  people: Type.Integer(),
  seats: Type.Integer(),
  lang,
  status: Type.Enum([...orderStatuses]),
};

const eventOn = Type.String({ description: "Local date and time of the order's event when the action started." });
const eventNames = { id: text, productName: text, itemName: text, eventOn: text };
const tally = { orders: Type.Integer(), people: Type.Integer(), seats: Type.Integer() };
const Side = Type.Object({ name: nullable(text, "Null: the operator's own seats."), ...tally });

export const BulkPreviewAnswer = Type.Object({
  digest: text,
  more: Type.Boolean({
    description: `Whether orders after the first ${maxBulkOrders} are left out: repeat the action for them.`,
  }),
  currencyCode: Type.String({ description: "The store's currency, of amounts without `Usd`." }),
  open: Type.Boolean({ description: "Whether one of the events is on sale." }),
  mail: Type.Boolean({ description: "Whether the service has a mail server." }),
  target: nullable(
    Type.Object({ ...eventNames, left: nullable(Type.Integer()) }),
    "Null also if the events have several targets.",
  ),
  orders: Type.Array(
    Type.Object({
      ...orderFields,
      eventOn: Type.String({ description: "Local date and time of the order's event." }),
      supplier: nullable(text),
      admitted: Type.Integer(),
      email: Type.Boolean({ description: "Whether the order has an e-mail address." }),
      phone: Type.Boolean({ description: "Whether the order has a telephone number." }),
      totalUsd: decimal,
      refundTermsUsd: decimal,
      total: decimal,
      refundTerms: decimal,
      difference: Type.String({
        description: "What its tickets cost at the target, less what they cost. The order keeps its price.",
      }),
      errors: Type.Array(Refusal, { description: "Why the order cannot be moved; empty: it can." }),
    }),
  ),
  totals: Type.Object({
    ...tally,
    admitted: Type.Integer(),
    possible: Type.Integer({ description: "Orders for which the action is possible now." }),
    partners: Type.Array(Side),
    suppliers: Type.Array(Side),
    refundTermsUsd: decimal,
    refundFullUsd: decimal,
    refundTerms: decimal,
    refundFull: decimal,
    dearer: Type.String({ description: "Sum of the positive differences: what the operator bears." }),
    cheaper: Type.String({ description: "Sum of the negative differences, without sign: what guests paid more." }),
    byEmail: Type.Integer({ description: "Orders whose guests get an e-mail." }),
    byPhone: Type.Integer({ description: "Other orders with a telephone number." }),
    unreachable: Type.Integer({ description: "Orders without an e-mail and without a telephone number." }),
  }),
  letters: Type.Array(
    Type.Object({
      lang,
      orders: Type.Integer(),
      ...Letter.properties,
      example: nullable(
        Type.Object({ subject: text, body: text }),
        "Filled in with the first order of this language, as it is now.",
      ),
      problems: Type.Array(Type.Object({ field: Type.Enum(["subject", "body"]), ...refusalFields })),
    }),
  ),
  placeholders: Type.Array(text),
});

const BulkHead = {
  id: text,
  kind,
  createdAt: instant,
  createdBy: text,
};

export const BulkSummaryAnswer = Type.Object({
  ...BulkHead,
  orders: Type.Integer(),
  open: Type.Integer({ description: "Orders that the job has not finished." }),
  refused: Type.Integer(),
  untold: Type.Integer({ description: "Finished orders whose guests have no letter for certain and were not called." }),
});

export const ActionToCallAnswer = Type.Object({
  id: text,
  kind,
  productName: Type.String({ description: "Of its first event." }),
  eventOn: Type.String({ description: "Local date and time that the first event had when the action started." }),
  moreEvents: Type.Integer({ description: "Further events whose guests are to be told." }),
  orders: Type.Integer({ description: "Orders whose guests are to be told." }),
});

export const bulkLetterStates = [
  "due",
  "delayed",
  "sent",
  "failed",
  "unknown",
  "call",
  "called",
  "unreachable",
] as const;

export const BulkReport = Type.Object({
  ...BulkHead,
  events: Type.Array(Type.Object(eventNames), {
    description: "The events of the orders, with the dates that they had when the action started.",
  }),
  target: nullable(Type.Object(eventNames)),
  refund: nullable(Type.Enum(["terms", "full"])),
  reason: text,
  currencyCode: text,
  closed: Type.Boolean({ description: "Whether the action ended the sale of the events." }),
  informs: Type.Boolean({ description: "Whether the action sends letters to guests." }),
  open: Type.Integer({ description: "Orders that the job has not finished." }),
  orders: Type.Array(
    Type.Object({
      ...orderFields,
      eventOn,
      later: Type.Boolean({ description: "Whether it was placed after the preview." }),
      state: Type.Enum(["waiting", "done", "refused"], {
        description: "`waiting`: the order is still to be changed. `refused`: the action did not change it.",
      }),
      change: nullable(
        Type.Enum(["waitsupplier", "accepted", "declined", "withdrawn"]),
        "Status of the amendment that moves the order. `waitsupplier`: the supplier has not decided.",
      ),
      errors: Type.Array(Refusal),
      letter: nullable(
        Type.Enum([...bulkLetterStates]),
        "`delayed`: it could not be sent several times, and is tried again. `unknown`: the sending was cut off, so the guest may have received it. `call`: no e-mail is possible. `called`: the guest was told in another way. Null: the guest gets no letter.",
      ),
      fault: nullable(text, "Why the letter was not sent."),
      refundUsd: nullable(decimal, "What the cancellation refunds."),
      refund: nullable(decimal, "The same in the store's currency."),
    }),
  ),
});

export const BulkCalls = Type.Object({
  calls: Type.Array(
    Type.Object({
      orderId: text,
      reference: text,
      leadName: nullable(text),
      eventOn,
      seats: Type.Integer(),
      lang,
      phoneNumber: Type.String({ description: "Empty: none is known." }),
      letter: Type.Enum(["delayed", "failed", "unknown", "call", "called", "unreachable"]),
      calledAt: nullable(instant, "When an operator recorded that the guest was told."),
      calledBy: nullable(text, "The e-mail address of that operator."),
      text: Type.String({ description: "What to say, in the guest's language." }),
    }),
  ),
});
