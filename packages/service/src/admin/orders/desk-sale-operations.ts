import { languages, limits, questionTypes } from "@paseo/contract";
import { mailboxPattern } from "@paseo/contract/limits";
import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import Type from "typebox";
import type { GroupSale } from "../../domain/booking/book-request.ts";
import {
  type DeskSale,
  type DeskSelection,
  placeSale,
  quoteSale,
  type SaleQuote,
} from "../../domain/booking/desk-sales.ts";
import { givenPrice } from "../../domain/editing/given-prices.ts";
import { deskId } from "../../domain/partners/desk.ts";
import { type RefusalWithValues, withValues } from "../../domain/selling/messages.ts";
import { minorDigits } from "../../domain/selling/money.ts";
import { type PaymentMethod, paymentMethods } from "../../records/payment.ts";
import { decimal, givenAmount, nullable, Revision, text } from "../../records/schemas.ts";
import { type CataloguePrice, stepFields } from "../../records/tickets/catalogue-price.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { Service } from "../../service.ts";
import { type BlockRow, blockById } from "../../store/booking/blocks.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { buyerById } from "../../store/partners/partners.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { textInLanguage } from "../../texts/by-language.ts";
import { type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { choicesOf } from "../../texts/own-questions.ts";
import { conflict, notFound, overloaded, ProblemError } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { ofOrder, operation, orderRoles } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { existingPartner } from "../partners/partner-operations.ts";
import { SaleRefusal } from "../refusal-fields.ts";
import { accountFields, checkAccount, recordDeposit } from "./account-operations.ts";
import { orderDetailsOf } from "./order-details.ts";
import { OrderDetails, PartnerTerms } from "./order-shapes.ts";
import { checkTelephone } from "./telephone.ts";

/** Sales of the operator's own desk: a quote, then the order. */

const code = Type.String({ minLength: 1, maxLength: limits.code });

const selection = {
  eventId: Type.String({ format: "uuid" }),
  tickets: Type.Array(Type.Object({ code, quantity: Type.Integer({ minimum: 0, maximum: limits.quantity }) }), {
    maxItems: limits.tickets,
  }),
  blockId: Type.Optional(
    Type.String({ format: "uuid", description: "Of a group's order: the block whose seats it takes." }),
  ),
  partner: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "Id or external id of the partner for which the operator sells, by its terms. Omitted: the own desk.",
    }),
  ),
  prices: Type.Optional(
    Type.Array(Type.Object({ code, amount: givenAmount("Decimal.") }), {
      maxItems: limits.tickets,
      description: "Unit prices in place of the catalogue's, in the event's currency. They need a reason.",
    }),
  ),
};
type Selection = Type.Static<Type.TObject<typeof selection>>;

const Quote = Type.Object({
  event: nullable(
    Type.Object({
      productId: text,
      productName: text,
      itemName: text,
      eventOn: Type.String({ description: "Local date and time at the location." }),
      timeZone: text,
      currencyCode: text,
      left: nullable(Type.Integer(), "Seats left for the desk. Null: without limit."),
      withheld: Type.Integer({ description: "Further seats left, which allotments keep for partners." }),
      tickets: Type.Array(
        Type.Object({
          code: text,
          amount: decimal,
          ...stepFields,
          left: Type.Optional(Type.Integer({ description: "How many are left. Omitted: the ticket has no stock." })),
          minimum: Type.Integer(),
          maximum: Type.Integer(),
          increment: Type.Integer(),
          people: Type.Integer({ description: "People that one ticket admits." }),
          seats: Type.Integer({ description: "Seats that one ticket takes." }),
          wholeEvent: Type.Boolean({ description: "Whether it takes the whole event. `seats` then says nothing." }),
        }),
      ),
      asksNames: Type.Boolean({ description: "Whether the questions ask for the names of all travellers." }),
    }),
  ),
  people: Type.Integer({ description: "People of the selection." }),
  seats: Type.Integer({ description: "Seats that the selection takes." }),
  lines: Type.Array(Type.Object({ code: text, quantity: Type.Integer(), amount: decimal }), {
    description:
      "The selection as charged, with unit prices in the event's currency. A code whose price has steps can have several lines. Empty: `total` is null.",
  }),
  total: nullable(
    Type.Object({
      amount: Type.String({ description: "Decimal, in the event's currency." }),
      usd: decimal,
      currencyCode: Type.String({ description: "The store's currency." }),
      inStore: Type.String({ description: "Decimal: the order's total in the store's currency." }),
    }),
    "Null: no ticket is chosen, or one has no price.",
  ),
  partnerTerms: PartnerTerms,
  errors: Type.Array(SaleRefusal),
  questions: Type.Array(
    Type.Object({
      code: text,
      title: text,
      type: Type.Enum([...questionTypes]),
      passenger: nullable(Type.Integer(), "From 1; null: the whole order."),
      required: Type.Boolean(),
      choices: Type.Array(Type.Object({ code: text, text }), { description: "Empty: any answer of the type." }),
    }),
  ),
});

