import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { nameOrder } from "../database/lists.ts";
import { allRows, anyRow, onlyRow, run } from "../database/rows.ts";

/** Filters of a list that an operator named. */

interface SavedFilter {
  name: string;
  filter: Record<string, string>;
}

export const savedFilters = (db: Db, operatorId: string, list: string): Promise<SavedFilter[]> =>
  allRows(db)`
    select name, filter from saved_filter where operator_id = ${operatorId} and list = ${list} order by ${nameOrder(sql`name`)}, name`;

export const countSavedFilters = async (db: Db, operatorId: string): Promise<number> =>
  (await onlyRow(db)<{ n: number }>`select count(*)::int as n from saved_filter where operator_id = ${operatorId}`).n;

export const saveFilter = (tx: Tx, operatorId: string, list: string, { name, filter }: SavedFilter): Promise<void> =>
  run(tx)`
    insert into saved_filter (operator_id, list, name, filter)
    values (${operatorId}, ${list}, ${name}, ${JSON.stringify(filter)}::jsonb)
    on conflict (operator_id, list, name) do update set filter = excluded.filter`;

export const deleteFilter = (tx: Tx, operatorId: string, list: string, name: string): Promise<boolean> =>
  anyRow(tx)`
    delete from saved_filter where operator_id = ${operatorId} and list = ${list} and name = ${name} returning 1`;
