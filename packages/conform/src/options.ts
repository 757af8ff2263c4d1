import { parseArgs } from "node:util";
import { type Language, languages } from "@paseo/contract";
import { defaultScenarios, type Scenario, scenarios } from "./mock/scenarios.ts";
import { mockServiceKey } from "./mock/server.ts";
import { type ReportFormat, reportFormats } from "./reports/index.ts";
import { defaults } from "./service/conform.ts";

export const help = `\
Usage:
  paseo-conform URL [options]          test a service against the contract
  paseo-conform --as-server [options]  start a strict mock service that tests your client

Options for both:
  --key KEY          partner key; better set PASEO_KEY in the environment
                     (with --as-server: the key to accept, ${mockServiceKey} by default)
  --namespace URI    XML namespace (default ${defaults.namespace})
  --report FORMAT    ${reportFormats.join(", ")} (default text)
  --out FILE         write the report to FILE

Options for testing a service:
  --lang LANG        ${languages.join(", ")} (default ${defaults.lang})
  --only PATTERN     run only the checks with this id or theme, or pattern with *; repeatable
  --read-only        place no order
  --max-requests N   send at most N requests (default ${defaults.maxRequests})
  --timeout SECONDS  time limit of an answer (default ${defaults.timeoutMs / 1000})
  --list             print all checks and exit

  Without --key, checks that validate or book are skipped. Every order is a test order.

Options with --as-server:
  --port N           port to listen on (default 0: any free port)
  --host HOST        address to listen on (default 127.0.0.1)
  --scenario NAMES   scenarios to simulate, separated by commas, or none:
${Object.entries(scenarios)
  .map(([name, what]) => `                       ${name.padEnd(14)}${what}`)
  .join("\n")}
                     (default ${defaultScenarios.join(",")})

  The mock service prints each request and each fault. GET /conformance returns the
  report, and Ctrl-C prints it.

Exit codes: 0 all checks passed, 1 a check failed, 2 the test could not run.
`;

/** The command line is invalid; the message says why. */
export class UsageError extends Error {
  override name = "UsageError";
}

interface Common {
  key: string | undefined;
  namespace: string | undefined;
  report: ReportFormat;
  out: string | undefined;
}

export type Command =
  | { run: "help" | "list" }
  | (Common & {
      run: "test-service";
      url: string;
      lang: Language;
      only: string[];
      readOnly: boolean;
      maxRequests: number;
      timeoutMs: number;
    })
  | (Common & { run: "test-client"; port: number; host: string; scenarios: Scenario[] });

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
const ofServer = { port: text, host: text, scenario: text } as const;
const modes = { "as-server": flag, list: flag, help: { type: "boolean", short: "h" } } as const;

/** Reads the command line and PASEO_KEY. Throws UsageError. */
export function readCommand(args: string[], env: { PASEO_KEY?: string | undefined } = {}): Command {
  const { values, positionals } = parsed(args);
  if (values.help) return { run: "help" };
  if (values.list) return { run: "list" };
  const both: Common = {
    key: values.key,
    namespace: values.namespace,
    report: oneOf("--report", values.report ?? "text", reportFormats),
    out: values.out,
  };
  const isServer = values["as-server"] === true;
  refuseOtherOptions(
    isServer ? ofService : ofServer,
    values,
    isServer ? "is for testing a service" : "needs --as-server",
  );
  if (isServer) {
    if (positionals.length > 0) throw new UsageError(`--as-server takes no address; remove ${positionals[0]}`);
    const { host = "127.0.0.1" } = values;
    return {
      run: "test-client",
      ...both,
      port: whole("--port", values.port ?? "0", 0, 65_535),
      host,
      scenarios: scenariosOf(values.scenario),
    };
  }
  const [url, ...others] = positionals;
  if (url === undefined) throw new UsageError("the address of the service is missing");
  if (others.length > 0) throw new UsageError(`only one address is allowed; remove ${others.join(" ")}`);
  return {
    run: "test-service",
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

function refuseOtherOptions(others: object, values: object, reason: string): void {
  const given = Object.keys(others).find((name) => Object.hasOwn(values, name));
  if (given !== undefined) throw new UsageError(`--${given} ${reason}`);
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
  if (search !== "" || hash !== "") throw new UsageError("the address must have no query and no fragment");
  return href;
}

function scenariosOf(given: string | undefined): Scenario[] {
  if (given === undefined) return [...defaultScenarios];
  if (given === "none") return [];
  const names = Object.keys(scenarios) as Scenario[];
  return given.split(",").map((name) => oneOf("--scenario", name.trim(), names));
}