export const deskSaleOperations = [
  operation({
    id: "orders.quote",
    method: "POST",
    path: "/orders/quote",
    summary: "Quote a sale of the operator's own desk: total, questions and refusals. Nothing is stored",
    roles: orderRoles,
    body: Type.Object(selection),
    response: Quote,
    async run({ service, body, lang, now }) {
      const { event, offered, party, lines, total, terms, errors, questions } = await quoteSale(
        service.db,
        await selectionOf(service, body),
        {
          lang,
          now,
        },
      );
      return {
        event: event && {
          productId: event.productId,
          productName: event.productName,
          itemName: event.itemName,
          eventOn: event.eventOn,
          timeZone: event.timeZone,
          currencyCode: event.currencyCode,
          left: event.capacityLeft,
          withheld: event.withheld,
          tickets: offered.map(({ rule, price }) => {
            const left = event.stockLeft?.get(rule.code);
            return {
              code: rule.code,
              ...quotedPrice(price),
              ...(left !== undefined && { left: Math.max(0, left) }),
              minimum: rule.minQuantity,
              maximum: rule.maxQuantity,
              increment: rule.incrementQuantity,
              ...ticketSizeOf(event.ticketSizes, rule.code),
            };
          }),
          asksNames: event.questions.allPassengerNames,
        },
        people: party.people,
        seats: party.seats,
        lines: lines.map(({ code, quantity, price }) => ({ code, quantity, amount: price })),
        total,
        partnerTerms: terms,
        errors: withValues(errors, lang),
        questions: questions.map(({ code, title, type, passenger, own }) => ({
          ...{ code, title, type, passenger },
          required: own?.required ?? true,
          choices: own
            ? choicesOf(own).map((choice) => ({ code: choice.code, text: textInLanguage(choice.text, lang) }))
            : [],
        })),
      };
    },
  }),
  operation({
    id: "orders.create",
    method: "POST",
    path: "/orders",
    summary: "Sell at the operator's own desk. A repeated request returns the existing order",
    roles: orderRoles,
    body: Type.Object({
      id: Type.String({ format: "uuid", description: "Of the order: a random one for each sale." }),
      ...selection,
      lang: Type.Enum([...languages], { description: "The guest's language." }),
      name: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            "The guest's first name, or without `lastName` the name of a guest or group. For sales whose questions ask for no names.",
        }),
      ),
      lastName: Type.Optional(Type.String({ maxLength: 200 })),
      email: Type.Optional(Type.String({ pattern: mailboxPattern, maxLength: limits.email })),
      phoneNumber: Type.Optional(Type.String({ maxLength: limits.phoneNumber })),
      answers: Type.Optional(
        Type.Array(Type.Object({ code, value: Type.String({ minLength: 1, maxLength: limits.answer }) }), {
          maxItems: limits.answers,
        }),
      ),
      totalUsd: givenAmount("The total of the quote, in US dollars.", 2),
      method: Type.Optional(
        Type.Enum([...paymentMethods], {
          description:
            "How it is paid. `account`: later. `free`: a total of 0, and no other. Omitted where the partner collects: the order is on its account.",
        }),
      ),
      ...accountFields,
      block: Type.Optional(
        Type.Object(
          {
            revision: Revision,
            rest: Type.Enum(["keep", "release"], {
              description: "What happens to blocked seats that the order does not take.",
            }),
            namesLater: Type.Boolean({ description: "Whether the names of the travellers come later." }),
          },
          { description: "Of a group's order, beside `blockId`." },
        ),
      ),
      ownAnswersLater: Type.Optional(
        Type.Boolean({ description: "Whether the guest may answer the operator's own questions after the sale." }),
      ),
      replaces: Type.Optional(
        Type.String({
          format: "uuid",
          description:
            "The cancelled or refused order that is placed again. The histories of both orders name the other.",
        }),
      ),
      note: Type.Optional(
        Type.String({
          maxLength: limits.answer,
          description: "About the payment, or about a sale on a partner's account.",
        }),
      ),
      reason: Type.Optional(
        Type.String({ maxLength: limits.answer, description: "Why the price is another than the catalogue's." }),
      ),
    }),
    response: OrderDetails,
    async run({ service, body, operator, lang, now, audit }) {
      const { orderContext, config, metrics, db } = service;
      const { id, name = "", lastName = "", email = "", phoneNumber = "", answers = [], totalUsd, method } = body;
      const [note, reason] = [body.note?.trim() ?? "", body.reason?.trim() ?? ""];
      const wanted = await selectionOf(service, body, id);
      const group = groupOf(body, wanted.block);
      const { deposit, dueOn = "" } = body;
      checkAccount(body);
      checkTelephone(phoneNumber);
      const former = await formerOrder(service, body.replaces);
      const quoted = await quoteSale(db, wanted, { lang, now });
      checkPrices(wanted, quoted.event, reason);
      const payment = checkedPayment({ method, note, reason, dueOn }, wanted, quoted);
      const sale = { ...wanted, id, lang: body.lang, name, lastName, email, phoneNumber, answers, totalUsd };
      const placement = await placeSale(
        orderContext,
        { ...sale, group, ownAnswersLater: body.ownAnswersLater ?? false, payment },
        {
          lang,
          now,
          priceHoldMinutes: config.priceHoldMinutes,
          sandbox: config.sandbox,
          supplierWaitMs: config.supplierWaitSeconds * 1000,
          by: operator.email,
          record: async (tx, { eventOn, tickets, totalUsd, payment, ...order }) => {
            await recordDeposit(tx, order.id, body, { by: operator.email, now });
            if (wanted.block?.note) await addToTimeline(tx, order.id, noteOfBlock(wanted.block, now));
            if (former) await linkOrders(tx, former, order, { operator: operator.email, now });
            if (!payment) await addToTimeline(tx, order.id, soldOnAccount(note, operator.email, now));
            const after = {
              ...{ eventOn, tickets, totalUsd, ...payment, ...(deposit && { deposit }) },
              ...(former && { replaces: orderReference(former) }),
            };
            await audit({ ...ofOrder(order), after }, tx);
          },
        },
      );
      metrics.order(placement.outcome === "taken" ? "key-reused" : placement.outcome);
      if (placement.outcome === "in-flight") throw overloaded(1);
      if (placement.outcome === "taken") throw conflict("order-id-taken", "Another order has this id.");
      if (placement.outcome === "refused") throw refusedSale(withValues(placement.errors, lang));
      return orderDetailsOf(service, placement.order, lang);
    },
  }),
];

