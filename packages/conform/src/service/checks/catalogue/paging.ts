import { type Event, type Paged, pageSizes } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Check, Findings } from "../../check.ts";
import {
  dayFromNow,
  eventDay,
  type ListId,
  lists,
  type PagesRead,
  readComingEvents,
  readPages,
  recordId,
  recordIds,
} from "../../lists.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { RequestParameters, TestedService } from "../../tested-service.ts";

/** The envelope of paged lists, and reading them page by page. */

/** Checks the envelope of a page. */
function checkEnvelope(id: ListId, number: number, page: Paged<unknown>, exchange: Exchange, findings: Findings): void {
  const size = pageSizes[id];
  const { totalCount, totalPages, values } = page;
  findings.equal(page.currentPage, number, "CurrentPage", exchange);
  findings.equal(page.pageSize, size, "PageSize", exchange);
  findings.equal(totalPages, Math.ceil(totalCount / size), `TotalPages of ${totalCount} records`, exchange);
  findings.equal(page.hasPreviousPage, number > 1, `HasPreviousPage of page ${number}`, exchange);
  findings.equal(page.hasNextPage, number < totalPages, `HasNextPage of page ${number} of ${totalPages}`, exchange);
  findings.holds(values.length <= size, `the page holds ${values.length} records, more than ${size}`, exchange);
}

/** Returns filters that make a list short enough to read to the end: for events, the days of its first pages. */
async function shortRange(service: TestedService, id: ListId): Promise<RequestParameters> {
  if (id !== "events") return {};
  const events = await readComingEvents(service);
  const [first, last] = [events[0], events.at(-1)];
  return first && last ? { fromdate: eventDay(first), todate: eventDay(last) } : {};
}

const versionsNow = async (service: TestedService): Promise<string> =>
  (await service.get(service.path("productversion"))).text;

/** Reads the pages of a list while the catalogue does not change. Throws SkippedCheckError if it changes. */
async function readUnchanged(service: TestedService, id: ListId, params: RequestParameters): Promise<PagesRead> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const before = await versionsNow(service);
    const list = await readPages(service, id, params);
    if ((await versionsNow(service)) === before) return list;
  }
  throw new SkippedCheckError("the catalogue changes faster than its lists can be read");
}

function checkAllPages(id: ListId, list: PagesRead, findings: Findings): void {
  const ids = recordIds(list);
  const last = list.pages.at(-1)!;
  const distinct = new Set(ids).size;
  findings.holds(distinct === ids.length, `${ids.length - distinct} records occur twice`, last.exchange);
  if (!list.complete) return;
  const { totalCount, totalPages } = last.page;
  // If pages have holes, TotalCount may be larger, so that a client that divides it by the page size reaches the last page.
  const least = Math.max(distinct, (totalPages - 1) * pageSizes[id] + 1);
  const fits = totalCount === distinct || (distinct > 0 && totalCount === least);
  const what = `TotalCount is ${totalCount}, but ${list.pages.length} pages hold ${distinct} records`;
  findings.holds(fits, what, last.exchange);
}

const listChecks = (id: ListId): Check[] => [
  {
    id: `paging.${id}.envelope`,
    says: `A page of the list ${id} has a correct envelope, with a page size of ${pageSizes[id]}`,
    clause: "interface, paged envelope and limits",
    run: async (service, findings) => {
      const exchange = await service.get(service.path(id, { page: 1 }));
      const page: Paged<unknown> = service.read(id, exchange);
      checkEnvelope(id, 1, page, exchange, findings);
      const unnamed = await service.get(service.path(id));
      findings.equal((service.read(id, unnamed) as Paged<unknown>).currentPage, 1, "CurrentPage without page", unnamed);
    },
  },
  {
    id: `paging.${id}.past-the-end`,
    says: `A page of the list ${id} past the end is empty`,
    clause: "decision 8",
    run: async (service, findings) => {
      const { totalPages } = (await service.value(id, { page: 1 })) as Paged<unknown>;
      const number = totalPages + 3;
      const exchange = await service.get(service.path(id, { page: number }));
      if (!findings.status(exchange, 200, "a page past the end is an empty page")) return;
      const page: Paged<unknown> = service.read(id, exchange);
      findings.equal(page.values, [], "Values", exchange);
      findings.equal([page.currentPage, page.hasNextPage], [number, false], "CurrentPage and HasNextPage", exchange);
    },
  },
  {
    id: `paging.${id}.every-page`,
    says: `Paging through the list ${id} returns every record once`,
    clause: "decision 8",
    run: async (service, findings) => {
      const list = await readUnchanged(service, id, await shortRange(service, id));
      for (const [index, { page, exchange }] of list.pages.entries())
        checkEnvelope(id, index + 1, page, exchange, findings);
      checkAllPages(id, list, findings);
    },
  },
  {
    id: `paging.${id}.link`,
    says: `A page of the list ${id} with a next one has Link: rel="next"`,
    clause: "decision 8",
    run: async (service, findings) => {
      const first = await service.get(service.path(id, { page: 1 }));
      const page: Paged<unknown> = service.read(id, first);
      const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(`${first.headers.link ?? ""}`)?.[1];
      if (!page.hasNextPage) {
        findings.holds(target === undefined, "the only page has a link to a next page", first);
        throw new SkippedCheckError(`${id} has one page`);
      }
      if (!findings.holds(target !== undefined, 'the page has no Link with rel="next"', first)) return;
      const { pathname, search } = new URL(target!, first.sent.url);
      const prefix = new URL(first.sent.url).pathname.split("/api/", 1)[0]!;
      const second = await service.get(pathname.slice(pathname.startsWith(prefix) ? prefix.length : 0) + search);
      if (!findings.status(second, 200, "the link of the first page names this one")) return;
      const next: Paged<unknown> = service.read(id, second);
      findings.equal(next.currentPage, 2, "CurrentPage of the linked page", second);
      const repeated = next.values.map(recordId).filter((one) => page.values.map(recordId).includes(one));
      findings.equal(repeated, [], "records on both pages", second);
    },
  },
];

export const pagingChecks: Check[] = [
  ...lists.flatMap(listChecks),
  {
    id: "paging.events.order",
    says: "Events are sorted from the latest EventOn, with fromdate from the earliest, then by Id",
    clause: "decision 8",
    run: async (service, findings) => {
      for (const params of [{}, { fromdate: dayFromNow(1) }]) {
        const { pages } = await readPages(service, "events", params, 2);
        const events = pages.flatMap(({ page }) => page.values as Event[]);
        const isSorted = (before: Event, { eventOn, id }: Event): boolean => {
          if (before.eventOn === eventOn) return before.id < id;
          return "fromdate" in params ? before.eventOn < eventOn : before.eventOn > eventOn;
        };
        const at = events.findIndex((event, index) => index > 0 && !isSorted(events[index - 1]!, event));
        const what = `${events[at]?.eventOn} ${events[at]?.id} is after ${events[at - 1]?.eventOn} ${events[at - 1]?.id}`;
        findings.holds(at < 0, what, pages[0]!.exchange);
      }
    },
  },
];
