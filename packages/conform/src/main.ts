#!/usr/bin/env node
import { once } from "node:events";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { startProxy } from "./client/proxy.ts";
import { scenarios } from "./client/scenarios.ts";
import { octoChecks } from "./octo/checks/index.ts";
import { conformOcto } from "./octo/conform-octo.ts";
import { type ConformCommand, helpText, readCommand, UsageError } from "./options.ts";
import { type ReportFormat, writeReport } from "./reports/index.ts";
import {
  CannotRunError,
  type CheckDescription,
  type CheckResult,
  isSelectedCheck,
  type Report,
} from "./reports/report.ts";
import { colourStyle, plainStyle } from "./reports/text.ts";
import { serviceChecks } from "./service/checks/index.ts";
import { conform } from "./service/conform.ts";

/** The command `paseo-conform`. */

type CommandOf<Run extends ConformCommand["run"]> = Extract<ConformCommand, { run: Run }>;

// A reader such as `head` may close the pipe. The work goes on, and what it prints is dropped.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

try {
  process.exitCode = await run(readCommand(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof CannotRunError || isSystemError(error))) throw error;
  console.error(`paseo-conform: ${error.message}`);
  if (error instanceof UsageError) console.error("Run paseo-conform --help for the options.");
  process.exitCode = 2;
}

function run(command: ConformCommand): number | Promise<number> {
  switch (command.run) {
    case "help":
      process.stdout.write(helpText);
      return 0;
    case "list":
      return list(serviceChecks);
    case "list-octo":
      return list(octoChecks);
    case "test-service":
      return judge(command, serviceChecks, conform);
    case "test-supplier":
      return judge(command, octoChecks, conformOcto);
    default:
      return testClient(command);
  }
}

function list(all: readonly CheckDescription[]): number {
  for (const { id, says, clause } of all) console.log(`${id}\n    ${says} (${clause})`);
  return 0;
}

/** Runs the selected checks of a service or a supplier, and publishes the report. */
async function judge<Options extends { report: ReportFormat; out: string | undefined; only: string[] }>(
  { report: format, out, ...options }: Options,
  all: readonly CheckDescription[],
  run: (options: Omit<Options, "report" | "out"> & { onResult: (result: CheckResult) => void }) => Promise<Report>,
): Promise<number> {
  ensureWritable(out);
  const progress = process.stderr.isTTY ? (text: string) => process.stderr.write(`\r\u001b[K${text}`) : () => true;
  const selected = all.filter((check) => isSelectedCheck(check, options.only)).length;
  let made = 0;
  const report = await run({
    ...options,
    onResult: ({ id }) => {
      made += 1;
      progress(`${made} of ${selected} ${id}`);
    },
  });
  progress("");
  publish(report, format, out);
  return report.totals.fail > 0 ? 1 : 0;
}

async function testClient({ report: format, out, ...options }: CommandOf<"test-client">): Promise<number> {
  ensureWritable(out);
  const { dim, bad } = process.stderr.isTTY ? colourStyle : plainStyle;
  // Requests and faults go to standard error; standard output is for the report.
  const log = (line: string): void => console.error(line);
  const proxy = await startProxy({
    ...options,
    onRequest: ({ method, path }, status) => log(dim(`${method} ${path} → ${status || "no answer"}`)),
    onFault: (rule, { what }) => log(bad(`  ✗ ${rule}: ${what}`)),
    onError: (error) => log(bad(`  the proxy failed: ${error instanceof Error ? error.message : error}`)),
    onScenario: (scenario) => log(dim(`  ~ ${scenario}: ${scenarios[scenario]}`)),
  });
  log(`Point your client at ${proxy.url}, with its key for ${options.target}`);
  log(`Report: ${proxy.url}/conformance; Ctrl-C prints it and ends.\n`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const report = proxy.report();
  await proxy.stop();
  log("");
  publish(report, format, out);
  return report.totals.fail > 0 ? 1 : 0;
}

/** Writes the report to the file, or to the terminal. */
function publish(report: Report, format: ReportFormat, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(writeReport(report, format, { colour: process.stdout.isTTY }));
    return;
  }
  writeFileSync(out, writeReport(report, format));
  const { pass, fail, skipped } = report.totals;
  console.error(`${pass} passed, ${fail} failed, ${skipped} skipped; the report is in ${out}`);
}

/** The file is opened before the run, so that an error does not lose the report. */
function ensureWritable(out: string | undefined): void {
  if (out !== undefined) closeSync(openSync(out, "a"));
}

/** Recognises errors of the system, for example a port in use, or a file that cannot be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
