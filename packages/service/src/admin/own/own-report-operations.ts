import Type from "typebox";
import { codeSheet, refusedOrderSheet, usageSheet } from "../../domain/orders/report-tables.ts";
import { namedRefusalColumns, withCodeNames } from "../../domain/partners/refused-orders.ts";
import { nullable, optionalText, text } from "../../records/schemas.ts";
import { TicketTypeNames } from "../../records/tickets/ticket-types.ts";
import { refusedOrders } from "../../store/partners/refused-orders.ts";
import { partnerUsage, usageColumns } from "../../store/partners/usage.ts";
import { listSchema, operation } from "../operation.ts";
import { codeColumns, codeRows } from "../orders/dashboard-tables.ts";
import { periodQuery, readPeriod, reportOperation } from "../report.ts";
import { ticketTypesOf } from "../visits/ticket-type-operations.ts";
import { ownPartner, ownRoles } from "./own-partner.ts";

/** The signed-in person's partner, its use of the interface, and what the service refused. */

const testQuery = {
  test: Type.Optional(Type.Boolean({ description: "Requests with test keys instead of live ones." })),
};
const { partnerId: _id, partner: _partner, ...refusalColumns } = namedRefusalColumns;

export const ownReportOperations = [
  operation({
    id: "own.show",
    method: "GET",
    path: "/own",
    summary: "Read the own partner, and how many requests it may send",
    roles: ownRoles,
    response: Type.Object({
      externalId: text,
      name: text,
      active: Type.Boolean({ description: "Whether its keys are valid." }),
      notifyChanges: Type.Boolean({ description: "Whether it gets callbacks about changes to its orders." }),
      callsPerMinute: nullable(
        Type.Integer({ description: "Requests with its keys within a minute, counted by each process." }),
        "Null: no limit.",
      ),
    }),
    async run(call) {
      const { externalId, name, active, notifyChanges } = await ownPartner(call);
      const { partnerRequestsPerMinute: most } = call.service.config;
      return { externalId, name, active, notifyChanges, callsPerMinute: most > 0 ? most : null };
    },
  }),
  operation({
    id: "own.ticketNames",
    method: "GET",
    path: "/own/ticket-names",
    summary: "List the names of the tickets, as vouchers and `contents` have them",
    roles: ownRoles,
    response: listSchema(Type.Object({ code: text, names: TicketTypeNames })),
    async run({ service }) {
      const data = (await ticketTypesOf(service.db)).map(({ code, names }) => ({ code, names }));
      return { data, total: data.length };
    },
  }),
  reportOperation({
    id: "own.usage",
    path: "/own/usage",
    summary: "Report the own partner's requests by day and operation, newest day first",
    roles: ownRoles,
    query: { ...periodQuery, ...testQuery },
    columns: usageColumns,
    sheet: usageSheet,
    async rows(call) {
      const { id } = await ownPartner(call);
      const { service, query, now } = call;
      return partnerUsage(service.db, id, readPeriod(query, now), query.test ?? false);
    },
  }),
  reportOperation({
    id: "own.mistakes",
    path: "/own/mistakes",
    summary: "Report the own partner's refusal codes, the most frequent first, each with a hint for its developers",
    roles: ownRoles,
    query: { ...periodQuery, ...testQuery },
    columns: codeColumns,
    sheet: codeSheet,
    async rows(call) {
      const { id: partnerId } = await ownPartner(call);
      const { service, query, now, lang } = call;
      return codeRows(service.db, readPeriod(query, now), { partnerId, test: query.test ?? false }, lang);
    },
  }),
  reportOperation({
    id: "own.refusedOrders",
    path: "/own/refused-orders",
    summary: "List the own partner's refused orders of the last 30 days with hints, the latest first, at most 500",
    roles: ownRoles,
    query: {
      ...periodQuery,
      ...testQuery,
      q: optionalText(200, "The beginning of the own reference, a code, or the id of an event."),
    },
    columns: refusalColumns,
    sheet: refusedOrderSheet,
    async rows(call) {
      const { id: partnerId } = await ownPartner(call);
      const { service, query, now, lang } = call;
      const of = { partnerId, test: query.test ?? false, q: query.q };
      const rows = await refusedOrders(service.db, { ...of, days: readPeriod(query, now) });
      return withCodeNames(rows, lang).map(({ partner: _partner, partnerId: _id, ...row }) => row);
    },
  }),
];
