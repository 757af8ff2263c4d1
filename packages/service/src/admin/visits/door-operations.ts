import { foldedName, isSearchable } from "@paseo/contract/folded-text";
import Type from "typebox";
import { ToCollect } from "../../domain/money/to-collect.ts";
import { mergeAdmission } from "../../domain/visits/admission.ts";
import { hasBegun } from "../../domain/visits/attendance.ts";
import { deviceList, operatorDoorName } from "../../domain/visits/device-list.ts";
import { doorEvents } from "../../domain/visits/door-events.ts";
import { findGuests } from "../../domain/visits/guests.ts";
import { isHandle } from "../../domain/visits/handles.ts";
import { DeviceList } from "../../domain/visits/list-format.ts";
import { doorHours } from "../../domain/visits/scanned-code.ts";
import { givenInstant, instant, nullable } from "../../records/schemas.ts";
import { Conflict, conflictKinds, conflictsSince } from "../../store/visits/admissions.ts";
import { doorEventFields } from "../../store/visits/door-events.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { notFound } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { type AdminCall, operation } from "../operation.ts";
import { admittingRoles, doorRoles, readsOrders, requireOwnEvent } from "./voucher-operations.ts";

/** The door's events, and admission without network: the device's list, and the admissions that the device made. */

const uuid = Type.String({ format: "uuid" });
const Event = Type.Object({
  ...doorEventFields,
  accepted: Type.Object({ from: nullable(instant), until: instant }),
  now: Type.Boolean({ description: "Whether it takes place about now." }),
});

const hoursShown = 24;

