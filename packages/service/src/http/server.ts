import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { languages } from "@paseo/contract";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Logger } from "pino";
import type { Caller } from "../domain/partners/keys.ts";
import { requestLogger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { acceptRawBodies } from "./body.ts";
import type { ReadyLane, ReadyLaneOptions } from "./cache/fast-path.ts";
import { ConnectionQueues } from "./connection-queues.ts";
import { negotiate } from "./negotiation.ts";
import { badRequest, methodNotAllowed, notFound, problemFrom, refuseConnection, sendProblem } from "./problems.ts";
import { Unsent } from "./unsent.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** When the request came, as performance.now() tells it. */
    startedAt: number;
    /** Whose request it is, once its key was checked. */
    caller: Caller | null;
    /** Codes of what was refused, by us or by the business. */
    codes: string[] | null;
    /** Logs and measures the request as answered. Only a sender that writes to `reply.raw` needs to call it. */
    record(status: number, ready?: boolean): void;
  }
  interface FastifyInstance {
    /** Lets `lane` answer what it can before the router sees it. */
    openReadyLane(lane: ReadyLane): void;
    /** What was answered and is not read yet. */
    unsent: Unsent;
    /** Logs and measures what the lane sent. */
    recordReady(sent: Parameters<ReadyLaneOptions["onSent"]>[0]): void;
  }
}

export interface HttpOptions {
  logger: Logger;
  metrics: Metrics;
  /** Told of what made a request fail; returns whether that is logged already. */
  onError?: (error: unknown) => boolean;
  /** Told of every answered request that came with a partner's key. */
  onPartner?: (caller: Caller, route: string, codes: readonly string[]) => void;
  /** Proxies whose X-Forwarded-For gives `request.ip`: addresses and networks, or how many stand in front. */
  trustProxy?: string[] | number | undefined;
  /** After how long a client that does not read its answer is cut off. */
  stalledAfterMs?: number;
  /** How long a stop waits for requests in flight before it cuts them off. */
  closeWithinMs?: number;
}

/**
 * The HTTP server without its routes: bounds, request ids, logs and metrics, problems for all that fails, and a close
 * that lets requests in flight finish. Routes must log through the logger they are given: `request.log` is mute, because
 * a child logger for each request costs a tenth of the throughput.
 */
