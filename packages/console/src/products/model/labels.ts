import type { Translate } from "../../i18n/index.ts";
import type { Draft } from "./draft.ts";

/** Fields with a label of their own, at any depth. */
const top = {
  name: "products.field.name",
  externalId: "products.field.externalId",
  type: "products.field.type",
  cityCode: "products.field.cityCode",
  timeZone: "products.field.timeZone",
  currencyCode: "products.field.currencyCode",
  supplier: "products.field.supplier",
  leadPurchaseDay: "products.field.leadPurchaseDay",
  cancelPurchaseHour: "products.field.cancelPurchaseHour",
  venue: "products.field.venue",
  address: "products.field.address",
  latitude: "products.field.latitude",
  longitude: "products.field.longitude",
} as const;
const ofItem = {
  name: "products.item.name",
  externalId: "products.item.externalId",
  partNumber: "products.item.partNumber",
} as const;
const ofSchedule = {
  from: "products.schedule.from",
  to: "products.schedule.to",
  weekdays: "products.schedule.weekdays",
  times: "products.schedule.times",
  capacity: "products.schedule.capacity",
  date: "products.exception.date",
  time: "products.exception.time",
  availability: "products.exception.availability",
  eventOn: "products.event.eventOn",
} as const;
const ofTicket = {
  code: "products.ticket.code",
  minQuantity: "products.ticket.minQuantity",
  maxQuantity: "products.ticket.maxQuantity",
  defaultQuantity: "products.ticket.defaultQuantity",
  incrementQuantity: "products.ticket.incrementQuantity",
} as const;

/** A pointer into the draft in the form's words: `Butaca › Schedule 1 › Last day`. */
export function labelOf(at: string, draft: Draft, t: Translate): string {
  const [, list, nth, ...rest] = at.split("/");
  if (list !== "items" || nth === undefined) {
    const name = at.split("/").at(-1) ?? "";
    return name in top ? t(top[name as keyof typeof top]) : t("products.form.elsewhere");
  }
  const item = draft.items[Number(nth)];
  return [item?.name || t("products.item.nth", { n: Number(nth) + 1 }), ...inItem(rest, item, t)].join(" › ");
}

function inItem([part, nth, ...rest]: string[], item: Draft["items"][number] | undefined, t: Translate): string[] {
  if (part === undefined) return [];
  const n = Number(nth) + 1;
  if (part in ofItem) return [t(ofItem[part as keyof typeof ofItem])];
  if (part === "ticketRules") {
    const [field = ""] = rest;
    const code = item?.ticketRules[n - 1]?.code;
    return [
      code || t("products.ticket.title"),
      ...(field in ofTicket ? [t(ofTicket[field as keyof typeof ofTicket])] : []),
    ];
  }
  if (part === "schedules") return [t("products.schedule.nth", { n }), ...inSchedule(rest, item, t)];
  if (part === "events") return [t("products.event.nth", { n }), ...inSchedule(rest, item, t)];
  return [];
}

function inSchedule([part, nth, ...rest]: string[], item: Draft["items"][number] | undefined, t: Translate): string[] {
  if (part === undefined) return [];
  if (part === "exceptions") return [t("products.exception.nth", { n: Number(nth) + 1 }), ...inSchedule(rest, item, t)];
  if (part === "prices") {
    const code = item?.ticketRules[Number(nth)]?.code;
    return [code ? t("products.schedule.price", { code }) : t("products.schedule.prices")];
  }
  return part in ofSchedule ? [t(ofSchedule[part as keyof typeof ofSchedule])] : [];
}
