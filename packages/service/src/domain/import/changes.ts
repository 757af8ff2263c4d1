import { type Language, languages } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import { ItemFields, ProductFields } from "../../records/catalogue-file.ts";
import { changedFields, guestFactFields, operatorOnlyFields, schemaFields } from "../../records/record-fields.ts";
import type { Db } from "../../store/database/database.ts";
import type { ItemRecord, ProductRecord } from "../../store/editing/catalogue-records.ts";
import {
  BookedEvent,
  bookedEvents,
  bookedOrders,
  countSoldSeats,
  partnersWithCopies,
} from "../../store/editing/change-effects.ts";
import type { EventRecord } from "../../store/editing/event-records.ts";
import {
  isReadableByPartners,
  itemIsOnSale,
  type PlannedWrite,
  type ProductWritePlan,
} from "../editing/catalogue-records.ts";
import { givenPrice } from "../editing/given-prices.ts";
import { leadName } from "../selling/lead-name.ts";
import { type ImportObserver, type ImportSummary, recordKinds } from "./options.ts";

/** Most events of one action, and most orders that a report names. */
const maxBookedEvents = 100;
const maxNamedOrders = 100;

/** Reports an import's changes to the operator, record by record, and their effect on orders and partners. */

const Tally = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  removed: Type.Integer(),
});

/** The first changed records, and how much changes altogether. */
export const CatalogueChanges = Type.Object({
  updateVersion: Type.Integer({ description: "Version of the catalogue after the change." }),
  changeId: Type.Union([Type.Integer(), Type.Null()], {
    description: "For `changes.undo`. Null: a dry run, or no product changed.",
  }),
  counts: Type.Record(Type.Enum([...recordKinds]), Tally),
  records: Type.Array(
    Type.Object({
      kind: Type.Enum([...recordKinds]),
      outcome: Type.Enum(["added", "changed", "removed"]),
      subject: Type.String({ description: "External id, or `product / item / 2026-06-16T20:00`." }),
      name: Type.Union([Type.String(), Type.Null()], {
        description: "Name of a product; names of product and item for an item or an event. Null for other records.",
      }),
      fields: Type.Array(
        Type.Object({
          field: Type.String(),
          before: Type.Unknown(),
          after: Type.Unknown(),
          seen: Type.Boolean({ description: "Whether partners can read it." }),
          outdated: Type.Optional(
            Type.Array(Type.Enum([...languages]), {
              description: "Languages whose text stays, while the text of another language changes.",
            }),
          ),
        }),
      ),
      sold: Type.Union([Type.Integer(), Type.Null()], { description: "Seats of an event that standing orders take." }),
    }),
  ),
  more: Type.Integer({ description: "Number of changed records beyond those in `records`." }),
  sold: Type.Object(
    {
      events: Type.Integer(),
      seats: Type.Integer(),
      removedEvents: Type.Integer(),
      removedSeats: Type.Integer(),
      overbookedEvents: Type.Integer(),
    },
    {
      description:
        "Changed events with sold seats, and their number of seats. `removed`: events that leave the sale, except those in `moves`; `overbooked`: events with less capacity than sold seats. Their orders remain valid.",
    },
  ),
  guests: Type.Object(
    {
      fields: Type.Array(Type.String(), {
        description:
          "Changed facts that guests who booked notice; `eventOn`: an event leaves the sale or gets another time.",
      }),
      orders: Type.Integer(),
      seats: Type.Integer(),
      events: Type.Array(BookedEvent, { maxItems: maxBookedEvents, description: "The next events of these orders." }),
      moreEvents: Type.Integer({ description: "Number of their events beyond those in `events`." }),
      named: Type.Array(
        Type.Object({
          id: Type.String(),
          reference: Type.String(),
          leadName: Type.Union([Type.String(), Type.Null()]),
          eventOn: Type.String({ description: "Local date and time at the location." }),
          people: Type.Integer(),
          seats: Type.Integer(),
        }),
        { maxItems: maxNamedOrders, description: "The first of these orders." },
      ),
    },
    { description: "Standing orders of coming events, whose guests notice the change. `bulkActions` writes to them." },
  ),
  moves: Type.Array(
    Type.Object({
      event: BookedEvent,
      to: Type.Object({
        id: Type.String({ description: "In a dry run the event does not exist yet." }),
        eventOn: Type.String({ description: "Local date and time at the location." }),
      }),
    }),
    {
      maxItems: maxBookedEvents,
      description:
        "Events with orders that leave the sale, while the item gets an event at another time of the same day. A move in `bulkActions` takes their guests along.",
    },
  ),
  moreMoves: Type.Integer({ description: "Number of such events beyond those in `moves`." }),
  partners: Type.Object(
    {
      withKeys: Type.Integer({ description: "Active partners with a live key. They may store a copy." }),
      synced: Type.Integer({
        description: "Partners of these that have read the catalogue and therefore have a copy, however old.",
      }),
      products: Type.Integer(),
      events: Type.Integer(),
      pages: Type.Integer(),
      currencies: Type.Integer(),
      deletedProducts: Type.Integer(),
    },
    {
      description:
        "Changes that each partner's next synchronisation transfers, without products whose minimum price or availability follows from their events.",
    },
  ),
});
export type CatalogueChanges = Type.Static<typeof CatalogueChanges>;
export type RecordChange = CatalogueChanges["records"][number];

