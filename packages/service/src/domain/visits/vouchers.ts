import { randomBytes } from "node:crypto";
import type { Language, TicketSelection } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { nameInLanguage } from "../../records/bookable-event.ts";
import { sizedTickets } from "../../records/tickets/ticket-sizes.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { amountsOfOrder } from "../../store/money/amounts.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { addAllToTimeline, addToTimeline } from "../../store/sale/timeline.ts";
import { pickupPlaceId, pickupPlaces } from "../../store/visits/manifest.ts";
import { readPasses } from "../../store/visits/passes.ts";
import { insertVouchers, renewVoucher, replacedCode, retireCodes, voucherByCode } from "../../store/visits/vouchers.ts";
import { textInLanguage } from "../../texts/by-language.ts";
import { texts } from "../../texts/texts.ts";
import type { VoucherPickup, VoucherPoint } from "../../vouchers/content.ts";
import type { VoucherContent } from "../../vouchers/voucher.ts";
import { readTicketNames, sizedTicketName } from "../catalogue/ticket-names.ts";
import { invoiceOf } from "../money/documents.ts";
import { cancellationTerms } from "../money/refund.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { toCollectOfOrder } from "../money/to-collect.ts";
import { type Brand, type OperatorSettings, readBrand } from "../operators/brand.ts";
import { paperColours } from "../operators/brand-colours.ts";
import { instantOf, localTime, localTimeAt } from "../selling/dates.ts";
import { leadName, passengerNames } from "../selling/lead-name.ts";
import { includedTax } from "../selling/money.ts";
import { formatShortCode, issuePasses } from "./passes.ts";
import { hotelOfAnswers, pickupPlaceFinder, pickupTime } from "./pickup.ts";

/**
 * Vouchers, which a traveller shows at the door. A voucher is issued when its order completes, and voided when the order is
 * cancelled.
 */

/**
 * Content of a voucher, stored when it was issued. Travellers' names and their pickup are read from the order, so
 * that erasure covers them. The place is a fact and no term of the sale: every reader takes `placeFacts` instead.
 */
export type StoredVoucherContent = Omit<
  VoucherContent,
  | "passengers"
  | "leadName"
  | "pickup"
  | "hotel"
  | keyof ReturnType<typeof operatorOf>
  | "timeZone"
  | "refunds"
  | "code"
  | "passes"
  | "issuedAt"
  | "tickets"
  | "price"
  | "toCollect"
> & { tickets: TicketSelection[] };

/** Issues an order's voucher, unless it has one. */
export async function issueVoucher(tx: Tx, order: OrderRow, sale: OrderSale | null, now: Date): Promise<void> {
  if (sale) await issueVouchers(tx, [{ sale: { ...sale, order }, now }]);
}

/** Issues vouchers for several orders. Returns the new codes by order. */
export async function issueVouchers(
  tx: Tx,
  sales: { sale: Pick<OrderSale, "order" | "sold">; now: Date }[],
): Promise<Map<string, string>> {
  if (sales.length === 0) return new Map();
  const vouchers = sales.map(({ sale, now }) => ({
    orderId: sale.order.id,
    code: newCode(),
    madeAt: now,
    content: newVoucherContent(sale),
  }));
  const made = new Set(await insertVouchers(tx, vouchers));
  const issued = sales.filter(({ sale }) => made.has(sale.order.id));
  await issuePasses(
    tx,
    issued.map(({ sale: { order, sold } }) => admittedBy(order, sold)),
  );
  await addAllToTimeline(
    tx,
    issued.map(({ sale, now }) => ({
      orderId: sale.order.id,
      at: now,
      kind: "voucher",
      actor: "service",
      why: "made",
    })),
  );
  return new Map(vouchers.filter(({ orderId }) => made.has(orderId)).map(({ orderId, code }) => [orderId, code]));
}

const admittedBy = ({ id, tickets, people, agreed }: OrderRow, { codePerPerson }: OrderSale["sold"]) => ({
  orderId: id,
  tickets,
  people,
  agreed,
  codePerPerson,
});

