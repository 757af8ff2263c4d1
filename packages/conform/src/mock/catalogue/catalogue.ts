import {
  type DayAvailability,
  type Event,
  type Language,
  type Page,
  type Paged,
  type Price,
  type Product,
  type ProductSummary,
  pageSizes,
} from "@paseo/contract";
import { fromCents, usdCents } from "../../wire/decimals.ts";
import { groupBy } from "../../wire/group-by.ts";
import { type DayInput, daysOf, today } from "./days.ts";
import { byLatest, byTime, type EventRecord, firstRecords, type ProductRecord, type Records } from "./records.ts";

/** The version is below the floor or above the newest. */
export class VersionExpired extends Error {
  override name = "VersionExpired";
}

interface ListInput {
  page: number;
  version?: number | undefined;
}

/** The records as partners read them, with their versions. */
export class Catalogue {
  readonly records: Records;
  readonly #clock: () => Date;
  updateVersion = 1;
  deleteVersion = 1;
  /** The oldest version whose changes are still stored. */
  floor = { update: 1, delete: 1 };

  constructor(clock: () => Date) {
    this.#clock = clock;
    this.records = firstRecords(clock());
  }

  /** The product with this id, unless it was deleted. */
  product(id: string): ProductRecord | undefined {
    return this.records.products.find((product) => product.id === id && !product.deleted);
  }

  event(id: string): EventRecord | undefined {
    return this.records.events.find((event) => event.id === id);
  }

  /** Whether there is or was a product with this id. */
  knowsProduct = (id: string): boolean =>
    this.records.products.some((product) => product.id === id) || this.records.deletions.some((one) => one.id === id);

  readProduct(record: ProductRecord): Product {
    const { currencyCode, deleted: _, version: __, items, ...rest } = record;
    const withPrices = items.map((item) => {
      const { minPrice, minUsdPrice } = this.#leastPrice(record, item.id);
      const { id, name, partNumber, published, ticketRules, description } = item;
      return { id, name, partNumber, minPrice, minUsdPrice, published, ticketRules, description };
    });
    return {
      ...rest,
      hasAvailability: this.#bookable(record).length > 0,
      ...this.#leastPrice(record),
      items: withPrices,
    };
  }

  /** Products in order of creation, with holes for deleted ones; with a version, the products changed since, in order of change. */
  products({ page, version, query }: ListInput & { query?: string | undefined }): Paged<ProductSummary> {
    const words = (query ?? "").toLowerCase().split(/\s+/);
    const isFound = ({ name, cityCode }: ProductRecord): boolean =>
      words.every((word) => `${name} ${cityCode}`.toLowerCase().includes(word));
    const found = this.records.products.filter(isFound);
    const list = version ? this.#since(found, version).filter(({ deleted }) => !deleted) : found;
    return paged(
      page,
      pageSizes.products,
      list,
      ({ deleted }) => !deleted,
      (record) => this.#summary(record),
    );
  }

  deletedProducts({ page, version = 0 }: ListInput): Paged<string> {
    if (version > this.deleteVersion || (version > 0 && version < this.floor.delete)) throw new VersionExpired();
    const since = this.records.deletions.filter((one) => one.version > version);
    return paged(
      page,
      pageSizes.productsdeleted,
      since,
      () => true,
      ({ id }) => id,
    );
  }

  /**
   * Events by time: the full list from the latest, lists with `id` or `fromdate` from the earliest. Removed ones leave their
   * positions empty, and are shown with a version. `fromdate` and `todate` are local times.
   */
  events(
    input: ListInput & { id?: string | undefined; fromdate?: string | undefined; todate?: string | undefined },
  ): Paged<Event> {
    const { page, version, id, fromdate, todate } = input;
    const from = fromdate ?? (version === undefined ? `${today(this.#clock())}T00:00:00` : "");
    const inRange = this.records.events.filter(
      ({ eventOn, productId }) =>
        eventOn >= from && (todate === undefined || eventOn <= todate) && (id === undefined || productId === id),
    );
    const inOrder = id === undefined && fromdate === undefined ? inRange.toSorted(byLatest) : inRange;
    const list = version ? this.#since(inRange, version) : inOrder;
    const isShown = ({ availabilityCode }: EventRecord): boolean =>
      version !== undefined || availabilityCode !== "removed";
    return paged(page, pageSizes.events, list, isShown, (record) => this.readEvent(record));
  }

  /** Days with events by date, then in the products' order; without `id` and `fromdate` the latest is first. */
  availability(input: DayInput): Paged<DayAvailability> {
    const { page, version, id, fromdate } = input;
    const { first, last } = daysOf(input, this.#clock());
    const inRange = this.records.events.filter(
      ({ eventOn, productId }) =>
        eventOn.slice(0, 10) >= first && eventOn.slice(0, 10) <= last && (id === undefined || productId === id),
    );
    const keyOf = ({ eventOn, productId }: EventRecord): string => `${eventOn.slice(0, 10)} ${productId}`;
    const changed = new Set((version ? this.#since(inRange, version) : inRange).map(keyOf));
    const days = [...groupBy(inRange, keyOf)]
      .filter(([key]) => changed.has(key))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, events]) => this.#day(events));
    const isLatestFirst = id === undefined && fromdate === undefined;
    return paged(
      page,
      pageSizes.availability,
      isLatestFirst ? days.toReversed() : days,
      ({ sessions }) => version !== undefined || sessions > 0,
      (day) => day,
    );
  }

  /** The events of one product on one day. */
  #day(events: EventRecord[]): DayAvailability {
    const { productId, eventOn } = events[0]!;
    const product = this.records.products.find(({ id }) => id === productId)!;
    const open = this.#bookable(product).filter((event) => events.includes(event));
    return {
      productId,
      date: eventOn.slice(0, 10),
      sessions: events.filter(({ availabilityCode }) => availabilityCode !== "removed").length,
      openSessions: open.length,
      soldOut: open.length === 0 && events.some(({ availabilityCode }) => availabilityCode === "sold-out"),
      ...this.#leastOf(product, open),
    };
  }

