import { changeStatuses, languages, orderStatuses, questionTypes, termsBases, termsCollectors } from "@paseo/contract";
import Type from "typebox";
import { taxSchemes } from "../../records/listing-fields.ts";
import { paymentFields } from "../../records/payment.ts";
import { decimal, instant, nullable, text } from "../../records/schemas.ts";
import { CallbackAttempt, callbackNumbers, callbackStates } from "../../store/callbacks/callbacks.ts";
import { ShownLetter } from "../../store/letters/guest-letters.ts";
import { balanceFields, shownPaymentFields } from "../../store/money/account.ts";
import { rateField } from "../../store/money/amounts.ts";
import { shownRefundFields } from "../../store/money/refund-amounts.ts";
import { orderFlags } from "../../store/sale/orders.ts";
import { OtherOrder } from "../../store/sale/same-guest.ts";
import { TimelineEntry } from "../../store/sale/timeline.ts";
import { SaleRefusal } from "../refusal-fields.ts";

/** One order, as the back office API returns it. */

const status = Type.Enum([...orderStatuses]);

const Callback = Type.Object({
  id: text,
  ...callbackNumbers,
  status,
  url: text,
  body: Type.String({ description: "The JSON body as sent." }),
  state: Type.Enum([...callbackStates]),
  attempts: Type.Integer({ description: "Number of attempts without replays." }),
  createdAt: instant,
  nextAt: nullable(instant),
  log: Type.Array(CallbackAttempt),
});

const Tickets = Type.Array(Type.Object({ code: text, quantity: Type.Integer() }));

const tier = {
  hours: Type.Integer({ description: "Hours before the event." }),
  percent: Type.Integer(),
  until: instant,
};

const DecisionRefund = Type.Object({
  setOff: Type.String({ description: "Decimal: subtracted from the balance due of an order on account." }),
  due: Type.String({ description: "Decimal: to be paid back." }),
});

/** In the store's currency. */
const maximum = {
  account: Type.String({ description: "Decimal: on the account." }),
  money: Type.String({
    description: "Decimal: by any other method. Of an order on account, no more money than was paid.",
  }),
};

/** The order after a change. */
const after = {
  eventOn: Type.String({ description: "Local date and time at the location." }),
  itemName: text,
  totalUsd: decimal,
  differenceUsd: decimal,
  refundUsd: decimal,
  currencyCode: Type.String({ description: "The store's currency, of the next three amounts." }),
  total: decimal,
  difference: decimal,
  refund: decimal,
};

/** Statuses of an accepted amendment. */
const acceptedStatuses = changeStatuses.filter((status) => status !== "quoted" && status !== "expired");

export const ChangeQuote = Type.Object({
  quoteId: nullable(text, "Null: the change is not possible."),
  revision: Type.Integer({ description: "Of the order. Accepting the quote needs it." }),
  expiresAt: nullable(text),
  tickets: Tickets,
  after: nullable(
    Type.Object({
      ...after,
      seats: Type.Integer({ description: "Further seats that the change takes." }),
      people: Type.Integer({ description: "People of the order after the change." }),
    }),
  ),
  refunds: Type.Array(Type.Object({ ...tier, refundUsd: decimal, refund: decimal }), {
    description: "What would be refunded until each instant, by the terms at purchase.",
  }),
  errors: Type.Array(SaleRefusal),
  questions: Type.Array(
    Type.Object({
      code: text,
      title: text,
      type: Type.Enum([...questionTypes]),
      passenger: nullable(Type.Integer(), "From 1; null: the whole order."),
    }),
  ),
});

/** What an order is worth by the terms of its partner. */
export const PartnerTerms = nullable(
  Type.Object({
    basis: Type.Enum([...termsBases]),
    collects: Type.Enum([...termsCollectors], { description: "Who takes the guest's money." }),
    amounts: nullable(
      Type.Object({
        currencyCode: text,
        retail: Type.String({ description: "Decimal: what guests pay for the tickets." }),
        commission: Type.String({ description: "Decimal: what the partner earns of it." }),
        net: Type.String({ description: "Decimal: what is the operator's." }),
      }),
      "Null: no ticket, or prices in several currencies.",
    ),
  }),
  "The partner's terms at the sale. Null: it had none.",
);

