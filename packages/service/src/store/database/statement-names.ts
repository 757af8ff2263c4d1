import { createHash } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";

/**
 * Hot statements are planned once for each connection: planning takes half the time of a booking. That needs a session of
 * one's own. A pooler in transaction mode gives each transaction another one, where the name is unknown, or taken.
 */

/** `auto` names statements where nothing lies between; `yes` and `no` know better. */
export type Naming = "auto" | "yes" | "no";

/**
 * A statement that begins with this comment is planned once for each connection. Only for hot statements whose best plan does
 * not depend on their values.
 */
export const prepared = (name: string) => sql.raw(`/* prepared ${name} */`);

/** The server's process as the handshake named it. A pooler makes one up, and the server behind it has another. */
export const handshakePid = (client: pg.ClientBase): number | null =>
  // The types do not know of it.
  (client as pg.ClientBase & { processID: number | null }).processID;

/** Whether a pooler lends this connection out. */
export async function behindPooler(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid !== handshakePid(client);
}

/** Names by text: few texts are named, and each is always the same. */
const names = new Map<string, string>();

/** The name that `prepared` gave a statement. It holds a digest of the text: a pooler that outlives a deployment must not run the former's plan. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  const word = /^\s*\/\* prepared (\S+) \*\//.exec(text)?.[1];
  if (word === undefined) return undefined;
  const name = `${word}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  names.set(text, name);
  return name;
}
