import type { PaseoClient } from "@paseo/client";
import { NotFound, VersionExpired } from "@paseo/client";
import type { Language, Paged } from "@paseo/contract";
import type { ProgressOutput } from "../progress.ts";
import type { AnyRecord, RecordCollection } from "../records/records.ts";
import {
  type CopyState,
  type SyncRun,
  type SyncStep,
  type Target,
  TargetError,
  type Writer,
} from "../targets/target.ts";
import { type Change, removeRecords, upsertRecords } from "./apply.ts";
import type { ChangeStream } from "./changes.ts";
import { readPagesAhead, readProductDetails } from "./reading.ts";
import { collectionOf, haveVersionsLeapt, remainingSteps, startFullRun, startIncrement } from "./steps.ts";

/** Greatest number of pages in one transaction. */
const pagesAtOnce = 4;

interface MirrorOptions {
  client: PaseoClient;
  target: Target;
  /** Address of the service, which is stored in the copy. */
  service: string;
  languages: Language[];
  details: boolean;
  changes: ChangeStream | undefined;
  progress: ProgressOutput;
  signal: AbortSignal;
}

/** The result of a synchronisation: the kind of its run, undefined if nothing was new, and the number of records. */
export interface SyncOutcome {
  run: SyncRun["kind"] | undefined;
  /** Whether the versions leapt during the run: the service may have lost versions that earlier runs have read. */
  leapt: boolean;
  written: number;
  removed: number;
}

/**
 * Synchronises a copy by the documented algorithm. The versions are read before the run starts. Each commit stores the
 * position of the run, so that the next start can continue an interrupted run.
 */
export class Mirror {
  readonly #options: MirrorOptions;
  #state: CopyState;
  #written = 0;
  #removed = 0;

  private constructor(options: MirrorOptions, state: CopyState) {
    this.#options = options;
    this.#state = state;
  }

  /** Opens the copy, and delivers changes that an earlier run did not deliver. Throws a TargetError. */
  static async open(options: MirrorOptions): Promise<Mirror> {
    const { target, service, languages, details, changes } = options;
    const fresh = { updateVersion: null, deleteVersion: null, syncedAt: null, generation: 0, sequence: 0, run: null };
    const state = (await target.readState()) ?? { service, languages, details, ...fresh };
    // Changes are found by comparing records with stored records, which needs the indexes.
    if (changes) await target.index();
    const delivered = (await changes?.resume(target)) ?? 0;
    return new Mirror(options, { ...state, sequence: Math.max(state.sequence, delivered) });
  }

  get state(): CopyState {
    return this.#state;
  }

  /**
   * Continues an interrupted run, or reads the changes, or with `full` or a new copy everything. Throws the errors of the
   * client and the target; the next call continues.
   */
  async synchronise({ full = false } = {}): Promise<SyncOutcome> {
    const { progress, target } = this.#options;
    this.#written = 0;
    this.#removed = 0;
    let run = full ? await this.#beginFull() : await this.#next();
    try {
      if (run) await this.#run(run);
    } catch (error) {
      if (!(error instanceof VersionExpired) || run?.kind !== "increment") throw error;
      progress.note(
        "The service no longer stores the changes since the version of the copy (410). Reading everything again.",
      );
      run = await this.#beginFull();
      await this.#run(run);
    }
    await target.publish(this.#state);
    return { run: run?.kind, leapt: haveVersionsLeapt(run), written: this.#written, removed: this.#removed };
  }

  /** Returns the run to execute now; undefined when nothing is new. */
  async #next(): Promise<SyncRun | undefined> {
    const { client, service, languages, details, progress, signal } = this.#options;
    const state = this.#state;
    if (state.service !== service) {
      const remedy = "Choose another target, or replace this copy with --full";
      throw new TargetError(`This is a copy of ${state.service}, not of ${service}. ${remedy}.`);
    }
    if (state.details !== details || state.languages.join() !== languages.join()) {
      progress.note("The languages or details have changed. Reading everything again.");
      return this.#beginFull();
    }
    if (state.run) {
      progress.note(`Continuing with ${state.run.step}, page ${state.run.page}.`);
      return state.run;
    }
    const { updateVersion, deleteVersion } = state;
    if (updateVersion === null || deleteVersion === null) return this.#beginFull();
    const run = startIncrement(state, await client.versions({ updateVersion, deleteVersion }, { signal }));
    return run && this.#begin(run);
  }

  async #beginFull(): Promise<SyncRun> {
    const { client, target, signal } = this.#options;
    // Only the first run may write without a comparison with stored records.
    if (this.#state.generation > 0) await target.index();
    return this.#begin(startFullRun(await client.versions({}, { signal })));
  }

  /** Stores the run and the versions that were read before it, before any list is read. */
  async #begin(run: SyncRun): Promise<SyncRun> {
    const { service, languages, details } = this.#options;
    await this.#commit({ service, languages, details, run, generation: this.#state.generation + 1 });
    return run;
  }

