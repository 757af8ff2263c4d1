import { appendFile, open } from "node:fs/promises";
import { type Queued, type Target, TargetError, type Writer } from "../targets/target.ts";
import type { Change } from "./apply.ts";

/**
 * The change stream: one line of JSON for each change that was committed. A line is queued in the transaction that makes the
 * change, handed over after the commit, and dropped from the queue with the next one. So none is lost, whatever happens; one that was
 * handed over just before an end is handed over again, byte for byte and under the same sequence.
 */
export class ChangeStream {
  readonly #sink: Sink;
  #delivered = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Hands over what an earlier run left in the queue. Returns the sequence that the next line must be above. */
  async resume(target: Target): Promise<number> {
    this.#delivered = await this.#sink.last();
    for await (const lines of target.queued()) {
      await this.deliver(lines.filter(({ sequence }) => sequence > this.#delivered));
    }
    return this.#delivered;
  }

  /** Queues the changes in the transaction that makes them; the lines are to be delivered after its commit. */
  async queue(writer: Writer, changes: Change[], sequence: number, version: number): Promise<Queued[]> {
    await writer.settle(this.#delivered);
    const lines = changes.map(({ kind, action, id, lang, record }, n) => {
      const line = { sequence: sequence + n + 1, kind, action, id, ...(lang && { lang }), version, record };
      return { sequence: line.sequence, line: JSON.stringify(line) };
    });
    if (lines.length > 0) await writer.queue(lines);
    return lines;
  }

  async deliver(lines: Queued[]): Promise<void> {
    if (lines.length === 0) return;
    await this.#sink.write(lines.map(({ line }) => `${line}\n`).join(""));
    this.#delivered = lines.at(-1)!.sequence;
  }
}

/** Where the lines go. */
export interface Sink {
  /** The sequence of the last line that has arrived, as far as the sink can tell; else 0. */
  last(): Promise<number>;
  /** Resolves when the text is out of this process's hands. Throws a TargetError when nobody takes it. */
  write(text: string): Promise<void>;
}

/** Standard output, or a pipe from it. It cannot be asked what has arrived. */
export function streamSink(stream: NodeJS.WritableStream): Sink {
  // The failure comes to the write; without a listener it would end the process as well.
  stream.on("error", () => {});
  return {
    last: async () => 0,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error) reject(new TargetError(`The changes cannot be written: ${error.message}.`));
          else resolve();
        });
      }),
  };
}

/**
 * A file that lines are appended to. Its own last line says what has arrived, so that each line stands in it exactly once; one
 * that a kill cut in two is cut off. The file may be moved away between two writes: the next one begins another.
 */
export function fileSink(path: string): Sink {
  const failed = (error: unknown): never => {
    throw new TargetError(`${path} cannot be written: ${(error as Error).message}.`);
  };
  return {
    last: () => lastSequence(path).catch(failed),
    write: (text) => appendFile(path, text).catch(failed),
  };
}

const chunk = 65_536;

async function lastSequence(path: string): Promise<number> {
  const file = await open(path, "a+");
  try {
    const { size } = await file.stat();
    let tail = Buffer.alloc(0);
    // The tail grows until it holds the last whole line with the end of the one before it, or the whole file.
    for (let from = size; ; ) {
      const end = tail.lastIndexOf("\n");
      const start = end > 0 ? tail.lastIndexOf("\n", end - 1) : -1;
      if (start >= 0 || from === 0) {
        const last = end < 0 ? 0 : sequenceOf(tail.toString("utf8", start + 1, end));
        checkTorn(tail.toString("utf8", end + 1));
        await file.truncate(from + end + 1);
        return last;
      }
      const length = Math.min(from, Math.max(chunk, tail.length));
      from -= length;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, from);
      tail = Buffer.concat([buffer, tail]);
    }
  } finally {
    await file.close();
  }
}

const lineStart = '{"sequence":';

// A file of something else must not be cut or added to.
function sequenceOf(line: string): number {
  const sequence = line.startsWith(lineStart) ? Number.parseInt(line.slice(lineStart.length), 10) : Number.NaN;
  if (Number.isNaN(sequence)) throw new Error("it holds lines that are no changes");
  return sequence;
}

function checkTorn(text: string): void {
  if (!text.startsWith(lineStart.slice(0, text.length))) throw new Error("it ends in what is no change");
}
