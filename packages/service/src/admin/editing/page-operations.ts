import Type from "typebox";
import { cataloguePageOf } from "../../domain/editing/page-records.ts";
import { CataloguePage } from "../../records/catalogue-file.ts";
import { Revision, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import {
  listPageLines,
  type PageLine,
  pageByExternalId,
  pageById,
  pageFilter,
  pageSorts,
} from "../../store/editing/page-list.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { listOperation, officeRoles, operation, requireRecord } from "../operation.ts";
import { ChangeAnswer, catalogueRoles, changeQuery, editRecord, invalidFields, type RecordCall } from "./changing.ts";

/** Content pages, in the format of a catalogue file. */

const Shown = Type.Object({
  id: text,
  revision: Revision,
  made: Type.Boolean({
    description: "Whether the service made the page from the products. Saving it makes it your own.",
  }),
  source: CataloguePage,
});
const shown = (page: PageLine) => ({
  id: page.id,
  revision: page.revision,
  made: page.made,
  source: cataloguePageOf(page),
});

export const pageOperations = [
  listOperation({
    id: "pages.list",
    path: "/pages",
    summary: "List content pages",
    sorts: pageSorts,
    filter: pageFilter,
    record: Shown,
    async rows({ service }, filter, page) {
      const { rows, total } = await listPageLines(service.db, filter, page);
      return { rows: rows.map(shown), total };
    },
  }),
  operation({
    id: "pages.show",
    method: "GET",
    path: "/pages/{id}",
    summary: "Read a content page",
    roles: officeRoles,
    response: Shown,
    run: async ({ service, params }) => shown(await existing(service.db, params.id!)),
  }),
  operation({
    id: "pages.create",
    method: "POST",
    path: "/pages",
    summary: "Create a content page",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ source: CataloguePage }),
    response: ChangeAnswer,
    async run(call) {
      const { source } = call.body;
      return write(call, source.externalId, undefined, async (before) => {
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
    summary: "Replace a content page",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ source: CataloguePage, revision: Revision }),
    response: ChangeAnswer,
    async run(call) {
      const { source, revision } = call.body;
      const { external_id } = await existing(call.service.db, call.params.id!);
      if (source.externalId !== external_id)
        throw invalidFields([{ pointer: "/source/externalId", detail: `It stays ${external_id}.` }]);
      return write(call, external_id, revision, async () => source);
    },
  }),
  operation({
    id: "pages.delete",
    method: "DELETE",
    path: "/pages/{id}",
    summary: "Delete a content page. Partners read it as unpublished, since they have no list of deleted pages",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, revision: Revision }),
    response: ChangeAnswer,
    async run(call) {
      const { external_id, made } = await existing(call.service.db, call.params.id!);
      if (made)
        throw conflict(
          "page-is-made",
          "The service makes this page from the products. Save it unpublished to hide it, or change the page rules.",
        );
      return write(call, external_id, call.query.revision, async (_before, tx) => ({
        ...cataloguePageOf(await existing(tx, call.params.id!)),
        deleted: true,
      }));
    },
  }),
];

/** Translates pointers into a file of one page to pointers into the request, where the page is `source`. */
const inSource = (pointer: string): string => pointer.replace(/^\/pages\/0(?=\/|$)/, "/source");

const write = (
  call: RecordCall,
  externalId: string,
  revision: number | undefined,
  make: (before: { deleted: boolean } | null, tx: Db) => Promise<CataloguePage>,
) =>
  editRecord(call, {
    subject: externalId,
    ...(revision !== undefined && { read: { revision, kind: "page" } }),
    find: (tx) => pageByExternalId(tx, externalId),
    make: async (tx, before) => ({ pages: [await make(before, tx)] }),
    pointerOf: inSource,
  });

const existing = async (db: Db, id: string): Promise<PageLine> =>
  requireRecord(isUuid(id) ? await pageById(db, id) : null, "page");
