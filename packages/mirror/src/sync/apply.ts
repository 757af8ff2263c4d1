import type { Language } from "@paseo/contract";
import { type AnyRecord, type Collection, type Kind, keyOf } from "../records/records.ts";
import type { Writer } from "../targets/target.ts";

/** What one write did to the copy, as the change stream tells it. */
export interface Change {
  kind: Kind;
  action: "upsert" | "remove";
  id: string;
  /** Of a page. */
  lang?: Language;
  /** Null of what is removed. */
  record: AnyRecord | null;
}

/**
 * Writes the records that are new or differ from the stored ones, and returns those. `mark`: in a walk through a whole
 * list, after which what was not met is removed.
 */
export async function upsert(
  writer: Writer,
  collection: Collection,
  records: AnyRecord[],
  { generation, mark }: { generation: number; mark: boolean },
): Promise<Change[]> {
  // A record that moved while the list was walked comes twice; what came later is newer.
  const byKey = new Map(records.map((record) => [keyOf(record), record]));
  const stored = await writer.find(collection, [...byKey.keys()]);
  const changed = new Map([...byKey].filter(([key, record]) => differs(stored.get(key), record)));
  if (changed.size > 0) await writer.put(collection, [...changed.values()], generation);
  const same = [...byKey.keys()].filter((key) => !changed.has(key));
  if (mark && same.length > 0) await writer.touch(collection, same, generation);
  return [...changed].map(([id, record]) => ({ ...collection, action: "upsert", id, record }));
}

// Both have their fields in the contract's order.
const differs = (stored: AnyRecord | undefined, record: AnyRecord): boolean =>
  stored === undefined || JSON.stringify(stored) !== JSON.stringify(record);

/** Removes the records with these keys, and returns those that were there. */
export async function remove(writer: Writer, collection: Collection, keys: string[]): Promise<Change[]> {
  const there = [...(await writer.find(collection, keys)).keys()];
  if (there.length > 0) await writer.remove(collection, there);
  return there.map((id) => ({ ...collection, action: "remove", id, record: null }));
}
