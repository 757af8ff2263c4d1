import { isDeepStrictEqual } from "node:util";
import type { CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import type { CataloguePrice } from "../../records/tickets/catalogue-price.ts";
import type { Tx } from "../../store/database/database.ts";
import { sourcesOfChange } from "../../store/editing/product-changes.ts";
import { loadSources } from "../../store/editing/product-sources.ts";
import { dayEndsAt } from "../selling/lead-time.ts";
import { changeItemEvents, type EventFields, sourceEvents } from "./source-events.ts";

/**
 * The reverse of a change of a product, applied to its present source. Only values that are still as the change wrote them get their former
 * value; a value that somebody changed since stays, and is reported. docs/decisions/0065-undo.md has the reasons.
 */

/** A value that was changed since, so undoing leaves it. */
export interface KeptValue {
  /** External id, or `product / item / 2026-06-16T20:00`. */
  subject: string;
  name: string;
  /** The field; `prices/ADULT` is one price, `item` a whole item, `dates` the dates of an item. */
  field: string;
  former: unknown;
  changed: unknown;
  present: unknown;
}

export interface UndoneProduct {
  product: CatalogueProduct;
  kept: KeptValue[];
}

/** Three states of a record. `former`: before the change; `changed`: after it; `present`: now. */
interface States<T> {
  former: T;
  changed: T;
  present: T;
}
type Fields = Record<string, unknown>;

const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one ?? null, other ?? null);

/** Returns the present product without the change. */
export function undoneProduct({ former, changed, present }: States<CatalogueProduct>, now: Date): UndoneProduct {
  const kept: KeptValue[] = [];
  const product = undoneFields<CatalogueProduct>(
    { former, changed, present },
    ["items"],
    keep(kept, present.externalId, present.name),
  );
  return { product: { ...product, items: undoneItems({ former, changed, present }, kept, now) }, kept };
}

/** Returns the product that a change created as deleted. If it was changed since, it stays. */
export function undoneCreation({ changed, present }: Omit<States<CatalogueProduct>, "former">): UndoneProduct {
  if (present.deleted) return { product: present, kept: [] };
  if (same(present, changed)) return { product: { ...present, deleted: true }, kept: [] };
  const { externalId: subject, name } = present;
  return { product: present, kept: [{ subject, name, field: "deleted", former: true, changed: null, present: null }] };
}

type Keep = (field: string, values: States<unknown>) => void;

const keep =
  (kept: KeptValue[], subject: string, name: string): Keep =>
  (field, { former, changed, present }) =>
    void kept.push({
      ...{ subject, name, field },
      ...{ former: former ?? null, changed: changed ?? null, present: present ?? null },
    });

/** Returns the value without the change, and reports one that was changed since. */
function undoneValue(field: string, { former, changed, present }: States<unknown>, keep: Keep): unknown {
  if (same(former, changed) || same(former, present)) return present;
  if (same(present, changed)) return former;
  keep(field, { former, changed, present });
  return present;
}

function undoneFields<T extends object>(states: States<T>, except: readonly string[], keep: Keep): T {
  const [former, changed, present] = [states.former as Fields, states.changed as Fields, states.present as Fields];
  const result: Fields = { ...present };
  for (const field of Object.keys({ ...former, ...changed })) {
    if (except.includes(field)) continue;
    const values = { former: former[field], changed: changed[field], present: present[field] };
    const value = undoneValue(field, values, keep);
    if (value === undefined) delete result[field];
    else result[field] = value;
  }
  return result as T;
}

const idOf = ({ externalId }: CatalogueItem): string => externalId;

function undoneItems(products: States<CatalogueProduct>, kept: KeptValue[], now: Date): CatalogueItem[] {
  const [former, changed] = [products.former, products.changed].map(
    ({ items }) => new Map(items.map((item) => [item.externalId, item])),
  ) as [Map<string, CatalogueItem>, Map<string, CatalogueItem>];
  const { externalId, name, items } = products.present;
  const keepItem = (item: CatalogueItem) => keep(kept, `${externalId} / ${item.externalId}`, `${name} / ${item.name}`);
  const undone = items.flatMap((present) => {
    const states = { former: former.get(present.externalId), changed: changed.get(present.externalId), present };
    if (states.former && states.changed)
      return [undoneItem(products, states as States<CatalogueItem>, keepItem(present), kept, now)];
    if (!states.changed) return [present];
    // The change added the item.
    if (same(present, states.changed)) return [];
    keepItem(present)("item", { former: null, changed: states.changed.name, present: present.name });
    return [present];
  });
  const presentIds = new Set(items.map(idOf));
  const dropped = products.former.items.filter(({ externalId }) => !changed.has(externalId));
  const returned = [...undone, ...dropped.filter(({ externalId }) => !presentIds.has(externalId))];
  if (!same(items.map(idOf), products.changed.items.map(idOf))) return returned;
  const positions = new Map(products.former.items.map(({ externalId }, n) => [externalId, n]));
  const at = (item: CatalogueItem) => positions.get(item.externalId) ?? positions.size;
  return returned.toSorted((a, b) => at(a) - at(b));
}

