import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programFile } from "../../../../../scripts/program.ts";
import { allSettings } from "../../../src/config.ts";

/** The `paseo` command as real processes, for effects between processes or after a kill. */

const main = await programFile("paseo");

/** The settings of such a process. The tests' own settings for Paseo are not passed on. */
export type Settings = Partial<Record<keyof typeof allSettings, string>>;

export interface ServiceProcess {
  /** Address at which the process serves. */
  url: string;
  pid: number;
  /** Output of the process so far. */
  output: { stdout: string; stderr: string };
  /** Exit code of the process when it has ended; null after a kill. */
  exited: Promise<number | null>;
  /** Sends SIGTERM and waits for the exit code. */
  stop(): Promise<number | null>;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
}

/**
 * `paseo serve` on a free port. Resolves when it is ready, and rejects with the output when it ends before. `within` is a
 * command that runs another one, such as `nsenter`; `within` is a command that runs the service in another environment, such as
 * `nsenter`; `program` is the program of another release.
 */
export async function startService(
  env: Settings,
  options: string[] = [],
  within: string[] = [],
  program = main,
): Promise<ServiceProcess> {
  const child = launch(
    ["serve", ...options],
    { PORT: "0", LOG_LEVEL: "info", REQUEST_WAIT_SECONDS: "30", ...env },
    within,
    program,
  );
  const output = collect(child);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const url = await Promise.race([addressOf(child), exited.then(() => undefined)]);
  if (url === undefined) throw new Error(`paseo serve ended before it was ready: ${output.stderr}${output.stdout}`);
  return {
    url,
    pid: child.pid!,
    output,
    exited,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Runs one `paseo` command to its end. */
export async function runPaseo(
  args: string[],
  env: Settings,
  within: string[] = [],
  program = main,
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const child = launch(args, env, within, program);
  const output = collect(child);
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, ...output };
}

/** A `paseo` command that runs until it is stopped. `stop` sends SIGTERM and waits for the exit code. */
export function launchPaseo(args: string[], env: Settings): { stop(): Promise<number | null> } {
  const child = launch(args, env);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return {
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}

/**
 * Runs a `paseo` command and sends it SIGTERM, or the signal `by`, after this time. With `after`, the time begins when the command prints
 * that text.
 */
export async function stopPaseo(
  args: string[],
  env: Settings,
  { ms, after, by = "SIGTERM" }: { ms: number; after?: string; by?: NodeJS.Signals },
): Promise<{ exitCode: number | null; signal: string | null; stdout: string; stderr: string }> {
  const child = launch(args, env);
  const output = collect(child);
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  if (after !== undefined) {
    const timeline = new Promise<void>((resolve) => {
      child.stdout!.on("data", () => output.stdout.includes(after) && resolve());
    });
    await Promise.race([timeline, closed]);
  }
  await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), closed]);
  child.kill(by);
  const [exitCode, signal] = await closed;
  return { exitCode, signal, ...output };
}

/** Runs a `paseo` command, and kills it as soon as its standard error matches `after`. */
export async function killPaseo(
  args: string[],
  env: Settings,
  after: RegExp,
): Promise<{ signal: string | null; stdout: string; stderr: string }> {
  const child = launch(args, env);
  const output = collect(child);
  child.stderr!.on("data", () => after.test(output.stderr) && child.kill("SIGKILL"));
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  return { signal, ...output };
}

/** Whether a process of this machine still exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const running = new Set<ChildProcess>();
// A failed test leaves no process behind.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

function launch(args: string[], env: Settings, within: string[] = [], program = main): ChildProcess {
  const [command, ...rest] = [...within, process.execPath, program, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/**
 * The environment of a `paseo` process. Its compile cache is apart: `paseo` changes a flag of V8, which then refuses what the
 * tests' own processes compiled and replaces it, and they refuse its code in turn. That is 0.3 s for each process.
 */
export function environment(env: Settings): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !(name in allSettings));
  const cache = process.env.NODE_COMPILE_CACHE;
  return {
    ...Object.fromEntries(inherited),
    ...(cache !== undefined && { NODE_COMPILE_CACHE: join(cache, "paseo") }),
    ...env,
  };
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: "", stderr: "" };
  child.stdout!.on("data", (text) => (output.stdout += text));
  child.stderr!.on("data", (text) => (output.stderr += text));
  return output;
}

/** The address in the log line of a ready service. Copies the line of a request that failed: the answer does not have its cause. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      if (line.includes('"request failed"')) process.stderr.write(`${line}\n`);
      const { msg, address } = JSON.parse(line) as { msg?: string; address?: string };
      if (msg === "ready" && address !== undefined) resolve(address);
    });
  });
}
