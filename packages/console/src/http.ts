/** Requests to the back office's interface: the one place that knows how it is spoken to. */

/** A request that was refused, with the problem document's code and the fields that are wrong. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: { pointer: string; detail: string }[];
  constructor(
    status: number,
    problem: { code?: string; detail?: string; errors?: { pointer: string; detail: string }[] },
  ) {
    super(problem.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.fields = problem.errors ?? [];
  }
}

const base = new URL("../admin/api", document.baseURI).pathname;

/** Asks an operation. `query` leaves out what is undefined or empty. */
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
  });
  const text = await answer.text();
  const value = text === "" ? {} : JSON.parse(text);
  if (!answer.ok) throw new Refused(answer.status, value);
  return value as T;
}
