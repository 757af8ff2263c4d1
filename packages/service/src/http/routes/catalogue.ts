import {
  type DayAvailability,
  type Event,
  type Language,
  type Operation,
  operations,
  type Paged,
} from "@paseo/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { availabilityMinutes, daysInRange, listAvailability } from "../../domain/catalogue/availability.ts";
import { readDigest } from "../../domain/catalogue/digest.ts";
import { daysOf, listEvents } from "../../domain/catalogue/event-lists.ts";
import * as catalogue from "../../domain/catalogue/lists.ts";
import { RecentChanges } from "../../domain/catalogue/recent-changes.ts";
import type { Service } from "../../service.ts";
import type { Counter } from "../../store/catalogue/versions.ts";
import { CachedPages } from "../cache/cached-pages.ts";
import {
  answer,
  type CatalogueReads,
  type KnownRequest,
  knownRequest,
  mostShared,
  type Read,
  refresh,
} from "../cache/catalogue-reads.ts";
import { PageCacheFastPath } from "../cache/fast-path.ts";
import { PageWork, pagesAtOnce, pagesWaiting, pageWaitMs } from "../cache/page-work.ts";
import { readDateRange, readDayRange, readFirstDay } from "../date-range.ts";
import { notFound } from "../problems.ts";
import { readQuery } from "../query.ts";

/** The catalogue reads of the contract. Each answer is built once for a state of the catalogue and cached. */

interface ListInput {
  page: number;
  version?: number;
}

interface DayRange {
  id?: string;
  fromdate?: string;
  todate?: string;
}

/** A version can fall below the floor while nothing changes. */
const retention = ({ version }: { version?: number }): number => (version === undefined ? 0 : 5);

const eventsEpoch = ({ eventSeq, currencyVersion, eventsFrom, skipped }: Counter): string =>
  `${skipped}.${eventSeq}.${currencyVersion}.${eventsFrom}`;

/** Returns a function that goes through the cached pages: it drops those that are out of date and revalidates the others. */
export function catalogueRoutes(app: FastifyInstance, service: Service): () => Promise<void> {
  const buffers = new CachedPages({
    maxBytes: service.config.pageBufferMb * 1024 * 1024,
    shared: service.config.readAccess === "open",
    work: new PageWork({
      atOnce: pagesAtOnce(service.config),
      waiting: pagesWaiting,
      waitMs: pageWaitMs,
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
  const reads: CatalogueReads = {
    service,
    buffers,
    recent: new RecentChanges(service.db),
    shared: new LRUCache({ max: mostShared }),
  };
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
      return answer(reads, operation, read, wanted, request, reply);
    });
  };
  const params =
    <P extends object>(operation: Operation) =>
    (request: FastifyRequest) =>
      readQuery<P>(request, operation.parameters);

  route<{ id: string; lang?: Language }, unknown>(
    operations.product,
    {
      epoch: ({ productSeq, deleteVersion, currencyVersion }) => `${productSeq}.${deleteVersion}.${currencyVersion}`,
      make: async ({ db }, { id, lang }) => {
        const product = await catalogue.readProduct(db, id, lang);
        if (!product) throw notFound(`There is no product ${id}.`);
        return product;
      },
    },
    params(operations.product),
  );

  route<ListInput & { query?: string; lang?: Language }, unknown>(
    operations.products,
    {
      epoch: ({ productSeq, deleteVersion, currencyVersion }) => `${productSeq}.${deleteVersion}.${currencyVersion}`,
      changesEvery: retention,
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
      epoch: ({ deleteVersion, productSeq }) => `${deleteVersion}.${productSeq}`,
      changesEvery: retention,
      make: ({ db }, input, now) => catalogue.listDeletedProducts(db, input, now),
    },
    params(operations.productsdeleted),
  );

  route<ListInput & DayRange, Paged<Event>>(
    operations.events,
    {
      epoch: eventsEpoch,
      // Days end on quarters of an hour, in every zone there is.
      changesEvery: () => 15,
      make: async ({ db, readOnce }, input, now) => {
        const list = await listEvents(db, input, now, readOnce);
        if (!list) throw notFound(`There is no product ${input.id}.`);
        return list;
      },
      // An increment grows with every change.
      days: ({ values }, { version }) => (version === undefined ? daysOf(values) : undefined),
    },
    (request) => readDateRange(params<ListInput & DayRange>(operations.events)(request)),
  );

  route<ListInput & DayRange, Paged<DayAvailability>>(
    operations.availability,
    {
      epoch: eventsEpoch,
      changesEvery: () => availabilityMinutes,
      make: async ({ db, readOnce }, input, now) => {
        const list = await listAvailability(db, input, now, readOnce);
        if (!list) throw notFound(`There is no product ${input.id}.`);
        return list;
      },
      days: (_value, input, now) => (input.version === undefined ? daysInRange(input, now) : undefined),
    },
    (request) => readDayRange(params<ListInput & DayRange>(operations.availability)(request), clock()),
  );

  route<ListInput & { lang: Language }, unknown>(
    operations.pages,
    {
      epoch: ({ pageSeq, skipped }) => `${skipped}.${pageSeq}`,
      changesEvery: retention,
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
      epoch: ({ updateVersion, deleteVersion, eventsFrom }) => `${updateVersion}.${deleteVersion}.${eventsFrom}`,
      changesEvery: retention,
      make: ({ db }, input, now) => readDigest(db, input, now, config.offeredLanguages),
    },
    (request) => readFirstDay(params<{ version?: number; fromdate?: string }>(operations.catalogdigest)(request)),
  );
  return () => refresh(reads);
}