/** Gives an amended order a new voucher. From then on the former codes are refused as replaced. */
export async function replaceVoucher(
  tx: Tx,
  { former, sale }: { former: OrderRow; sale: OrderSale },
  now: Date,
): Promise<void> {
  const { order, sold } = sale;
  await retireCodes(tx, former, now);
  const renewed = await renewVoucher(tx, {
    orderId: order.id,
    code: newCode(),
    madeAt: now,
    content: newVoucherContent(sale),
  });
  if (!renewed) return;
  await issuePasses(tx, [admittedBy(order, sold)]);
  await addToTimeline(tx, order.id, { at: now, kind: "voucher", actor: "service", why: "replaced" });
}

const countTickets = (tickets: readonly TicketSelection[]): number =>
  tickets.reduce((sum, { quantity }) => sum + quantity, 0);

const newCode = (): string => randomBytes(codeBytes).toString("base64url");

/** Returns the content of a voucher that is issued for the order now. */
export function newVoucherContent({ order, sold }: Pick<OrderSale, "order" | "sold">): StoredVoucherContent {
  return {
    lang: order.lang,
    reference: orderReference(order),
    test: order.test,
    productName: nameInLanguage(order.lang, sold.productName, sold.productNames),
    itemName: nameInLanguage(order.lang, sold.itemName, sold.itemNames),
    productType: sold.productType,
    eventOn: sold.eventOn,
    tickets: order.tickets,
    confirmation: order.confirmation,
    ...placeFacts(sold, order.lang),
  };
}

/** Returns where the event takes place and where travellers meet, as the product says it now. */
export const placeFacts = (sold: Sold, lang: Language) => ({
  venue: sold.venue,
  address: sold.address,
  latitude: sold.latitude,
  longitude: sold.longitude,
  meetingPoints: sold.meetingPoints.map((point) => meetingPointOf(point, { lang }, sold)),
});

type Sold = OrderSale["sold"];

/** Returns a meeting point with its texts in one language. `sold`: the venue, used for a meeting point without a place. */
export function meetingPointOf(
  { name, arriveMinutesBefore, instructions, ...place }: Sold["meetingPoints"][number],
  { lang }: Pick<OrderRow, "lang">,
  sold: Pick<Sold, "venue" | "address" | "latitude" | "longitude">,
): VoucherPoint {
  const own = (place.latitude !== undefined && place.longitude !== undefined) || place.address !== undefined;
  const position: { latitude?: number | null; longitude?: number | null } = own ? place : sold;
  const address = own ? (place.address ?? "") : [sold.venue, sold.address].filter(Boolean).join(", ");
  return {
    name: textInLanguage(name, lang),
    arriveMinutesBefore: arriveMinutesBefore ?? null,
    instructions: instructions && Object.keys(instructions).length > 0 ? textInLanguage(instructions, lang) : null,
    address,
    latitude: position.latitude ?? null,
    longitude: position.longitude ?? null,
  };
}

/** 160 random bits cannot be guessed. */
const codeBytes = 20;

/** Whether a text has the shape of a voucher code. */
export const isVoucherCode = (text: string): boolean => /^[\w-]{27}$/.test(text);

/** Returns the address of an order's voucher. */
export const voucherAddress = (publicUrl: string, code: string): string => `${publicUrl}/voucher/${code}`;

