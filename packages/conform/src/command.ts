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

/** What the command reads and writes beside its arguments and files. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** Resolves when the person ends the proxy. */
  stopped: () => Promise<unknown>;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** Runs a command line to its end, and returns its exit code. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await run(readCommand(args, terminal.env), terminal);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CannotRunError || isSystemError(error))) throw error;
    const advice = error instanceof UsageError ? "Run paseo-conform --help for the options.\n" : "";
    terminal.stderr.write(`paseo-conform: ${error.message}\n${advice}`);
    return 2;
  }
}

function run(command: ConformCommand, terminal: Terminal): number | Promise<number> {
  switch (command.run) {
    case "help":
      terminal.stdout.write(helpText);
      return 0;
    case "list":
      return list(serviceChecks, terminal);
    case "list-octo":
      return list(octoChecks, terminal);
    case "test-service":
      return judge(command, serviceChecks, conform, terminal);
    case "test-supplier":
      return judge(command, octoChecks, conformOcto, terminal);
    default:
      return testClient(command, terminal);
  }
}

function list(all: readonly CheckDescription[], { stdout }: Terminal): number {
  for (const { id, says, clause } of all) stdout.write(`${id}\n    ${says} (${clause})\n`);
  return 0;
}

/** Runs the selected checks of a service or a supplier, and publishes the report. */
async function judge<Options extends { report: ReportFormat; out: string | undefined; only: string[] }>(
  { report: format, out, ...options }: Options,
  all: readonly CheckDescription[],
  run: (options: Omit<Options, "report" | "out"> & { onResult: (result: CheckResult) => void }) => Promise<Report>,
  terminal: Terminal,
): Promise<number> {
  ensureWritable(out);
  const { stderr } = terminal;
  const progress = stderr.isTTY ? (text: string) => stderr.write(`\r\u001b[K${text}`) : () => true;
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
  publish(report, format, out, terminal);
  return report.totals.fail > 0 ? 1 : 0;
}

async function testClient(
  { report: format, out, ...options }: CommandOf<"test-client">,
  terminal: Terminal,
): Promise<number> {
  ensureWritable(out);
  const { dim, bad } = terminal.stderr.isTTY ? colourStyle : plainStyle;
  // Requests and faults go to standard error; standard output is for the report.
  const log = (line: string): void => void terminal.stderr.write(`${line}\n`);
  const proxy = await startProxy({
    ...options,
    onRequest: ({ method, path }, status) => log(dim(`${method} ${path} → ${status || "no answer"}`)),
    onFault: (rule, { what }) => log(bad(`  ✗ ${rule}: ${what}`)),
    onError: (error) => log(bad(`  the proxy failed: ${error instanceof Error ? error.message : error}`)),
    onScenario: (scenario) => log(dim(`  ~ ${scenario}: ${scenarios[scenario]}`)),
  });
  log(`Point your client at ${proxy.url}, with its key for ${options.target}`);
  log(`Report: ${proxy.url}/conformance; Ctrl-C prints it and ends.\n`);
  await terminal.stopped();
  const report = proxy.report();
  await proxy.stop();
  log("");
  publish(report, format, out, terminal);
  return report.totals.fail > 0 ? 1 : 0;
}

/** Writes the report to the file, or to the terminal. */
function publish(report: Report, format: ReportFormat, out: string | undefined, { stdout, stderr }: Terminal): void {
  if (out === undefined) {
    stdout.write(writeReport(report, format, { colour: stdout.isTTY ?? false }));
    return;
  }
  writeFileSync(out, writeReport(report, format));
  const { pass, fail, skipped } = report.totals;
  stderr.write(`${pass} passed, ${fail} failed, ${skipped} skipped; the report is in ${out}\n`);
}

/** The file is opened before the run, so that an error does not lose the report. */
function ensureWritable(out: string | undefined): void {
  if (out !== undefined) closeSync(openSync(out, "a"));
}

/** Recognises errors of the system, for example a port in use, or a file that cannot be written. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