export const doorOperations = [
  operation({
    id: "door.events",
    method: "GET",
    path: "/door/events",
    summary: "List the events that the door accepts now, and the conflicts of the last day",
    roles: doorRoles,
    response: Type.Object({
      now: instant,
      events: Type.Array(Event),
      conflicts: Type.Array(Conflict, {
        description: "People who were admitted without network but should not have been.",
      }),
    }),
    async run(call) {
      const { service, now, operator } = call;
      const conflicts = await conflictsSince(service.db, new Date(now.getTime() - hoursShown * 3_600_000));
      const named = (by: string) => (operator.role === "door" ? operatorDoorName(by) : by);
      return {
        now,
        events: await eventsOf(call),
        conflicts: conflicts.map(({ by, first, ...conflict }) => ({
          ...conflict,
          by: named(by),
          first: first && { ...first, by: named(first.by) },
        })),
      };
    },
  }),
  operation({
    id: "door.list",
    method: "POST",
    path: "/door/list",
    summary: "Download the list with which a device admits people without network",
    roles: doorRoles,
    body: Type.Object({
      eventIds: Type.Array(uuid, {
        minItems: 1,
        maxItems: 500,
        description: "Of events that the door accepts now.",
      }),
    }),
    response: DeviceList,
    async run(call) {
      const { service, now, body } = call;
      const events = (await eventsOf(call)).filter(({ id }) => body.eventIds.includes(id));
      if (events.length === 0) throw notFound("The door accepts none of these events now.");
      const names = events.map(({ productName, eventOn }) => `${productName}, ${eventOn.slice(0, 16)}`).join("; ");
      const subject = names.length > 200 ? `${names.slice(0, 199)}…` : names;
      return call.recorded(
        (tx) => deviceList(tx, events, { now, sandbox: service.config.sandbox }),
        ({ orders }) => ({ subject, after: { orders: orders.length } }),
      );
    },
  }),
  operation({
    id: "door.find",
    method: "POST",
    path: "/door/guests",
    summary: "Find guests of the events that the door serves now by the beginning of a last name",
    roles: doorRoles,
    body: Type.Object({
      lastName: Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          "The beginning of the name or of one of its words, in any case and without accents: two letters or more.",
      }),
      eventId: Type.Optional(Type.String({ format: "uuid", description: "The event at this door." })),
    }),
    response: Type.Object({
      guests: Type.Array(
        Type.Object({
          code: Type.String({ description: "Admits the party, in place of a code." }),
          name: Type.String({ description: "First name and initial." }),
          eventId: Type.String(),
          productName: Type.String(),
          itemName: Type.String(),
          eventOn: Type.String({ description: "Local date and time at the location." }),
          tickets: Type.Array(Type.Object({ code: Type.String(), quantity: Type.Integer() })),
          people: Type.Integer(),
          admitted: Type.Integer(),
          noShow: Type.Integer({ description: "People who did not come." }),
          toCollect: nullable(ToCollect, "Null: nothing is to be collected from the guest."),
          begun: Type.Boolean({ description: "Whether the event has begun, so that the party can be a no-show." }),
        }),
      ),
      more: Type.Boolean({ description: "Whether there are more guests: type more letters." }),
    }),
    async run(call) {
      const { service, body, operator, now } = call;
      const { sandbox } = service.config;
      if (!isSearchable(foldedName(body.lastName)))
        throw invalidFields([{ pointer: "/lastName", ...refusal("two-letters-needed") }]);
      call.count(service.doorSearches, operator.id);
      const { eventId: chosen } = body;
      const events = (await eventsOf(call)).filter(({ id, now }) => now && (chosen === undefined || id === chosen));
      return call.recorded(
        async (tx) => {
          const found = await findGuests(tx, events, { lastName: body.lastName, sandbox, now });
          const guests = found.guests.map(({ handle, event, ...guest }) => {
            const { id: eventId, productName, itemName, eventOn } = event;
            return { code: handle, ...guest, eventId, productName, itemName, eventOn, begun: hasBegun(event, now) };
          });
          return { guests, more: found.more };
        },
        // The entry omits the name, which may have to be erased.
        ({ guests }) => ({ subject: "door", after: { guests: guests.length } }),
      );
    },
  }),
  operation({
    id: "door.merge",
    method: "POST",
    path: "/door/admissions",
    summary: "Send the admissions that a device made without network",
    roles: admittingRoles,
    body: Type.Object({
      device: Type.String({ minLength: 1, maxLength: 60 }),
      eventId: Type.Optional(
        Type.String({
          format: "uuid",
          description: "The event of all admissions. Without it: any event. The role `guide` must send an own event.",
        }),
      ),
      admissions: Type.Array(
        Type.Object({
          id: uuid,
          code: Type.String({ minLength: 1, maxLength: 300 }),
          passes: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
              maxItems: 500,
              description: "Numbers of the admitted passes.",
            }),
          ),
          at: givenInstant,
        }),
        { minItems: 1, maxItems: 100 },
      ),
    }),
    response: Type.Object({
      results: Type.Array(
        Type.Object({
          id: Type.String(),
          result: Type.Enum(["merged", "unknown", "id-taken"], {
            description: "`id-taken`: the id belongs to an admission of other people. Send it again with a new id.",
          }),
          conflict: nullable(Type.Enum([...conflictKinds])),
          reference: nullable(Type.String()),
        }),
      ),
    }),
    async run(call) {
      const { service, now, operator, body, recorded, count } = call;
      const { device, admissions, eventId = null } = body;
      if (operator.role === "guide") await requireOwnEvent(call, body.eventId);
      const { sandbox } = service.config;
      const at = { now, by: operator.email, device, sandbox, door: doorHours(service.config), eventId };
      const results = [];
      for (const { id, ...admission } of admissions) {
        const given = { ...admission, id, at: new Date(admission.at) };
        const merged = await recorded(
          (tx) => mergeAdmission(tx, given, at),
          ({ reference, result, conflict }) => ({
            subject: reference ?? "unknown voucher",
            outcome: result === "merged" ? "done" : "refused",
            after: { result, conflict },
          }),
        );
        if (merged.result === "unknown") count(service.doorGuesses, operator.id);
        const isHidden = isHandle(admission.code) && !readsOrders(operator.role);
        results.push({ id, ...merged, ...(isHidden && { reference: null }) });
      }
      return { results };
    },
  }),
];

const eventsOf = ({ service, now }: Pick<AdminCall<unknown, unknown>, "service" | "now">) =>
  doorEvents(service.db, { now, sandbox: service.config.sandbox, door: doorHours(service.config) });
