#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { importFile } from "./commands/import.ts";
import { createKeyText, listKeysText, revokeKeyText } from "./commands/keys.ts";
import { CommandFailure, exitCodes, openStore } from "./commands/output.ts";
import { plantDemo, plantMeasured } from "./commands/seed.ts";
import { serve } from "./commands/serve.ts";
import { ConfigError, readConfig } from "./config.ts";
import type { Database } from "./store/database.ts";
import { migrate, SchemaTooNew } from "./store/migrate.ts";

/** The `paseo` command. Settings come from the environment alone (config.ts); what a command says goes to standard output. */

const program = new Command("paseo")
  .description(
    "Catalogue and booking service for tours, shows and activities.\nSettings are environment variables: see docs/operating.md.",
  )
  .addHelpText(
    "after",
    "\nExit codes: 0 done, 1 it could not be done, 2 wrong call or setting, 3 the store cannot be used.",
  )
  .exitOverride()
  .showHelpAfterError("(paseo --help shows the commands)");

program
  .command("serve")
  .description("serve the partner interface until stopped")
  .option("--demo", "plant the demo catalogue when the embedded store is empty, and say what to try")
  .action((options: { demo?: boolean }) => serve(readConfig(process.env), options));

program
  .command("migrate")
  .description("bring the database's schema up to date")
  .action(() =>
    withStore(async (_db, ran) => {
      if (ran.length === 0) return "The schema is up to date.";
      return `Ran ${ran.length} migration${ran.length === 1 ? "" : "s"}: ${ran.join(", ")}.`;
    }),
  );

program
  .command("seed")
  .description("plant the demo catalogue, with dates from today on")
  .option("--scale <events>", "plant so many events for measuring instead", wholeNumber)
  .action((options: { scale?: number }) =>
    withStore(async ({ db }) => {
      if (options.scale !== undefined) {
        const { products } = await plantMeasured(db, options.scale, new Date());
        return `Planted ${options.scale.toLocaleString("en")} events of ${products.toLocaleString("en")} products.`;
      }
      const planted = await plantDemo(db, new Date());
      return `Planted ${planted.products} products and ${planted.events.toLocaleString("en")} events. The demo partner's key is pk_demo, on a loopback address only.`;
    }),
  );

program
  .command("import")
  .description("import a catalogue file (docs/catalogue-file.md); all of it or, with a mistake in it, nothing")
  .argument("<file>", "JSON file")
  .action((file: string) => withStore(({ db }) => importFile(db, file, new Date())));

const keys = program.command("keys").description("make, list and revoke partners' keys");
keys
  .command("create")
  .description("make a key and show it, once")
  .argument("<partner>", "the partner's external id")
  .option("--test", "a test key: its orders are test orders")
  .option("--read-only", "a key that may read and validate, but not order")
  .action((partner: string, options: { test?: boolean; readOnly?: boolean }) =>
    withStore(({ db }) => createKeyText(db, partner, options, new Date())),
  );
keys
  .command("list")
  .description("list keys, of one partner or of all")
  .argument("[partner]", "the partner's external id")
  .action((partner?: string) => withStore(({ db }) => listKeysText(db, partner)));
keys
  .command("revoke")
  .description("revoke a key")
  .argument("<key>", "the key as `keys list` names it")
  .action((key: string) => withStore(({ db }) => revokeKeyText(db, key, new Date())));

/** Runs work on the migrated store and prints what it returns. */
async function withStore(work: (database: Database, ran: string[]) => Promise<string>): Promise<void> {
  const database = await openStore(readConfig(process.env));
  try {
    const ran = await migrate(database.db);
    console.log(await work(database, ran));
  } finally {
    await database.close();
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 100_000_000)
    throw new InvalidArgumentError("It must be a whole number from 1 to 100000000.");
  return value;
}

/** Prints why the command ended and returns its exit code. */
function ending(error: unknown): number {
  // Commander has printed its own message already; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof ConfigError) return complain(error.message, exitCodes.usage);
  if (error instanceof CommandFailure) return complain(error.message, error.exitCode);
  if (error instanceof SchemaTooNew) return complain(error.message, exitCodes.store);
  const { code } = error as { code?: string };
  if (code !== undefined && /^(E[A-Z]+|[0-9A-Z]{5})$/.test(code))
    return complain(
      `The store cannot be used: ${error instanceof Error && error.message ? error.message : code}.`,
      exitCodes.store,
    );
  throw error;
}

function complain(message: string, exitCode: number): number {
  console.error(message);
  return exitCode;
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = ending(error);
}
