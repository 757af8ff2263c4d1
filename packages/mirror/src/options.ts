import { parseArgs } from "node:util";
import { type Form, type Language, languages } from "@paseo/contract";
import { targetOpener } from "./targets/open.ts";
import type { Target } from "./targets/target.ts";

/** What the command line asks for. */
export interface Options {
  service: string;
  open: () => Promise<Target>;
  apiKey: string | undefined;
  languages: Language[];
  details: boolean;
  /** How often to look for changes, in milliseconds; undefined for once. */
  everyMs: number | undefined;
  verify: boolean;
  full: boolean;
  /** Where change lines go: `-` is standard output; undefined for nowhere. */
  changes: string | undefined;
  form: Form;
  namespace: string | undefined;
  quiet: boolean;
}

/** A wrong call; the message names the option. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const usage = `Usage: paseo-mirror URL --to TARGET [options]

Keeps a local copy of a Paseo catalogue in step: everything the first time, then what changed. It may be
stopped or killed at any moment; the next run goes on from there.

  URL                address of the service, without /api
  --to TARGET        sqlite:FILE, postgres://USER@HOST/DATABASE[?schema=NAME] or ndjson:FOLDER
  --key KEY          the partner's key, where reads need one; better in the environment, as PASEO_KEY
  --lang LANG        language of the content pages, es or pt; may be given twice (both)
  --details          keep products whole, with items, ticket rules and places: one request for each product
  --full             read everything again
  --verify           then compare the copy with the service's digest, and say where they differ
  --watch            go on until stopped
  --every PERIOD     how often to look for changes, such as 30s, 5m or 1h (30s); with --watch
  --changes          write each change to standard output, as a line of JSON
  --changes-to FILE  append each change to FILE, exactly once
  --form FORM        form of the answers, json or xml (json)
  --namespace URI    namespace of the XML form, where the operator has set another
  --quiet            say nothing but errors
  --help, --version

Exit codes: 0 done, 1 the copy differs (--verify), 2 wrong call, 3 the copy, or where changes go, cannot be
used, 4 the service could not be read.`;

const known = {
  to: { type: "string" },
  key: { type: "string" },
  lang: { type: "string", multiple: true },
  details: { type: "boolean" },
  full: { type: "boolean" },
  verify: { type: "boolean" },
  watch: { type: "boolean" },
  every: { type: "string" },
  changes: { type: "boolean" },
  "changes-to": { type: "string" },
  form: { type: "string" },
  namespace: { type: "string" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** Reads the arguments; `apiKey` is what the environment has. Throws a UsageError. */
export function readOptions(args: string[], apiKey: string | undefined): Options | "help" | "version" {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const [service, ...more] = positionals;
  if (service === undefined) throw new UsageError("The address of the service is missing.");
  if (more.length > 0) throw new UsageError(`There is one address, and then options: ${more.join(" ")} is too much.`);
  if (values.to === undefined) throw new UsageError("--to is missing: where the copy is kept.");
  const open = targetOpener(values.to);
  if (!open) throw new UsageError("--to must be sqlite:FILE, postgres://USER@HOST/DATABASE or ndjson:FOLDER.");
  if (values.every !== undefined && !values.watch) throw new UsageError("--every goes with --watch.");
  if (values.verify && values.watch)
    throw new UsageError("--verify does not go with --watch: run it beside, now and then.");
  if (values.changes && values["changes-to"] !== undefined) {
    throw new UsageError("--changes and --changes-to do not go together.");
  }
  return {
    service,
    open,
    apiKey: values.key ?? (apiKey || undefined),
    languages: values.lang ? languagesOf(values.lang) : [...languages],
    details: values.details ?? false,
    everyMs: values.watch ? period(values.every ?? "30s") : undefined,
    verify: values.verify ?? false,
    full: values.full ?? false,
    changes: values.changes ? "-" : values["changes-to"],
    form: oneOf("form", ["json", "xml"], values.form ?? "json"),
    namespace: values.namespace,
    quiet: values.quiet ?? false,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    // Its first sentence says what is wrong, the others how to write a value that begins with a dash.
    throw new UsageError((error as Error).message.split("\n", 1)[0]!.replace(/\. .*$/, "."));
  }
}

/** In the contract's order, each once. */
function languagesOf(given: string[]): Language[] {
  const selected = given.map((lang) => oneOf("lang", languages, lang));
  return languages.filter((lang) => selected.includes(lang));
}

function oneOf<T extends string>(option: string, accepted: readonly T[], given: string): T {
  const found = accepted.find((value) => value === given);
  if (found === undefined) throw new UsageError(`--${option} must be ${accepted.join(" or ")}.`);
  return found;
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

function period(text: string): number {
  const [, number, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit ?? ""] ?? Number.NaN);
  if (!(ms >= 1000 && ms <= 24 * 3_600_000))
    throw new UsageError("--every must be from 1s to 24h, such as 30s, 5m or 1h.");
  return ms;
}