/** Reads the code from scanned or typed text: a voucher's address, or the code itself. */
export const voucherCode = (scanned: string): string =>
  scanned
    .trim()
    .replace(/^.*\/voucher\//, "")
    .replace(/[?#].*$/s, "");

/**
 * Returns the voucher with this code. `void`: its order was cancelled. Null: no voucher has this code, or none any
 * longer.
 */
export async function voucherContent(
  db: Db,
  code: string,
  {
    publicUrl,
    payAddress = async () => null,
    ...operator
  }: OperatorSettings & {
    publicUrl: string;
    /** Returns the address at which the guest of an order can pay its balance. */
    payAddress?: (orderId: string) => Promise<string | null>;
  },
): Promise<VoucherContent | "void" | null> {
  const voucher = await voucherByCode<StoredVoucherContent>(db, code);
  if (!voucher) return null;
  const sale = await orderSale(db, voucher.orderId);
  if (voucher.voidAt || !sale) return "void";
  const names = await readTicketNames(db);
  const passes = await readPasses(db, [voucher.orderId]);
  const { lang, tickets } = voucher.content;
  const { timeZone } = sale.sold;
  const pickup = await voucherPickup(db, sale);
  const brand = await readBrand(db, operator);
  return {
    ...voucher.content,
    ...placeFacts(sale.sold, lang),
    ...operatorOf(brand),
    price: brand.taxNumber ? await priceOf(db, sale.order) : null,
    ...(await collectedOf(db, voucher.orderId, payAddress)),
    tickets: sizedTickets({ tickets, agreed: sale.order.agreed }).map((one) => ({
      name: sizedTicketName(one, names, lang),
      quantity: one.quantity,
    })),
    ...(sale.order.people !== countTickets(tickets) && { people: texts[lang].calendar.people(sale.order.people) }),
    leadName: leadName(sale.order.answers),
    passengers: passengerNames(sale.order.answers),
    pickup,
    hotel: pickup ? null : hotelOfAnswers(sale.order.answers),
    timeZone,
    refunds: termsFrom(sale.order, voucher.madeAt, timeZone),
    code: voucherAddress(publicUrl, code),
    passes: passes.map(({ code, ticketCode }) => ({
      code: formatShortCode(code),
      ticket: ticketCode === null ? null : names(ticketCode, lang),
    })),
    issuedAt: voucher.madeAt,
  };
}

/** Returns what the voucher asks the guest to pay. Nothing is added if the guest owes nothing. */
async function collectedOf(
  db: Db,
  orderId: string,
  payAddress: (orderId: string) => Promise<string | null>,
): Promise<Pick<VoucherContent, "toCollect">> {
  const toCollect = await toCollectOfOrder(db, orderId);
  if (!toCollect) return {};
  const { amount, currencyCode, dueOn } = toCollect;
  const payAt = await payAddress(orderId);
  return { toCollect: { amount, currencyCode, dueOn, ...(payAt !== null && { payAt }) } };
}

/** Returns the refunds of a cancellation whose deadlines had not passed at an instant. */
function termsFrom(order: OrderRow, at: Date, timeZone: string): VoucherContent["refunds"] {
  const terms = cancellationTerms(order).filter(({ until }) => until >= at);
  if (terms.length === 0) return [{ percent: 0, until: null }];
  return terms.map(({ percent, until }) => ({ percent, until: localTimeAt(until, timeZone) }));
}

/**
 * Returns the price of an order of the operator's own desk, in the store's currency. The tax in it is for a voucher that names an invoice:
 * tax number, tax and total on one paper would look like one. A partner's voucher has no price, because the partner sets what its guests pay.
 */
async function priceOf(db: Db, order: OrderRow): Promise<NonNullable<VoucherContent["price"]> | null> {
  if (!order.payment) return null;
  const currency = await storeCurrency(db);
  const { total } = await amountsOfOrder(db, currency, order.id);
  const { taxRate } = order.agreed;
  const invoice = invoiceOf(order);
  const tax = taxRate === undefined ? null : { taxRate, tax: includedTax(total, taxRate, currency.code) };
  return {
    ...{ currencyCode: currency.code, total },
    invoiced: invoice?.isCurrent ? { number: invoice.number, tax } : null,
  };
}

/** Returns what a voucher says about the operator now. */
const operatorOf = ({ name, phone, dayPhone, email, taxNumber, logo, colours }: Brand) => ({
  operatorName: name,
  operatorPhone: phone,
  operatorDayPhone: dayPhone,
  operatorEmail: email,
  operatorTaxNumber: taxNumber,
  logo,
  colours: paperColours(colours),
});

/** Returns the place and time at which the party is picked up, if the product lists the place. */
export async function voucherPickup(
  db: Db,
  { order, sold }: Pick<OrderSale, "order" | "sold">,
): Promise<VoucherPickup | null> {
  const hotel = hotelOfAnswers(order.answers);
  if (hotel === null || sold.productType !== "scheduled") return null;
  const places = await pickupPlaces(db, order.eventId);
  const place = pickupPlaceFinder(places)(hotel, await pickupPlaceId(db, order.id));
  if (!place) return null;
  const { name, address, latitude, longitude, minutesBefore } = place;
  const startsAt = instantOf(localTime(sold.eventOn), sold.timeZone);
  return {
    name,
    address: address ?? "",
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    at: minutesBefore === undefined || minutesBefore === null ? null : pickupTime(minutesBefore, { ...sold, startsAt }),
  };
}

/** Returns the state of a voucher that an amendment replaced. Null: no amendment replaced a voucher with this code. */
export async function replacedVoucherState(db: Db, code: string): Promise<"replaced" | "void" | null> {
  const former = await replacedCode(db, code);
  return former && (former.status === "cancelled" ? "void" : "replaced");
}
