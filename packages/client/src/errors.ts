import { decode, type FieldError, type Format, Problem, problemNamespace } from "@paseo/contract/messages";
import { PaseoError } from "./paseo-error.ts";

/** Errors between a partner and the service. A refusal is not an error: validate, book and cancel return `isValid` false. */

/** The service, or a proxy in front of it, answered that the request failed. Common statuses have subclasses. */
export class ProblemError extends PaseoError {
  override name = "ProblemError";
  /** HTTP status. */
  readonly status: number;
  /** Stable code of the problem, such as `invalid-field`; undefined when a proxy answered without problem details. */
  readonly code: string | undefined;
  /** What is wrong with this request, in English; undefined like `code`. */
  readonly detail: string | undefined;
  /** The invalid fields: a JSON pointer or the name of a parameter, and a sentence. Empty when there are none. */
  readonly errors: readonly FieldError[];
  /** Retry-After in milliseconds; undefined when the answer has none. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, problem, retryAfterMs }: ProblemErrorFields) {
    super(problem ? `${status} ${problem.code}: ${problem.detail}` : `${status} without problem details`);
    this.status = status;
    this.code = problem?.code;
    this.detail = problem?.detail;
    this.errors = problem?.errors ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** The fields of a ProblemError. */
export interface ProblemErrorFields {
  status: number;
  problem?: Pick<Problem, "code" | "detail" | "errors"> | undefined;
  retryAfterMs?: number | undefined;
}

/** 400: malformed or out of bounds; `errors` names the fields. The client throws it before sending if it can. */
export class BadRequest extends ProblemError {
  override name = "BadRequest";
}

/** 401: the key is unknown, or the operation requires a key and got none. */
export class Unauthorized extends ProblemError {
  override name = "Unauthorized";
}

/** 403: the key is valid but has no permission. */
export class Forbidden extends ProblemError {
  override name = "Forbidden";
}

/** 404: no record has this identifier. */
export class NotFound extends ProblemError {
  override name = "NotFound";
}

/** 409: a request with the same idempotency key is in flight, or, with the code `revision-stale`, the order has changed. */
export class Conflict extends ProblemError {
  override name = "Conflict";
}

/** 410: changes since this version or cursor are no longer known; read everything again, with version 0 or without cursor. */
export class VersionExpired extends ProblemError {
  override name = "VersionExpired";
}

/** 429: too many requests; retry after `retryAfterMs`. */
export class RateLimited extends ProblemError {
  override name = "RateLimited";
}

/** 502, 503 or 504: the service is unreachable or overloaded. */
export class Overloaded extends ProblemError {
  override name = "Overloaded";
}

/**
 * The exchange ended without a complete answer: connection refused or reset, unknown host. `cause` is the error of
 * fetch. The request may have been executed.
 */
export class ConnectionFailed extends PaseoError {
  override name = "ConnectionFailed";
}

/** No complete answer arrived within `timeoutMs`. The request may have been executed. */
export class TimedOut extends PaseoError {
  override name = "TimedOut";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** The contract does not allow this answer: another page, a redirect, a field of another type. */
export class UnexpectedAnswer extends PaseoError {
  override name = "UnexpectedAnswer";
  /** HTTP status. */
  readonly status: number;
  readonly contentType: string | null;
  /** The first 200 characters of the answer. */
  readonly excerpt: string;

  constructor(what: string, { status, contentType, text }: TextAnswer) {
    super(`${what} (${status}, ${contentType ?? "no content type"})`);
    this.status = status;
    this.contentType = contentType;
    this.excerpt = text.slice(0, 200);
  }
}

/** An answer whose body is read as text. */
export interface TextAnswer {
  status: number;
  contentType: string | null;
  text: string;
}

/**
 * The error for a failed request. With problem details the status selects the class. Without them, the answer is not from
 * the service: 408, 429 and 5xx have their usual meaning, any other status is an UnexpectedAnswer.
 */
export function errorForAnswer(answer: TextAnswer, retryAfterMs: number | undefined): PaseoError {
  const { status } = answer;
  const problem = problemIn(answer);
  if (problem || isTemporaryStatus(status))
    return new (classes[status] ?? ProblemError)({ status, problem, retryAfterMs });
  return new UnexpectedAnswer("The answer is neither a success nor a problem of the service", answer);
}

/** Whether the same request may succeed later. */
export const isTemporaryStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Whether a request that failed with this error may succeed later: connection failures, time-outs, 408, 429 and 5xx. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionFailed ||
  error instanceof TimedOut ||
  (error instanceof ProblemError && isTemporaryStatus(error.status));

const classes: Record<number, typeof ProblemError> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: VersionExpired,
  429: RateLimited,
  502: Overloaded,
  503: Overloaded,
  504: Overloaded,
};

/** Problem details with the root name of RFC 9457. */
const ProblemDocument = { ...Problem, xml: { name: "problem" } } as typeof Problem;

function problemIn({ contentType, text }: TextAnswer): Problem | undefined {
  const format = formatOfContentType(contentType);
  const decoded = format && decode(ProblemDocument, text, format, { namespace: problemNamespace });
  return decoded?.ok ? decoded.value : undefined;
}

/** The format of a content type, including `application/problem+xml`; undefined for other types. */
export function formatOfContentType(contentType: string | null): Format | undefined {
  const type = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (/^application\/([\w.-]+\+)?json$/.test(type)) return "json";
  return /^(application\/([\w.-]+\+)?|text\/)xml$/.test(type) ? "xml" : undefined;
}
