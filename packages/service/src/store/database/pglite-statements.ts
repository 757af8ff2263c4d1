import { type PGlite, type Transaction, types } from "@electric-sql/pglite";
import type { PGliteDialectConfig } from "kysely";
import { serialize } from "pg-protocol";

/**
 * Statements that PGlite plans once. Its own `query` plans each time, and sends five messages one by one, each a walk through
 * the whole engine: for a booking that is more than half of the time. A statement with a name is planned at its first use,
 * and then is one message of three parts.
 */

type Session = Pick<PGlite | Transaction, "query">;
type Query = PGlite["query"];
type Known = Extract<PGliteDialectConfig["pglite"], { query: unknown }>;

interface Prepared {
  text: string;
  /** Types of its parameters, by OID. */
  parameters: number[];
  columns: { name: string; dataTypeID: number }[];
}

/** What PGlite's protocol messages have of interest here. */
type Message =
  | { name: "parameterDescription"; dataTypeIDs: number[] }
  | { name: "rowDescription"; fields: { name: string; dataTypeID: number }[] }
  | { name: "dataRow"; fields: (string | null)[] }
  | { name: "commandComplete"; text: string };

/** The engine with named statements, as Kysely needs it; `nameOf` gives the name that a statement's text has. */
export function withNamedStatements(pglite: PGlite, nameOf: (text: string) => string | undefined): Known {
  const statements = new Map<string, Prepared>();

  async function run(messages: Buffer[], inTransaction: boolean): Promise<Message[]> {
    const sent = Buffer.concat([...messages, serialize.sync()]);
    const answer = await pglite.execProtocol(sent, { syncToFs: !inTransaction });
    return answer.messages as unknown as Message[];
  }

  async function prepare(name: string, text: string, inTransaction: boolean): Promise<Prepared> {
    const messages = await run(
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
    const messages = await run(
      [serialize.bind({ statement: name, values: texts }), serialize.execute()],
      inTransaction,
    );
    const rows: Record<string, unknown>[] = [];
    let affectedRows = 0;
    for (const message of messages) {
      if (message.name === "dataRow")
        rows.push(
          Object.fromEntries(
            message.fields.map((field, index) => {
              const { name, dataTypeID } = columns[index]!;
              return [name, types.parseType(field, dataTypeID, pglite.parsers)];
            }),
          ),
        );
      if (message.name === "commandComplete") affectedRows = Number(/\d+$/.exec(message.text)?.[0] ?? 0);
    }
    return { rows, fields: columns, affectedRows };
  }

  function asText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = pglite.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  function queryOf(session: Session, inTransaction: boolean): Query {
    return (async (text: string, values: unknown[] = [], options?: Parameters<Query>[2]) => {
      const name = nameOf(text);
      if (name === undefined) return session.query(text, values, options);
      const work = () => pglite._runExclusiveQuery(() => execute(name, text, values, inTransaction));
      // As PGlite itself does: outside a transaction a statement waits for the one under way.
      return inTransaction ? work() : pglite._runExclusiveTransaction(work);
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
      pglite.transaction((tx) => work({ query: queryOf(tx, true), rollback: () => tx.rollback() })) as never,
  };
}
