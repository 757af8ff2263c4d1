#!/usr/bin/env node
import { once } from "node:events";
import { runCommandLine } from "./command.ts";

// A reader such as `head` may close the pipe. The work goes on, and what it prints is dropped.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

const { env, stdout, stderr } = process;
const stopped = () => Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
process.exitCode = await runCommandLine(process.argv.slice(2), { env, stdout, stderr, stopped });
