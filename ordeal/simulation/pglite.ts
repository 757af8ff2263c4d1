import { setImmediate } from "node:timers/promises";
import { type PGlite, type Transaction, types } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, type PGliteDialectConfig } from "kysely";
import pLimit from "p-limit";
import { serialize } from "pg-protocol";
import { type Unsubscribe, versionChannel } from "../../packages/service/src/store/database/announcements.ts";
import type { Database } from "../../packages/service/src/store/database/database.ts";
import { preparedNameOf } from "../../packages/service/src/store/database/statement-names.ts";

/**
 * PostgreSQL within the simulator's process (PGlite), so that a plan controls every statement. Named statements are planned once: the
 * library's own `query` plans each time and sends five messages one by one.
 */

type Session = Pick<PGlite | Transaction, "query">;
type Query = PGlite["query"];
export type PGliteEngine = Extract<PGliteDialectConfig["pglite"], { query: unknown }>;

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

/** Milliseconds of a transaction's statements after which the simulator serves other requests. */
const longest = 2;

/**
 * Returns the engine with named statements, as Kysely uses it. `nameOf` returns the name of a statement. The engine runs one statement at a
 * time.
 */
export function withNamedStatements(pglite: PGlite, nameOf: (text: string) => string | undefined): PGliteEngine {
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
      try {
        return await ask(text, values, options);
      } finally {
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
        pglite.transaction((tx) => work({ query: queryOf(tx, true), rollback: () => tx.rollback() })),
      ) as never,
  };
}

/** A store on an open PGlite. */
export function openDatabaseOn(pglite: PGlite): Database {
  const db = new Kysely<object>({
    dialect: new PGliteDialect({ pglite: withNamedStatements(pglite, preparedNameOf) }),
  });
  const unheard = { report: () => {}, listen: () => {} };
  return {
    db,
    url: "",
    readText: async (text) => Object.values((await pglite.query<Record<string, string>>(text)).rows[0]!)[0]!,
    subscribe: (onVersion) => subscribeToNotifications(pglite, onVersion),
    losses: unheard,
    statements: unheard,
    poolSize: 4,
    close: () => db.destroy(),
  };
}

/** Calls `onVersion` for each announcement of a new version. */
export async function subscribeToNotifications(pglite: PGlite, onVersion: () => void): Promise<Unsubscribe> {
  const stop = await pglite.listen(versionChannel, onVersion);
  return () => stop();
}
