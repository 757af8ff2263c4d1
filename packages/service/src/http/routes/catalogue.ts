import {
  type Event,
  encode,
  type Format,
  type Language,
  type Operation,
  operations,
  type Paged,
} from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readDigest } from "../../domain/catalogue/digest.ts";
import { daysOf, listEvents } from "../../domain/catalogue/event-lists.ts";
import * as catalogue from "../../domain/catalogue/lists.ts";
import { type Days, RecentChanges } from "../../domain/catalogue/recent-changes.ts";
import { VersionExpired } from "../../domain/catalogue/retention.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Service } from "../../service.ts";
import type { Counter } from "../../store/catalogue/versions.ts";
import { readCaller } from "../access.ts";
import { CachedPages } from "../cache/cached-pages.ts";
import { sendEncoded } from "../cache/encoded-page.ts";
import { type KnownAddress, PageCacheFastPath } from "../cache/fast-path.ts";
import { PageWork, pagesAtOnce, pagesWaiting } from "../cache/page-work.ts";
import { readDateRange, readFirstDay } from "../date-range.ts";
import { encodingFor, negotiate } from "../negotiation.ts";
import { nextLink } from "../next-link.ts";
import { encodingNotAcceptable, notAcceptable, notFound, versionExpired } from "../problems.ts";
import { readQuery } from "../query.ts";

/** The catalogue reads of the contract. Each answer is built once for a state of the catalogue and cached. */

interface ListInput {
  page: number;
  version?: number;
}

/** One read operation: what its answer depends on beside its parameters, and how it is built. */
interface Read<P, T> {
  /** Equal epochs, equal answers. */
  epoch: (counter: Counter, input: P, now: Date) => string;
  make: (from: Pick<Service, "db">, input: P, now: Date) => Promise<T>;
  /** Read from the primary, which costs less than the check whether a replica is behind. */
  onPrimary?: true;
  /** The local days on which a page depends; undefined when it may depend on any. */
  days?: (value: T, input: P) => Days | undefined;
  /** Records the request of a partner, whether or not the page is cached. */
  record?(service: Service, input: P, caller: Caller): void;
}

/** Returns a function that goes through the cached pages: it drops those that are out of date and revalidates the others. */
export function catalogueRoutes(app: FastifyInstance, service: Service): () => Promise<void> {
  const buffers = new CachedPages({
    maxBytes: service.config.pageBufferMb * 1024 * 1024,
    shared: service.config.readAccess === "open",
    work: new PageWork({
      atOnce: pagesAtOnce(service.config),
      waiting: pagesWaiting,
      nextTurn: () => app.turns.next(),
      onRefused: () => service.metrics.dropped("too-many-pages"),
    }),
    onLookup: (lookup) => service.metrics.pageBuffer(lookup),
  });
  service.metrics.watchPageBuffers(() => buffers.bytes);
  const { clock, currentVersion, config } = service;
  const fastPath = new PageCacheFastPath({
    pages: buffers,
    currentVersion,
    clock,
    app,
    onGone: () => service.metrics.dropped("client-gone"),
    onSent: (sent) => app.recordCached(sent),
  });
  // Where every read needs a key, the routes check it.
  if (config.readAccess === "open") app.useFastPath(fastPath);
  const pages: Pages = { service, buffers, recent: new RecentChanges(service.db) };
  const route = <P extends object, T>(
    operation: Operation,
    read: Read<P, T>,
    params: (request: FastifyRequest) => P,
  ) => {
    const url = operation.path.replace(/\{(\w+)\}/g, ":$1");
    app.get(url, (request, reply) => {
      const known = fastPath.known(request.url) as KnownRequest<P> | undefined;
      const wanted = known ?? knownRequest(operation, read, url, params(request));
      if (!known) fastPath.remember(request.url, wanted);
      return answer(pages, operation, read, wanted, request, reply);
    });
  };
  const params =
    <P extends object>(operation: Operation) =>
    (request: FastifyRequest) =>
      readQuery<P>(request, operation.parameters);

  route<{ id: string }, unknown>(
    operations.product,
    {
      epoch: ({ productSeq, deleteVersion, currencyVersion }) => `${productSeq}.${deleteVersion}.${currencyVersion}`,
      make: async ({ db }, { id }) => {
        const product = await catalogue.readProduct(db, id);
        if (!product) throw notFound(`There is no product ${id}.`);
        return product;
      },
    },
    params(operations.product),
  );

  route<ListInput & { query?: string }, unknown>(
    operations.products,
    {
      epoch: ({ productSeq, deleteVersion, currencyVersion }, input, now) =>
        `${productSeq}.${deleteVersion}.${currencyVersion}.${retentionSlot(input, now)}`,
      make: ({ db }, input, now) => catalogue.listProducts(db, input, now),
    },
    params(operations.products),
  );

  route<{ updateversion: number; deleteversion: number }, unknown>(
    operations.productversion,
    {
      epoch: ({ updateVersion, deleteVersion }) => `${updateVersion}.${deleteVersion}`,
      make: ({ db }, input) => catalogue.productVersion(db, input),
      onPrimary: true,
      record: ({ usage, clock }, { updateversion, deleteversion }, caller) =>
        usage.synced(caller, { updateVersion: updateversion, deleteVersion: deleteversion }, clock()),
    },
    params(operations.productversion),
  );

  route<ListInput, unknown>(
    operations.productsdeleted,
    {
      epoch: ({ deleteVersion, productSeq }, input, now) =>
        `${deleteVersion}.${productSeq}.${retentionSlot(input, now)}`,
      make: ({ db }, input, now) => catalogue.listDeletedProducts(db, input, now),
    },
    params(operations.productsdeleted),
  );

  route<ListInput & { id?: string; fromdate?: string; todate?: string }, Paged<Event>>(
    operations.events,
    {
      // Days end on quarters of an hour, in every zone there is.
      epoch: ({ eventSeq, currencyVersion, eventsFrom, skipped }, _input, now) =>
        `${skipped}.${eventSeq}.${currencyVersion}.${eventsFrom}.${slot(now, 15)}`,
      make: async ({ db }, input, now) => {
        const list = await listEvents(db, input, now);
        if (!list) throw notFound(`There is no product ${input.id}.`);
        return list;
      },
      // An increment grows with every change.
      days: ({ values }, { version }) => (version === undefined ? daysOf(values) : undefined),
    },
    (request) =>
      readDateRange(
        params<ListInput & { id?: string; fromdate?: string; todate?: string }>(operations.events)(request),
      ),
  );

  route<ListInput & { lang: Language }, unknown>(
    operations.pages,
    {
      epoch: ({ pageSeq, skipped }, input, now) => `${skipped}.${pageSeq}.${retentionSlot(input, now)}`,
      make: ({ db }, { lang, ...input }, now) => catalogue.listPages(db, lang, input, now),
    },
    params(operations.pages),
  );

  route<object, unknown>(
    operations.currencies,
    {
      epoch: ({ currencyVersion }) => `${currencyVersion}`,
      make: ({ db }) => catalogue.listCurrencies(db),
    },
    params(operations.currencies),
  );

  route<{ version?: number; fromdate?: string }, unknown>(
    operations.catalogdigest,
    {
      epoch: ({ updateVersion, deleteVersion, eventsFrom }, input, now) =>
        `${updateVersion}.${deleteVersion}.${eventsFrom}.${retentionSlot(input, now)}`,
      make: ({ db }, input, now) => readDigest(db, input, now),
    },
    (request) => readFirstDay(params<{ version?: number; fromdate?: string }>(operations.catalogdigest)(request)),
  );
  return () => refresh(pages);
}

