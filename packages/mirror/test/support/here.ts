import { Writable } from "node:stream";
import { runCommandLine, Stopped } from "../../src/command.ts";
import type { EndedCommand, Environment, RunningCommand } from "./command.ts";

/** The command within this process, without the second that a new process takes. Only a process has real signals. */

interface HereEnvironment extends Pick<Environment, "env"> {
  signal?: AbortSignal;
}

export async function mirrorHere(
  args: string[],
  { env = {}, signal = new AbortController().signal }: HereEnvironment = {},
  output = { stdout: "", stderr: "" },
): Promise<EndedCommand> {
  const to = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk;
        done();
      },
    });
  const exitCode = await runCommandLine(args, { env, stdout: to("stdout"), stderr: to("stderr"), signal });
  return { exitCode, ...output };
}

/** Starts the command here. `stop` does what main.ts does at a signal, and ends the work for SIGKILL too. */
export function startHere(args: string[], environment: Pick<Environment, "env"> = {}): Omit<RunningCommand, "pid"> {
  const output = { stdout: "", stderr: "" };
  const stop = new AbortController();
  const ended = mirrorHere(args, { ...environment, signal: stop.signal }, output);
  return {
    output,
    ended,
    stop: (signal) => {
      stop.abort(new Stopped(signal === "SIGINT" ? 2 : 15));
      return ended;
    },
  };
}
