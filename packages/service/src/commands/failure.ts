import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { StoreUnavailable, storeFaultOf } from "../store/database/faults.ts";
import { printLine, type Terminal } from "./terminal.ts";

/** Exit codes of a command. 0: success. 1: the command failed. 2: wrong arguments or settings. 3: the store cannot be used. */
export const exitCodes = { done: 0, failed: 1, usage: 2, store: 3 } as const;

/** Ends the command with a message and an exit code, without a stack trace. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints the reason why the command ended, and returns its exit code. */
export async function reportFailure(error: unknown, { stderr }: Terminal): Promise<number> {
  const complain = (message: string, exitCode: number): number => {
    printLine(stderr, message);
    return exitCode;
  };
  // Commander has already printed its message. --help is not an error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof ConfigError) return complain(error.message, exitCodes.usage);
  if (error instanceof CommandFailure) return complain(error.message, error.exitCode);
  const { SecretsKeyMissing } = await import("../store/database/sealing.ts");
  if (error instanceof SecretsKeyMissing) return complain(error.message, exitCodes.usage);
  const { SchemaBusy, SchemaMismatch } = await import("../store/database/migrate.ts");
  if (error instanceof SchemaMismatch || error instanceof SchemaBusy) return complain(error.message, exitCodes.store);
  const { ProblemError } = await import("../web/problems.ts");
  if (error instanceof ProblemError) return complain(sentencesOf(error), exitCodes.failed);
  if (storeFaultOf(error) === "full")
    return complain("The store cannot be used: its disk is full. Free space and start again.", exitCodes.store);
  const { code } = error as { code?: string };
  const hostname = unknownHostOf(error);
  if (hostname !== undefined)
    return complain(
      `The store cannot be used: nobody knows the host ${hostname}. Correct DATABASE_URL, or the name server of this machine.`,
      exitCodes.store,
    );
  if (code !== undefined && /^(E[A-Z]+|[0-9A-Z]{5})$/.test(code)) {
    const setting = isAboutServer(code) ? " Look at DATABASE_URL, and at the server." : "";
    return complain(
      `The store cannot be used: ${error instanceof Error && error.message ? error.message : code}.${setting}`,
      exitCodes.store,
    );
  }
  throw error;
}

/** Whether an error says that a server cannot be reached, or refuses this user or database. */
const isAboutServer = (code: string): boolean =>
  /^(ECONN|EHOST|ENET|ETIMEDOUT|EPROTO|08|28|3D|53300|57P|42501)/.test(code);

/** Returns the host of an unavailable store that no name server knows; undefined for any other error. */
function unknownHostOf(error: unknown): string | undefined {
  if (!(error instanceof StoreUnavailable) || !["ENOTFOUND", "EAI_AGAIN"].includes(error.code)) return undefined;
  return (error.cause as { hostname?: string }).hostname;
}

/** Returns the problem's detail, and the messages about fields that the detail does not contain. */
function sentencesOf({
  detail,
  errors = [],
}: {
  detail: string;
  errors?: { pointer: string; detail: string }[] | undefined;
}) {
  const more = errors.filter((one) => !detail.includes(one.detail)).map((one) => `${one.pointer}: ${one.detail}`);
  return [detail, ...more].join("\n");
}
