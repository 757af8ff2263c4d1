import type { Language } from "@paseo/contract";
import type { AnyRecord, Collection } from "../records/records.ts";

/** Where a copy is kept. One file for each kind of store; all of them are written by one mirror at a time. */
export interface Target {
  /** What the copy is of and how far it has come; undefined when there is none yet. */
  readState(): Promise<State | undefined>;
  /** Runs work whose writes are seen all at once, or not at all when it throws. */
  transaction<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** Every record of the collection, a batch at a time. Nothing may be written meanwhile. */
  records(collection: Collection): AsyncIterable<AnyRecord[]>;
  /** Keys of records that no walk has met since `generation` began, a batch at a time; they may be removed meanwhile. */
  unseen(collection: Collection, generation: number): AsyncIterable<string[]>;
  /** Changes that were committed and not yet settled, a batch at a time, from the oldest on. */
  queued(): AsyncIterable<Queued[]>;
  /**
   * Makes the indexes, where they are missing: a copy may be filled without them, which is faster. Until then it finds no record,
   * and may hold one twice that came twice.
   */
  index(): Promise<void>;
  /** The copy is whole as of this state. */
  whole(state: State): Promise<void>;
  close(): Promise<void>;
}

export interface Writer {
  saveState(state: State): Promise<void>;
  /** The stored records among these keys, by key. */
  find(collection: Collection, keys: string[]): Promise<Map<string, AnyRecord>>;
  /** Writes records with all their parts, in the place of those with the same keys. No key may be there twice. */
  put(collection: Collection, records: AnyRecord[], generation: number): Promise<void>;
  /** Marks records as met by the walk of this generation. */
  touch(collection: Collection, keys: string[], generation: number): Promise<void>;
  remove(collection: Collection, keys: string[]): Promise<void>;
  /** Keeps change lines until they are settled. */
  queue(changes: Queued[]): Promise<void>;
  /** Drops the change lines up to this sequence: they have arrived. */
  settle(sequence: number): Promise<void>;
}

/** A line of the change stream. Sequences rise by 1. */
export interface Queued {
  sequence: number;
  line: string;
}

export interface State {
  /** Address of the service. */
  service: string;
  languages: Language[];
  /** Whether products are kept with their details. */
  details: boolean;
  /** The versions up to which the copy is whole; null until the first walk has ended. */
  updateVersion: number | null;
  deleteVersion: number | null;
  /** When that was, ISO 8601 UTC. */
  syncedAt: string | null;
  /** Counts the walks. Records bear the number of the last one that wrote or met them. */
  generation: number;
  /** The last line of the change stream. */
  sequence: number;
  /** The walk under way, to go on with after an end of any kind. */
  walk: Walk | null;
}

export interface Walk {
  kind: "full" | "increment";
  /** The versions that an increment is asked with. */
  from: Versions;
  /** The versions that were read before the walk began: those of the copy when it has ended. */
  to: Versions;
  step: StepName;
  /** The next page of the step; 0 when all are read and only what was not met is still to go. */
  page: number;
}

export interface Versions {
  updateVersion: number;
  deleteVersion: number;
}

export type StepName = "currencies" | "products" | "productsdeleted" | `pages-${Language}` | "events";

/** The version of the tables. A copy with another one is refused. */
export const formatVersion = 1;

/** The copy cannot be used: it is locked, of something else, or its store fails. The message is for the user. */
export class TargetError extends Error {
  override name = "TargetError";
}
