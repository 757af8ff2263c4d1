import type { Operation } from "./operations.ts";

/** What each failed request means, by status. Every one is a problem document, negotiated like an answer. */
export const refusalDescriptions: Readonly<Record<number, string>> = {
  400: "Malformed or out of bounds; `errors` points at the fields.",
  401: "The key is missing or not valid.",
  403: "The key has no right to this.",
  404: "Unknown identifier, path or language.",
  406: "None of the forms in Accept can be given.",
  409: "The same request is still being answered.",
  410: "`version-expired`: the version is below the floor or above the newest. Synchronise in full from 0.",
  413: "The body is too large.",
  415: "The body is in a form that is not understood.",
  422: "The Idempotency-Key was used with another body.",
  429: "Too many requests; Retry-After says when to come back.",
  503: "Overloaded or not ready; Retry-After says when to come back.",
};

/** The statuses of the failed requests that an operation can answer. 405 is not here: it is another method's answer. */
export function refusalsOf(operation: Operation): number[] {
  const takes = (...names: string[]) => operation.parameters.some(({ name }) => names.includes(name));
  const isPrivate = operation.cache === "private";
  const statuses: [number, boolean][] = [
    [400, operation.request !== undefined || operation.parameters.some(({ name }) => name !== "lang")],
    [401, true],
    [403, true],
    [404, takes("lang") || operation.id === "product"],
    [406, true],
    [409, operation.id === "eventbook"],
    [410, takes("version")],
    [413, operation.request !== undefined],
    [415, operation.request !== undefined],
    [422, operation.id === "eventbook"],
    [429, isPrivate],
    [503, true],
  ];
  return statuses.filter(([, applies]) => applies).map(([status]) => status);
}
