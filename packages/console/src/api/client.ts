import { loadRefusals } from "../i18n/refusals.ts";
import { routes } from "./generated/admin.ts";
import type { Refusal } from "./refusal-text.ts";
import type { ApiAnswer, ApiArguments, OperationId } from "./types.ts";

/** Requests to the admin API. */

/** A field that the service refused. */
export type RefusedField = Refusal & { pointer: string };

interface ProblemDocument {
  code?: string;
  detail?: string;
  errors?: RefusedField[];
}

/** A request that the service refused, with the problem document's code and the wrong fields. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly fields: RefusedField[];
  /** Seconds until a retry, if the service sends them. */
  readonly retryAfter: number | null;
  constructor(status: number, problem: ProblemDocument, retryAfter: number | null = null) {
    super(problem.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.fields = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** Returns whether another operator changed the record after it was read. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "changed-meanwhile";

const base = new URL("../admin/api", document.baseURI).pathname;

/**
 * Calls an operation.
 * @throws ApiError; with the code `unreachable` when there was no answer.
 */
export async function callApi<Id extends OperationId>(id: Id, ...[request]: ApiArguments<Id>): Promise<ApiAnswer<Id>> {
  const value = read(await (await send(id, request ?? {})).text());
  // Some proxies answer with their own page.
  if (value === undefined) throw new ApiError(0, { code: "unreachable", detail: "The answer is not JSON." });
  return value as ApiAnswer<Id>;
}

/** A request of any operation, with the parameters of its path by name. */
export interface AnyRequest {
  query?: Record<string, unknown>;
  body?: unknown;
  file?: { type: string; bytes: Blob | ArrayBuffer };
  signal?: AbortSignal;
  [parameter: string]: unknown;
}

/** Calls an operation that returns a file. Throws like `callApi`. */
export async function fetchFile(id: OperationId, request: AnyRequest): Promise<{ name: string; file: Blob }> {
  const answer = await send(id, request);
  const name = answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1];
  return { name: name ?? "download", file: await answer.blob() };
}

/** Returns the address of an operation, for a link. */
export function operationUrl(id: OperationId, request: AnyRequest = {}): string {
  const { query = {} } = request;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  const path = routes[id]
    .replace(/^\w+ /, "")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(request[name])));
  return `${base}${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

async function send(id: OperationId, request: AnyRequest): Promise<Response> {
  const { body, file, signal } = request;
  const type = file ? file.type : body !== undefined ? "application/json" : undefined;
  const answer = await fetch(operationUrl(id, request), {
    method: routes[id].split(" ")[0]!,
    credentials: "same-origin",
    headers: {
      "x-paseo-console": "1",
      "accept-language": document.documentElement.lang,
      ...(type && { "content-type": type }),
    },
    ...(file ? { body: file.bytes } : body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { code: "unreachable", detail: String(error) });
  });
  if (answer.ok) return answer;
  const retryAfter = Number(answer.headers.get("retry-after"));
  const problem = (read(await answer.text()) ?? {}) as ProblemDocument;
  if (problem.errors?.length) await loadRefusals();
  throw new ApiError(answer.status, problem, retryAfter > 0 ? retryAfter : null);
}

function read(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}
