import { addressSettings } from "./settings/address.ts";
import { databaseSettings, otherServerMessage } from "./settings/database.ts";
import { logSettings } from "./settings/logs.ts";
import { isSlipOf } from "./settings/near-names.ts";
import { operatorSettings } from "./settings/operator.ts";
import { partnerInterfaceSettings } from "./settings/partner-interface.ts";
import { privacySettings } from "./settings/privacy.ts";
import { sellingSettings } from "./settings/selling.ts";
import type { Setting } from "./settings/setting.ts";
import { otherMailMessage, supplierSettings } from "./settings/suppliers.ts";
import { voucherSettings } from "./settings/vouchers.ts";
import { readTelemetry, type TelemetrySettings } from "./telemetry/settings.ts";

/**
 * The only reader of the environment. `allSettings` defines the typed `Config`, the messages for refused values,
 * and the table in docs/reference/settings.md. settings/ has them by subject.
 */

/** Every setting, by the name of its environment variable, in the order of the documentation. */
export const allSettings = {
  ...addressSettings,
  ...databaseSettings,
  ...partnerInterfaceSettings,
  ...sellingSettings,
  ...operatorSettings,
  ...supplierSettings,
  ...voucherSettings,
  ...privacySettings,
  ...logSettings,
};

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Name = keyof typeof allSettings;

/** The settings, typed and in camelCase: `PRICE_HOLD_MINUTES` is `priceHoldMinutes`. */
export type Config = { [N in Name as Camel<N>]: ValueOf<(typeof allSettings)[N]> } & {
  /** Settings of the OTEL_* variables; undefined when telemetry is off. docs/reference/monitoring.md */
  telemetry: TelemetrySettings | undefined;
  /** Environment variables with which the system finds and loads a program. */
  programEnvironment: Record<string, string | undefined>;
};

/** Refused settings: `message` has one line for each. It never contains a password. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from an environment. Unset and empty variables are equal.
 * @throws ConfigError for a refused value, and for a name that looks like a setting but would be ignored silently.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(allSettings)) {
    const text = env[name] ?? "";
    const value = text === "" ? setting.default : setting.read(text);
    if (text !== "" && value === undefined) problems.push(refusal(name, setting, text));
    config[camel(name)] = value;
  }
  config.telemetry = readTelemetry(env, problems);
  const { PATH, LD_LIBRARY_PATH, LD_PRELOAD, SystemRoot } = env;
  config.programEnvironment = { PATH, LD_LIBRARY_PATH, LD_PRELOAD, SystemRoot };
  for (const [name, text] of Object.entries(env)) {
    const problem = unknownName(name, text ?? "");
    if (problem) problems.push(problem);
  }
  if (config.databaseReadUrl !== undefined && !env.DATABASE_URL)
    problems.push("DATABASE_READ_URL is the address of a replica, so DATABASE_URL must be its server's.");
  const elsewhere = otherServerMessage(env);
  if (elsewhere) problems.push(elsewhere);
  const otherMail = otherMailMessage(env);
  if (otherMail) problems.push(otherMail);
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config as Config;
}

function camel(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns the message for a name that begins with PASEO_, that equals a setting's name except for letter case, or that is a setting's name
 * with a slip of the pen.
 */
function unknownName(name: string, text: string): string | undefined {
  const upper = name.toUpperCase();
  if (Object.hasOwn(allSettings, name) || isServiceLink(name, text)) return undefined;
  if (Object.hasOwn(allSettings, upper)) return `${name} is not a setting; write ${upper}.`;
  const meant = text === "" ? undefined : Object.keys(allSettings).find((setting) => isSlipOf(upper, setting));
  if (meant !== undefined) return `${name} is not a setting; write ${meant}, or unset it.`;
  if (!upper.startsWith("PASEO_")) return undefined;
  return `${name} is not a setting; the settings are ${Object.keys(allSettings).join(", ")}.`;
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

function refusal(name: string, setting: Setting<unknown>, text: string): string {
  const given = setting.secret
    ? "a value that is not shown here because it may hold a password"
    : JSON.stringify(text.slice(0, 300));
  return `${name} is ${given}, but it must be ${setting.accepts}.`;
}

/** Returns the settings as a Markdown table, for docs/reference/settings.md. */
export function settingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(allSettings).map(([name, setting]) => {
    const value = setting.default === undefined ? "unset" : `\`${setting.default}\``;
    return `| \`${name}\` | ${value} | ${setting.accepts} | ${setting.description} |`;
  });
  return ["| Setting | Default | Accepts | What it does |", "|---|---|---|---|", ...rows, ""].join("\n");
}
