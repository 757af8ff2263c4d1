import { sql } from "kysely";
import Type from "typebox";
import { type ListFormatFields, listFormatFields } from "../../records/list-format.ts";
import { Revision, text } from "../../records/schemas.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";
import type { Db, Tx } from "../database/database.ts";
import { nameOrder } from "../database/lists.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Formats of the guest list with one row a person. */

export const ListFormat = Type.Object({
  id: text,
  name: text,
  isDefault: Type.Boolean({ description: "Whether an event's export offers it first." }),
  ...listFormatFields,
  revision: Revision,
});
export type ListFormat = Type.Static<typeof ListFormat>;

type Stored = Pick<ListFormat, "id" | "name" | "isDefault" | "revision"> & { content: ListFormatFields };
const shown = ({ content, ...row }: Stored): ListFormat => ({ ...row, ...content });
const columns = sql`id, name, content, is_default as "isDefault", revision`;

export const listFormats = async (db: Db): Promise<ListFormat[]> =>
  (await allRows(db)<Stored>`select ${columns} from guest_list_format order by ${nameOrder(sql`name`)}, name`).map(
    shown,
  );

export const listFormat = async (db: Db, id: string): Promise<ListFormat | null> => {
  const row = await firstRow(db)<Stored>`select ${columns} from guest_list_format where id = ${id}`;
  return row && shown(row);
};

/** Whether another format has the name, in any case. */
export const hasFormatNamed = (tx: Tx, name: string, exceptId: string): Promise<boolean> =>
  anyRow(tx)`select 1 from guest_list_format where lower(name) = lower(${name}) and id <> ${exceptId}`;

/** Locks the table against other changes, so that one format at most is the default. */
export const lockListFormats = (tx: Tx): Promise<void> =>
  run(tx)`lock table guest_list_format in share row exclusive mode`;

export async function saveListFormat(
  tx: Tx,
  { id, name, isDefault, ...fields }: Omit<ListFormat, "revision">,
): Promise<void> {
  if (isDefault) await run(tx)`update guest_list_format set is_default = false where is_default and id <> ${id}`;
  await run(tx)`
    insert into guest_list_format as f (id, name, content, is_default)
    values (${id}, ${name}, ${JSON.stringify(fields)}::jsonb, ${isDefault})
    on conflict (id) do update set name = excluded.name, content = excluded.content, is_default = excluded.is_default, revision = f.revision + 1`;
}

export const deleteListFormat = (tx: Tx, id: string): Promise<void> =>
  run(tx)`delete from guest_list_format where id = ${id}`;

/** Reads the operator's own questions of all products, each code once. */
export const ownQuestionsOfProducts = async (db: Db): Promise<OwnQuestion[]> =>
  (
    await allRows(db)<{ question: OwnQuestion }>`
      select distinct on (q ->> 'code') q as question
      from product p, jsonb_array_elements(coalesce(p.record -> 'ownQuestions', '[]')) q order by q ->> 'code', p.external_id`
  ).map(({ question }) => question);
