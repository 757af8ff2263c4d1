import type { Config } from "../../config.ts";
import type { Database } from "../../store/database/database.ts";
import { migrateSchema, schemaState } from "../../store/database/migrate.ts";
import { checkSecretKeys } from "../../store/database/sealing.ts";
import { CommandFailure, openStore } from "../output.ts";

/** Updates the schema, or with `check` only prints the pending migrations. */
export async function migrateStore(config: Config, { check = false }: { check?: boolean }): Promise<string> {
  const database = await openStore(config, { creates: !check });
  try {
    return check ? await checkText(database) : ranText(await migrateSchema(database.db));
  } finally {
    await database.close();
  }
}

async function checkText({ db }: Database): Promise<string> {
  const { pending, newer } = await schemaState(db);
  // What a start would say. A table that a pending migration creates may have secrets.
  if (pending.length === 0) await checkSecretKeys(db);
  if (pending.length > 0) throw new CommandFailure(`Pending: ${listed(pending)}. Run \`paseo migrate\`.`);
  return newer.length > 0
    ? `The schema is of a newer release (${newer.join(", ")}). This release can run beside that one.`
    : "The schema is up to date.";
}

const ranText = (ran: string[]): string => (ran.length === 0 ? "The schema is up to date." : `Ran ${listed(ran)}.`);

const listed = (names: string[]): string =>
  `${names.length} migration${names.length === 1 ? "" : "s"}: ${names.join(", ")}`;
