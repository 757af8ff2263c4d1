import type { Client } from "pg";
import type { Cell, Row } from "../records/mapping.ts";
import { type AnyRecord, type Collection, keyOf } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import { type Named, statementsFor } from "./postgres-statements.ts";
import { formatVersion, type Queued, type State, type Writer } from "./target.ts";

/** Writes within the transaction that is open on the connection. */
export class PostgresWriter implements Writer {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async saveState(state: State): Promise<void> {
    const { service, languages, details, updateVersion, deleteVersion, syncedAt, generation, sequence, walk } = state;
    const versions = [updateVersion, deleteVersion, syncedAt, generation, sequence];
    await this.#run(
      {
        name: "save-state",
        text: `insert into sync_state (one, format, service, languages, details, update_version, delete_version, synced_at,
            generation, sequence, walk) values (1, ${formatVersion}, $1, $2, $3, $4, $5, $6, $7, $8, $9)
          on conflict (one) do update set service = excluded.service, languages = excluded.languages, details = excluded.details,
            update_version = excluded.update_version, delete_version = excluded.delete_version, synced_at = excluded.synced_at,
            generation = excluded.generation, sequence = excluded.sequence, walk = excluded.walk`,
      },
      [service, languages.join(" "), details, ...versions, walk && JSON.stringify(walk)],
    );
  }

  async find(collection: Collection, keys: string[]): Promise<Map<string, AnyRecord>> {
    const { byKeys } = statementsFor(collection.kind);
    const rows = await this.#run(byKeys, [keys, languageOf(collection)]);
    const records = await this.recordsOf(collection, rows);
    return new Map(records.map((record) => [keyOf(record), record]));
  }

  /** The records of rows of the collection's main table. */
  async recordsOf({ kind }: Collection, rows: Row[]): Promise<AnyRecord[]> {
    const { key, recordOf } = tables[kind];
    const keys = rows.map((row) => row[key]);
    const parts: Map<string, Row[]>[] = [];
    for (const { byOwners } of statementsFor(kind).parts) parts.push(grouped(await this.#run(byOwners, [keys])));
    return rows.map((row) =>
      recordOf(
        row,
        parts.map((groups) => groups.get(row[key] as string) ?? []),
      ),
    );
  }

  async put(collection: Collection, records: AnyRecord[], generation: number): Promise<void> {
    const { columns, parts, rowsOf } = tables[collection.kind];
    const statements = statementsFor(collection.kind);
    const keys = records.map(keyOf);
    const made = records.map(rowsOf);
    const main = made.map(({ cells }) => ({ ...row(columns, cells), lang: collection.lang, seen: generation }));
    await this.#run(statements.put, [JSON.stringify(main)]);
    for (const [n, { clear, put }] of statements.parts.entries()) {
      const rows = made.flatMap((record, at) =>
        record.parts[n]!.map((cells, position) => ({ ...row(parts[n]!.columns, cells), owner: keys[at], position })),
      );
      await this.#run(clear, [keys]);
      await this.#run(put, [JSON.stringify(rows)]);
    }
  }

  async touch(collection: Collection, keys: string[], generation: number): Promise<void> {
    await this.#run(statementsFor(collection.kind).touch, [generation, keys, languageOf(collection)]);
  }

  async remove(collection: Collection, keys: string[]): Promise<void> {
    const { remove, parts } = statementsFor(collection.kind);
    for (const { clear } of parts) await this.#run(clear, [keys]);
    await this.#run(remove, [keys, languageOf(collection)]);
  }

  async queue(changes: Queued[]): Promise<void> {
    await this.#run(
      {
        name: "queue",
        text: "insert into change_queue (sequence, line) select * from unnest($1::bigint[], $2::text[])",
      },
      [changes.map(({ sequence }) => sequence), changes.map(({ line }) => line)],
    );
  }

  async settle(sequence: number): Promise<void> {
    await this.#run({ name: "settle", text: "delete from change_queue where sequence <= $1" }, [sequence]);
  }

  async #run(statement: Named, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.#client.query({ ...statement, values });
    return rows;
  }
}

const languageOf = ({ lang }: Collection): string | null => lang ?? null;

const row = (columns: { name: string }[], cells: Cell[]): Row =>
  Object.fromEntries(columns.map(({ name }, n) => [name, cells[n]!]));

function grouped(rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const one of rows) {
    const group = groups.get(one.owner as string);
    if (group) group.push(one);
    else groups.set(one.owner as string, [one]);
  }
  return groups;
}
