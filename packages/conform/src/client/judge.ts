import {
  type BookRequest,
  type ErrorEntry,
  type Hold,
  type Language,
  type Order,
  operations,
  type Paged,
  type ValidateRequest,
  type ValidateResponse,
  type VersionResponse,
} from "@paseo/contract";
import type { CheckResult, Finding } from "../reports/report.ts";
import { ProblemDocument, schemaNode, textFault } from "../wire/schema.ts";
import { decodeAnswer, type HttpAnswer } from "../wire/value.ts";
import { readRequest } from "./requests/body.ts";
import type { ReceivedRequest } from "./requests/received.ts";
import { type RoutedCall, routeCall } from "./requests/route.ts";
import { isSynchronisedList, ListRules } from "./rules/list-rules.ts";
import { findApiKeys, RuleBrokenError, RuleResults } from "./rules/results.ts";
import type { RuleId } from "./rules/rules.ts";
import { SellingRules } from "./rules/selling-rules.ts";
import { SyncRules } from "./rules/sync-rules.ts";

interface JudgeSettings {
  namespace: string;
  clock: () => Date;
  onFault: (rule: RuleId, finding: Finding) => void;
}

const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Judges one client by its requests, their order, and what the service answers. */
export class ClientJudge {
  readonly #namespace: string;
  readonly #results: RuleResults;
  readonly #lists: ListRules;
  readonly #sync: SyncRules;
  readonly #selling: SellingRules;
  /** Identifiers in the answers so far. */
  readonly #given = new Set<string>();

  constructor({ namespace, clock, onFault }: JudgeSettings) {
    this.#namespace = namespace;
    this.#results = new RuleResults(onFault);
    this.#lists = new ListRules(this.#results);
    this.#sync = new SyncRules(this.#results, this.#lists);
    this.#selling = new SellingRules(this.#results, clock);
  }

  /** Judges a request on its own. Undefined: it breaks a rule, so its answer gives no further information. */
  request(received: ReceivedRequest): RoutedCall | undefined {
    this.#results.learnKeys(received.sent);
    try {
      this.#checkKeyInAddress(received);
      const call = routeCall(received, this.#results);
      if (call.operation.request === undefined) return call;
      const body = readRequest(call.operation, received, this.#namespace, this.#results);
      const holdId = call.id === "eventbook" ? this.#holdIdOf(received) : undefined;
      return { ...call, body, ...(holdId !== undefined && { holdId }) };
    } catch (error) {
      if (error instanceof RuleBrokenError) return undefined;
      throw error;
    }
  }

  /** Judges a request by its answer. Returns whether the answer is an order that was placed. */
  answer(call: RoutedCall, answer: HttpAnswer): boolean {
    const { id, received, operation, body } = call;
    const { sent } = received;
    if (body !== undefined || findApiKeys(sent).length > 0 || answer.status === 401)
      this.#results.check("key.sent", answer.status !== 401, "the service does not accept the key, or needs one", sent);
    const refused = `Accept is "${received.headers.accept}", which allows no format that the service has`;
    this.#results.check("request.accept", answer.status !== 406, refused, sent);
    if (answer.status !== 200) this.#onFailure(call, answer);
    const isRead = answer.status === 200 && received.method !== "HEAD";
    const value = isRead ? (decodeAnswer(operation.response, answer) as object | undefined) : undefined;
    if (value === undefined) return false;
    if (received.url.search !== "") this.#results.pass("request.parameters");
    const isUnknown = "errors" in value && (value.errors as ErrorEntry[] | null)?.some(isEventUnknown) === true;
    this.#checkKnown(call, isUnknown);
    // A refusal repeats the identifier of the request.
    if (!isUnknown) for (const [given] of answer.text.matchAll(guid)) this.#given.add(given.toLowerCase());
    if (id === "productversion") this.#onVersions(call, value as VersionResponse);
    else if (id === "eventvalidate") this.#selling.onValidation(body as ValidateRequest, value as ValidateResponse);
    else if (id === "eventhold") this.#selling.onHold(value as Hold);
    else if (id === "eventbook") return this.#onBooking(call, value as Order);
    else if (isSynchronisedList(id)) this.#onPage(call, value as Paged<unknown>);
    return false;
  }

  /** Returns the verdict on each rule so far. Work that the client has started and not finished counts as not done. */
  results(): CheckResult[] {
    return this.#results.resultsWith([...this.#lists.pending(), ...this.#sync.pending()]);
  }

  /** The text without any key that the client has sent. */
  mask = (text: string): string => this.#results.mask(text);

  #onFailure(call: RoutedCall, answer: HttpAnswer): void {
    const { id, received, body } = call;
    const { code, detail } = decodeAnswer(ProblemDocument, answer) ?? { code: undefined, detail: `${answer.status}` };
    if (answer.status === 410 && isSynchronisedList(id)) this.#sync.onExpired(id, received.sent);
    if (answer.status === 404) this.#checkKnown(call, true);
    const ofRequest = body === undefined ? "request.parameters" : "request.body";
    if (answer.status === 400)
      this.#results.check(ofRequest, false, `the service refuses the request: ${detail}`, received.sent);
    if (code === "idempotency-key-reused") {
      const what = "the client used the Idempotency-Key with other content";
      this.#results.check("selling.retry", false, what, received.sent);
    }
  }

  #onVersions({ params, received: { sent } }: RoutedCall, answered: VersionResponse): void {
    const { updateversion = 0, deleteversion = 0 } = params;
    const stored = { updateVersion: Number(updateversion), deleteVersion: Number(deleteversion) };
    this.#sync.onVersions(stored, answered, sent);
  }

  #onPage({ id, params, received: { sent } }: RoutedCall, { totalPages }: Paged<unknown>): void {
    const { page = 1, ...others } = params;
    const read = { operation: id, params: others, page: Number(page), totalPages, sent };
    this.#sync.onPage(read);
    this.#lists.onPage(read);
  }

  #onBooking({ params, received, body, holdId }: RoutedCall, order: Order): boolean {
    const { headers, sent } = received;
    const idempotencyKey = headers["idempotency-key"]?.trim().replace(/^"(.*)"$/, "$1");
    const request = body as BookRequest;
    this.#selling.onBooking({ request, lang: params.lang as Language, idempotencyKey, holdId, sent }, order);
    return order.isValid;
  }

  #holdIdOf({ headers, sent }: ReceivedRequest): string | undefined {
    const id = headers["paseo-hold"]?.trim().toLowerCase();
    if (id === undefined) return undefined;
    const fault = textFault(schemaNode(operations.holdrelease.request).properties!.id!, id);
    this.#results.require("request.identifiers", fault === undefined, `Paseo-Hold ${fault}`, sent);
    return id;
  }

  /** An identifier that the service does not know and never gave is a guess, or belongs to another service. */
  #checkKnown({ params, body, received }: RoutedCall, isUnknown: boolean): void {
    const id = body?.id ?? params.id;
    if (id === undefined) return;
    const isKnown = !isUnknown || this.#given.has(String(id).toLowerCase());
    this.#results.check("request.identifiers", isKnown, `this service never gave the client ${id}`, received.sent);
  }

  #checkKeyInAddress({ url, sent }: ReceivedRequest): void {
    const isNamed = [...url.searchParams.keys()].some((name) => /^(x-)?api-?key$|^key$|^token$/i.test(name));
    const isThere = isNamed || this.mask(url.href) !== url.href;
    this.#results.check("key.private", !isThere, "the address contains the key", sent);
  }
}

const isEventUnknown = ({ code }: ErrorEntry): boolean => code === "event-unknown";
