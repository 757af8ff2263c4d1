import type {
  CatalogDigest,
  Content,
  Currencies,
  DayAvailability,
  Event,
  Language,
  ListedOrder,
  ListedStatement,
  OperationId,
  Orders,
  Page,
  Paged,
  Payment,
  Product,
  ProductSummary,
  Statement,
  Statements,
  Terms,
  VersionResponse,
} from "@paseo/contract/messages";
import type {
  Amendment,
  CancelledOrder,
  ChangeToQuote,
  Hold,
  Order,
  QuoteToAccept,
  ValidateResponse,
} from "./answers.ts";
import { callOperation, checkId, type OperationCall, type OperationResponse } from "./exchange.ts";
import type {
  AvailabilityFilter,
  BookingRequest,
  ContentFilter,
  EventFilter,
  EventSelection,
  ListFilter,
  OrderFilter,
  PageFilter,
  PaymentToStart,
  ProductFilter,
  SelectionToHold,
} from "./filters.ts";
import { PagedList, type QueryParameters } from "./lists.ts";
import {
  type BookOptions,
  type CallOptions,
  type ClientOptions,
  type ClientSettings,
  callSettings,
  clientSettings,
  type HoldOptions,
} from "./options.ts";

/**
 * The client of one partner. It has no connection and no state, so one instance can be shared.
 *
 * Every method throws a PaseoError (a ProblemError by status, ConnectionFailed, TimedOut or UnexpectedAnswer), or the
 * reason of its signal. After a temporary failure it retries a request that is safe to repeat. A refusal by the service is
 * an answer with `isValid` false, not an error.
 */
export class PaseoClient {
  readonly #settings: ClientSettings;

  /** Throws a TypeError that names an invalid option. */
  constructor(options: ClientOptions) {
    this.#settings = clientSettings(options);
  }

  /** The normalised address of the service, without a slash at the end. */
  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** One product with its items, ticket rules and questions; with `lang` in the call, its names in that language. Throws NotFound when there is none with this id. */
  product(id: string, call: CallOptions = {}): Promise<Product> {
    return this.#read("product", { id }, { lang: call.lang }, call);
  }

  /**
   * Lists the products, 100 a page; with `lang` in the call, their names in that language. With `version`, lists only products changed
   * since then. Throws VersionExpired when the version is too old.
   */
  products({ query, ...filter }: ProductFilter = {}, call: CallOptions = {}): PagedList<ProductSummary> {
    return this.#list("products", {}, { query, lang: call.lang }, filter, call);
  }

  /**
   * Reads the newest versions. A version is 0 when the client's version is the newest. After you have read the changes, store the versions
   * that are not 0.
   */
  versions(
    stored: { updateVersion?: number | undefined; deleteVersion?: number | undefined } = {},
    call: CallOptions = {},
  ): Promise<VersionResponse> {
    const { updateVersion: updateversion, deleteVersion: deleteversion } = stored;
    return this.#read("productversion", {}, { updateversion, deleteversion }, call);
  }

  /**
   * Counts and hashes of the catalogue at a version (default: the newest), to verify a copy. The contract's `digest`
   * functions compute the same from records. Throws VersionExpired when the version is too old.
   */
  digest(
    { version, fromDate }: { version?: number | undefined; fromDate?: string | undefined } = {},
    call: CallOptions = {},
  ): Promise<CatalogDigest> {
    return this.#read("catalogdigest", {}, { version, fromdate: fromDate }, call);
  }

  /** Identifiers of products deleted since a delete version, 500 a page. Throws VersionExpired when it is too old. */
  deletedProducts(filter: ListFilter = {}, call: CallOptions = {}): PagedList<string> {
    return this.#list("productsdeleted", {}, {}, filter, call);
  }

  /**
   * The events with their ticket prices, 500 a page. Without `version`: from today on, without removed events. With it: events
   * changed since, including removed ones. Throws NotFound for an unknown product, VersionExpired for an old version.
   */
  events({ productId, fromDate, toDate, ...filter }: EventFilter = {}, call: CallOptions = {}): PagedList<Event> {
    return this.#list("events", {}, { id: productId, fromdate: fromDate, todate: toDate }, filter, call);
  }

  /**
   * One record for each product and local day with events, 500 a page: a year of one product is one page. With `version`, only
   * days that changed since. Throws BadRequest for a longer range, NotFound for an unknown product, VersionExpired for an old version.
   */
  availability(
    { productId, fromDate, toDate, ...filter }: AvailabilityFilter = {},
    call: CallOptions = {},
  ): PagedList<DayAvailability> {
    return this.#list("availability", {}, { id: productId, fromdate: fromDate, todate: toDate }, filter, call);
  }

  /** The content pages in the language, 100 a page. Throws VersionExpired when the version is too old. */
  pages({ query, pageTypeCode, whiteLabelCode, ...filter }: PageFilter = {}, call: CallOptions = {}): PagedList<Page> {
    const lang = this.#lang(call);
    const own = { query, pagetypecode: pageTypeCode, whitelabelcode: whiteLabelCode };
    return this.#list("pages", { lang }, own, filter, call);
  }

