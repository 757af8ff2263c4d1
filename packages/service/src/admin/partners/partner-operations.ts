import Type from "typebox";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { codeSheet, refusedOrderSheet, usageSheet } from "../../domain/orders/report-tables.ts";
import { mistakeCodes } from "../../domain/partners/hints.ts";
import { namedRefusalColumns, withCodeNames } from "../../domain/partners/refused-orders.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import { optionalText, Revision } from "../../records/schemas.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { loadPartners } from "../../store/editing/catalogue-records.ts";
import {
  listPartners,
  PartnerLine,
  type PartnerRecord,
  partnerFigureDays,
  partnerFilter,
  partnerRecord,
  partnerSorts,
} from "../../store/partners/partner-list.ts";
import { setPartnerSwitches } from "../../store/partners/partners.ts";
import { listRefusedOrders, refusedOrderFilter, refusedOrders } from "../../store/partners/refused-orders.ts";
import { partnerUsage, usageColumns } from "../../store/partners/usage.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields, runCatalogueEdit } from "../editing/changing.ts";
import { listOperation, officeRoles, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { codeColumns, codeRows } from "../orders/dashboard-tables.ts";
import { periodQuery, readPeriod, reportOperation } from "../report.ts";

/** Partners: sales, keys, and errors in their requests. */

const name = Type.String({ minLength: 1, maxLength: 200 });

const testQuery = {
  test: Type.Optional(Type.Boolean({ description: "Requests with test keys instead of live ones." })),
};

export const partnerOperations = [
  listOperation({
    id: "partners.list",
    path: "/partners",
    summary: "List partners with their keys, recent sales and error rate",
    sorts: partnerSorts,
    filter: partnerFilter,
    record: PartnerLine,
    rows: async ({ service, now }, filter, page) =>
      listPartners(service.db, filter, await latelyAt(service.db, now), page),
  }),
  operation({
    id: "partners.show",
    method: "GET",
    path: "/partners/{id}",
    summary: "Read a partner",
    roles: officeRoles,
    response: PartnerLine,
    run: async ({ service, params, now }) => shown(service.db, params.id!, now),
  }),
  operation({
    id: "partners.create",
    method: "POST",
    path: "/partners",
    summary: "Create a partner without keys",
    roles: ["owner"],
    body: Type.Object({
      externalId: Type.String({ pattern: "^[A-Za-z0-9._-]{1,128}$", description: "It never changes." }),
      name,
      active: Type.Optional(Type.Boolean()),
    }),
    response: PartnerLine,
    async run({ service, operator, body, now, auditEntry }) {
      const { externalId, name, active = true } = body;
      const make = async (tx: Db) => {
        if (await partnerRecord(tx, { externalId }))
          throw conflict("partner-taken", `There is a partner ${externalId} already.`);
        const record = (_changes: unknown, tx: Tx) => auditEntry({ subject: externalId, after: { name, active } }, tx);
        return { file: { partners: [{ externalId, name, active }] }, record };
      };
      await runCatalogueEdit({ service, operator, query: {}, now }, make, ofRequest);
      return shown(service.db, (await partnerRecord(service.db, { externalId }))!.id, now);
    },
  }),
  operation({
    id: "partners.update",
    method: "PUT",
    path: "/partners/{id}",
    summary:
      "Change a partner's name, activity, callbacks about changes to its orders, whether it writes to its guests, or whether it reads seats left",
    roles: ["owner"],
    body: Type.Object({
      name,
      active: Type.Boolean(),
      notifyChanges: Type.Optional(Type.Boolean({ description: "By default unchanged." })),
      writesToGuests: Type.Optional(
        Type.Boolean({ description: "Whether the service leaves its guests out of letters. By default unchanged." }),
      ),
      showsSeats: Type.Optional(
        Type.Boolean({
          description: "Whether it reads how many seats are left, in `availability`. By default unchanged.",
        }),
      ),
      revision: Revision,
    }),
    response: PartnerLine,
    async run({ service, operator, params, body, now, auditEntry }) {
      const { revision, ...wanted } = body;
      const { id } = await existingPartner(service.db, params.id!);
      await runCatalogueEdit(
        { service, operator, query: {}, now },
        async (tx) => {
          const found = await existingPartner(tx, params.id!);
          if (found.revision !== revision) throw changedMeanwhile();
          const { externalId: subject, ...was } = found;
          const partner = (await loadPartners(tx)).find(({ externalId }) => externalId === subject)!;
          const { name, active, notifyChanges = was.notifyChanges, writesToGuests = was.writesToGuests } = wanted;
          const { showsSeats = was.showsSeats } = wanted;
          const { id: _, revision: __, ...before } = was;
          const switches = { notifyChanges, writesToGuests, showsSeats };
          return {
            file: { partners: [{ ...partner, name, active }] },
            also: async (tx) => void (await setPartnerSwitches(tx, id, switches)),
            record: (_changes, tx) => auditEntry({ subject, before, after: { name, active, ...switches } }, tx),
          };
        },
        ofRequest,
      );
      return shown(service.db, id, now);
    },
  }),
  reportOperation({
    id: "partners.usage",
    path: "/partners/{id}/usage",
    summary: "Report a partner's requests by day and operation, newest day first",
    query: { ...periodQuery, ...testQuery },
    columns: usageColumns,
    sheet: usageSheet,
    async rows({ service, params, query, now }) {
      const { id } = await existingPartner(service.db, params.id!);
      return partnerUsage(service.db, id, readPeriod(query, now), query.test ?? false);
    },
  }),
  reportOperation({
    id: "partners.mistakes",
    path: "/partners/{id}/mistakes",
    summary: "Report a partner's refusal codes, the most frequent first, each with a hint for its developers",
    query: { ...periodQuery, ...testQuery },
    columns: codeColumns,
    sheet: codeSheet,
    async rows({ service, params, query, now, lang }) {
      const { id: partnerId } = await existingPartner(service.db, params.id!);
      return codeRows(service.db, readPeriod(query, now), { partnerId, test: query.test ?? false }, lang);
    },
  }),
  reportOperation({
    id: "partners.refusedOrders",
    path: "/partners/{id}/refused-orders",
    summary: "List a partner's refused orders of the last 30 days, the latest first, at most 500",
    query: {
      ...periodQuery,
      ...testQuery,
      q: optionalText(200, "The beginning of the partner's reference, a code, or the id of an event."),
    },
    columns: namedRefusalColumns,
    sheet: refusedOrderSheet,
    async rows({ service, params, query, now, lang }) {
      const { id: partnerId } = await existingPartner(service.db, params.id!);
      const of = { partnerId, test: query.test ?? false, q: query.q };
      return withCodeNames(await refusedOrders(service.db, { ...of, days: readPeriod(query, now) }), lang);
    },
  }),
  listOperation({
    id: "refusedOrders.list",
    path: "/refused-orders",
    summary: "List refused orders of all partners of the last 30 days, the latest first",
    filter: refusedOrderFilter,
    record: Type.Object(namedRefusalColumns),
    async rows({ service, lang }, filter, page) {
      for (const name of ["from", "to"] as const)
        if (filter[name] !== undefined && Number.isNaN(Date.parse(filter[name])))
          throw invalidFields([{ pointer: name, ...refusal("value-gone", { what: "instant" }) }]);
      const { rows, total } = await listRefusedOrders(service.db, filter, page);
      return { rows: withCodeNames(rows, lang), total };
    },
  }),
];

/** Finds the partner with this id or external id. Throws a 404 if there is none. */
export async function existingPartner(db: Db, key: string): Promise<PartnerRecord> {
  const byId = isUuid(key) ? await partnerRecord(db, { id: key }) : null;
  return requireRecord(byId ?? (await partnerRecord(db, { externalId: key })), "partner");
}

async function shown(db: Db, id: string, now: Date) {
  const partner = await existingPartner(db, id);
  const { rows } = await listPartners(db, { id: partner.id }, await latelyAt(db, now), { offset: 0, limit: 1 });
  return rows[0];
}

/** Counts whole days in UTC, including today. */
async function latelyAt(db: Db, now: Date) {
  const today = Math.floor(now.getTime() / msPerDay);
  const currency = await storeCurrency(db);
  return { currency, now, since: new Date((today - partnerFigureDays + 1) * msPerDay), mistakes: mistakeCodes };
}

/** Translates a pointer into the catalogue file to a pointer into the request. */
const ofRequest = (pointer: string): string => pointer.replace(/^\/partners\/0(?=\/)/, "");
