import { randomUUID } from "node:crypto";
import { isDeepStrictEqual as same } from "node:util";
import {
  type CatalogueItem,
  type CataloguePartner,
  type CatalogueProduct,
  type CatalogueSupplier,
  ItemFields,
  ProductFields,
} from "../../records/catalogue-file.ts";
import { changedFields, operatorOnlyFields, schemaFields } from "../../records/record-fields.ts";
import { isSealed } from "../../records/sealed-settings.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { searchableText } from "../../store/catalogue/search-text.ts";
import type { ItemRecord, ProductRecord, ProductState } from "../../store/editing/catalogue-records.ts";
import type { EventRecord } from "../../store/editing/event-records.ts";
import type { SupplierRecord } from "../../store/suppliers/suppliers.ts";
import { dayEndsAt, eventStartsAt, salesEndAt } from "../selling/lead-time.ts";
import type { Pause } from "./files/pauses.ts";
import { expandInPieces, type PlannedEvent } from "./schedules.ts";

/** How many records an import added, changed, left unchanged or removed. */
export interface RecordCounts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

/** Converts a catalogue file to the store's records, and decides which of them to write. */

export interface ProductWritePlan {
  product: ProductRecord;
  before: ProductRecord | undefined;
  outcome: keyof RecordCounts;
  /** Whether partners can see the change of the product itself. Partners do not see the product's supplier. */
  seen: boolean;
  /** Whether this import removes the product from the partners' catalogue. */
  leaves: boolean;
  currencyChanged: boolean;
  /** `all` includes items that the file no longer has, which are unpublished. */
  items: { all: ItemRecord[]; write: PlannedWrite<ItemRecord>[]; tally: RecordCounts };
  events: { write: PlannedWrite<EventRecord>[]; tally: RecordCounts };
}

/** A record to write, and its stored content. */
export interface PlannedWrite<T> {
  outcome: "added" | "changed" | "removed";
  before: T | undefined;
  after: T;
}

/** Gives a new record its id. `record` names it: its kind and external id, and the time of an event. */
export type MakeId = (record: string) => string;

/**
 * Decides what an import writes of one product. `supplierId`: its supplier, or null; `state`: its stored content.
 * `pause` is called between events.
 */
export async function planProduct(
  given: CatalogueProduct,
  supplierId: string | null,
  state: ProductState | undefined,
  now: Date,
  pause: Pause,
  newId: MakeId = () => randomUUID(),
): Promise<ProductWritePlan> {
  const before = state?.product;
  const product = productRecord(given, before?.id ?? newId(`product ${given.externalId}`), supplierId);
  const wasPresent = before !== undefined && isReadableByPartners(before);
  const isNowPresent = isReadableByPartners(product);
  const items = planItems(given, product, state?.items ?? [], newId);
  const changed =
    before && changedFields(schemaFields(ProductFields, before.record), schemaFields(ProductFields, product.record));
  return {
    product,
    before,
    outcome:
      changed === undefined
        ? "added"
        : changed.length === 0
          ? "unchanged"
          : wasPresent && product.record.deleted
            ? "removed"
            : "changed",
    seen: changed === undefined || changed.some((field) => !operatorOnly.has(field)),
    leaves: wasPresent && !isNowPresent,
    currencyChanged: before !== undefined && before.record.currencyCode !== product.record.currencyCode,
    items,
    events: await planEvents(given, product, items.all, state?.events ?? [], { now, pause, newId }),
  };
}

const operatorOnly = operatorOnlyFields(ProductFields);

/** Whether partners can read a product. */
export const isReadableByPartners = ({ record }: ProductRecord): boolean =>
  (record.published ?? true) && !record.deleted;

/** Whether an item can be sold, judged by its own fields only. */
export const itemIsOnSale = ({ record, dropped }: ItemRecord): boolean => !dropped && (record.published ?? true);

function productRecord(
  { items: _, ...record }: CatalogueProduct,
  id: string,
  supplierId: string | null,
): ProductRecord {
  const search = searchableText(record.name, ...Object.values(record.names ?? {}), record.cityCode);
  return { id, record, supplier_id: supplierId, search };
}

function planItems(given: CatalogueProduct, product: ProductRecord, before: ItemRecord[], newId: MakeId) {
  const known = new Map(before.map((item) => [item.record.externalId, item]));
  const result = { write: [] as PlannedWrite<ItemRecord>[], tally: { added: 0, changed: 0, unchanged: 0, removed: 0 } };
  const all = given.items.map((item, position) => {
    const old = known.get(item.externalId);
    known.delete(item.externalId);
    const record = itemRecord(item, position, product.id, old?.id ?? newId(`item ${item.externalId}`));
    const outcome = old === undefined ? "added" : sameItems(old, record) ? "unchanged" : "changed";
    result.tally[outcome]++;
    if (outcome !== "unchanged") result.write.push({ outcome, before: old, after: record });
    return record;
  });
  // Orders reference items, so an item that is missing in the file is unpublished, not deleted.
  for (const gone of known.values()) {
    const record = { ...gone, dropped: true };
    all.push(record);
    if (gone.dropped) continue;
    result.tally.removed++;
    result.write.push({ outcome: "removed", before: gone, after: record });
  }
  return { ...result, all };
}

const itemRecord = (
  { schedules: _schedules, events: _events, ...record }: CatalogueItem,
  position: number,
  productId: string,
  id: string,
): ItemRecord => ({ id, product_id: productId, position, record, dropped: false });

