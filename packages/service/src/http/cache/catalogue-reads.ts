import { encode, type Format, type Language, type Operation, type Paged } from "@paseo/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { LRUCache } from "lru-cache";
import type { ReadOncePerVersion } from "../../domain/catalogue/event-lists.ts";
import type { DayRange, RecentChanges } from "../../domain/catalogue/recent-changes.ts";
import { VersionExpired } from "../../domain/catalogue/retention.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Offer } from "../../records/partners/offer.ts";
import type { Service } from "../../service.ts";
import type { VersionCounter } from "../../store/versions/versions.ts";
import { readCaller } from "../../web/access.ts";
import { type ContentEncoding, encodingFor, negotiateFormat } from "../../web/negotiation.ts";
import { encodingNotAcceptable, notAcceptable, versionExpired } from "../../web/problems.ts";
import type { CachedPages, PageToBuild } from "./cached-pages.ts";
import { sendEncoded } from "./encoded-page.ts";
import type { KnownAddress } from "./fast-path.ts";
import type { PageRequester } from "./page-work.ts";

/** Answers the reads of the catalogue with cached pages. Each route declares the data that its read depends on. */

/** Dependencies with which an answer is built. */
interface Sources extends Pick<Service, "db"> {
  readOnce: ReadOncePerVersion;
  /** The setting OFFERED_LANGUAGES. */
  offeredLanguages: readonly Language[];
  /** What the partner that reads sees; missing: the public set. */
  offer?: Offer | undefined;
  /** The partner whose own answer is built; null: the answer of every other partner. */
  viewer: Viewer | null;
}

/** A partner that reads an answer of its own. */
export interface Viewer {
  partnerId: string;
  /** Whether it reads how many seats are left. They change with each sale, which changes no epoch. */
  seats: boolean;
}

/** For how long a page with seats is cached. */
const seatsMs = 10_000;

/** One read operation: the data that its answer depends on beside its parameters, and the function that builds it. */
export interface CatalogueRead<P, T> {
  /** Returns the epoch from the parts of the counter on which the answer depends. */
  epoch: (counter: VersionCounter) => string;
  /** Returns the minutes between two changes of the answer by time alone: a multiple of five, or 0 for never. */
  changesEvery?: (input: P) => number;
  make: (from: Sources, input: P, now: Date) => Promise<T>;
  /**
   * What the answer depends on of a partner's offer. `set`: what the partner sees now, so partners with equal sets share a page. `changes`: also when
   * it changed, as lists since a version do. Missing: nothing.
   */
  offered?: (input: P) => "set" | "changes";
  /** Returns the partner of a caller that may read another answer than others with its offer; null for others. */
  viewer?: (service: Pick<Service, "db">, caller: Caller, counter: VersionCounter) => Promise<Viewer | null>;
  /** Whether the data is read from the primary, which costs less than the check whether a replica is behind. */
  onPrimary?: true;
  /** Returns the local days on which a page depends; undefined if it may depend on any day. */
  days?: (value: T, input: P, now: Date) => DayRange | undefined;
  /** Records a partner's request, whether or not its page is cached. */
  record?(service: Service, input: P, caller: Caller): void;
}

/** A request by its parameters; their canonical spelling is the key. */
export interface KnownRequest<P> extends KnownAddress {
  input: P;
  /** Returns the current slot. The answer can change by time alone only at the start of a slot. */
  slot: (now: Date) => number;
}

export function knownRequest<P extends object, T>(
  operation: Operation,
  read: CatalogueRead<P, T>,
  route: string,
  input: P,
): KnownRequest<P> {
  const slotMs = (read.changesEvery?.(input) ?? 0) * 60_000;
  const slot = (now: Date): number => (slotMs === 0 ? 0 : Math.floor(now.getTime() / slotMs));
  return {
    route,
    input,
    slot,
    key: `${operation.id} ${JSON.stringify(input)}`,
    epoch: (counter, now) => `${read.epoch(counter)}.${slot(now)}`,
  };
}

/** Dependencies with which answers are built. */
export interface CatalogueReads {
  service: Service;
  pages: CachedPages;
  recent: RecentChanges;
  /** Data that the pages of one list and epoch share. */
  shared: LRUCache<string, object>;
}

/** Maximum number of cached lists. A list of a year of events has 50 KB. */
export const maxCachedLists = 40;

/** The data that a cached page depends on: the version of the catalogue, and the days of its events. */
interface Dependencies {
  address: KnownRequest<unknown>;
  counter: VersionCounter;
  slot: number;
  days: DayRange | undefined;
}

/** Returns whether a page is still correct for a version of the catalogue. If so, the page counts as built from that version. */
async function revalidate(
  recent: RecentChanges,
  page: Dependencies,
  counter: VersionCounter,
  now: Date,
): Promise<boolean> {
  if (page.days === undefined || page.slot !== page.address.slot(now)) return false;
  if (!(await recent.unchanged(page.days, page.counter, counter))) return false;
  page.counter = counter;
  return true;
}

