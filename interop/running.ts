import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const folder = fileURLToPath(new URL(".", import.meta.url));

/** What a tool is given: the demo's address, and a folder with its documents that it may write to. */
export interface Given {
  url: string;
  generated: string;
}

export interface Tool {
  name: string;
  version: () => Promise<string>;
  /** What it does, for the table. */
  what: string;
  /** Throws when the tool fails. Returns what the table shows of a success. */
  check: (given: Given) => Promise<string>;
}

/** The tool is not installed. */
export class Skipped extends Error {}

export const node = process.execPath;

/** For a program that never ends, on the slowest machine. */
const limitSeconds = 900;

/** What the program prints. Throws with it when the program fails. */
export async function run(
  program: string,
  parameters: readonly string[],
  { cwd = folder, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const limits = { timeout: limitSeconds * 1000, maxBuffer: 64 * 1024 * 1024 };
  const options = { cwd, env: { ...process.env, ...env }, ...limits };
  const { stdout, stderr } = await promisify(execFile)(program, [...parameters], options).catch((error) => {
    const printed = [error.stdout, error.stderr].filter(Boolean).join("\n").slice(-4000) || error.message;
    throw new Error(error.killed ? `ended after ${limitSeconds} s\n${printed}` : printed);
  });
  return stdout.trim() || stderr.trim();
}

/** Runs the command of a package of this folder. */
export const command = (name: string, parameters: readonly string[], options = {}): Promise<string> =>
  run(node, [join(folder, "node_modules/.bin", name), ...parameters], options);

export const versionOf = (name: string) => async (): Promise<string> =>
  JSON.parse(await readFile(join(folder, "node_modules", name, "package.json"), "utf8")).version;