const dateFields = ["schedules", "events"] as const;

function undoneItem(
  products: States<CatalogueProduct>,
  items: States<CatalogueItem>,
  keepField: Keep,
  kept: KeptValue[],
  now: Date,
): CatalogueItem {
  const { former, changed, present } = items;
  const isSame = (one: CatalogueItem, other: CatalogueItem) =>
    dateFields.every((field) => same(one[field], other[field]));
  const isPlain = isSame(former, changed) || isSame(present, changed) || isSame(present, former);
  const item = undoneFields(items, isPlain ? [] : dateFields, keepField);
  return isPlain ? item : undoneDates(products, { ...items, present: item }, keepField, kept, now);
}

/** The dates of the item were changed since, so each event is compared alone. */
function undoneDates(
  products: States<CatalogueProduct>,
  items: States<CatalogueItem>,
  keepField: Keep,
  kept: KeptValue[],
  now: Date,
): CatalogueItem {
  const { present: product } = products;
  const { present: item } = items;
  const former = sourceEvents(products.former, items.former);
  const changed = sourceEvents(products.changed, items.changed);
  const present = sourceEvents(product, item);
  const changes = new Map<string, EventFields>();
  const isComing = (eventOn: string) => dayEndsAt(`${eventOn}:00`, product.timeZone) > now;
  for (const [eventOn, after] of changed) {
    const [before, today] = [former.get(eventOn), present.get(eventOn)];
    if (!before || same(before, after) || !isComing(eventOn)) continue;
    const keepEvent = keep(
      kept,
      `${product.externalId} / ${item.externalId} / ${eventOn}`,
      `${product.name} / ${item.name}`,
    );
    if (today) changes.set(eventOn, undoneEvent({ former: before, changed: after, present: today }, keepEvent));
    else keepEvent("availability", { former: before.availability, changed: after.availability, present: "removed" });
  }
  // Whole dates that the change added or removed cannot be told apart from those that were added or removed since.
  const other = [...former.keys(), ...changed.keys()].filter(
    (eventOn) => former.has(eventOn) !== changed.has(eventOn) && former.has(eventOn) !== present.has(eventOn),
  );
  const coming = new Set(other.filter(isComing));
  const among = (events: ReadonlyMap<string, unknown>) => [...coming].filter((eventOn) => events.has(eventOn)).length;
  if (coming.size > 0) keepField("dates", { former: among(former), changed: among(changed), present: among(present) });
  return changeItemEvents(product, item, changes);
}

function undoneEvent({ former, changed, present }: States<Required<EventFields>>, keepField: Keep): EventFields {
  const plain = (field: "availability" | "capacity") =>
    undoneValue(field, { former: former[field], changed: changed[field], present: present[field] }, keepField);
  const priceOf = ({ prices }: Required<EventFields>, code: string) => prices.find((one) => one.code === code);
  const codes = [...new Set([...present.prices, ...former.prices].map(({ code }) => code))];
  return {
    availability: plain("availability") as Required<EventFields>["availability"],
    capacity: plain("capacity") as number | null,
    prices: codes.flatMap((code) => {
      const states = {
        former: priceOf(former, code),
        changed: priceOf(changed, code),
        present: priceOf(present, code),
      };
      const price = undoneValue(`prices/${code}`, states, keepField) as CataloguePrice | undefined;
      return price ? [price] : [];
    }),
  };
}

/** How many products are in memory at once. */
const batchSize = 50;

/** What undoing leaves as it is: values that were changed since, and the external ids of products whose former source is not stored any more. */
export interface LeftByUndo {
  kept: KeptValue[];
  lost: string[];
}

/** Makes the products without a change, in parts, and adds to `left` what stays. */
export async function* undoneParts(
  tx: Tx,
  auditId: number,
  products: readonly { id: string; externalId: string }[],
  left: LeftByUndo,
  now: Date,
): AsyncGenerator<{ products: CatalogueProduct[] }> {
  for (let at = 0; at < products.length; at += batchSize) {
    const ids = products.slice(at, at + batchSize).map(({ id }) => id);
    const sources = new Map((await sourcesOfChange(tx, auditId, ids)).map((one) => [one.productId, one]));
    const part: CatalogueProduct[] = [];
    for (const { id, externalId, source: present } of await loadSources(tx, ids)) {
      const { isNew, former, isPresent, ...stored } = sources.get(id)!;
      const changed = isPresent ? present : stored.changed;
      if (!changed || (!isNew && !former)) {
        left.lost.push(externalId);
        continue;
      }
      const { product, kept } = former
        ? undoneProduct({ former, changed, present }, now)
        : undoneCreation({ changed, present });
      left.kept.push(...kept);
      if (!same(product, present)) part.push(product);
    }
    yield { products: part };
  }
}
