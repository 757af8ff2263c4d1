import cluster from "node:cluster";
import { Command, CommanderError, Option } from "commander";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { consoleLanguages, roles } from "../domain/operators/operators.ts";
import type { Database } from "../store/database/database.ts";
import { storeFault } from "../store/database/faults.ts";
import { migrate, requireSchema, SchemaMismatch } from "../store/database/migrate.ts";
import { SecretsKeyMissing } from "../store/database/sealing.ts";
import type { Role } from "../store/operators/operators.ts";
import { instant, wholeNumber, workerCount } from "./arguments.ts";
import { type CallbackOptions, listCallbacksText, replayText, secretText } from "./callbacks.ts";
import { dropEventsText } from "./events.ts";
import { importFile } from "./import.ts";
import { createKeyText, listKeysText, revokeKeyText } from "./keys.ts";
import { inviteText, listOperatorsText, unlockText } from "./operators.ts";
import { decideText, decisions, eraseOrderText, exportOrderText, listOrdersText } from "./orders.ts";
import { CommandFailure, exitCodes, openStore } from "./output.ts";
import { reencryptText, secretsText } from "./secrets.ts";
import { plantDemo } from "./seed.ts";
import { type ServeOptions, serve, work } from "./serve.ts";
import { listSuppliersText, supplierSecretText } from "./suppliers.ts";
import { redeemText } from "./vouchers.ts";
import { serveAsWorker, serveByWorkers } from "./workers.ts";

/** The `paseo` command. Settings come from the environment alone (config.ts); what a command says goes to standard output. */

