import { createHash } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";

/**
 * Names of hot statements, which the server plans once for each connection: planning takes half the time of a booking. That
 * needs a session per connection. A pooler in transaction mode changes the session with each transaction, so a name may be
 * unknown there, or taken.
 */

/** `auto` names statements where no pooler lies between; `yes` and `no` override that. */
export type Naming = "auto" | "yes" | "no";

/**
 * A statement that begins with this comment is planned once for each connection. Only for hot statements whose best plan does
 * not depend on their values.
 */
export const prepared = (name: string) => sql.raw(`/* prepared ${name} */`);

/**
 * The process id that the server sent when the connection was made. A pooler sends an invented one. The driver has the property
 * but does not document it: without it the connection counts as one behind a pooler, which is slower but right.
 */
const handshakePid = (client: pg.ClientBase): number | undefined =>
  (client as pg.ClientBase & { processID?: number | null }).processID ?? undefined;

/** The server's process if it answers this connection alone; undefined behind a pooler. `pid` is what the server reported. */
export const ownServerPid = (client: pg.ClientBase, pid: number): number | undefined =>
  pid === handshakePid(client) ? pid : undefined;

/** Names by text: few texts are named, and each is always the same. */
const names = new Map<string, string>();

const preparedName = /^\s*\/\* prepared (\S+) \*\//;

/**
 * The name that `prepared` gave a statement. It contains a digest of the text, because a pooler keeps sessions when a
 * deployment changes the text.
 */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  const word = preparedName.exec(text)?.[1];
  if (word === undefined) return undefined;
  const name = `${word}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  names.set(text, name);
  return name;
}

/** Receives each statement when it has ended. Times are by performance.now(); `error` is undefined for one that succeeded. */
export type OnStatement = (text: string, startedAt: number, endedAt: number, error: unknown) => void;

/**
 * How a statement is named in metrics, logs and traces: by its own name, or by its verb and the first table that it mentions. Never
 * with a value: the number of names is that of the statements in the source.
 */
export function statementName(text: string): string {
  const own = preparedName.exec(text)?.[1];
  if (own !== undefined) return own;
  const words = text.replace(/\/\*.*?\*\//gs, " ").replace(/--.*$/gm, " ");
  const verb = /[a-z]+/i.exec(words)?.[0].toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update|join|table)\s+(?:only\s+)?"?([a-z_]{1,63})\b/i.exec(words)?.[1]?.toLowerCase();
  return table === undefined ? verb : `${verb} ${table}`;
}
