import type { Paged } from "@paseo/contract";
import type { FastifyRequest } from "fastify";

/** The Link header's value when there is a next page. */
export function nextLink(
  request: FastifyRequest,
  { hasNextPage, currentPage }: Partial<Paged<unknown>>,
  input: object,
): string | undefined {
  if (!hasNextPage) return undefined;
  const path = request.url.split("?", 1)[0]!.toLowerCase();
  const given = Object.entries({ ...input, page: currentPage! + 1 }).filter(([name]) => name !== "lang");
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, one]) => [name, String(one)])));
  return `<${path}?${query}>; rel="next"`;
}