const program = new Command("paseo")
  .description(
    "Catalogue and booking service for tours, shows and activities.\nSettings are environment variables: see docs/reference/settings.md.",
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
  .option("--no-jobs", "leave suppliers, callbacks and sweeps to `paseo work` beside it")
  .option("--workers <n>", "serve from so many processes, or auto: one for each core; needs DATABASE_URL", workerCount)
  .action((options: ServeOptions) => {
    const config = readConfig(process.env);
    const { workers } = options;
    if (workers === undefined) return serve(config, options);
    return cluster.isWorker ? serveAsWorker(config, options) : serveByWorkers(config, { ...options, workers });
  });

program
  .command("work")
  .description("ask suppliers, deliver callbacks and sweep until stopped, without serving; needs DATABASE_URL")
  .action(() => work(readConfig(process.env)));

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
  .action(() =>
    withStore(async ({ db }) => {
      const planted = await plantDemo(db, new Date());
      return `Planted ${planted.products} products and ${planted.events.toLocaleString("en")} events. The demo partner's key is pk_demo, on a loopback address only.`;
    }),
  );

program
  .command("import")
  .description(
    "import a catalogue file (docs/reference/catalogue-file.md); all of it or, with a mistake in it, nothing",
  )
  .argument("<file>", "JSON file")
  .action((file: string) => withStore(({ db }) => importFile(db, file, new Date())));

program
  .command("events")
  .description("events that are over")
  .command("drop")
  .description("drop the events of past years: says what would go, and with --yes does it")
  .requiredOption("--before <year>", "the first year that stays, such as 2025", wholeNumber)
  .option("--yes", "do it")
  .action((options: { before: number; yes?: boolean }) =>
    (options.yes ? withStore : readStore)(({ db }) => dropEventsText(db, options, new Date())),
  );

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
  .action((partner?: string) => readStore(({ db }) => listKeysText(db, partner)));
keys
  .command("revoke")
  .description("revoke a key")
  .argument("<key>", "the key as `keys list` names it")
  .action((key: string) => withStore(({ db }) => revokeKeyText(db, key, new Date())));

const orders = program.command("orders").description("list, decide, export and erase orders, named by id or reference");
orders
  .command("list")
  .description("orders that wait for their supplier, flagged ones first, then the oldest")
  .option("--all", "the newest of all orders instead")
  .action((options: { all?: boolean }) => readStore(({ db }) => listOrdersText(db, options)));
for (const [name, { trigger, does }] of Object.entries(decisions)) {
  orders
    .command(name)
    .description(does)
    .argument("<order>", "id or reference")
    .option("--confirmation <number>", "the supplier's own number")
    .option("--why <sentence>", "for the order's timeline")
    .action((order: string, options: { confirmation?: string; why?: string }) =>
      withStore((database, _ran, config) => decideText(database.db, config, order, { trigger, ...options })),
    );
}
orders
  .command("export")
  .description("all that is kept of an order, as JSON")
  .argument("<order>", "id or reference")
  .action((order: string) => readStore(({ db }) => exportOrderText(db, order)));
orders
  .command("erase")
  .description("erase an order's personal data now")
  .argument("<order>", "id or reference")
  .action((order: string) => withStore(({ db }) => eraseOrderText(db, order, new Date())));

const callbacks = program.command("callbacks").description("list callbacks, send them again, and show their secret");
const choosing = (command: Command) =>
  command
    .option("--partner <partner>", "of this partner, by its external id")
    .option("--order <order>", "of this order")
    .option("--from <instant>", "made from this instant on (ISO 8601)", instant)
    .option("--to <instant>", "made before this instant", instant)
    .addOption(new Option("--state <state>", "in this state").choices(["waiting", "delivered", "given-up", "stopped"]));
choosing(callbacks.command("list").description("the newest hundred")).action((options: CallbackOptions) =>
  readStore(({ db }) => listCallbacksText(db, options)),
);
choosing(callbacks.command("replay").description("send one again, or all that the options name, oldest first"))
  .argument("[callback]", "the callback's id")
  .action((id: string | undefined, options: CallbackOptions) =>
    withStore((database, _ran, config) => replayText(database.db, config, id, options)),
  );
callbacks
  .command("secret")
  .description("the secret that a partner's callbacks are signed with")
  .argument("<partner>", "the partner's external id")
  .option("--rotate", "make a new one; the former goes on for a day")
  .action((partner: string, options: { rotate?: boolean }) => withStore(({ db }) => secretText(db, partner, options)));

const vouchers = program.command("vouchers").description("check and redeem vouchers, by code or address");
vouchers
  .command("check")
  .argument("<voucher>", "what the QR code says")
  .action((code: string) =>
    readStore(({ db }, _ran, config) => redeemText(db, config, code, { by: null, now: new Date() })),
  );
vouchers
  .command("redeem")
  .argument("<voucher>", "what the QR code says")
  .requiredOption("--by <name>", "who redeems it")
  .option("--override <reason>", "redeem it on another day as well; the reason stands in the order's timeline")
  .action((code: string, options: { by: string; override?: string }) =>
    withStore(({ db }, _ran, config) => redeemText(db, config, code, { ...options, now: new Date() })),
  );

const operators = program.command("operators").description("who may use the console");
operators
  .command("create")
  .description("make an operator, or a new link for one who is locked out: prints a one-time link")
  .argument("<email>", "e-mail address")
  .option("--name <name>", "name to show")
  .addOption(new Option("--role <role>", "what the operator may do").choices([...roles]).default("owner"))
  .addOption(new Option("--lang <lang>", "language of the console").choices([...consoleLanguages]).default("es"))
  .action((email: string, options: { name?: string; role: Role; lang: string }) =>
    withStore(({ db }, _ran, config) => inviteText(db, config, email, options, new Date())),
  );
operators
  .command("unlock")
  .description("let an operator try to sign in again at once, after too many attempts")
  .argument("<email>", "e-mail address")
  .action((email: string) => withStore(({ db }) => unlockText(db, email)));
operators
  .command("list")
  .description("list operators")
  .action(() => readStore(({ db }) => listOperatorsText(db)));

const suppliers = program.command("suppliers").description("list suppliers, and show the secret of one that is called");
suppliers
  .command("list")
  .description("every supplier, and how it is asked")
  .action(() => readStore(({ db }) => listSuppliersText(db)));
suppliers
  .command("secret")
  .description("the secret that calls to a supplier's system are signed with")
  .argument("<supplier>", "the supplier's external id")
  .option("--rotate", "make a new one; the former goes on for a day")
  .action((supplier: string, options: { rotate?: boolean }) =>
    withStore(({ db }) => supplierSecretText(db, supplier, options)),
  );

const secrets = program.command("secrets").description("how the secrets in the store are encrypted (SECRETS_KEY)");
secrets
  .command("status")
  .description("how many secrets are stored plain, and with which key")
  .action(() => readStore(({ db }) => secretsText(db)));
secrets
  .command("reencrypt")
  .description("store every secret as SECRETS_KEY says; without it, plain, by the keys in SECRETS_KEY_FORMER")
  .action(() => withStore(({ db }, _ran, config) => reencryptText(db, config)));

type StoreWork = (database: Database, ran: string[], config: Config) => Promise<string>;

/** Runs work on the migrated store and prints what it returns. */
const withStore = (work: StoreWork): Promise<void> => onStore(({ db }) => migrate(db), work);

/** Runs work that only reads: on a store that is not migrated it says so, and leaves it as it is. */
const readStore = (work: StoreWork): Promise<void> =>
  onStore(async ({ db }) => {
    await requireSchema(db);
    return [];
  }, work);

async function onStore(prepare: (database: Database) => Promise<string[]>, work: StoreWork): Promise<void> {
  const config = readConfig(process.env);
  const database = await openStore(config);
  try {
    const ran = await prepare(database);
    console.log(await work(database, ran, config));
  } finally {
    await database.close();
  }
}

/** Prints why the command ended and returns its exit code. */
function ending(error: unknown): number {
  // Commander has printed its message already; --help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof ConfigError) return complain(error.message, exitCodes.usage);
  if (error instanceof CommandFailure) return complain(error.message, error.exitCode);
  if (error instanceof SecretsKeyMissing) return complain(error.message, exitCodes.usage);
  if (error instanceof SchemaMismatch) return complain(error.message, exitCodes.store);
  if (storeFault(error) === "full")
    return complain("The store cannot be used: its disk is full. Make room, and start again.", exitCodes.store);
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
// A worker's line to the first process would keep it alive.
if (cluster.isWorker) process.exit();
