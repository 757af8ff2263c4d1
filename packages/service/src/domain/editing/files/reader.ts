import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { readerModule } from "../../../assets.ts";
import type { CatalogueFile } from "../../../records/catalogue-file.ts";
import type { EcbRates } from "../ecb-rates.ts";
import { type PackedRow, SheetRows } from "../event-sheet.ts";
import type { FileProblem } from "../schedules.ts";
import type { SheetFormat } from "../sheets.ts";
import { FileError, fileLimits } from "./limits.ts";
import type { RowProblem } from "./table.ts";

/** Reads uploaded files in a worker thread, so that the service keeps answering. */

export type FileFormat = SheetFormat | "catalogue" | "ecb";

/** A message from the thread. */
export type FilePart =
  | { rows: PackedRow[]; problems: RowProblem[] }
  | { name: string; list: unknown[]; problems: FileProblem[] }
  | { rates: EcbRates }
  | { refused: string }
  | { done: true };

/** Too many imports run or wait. */
export class ImportsBusy extends Error {
  override name = "ImportsBusy";
}

/**
 * Imports that a process accepts at the same time: one runs, and the further imports wait with their files in memory.
 */
const maxImports = 4;

export class FileReader {
  #admitted = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #workers = new Set<Worker>();

  /** Admits an import before its file is read. Throws ImportsBusy. The caller calls the returned function at the end. */
  admit(): () => void {
    if (this.#admitted >= maxImports) throw new ImportsBusy();
    this.#admitted++;
    let isDone = false;
    return () => {
      if (!isDone) this.#admitted--;
      isDone = true;
    };
  }

  /** Runs the work after all earlier imports. */
  afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => {});
    return run;
  }

  /** Reads the rows of a table of events, and the first problems. */
  async events(format: SheetFormat, bytes: Uint8Array): Promise<{ rows: SheetRows; problems: RowProblem[] }> {
    const table = { rows: new SheetRows(), problems: [] as RowProblem[] };
    await this.#read(format, bytes, (part) => {
      if (!("rows" in part)) return;
      for (const row of part.rows) table.rows.add(row);
      for (const problem of part.problems) table.problems.push(problem);
    });
    return table;
  }

  /** Reads the records of a catalogue file. A record that does not fit its schema is null and has a problem. */
  async catalogue(bytes: Uint8Array): Promise<{ file: CatalogueFile; problems: FileProblem[] }> {
    const lists: Record<string, unknown[]> = {};
    const problems: FileProblem[] = [];
    await this.#read("catalogue", bytes, (part) => {
      if (!("list" in part)) return;
      for (const problem of part.problems) problems.push(problem);
      if (part.name === "") return;
      lists[part.name] ??= [];
      for (const record of part.list) lists[part.name]!.push(record);
    });
    return { file: lists as CatalogueFile, problems };
  }

  async ecb(bytes: Uint8Array): Promise<EcbRates> {
    let rates: EcbRates | undefined;
    await this.#read("ecb", bytes, (part) => {
      if ("rates" in part) rates = part.rates;
    });
    return rates!;
  }

  /** Ends the worker threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #read(kind: FileFormat, bytes: Uint8Array, take: (part: FilePart) => void): Promise<void> {
    // The buffer is transferred, not copied, so that its memory is free when the thread ends. A small buffer may be
    // shared, so it is copied.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const worker = new Worker(readerModule, {
      workerData: { kind, bytes: own },
      transferList: [own.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: fileLimits.heapMegabytes, maxYoungGenerationSizeMb: 16 },
    });
    this.#workers.add(worker);
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(new FileError(`It takes longer than ${fileLimits.milliseconds / 1000} seconds to read: split it.`)),
        fileLimits.milliseconds,
      );
      worker.on("message", async (part: FilePart) => {
        if ("done" in part) return resolve();
        if ("refused" in part) return reject(new FileError(part.refused));
        take(part);
        // Handles other events of the process before the next part.
        await setImmediate();
        worker.postMessage("taken");
      });
      worker.on("error", (error: Error & { code?: string }) =>
        reject(
          error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new FileError("It needs too much memory: split it.") : error,
        ),
      );
      worker.on("exit", () => {
        clearTimeout(timer);
        reject(new Error("the thread that reads a file ended"));
      });
    }).finally(async () => {
      await worker.terminate();
      this.#workers.delete(worker);
    });
  }
}
