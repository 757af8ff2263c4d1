import { statementStates } from "@paseo/contract";
import Type from "typebox";
import { readAllotmentEvents } from "../../domain/booking/allotments.ts";
import { presentLimit } from "../../domain/terms/limits.ts";
import { balancesOfPartner } from "../../domain/terms/statements.ts";
import { allotmentKinds } from "../../records/partners/allotments.ts";
import { NamedTermsLine } from "../../records/partners/partner-terms.ts";
import { instant, nullable, text } from "../../records/schemas.ts";
import {
  type AllotmentRow,
  allotmentById,
  allotmentFields,
  listAllotments,
} from "../../store/allotments/allotments.ts";
import { homeZone } from "../../store/operators/home.ts";
import { namedLinesOfVersion, termsOfPartner } from "../../store/terms/partner-terms.ts";
import { namedLinesOfPriceListAt } from "../../store/terms/preview.ts";
import { statements } from "../../store/terms/statements.ts";
import { notFound } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { type AdminCall, listSchema, operation, pageOfRows, pageQuery, requireRecord } from "../operation.ts";
import {
  draftAmounts,
  readStatementWithLines,
  StatementLineShape,
  shownStatement,
  statementFile,
  statementFileQuery,
  statementOf,
} from "../terms/statement-operations.ts";
import { Balance, Limit, shownVersion, TermsVersion } from "../terms/terms-operations.ts";
import { ownPartner, ownRoles } from "./own-partner.ts";

/** Statements, terms and allotments of the signed-in person's partner. They name no operator and no other partner. */

const decimal = Type.String({ description: "Decimal." });

const OwnStatement = Type.Object({
  id: text,
  number: text,
  ...draftAmounts,
  retail: decimal,
  commission: decimal,
  net: decimal,
  lines: Type.Integer(),
  state: Type.Enum([...statementStates], { description: "`settled`: payments since then cover it." }),
  openAmount: Type.String({ description: "What payments since then leave of it." }),
  issuedAt: instant,
  invoiceNumber: nullable(text, "Of the operator's invoicing program."),
});

const { createdBy: _by, priceListId: _list, ...versionFields } = TermsVersion.properties;

const OwnAllotment = Type.Object({
  id: text,
  productName: text,
  itemName: text,
  kind: Type.Enum([...allotmentKinds], {
    description: "`guaranteed`: others cannot buy these seats before the release. `at-most`: no more can be bought.",
  }),
  seats: Type.Integer({ description: "Of each event." }),
  shared: Type.Boolean({ description: "Whether other partners sell the same seats." }),
  ...{ from: allotmentFields.from, to: allotmentFields.to, weekdays: allotmentFields.weekdays },
  ...{ times: allotmentFields.times, releaseHours: allotmentFields.releaseHours },
  closedDates: allotmentFields.closedDates,
  ended: Type.Boolean({ description: "Whether its last day is over." }),
});

