import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Which heading of a file is which field: of the files of banks, by name, and of a partner's count. */

const bank = "bank";

export interface NamedMapping<Content> {
  name: string;
  content: Content;
}

/** Reads the mappings of banks' files, by name. */
export const bankMappings = <Content>(db: Db): Promise<NamedMapping<Content>[]> =>
  allRows(db)`select name, content from file_mapping where owner = ${bank} order by name`;

export const saveBankMapping = (tx: Tx, name: string, content: unknown, now: Date): Promise<void> =>
  save(tx, bank, name, content, now);

/** False: there is no such mapping. */
export const deleteBankMapping = (tx: Tx, name: string): Promise<boolean> =>
  anyRow(tx)`delete from file_mapping where owner = ${bank} and name = ${name} returning 1`;

/** Reads how a partner's count is read. Null: nobody has said it. */
export const countMapping = async <Content>(db: Db, partnerId: string): Promise<Content | null> =>
  (await firstRow(db)<{ content: Content }>`select content from file_mapping where owner = ${partnerId} and name = ''`)
    ?.content ?? null;

export const saveCountMapping = (tx: Tx, partnerId: string, content: unknown, now: Date): Promise<void> =>
  save(tx, partnerId, "", content, now);

const save = (tx: Tx, owner: string, name: string, content: unknown, now: Date): Promise<void> =>
  run(tx)`
    insert into file_mapping (owner, name, content, changed_at) values (${owner}, ${name}, ${JSON.stringify(content)}::jsonb, ${now})
    on conflict (owner, name) do update set content = excluded.content, changed_at = excluded.changed_at`;
