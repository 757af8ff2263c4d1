import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Config } from "../config.ts";
import { Limiter, LimiterBusy } from "../limiter.ts";
import type { RouteLoad } from "./additions.ts";

/**
 * Limits the requests that need the store: a limited number is processed, and a limited number waits. The service
 * refuses further requests immediately with 503 and Retry-After. Each route declares its kind. Cached pages, health checks and the
 * documentation are always answered.
 */
export interface LoadLimitOptions {
  maxConcurrent: number;
  /**
   * How many requests of one kind may wait. Bookings of an event whose row is locked leave room in the queue for
   * bookings of other events.
   */
  waiting: number;
  /** Milliseconds after which a request releases its slot. A request that takes longer waits for a supplier or for locked rows. */
  slotMs: number;
  /** Called for each refused request. */
  onRefused: () => void;
}

export const loadLimits = ({ databaseUrl, databasePoolSize }: Config) => ({
  // There are more slots than connections to the store, because a request also takes processor time.
  maxConcurrent: databaseUrl === undefined ? 32 : Math.max(32, 3 * databasePoolSize),
  waiting: 256,
  slotMs: 250,
});

export function limitLoad(app: FastifyInstance, { maxConcurrent, waiting, slotMs, onRefused }: LoadLimitOptions): void {
  // No kind can use every slot, so that orders are placed during any number of reads.
  const limiter = new Limiter({ total: maxConcurrent, perKey: Math.ceil((maxConcurrent * 3) / 4), waiting });

  const early = new EarlyKinds();
  app.addHook("onRoute", (route) => {
    if (route.config?.load === undefined) throw new Error(`The route ${route.url} does not declare its load.`);
    early.add(route);
  });
  app.refuseBefore(({ method, url }) => {
    const kind = early.kindOf(method, url);
    const isRefused = kind !== undefined && limiter.isFull(kind);
    if (isRefused) onRefused();
    return isRefused;
  });
  app.addHook("onRequest", (request, reply, done) => {
    const kind = kindOf(request);
    if (kind === undefined) done();
    else if (!hasBody(request)) enter(kind, reply, done);
    // A request whose body arrives slowly must hold no slot. A body must not be read for a request that is then
    // refused.
    else if (limiter.isFull(kind)) refuse(new LimiterBusy("too many requests wait"), done);
    else done();
  });
  app.addHook("preHandler", (request, reply, done) => {
    const kind = hasBody(request) ? kindOf(request) : undefined;
    if (kind === undefined) done();
    else enter(kind, reply, done);
  });

  function enter(kind: string, reply: FastifyReply, done: (error?: Error) => void): void {
    const work = () => {
      done();
      return answered(reply.raw, slotMs);
    };
    limiter.run(kind, work).catch((error: Error) => refuse(error, done));
  }

  function refuse(error: Error, done: (error: Error) => void): void {
    onRefused();
    done(error);
  }
}

type Kind = Exclude<RouteLoad, "none">;

/** Returns the kind of a request, or undefined for a route that does not need the store or an address without a route. */
export function kindOf({ routeOptions }: Pick<FastifyRequest, "routeOptions">): Kind | undefined {
  const { load = "none" } = routeOptions.config;
  return load === "none" ? undefined : load;
}

/**
 * Knows the kind of a request before the router, which takes most of the time of a refusal: from its method and the first part of its path as
 * the client spelled it. It knows none where routes of several kinds begin alike, and none for a channel or a page for people, whose refusal is
 * not a problem. The hook limits these requests, and spellings that only the router recognises.
 */
class EarlyKinds {
  readonly #kinds = new Map<string, Kind | null>();

  add({ method, url, config, errorHandler }: RouteOptions): void {
    const { load = "none" } = config ?? {};
    const kind = load === "none" || load === "channels" || errorHandler ? null : load;
    for (const one of [method].flat()) {
      const key = `${one} ${firstPart(url)}`;
      this.#kinds.set(key, this.#kinds.has(key) && this.#kinds.get(key) !== kind ? null : kind);
    }
  }

  kindOf(method = "", url = ""): Kind | undefined {
    return this.#kinds.get(`${method} ${firstPart(url)}`) ?? undefined;
  }
}

/** Returns the first part of a path: `api` of `/api/events?page=2`. */
function firstPart(url: string): string {
  const end = url.slice(1).search(/[/?]/);
  return end < 0 ? url.slice(1) : url.slice(1, end + 1);
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/**
 * Resolves when the slot can be released: when the answer was written (even if the client does not read it), when the client has
 * disconnected, or when the time has passed.
 */
function answered(response: ServerResponse, maxMs: number): Promise<void> {
  if (response.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    response.once("prefinish", end).once("close", end);
  });
}
