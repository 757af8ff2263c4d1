import { parseArgs } from "node:util";
import { type Language, languages } from "@paseo/contract";
import { type Play, plays, usualPlays } from "./mock/scenarios.ts";
import { counterpartKey } from "./mock/server.ts";
import { type ReportForm, reportForms } from "./reports/index.ts";
import { defaults } from "./service/conform.ts";

export const help = `\
paseo-conform URL [options]          holds a service's answers against the contract
paseo-conform --as-server [options]  a strict counterpart that judges your client's requests

Both:
  --key KEY          the partner's key; better in the environment, as PASEO_KEY
                     (as server: the one to accept, ${counterpartKey} unless given here)
  --namespace URI    namespace of every XML element (${defaults.namespace})
  --report FORM      ${reportForms.join(", ")}; text unless given
  --out FILE         write the report there instead of the terminal

Judging a service:
  --lang LANG        ${languages.join(" or ")}; ${defaults.lang} unless given
  --only PATTERN     only checks of this id or theme, or pattern with *; may be repeated
  --read-only        places no order
  --max-requests N   stop asking after so many (${defaults.maxRequests})
  --timeout SECONDS  wait so long for an answer (${defaults.timeoutMs / 1000})
  --list             print the checks and end

  Without --key nothing is validated or booked. Every order is a test order.

As server:
  --port N           0 takes a free one, and is the default
  --host HOST        address to listen on (127.0.0.1)
  --play NAMES       what to put the client through, with commas between, or none:
${Object.entries(plays)
  .map(([name, what]) => `                       ${name.padEnd(14)}${what}`)
  .join("\n")}
                     (${usualPlays.join(",")} unless given)

  It prints each request and what is wrong with it. The report is at /conformance, and is
  printed when you stop it with Ctrl-C.

Exit code: 0 all that was judged holds, 1 something does not, 2 the run could not be made.
`;

/** The command line is not as it must be; the message says what is wrong. */
export class UsageError extends Error {
  override name = "UsageError";
}

interface Common {
  key: string | undefined;
  namespace: string | undefined;
  report: ReportForm;
  out: string | undefined;
}

export type Command =
  | { run: "help" | "list" }
  | (Common & {
      run: "judge-service";
      url: string;
      lang: Language;
      only: string[];
      readOnly: boolean;
      maxRequests: number;
      timeoutMs: number;
    })
  | (Common & { run: "judge-client"; port: number; host: string; plays: Play[] });

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const common = { key: text, namespace: text, report: text, out: text } as const;
const ofService = {
  lang: text,
  only: { type: "string", multiple: true },
  "read-only": flag,
  "max-requests": text,
  timeout: text,
} as const;
const ofServer = { port: text, host: text, play: text } as const;
const modes = { "as-server": flag, list: flag, help: { type: "boolean", short: "h" } } as const;

/** Reads the command line; of the environment, PASEO_KEY. Throws UsageError. */
export function readCommand(args: string[], env: { PASEO_KEY?: string | undefined } = {}): Command {
  const { values, positionals } = parsed(args);
  if (values.help) return { run: "help" };
  if (values.list) return { run: "list" };
  const both: Common = {
    key: values.key,
    namespace: values.namespace,
    report: oneOf("--report", values.report ?? "text", reportForms),
    out: values.out,
  };
  const isServer = values["as-server"] === true;
  refuseStrangers(isServer ? ofService : ofServer, values, isServer ? "judging a service" : "--as-server");
  if (isServer) {
    if (positionals.length > 0) throw new UsageError(`--as-server takes no address, but ${positionals[0]} was given`);
    const { host = "127.0.0.1" } = values;
    return {
      run: "judge-client",
      ...both,
      port: whole("--port", values.port ?? "0", 0, 65_535),
      host,
      plays: playsOf(values.play),
    };
  }
  const [url, ...others] = positionals;
  if (url === undefined) throw new UsageError("the address of the service is missing");
  if (others.length > 0) throw new UsageError(`one address at a time, but ${others[0]} was given too`);
  return {
    run: "judge-service",
    ...both,
    key: both.key ?? (env.PASEO_KEY || undefined),
    url: address(url),
    lang: oneOf("--lang", values.lang ?? defaults.lang, languages),
    only: values.only ?? [],
    readOnly: values["read-only"] ?? false,
    maxRequests: whole("--max-requests", values["max-requests"] ?? `${defaults.maxRequests}`, 1, 100_000),
    timeoutMs: whole("--timeout", values.timeout ?? `${defaults.timeoutMs / 1000}`, 1, 600) * 1000,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...common, ...ofService, ...ofServer, ...modes } });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". ", 1)[0]!.replace(/\.$/, ""));
  }
}

function refuseStrangers(strangers: object, values: object, where: string): void {
  const given = Object.keys(strangers).find((name) => Object.hasOwn(values, name));
  if (given !== undefined) throw new UsageError(`--${given} is for ${where}`);
}

function oneOf<T extends string>(option: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new UsageError(`${option} must be one of ${allowed.join(", ")}, not "${given}"`);
  return found;
}

function whole(option: string, given: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${option} must be a whole number from ${least} to ${most}, not "${given}"`);
}

function address(given: string): string {
  const isHttp = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  if (!isHttp) throw new UsageError(`the address must begin with http:// or https://, not "${given}"`);
  const { search, hash, href } = new URL(given);
  if (search !== "" || hash !== "") throw new UsageError("the address must have no query");
  return href;
}

function playsOf(given: string | undefined): Play[] {
  if (given === undefined) return [...usualPlays];
  if (given === "none") return [];
  const names = Object.keys(plays) as Play[];
  return given.split(",").map((name) => oneOf("--play", name.trim(), names));
}
