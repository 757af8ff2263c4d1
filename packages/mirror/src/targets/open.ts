import type { Target } from "./target.ts";

/** `sqlite:FILE`, `ndjson:FOLDER`, `postgres://…`; undefined for anything else. Loads the modules of this target only. */
export function targetOpener(address: string): (() => Promise<Target>) | undefined {
  const [, scheme, rest] = /^(sqlite|ndjson|postgres|postgresql):(.+)$/s.exec(address) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  if (scheme === "sqlite") return async () => (await import("./sqlite.ts")).openSqlite(rest);
  if (scheme === "ndjson") return async () => (await import("./ndjson.ts")).openNdjson(rest);
  if (!rest.startsWith("//")) return undefined;
  return async () => (await import("./postgres.ts")).openPostgres(address);
}
