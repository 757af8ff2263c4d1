import { limits } from "@paseo/contract";
import Type from "typebox";
import { conflict, notFound } from "../../http/problems.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import type { CataloguePartner } from "../../store/editing/catalogue-file.ts";
import { loadPartners } from "../../store/editing/catalogue-records.ts";
import {
  countWhiteLabels,
  listWhiteLabels,
  type WhiteLabelLine,
  whiteLabel,
  whiteLabelSorts,
} from "../../store/editing/white-labels.ts";
import { type AdminCall, everyRole, listOf, listQuery, offsetOf, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-operations.ts";
import { auditOf, Changed, catalogueRoles, changeQuery, edit, invalid, Revision } from "./changing.ts";

/** White labels: the sites of partners. The code is their id. */

const name = Type.String({ minLength: 1, maxLength: 200 });
const WhiteLabel = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  partner: Type.String({ description: "The partner's external id." }),
  partnerName: Type.String(),
  pages: Type.Integer({ description: "Content pages that name this site." }),
  revision: Revision,
});
const shown = (line: WhiteLabelLine) => ({ id: line.code, ...line });

export const whiteLabelOperations = [
  operation({
    id: "whiteLabels.list",
    method: "GET",
    path: "/white-labels",
    summary: "White labels of all partners",
    roles: everyRole,
    query: Type.Object({
      ...listQuery,
      sort: Type.Optional(Type.Enum([...whiteLabelSorts])),
      partner: Type.Optional(Type.String({ maxLength: 128, description: "The partner's external id." })),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the code or the name." })),
    }),
    response: listOf(WhiteLabel),
    async run({ service, query }) {
      const { page: _page, perPage: _perPage, sort, order, ...filter } = query;
      const rows = await listWhiteLabels(service.db, filter, { sort, order, ...offsetOf(query) });
      return { data: rows.map(shown), total: await countWhiteLabels(service.db, filter) };
    },
  }),
  operation({
    id: "whiteLabels.show",
    method: "GET",
    path: "/white-labels/{id}",
    summary: "One white label",
    roles: everyRole,
    response: WhiteLabel,
    run: async ({ service, params }) => shown(await existing(service.db, params.id!)),
  }),
  operation({
    id: "whiteLabels.create",
    method: "POST",
    path: "/white-labels",
    summary: "A new white label of a partner",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: limits.whiteLabelCode, pattern: "^\\S+$" }),
      name,
      partner: Type.String({ maxLength: 128, description: "The partner's external id." }),
    }),
    response: Changed,
    run: (call) =>
      write(call, call.body.code, async (tx) => {
        const { code, name, partner } = call.body;
        if (await whiteLabel(tx, code)) throw conflict("code-taken", `There is a white label ${code} already.`);
        const owner = (await loadPartners(tx)).find(({ externalId }) => externalId === partner);
        if (!owner) throw invalid([{ pointer: "/partner", detail: `There is no partner ${partner}.` }]);
        return { ...owner, whiteLabels: [...owner.whiteLabels, { code, name }] };
      }),
  }),
  operation({
    id: "whiteLabels.update",
    method: "PUT",
    path: "/white-labels/{id}",
    summary: "Rename a white label",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ name, revision: Revision }),
    response: Changed,
    run: (call) =>
      write(call, call.params.id!, async (tx) => {
        const { label, owner } = await at(tx, call.params.id!, call.body.revision);
        const rename = (one: { code: string; name: string }) =>
          one.code === label.code ? { ...one, name: call.body.name } : one;
        return { ...owner, whiteLabels: owner.whiteLabels.map(rename) };
      }),
  }),
  operation({
    id: "whiteLabels.delete",
    method: "DELETE",
    path: "/white-labels/{id}",
    summary: "Take a white label away from its partner",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, revision: Revision }),
    response: Changed,
    run: (call) =>
      write(call, call.params.id!, async (tx) => {
        const { label, owner } = await at(tx, call.params.id!, call.query.revision);
        if (label.pages > 0)
          throw conflict("white-label-in-use", `${label.pages} pages name ${label.code}: change or delete them first.`);
        return { ...owner, whiteLabels: owner.whiteLabels.filter(({ code }) => code !== label.code) };
      }),
  }),
];

/** A white label changes with its partner's record, which names them all. */
async function write(
  call: Pick<
    AdminCall<{ dryRun?: boolean; listed?: number }, unknown>,
    "service" | "operator" | "query" | "now" | "audit"
  >,
  code: string,
  make: (tx: Tx) => Promise<CataloguePartner>,
) {
  let after: WhiteLabelLine | null = null;
  const before = await whiteLabel(call.service.db, code);
  const changes = await edit(call, async (tx) => ({
    file: { partners: [await make(tx)] },
    written: async (tx) => {
      after = await whiteLabel(tx, code);
    },
    record: (changes, tx) => call.audit({ subject: code, after: auditOf(changes) }, tx),
  }));
  const dryRun = call.query.dryRun ?? false;
  const { code: id = null, revision = 0 } = ((dryRun ? before : after) as WhiteLabelLine | null) ?? {};
  return { id, revision, dryRun, changes };
}

async function existing(db: Db, code: string): Promise<WhiteLabelLine> {
  const label = await whiteLabel(db, code);
  if (!label) throw notFound("There is no such white label.");
  return label;
}

async function at(tx: Tx, code: string, revision: number) {
  const label = await existing(tx, code);
  if (label.revision !== revision) throw changedMeanwhile();
  const owner = (await loadPartners(tx)).find(({ externalId }) => externalId === label.partner)!;
  return { label, owner };
}
