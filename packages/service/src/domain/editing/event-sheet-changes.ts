import { isDeepStrictEqual } from "node:util";
import { readTypedAmount, type TypedNumber } from "@paseo/contract/typed-numbers";
import Big from "big.js";
import type { CatalogueEvent, CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";
import { localTimeProblems } from "../selling/dates.ts";
import { dayEndsAt } from "../selling/lead-time.ts";
import { minorDigits } from "../selling/money.ts";
import type { EventSheetRow, TypedPrice } from "./event-sheet.ts";
import { createPause, type Pause } from "./files/pauses.ts";
import type { RowProblem } from "./files/table.ts";
import { withAmount } from "./given-prices.ts";
import { changeItemEvents, type EventFields, sourceEventsInPieces } from "./source-events.ts";

/** Applies the rows of a table of events to the sources of their products. */

interface SheetChanges {
  /** The changed products: each has at least one valid row. */
  products: CatalogueProduct[];
  /** The rows in no particular order. */
  problems: RowProblem[];
  /** Rows of past events, which are ignored. */
  skipped: number;
}

/** Applies rows to the sources of products, both by external id. Unknown events are added; no row removes one. */
export async function applySheetRows(
  sources: ReadonlyMap<string, CatalogueProduct>,
  rows: ReadonlyMap<string, EventSheetRow[]>,
  { now, pauseMs }: { now: Date; pauseMs?: number },
): Promise<SheetChanges> {
  const result: SheetChanges = { products: [], problems: [], skipped: 0 };
  const pause = createPause(pauseMs);
  for (const [externalId, ofProduct] of rows) {
    const product = sources.get(externalId);
    if (!product) {
      for (const { row } of ofProduct)
        result.problems.push(problem(row, "product", refusal("no-such-product", { value: externalId })));
      continue;
    }
    const ofItems = Map.groupBy(ofProduct, ({ item }) => item);
    const changed: CatalogueItem[] = [];
    for (const item of product.items) {
      const ofItem = ofItems.get(item.externalId) ?? [];
      ofItems.delete(item.externalId);
      changed.push(ofItem.length === 0 ? item : await new ItemRows(product, item, now, result).changed(ofItem, pause));
      await pause();
    }
    for (const [item, strays] of ofItems)
      for (const { row } of strays)
        result.problems.push(problem(row, "item", refusal("no-such-item", { product: externalId, value: item })));
    if (changed.some((item, n) => item !== product.items[n])) result.products.push({ ...product, items: changed });
  }
  return result;
}

const problem = (row: number, column: string, refused: FieldRefusal): RowProblem => ({ row, column, ...refused });

/** Reads a price as its currency has it. A workbook's number can have the digits of a calculation. */
function priceRead(price: TypedPrice, currencyCode: string): TypedNumber {
  if (typeof price === "string") return readTypedAmount(price, currencyCode);
  const { number } = price;
  return new Big(number).round(minorDigits(currencyCode)).eq(number) ? { number } : { problem: "decimals" };
}

/** Returns a price that has one reading, with all digits of its currency. */
function priceOf(price: TypedPrice, currencyCode: string): string {
  const read = priceRead(price, currencyCode);
  if (read.problem !== undefined) throw new Error(`The price ${JSON.stringify(price)} has no single reading.`);
  return new Big(read.number).toFixed(minorDigits(currencyCode));
}

type Prices = Required<EventFields>["prices"];

/** The rows of one item. */
class ItemRows {
  readonly #product: CatalogueProduct;
  readonly #item: CatalogueItem;
  readonly #now: Date;
  readonly #result: SheetChanges;
  #events = new Map<string, Required<EventFields>>();
  readonly #changes = new Map<string, EventFields>();
  readonly #added: CatalogueEvent[] = [];
  readonly #rows = new Map<string, number>();

  constructor(product: CatalogueProduct, item: CatalogueItem, now: Date, result: SheetChanges) {
    this.#product = product;
    this.#item = item;
    this.#now = now;
    this.#result = result;
  }

  /** Returns the item, changed by these rows. */
  async changed(rows: readonly EventSheetRow[], pause: Pause): Promise<CatalogueItem> {
    this.#events = await sourceEventsInPieces(this.#product, this.#item, pause);
    for (const row of rows) {
      this.#row(row);
      await pause();
    }
    if (this.#changes.size + this.#added.length === 0) return this.#item;
    const item = changeItemEvents(this.#product, this.#item, this.#changes);
    return this.#added.length > 0 ? { ...item, events: [...(item.events ?? []), ...this.#added] } : item;
  }

  #row(given: EventSheetRow): void {
    const problems = this.#problemsOf(given);
    this.#result.problems.push(...problems);
    if (problems.length > 0) return;
    const { row, date } = given;
    const eventOn = `${date}T${given.time || "00:00"}`;
    const former = this.#rows.get(eventOn);
    if (former !== undefined) {
      this.#result.problems.push(problem(row, "date", refusal("event-in-another-row", { row: former })));
      return;
    }
    this.#rows.set(eventOn, row);
    if (dayEndsAt(`${eventOn}:00`, this.#product.timeZone) <= this.#now) {
      this.#result.skipped++;
      return;
    }
    const before = this.#events.get(eventOn);
    if (before) this.#change(eventOn, before, given);
    else {
      const [unreal] = localTimeProblems([`${eventOn}:00`], this.#product.timeZone);
      if (unreal !== undefined && given.availability !== "removed")
        this.#result.problems.push(problem(row, "time", unreal));
      else this.#add(eventOn, given);
    }
  }

  #problemsOf({ row, time, prices, currency }: EventSheetRow): RowProblem[] {
    const { type, currencyCode } = this.#product;
    const codes = new Set(this.#item.ticketRules.map(({ code }) => code));
    const digits = minorDigits(currencyCode);
    const problems: RowProblem[] = [];
    if (type === "scheduled" && time === "") problems.push(problem(row, "time", refusal("event-needs-time")));
    if (type !== "scheduled" && time !== "" && time !== "00:00")
      problems.push(problem(row, "time", refusal("type-has-no-times", { type })));
    if (currency !== "" && currency !== currencyCode)
      problems.push(
        problem(
          row,
          "currency",
          refusal("prices-in-other-currency", { product: this.#product.externalId, currency: currencyCode }),
        ),
      );
    for (const { code, amount } of prices) {
      const column = `price ${code}`;
      if (!codes.has(code)) problems.push(problem(row, column, refusal("ticket-not-of-item", { ticket: code })));
      if (amount === null) continue;
      const read = priceRead(amount, currencyCode);
      if (read.problem === "two-readings") {
        const [one, other] = read.readings;
        problems.push(problem(row, column, refusal("has-two-readings", { typed: String(amount), one, other })));
      } else if (read.problem)
        problems.push(problem(row, column, refusal("too-many-decimals", { currency: currencyCode, digits })));
    }
    return problems;
  }

  #change(
    eventOn: string,
    before: Required<EventFields>,
    { row, availability, capacity, ...given }: EventSheetRow,
  ): void {
    const prices = this.#pricesAfter(before.prices, given.prices);
    if (prices.length === 0) {
      this.#result.problems.push(problem(row, "price", refusal("no-ticket-left")));
      return;
    }
    const fields: EventFields = {
      ...(availability !== undefined && availability !== before.availability && { availability }),
      ...(capacity !== undefined && capacity !== before.capacity && { capacity }),
      ...(!isDeepStrictEqual(prices, before.prices) && { prices }),
    };
    if (Object.keys(fields).length > 0) this.#changes.set(eventOn, fields);
  }

  /** Tickets keep their order, and their price if the row has none. New tickets follow in the order of the ticket rules. */
  #pricesAfter(before: Prices, given: EventSheetRow["prices"]): Prices {
    const { currencyCode } = this.#product;
    const amounts = new Map(given.map(({ code, amount }) => [code, amount && priceOf(amount, currencyCode)]));
    const prices = new Map(before.map((price) => [price.code, price]));
    const codes = new Set([...prices.keys(), ...this.#item.ticketRules.map(({ code }) => code)]);
    return [...codes].flatMap((code) => {
      const price = prices.get(code);
      if (!amounts.has(code)) return price ? [price] : [];
      const amount = amounts.get(code);
      return amount ? [withAmount(price ?? { code, amount }, amount)] : [];
    });
  }

  #add(eventOn: string, { row, availability, capacity, prices }: EventSheetRow): void {
    if (this.#product.type === "dateless" && this.#events.size + this.#added.length > 0)
      this.#result.problems.push(problem(row, "date", refusal("one-standing-event")));
    else if (capacity === undefined)
      this.#result.problems.push(problem(row, "capacity", refusal("new-event-needs-seats")));
    else {
      const ordered = this.#pricesAfter([], prices);
      if (ordered.length === 0) this.#result.problems.push(problem(row, "price", refusal("new-event-needs-price")));
      else this.#added.push({ eventOn, ...(availability && { availability }), capacity, prices: ordered });
    }
  }
}
