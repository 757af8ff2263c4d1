import Type from "typebox";
import { localTimesOfProducts } from "../../domain/catalogue/local-times.ts";
import { readTicketNames } from "../../domain/catalogue/ticket-names.ts";
import { givenPrice } from "../../domain/editing/given-prices.ts";
import { sheetTypes, usualDecimalMark, writeTable } from "../../domain/editing/sheets.ts";
import {
  EventRequirement,
  MissingResources,
  missingResources,
  requirementsOfEvents,
} from "../../domain/resources/event-resources.ts";
import { guestListTable } from "../../domain/visits/guest-list.ts";
import {
  ManifestLine,
  ManifestTotals,
  manifestTotals,
  maxManifestOrders,
  readManifest,
} from "../../domain/visits/manifest.ts";
import { manifestTable } from "../../domain/visits/manifest-table.ts";
import { givenDay, nullable, text } from "../../records/schemas.ts";
import { CataloguePrice } from "../../records/tickets/catalogue-price.ts";
import type { Db } from "../../store/database/database.ts";
import { attendanceOfEvent, KnownAttendance } from "../../store/sale/attendance.ts";
import { stockLeftOf } from "../../store/sale/stock.ts";
import { Conflict, conflictsOf } from "../../store/visits/admissions.ts";
import {
  countCancelledOrders,
  type DayEventLine,
  dayEventFields,
  listDayEvents,
  listTooFew,
} from "../../store/visits/day-events.ts";
import { listFormat } from "../../store/visits/list-formats.ts";
import { isUuid } from "../../web/query.ts";
import { checkDays } from "../editing/event-operations.ts";
import { eventSubject } from "../event-subject.ts";
import { existingEvent } from "../events-by-id.ts";
import { FileAnswer, listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { Block, listedBlocks } from "../orders/block-operations.ts";

/** The operator's day: events, and the guests of an event. */

/** Maximum number of events in one answer. */
const maxEvents = 500;

const Event = Type.Object({
  ...dayEventFields,
  prices: Type.Array(CataloguePrice),
  missingResources: MissingResources,
});

/** An event with the additional data that only the event's page shows. */
const ShownEvent = Type.Object({
  ...Event.properties,
  conflicts: Type.Array(Conflict, {
    description: "People who were admitted without network but should not have been.",
  }),
  blocks: Type.Array(Block, { description: "Seats that are blocked for groups." }),
  requirements: Type.Array(EventRequirement, { description: "The resources that it takes." }),
  attendance: nullable(KnownAttendance, "Null: nobody was admitted, and nobody closed the list."),
  stockLeft: Type.Array(Type.Object({ code: text, left: Type.Integer() }), {
    description: "How many are left of the tickets with a stock. Fewer than 0: the stock was lowered after sales.",
  }),
});

async function eventsOf(db: Db, rows: readonly DayEventLine[], now: Date) {
  const missing = await missingResources(db, rows, now);
  return rows.map(({ tickets, ...row }) => ({
    ...row,
    prices: tickets.map(givenPrice),
    missingResources: missing.get(row.id) ?? [],
  }));
}

const separatorMarks = { comma: ",", semicolon: ";", tab: "\t" };
const formatWithId = async (db: Db, id: string) => (isUuid(id) ? listFormat(db, id) : null);

const Manifest = Type.Object({
  orders: Type.Array(ManifestLine),
  blocks: Type.Array(Block, { description: "Seats that are blocked for groups." }),
  totals: ManifestTotals,
  cancelled: Type.Integer({ description: "Cancelled and rejected orders, which the manifest leaves out." }),
  more: Type.Boolean({ description: `Whether orders after the first ${maxManifestOrders} are missing.` }),
});

export const dayOperations = [
  operation({
    id: "events.day",
    method: "GET",
    path: "/events/day",
    summary:
      "List events of some days with sold, admitted and free seats; by default from now until the end of tomorrow",
    roles: officeRoles,
    query: Type.Object({
      from: Type.Optional(
        Type.String({
          ...givenDay,
          description:
            "First local day; by default today in each location's time zone, without events that started an hour ago.",
        }),
      ),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 14, default: 2 })),
      tooFew: Type.Optional(
        Type.Boolean({ description: "True: coming events of any day for which too few people have booked." }),
      ),
    }),
    response: listSchema(Event),
    async run({ service: { db }, query: { from = null, days = 2, tooFew = false }, now }) {
      if (from !== null) checkDays({ from });
      const times = await localTimesOfProducts(db, now);
      if (tooFew) {
        const flagged = await listTooFew(db, maxEvents, now, times);
        return { data: await eventsOf(db, flagged, now), total: flagged.length };
      }
      const { rows, total } = await listDayEvents(db, { from, days }, maxEvents, now, times);
      return { data: await eventsOf(db, rows, now), total };
    },
  }),
  operation({
    id: "events.show",
    method: "GET",
    path: "/events/{id}",
    summary: "Read an event with its sales and admissions",
    roles: officeRoles,
    response: ShownEvent,
    async run({ service, params, now }) {
      const { db } = service;
      const row = await existingEvent(service, params.id!, now);
      const [event] = await eventsOf(db, [row], now);
      const requirements = (await requirementsOfEvents(db, [row.id], now)).get(row.id) ?? [];
      const blocks = await listedBlocks(db, { eventId: row.id });
      const stockLeft = [...(await stockLeftOf(db, row.id))].map(([code, left]) => ({ code, left }));
      const attendance = await attendanceOfEvent(db, row.id);
      return { ...event!, conflicts: await conflictsOf(db, row.id), blocks, requirements, attendance, stockLeft };
    },
  }),
  operation({
    id: "events.manifest",
    method: "GET",
    path: "/events/{id}/manifest",
    summary: "Read the guests of an event. The audit log records each view",
    roles: officeRoles,
    response: Manifest,
    async run({ service, params, lang, now, note }) {
      const event = await existingEvent(service, params.id!, now);
      const { lines, more } = await readManifest(service.db, event, lang, now);
      await note({ subject: eventSubject([event]), after: { orders: lines.length } });
      const blocks = await listedBlocks(service.db, { eventId: event.id });
      const cancelled = await countCancelledOrders(service.db, event.id);
      return { orders: lines, blocks, totals: manifestTotals(lines), cancelled, more };
    },
  }),
  operation({
    id: "events.manifestExport",
    method: "GET",
    path: "/events/{id}/manifest/export",
    summary:
      "Export the guests of an event as CSV or XLSX: one row an order, or one row a person. The audit log records each export",
    roles: ["owner", "orders"],
    query: Type.Object({
      format: Type.Enum(["csv", "xlsx"], { description: "A named list has its own." }),
      list: Type.Optional(
        Type.String({
          pattern: "^(orders|persons|[0-9a-fA-F-]{36})$",
          description:
            "`orders`, the default: one row an order. `persons`: one row a person. Or the id of a named list.",
        }),
      ),
    }),
    response: Type.String({ description: "The file." }),
    async run({ service, params, query: { format, list = "orders" }, lang, now, note }) {
      const event = await existingEvent(service, params.id!, now);
      const name = `${event.product}-${event.eventOn.slice(0, 16)}`.replaceAll(/[^\w-]+/g, "-");
      if (list !== "orders") {
        const chosen = list === "persons" ? null : requireRecord(await formatWithId(service.db, list), "list");
        const { file, separator } = chosen ?? { file: format, separator: undefined };
        const table = await guestListTable(service.db, event, chosen, { lang, now });
        const bytes = await writeTable(file, table, usualDecimalMark(lang), separator && separatorMarks[separator]);
        await note({ subject: eventSubject([event]), after: { people: table.length - 1, list: chosen?.name ?? list } });
        return new FileAnswer(`${name}.${file}`, sheetTypes[file], bytes);
      }
      const { lines } = await readManifest(service.db, event, lang, now);
      const blocks = await listedBlocks(service.db, { eventId: event.id });
      const table = manifestTable(lines, blocks, await readTicketNames(service.db), lang);
      const bytes = await writeTable(format, table, usualDecimalMark(lang));
      await note({ subject: eventSubject([event]), after: { orders: lines.length, format } });
      return new FileAnswer(`${name}.${format}`, sheetTypes[format], bytes);
    },
  }),
];
