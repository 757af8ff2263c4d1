import { DateTime } from "luxon";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { ticketsText } from "../checkout/words.ts";
import type { Visit } from "../visit.ts";
import { type Guest, meetingPointsOf, productName, stands, typeOf, zoneOf } from "./guest.ts";

/** The visit as an iCalendar file (RFC 5545). */

/** Minutes that an event without a duration takes in a calendar. */
const usualMinutes = 60;

/** Returns a text without control characters, which iCalendar has no spelling for. A line feed it has. */
const textOf = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/(?!\n)\p{Cc}/gu, "");

export async function calendarFile({ lang }: Visit, guest: Guest): Promise<string> {
  const { default: ical } = await import("ical-generator");
  const { order, content, itemContent } = guest;
  const words = saleTexts[lang].booking;
  const minutes = itemContent?.durationMinutes ?? content?.durationMinutes ?? usualMinutes;
  // Instants in UTC need no description of the zone in the file.
  const start = DateTime.fromISO(order.eventOn, { zone: zoneOf(guest) }).toUTC();
  const day = DateTime.fromISO(order.eventOn.slice(0, 10), { zone: "utc" });
  const isTimed = typeOf(guest) === "scheduled";
  const place =
    meetingPointsOf(guest)[0] ?? (content && { name: content.location.venue, address: content.location.address });
  const changedAt = new Date(order.changedOn);
  const calendar = ical({ prodId: { company: "Paseo", product: "Bookings" } });
  calendar.createEvent({
    ...{ id: `${order.id}@paseo`, sequence: order.revision, stamp: changedAt, lastModified: changedAt },
    ...(isTimed
      ? { start: start.toJSDate(), end: start.plus({ minutes }).toJSDate() }
      : { start: day.toJSDate(), end: day.plus({ days: 1 }).toJSDate(), allDay: true, timezone: "UTC" }),
    summary: textOf(productName(guest)),
    location: textOf([place?.name, place?.address].filter(Boolean).join(", ")),
    description: textOf(
      `${words.reference}: ${order.reference}\n${words.tickets}: ${ticketsText(content ?? { ticketTypes: [] }, order.event.tickets)}`,
    ),
    ...(!stands(guest) && { status: "CANCELLED" as never }),
  });
  return calendar.toString();
}
