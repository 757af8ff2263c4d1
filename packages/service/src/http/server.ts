import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { languages as everyLanguage, type Language, limits } from "@paseo/contract";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Logger } from "pino";
import type { Caller } from "../domain/partners/keys.ts";
import { requestLogger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { traceRequests } from "../telemetry/requests.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { CallLimit } from "../web/call-limit.ts";
import { answerFormat } from "../web/negotiation.ts";
import { methodNotAllowed, notFound, problemFrom, refusals, refuseConnection, sendProblem } from "../web/problems.ts";
import { refuseControlCharacters } from "../web/query.ts";
import type { Refuses } from "./additions.ts";
import { acceptRawBodies } from "./body.ts";
import type { FastPathOptions, Handler, PageCacheFastPath } from "./cache/fast-path.ts";
import { headersProblem } from "./headers.ts";
import { addHeaders, answerOptions, CrossOrigin, routeMethods } from "./options.ts";

export interface HttpOptions {
  logger: Logger;
  metrics: Metrics;
  /** Traces requests. */
  telemetry?: Pick<Telemetry, "beginRequest"> | undefined;
  /** Called with the error that made a request fail; returns whether it is logged already. */
  onError?: (error: unknown) => boolean;
  /** Called for every answered request with a partner's key. */
  onPartner?: (caller: Caller, route: string, codes: readonly string[]) => void;
  /** Proxies whose X-Forwarded-For gives `request.ip`: addresses and networks, or their number. */
  trustProxy?: string[] | number | undefined;
  /** Sites whose pages may read the catalogue. */
  corsOrigins?: readonly string[] | undefined;
  languages?: readonly Language[];
  /** Requests of one partner within a minute; 0 for no limit. */
  partnerRequestsPerMinute?: number;
  tuning?: Partial<HttpTuning> | undefined;
}

/** Times that tests change. */
export interface HttpTuning {
  /** Milliseconds after which the connection of a client that does not read its answer is closed. */
  stalledAfterMs: number;
  /** Milliseconds for a whole request. */
  requestTimeoutMs: number;
  /** Milliseconds that a stop waits for requests in flight before it closes their connections. */
  closeWithinMs: number;
}

/**
 * The HTTP server without its routes: limits, request ids, logs, metrics, problem details for failed requests, and a stop that
 * lets requests in flight finish. Routes must log through the logger they are given: `request.log` is mute, because a child logger
 * for each request costs a tenth of the throughput.
 */
export function createHttp({
  logger,
  metrics,
  telemetry,
  onError,
  onPartner,
  trustProxy,
  corsOrigins,
  languages = everyLanguage,
  partnerRequestsPerMinute = 0,
  tuning: { stalledAfterMs = 30_000, requestTimeoutMs = 30_000, closeWithinMs = 10_000 } = {},
}: HttpOptions): FastifyInstance {
  const requests = requestLogger(logger);
  const nextId = requestIdSource();
  const connections = new Set<Socket>();
  let refuses: Refuses | undefined;
  let fastPath: PageCacheFastPath | undefined;
  const app = fastify({
    serverFactory: createFastServer,
    bodyLimit: limits.bodyBytes,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // readQuery parses the address itself; request.query stays empty.
      querystringParser: () => ({}),
      // As long as headers may be: the route explains better what is wrong with a long identifier.
      maxParamLength: maxHeaderBytes,
    },
    // Fastify has no option for a number of proxies; docs/how-to/run-in-production.md says when a number is safe.
    trustProxy: typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : (trustProxy ?? false),
    // Requests on open connections are still answered during a stop, with Connection: close.
    return503OnClosing: false,
    genReqId: nextId,
    clientErrorHandler: refuseConnection,
    // No hook has run for these requests, so they lack our properties.
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
    if (request.method === "OPTIONS" && allowed.length > 0) return answerOptions(request, reply, allowed);
    const problem =
      allowed.length > 0 ? methodNotAllowed(request.method, allowed) : notFound("There is nothing at this path.");
    return sendProblem(request, reply, problem);
  });
  let closing = false;
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("record", record);
  app.decorateRequest("caller", null);
  app.decorateRequest("codes", null);
  app.decorateRequest("rateLimit", null);
  app.decorate("nextRequestId", nextId);
  app.decorate("languages", languages);
  app.decorate("crossOrigin", new CrossOrigin(corsOrigins));
  app.decorate(
    "partnerCalls",
    partnerRequestsPerMinute > 0 ? new CallLimit("partner", partnerRequestsPerMinute) : undefined,
  );
  app.addHook("onRequest", (request, _reply, done) => {
    request.startedAt = performance.now();
    done(headersProblem(request.raw) ?? refuseControlCharacters(request));
  });
  traceRequests(app, telemetry);
  // Not onResponse: its listeners on each response cost a tenth of the time that a cached page takes.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-content-type-options", "nosniff").header("x-request-id", request.id);
    const more = request.method === "OPTIONS" ? [] : app.crossOrigin.headersOf(request.url, request.headers.origin);
    addHeaders(reply, request.rateLimit ? [...more, ...request.rateLimit] : more);
    // A connection that stays open after its last answer would delay the stop.
    if (closing) reply.header("connection", "close");
    request.record(reply.statusCode);
    done();
  });
  app.decorate("useFastPath", (used: PageCacheFastPath) => {
    fastPath = used;
  });
  app.decorate("refuseBefore", (given: Refuses) => {
    refuses = given;
  });
  app.decorate(
    "recordCached",
    ({ requestId, route, format, status, startedAt, headers }: Parameters<FastPathOptions["onSent"]>[0]) => {
      const ms = performance.now() - startedAt;
      telemetry?.beginRequest({ method: "GET", headers, requestId, startedAt }).end({ route, status });
      metrics.request({ route, method: "GET", status, format }, ms / 1000);
      if (requests.isLevelEnabled("debug")) log("debug", { requestId, method: "GET", route, status }, ms);
    },
  );
  app.addHook("preClose", (done) => {
    closing = true;
    // node:http closes connections after their last answer, but not those that a browser opened in advance.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    // Cached pages bypass onSend: after one the client has a second for its next request.
    app.server.keepAliveTimeout = 1;
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref();
    done();
  });
  return app;

  /** A server whose requests pass the fast path and the load limits before Fastify's router. */
  function createFastServer(toRouter: Handler): Server {
    /** The latest answer on each connection. */
    const latest = new WeakMap<Socket, ServerResponse>();
    const route: Handler = (request, response) =>
      refuses?.(request) ? refuse(request, response) : toRouter(request, response);
    const options = {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs),
      // Node would refuse with an empty 400; the onRequest hook says what is wrong.
      requireHostHeader: false,
      // node:http makes no stream of a body that a request does not have.
      optimizeEmptyRequests: true,
    };
    const server = createServer(options, (request, response) => {
      latest.set(request.socket, response);
      if (fastPath) fastPath.take(request, response, route);
      else route(request, response);
    });
    server.maxConnections = maxConnections;
    server.on("connection", (socket: Socket) => {
      connections.add(socket);
      socket.once("close", () => connections.delete(socket));
    });
    // With a callback, node:http leaves it to us to close an inactive connection. A request may take longer: an import, for one.
    return server.setTimeout(stalledAfterMs, (socket: Socket) => {
      const answer = latest.get(socket);
      if (socket.writableLength > 0) metrics.dropped("reader-stalled");
      else if (answer !== undefined && !answer.writableFinished && !answer.destroyed) return;
      socket.destroy();
    });
  }

  /** Less than a fifth of what the router and its hooks take, which matters when most requests are refused. */
  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    const format = answerFormat(request) ?? "json";
    const { headers, body } = refusals[format];
    const id = { "x-request-id": nextId() };
    response.writeHead(503, closing ? { ...headers, ...id, connection: "close" } : { ...headers, ...id });
    response.end(body);
    const method = request.method as string;
    metrics.request({ route: "unmatched", method, status: 503, format }, (performance.now() - startedAt) / 1000);
  }

  function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = problemFrom(error);
    request.codes = [problem.code];
    const isKnown = problem.status >= 500 && onError?.(error) === true;
    // A 503 is no failure of the service: the outage, the start or the stop has its own line.
    if (problem.status >= 500 && problem.status !== 503 && !isKnown)
      logger.error({ requestId: request.id, err: error }, "request failed");
    return sendProblem(request, reply, problem);
  }

  /**
   * Writes one line and one observation for each request. It logs the route's pattern: the address may hold identifiers. Cached
   * pages are logged at `debug`: they come by the thousand, the metrics count them, and a line costs a third of one.
   */
  function record(this: FastifyRequest, status: number, cached = false): void {
    const { method } = this;
    const route = this.routeOptions.url ?? "unmatched";
    const isGone = this.raw.socket?.destroyed === true;
    this.span?.end({ route, status: isGone ? undefined : status });
    if (isGone) {
      metrics.dropped("client-gone");
      return;
    }
    const format = route.startsWith("/api/") ? (answerFormat(this) ?? "json") : "other";
    const ms = performance.now() - this.startedAt;
    if (this.caller) onPartner?.(this.caller, route, this.codes ?? []);
    metrics.request({ route, method, status, format }, ms / 1000);
    // In an outage every request is a 503: the metrics count them.
    log(
      status === 503 || cached ? "debug" : status >= 500 ? "error" : "info",
      { requestId: this.id, method, route, status },
      ms,
    );
  }

  function log(level: "error" | "debug" | "info", request: object, ms: number): void {
    requests[level]({ ...request, ms: Math.round(ms * 1000) / 1000 }, "request");
  }
}

const maxHeaderBytes = 16_384;

/** Connections at once; node:http closes further ones. Each can have a body of up to 1 MiB that has not arrived completely. */
const maxConnections = 8_192;

/** Ids that differ between processes and starts without a random number for each request. */
function requestIdSource(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}
