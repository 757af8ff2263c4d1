import cluster from "node:cluster";
import { Argument, Command, Option } from "commander";
import { type Config, readConfig } from "../config.ts";
import type { Database } from "../store/database/database.ts";
import { type Role, roles } from "../store/operators/roles.ts";
import { decisions, instant, wholeNumber, workerCount } from "./arguments.ts";
import type { CallbackOptions } from "./callbacks.ts";
import { ending } from "./failure.ts";
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
    if (workers === undefined) return (await import("./serve/serve.ts")).serve(config, options);
    const { serveAsWorker, serveByWorkers } = await import("./serve/workers.ts");
    return cluster.isWorker ? serveAsWorker(config, options) : serveByWorkers(config, { ...options, workers });
  });

program
  .command("work")
  .description("run the background jobs until stopped, without serving requests; needs DATABASE_URL")
  .action(async () => {
    const config = readConfig(process.env);
    return (await import("./serve/serve.ts")).work(config);
  });

addStoreCommands(program, () => readConfig(process.env));

program
  .command("seed")
  .description("create the demo, or update its dates")
  .action(() =>
    withStore(async ({ db }) => {
      const { plantDemo } = await import("./demo/seed.ts");
      const planted = await plantDemo(db, new Date());
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
  .command("events")
  .description("manage past events")
  .command("drop")
  .description("drop the events of past years; shows what would be dropped, unless --yes is given")
  .requiredOption("--before <year>", "first year to keep, such as 2025", wholeNumber)
  .option("--yes", "drop them")
  .action((options: { before: number; yes?: boolean }) =>
    (options.yes ? withStore : readStore)(async ({ db }) =>
      (await import("./events.ts")).dropEventsText(db, options, new Date()),
    ),
  );

const keys = program.command("keys").description("create, list and revoke partner keys");
keys
  .command("create")
  .description("create a key and show it once")
  .argument("<partner>", "the partner's external id")
  .option("--test", "create a test key: its orders are test orders")
  .option("--read-only", "create a key that can read and validate, but not book")
  .action((partner: string, options: { test?: boolean; readOnly?: boolean }) =>
    withStore(async ({ db }) => (await import("./keys.ts")).createKeyText(db, partner, options, new Date())),
  );
keys
  .command("list")
  .description("list the keys of one partner or of all partners")
  .argument("[partner]", "the partner's external id")
  .action((partner?: string) => readStore(async ({ db }) => (await import("./keys.ts")).listKeysText(db, partner)));
keys
  .command("revoke")
  .description("revoke a key")
  .argument("<key>", "the key as shown by `keys list`")
  .action((key: string) => withStore(async ({ db }) => (await import("./keys.ts")).revokeKeyText(db, key, new Date())));

const orders = program.command("orders").description("list, decide, export and erase orders");
orders
  .command("list")
  .description("list orders that wait for their supplier, flagged ones first, then the oldest")
  .option("--all", "list all orders, newest first")
  .action((options: { all?: boolean }) =>
    readStore(async ({ db }) => (await import("./orders.ts")).listOrdersText(db, options)),
  );
for (const [name, { trigger, operation, does }] of Object.entries(decisions)) {
  orders
    .command(name)
    .description(does)
    .argument("<order>", "id or reference")
    .option("--confirmation <number>", "the supplier's own number")
    .option("--why <sentence>", "reason for the order's timeline")
    .action((order: string, options: { confirmation?: string; why?: string }) =>
      withStore(async (database, config) =>
        (await import("./orders.ts")).decideText(database.db, config, order, { trigger, operation, ...options }),
      ),
    );
}
orders
  .command("export")
  .description("print all stored data of an order as JSON")
  .argument("<order>", "id or reference")
  .action((order: string) => readStore(async ({ db }) => (await import("./orders.ts")).exportOrderText(db, order)));
orders
  .command("erase")
  .description("erase an order's personal data now")
  .argument("<order>", "id or reference")
  .action((order: string) =>
    withStore(async ({ db }) => (await import("./orders.ts")).eraseOrderText(db, order, new Date())),
  );

const callbacks = program.command("callbacks").description("list and resend callbacks, and show the signing secret");
const choosing = (command: Command) =>
  command
    .option("--partner <partner>", "the partner's external id")
    .option("--order <order>", "id or reference of the order")
    .option("--from <instant>", "created at or after this time (ISO 8601)", instant)
    .option("--to <instant>", "created before this time (ISO 8601)", instant)
    .addOption(
      new Option("--state <state>", "state of the callback").choices(["waiting", "delivered", "given-up", "stopped"]),
    );
choosing(callbacks.command("list").description("list the newest 100 callbacks")).action((options: CallbackOptions) =>
  readStore(async ({ db }) => (await import("./callbacks.ts")).listCallbacksText(db, options)),
);
choosing(callbacks.command("replay").description("resend one callback, or all that the options select, oldest first"))
  .argument("[callback]", "the callback's id")
  .action((id: string | undefined, options: CallbackOptions) =>
    withStore(async (database, config) =>
      (await import("./callbacks.ts")).replayText(database.db, config, id, options),
    ),
  );
callbacks
  .command("secret")
  .description("print the secret that signs a partner's callbacks")
  .argument("<partner>", "the partner's external id")
  .option("--rotate", "create a new secret; the former one stays valid for a day")
  .action((partner: string, options: { rotate?: boolean }) =>
    withStore(async ({ db }) => (await import("./callbacks.ts")).secretText(db, partner, options)),
  );

callbacks
  .command("catalog")
  .description("show or set the address to which a partner gets messages about changes of the catalogue")
  .argument("<partner>", "the partner's external id")
  .argument("[url]", "the address to register")
  .option("--remove", "send no more messages")
  .action((partner: string, url: string | undefined, options: { remove?: boolean }) =>
    withStore(async ({ db }, config) =>
      (await import("./callbacks.ts")).catalogAddressText(db, config, partner, url, options),
    ),
  );

callbacks
  .command("changes")
  .description("show or set whether a partner gets callbacks about changes to its orders")
  .argument("<partner>", "the partner's external id")
  .addArgument(new Argument("[setting]", "on: its program knows these callbacks").choices(["on", "off"]))
  .action((partner: string, setting: "on" | "off" | undefined) =>
    (setting ? withStore : readStore)(async ({ db }) =>
      (await import("./callbacks.ts")).changeCallbacksText(db, partner, setting && setting === "on"),
    ),
  );

const vouchers = program.command("vouchers").description("check and redeem vouchers, by code or address");
vouchers
  .command("check")
  .description("check a voucher without redeeming it")
  .argument("<voucher>", "code or address from the QR code")
  .action((code: string) =>
    readStore(async ({ db }, config) =>
      (await import("./vouchers.ts")).redeemText(db, config, code, { by: null, now: new Date() }),
    ),
  );
vouchers
  .command("redeem")
  .description("check a voucher and mark it as used")
  .argument("<voucher>", "code or address from the QR code")
  .requiredOption("--by <name>", "name of the person who redeems it")
  .option("--override <reason>", "redeem it on another day too, with a reason for the order's timeline")
  .action((code: string, options: { by: string; override?: string }) =>
    withStore(async ({ db }, config) =>
      (await import("./vouchers.ts")).redeemText(db, config, code, { ...options, now: new Date() }),
    ),
  );

const operators = program.command("operators").description("manage the operators of the console");
operators
  .command("create")
  .description("create an operator, or a new link for one who is locked out, and print the one-time link")
  .argument("<email>", "e-mail address")
  .option("--name <name>", "display name")
  .addOption(new Option("--role <role>", "rights of the operator").choices([...roles]).default("owner"))
  .action((email: string, options: { name?: string; role: Role }) =>
    withStore(async ({ db }, config) =>
      (await import("./operators.ts")).inviteText(db, config, email, options, new Date()),
    ),
  );
operators
  .command("unlock")
  .description("allow an operator to sign in again after too many attempts")
  .argument("<email>", "e-mail address")
  .action((email: string) => withStore(async ({ db }) => (await import("./operators.ts")).unlockText(db, email)));
operators
  .command("list")
  .description("list operators")
  .action(() => readStore(async ({ db }) => (await import("./operators.ts")).listOperatorsText(db)));

const suppliers = program.command("suppliers").description("list suppliers, and show the signing secret of a supplier");
suppliers
  .command("list")
  .description("list suppliers and how they are contacted")
  .action(() => readStore(async ({ db }) => (await import("./suppliers.ts")).listSuppliersText(db)));
suppliers
  .command("secret")
  .description("print the secret that signs calls to a supplier's system")
  .argument("<supplier>", "the supplier's external id")
  .option("--rotate", "create a new secret; the former one stays valid for a day")
  .action((supplier: string, options: { rotate?: boolean }) =>
    withStore(async ({ db }) => (await import("./suppliers.ts")).supplierSecretText(db, supplier, options)),
  );

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
  .action(() => withStore(async ({ db }, config) => (await import("./secrets.ts")).reencryptText(db, config)));

type StoreWork = (database: Database, config: Config) => Promise<string>;

/** Runs work on the migrated store and prints what it returns. */
const withStore = (work: StoreWork): Promise<void> => onStore("migrate", work);

/** Runs work that only reads. It fails on a store that is not migrated, and does not change it. */
const readStore = (work: StoreWork): Promise<void> => onStore("requireSchema", work);

async function onStore(prepare: "migrate" | "requireSchema", work: StoreWork): Promise<void> {
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

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await ending(error);
}
// A worker's channel to the first process would keep it alive.
if (cluster.isWorker) process.exit();
