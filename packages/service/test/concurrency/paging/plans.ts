import fc from "fast-check";
import { deleteHistory } from "../../../src/jobs/cleanup.ts";
import { publishEndedSales } from "../../../src/store/publishing/cleanup.ts";
import { type ChangingCatalogue, twoPages } from "./changing-catalogue.ts";
import { type Catalogue, Copy } from "./copy.ts";

/** Steps around a partner that stores a copy, in any order: it reads, one of two writers changes a record, time passes. */

const some = (n: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => (n + k) % twoPages.products);
const tour = (n: number): number[] => [n % twoPages.touring];

/** A writer's change of the `n`-th record and the records after it. */
type Changes = Record<string, (catalogue: ChangingCatalogue, n: number) => Promise<void>>;
const changes: Changes = {
  "create a product": (catalogue) => catalogue.create(),
  "rename products": (catalogue, n) => catalogue.rename(some(n, 12)),
  "delete products": (catalogue, n) => catalogue.changeProducts(some(n, 12), () => ({ deleted: true })),
  "unpublish products": (catalogue, n) => catalogue.changeProducts(some(n, 12), () => ({ published: false })),
  "bring products back": (catalogue, n) =>
    catalogue.changeProducts(some(n, 60), () => ({ deleted: false, published: true })),
  "change a currency": (catalogue, n) =>
    catalogue.changeProducts(tour(n), ({ currencyCode }) => ({ currencyCode: currencyCode === "EUR" ? "USD" : "EUR" })),
  "delete a touring product or bring it back": (catalogue, n) =>
    catalogue.changeProducts(tour(n), ({ deleted }) => ({ deleted: !deleted && n % 2 === 0 })),
  "remove events": (catalogue, n) =>
    catalogue.changeEvents(tour(n), (all) =>
      all.map((event, at) => (at % 3 === n % 3 ? { ...event, availability: "removed" } : event)),
    ),
  "bring events back": (catalogue, n) =>
    catalogue.changeEvents([...tour(n), ...tour(n + 1), ...tour(n + 2)], (all) =>
      all.map((event) => ({ ...event, availability: "available" })),
    ),
  "black some out": (catalogue, n) =>
    catalogue.changeEvents(tour(n), (all) =>
      all.map((event, at) => (at % 5 === n % 5 ? { ...event, availability: "black-out" } : event)),
    ),
  "change prices": (catalogue, n) => catalogue.reprice(tour(n)),
  "change a rate": (catalogue) => catalogue.changeRate(),
  "sell out": (catalogue, n) => catalogue.sellOut(n),
  "retitle pages": (catalogue, n) => catalogue.retitlePages(some(n, 12)),
  "remove pages from a language": (catalogue, n) =>
    catalogue.changePages(some(n, 12), ({ es, pt }) =>
      n % 2 && pt ? { es: undefined as never } : es ? { pt: undefined as never } : {},
    ),
  "put pages into both languages": (catalogue, n) =>
    catalogue.changePages(some(n, 12), ({ es, pt }) => ({ es: es ?? pt!, pt: pt ?? es! })),
};

/** Changes that move records out of lists and back are twice as frequent, because they can make clients miss records. */
const often = ["delete products", "remove events", "bring products back", "bring events back"];

export type Step =
  | { do: "read"; requests: number }
  /** Whether the partner continues to read after the change, or during it. */
  | { do: "write"; writer: 0 | 1; change: string; n: number; before: boolean }
  | { do: "wait"; minutes: number };

const stepWith = (more: string[]): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 240, arbitrary: fc.record({ do: fc.constant("read"), requests: fc.integer({ min: 1, max: 4 }) }) },
    {
      weight: 240,
      arbitrary: fc.record({
        do: fc.constant("write"),
        writer: fc.constantFrom(0, 1),
        change: fc.constantFrom(...Object.keys(changes), ...often, ...more),
        n: fc.nat(twoPages.products - 1),
        before: fc.boolean(),
      }),
    },
    { weight: 40, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constantFrom(10, 100, 600) }) },
    // Sometimes a partner reads nothing until its versions have expired.
    { weight: 1, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constant(6 * 24 * 60) }) },
  ) as never;
/** Plans whose writers also make these changes, which the run knows. */
export const planWith = (more: string[]) => fc.array(stepWith(more), { minLength: 10, maxLength: 20 });
export const plan = planWith([]);

export const dayMs = 86_400_000;

/** Runs a plan with one partner. Its copy is compared when all changes are made and read. */
export class Run {
  readonly catalogue: ChangingCatalogue;
  readonly copy: Copy;
  daysEnded = 0;
  private sync: AsyncGenerator<void>;
  private readonly changes: Changes;

  constructor(catalogue: ChangingCatalogue, partner: Catalogue, more: Changes = {}) {
    this.catalogue = catalogue;
    this.changes = { ...changes, ...more };
    this.copy = new Copy(partner);
    this.sync = this.copy.sync();
  }

  async follow(steps: Step[]): Promise<void> {
    const writers = [Promise.resolve(), Promise.resolve()];
    for (const step of steps) {
      if (step.do === "read") await this.read(step.requests);
      else if (step.do === "wait") await this.wait(step.minutes * 60_000);
      else {
        writers[step.writer] = writers[step.writer]!.then(() => this.changes[step.change]!(this.catalogue, step.n));
        if (step.before) await writers[step.writer];
      }
    }
    await Promise.all(writers);
    await this.finish();
    await this.finish();
  }

  private async read(requests: number): Promise<void> {
    for (let n = 0; n < requests; n++) if ((await this.sync.next()).done) this.sync = this.copy.sync();
  }

  private async finish(): Promise<void> {
    for await (const _ of this.sync);
    this.sync = this.copy.sync();
  }

  /** Lets time pass and runs the cleanup job. */
  private async wait(ms: number): Promise<void> {
    const { app } = this.catalogue;
    const before = app.clock.now.getTime();
    app.clock.now = new Date(before + ms);
    this.daysEnded += Math.floor((before + ms) / dayMs + 0.5) - Math.floor(before / dayMs + 0.5);
    const { db } = app.store.database;
    await publishEndedSales(db, app.clock.now);
    await deleteHistory(db, app.clock.now, 30);
  }
}
