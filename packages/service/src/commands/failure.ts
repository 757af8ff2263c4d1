/** 0: success. 1: the command failed. 2: wrong arguments or settings. 3: the store cannot be used. */
export const exitCodes = { done: 0, failed: 1, usage: 2, store: 3 } as const;

/** Ends the command with a message and an exit code, without a stack trace. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
