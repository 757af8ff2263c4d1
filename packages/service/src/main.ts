#!/usr/bin/env node
import cluster from "node:cluster";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { compileCache } from "./assets.ts";
import { endOnSignal, hasEndedUnread, onUnread } from "./commands/serve/signals.ts";

// An older Node must be able to read the built file up to here.
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`Paseo needs Node 24 or newer, and this is ${process.version}.`);
  process.exit(1);
}
const serves = ["serve", "work"].includes(process.argv[2] ?? "");
// A reader such as `head` may close the pipe. The work of a command continues, and its output is dropped.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (serves && cluster.isPrimary) onUnread();
  });
// Without this option V8's heap is several times the used memory: an import of 20 MB takes 768 MB instead of 475
// (decision 24).
setFlagsFromString("--heap-growing-percent=60");
if (serves) endOnSignal();
// Without compiled code in a cache a start takes 1.5 times as long. Without write access there is no cache.
module.enableCompileCache(fileURLToPath(compileCache));
const { runCommandLine } = await import("./commands/program.ts");
const exitCode = await runCommandLine(process.argv.slice(2), process);
process.exitCode = hasEndedUnread() ? 1 : exitCode;
// The channel of a worker to the primary process would keep the process alive.
if (cluster.isWorker) process.exit();