export function createHttp({
  logger,
  metrics,
  onError,
  onPartner,
  trustProxy,
  stalledAfterMs = 30_000,
  closeWithinMs = 10_000,
}: HttpOptions): FastifyInstance {
  const requests = requestLogger(logger);
  const nextId = requestIdSource();
  const app = fastify({
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // readQuery reads the address itself; request.query stays empty.
      querystringParser: () => ({}),
      // As long as headers may be: a long segment is an unknown or malformed identifier, which the route says better.
      maxParamLength: maxHeaderBytes,
    },
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      // Node would refuse with an empty 400; the hook below says what is wrong.
      requireHostHeader: false,
    },
    // Fastify takes no count, since it cannot see who connects; the documentation says what must hold then.
    trustProxy: typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : (trustProxy ?? false),
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Of inactivity; whom it cuts is decided below.
    connectionTimeout: stalledAfterMs,
    // Requests that arrive on open connections during a stop are still answered, with Connection: close.
    return503OnClosing: false,
    genReqId: nextId,
    clientErrorHandler: refuseConnection,
    // These come before any hook has run, on requests without our own properties.
    frameworkErrors: (error, request, reply) => {
      request.startedAt = performance.now();
      answerFailure(error, request as FastifyRequest, reply as FastifyReply);
      record.call(request as FastifyRequest, reply.statusCode);
    },
  });
  acceptRawBodies(app);
  const methodsOf = routeMethods(app);

  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(request.url);
    const problem =
      allowed.length > 0 ? methodNotAllowed(request.method, allowed) : notFound("There is nothing at this path.");
    return sendProblem(request, reply, problem);
  });
  let closing = false;
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("record", record);
  app.decorateRequest("caller", null);
  app.decorateRequest("codes", null);
  app.addHook("onRequest", (request, _reply, done) => {
    request.startedAt = performance.now();
    const { httpVersion, headers } = request.raw;
    const hostless = headers.host === undefined && httpVersion === "1.1";
    done(hostless ? badRequest("malformed-request", "The request has no Host header.") : unfitPath(request));
  });
  // Not onResponse: the listeners that it puts on each response cost a tenth of the time that a ready page takes.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-content-type-options", "nosniff").header("x-request-id", request.id);
    // A connection that is kept open after its last answer would hold the stop up until it is cut off.
    if (closing) reply.header("connection", "close");
    request.record(reply.statusCode);
    done();
  });
  const queues = new ConnectionQueues(() => metrics.dropped("pipelined-too-deep"));
  const [route] = app.server.listeners("request") as RequestListener[];
  let handle: RequestListener = route!;
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => queues.take(request, response, handle));
  app.decorate("openReadyLane", (lane: ReadyLane) => {
    handle = (request, response) => lane.take(request, response, route!);
  });
  app.decorate("unsent", new Unsent(() => metrics.dropped("reader-stalled")));
  // With a listener, node:http leaves it to us to end a connection. A request may take longer: an import, say.
  app.server.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) metrics.dropped("reader-stalled");
    else if (queues.isBusy(socket)) return;
    socket.destroy();
  });
  app.decorate("recordReady", ({ route, form, status, startedAt }: Parameters<ReadyLaneOptions["onSent"]>[0]) => {
    const ms = performance.now() - startedAt;
    metrics.request({ route, method: "GET", status, form }, ms / 1000);
    if (requests.isLevelEnabled("debug")) log("debug", { requestId: nextId(), method: "GET", route, status }, ms);
  });
  app.addHook("preClose", (done) => {
    closing = true;
    // The same for ready pages, which are sent past onSend: the client has a second for its next request, no more.
    app.server.keepAliveTimeout = 1;
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref();
    done();
  });
  return app;

  function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = problemFrom(error);
    request.codes = [problem.code];
    const isKnown = problem.status >= 500 && onError?.(error) === true;
    // A 503 says that the service does as it should: the outage, the start or the stop has a line of its own.
    if (problem.status >= 500 && problem.status !== 503 && !isKnown)
      logger.error({ requestId: request.id, err: error }, "request failed");
    return sendProblem(request, reply, problem);
  }

  /**
   * One line and one observation for each request. The path's pattern stands for its address, which may hold identifiers.
   * Ready answers are logged at `debug`: they come by the thousand, the metrics count them, and a line costs a third of one.
   */
  function record(this: FastifyRequest, status: number, ready = false): void {
    const { method } = this;
    if (this.raw.socket?.destroyed) {
      metrics.dropped("client-gone");
      return;
    }
    const route = this.routeOptions.url ?? "unmatched";
    const form = route.startsWith("/api/") ? (negotiate(this.headers.accept) ?? "json") : "other";
    const ms = performance.now() - this.startedAt;
    if (this.caller) onPartner?.(this.caller, route, this.codes ?? []);
    metrics.request({ route, method, status, form }, ms / 1000);
    // In an outage every request is a 503: the metrics count them.
    log(
      status === 503 || ready ? "debug" : status >= 500 ? "error" : "info",
      { requestId: this.id, method, route, status },
      ms,
    );
  }

  function log(level: "error" | "debug" | "info", request: object, ms: number): void {
    requests[level]({ ...request, ms: Math.round(ms * 1000) / 1000 }, "request");
  }
}

/**
 * A control character in a value of the path names nothing, and PostgreSQL takes no NUL. The back office checks its own after the
 * operator's role; an unknown language is a 404, which the route says.
 */
function unfitPath(request: FastifyRequest): Error | undefined {
  for (const [name, value] of Object.entries((request.params ?? {}) as Record<string, string>)) {
    if (!/\p{Cc}/u.test(value) || name === "lang" || request.routeOptions.url?.startsWith("/admin/")) continue;
    const detail = `${name} has a control character`;
    return badRequest("invalid-parameter", `${detail}.`, [{ pointer: name, detail }]);
  }
  return undefined;
}

const maxHeaderBytes = 16_384;

/** Ids that differ between processes and starts, and cost no randomness for each request. */
function requestIdSource(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/**
 * The methods that a path has, from the routes themselves, for a 405 in place of a 404. A `:lang` in a route matches the
 * languages of the contract only: in any other language the path is unknown.
 */
function routeMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: string[]; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    routes.push({ pattern: segments(url), methods: [method].flat() });
  });
  return (url) => {
    const path = segments(url.split("?", 1)[0]!);
    const matching = routes.filter(
      ({ pattern }) =>
        pattern.length === path.length && pattern.every((part, index) => partMatches(part, path[index]!)),
    );
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  };
}

/** Parts of a path as the router sees them: in any letter case, with or without a slash at the end. */
const segments = (path: string): string[] => path.toLowerCase().replace(/\/$/, "").split("/");

function partMatches(part: string, segment: string): boolean {
  if (part === ":lang") return languages.some((language) => language === segment);
  return part.startsWith(":") || part === segment;
}
