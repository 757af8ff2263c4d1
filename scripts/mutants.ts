import { spawn } from "node:child_process";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { acceptedMutants, notAccepted, type Survivor } from "./accepted-mutants.ts";
import { testsOf, unitTests } from "./test-selection.ts";

/**
 * Mutation testing of files or folders with StrykerJS: changes the code in small ways and runs the unit tests in
 * test/domain that import it. It ends with 1 where a change survives that docs/reference/mutants.md does not accept.
 */

/** Packages that npm runs without installing them: 176 packages and 73 MB that no other command needs. */
const packages = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/tap-runner@9.6.1"];
const byDefault = [
  "packages/service/src/domain/selling",
  "packages/service/src/domain/callbacks/schedule.ts",
  "packages/service/src/domain/money/refund.ts",
  "packages/service/src/domain/dispatch/dispatch-rules.ts",
  "packages/service/src/domain/orders/content.ts",
  "packages/service/src/domain/orders/order-masking.ts",
  "packages/service/src/domain/orders/order-status.ts",
];

const tested = "packages/service/test/domain";

const root = fileURLToPath(new URL("../", import.meta.url));
process.chdir(root);
const named = process.argv.slice(2);
const asked = named.length > 0 ? named : byDefault;
/** Names may end with lines, as in `money.ts:20-30`. */
const patterns = asked.map((name) => (/\.ts(:|$)/.test(name) ? name.split(":")[0]! : `${name}/**/*.ts`));
const sources = (await Promise.all(patterns.map((pattern) => Array.fromAsync(glob(pattern))))).flat().sort();
if (sources.length === 0) fail(`There is no file in ${named.join(", ")}.`);
// The tests of a capability must catch mutants of its rules. Tests of other capabilities are slow, and catch them by accident.
const folders = new Set(sources.map((file) => /\/domain\/(\w+)\//.exec(file)?.[1] ?? "*"));
const all = (await Promise.all([...folders].map((name) => Array.fromAsync(glob(`${tested}/${name}/**/*.test.ts`)))))
  .flat()
  .map((file) => resolve(file))
  .sort();
const tests = await testsOf(
  sources.map((file) => resolve(file)),
  await unitTests(all),
);
if (tests.length === 0) fail("No unit test imports these files.");

const folder = await mkdtemp(join(tmpdir(), "paseo-mutants-"));
const report = join(folder, "report.json");
try {
  const status = await stryker({
    mutate: asked.some((name) => name.includes(":")) ? asked : sources,
    testRunner: "tap",
    plugins: ["@stryker-mutator/tap-runner"],
    tap: {
      testFiles: tests.map((file) => relative(root, file)),
      nodeArgs: ["--test-reporter=tap", "-r", "{{hookFile}}", "{{testFile}}"],
      forceBail: true,
    },
    coverageAnalysis: "perTest",
    concurrency: 1,
    // A busy machine must not make a slow test look like an endless loop.
    timeoutMS: 30_000,
    // Node strips the types, and Stryker does not know this version of TypeScript.
    disableTypeChecks: false,
    tsconfigFile: "none",
    allowEmpty: false,
    reporters: ["progress-append-only", "json"],
    jsonReporter: { fileName: report },
    tempDirName: ".stryker-tmp",
    // Biome refuses a second configuration below the first.
    ignorePatterns: ["biome.json"],
  });
  if (status !== 0) fail(`Stryker ended with ${status}.`);
  process.exitCode = await summarize(JSON.parse(await readFile(report, "utf8")) as MutationReport);
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface MutationReport {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        mutatorName: string;
        replacement?: string;
        status: string;
        location: { start: Place; end: Place };
      }[];
    }
  >;
}
interface Place {
  line: number;
  column: number;
}

async function summarize({ files }: MutationReport): Promise<number> {
  const accepted = acceptedMutants(await readFile("docs/reference/mutants.md", "utf8"));
  const open: Survivor[] = [];
  const sums = { killed: 0, survived: 0, accepted: 0 };
  for (const [file, { source, mutants }] of Object.entries(files)) {
    // A file of tests that cannot even load has found its mutant too, but Stryker does not count it.
    const counted = mutants.filter(({ status }) => !/^(Ignored|CompileError|RuntimeError)$/.test(status));
    const survivors = counted
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map(({ location, replacement = "", mutatorName }) => ({
        file,
        line: location.start.line,
        code: oneLine(textBetween(source, location.start, location.end)),
        replacement: oneLine(replacement),
        mutator: mutatorName,
      }));
    const left = notAccepted(survivors, accepted);
    open.push(...left);
    sums.killed += counted.length - survivors.length;
    sums.survived += survivors.length;
    sums.accepted += survivors.length - left.length;
    const timeouts = counted.filter(({ status }) => status === "Timeout").length;
    if (timeouts > 0) console.log(`${timeouts} mutants of ${file} timed out, which counts as killed`);
    console.log(`${file}: ${counted.length - survivors.length} of ${counted.length} killed, ${left.length} open`);
  }
  for (const { file, line, code, replacement } of open) console.log(`${file}:${line}\n  - ${code}\n  + ${replacement}`);
  const total = sums.killed + sums.survived;
  if (total === 0) fail("There is no mutant in these lines.");
  const score = ((100 * sums.killed) / total).toFixed(1);
  console.log(`${sums.killed} of ${total} mutants killed (${score} %), ${sums.accepted} accepted, ${open.length} open`);
  return open.length === 0 ? 0 : 1;
}

function textBetween(source: string, start: Place, end: Place): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1);
  lines[0] = lines[0]!.slice(start.column - 1);
  return lines.join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

async function stryker(options: object): Promise<number> {
  const config = join(folder, "stryker.config.json");
  await writeFile(config, JSON.stringify(options));
  const args = ["exec", "--yes", ...packages.map((name) => `--package=${name}`), "--", "stryker", "run", config];
  // The process group is separate, because npm does not pass signals on to what Stryker has started.
  const child = spawn("npm", args, { stdio: "inherit", detached: true });
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const)
    process.on(signal, () => process.kill(-child.pid!, signal));
  return new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
