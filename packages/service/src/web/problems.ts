import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { encodeProblem, type Format, limits, type Problem } from "@paseo/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LimiterBusy } from "../limiter.ts";
import { storeFaultOf } from "../store/database/faults.ts";
import { GivenUp } from "../store/database/given-up.ts";
import type { FieldRefusal } from "../texts/field-refusals.ts";
import { answerFormat, problemContentTypes } from "./negotiation.ts";

/**
 * Failed requests as RFC 9457 problem details. `type` is `urn:paseo:problem:<code>`: the same in every deployment, and unlike an
 * address it needs no page behind it.
 */

/** A field that the request has wrong. The back office names the reason with a code and values too. */
export interface FieldError {
  pointer: string;
  detail: string;
  code?: string;
  values?: FieldRefusal["values"];
}
export type FieldErrors = FieldError[];

interface ProblemOptions {
  errors?: FieldErrors | undefined;
  headers?: Record<string, string>;
  /** Whether `errors` is the report on an operator's file, which names more than the few problems of another request. */
  isReport?: boolean;
}

/** A failed request. Thrown in or below a route; the error handler answers it. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: string,
    { errors, headers = {}, isReport = false }: ProblemOptions = {},
  ) {
    const bounded = short(detail, 4_000);
    super(bounded);
    this.status = status;
    this.code = code;
    this.detail = bounded;
    this.errors = isReport ? errors : errors?.slice(0, limits.problems).map(bound);
    this.headers = headers;
  }

  /** The body of an answer to a partner, whose fields the contract names. */
  toProblem(): Problem {
    return this.#problem(this.errors?.map(({ pointer, detail }) => ({ pointer, detail })));
  }

  /** The body of an answer of the back office, with the codes and values of its fields. */
  toCodedProblem() {
    return this.#problem(this.errors);
  }

  #problem<T>(errors: T | undefined) {
    return {
      type: `urn:paseo:problem:${this.code}`,
      title: STATUS_CODES[this.status] ?? "Error",
      status: this.status,
      detail: this.detail,
      code: this.code,
      ...(errors ? { errors } : {}),
    };
  }
}

/** Clients choose names and values that the texts repeat. */
const bound = ({ pointer, detail, code, values }: FieldError): FieldError => ({
  pointer: short(pointer, 500),
  detail: short(detail, 1_000),
  ...(code && { code, values: boundValues(values ?? {}) }),
});

const boundValues = (values: FieldRefusal["values"]) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? short(value, 500) : value]),
  );

const short = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

/** A request that is malformed or out of bounds. `errors` name the fields. */
export const badRequest = (code: string, detail: string, errors?: FieldErrors) =>
  new ProblemError(400, code, detail, { errors });

/** A missing or invalid key. */
export const unauthorized = (detail: string) =>
  new ProblemError(401, "key-invalid", detail, { headers: { "www-authenticate": 'Bearer realm="paseo"' } });

/** A valid key without the needed right. */
export const forbidden = (detail: string) => new ProblemError(403, "key-forbidden", detail);

/** An unknown identifier, path or language. */
export const notFound = (detail: string) => new ProblemError(404, "not-found", detail);

/** A method that the path does not have. `allow`: the methods of the path. */
export const methodNotAllowed = (method: string, allow: string[]) =>
  new ProblemError(405, "method-not-allowed", `${method} is not allowed here; this path has ${allow.join(", ")}.`, {
    headers: { allow: allow.join(", ") },
  });

export const notAcceptable = () =>
  new ProblemError(
    406,
    "not-acceptable",
    "Answers are application/json or application/xml, and Accept allows neither.",
  );

/** The client refuses every encoding, plain bytes too. */
export const encodingNotAcceptable = () =>
  new ProblemError(
    406,
    "not-acceptable",
    "Answers are sent plain, in gzip, br or zstd, and Accept-Encoding allows none of them.",
  );

/** The request conflicts with the present state. `seconds`: when to try again. */
export const conflict = (code: string, detail: string, seconds?: number) =>
  new ProblemError(409, code, detail, seconds === undefined ? {} : { headers: { "retry-after": `${seconds}` } });

/** A version older than the stored changes, or newer than the newest. */
export const versionExpired = () =>
  new ProblemError(
    410,
    "version-expired",
    "Changes since this version are not kept; synchronise in full from version 0.",
  );

/** A resource that no longer exists. */
export const gone = (code: string, detail: string) => new ProblemError(410, code, detail);

