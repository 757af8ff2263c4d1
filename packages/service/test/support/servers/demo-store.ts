import { cp } from "node:fs/promises";
import { runPaseo } from "./processes.ts";

/**
 * Data directories with the demo. Its creation takes 17 s of processor time: `npm test` creates one for
 * all files and passes it in the environment.
 */

/** Creates the demo in a new data directory. */
export async function createDemo(dataDir: string): Promise<void> {
  const { exitCode, stderr } = await runPaseo(["seed"], { DATA_DIR: dataDir });
  if (exitCode !== 0) throw new Error(`the demo was not created: ${stderr}`);
}

/** Makes a new data directory for `paseo serve --demo`, which creates the demo itself if there is none to copy. */
export async function copyDemo(dataDir: string): Promise<void> {
  if (process.env.TEST_DEMO_DATA) await cp(process.env.TEST_DEMO_DATA, dataDir, { recursive: true });
}
