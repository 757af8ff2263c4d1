import {
  isNamespace,
  isPublicUrl,
  oneOf,
  readKeys,
  readProxies,
  readServer,
  type Setting,
  setting,
  whole,
  yesOrNo,
} from "./setting.ts";

/**
 * The only reader of the environment, and the one place where a setting is described: `settings` makes the typed
 * `Config`, the sentences that stop a start, and the table in docs/how-to/run-in-production.md.
 */

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const readAccesses = ["open", "key"] as const;
const orderAccesses = ["masked", "open", "key"] as const;
const secondFactors = ["optional", "required"] as const;
const preparedWords = ["auto", "yes", "no"] as const;

/** Every setting, by the name of its environment variable. */
export const settings = {
  PORT: whole(8080, 0, 65_535, "Port to listen on; 0 takes a free one."),
  HOST: setting<string>({
    default: "127.0.0.1",
    accepts: "a host name or an IP address",
    description: "Address to listen on; `0.0.0.0` or `::` listens on every one.",
    read: (text) => (/^[A-Za-z0-9._:%-]+$/.test(text) ? text : undefined),
  }),
  DATA_DIR: setting<string>({
    default: "./data",
    accepts: "the path of a directory",
    description:
      "Directory of the embedded store, made when missing. One process at a time. Unused with `DATABASE_URL`.",
    read: (text) => text,
  }),
  DATABASE_URL: setting<string | undefined>({
    default: undefined,
    accepts: "postgres://user:password@host:port/database",
    description: "PostgreSQL server to use in place of the embedded store; any number of processes may share it.",
    read: readServer,
    secret: true,
  }),
  DATABASE_READ_URL: setting<string | undefined>({
    default: undefined,
    accepts: "postgres://user:password@host:port/database",
    description: "Streaming replica of that server, to read catalogue pages from where it is not behind.",
    read: readServer,
    secret: true,
  }),
  DATABASE_POOL_SIZE: whole(10, 2, 1000, "Connections of each process to each server at most."),
  DATABASE_PREPARED: setting<(typeof preparedWords)[number]>({
    default: "auto",
    accepts: oneOf(preparedWords),
    description:
      "Named statements: `auto` where no pooler lies between; `yes` through one that knows them; `no` never.",
    read: (text) => preparedWords.find((word) => word === text),
  }),
  DATABASE_WAIT_SECONDS: whole(
    5,
    1,
    60,
    "Seconds that a request waits for a free connection, or for a new one to be made, before it is answered 503.",
  ),
  DATABASE_SILENCE_SECONDS: whole(
    3,
    1,
    60,
    "Seconds without an answer after which a connection is given up, unless the server is at work on its statement.",
  ),
  DATABASE_STATEMENT_SECONDS: whole(
    60,
    1,
    3600,
    "`statement_timeout` of serving processes. Imports, migrations and other changes of the whole catalogue have no such limit.",
  ),
  DATABASE_LOCK_SECONDS: whole(
    3,
    1,
    60,
    "`lock_timeout` of serving processes: so long does a booking wait for rows that an import, say, holds.",
  ),
  DATABASE_IDLE_TRANSACTION_SECONDS: whole(
    10,
    1,
    600,
    "`idle_in_transaction_session_timeout` of serving processes: the server frees what a vanished one had locked.",
  ),
  PAGE_BUFFER_MB: whole(
    64,
    1,
    8192,
    "Megabytes (MiB) of catalogue pages that a process keeps ready; those that nobody asked for lately go first.",
  ),
  XML_NAMESPACE: setting<string>({
    default: "urn:paseo:partner",
    accepts: "an absolute URI of at most 255 characters",
    description: "Namespace of every XML element, in and out. Set it to the former service's when replacing one.",
    read: (text) => (isNamespace(text) ? text : undefined),
  }),
  READ_ACCESS: setting<(typeof readAccesses)[number]>({
    default: "open",
    accepts: oneOf(readAccesses),
    description: "`open`: catalogue reads need no key. `key`: every read needs a partner's key.",
    read: (text) => readAccesses.find((access) => access === text),
  }),
  ORDER_ACCESS: setting<(typeof orderAccesses)[number]>({
    default: "masked",
    accepts: oneOf(orderAccesses),
    description:
      "An order read without its partner's key: `masked` hides personal data, `open` shows all of it, `key` refuses with 401.",
    read: (text) => orderAccesses.find((access) => access === text),
  }),
  TRUST_PROXY: setting<string[] | number | undefined>({
    default: undefined,
    accepts: "addresses and networks (10.0.0.0/8), separated by commas, or a number of proxies from 1 to 32",
    description:
      "Proxies whose `X-Forwarded-For` is believed, or how many stand in front: limits then count each client by itself.",
    read: readProxies,
  }),
  PRICE_HOLD_MINUTES: whole(30, 0, 1440, "Minutes for which a validated price holds."),
  SANDBOX: yesOrNo(
    "Every order is a test order that the simulator answers: no place is taken, no supplier asked. For a test address.",
  ),
  PUBLIC_URL: setting<string | undefined>({
    default: undefined,
    accepts: "an http or https address without query",
    description:
      "Address at which partners and suppliers reach this service, for vouchers and links in e-mails. Unset: `http://HOST:PORT`.",
    read: (text) => (isPublicUrl(text) ? text.replace(/\/+$/, "") : undefined),
  }),
  OPERATOR_NAME: setting<string>({
    default: "Paseo",
    accepts: "a text of at most 100 characters",
    description: "The operator's name, on vouchers and in e-mails to suppliers.",
    read: (text) => (text.length <= 100 && !/\p{Cc}/u.test(text) ? text : undefined),
  }),
  SECOND_FACTOR: setting<(typeof secondFactors)[number]>({
    default: "optional",
    accepts: oneOf(secondFactors),
    description: "`required`: operators of the back office who have no second factor set one up before anything else.",
    read: (text) => secondFactors.find((word) => word === text),
  }),
  SUPPLIER_WAIT_SECONDS: whole(4, 0, 20, "Seconds for which an order waits for the supplier that is asked at once."),
  SMTP_URL: setting<string | undefined>({
    default: undefined,
    accepts: "smtp://user:password@host:port or smtps://…",
    description: "Mail server for e-mails to suppliers. Unset: none are sent, and their orders wait for the operator.",
    read: (text) => (/^smtps?:$/.test(URL.parse(text)?.protocol ?? "") && URL.parse(text)?.hostname ? text : undefined),
    secret: true,
  }),
  MAIL_FROM: setting<string>({
    default: "paseo@localhost",
    accepts: "an e-mail address",
    description: "Sender of those e-mails.",
    read: (text) => (/^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined),
  }),
  CALLBACK_ALLOW_PRIVATE: yesOrNo(
    "Callbacks and supplier calls may reach private and local addresses. For development, or where all of them are yours.",
  ),
  DOOR_HOURS_BEFORE: whole(
    3,
    0,
    24,
    "Hours before an event's time from which the door accepts its vouchers, where its day has not begun.",
  ),
  DOOR_HOURS_AFTER: whole(
    6,
    0,
    24,
    "Hours after an event's time until which the door accepts its vouchers, where its day is over.",
  ),
  SECRETS_KEY: setting<Buffer | undefined>({
    default: undefined,
    accepts: "32 bytes in base64, such as `openssl rand -base64 32` prints",
    description:
      "Key that encrypts secrets of partners, suppliers and operators in the store. Unset: they are stored as they are.",
    read: (text) => (text.includes(",") ? undefined : readKeys(text)?.[0]),
    secret: true,
  }),
  SECRETS_KEY_FORMER: setting<Buffer[] | undefined>({
    default: undefined,
    accepts: "keys of 32 bytes in base64, with commas between them",
    description: "Other keys that stored secrets may be encrypted with: while a key is being replaced.",
    read: readKeys,
    secret: true,
  }),
  PERSONAL_DATA_DAYS: whole(
    90,
    1,
    3650,
    "Days after its event at which an order loses e-mail, telephone, address and answers.",
  ),
  LOG_LEVEL: setting<(typeof logLevels)[number]>({
    default: "info",
    accepts: oneOf(logLevels),
    description: "Least level that is logged. Each request is one line at `info`, ready catalogue pages at `debug`.",
    read: (text) => logLevels.find((level) => level === text),
  }),
};

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Name = keyof typeof settings;