/** Revalidates every cached page. */
export async function revalidatePages({ service, pages, recent }: CatalogueReads): Promise<void> {
  const counter = await service.currentVersion();
  const now = service.clock();
  await pages.refresh(async ({ epoch, shows }) => {
    const newest = (shows as Dependencies).address.epoch(counter, now);
    return newest === epoch || (await revalidate(recent, shows as Dependencies, counter, now)) ? newest : undefined;
  });
}

export async function answerCatalogueRead<P extends object, T>(
  reads: CatalogueReads,
  operation: Operation,
  read: CatalogueRead<P, T>,
  wanted: KnownRequest<P>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { service, pages } = reads;
  const { input } = wanted;
  const format = negotiateFormat(request.headers.accept) ?? refuse();
  const encoding = encodingFor(request.headers["accept-encoding"] as string | undefined) ?? refuseEncoding();
  const caller = await readCaller(service, request);
  if (caller) read.record?.(service, input, caller);
  const counter = await service.currentVersion();
  const now = service.clock();
  const { url } = request;
  const share: PageRequester = caller ? "partners" : "anonymous";
  const scope = offerScope(read.offered?.(input), caller?.offer);
  const offer = scope === "" ? undefined : caller?.offer;
  const viewer = (caller && (await read.viewer?.(service, caller, counter))) ?? null;
  const key = `${wanted.key}${scope}${viewer === null ? "" : ` for ${viewer.partnerId}`}`;
  const epoch = viewer?.seats
    ? `${wanted.epoch(counter, now)}.${Math.floor(now.getTime() / seatsMs)}`
    : wanted.epoch(counter, now);
  const building = { operation, read, format, encoding, counter, now, url, share, key, epoch, scope, offer, viewer };
  const cached = pages.get(key, format, epoch);
  const page = cached ?? (await pages.build(pageToBuild(reads, wanted, building)));
  return sendEncoded(request, reply, page.answer);
}

/** Returns the part of a page's key that names the offer on which the page depends; empty if it is the page of the public set. */
function offerScope(offered: "set" | "changes" | undefined, offer: Offer | undefined): string {
  if (!offer || !offered) return "";
  if (offered === "changes") return ` ${offer.partnerId} ${offer.version}`;
  return offer.key === "" ? "" : ` ${offer.key}`;
}

/** The request for which a page is built. */
interface Building<P, T> {
  operation: Operation;
  read: CatalogueRead<P, T>;
  format: Format;
  encoding: ContentEncoding;
  counter: VersionCounter;
  now: Date;
  url: string;
  share: PageRequester;
  key: string;
  epoch: string;
  scope: string;
  offer: Offer | undefined;
  viewer: Viewer | null;
}

function pageToBuild<P extends object, T>(
  { service, recent, shared }: CatalogueReads,
  wanted: KnownRequest<P>,
  { operation, read, format, encoding, counter, now, url, share, key, epoch, scope, offer, viewer }: Building<P, T>,
): PageToBuild<T> {
  const { input } = wanted;
  const { offeredLanguages } = service.config;
  // This is a value and not a promise, because a failing replica must not fail the pages that the primary makes.
  const readOnce: ReadOncePerVersion = async <T extends object>(of: string, make: () => Promise<T>) => {
    const name = `${operation.id}${scope} ${wanted.epoch(counter, now)} ${of}`;
    const known = shared.get(name) as T | undefined;
    if (known !== undefined) return known;
    const value = await make();
    shared.set(name, value);
    return value;
  };
  const sources = { readOnce, offeredLanguages, offer, viewer };
  return {
    key,
    format,
    encoding,
    share,
    isPrivate: scope !== "" || viewer !== null,
    epoch,
    make: () =>
      (read.onPrimary
        ? read.make({ ...sources, db: service.db }, input, now)
        : service.readCatalogue(counter, (db) => read.make({ ...sources, db }, input, now))
      ).catch(expired),
    encode: (value: T, as: Format) =>
      encode(operation.response, value as never, as, { namespace: service.config.xmlNamespace }),
    link: (value: T) => nextLink(url, value as Partial<Paged<unknown>>, input),
    shows: (value: T): Dependencies => ({
      address: wanted,
      counter,
      slot: wanted.slot(now),
      days: read.days?.(value, input, now),
    }),
    revalidate: async (shows) => !viewer?.seats && (await revalidate(recent, shows as Dependencies, counter, now)),
  };
}

/** Returns the value of the Link header if there is a next page. `url`: the address of any page of the list. */
function nextLink(
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

function refuse(): never {
  throw notAcceptable();
}

function refuseEncoding(): never {
  throw encodingNotAcceptable();
}

function expired(error: unknown): never {
  if (error instanceof VersionExpired) throw versionExpired();
  throw error;
}
