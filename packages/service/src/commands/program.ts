import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { type Config, readConfig } from "../config.ts";
import type { Database } from "../store/database/database.ts";
import { exitCodes, reportFailure } from "./failure.ts";
import { addResourceCommands, isResource } from "./resources.ts";
import type { ServeOptions } from "./serve/serve.ts";
import { addStoreCommands } from "./store/commands.ts";
import { printLine, type Terminal } from "./terminal.ts";

/**
 * The `paseo` command. Settings come from the environment only (config.ts). Results go to standard output. A command imports its
 * own module when it runs: the service takes half a second of processor time to import, and `--help` needs none of it.
 */

/** Runs a command line to its end, and returns its exit code. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal);
  try {
    // The operations take half a second to import, so only their own commands and `help` import them.
    if (args.slice(0, 2).some(isResource)) {
      const { addOperationCommands, runOperation } = await import("./operations.ts");
      addOperationCommands(program, (...given) => runOperation(terminal, ...given));
    }
    await program.parseAsync(args, { from: "user" });
    return exitCodes.done;
  } catch (error) {
    return reportFailure(error, terminal);
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command("paseo")
    .description(
      "Catalogue and booking service for tours, shows and activities.\nSettings are environment variables: see docs/reference/settings.md.",
    )
    .version(manifest.version)
    .addHelpText(
      "after",
      "\nExit codes: 0 success, 1 failure, 2 wrong arguments or settings, 3 the store cannot be used.",
    )
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => widthOf(terminal.stdout),
      getErrHelpWidth: () => widthOf(terminal.stderr),
    })
    .exitOverride()
    .showHelpAfterError("(paseo --help lists the commands)");

  program
    .command("serve")
    .description("serve the partner interface until stopped")
    .option("--demo", "create the demo if the embedded database is empty, and print examples to try")
    .option("--no-jobs", "run no background jobs; `paseo work` runs them in another process")
    .option("--workers <n>", "number of processes, or auto for one per core", workerCount)
    .action(async (options: ServeOptions) => {
      const config = readConfig(terminal.env);
      const { workers } = options;
      if (workers === undefined) return (await import("./serve/serve.ts")).serveService(config, options);
      const { serveAsWorker, serveByWorkers } = await import("./serve/workers.ts");
      return cluster.isWorker ? serveAsWorker(config, options) : serveByWorkers(config, { ...options, workers });
    });

  program
    .command("work")
    .description("run the background jobs until stopped, without serving requests; needs DATABASE_URL")
    .action(async () => {
      const config = readConfig(terminal.env);
      return (await import("./serve/serve.ts")).runBackgroundJobs(config);
    });

  addStoreCommands(program, terminal);

  program
    .command("seed")
    .description("create the demo, or update its dates")
    .action(() =>
      withStore(terminal, async ({ db }) => {
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
      withStore(terminal, async ({ db }) => (await import("./import.ts")).importFile(db, file, new Date(), terminal)),
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
      return url === undefined ? serveOperator(readConfig(terminal.env)) : forwardMessages(url, terminal);
    });

  const secrets = program
    .command("secrets")
    .description("show and change the encryption of stored secrets (SECRETS_KEY)");
  secrets
    .command("status")
    .description("count stored secrets by encryption key")
    .action(() => readStore(terminal, async ({ db }) => (await import("./secrets.ts")).secretsText(db)));
  secrets
    .command("reencrypt")
    .description(
      "encrypt all secrets with SECRETS_KEY, or decrypt them if it is not set; reads them with SECRETS_KEY_FORMER",
    )
    .action(() =>
      changeStore(terminal, async ({ db }, config) => (await import("./secrets.ts")).reencryptSecrets(db, config)),
    );

  secrets
    .command("discard")
    .description("give up the secrets that a lost key has encrypted; without --yes it only names them")
    .requiredOption("--key-id <id>", "the key's id, as `secrets status` shows it")
    .option("--yes", "do it")
    .action((options: { keyId: string; yes?: boolean }) =>
      changeStore(terminal, async ({ db }) => (await import("./secrets.ts")).discardSecrets(db, options)),
    );

  addResourceCommands(program);
  return program;
}

type StoreWork = (database: Database, config: Config) => Promise<string>;

/** Runs work on the migrated store, which it creates if there is none, and prints what it returns. */
const withStore = (terminal: Terminal, work: StoreWork): Promise<void> => onStore(terminal, "migrateSchema", work);

/** Runs work on a store that exists, after it has migrated it. */
const changeStore = (terminal: Terminal, work: StoreWork): Promise<void> => onStore(terminal, "updateSchema", work);

/** Runs work that only reads the store. It fails on a store that is not migrated, and does not migrate it. */
const readStore = (terminal: Terminal, work: StoreWork): Promise<void> => onStore(terminal, "requireSchema", work);

async function onStore(
  { env, stdout }: Terminal,
  prepare: "migrateSchema" | "updateSchema" | "requireSchema",
  work: StoreWork,
): Promise<void> {
  const config = readConfig(env);
  const { openStore } = await import("./output.ts");
  const migrations = await import("../store/database/migrate.ts");
  const database = await openStore(config, { creates: prepare === "migrateSchema" });
  try {
    await migrations[prepare](database.db);
    printLine(stdout, await work(database, config));
  } finally {
    await database.close();
  }
}

const widthOf = ({ isTTY, columns = 80 }: Terminal["stdout"]): number => (isTTY ? columns : 80);

function workerCount(text: string): number {
  if (text === "auto") return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > 256)
    throw new InvalidArgumentError("It must be a whole number from 1 to 256, or auto.");
  return value;
}
