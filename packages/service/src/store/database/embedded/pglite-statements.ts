import { setImmediate } from "node:timers/promises";
import { PGlite, type Transaction, types } from "@electric-sql/pglite";
import type { PGliteDialectConfig } from "kysely";
import pLimit from "p-limit";
import { serialize } from "pg-protocol";
import type { OnStatement } from "../statement-names.ts";

/**
 * Statements that PGlite plans once. Its own `query` plans each time and sends five messages one by one, each with a pass through
 * the whole engine: more than half of the time of a booking. A named statement is planned at its first use; after that it is one
 * message. docs/decisions/0024-keep-or-delete.md has the figures.
 */

/**
 * With PGlite's own 128 MB of buffers the process with the demo takes 515 MB after a full read, with 32 MB 415. Statistics of 30,000
 * events take 600 ms from the default sample of 30,000 rows, and 50 to 200 ms from a tenth of it: nothing else runs meanwhile.
 */
export const startParams = [
  ...PGlite.defaultStartParams,
  ...["-c", "shared_buffers=32MB"],
  ...["-c", "default_statistics_target=10"],
];

type Session = Pick<PGlite | Transaction, "query">;
type Query = PGlite["query"];
type Engine = Extract<PGliteDialectConfig["pglite"], { query: unknown }>;

interface Prepared {
  text: string;
  /** Types of its parameters, by OID. */
  parameters: number[];
  columns: { name: string; dataTypeID: number }[];
}

/** The protocol messages that are read here. */
type Message =
  | { name: "parameterDescription"; dataTypeIDs: number[] }
  | { name: "rowDescription"; fields: { name: string; dataTypeID: number }[] }
  | { name: "dataRow"; fields: (string | null)[] }
  | { name: "commandComplete"; text: string };

/** Milliseconds of a transaction's statements after which other requests are served. */
const longest = 2;

/**
 * The engine with named statements, as Kysely uses it; `nameOf` returns the name in a statement's text. The time of a statement includes
 * its wait for the engine, which does one at a time. `afterTransaction` runs before the next statement.
 */
export function withNamedStatements(
  pglite: PGlite,
  nameOf: (text: string) => string | undefined,
  onStatement: OnStatement = () => {},
  afterTransaction: () => Promise<void> = async () => {},
): Engine {
  const statements = new Map<string, Prepared>();
  /** `runExclusive` does not wait for an open transaction, so named statements and transactions wait for one another here. */
  const alone = pLimit(1);

  async function send(messages: Buffer[], inTransaction: boolean): Promise<Message[]> {
    const request = Buffer.concat([...messages, serialize.sync()]);
    const answer = await pglite.execProtocol(request, { syncToFs: !inTransaction });
    return answer.messages as unknown as Message[];
  }

  async function prepare(name: string, text: string, inTransaction: boolean): Promise<Prepared> {
    const messages = await send(
      [serialize.parse({ name, text }), serialize.describe({ type: "S", name })],
      inTransaction,
    );
    const statement: Prepared = { text, parameters: [], columns: [] };
    for (const message of messages) {
      if (message.name === "parameterDescription") statement.parameters = message.dataTypeIDs;
      if (message.name === "rowDescription") statement.columns = message.fields;
    }
    statements.set(name, statement);
    return statement;
  }

  async function execute(name: string, text: string, values: unknown[], inTransaction: boolean) {
    const known = statements.get(name);
    if (known !== undefined && known.text !== text) throw new Error(`Two statements are named ${name}.`);
    const { parameters, columns } = known ?? (await prepare(name, text, inTransaction));
    const texts = values.map((value, index) => asText(value, parameters[index]!));
    const messages = await send(
      [serialize.bind({ statement: name, values: texts }), serialize.execute()],
      inTransaction,
    );
    const rows: Record<string, unknown>[] = [];
    let affectedRows = 0;
    for (const message of messages) {
      if (message.name === "dataRow") rows.push(rowOf(message.fields, columns));
      if (message.name === "commandComplete") affectedRows = Number(/\d+$/.exec(message.text)?.[0] ?? 0);
    }
    return { rows, fields: columns, affectedRows };
  }

  const rowOf = (fields: (string | null)[], columns: Prepared["columns"]): Record<string, unknown> =>
    Object.fromEntries(
      columns.map(({ name, dataTypeID }, index) => [name, types.parseType(fields[index]!, dataTypeID, pglite.parsers)]),
    );

  function asText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = pglite.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  function queryOf(session: Session, inTransaction: boolean): Query {
    let busySince = performance.now();
    const ask = (text: string, values: unknown[], options: Parameters<Query>[2]) => {
      const name = nameOf(text);
      if (name === undefined) return session.query(text, values, options);
      const run = () => pglite.runExclusive(() => execute(name, text, values, inTransaction));
      return inTransaction ? run() : alone(run);
    };
    return (async (text: string, values: unknown[] = [], options?: Parameters<Query>[2]) => {
      const startedAt = performance.now();
      let failure: unknown;
      try {
        return await ask(text, values, options);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        onStatement(text, startedAt, performance.now(), failure);
        // The engine works on this thread and never yields to the event loop.
        if (inTransaction && performance.now() - busySince > longest) {
          await setImmediate();
          busySince = performance.now();
        }
      }
    }) as Query;
  }

  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    query: queryOf(pglite, false),
    transaction: (work) =>
      alone(() =>
        pglite
          .transaction((tx) => work({ query: queryOf(tx, true), rollback: () => tx.rollback() }))
          .finally(afterTransaction),
      ) as never,
  };
}
