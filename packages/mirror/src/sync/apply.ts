import type { Language } from "@paseo/contract";
import { type AnyRecord, type RecordCollection, type RecordKind, recordKey } from "../records/records.ts";
import type { Writer } from "../targets/target.ts";

/** One change of the copy, for the change stream. */
export interface Change {
  kind: RecordKind;
  action: "upsert" | "remove";
  id: string;
  /** The language of a page. */
  lang?: Language;
  /** Null for a removed record. */
  record: AnyRecord | null;
}

/**
 * Writes the records that are new or changed, and returns them. With `mark` unchanged records are marked as seen,
 * because records that a complete list lacks are removed after it.
 */
export async function upsertRecords(
  writer: Writer,
  collection: RecordCollection,
  records: AnyRecord[],
  { generation, mark }: { generation: number; mark: boolean },
): Promise<Change[]> {
  // A record that moves in the list meanwhile occurs twice; the later record is newer.
  const byKey = new Map(records.map((record) => [recordKey(record), record]));
  const stored = await writer.find(collection, [...byKey.keys()]);
  const changed = new Map([...byKey].filter(([key, record]) => differs(stored.get(key), record)));
  if (changed.size > 0) await writer.put(collection, [...changed.values()], generation);
  const same = [...byKey.keys()].filter((key) => !changed.has(key));
  if (mark && same.length > 0) await writer.touch(collection, same, generation);
  return [...changed].map(([id, record]) => ({ ...collection, action: "upsert", id, record }));
}

// Both texts have their fields in the contract's order.
const differs = (stored: AnyRecord | undefined, record: AnyRecord): boolean =>
  stored === undefined || JSON.stringify(stored) !== JSON.stringify(record);

/** Removes the records with these keys, and returns the records that existed. */
export async function removeRecords(writer: Writer, collection: RecordCollection, keys: string[]): Promise<Change[]> {
  const existing = [...(await writer.find(collection, keys)).keys()];
  if (existing.length > 0) await writer.remove(collection, existing);
  return existing.map((id) => ({ ...collection, action: "remove", id, record: null }));
}
