import { type BookRequest, encode, type Language, type Paged, type ValidateRequest } from "@paseo/contract";
import type { CheckResult, Finding } from "../reports/report.ts";
import { Catalogue, VersionExpired } from "./catalogue/catalogue.ts";
import { readRequest } from "./http/body.ts";
import { Failure } from "./http/failure.ts";
import type { Received } from "./http/received.ts";
import { failureReply, type Reply } from "./http/reply.ts";
import { type Call, formOf, routeCall } from "./http/route.ts";
import { Walks } from "./rules/list-rules.ts";
import { Judge, keyIn } from "./rules/results.ts";
import type { RuleId } from "./rules/rules.ts";
import { SaleHabits } from "./rules/selling-rules.ts";
import { Sync } from "./rules/sync-rules.ts";
import { type Play, Scenario } from "./scenarios.ts";
import { Orders } from "./selling/orders.ts";

export interface CounterpartSettings {
  /** The one key that counts; a `pk_test_` key makes test orders. */
  key: string;
  namespace: string;
  plays: readonly Play[];
  clock: () => Date;
  onFault: (rule: RuleId, finding: Finding) => void;
  onPlay: (play: Play) => void;
}

/** The connection is to be broken in place of an answer. */
export class AnswerLost extends Error {
  override name = "AnswerLost";
}

/** A small service for one client: answers as the contract says, and judges each request and what it means after the others. */
export class Counterpart {
  readonly #settings: CounterpartSettings;
  readonly #catalogue: Catalogue;
  readonly #orders: Orders;
  readonly #judge: Judge;
  readonly #walks: Walks;
  readonly #sync: Sync;
  readonly #sales: SaleHabits;
  readonly #scenario: Scenario;

  constructor(settings: CounterpartSettings) {
    const { plays, clock, onFault, onPlay } = settings;
    this.#settings = settings;
    this.#catalogue = new Catalogue(clock);
    this.#orders = new Orders(this.#catalogue, clock);
    this.#judge = new Judge(onFault);
    this.#walks = new Walks(this.#judge);
    this.#sync = new Sync(this.#judge, this.#walks);
    this.#sales = new SaleHabits(this.#judge, this.#orders);
    this.#scenario = new Scenario(plays, this.#catalogue, clock, onPlay);
  }

  /** Answers a request. Throws AnswerLost. */
  answer(received: Received): Reply {
    try {
      this.#judgeKeyInAddress(received);
      const call = routeCall(received, this.#judge);
      this.#checkHeaderKey(call);
      if (received.url.search === "" && call.operation.request === undefined)
        this.#judge.hold("request.unknown", true, "", received.sent);
      return call.operation.request === undefined ? this.#read(call) : this.#sell(call);
    } catch (error) {
      if (error instanceof Failure) return failureReply(error, formOf(received));
      throw error;
    }
  }

  /** The verdict on each rule as of now: what the client has begun and not ended counts as left undone. */
  results(): CheckResult[] {
    return this.#judge.resultsWith([...this.#walks.pending(), ...this.#sync.pending()]);
  }

  #read(call: Call): Reply {
    const { id, received } = call;
    try {
      return this.#replyTo(call, this.#readValue(call), id === "order" ? "private" : "catalogue");
    } catch (error) {
      if (!(error instanceof VersionExpired)) throw error;
      this.#sync.wasToldGone(id, received.sent);
      const detail = "Changes since this version are not kept; synchronise in full from version 0.";
      throw new Failure(410, "version-expired", detail);
    }
  }