  async #run(run: SyncRun): Promise<void> {
    const { target, languages } = this.#options;
    for (const step of remainingSteps(run, languages)) {
      await this.#step(run, step, step === run.step ? run.page : 1);
    }
    if (run.kind === "full") await target.index();
    await this.#commit({ ...run.to, syncedAt: new Date().toISOString(), run: null });
  }

  async #step(run: SyncRun, step: SyncStep, page: number): Promise<void> {
    const { client, details, languages, signal } = this.#options;
    const since = { version: run.from.updateVersion, page };
    const whole = run.kind === "full";
    switch (step) {
      case "currencies":
        return this.#currencies({ ...run, step, page });
      case "products": {
        const pages = client.products(since, { signal }).pages();
        const read = details ? readProductDetails(pages, client, signal) : pages;
        return this.#list({ ...run, step }, { kind: "product" }, read, whole);
      }
      case "productsdeleted":
        return this.#deleted({ ...run, step, page });
      case "events":
        return this.#list({ ...run, step }, { kind: "event" }, client.events(since, { signal }).pages(), whole);
      default: {
        const collection = collectionOf(step);
        const { kind, lang } = collection;
        // The language is no longer selected.
        if (!languages.includes(lang)) return this.#removeUnseen({ ...run, step, page }, collection);
        if (kind === "page")
          return this.#list({ ...run, step }, collection, client.pages(since, { signal, lang }).pages(), whole);
        return this.#contents({ ...run, step }, collection, client.contents(since, { signal, lang }).pages(), whole);
      }
    }
  }

  /** Reads the product contents of one language. A service of another vendor may have none. */
  async #contents(
    at: SyncRun,
    collection: RecordCollection,
    pages: AsyncIterable<Paged<AnyRecord>>,
    whole: boolean,
  ): Promise<void> {
    try {
      await this.#list(at, collection, pages, whole);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      this.#options.progress.note("The service has no contents of products.");
    }
  }

  /** The list of currencies is always complete. */
  async #currencies(at: SyncRun): Promise<void> {
    const { client, signal } = this.#options;
    const { values } = await client.currencies({ signal });
    const collection = { kind: "currency" } as const;
    await this.#commit({ run: at }, (writer) =>
      upsertRecords(writer, collection, values, { ...this.#state, mark: true }),
    );
    await this.#removeUnseen(at, collection);
  }

  async #deleted(at: SyncRun): Promise<void> {
    const { client, languages, signal } = this.#options;
    const pages = client.deletedProducts({ version: at.from.deleteVersion, page: at.page }, { signal }).pages();
    for await (const batch of readPagesAhead(pages, pagesAtOnce)) {
      const ids = batch.flatMap(({ values }) => values);
      const run = { ...at, page: batch.at(-1)!.currentPage + 1 };
      const contents = languages.map((lang) => ({ kind: "content", lang }) as const);
      await this.#commit({ run }, async (writer) => {
        const changes: Change[] = [];
        for (const collection of [{ kind: "product" } as const, ...contents])
          changes.push(...(await removeRecords(writer, collection, ids)));
        return changes;
      });
    }
  }

  /** Reads a list to the end. After a `whole` list, records that it does not have are removed. */
  async #list(
    at: SyncRun,
    collection: RecordCollection,
    pages: AsyncIterable<Paged<AnyRecord>>,
    whole: boolean,
  ): Promise<void> {
    const { progress } = this.#options;
    for await (const batch of readPagesAhead(pages, pagesAtOnce)) {
      const { currentPage, pageSize, totalCount } = batch.at(-1)!;
      await this.#commit({ run: { ...at, page: currentPage + 1 } }, async (writer) => {
        const mark = { ...this.#state, mark: whole };
        // The pages of a batch are compared one at a time, because the comparison also loads the stored records.
        const changes: Change[] = [];
        for (const { values } of batch) changes.push(...(await upsertRecords(writer, collection, values, mark)));
        return changes;
      });
      progress.list(at.step, Math.min(currentPage * pageSize, totalCount), totalCount);
    }
    if (whole) await this.#removeUnseen(this.#state.run!, collection);
  }

  async #removeUnseen(at: SyncRun, collection: RecordCollection): Promise<void> {
    for await (const keys of this.#options.target.unseen(collection, this.#state.generation)) {
      await this.#commit({ run: at }, (writer) => removeRecords(writer, collection, keys));
    }
  }

  /** Commits the changes of `work`, their lines and the new state, and then delivers the lines. */
  async #commit(next: Partial<CopyState>, work: (writer: Writer) => Promise<Change[]> = async () => []): Promise<void> {
    const { target, changes: stream } = this.#options;
    const { state, changes, lines } = await target.transaction(async (writer) => {
      const changes = await work(writer);
      const { sequence } = this.#state;
      const version = this.#state.run?.to.updateVersion ?? 0;
      const lines = (await stream?.queue(writer, changes, sequence, version)) ?? [];
      const state = { ...this.#state, ...next, sequence: sequence + lines.length };
      await writer.saveState(state);
      return { state, changes, lines };
    });
    this.#state = state;
    this.#written += changes.filter(({ action }) => action === "upsert").length;
    this.#removed += changes.filter(({ action }) => action === "remove").length;
    await stream?.deliver(lines);
  }
}
