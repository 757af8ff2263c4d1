import { Command } from "commander";
import { addOperationCommands, runCommandOperation } from "../../src/commands/operations.ts";
import { addResourceCommands } from "../../src/commands/resources.ts";
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
