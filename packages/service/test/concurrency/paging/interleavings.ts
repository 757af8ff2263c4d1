import { mapLanguages } from "@paseo/contract";
import fc from "fast-check";
import { Copy, type ListPage } from "./copy.ts";
import type { Model } from "./model.ts";
import type { State } from "./state.ts";

/** Steps of the model: writers commit transactions, partners read lists into copies, and time passes. */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const names = ["paseo en barco", "paseo a pie", "otra cosa"];
const codes = ["EUR", "USD"];
let serial = 0;

/** A writer's change of the `n`-th record. */
export const changes: Record<string, (state: State, n: number) => void> = {
  create: (state, n) => {
    addProduct(state, n);
    addEvent(state, n, state.products.length - 1);
    addPage(state);
  },
  "add an event": (state, n) => addEvent(state, n, n),
  rename: (state, n) => {
    one(state.products, n).name = one(names, n + serial++);
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

/** The `n`-th record, marked as changed: it will get a version. */
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
    ...{ price: n, currency, seq: 0, listed: false, changed: true },
  });
}

export function addPage(state: State): void {
  const id = `c${state.pages.length}`;
  const [names, here] = [mapLanguages(() => id), mapLanguages(() => true)];
  state.pages.push({ id, names, here, pos: null, seq: 0, changed: true });
}

/** A transaction. It publishes under the counter's lock, which it holds until it commits. */
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

/** A client that reads lists page by page, again and again. */
export interface Client {
  step(): Promise<void>;
  /** Ends the current read, if any. */
  finish(): Promise<void>;
}

/** A client that reads one list by number. It must read each record that is in the list from the first page to the last. */
export class ListReader implements Client {
  readonly missed: string[] = [];
  /** Records that were read twice although no other record entered the list. */
  readonly twice: string[] = [];
  /** The number of completed readings, and the number of readings during which time passed. */
  readonly ended = { all: 0, overTime: 0 };
  private readonly model: Model;
  private readonly read: (page: number) => Promise<ListPage<{ id: string }>>;
  private readonly live: () => Set<string>;
  private readonly epoch: () => number;
  private began: { at: number; epoch: number; positions: number } | null = null;
  private page = 0;
  private repeated: string[] = [];
  private found = new Set<string>();
  private throughout = new Set<string>();

  /** `epoch`: when it changes, a read in progress is abandoned, since the list no longer guarantees anything to it. */
  constructor(
    model: Model,
    read: (page: number) => Promise<ListPage<{ id: string }>>,
    live: () => { id: string }[],
    epoch: () => number = () => 0,
  ) {
    this.model = model;
    this.read = read;
    this.live = () => new Set(live().map(({ id }) => id));
    this.epoch = epoch;
  }

  async step(): Promise<void> {
    if (this.began === null) {
      this.throughout = this.live();
      this.began = { at: this.model.now, epoch: this.epoch(), positions: this.positions() };
    }
    const { values, hasNextPage } = await this.read(++this.page);
    for (const { id } of values) {
      if (this.found.has(id)) this.repeated.push(id);
      this.found.add(id);
    }
    if (hasNextPage) return;
    // A new record moves later records back, so some records are read twice.
    if (this.began.positions === this.positions()) this.twice.push(...this.repeated);
    this.missed.push(...[...this.throughout].filter((id) => !this.found.has(id)));
    this.ended.all++;
    if (this.began.at < this.model.now) this.ended.overTime++;
    this.reset();
  }

  async finish(): Promise<void> {
    while (this.began !== null) await this.step();
  }

  /** Records after each change which records have left the list. */
  notice(): void {
    if (this.began === null) return;
    if (this.began.epoch !== this.epoch()) this.reset();
    else this.throughout = this.throughout.intersection(this.live());
  }

  private positions(): number {
    return this.model.committed.events.filter(({ listed }) => listed).length;
  }

  private reset(): void {
    this.page = 0;
    this.repeated = [];
    this.began = null;
    this.found = new Set();
  }
}

/** A partner that updates its copy again and again. */
export class Partner implements Client {
  readonly copy: Copy;
  private began = false;
  private sync: AsyncGenerator<void>;

  constructor(model: Model) {
    this.copy = new Copy(model);
    this.sync = this.copy.sync();
  }

  async step(): Promise<void> {
    this.began = true;
    if (!(await this.sync.next()).done) return;
    this.sync = this.copy.sync();
    this.began = false;
  }

  async finish(): Promise<void> {
    while (this.began) await this.step();
  }
}

type Reads = "sync" | "events" | "calendar";

export type Step =
  | { do: Reads; requests: number }
  | { do: "write"; writer: 0 | 1; change: string; n: number }
  | { do: "wait"; minutes: number };

const reading = (what: Reads) => fc.record({ do: fc.constant(what), requests: fc.integer({ min: 1, max: 8 }) });
const step = fc.oneof(
  { weight: 100, arbitrary: reading("sync") },
  { weight: 40, arbitrary: reading("events") },
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

/** The initial catalogue and the start time: often around 12:00 UTC, when a day ends in the last time zone. */
export interface Start {
  from: number;
  events: number;
  /** Number of days from now to the first event. */
  lead: number;
  /** Number of days over which the events are spread. */
  span: number;
}
export const start: fc.Arbitrary<Start> = fc.record({
  from: instant,
  events: fc.integer({ min: 4, max: 30 }),
  lead: fc.integer({ min: -20, max: 3 }),
  span: fc.integer({ min: 2, max: 40 }),
});
