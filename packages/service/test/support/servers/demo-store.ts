import { readFile, writeFile } from "node:fs/promises";
import { runPaseo } from "./processes.ts";
import { copyDataDir } from "./stores.ts";

/** Data directories with the demo. `npm test` creates one for all files and passes it in the environment. */

/** The output of `paseo seed`. */
interface SeedOutput {
  stdout: string;
  stderr: string;
}

const outputBeside = (dataDir: string) => `${dataDir}.json`;

/** Creates the demo in a new data directory. */
export async function createDemo(dataDir: string): Promise<SeedOutput> {
  const { exitCode, stdout, stderr } = await runPaseo(["seed"], { DATA_DIR: dataDir });
  if (exitCode !== 0) throw new Error(`the demo was not created: ${stderr}`);
  await writeFile(outputBeside(dataDir), JSON.stringify({ stdout, stderr }));
  return { stdout, stderr };
}

/** Returns the output of `paseo seed`. In `npm test` it is the output for the demo that all files share. */
export async function outputOfSeed(dataDir: string): Promise<SeedOutput> {
  const shared = process.env.TEST_DEMO_DATA;
  return shared ? JSON.parse(await readFile(outputBeside(shared), "utf8")) : createDemo(dataDir);
}

/** Makes a new data directory for `paseo serve --demo`, which creates the demo itself if there is none to copy. */
export async function copyDemo(dataDir: string): Promise<void> {
  if (process.env.TEST_DEMO_DATA) await copyDataDir(process.env.TEST_DEMO_DATA, dataDir);
}
