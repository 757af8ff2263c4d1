import { CatalogueFile, type CatalogueItem } from "../../records/catalogue-file.ts";
import type { StoredSupplier } from "../../records/supplier-order.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { type Amounts, type PriceState, priceStates, writePriceStates } from "../../store/dispatch/supplier-prices.ts";
import { claimSeatQuery, type SuppliedItem, suppliedItems } from "../../store/dispatch/supplier-seats.ts";
import { loadSources } from "../../store/editing/product-sources.ts";
import { addAudit } from "../../store/operators/audit.ts";
import { suppliersWithProducts } from "../../store/suppliers/suppliers.ts";
import { findSupplierKind } from "../../suppliers/kinds.ts";
import type { Supplier, SupplierEvent, Suppliers } from "../../suppliers/supplier.ts";
import { catalogueProblems } from "../editing/catalogue-rules.ts";
import { checkValue } from "../editing/files/shapes.ts";
import { withAmount } from "../editing/given-prices.ts";
import { changeItemEvents, type EventFields, sourceEvents } from "../editing/source-events.ts";
import { dayNumber, isoDay, localTimeFault } from "../selling/dates.ts";
import { importWithin } from "./import.ts";
import { dayBefore, decidePrice, defaultShare, isAbout, sameAmounts } from "./price-changes.ts";
import { followSupplier, wasNotified } from "./supplier-notifications.ts";

/**
 * Copies the seats of events from suppliers that report them: docs/decisions/0044-buying-through-octo.md. For a
 * supplier with the setting `followDates` it copies new dates and prices too. Each change is an import of the product.
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
/** Minimum seconds between two readings of a supplier's seats, in all processes. */
const gapSeconds = 55;
/** The last item that a run has read, by supplier. */
const readUntil = new Map<string, string>();

/** Minimum seconds between two readings after the supplier has sent a notification. */
const notifiedGapSeconds = 5;

/**
 * Reads the seats of each supplier that reports them, unless another process has read them within `gapSeconds`. With `publicUrl` it
 * also asks suppliers to send notifications there.
 */
