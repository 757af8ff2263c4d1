import { PaseoError, clientVersion as version } from "@paseo/client";
import { readOptions, UsageError, usage } from "./options.ts";
import { exitCodes, runMirror } from "./run.ts";
import { TargetError } from "./targets/target.ts";

/** The `paseo-mirror` command. */

/** The first SIGINT or SIGTERM ends the work; the second ends the process at once. */
class Stopped extends Error {
  override name = "Stopped";
}

const stop = new AbortController();
let stoppedBy: number | undefined;
for (const [name, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
] as const) {
  process.once(name, () => {
    stoppedBy = number;
    stop.abort(new Stopped());
  });
}

// A reader such as `head` may close the pipe. The work continues, and its output is dropped.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

// Node 22 prints a warning that its SQLite module is experimental.
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (!/SQLite/.test(warning.message)) console.error(`${warning.name}: ${warning.message}`);
});

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env.PASEO_KEY, process.env.PASEO_CALLBACK_SECRET);
  if (options === "help" || options === "version") {
    console.log(options === "help" ? usage : version);
    return exitCodes.done;
  }
  return runMirror(options, { stdout: process.stdout, stderr: process.stderr, signal: stop.signal });
}

/** Prints why the command ended and returns the exit code. */
function ending(error: unknown): number {
  if (error instanceof Stopped) return 128 + stoppedBy!;
  if (error instanceof UsageError) return printError(`${error.message} (paseo-mirror --help)`, exitCodes.usage);
  if (error instanceof TargetError) return printError(error.message, exitCodes.target);
  if (error instanceof PaseoError) return printError(`${error.message}. The next run continues.`, exitCodes.service);
  const { code, message } = error as { code?: string; message?: string };
  // Errors of SQLite, of PostgreSQL (five characters), and of the system.
  if (code !== undefined && /^(ERR_SQLITE_ERROR|[0-9A-Z]{5}|E[A-Z]+)$/.test(code)) {
    return printError(`The copy cannot be used: ${message || code}.`, exitCodes.target);
  }
  throw error;
}

function printError(message: string, exitCode: number): number {
  console.error(message);
  return exitCode;
}

process.exitCode = await main().catch(ending);
