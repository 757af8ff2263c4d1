/** Requests to the back office's interface: the one place that knows how it is spoken to. */

interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
}

/** A request that was refused, with the problem document's code and the fields that are wrong. */
export class Refused extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly fields: { pointer: string; detail: string }[];
  /** Seconds until it is worth trying again, where the service says so. */
  readonly retryAfter: number | null;
  constructor(status: number, problem: Problem, retryAfter: number | null = null) {
    super(problem.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.fields = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

const base = new URL("../admin/api", document.baseURI).pathname;

/**
 * Asks an operation. `query` leaves out what is undefined or empty.
 * @throws Refused; with the code `unreachable` when there was no answer.
 */
export async function ask<T = unknown>(
  method: string,
  path: string,
  { query = {}, body, signal }: { query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal } = {},
): Promise<T> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  const answer = await fetch(`${base}${path}${parameters.size > 0 ? `?${parameters}` : ""}`, {
    method,
    credentials: "same-origin",
    headers: { "x-paseo-console": "1", ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refused(0, { code: "unreachable", detail: String(error) });
  });
  const value = read(await answer.text());
  const retryAfter = Number(answer.headers.get("retry-after"));
  if (!answer.ok) throw new Refused(answer.status, (value ?? {}) as Problem, retryAfter > 0 ? retryAfter : null);
  // A page that some proxy put in between.
  if (value === undefined) throw new Refused(0, { code: "unreachable", detail: "The answer is not JSON." });
  return value as T;
}

function read(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
