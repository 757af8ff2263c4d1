import type { ListedOrder } from "@paseo/client";
import type { Content, Event, ItemContent, MeetingPoint, Product } from "@paseo/contract";
import type { FastifyReply } from "fastify";
import { guestLink } from "../../store/site/guest-links.ts";
import { type PurchaseRow, purchaseById, writeOrder } from "../../store/site/purchases.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { comingEvent, itemOf } from "../checkout/bought.ts";
import { contactBlock, messagePage } from "../checkout/frame.ts";
import type { OrderMoney } from "../checkout/interface.ts";
import type { SaleRequest } from "../checkout/pages.ts";
import { isCode, ordersOf } from "../checkout/purchase.ts";
import { html } from "../html.ts";
import { link, type Visit } from "../visit.ts";

/** The order behind a guest's address. */

/** Days after the event until which the address works. */
const openDays = 90;
/** Days in which a guest can withdraw from a contract without a date: directive 2011/83/EU, article 9. */
const withdrawalDays = 14;

export interface Guest {
  row: PurchaseRow;
  order: ListedOrder & { id: string };
  /** Null: the site does not sell it any more. */
  product: Product | null;
  content: Content | null;
  itemContent: ItemContent | undefined;
  /** The order's event, if it is still to come. */
  event: Event | null;
  /** Below the site: `/es/booking/…`. */
  path: string;
}

export const guestPath = ({ lang }: Visit, code: string): string => `/${lang}/booking/${code}`;

/** Reads the order of an address. Returns the answer if there is none, or the address does not work any more. */
export async function guestOf(request: SaleRequest): Promise<Guest | { answer: FastifyReply }> {
  const { service, visit, key, unknown } = request;
  const { db } = service;
  const found = isCode(key) ? await guestLink(db, visit.site.code, key) : null;
  const row = found && (await purchaseById(db, found.purchaseId));
  if (!found || !row) return { answer: await unknown() };
  if (found.revokedAt) return { answer: gone(request, "revoked") };
  const [order] = await ordersOf(request, row.id);
  if (!order?.id) return { answer: await unknown() };
  if (row.orderId === null) await writeOrder(db, row.id, { orderId: order.id, reference: order.reference! });
  if (Date.parse(`${order.eventOn}Z`) + openDays * 86_400_000 < visit.now.getTime())
    return { answer: gone(request, "expired") };
  const sold = await visit.catalogue.product(row.productId, visit.lang);
  const event = sold && (await comingEvent(visit, row.productId, { id: order.event.id, eventOn: order.eventOn }));
  const item = sold && itemOf(sold, event ?? { itemId: row.about.itemId });
  return {
    ...{ row, order: { ...order, id: order.id }, event: event ?? null, path: guestPath(visit, key) },
    ...{ product: sold?.product ?? null, content: sold?.content ?? null, itemContent: item?.itemContent },
  };
}

function gone({ visit, show }: SaleRequest, why: "revoked" | "expired"): FastifyReply {
  const words = saleTexts[visit.lang].gone;
  const actions =
    why === "revoked"
      ? html`<a class="button" href="${link(visit, `/${visit.lang}/booking`)}">${words.lostLink}</a>`
      : html`<a class="button" href="${link(visit, `/${visit.lang}`)}">${saleTexts[visit.lang].refused.home}</a>`;
  return show(messagePage(words[why], { actions, status: 410, contact: contactBlock(visit) }));
}

export const stands = ({ order: { status } }: Guest): boolean => status === "complete" || status === "waitsupplier";

/** Whether the event has passed: a day after its time, whatever the zone. */
export const isPast = ({ order }: Guest, now: Date): boolean =>
  Date.parse(`${order.eventOn}Z`) + 86_400_000 < now.getTime();

export const productName = ({ content, row }: Guest): string => content?.name ?? row.about.name;
export const typeOf = ({ product, row }: Guest): Product["productTypeCode"] =>
  product?.productTypeCode ?? row.about.type;
export const zoneOf = ({ content, row }: Guest): string => content?.timeZone ?? row.about.timeZone;

/** The meeting points of the item, else of the product. */
export const meetingPointsOf = ({ content, itemContent }: Guest): MeetingPoint[] =>
  itemContent && itemContent.meetingPoints.length > 0 ? itemContent.meetingPoints : (content?.meetingPoints ?? []);

/** The end of the period in which the guest can withdraw. Null: the visit has a date, or the period has passed. */
export function withdrawalEnd(guest: Guest, now: Date): Date | null {
  if (typeOf(guest) !== "dateless" || !stands(guest)) return null;
  const end = new Date(Date.parse(guest.order.bookedOn) + withdrawalDays * 86_400_000);
  return now <= end ? end : null;
}

/** Whether no money is behind the order: it is a test order, or all that was paid was paid in a provider's test mode. */
export const isTest = ({ order }: Guest, money: Pick<OrderMoney, "paid" | "testPaid"> | null): boolean =>
  order.event.testMode || (money !== null && money.testPaid.minor > 0 && money.paid.minor === 0);

/** The name that the guest gave. */
export const guestName = ({ order: { event } }: Guest): string =>
  ["passenger-first-name", "passenger-last-name"]
    .flatMap((code) => event.answers.find((one) => one.code === code)?.value ?? [])
    .join(" ");
