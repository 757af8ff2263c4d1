import type { Config } from "../../config.ts";
import type { Database } from "../../store/database/database.ts";
import { migrateSchema, schemaState } from "../../store/database/migrate.ts";
import { CommandFailure, openStore } from "../output.ts";
import { requireStore } from "./backup.ts";

/** Updates the schema, or with `check` only prints the pending migrations. */
export async function migrateStore(config: Config, { check = false }: { check?: boolean }): Promise<string> {
  if (check) await requireStore(config);
  const database = await openStore(config);
  try {
    return check ? await checkText(database) : ranText(await migrateSchema(database.db));
  } finally {
    await database.close();
  }
}

async function checkText({ db }: Database): Promise<string> {
  const { pending, newer } = await schemaState(db);
  if (pending.length > 0) throw new CommandFailure(`Pending: ${listed(pending)}. Run \`paseo migrate\`.`);
  return newer.length > 0
    ? `The schema is of a newer release (${newer.join(", ")}). This release can run beside that one.`
    : "The schema is up to date.";
}

const ranText = (ran: string[]): string => (ran.length === 0 ? "The schema is up to date." : `Ran ${listed(ran)}.`);

const listed = (names: string[]): string =>
  `${names.length} migration${names.length === 1 ? "" : "s"}: ${names.join(", ")}`;