export const requestTimeout = () => new ProblemError(408, "request-timeout", "The request took too long to arrive.");

export const payloadTooLarge = (most: number) =>
  new ProblemError(413, "body-too-large", `The body is larger than ${most} bytes.`);

/** A body whose media type is not supported. `headers` name the accepted types. */
export const unsupportedMediaType = (detail: string, headers: Record<string, string>) =>
  new ProblemError(415, "unsupported-media-type", detail, { headers });

/** An idempotency key that the client sent again with other content. */
export const unprocessable = (code: string, detail: string) => new ProblemError(422, code, detail);

/** Too many requests. `seconds`: when to try again. */
export const tooManyRequests = (seconds: number) =>
  new ProblemError(429, "too-many-requests", "Too many requests; try again later.", {
    headers: { "retry-after": `${seconds}` },
  });

/** A service that is overloaded, starting or stopping. `seconds`: when to try again. */
export const overloaded = (seconds: number) =>
  new ProblemError(503, "overloaded", "The service cannot take this request now; try again later.", {
    headers: { "retry-after": `${seconds}` },
  });

/** The database does not answer, or takes no writes. `seconds`: when to try again. */
export const databaseUnavailable = (seconds: number) =>
  new ProblemError(503, "database-unavailable", "The database of the service is not available; try again later.", {
    headers: { "retry-after": `${seconds}` },
  });

/** Returns the problem for any error. An unexpected error shows no message and no stack. */
export function problemFrom(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = frameworkProblems[String((error as { code?: unknown } | undefined)?.code ?? "")];
  if (known) return known();
  if (error instanceof LimiterBusy || error instanceof GivenUp) return overloaded(1);
  const fault = storeFaultOf(error);
  if (fault) return fault === "busy" ? overloaded(2) : databaseUnavailable(5);
  return new ProblemError(500, "internal-error", "The service failed to answer; the failure is in its log.");
}

/** Fastify's errors, by code. */
const frameworkProblems: Record<string, () => ProblemError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    unsupportedMediaType("The Content-Type is not a media type.", { accept: "application/json, application/xml" }),
  FST_ERR_BAD_URL: () => badRequest("malformed-request", "The path has a malformed percent-encoding."),
  ERR_HTTP_REQUEST_TIMEOUT: () => requestTimeout(),
};

/** Answers with a problem, in the format of any answer to the request, or JSON when Accept allows neither. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const format = answerFormat(request) ?? "json";
  return reply
    .code(problem.status)
    .headers(problemHeaders(problem, format))
    .send(Buffer.from(bodyOf(request, problem, format)));
}

const bodyOf = (request: FastifyRequest, problem: ProblemError, format: Format): string =>
  format === "json" && request.routeOptions.config.load === "admin"
    ? JSON.stringify(problem.toCodedProblem())
    : encodeProblem(problem.toProblem(), format);

/** Returns the headers of a problem except its length. */
const problemHeaders = (problem: ProblemError, format: Format): Record<string, string> => ({
  ...problem.headers,
  "content-type": problemContentTypes[format],
  "cache-control": "no-store",
  vary: "Accept, Accept-Encoding",
  "x-content-type-options": "nosniff",
});

/**
 * The answer to a request that is refused before the router. It is made once, because an error captures its stack, which takes as long as
 * the rest of a refusal.
 */
export const overloadedAnswers = { json: refusalIn("json"), xml: refusalIn("xml") };

function refusalIn(format: Format): { headers: Record<string, string>; body: string } {
  const problem = overloaded(1);
  const body = encodeProblem(problem.toProblem(), format);
  const headers = { ...problemHeaders(problem, format), "content-length": `${Buffer.byteLength(body)}` };
  return { headers, body };
}

/** Answers a connection without a request, or with bytes that are not valid HTTP: there is nothing to negotiate with. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const problem =
    error instanceof ProblemError
      ? error
      : (connectionProblems[error.code ?? ""]?.() ?? badRequest("malformed-request", "This is not an HTTP request."));
  const body = encodeProblem(problem.toProblem(), "json");
  const headers = {
    ...problemHeaders(problem, "json"),
    "content-length": `${Buffer.byteLength(body)}`,
    connection: "close",
  };
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "",
      body,
    ].join("\r\n"),
  );
}

const connectionProblems: Record<string, () => ProblemError> = {
  HPE_HEADER_OVERFLOW: () => new ProblemError(431, "headers-too-large", "The request line and headers are too long."),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new ProblemError(413, "body-too-large", "The chunk extensions are too long."),
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};
