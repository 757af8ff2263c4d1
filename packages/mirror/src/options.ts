import { parseArgs } from "node:util";
import type { Format } from "@paseo/contract";
import { contractLanguages, type Language, languages } from "@paseo/contract/codes";
import type { ListenAddress } from "./listen.ts";
import { targetOpener } from "./targets/open.ts";
import type { Target } from "./targets/target.ts";

/** The options of the command line. */
export interface MirrorOptions {
  service: string;
  open: () => Promise<Target>;
  apiKey: string | undefined;
  languages: Language[];
  details: boolean;
  /** Interval of the synchronisation in milliseconds; undefined to run once. */
  everyMs: number | undefined;
  /** Address for messages of the service; undefined: none. */
  listenAt: ListenAddress | undefined;
  /** Secrets that sign these messages. */
  secrets: string[];
  verify: boolean;
  full: boolean;
  /** File for the changes; `-` is standard output, undefined: no changes are written. */
  changes: string | undefined;
  format: Format;
  namespace: string | undefined;
  quiet: boolean;
}

/** The command line is invalid; the message names the option. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const usage = `Usage: paseo-mirror URL --to TARGET [options]

Keeps a local copy of a Paseo catalogue up to date. The first run reads everything, later runs read only
changes. It can be stopped or killed at any time; the next run continues.

  URL                address of the service, without /api
  --to TARGET        sqlite:FILE, postgres://USER@HOST/DATABASE[?schema=NAME] or ndjson:FOLDER
  --key KEY          partner key, if reads need one; better set PASEO_KEY in the environment
  --lang LANG        language of the content pages: ${languages.join(", ")}; repeatable
                     (default ${contractLanguages.join(" and ")}, which every service has)
  --no-details       without items, ticket rules and locations, which cost one request per product
  --full             read everything again
  --verify           compare the copy with the digest of the service, and report differences
  --watch            synchronise until stopped
  --every PERIOD     interval with --watch, such as 30s, 5m or 1h (default 30s, with --listen 5m)
  --listen ADDRESS   with --watch: receive the service's messages at HOST:PORT/PATH, such as
                     127.0.0.1:9090/catalogue, and synchronise at each
  --secret SECRET    secret of these messages, whsec_…; repeatable; better set PASEO_CALLBACK_SECRET
  --changes          write each change to standard output as a line of JSON
  --changes-to FILE  append each change to FILE exactly once
  --format FORMAT    format of the answers, json or xml (default json)
  --namespace URI    XML namespace, if the operator has changed it
  --quiet            print only errors
  --help, --version

Exit codes: 0 success, 1 the copy differs (--verify), 2 invalid command line, 3 the copy or the changes cannot
be written, 4 the service cannot be read.`;

const known = {
  to: { type: "string" },
  key: { type: "string" },
  lang: { type: "string", multiple: true },
  "no-details": { type: "boolean" },
  full: { type: "boolean" },
  verify: { type: "boolean" },
  watch: { type: "boolean" },
  every: { type: "string" },
  listen: { type: "string" },
  secret: { type: "string", multiple: true },
  changes: { type: "boolean" },
  "changes-to": { type: "string" },
  format: { type: "string" },
  namespace: { type: "string" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** Reads the arguments; `apiKey` and `callbackSecret` come from the environment. Throws a UsageError. */
export function readOptions(
  args: string[],
  apiKey: string | undefined,
  callbackSecret?: string,
): MirrorOptions | "help" | "version" {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const [service, ...more] = positionals;
  if (service === undefined) throw new UsageError("The address of the service is missing.");
  if (more.length > 0) throw new UsageError(`Only one address is allowed; remove ${more.join(" ")}.`);
  if (values.to === undefined) throw new UsageError("--to is missing: the target of the copy.");
  const open = targetOpener(values.to);
  if (!open) throw new UsageError("--to must be sqlite:FILE, postgres://USER@HOST/DATABASE or ndjson:FOLDER.");
  if (values.every !== undefined && !values.watch) throw new UsageError("--every requires --watch.");
  if (values.listen !== undefined && !values.watch) throw new UsageError("--listen requires --watch.");
  const secrets = values.secret ?? (callbackSecret ? callbackSecret.split(/\s+/) : []);
  checkSecrets(secrets, values.listen !== undefined);
  if (values.verify && values.watch) throw new UsageError("--verify cannot be used with --watch; run it separately.");
  if (values.changes && values["changes-to"] !== undefined) {
    throw new UsageError("--changes and --changes-to cannot be used together.");
  }
  return {
    service,
    open,
    apiKey: values.key ?? (apiKey || undefined),
    languages: values.lang ? languagesOf(values.lang) : [...contractLanguages],
    details: !values["no-details"],
    everyMs: values.watch ? period(values.every ?? (values.listen === undefined ? "30s" : "5m")) : undefined,
    listenAt: values.listen === undefined ? undefined : listenAt(values.listen),
    secrets,
    verify: values.verify ?? false,
    full: values.full ?? false,
    changes: values.changes ? "-" : values["changes-to"],
    format: oneOf("format", ["json", "xml"], values.format ?? "json"),
    namespace: values.namespace,
    quiet: values.quiet ?? false,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    // Only the first sentence: the others explain values that start with a dash.
    throw new UsageError((error as Error).message.split("\n", 1)[0]!.replace(/\. .*$/, "."));
  }
}

/** Returns the languages without duplicates, in the order of the contract. */
function languagesOf(given: string[]): Language[] {
  const selected = given.map((lang) => oneOf("lang", languages, lang));
  return languages.filter((lang) => selected.includes(lang));
}

function oneOf<T extends string>(option: string, accepted: readonly T[], given: string): T {
  const found = accepted.find((value) => value === given);
  if (found === undefined) throw new UsageError(`--${option} must be ${accepted.join(" or ")}.`);
  return found;
}

function checkSecrets(secrets: readonly string[], areNeeded: boolean): void {
  if (areNeeded && secrets.length === 0)
    throw new UsageError("--listen requires the secret of the messages: set PASEO_CALLBACK_SECRET.");
  const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(text);
  if (!secrets.every(isSecret)) throw new UsageError("The secret of the messages must be whsec_ followed by base64.");
}

function listenAt(text: string): ListenAddress {
  const url = /^[^/\s]+:\d+(\/\S*)?$/.test(text) ? URL.parse(`http://${text}`) : null;
  const port = Number(/:(\d+)(?:\/|$)/.exec(text.replace(/^\[.*\]/, ""))?.[1]);
  if (!url || !(port >= 1 && port <= 65_535))
    throw new UsageError("--listen must be HOST:PORT/PATH, such as 127.0.0.1:9090/catalogue.");
  return { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, path: url.pathname };
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

function period(text: string): number {
  const [, number, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit ?? ""] ?? Number.NaN);
  if (!(ms >= 1000 && ms <= 24 * 3_600_000))
    throw new UsageError("--every must be from 1s to 24h, such as 30s, 5m or 1h.");
  return ms;
}
