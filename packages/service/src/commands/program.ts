import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError } from "commander";
import { type Config, readConfig } from "../config.ts";
import type { Database } from "../store/database/database.ts";
import { reportFailure } from "./failure.ts";
import { addResourceCommands, isResource } from "./resources.ts";
import type { ServeOptions } from "./serve/serve.ts";
import { addStoreCommands } from "./store/commands.ts";

/**
 * The `paseo` command. Settings come from the environment only (config.ts). Results go to standard output. A command imports its
 * own module when it runs: the service takes half a second of processor time to import, and `--help` needs none of it.
 */

const program = new Command("paseo")
  .description(
    "Catalogue and booking service for tours, shows and activities.\nSettings are environment variables: see docs/reference/settings.md.",
  )
  .version((JSON.parse(readFileSync(findPackageJSON(import.meta.url)!, "utf8")) as { version: string }).version)
  .addHelpText(
    "after",
    "\nExit codes: 0 success, 1 failure, 2 wrong arguments or settings, 3 the store cannot be used.",
  )
  .exitOverride()
  .showHelpAfterError("(paseo --help lists the commands)");

program
  .command("serve")
  .description("serve the partner interface until stopped")
  .option("--demo", "create the demo if the embedded database is empty, and print examples to try")
  .option("--no-jobs", "run no background jobs; `paseo work` runs them in another process")
  .option("--workers <n>", "number of processes, or auto for one per core", workerCount)
  .action(async (options: ServeOptions) => {
    const config = readConfig(process.env);
    const { workers } = options;
    if (workers === undefined) return (await import("./serve/serve.ts")).serveService(config, options);
    const { serveAsWorker, serveByWorkers } = await import("./serve/workers.ts");
    return cluster.isWorker ? serveAsWorker(config, options) : serveByWorkers(config, { ...options, workers });
  });

program
  .command("work")
  .description("run the background jobs until stopped, without serving requests; needs DATABASE_URL")
  .action(async () => {
    const config = readConfig(process.env);
    return (await import("./serve/serve.ts")).runBackgroundJobs(config);
  });

addStoreCommands(program, () => readConfig(process.env));

program
  .command("seed")
  .description("create the demo, or update its dates")
  .action(() =>
    withStore(async ({ db }) => {
      const { createDemo } = await import("./demo/seed.ts");
      const planted = await createDemo(db, new Date());
      return `Created ${planted.products} products and ${planted.events.toLocaleString("en")} events. The demo partner's key is pk_demo. It works on a loopback address only.`;
    }),
  );

program
  .command("import")
  .description("import a catalogue file (docs/reference/catalogue-file.md), completely or not at all")
  .argument("<file>", "JSON file")
  .action((file: string) =>
    withStore(async ({ db }) => (await import("./import.ts")).importFile(db, file, new Date())),
  );

program
  .command("mcp")
  .description("serve the Model Context Protocol on standard input and output, for an assistant on this machine")
  .option(
    "--url <address>",
    "act for the partner of PASEO_KEY at this service; without it, read the store as its operator",
  )
  .action(async ({ url }: { url?: string }) => {
    const { forwardMessages, serveOperator } = await import("./mcp.ts");
    return url === undefined ? serveOperator(readConfig(process.env)) : forwardMessages(url, process.env.PASEO_KEY);
  });

const secrets = program
  .command("secrets")
  .description("show and change the encryption of stored secrets (SECRETS_KEY)");
secrets
  .command("status")
  .description("count stored secrets by encryption key")
  .action(() => readStore(async ({ db }) => (await import("./secrets.ts")).secretsText(db)));
secrets
  .command("reencrypt")
  .description(
    "encrypt all secrets with SECRETS_KEY, or decrypt them if it is not set; reads them with SECRETS_KEY_FORMER",
  )
  .action(() => withStore(async ({ db }, config) => (await import("./secrets.ts")).reencryptSecrets(db, config)));

type StoreWork = (database: Database, config: Config) => Promise<string>;

/** Runs work on the migrated store and prints what it returns. */
const withStore = (work: StoreWork): Promise<void> => onStore("migrateSchema", work);

/** Runs work that only reads the store. It fails on a store that is not migrated, and does not migrate it. */
const readStore = (work: StoreWork): Promise<void> => onStore("requireSchema", work);

async function onStore(prepare: "migrateSchema" | "requireSchema", work: StoreWork): Promise<void> {
  const config = readConfig(process.env);
  const { openStore } = await import("./output.ts");
  const migrations = await import("../store/database/migrate.ts");
  const database = await openStore(config);
  try {
    await migrations[prepare](database.db);
    console.log(await work(database, config));
  } finally {
    await database.close();
  }
}

addResourceCommands(program);

try {
  // The operations take half a second to import, so only their own commands and `help` import them.
  if (process.argv.slice(2, 4).some(isResource)) (await import("./operations.ts")).addOperationCommands(program);
  await program.parseAsync();
} catch (error) {
  process.exitCode = await reportFailure(error);
}
// The channel of a worker to the primary process would keep the process alive.
if (cluster.isWorker) process.exit();

function workerCount(text: string): number {
  if (text === "auto") return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > 256)
    throw new InvalidArgumentError("It must be a whole number from 1 to 256, or auto.");
  return value;
}
