import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { languages as everyLanguage, type Language, limits } from "@paseo/contract";
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { Logger } from "pino";
import type { Metrics } from "../metrics.ts";
import { traceRequests } from "../telemetry/requests.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { CallLimit } from "../web/call-limit.ts";
import { answerFormat } from "../web/negotiation.ts";
import {
  methodNotAllowed,
  notFound,
  overloadedAnswers,
  problemFrom,
  refuseConnection,
  sendProblem,
} from "../web/problems.ts";
import { refuseControlCharacters } from "../web/query.ts";
import type { FailureAnswer, RefusesUnderLoad } from "./additions.ts";
import { acceptRawBodies } from "./body.ts";
import type { PageCacheFastPath, RequestHandler } from "./cache/fast-path.ts";
import { type ConnectionOptions, createConnections, maxHeaderBytes } from "./connections.ts";
import { headersProblem } from "./headers.ts";
import { addHeaders, answerOptions, CrossOrigin, routeMethods } from "./options.ts";
import { type RecordOptions, type RequestRecords, requestRecords } from "./records.ts";

export interface HttpOptions {
  logger: Logger;
  metrics: Metrics;
  /** Traces requests. */
  telemetry?: Pick<Telemetry, "beginRequest"> | undefined;
  /** Called with the error that made a request fail. Returns whether the error is already logged. */
  onError?: (error: unknown) => boolean;
  /** Called for every answered request with a partner's key. */
  onPartner?: RecordOptions["onPartner"];
  /** Proxies whose X-Forwarded-For sets `request.ip`: their addresses and networks, or their number. */
  trustProxy?: string[] | number | undefined;
  /** Sites whose pages may read the catalogue. */
  corsOrigins?: readonly string[] | undefined;
  languages?: readonly Language[];
  /** Requests of one partner within a minute; 0 for no limit. */
  partnerRequestsPerMinute?: number;
  /** Returns the address of the route that answers a request. */
  routeOf?: ((url: string, host: string | undefined) => string) | undefined;
  tuning?: Partial<HttpTuning> | undefined;
}

/** Times that tests change. */
export interface HttpTuning extends Pick<ConnectionOptions, "stalledAfterMs" | "requestTimeoutMs"> {
  /** Milliseconds that a stop waits for requests in flight before it closes their connections. */
  closeWithinMs: number;
}