/** Returns the order that a sale places again. Only an ended order is placed again. */
async function formerOrder({ db }: Service, id: string | undefined): Promise<OrderRow | null> {
  if (id === undefined) return null;
  const order = await orderById(db, id.toLowerCase());
  if (order && !order.test && (order.status === "cancelled" || order.status === "rejected")) return order;
  throw invalidFields([{ pointer: "/replaces", ...refusal("order-not-ended") }]);
}

/** Writes into the histories of both orders that one was placed again as the other. */
async function linkOrders(
  tx: Tx,
  former: OrderRow,
  order: Pick<OrderRow, "id" | "number" | "lang" | "test">,
  { operator, now }: { operator: string; now: Date },
): Promise<void> {
  const entry = { at: now, kind: "placed-again", actor: "operator", operator } as const;
  const link = (other: typeof order, role: "former" | "new") => ({
    details: { orderId: other.id, reference: orderReference(other), role },
  });
  await addToTimeline(tx, former.id, { ...entry, ...link(order, "new") });
  await addToTimeline(tx, order.id, { ...entry, ...link(former, "former") });
}

function quotedPrice(price: TicketPrice): Omit<CataloguePrice, "code" | "stock"> {
  const { code: _, stock: __, ...quoted } = givenPrice(price);
  return quoted;
}

/**
 * Reads what the operator chose to sell. `orderId` is the order of the sale: after a lost answer the block can already be sold by this
 * order.
 */
async function selectionOf({ db }: Service, given: Selection, orderId?: string): Promise<DeskSelection> {
  const { eventId, tickets, blockId, partner, prices = [] } = given;
  const twice = [...repeatedCodes("tickets", tickets), ...repeatedCodes("prices", prices)];
  if (twice.length > 0) throw invalidFields(twice);
  const block = blockId === undefined ? undefined : ((await blockById(db, blockId.toLowerCase())) ?? undefined);
  if (blockId !== undefined && !block && (orderId === undefined || !(await orderById(db, orderId))))
    throw notFound("There is no such block.");
  if (block && block.eventId !== eventId.toLowerCase())
    throw invalidFields([{ pointer: "/blockId", ...refusal("block-of-other-event") }]);
  const buyer = partner === undefined ? null : await buyerOf(db, partner);
  return {
    eventId,
    tickets,
    ...(buyer && { partner: buyer }),
    prices: prices.map(({ code, amount }) => ({ code, price: amount })),
    ...(block && { block }),
  };
}