  /** What travellers read of each product, in the language, 100 a page. Throws NotFound for an unknown product, VersionExpired for an old version. */
  contents({ productId, ...filter }: ContentFilter = {}, call: CallOptions = {}): PagedList<Content> {
    return this.#list("contents", { lang: this.#lang(call) }, { id: productId }, filter, call);
  }

  /** The active currencies. `rate` is the price of one US dollar in the currency. */
  currencies(call: CallOptions = {}): Promise<Currencies> {
    return this.#read("currencies", {}, {}, call);
  }

  /**
   * Whether the selection can be sold (`isValid`, else `errors`), its total in US dollars and the questions to answer. The
   * type is a union: after a check of `isValid`, `totalUsd` is not null.
   */
  validate(selection: EventSelection, call: CallOptions = {}): Promise<ValidateResponse> {
    return this.#post("eventvalidate", this.#withAdded(selection), call, { repeatable: true });
  }

  /**
   * Places an order at the total from validate, with answers in the order of the questions. A refused booking has `isValid`
   * false and `errors`.
   *
   * A booking is retried only with an `externalReference`, `hold` or `idempotencyKey`: then the service returns the order that
   * it already has. Without these, ConnectionFailed, TimedOut and Overloaded do not tell whether there is an order.
   */
  book(booking: BookingRequest, call: BookOptions = {}): Promise<Order> {
    const { idempotencyKey, hold } = call;
    const repeatable = Boolean(booking.externalReference || hold) || idempotencyKey !== undefined;
    const headers = { ...keyHeader(idempotencyKey), ...(hold && { "paseo-hold": hold }) };
    return this.#post("eventbook", this.#withAdded(booking), call, { headers, repeatable });
  }

  /**
   * Takes the seats of a selection at its present total until `expiresAt`. A refused hold has `isValid` false and `errors`. It is
   * retried only with an `idempotencyKey`.
   */
  hold(selection: SelectionToHold, call: HoldOptions = {}): Promise<Hold> {
    const headers = keyHeader(call.idempotencyKey);
    const repeatable = call.idempotencyKey !== undefined;
    return this.#post("eventhold", this.#withAdded(selection), call, { headers, repeatable });
  }

  /**
   * Reads the present state of a hold, also after it was booked, released or expired. Throws NotFound when the partner has no hold with
   * this id.
   */
  readHold(id: string, call: CallOptions = {}): Promise<Hold> {
    checkId(id);
    return this.#read("hold", { lang: this.#lang(call), id }, {}, call);
  }

  /**
   * Starts the payment of a hold, or returns the open one: send the guest's browser to its `page`. When it is paid, `booking` is booked with
   * the hold. Can be repeated. Throws NotFound when the partner has no hold with this id.
   */
  pay({ booking, ...payment }: PaymentToStart, call: CallOptions = {}): Promise<Payment> {
    return this.#post("eventpay", { ...payment, booking: this.#withAdded(booking) }, call, { repeatable: true });
  }

  /** Reads a payment, and asks the provider: call it when the guest's browser returns. Throws NotFound when the partner has no payment with this id. */
  readPayment(id: string, call: CallOptions = {}): Promise<Payment> {
    checkId(id);
    return this.#read("payment", { lang: this.#lang(call), id }, {}, call);
  }

  /** Gives an open hold its full time again. Refused with `hold-extend-limit` when `extensionsLeft` is 0. */
  extend(id: string, call: CallOptions = {}): Promise<Hold> {
    return this.#change("holdextend", id, call, false);
  }

  /** Returns the seats of a hold. Can be repeated. Throws NotFound when the partner has no hold with this id. */
  release(id: string, call: CallOptions = {}): Promise<Hold> {
    return this.#change("holdrelease", id, call, true);
  }

  /**
   * Reads the current order. A partner's key finds only the partner's orders. Without a key, most services mask personal data or refuse.
   * Throws NotFound when there is no order with this id.
   */
  order(id: string, call: CallOptions = {}): Promise<Order> {
    const lang = this.#lang(call);
    return this.#read("order", { lang, id }, {}, call);
  }

