import { contractLanguages, type Language, languages } from "@paseo/contract/codes";
import {
  choice,
  isNamespace,
  isPublicUrl,
  readKeys,
  readLanguages,
  readOrigins,
  readProxies,
  readServer,
  type Setting,
  setting,
  whole,
  yesOrNo,
} from "./setting.ts";
import { readTelemetry, type TelemetrySettings } from "./telemetry/settings.ts";

/**
 * The only reader of the environment. `settings` defines the typed `Config`, the messages for refused values,
 * and the table in docs/reference/settings.md.
 */

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const readAccesses = ["open", "key"] as const;
const orderAccesses = ["masked", "open", "key"] as const;
const secondFactors = ["optional", "required"] as const;
const preparedWords = ["auto", "yes", "no"] as const;

/** Every setting, by the name of its environment variable. */
export const settings = {
  PORT: whole(8080, 0, 65_535, "TCP port to listen on. 0 picks a free port."),
  HOST: setting<string>({
    default: "127.0.0.1",
    accepts: "a host name or an IP address",
    description: "Address to listen on. `0.0.0.0` or `::` listens on all addresses.",
    read: (text) => (/^[A-Za-z0-9._:%-]+$/.test(text) ? text : undefined),
  }),
  PROBE_PORT: setting<number | undefined>({
    default: undefined,
    accepts: "a whole number from 1 to 65535",
    description:
      "Further TCP port, for `/healthz`, `/readyz` and `/metrics` alone. Probes there do not wait behind partners that connect.",
    read: (text) => (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  DATA_DIR: setting<string>({
    default: "./data",
    accepts: "the path of a directory",
    description:
      "Directory of the embedded database, created if missing. One process at a time. Ignored with `DATABASE_URL`.",
    read: (text) => text,
  }),
  DATABASE_URL: setting<string | undefined>({
    default: undefined,
    accepts: "postgres://user:password@host:port/database",
    description: "PostgreSQL server to use instead of the embedded database. Any number of processes can share it.",
    read: readServer,
    secret: true,
  }),
  DATABASE_READ_URL: setting<string | undefined>({
    default: undefined,
    accepts: "postgres://user:password@host:port/database",
    description: "Streaming replica of that server. Catalogue pages are read from it while it is up to date.",
    read: readServer,
    secret: true,
  }),
  DATABASE_POOL_SIZE: whole(10, 2, 1000, "Maximum number of connections of each process to each server."),
  DATABASE_PREPARED: choice(
    "auto",
    preparedWords,
    "Named prepared statements. `auto`: on unless a connection pooler is detected. `yes`: on, for a pooler that supports them. `no`: off.",
  ),
  DATABASE_WAIT_SECONDS: whole(
    5,
    1,
    60,
    "Seconds that a request waits for a database connection before it is answered 503.",
  ),
  DATABASE_SILENCE_SECONDS: whole(
    3,
    1,
    60,
    "Seconds without a response after which a connection is closed, unless the server is still executing its statement.",
  ),
  DATABASE_STATEMENT_SECONDS: whole(
    60,
    1,
    3600,
    "`statement_timeout` of serving processes. Imports, migrations and other changes to the whole catalogue have no limit.",
  ),
  DATABASE_LOCK_SECONDS: whole(
    3,
    1,
    60,
    "`lock_timeout` of serving processes: how long a booking waits for rows that, for example, an import has locked.",
  ),
  DATABASE_IDLE_TRANSACTION_SECONDS: whole(
    10,
    1,
    600,
    "`idle_in_transaction_session_timeout` of serving processes. The server then releases the locks of a lost process.",
  ),
  SLOW_STATEMENT_MS: whole(
    1000,
    1,
    3_600_000,
    "Milliseconds beyond which a database statement is counted in `paseo_slow_statements_total` and logged by its name.",
  ),
  PAGE_BUFFER_MB: whole(
    64,
    1,
    8192,
    "Size of the page cache of each process, in MiB. Pages that were not used recently are evicted first.",
  ),
  XML_NAMESPACE: setting<string>({
    default: "urn:paseo:partner",
    accepts: "an absolute URI of at most 255 characters",
    description:
      "Namespace of every XML element in requests and answers. When you replace a service, set its namespace.",
    read: (text) => (isNamespace(text) ? text : undefined),
  }),
  OFFERED_LANGUAGES: setting<readonly Language[]>({
    default: languages,
    accepts: `${contractLanguages.join(" and ")}, and further ones of ${languages.join(", ")}, separated by commas`,
    description: "Languages that the service offers in `/api/{lang}/…`. Any other is a 404.",
    read: readLanguages,
  }),
  READ_ACCESS: choice(
    "open",
    readAccesses,
    "`open`: catalogue reads need no key. `key`: every read needs a partner key.",
  ),
  ORDER_ACCESS: choice(
    "masked",
    orderAccesses,
    "Reading an order without its partner's key. `masked`: personal data are hidden. `open`: everything is shown. `key`: the answer is 401.",
  ),
  TRUST_PROXY: setting<string[] | number | undefined>({
    default: undefined,
    accepts: "addresses and networks (10.0.0.0/8), separated by commas, or a number of proxies from 1 to 32",
    description:
      "Proxies whose `X-Forwarded-For` is trusted, or the number of proxies in front. Limits then count each client separately.",
    read: readProxies,
  }),
  CORS_ORIGINS: setting<string[] | undefined>({
    default: undefined,
    accepts: "origins such as https://shop.example.com, separated by commas, or *",
    description: "Sites whose pages may read the catalogue from a browser. Keys and orders stay out of their reach.",
    read: readOrigins,
  }),
  PARTNER_REQUESTS_PER_MINUTE: whole(
    0,
    0,
    1_000_000,
    "Requests with a key that each partner may send within a minute, counted by each process. 0: no limit.",
  ),
  PRICE_HOLD_MINUTES: whole(30, 0, 1440, "Minutes for which a validated price is guaranteed."),
  CHANGE_QUOTE_MINUTES: whole(30, 1, 1440, "Minutes for which a quote of `orderchange` can be accepted."),
  HOLD_MINUTES: whole(
    15,
    1,
    120,
    "Minutes for which `eventhold` holds seats and their total. `holdextend` gives them again.",
  ),
  HOLD_EXTENSIONS: whole(2, 0, 10, "How often `holdextend` can extend a hold."),
  HOLDS_PER_PARTNER: whole(50, 0, 10_000, "Open holds that each partner may have. 0: no holds."),
  HELD_SEATS_PER_PARTNER: whole(200, 0, 100_000, "Seats that the open holds of each partner may take together."),
  SANDBOX: yesOrNo(
    "Every order is a test order, answered by the simulator. No seats are taken and no supplier is contacted.",
  ),
  PUBLIC_URL: setting<string | undefined>({
    default: undefined,
    accepts: "an http or https address without query",
    description: "Public address of this service, for vouchers and links in e-mails. Unset: `http://HOST:PORT`.",
    read: (text) => (isPublicUrl(text) ? text.replace(/\/+$/, "") : undefined),
  }),
  OPERATOR_NAME: setting<string>({
    default: "Paseo",
    accepts: "a text of at most 100 characters",
    description: "Operator name on vouchers and in e-mails to suppliers.",
    read: (text) => (text.length <= 100 && !/\p{Cc}/u.test(text) ? text : undefined),
  }),
  OPERATOR_PHONE: setting<string | undefined>({
    default: undefined,
    accepts: "a telephone number of at most 40 characters",
    description: "Operator's telephone number on vouchers, for travellers.",
    read: (text) => (/^\+?[0-9][0-9 ()./-]{3,38}$/.test(text) ? text : undefined),
  }),
  SECOND_FACTOR: choice(
    "optional",
    secondFactors,
    "`required`: an operator without a second factor must set one up at the next sign-in.",
  ),
  SUPPLIER_WAIT_SECONDS: whole(
    4,
    0,
    20,
    "Seconds that a booking request waits for the supplier of a product with immediate booking.",
  ),
  SMTP_URL: setting<string | undefined>({
    default: undefined,
    accepts: "smtp://user:password@host:port or smtps://…",
    description:
      "Mail server for e-mails to suppliers. Unset: no e-mail is sent, and those orders wait for an operator.",
    read: (text) => (/^smtps?:$/.test(URL.parse(text)?.protocol ?? "") && URL.parse(text)?.hostname ? text : undefined),
    secret: true,
  }),
  MAIL_FROM: setting<string>({
    default: "paseo@localhost",
    accepts: "an e-mail address",
    description: "Sender address of e-mails to suppliers.",
    read: (text) => (/^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : undefined),
  }),
  CALLBACK_ALLOW_PRIVATE: yesOrNo(
    "Allow callbacks and supplier calls to private and local addresses. For development, or when all of them are yours.",
  ),
  DOOR_HOURS_BEFORE: whole(
    3,
    0,
    24,
    "Hours before the event from which its vouchers are accepted, even on the previous day.",
  ),
  DOOR_HOURS_AFTER: whole(
    6,
    0,
    24,
    "Hours after the event until which its vouchers are accepted, even on the next day.",
  ),
  SECRETS_KEY: setting<Buffer | undefined>({
    default: undefined,
    accepts: "32 bytes in base64, such as `openssl rand -base64 32` prints",
    description:
      "Key that encrypts the stored secrets of partners, suppliers and operators. Unset: they are stored unencrypted.",
    read: (text) => (text.includes(",") ? undefined : readKeys(text)?.[0]),
    secret: true,
  }),
  SECRETS_KEY_FORMER: setting<Buffer[] | undefined>({
    default: undefined,
    accepts: "keys of 32 bytes in base64, with commas between them",
    description: "Further keys that stored secrets may be encrypted with. Set it while you replace the key.",
    read: readKeys,
    secret: true,
  }),
  PERSONAL_DATA_DAYS: whole(
    90,
    1,
    3650,
    "Days after the event at which e-mail, telephone, IP address and answers of an order are erased.",
  ),
  LOG_LEVEL: choice(
    "info",
    logLevels,
    "Minimum level that is logged. Each request is one line at `info`; cached catalogue pages are at `debug`.",
  ),
};

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Name = keyof typeof settings;

/** The settings, typed and in camelCase: `PRICE_HOLD_MINUTES` is `priceHoldMinutes`. */
export type Config = { [N in Name as Camel<N>]: ValueOf<(typeof settings)[N]> } & {
  /** From the OTEL_* variables; undefined when telemetry is off. docs/reference/monitoring.md */
  telemetry: TelemetrySettings | undefined;
};

/** Refused settings: `message` has one line for each. It never contains a password. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from an environment. Unset and empty mean the same.
 * @throws ConfigError when a value is refused, or an unknown name looks like a misspelt setting.
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
  config.telemetry = readTelemetry(env, problems);
  for (const [name, text] of Object.entries(env)) {
    const problem = unknownSetting(name, text ?? "");
    if (problem) problems.push(problem);
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

/** The error message when `name` is probably a misspelt setting. */
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
 * Kubernetes and Docker links set variables for every service. For a service named "paseo" these are PASEO_PORT
 * (tcp://10.0.0.7:8080), PASEO_SERVICE_HOST and so on. They must not stop the start.
 */
function isServiceLink(name: string, text: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/.test(name) ||
    (/_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text))
  );
}

/** Names one letter away from PORT that other programs may use. */
const foreignNames = new Set(["POST", "PART"]);

/**
 * Whether `name` is a misspelling of `known`: they differ in case and underscores only, or by one edit (two in long names).
 * The first letter must match: SORT and COST are plausible names of other programs.
 */
function isNear(name: string, known: string): boolean {
  if (foreignNames.has(name)) return false;
  const bare = name.replaceAll("_", "").toUpperCase();
  const target = known.replaceAll("_", "");
  if (bare === target) return true;
  if (bare[0] !== target[0]) return false;
  const allowed = target.length >= 8 ? 2 : 1;
  return Math.abs(name.length - known.length) <= allowed && edits(name, known) <= allowed;
}

/** Damerau-Levenshtein distance: letters inserted, deleted, replaced, or swapped with their neighbour. */
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

/** The settings as a Markdown table, for docs/reference/settings.md. */
export function settingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const value = setting.default === undefined ? "unset" : `\`${setting.default}\``;
    return `| \`${name}\` | ${value} | ${setting.accepts} | ${setting.description} |`;
  });
  return ["| Setting | Default | Accepts | What it does |", "|---|---|---|---|", ...rows, ""].join("\n");
}
