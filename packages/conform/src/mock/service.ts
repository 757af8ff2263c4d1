import {
  type BookRequest,
  encode,
  type Hold,
  type HoldRequest,
  type Language,
  operations,
  type Paged,
  type ValidateRequest,
} from "@paseo/contract";
import type { CheckResult, Finding } from "../reports/report.ts";
import { nodeOf, textFault } from "../wire/schema.ts";
import { Catalogue, VersionExpired } from "./catalogue/catalogue.ts";
import { type DayInput, daysOf } from "./catalogue/days.ts";
import { Failure } from "./failure.ts";
import { readRequest } from "./http/body.ts";
import type { Received } from "./http/received.ts";
import { failureReply, type Reply } from "./http/reply.ts";
import { type Call, formatOf, routeCall } from "./http/route.ts";
import { ListRules } from "./rules/list-rules.ts";
import { keyIn, RuleResults } from "./rules/results.ts";
import type { RuleId } from "./rules/rules.ts";
import { SellingRules } from "./rules/selling-rules.ts";
import { SyncRules } from "./rules/sync-rules.ts";
import { type Scenario, ScenarioRunner } from "./scenarios.ts";
import { Holds } from "./selling/holds.ts";
import { Orders } from "./selling/orders.ts";

export interface MockServiceSettings {
  /** The only valid key. With a `pk_test_` key every order is a test order. */
  key: string;
  namespace: string;
  scenarios: readonly Scenario[];
  clock: () => Date;
  onFault: (rule: RuleId, finding: Finding) => void;
  onScenario: (scenario: Scenario) => void;
}

/** Thrown when the connection must break instead of an answer. */
export class ConnectionDropped extends Error {
  override name = "ConnectionDropped";
}

/** A small service for one client. It answers as the contract says, and checks each request and the order of requests. */
export class MockService {
  readonly #settings: MockServiceSettings;
  readonly #catalogue: Catalogue;
  readonly #orders: Orders;
  readonly #holds: Holds;
  readonly #results: RuleResults;
  readonly #lists: ListRules;
  readonly #sync: SyncRules;
  readonly #selling: SellingRules;
  readonly #scenarios: ScenarioRunner;

  constructor(settings: MockServiceSettings) {
    const { scenarios, clock, onFault, onScenario } = settings;
    this.#settings = settings;
    this.#catalogue = new Catalogue(clock);
    this.#holds = new Holds(this.#catalogue, clock);
    this.#orders = new Orders(this.#catalogue, this.#holds, clock);
    this.#results = new RuleResults(onFault);
    this.#lists = new ListRules(this.#results);
    this.#sync = new SyncRules(this.#results, this.#lists);
    this.#selling = new SellingRules(this.#results, this.#orders, this.#holds);
    this.#scenarios = new ScenarioRunner(scenarios, this.#catalogue, clock, onScenario);
  }

  /** Answers a request. Throws ConnectionDropped. */
  answer(received: Received): Reply {
    try {
      this.#checkKeyInAddress(received);
      const call = routeCall(received, this.#results);
      this.#checkKeyInHeader(call);
      const isRead = call.operation.request === undefined;
      if (isRead && received.url.search === "") this.#results.pass("request.unknown");
      return isRead ? this.#read(call) : this.#sell(call);
    } catch (error) {
      if (error instanceof Failure) return failureReply(error, formatOf(received));
      throw error;
    }
  }

  /** The verdict on each rule as of now. What the client has started and not finished counts as not done. */
  results(): CheckResult[] {
    return this.#results.resultsWith([...this.#lists.pending(), ...this.#sync.pending()]);
  }

  #read(call: Call): Reply {
    const { id, received } = call;
    try {
      return this.#replyTo(call, this.#readValue(call), id === "order" ? "private" : "catalogue");
    } catch (error) {
      if (!(error instanceof VersionExpired)) throw error;
      this.#sync.onExpired(id, received.sent);
      const detail = "Changes since this version are no longer stored; synchronise in full from version 0.";
      throw new Failure(410, "version-expired", detail);
    }
  }

