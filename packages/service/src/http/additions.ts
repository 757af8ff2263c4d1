import type { IncomingMessage } from "node:http";
import type { Language } from "@paseo/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../domain/partners/keys.ts";
import type { SentOrder } from "../domain/partners/usage.ts";
import type { CallLimit } from "../web/call-limit.ts";
import type { ProblemError } from "../web/problems.ts";
import type { PageCacheFastPath, PageFastPathOptions } from "./cache/fast-path.ts";
import type { CrossOrigin } from "./options.ts";

/**
 * Which slots a route takes under load: load-limit.ts. `none`: a route that reads no store, or reads it once for many requests, and is always
 * answered.
 */
export type RouteLoad = "reads" | "orders" | "channels" | "documents" | "others" | "admin" | "none";

/** Properties that the server adds to Fastify's requests and instance. */
declare module "fastify" {
  interface FastifyContextConfig {
    /** Each route declares it. A server with load limits does not start otherwise. */
    load?: RouteLoad;
  }
  interface FastifyRequest {
    /** The time of the request's arrival, by performance.now(). */
    startedAt: number;
    /** The partner. It is set when the request's key has been checked. */
    caller: Caller | null;
    /** Headers about the request's limit, as a flat list of names and values. */
    rateLimit: string[] | null;
    /** Codes of problems and of business refusals. */
    codes: string[] | null;
    /** What a partner sent of an order; null for any other request. */
    sentOrder: SentOrder | null;
    /** Logs and measures the request as answered. Only code that writes to `reply.raw` needs to call it. */
    record(status: number, cached?: boolean): void;
  }
  interface FastifyInstance {
    /** Passes every request to `fastPath` before the router. */
    useFastPath(fastPath: PageCacheFastPath): void;
    /** Refuses requests with 503 before the router. */
    refuseBefore(refuses: RefusesUnderLoad): void;
    /** Sets how failed requests below a path are answered, including requests that match no route. */
    answerFailuresBelow(path: string, answer: FailureAnswer): void;
    nextRequestId: () => string;
    crossOrigin: CrossOrigin;
    languages: readonly Language[];
    /** Counts the requests of each partner; undefined without a limit. */
    partnerCalls: CallLimit | undefined;
    /** Logs and measures an answer of the fast path. */
    recordCached(sent: Parameters<PageFastPathOptions["onSent"]>[0]): void;
  }
}

/** Answers a failed request, and sets its codes unless a refusal has set them. */
export type FailureAnswer = (problem: ProblemError, request: FastifyRequest, reply: FastifyReply) => void;

/** Whether the service refuses a request under load. It is called once for each request. */
export type RefusesUnderLoad = (request: IncomingMessage) => boolean;
