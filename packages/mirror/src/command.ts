import { PaseoError, clientVersion as version } from "@paseo/client";
import { readOptions, UsageError, usage } from "./options.ts";
import { exitCodes, type RunEnvironment, runMirror } from "./run.ts";
import { TargetError } from "./targets/target.ts";

/** The `paseo-mirror` command. */

/** The reason with which SIGINT or SIGTERM ends the work. */
export class Stopped extends Error {
  override name = "Stopped";
  readonly signalNumber: number;
  constructor(signalNumber: number) {
    super();
    this.signalNumber = signalNumber;
  }
}

/** What the command reads and writes beside its arguments and the copy. */
export interface CommandEnvironment extends RunEnvironment {
  env: Readonly<Record<string, string | undefined>>;
}

/** Runs a command line to its end, and returns its exit code. */
export async function runCommandLine(args: string[], environment: CommandEnvironment): Promise<number> {
  const { env, stdout, stderr } = environment;
  try {
    const options = readOptions(args, env.PASEO_KEY, env.PASEO_CALLBACK_SECRET);
    if (typeof options !== "string") return await runMirror(options, environment);
    stdout.write(`${options === "help" ? usage : version}\n`);
    return exitCodes.done;
  } catch (error) {
    const [message, exitCode] = ending(error);
    if (message !== undefined) stderr.write(`${message}\n`);
    return exitCode;
  }
}

/** Returns why the command ended, and its exit code. */
function ending(error: unknown): [message: string | undefined, exitCode: number] {
  if (error instanceof Stopped) return [undefined, 128 + error.signalNumber];
  if (error instanceof UsageError) return [`${error.message} (paseo-mirror --help)`, exitCodes.usage];
  if (error instanceof TargetError) return [error.message, exitCodes.target];
  if (error instanceof PaseoError) return [`${error.message}. The next run continues.`, exitCodes.service];
  const { code, message } = error as { code?: string; message?: string };
  // Errors of SQLite, of PostgreSQL (five characters), and of the system.
  if (code !== undefined && /^(ERR_SQLITE_ERROR|[0-9A-Z]{5}|E[A-Z]+)$/.test(code)) {
    return [`The copy cannot be used: ${message || code}.`, exitCodes.target];
  }
  throw error;
}