/** A request by its parameters, with their canonical spelling as key. */
interface KnownRequest<P> extends KnownAddress {
  input: P;
}

const knownRequest = <P extends object, T>(
  operation: Operation,
  read: Read<P, T>,
  route: string,
  input: P,
): KnownRequest<P> => ({
  route,
  input,
  key: `${operation.id} ${JSON.stringify(input)}`,
  epoch: (counter, now) => read.epoch(counter, input, now),
});

/** What answers are built with. */
interface Pages {
  service: Service;
  buffers: CachedPages;
  recent: RecentChanges;
}

/** What a cached page depends on: the state of the catalogue that it was built from, and the days of its events. */
interface Dependencies {
  address: KnownAddress;
  counter: Counter;
  slot: number;
  days: Days | undefined;
}

/** Whether a page is still right for a state of the catalogue. It then counts as built from that. */
async function revalidate(recent: RecentChanges, page: Dependencies, counter: Counter, now: Date): Promise<boolean> {
  if (page.days === undefined || page.slot !== slot(now, 15)) return false;
  if (!(await recent.unchanged(page.days, page.counter, counter))) return false;
  page.counter = counter;
  return true;
}

/** Goes through every cached page. */
async function refresh({ service, buffers, recent }: Pages): Promise<void> {
  const counter = await service.currentVersion();
  const now = service.clock();
  await buffers.refresh(async ({ epoch, shows }) => {
    const newest = (shows as Dependencies).address.epoch(counter, now);
    return newest === epoch || (await revalidate(recent, shows as Dependencies, counter, now)) ? newest : undefined;
  });
}

async function answer<P extends object, T>(
  { service, buffers, recent }: Pages,
  operation: Operation,
  read: Read<P, T>,
  wanted: KnownRequest<P>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { input, key } = wanted;
  const format = negotiate(request.headers.accept) ?? refuse();
  const encoding = encodingFor(request.headers["accept-encoding"] as string | undefined) ?? refuseEncoding();
  const caller = await readCaller(service, request);
  if (caller) read.record?.(service, input, caller);
  const counter = await service.currentVersion();
  const now = service.clock();
  const epoch = wanted.epoch(counter, now);
  const page = buffers.get(key, format, epoch) ?? (await build());
  return sendEncoded(request, reply, page.answer);

  function build() {
    return buffers.build({
      key,
      format,
      encoding,
      epoch,
      make: () =>
        (read.onPrimary
          ? read.make(service, input, now)
          : service.readCatalogue(counter, (db) => read.make({ db }, input, now))
        ).catch(expired),
      encode: (value: T, as: Format) =>
        encode(operation.response, value as never, as, { namespace: service.config.xmlNamespace }),
      link: (value: T) => nextLink(request, value as Partial<Paged<unknown>>, input),
      shows: (value: T): Dependencies => ({
        address: wanted,
        counter,
        slot: slot(now, 15),
        days: read.days?.(value, input),
      }),
      revalidate: (shows) => revalidate(recent, shows as Dependencies, counter, now),
    });
  }
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

const slot = (now: Date, minutes: number): number => Math.floor(now.getTime() / (minutes * 60_000));

/** A version can fall below the floor while nothing changes. */
const retentionSlot = (input: { version?: number }, now: Date): number =>
  input.version === undefined ? 0 : slot(now, 5);
