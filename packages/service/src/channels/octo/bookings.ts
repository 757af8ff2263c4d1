import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import { type ChannelBooking, hasOpenHold } from "../../domain/booking/channel-booking-state.ts";
import { utcTime } from "../../domain/selling/offset-times.ts";
import { formatShortCode } from "../../domain/visits/passes.ts";
import { voucherAddress } from "../../domain/visits/vouchers.ts";
import type { ChannelEvent, ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { BookedUnit, Person } from "../../store/orders/channel-bookings.ts";
import type { SoldTicket } from "../../store/sale/orders.ts";
import { type OptionContext, octoAvailability } from "./availability.ts";
import { bookedPickup } from "./pickups.ts";
import { octoPriceTerms, octoPricing } from "./pricing.ts";
import { deliveryMethods } from "./products.ts";

/** Bookings in OCTO: first our hold, then our order. */

type BookingStatus = "ON_HOLD" | "EXPIRED" | "CONFIRMED" | "CANCELLED" | "PENDING" | "REDEEMED" | "REJECTED";

const orderStatuses = {
  waitsupplier: "PENDING",
  complete: "CONFIRMED",
  rejected: "REJECTED",
  // The order's supplier has not agreed yet.
  waitcancel: "PENDING",
  cancelled: "CANCELLED",
} as const;

/** Returns the status of a booking. A cancelled hold is EXPIRED, because nothing was sold. */
function bookingStatus(booking: ChannelBooking, now: Date): BookingStatus {
  const { order, voucher } = booking;
  if (!order) return hasOpenHold(booking, now) ? "ON_HOLD" : "EXPIRED";
  return order.status === "complete" && voucher?.redeemedAt ? "REDEEMED" : orderStatuses[order.status];
}

interface BookingContext extends Omit<OptionContext, "units" | "product" | "item"> {
  /** The product, or null if it is no longer in the catalogue. */
  product: ChannelProduct | null;
  event: ChannelEvent | null;
  publicUrl: string;
}

export function octoBooking(booking: ChannelBooking, of: BookingContext): object {
  const { row, hold, order, voucher, confirmedAt } = booking;
  const { now, asked, product, event, publicUrl } = of;
  const status = bookingStatus(booking, now);
  const redeemedAt = voucher?.redeemedAt ?? null;
  const { contact, notes, reference, units } = row.guests;
  const sold = (order ?? hold)?.agreed.tickets ?? [];
  const prices = asked.has("pricing") ? pricesOf(sold, units) : [];
  const terms = (currencyCode: string) => octoPriceTerms(currencyCode, order?.agreed ?? product?.record ?? {}, of.lang);
  const delivery = deliveryOf(booking, publicUrl);
  const item = product?.items.find(({ id }) => id === row.itemId);
  return {
    id: row.id,
    uuid: row.uuid,
    testMode: row.test,
    resellerReference: reference,
    supplierReference: order && orderReference(order),
    status,
    utcCreatedAt: utcTime(row.createdAt),
    utcUpdatedAt: utcTime(row.updatedAt),
    utcExpiresAt: status === "ON_HOLD" ? utcTime(hold!.expiresAt) : null,
    utcRedeemedAt: redeemedAt && utcTime(redeemedAt),
    utcConfirmedAt: confirmedAt && utcTime(confirmedAt),
    productId: row.productId,
    optionId: row.itemId,
    cancellable: status === "ON_HOLD" || isCancellable(booking, status, now),
    cancellation: isCancelled(booking, status) ? cancellationOf(booking) : null,
    freesale: row.freesale,
    availabilityId: row.eventId,
    availability: product && item && event ? octoAvailability(event, { ...of, product, item, units: [] }) : null,
    contact: contactOf(contact),
    notes,
    ...(asked.has("pickups") && bookedPickup(row.guests.pickup, product, event?.eventOn)),
    deliveryMethods: deliveryMethods({ codePerPerson: delivery.tickets.length > 0 || product?.record.codePerPerson }),
    voucher: {
      redemptionMethod: "DIGITAL",
      utcRedeemedAt: redeemedAt && utcTime(redeemedAt),
      deliveryOptions: delivery.voucher,
    },
    unitItems: units.map((unit, n) => ({
      uuid: unit.uuid,
      resellerReference: unit.reference,
      supplierReference: order && `${orderReference(order)}-${n + 1}`,
      unitId: unit.code,
      status,
      utcRedeemedAt: redeemedAt && utcTime(redeemedAt),
      contact: contactOf(unit.contact),
      ticket: ticketOf(delivery, units, n, product?.record.codePerPerson ?? false, redeemedAt),
      ...(prices[n] && { pricing: octoPricing(prices[n].retail, terms(prices[n].currencyCode), prices[n].net) }),
    })),
    ...(prices.length > 0 && {
      pricing: octoPricing(
        sumOf(prices.map(({ retail }) => retail)),
        terms(prices[0]!.currencyCode),
        sumOf(prices.map(({ net }) => net)),
      ),
    }),
  };
}

const isCancellable = ({ order }: ChannelBooking, status: BookingStatus, now: Date): boolean =>
  order !== null &&
  (status === "CONFIRMED" || status === "PENDING") &&
  order.status !== "waitcancel" &&
  now <= order.cancelUntil;

/** This includes a hold that the partner cancelled. */
const isCancelled = ({ row }: ChannelBooking, status: BookingStatus): boolean =>
  status === "CANCELLED" || (status === "EXPIRED" && row.cancelledAt !== null);

function cancellationOf({ row, cancelledAt, refund }: ChannelBooking): object {
  return { refund, reason: row.cancelReason, utcCancelledAt: utcTime(cancelledAt ?? row.cancelledAt ?? row.updatedAt) };
}

const contactOf = (person: Person): Person => ({
  ...person,
  fullName: person.fullName ?? ([person.firstName, person.lastName].filter(Boolean).join(" ") || null),
});

const sumOf = (amounts: readonly string[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));

/** What a unit costs the guest, and what of it is the operator's. */
interface UnitPrice {
  retail: string;
  net: string;
  currencyCode: string;
}

/** Returns the price of each unit. The tickets of a kind can have been sold at several prices. */
function pricesOf(sold: readonly SoldTicket[], units: readonly BookedUnit[]): UnitPrice[] {
  const left = new Map(
    sold.map(({ code, prices }) => [
      code,
      prices.flatMap(({ quantity, unitPrice, currencyCode, partner }) => {
        const { retail, net } = partner ?? { retail: unitPrice, net: unitPrice };
        return Array<UnitPrice>(quantity).fill({ retail, net, currencyCode });
      }),
    ]),
  );
  return units.flatMap(({ code }) => left.get(code)?.splice(0, 1) ?? []);
}

interface Delivery {
  voucher: { deliveryFormat: string; deliveryValue: string }[];
  /** For products with codes per person: the code of each pass, with its ticket. */
  tickets: { code: string; ticketCode: string }[];
}

/** Returns the voucher and codes that a traveller shows at the door. A booking that is unconfirmed or has a void voucher has none. */
function deliveryOf({ voucher, passes, order }: ChannelBooking, publicUrl: string): Delivery {
  if (!voucher || voucher.voidAt || order?.status !== "complete") return { voucher: [], tickets: [] };
  const address = voucherAddress(publicUrl, voucher.code);
  const party = passes.find(({ ticketCode }) => ticketCode === null);
  return {
    voucher: [
      { deliveryFormat: "PDF_URL", deliveryValue: address },
      { deliveryFormat: "QRCODE", deliveryValue: address },
      ...(party ? [{ deliveryFormat: "CODE128", deliveryValue: formatShortCode(party.code) }] : []),
    ],
    tickets: passes.flatMap(({ code, ticketCode }) => (ticketCode === null ? [] : [{ code, ticketCode }])),
  };
}

/** Returns the ticket of the n-th unit, if each person has a code. */
function ticketOf(
  { tickets }: Delivery,
  units: readonly BookedUnit[],
  n: number,
  codePerPerson: boolean,
  redeemedAt: Date | null,
): object | null {
  if (!codePerPerson && tickets.length === 0) return null;
  const { code } = units[n]!;
  const isSame = (unit: BookedUnit) => unit.code === code;
  const before = units.slice(0, n).filter(isSame).length;
  const own = tickets.filter(({ ticketCode }) => ticketCode === code);
  // A unit for several people has a pass for each of them.
  const each = Math.ceil(own.length / units.filter(isSame).length);
  const values = own.slice(before * each, (before + 1) * each).map((pass) => formatShortCode(pass.code));
  return {
    redemptionMethod: "DIGITAL",
    utcRedeemedAt: redeemedAt && utcTime(redeemedAt),
    deliveryOptions: values.flatMap((deliveryValue) => [
      { deliveryFormat: "QRCODE", deliveryValue },
      { deliveryFormat: "CODE128", deliveryValue },
    ]),
  };
}
