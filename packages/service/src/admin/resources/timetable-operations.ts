import Type from "typebox";
import { readTimetable, TimetableEvent } from "../../domain/resources/timetable.ts";
import { givenDay } from "../../records/schemas.ts";
import { checkDays } from "../editing/event-operations.ts";
import { officeRoles, operation } from "../operation.ts";

/** Events by day and time, with their resources. */

/** Maximum number of events in one answer. */
const maxEvents = 500;

export const timetableOperations = [
  operation({
    id: "events.timetable",
    method: "GET",
    path: "/events/timetable",
    summary: "Read the events of some days with their length, their resources and their open balances",
    roles: officeRoles,
    query: Type.Object({
      from: Type.String({ ...givenDay, description: "First local day." }),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 14, default: 1 })),
      resourceId: Type.Optional(Type.String({ format: "uuid", description: "Only events that take this resource." })),
    }),
    response: Type.Object({
      events: Type.Array(TimetableEvent),
      total: Type.Integer({ description: `Number of all events. The answer has the first ${maxEvents}.` }),
    }),
    run({ service: { db }, query: { from, days = 1, resourceId }, now }) {
      checkDays({ from });
      return readTimetable(db, { from, days, resourceId: resourceId?.toLowerCase() }, maxEvents, now);
    },
  }),
];
