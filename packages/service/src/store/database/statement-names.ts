import { createHash } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";

/**
 * Names of frequent statements, which the server plans once for each connection: planning takes half the time of a booking. That needs a
 * server process for each connection. A pooler in transaction mode changes the server process with each transaction, so the process may not
 * know a name, or may use it for another statement.
 */

/** `auto` names statements when no pooler is between service and server; `yes` and `no` override that. */
export type StatementNaming = "auto" | "yes" | "no";

/**
 * A statement that begins with this comment is planned once for each connection. Only for frequent statements whose
 * best plan does not depend on their values.
 */
export const prepareAs = (name: string) => sql.raw(`/* prepared ${name} */`);

/**
 * Returns the process id that the server sent when the connection was made. A pooler sends an invented id. The driver has the property but
 * does not document it. Without it the service assumes a pooler, which is slower but correct.
 */
const handshakePid = (client: pg.ClientBase): number | undefined =>
  (client as pg.ClientBase & { processID?: number | null }).processID ?? undefined;

/** Returns the server's process if it answers this connection alone; undefined behind a pooler. `pid` is what the server reported. */
export const ownServerPid = (client: pg.ClientBase, pid: number): number | undefined =>
  pid === handshakePid(client) ? pid : undefined;

/** The name of each prepared statement, by its SQL text. The map stays small, because these texts are constants. */
const names = new Map<string, string>();

const preparedName = /^\s*\/\* prepared (\S+) \*\//;

/**
 * Returns the name that `prepareAs` gave a statement. It contains a digest of the text, because the server processes of a pooler stay when a
 * deployment changes the text.
 */
export function preparedNameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  const word = preparedName.exec(text)?.[1];
  if (word === undefined) return undefined;
  const name = `${word}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  names.set(text, name);
  return name;
}

/** Called for each statement when it has ended. Times are by performance.now(); `error` is undefined for a success. */
export type StatementListener = (text: string, startedAt: number, endedAt: number, error: unknown) => void;

/**
 * Returns a statement's name in metrics, logs and traces: its own name, or its verb and the first table that it mentions. The name never
 * contains a value, so there are as many names as statements in the source.
 */
export function statementName(text: string): string {
  const own = preparedName.exec(text)?.[1];
  if (own !== undefined) return own;
  const words = text.replace(/\/\*.*?\*\//gs, " ").replace(/--.*$/gm, " ");
  const verb = /[a-z]+/i.exec(words)?.[0].toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update|join|table)\s+(?:only\s+)?"?([a-z_]{1,63})\b/i.exec(words)?.[1]?.toLowerCase();
  return table === undefined ? verb : `${verb} ${table}`;
}
