import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { programFile } from "../../../../scripts/program.ts";

/** The real `paseo-mirror` in its own process. */

const main = await programFile("paseo-mirror");

export interface EndedCommand {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  pid: number;
  /** What the command has written so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<EndedCommand>;
  stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<EndedCommand>;
}

const running = new Set<ChildProcess>();
// A failed test leaves no process behind.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export interface Environment {
  /** Options of Node itself. */
  node?: string[];
  env?: Record<string, string>;
  /** Whether its standard output is closed. */
  closeStdout?: boolean;
}

export function startMirror(args: string[], { node = [], env, closeStdout }: Environment = {}): RunningCommand {
  const child = spawn(process.execPath, [...node, main, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  if (closeStdout) child.stdout!.destroy();
  const output = { stdout: "", stderr: "" };
  child.stdout!.setEncoding("utf8").on("data", (text) => (output.stdout += text));
  child.stderr!.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode: exitCode as number | null, ...output }));
  return {
    pid: child.pid!,
    output,
    ended,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

export const runMirror = (args: string[], environment?: Environment): Promise<EndedCommand> =>
  startMirror(args, environment).ended;

/** Waits for a condition, a minute at most. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await condition()); ) {
    assert.ok(Date.now() < deadline, "the condition did not hold within a minute");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