  #readValue({ id, params, received }: Call): object {
    const catalogue = this.#catalogue;
    const list = { ...params, page: Number(params.page ?? 1) } as { page: number; version?: number; id?: string };
    switch (id) {
      case "product": {
        const product = catalogue.product(String(params.id));
        this.#knows(catalogue.knowsProduct(String(params.id)), `the product ${params.id}`, received);
        if (!product) throw new Failure(404, "not-found", `There is no product ${params.id}.`);
        return catalogue.readProduct(product);
      }
      case "products":
        return this.#page(id, params, received, catalogue.products(list));
      case "productsdeleted":
        return this.#page(id, params, received, catalogue.deletedProducts(list));
      case "events": {
        const known = list.id === undefined || catalogue.knowsProduct(list.id);
        if (list.id !== undefined) this.#knows(known, `the product ${list.id}`, received);
        if (!known) throw new Failure(404, "not-found", `There is no product ${list.id}.`);
        return this.#page(id, params, received, catalogue.events(list));
      }
      case "pages":
        return this.#page(id, params, received, catalogue.pages(params.lang as Language, list));
      case "currencies":
        return { totalCount: catalogue.records.currencies.length, values: catalogue.records.currencies };
      case "productversion":
        return this.#versions(params, received);
      default: {
        const order = this.#orders.order(String(params.id));
        this.#knows(order !== undefined, `the order ${params.id}`, received);
        if (!order) throw new Failure(404, "not-found", `There is no order ${params.id}.`);
        return order;
      }
    }
  }

  #page<T>(operation: string, params: Call["params"], { sent }: Received, page: Paged<T>): Paged<T> {
    const { page: _, ...others } = params;
    const list = { operation, params: others, page: page.currentPage, totalPages: page.totalPages, sent };
    this.#sync.reads(list);
    this.#walks.read(list);
    return page;
  }

  #versions({ updateversion = 0, deleteversion = 0 }: Call["params"], { sent }: Received): object {
    const stored = { updateVersion: Number(updateversion), deleteVersion: Number(deleteversion) };
    this.#sync.asksVersions(stored, sent);
    this.#scenario.beforeVersions(this.#sync);
    const { updateVersion, deleteVersion } = this.#catalogue;
    const answered = {
      updateVersion: stored.updateVersion === updateVersion ? 0 : updateVersion,
      deleteVersion: stored.deleteVersion === deleteVersion ? 0 : deleteVersion,
    };
    this.#sync.gaveVersions(stored, answered, sent);
    return answered;
  }

  #sell(call: Call): Reply {
    const { operation, received } = call;
    const request = readRequest(operation, received, this.#settings.namespace, this.#judge);
    const isRight = request.apiKey === this.#settings.key;
    if (!this.#judge.hold("key.sent", isRight, "ApiKey is not the key of this counterpart", received.sent))
      throw new Failure(401, "key-invalid", "The key is not valid.");
    const event = this.#catalogue.event(request.id);
    this.#knows(event !== undefined, `the event ${request.id}`, received);
    return call.id === "eventbook" ? this.#book(call, request as BookRequest) : this.#validate(call, request);
  }

  #validate(call: Call, request: ValidateRequest): Reply {
    if (this.#scenario.strikes("busy"))
      throw new Failure(503, "overloaded", "Try again in a second.", { headers: { "retry-after": "1" } });
    this.#sales.validates(request);
    return this.#replyTo(call, this.#orders.validate(request, call.params.lang as Language), "private");
  }

  #book(call: Call, request: BookRequest): Reply {
    const { received } = call;
    const lang = call.params.lang as Language;
    const idempotencyKey = received.headers["idempotency-key"]?.trim().replace(/^"(.*)"$/, "$1");
    this.#sales.books(request, lang, idempotencyKey, received.sent);
    if (!this.#orders.earlier(request, lang)) this.#scenario.beforeOrder(request, this.#orders);
    const placement = this.#orders.book(request, lang, this.#settings.key.startsWith("pk_test_"), idempotencyKey);
    if (placement.outcome === "key-reused") {
      const why = "the Idempotency-Key was used with other content";
      this.#judge.hold("selling.retry", false, why, received.sent);
      throw new Failure(422, "idempotency-key-reused", "This Idempotency-Key was used with other content.");
    }
    this.#sales.wasAnswered(request, lang, idempotencyKey, placement.order);
    if (placement.outcome === "placed" && this.#scenario.strikes("lost-answer")) throw new AnswerLost();
    return this.#replyTo(call, placement.order, "private");
  }

  #replyTo({ operation, form, received }: Call, value: object, cache: Reply["cache"]): Reply {
    const { namespace } = this.#settings;
    return {
      status: 200,
      contentType: `application/${form}; charset=utf-8`,
      text: encode(operation.response, value as never, form, { namespace }),
      headers: nextLink(received.url, value as Partial<Paged<unknown>>),
      cache,
    };
  }

  /** Identifiers that nobody was given are guesses, or of another service. */
  #knows(known: boolean, what: string, { sent }: Received): void {
    this.#judge.hold("request.identifiers", known, `${what} was never given to the client`, sent);
  }

  #checkHeaderKey({ received }: Call): void {
    const { "x-api-key": apiKey, authorization } = received.headers;
    if (apiKey === undefined && authorization === undefined) return;
    const key = keyIn({ ...received.sent, body: "" });
    if (
      !this.#judge.hold(
        "key.sent",
        key === this.#settings.key,
        "the key in the header is not that of this counterpart",
        received.sent,
      )
    )
      throw new Failure(401, "key-invalid", "The key is not valid.");
  }

  #judgeKeyInAddress({ url, sent }: Received): void {
    const named = [...url.searchParams.keys()].some((name) => /^(x-)?api-?key$|^key$|^token$/i.test(name));
    const given = named || url.href.includes(this.#settings.key);
    this.#judge.hold("key.private", !given, "the key stands in the address", sent);
  }
}

/** `Link` to the next page, while there is one. */
function nextLink(
  { pathname, searchParams }: URL,
  { hasNextPage, currentPage }: Partial<Paged<unknown>>,
): Record<string, string> {
  if (!hasNextPage) return {};
  const query = new URLSearchParams(searchParams);
  query.set("page", `${currentPage! + 1}`);
  return { link: `<${pathname}?${query}>; rel="next"` };
}
