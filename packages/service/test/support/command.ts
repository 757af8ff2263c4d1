import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { addOperationCommands, runCommandOperation } from "../../src/commands/operations.ts";
import { runCommandLine } from "../../src/commands/program.ts";
import { addResourceCommands } from "../../src/commands/resources.ts";
import type { Terminal } from "../../src/commands/terminal.ts";
import type { allSettings } from "../../src/config.ts";
import type { Service } from "../../src/service.ts";

/** The answer to a command such as `keys create acme`, in this process. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
export async function command(service: Service, ...args: string[]): Promise<any> {
  let answer: unknown;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addResourceCommands(program);
  addOperationCommands(program, async (...given) => {
    answer = (await runCommandOperation(service, ...given)).result;
  });
  await program.parseAsync(args, { from: "user" });
  return JSON.parse(JSON.stringify(answer));
}

/** Settings as the environment has them. */
export type Environment = Partial<Record<keyof typeof allSettings, string>> & Record<string, string>;

/**
 * Runs a whole command line such as `paseo keys create acme` in this process: as main.ts does, but for signals and a closed pipe.
 * A service that it starts would not end, so `serve` is for starts that are refused.
 */
export async function paseo(
  args: string[],
  env: Environment = {},
  { stdin = [], stdout }: { stdin?: string[]; stdout?: Terminal["stdout"] } = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const outputs = Promise.all([text(out), text(err)]);
  // A logger would write to the standard output of the tests.
  const settings = { PATH: process.env.PATH, LOG_LEVEL: "silent", ...env };
  const exitCode = await runCommandLine(args, {
    env: settings,
    stdin: Readable.from(stdin),
    stdout: stdout ?? out,
    stderr: err,
  }).finally(() => {
    out.end();
    err.end();
  });
  const [printed, complained] = await outputs;
  return { exitCode, stdout: printed, stderr: complained };
}
