import { decode, type FieldError, type Form, Problem, problemNamespace } from "@paseo/contract";

/**
 * Everything that can go wrong between a partner and the service, as classes to catch. What the business refuses is
 * not among them: validate, book and cancel answer it with `isValid` false.
 */

/** Whatever the client throws for a reason that is not a fault of the calling code. */
export class PaseoError extends Error {
  override name = "PaseoError";
}

/** The service, or a proxy before it, answered that the request failed. Its subclasses are for the statuses that are handled apart. */
export class ProblemError extends PaseoError {
  override name = "ProblemError";
  /** HTTP status. */
  readonly status: number;
  /** Stable code of the problem, such as `invalid-field`; undefined where a proxy answered without problem details. */
  readonly code: string | undefined;
  /** What is wrong with this request, in English; undefined like `code`. */
  readonly detail: string | undefined;
  /** The fields that are wrong: a JSON pointer into the body, or a parameter's name, and a sentence. Empty when it is none. */
  readonly errors: readonly FieldError[];
  /** How long the answer asks to wait before the next try, in milliseconds; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor({ status, problem, retryAfterMs }: Failure) {
    super(problem ? `${status} ${problem.code}: ${problem.detail}` : `${status} without problem details`);
    this.status = status;
    this.code = problem?.code;
    this.detail = problem?.detail;
    this.errors = problem?.errors ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** What a ProblemError is made from. */
export interface Failure {
  status: number;
  problem?: Pick<Problem, "code" | "detail" | "errors"> | undefined;
  retryAfterMs?: number | undefined;
}

/** 400: malformed or out of bounds, `errors` names the fields. Thrown before anything is sent where the client can see it itself. */
export class BadRequest extends ProblemError {
  override name = "BadRequest";
}

/** 401: there is no such key, or none was sent where one is needed. */
export class Unauthorized extends ProblemError {
  override name = "Unauthorized";
}

/** 403: a valid key without the right. */
export class Forbidden extends ProblemError {
  override name = "Forbidden";
}

/** 404: the service has nothing with this identifier. */
export class NotFound extends ProblemError {
  override name = "NotFound";
}

/** 409: a request with the same idempotency key is still being answered. */
export class Conflict extends ProblemError {
  override name = "Conflict";
}

/** 410: changes since this version are no longer kept; read everything again with version 0. */
export class VersionExpired extends ProblemError {
  override name = "VersionExpired";
}

/** 429: too many requests; `retryAfterMs` says when to come back. */
export class RateLimited extends ProblemError {
  override name = "RateLimited";
}

/** 502, 503 or 504: the service cannot be reached or cannot take the request now. */
export class Overloaded extends ProblemError {
  override name = "Overloaded";
}

/** No answer, or only a part of one: refused, reset, no such host. `cause` is what fetch threw. A request may have been carried out. */
export class ConnectionFailed extends PaseoError {
  override name = "ConnectionFailed";
}

/** No whole answer within `timeoutMs`. The request may have been carried out. */
export class TimedOut extends PaseoError {
  override name = "TimedOut";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message);
    this.timeoutMs = timeoutMs;
  }
}

/** An answer that the contract does not have: another page at this address, a redirect, a field of another type. */
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

/** An answer as it came, in text. */
export interface TextAnswer {
  status: number;
  contentType: string | null;
  text: string;
}

/**
 * The error for an answer whose status is no success. A problem document is the service's own word, and its status
 * chooses the class. Without one a 4xx says nothing of the catalogue (a wrong address answers 404, too), so it is an
 * UnexpectedAnswer; but 408, 429 and 5xx mean the same whoever sends them.
 */
export function errorOf(answer: TextAnswer, retryAfterMs: number | undefined): PaseoError {
  const { status } = answer;
  const problem = problemIn(answer);
  if (problem || isPassing(status)) return new (classes[status] ?? ProblemError)({ status, problem, retryAfterMs });
  return new UnexpectedAnswer("The answer is neither a success nor a problem of the service", answer);
}

/** Whether the same request may succeed a moment later. */
export const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

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

/** RFC 9457 gives the XML form of problem details its own root. */
const ProblemDocument = { ...Problem, xml: { name: "problem" } } as typeof Problem;

function problemIn({ contentType, text }: TextAnswer): Problem | undefined {
  const form = formOf(contentType);
  const decoded = form && decode(ProblemDocument, text, form, { namespace: problemNamespace });
  return decoded?.ok ? decoded.value : undefined;
}

/** The form that a content type names, `application/problem+xml` among them; undefined for any other. */
export function formOf(contentType: string | null): Form | undefined {
  const type = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (/^application\/([\w.-]+\+)?json$/.test(type)) return "json";
  return /^(application\/([\w.-]+\+)?|text\/)xml$/.test(type) ? "xml" : undefined;
}
