import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import type { StoredSupplier } from "../../store/dispatch/supplier-order.ts";
import { claimSeats, type SuppliedItem, suppliedItems } from "../../store/dispatch/supplier-seats.ts";
import { suppliersWithProducts } from "../../store/dispatch/suppliers.ts";
import { lockCatalogueFiles } from "../../store/editing/catalogue-records.ts";
import { loadSources } from "../../store/editing/product-sources.ts";
import { kindOf } from "../../suppliers/kinds.ts";
import type { Supplier, SupplierEvent, Suppliers } from "../../suppliers/supplier.ts";
import { type EventFields, withEvents } from "../editing/source-events.ts";
import { dayNumber, dayText } from "../selling/dates.ts";
import { importWithin } from "./import.ts";

/**
 * Copies the seats of events from suppliers that report them: docs/decisions/0044-buying-through-octo.md. It changes
 * only the capacity, by an import of the product.
 */

interface Context {
  db: Db;
  clock: () => Date;
  suppliers: Suppliers;
}

/** How many days from today one run reads. */
const window = 90;
/** How many days one request reads. */
const daysAtOnce = 30;
/** How many items of a supplier one run reads. The next run continues with the item after them. */
const itemsAtOnce = 50;
/** Minimum seconds between two runs for a supplier, in all processes. */
const gapSeconds = 55;
/** The last item that a run has read, by supplier. */
const readUntil = new Map<string, string>();

/** Reads the seats of each supplier that reports them, unless another process has read them within `gapSeconds`. */
export async function readSeatsOfSuppliers(context: Context): Promise<void> {
  const { db, clock } = context;
  const asked = (await suppliersWithProducts(db)).filter(({ kind }) => kindOf(kind)?.readsSeats);
  // A supplier that answers slowly delays no other supplier.
  const runs = asked.map(async (stored) => {
    const now = clock();
    const before = new Date(now.getTime() - gapSeconds * 1000);
    if (await claimSeats(db, stored.externalId, { now, before })) await readSupplierSeats(context, stored);
  });
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Reads the seats of a supplier, one request at a time. Returns the number of changed events. */
export async function readSupplierSeats(context: Context, stored: StoredSupplier): Promise<number> {
  const supplier = context.suppliers(stored);
  const now = context.clock();
  const lastDay = dayText(dayNumber(now.toISOString().slice(0, 10))! + window);
  const all = await suppliedItems(context.db, stored.externalId, { now, lastDay });
  const items = itemsOfRun(all, readUntil.get(stored.externalId));
  if (items.length > 0) readUntil.set(stored.externalId, nameOf(items.at(-1)!));
  let changed = 0;
  for (const item of items) {
    const changes = await changesOf(supplier, item);
    if (changes.size > 0) await inTransaction(context.db, (tx) => resize(tx, item, changes, now));
    changed += changes.size;
  }
  return changed;
}

const nameOf = ({ productExternalId, itemExternalId }: Pick<SuppliedItem, "productExternalId" | "itemExternalId">) =>
  `${productExternalId} ${itemExternalId}`;

/**
 * The items of a run: it continues after the item `last`, and begins again after the last item. The database decides
 * the order of items.
 */
export function itemsOfRun<T extends Parameters<typeof nameOf>[0]>(all: readonly T[], last: string | undefined): T[] {
  const next = all.findIndex((item) => nameOf(item) === last) + 1;
  const at = next < all.length ? next : 0;
  return all.slice(at, at + itemsAtOnce);
}

/** The events whose capacity differs from the supplier's seats. */
async function changesOf(supplier: Supplier, item: SuppliedItem): Promise<Map<string, EventFields>> {
  const changes = new Map<string, EventFields>();
  for (const { first, last } of rangesOf(item)) {
    const there = await supplier.availability!(item, { first, last });
    if (there === null) continue;
    const seatsAt = new Map(there.map(({ eventOn, seats }) => [eventOn, seats]));
    for (const event of item.events.filter(({ eventOn }) => eventOn >= first && eventOn.slice(0, 10) <= last)) {
      const capacity = capacityOf(seatsAt.get(event.eventOn), event.booked);
      if (capacity !== event.capacity) changes.set(event.eventOn, { capacity });
    }
  }
  return changes;
}

/** Ranges of days that have the item's events. */
function rangesOf({ events }: SuppliedItem): { first: string; last: string }[] {
  const ranges: { first: string; last: string }[] = [];
  for (const { eventOn } of events) {
    const day = eventOn.slice(0, 10);
    const range = ranges.at(-1);
    if (range && dayNumber(day)! - dayNumber(range.first)! < daysAtOnce) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges;
}

/**
 * The capacity at which the event has as many seats left as the supplier reports. `booked` is read before the request
 * to the supplier, whose answer has these seats already subtracted. An order that is confirmed in between counts twice
 * until the next run. A time that the supplier does not list has no seats left.
 */
export function capacityOf(seats: SupplierEvent["seats"] | undefined, booked: number): number | null {
  return seats === null ? null : booked + (seats ?? 0);
}

async function resize(tx: Tx, item: SuppliedItem, changes: ReadonlyMap<string, EventFields>, now: Date): Promise<void> {
  await lockCatalogueFiles(tx);
  const [row] = await loadSources(tx, [item.productId]);
  if (!row) return;
  const { source } = row;
  const items = source.items.map((one) =>
    one.externalId === item.itemExternalId ? withEvents(source, one, changes) : one,
  );
  await importWithin(tx, { products: [{ ...source, items }] }, { now });
}