/** Finds the entries of a list whose code an earlier entry has. */
function repeatedCodes(list: string, entries: readonly { code: string }[]): RefusedField[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ code }, n) => {
    const before = first.get(code);
    if (before === undefined) first.set(code, n);
    return before === undefined
      ? []
      : [
          {
            pointer: `/${list}/${n}/code`,
            ...refusal("already-appears", { value: code, place: `/${list}/${before}` }),
          },
        ];
  });
}

/** The note of a block becomes the first note of its group's order. The operator who blocked the seats wrote it. */
const noteOfBlock = ({ note, by }: Pick<BlockRow, "note" | "by">, now: Date) => ({
  at: now,
  kind: "note" as const,
  actor: "operator" as const,
  operator: by,
  message: note,
});

/** Returns the group's part of a sale. A request must name both the block and its seats, or neither. */
function groupOf(
  { blockId, block }: { blockId?: string; block?: Omit<GroupSale, "blockId"> },
  found: DeskSelection["block"],
): GroupSale | undefined {
  if (!block && blockId === undefined) return undefined;
  if (!block || blockId === undefined)
    throw invalidFields([{ pointer: block ? "/blockId" : "/block", ...refusal("missing") }]);
  if (found && found.revision !== block.revision) throw changedMeanwhile();
  return { ...block, blockId: blockId.toLowerCase() };
}

/**
 * Checks changed prices. A changed price needs a reason, and a reason needs a changed price. An amount has at most the decimals of its
 * currency.
 */
function checkPrices({ prices }: DeskSelection, event: SaleQuote["event"], reason: string): void {
  if (prices.length > 0 && reason === "") throw invalidFields([{ pointer: "/reason", ...refusal("missing") }]);
  if (prices.length === 0 && reason !== "")
    throw invalidFields([{ pointer: "/reason", ...refusal("reason-needs-price") }]);
  if (!event) return;
  const digits = minorDigits(event.currencyCode);
  const wrong = prices.findIndex(({ price }) => !new Big(price).eq(new Big(price).round(digits)));
  if (wrong < 0) return;
  const problem = refusal("too-many-decimals", { currency: event.currencyCode, digits });
  throw invalidFields([{ pointer: `/prices/${wrong}/amount`, ...problem }]);
}

interface GivenPayment extends Omit<NonNullable<DeskSale["payment"]>, "method"> {
  method: PaymentMethod | undefined;
}

/** Returns the payment of a sale. Null: the partner collects, so the order is on its account, at the prices of its terms. */
function checkedPayment(
  { method, ...more }: GivenPayment,
  { prices, partner }: DeskSelection,
  { total, terms, event }: SaleQuote,
): DeskSale["payment"] {
  const wrong = (field: string, code: "partner-pays" | "missing" | "total-is-free" | "total-is-not-free") =>
    invalidFields([{ pointer: `/${field}`, ...refusal(code) }]);
  // Without an event the sale is refused, whatever the payment is.
  if (terms?.collects === "partner" || (partner && !event)) {
    if (method !== undefined) throw wrong("method", "partner-pays");
    if (prices.length > 0) throw wrong("prices", "partner-pays");
    return null;
  }
  if (method === undefined) throw wrong("method", "missing");
  const isFree = total !== null && new Big(total.amount).eq(0);
  if (total !== null && isFree !== (method === "free"))
    throw wrong("method", isFree ? "total-is-free" : "total-is-not-free");
  return { method, ...more };
}

/** Who sold an order that has no payment, with the operator's note. */
const soldOnAccount = (note: string, operator: string, now: Date) => ({
  at: now,
  kind: "sold" as const,
  actor: "operator" as const,
  operator,
  message: note || null,
});

/** Finds the partner for which an operator sells, by its id or external id. The desk is no such partner. */
async function buyerOf(db: Db, key: string) {
  const { id, externalId } = await existingPartner(db, key);
  return externalId === deskId ? null : buyerById(db, id);
}

/** Returns the problem with the refusals of a sale, in the operator's language. */
function refusedSale(errors: readonly RefusalWithValues[]): ProblemError {
  const messages = [...new Set(errors.map(({ message }) => message))];
  return new ProblemError(409, "sale-refused", messages.join(" "), {
    errors: errors.map(({ message, ...refused }) => ({ pointer: refused.code, detail: message, ...refused })),
  });
}
