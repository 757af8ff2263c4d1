import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runPaseo, type Settings } from "../../packages/service/test/support/servers/processes.ts";
import { memoryOf } from "../process/service.ts";
import { plainProduct } from "./plain-product.ts";

/** A catalogue to mirror, changes of it, and timed processes. */

export const mirror = fileURLToPath(new URL("../../packages/mirror/src/main.ts", import.meta.url));
const scale = fileURLToPath(new URL("./scale.ts", import.meta.url));
export const bareReader = fileURLToPath(new URL("../references/bare-reader.ts", import.meta.url));

/**
 * Fills a store with this number of events, a hundred for each product in three currencies, and with a hundred small products
 * that change later.
 */
export async function seedMirrored(env: Settings, events: number): Promise<void> {
  await importing(env, { currencies: currencies("0.9"), products: smallProducts("as it was") });
  await promisify(execFile)(process.execPath, [scale, String(events)], { env: { ...process.env, ...env } });
}

/** Renames the hundred products. */
export const renameHundred = (env: Settings, name: string): Promise<void> =>
  importing(env, { products: smallProducts(name) });

/** Changes the rate of the euro, the currency of a third of all products and events. */
export const changeRate = (env: Settings, rate: string): Promise<void> =>
  importing(env, { currencies: currencies(rate) });

const currencies = (euro: string): object[] => [
  { code: "USD", name: "US Dollar", displaySymbol: "US$", rate: "1" },
  { code: "EUR", name: "Euro", displaySymbol: "€", rate: euro },
  { code: "BRL", name: "Brazilian Real", displaySymbol: "R$", rate: "5.25" },
];

const smallProducts = (name: string): object[] =>
  Array.from({ length: 100 }, (_, n) =>
    plainProduct(`small-${n}`, { type: "dateless", name: `Small ${n}, ${name}`, schedules: [] }),
  );

async function importing(env: Settings, file: object): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-import-"));
  try {
    await writeFile(join(folder, "catalogue.json"), JSON.stringify(file));
    await paseo(["import", join(folder, "catalogue.json")], env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function paseo(args: string[], env: Settings): Promise<void> {
  const { exitCode, stderr } = await runPaseo(args, env);
  if (exitCode !== 0) throw new Error(`paseo ${args[0]} ended with ${exitCode}: ${stderr}`);
}

/** A finished process: its duration, and its memory sampled five times per second. */
export interface Run {
  seconds: number;
  residentBytes: number[];
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, or kills it (SIGKILL) as soon as `until` returns true. Throws if it fails without a kill. */
export async function run(program: string, args: string[], until = () => false): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (output.stdout += text));
  child.stderr.on("data", (text) => (output.stderr += text));
  const residentBytes: number[] = [];
  const looking = setInterval(async () => {
    const memory = await memoryOf(child.pid!);
    if (memory) residentBytes.push(memory.resident);
    if (until()) child.kill("SIGKILL");
  }, 200);
  const [exitCode, signal] = (await ended) as [number | null, string | null];
  clearInterval(looking);
  if (exitCode !== 0 && signal !== "SIGKILL")
    throw new Error(`${program} ended with ${exitCode}: ${output.stderr}${output.stdout}`);
  return { seconds: (performance.now() - start) / 1000, residentBytes, ...output };
}
