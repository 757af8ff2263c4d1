#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";

// Compiled code is cached beside the source, which halves the time to start. The cache is never in a folder that others
// can write to, because they could then run their code in our process. Without write access there is no cache. Node 20
// has none.
module.enableCompileCache?.(fileURLToPath(new URL("../.cache/", import.meta.url)));

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

const { runCommandLine, Stopped } = await import("./command.ts");

// The first SIGINT or SIGTERM ends the work; the second ends the process at once.
const stop = new AbortController();
for (const [name, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
] as const)
  process.once(name, () => stop.abort(new Stopped(number)));

const { env, stdout, stderr } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), { env, stdout, stderr, signal: stop.signal });
