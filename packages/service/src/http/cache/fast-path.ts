import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Format } from "@paseo/contract";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { VersionGate } from "../../store/versions/version-gate.ts";
import type { VersionCounter } from "../../store/versions/versions.ts";
import { negotiateFormat } from "../../web/negotiation.ts";
import { repeatedHeader } from "../headers.ts";
import { type CachedPages, pageCacheKey } from "./cached-pages.ts";
import { sendOnFastPath } from "./encoded-page.ts";

/**
 * Answers requests for cached pages before the router. Nearly all catalogue requests are for a page that was just read,
 * and routing takes half as long as sending the page. Every other request goes to the routes unchanged.
 */

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** An address that the routes have parsed, and the function that computes the epoch of its page. */
export interface KnownAddress {
  /** The pattern of its route, for logs and metrics. */
  route: string;
  key: string;
  epoch: (counter: VersionCounter, now: Date) => string;
}

export interface PageFastPathOptions {
  pages: CachedPages;
  currentVersion: VersionGate;
  clock: () => Date;
  app: Pick<FastifyInstance, "nextRequestId" | "crossOrigin">;
  /** Counts a request whose client disconnected before its answer. */
  onGone: () => void;
  /** Logs and measures an answer. */
  onSent: (sent: {
    requestId: string;
    route: string;
    format: Format;
    status: number;
    startedAt: number;
    headers: IncomingHttpHeaders;
  }) => void;
}

/** Maximum number of stored addresses. Clients repeat a small number of addresses. */
const maxAddresses = 2000;
const maxAddressLength = 500;
/** Every list that changes by time alone does so at such a boundary. */
const slotMs = 5 * 60_000;

interface Remembered<A extends KnownAddress> {
  address: A;
  entries: { [format in Format]: string };
}

export class PageCacheFastPath {
  readonly #known = new LRUCache<string, Remembered<KnownAddress>>({ max: maxAddresses });
  readonly #options: PageFastPathOptions;

  constructor(options: PageFastPathOptions) {
    this.#options = options;
  }

  known(url: string): KnownAddress | undefined {
    return this.#known.get(url)?.address;
  }

  /** Stores an address that the routes have parsed. */
  remember(url: string, address: KnownAddress): void {
    if (url.length > maxAddressLength) return;
    const { key } = address;
    this.#known.set(url, { address, entries: { json: pageCacheKey(key, "json"), xml: pageCacheKey(key, "xml") } });
  }

  /** Answers with a cached page, or passes the request to `handler`. */
  take(request: IncomingMessage, response: ServerResponse, handler: RequestHandler): void {
    const known = request.method === "GET" ? this.#known.get(request.url!) : undefined;
    const format = known && isPlain(request) ? negotiateFormat(request.headers.accept) : null;
    if (known === undefined || format === null) {
      handler(request, response);
      return;
    }
    const startedAt = performance.now();
    const { pages, clock, onGone, onSent } = this.#options;
    const { nextRequestId, crossOrigin } = this.#options.app;
    const { address, entries } = known;
    const send = (counter: VersionCounter): void => {
      if (request.socket.destroyed) {
        onGone();
        return;
      }
      const now = clock();
      const point = { counter, slot: Math.floor(now.getTime() / slotMs) };
      const page = pages.getAt(entries[format], point, () => address.epoch(counter, now));
      if (page === undefined) {
        handler(request, response);
        return;
      }
      const requestId = nextRequestId();
      const more = ["x-request-id", requestId, ...crossOrigin.headers(request.headers.origin)];
      const status = sendOnFastPath(request, response, page.answer, more);
      if (status === undefined) handler(request, response);
      else onSent({ requestId, route: address.route, format, status, startedAt, headers: request.headers });
    };
    const counter = this.#options.currentVersion();
    if (counter instanceof Promise) counter.then(send, () => handler(request, response));
    else send(counter);
  }
}

/** Returns whether the request has no key to check, and no errors to report. */
const isPlain = ({ headers: { host, authorization, "x-api-key": key }, rawHeaders }: IncomingMessage): boolean =>
  host !== undefined && authorization === undefined && key === undefined && repeatedHeader(rawHeaders) === undefined;
