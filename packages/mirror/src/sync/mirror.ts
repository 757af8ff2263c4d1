import type { PaseoClient } from "@paseo/client";
import { VersionExpired } from "@paseo/client";
import type { Language, Paged } from "@paseo/contract";
import type { Progress } from "../progress.ts";
import type { AnyRecord, Collection } from "../records/records.ts";
import { type State, type StepName, type Target, TargetError, type Walk, type Writer } from "../targets/target.ts";
import { type Change, remove, upsert } from "./apply.ts";
import type { ChangeStream } from "./changes.ts";
import { readAhead, withDetails } from "./reading.ts";
import { fullWalk, increment, languageOf, stepsLeft } from "./steps.ts";

/** Pages in one transaction at most. */
const pagesAtOnce = 4;

export interface MirrorOptions {
  client: PaseoClient;
  target: Target;
  /** Address of the service, which the copy remembers. */
  service: string;
  languages: Language[];
  details: boolean;
  changes: ChangeStream | undefined;
  progress: Progress;
  signal: AbortSignal;
}

/** What one synchronisation did: the walk that it began with, undefined when nothing was new, and records written and removed. */
export interface Outcome {
  walk: Walk["kind"] | undefined;
  written: number;
  removed: number;
}

/**
 * Keeps a copy in step by the documented algorithm. The versions that a walk is stored under are read before it begins, and each
 * commit holds the place to which the walk has come: it may end anywhere, and the next run goes on from there.
 */
export class Mirror {
  readonly #options: MirrorOptions;
  #state: State;
  #written = 0;
  #removed = 0;

  private constructor(options: MirrorOptions, state: State) {
    this.#options = options;
    this.#state = state;
  }

  /** Takes up the copy where it stands, and hands over the changes that an earlier run could not. Throws a TargetError. */
  static async open(options: MirrorOptions): Promise<Mirror> {
    const { target, service, languages, details, changes } = options;
    const fresh = { updateVersion: null, deleteVersion: null, syncedAt: null, generation: 0, sequence: 0, walk: null };
    const state = (await target.readState()) ?? { service, languages, details, ...fresh };
    // To tell what is new, one must see what is there.
    if (changes) await target.index();
    const delivered = (await changes?.resume(target)) ?? 0;
    return new Mirror(options, { ...state, sequence: Math.max(state.sequence, delivered) });
  }

  get state(): State {
    return this.#state;
  }

  /**
   * One synchronisation: ends the walk that is under way, else reads what changed, else, or with `full`, everything. Throws
   * what the client and the target throw; the copy is then as far as it came.
   */
  async synchronise({ full = false } = {}): Promise<Outcome> {
    const { progress, target } = this.#options;
    this.#written = 0;
    this.#removed = 0;
    let walk = full ? await this.#beginFull() : await this.#next();
    try {
      if (walk) await this.#walk(walk);
    } catch (error) {
      if (!(error instanceof VersionExpired) || walk?.kind !== "increment") throw error;
      progress.note("Changes since the copy's version are no longer kept (410): everything is read again.");
      walk = await this.#beginFull();
      await this.#walk(walk);
    }
    await target.whole(this.#state);
    return { walk: walk?.kind, written: this.#written, removed: this.#removed };
  }

  /** The walk to make now; undefined when nothing is new. */
  async #next(): Promise<Walk | undefined> {
    const { client, service, languages, details, progress, signal } = this.#options;
    const state = this.#state;
    if (state.service !== service) {
      const remedy = "Name another target, or turn this one over with --full";
      throw new TargetError(`This is a copy of ${state.service}, not of ${service}. ${remedy}.`);
    }
    if (state.details !== details || state.languages.join() !== languages.join()) {
      progress.note("Other languages or details are asked for than before: everything is read.");
      return this.#beginFull();
    }
    if (state.walk) {
      progress.note(`Going on with ${state.walk.step}, page ${state.walk.page}.`);
      return state.walk;
    }
    const { updateVersion, deleteVersion } = state;
    if (updateVersion === null || deleteVersion === null) return this.#beginFull();
    const walk = increment(state, await client.versions({ updateVersion, deleteVersion }, { signal }));
    return walk && this.#begin(walk);
  }

  async #beginFull(): Promise<Walk> {
    const { client, target, signal } = this.#options;
    // Only the very first walk may write without looking at what is there.
    if (this.#state.generation > 0) await target.index();
    return this.#begin(fullWalk(await client.versions({}, { signal })));
  }

  /** The walk, and with it the versions that were read before it, are kept before anything is read. */
  async #begin(walk: Walk): Promise<Walk> {
    const { service, languages, details } = this.#options;
    await this.#commit({ service, languages, details, walk, generation: this.#state.generation + 1 });
    return walk;
  }

