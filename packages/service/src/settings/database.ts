import { defineSetting, oneOfSetting, wholeNumberSetting } from "./setting.ts";

const preparedWords = ["auto", "yes", "no"] as const;

/** Settings of the database and its connections. */
export const databaseSettings = {
  DATA_DIR: defineSetting<string>({
    default: "./data",
    accepts: "the path of a directory",
    description:
      "Directory of the embedded database, created if missing. Only one service at a time uses it. Ignored with `DATABASE_URL`.",
    read: (text) => text,
  }),
  DATABASE_URL: defineSetting<string | undefined>({
    default: undefined,
    accepts: "postgres://user:password@host:port/database",
    description: "PostgreSQL server to use instead of the embedded database. Any number of processes can share it.",
    read: parseServerUrl,
    secret: true,
  }),
  DATABASE_READ_URL: defineSetting<string | undefined>({
    default: undefined,
    accepts: "postgres://user:password@host:port/database",
    description: "Streaming replica of that server. Catalogue pages are read from it while it is up to date.",
    read: parseServerUrl,
    secret: true,
  }),
  DATABASE_POOL_SIZE: wholeNumberSetting(10, 2, 1000, "Maximum number of connections of each process to each server."),
  DATABASE_PREPARED: oneOfSetting(
    "auto",
    preparedWords,
    "Named prepared statements. `auto`: on unless a connection pooler is detected. `yes`: on, for a pooler that supports them. `no`: off.",
  ),
  DATABASE_WAIT_SECONDS: wholeNumberSetting(
    5,
    1,
    60,
    "Seconds that a request waits for a database connection before it is answered 503.",
  ),
  DATABASE_STATEMENT_SECONDS: wholeNumberSetting(
    5,
    1,
    3600,
    "`statement_timeout` of serving processes. A second later they close a connection without a response. Imports, migrations and other changes to the whole catalogue have no limit.",
  ),
  DATABASE_LOCK_SECONDS: wholeNumberSetting(
    3,
    1,
    60,
    "`lock_timeout` of serving processes: how long a booking waits for rows that, for example, an import has locked.",
  ),
  DATABASE_IDLE_TRANSACTION_SECONDS: wholeNumberSetting(
    10,
    1,
    600,
    "`idle_in_transaction_session_timeout` of serving processes. The server then releases the locks of a lost process.",
  ),
  SLOW_STATEMENT_MS: wholeNumberSetting(
    1000,
    1,
    3_600_000,
    "Milliseconds beyond which a database statement is counted in `paseo_slow_statements_total` and logged by its name.",
  ),
};

export function parseServerUrl(text: string): string | undefined {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? "") ? text : undefined;
}

/** Returns a server's address without user and password: host, port and database. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? host}${pathname}`;
}

/**
 * Variables with which other programs find a PostgreSQL server and its login. A password alone names no server: `paseo
 * move` reads it.
 */
const serverNames =
  /^(DB_URL|POSTGRES_URL|POSTGRESQL_URL|PG_URL|DATABASE_(HOST|NAME|USER|USERNAME|PASSWORD)|PG(HOST|HOSTADDR|PORT|DATABASE|USER|SERVICE|SERVICEFILE|PASSFILE))$/;

/**
 * Returns the message for an environment that names a PostgreSQL server only by variables of other programs. The service does not read
 * these variables. Without this message it would start on an empty embedded store and ignore that server.
 */
export function otherServerMessage(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(env).filter((name) => env[name] && serverNames.test(name));
  if (env.DATABASE_URL || names.length === 0) return undefined;
  return `The environment names a PostgreSQL server by ${names.sort().join(", ")}, which Paseo does not read: set DATABASE_URL to postgres://user:password@host:port/database, or unset ${names.length === 1 ? "it" : "them"} to use the embedded store in DATA_DIR.`;
}
