import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Form } from "@paseo/contract";
import type { VersionGate } from "../../store/catalogue/version-gate.ts";
import type { Counter } from "../../store/catalogue/versions.ts";
import type { Handler } from "../connection-queues.ts";
import { negotiate } from "../negotiation.ts";
import type { Unsent } from "../unsent.ts";
import type { Moment, PageBuffers, ReadyPage } from "./cached-pages.ts";
import { sendReady } from "./encoded-page.ts";

/**
 * Requests for pages that are ready, answered before the router sees them: nearly all of a catalogue's requests are for a
 * handful of addresses that were asked for a moment ago, and routing one, with the objects and hooks of a request that
 * might be anything, takes half as long as sending its page. What is not plainly such a request, or whose page is not
 * ready, goes on to the routes as if nothing had been here.
 */

/** An address that was asked for before, and what its page is made from. */
export interface KnownAddress {
  /** The pattern of its route, for logs and metrics. */
  route: string;
  key: string;
  stamp: (counter: Counter, now: Date) => string;
  /** The pages that were sent last. */
  pages: { [form in Form]?: ReadyPage };
}

export interface ReadyLaneOptions {
  buffers: PageBuffers;
  currentVersion: VersionGate;
  clock: () => Date;
  unsent: Unsent;
  /** Counts a request whose client has gone before its answer. */
  onGone: () => void;
  /** Logs and measures what was sent. */
  onSent: (sent: { route: string; form: Form; status: number; startedAt: number }) => void;
}

/** Addresses that are remembered: the hot ones are few. */
const rememberedAddresses = 2000;
/** Every list that changes by time alone does so at such a boundary. */
const slotMs = 5 * 60_000;

export class ReadyLane {
  readonly #known = new Map<string, KnownAddress>();
  readonly #options: ReadyLaneOptions;

  constructor(options: ReadyLaneOptions) {
    this.#options = options;
  }

  /** What is remembered of an address. */
  known(url: string): KnownAddress | undefined {
    return this.#known.get(url);
  }

  /** Remembers an address that the routes have read. */
  remember(url: string, address: KnownAddress): void {
    if (this.#known.size >= rememberedAddresses) this.#known.clear();
    if (url.length <= 500) this.#known.set(url, address);
  }

  /** Answers with a ready page, or leaves the request to `handler`. */
  take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const address = request.method === "GET" ? this.#known.get(request.url!) : undefined;
    const form = address && isPlain(request.headers) ? negotiate(request.headers.accept) : null;
    if (address === undefined || form === null) {
      handler(request, response);
      return;
    }
    const startedAt = performance.now();
    const send = (counter: Counter): void => {
      if (request.socket.destroyed) {
        this.#options.onGone();
        return;
      }
      const page = this.#find(address, form, counter);
      const status = page && sendReady(request, response, page.answer, this.#options.unsent);
      if (status === undefined) handler(request, response);
      else this.#options.onSent({ route: address.route, form, status, startedAt });
    };
    const counter = this.#options.currentVersion();
    if (counter instanceof Promise) counter.then(send, () => handler(request, response));
    else send(counter);
  }

  #find(address: KnownAddress, form: Form, counter: Counter): ReadyPage | undefined {
    const { buffers, clock } = this.#options;
    const now = clock();
    const slot = Math.floor(now.getTime() / slotMs);
    const page = address.pages[form];
    if (page?.held && isOf(page.current, counter, slot)) return buffers.use(page);
    const found = buffers.peek(address.key, form, address.stamp(counter, now));
    if (found === undefined) return undefined;
    address.pages[form] = found;
    found.current = { counter, slot };
    return buffers.use(found);
  }
}

const isOf = (moment: Moment | undefined, counter: object, slot: number): boolean =>
  moment !== undefined && moment.counter === counter && moment.slot === slot;

/** No key to check, and no mistake to explain. */
const isPlain = ({ host, authorization, "x-api-key": key }: IncomingHttpHeaders): boolean =>
  host !== undefined && authorization === undefined && key === undefined;
