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

export interface Question {
  /** What is undefined or empty is left out. */
  query?: Record<string, unknown>;
  body?: unknown;
  /** A file in place of a body, with its media type. */
  file?: { type: string; bytes: Blob | ArrayBuffer };
  signal?: AbortSignal;
}

/**
 * Asks an operation.
 * @throws Refused; with the code `unreachable` when there was no answer.
 */
export async function ask<T = unknown>(method: string, path: string, question: Question = {}): Promise<T> {
  const value = read(await (await send(method, path, question)).text());
  // A page that some proxy put in between.
  if (value === undefined) throw new Refused(0, { code: "unreachable", detail: "The answer is not JSON." });
  return value as T;
}

/** Asks an operation that answers a file; throws as `ask` does. */
export async function askFile(path: string, query: Question["query"] = {}): Promise<{ name: string; file: Blob }> {
  const answer = await send("GET", path, { query });
  const name = answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1];
  return { name: name ?? "download", file: await answer.blob() };
}

/** The address of an operation, for a link. */
export function addressOf(path: string, query: Question["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  return `${base}${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

async function send(method: string, path: string, { query, body, file, signal }: Question): Promise<Response> {
  const type = file ? file.type : body !== undefined ? "application/json" : undefined;
  const answer = await fetch(addressOf(path, query), {
    method,
    credentials: "same-origin",
    headers: { "x-paseo-console": "1", ...(type && { "content-type": type }) },
    ...(file ? { body: file.bytes } : body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refused(0, { code: "unreachable", detail: String(error) });
  });
  if (answer.ok) return answer;
  const retryAfter = Number(answer.headers.get("retry-after"));
  const problem = (read(await answer.text()) ?? {}) as Problem;
  throw new Refused(answer.status, problem, retryAfter > 0 ? retryAfter : null);
}

function read(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
