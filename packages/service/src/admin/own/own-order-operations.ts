import { changeStatuses, languages, orderStatuses } from "@paseo/contract";
import Type from "typebox";
import { refundTiersOf } from "../../domain/money/refund.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { orderAnswer } from "../../domain/orders/orders.ts";
import { leadName } from "../../domain/selling/lead-name.ts";
import { readAnswers } from "../../domain/selling/own-questions.ts";
import { partnerTermsOf } from "../../domain/terms/sold-terms.ts";
import { voucherAddress } from "../../domain/visits/vouchers.ts";
import { decimal, givenDay, givenInstant, instant, nullable, optionalText, text } from "../../records/schemas.ts";
import { orderEnd } from "../../store/money/refunds.ts";
import { listOrders, orderSorts } from "../../store/orders/order-list.ts";
import { amendmentsOf } from "../../store/sale/amendments.ts";
import { attendanceOfOrders } from "../../store/sale/attendance.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { notFound } from "../../web/problems.ts";
import { listOperation, operation } from "../operation.ts";
import { existingOrder } from "../orders/order-details.ts";
import { checkOrderFilter, orderReferenceOf } from "../orders/order-operations.ts";
import { PartnerTerms } from "../orders/order-shapes.ts";
import { ownPartner, ownRoles } from "./own-partner.ts";

/** The orders of the signed-in person's partner. They have what the partner interface sends, and no names of operators or suppliers. */

const tickets = Type.Array(Type.Object({ code: text, quantity: Type.Integer() }));

const lineFields = {
  id: text,
  reference: text,
  externalReference: nullable(text),
  status: Type.Enum([...orderStatuses]),
  test: Type.Boolean(),
  leadName: nullable(text, "The first passenger; null where no names are known."),
  productName: text,
  eventOn: Type.String({ description: "Local date and time at the location." }),
  people: Type.Integer(),
  tickets,
  totalUsd: Type.String({ description: "Decimal: what the partner was charged." }),
  createdAt: instant,
};

const OwnOrder = Type.Object({
  ...lineFields,
  itemName: text,
  confirmation: nullable(text),
  lang: Type.Enum([...languages]),
  venue: nullable(text),
  address: nullable(text),
  timeZone: nullable(text),
  email: text,
  phoneNumber: text,
  answers: Type.Array(
    Type.Object({
      title: Type.String({ description: "The question, in the caller's language." }),
      text: Type.String({ description: "The answer, in the caller's language." }),
      passenger: nullable(Type.Integer(), "From 1; null: the whole order."),
    }),
  ),
  cancelUntil: instant,
  refunds: Type.Array(Type.Object({ percent: Type.Integer(), until: instant }), {
    description: "What a cancellation refunds until each instant, by the terms at purchase.",
  }),
  refundUsd: nullable(decimal, "What a cancelled order refunds. Null: it is not cancelled, or nothing is known."),
  endedBy: nullable(Type.Enum(["partner", "operator", "supplier"]), "Who ended it. Null: the service, or nobody."),
  reason: nullable(text, "Why it ended."),
  voucherUrl: nullable(text),
  admitted: Type.Integer({ description: "People who were admitted." }),
  noShow: Type.Integer({ description: "People who did not come." }),
  partnerTerms: PartnerTerms,
  changes: Type.Array(
    Type.Object({
      id: text,
      status: Type.Enum([...changeStatuses]),
      actor: nullable(Type.Enum(["partner", "operator"])),
      acceptedAt: nullable(instant),
      eventOn: text,
      itemName: text,
      tickets,
      totalUsd: decimal,
      differenceUsd: decimal,
      refundUsd: decimal,
    }),
    { description: "Accepted changes, the oldest first." },
  ),
});

const filter = {
  status: Type.Optional(Type.Enum([...orderStatuses])),
  test: Type.Optional(Type.Boolean()),
  q: optionalText(256, "Beginnings of words: guest, e-mail, telephone, reference, own reference, confirmation."),
  placedFrom: Type.Optional(givenInstant),
  placedTo: Type.Optional(givenInstant),
  eventFrom: Type.Optional(givenDay),
  eventTo: Type.Optional(givenDay),
};

export const ownOrderOperations = [
  listOperation({
    id: "own.orders",
    path: "/own/orders",
    summary: "List the orders of the own partner, the newest first",
    roles: ownRoles,
    sorts: orderSorts,
    filter,
    record: Type.Object(lineFields),
    async rows(call, given, page) {
      checkOrderFilter(given);
      const { externalId: partner } = await ownPartner(call);
      const { db } = call.service;
      const { rows, total } = await listOrders(db, await storeCurrency(db), { ...given, partner }, page, call.now);
      return {
        rows: rows.map((row) => ({
          id: row.id,
          reference: orderReferenceOf(row),
          externalReference: row.externalReference,
          status: row.status,
          test: row.test,
          leadName: leadName(row.answers),
          productName: row.productName,
          eventOn: row.eventOn,
          people: row.people,
          tickets: row.tickets,
          totalUsd: row.totalUsd,
          createdAt: row.createdAt,
        })),
        total,
      };
    },
  }),
  operation({
    id: "own.order",
    method: "GET",
    path: "/own/orders/{id}",
    summary: "Read an order of the own partner, by its id or reference",
    roles: ownRoles,
    response: OwnOrder,
    async run(call) {
      const { service, params, now, lang } = call;
      const { db } = service;
      const { id: partnerId } = await ownPartner(call);
      const row = await existingOrder(service, params.id!);
      if (row.partnerId !== partnerId) throw notFound("There is no such order.");
      const sold = (await orderSale(db, row.id))?.sold;
      const end = await orderEnd(db, row.id);
      const voucher = row.status === "complete" ? await voucherOf(db, row.id) : null;
      const [attendance] = await attendanceOfOrders(db, [row.id], now);
      const { reference } = orderAnswer(row);
      return {
        ...{ id: row.id, reference, externalReference: row.externalReference, confirmation: row.confirmation },
        ...{ status: row.status, test: row.test, lang: row.lang, createdAt: row.createdAt },
        ...{ leadName: leadName(row.answers), email: row.email, phoneNumber: row.phoneNumber },
        answers: readAnswers(row.answers, row.agreed.questions, lang).map(({ title, text, passenger }) => ({
          ...{ title, text, passenger },
        })),
        ...{ productName: row.agreed.productName, itemName: row.agreed.itemName, eventOn: row.eventOn },
        ...{ venue: sold?.venue ?? null, address: sold?.address ?? null, timeZone: sold?.timeZone ?? null },
        ...{ people: row.people, tickets: row.tickets, totalUsd: row.totalUsd },
        cancelUntil: row.cancelUntil,
        refunds: refundTiersOf(row).map(({ percent, until }) => ({ percent, until })),
        ...{ refundUsd: end.refundUsd, reason: end.reason },
        endedBy: end.endedBy === "service" ? null : end.endedBy,
        voucherUrl: voucher && voucherAddress(service.orderContext.publicUrl, voucher.code),
        ...{ admitted: attendance?.admitted ?? 0, noShow: attendance?.noShow ?? 0 },
        partnerTerms: partnerTermsOf(row.agreed),
        changes: (await amendmentsOf(db, row.id)).map((change) => ({
          ...{ id: change.id, status: change.status, actor: change.actor, acceptedAt: change.acceptedAt },
          ...{ eventOn: change.eventOn, itemName: change.content.agreed.itemName },
          tickets: change.content.tickets,
          ...{ totalUsd: change.totalUsd, differenceUsd: change.differenceUsd, refundUsd: change.refundUsd },
        })),
      };
    },
  }),
];
