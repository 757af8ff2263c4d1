import { pageTypeCodes } from "@paseo/contract";
import Type from "typebox";
import { pageWords } from "../../domain/editing/catalogue-records.ts";
import { conflict, notFound } from "../../http/problems.ts";
import type { Db } from "../../store/database/database.ts";
import { CataloguePage } from "../../store/editing/catalogue-file.ts";
import {
  countPages,
  listPageLines,
  type PageLine,
  pageById,
  pageNamed,
  pageSorts,
} from "../../store/editing/page-list.ts";
import { type AdminCall, everyRole, listOf, listQuery, offsetOf, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-operations.ts";
import { auditOf, Changed, catalogueRoles, changeQuery, edit, invalid, isUuid, Revision } from "./changing.ts";

/** Content pages, as their records of a catalogue file have them. */

const Shown = Type.Object({ id: Type.String(), revision: Revision, source: CataloguePage });
const shown = (page: PageLine) => ({ id: page.id, revision: page.revision, source: pageWords(page) });

export const pageOperations = [
  operation({
    id: "pages.list",
    method: "GET",
    path: "/pages",
    summary: "Content pages",
    roles: everyRole,
    query: Type.Object({
      ...listQuery,
      sort: Type.Optional(Type.Enum([...pageSorts])),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Words of name, city or external id." })),
      type: Type.Optional(Type.Enum([...pageTypeCodes])),
      cityCode: Type.Optional(Type.String({ maxLength: 64 })),
      published: Type.Optional(Type.Boolean()),
      whiteLabel: Type.Optional(
        Type.String({ maxLength: 64, description: "Pages that this site carries, those of every site as well." }),
      ),
    }),
    response: listOf(Shown),
    async run({ service, query }) {
      const { page: _page, perPage: _perPage, sort, order, ...filter } = query;
      const rows = await listPageLines(service.db, filter, { sort, order, ...offsetOf(query) });
      return { data: rows.map(shown), total: await countPages(service.db, filter) };
    },
  }),
  operation({
    id: "pages.show",
    method: "GET",
    path: "/pages/{id}",
    summary: "One content page",
    roles: everyRole,
    response: Shown,
    run: async ({ service, params }) => shown(await existing(service.db, params.id!)),
  }),
  operation({
    id: "pages.create",
    method: "POST",
    path: "/pages",
    summary: "A new content page",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ source: CataloguePage }),
    response: Changed,
    async run(call) {
      const { source } = call.body;
      return write(call, source.externalId, async (tx) => {
        const before = await pageNamed(tx, source.externalId);
        if (before && !before.deleted)
          throw conflict("external-id-taken", `There is a page ${source.externalId} already.`);
        return source;
      });
    },
  }),
  operation({
    id: "pages.update",
    method: "PUT",
    path: "/pages/{id}",
    summary: "Write a content page whole",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ source: CataloguePage, revision: Revision }),
    response: Changed,
    async run(call) {
      const { source, revision } = call.body;
      const { external_id } = await existing(call.service.db, call.params.id!);
      if (source.externalId !== external_id)
        throw invalid([{ pointer: "/source/externalId", detail: `It stays ${external_id}.` }]);
      return write(call, external_id, async (tx) => {
        await at(tx, call.params.id!, revision);
        return source;
      });
    },
  }),
  operation({
    id: "pages.delete",
    method: "DELETE",
    path: "/pages/{id}",
    summary: "Delete a content page. Partners, who have no list of deleted pages, read it as not published",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, revision: Revision }),
    response: Changed,
    async run(call) {
      const { external_id } = await existing(call.service.db, call.params.id!);
      return write(call, external_id, async (tx) => ({
        ...pageWords(await at(tx, call.params.id!, call.query.revision)),
        deleted: true,
      }));
    },
  }),
];

/** Pointers of a file of one page, as those of a request that holds it as `source`. */
const inSource = (pointer: string): string => pointer.replace(/^\/pages\/0(?=\/|$)/, "/source");

async function write(
  call: Pick<
    AdminCall<{ dryRun?: boolean; listed?: number }, unknown>,
    "service" | "operator" | "query" | "now" | "audit"
  >,
  externalId: string,
  make: (tx: Db) => Promise<CataloguePage>,
) {
  let after = await pageNamed(call.service.db, externalId);
  const changes = await edit(
    call,
    async (tx) => ({
      file: { pages: [await make(tx)] },
      written: async (tx) => {
        after = await pageNamed(tx, externalId);
      },
      record: (changes, tx) => call.audit({ subject: externalId, after: auditOf(changes) }, tx),
    }),
    inSource,
  );
  const dryRun = call.query.dryRun ?? false;
  return { id: after?.id ?? null, revision: after?.revision ?? 0, dryRun, changes };
}

async function existing(db: Db, id: string): Promise<PageLine> {
  const page = isUuid(id) ? await pageById(db, id) : null;
  if (!page) throw notFound("There is no such page.");
  return page;
}

async function at(tx: Db, id: string, revision: number): Promise<PageLine> {
  const page = await existing(tx, id);
  if (page.revision !== revision) throw changedMeanwhile();
  return page;
}
