#!/usr/bin/env node
import { PaseoError } from "@paseo/client";
import { readOptions, UsageError, usage } from "./options.ts";
import { exitCodes, run } from "./run.ts";
import { TargetError } from "./targets/target.ts";
import { version } from "./version.ts";

/** The `paseo-mirror` command. */

/** What the first SIGINT or SIGTERM ends the work with; the second ends the process on the spot. */
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

// Node 22 warns that its SQLite may still change.
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (!/SQLite/.test(warning.message)) console.error(`${warning.name}: ${warning.message}`);
});

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env.PASEO_KEY);
  if (options === "help" || options === "version") {
    console.log(options === "help" ? usage : version);
    return exitCodes.done;
  }
  return run(options, { stdout: process.stdout, stderr: process.stderr, signal: stop.signal });
}

/** Says why the command ended and returns its exit code. */
function ending(error: unknown): number {
  if (error instanceof Stopped) return 128 + stoppedBy!;
  if (error instanceof UsageError) return complain(`${error.message} (paseo-mirror --help)`, exitCodes.usage);
  if (error instanceof TargetError) return complain(error.message, exitCodes.target);
  if (error instanceof PaseoError) return complain(`${error.message}. What was read is kept.`, exitCodes.service);
  const { code, message } = error as { code?: string; message?: string };
  // SQLite's errors, PostgreSQL's by their five characters, and the system's.
  if (code !== undefined && /^(ERR_SQLITE_ERROR|[0-9A-Z]{5}|E[A-Z]+)$/.test(code)) {
    return complain(`The copy cannot be used: ${message || code}.`, exitCodes.target);
  }
  throw error;
}

function complain(message: string, exitCode: number): number {
  console.error(message);
  return exitCode;
}

process.exitCode = await main().catch(ending);