  /**
   * The orders of the partner, 100 a page. A live key lists live orders, and a test key lists test orders. Store the `cursor` of the last page (`pages()`): given
   * later, it lists the orders that changed since. An order that changes while the list is read occurs again. Throws VersionExpired when
   * the database was restored or replaced after the cursor: list the orders again without it.
   */
  orders({ testMode, ...filter }: OrderFilter = {}, call: CallOptions = {}): PagedList<ListedOrder, Orders> {
    const lang = this.#lang(call);
    const first = { ...filter, testmode: testMode };
    return new PagedList((_, last) => this.#read("orders", { lang }, last ? { cursor: last.cursor } : first, call));
  }

  /**
   * Finds the partner's orders with this ExternalReference, earliest booking first; mostly one order, or none. `testMode` has the meaning
   * that it has in `orders`.
   */
  async findOrders(
    reference: string,
    { testMode, ...call }: CallOptions & Pick<OrderFilter, "testMode"> = {},
  ): Promise<ListedOrder[]> {
    if (reference === "") throw new TypeError("reference must not be empty: every order would be found");
    const found: ListedOrder[] = [];
    for await (const order of this.orders({ reference, testMode }, call)) found.push(order);
    return found;
  }

  /** What the partner pays and earns now. Throws NotFound when it has no terms and pays the public prices. */
  terms(call: CallOptions = {}): Promise<Terms> {
    return this.#read("terms", { lang: this.#lang(call) }, {}, call);
  }

  /** The partner's statements, the oldest first. Store the `cursor` of the last page (`pages()`): given later, it lists what was issued since. */
  statements({ cursor }: { cursor?: string } = {}, call: CallOptions = {}): PagedList<ListedStatement, Statements> {
    const lang = this.#lang(call);
    return new PagedList((_, last) => this.#read("statements", { lang }, { cursor: last?.cursor ?? cursor }, call));
  }

  /** A statement with its lines. Throws NotFound when the partner has no statement with this id. */
  statement(id: string, call: CallOptions = {}): Promise<Statement> {
    return this.#read("statement", { lang: this.#lang(call), id }, {}, call);
  }

  /**
   * What a change of an order would cost: another event of its product, other tickets, another contact or other answers. A field that is
   * left out keeps its value. A refused quote has `isValid` false and `errors`. It is retried only with an `idempotencyKey`.
   */
  quoteAmendment(id: string, change: ChangeToQuote, call: HoldOptions = {}): Promise<Amendment> {
    checkId(id);
    const headers = keyHeader(call.idempotencyKey);
    const body = { ...change, id, apiKey: this.#settings.apiKey };
    return this.#post("orderamend", body, call, { headers, repeatable: call.idempotencyKey !== undefined });
  }

  /**
   * Accepts a quote. A client may send the request again, for example while a supplier decides: the service answers with the amendment
   * in its current state. Throws Conflict with the code `revision-stale` when the order changed after the quote.
   */
  acceptAmendment({ id, quoteId, revision }: QuoteToAccept, call: CallOptions = {}): Promise<Amendment> {
    checkId(id);
    const body = { id, quoteId, revision, apiKey: this.#settings.apiKey };
    return this.#post("orderamend", body, call, { repeatable: true });
  }

  /**
   * Cancels an order and returns it, with `waitcancel` until the supplier has answered, and `refundUsd` by the terms of the sale. A refused cancellation has `isValid`
   * false and `errors`, such as `cancel-too-late` after the product's cancelPurchaseHour. A cancelled order is returned
   * unchanged. Throws NotFound when the partner has no order with this id.
   */
  cancel(id: string, call: CallOptions = {}): Promise<CancelledOrder> {
    return this.#change("ordercancel", id, call, true);
  }

  async #change<I extends "ordercancel" | "holdextend" | "holdrelease">(
    operation: I,
    id: string,
    call: CallOptions,
    repeatable: boolean,
  ): Promise<OperationResponse<I>> {
    checkId(id);
    return this.#post(operation, { id, apiKey: this.#settings.apiKey }, call, { repeatable });
  }

  async #read<I extends OperationId>(
    operation: I,
    path: Record<string, string>,
    query: QueryParameters,
    call: CallOptions,
  ): Promise<OperationResponse<I>> {
    const { value } = await this.#exchange(operation, call, { path, query, repeatable: true });
    return value;
  }

  #list<T>(
    operation: "products" | "productsdeleted" | "events" | "availability" | "pages" | "contents",
    path: Record<string, string>,
    own: QueryParameters,
    { version, page }: ListFilter,
    call: CallOptions,
  ): PagedList<T> {
    return new PagedList<T>(async (number) => {
      const value = await this.#read(operation, path, { page: number, ...own, version }, call);
      return value as Paged<unknown> as Paged<T>;
    }, page);
  }

  async #post<I extends OperationId>(
    operation: I,
    body: object,
    call: CallOptions,
    sent: Pick<OperationCall, "headers" | "repeatable">,
  ): Promise<OperationResponse<I>> {
    const lang = this.#lang(call);
    const { value } = await this.#exchange(operation, call, { path: { lang }, body, ...sent });
    return value;
  }

  async #exchange<I extends OperationId>(operation: I, call: CallOptions, sent: Omit<OperationCall, "signal">) {
    if (sent.path && "id" in sent.path) checkId(sent.path.id);
    return callOperation(operation, callSettings(this.#settings, call), { ...sent, signal: call.signal });
  }

  #lang({ lang }: CallOptions): Language {
    return lang ?? this.#settings.lang;
  }

  #withAdded<T extends EventSelection>(request: T) {
    const { apiKey, whiteLabelCode } = this.#settings;
    return { ...request, apiKey: request.apiKey ?? apiKey, whiteLabelCode: request.whiteLabelCode ?? whiteLabelCode };
  }
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { "idempotency-key": key };