const sameItems = (before: ItemRecord, after: ItemRecord): boolean =>
  before.position === after.position &&
  before.dropped === after.dropped &&
  changedFields(schemaFields(ItemFields, before.record), schemaFields(ItemFields, after.record)).length === 0;

async function planEvents(
  given: CatalogueProduct,
  product: ProductRecord,
  items: ItemRecord[],
  before: EventRecord[],
  { now, pause, newId }: { now: Date; pause: Pause; newId: MakeId },
) {
  const result = {
    write: [] as PlannedWrite<EventRecord>[],
    tally: { added: 0, changed: 0, unchanged: 0, removed: 0 },
  };
  const known = new Map(before.map((event) => [`${event.item_id} ${event.event_on}`, event]));
  const away = !isReadableByPartners(product);
  for (const [index, item] of items.entries()) {
    const source = given.items[index];
    const plan = source
      ? await expandInPieces(given.type, source, given.currencyCode, pause)
      : { ok: true as const, events: [] };
    if (!plan.ok) throw new Error("the catalogue's rules let a bad schedule through");
    for (const planned of plan.events) {
      await pause();
      const key = `${item.id} ${planned.eventOn}`;
      const old = known.get(key);
      known.delete(key);
      // An event with the same item and time keeps its id; writeEvents relies on it.
      const id = old?.id ?? newId(`event ${item.record.externalId} ${planned.eventOn}`);
      const record = eventRecord(planned, product, item, away || !itemIsOnSale(item), id);
      if (new Date(record.day_ends_at) <= now) continue;
      // The store knows which tickets are extras, so its lowest price can differ.
      const isSame = old !== undefined && same({ ...old, min_price: record.min_price }, record);
      const outcome = old === undefined ? "added" : isSame ? "unchanged" : "changed";
      result.tally[outcome]++;
      if (outcome !== "unchanged") result.write.push({ outcome, before: old, after: record });
    }
  }
  // Partners' copies get no deletions, so an event that is missing in the file becomes `removed`, and its orders stay.
  const hiddenItems = new Set(items.filter((item) => !itemIsOnSale(item)).map((item) => item.id));
  for (const gone of known.values()) {
    await pause();
    const record = { ...gone, availability: "removed", hidden: away || hiddenItems.has(gone.item_id) };
    if (same(gone, record)) continue;
    result.tally.removed++;
    result.write.push({ outcome: "removed", before: gone, after: record });
  }
  return result;
}

function eventRecord(
  planned: PlannedEvent,
  product: ProductRecord,
  item: ItemRecord,
  hidden: boolean,
  id: string,
): EventRecord {
  const { type, timeZone, currencyCode, leadPurchaseDay } = product.record;
  const { eventOn, prices } = planned;
  const cutOff = item.record.salesEndMinutes ?? product.record.salesEndMinutes ?? 0;
  return {
    id,
    item_id: item.id,
    product_id: product.id,
    event_on: eventOn,
    availability: planned.availability,
    hidden,
    capacity: planned.capacity,
    currency_code: currencyCode,
    tickets: prices,
    min_price: lowestPrice(prices),
    starts_at: eventStartsAt(type, eventOn, timeZone).toISOString(),
    sales_end_at: salesEndAt(type, eventOn, leadPurchaseDay, timeZone, cutOff).toISOString(),
    day_ends_at: dayEndsAt(eventOn, timeZone).toISOString(),
  };
}

// A free ticket (an infant's) is the lowest price only if every ticket is free.
function lowestPrice(prices: TicketPrice[]): string {
  const paid = prices.filter(({ price }) => Number(price) > 0);
  return (paid.length > 0 ? paid : prices).reduce(
    (least, { price }) => (Number(price) < Number(least) ? price : least),
    paid[0]?.price ?? "0",
  );
}

export const supplierRecord = (given: CatalogueSupplier): SupplierRecord => ({
  externalId: given.externalId,
  name: given.name,
  kind: given.kind,
  lang: given.lang ?? "es",
  settings: given.settings ?? {},
  answerWithinMinutes: given.answerWithinMinutes ?? 1440,
});

/** Returns a supplier with its settings on the same level, for the list of changes. A secret shows only whether it differs from the one before. */
export const supplierFields = (
  { id: _id, settings, ...supplier }: SupplierRecord & { id: string },
  before?: SupplierRecord,
): object => ({
  ...supplier,
  ...Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (!isSealed(value)) return [name, value];
      const former = before?.settings[name];
      return [name, isSealed(former) && former.sealed !== value.sealed ? "••••••" : "•••"];
    }),
  ),
});

/**
 * Whether the store already has the partner as the file describes it. If the file omits white labels or `active`, they
 * stay unchanged: a file must not reactivate a partner.
 */
export const isUnchanged = (given: CataloguePartner, before: Required<CataloguePartner>): boolean =>
  given.name === before.name && (given.active ?? before.active) === before.active && hasLabels(given, before);

export function hasLabels({ whiteLabels }: CataloguePartner, before: Required<CataloguePartner> | undefined): boolean {
  if (whiteLabels === undefined) return true;
  const known = new Map(before?.whiteLabels.map((label) => [label.code, label]));
  return whiteLabels.length === known.size && whiteLabels.every((label) => same(known.get(label.code), label));
}
