import { type ChildProcess, fork } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { PartOptions, PartReport } from "./part.ts";
import type { OrdealPart } from "./parts.ts";
import { type PartOutcome, reportMarkdown } from "./report.ts";

/** `npm run ordeal`: runs all parts, which try to break the service, and writes the report. */

/** Another list of parts, for the tests of this program. */
const partsModule = process.env.ORDEAL_PARTS ?? new URL("parts.ts", import.meta.url).href;
const { ordealParts: parts } = (await import(partsModule)) as typeof import("./parts.ts");

const usage = `npm run ordeal -- [--seed N] [--minutes N] [--part NAME]…

--seed N      the seed of a former run; a new one otherwise
--minutes N   how long all parts may take together: 30
--requests N  the part fuzz ends after so many requests, and fails if the time is too short
--part NAME   only this part; can be repeated
--path PATH   with a seed and a part: only a finding of a former run, as its report says
--report DIR  where the report is written: ordeal/report

Ctrl-C ends the run. The report has the finished parts; the fuzzer and the simulation report what they have done so far.

Parts:
${parts.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join("\n")}`;

/** A part that exceeds its time by this factor hangs: it is ended and counts as failed. The limit allows for a busy machine. */
const graceMinutes = 5;

const fail = (message: string): never => {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
};

const values = givenOptions();
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const folder = values.report ?? fileURLToPath(new URL("report", import.meta.url));
const seed = number("seed", values.seed, Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(seed) || seed < 0) fail(`--seed ${values.seed} is not a whole number.`);
const minutes = timeOf("minutes", values.minutes, 30);
const requests = values.requests === undefined ? undefined : timeOf("requests", values.requests, 0);
const unknown = (values.part ?? []).filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) fail(`There is no part ${unknown.join(", ")}.`);
const chosen = values.part ? parts.filter(({ name }) => values.part!.includes(name)) : parts;
if (chosen.length === 0) fail("There is no part to run.");
const shares = chosen.reduce((sum, { share }) => sum + share, 0);

let running: ChildProcess | undefined;
let isStopped = false;
// Fuzzer and simulation then report what they have done so far.
process.on("SIGINT", () => {
  isStopped = true;
  running?.kill("SIGINT");
});
for (const signal of ["SIGHUP", "SIGTERM"] as const)
  process.on(signal, () => {
    running?.kill("SIGTERM");
    process.exit(1);
  });

const startedAt = new Date().toISOString();
const machine = `Node ${process.versions.node}, ${availableParallelism()} processors`;
const outcomes: PartOutcome[] = [];
console.log(`Seed ${seed}, at most ${minutes} minutes for ${chosen.length} parts.`);
for (const part of chosen) if (!isStopped) await runPart(part);
console.log(`The report is ${relative(process.cwd(), join(folder, "report.md"))}.`);
process.exit(!isStopped && outcomes.every(({ report }) => report.passed) ? 0 : 1);

async function runPart(part: OrdealPart): Promise<void> {
  const options: PartOptions = { seed, minutes: (minutes * part.share) / shares };
  if (values.path) options.path = values.path;
  if (requests !== undefined && part.name === "fuzz") options.requests = requests;
  console.log(`${part.name}: at most ${options.minutes.toFixed(1)} minutes`);
  const start = performance.now();
  const report = await runApart(part, options);
  const seconds = (performance.now() - start) / 1000;
  outcomes.push({ report, seconds });
  const result = report.isSkipped ? "not run" : report.passed ? "passed" : "FAILED";
  console.log(`${report.name}: ${result} after ${Math.round(seconds)} s`);
  for (const what of report.notRun ?? []) console.log(`  not run: ${what}`);
  for (const { title } of report.findings) console.log(`  ${title}`);
  // Written after every part, so that an interrupted run leaves the report of the finished parts.
  await writeReport();
  if (!report.passed) console.log(`Again: npm run ordeal -- --part ${part.name} --seed ${seed}`);
}

function givenOptions() {
  try {
    return parseArgs({
      options: {
        seed: { type: "string" },
        minutes: { type: "string" },
        part: { type: "string", multiple: true },
        requests: { type: "string" },
        report: { type: "string" },
        path: { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

function timeOf(option: string, text: string | undefined, otherwise: number): number {
  const value = number(option, text, otherwise);
  return value > 0 ? value : fail(`--${option} ${text} is no time at all.`);
}

function number(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value : fail(`--${option} ${text} is not a number.`);
}

async function writeReport(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "report.md"), reportMarkdown({ seed, minutes, startedAt, machine, outcomes }));
}

/** Each part has its own process, so that a part that crashes or hangs fails alone. */
function runApart({ name }: OrdealPart, options: PartOptions): Promise<PartReport> {
  const child = fork(fileURLToPath(new URL("part-process.ts", import.meta.url)));
  running = child;
  child.send({ partsModule, name, ...options });
  return new Promise((resolve) => {
    let report: PartReport | undefined;
    let isLate = false;
    const limit = setTimeout(
      () => {
        isLate = true;
        child.kill("SIGTERM");
        setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
      },
      (options.minutes + graceMinutes) * 60_000,
    );
    child.once("message", (message) => {
      report = message as PartReport;
    });
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      running = undefined;
      resolve(report ?? brokenReport(name, options.seed, isLate ? "took too long" : `ended with ${signal ?? code}`));
    });
  });
}

function brokenReport(name: string, seed: number, what: string): PartReport {
  const finding = { title: `the part ${what} and gave no report`, detail: "Its output is above, in the terminal." };
  return { name, seed, figures: {}, findings: [finding], passed: false };
}
