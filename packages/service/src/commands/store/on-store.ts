import { type Config, readConfig } from "../../config.ts";
import type { Database } from "../../store/database/database.ts";

/** Work of a command on the store. Modules are imported when it runs, as in program.ts. */

type StoreWork = (database: Database, config: Config) => Promise<string>;

/** Runs work on the migrated store and prints what it returns. */
export const withStore = (work: StoreWork): Promise<void> => onStore("migrate", work);

/** Runs work that only reads. It fails on a store that is not migrated, and does not change it. */
export const readStore = (work: StoreWork): Promise<void> => onStore("requireSchema", work);

async function onStore(prepare: "migrate" | "requireSchema", work: StoreWork): Promise<void> {
  const config = readConfig(process.env);
  const { openStore } = await import("../output.ts");
  const migrations = await import("../../store/database/migrate.ts");
  const database = await openStore(config);
  try {
    await migrations[prepare](database.db);
    console.log(await work(database, config));
  } finally {
    await database.close();
  }
}
