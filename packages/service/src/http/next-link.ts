import type { Paged } from "@paseo/contract";

/** The value of the Link header if there is a next page. `url`: the address of any page of the list. */
export function nextLink(
  url: string,
  { hasNextPage, currentPage }: Partial<Paged<unknown>>,
  input: object,
): string | undefined {
  if (!hasNextPage) return undefined;
  const path = url.split("?", 1)[0]!.toLowerCase();
  const given = Object.entries({ ...input, page: currentPage! + 1 }).filter(([name]) => name !== "lang");
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, one]) => [name, String(one)])));
  return `<${path}?${query}>; rel="next"`;
}
