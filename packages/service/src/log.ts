import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/**
 * Structured logs, one JSON line each, without personal data and keys. Two filters apply, since either alone has gaps.
 * The first hides fields by name at any depth. The other masks text in the finished line that looks like a key, a secret, an
 * e-mail address or a password in a URL.
 */

/** Names of hidden fields in lower case, without `-` and `_`. */
const hiddenNames = new Set(
  "apikey xapikey email phonenumber answers authorization cookie idempotencykey password remotehost callbackurl databaseurl databasereadurl".split(
    " ",
  ),
);
const hidden = "[hidden]";

/**
 * Creates a logger. Without a `destination` it writes to standard output, buffered for up to a second: at tens of thousands of
 * requests a second, a system call for each line costs more than the answer. Lines of a worker contain its number. `onUnread`: the reader is gone.
 */
export function createLogger(
  level: Config["logLevel"],
  { destination, worker, onUnread }: { destination?: DestinationStream; worker?: number; onUnread?: () => void } = {},
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid, ...(worker !== undefined && { worker }) },
      timestamp: isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => withoutHidden(fields, 0) as typeof fields },
      // Errors are described below: pino would add all their properties.
      serializers: { err: (described) => described },
      hooks: { streamWrite: masked },
    },
    destination ?? standardOutput(worker ? shared : alone, onUnread),
  );
}

/** Without a reader pino drops the lines. `onUnread` is called for the first of them. */
function standardOutput(options: object, onUnread: (() => void) | undefined): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, periodicFlush: 1000, ...options });
  if (onUnread) output.on("error", (error: NodeJS.ErrnoException) => error.code === "EPIPE" && onUnread());
  // At the exit of the process this stream repeats a write without end if the reader is gone. So it writes no more once a command's output
  // has found that out.
  process.stdout.prependListener("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") Object.assign(output, { write: () => true, flushSync: () => {} });
  });
  return output;
}

/** The logger for background work. It omits errors that `isKnown` recognises, which are logged once elsewhere. */
export type JobLog = Pick<Logger, "warn">;

export const jobLog = (logger: Logger, isKnown: (error: unknown) => boolean): JobLog => ({
  warn: ((fields: { err?: unknown }, message: string) => {
    if (!isKnown(fields.err)) logger.warn(fields, message);
  }) as Logger["warn"],
});

const alone = { minLength: 4096 };
/** Workers share one pipe. Writes of at most 4096 bytes are atomic, so that lines do not mix. */
const shared = { minLength: 2048, maxWrite: 4096 };

/**
 * Returns the logger for request lines. Their fields contain no personal data, so they skip the filter, which costs as much as the line.
 */
export function requestLogger(logger: Logger): Logger {
  return logger.child({}, { formatters: { log: (fields) => fields } });
}

let lastMs = 0;
let lastTime = "";
/** Returns the time in ISO 8601, formatted once for all lines of a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}

function withoutHidden(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return described(value, depth);
  if (depth > 8) return hidden;
  if (Array.isArray(value)) return value.map((entry) => withoutHidden(entry, depth + 1));
  if (value instanceof Date) return value;
  const clean: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    clean[name] = hiddenNames.has(name.replace(/[-_]/g, "").toLowerCase()) ? hidden : withoutHidden(entry, depth + 1);
  }
  return clean;
}

/** Describes an error without its own properties: the properties of a database error quote the row that caused it. */
function described(error: Error, depth: number): object {
  return {
    type: error.name,
    message: error.message,
    code: (error as { code?: unknown }).code,
    stack: error.stack,
    ...(error.cause instanceof Error && depth < 8 ? { cause: described(error.cause, depth + 1) } : {}),
  };
}

/**
 * Patterns to mask: partner keys, signing secrets, addresses with a secret in their path, passwords in URLs, and e-mail
 * addresses.
 */
const secrets = [
  /pk_[\w-]*/g,
  /whsec_[\w+/=-]*/g,
  /(?<=\/(voucher|supplier|calendar)\/)[^\s"]+/g,
  // The pattern is bounded, so that a long line takes time in proportion to its length. Files of npm packages are no secrets:
  // file:///opt/paseo/node_modules/@paseo/service/paseo.mjs
  /(?<=:\/\/)[^\s"]{0,1000}(?<!\/node_modules\/)(?=@)/g,
  /[^\s"<>@,;:\\]{1,254}@[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63})+/gu,
];
const mayHaveSecret = /@|pk_|whsec_|\/(voucher|supplier|calendar)\//;

const masked = (line: string): string =>
  mayHaveSecret.test(line) ? secrets.reduce((text, secret) => text.replace(secret, hidden), line) : line;
