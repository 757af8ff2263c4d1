import { randomUUID } from "node:crypto";
import type { Language } from "@paseo/contract";
import Type from "typebox";
import { columnNames } from "../../domain/visits/guest-list.ts";
import { type ListFormatFields, listFormatFields } from "../../records/list-format.ts";
import { Revision, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import {
  deleteListFormat,
  hasFormatNamed,
  ListFormat,
  listFormat,
  listFormats,
  lockListFormats,
  saveListFormat,
} from "../../store/visits/list-formats.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { listSchema, officeRoles, operation, orderRoles, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Named lists: the columns and the file of a guest list with one row a person. */

/** Maximum number of named lists. */
const most = 50;

const name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" });
const isDefault = Type.Optional(Type.Boolean({ description: "Whether an event's export offers it first." }));
const given = { name, isDefault, ...listFormatFields };

export const listFormatOperations = [
  operation({
    id: "listFormats.list",
    method: "GET",
    path: "/list-formats",
    summary: "List the named lists of guests",
    roles: officeRoles,
    response: listSchema(ListFormat),
    async run({ service: { db } }) {
      const data = await listFormats(db);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "listFormats.columns",
    method: "GET",
    path: "/list-formats/columns",
    summary: "List the columns that a named list can have: questions to travellers, and facts of the order",
    roles: officeRoles,
    response: listSchema(Type.Object({ source: text, name: text })),
    async run({ service: { db }, lang }) {
      const data = [...(await columnNames(db, lang))].map(([source, name]) => ({ source, name }));
      return { data, total: data.length };
    },
  }),
  operation({
    id: "listFormats.create",
    method: "POST",
    path: "/list-formats",
    summary: "Name a list of guests: its columns, date format and file",
    roles: orderRoles,
    body: Type.Object(given),
    response: ListFormat,
    run: ({ service, body, lang, change }) =>
      change({ subject: body.name.trim(), after: body }, async (tx) => {
        await lockListFormats(tx);
        if ((await listFormats(tx)).length >= most) throw conflict("too-many", `There are ${most} lists already.`);
        await checkColumns(service.db, body.columns, lang);
        return save(tx, randomUUID(), body);
      }),
  }),
  operation({
    id: "listFormats.update",
    method: "PUT",
    path: "/list-formats/{id}",
    summary: "Change a named list of guests",
    roles: orderRoles,
    body: Type.Object({ ...given, revision: Revision }),
    response: ListFormat,
    async run({ service, params, body, lang, change }) {
      const before = await existing(service.db, params.id!);
      const { revision, ...after } = body;
      return change({ subject: before.name, before, after }, async (tx) => {
        await lockListFormats(tx);
        if ((await existing(tx, before.id)).revision !== revision) throw changedMeanwhile();
        const known = before.columns.map(({ source }) => source);
        await checkColumns(
          service.db,
          after.columns.filter(({ source }) => !known.includes(source)),
          lang,
        );
        return save(tx, before.id, after);
      });
    },
  }),
  operation({
    id: "listFormats.delete",
    method: "DELETE",
    path: "/list-formats/{id}",
    summary: "Delete a named list of guests",
    roles: orderRoles,
    query: Type.Object({ revision: Revision }),
    async run({ service, params, query, change }) {
      const before = await existing(service.db, params.id!);
      await change({ subject: before.name, before }, async (tx) => {
        await lockListFormats(tx);
        if ((await existing(tx, before.id)).revision !== query.revision) throw changedMeanwhile();
        await deleteListFormat(tx, before.id);
      });
    },
  }),
];

const existing = async (db: Db, id: string): Promise<ListFormat> =>
  requireRecord(isUuid(id) ? await listFormat(db, id) : null, "list");

async function save(
  tx: Tx,
  id: string,
  { name, isDefault = false, ...fields }: ListFormatFields & { name: string; isDefault?: boolean },
): Promise<ListFormat> {
  if (await hasFormatNamed(tx, name.trim(), id))
    throw conflict("name-taken", `There is a list ${name.trim()} already.`);
  await saveListFormat(tx, { id, name: name.trim(), isDefault, ...fields });
  return existing(tx, id);
}

/** Refuses columns that neither a question nor a fact has. A list keeps a column whose question no product asks any more. */
async function checkColumns(db: Db, columns: ListFormatFields["columns"], lang: Language): Promise<void> {
  const known = await columnNames(db, lang);
  const wrong = columns.flatMap(({ source }, n) => (known.has(source) ? [] : [{ source, n }]));
  if (wrong.length > 0)
    throw invalidFields(
      wrong.map(({ source, n }) => ({
        pointer: `/columns/${n}/source`,
        ...refusal("list-column-unknown", { value: source }),
      })),
    );
}