/** The settings, typed and in camelCase: `PRICE_HOLD_MINUTES` is `priceHoldMinutes`. `databaseUrl` may be undefined. */
export type Config = { [N in Name as Camel<N>]: ValueOf<(typeof settings)[N]> };

/** Bad settings: `message` is one plain sentence for each, a line apart. Passwords are never in it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings out of an environment; unset and empty are the same.
 * @throws ConfigError when a setting is not accepted, or a name is unknown and looks meant for us.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = env[name] ?? "";
    const value = text === "" ? setting.default : setting.read(text);
    if (text !== "" && value === undefined) problems.push(refusal(name, setting, text));
    config[camel(name)] = value;
  }
  for (const [name, text] of Object.entries(env)) {
    const meant = unknownSetting(name, text ?? "");
    if (meant) problems.push(meant);
  }
  if (config.databaseReadUrl !== undefined && !env.DATABASE_URL)
    problems.push("DATABASE_READ_URL is the address of a replica, so DATABASE_URL must be its server's.");
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config as Config;
}

function camel(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function refusal(name: string, setting: Setting<unknown>, text: string): string {
  const given = setting.secret
    ? "a value that is not shown here because it may hold a password"
    : JSON.stringify(text.slice(0, 300));
  return `${name} is ${given}, but it must be ${setting.accepts}.`;
}

/** A sentence when `name` is not a setting but was probably meant as one. */
function unknownSetting(name: string, text: string): string | undefined {
  if (name in settings || isServiceLink(name, text)) return undefined;
  const near = Object.keys(settings).find((known) => isNear(name, known));
  if (near) return `${name} is not a setting; did you mean ${near}? Rename it, or unset it if it is not for Paseo.`;
  if (!/^PASEO_/i.test(name)) return undefined;
  const bare = Object.keys(settings).find((known) => isNear(name.slice("PASEO_".length), known));
  return bare
    ? `${name} is not a setting; did you mean ${bare}?`
    : `${name} is not a setting; the settings are ${Object.keys(settings).join(", ")}.`;
}

