import fc from "fast-check";
import { Copy, type ListPage } from "./copy.ts";
import type { Model, State } from "./model.ts";

/** Who does what in the model: writers with transactions, partners and other readers, and time. */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const names = ["paseo en barco", "paseo a pie", "otra cosa"];
const codes = ["EUR", "USD"];
let serial = 0;

/** What a writer changes, of the `n`-th record or so. */
export const changes: Record<string, (state: State, n: number) => void> = {
  create: (state, n) => {
    addProduct(state, n);
    addEvent(state, n, state.products.length - 1);
    addPage(state);
  },
  "add an event": (state, n) => addEvent(state, n, n),
  rename: (state, n) => {
    const product = one(state.products, n);
    product.former.push({ name: product.name, until: null });
    product.name = one(names, n + serial++);
  },
  leave: (state, n) => {
    one(state.products, n).present = false;
  },
  "come back": (state, n) => {
    one(state.products, n).present = true;
  },
  "change the currency": (state, n) => {
    const product = one(state.products, n);
    product.currency = one(codes, serial++);
    for (const event of state.events.filter(({ productId }) => productId === product.id)) {
      event.currency = product.currency;
      event.changed = true;
    }
  },
  "remove an event": (state, n) => {
    one(state.events, n).availability = "removed";
  },
  "bring an event back": (state, n) => {
    one(state.events, n).availability = "available";
  },
  "sell an event out": (state, n) => {
    one(state.events, n).availability = "sold-out";
  },
  "change a price": (state, n) => {
    one(state.events, n).price = ++serial;
  },
  retitle: (state, n) => {
    one(state.pages, n).names.es = `${++serial}`;
  },
  "leave a language": (state, n) => {
    one(state.pages, n).here.pt = false;
  },
  "enter a language": (state, n) => {
    Object.assign(one(state.pages, n), { names: { es: `${n}`, pt: `${n}` }, here: { es: true, pt: true } });
  },
};

/** The record that is meant; it will get a version. */
function one<T>(records: T[], n: number): T {
  const record = records[n % records.length]!;
  if (typeof record === "object" && record !== null) Object.assign(record, { changed: true });
  return record;
}

export function addProduct(state: State, n: number): void {
  const currency = one(codes, n);
  state.products.push({
    id: `p${state.products.length}`,
    name: one(names, n),
    present: true,
    currency,
    pos: null,
    seq: 0,
    deletedVersion: null,
    listedCurrency: currency,
    former: [],
    changed: true,
  });
}

export function addEvent(state: State, n: number, product: number, day = 30 + (n % 40)): void {
  const { id, currency } = state.products[product % state.products.length]!;
  state.events.push({
    id: `e${String(n % 7)}-${state.events.length}`,
    productId: id,
    day,
    zone: (n % 5) * 6 - 11,
    availability: "available",
    price: n,
    currency,
    seq: 0,
    listed: false,
    changed: true,
  });
}

export function addPage(state: State): void {
  const id = `c${state.pages.length}`;
  state.pages.push({ id, names: { es: id, pt: id }, here: { es: true, pt: true }, pos: null, seq: 0, changed: true });
}

/** A transaction: it publishes under the counter's lock, which it keeps until it commits. */
export class Writer {
  private readonly model: Model;
  private readonly lock: { holder: Writer | null };
  private written: { change: string; n: number }[] = [];
  private pending: State | null = null;

  constructor(model: Model, lock: { holder: Writer | null }) {
    this.model = model;
    this.lock = lock;
  }

  step(change: string, n: number): void {
    if (this.pending) this.commit();
    else if (this.written.length > 0) this.publish();
    else this.written.push({ change, n }, { change, n: n + 1 });
  }

  finish(): void {
    if (this.written.length > 0 && !this.pending) this.publish();
    if (this.pending) this.commit();
  }

  private publish(): void {
    if (this.lock.holder) return;
    this.lock.holder = this;
    const state = this.model.committed.copy();
    const repriced = [];
    for (const { change, n } of this.written) {
      if (change !== "change a rate") changes[change]!(state, n);
      else {
        const code = one(codes, n);
        state.rates[code]!.rate++;
        repriced.push(code);
      }
    }
    state.publish(this.model.now, repriced);
    this.pending = state;
  }