/** Collects an import's changes. `listed`: how many records the report lists one by one. */
export class ChangeCollector implements ImportObserver {
  readonly #listed: number;
  readonly #records: (RecordChange & { eventId?: string })[] = [];
  readonly #events = new Map<string, { gone: boolean; capacity: number | null }>();
  /** Items whose guests notice a change, and the changed facts. */
  readonly #factItems = new Set<string>();
  readonly #facts = new Set<string>();
  /** Events that leave the sale, and new events, by item and day. */
  readonly #gone = new Map<string, NewTime[]>();
  readonly #new = new Map<string, NewTime[]>();
  readonly #partners: Omit<CatalogueChanges["partners"], "withKeys" | "synced"> = {
    products: 0,
    events: 0,
    pages: 0,
    currencies: 0,
    deletedProducts: 0,
  };
  #changes = 0;

  constructor(listed: number) {
    this.#listed = listed;
  }

  record(
    kind: Parameters<ImportObserver["record"]>[0],
    subject: string,
    before: object | undefined,
    after: object,
  ): void {
    const seen = seenFields[kind];
    if (kind === "pages" || kind === "currencies") this.#partners[kind]++;
    this.#add(() => ({
      kind,
      outcome: before ? "changed" : "added",
      subject,
      name: null,
      fields: differences(before ?? {}, after, (field) => seen === "all" || seen.includes(field)),
      sold: null,
    }));
  }

  product(plan: ProductWritePlan): void {
    const { product, before, outcome, items, events } = plan;
    const present = isReadableByPartners(product);
    if (plan.leaves) this.#partners.deletedProducts++;
    else if (present && (plan.seen || items.write.length > 0)) this.#partners.products++;
    if (outcome !== "unchanged") {
      const shown = present || (before !== undefined && isReadableByPartners(before));
      this.#add(() => ({
        kind: "products",
        outcome,
        subject: product.record.externalId,
        name: product.record.name,
        fields: differences(productWords(before), productWords(product), (field) => shown && !operatorOnly.has(field)),
        sold: null,
      }));
    }
    for (const change of items.write) this.#item(product, change, present);
    if (before) this.#noteFacts(before, plan);
    const itemOf = new Map(items.all.map((item) => [item.id, item]));
    for (const change of events.write) this.#event(product, itemOf.get(change.after.item_id)!, change);
  }

  /** Notes the items whose facts change. A fact of the product concerns the items without a value of their own. */
  #noteFacts(before: ProductRecord, { product, items }: ProductWritePlan): void {
    const changed = changedFields(productWords(before), productWords(product)).filter((field) =>
      productFacts.has(field),
    );
    const formerItems = new Map(items.write.map(({ before, after }) => [after.id, before]));
    for (const item of items.all) {
      const former = formerItems.get(item.id);
      const own = itemWords(item);
      const facts = [
        ...changed.filter((field) => own[field] === undefined),
        ...(former ? changedFields(itemWords(former), own).filter((field) => itemFacts.has(field)) : []),
      ];
      if (facts.length > 0) this.#factItems.add(item.id);
      for (const fact of facts) this.#facts.add(fact);
    }
  }

  #item(product: ProductRecord, { outcome, before, after }: PlannedWrite<ItemRecord>, seen: boolean): void {
    this.#add(() => ({
      kind: "items",
      outcome,
      subject: `${product.record.externalId} / ${after.record.externalId}`,
      name: `${product.record.name} / ${after.record.name}`,
      fields: differences(itemWords(before), itemWords(after), () => seen),
      sold: null,
    }));
  }

  #event(product: ProductRecord, item: ItemRecord, { outcome, before, after }: PlannedWrite<EventRecord>): void {
    const was = before !== undefined && isShown(before);
    const shown = was || isShown(after);
    if (shown) this.#partners.events++;
    const time = { id: after.id, eventOn: after.event_on };
    if (was && !isShown(after)) listed(this.#gone, item, time);
    if (!was && isShown(after)) listed(this.#new, item, time);
    if (before) this.#events.set(after.id, { gone: was && !isShown(after), capacity: after.capacity });
    this.#add(() => ({
      kind: "events",
      outcome,
      subject: `${product.record.externalId} / ${item.record.externalId} / ${after.event_on.slice(0, 16)}`,
      name: `${product.record.name} / ${item.record.name}`,
      fields: differences(eventWords(before), eventWords(after), (field) => shown && seenOfEvents.has(field)),
      sold: 0,
      eventId: after.id,
    }));
  }

  #add(change: () => RecordChange & { eventId?: string }): void {
    this.#changes++;
    if (this.#records.length < this.#listed) this.#records.push(change());
  }

  /** Returns all collected changes, with current sales. */
  async changes(db: Db, { updateVersion, ...counts }: ImportSummary, now: Date): Promise<CatalogueChanges> {
    const sold = new Map<string, number>();
    const ids = [...this.#events.keys()];
    for (let at = 0; at < ids.length; at += 5000)
      for (const [id, seats] of await countSoldSeats(db, ids.slice(at, at + 5000))) sold.set(id, seats);
    const { moves, ...guests } = await this.#guests(db, sold, now);
    const moved = new Set(moves.map(({ event }) => event.id));
    const partners = { ...(await partnersWithCopies(db)), ...this.#partners };
    return {
      updateVersion,
      changeId: null,
      counts,
      records: this.#records.map(({ eventId, ...record }) => ({
        ...record,
        sold: eventId === undefined ? record.sold : (sold.get(eventId) ?? 0),
      })),
      more: this.#changes - this.#records.length,
      sold: this.#soldEffects(sold, moved),
      guests,
      moves: moves.slice(0, maxBookedEvents),
      moreMoves: Math.max(0, moves.length - maxBookedEvents),
      partners,
    };
  }

  /** Returns the event at another time of the same day for each event that leaves the sale. */
  #newTimes(): Map<string, NewTime> {
    const pairs = new Map<string, NewTime>();
    for (const [day, gone] of this.#gone) {
      const [from, to] = [gone, this.#new.get(day) ?? []].map((times) => times.toSorted(byTime)) as [
        NewTime[],
        NewTime[],
      ];
      // With fewer or more events than before, nobody knows which of them replaces which.
      if (from.length === to.length) for (const [n, { id }] of from.entries()) pairs.set(id, to[n]!);
    }
    return pairs;
  }

  async #guests(
    db: Db,
    sold: ReadonlyMap<string, number>,
    now: Date,
  ): Promise<CatalogueChanges["guests"] & Pick<CatalogueChanges, "moves">> {
    const eventIds = [...sold.keys()].filter((id) => this.#events.get(id)!.gone);
    const reach = { itemIds: [...this.#factItems], eventIds, now };
    const isNoticed = reach.itemIds.length + eventIds.length > 0;
    const events = isNoticed ? await bookedEvents(db, reach) : [];
    const orders = events.length > 0 ? await bookedOrders(db, reach, maxNamedOrders) : [];
    const gone = new Set(eventIds);
    const fields = [...this.#facts, ...(events.some(({ id }) => gone.has(id)) ? ["eventOn"] : [])];
    const newTimes = this.#newTimes();
    return {
      moves: events.flatMap((event) => {
        const to = newTimes.get(event.id);
        return to ? [{ event, to }] : [];
      }),
      fields: events.length > 0 ? fields : [],
      orders: events.reduce((sum, one) => sum + one.orders, 0),
      seats: events.reduce((sum, one) => sum + one.seats, 0),
      events: events.slice(0, maxBookedEvents),
      moreEvents: Math.max(0, events.length - maxBookedEvents),
      named: orders.map(({ number, lang, answers, ...order }) => ({
        ...order,
        reference: orderReference({ number, lang, test: false }),
        leadName: leadName(answers),
      })),
    };
  }

  #soldEffects(sold: ReadonlyMap<string, number>, moved: ReadonlySet<string>): CatalogueChanges["sold"] {
    const effects = { events: 0, seats: 0, removedEvents: 0, removedSeats: 0, overbookedEvents: 0 };
    for (const [id, seats] of sold) {
      const { gone, capacity } = this.#events.get(id)!;
      effects.events++;
      effects.seats += seats;
      const removed = gone && !moved.has(id);
      if (removed) effects.removedEvents++;
      if (removed) effects.removedSeats += seats;
      if (capacity !== null && seats > capacity) effects.overbookedEvents++;
    }
    return effects;
  }
}

interface NewTime {
  id: string;
  eventOn: string;
}
const byTime = (one: NewTime, other: NewTime): number => (one.eventOn < other.eventOn ? -1 : 1);

function listed(times: Map<string, NewTime[]>, item: ItemRecord, time: NewTime): void {
  const day = `${item.id} ${time.eventOn.slice(0, 10)}`;
  times.set(day, [...(times.get(day) ?? []), time]);
}

const isShown = (event: EventRecord): boolean => event.availability !== "removed" && !event.hidden;

/** Fields that partners can read, for kinds that are not part of a product. */
const seenFields: Record<Parameters<ImportObserver["record"]>[0], "all" | readonly string[]> = {
  currencies: "all",
  pages: "all",
  partners: ["whiteLabels"],
  suppliers: [],
  ticketTypes: "all",
};

const operatorOnly = operatorOnlyFields(ProductFields);
const productFacts = guestFactFields(ProductFields);
const itemFacts = guestFactFields(ItemFields);
const seenOfEvents = new Set(["availability", "prices", "currencyCode", "shown"]);

const productWords = (product: ProductRecord | undefined): Record<string, unknown> =>
  product ? schemaFields(ProductFields, product.record) : {};

const itemWords = (item: ItemRecord | undefined): Record<string, unknown> =>
  item ? { ...schemaFields(ItemFields, item.record), published: itemIsOnSale(item), position: item.position } : {};

const eventWords = (event: EventRecord | undefined): object =>
  event
    ? {
        availability: event.availability,
        capacity: event.capacity,
        prices: event.tickets.map(givenPrice),
        currencyCode: event.currency_code,
        shown: !event.hidden,
        salesEndAt: event.sales_end_at,
      }
    : {};

function differences(before: object, after: object, seen: (field: string) => boolean): RecordChange["fields"] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return changedFields(was, is).map((field) => {
    const outdated = untouchedLanguages(was[field], is[field]);
    const values = { before: was[field] ?? null, after: is[field] ?? null };
    return { field, ...values, seen: seen(field), ...(outdated.length > 0 && { outdated }) };
  });
}

/** Returns the languages whose text stays the same within a value, while the text of another language changes. */
export function untouchedLanguages(before: unknown, after: unknown): Language[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Map(before.map((one, n) => [keyOf(one, n), one]));
    return inOrder(after.flatMap((one, n) => untouchedLanguages(known.get(keyOf(one, n)), one)));
  }
  if (!isRecord(before) || !isRecord(after)) return [];
  const names = Object.keys(after);
  if (!names.every((name) => isLanguage(name)))
    return inOrder(names.flatMap((name) => untouchedLanguages(before[name], after[name])));
  const both = names.filter(isLanguage).filter((lang) => lang in before);
  const same = both.filter((lang) => before[lang] === after[lang]);
  return same.length < both.length ? same : [];
}

const isLanguage = (name: string): name is Language => (languages as readonly string[]).includes(name);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const inOrder = (found: readonly Language[]): Language[] => languages.filter((lang) => found.includes(lang));

/** Identifies an entry of a list: by its external id, or by its position. */
const keyOf = (entry: unknown, n: number): unknown => (isRecord(entry) && entry.externalId) || n;