/**
 * Kubernetes and Docker links describe every service to its neighbours: for one called "paseo" they set PASEO_PORT to
 * tcp://10.0.0.7:8080, PASEO_SERVICE_HOST and so on. Nobody wrote those, so they must not stop a start.
 */
function isServiceLink(name: string, text: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/.test(name) ||
    (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text))
  );
}

/** One letter from PORT, and plausible names of other programs' variables. */
const othersWords = new Set(["POST", "PART"]);

/**
 * Whether `name` is a slip of `known`: equal but for case and underscores, or one edit away, two in long names.
 * The first letter must agree, for people seldom slip there and SORT or COST are other people's words.
 */
function isNear(name: string, known: string): boolean {
  if (othersWords.has(name)) return false;
  const bare = name.replaceAll("_", "").toUpperCase();
  const target = known.replaceAll("_", "");
  if (bare === target) return true;
  if (bare[0] !== target[0]) return false;
  const allowed = target.length >= 8 ? 2 : 1;
  return Math.abs(name.length - known.length) <= allowed && edits(name, known) <= allowed;
}

/** Edits between two words: letters put in, left out, changed, or swapped with their neighbour. */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(above[column]! + 1, here[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, before[column - 2]! + 1);
      }
      here.push(least);
    }
    [before, above] = [above, here];
  }
  return above[b.length]!;
}

/** The settings as a Markdown table, for docs/how-to/run-in-production.md. */
export function settingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const value = setting.default === undefined ? "unset" : `\`${setting.default}\``;
    return `| \`${name}\` | ${value} | ${setting.accepts} | ${setting.description} |`;
  });
  return ["| Setting | Default | Accepts | What it does |", "|---|---|---|---|", ...rows, ""].join("\n");
}
