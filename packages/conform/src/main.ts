#!/usr/bin/env node
import { once } from "node:events";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { plays } from "./mock/scenarios.ts";
import { startCounterpart } from "./mock/server.ts";
import { type Command, help, readCommand, UsageError } from "./options.ts";
import { type ReportForm, writeReport } from "./reports/index.ts";
import { isAskedFor, type Report } from "./reports/report.ts";
import { colours, plain } from "./reports/text.ts";
import { checks } from "./service/checks/index.ts";
import { CannotRun, conform } from "./service/conform.ts";

/** The command `paseo-conform`. */

type Judging<Run extends Command["run"]> = Extract<Command, { run: Run }>;

try {
  process.exitCode = await run(readCommand(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CannotRun || isSystemError(error))) throw error;
  console.error(`paseo-conform: ${error.message}`);
  if (error instanceof UsageError) console.error("paseo-conform --help shows the options.");
  process.exitCode = 2;
}

function run(command: Command): number | Promise<number> {
  switch (command.run) {
    case "help":
      process.stdout.write(help);
      return 0;
    case "list":
      for (const { id, says, clause } of checks) console.log(`${id}\n    ${says} (${clause})`);
      return 0;
    case "judge-service":
      return judgeService(command);
    default:
      return judgeClient(command);
  }
}

async function judgeService({ report: form, out, ...options }: Judging<"judge-service">): Promise<number> {
  ensureWritable(out);
  const progress = process.stderr.isTTY ? (text: string) => process.stderr.write(`\r\u001b[K${text}`) : () => true;
  const asked = checks.filter((check) => isAskedFor(check, options.only)).length;
  let made = 0;
  const report = await conform({
    ...options,
    onResult: ({ id }) => {
      made += 1;
      progress(`${made} of ${asked} ${id}`);
    },
  });
  progress("");
  publish(report, form, out);
  return report.totals.fail > 0 ? 1 : 0;
}

async function judgeClient({ report: form, out, ...options }: Judging<"judge-client">): Promise<number> {
  ensureWritable(out);
  const { dim, bad } = process.stderr.isTTY ? colours : plain;
  // The terminal hears all of it; standard output is the report's alone.
  const say = (line: string): void => console.error(line);
  const counterpart = await startCounterpart({
    ...options,
    onRequest: ({ method, url }, status) => say(dim(`${method} ${url.pathname}${url.search} → ${status}`)),
    onFault: (rule, { what }) => say(bad(`  ✗ ${rule}: ${what}`)),
    onError: (error) => say(bad(`  the counterpart failed: ${error instanceof Error ? error.stack : error}`)),
    onPlay: (play) => say(dim(`  ~ ${play}: ${plays[play]}`)),
  });
  say(`Point your client at ${counterpart.url} with the key ${counterpart.key}`);
  say(`Report: ${counterpart.url}/conformance; Ctrl-C prints it and ends.\n`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const report = counterpart.report();
  await counterpart.stop();
  say("");
  publish(report, form, out);
  return report.totals.fail > 0 ? 1 : 0;
}

/** Writes the report to the file, or to the terminal. */
function publish(report: Report, form: ReportForm, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(writeReport(report, form, { colour: process.stdout.isTTY }));
    return;
  }
  writeFileSync(out, writeReport(report, form));
  const { pass, fail, skipped } = report.totals;
  console.error(`${pass} passed, ${fail} failed, ${skipped} skipped; the report is in ${out}`);
}

/** Better now than after the run. */
function ensureWritable(out: string | undefined): void {
  if (out !== undefined) closeSync(openSync(out, "a"));
}

/** A port that is taken, a file that cannot be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
