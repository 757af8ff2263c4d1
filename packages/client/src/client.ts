import {
  type BookRequest,
  type CatalogDigest,
  type Currencies,
  type Event,
  Id,
  type Language,
  type OperationId,
  type Order,
  type Page,
  type Paged,
  type Product,
  type ProductSummary,
  type ValidateRequest,
  type ValidateResponse,
  type VersionResponse,
} from "@paseo/contract";
import { BadRequest } from "./errors.ts";
import { type Exchange, exchange, type ResponseOf } from "./exchange.ts";
import { List, type Query } from "./lists.ts";
import { type CallOptions, type ClientOptions, type Settings, settingsFor, settingsOf } from "./options.ts";

/** A request without what the client itself knows. */
type Known = "apiKey" | "whiteLabelCode";
type WithoutKnown<T extends Pick<ValidateRequest, Known>> = Omit<T, Known> & Partial<Pick<T, Known>>;

/** What is validated: the event's id and the tickets. The key and the white label default to the client's. */
export type Selection = WithoutKnown<ValidateRequest>;
/** What is booked: the selection with the customer, the total that validate gave, and the answers. */
export type Booking = WithoutKnown<BookRequest>;

/** Where a list begins, for all lists. */
export interface ListFilter {
  /** Only records modified since this version; 0 is everything, events that are over or removed included. */
  version?: number | undefined;
  /** Page to begin with, from 1. */
  page?: number | undefined;
}

export interface ProductFilter extends ListFilter {
  /** Search string: words of the name, or a city's code. */
  query?: string | undefined;
}

export interface EventFilter extends ListFilter {
  productId?: string | undefined;
  /** Start of the range of EventOn, included: `2026-05-31` or `2026-05-31T20:30:00`, local to the event. Today when left out. */
  fromDate?: string | undefined;
  /** End of the range, included; a date means that whole day. */
  toDate?: string | undefined;
}

export interface PageFilter extends ListFilter {
  query?: string | undefined;
  pageTypeCode?: Page["pageTypeCode"] | undefined;
  /** Restricts the list to one white label. The client's own is not taken for it. */
  whiteLabelCode?: string | undefined;
}

export interface BookOptions extends CallOptions {
  /** Sent as Idempotency-Key: with the same key and content the service gives its first answer again. */
  idempotencyKey?: string | undefined;
}

/**
 * A partner's client. It holds no connection and no state: make one and share it.
 *
 * Every method throws a PaseoError: a ProblemError by the status of a failed request, ConnectionFailed, TimedOut, or
 * UnexpectedAnswer; or the reason of the signal that ended it. What may be sent twice is tried again by itself when the
 * failure may pass. What the business refuses is an answer with `isValid` false, not an error.
 */
export class PaseoClient {
  readonly #settings: Settings;

  /** Throws a TypeError that names an option which cannot be used. */
  constructor(options: ClientOptions) {
    this.#settings = settingsOf(options);
  }

  /** The service's address in its normal form, without a slash at its end. */
  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** One product with its items, ticket rules and questions. Throws NotFound when there is none with this id. */
  product(id: string, call: CallOptions = {}): Promise<Product> {
    return this.#read("product", { id }, {}, call);
  }

  /** The products, 100 a page. With `version`, those that changed since; throws VersionExpired when it is no longer kept. */
  products({ query, ...filter }: ProductFilter = {}, call: CallOptions = {}): List<ProductSummary> {
    return this.#list("products", {}, { query }, filter, call);
  }

  /**
   * The newest versions, each 0 when the stored one that was given is the newest. Store what is not 0, and only after what
   * changed up to it was read.
   */
  versions(
    stored: { updateVersion?: number | undefined; deleteVersion?: number | undefined } = {},
    call: CallOptions = {},
  ): Promise<VersionResponse> {
    const { updateVersion: updateversion, deleteVersion: deleteversion } = stored;
    return this.#read("productversion", {}, { updateversion, deleteversion }, call);
  }

  /**
   * Counts and hashes of the catalogue as of a version, the newest when none is given, by which a copy is proved equal; the
   * contract's `digest` functions make the same of records. Throws VersionExpired when the version is no longer kept.
   */
  digest(
    { version, fromDate }: { version?: number | undefined; fromDate?: string | undefined } = {},
    call: CallOptions = {},
  ): Promise<CatalogDigest> {
    return this.#read("catalogdigest", {}, { version, fromdate: fromDate }, call);
  }

  /** Identifiers of products deleted since a delete version, 500 a page. Throws VersionExpired when it is no longer kept. */
  deletedProducts(filter: ListFilter = {}, call: CallOptions = {}): List<string> {
    return this.#list("productsdeleted", {}, {}, filter, call);
  }

  /**
   * The events with their ticket prices, 500 a page. Without `version`: from today on, without removed ones. With it: those
   * that changed since, removed ones too. Throws NotFound for an unknown product, VersionExpired when the version is no longer kept.
   */
  events({ productId, fromDate, toDate, ...filter }: EventFilter = {}, call: CallOptions = {}): List<Event> {
    return this.#list("events", {}, { id: productId, fromdate: fromDate, todate: toDate }, filter, call);
  }

