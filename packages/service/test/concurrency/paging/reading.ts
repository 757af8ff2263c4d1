/** Clients that read a list page by page. */

/** The records of a list by identifier, one page at a time. */
export type Pages = AsyncGenerator<Map<string, unknown>>;

interface ListPage {
  hasNextPage: boolean;
  values: { id: string }[];
}

/** Reads page 1, 2, 3, … until there is no next page. */
export async function* byNumber(url: string, path: string): Pages {
  for (let page = 1, more = true; more; page++) {
    const { list } = await read(`${url}${path}${path.includes("?") ? "&" : "?"}page=${page}`);
    more = list.hasNextPage;
    yield records(list);
  }
}

/** The control: reads the events from the current day of each request, as if past days left the start of the list. */
export async function* byToday(url: string, path: string, today: () => string): Pages {
  for (let page = 1, more = true; more; page++) {
    const { list } = await read(`${url}${path}${path.includes("?") ? "&" : "?"}fromdate=${today()}&page=${page}`);
    more = list.hasNextPage;
    yield records(list);
  }
}

/** Reads the pages along `Link: rel="next"`. */
export async function* byLink(url: string, path: string): Pages {
  for (let next: string | undefined = path; next !== undefined; ) {
    const { list, link } = await read(`${url}${next}`);
    next = link === null ? undefined : /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
    yield records(list);
  }
}

/** The control: cuts pages by OFFSET out of the rows at the time of each request. */
export async function* byOffset(live: () => Promise<string[]>, size: number): Pages {
  for (let offset = 0, more = true; more; offset += size) {
    const rows = await live();
    more = rows.length > offset + size;
    yield new Map(rows.slice(offset, offset + size).map((id) => [id, id]));
  }
}

async function read(address: string): Promise<{ list: ListPage; link: string | null }> {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return { list: (await answer.json()) as ListPage, link: answer.headers.get("link") };
}

const records = ({ values }: ListPage): Map<string, unknown> => new Map(values.map((value) => [value.id, value]));

/**
 * Reads a list while the catalogue changes: `changes[n]` between page n + 1 and the next one. Returns the newest version
 * of each record read, how often each was read, and the records not read although they were in the list throughout.
 */
export async function readUnder(
  list: Pages,
  live: () => Promise<string[]>,
  changes: (() => Promise<void>)[],
): Promise<{ read: Map<string, unknown>; times: Map<string, number>; missed: string[]; pages: number }> {
  const read = new Map<string, unknown>();
  const times = new Map<string, number>();
  let throughout = new Set(await live());
  let pages = 0;
  for await (const page of list) {
    for (const [id, record] of page) {
      read.set(id, record);
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    await changes[pages++]?.();
    throughout = throughout.intersection(new Set(await live()));
  }
  return { read, times, missed: [...throughout].filter((id) => !read.has(id)), pages };
}
