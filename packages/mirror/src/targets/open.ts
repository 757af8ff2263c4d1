import { openNdjson } from "./ndjson.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { Target } from "./target.ts";

/** `sqlite:FILE`, `ndjson:FOLDER`, `postgres://…`; undefined for anything else. */
export function targetOpener(address: string): (() => Promise<Target>) | undefined {
  const [, scheme, rest] = /^(sqlite|ndjson|postgres|postgresql):(.+)$/s.exec(address) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  if (scheme === "sqlite") return () => openSqlite(rest);
  if (scheme === "ndjson") return () => openNdjson(rest);
  return rest.startsWith("//") ? () => openPostgres(address) : undefined;
}
