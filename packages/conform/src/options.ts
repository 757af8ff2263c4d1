import { parseArgs } from "node:util";
import { type Language, languages } from "@paseo/contract";
import { type Scenario, scenarios } from "./client/scenarios.ts";
import { type ReportFormat, reportFormats } from "./reports/index.ts";
import { conformDefaults } from "./service/conform.ts";

export const helpText = `\
Usage:
  paseo-conform URL [options]                       test a service against the contract
  paseo-conform --as-server --target URL [options]  test your client: a proxy before a service
  paseo-conform octo BASE KEY [options]             test a supplier that speaks OCTO

Options for all:
  --report FORMAT    ${reportFormats.join(", ")} (default text)
  --out FILE         write the report to FILE
  --timeout SECONDS  time limit of an answer (default ${conformDefaults.timeoutMs / 1000})

Options for the contract:
  --namespace URI    XML namespace (default ${conformDefaults.namespace})

Options for testing a service or a supplier:
  --key KEY          partner key; better set PASEO_KEY in the environment
  --lang LANG        ${languages.join(", ")} (default ${conformDefaults.lang})
  --only PATTERN     run only the checks with this id or theme, or pattern with *; repeatable
  --read-only        place no order
  --max-requests N   send at most N requests (default ${conformDefaults.maxRequests})
  --list             print all checks and exit

  Without --key, checks that validate or book are skipped. Every order is a test order.

  With octo, BASE is the supplier's address of OCTO. Set PASEO_KEY instead of KEY. Use a key
  for tests: the run books, and cancels each booking at its end. It takes no --namespace and
  no --lang.

Options with --as-server:
  --target URL       base address of the service, for example a sandbox
  --port N           port to listen on (default 0: any free port)
  --host HOST        address to listen on (default 127.0.0.1)
  --scenario NAMES   what the proxy does once, separated by commas, or all (default nothing):
${Object.entries(scenarios)
  .map(([name, what]) => `                       ${name.padEnd(12)}${what}`)
  .join("\n")}

  The proxy forwards every request to the target, with the client's key, and judges the
  client by what it sends. Use a test key: orders are placed. It prints each request and
  each fault. GET /conformance returns the report, and Ctrl-C prints it.

Exit codes: 0 all checks passed, 1 a check failed, 2 the test could not run.
`;

/** The command line is invalid; the message says why. */
export class UsageError extends Error {
  override name = "UsageError";
}

interface Common {
  report: ReportFormat;
  out: string | undefined;
  timeoutMs: number;
}

export type ConformCommand =
  | { run: "help" | "list" | "list-octo" }
  | (Common & {
      run: "test-supplier";
      url: string;
      key: string;
      only: string[];
      readOnly: boolean;
      maxRequests: number;
    })
  | (Common & {
      run: "test-service";
      url: string;
      namespace: string | undefined;
      key: string | undefined;
      lang: Language;
      only: string[];
      readOnly: boolean;
      maxRequests: number;
    })
  | (Common & {
      run: "test-client";
      target: string;
      namespace: string | undefined;
      port: number;
      host: string;
      scenarios: Scenario[];
    });

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const common = { report: text, out: text, timeout: text } as const;
const ofService = {
  key: text,
  lang: text,
  only: { type: "string", multiple: true },
  "read-only": flag,
  "max-requests": text,
} as const;
const ofServer = { target: text, port: text, host: text, scenario: text } as const;
const modes = { namespace: text, "as-server": flag, list: flag, help: { type: "boolean", short: "h" } } as const;

/** Reads the command line and PASEO_KEY. Throws UsageError. */
export function readCommand(args: string[], env: { PASEO_KEY?: string | undefined } = {}): ConformCommand {
  const { values, positionals } = parsed(args);
  if (values.help) return { run: "help" };
  const isOcto = positionals[0] === "octo";
  if (values.list) return { run: isOcto ? "list-octo" : "list" };
  const both: Common = {
    report: oneOf("--report", values.report ?? "text", reportFormats),
    out: values.out,
    timeoutMs: whole("--timeout", values.timeout ?? `${conformDefaults.timeoutMs / 1000}`, 1, 600) * 1000,
  };
  if (isOcto) return supplierCommand(positionals.slice(1), values, both, env);
  const isServer = values["as-server"] === true;
  refuseOtherOptions(
    isServer ? ofService : ofServer,
    values,
    isServer ? "is for testing a service" : "needs --as-server",
  );
  if (isServer) {
    const { host = "127.0.0.1", target } = values;
    if (positionals.length > 0) throw new UsageError(`--as-server takes its address as --target ${positionals[0]}`);
    if (target === undefined)
      throw new UsageError("--as-server needs --target URL, the address of the service that answers your client");
    return {
      run: "test-client",
      ...both,
      target: address(target),
      namespace: values.namespace,
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
    url: address(url),
    namespace: values.namespace,
    key: values.key ?? (env.PASEO_KEY || undefined),
    lang: oneOf("--lang", values.lang ?? conformDefaults.lang, languages),
    ...selection(values),
  };
}

/** `octo BASE KEY`. */
function supplierCommand(
  [url, given, ...others]: string[],
  values: Values,
  common: Common,
  env: { PASEO_KEY?: string | undefined },
): ConformCommand {
  const { key: _, only: __, "read-only": ___, "max-requests": ____, ...unfit } = ofService;
  refuseOtherOptions({ ...unfit, ...ofServer, namespace: text, "as-server": flag }, values, "is not an option of octo");
  if (url === undefined) throw new UsageError("the address of the supplier's OCTO is missing");
  if (others.length > 0) throw new UsageError(`octo takes an address and a key; remove ${others.join(" ")}`);
  const key = given ?? values.key ?? env.PASEO_KEY;
  if (!key) throw new UsageError("octo needs a key: after the address, or in PASEO_KEY");
  return { run: "test-supplier", ...common, url: address(url), key, ...selection(values) };
}

/** Which checks run, and how much they may do. */
const selection = (values: Values) => ({
  only: values.only ?? [],
  readOnly: values["read-only"] ?? false,
  maxRequests: whole("--max-requests", values["max-requests"] ?? `${conformDefaults.maxRequests}`, 1, 100_000),
});

type Values = ReturnType<typeof parsed>["values"];

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
  if (given === undefined) return [];
  const names = Object.keys(scenarios) as Scenario[];
  return given === "all" ? names : given.split(",").map((name) => oneOf("--scenario", name.trim(), names));
}