export async function readSeatsOfSuppliers(context: Context, publicUrl?: string): Promise<void> {
  const { db, clock } = context;
  const asked = (await suppliersWithProducts(db)).filter(({ kind }) => findSupplierKind(kind)?.readsSeats);
  // A supplier that answers slowly delays no other supplier.
  const runs = asked.map(async (stored) => {
    const now = clock();
    const seconds = wasNotified(stored.externalId) ? notifiedGapSeconds : gapSeconds;
    const before = new Date(now.getTime() - seconds * 1000);
    if (!(await claimSeatQuery(db, stored.externalId, { now, before }))) return;
    // The service subscribes before it reads seats, so the supplier reports every change after the reading.
    if (publicUrl !== undefined) await followSupplier(db, context.suppliers(stored), stored.externalId, publicUrl);
    await readSupplierSeats(context, stored);
  });
  const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Reads the seats of a supplier, one request at a time. Returns the number of changed events. */
export async function readSupplierSeats(context: Context, stored: StoredSupplier): Promise<number> {
  const supplier = context.suppliers(stored);
  const now = context.clock();
  const today = now.toISOString().slice(0, 10);
  const lastDay = isoDay(dayNumber(today)! + window);
  const follows = stored.settings.followDates === true;
  const all = await suppliedItems(context.db, stored.externalId, { now, lastDay, all: follows });
  const items = itemsOfRun(all, readUntil.get(stored.externalId));
  if (items.length > 0) readUntil.set(stored.externalId, nameOf(items.at(-1)!));
  let changed = 0;
  for (const item of items) {
    const ranges = follows ? rangesUntil(today, lastDay) : rangesOf(item);
    const known = follows ? await priceStates(context.db, item) : new Map<string, PriceState>();
    const rule = follows && { share: shareOf(stored), known, now };
    const { states, ...changes } = await changesOf(supplier, item, { ranges, rule });
    if (follows) await recordPrices(context.db, stored.externalId, item, { states, known, now });
    if (changes.changed.size + changes.added.size > 0)
      changed += await inTransaction(context.db, async (tx) => {
        const written = await change(tx, item, changes, now);
        const copied = [...changes.changed].flatMap(([eventOn, { prices }]) => (prices && states.get(eventOn)) || []);
        if (written > 0)
          await recordSupplierChange(tx, stored.externalId, item, { states: copied, state: "copied", now });
        return written;
      });
  }
  return changed;
}

/** The share of a price by which this supplier may change it, in percent. */
const shareOf = ({ settings }: StoredSupplier): number =>
  typeof settings.priceChangePercent === "number" ? settings.priceChangePercent : defaultShare;

const nameOf = ({ productExternalId, itemExternalId }: Pick<SuppliedItem, "productExternalId" | "itemExternalId">) =>
  `${productExternalId} ${itemExternalId}`;

/**
 * Returns the items of a run. A run continues after the item `last`, and begins again after the last item. The database decides the order
 * of items.
 */
export function itemsOfRun<T extends Parameters<typeof nameOf>[0]>(all: readonly T[], last: string | undefined): T[] {
  const next = all.findIndex((item) => nameOf(item) === last) + 1;
  const at = next < all.length ? next : 0;
  return all.slice(at, at + itemsAtOnce);
}

interface Changes {
  /** Events on sale that differ from the supplier's. */
  changed: ReadonlyMap<string, EventFields>;
  /** Events that the supplier offers and that are not on sale here. The product may contain them if their sale has ended. */
  added: ReadonlyMap<string, NewEvent>;
}

type NewEvent = Required<Pick<EventFields, "capacity" | "prices">>;

/** How prices are followed. */
interface PriceRule {
  /** The share by which a price may change without a person, in percent. */
  share: number;
  known: ReadonlyMap<string, PriceState>;
  now: Date;
}

/** `states`: what is known now of the prices of the events that were read; null: nothing any more. */
type ReadChanges = Changes & { states: Map<string, PriceState | null> };

async function changesOf(
  supplier: Supplier,
  item: SuppliedItem,
  { ranges, rule }: { ranges: { first: string; last: string }[]; rule: PriceRule | false },
): Promise<ReadChanges> {
  const changes = {
    changed: new Map<string, EventFields>(),
    added: new Map<string, NewEvent>(),
    states: new Map<string, PriceState | null>(),
  };
  const known = new Map(item.events.map((event) => [event.eventOn, event]));
  for (const { first, last } of ranges) {
    const there = await supplier.availability!(item, { first, last });
    if (there === null) continue;
    const offeredAt = new Map(there.map((offered) => [offered.eventOn, offered]));
    for (const event of item.events.filter(({ eventOn }) => eventOn >= first && eventOn.slice(0, 10) <= last)) {
      const offered = offeredAt.get(event.eventOn);
      const capacity = capacityOf(offered?.seats, event.booked);
      const prices =
        (rule && offered && followed(offered, item, { rule, own: event.prices, states: changes.states })) ||
        event.prices;
      const fields = {
        ...(capacity !== event.capacity && { capacity }),
        ...(!sameAmounts(prices, event.prices) && { prices }),
      };
      if (Object.keys(fields).length > 0) changes.changed.set(event.eventOn, fields);
    }
    if (!rule) continue;
    for (const offered of there.filter(({ eventOn }) => !known.has(eventOn))) {
      const usual = item.events.at(-1)?.prices;
      const theirs = followed(offered, item, { rule, own: null, usual, states: changes.states });
      const waits = changes.states.get(offered.eventOn)?.state === "waiting";
      const before = rule.known.get(offered.eventOn);
      // A person keeps this date off the sale at the supplier's price.
      const isRefused = theirs === null && before?.state === "kept" && before.currency === item.currency;
      const prices = theirs ?? usual;
      if (prices && !waits && !isRefused) changes.added.set(offered.eventOn, { capacity: offered.seats, prices });
    }
  }
  return changes;
}

/**
 * Returns the supplier's prices of the item's tickets if they are to be copied, and notes what is known of them. `own`: our prices of the event;
 * null: the date is new, and `usual` are the prices of another date.
 */
function followed(
  { eventOn, prices }: SupplierEvent,
  { currency, codes }: SuppliedItem,
  {
    rule: { share, known, now },
    own,
    usual = own ?? undefined,
    states,
  }: { rule: PriceRule; own: Amounts | null; usual?: Amounts | undefined; states: ReadChanges["states"] },
): Amounts | null {
  const amounts = prices?.amounts.filter(({ code }) => codes.includes(code)) ?? [];
  if (!prices || amounts.length === 0) return null;
  const before = known.get(eventOn);
  const keepsCurrency = [...known.values()].some((one) => one.state === "kept" && one.currency === prices.currency);
  const offer = { amounts, currency: prices.currency };
  const decision = decidePrice(offer, { currency, amounts: usual, known: before, keepsCurrency }, share, now);
  if (decision === "ignore") return null;
  if (decision === "wait") {
    const isKnown = before?.state === "waiting" && isAbout(before, offer);
    const waiting = { eventOn, state: "waiting", before: own, after: amounts, currency: offer.currency } as const;
    states.set(eventOn, isKnown ? before : { ...waiting, seenAt: now });
    return null;
  }
  const earlier = dayBefore(before, now);
  const isSame = own !== null && sameAmounts(own, amounts);
  // A person's decision is carried out, and a copy is remembered for a day.
  if (isSame) states.set(eventOn, earlier ? before! : null);
  else if (before?.state === "accepted" || own === null) states.set(eventOn, null);
  else {
    const copied = { eventOn, state: "copied", before: earlier ?? own, after: amounts, currency } as const;
    states.set(eventOn, { ...copied, seenAt: earlier ? before!.seenAt : now });
  }
  return amounts;
}

/** Stores what is known of prices, and records those that begin to wait. */
async function recordPrices(
  db: Db,
  supplier: string,
  item: SuppliedItem,
  { states, known, now }: { states: ReadChanges["states"]; known: PriceRule["known"]; now: Date },
): Promise<void> {
  const changed = [...states].filter(([eventOn, state]) => state !== (known.get(eventOn) ?? null));
  if (changed.length === 0) return;
  const written = changed.flatMap(([, state]) => state ?? []);
  await inTransaction(db, async (tx) => {
    const ended = changed.flatMap(([eventOn, state]) => (state === null ? [eventOn] : []));
    await writePriceStates(tx, supplier, item, { states: written, ended });
    await recordSupplierChange(tx, supplier, item, { states: written, state: "waiting", now });
  });
}

/**
 * Adds an entry to the audit log, with the supplier as the author, about the prices of an item that are in a state. A price that a person
 * accepted is in no state: its author is the person.
 */
async function recordSupplierChange(
  tx: Tx,
  supplier: string,
  item: SuppliedItem,
  { states, state, now }: { states: readonly PriceState[]; state: "waiting" | "copied"; now: Date },
): Promise<void> {
  const changed = states.filter((one) => one.state === state);
  if (changed.length === 0) return;
  const { eventOn, after, currency } = changed[0]!;
  const own = item.events.find((event) => event.eventOn === eventOn)?.prices ?? null;
  await addAudit(tx, {
    ...{ operatorId: null, operator: `supplier ${supplier}`, at: now, outcome: "done" },
    operation: state === "waiting" ? "suppliers.offerPrices" : "suppliers.copyPrices",
    subject: nameOf(item).slice(0, 200),
    before: { prices: own, currencyCode: item.currency },
    after: { dates: changed.length, first: eventOn, prices: after, currencyCode: currency },
  });
}

/** Returns ranges of days from `first` to `last`. */
function rangesUntil(first: string, last: string): { first: string; last: string }[] {
  const [from, to] = [dayNumber(first)!, dayNumber(last)!];
  return Array.from({ length: Math.ceil((to - from + 1) / daysAtOnce) }, (_, n) => ({
    first: isoDay(from + n * daysAtOnce),
    last: isoDay(Math.min(to, from + (n + 1) * daysAtOnce - 1)),
  }));
}

/** Returns ranges of days that have the item's events. */
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
 * Returns the capacity at which the event has as many seats left as the supplier reports. `booked` is read before the request to the
 * supplier, whose answer has these seats already subtracted. An order that is confirmed in between counts twice until the next run. A time
 * that the supplier does not list has no seats left.
 */
export function capacityOf(seats: SupplierEvent["seats"] | undefined, booked: number): number | null {
  return seats === null ? null : booked + (seats ?? 0);
}

/** Writes the seats of events of an item. */
export const writeSeats = (
  db: Db,
  item: SuppliedItem,
  changed: ReadonlyMap<string, EventFields>,
  now: Date,
): Promise<number> => inTransaction(db, (tx) => change(tx, item, { changed, added: new Map() }, now));

/** Changes and adds events of an item. Returns the number of events, or 0 if the present product no longer accepts them. */
async function change(tx: Tx, item: SuppliedItem, changes: Changes, now: Date): Promise<number> {
  await lockCatalogueFiles(tx);
  const [row] = await loadSources(tx, [item.productId]);
  const before = row?.source.items.find(({ externalId }) => externalId === item.itemExternalId);
  if (!row || !before) return 0;
  const { source } = row;
  const known = sourceEvents(source, before);
  // The interface cannot name which of two instants the supplier means.
  const isOnce = (eventOn: string) => localTimeFault(`${eventOn}:00`, source.timeZone) === null;
  const added = new Map([...changes.added].filter(([eventOn]) => !known.has(eventOn) && isOnce(eventOn)));
  if (changes.changed.size + added.size === 0) return 0;
  const changed = new Map(
    [...changes.changed].map(([eventOn, fields]) => [eventOn, withOwnSteps(fields, known.get(eventOn))]),
  );
  const after = withNewEvents(changeItemEvents(source, before, changed), added, now);
  const file = { products: [{ ...source, items: source.items.map((one) => (one === before ? after : one)) }] };
  if (checkValue(CatalogueFile, file).length > 0 || catalogueProblems(file, undefined, 0, true).length > 0) return 0;
  await importWithin(tx, file, { now });
  return changes.changed.size + added.size;
}

/** Returns changed fields whose prices keep the steps of ours: a supplier states single prices. */
function withOwnSteps({ prices, ...fields }: EventFields, own: EventFields | undefined): EventFields {
  const ours = new Map(own?.prices?.map((price) => [price.code, price]));
  const kept = prices?.map(({ code, amount }) => withAmount(ours.get(code) ?? { code, amount }, amount));
  return { ...fields, ...(kept && { prices: kept }) };
}

/** Adds events to an item's source. It removes single events of past days from the source, because the import never changes past events. */
function withNewEvents(item: CatalogueItem, added: ReadonlyMap<string, NewEvent>, now: Date): CatalogueItem {
  if (added.size === 0) return item;
  const yesterday = isoDay(dayNumber(now.toISOString().slice(0, 10))! - 1);
  const coming = (item.events ?? []).filter(({ eventOn }) => eventOn >= yesterday);
  const written = [...added].map(([eventOn, fields]) => ({ eventOn, ...fields }));
  return { ...item, events: [...coming, ...written] };
}