  readEvent(record: EventRecord): Event {
    const { id, itemId, eventOn, availabilityCode, prices } = record;
    const currencyCode = this.#currencyOf(record);
    const tickets = prices.map(({ code, amount }) => {
      const unitPrice = { currencyCode, value: amount };
      return { code, unitPrice, unitUsdPrice: this.#inUsd(unitPrice) };
    });
    return { id, itemId, eventOn, availabilityCode, tickets };
  }

  pages(
    lang: Language,
    input: ListInput & { query?: string | undefined; pagetypecode?: string | undefined },
  ): Paged<Page> {
    const { page, version, query = "", pagetypecode } = input;
    const found = this.records.pages.filter(
      ({ pageTypeCode, name }) =>
        (pagetypecode === undefined || pageTypeCode === pagetypecode) &&
        name[lang].toLowerCase().includes(query.toLowerCase()),
    );
    const list = version ? this.#since(found, version) : found;
    return paged(
      page,
      pageSizes.pages,
      list,
      () => true,
      ({ id, name, pageTypeCode, cityCode, url }) => ({
        id,
        name: name[lang],
        pageTypeCode,
        cityCode,
        published: true,
        url: url[lang],
      }),
    );
  }

  /** Makes changes that all get the next update version. `change` calls `mark` for each record that it changes. */
  update(change: (mark: (record: { version: number }) => void) => void): void {
    const version = this.updateVersion + 1;
    change((record) => {
      record.version = version;
    });
    this.records.events.sort(byTime);
    this.updateVersion = version;
  }

  /** Deletes a product; its events become removed. */
  delete(product: ProductRecord): void {
    this.deleteVersion += 1;
    product.deleted = true;
    this.records.deletions.push({ id: product.id, version: this.deleteVersion });
    this.update((mark) => {
      for (const event of this.records.events.filter(({ productId }) => productId === product.id)) {
        event.availabilityCode = "removed";
        mark(event);
      }
    });
  }

  #since<T extends { version: number }>(records: T[], version: number): T[] {
    if (version > this.updateVersion || version < this.floor.update) throw new VersionExpired();
    return records.filter((record) => record.version > version).toSorted((a, b) => a.version - b.version);
  }

  #summary(record: ProductRecord): ProductSummary {
    const { id, productTypeCode, name, cityCode, immediateBooking } = record;
    return {
      id,
      productTypeCode,
      name,
      cityCode,
      immediateBooking,
      hasAvailability: this.#bookable(record).length > 0,
    };
  }

  #bookable({ id, leadPurchaseDay }: ProductRecord): EventRecord[] {
    const earliest = this.#clock().getTime() + leadPurchaseDay * 86_400_000;
    return this.records.events.filter(
      ({ productId, availabilityCode, eventOn }) =>
        productId === id && availabilityCode === "available" && Date.parse(`${eventOn}Z`) > earliest,
    );
  }

  #leastPrice(product: ProductRecord, itemId?: string): Pick<Product, "minPrice" | "minUsdPrice"> {
    const events = this.#bookable(product).filter((event) => itemId === undefined || event.itemId === itemId);
    return this.#leastOf(product, events);
  }

  #leastOf(product: ProductRecord, events: EventRecord[]): Pick<Product, "minPrice" | "minUsdPrice"> {
    const amounts = events.flatMap(({ prices }) => prices.map(({ amount }) => amount));
    if (amounts.length === 0) return { minPrice: null, minUsdPrice: null };
    const minPrice = { currencyCode: product.currencyCode, value: Math.min(...amounts) };
    return { minPrice, minUsdPrice: this.#inUsd(minPrice) };
  }

  #currencyOf({ productId }: EventRecord): string {
    return this.records.products.find(({ id }) => id === productId)!.currencyCode;
  }

  #inUsd({ currencyCode, value }: Price): Price {
    const { rate } = this.records.currencies.find(({ code }) => code === currencyCode)!;
    return { currencyCode: "USD", value: fromCents(usdCents(value, rate)) };
  }
}

/** A page of positions, with holes for records that are not shown. TotalCount leads a client that divides it to the last page. */
function paged<T, U>(
  page: number,
  size: number,
  list: T[],
  isShown: (one: T) => boolean,
  read: (one: T) => U,
): Paged<U> {
  const count = list.filter(isShown).length;
  const totalPages = count === 0 ? 0 : Math.ceil(list.length / size);
  return {
    currentPage: page,
    pageSize: size,
    totalCount: totalPages === 0 ? 0 : Math.max(count, (totalPages - 1) * size + 1),
    totalPages,
    hasPreviousPage: page > 1,
    hasNextPage: page < totalPages,
    values: list
      .slice((page - 1) * size, page * size)
      .filter(isShown)
      .map(read),
  };
}