  private commit(): void {
    this.model.committed = this.pending!;
    this.pending = null;
    this.written = [];
    this.lock.holder = null;
  }
}

/** Someone who reads page after page. A walk that takes more than a day has no promise, so it knows when it began. */
export interface Walk {
  began: number | null;
  step(): Promise<void>;
  /** Reads on to the end, if a walk is under way. */
  finish(): Promise<void>;
}

/** Someone who walks one list by number, again and again. What was there from a walk's first page to its last must be met. */
export class Walker implements Walk {
  began: number | null = null;
  readonly missed: string[] = [];
  private readonly model: Model;
  private readonly read: (page: number) => Promise<ListPage<{ id: string }>>;
  private readonly live: () => Set<string>;
  private page = 0;
  private met = new Set<string>();
  private throughout = new Set<string>();

  constructor(model: Model, read: (page: number) => Promise<ListPage<{ id: string }>>, live: () => { id: string }[]) {
    this.model = model;
    this.read = read;
    this.live = () => new Set(live().map(({ id }) => id));
  }

  async step(): Promise<void> {
    if (this.began === null) this.throughout = this.live();
    this.began ??= this.model.now;
    const { values, hasNextPage } = await this.read(++this.page);
    for (const { id } of values) this.met.add(id);
    if (hasNextPage) return;
    this.missed.push(...[...this.throughout].filter((id) => !this.met.has(id)));
    this.page = 0;
    this.began = null;
    this.met = new Set();
  }

  async finish(): Promise<void> {
    while (this.began !== null) await this.step();
  }

  /** What is not there any more need not be met. */
  look(): void {
    if (this.began !== null) this.throughout = this.throughout.intersection(this.live());
  }
}

/** A partner that keeps its copy in step, again and again. */
export class Partner implements Walk {
  began: number | null = null;
  readonly copy: Copy;
  private readonly model: Model;
  private sync: AsyncGenerator<void>;

  constructor(model: Model) {
    this.model = model;
    this.copy = new Copy(model);
    this.sync = this.copy.sync();
  }

  async step(): Promise<void> {
    this.began ??= this.model.now;
    if (!(await this.sync.next()).done) return;
    this.sync = this.copy.sync();
    this.began = null;
  }

  async finish(): Promise<void> {
    while (this.began !== null) await this.step();
  }
}

export type Step =
  | { do: "sync" | "search" | "calendar"; requests: number }
  | { do: "write"; writer: 0 | 1; change: string; n: number }
  | { do: "wait"; minutes: number };

const reading = (what: "sync" | "search" | "calendar") =>
  fc.record({ do: fc.constant(what), requests: fc.integer({ min: 1, max: 8 }) });
const step = fc.oneof(
  { weight: 100, arbitrary: reading("sync") },
  { weight: 40, arbitrary: reading("search") },
  { weight: 40, arbitrary: reading("calendar") },
  {
    weight: 240,
    arbitrary: fc.record({
      do: fc.constant("write"),
      writer: fc.constantFrom(0, 1),
      change: fc.constantFrom(...Object.keys(changes), "change a rate"),
      n: fc.nat(60),
    }),
  },
  { weight: 50, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constantFrom(5, 170, 610) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constant(6 * 24 * 60) }) },
) as fc.Arbitrary<Step>;

export const plan = fc.array(step, { minLength: 15, maxLength: 50 });

const instant = fc.oneof(
  fc.integer({ min: -30, max: 26 }).map((hours) => Date.parse("2026-07-04T12:00:00Z") + hours * hourMs),
  fc.integer({ min: 0, max: 200 }).map((hours) => Date.parse("2026-06-24T00:00:00Z") + hours * hourMs),
);

/** Begins around the change of layout of 4 July, or somewhere in a layout, with events from some day on for a while. */
export interface Start {
  from: number;
  events: number;
  /** Days from now to the first event. */
  lead: number;
  /** Days that the events are spread over. */
  span: number;
}
export const start: fc.Arbitrary<Start> = fc.record({
  from: instant,
  events: fc.integer({ min: 4, max: 30 }),
  lead: fc.integer({ min: -20, max: 3 }),
  span: fc.integer({ min: 2, max: 40 }),
});
