import type { Language } from "@paseo/contract";
import type { AnyRecord, RecordCollection } from "../records/records.ts";

/** The store of a copy. Only one mirror at a time writes to it. */
export interface Target {
  /** The state of the copy; undefined before the first run. */
  readState(): Promise<CopyState | undefined>;
  /** Runs work in one transaction, which is rolled back when it throws. */
  transaction<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** All records of the collection in batches. Nothing may be written meanwhile. */
  records(collection: RecordCollection): AsyncIterable<AnyRecord[]>;
  /** Keys of records that no run since `generation` has seen, in batches. They may be removed meanwhile. */
  unseen(collection: RecordCollection, generation: number): AsyncIterable<string[]>;
  /** Committed change lines that are not settled, in batches, the oldest first. */
  queued(): AsyncIterable<QueuedChange[]>;
  /**
   * Creates missing indexes. The first run may fill the copy without them, which is faster. Until then `find` finds nothing,
   * and a record may be stored twice.
   */
  index(): Promise<void>;
  /** Called when the copy is complete at this state. */
  publish(state: CopyState): Promise<void>;
  close(): Promise<void>;
}

export interface Writer {
  saveState(state: CopyState): Promise<void>;
  /** The stored records among these keys, by key. */
  find(collection: RecordCollection, keys: string[]): Promise<Map<string, AnyRecord>>;
  /** Writes records with their parts, and replaces records with equal keys. Keys must be unique. */
  put(collection: RecordCollection, records: AnyRecord[], generation: number): Promise<void>;
  /** Marks records as seen by the run of this generation. */
  touch(collection: RecordCollection, keys: string[], generation: number): Promise<void>;
  remove(collection: RecordCollection, keys: string[]): Promise<void>;
  /** Stores change lines until they are settled. */
  queue(changes: QueuedChange[]): Promise<void>;
  /** Deletes the change lines up to this sequence, which were delivered. */
  settle(sequence: number): Promise<void>;
}

/** A line of the change stream. Sequences rise by 1. */
export interface QueuedChange {
  sequence: number;
  line: string;
}

export interface CopyState {
  /** Address of the service. */
  service: string;
  languages: Language[];
  /** Whether products are stored with their details. */
  details: boolean;
  /** The versions of the copy; null until the first run has ended. */
  updateVersion: number | null;
  deleteVersion: number | null;
  /** When the last run ended, ISO 8601 UTC. */
  syncedAt: string | null;
  /** Number of the run. Each record has the number of the last run that wrote or saw it. */
  generation: number;
  /** Sequence of the last line of the change stream. */
  sequence: number;
  /** The unfinished run, which the next start continues. */
  run: SyncRun | null;
}

export interface SyncRun {
  kind: "full" | "increment";
  /** The versions since which an increment reads changes. */
  from: CatalogueVersions;
  /** The versions that the run read first. They become the copy's versions when the run has ended. */
  to: CatalogueVersions;
  step: SyncStep;
  /** The next page of the step. */
  page: number;
}

export interface CatalogueVersions {
  updateVersion: number;
  deleteVersion: number;
}

export type LanguageStep = `pages-${Language}` | `contents-${Language}`;
export type SyncStep = "currencies" | "products" | "productsdeleted" | LanguageStep | "events";

/** Version of the tables. A copy with another version is refused. */
export const formatVersion = 2;

/** The copy cannot be used: it is locked, belongs to another service, or its store fails. The message is for the user. */
export class TargetError extends Error {
  override name = "TargetError";
}
