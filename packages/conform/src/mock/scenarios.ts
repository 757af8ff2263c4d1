import type { BookRequest } from "@paseo/contract";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { nextProduct } from "./catalogue/records.ts";
import type { Sync } from "./rules/sync-rules.ts";
import type { Orders } from "./selling/orders.ts";

/** What the counterpart can put a client through, each once. */
export const plays = {
  changes: "once the client has read all products, some change, one comes and one goes",
  gone: "after the client's first increment its versions expire: a 410 until it starts in full from 0",
  "price-changed": "the first booking is refused, for its price has changed and the hold is over",
  busy: "the first validation is answered 503 with Retry-After: 1",
  "lost-answer": "the first order is placed, but the connection breaks before its answer",
} as const;
export type Play = keyof typeof plays;

/** What is played unless something else is asked for: what every client meets sooner or later. */
export const usualPlays: readonly Play[] = ["changes", "gone", "price-changed"];

/** Plays each of the plays once, when its moment comes. */
export class Scenario {
  readonly #left: Set<Play>;
  readonly #catalogue: Catalogue;
  readonly #clock: () => Date;
  readonly #onPlay: (play: Play) => void;
  readonly #played = new Set<Play>();

  constructor(wanted: readonly Play[], catalogue: Catalogue, clock: () => Date, onPlay: (play: Play) => void) {
    this.#left = new Set(wanted);
    this.#clock = clock;
    this.#catalogue = catalogue;
    this.#onPlay = onPlay;
  }

  /** Before productversion is answered: the catalogue moves when the client has done what it was waiting for. */
  beforeVersions(sync: Sync): void {
    if (this.#left.has("changes")) {
      if (sync.hasStarted) this.#play("changes", () => this.#change(0));
    } else if (this.#left.has("gone") && (sync.hasIncremented || (sync.hasStarted && !this.#played.has("changes"))))
      this.#play("gone", () => {
        this.#change(1);
        this.#catalogue.floor = { update: this.#catalogue.updateVersion, delete: this.#catalogue.deleteVersion };
      });
  }

  /** Before a first booking is answered: its event costs more, and the validated price does not hold. */
  beforeOrder({ id }: BookRequest, orders: Orders): void {
    const event = this.#catalogue.event(id);
    if (!event || !this.#left.has("price-changed")) return;
    this.#play("price-changed", () => {
      orders.lapse(id);
      this.#catalogue.update((mark) => {
        for (const price of event.prices) price.amount += 4;
        mark(event);
      });
    });
  }

  /** Whether the moment is one of a play that has yet to come; it has, then. */
  strikes(play: "busy" | "lost-answer"): boolean {
    if (!this.#left.has(play)) return false;
    this.#play(play, () => {});
    return true;
  }

  #play(play: Play, change: () => void): void {
    this.#left.delete(play);
    this.#played.add(play);
    change();
    this.#onPlay(play);
  }

  /** A product and a page are renamed, another product's prices rise and one of its events goes; one comes, one is deleted. */
  #change(turn: number): void {
    const catalogue = this.#catalogue;
    const { products, events, pages } = catalogue.records;
    const [renamed, dearer, deleted] = [products[10 + turn]!, products[20 + turn]!, products[40 + turn]!];
    const added = nextProduct(catalogue.records, this.#clock());
    catalogue.update((mark) => {
      renamed.name = `${renamed.name} (${turn + 2})`;
      const risen = events.filter(({ productId }) => productId === dearer.id);
      for (const { prices } of risen) for (const price of prices) price.amount += 1.5;
      risen.at(-1)!.availabilityCode = "removed";
      products.push(added.product);
      events.push(...added.events);
      for (const record of [renamed, dearer, ...risen, added.product, ...added.events]) mark(record);
      const page = pages[5 + turn]!;
      page.name = { es: `${page.name.es} (${turn + 2})`, pt: `${page.name.pt} (${turn + 2})` };
      mark(page);
    });
    catalogue.delete(deleted);
  }
}
