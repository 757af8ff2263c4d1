import Type from "typebox";
import { localTimesOfProducts } from "../../domain/catalogue/local-times.ts";
import { sheetTypes, writeTable } from "../../domain/editing/sheets.ts";
import { ManifestLine, ManifestTotals, manifestLine, manifestTotals } from "../../domain/visits/manifest.ts";
import { manifestTable } from "../../domain/visits/manifest-table.ts";
import { readTicketNames } from "../../domain/visits/ticket-names.ts";
import type { Service } from "../../service.ts";
import { day } from "../../store/editing/event-list.ts";
import { text } from "../../store/schemas.ts";
import { Conflict, conflictsOf } from "../../store/visits/admissions.ts";
import { listSessions, type SessionLine, sessionById, sessionFields } from "../../store/visits/day-events.ts";
import { manifestOrders } from "../../store/visits/manifest.ts";
import { checkDays } from "../editing/event-operations.ts";
import { FileAnswer, found, isUuid, listOf, officeRoles, operation } from "../operation.ts";

/** The operator's day: sessions, and the guests of one. */

/** The most sessions in one answer, and orders in a manifest. */
const mostSessions = 500;
const mostOrders = 5000;

const Session = Type.Object({
  ...sessionFields,
  prices: Type.Array(Type.Object({ code: text, amount: text })),
});

/** A session with what its own page shows besides. */
const ShownSession = Type.Object({
  ...Session.properties,
  conflicts: Type.Array(Conflict, {
    description: "People who were admitted without network but should not have been.",
  }),
});

const sessionOf = ({ tickets, ...row }: SessionLine) => ({
  ...row,
  prices: tickets.map(({ code, price }) => ({ code, amount: price })),
});

const Manifest = Type.Object({
  orders: Type.Array(ManifestLine),
  totals: ManifestTotals,
  more: Type.Boolean({ description: `Whether orders after the first ${mostOrders} are missing.` }),
});

export const dayOperations = [
  operation({
    id: "events.day",
    method: "GET",
    path: "/events/day",
    summary:
      "List sessions of some days with sold, admitted and free seats; by default from now until the end of tomorrow",
    roles: officeRoles,
    query: Type.Object({
      from: Type.Optional(
        Type.String({
          ...day,
          description:
            "First local day; by default today in each location's time zone, without events that started an hour ago.",
        }),
      ),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 14, default: 2 })),
    }),
    response: listOf(Session),
    async run({ service: { db }, query: { from = null, days = 2 }, now }) {
      if (from !== null) checkDays({ from });
      const { rows, total } = await listSessions(
        db,
        { from, days },
        mostSessions,
        now,
        await localTimesOfProducts(db, now),
      );
      return { data: rows.map(sessionOf), total };
    },
  }),
  operation({
    id: "events.show",
    method: "GET",
    path: "/events/{id}",
    summary: "Read a session with its sales and admissions",
    roles: officeRoles,
    response: ShownSession,
    async run({ service, params, now }) {
      const session = await existing(service, params.id!, now);
      return { ...sessionOf(session), conflicts: await conflictsOf(service.db, session.id) };
    },
  }),
  operation({
    id: "events.manifest",
    method: "GET",
    path: "/events/{id}/manifest",
    summary: "Read the guests of a session. The audit log records each view",
    roles: officeRoles,
    response: Manifest,
    async run({ service, params, now, audit }) {
      const session = await existing(service, params.id!, now);
      const { lines, more } = await readManifest(service, session.id);
      await audit({ subject: subjectOf(session), after: { orders: lines.length } }, service.db);
      return { orders: lines, totals: manifestTotals(lines), more };
    },
  }),
  operation({
    id: "events.manifestExport",
    method: "GET",
    path: "/events/{id}/manifest/export",
    summary: "Export the guests of a session as CSV or XLSX. The audit log records each export",
    roles: ["owner", "orders"],
    query: Type.Object({ format: Type.Enum(["csv", "xlsx"]) }),
    response: Type.String({ description: "The file." }),
    async run({ service, params, query: { format }, lang, now, audit }) {
      const session = await existing(service, params.id!, now);
      const { lines } = await readManifest(service, session.id);
      const table = manifestTable(lines, await readTicketNames(service.db), lang);
      const bytes = await writeTable(format, table);
      await audit({ subject: subjectOf(session), after: { orders: lines.length, format } }, service.db);
      const name = `${session.product}-${session.eventOn.slice(0, 16)}`.replaceAll(/[^\w-]+/g, "-");
      return new FileAnswer(`${name}.${format}`, sheetTypes[format], bytes);
    },
  }),
];

const existing = async ({ db }: Service, id: string, now: Date): Promise<SessionLine> =>
  found(isUuid(id) ? await sessionById(db, id, now, await localTimesOfProducts(db, now)) : null, "event");

async function readManifest({ db }: Service, eventId: string) {
  const rows = await manifestOrders(db, eventId, mostOrders + 1);
  return { lines: rows.slice(0, mostOrders).map(manifestLine), more: rows.length > mostOrders };
}

const subjectOf = ({ product, item, eventOn }: SessionLine): string => `${product} ${item} ${eventOn.slice(0, 16)}`;
