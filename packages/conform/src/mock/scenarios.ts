import { type BookRequest, inEachLanguage } from "@paseo/contract";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { nextProduct } from "./catalogue/records.ts";
import type { SyncRules } from "./rules/sync-rules.ts";
import type { Orders } from "./selling/orders.ts";

/** What the mock service can simulate, each once. */
export const scenarios = {
  changes: "after the client has read all products, some change, one is added and one is deleted",
  expired: "after the first increment the client's versions expire: 410 until it synchronises in full",
  "price-changed": "the first booking is refused: the price changed and the price hold ended",
  busy: "the first validation is answered with 503 and Retry-After: 1",
  "lost-answer": "the first order is placed, but the connection breaks before the answer",
} as const;
export type Scenario = keyof typeof scenarios;

/** The scenarios that run by default: every client meets them sooner or later. */
export const defaultScenarios: readonly Scenario[] = ["changes", "expired", "price-changed"];

/** Runs each selected scenario once, when its condition is met. */
export class ScenarioRunner {
  readonly #waiting: Set<Scenario>;
  readonly #catalogue: Catalogue;
  readonly #clock: () => Date;
  readonly #onScenario: (scenario: Scenario) => void;
  readonly #done = new Set<Scenario>();

  constructor(
    selected: readonly Scenario[],
    catalogue: Catalogue,
    clock: () => Date,
    onScenario: (scenario: Scenario) => void,
  ) {
    this.#waiting = new Set(selected);
    this.#clock = clock;
    this.#catalogue = catalogue;
    this.#onScenario = onScenario;
  }

  /** Changes the catalogue before productversion is answered, once the client has read what came before. */
  beforeVersions(sync: SyncRules): void {
    if (this.#waiting.has("changes")) {
      if (sync.hasStarted) this.#run("changes", () => this.#change(0));
    } else if (sync.hasIncremented || (sync.hasStarted && !this.#done.has("changes"))) {
      this.#run("expired", () => {
        this.#change(1);
        this.#catalogue.floor = { update: this.#catalogue.updateVersion, delete: this.#catalogue.deleteVersion };
      });
    }
  }

  /** Raises the price of the event before its first booking, and ends the price hold. */
  beforeOrder({ id }: BookRequest, orders: Orders): void {
    const event = this.#catalogue.event(id);
    if (!event) return;
    this.#run("price-changed", () => {
      orders.endPriceHold(id);
      this.#catalogue.update((mark) => {
        for (const price of event.prices) price.amount += 4;
        mark(event);
      });
    });
  }

  /** Runs a scenario that changes nothing. Returns whether it was waiting. */
  start = (scenario: "busy" | "lost-answer"): boolean => this.#run(scenario, () => {});

  #run(scenario: Scenario, change: () => void): boolean {
    if (!this.#waiting.delete(scenario)) return false;
    this.#done.add(scenario);
    change();
    this.#onScenario(scenario);
    return true;
  }

  /** Renames a product and a page, raises the prices of a product, removes one of its events, adds and deletes a product. */
  #change(offset: number): void {
    const catalogue = this.#catalogue;
    const { products, events, pages } = catalogue.records;
    const [renamed, repriced, deleted] = [products[10 + offset]!, products[20 + offset]!, products[40 + offset]!];
    const added = nextProduct(catalogue.records, this.#clock());
    catalogue.update((mark) => {
      const suffix = ` (${offset + 2})`;
      renamed.name += suffix;
      const repricedEvents = events.filter(({ productId }) => productId === repriced.id);
      for (const { prices } of repricedEvents) for (const price of prices) price.amount += 1.5;
      repricedEvents.at(-1)!.availabilityCode = "removed";
      products.push(added.product);
      events.push(...added.events);
      const page = pages[5 + offset]!;
      page.name = inEachLanguage((lang) => page.name[lang] + suffix);
      for (const record of [renamed, repriced, ...repricedEvents, added.product, ...added.events, page]) mark(record);
    });
    catalogue.delete(deleted);
  }
}
