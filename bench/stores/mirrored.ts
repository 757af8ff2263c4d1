import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runPaseo, type Settings } from "../../packages/service/test/support/servers/processes.ts";
import { programFile } from "../../scripts/program.ts";
import { plainProduct } from "./plain-product.ts";

/** Makes a catalogue to mirror, changes it, and measures processes. */

export const mirrorProgram = await programFile("paseo-mirror");
const scale = fileURLToPath(new URL("./scale.ts", import.meta.url));
export const bareReaderProgram = fileURLToPath(new URL("../references/bare-reader.ts", import.meta.url));

/**
 * Fills a store with this number of events, a hundred for each product in three currencies, and with a hundred small products
 * that change later.
 */
export async function seedMirroredStore(env: Settings, events: number): Promise<void> {
  await importing(env, { currencies, products: smallProducts("as it was") });
  await promisify(execFile)(process.execPath, [scale, String(events)], { env: { ...process.env, ...env } });
}

/** Renames the hundred products. */
export const renameHundredProducts = (env: Settings, name: string): Promise<void> =>
  importing(env, { products: smallProducts(name) });

const currencies = [
  { code: "USD", name: "US Dollar", displaySymbol: "US$", rate: "1" },
  { code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.9" },
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

/** Runs a program to its end. Returns the seconds that it took. Throws if it fails. */
export async function runProgram(program: string, args: string[]): Promise<number> {
  const start = performance.now();
  await promisify(execFile)(process.execPath, [program, ...args], { maxBuffer: 2 ** 26 });
  return (performance.now() - start) / 1000;
}
