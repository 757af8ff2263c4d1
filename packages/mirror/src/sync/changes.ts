import { appendFile, open } from "node:fs/promises";
import { type QueuedChange, type Target, TargetError, type Writer } from "../targets/target.ts";
import type { Change } from "./apply.ts";

/**
 * The change stream: a line of JSON for each committed change. A line is queued in the transaction of the change, delivered
 * after the commit, and deleted from the queue with the next commit. So no line is lost, and after a kill a line may be
 * delivered again, with the same sequence and content.
 */
export class ChangeStream {
  readonly #sink: Sink;
  #delivered = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Delivers the lines that an earlier run left in the queue. Returns the last delivered sequence. */
  async resume(target: Target): Promise<number> {
    this.#delivered = await this.#sink.last();
    for await (const lines of target.queued()) {
      await this.deliver(lines.filter(({ sequence }) => sequence > this.#delivered));
    }
    return this.#delivered;
  }

  /** Queues the changes in their transaction. The caller delivers the lines after the commit. */
  async queue(writer: Writer, changes: Change[], sequence: number, version: number): Promise<QueuedChange[]> {
    await writer.settle(this.#delivered);
    const lines = changes.map(({ kind, action, id, lang, record }, n) => {
      const line = { sequence: sequence + n + 1, kind, action, id, ...(lang && { lang }), version, record };
      return { sequence: line.sequence, line: JSON.stringify(line) };
    });
    if (lines.length > 0) await writer.queue(lines);
    return lines;
  }

  async deliver(lines: QueuedChange[]): Promise<void> {
    if (lines.length === 0) return;
    await this.#sink.write(lines.map(({ line }) => `${line}\n`).join(""));
    this.#delivered = lines.at(-1)!.sequence;
  }
}

/** The destination of the lines. */
interface Sink {
  /** The sequence of the last delivered line, or 0 if the sink does not know. */
  last(): Promise<number>;
  /** Resolves when the text is written. Throws a TargetError when it cannot be written. */
  write(text: string): Promise<void>;
}

/** Standard output, which does not know what was delivered. */
export function streamSink(stream: NodeJS.WritableStream): Sink {
  // The write reports the failure; without a listener it would also end the process.
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
 * Appends lines to a file. The last line shows what was delivered, so each line is in the file exactly once. A line that a
 * kill truncated is removed. The file may be moved between two writes; the next write creates a new one.
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
    // The tail grows until it has the last complete line and the end of the one before, or the whole file.
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

// A file with other content must not be changed.
function sequenceOf(line: string): number {
  const sequence = line.startsWith(lineStart) ? Number.parseInt(line.slice(lineStart.length), 10) : Number.NaN;
  if (Number.isNaN(sequence)) throw new Error("it has lines that are not changes");
  return sequence;
}

function checkTorn(text: string): void {
  if (!text.startsWith(lineStart.slice(0, text.length))) throw new Error("its last line is not a change");
}
