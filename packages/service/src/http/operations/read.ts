import type { Operation } from "@paseo/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { RecentChanges } from "../../domain/catalogue/recent-changes.ts";
import type { Service } from "../../service.ts";
import { readQuery } from "../../web/query.ts";
import { CachedPages } from "../cache/cached-pages.ts";
import {
  answerCatalogueRead,
  type CatalogueRead,
  type CatalogueReads,
  type KnownRequest,
  knownRequest,
  maxCachedLists,
  revalidatePages,
} from "../cache/catalogue-reads.ts";
import { PageCacheFastPath } from "../cache/fast-path.ts";
import type { PageWork } from "../cache/page-work.ts";

/** Declares and serves reads of the catalogue. Each answer is built once for a version of the catalogue and cached. */

export interface ReadOperation<P extends object, T> extends CatalogueRead<P, T> {
  operation: Operation;
  /** Checks parameters that the schema cannot check, such as dates. Throws 400. */
  check?: (input: P, now: Date) => P;
}

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own parameters, which its schema has checked.
type AnyRead = ReadOperation<any, any>;

/** Declares a read with the types of its parameters and its value. */
export const readOperation = <P extends object, T = unknown>(declared: ReadOperation<P, T>) => declared;

export interface ListInput {
  page: number;
  version?: number;
}

/** Returns the minutes after which an answer may change by time alone. A version can fall below the floor although nothing changes. */
export const retentionMinutes = ({ version }: { version?: number }): number => (version === undefined ? 0 : 5);

/** What a list depends on of a partner's offer: with a version, also the changes of the offer. */
export const ofVersion = ({ version }: { version?: number }): "set" | "changes" => (version ? "changes" : "set");

/** Returns a function that refreshes the cached pages: it drops outdated pages and revalidates the others. */
export function serveReads(
  app: FastifyInstance,
  service: Service,
  work: PageWork,
  declared: AnyRead[],
): () => Promise<void> {
  const pages = new CachedPages({
    maxBytes: service.config.pageCacheMb * 1024 * 1024,
    shared: service.config.readAccess === "open",
    work,
    onLookup: (lookup) => service.metrics.pageCache(lookup),
  });
  service.metrics.watchPageCache(() => pages.bytes);
  const { clock, currentVersion, config } = service;
  const fastPath = new PageCacheFastPath({
    pages,
    currentVersion,
    clock,
    app,
    onGone: () => service.metrics.dropped("client-gone"),
    onSent: (sent) => app.recordCached(sent),
  });
  // If every read needs a key, the routes check it.
  if (config.readAccess === "open") app.useFastPath(fastPath);
  const reads: CatalogueReads = {
    service,
    pages,
    recent: new RecentChanges(service.db),
    shared: new LRUCache({ max: maxCachedLists }),
  };
  for (const { operation, check, ...read } of declared) {
    const url = operation.path.replace(/\{(\w+)\}/g, ":$1");
    const inputOf = (request: FastifyRequest) => {
      const input = readQuery<object>(request, operation.parameters);
      return check ? check(input, clock()) : input;
    };
    app.get(url, { config: { load: "reads" } }, (request, reply) => {
      const known = fastPath.known(request.url) as KnownRequest<object> | undefined;
      const wanted = known ?? knownRequest(operation, read, url, inputOf(request));
      if (!known) fastPath.remember(request.url, wanted);
      return answerCatalogueRead(reads, operation, read, wanted, request, reply);
    });
  }
  return () => revalidatePages(reads);
}
