import Type from "typebox";
import { makeCalendar } from "../../domain/resources/guide-calendar.ts";
import { GuideEvent, GuideGuest, guideEvents, guideGuests } from "../../domain/resources/guides.ts";
import { ManifestTotals, manifestTotals } from "../../domain/visits/manifest.ts";
import { instant, nullable, text } from "../../records/schemas.ts";
import { openBlocks } from "../../store/booking/blocks.ts";
import { deleteCalendar } from "../../store/operators/operators.ts";
import { calendarOf } from "../../store/resources/guides.ts";
import { type ResourceRow, resourceById } from "../../store/resources/resources.ts";
import { notFound } from "../../web/problems.ts";
import { type AdminCall, officeRoles, operation, requireRecord } from "../operation.ts";

/** The events of a guide with their guests, and the guide's calendar. The role `guide` reads its own guide only. */

const readingRoles = [...officeRoles, "guide"] as const;
const calendarRoles = ["owner", "catalogue", "guide"] as const;
/** Number of days that a guide reads: today and the 14 days after it. */
const maxDays = 15;

export const guideOperations = [
  operation({
    id: "guides.events",
    method: "GET",
    path: "/guides/{id}/events",
    summary: `List the events of a guide from today on, for up to ${maxDays} days`,
    roles: readingRoles,
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays, default: maxDays })) }),
    response: Type.Object({ name: text, events: Type.Array(GuideEvent) }),
    async run(call) {
      const { service, query, lang, now } = call;
      const { id, name } = await guideOf(call);
      return { name, events: await guideEvents(service.db, id, { days: query.days ?? maxDays, lang }, now) };
    },
  }),
  operation({
    id: "guides.manifest",
    method: "GET",
    path: "/guides/{id}/events/{event}/manifest",
    summary:
      "Read the guests of a guide's event with what is to be collected, without prices. The audit log records each view",
    roles: readingRoles,
    response: Type.Object({
      event: GuideEvent,
      guests: Type.Array(GuideGuest),
      groups: Type.Array(Type.Object({ id: text, name: text, note: text, seats: Type.Integer() }), {
        description: "Groups with blocked seats.",
      }),
      totals: ManifestTotals,
      more: Type.Boolean({ description: "Whether guests are missing." }),
    }),
    async run(call) {
      const { service, params, lang, now, note } = call;
      const { id } = await guideOf(call);
      const eventId = params.event!.toLowerCase();
      const [own] = await guideEvents(service.db, id, { days: maxDays, lang, eventId }, now);
      const event = requireRecord(own, "event of this guide");
      const { guests, more } = await guideGuests(service.db, event, lang, now);
      const subject = `${event.productName} ${event.eventOn.slice(0, 16)}`;
      await note({ subject, after: { orders: guests.length } });
      const blocks = await openBlocks(service.db, { eventId: event.id });
      const groups = blocks.map(({ id, name, note, seats }) => ({ id, name, note, seats }));
      return { event, guests, groups, totals: manifestTotals(guests), more };
    },
  }),
  operation({
    id: "guides.calendar",
    method: "GET",
    path: "/guides/{id}/calendar",
    summary: "Read whether a guide's calendar has an address, and who made it",
    roles: calendarRoles,
    response: Type.Object({
      madeAt: nullable(instant, "Null: the calendar has no address."),
      madeBy: nullable(text),
    }),
    async run(call) {
      const { id } = await guideOf(call);
      const calendar = await calendarOf(call.service.db, id);
      return { madeAt: calendar?.madeAt ?? null, madeBy: calendar?.madeBy ?? null };
    },
  }),
  operation({
    id: "guides.makeCalendar",
    method: "POST",
    path: "/guides/{id}/calendar",
    summary: "Make the address of a guide's calendar. The former address ends",
    roles: calendarRoles,
    response: Type.Object({ address: Type.String({ description: "Shown once." }) }),
    async run(call) {
      const { service, operator, lang, now, change } = call;
      const { id, name } = await guideOf(call);
      const { publicUrl } = service.orderContext;
      const given = { resourceId: id, lang, by: operator?.email ?? "", publicUrl };
      return { address: await change({ subject: name }, (tx) => makeCalendar(tx, given, now)) };
    },
  }),
  operation({
    id: "guides.revokeCalendar",
    method: "DELETE",
    path: "/guides/{id}/calendar",
    summary: "Revoke the address of a guide's calendar",
    roles: calendarRoles,
    async run(call) {
      const { id, name } = await guideOf(call);
      await call.change({ subject: name }, async (tx) => {
        if (!(await deleteCalendar(tx, id))) throw notFound("The calendar has no address.");
      });
    },
  }),
];

/** Finds the guide that the path names. An operator with the role `guide` finds no other guide. */
async function guideOf({ service, params, operator }: AdminCall<unknown, unknown>): Promise<ResourceRow> {
  const guide = await resourceById(service.db, params.id!);
  const isOwn = operator?.role !== "guide" || operator.resourceId === guide?.id;
  return requireRecord(guide?.kind === "guide" && isOwn ? guide : null, "guide");
}
