import type { Language } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type { ChannelCall } from "../../domain/booking/channel-bookings.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Service } from "../../service.ts";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import { callerAddress } from "../../web/access.ts";

/** A request of a channel. */
export interface InboundCall {
  service: Service;
  caller: Caller;
  lang: Language;
  now: Date;
  hasGivenUp: HasGivenUp;
  request: FastifyRequest;
}

/** Returns the data of a request that a channel's booking functions need. `minutes`: how long a hold lasts. */
export function channelCall(
  { service, caller, lang, now, hasGivenUp, request }: InboundCall,
  minutes: number,
): ChannelCall {
  const { config } = service;
  return {
    ...{ caller, lang, now, hasGivenUp, sandbox: config.sandbox },
    rules: {
      minutes,
      extensions: config.holdExtensions,
      maxOpen: config.holdsPerPartner,
      maxSeats: config.heldSeatsPerPartner,
    },
    supplierWaitMs: config.supplierWaitSeconds * 1000,
    quoteMinutes: config.changeQuoteMinutes,
    remoteHost: callerAddress(request),
  };
}

/** Milliseconds for which the service caches a switch of the operator. */
export const switchCacheMs = 2_000;

/** Reads a value at most once in a period, in milliseconds. */
export function cachedRead<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.at < ms) return last.value;
    last = { at: performance.now(), value: read() };
    last.value.catch(() => {
      last = undefined;
    });
    return last.value;
  };
}