  #readValue({ id, params, received }: Call): object {
    const catalogue = this.#catalogue;
    const list = { ...params, page: Number(params.page ?? 1) } as { page: number; version?: number; id?: string };
    switch (id) {
      case "product": {
        const productId = String(params.id);
        this.#checkKnown(catalogue.knowsProduct(productId), `product ${productId}`, received);
        return catalogue.readProduct(found(catalogue.product(productId), `product ${productId}`));
      }
      case "products":
        return this.#page(id, params, received, catalogue.products(list));
      case "productsdeleted":
        return this.#page(id, params, received, catalogue.deletedProducts(list));
      case "events": {
        if (list.id !== undefined) {
          const isKnown = catalogue.knowsProduct(list.id);
          this.#checkKnown(isKnown, `product ${list.id}`, received);
          found(isKnown || undefined, `product ${list.id}`);
        }
        return this.#page(id, params, received, catalogue.events(list));
      }
      case "availability":
        return this.#availability(list, received);
      case "pages":
        return this.#page(id, params, received, catalogue.pages(params.lang as Language, list));
      case "currencies":
        return { totalCount: catalogue.records.currencies.length, values: catalogue.records.currencies };
      case "productversion":
        return this.#versions(params, received);
      case "hold": {
        this.#checkKey(keyIn({ ...received.sent, body: "" }), "the key in the header", received);
        const hold = this.#holds.read(String(params.id));
        this.#checkKnown(hold !== undefined, `hold ${params.id}`, received);
        return found(hold, `hold ${params.id}`);
      }
      default: {
        const order = this.#orders.order(String(params.id));
        this.#checkKnown(order !== undefined, `order ${params.id}`, received);
        return found(order, `order ${params.id}`);
      }
    }
  }

  /** A calendar shows today's state each time, so its reads are no part of a synchronisation. */
  #availability(input: DayInput, { sent }: Received): object {
    const { id } = input;
    if (id !== undefined) found(this.#catalogue.knowsProduct(id) || undefined, `product ${id}`);
    const { tooMany } = daysOf(input, this.#settings.clock());
    if (tooMany > 0) {
      const detail = `todate is ${tooMany} days too late`;
      this.#results.check("request.parameters", false, detail, sent);
      throw new Failure(400, "invalid-parameter", `${detail}.`, { errors: [{ pointer: "todate", detail }] });
    }
    return this.#catalogue.availability(input);
  }

  #page<T>(operation: string, params: Call["params"], { sent }: Received, page: Paged<T>): Paged<T> {
    const { page: _, ...others } = params;
    const read = { operation, params: others, page: page.currentPage, totalPages: page.totalPages, sent };
    this.#sync.onPage(read);
    this.#lists.onPage(read);
    return page;
  }

  #versions({ updateversion = 0, deleteversion = 0 }: Call["params"], { sent }: Received): object {
    const stored = { updateVersion: Number(updateversion), deleteVersion: Number(deleteversion) };
    this.#sync.beforeVersions(stored, sent);
    this.#scenarios.beforeVersions(this.#sync);
    const { updateVersion, deleteVersion } = this.#catalogue;
    const answered = {
      updateVersion: stored.updateVersion === updateVersion ? 0 : updateVersion,
      deleteVersion: stored.deleteVersion === deleteVersion ? 0 : deleteVersion,
    };
    this.#sync.afterVersions(stored, answered, sent);
    return answered;
  }

  #sell(call: Call): Reply {
    const { operation, received } = call;
    const request = readRequest(operation, received, this.#settings.namespace, this.#results);
    this.#checkKey(request.apiKey, "ApiKey", received);
    if (call.id === "holdextend" || call.id === "holdrelease") return this.#changeHold(call, request.id);
    this.#checkKnown(this.#catalogue.event(request.id) !== undefined, `event ${request.id}`, received);
    if (call.id === "eventhold") return this.#hold(call, request as HoldRequest);
    return call.id === "eventbook"
      ? this.#book(call, request as BookRequest)
      : this.#validate(call, request as ValidateRequest);
  }

  #hold(call: Call, request: HoldRequest): Reply {
    const lang = call.params.lang as Language;
    const holding = this.#holds.hold(request, lang, this.#isTestKey, idempotencyKeyOf(call.received));
    if (holding.outcome === "key-reused")
      throw new Failure(422, "idempotency-key-reused", "This Idempotency-Key was used with other content.");
    return this.#replyTo(call, holding.hold, "private");
  }

  #changeHold(call: Call, id: string): Reply {
    const lang = call.params.lang as Language;
    const hold: Hold | undefined =
      call.id === "holdextend" ? this.#holds.extend(id, lang) : this.#holds.release(id, lang);
    this.#checkKnown(hold !== undefined, `hold ${id}`, call.received);
    return this.#replyTo(call, found(hold, `hold ${id}`), "private");
  }

  #validate(call: Call, request: ValidateRequest): Reply {
    if (this.#scenarios.start("busy"))
      throw new Failure(503, "overloaded", "Try again in a second.", { headers: { "retry-after": "1" } });
    this.#selling.onValidate(request);
    return this.#replyTo(call, this.#orders.validate(request, call.params.lang as Language), "private");
  }

  #book(call: Call, request: BookRequest): Reply {
    const { received } = call;
    const { sent } = received;
    const lang = call.params.lang as Language;
    const holdId = this.#holdIdOf(received);
    const booking = { request, lang, idempotencyKey: idempotencyKeyOf(received), holdId, sent };
    this.#selling.beforeBooking(booking, this.#isTestKey);
    // A hold fixes the price.
    const isFirst = holdId === undefined && !this.#orders.earlier(booking);
    if (isFirst) this.#scenarios.beforeOrder(request, this.#orders);
    const placement = this.#orders.book(booking, this.#isTestKey);
    if (placement.outcome === "key-reused") {
      this.#results.check("selling.retry", false, "the client used the Idempotency-Key with other content", sent);
      throw new Failure(422, "idempotency-key-reused", "This Idempotency-Key was used with other content.");
    }
    this.#selling.afterBooking(booking, placement.order);
    if (placement.outcome === "placed" && this.#scenarios.start("lost-answer")) throw new ConnectionDropped();
    return this.#replyTo(call, placement.order, "private");
  }

  get #isTestKey(): boolean {
    return this.#settings.key.startsWith("pk_test_");
  }

  #holdIdOf({ headers, sent }: Received): string | undefined {
    const id = headers["paseo-hold"]?.trim().toLowerCase();
    if (id === undefined) return undefined;
    const fault = textFault(nodeOf(operations.holdrelease.request).properties!.id!, id);
    if (this.#results.check("request.identifiers", fault === undefined, `Paseo-Hold ${fault}`, sent)) return id;
    const detail = "Paseo-Hold must be the id of a hold";
    throw new Failure(400, "invalid-header", `${detail}.`, { errors: [{ pointer: "Paseo-Hold", detail }] });
  }

  #replyTo({ operation, format, received }: Call, value: object, cache: Reply["cache"]): Reply {
    const { namespace } = this.#settings;
    return {
      status: 200,
      contentType: `application/${format}; charset=utf-8`,
      text: encode(operation.response, value as never, format, { namespace }),
      headers: nextLink(received.url, value as Partial<Paged<unknown>>),
      cache,
    };
  }

  /** An identifier that this service never gave is a guess, or belongs to another service. */
  #checkKnown(isKnown: boolean, what: string, { sent }: Received): void {
    this.#results.check("request.identifiers", isKnown, `this service never gave the client ${what}`, sent);
  }

  #checkKeyInHeader({ received }: Call): void {
    const { "x-api-key": apiKey, authorization } = received.headers;
    if (apiKey !== undefined || authorization !== undefined)
      this.#checkKey(keyIn({ ...received.sent, body: "" }), "the key in the header", received);
  }

  #checkKey(key: string | undefined, what: string, { sent }: Received): void {
    const isRight = key === this.#settings.key;
    const invalid = [401, "key-invalid", "The key is not valid."] as const;
    this.#results.require("key.sent", isRight, `${what} is not the key of this mock service`, sent, ...invalid);
  }

  #checkKeyInAddress({ url, sent }: Received): void {
    const isNamed = [...url.searchParams.keys()].some((name) => /^(x-)?api-?key$|^key$|^token$/i.test(name));
    const isThere = isNamed || url.href.includes(this.#settings.key);
    this.#results.check("key.private", !isThere, "the address contains the key", sent);
  }
}

const idempotencyKeyOf = ({ headers }: Received): string | undefined =>
  headers["idempotency-key"]?.trim().replace(/^"(.*)"$/, "$1");

/** Throws a 404 when there is no such record. */
function found<T>(record: T | undefined, what: string): T {
  if (record === undefined) throw new Failure(404, "not-found", `There is no ${what}.`);
  return record;
}

/** A `Link` to the next page, when there is one. */
function nextLink(
  { pathname, searchParams }: URL,
  { hasNextPage, currentPage }: Partial<Paged<unknown>>,
): Record<string, string> {
  if (!hasNextPage) return {};
  const query = new URLSearchParams(searchParams);
  query.set("page", `${currentPage! + 1}`);
  return { link: `<${pathname}?${query}>; rel="next"` };
}