export const OrderDetails = Type.Object({
  id: text,
  reference: text,
  leadName: nullable(text, "The guest. Null: no name is known."),
  confirmation: nullable(text, "The supplier's own number."),
  status,
  test: Type.Boolean(),
  lang: Type.Enum([...languages]),
  createdAt: instant,
  erasedAt: nullable(instant),
  partner: nullable(Type.Object({ externalId: text, name: text })),
  unprintable: Type.Array(text, {
    description:
      "Letters of the guests' names and of what is sold that no font has: the voucher shows a mark in place of each.",
  }),
  productId: nullable(text),
  people: Type.Integer({ description: "People for whom the tickets are." }),
  seats: Type.Integer({ description: "Seats that the order takes." }),
  sold: nullable(
    Type.Object({
      productName: text,
      itemName: text,
      partNumber: text,
      venue: text,
      address: text,
      eventOn: Type.String({ description: "Local date and time at the location." }),
      timeZone: text,
    }),
  ),
  terms: Type.Object(
    {
      tickets: Type.Array(
        Type.Object({
          code: text,
          people: Type.Optional(Type.Integer({ description: "People that one ticket admits. Missing: 1." })),
          seats: Type.Optional(Type.Integer({ description: "Seats that one ticket takes. Missing: 1." })),
          wholeEvent: Type.Optional(Type.Boolean({ description: "Whether it takes the whole event. Missing: no." })),
          prices: Type.Array(
            Type.Object({
              quantity: Type.Integer(),
              currencyCode: text,
              rate: Type.String({ description: "Units of the currency for one US dollar." }),
              unitPrice: decimal,
              unitUsdPrice: decimal,
            }),
            {
              description:
                "Unit prices of these tickets, the oldest sale first. A return takes tickets of the newest sale first.",
            },
          ),
        }),
      ),
      cancelPurchaseHour: Type.Integer(),
      cancelUntil: instant,
      refunds: Type.Array(Type.Object(tier), {
        description:
          "Refund tiers, the earliest deadline first. An amendment caps them at the percent of its time. After the last deadline nothing is refunded.",
      }),
    },
    { description: "Terms at purchase. Tickets that an amendment added have the prices of that day." },
  ),
  supplier: nullable(Type.Object({ externalId: text, name: text, kind: text }), "Null: the operator's own desk."),
  flag: nullable(Type.Enum([...orderFlags])),
  supplierDueAt: nullable(instant),
  event: Type.Object({
    id: text,
    tickets: Tickets,
    email: text,
    phoneNumber: text,
    remoteHost: text,
    externalReference: nullable(text),
    totalUsd: Type.Object({ value: Type.Number() }),
    answers: Type.Array(
      Type.Object({
        code: text,
        value: text,
        title: Type.String({ description: "The question, in the caller's language." }),
        text: Type.String({ description: "The answer, in the caller's language." }),
        passenger: nullable(Type.Integer(), "From 1; null: the whole order."),
      }),
    ),
  }),
  changes: Type.Array(
    Type.Object({
      id: text,
      status: Type.Enum([...acceptedStatuses]),
      actor: nullable(Type.Enum(["partner", "operator"])),
      acceptedAt: nullable(instant),
      ...after,
      tickets: Tickets,
      payment: nullable(
        Type.Object(paymentFields),
        "How the guest pays the difference at the desk. Null: nothing is due, or the partner settles it.",
      ),
    }),
    { description: "Accepted changes and what became of them, the oldest first. At most one waits for the supplier." },
  ),
  payment: nullable(
    Type.Object(paymentFields),
    "How it is paid. Null: a partner sold it, or it is on the account of a partner.",
  ),
  partnerTerms: PartnerTerms,
  invoice: nullable(
    Type.Object({
      number: text,
      isCurrent: Type.Boolean({ description: "Whether the order still has the total for which it was recorded." }),
    }),
    "The invoice that the operator made elsewhere for a sale of its desk. Null: none was recorded.",
  ),
  account: nullable(
    Type.Object({
      ...balanceFields,
      currencyCode: text,
      payments: Type.Array(Type.Object(shownPaymentFields), { description: "The oldest first." }),
    }),
    "What was paid and what is due of an order on account. Null: another order.",
  ),
  isGroup: Type.Boolean({ description: "Whether it is a group's order from a block of seats." }),
  answersToCome: Type.Boolean({ description: "Whether answers of the guests are still to come." }),
  amounts: Type.Object(
    {
      currencyCode: text,
      total: decimal,
      printed: nullable(
        Type.Object({ currencyCode: text, amount: decimal }),
        "The sum of the printed prices, in the currency of the event. Null: the prices are in several currencies.",
      ),
      rate: rateField,
      taxRate: nullable(text, "Percent of tax in the price, as it was at the sale. Null: the product had none."),
      taxScheme: nullable(
        Type.Enum([...taxSchemes]),
        "How the price was taxed at the sale. `exempt` and `margin` have no tax amounts. Null: nothing is known.",
      ),
      base: nullable(decimal, "The total without the tax."),
      tax: nullable(decimal),
    },
    { description: "The order in the store's currency." },
  ),
  decisionRefunds: Type.Object(
    { cancel: DecisionRefund, decline: DecisionRefund, confirmCancel: DecisionRefund },
    { description: "What each decision now makes due, in the store's currency. Nothing was paid for a test order." },
  ),
  cancelRefundUsd: Type.String({
    description:
      "Decimal: what a cancellation now would refund, by the terms at purchase, less what was paid back before.",
  }),
  maxCancelRefund: Type.String({
    description: "Decimal: the greatest refund that a cancellation can make due, in the store's currency.",
  }),
  maxOtherRefund: Type.Object(maximum, {
    description: "The greatest refund that can be recorded beside those that are due.",
  }),
  refunds: Type.Array(
    Type.Object({
      ...shownRefundFields,
      max: nullable(Type.Object(maximum), "The greatest amounts that can be recorded. Null: it is not due."),
    }),
    { description: "What is due, and what was recorded as paid." },
  ),
  guestNotes: nullable(text, "What the guest wrote, of a booking over OCTO."),
  timeline: Type.Array(TimelineEntry),
  callbacks: Type.Array(Callback),
  letters: Type.Array(ShownLetter, { description: "E-mails to the guest." }),
  otherOrder: OtherOrder,
  attendance: Type.Object({
    admitted: Type.Integer({ description: "People who were admitted." }),
    noShow: Type.Integer({ description: "People who did not come." }),
    canBeMarked: Type.Boolean({ description: "Whether an operator can say who came: the event has begun." }),
  }),
  guestPage: nullable(
    Type.Object({
      revokedAt: nullable(instant),
      revokedBy: nullable(Type.Enum(["guest", "operator"])),
    }),
    "The newest link to the guest's page of an order of an own site. Null: the order has none.",
  ),
  withdrawal: nullable(
    Type.Object({
      name: text,
      statedAt: instant,
      open: Type.Boolean({ description: "Whether an operator still has to settle it." }),
    }),
    "The guest's statement of withdrawal from a contract without a date.",
  ),
  voucher: nullable(
    Type.Object({
      address: text,
      madeAt: instant,
      voidAt: nullable(instant),
      redeemedAt: nullable(instant),
      redeemedBy: nullable(text),
    }),
  ),
});
