import { Writable } from "node:stream";
import { readOptions } from "../../src/options.ts";
import { runMirror } from "../../src/run.ts";
import type { EndedCommand } from "./command.ts";

/**
 * Runs the command within this process. This is a second faster than a new process; only signals and exit codes of failures
 * differ.
 */
export async function mirrorHere(args: string[], signal = new AbortController().signal): Promise<EndedCommand> {
  const output = { stdout: "", stderr: "" };
  const to = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk;
        done();
      },
    });
  const options = readOptions(args, undefined);
  if (typeof options === "string") throw new Error(`unexpected option ${options}`);
  const exitCode = await runMirror(options, { stdout: to("stdout"), stderr: to("stderr"), signal });
  return { exitCode, ...output };
}