export const ownMoneyOperations = [
  operation({
    id: "own.statements",
    method: "GET",
    path: "/own/statements",
    summary: "List the statements of the own partner, the latest first, at most 500",
    roles: ownRoles,
    response: listSchema(OwnStatement),
    async run(call) {
      const { id: partnerId } = await ownPartner(call);
      const rows = await statements(call.service.db, { partnerId, most: 500 });
      return { data: rows.map((row) => ownStatement(shownStatement(row))), total: rows.length };
    },
  }),
  operation({
    id: "own.statement",
    method: "GET",
    path: "/own/statements/{id}",
    summary: "Read a statement of the own partner with its lines",
    roles: ownRoles,
    response: Type.Object({ statement: OwnStatement, lines: Type.Array(StatementLineShape) }),
    async run(call) {
      const { statement, lines } = await readStatementWithLines(call.service.db, await statementOfOwn(call));
      return { statement: ownStatement(statement), lines };
    },
  }),
  operation({
    id: "own.statementFile",
    method: "GET",
    path: "/own/statements/{id}/file",
    summary: "Export a statement of the own partner: as PDF, or its lines as CSV or XLSX",
    roles: ownRoles,
    query: statementFileQuery,
    response: Type.String({ description: "The file." }),
    run: async (call) => statementFile(call, await statementOfOwn(call)),
  }),
  operation({
    id: "own.terms",
    method: "GET",
    path: "/own/terms",
    summary:
      "List the versions of the own partner's terms, the latest first, with what it owes and what its limit leaves",
    roles: ownRoles,
    response: Type.Object({
      versions: Type.Array(Type.Object(versionFields)),
      balances: Type.Array(Balance, { description: "Of its accounts, one for each currency." }),
      limit: nullable(Limit, "Null: the present terms have none."),
    }),
    async run(call) {
      const { service, now } = call;
      const { id } = await ownPartner(call);
      const versions = await termsOfPartner(service.db, id);
      return {
        versions: versions.map((version) => {
          const { createdBy: _by, priceListId: _list, content, ...shown } = shownVersion(version, versions, now);
          // From when on the operator is warned is the operator's own.
          return { ...shown, content: { ...content, limit: content.limit && { ...content.limit, warnBelow: null } } };
        }),
        balances: await balancesOfPartner(service.db, id, { now, zone: await homeZone(service.db) }),
        limit: await presentLimit(service.db, id, now),
      };
    },
  }),
  operation({
    id: "own.termsLines",
    method: "GET",
    path: "/own/terms/{version}/lines",
    summary:
      "List the price lines of a version of the own partner's terms, then those that it shares with other partners",
    roles: ownRoles,
    query: Type.Object(pageQuery),
    response: listSchema(NamedTermsLine),
    async run(call) {
      const { service, params, query, now } = call;
      const { id } = await ownPartner(call);
      const found = (await termsOfPartner(service.db, id)).find((one) => one.id === params.version);
      const version = requireRecord(found, "version of the terms");
      const { priceListId, validFrom, validUntil } = version;
      const lines = await namedLinesOfVersion(service.db, version.id);
      // A version that has ended, or has not begun, has the shared lines of its own time.
      const last = validUntil ? Math.min(now.getTime(), validUntil.getTime() - 1) : now.getTime();
      const at = new Date(Math.max(validFrom.getTime(), last));
      const shared = priceListId === null ? [] : await namedLinesOfPriceListAt(service.db, priceListId, at);
      return pageOfRows([...lines, ...shared], query);
    },
  }),
  operation({
    id: "own.allotments",
    method: "GET",
    path: "/own/allotments",
    summary: "List the allotments of the own partner by product, item and first day",
    roles: ownRoles,
    query: Type.Object({
      ended: Type.Optional(Type.Boolean({ description: "Whether to list those whose last day is over, too." })),
    }),
    response: listSchema(OwnAllotment),
    async run(call) {
      const { service, query, now } = call;
      const { externalId: partner } = await ownPartner(call);
      const rows = await listAllotments(service.db, { partner, ended: query.ended ?? false }, now);
      return { data: rows.map(ownAllotment), total: rows.length };
    },
  }),
  operation({
    id: "own.allotment",
    method: "GET",
    path: "/own/allotments/{id}",
    summary: "Read an allotment of the own partner, and the seats that it has of its coming events",
    roles: ownRoles,
    response: Type.Object({
      allotment: OwnAllotment,
      events: Type.Array(
        Type.Object({
          eventId: text,
          eventOn: Type.String({ description: "Local time at the location." }),
          left: Type.Integer({ description: "Seats of the allotment that nobody has bought or holds." }),
          held: Type.Integer({ description: "Seats of these that others cannot buy now." }),
          releaseAt: nullable(instant, "When the guarantee ends. Null: it is no guarantee."),
        }),
        { description: "By time." },
      ),
    }),
    async run(call) {
      const { service, params, now } = call;
      const { id: partnerId } = await ownPartner(call);
      const row = isUuid(params.id!) ? await allotmentById(service.db, params.id!, now) : null;
      if (!row?.partnerIds.includes(partnerId)) throw notFound("There is no such allotment.");
      const events = await readAllotmentEvents(service.db, row.id, now);
      return {
        allotment: ownAllotment(row),
        events: events.map(({ eventId, eventOn, taken, held, releaseAt }) => ({
          ...{ eventId, eventOn, held, releaseAt },
          left: Math.max(0, row.seats - taken),
        })),
      };
    },
  }),
];

async function statementOfOwn(call: Pick<AdminCall<unknown, unknown>, "service" | "operator" | "params">) {
  const { id } = await ownPartner(call);
  const row = await statementOf(call);
  if (row.partnerId !== id) throw notFound("There is no such statement.");
  return row;
}

function ownStatement(shown: ReturnType<typeof shownStatement>) {
  const { partnerId: _id, partner: _partner, partnerName: _name, issuedBy: _by, ...statement } = shown;
  return statement;
}

/** The operator's name of an allotment, and the other partners that share it, are not the partner's to know. */
function ownAllotment(row: AllotmentRow) {
  const { id, productName, itemName, kind, seats, partnerIds, from, to, weekdays, times, releaseHours } = row;
  return {
    ...{ id, productName, itemName, kind, seats, shared: partnerIds.length > 1, from, to, weekdays, times },
    ...{ releaseHours, closedDates: row.closedDates, ended: row.ended },
  };
}