/**
 * Creates the HTTP server without its routes: limits, request ids, logs, metrics, problem details for failed requests, and a stop that
 * lets requests in flight finish. Routes must log through the logger that they are given. `request.log` is disabled, because a child
 * logger for each request costs a tenth of the throughput.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { metrics, telemetry, trustProxy, tuning = {} } = options;
  const { stalledAfterMs = 30_000, requestTimeoutMs = 30_000, closeWithinMs = 10_000 } = tuning;
  const records = requestRecords(options);
  const nextId = requestIdSource();
  const failureAnswers = new Map<string, FailureAnswer>();
  const answerFailure = failureAnswer(options, failureAnswers);
  const before = beforeRouter(records, nextId);
  let closeUnused = () => {};
  const app = fastify({
    serverFactory: (toRouter) => {
      const connections = createConnections({
        stalledAfterMs,
        requestTimeoutMs,
        onRequest: before.handler(toRouter),
        onStalled: () => metrics.dropped("reader-stalled"),
      });
      closeUnused = connections.closeUnused;
      return connections.server;
    },
    bodyLimit: limits.bodyBytes,
    rewriteUrl: ({ url, headers }: IncomingMessage) => options.routeOf?.(url!, headers.host) ?? url!,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      // readQuery parses the address itself; request.query stays empty.
      querystringParser: () => ({}),
      // The limit equals the limit of headers, because the route's message about a long identifier is better.
      maxParamLength: maxHeaderBytes,
    },
    // Fastify has no option for a number of proxies; docs/how-to/run-in-production.md says when a number is safe.
    trustProxy: typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : (trustProxy ?? false),
    // During a stop, requests on open connections are still answered, with Connection: close.
    return503OnClosing: false,
    genReqId: nextId,
    clientErrorHandler: refuseConnection,
    // No hook has run for these requests, so they do not have our properties.
    frameworkErrors: (error, request, reply) => {
      request.startedAt = performance.now();
      answerFailure(error, request as FastifyRequest, reply as FastifyReply);
      records.answered(request as FastifyRequest, reply.statusCode);
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
    return answerFailure(problem, request, reply);
  });
  decorate(app, options, { records, nextId, before, failureAnswers });
  app.addHook("onRequest", (request, _reply, done) => {
    request.startedAt = performance.now();
    done(headersProblem(request.raw) ?? refuseControlCharacters(request));
  });
  traceRequests(app, telemetry);
  // The service does not use onResponse: its listeners on each response cost a tenth of the time of a cached page.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-content-type-options", "nosniff").header("x-request-id", request.id);
    const more = request.method === "OPTIONS" ? [] : app.crossOrigin.headersOf(request.url, request.headers.origin);
    addHeaders(reply, request.rateLimit ? [...more, ...request.rateLimit] : more);
    // A connection that stays open after its last answer would delay the stop.
    if (before.isClosing) reply.header("connection", "close");
    request.record(reply.statusCode);
    done();
  });
  app.addHook("preClose", (done) => {
    before.isClosing = true;
    closeUnused();
    // Cached pages bypass onSend. After a cached page the client has a second for its next request.
    app.server.keepAliveTimeout = 1;
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref();
    done();
  });
  return app;
}

/** Adds our properties to Fastify's requests and server. additions.ts declares their types. */
function decorate(
  app: FastifyInstance,
  { corsOrigins, languages = everyLanguage, partnerRequestsPerMinute: most = 0 }: HttpOptions,
  {
    records,
    nextId,
    before,
    failureAnswers,
  }: {
    records: RequestRecords;
    nextId: () => string;
    before: BeforeRouter;
    failureAnswers: Map<string, FailureAnswer>;
  },
): void {
  app.decorateRequest("startedAt", 0);
  app.decorateRequest("record", function (this: FastifyRequest, status: number, cached?: boolean) {
    records.answered(this, status, cached);
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("codes", null);
  app.decorateRequest("sentOrder", null);
  app.decorateRequest("rateLimit", null);
  app.decorate("nextRequestId", nextId);
  app.decorate("languages", languages);
  app.decorate("crossOrigin", new CrossOrigin(corsOrigins));
  app.decorate("partnerCalls", most > 0 ? new CallLimit("partner", most) : undefined);
  app.decorate("useFastPath", (fastPath: PageCacheFastPath) => {
    before.fastPath = fastPath;
  });
  app.decorate("refuseBefore", (refuses: RefusesUnderLoad) => {
    before.refuses = refuses;
  });
  app.decorate("answerFailuresBelow", (path: string, answer: FailureAnswer) => {
    failureAnswers.set(path, answer);
  });
  app.decorate("recordCached", records.cached);
}

interface BeforeRouter {
  fastPath: PageCacheFastPath | undefined;
  refuses: RefusesUnderLoad | undefined;
  isClosing: boolean;
  handler(toRouter: RequestHandler): RequestHandler;
}

/** Handles every request before Fastify's router: first the page cache's fast path, then the load limits. */
function beforeRouter(records: RequestRecords, nextId: () => string): BeforeRouter {
  const before: BeforeRouter = {
    fastPath: undefined,
    refuses: undefined,
    isClosing: false,
    handler(toRouter) {
      const route: RequestHandler = (request, response) =>
        before.refuses?.(request) ? refuse(request, response) : toRouter(request, response);
      return (request, response) =>
        before.fastPath ? before.fastPath.take(request, response, route) : route(request, response);
    },
  };
  return before;

  /**
   * This takes less than a fifth of the time of the router and its hooks, which matters when most requests are refused.
   */
  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    const format = answerFormat(request) ?? "json";
    const { headers, body } = overloadedAnswers[format];
    const all = { ...headers, "x-request-id": nextId() };
    response.writeHead(503, before.isClosing ? { ...all, connection: "close" } : all);
    response.end(body);
    records.refused(request.method as string, format, startedAt);
  }
}

/** Answers a failed request, by default with its problem, and logs a failure of the service. */
const failureAnswer =
  ({ logger, onError }: Pick<HttpOptions, "logger" | "onError">, answers: ReadonlyMap<string, FailureAnswer>) =>
  (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemFrom(error);
    const isKnown = problem.status >= 500 && onError?.(error) === true;
    // A 503 is no failure of the service: the outage, the start or the stop has its own log line.
    if (problem.status >= 500 && problem.status !== 503 && !isKnown)
      logger.error({ requestId: request.id, err: error }, "request failed");
    const answer = answers.get(firstPart.exec(request.url)?.[0].toLowerCase() ?? "") ?? answerProblem;
    answer(problem, request, reply);
  };

/** The first part of an address's path. */
const firstPart = /^\/[^/?]*/;

const answerProblem: FailureAnswer = (problem, request, reply) => {
  request.codes = [problem.code];
  sendProblem(request, reply, problem);
};

/** Ids that differ between processes and starts, without a random number for each request. */
function requestIdSource(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}