  async #walk(walk: Walk): Promise<void> {
    const { target, languages } = this.#options;
    for (const step of stepsLeft(walk, languages)) {
      await this.#step(walk, step, step === walk.step ? walk.page : 1);
    }
    if (walk.kind === "full") await target.index();
    await this.#commit({ ...walk.to, syncedAt: new Date().toISOString(), walk: null });
  }

  async #step(walk: Walk, step: StepName, page: number): Promise<void> {
    const { client, details, languages, signal } = this.#options;
    const since = { version: walk.from.updateVersion, page };
    const whole = walk.kind === "full";
    switch (step) {
      case "currencies":
        return this.#currencies({ ...walk, step, page });
      case "products": {
        const pages = client.products(since, { signal }).pages();
        const read = details ? withDetails(pages, client, signal) : pages;
        return this.#list({ ...walk, step }, { kind: "product" }, read, whole);
      }
      case "productsdeleted":
        return this.#deleted({ ...walk, step, page });
      case "events":
        return this.#list({ ...walk, step }, { kind: "event" }, client.events(since, { signal }).pages(), whole);
      default: {
        const lang = languageOf(step);
        const collection = { kind: "page", lang } as const;
        // What an earlier selection of languages left behind.
        if (!languages.includes(lang)) return this.#sweep({ ...walk, step, page }, collection);
        return this.#list({ ...walk, step }, collection, client.pages(since, { signal, lang }).pages(), whole);
      }
    }
  }

  /** The list of currencies is always whole. */
  async #currencies(at: Walk): Promise<void> {
    const { client, signal } = this.#options;
    const { values } = await client.currencies({ signal });
    const collection = { kind: "currency" } as const;
    await this.#commit({ walk: at }, (writer) => upsert(writer, collection, values, { ...this.#state, mark: true }));
    await this.#sweep(at, collection);
  }

  async #deleted(at: Walk): Promise<void> {
    const { client, signal } = this.#options;
    const pages = client.deletedProducts({ version: at.from.deleteVersion, page: at.page }, { signal }).pages();
    for await (const batch of readAhead(pages, pagesAtOnce)) {
      const ids = batch.flatMap(({ values }) => values);
      const walk = { ...at, page: batch.at(-1)!.currentPage + 1 };
      await this.#commit({ walk }, (writer) => remove(writer, { kind: "product" }, ids));
    }
  }

  /** Walks a list to its end; a `whole` one holds all records there are, so what it did not is removed after it. */
  async #list(at: Walk, collection: Collection, pages: AsyncIterable<Paged<AnyRecord>>, whole: boolean): Promise<void> {
    const { progress } = this.#options;
    for await (const batch of readAhead(pages, pagesAtOnce)) {
      const { currentPage, pageSize, totalCount } = batch.at(-1)!;
      await this.#commit({ walk: { ...at, page: currentPage + 1 } }, async (writer) => {
        const mark = { ...this.#state, mark: whole };
        // Page by page: their records are compared with the stored ones, which are then in memory, too.
        const changes: Change[] = [];
        for (const { values } of batch) changes.push(...(await upsert(writer, collection, values, mark)));
        return changes;
      });
      progress.list(at.step, Math.min(currentPage * pageSize, totalCount), totalCount);
    }
    if (whole) await this.#sweep(this.#state.walk!, collection);
  }

  async #sweep(at: Walk, collection: Collection): Promise<void> {
    for await (const keys of this.#options.target.unseen(collection, this.#state.generation)) {
      await this.#commit({ walk: at }, (writer) => remove(writer, collection, keys));
    }
  }

  /** Commits what `work` changes, the lines of it in the stream and the new state, and hands over the lines. */
  async #commit(next: Partial<State>, work: (writer: Writer) => Promise<Change[]> = async () => []): Promise<void> {
    const { target, changes: stream } = this.#options;
    const { state, changes, lines } = await target.transaction(async (writer) => {
      const changes = await work(writer);
      const { sequence } = this.#state;
      const version = this.#state.walk?.to.updateVersion ?? 0;
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
