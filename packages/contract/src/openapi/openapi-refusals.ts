import { type Operation, takesIdempotencyKey } from "../operations.ts";

/** The meaning of each failed request, by status. Each is a problem document, negotiated like an answer. */
export const refusalDescriptions: Readonly<Record<number, string>> = {
  400: "Malformed or out of bounds; `errors` points at the fields.",
  401: "The key is missing or not valid.",
  403: "The key does not permit this.",
  404: "Unknown identifier, path or language.",
  406: "None of the formats in Accept is available.",
  409: "The same request is still in progress; with `revision-stale` the order changed meanwhile.",
  410: "`version-expired`: the version is older than the stored changes, or newer than the newest. Synchronise in full from 0. `cursor-expired`: the database was restored or replaced. List the orders again without `cursor`.",
  413: "The body is too large.",
  415: "The format of the body is not supported.",
  422: "The Idempotency-Key was used with another body.",
  429: "Too many requests; Retry-After and RateLimit say when to try again.",
  503: "`overloaded`, also while it starts or stops, or `database-unavailable`; Retry-After says when to try again.",
};

/** The statuses of an operation's failed requests. 405 is omitted, because it answers another method. */
export function refusalStatuses(operation: Operation): number[] {
  const takes = (...names: string[]) => operation.parameters.some(({ name }) => names.includes(name));
  const statuses: [number, boolean][] = [
    [400, operation.request !== undefined || operation.parameters.some(({ name }) => name !== "lang")],
    [401, true],
    [403, true],
    [404, takes("lang") || operation.id === "product" || operation.id === "availability"],
    [406, true],
    [409, takesIdempotencyKey(operation.id)],
    [410, takes("version", "cursor")],
    [413, operation.request !== undefined],
    [415, operation.request !== undefined],
    [422, takesIdempotencyKey(operation.id)],
    [429, true],
    [503, true],
  ];
  return statuses.filter(([, applies]) => applies).map(([status]) => status);
}
