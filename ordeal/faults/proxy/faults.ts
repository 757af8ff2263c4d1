/** The faults of a proxied connection. */

/** A fault that happens once, to the connection that transfers this byte. */
export interface ByteFault {
  /** Number of bytes, counted from now over all connections, in one direction or in both. */
  after: number;
  direction?: Direction;
  /**
   * `cut` closes both sides, `reset` closes them with a TCP reset, `half-close` ends the direction of that byte and drops the
   * rest of it, `silence` transfers nothing more and closes nothing.
   */
  what: "cut" | "reset" | "half-close" | "silence";
}
export const byteFaults: readonly ByteFault["what"][] = ["cut", "reset", "half-close", "silence"];

/** `up` leads to the target. */
export type Direction = "up" | "down";

/** A lost answer: the target receives the request and answers, but the connection is cut before the client receives the answer. */
export interface LostAnswer {
  /** Recognises the request in a chunk of bytes, read as Latin-1 text. The object is a RegExp, or counts requests. */
  to: { test(request: string): boolean };
  /** The end of the answer, as Latin-1 text. The target has finished its work by then. */
  endsWith: RegExp;
  /** Called when the answer is complete, before the connection is cut. */
  onLost?: () => void;
}

/** Loses the answer to a statement that PostgreSQL has committed. The answer ends when the server is ready for the next statement. */
export const loseAnswerAfterCommit = (statement: RegExp): LostAnswer => ({
  to: statement,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the message ReadyForQuery, outside a transaction
  endsWith: /Z\u0000\u0000\u0000\u0005I$/,
});

/** Splits and delays chunks at random. */
export interface Jitter {
  random: () => number;
  /** The longest delay of a chunk. */
  delayMs: number;
  /** The size of the largest chunk. */
  pieceBytes: number;
}