  /** The content pages of the language, 100 a page. Throws VersionExpired when the version is no longer kept. */
  pages({ query, pageTypeCode, whiteLabelCode, ...filter }: PageFilter = {}, call: CallOptions = {}): List<Page> {
    const lang = this.#lang(call);
    const own = { query, pagetypecode: pageTypeCode, whitelabelcode: whiteLabelCode };
    return this.#list("pages", { lang }, own, filter, call);
  }

  /** The active currencies. `rate` is how much of the currency one US dollar is. */
  currencies(call: CallOptions = {}): Promise<Currencies> {
    return this.#read("currencies", {}, {}, call);
  }

  /**
   * Whether the selection can be sold, its total in US dollars and the questions to answer. `isValid` false says no, and
   * `errors` why; `totalUsd` is null where there is no price.
   */
  validate(selection: Selection, call: CallOptions = {}): Promise<ValidateResponse> {
    return this.#post("eventvalidate", this.#withKnown(selection), call, { repeatable: true });
  }

  /**
   * Places an order at the total that validate gave; its answers follow the questions, in their order. `isValid` false says
   * that it was refused, and `errors` why.
   *
   * A booking is sent a second time only when it carries an `externalReference` (or the call an `idempotencyKey`): then
   * the service answers with the order that it already has. Without one, ConnectionFailed, TimedOut and Overloaded leave
   * open whether there is an order.
   */
  book(booking: Booking, call: BookOptions = {}): Promise<Order> {
    const { idempotencyKey } = call;
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    const repeatable = Boolean(booking.externalReference) || idempotencyKey !== undefined;
    return this.#post("eventbook", this.#withKnown(booking), call, { headers, repeatable });
  }

  /**
   * An order as it stands. With a key, only the partner's own; without one, most services mask its personal data or refuse.
   * Throws NotFound when there is none with this id.
   */
  order(id: string, call: CallOptions = {}): Promise<Order> {
    const lang = this.#lang(call);
    return this.#read("order", { lang, id }, {}, call);
  }

  /**
   * Asks to cancel an order; the answer is the order as it then stands, `waitcancel` while the supplier is asked. `isValid`
   * false says that it is not cancelled, and `errors` why: `cancel-too-late` after the product's cancelPurchaseHour. One
   * that is cancelled already is answered as it is. Throws NotFound when the partner has none with this id.
   */
  async cancel(id: string, call: CallOptions = {}): Promise<Order> {
    checkId(id);
    return this.#post("ordercancel", { id, apiKey: this.#settings.apiKey }, call, { repeatable: true });
  }

  async #read<I extends OperationId>(
    operation: I,
    path: Record<string, string>,
    query: Query,
    call: CallOptions,
  ): Promise<ResponseOf<I>> {
    const { value } = await this.#exchange(operation, call, { path, query, repeatable: true });
    return value;
  }

  #list<T>(
    operation: "products" | "productsdeleted" | "events" | "pages",
    path: Record<string, string>,
    own: Query,
    { version, page }: ListFilter,
    call: CallOptions,
  ): List<T> {
    return new List<T>(async (number) => {
      const value = await this.#read(operation, path, { page: number, ...own, version }, call);
      return value as Paged<unknown> as Paged<T>;
    }, page);
  }

  async #post<I extends "eventvalidate" | "eventbook" | "ordercancel">(
    operation: I,
    body: object,
    call: CallOptions,
    sent: Pick<Exchange, "headers" | "repeatable">,
  ): Promise<ResponseOf<I>> {
    const lang = this.#lang(call);
    const { value } = await this.#exchange(operation, call, { path: { lang }, body, ...sent });
    return value;
  }

  async #exchange<I extends OperationId>(operation: I, call: CallOptions, sent: Omit<Exchange, "signal">) {
    if (sent.path && "id" in sent.path) checkId(sent.path.id);
    return exchange(operation, settingsFor(this.#settings, call), { ...sent, signal: call.signal });
  }

  #lang({ lang }: CallOptions): Language {
    return lang ?? this.#settings.lang;
  }

  #withKnown<T extends Selection>(request: T) {
    const { apiKey, whiteLabelCode } = this.#settings;
    return { ...request, apiKey: request.apiKey ?? apiKey, whiteLabelCode: request.whiteLabelCode ?? whiteLabelCode };
  }
}

// TypeBox keeps the type of the schema, not that of its keywords.
const guid = new RegExp((Id as { pattern?: string }).pattern!);

/** Refused here as the service would: an empty or dotted segment would make another address of the path. */
function checkId(id: string | undefined): void {
  if (id !== undefined && guid.test(id)) return;
  const detail = "id must be a unique identifier (GUID)";
  const problem = { code: "invalid-parameter", detail: `${detail}.`, errors: [{ pointer: "id", detail }] };
  throw new BadRequest({ status: 400, problem });
}
