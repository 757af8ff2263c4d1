import type { ServerClient } from "./server-client.ts";
import { isServerReadOnly } from "./time-limits.ts";

/**
 * Settings that a role or a database can preset, with the values that our statements and parsers expect. Without them `DateStyle = German`
 * writes EventOn as `28.11.2026T19:30:00`, and `default_transaction_read_only` refuses every sale.
 */
export const expectedSettings = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  extra_float_digits: "1",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  gin_fuzzy_search_limit: "0",
  search_path: '"$user", public',
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  default_transaction_deferrable: "off",
} as const;

/**
 * Makes the expected settings those of this role in this database, where something else presets them. A pooler opens the server's
 * connections and hands another one to each transaction, so a setting of one connection is not enough. A role may set its own
 * defaults, and they take precedence over those of the database.
 */
export async function overridePresets(client: ServerClient): Promise<void> {
  const { rows } = await client.run<{ name: string }>(
    `select name from pg_settings s join json_each_text($1) x on lower(s.name) = lower(x.key)
     where s.reset_val <> x.value and not ${isServerReadOnly} and not (name = 'DateStyle' and s.reset_val like 'ISO,%')
       and not (name = 'TimeZone' and s.reset_val in ('Etc/UTC', 'GMT'))`,
    [JSON.stringify(expectedSettings)],
  );
  const wanted = new Map(Object.entries(expectedSettings).map(([name, value]) => [name.toLowerCase(), value]));
  for (const { name } of rows) {
    const value = wanted.get(name.toLowerCase())!;
    // A list of names is no single literal.
    const literal = name === "search_path" ? value : `'${value}'`;
    const change = `alter role current_user in database %I set ${name} = ${literal}`.replaceAll("'", "''");
    const statement = `do $$ begin execute format('${change}', current_database()); end $$`;
    // A standby refuses it and gets the setting from its primary. Another process may be writing the same setting now.
    await client.run(`begin read write; ${statement}; commit`).catch(() => client.run("rollback"));
  }
}
